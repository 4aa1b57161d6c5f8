//! Whatever is given to the readers of positions and moves, they read or refuse it, and never panic.

use emergo::{Coordinates, Position, Variant};
use emergo::{read_move, read_position, write_position};
use proptest::prelude::*;
use test_support::{perft_positions, position_text, random};

#[test]
fn an_error_repeats_no_more_than_the_beginning_of_a_text() {
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

/// Positions of every board and phase, to read moves in.
fn some_positions() -> Vec<Position> {
    perft_positions().into_iter().step_by(9).collect()
}

/// Reads a text in every way there is. What is read is a legal move, or a position that is written in a
/// form that says the same.
fn read_everything(text: &str, positions: &[Position]) {
    for variant in Variant::ALL {
        match read_position(variant, text) {
            Ok(read) => {
                assert_eq!(read.position.check(), Ok(()));
                let written = write_position(&read.position, read.turn);
                assert_eq!(read_position(variant, &written), Ok(read));
            }
            Err(error) => assert!(error.to_string().chars().count() < 400, "{error}"),
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
    fn any_string_is_read_or_refused(text in any::<String>()) {
        read_everything(&text, &some_positions());
    }

    #[test]
    fn any_string_of_the_alphabet_of_positions_is_read_or_refused(
        text in "[1-9wbWB()/]{0,40} [wb] [0-9]{1,3},[0-9]{1,3}( [0-9]{1,12})?"
    ) {
        read_everything(&text, &some_positions());
    }

    #[test]
    fn any_nine_lines_are_read_or_refused(
        lines in prop::collection::vec("([1-9wb]|\\([wb][0-9]{0,2}([wb][0-9]{0,2})?\\)?){0,5}", 7..=9),
        hands in "[0-9]{1,2},[0-9]{1,2}"
    ) {
        read_everything(&format!("{} w {hands}", lines.join("/")), &[]);
    }

    #[test]
    fn any_string_of_the_alphabet_of_moves_is_read_or_refused(text in "[a-i1-9xX*-]{0,9}") {
        read_everything(&text, &some_positions());
    }

    #[test]
    fn any_row_of_squares_is_read_or_refused(text in "([a-i][1-9][-x]?){1,14}[x*]?[0-9]?") {
        read_everything(&text, &some_positions());
    }

    #[test]
    fn a_spoilt_position_text_is_read_or_refused(
        seed in any::<u64>(),
        at in any::<prop::sample::Index>(),
        other in any::<char>()
    ) {
        for variant in Variant::ALL {
            let text = random::position_text(&mut random::rng(seed), variant);
            let spoilt = at.index(text.len());
            let text: String =
                text.chars().enumerate().map(|(i, c)| if i == spoilt { other } else { c }).collect();
            read_everything(&text, &[]);
        }
    }
}
