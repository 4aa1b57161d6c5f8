//! Mutated texts of positions and moves.

use super::mutation::Mutator;
use super::{POSITIONS, assert_is_a_sentence, inputs};
use emergo::{
    Coordinates, Position, Variant, read_move, read_position, write_move, write_position,
};

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
fn any_position_text_is_accepted_or_rejected() {
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
fn any_move_text_is_a_legal_move_or_rejected() {
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
        let moves = position.legal_moves();
        for coordinates in Coordinates::ALL {
            seeds.extend(moves.iter().map(|mv| write_move(position.variant(), coordinates, *mv)));
        }
        legal.push(moves);
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
