//! Property tests: the readers of positions and moves accept or reject any text and never panic.

use crate::support::{perft_positions, position_text, random};
use emergo::{Coordinates, Position, Variant};
use emergo::{read_move, read_position, write_position};
use proptest::prelude::*;

#[test]
fn an_error_contains_only_a_printable_excerpt_of_the_input() {
    let long = "y".repeat(100_000);
    let text = format!("1/3/5/7/9/7/5/3/1 {long} 0,0");
    let error = read_position(Variant::Emergo, &text).unwrap_err().to_string();
    assert!(error.contains(&format!("'{}…'", "y".repeat(40))), "{error}");
    let error = read_move(&Position::start(Variant::Emergo), Coordinates::Oblique, &long)
        .unwrap_err()
        .to_string();
    assert!(error.contains(&format!("'{}…'", "y".repeat(40))), "{error}");
    let error = read_move(&Position::start(Variant::Emergo), Coordinates::Oblique, "e4\u{1b}[2J")
        .unwrap_err();
    assert!(!error.to_string().contains('\u{1b}'), "{error:?}");
}

/// Positions of all boards and all stages of a game.
fn sample_positions() -> Vec<Position> {
    perft_positions().into_iter().step_by(9).collect()
}

/// Reads a text as a position of each board and as a move in each position. An accepted move must be legal. An accepted
/// position must be valid, and the same after it is written and read again. An error message must be short.
fn read_as_position_and_move(text: &str, positions: &[Position]) {
    for variant in Variant::ALL {
        match read_position(variant, text) {
            Ok(read) => {
                assert_eq!(read.position.check(), Ok(()));
                let written = write_position(&read.position, read.turn);
                assert_eq!(read_position(variant, &written), Ok(read));
            }
            Err(error) => assert!(format!("{error:#}").chars().count() < 400, "{error:#}"),
        }
    }
    for position in positions {
        for coordinates in Coordinates::ALL {
            match read_move(position, coordinates, text) {
                Ok(mv) => {
                    assert!(
                        position.legal_moves().contains(&mv),
                        "{text} in {}",
                        position_text(position)
                    );
                }
                Err(error) => assert!(error.to_string().chars().count() < 400, "{error}"),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_string_is_accepted_or_rejected(text in any::<String>()) {
        read_as_position_and_move(&text, &sample_positions());
    }

    #[test]
    fn a_string_of_position_characters_is_accepted_or_rejected(
        text in "[1-9wbWB()/]{0,40} [wb] [0-9]{1,3},[0-9]{1,3}( [0-9]{1,12})?"
    ) {
        read_as_position_and_move(&text, &sample_positions());
    }

    #[test]
    fn any_lines_of_cells_are_accepted_or_rejected(
        lines in prop::collection::vec("([1-9wb]|\\([wb][0-9]{0,2}([wb][0-9]{0,2})?\\)?){0,5}", 7..=9),
        hands in "[0-9]{1,2},[0-9]{1,2}"
    ) {
        read_as_position_and_move(&format!("{} w {hands}", lines.join("/")), &[]);
    }

    #[test]
    fn a_string_of_move_characters_is_accepted_or_rejected(text in "[a-i1-9xX*-]{0,9}") {
        read_as_position_and_move(&text, &sample_positions());
    }

    #[test]
    fn a_list_of_squares_is_accepted_or_rejected(text in "([a-i][1-9][-x]?){1,14}[x*]?[0-9]?") {
        read_as_position_and_move(&text, &sample_positions());
    }

    #[test]
    fn a_mutated_position_text_is_accepted_or_rejected(
        seed in any::<u64>(),
        at in any::<prop::sample::Index>(),
        other in any::<char>()
    ) {
        for variant in Variant::ALL {
            let text = random::position_text(&mut random::rng(seed), variant);
            let mutated = at.index(text.len());
            let text: String =
                text.chars().enumerate().map(|(i, c)| if i == mutated { other } else { c }).collect();
            read_as_position_and_move(&text, &[]);
        }
    }
}
