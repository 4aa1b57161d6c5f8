//! Mutated self-play games, as files and as lines of positions, are read or refused. A long run:
//! `LUCTOR_FUZZ=10000000 cargo test fuzz`.

use crate::game_file::{block_bytes, header, read};
use crate::position_lines::{GAME, random_game};
use emergo::{Blocked, Game, Position, Variant};
use fastrand::Rng;
use luctor_trainer::self_play::position_lines;
use test_support::amount::amount_from_env;
use test_support::mutation::{Mutator, assert_is_a_sentence};
use test_support::{parse_position, position_text};

/// A file with one block of these bytes and a right checksum.
fn game_file(variant: Variant, games: &[u8]) -> Vec<u8> {
    [header(variant), block_bytes(games, [1, 2, 2])].concat()
}

/// Reads all games up to the first error, and checks the final position of each. Returns the number of games.
fn read_games(file: &[u8]) -> usize {
    let (games, end) = read(file);
    for recorded in &games {
        let mut game = Game::new(recorded.variant, Blocked::Draw);
        recorded.plies.iter().for_each(|ply| game.play(ply.played));
        let sampled = recorded.sampled.iter().map(|sampled| &sampled.position);
        for position in sampled.chain([game.position()]) {
            let text = position_text(position);
            assert_eq!(parse_position(position.variant(), &text), *position);
        }
    }
    if let Err(error) = end {
        assert_is_a_sentence(&error);
    }
    games.len()
}

#[test]
fn any_game_file_is_read_or_refused() {
    // Games with searched plies, one of them with a random move instead of the best one; one with a position that a search
    // evaluated; and malformed ones.
    let sampled =
        [&[0, 5, 1][..], Position::start(Variant::Emergo7).pack().as_bytes(), &[14]].concat();
    let blocks: [&[u8]; 5] = [
        &sampled,
        &[2, 0, 5, 20, 14, 3, 1],
        &[3, 1, 0, 4, 8],
        &[1, 2, 129, 1, 7, 1, 0, 0],
        &[200, 1, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1],
    ];
    let mut block_mutator = Mutator::new(6, &blocks, &["\u{0}", "\u{1}", "\u{7f}", "\u{ff}"]);
    let files: Vec<Vec<u8>> =
        blocks.iter().map(|block| game_file(Variant::Emergo7, block)).collect();
    let words = ["luctor-games 1 ", "variant=", "hexemergo", "\n"];
    let mut file_mutator = Mutator::new(7, &files, &words);
    let mut read = 0;
    for number in 0..amount_from_env("LUCTOR_FUZZ", 20_000_u64) {
        // Most inputs have a right checksum. With a wrong one, the games are not decoded.
        if number % 8 == 0 {
            read += read_games(&file_mutator.input());
        } else {
            let variant = Variant::ALL[number as usize % 3];
            read += read_games(&game_file(variant, &block_mutator.input()));
        }
    }
    println!("{read} games read");
    assert!(read > 0, "no mutated file was read");
}

#[test]
fn any_position_lines_are_read_or_refused() {
    let small = position_lines::write_game(&random_game(&mut Rng::with_seed(2), Variant::Emergo7));
    let words =
        ["{", "\"", "\n", "\"score\":", "\"best\":\"e4\"", "null", "1e9", "0-1", "w 12,12 1"];
    let mut mutator = Mutator::new(3, &[GAME.join("\n"), small[..2_000].to_owned()], &words);
    let mut games = 0;
    for _ in 0..amount_from_env("LUCTOR_FUZZ", 5_000) {
        let text = String::from_utf8_lossy(&mutator.input()).into_owned();
        let line_count = text.lines().count();
        for read in position_lines::read_games(&text) {
            match read {
                Ok(game) => {
                    games += 1;
                    let again = position_lines::read_games(&position_lines::write_game(&game));
                    assert!(matches!(&again[..], [Ok(found)] if *found == game), "{text:?}");
                }
                Err(fault) => {
                    assert!((1..=line_count).contains(&fault.line), "{text:?}");
                    assert_is_a_sentence(&fault);
                }
            }
        }
    }
    assert!(games > 0, "no text was right");
}
