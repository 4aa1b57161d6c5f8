//! Move text in both systems of coordinates: writing, reading of all accepted forms, and errors with the rule that
//! forbids a move.

use crate::support::{find_move, parse_position, position_text, random};
use emergo::notation::MoveTextError;
use emergo::{Coordinates, Position, Variant, read_move, write_move};
use std::collections::HashSet;

use Coordinates::{Checkerboard, Oblique};
use Variant::{Emergo, Emergo7, Hexemergo};

fn parse_emergo_position(text: &str) -> Position {
    parse_position(Emergo, text)
}

#[test]
fn every_move_is_read_as_it_was_written_in_both_systems_of_coordinates() {
    for variant in Variant::ALL {
        for seed in 0..40 {
            for position in random::game_positions(&mut random::rng(seed), variant, 120) {
                let moves = position.legal_moves();
                for coordinates in Coordinates::ALL {
                    let mut texts = HashSet::new();
                    for mv in &moves {
                        let text = write_move(variant, coordinates, *mv);
                        let read = read_move(&position, coordinates, &text);
                        assert_eq!(read.as_ref(), Ok(mv), "{text} in {}", position_text(&position));
                        let upper = read_move(&position, coordinates, &text.to_uppercase());
                        assert_eq!(
                            upper.as_ref(),
                            Ok(mv),
                            "{text} in {}",
                            position_text(&position)
                        );
                        texts.insert(text);
                    }
                    assert_eq!(texts.len(), moves.len(), "{}", position_text(&position));
                }
            }
        }
    }
}

/// File and rank of a cell, from 0, by the formula in the rules.
fn checkerboard_formula(variant: Variant, letter: i32, digit: i32) -> (i32, i32) {
    match variant {
        Emergo => (letter + digit - 5, digit - letter + 3),
        _ => (letter + digit - 4, digit - letter + 2),
    }
}

#[test]
fn oblique_and_checkerboard_name_the_same_cells() {
    for (variant, oblique, checkerboard) in [
        (Emergo, "e1", "a1"),
        (Emergo, "a5", "a9"),
        (Emergo, "e9", "i9"),
        (Emergo, "i5", "i1"),
        (Emergo, "e5", "e5"),
        (Emergo, "f4", "e3"),
        (Emergo7, "d1", "a1"),
        (Emergo7, "a4", "a7"),
        (Emergo7, "d7", "g7"),
        (Emergo7, "g4", "g1"),
        (Emergo7, "d4", "d4"),
        (Hexemergo, "a1", "a1"),
        (Hexemergo, "g4", "g4"),
    ] {
        let mut characters = oblique.chars();
        let (letter, digit) = (characters.next().unwrap(), characters.next().unwrap());
        let square = Oblique.square(variant, letter, digit).unwrap();
        assert_eq!(Checkerboard.name_of(variant, square).to_string(), checkerboard, "{variant}");
    }
    for variant in [Emergo, Emergo7] {
        let mut seen = 0;
        for letter in 0..variant.size() {
            for digit in 1..=variant.size() {
                let Some(square) = variant.square_at(letter, digit) else {
                    continue;
                };
                let (file, rank) = checkerboard_formula(variant, letter.into(), digit.into());
                let name = format!("{}{}", char::from(b'a' + file as u8), rank + 1);
                assert_eq!(Checkerboard.name_of(variant, square).to_string(), name);
                let characters: Vec<char> = name.chars().collect();
                let read = Checkerboard.square(variant, characters[0], characters[1]);
                assert_eq!(read, Some(square), "{variant} {name}");
                seen += 1;
            }
        }
        assert_eq!(seen, variant.cells().count(), "{variant}");
    }
}

#[test]
fn every_cell_has_a_name_and_no_other_name_is_accepted() {
    for variant in Variant::ALL {
        for coordinates in Coordinates::ALL {
            let letters = ('\0'..='\u{ff}').chain(['٣', 'é', 'А', 'ａ']);
            let mut read = HashSet::new();
            for letter in letters {
                for digit in ('\0'..='\u{7f}').chain(['٣', '５']) {
                    let Some(square) = coordinates.square(variant, letter, digit) else {
                        continue;
                    };
                    let name = coordinates.name_of(variant, square).to_string();
                    assert_eq!(name, format!("{}{digit}", letter.to_ascii_lowercase()));
                    read.insert(square);
                }
            }
            assert_eq!(read.len() as u32, variant.cells().count(), "{variant} {coordinates}");
        }
    }
}

#[test]
fn the_hexagonal_board_always_uses_oblique_names() {
    for square in Hexemergo.cells() {
        let oblique = Oblique.name_of(Hexemergo, square);
        assert_eq!(Checkerboard.name_of(Hexemergo, square), oblique);
    }
    let hexagon = parse_position(Hexemergo, "4/5/6/3w3/6/5/4 w 0,0");
    assert_eq!(read_move(&hexagon, Checkerboard, "d4-e5"), read_move(&hexagon, Oblique, "d4-e5"));
    assert!(read_move(&hexagon, Checkerboard, "de4").is_ok());
}

const STEPS: &str = "b/3/5/7/9/4w2/3w1/3/1 w 0,0";
const TWO_JUMPS: &str = "b/3/5/7/9/2b1bw1/5/3/1 w 0,0";
/// Origin and target of the only capture have the same letter.
const UPWARDS: &str = "1/3/5/7/9/3b3/5/1b1/w w 0,0";
const ROUND: &str = "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0";

#[test]
fn all_documented_forms_of_a_move_are_accepted() {
    for (text, forms, expected) in [
        (STEPS, "f4-e4 f4e4 fe4 F4-E4 F4E4 FE4 Fe4", "f4-e4"),
        (STEPS, "f4-f5 f4f5 f45 F45", "f4-f5"),
        (
            TWO_JUMPS,
            "g4xe4xc4 g4e4c4 g4xe4c4 g4e4xc4 g4xc4 g4c4 gc4x gc4 G4XE4XC4 G4E4C4 GC4X \
             g4-e4-c4 g4-e4-c4x g4-c4 g4-c4x g4xe4xc4x g4e4c4x g4c4x g4-e4c4 G4-E4-C4X",
            "g4xe4xc4",
        ),
        (UPWARDS, "e1xe3xe5 e1e3e5 e1xe5 e1e5 e15x e15 E15X e1-e5 e1-e3-e5x", "e1xe3xe5"),
        (
            ROUND,
            "e4xc4xc6xe6xe4xc4 e4c4c6e6e4c4 e4xc4 ec4x e4-c4-c6-e6-e4-c4 e4-c4-c6-e6-e4-c4x e4-c4",
            "e4xc4xc6xe6xe4xc4",
        ),
        ("1/3/5/7/9/7/5/3/1 b 5,12", "e5 E5 e5*1", "e5"),
        ("1/3/5/7/9/7/5/3/1 w 7,0", "e5 E5 e5*7 E5*7", "e5"),
    ] {
        let position = parse_emergo_position(text);
        let expected = Ok(find_move(&position, expected));
        for form in forms.split(' ') {
            assert_eq!(read_move(&position, Oblique, form), expected, "{form} in {text}");
        }
    }
    // Checkerboard coordinates have the same forms except the shorthand.
    let position = parse_emergo_position(TWO_JUMPS);
    let expected = Ok(find_move(&position, "g4xe4xc4"));
    for form in ["f2xd4xb6", "f2d4b6", "f2xb6", "f2b6", "F2XB6", "f2-d4-b6", "f2-b6x"] {
        assert_eq!(read_move(&position, Checkerboard, form), expected, "{form}");
    }
    for form in ["fb6x", "f26", "fb6"] {
        let error = read_move(&position, Checkerboard, form).unwrap_err();
        assert!(matches!(error, MoveTextError::Unreadable { .. }), "{form}: {error}");
    }
}

#[test]
fn a_text_that_fits_several_moves_is_rejected_with_two_of_them() {
    for (text, forms, candidates) in [
        (
            "1/3/5/2b4/2b1b4/2bw3/5/3/1 w 0,0",
            "e4xe4 e4e4 ee4x e44x e44",
            ["e4xc4xc6xe6xe4", "e4xe6xc6xc4xe4"],
        ),
        (
            "1/3/5/2b4/2b1b4/2bwb2/5/3/1 w 0,0",
            "e4xg4 e4g4 eg4 eg4x",
            ["e4xc4xc6xe6xe4xg4", "e4xe6xc6xc4xe4xg4"],
        ),
    ] {
        let position = parse_emergo_position(text);
        for form in forms.split(' ') {
            let error = read_move(&position, Oblique, form).unwrap_err();
            let MoveTextError::Ambiguous { candidates: mut named, .. } = error.clone() else {
                panic!("{form} in {text}: {error}");
            };
            named.sort();
            assert_eq!(named, candidates, "{form} in {text}");
            let message = error.to_string();
            let names_both = candidates.iter().all(|candidate| message.contains(candidate));
            assert!(names_both && message.contains(form), "{message}");
        }
        for full in candidates {
            assert!(read_move(&position, Oblique, full).is_ok(), "{full}");
        }
    }
}

#[test]
fn an_illegal_move_is_rejected_with_the_rule_that_forbids_it() {
    let start = "1/3/5/7/9/7/5/3/1 w 12,12";
    let entering = "b/3/5/7/9/3w3/5/3/1 b 5,5";
    let shadow = "b/3/5/7/9/3w3/5/3/1 b 0,7";
    let blocked = "1/3/5/7/9/7/2b2/1b1/w w 0,0";
    let no_entry = "b/w1w/b3b/w2b2w/b4b2b/wbb2ww/bb2w/wwb/w w 1,0";
    for (text, forms, reason, essential) in [
        (TWO_JUMPS, "g4-g5 g4g5 a5 g45", "must_capture", "such as g4xe4xc4"),
        (
            TWO_JUMPS,
            "g4xe4 g4e4 ge4 ge4x g4-e4 g4-e4x",
            "not_longest",
            "longest capture is mandatory: 2 men, such as g4xe4xc4",
        ),
        (
            TWO_JUMPS,
            "g4xg6 g4-e4-g4 g4xe4xe6 g4xe4xc4xc6 g4xc4xe4",
            "no_such_capture",
            "this capture is not possible; a legal one is g4xe4xc4",
        ),
        (TWO_JUMPS, "a5xc5 f4xd4", "not_yours", "the side to move has no piece on "),
        (
            entering,
            "e9-e8 e98 e4-e5",
            "must_enter",
            "men in hand must be entered before a piece may step",
        ),
        (STEPS, "c3 e5*7", "empty_hand", "no men in hand"),
        (entering, "e4 e9", "occupied", " is not vacant"),
        (STEPS, "f4-f3 f43", "occupied", "f3 is not vacant"),
        (start, "e5 E5 e5*1", "centre", "may not be on the centre e5"),
        (entering, "e5 d4 e3 f4", "feeding", "could jump a piece entering on "),
        (shadow, "e5 e5*7 f4*7", "feeding", "could jump a piece entering on "),
        (STEPS, "e9-e8 e98", "not_yours", "the side to move has no piece on e9"),
        (STEPS, "a5-b5 a5b5", "not_yours", "the side to move has no piece on a5"),
        (
            STEPS,
            "f4-f6 f4-e5 f4xf6 f4xd4 f4f5f6 f4-e4x f4-e4-d4",
            "no_such_move",
            "no piece moves like that",
        ),
        (shadow, "c3*6 c3*1 c3*0 c3*8", "no_such_move", "no piece moves like that"),
        (entering, "c3*5", "no_such_move", "no piece moves like that"),
        (blocked, "e1-e2 e1xe3 c3", "no_moves", "there is no legal move"),
        (no_entry, "d6 e5 e5*1", "no_moves", "there is no legal move"),
        (start, "a1 i9 e0 j5 z9 a4 e4-a1 a1-e4 ea1", "unknown_square", "emergo has no square "),
    ] {
        let position = parse_emergo_position(text);
        for form in forms.split(' ') {
            let error = read_move(&position, Oblique, form).expect_err(form);
            assert_eq!(error.name(), reason, "{form} in {text}: {error}");
            let message = error.to_string();
            assert!(message.contains(essential), "{form} in {text}: {message}");
            assert!(message.contains(&format!("illegal move '{form}'")), "{message}");
        }
    }
}

#[test]
fn reasons_name_cells_in_the_coordinates_of_the_reader() {
    for (text, form, essential) in [
        ("1/3/5/7/9/7/5/3/1 w 12,12", "e5", "on the centre e5"),
        ("b/3/5/7/9/3w3/5/3/1 b 5,5", "c5", "entering on c5"),
        ("1/3/5/7/9/3(wb3)3/5/3/1 b 5,5", "d4", "d4 is not vacant"),
        (TWO_JUMPS, "a1", "such as f2xd4xb6"),
        (TWO_JUMPS, "a2", "emergo has no square a2"),
    ] {
        let position = parse_emergo_position(text);
        let message = read_move(&position, Checkerboard, form).expect_err(form).to_string();
        assert!(message.contains(essential), "{form} in {text}: {message}");
    }
}

#[test]
fn a_text_without_the_form_of_a_move_is_unreadable() {
    let many_squares = "e5".repeat(17);
    for text in [
        "",
        " ",
        "e",
        "5",
        "-",
        "x",
        "*",
        "5e",
        "e55e",
        "e4-",
        "e4x",
        "-e4",
        "xe4",
        "e4--e5",
        "e4xxe6",
        "e4 e5",
        " e4",
        "e4 ",
        "e4-e5xe7",
        "e4xe6-e7",
        "e4-e6xx",
        "e4-e6x-",
        "xe4x",
        "e4*",
        "e4*x",
        "e4*-1",
        "*7",
        "e4-e5*7",
        "e4e5*7",
        "e4:e5",
        "e4−e5",
        "éé4",
        "e٣",
        "ｅ4",
        "e4\0",
        "\0",
        "pass",
        "none",
        "0000",
        "(w)",
        "e4\n",
        "e4+",
        "e4,e5",
        &many_squares,
    ] {
        let error = read_move(&Position::start(Emergo), Oblique, text).expect_err(text);
        assert_eq!(error.name(), "unreadable", "{text:?}: {error}");
        assert!(error.to_string().contains("is not a move"), "{error}");
    }
}
