//! Files of games: PGN, the match runner's lines of JSON, and those that networks are trained on.

use crate::mutation::Mutator;
use crate::{assert_is_a_sentence, inputs};
use emergo::{Blocked, Game, Variant};
use emergo_records::{GameRecord, ReadError, json, pgn};
use luctor_engine::checksum::fnv1a;
use luctor_trainer::gamefile::GameFileReader;

const RECORDS: [&str; 4] = [
    "[Event \"x\"]\n[Variant \"emergo\"]\n[Result \"*\"]\n\n1. e4 {+0.35/12 0.10s} e6 2. d4 d6 *\n\n",
    "[Event \"y\"]\n[Variant \"emergo7\"]\n[Round \"1.2\"]\n[Match \"00ff\"]\n\n1. d3 d5 0-1\n\n[Event \"z\"]\n[Variant \"hexemergo\"]\n\n1. d5 d3 1/2-1/2\n",
    "[FEN \"1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5 7\"]\n[SetUp \"1\"]\n\n7. g6 g7xg5xe5xe3xc3xc5 {-M3/12 1s} 8. c6 g3xe3 ; end\n9. c6xc4 1-0",
    "1. e4! (1. e3 $5 (1. e2 {low}) 1... e6) (1. d4) 1... e6 * {behind}",
];

#[test]
fn any_game_record_is_read_or_refused() {
    let words = [
        "[",
        "]",
        "{",
        "}",
        "\"",
        "\\",
        ";",
        "\n\n",
        "1.",
        "1...",
        "1-0",
        "*",
        "[FEN \"",
        "[Variant \"",
        "e4",
        "x",
        "[Event ",
        "[Match \"00ff\"]",
    ];
    let mut mutator = Mutator::new(4, &RECORDS, &words);
    for _ in 0..inputs(10_000) {
        let input = mutator.input();
        let text = String::from_utf8_lossy(&input);
        for read in pgn::read_games(&text) {
            check_game(read);
        }
        let found = pgn::match_games(text.as_bytes(), "00ff").expect("it is text");
        assert!(text.is_char_boundary(found.complete_length), "{text:?}");
        match pgn::match_games(&input, "00ff") {
            Ok(found) => assert!(found.complete_length <= input.len(), "{text:?}"),
            Err(error) => assert!(error.error_len().is_some(), "{text:?}"),
        }
    }
}

/// A game that was read is the same game when it is written and read again, in both formats. An error is one sentence.
fn check_game(read: Result<GameRecord, ReadError>) {
    let record = match read {
        Ok(record) => record,
        Err(error) => return assert_is_a_sentence(&error.sentence()),
    };
    assert_eq!(record.game().position().check(), Ok(()));
    let line = json::write_line(&record);
    assert_eq!(json::read_line(&line).expect(&line).game().position(), record.game().position());
    let text = pgn::write_game(&record);
    let games: Result<Vec<_>, _> = pgn::read_games(&text).collect();
    let games = games.unwrap_or_else(|error| panic!("{}: {text}", error.sentence()));
    assert_eq!(games.len(), 1, "{text}");
    assert_eq!(games[0].game().position(), record.game().position(), "{text}");
}

const GAMES: [&str; 2] = [
    "{\"match\":\"00ff\",\"game\":1,\"pair\":0,\"variant\":\"emergo\",\"white\":\"a\",\"black\":\"b\",\"limits\":[\"0.1 s a move\",\"0.1 s a move\"],\"opening\":\"1/3/5/3b3/9/3ww2/5/3/1 b 10,11 2\",\"black_first\":true,\"moves\":[{\"move\":\"e5\",\"score\":-167,\"depth\":8,\"nodes\":48386,\"ms\":90.21},{\"move\":\"e1\",\"mate\":3,\"ms\":91.0}],\"result\":\"1-0\",\"reason\":\"resignation\",\"end\":\"1/3/5/3b3/9/3ww2/5/3/1 b 10,11 2\",\"date\":\"2026.11.21\"}\n",
    "{\"match\":\"00ff\",\"game\":0,\"pair\":0,\"variant\":\"emergo7\",\"white\":\"a\",\"black\":\"b\",\"limits\":[\"\",\"\"],\"moves\":[],\"result\":\"1/2-1/2\",\"reason\":\"x\",\"end\":\"\",\"date\":\"\"}\n",
];

#[test]
fn any_line_of_a_match_is_read_or_refused() {
    let words = [
        "{",
        "}",
        "[",
        "]",
        "\"",
        ":",
        ",",
        "null",
        "\n",
        "1e999",
        "-1",
        "18446744073709551616",
        "\\u0000",
        "\"game\":",
        "\"result\":\"0-1\"",
        "\"variations\":[[{\"move\":\"e4\"}]]",
    ];
    for seed in GAMES {
        assert!(json::read_games(seed).all(|read| read.is_ok()), "the seeds are games");
    }
    let mut mutator = Mutator::new(5, &GAMES, &words);
    for _ in 0..inputs(10_000) {
        let input = mutator.input();
        let text = String::from_utf8_lossy(&input);
        let lines = text.lines().count();
        for read in json::read_games(&text) {
            assert!(read.as_ref().err().is_none_or(|error| (1..=lines).contains(&error.line)));
            check_game(read);
        }
    }
}

/// A file of games with this block, its checksum right whatever is in it.
fn game_file(variant: Variant, games: &[u8]) -> Vec<u8> {
    let mut file = game_file_header(variant);
    let counts = [1_u64, 2, 2];
    let head = counts.into_iter().flat_map(u64::to_le_bytes);
    let checksum = fnv1a(head.chain(games.iter().copied()));
    for number in [games.len() as u64].into_iter().chain(counts) {
        file.extend_from_slice(&(number as u32).to_le_bytes());
    }
    file.extend_from_slice(&checksum.to_le_bytes());
    file.extend_from_slice(games);
    file
}

fn game_file_header(variant: Variant) -> Vec<u8> {
    format!("luctor-games 1 variant={variant} seed=1 nodes=1 plies=1-2 net=0\n").into_bytes()
}

/// Reads all blocks.
fn read_game_file(file: &[u8]) {
    let Ok(mut reader) = GameFileReader::new(file) else { return };
    let variant = reader.variant();
    loop {
        match reader.next_games() {
            Ok(Some(games)) => {
                for recorded in games {
                    let mut game = Game::new(variant, Blocked::Draw);
                    recorded.plies.iter().for_each(|ply| game.play(ply.played));
                    assert_eq!(game.position().check(), Ok(()));
                }
            }
            Ok(None) => break,
            Err(error) => {
                assert_is_a_sentence(&error);
                break;
            }
        }
    }
}

#[test]
fn any_file_of_games_is_read_or_refused() {
    assert!(
        GameFileReader::new(&game_file_header(Variant::Emergo)[..]).is_ok(),
        "the seeds are files of games"
    );
    // Two plies: entries with a score, the second random with another move as the best.
    let blocks: [&[u8]; 4] = [
        &[2, 0, 5, 20, 14, 3, 1],
        &[3, 1, 0, 4, 8],
        &[1, 2, 129, 1, 7, 1, 0, 0],
        &[200, 1, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1],
    ];
    let mut mutator = Mutator::new(6, &blocks, &["\u{0}", "\u{1}", "\u{7f}", "\u{ff}"]);
    let whole: Vec<Vec<u8>> =
        blocks.iter().map(|block| game_file(Variant::Emergo7, block)).collect();
    let mut of_files = Mutator::new(7, &whole, &["luctor-games 1 ", "variant=", "hexemergo", "\n"]);
    for number in 0..inputs(20_000) {
        // Mostly games with a right checksum: without, hardly one would be looked at.
        if number % 8 == 0 {
            read_game_file(&of_files.input());
        } else {
            read_game_file(&game_file(Variant::ALL[number as usize % 3], &mutator.input()));
        }
    }
}
