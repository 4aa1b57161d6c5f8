//! Everything that reads from outside, given inputs that nobody meant: it reads or refuses them with a sentence, and
//! never panics, hangs or loses its state. A short run stands here; a long one is
//! `LUCTOR_FUZZ=10000000 cargo test --test fuzz -- --nocapture`.

mod mutation;

use luctor::checksum::fnv1a;
use luctor::engine::Engine;
use luctor::eval::{Evaluator, Network};
use luctor::rules::{
    Blocked, Coordinates, Game, MoveList, Position, Variant, read_move, read_position, write_move,
    write_position,
};
use luctor::tools::gamefile::GameFileReader;
use luctor::tools::matches::{pgn, record};
use luctor::ugi::{Command, Output, Session, parse};
use mutation::Mutator;
use mutation::protocol::{FOR_PEOPLE, LINES, WORDS, is_harmless, is_search};
use std::io::{self, BufReader, Read, Write};
use std::sync::{Arc, Mutex};

/// Inputs a target: few here, as many as are asked for otherwise.
fn inputs(few: u64) -> u64 {
    std::env::var("LUCTOR_FUZZ").ok().and_then(|text| text.parse().ok()).unwrap_or(few)
}

/// A sentence for people: one line, not too long, nothing that plays with a terminal.
fn assert_is_a_sentence(error: &impl std::fmt::Display) {
    let text = error.to_string();
    assert!(!text.is_empty() && text.chars().count() < 600, "{text:?}");
    assert!(!text.chars().any(char::is_control), "{text:?}");
}

const POSITIONS: [&str; 10] = [
    "1/3/5/7/9/7/5/3/1 w 12,12 1",
    "1/3/5/3b3/9/3ww2/5/3/1 b 10,11 2",
    "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0",
    "1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5",
    "1/3/5/3b3/9/3w3/5/3/1 w 7,0 12",
    "1/3/5/7/4(w12b12)4/7/5/3/1 b 0,0",
    "1/3/5/7/5/3/1 w 8,8 1",
    "1/1w1/1b1bw/(w2b3)6/3b1/3/1 b 2,1",
    "4/5/6/7/6/5/4 w 12,12",
    "4/5/w5/1w2b2/6/1w1b1/4 b 9,10 3",
];

const POSITION_WORDS: [&str; 16] = [
    "w",
    "b",
    "(",
    ")",
    "/",
    "(w3b2)",
    "(b)",
    "(w12",
    "12,12",
    "0,0",
    " w ",
    " b ",
    "99999999999999999999",
    "-1",
    ",",
    "9",
];

#[test]
fn any_position_text_is_read_or_refused() {
    let mut mutator = Mutator::new(1, &POSITIONS, &POSITION_WORDS);
    for _ in 0..inputs(20_000) {
        let input = mutator.input();
        let text = String::from_utf8_lossy(&input);
        for variant in Variant::ALL {
            match read_position(variant, &text) {
                Ok(read) => {
                    assert_eq!(read.position.check(), Ok(()), "{text:?}");
                    let written = write_position(&read.position, read.turn);
                    assert_eq!(read_position(variant, &written), Ok(read), "{text:?}");
                }
                Err(error) => assert_is_a_sentence(&error),
            }
        }
    }
}

#[test]
fn any_move_text_is_read_as_a_legal_move_or_refused() {
    let words =
        ["e4", "e5", "x", "-", "*", "*7", "a5", "i9", "j1", "e10", "E4", " ", "0000", "é", "\u{0}"];
    let variant_of = |text: &str| {
        Variant::ALL
            .into_iter()
            .find_map(|variant| Some(read_position(variant, text).ok()?.position))
    };
    let positions: Vec<Position> = POSITIONS.iter().filter_map(|text| variant_of(text)).collect();
    let mut seeds = Vec::new();
    let mut legal = Vec::new();
    for position in &positions {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        for coordinates in Coordinates::ALL {
            seeds.extend(moves.iter().map(|mv| write_move(position.variant(), coordinates, *mv)));
        }
        legal.push(moves.to_vec());
    }
    let mut mutator = Mutator::new(2, &seeds, &words);
    for number in 0..inputs(20_000) as usize {
        let input = mutator.input();
        let text = String::from_utf8_lossy(&input);
        let index = number % positions.len();
        for coordinates in Coordinates::ALL {
            match read_move(&positions[index], coordinates, &text) {
                Ok(mv) => assert!(legal[index].contains(&mv), "{text:?}"),
                Err(error) => assert_is_a_sentence(&error),
            }
        }
    }
}

#[test]
fn any_line_of_the_protocol_is_a_command_or_refused() {
    let mut mutator = protocol_lines(3);
    for _ in 0..inputs(40_000) {
        let input = mutator.input();
        let text = String::from_utf8_lossy(&input);
        match parse(&text) {
            Ok(Some(Command::Go(_, errors))) => errors.iter().for_each(assert_is_a_sentence),
            Ok(_) => {}
            Err(error) => assert_is_a_sentence(&error),
        }
    }
}

const RECORDS: [&str; 4] = [
    "[Event \"x\"]\n[Variant \"emergo\"]\n[Result \"*\"]\n\n1. e4 {+0.35/12 0.10s} e6 2. d4 d6 *\n\n",
    "[Event \"y\"]\n[Variant \"emergo7\"]\n[Round \"1.2\"]\n[Match \"00ff\"]\n\n1. d3 d5 0-1\n\n[Event \"z\"]\n[Variant \"hexemergo\"]\n\n1. d5 d3 1/2-1/2\n",
    "[FEN \"1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5 7\"]\n[SetUp \"1\"]\n\n7. g6 g7xg5xe5xe3xc3xc5 {-M3/12 1s} 8. c6 g3xe3 ; end\n9. c6xc4 1-0",
    "1. e4 (1. e3) e6 *",
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
    for number in 0..inputs(10_000) as usize {
        let input = mutator.input();
        let text = String::from_utf8_lossy(&input);
        match pgn::read_game(&text, number % 3) {
            Ok(read) => assert_eq!(read.game.position().check(), Ok(()), "{text:?}"),
            Err(error) => assert_is_a_sentence(&error),
        }
        let (_, whole) = pgn::games_of_match(text.as_bytes(), "00ff").expect("it is text");
        assert!(text.is_char_boundary(whole), "{text:?}");
        match pgn::games_of_match(&input, "00ff") {
            Ok((_, whole)) => assert!(whole <= input.len(), "{text:?}"),
            Err(error) => assert!(error.error_len().is_some(), "{text:?}"),
        }
    }
}

const GAMES: [&str; 2] = [
    "{\"match\":\"00ff\",\"game\":1,\"pair\":0,\"variant\":\"emergo\",\"white\":\"a\",\"black\":\"b\",\"limits\":[\"0.1 s a move\",\"0.1 s a move\"],\"opening\":\"1/3/5/3b3/9/3ww2/5/3/1 b 10,11 2\",\"black_first\":true,\"moves\":[{\"move\":\"e5\",\"score\":-167,\"depth\":8,\"nodes\":48386,\"ms\":90.21},{\"move\":\"e1\",\"mate\":3,\"ms\":91.0}],\"result\":\"1-0\",\"reason\":\"resignation\",\"end\":\"1/3/5/3b3/9/3ww2/5/3/1 b 10,11 2\",\"date\":\"2026.11.21\"}\n",
    "{\"match\":\"00ff\",\"game\":0,\"pair\":0,\"variant\":\"emergo7\",\"white\":\"a\",\"black\":\"b\",\"limits\":[\"\",\"\"],\"moves\":[],\"result\":\"1/2-1/2\",\"reason\":\"x\",\"end\":\"\",\"date\":\"\"}\n",
];

#[test]
fn any_match_file_is_gone_on_with_or_refused_by_its_line() {
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
    ];
    for seed in GAMES {
        let read = record::read_games(seed.as_bytes(), "00ff");
        assert_eq!(read.map(|(games, whole)| (games.len(), whole)), Ok((1, seed.len())));
    }
    let mut mutator = Mutator::new(5, &GAMES, &words);
    for _ in 0..inputs(10_000) {
        let input = mutator.input();
        match record::read_games(&input, "00ff") {
            Ok((games, whole)) => {
                assert!(whole <= input.len());
                assert!(games.iter().all(|(number, game)| *number == game.game));
            }
            Err(bad) => {
                assert!(bad.line > 0 && bad.line <= input.split(|byte| *byte == b'\n').count());
                assert!(!bad.why.is_empty());
            }
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

/// Bytes of the checksum at the end of a network's file.
const SEAL: usize = 8;

/// Makes the checksum of a network's file right, whatever is in it; what has no room for one stays as it is.
fn seal(file: &mut [u8]) {
    let Some(line) = file.iter().position(|byte| *byte == b'\n') else { return };
    let Some(end) = file.len().checked_sub(SEAL).filter(|end| *end > line) else { return };
    let checksum = fnv1a(file[..line].iter().chain(&file[line + 1..end]).copied());
    file[end..].copy_from_slice(&checksum.to_le_bytes());
}

#[test]
fn any_network_is_read_or_refused() {
    let good = std::fs::read("nets/emergo7.net").expect("the network of the project");
    let header = good.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let variant = Network::read(&good).expect("it is a network").header().variant;
    let positions: Vec<Position> = POSITIONS
        .iter()
        .filter_map(|text| Some(read_position(variant, text).ok()?.position))
        .collect();
    assert!(!positions.is_empty());
    let words = [
        "luctor-net",
        "variant=",
        "emergo",
        "rows=",
        "scale=100000",
        "points=",
        "draws=",
        "NaN",
        "inf",
        "-0",
    ];
    let mut headers = Mutator::new(8, &[&good[..header], &good[..header / 2]], &words);
    let mut weights =
        Mutator::new(10, &[&good[good.len() - 200..], &[0xff, 0x7f].repeat(100)], &["\0\u{3}"]);
    let (mut read, mut evaluated) = (0, 0);
    for number in 0..inputs(5_000) {
        // A whole file takes so much longer than a header that it is left to few.
        let mut input = headers.input();
        match number % 64 {
            0 => input.extend_from_slice(&good[header..]),
            1 => {
                input = good.clone();
                let spoilt = weights.input();
                let at = header + (number as usize * 1_009) % (good.len() - header - spoilt.len());
                input[at..at + spoilt.len()].copy_from_slice(&spoilt);
            }
            _ => {}
        }
        seal(&mut input);
        match Network::read(&input) {
            Ok(network) => {
                read += 1;
                let network = Arc::new(network);
                if network.header().variant == variant {
                    let mut evaluator = Evaluator::new(Arc::clone(&network));
                    for position in &positions {
                        let score = evaluator.evaluate(position, 0);
                        assert_eq!(score, evaluator.evaluate(position, 5));
                        assert!(!score.is_decisive(), "{score:?}");
                        evaluated += 1;
                    }
                }
            }
            Err(error) => assert_is_a_sentence(&error),
        }
    }
    println!("{read} networks read, {evaluated} positions evaluated");
    assert!(evaluated > 0);
}

/// Lines of the protocol, those for people among them.
fn protocol_lines(number: u64) -> Mutator {
    let [seeds, words] = [&LINES[..], &WORDS].map(|lines| [lines, &FOR_PEOPLE].concat());
    Mutator::new(number, &seeds, &words)
}

/// Lines without end for a session, none of which writes files or takes the machine's memory and time.
struct Lines {
    mutator: Mutator,
    left: u64,
    line: Vec<u8>,
    /// `go` lines that want an answer.
    searches: Arc<Mutex<u64>>,
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.line.is_empty() && self.left > 0 {
            let mut line = self.mutator.line();
            if !is_harmless(&line) {
                continue;
            }
            self.left -= 1;
            *self.searches.lock().unwrap() += u64::from(is_search(&line));
            line.push(b'\n');
            self.line = line;
        }
        let count = buffer.len().min(self.line.len());
        buffer[..count].copy_from_slice(&self.line[..count]);
        self.line.drain(..count);
        Ok(count)
    }
}

/// Counts the moves that were answered, and forgets the rest.
#[derive(Clone, Default)]
struct Answers(Arc<Mutex<(u64, Vec<u8>)>>);

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut answers = self.0.lock().unwrap();
        for &byte in bytes {
            if byte == b'\n' {
                answers.0 += u64::from(answers.1.starts_with(b"bestmove "));
                answers.1.clear();
            } else {
                answers.1.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_session_of_any_lines_answers_every_go_with_one_move() {
    let searches = Arc::new(Mutex::new(0));
    let answers = Answers::default();
    let lines = Lines {
        mutator: protocol_lines(9),
        left: inputs(4_000),
        line: Vec::new(),
        searches: Arc::clone(&searches),
    };
    let engine = Engine::new().unwrap();
    Session::new(engine, Output::new(answers.clone())).run(BufReader::new(lines));
    let asked = *searches.lock().unwrap();
    assert_eq!(answers.0.lock().unwrap().0, asked);
    assert!(asked > 0);
}
