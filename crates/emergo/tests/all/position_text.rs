//! Position text: writing, reading of all accepted forms, and errors with the place and the cause.

use crate::support::{parse_position, position_text, random};
use emergo::Coordinates::Oblique;
use emergo::{Position, Variant, read_move, read_position, write_position};

use Variant::{Emergo, Emergo7, Hexemergo};

const EMPTY_EMERGO: &str = "1/3/5/7/9/7/5/3/1";

#[test]
fn the_start_position_has_the_text_of_the_rules() {
    for (variant, text) in [
        (Emergo, "1/3/5/7/9/7/5/3/1 w 12,12 1"),
        (Emergo7, "1/3/5/7/5/3/1 w 8,8 1"),
        (Hexemergo, "4/5/6/7/6/5/4 w 12,12 1"),
    ] {
        assert_eq!(write_position(&Position::start(variant), 1), text);
        assert_eq!(parse_position(variant, text), Position::start(variant));
    }
}

#[test]
fn a_random_position_text_is_written_as_it_was_read() {
    for variant in Variant::ALL {
        for seed in 0..2000 {
            let text = random::position_text(&mut random::rng(seed), variant);
            let turn = [1, 2, 77, u32::MAX][seed as usize % 4];
            let read = read_position(variant, &format!("{text} {turn}")).unwrap();
            assert_eq!(read.turn, turn, "{variant} {text}");
            assert_eq!(write_position(&read.position, turn), format!("{text} {turn}"));
        }
    }
}

#[test]
fn a_position_of_a_random_game_is_read_as_it_was_written() {
    for variant in Variant::ALL {
        for seed in 0..20 {
            for position in random::game_positions(&mut random::rng(seed), variant, 150) {
                let text = write_position(&position, 9);
                let read = read_position(variant, &text).unwrap();
                assert_eq!((read.position, read.turn), (position, 9), "{text}");
            }
        }
    }
}

#[test]
fn lines_are_in_descending_order_of_digits_and_cells_in_ascending_order_of_letters() {
    for (variant, text, pieces) in [
        (Emergo, "w/b2/5/7/b7w/7/5/2w/b w 0,0", "a5:b d8:b e1:b e9:w f2:w i5:w"),
        (Emergo7, "w/b2/5/b5w/5/2w/b w 0,0", "a4:b c6:b d1:b d7:w e2:w g4:w"),
        (Hexemergo, "w2b/5/6/w5b/6/5/b2w w 0,0", "a1:b a4:w d1:w d7:w g4:b g7:b"),
    ] {
        let position = parse_position(variant, text);
        let mut found: Vec<String> = variant
            .cells()
            .filter_map(|square| {
                let owner = position.owner(square)?;
                Some(format!("{}:{}", Oblique.name_of(variant, square), owner.letter()))
            })
            .collect();
        found.sort();
        assert_eq!(found.join(" "), pieces, "{variant} {text}");
    }
}

#[test]
fn all_documented_forms_of_a_position_are_accepted() {
    let strict = "1/w2/5/2(w3b2)4/4b4/(bw)6/(b4)4/3/1 b 3,0 7";
    for text in [
        strict,
        // Either letter case.
        "1/W2/5/2(W3B2)4/4B4/(BW)6/(B4)4/3/1 B 3,0 7",
        "1/W2/5/2(w3B2)4/4b4/(Bw)6/(B4)4/3/1 b 3,0 7",
        // Counts of 1, and brackets around single men.
        "1/(w1)2/5/2(w3b2)4/4(b)4/(b1w1)6/(b4)4/3/1 b 3,0 7",
        // White space of any kind around and between the fields.
        " 1/w2/5/2(w3b2)4/4b4/(bw)6/(b4)4/3/1\tb   3,0\r\n7\n",
    ] {
        let read = read_position(Emergo, text).unwrap();
        assert_eq!(write_position(&read.position, read.turn), strict, "{text:?}");
    }
}

#[test]
fn a_missing_turn_is_turn_1() {
    let read = read_position(Emergo, "1/3/5/7/9/7/5/3/1 b 5,12").unwrap();
    assert_eq!(read.turn, 1);
    assert_eq!(position_text(&read.position), "1/3/5/7/9/7/5/3/1 b 5,12");
}

#[test]
fn an_invalid_position_text_is_rejected_with_the_place_and_the_cause() {
    let lines = |line: &str| format!("1/3/5/7/{line}/7/5/3/1 w 0,0");
    let behind = |fields: &str| format!("{EMPTY_EMERGO} {fields}");
    for (text, essential) in [
        // Fields.
        (String::new(), "the text of the cells is missing"),
        (" \t\n".to_owned(), "the text of the cells is missing"),
        (EMPTY_EMERGO.to_owned(), "the side to move is missing"),
        (behind("w"), "the number of men in hand is missing"),
        (behind("w 12,12 1 extra"), "'extra' is one field too many"),
        (behind("w 12,12 1 2 3"), "'2' is one field too many"),
        // Lines.
        ("1/3/5/7/9/7/5/3 w 0,0".to_owned(), "8 lines of cells, emergo has 9"),
        ("1/3/5/7/9/7/5/3/1/ w 0,0".to_owned(), "10 lines of cells, emergo has 9"),
        ("9 w 0,0".to_owned(), "1 lines of cells, emergo has 9"),
        (
            "1/3/5/7/5/3/1 w 0,0".to_owned(),
            "7 lines of cells, emergo has 9, emergo7 7, hexemergo 7",
        ),
        (lines("8"), "line 5 of the cells has 8 of its 9 cells"),
        (lines("4b3"), "line 5 of the cells has 8 of its 9 cells"),
        (lines(""), "line 5 of the cells has 0 of its 9 cells"),
        (lines("10"), "line 5 of the cells has more than its 9 cells"),
        (lines("9w"), "line 5 of the cells has more than its 9 cells"),
        (lines("wwwwwwwwww"), "line 5 of the cells has more than its 9 cells"),
        (lines("4294967296"), "line 5 of the cells has more than its 9 cells"),
        (lines("99999999999999999999999"), "line 5 of the cells has more than its 9 cells"),
        ("1/3/5/7/9/7/5/3/2 w 0,0".to_owned(), "line 1 of the cells has more than its 1 cells"),
        ("2/3/5/7/9/7/5/3/1 w 0,0".to_owned(), "line 9 of the cells has more than its 1 cells"),
        // Characters are counted from the beginning of the text, with columns included.
        (
            "(w2)/3/5/7/4x4/7/5/3/1 w 0,0".to_owned(),
            "line 5 of the cells, character 13 of the text: ",
        ),
        ("1/3/5/7/9/7/5/3/? w 0,0".to_owned(), "line 1 of the cells, character 17 of the text: "),
        // Columns.
        (lines("4("), "line 5 of the cells"),
        (lines("4(w3"), "a column without its closing bracket"),
        (lines("4(w3w2)4"), "cap and prisoners of the same side"),
        (lines("4(bb)4"), "cap and prisoners of the same side"),
        (lines("4(w0)4"), "a number that is 0"),
        (lines("4(w3b0)4"), "a number that is 0"),
        (lines("0w8"), "a number that is 0"),
        (lines("4(w13)4"), "a column with 13 men of one side, the game has 12"),
        (lines("4(bw13)4"), "a column with 13 men of one side, the game has 12"),
        (lines("4(w256)4"), "a column with 256 men of one side, the game has 12"),
        (lines("4(w4294967297)4"), "men of one side, the game has 12"),
        // Side, hands, turn.
        (behind("x 0,0"), "the side to move is w or b, not 'x'"),
        (behind("white 0,0"), "the side to move is w or b, not 'white'"),
        (behind("12,12 w"), "the side to move is w or b, not '12,12'"),
        (behind("w 12"), "the men in hand are two numbers such as 12,12, not '12'"),
        (behind("w 12,"), "the men in hand are two numbers such as 12,12, not '12,'"),
        (behind("w ,"), "not ','"),
        (behind("w 1,2,3"), "not '1,2,3'"),
        (behind("w 1;2"), "not '1;2'"),
        (behind("w 1.0,2"), "not '1.0,2'"),
        (behind("w -1,0"), "not '-1,0'"),
        (behind("w +1,0"), "not '+1,0'"),
        (behind("w a,b"), "not 'a,b'"),
        (behind("w 99999999999,0"), "too many men: White has 0 on the board"),
        (behind("w 0,0 0"), "the turn is a number from 1 to 4294967295, not '0'"),
        (behind("w 0,0 -1"), "the turn is a number from 1 to 4294967295, not '-1'"),
        (behind("w 0,0 1.5"), "the turn is a number from 1 to 4294967295, not '1.5'"),
        (behind("w 0,0 x"), "the turn is a number from 1 to 4294967295, not 'x'"),
        (behind("w 0,0 4294967296"), "the turn is a number from 1 to 4294967295, not '4294967296'"),
        // Men.
        (
            behind("w 13,0"),
            "too many men: White has 0 on the board and 13 in hand, the game has 12",
        ),
        (
            behind("b 0,13"),
            "too many men: Black has 0 on the board and 13 in hand, the game has 12",
        ),
        (behind("b 0,256"), "too many men: Black has 0 on the board and 256 in hand"),
        (
            "1/3/5/7/4w4/7/5/3/1 w 12,12".to_owned(),
            "too many men: White has 1 on the board and 12 in hand, the game has 12",
        ),
        (
            "1/3/5/7/4(wb7)(b6)3/7/5/3/1 w 0,0".to_owned(),
            "too many men: Black has 13 on the board and 0 in hand, the game has 12",
        ),
        (
            "w/www/wwwww/wwww3/9/7/5/3/1 w 0,0".to_owned(),
            "too many men: White has 13 on the board and 0 in hand, the game has 12",
        ),
    ] {
        let error = format!("{:#}", read_position(Emergo, &text).expect_err(&text));
        assert!(error.contains(essential), "{text:?}: {error}");
    }
    // Line 5 begins with character 9.
    for (cells, at, fault) in [
        ("4x4", 10, "unexpected character 'x'"),
        ("-9", 9, "unexpected character '-'"),
        ("4é4", 10, "unexpected character 'é'"),
        ("4\u{0}4", 10, "unexpected character '\\u{0}'"),
        ("4\u{200b}4", 10, "unexpected character"),
        ("4٣4", 10, "unexpected character '٣'"),
        ("4)4", 10, "unexpected character ')'"),
        ("4(wx)4", 12, "unexpected character 'x'"),
        ("4(w3b2w)4", 15, "unexpected character 'w'"),
        ("4((w))4", 11, ""),
        ("(é)8", 10, ""),
        ("4()4", 11, "a column that does not begin with men"),
        ("4(3)4", 11, "a column that does not begin with men"),
        ("4(w3b2", 15, "a column without its closing"),
    ] {
        let error = read_position(Emergo, &lines(cells)).expect_err(cells).to_string();
        let expected = format!("line 5 of the cells, character {at} of the text: {fault}");
        assert!(error.contains(&expected), "{cells:?}: {error}");
    }
}

#[test]
fn an_error_contains_only_a_printable_excerpt_of_the_input() {
    let long = "y".repeat(100_000);
    let start = Position::start(Emergo);
    let errors = [
        read_position(Emergo, &format!("{EMPTY_EMERGO} {long} 0,0")).unwrap_err().to_string(),
        read_move(&start, Oblique, &long).unwrap_err().to_string(),
    ];
    for error in errors {
        assert!(error.contains(&format!("'{}…'", "y".repeat(40))), "{error}");
    }
    let error = read_move(&start, Oblique, "e4\u{1b}[2J").unwrap_err().to_string();
    assert!(!error.contains('\u{1b}'), "{error:?}");
}

#[test]
fn each_board_has_its_own_limits() {
    for (variant, text, essential) in [
        (Emergo7, "1/3/5/3(w9)3/5/3/1 w 0,0", "9 men of one side, the game has 8"),
        (Emergo7, "1/3/5/7/5/3/1 w 9,8", "White has 0 on the board and 9 in hand, the game has 8"),
        (Emergo7, "4/5/6/7/6/5/4 w 8,8", "line 7 of the cells has more than its 1 cells"),
        (Hexemergo, "1/3/5/7/5/3/1 w 8,8", "line 7 of the cells has 1 of its 4 cells"),
        (Hexemergo, "4/5/6/3(b13)3/6/5/4 w 0,0", "13 men of one side, the game has 12"),
        (Hexemergo, "1/3/5/7/9/7/5/3/1 w 0,0", "9 lines of cells, hexemergo has 7, emergo 9"),
    ] {
        let error = format!("{:#}", read_position(variant, text).expect_err(text));
        assert!(error.contains(essential), "{variant} {text:?}: {error}");
    }
}
