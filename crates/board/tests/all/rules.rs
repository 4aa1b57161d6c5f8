//! Questions about positions, moves and the text of a game, as a client sees the answers.

use crate::client::{ask_rules, describe, game};
use emergo::{Blocked, EndReason, Ending, Repetition, Side, Variant};
use luctor_board::interface::{
    Answer, ColumnData, ColumnOnCell, Composition, GameText, PictureView, PositionData, Refusal,
    RulesAnswer, RulesQuestion,
};
use luctor_study::BySide;
use serde_json::{Value, json};

/// The answer as the page gets it.
fn ask_json(question: RulesQuestion) -> Value {
    serde_json::to_value(ask_rules(question)).unwrap()
}

fn refusal(question: RulesQuestion) -> Value {
    let answer = ask_json(question);
    assert_eq!(answer["kind"], "refused", "{answer}");
    answer["refusal"].clone()
}

fn position(text: &str) -> PositionData {
    describe(game(Variant::Emergo, Some(text), ""))
}

fn read_move(start: &str, text: &str) -> Result<String, Value> {
    let game = game(Variant::Emergo, Some(start), "");
    match ask_rules(RulesQuestion::ReadMove { game, text: text.to_owned() }) {
        Answer::Rules(RulesAnswer::Move { legal }) => Ok(legal.text),
        Answer::Refused { refusal: Refusal::Move { number: 1, fault, .. } } => {
            let json = serde_json::to_value(&fault).unwrap();
            assert_eq!(json["kind"], fault.name());
            Err(json)
        }
        other => panic!("{start} {text}: {other:?}"),
    }
}

const ROUNDABOUT: &str = "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0 1";
/// A side enters at the start, feeds on e5, or steps.
const START: &str = "1/3/5/7/9/7/5/3/1 w 12,12 1";
const FEEDING: &str = "1/3/5/3b3/9/7/5/3/1 w 5,5 1";
const STEPS: &str = "1/3/5/3b3/3w5/7/5/3/1 w 0,0 1";
const BLOCKED: &str = "w/bbb/2b2/3b3/9/7/5/3/1 w 0,0 1";

#[test]
fn the_boards_have_their_men_and_names() {
    for (variant, men, cells, has_checkerboard_names) in [
        (Variant::Emergo, 12, 41, true),
        (Variant::Emergo7, 8, 25, true),
        (Variant::Hexemergo, 12, 37, false),
    ] {
        let start = describe(game(variant, None, ""));
        assert_eq!((start.variant, start.men, start.cells.len()), (variant, men, cells));
        assert_eq!(start.hands, BySide { white: men, black: men }, "{variant}");
        let differ = start.cells.iter().any(|cell| cell.cell != cell.checkerboard);
        assert_eq!(differ, has_checkerboard_names, "{variant}");
    }
    let start = describe(game(Variant::Emergo, None, ""));
    let e1 = start.cells.iter().find(|cell| cell.cell == "e1").unwrap();
    assert_eq!(e1.checkerboard, "a1");
}

#[test]
fn the_required_move_is_described() {
    for (text, kind, men, shadowpiece) in [
        (START, emergo::MoveKind::Entry, 1, false),
        ("1/3/5/3b3/9/3w3/5/3/1 w 7,0 1", emergo::MoveKind::Entry, 7, true),
        ("1/3/5/3b3/9/3w3/5/3/1 w 1,0 1", emergo::MoveKind::Entry, 1, false),
        ("1/3/5/3b3/9/3w3/5/3/1 w 0,0 1", emergo::MoveKind::Step, 0, false),
        (ROUNDABOUT, emergo::MoveKind::Capture, 5, false),
    ] {
        let required = position(text).required.unwrap();
        assert_eq!((required.kind, required.men, required.shadowpiece), (kind, men, shadowpiece));
    }
}

#[test]
fn a_capture_lists_each_captured_man() {
    let moves = position(ROUNDABOUT).moves;
    assert_eq!(moves.len(), 1);
    assert_eq!(moves[0].text, "e4xc4xc6xe6xe4xc4");
    assert_eq!(moves[0].path, ["e4", "c4", "c6", "e6", "e4", "c4"]);
    assert_eq!(moves[0].captured, ["d4", "c5", "d6", "e5", "d4"]);
}

#[test]
fn forbidden_entries_have_their_rule() {
    let start = position(START);
    let faults: Vec<_> =
        start.forbidden.iter().map(|entry| (&*entry.cell, entry.fault.name())).collect();
    assert_eq!(faults, [("e5", "centre")]);
    let feeding = position(FEEDING);
    let e5 = feeding.forbidden.iter().find(|entry| entry.cell == "e5").unwrap();
    assert_eq!(e5.fault.name(), "feeding");
    for text in [ROUNDABOUT, BLOCKED, "1/3/5/3b3/9/3w3/5/3/1 w 0,0 1"] {
        assert_eq!(position(text).forbidden, [], "{text}");
    }
}

#[test]
fn threatened_pieces_are_those_of_the_side_to_move() {
    assert_eq!(position("1/3/5/3b3/4w4/7/5/3/1 w 0,0 1").threatened, ["e5"]);
    assert_eq!(position("1/3/5/3b3/9/7/5/3/1 b 0,0 1").threatened, [""; 0]);
}

#[test]
fn a_finished_game_has_an_ending_and_no_moves() {
    let lost = describe(game(Variant::Emergo, Some(ROUNDABOUT), "e4xc4xc6xe6xe4xc4"));
    assert_eq!(lost.text, "1/3/5/7/9/1(w3b5)(w2)4/5/3/1 b 0,0 1");
    let ending = Ending { winner: Some(Side::White), reason: EndReason::NoMen };
    assert_eq!((lost.ending, lost.required, lost.moves.len()), (Some(ending), None, 0));
}

#[test]
fn a_blocked_side_draws_or_loses() {
    for (blocked, winner) in [(Blocked::Draw, None), (Blocked::Loss, Some(Side::Black))] {
        let game = GameText { blocked, ..game(Variant::Emergo, Some(BLOCKED), "") };
        let ending = Ending { winner, reason: EndReason::Blocked };
        assert_eq!(describe(game).ending, Some(ending), "{blocked}");
    }
}

#[test]
fn a_move_is_written_strictly_or_has_the_rule_that_forbids_it() {
    let route = "e4xc4xc6xe6xe4xc4";
    for (start, text, strict) in [(STEPS, "de5", "d5-e5"), (ROUNDABOUT, "e4xc4", route)] {
        assert_eq!(read_move(start, text).as_deref(), Ok(strict));
    }
    for (start, text, fault) in [
        (START, "hello", json!({"kind": "unreadable"})),
        (START, "a1", json!({"kind": "unknown_square", "name": "a1"})),
        (START, "e5", json!({"kind": "centre", "square": "e5"})),
        (ROUNDABOUT, "e4xc4xc6", json!({"kind": "not_longest", "men": 5, "example": route})),
    ] {
        assert_eq!(read_move(start, text), Err(fault), "{start} {text}");
    }
}

#[test]
fn each_click_that_continues_no_move_has_its_reason() {
    let route = "e4xc4xc6xe6xe4xc4";
    let not_longest = json!({"kind": "not_longest", "men": 5, "example": route});
    let two_pieces = ROUNDABOUT.replace("2b1b4", "2b1bw3");
    for (start, path, cell, reason) in [
        (FEEDING, "", "e6", json!({"kind": "occupied", "square": "e6"})),
        (FEEDING, "", "e5", json!({"kind": "feeding", "square": "e5"})),
        (FEEDING, "", "a5", Value::Null),
        (STEPS, "", "e6", json!({"kind": "other_side", "cell": "e6", "owner": "black"})),
        (STEPS, "", "e5", json!({"kind": "no_piece", "cell": "e5", "side": "white"})),
        (STEPS, "", "d5", Value::Null),
        (STEPS, "d5", "c5", Value::Null),
        (STEPS, "d5", "d8", json!({"kind": "no_such_move"})),
        (STEPS, "d5", "e6", json!({"kind": "occupied", "square": "e6"})),
        (ROUNDABOUT, "", "d4", json!({"kind": "other_side", "cell": "d4", "owner": "black"})),
        (ROUNDABOUT, "", "e5", json!({"kind": "other_side", "cell": "e5", "owner": "black"})),
        (ROUNDABOUT, "", "e3", json!({"kind": "must_capture", "example": route})),
        (ROUNDABOUT, "e4", "c4", Value::Null),
        (ROUNDABOUT, "e4 c4", "e3", json!({"kind": "must_capture", "example": route})),
        (ROUNDABOUT, "e4", "e6", not_longest.clone()),
        (&two_pieces, "", "f5", not_longest.clone()),
        (&two_pieces, "f5", "d5", not_longest),
        (&two_pieces, "f5", "f6", json!({"kind": "must_capture", "example": route})),
    ] {
        let answer = ask_json(RulesQuestion::WhyNot {
            game: game(Variant::Emergo, Some(start), ""),
            path: path.split_whitespace().map(str::to_owned).collect(),
            cell: cell.to_owned(),
        });
        let expected = json!({"kind": "click_refusal", "refusal": reason});
        assert_eq!(answer, expected, "{start} {path} {cell}");
    }
}

#[test]
fn a_refused_move_of_a_game_has_its_number_and_rule() {
    let refused = |moves: &str| {
        refusal(RulesQuestion::Describe {
            game: game(Variant::Emergo, Some(ROUNDABOUT), moves),
            view: PictureView::default(),
        })
    };
    let after_end = "e4xc4xc6xe6xe4xc4 e4";
    let fault = json!({"kind": "game_ended", "ending": {"result": "1-0", "reason": "no men left"}});
    let expected = json!({"kind": "move", "number": 2, "text": "e4", "fault": fault});
    assert_eq!(refused(after_end), expected);
    let fault = json!({"kind": "unreadable"});
    assert_eq!(refused("?"), json!({"kind": "move", "number": 1, "text": "?", "fault": fault}));
}

#[test]
fn the_parts_of_a_capture_are_shown_one_after_the_other() {
    let question = RulesQuestion::PartialMoves {
        game: game(Variant::Emergo, Some(ROUNDABOUT), ""),
        text: "e4xc4xc6xe6xe4xc4".to_owned(),
        view: PictureView::default(),
    };
    let Answer::Rules(RulesAnswer::PartialMoves { pictures }) = ask_rules(question) else {
        panic!("no pictures")
    };
    let expected = [
        "1/3/5/2b4/2b1b4/1(w3b)(bw2)4/5/3/1",
        "1/3/5/1(w3b2)b4/4b4/2(bw2)4/5/3/1",
        "1/3/5/3(w3b3)3/4b4/2(bw2)4/5/3/1",
        "1/3/5/7/9/2(bw2)(w3b4)3/5/3/1",
        "1/3/5/7/9/1(w3b5)(w2)4/5/3/1",
    ];
    assert_eq!(pictures, expected.map(|cells| position(&format!("{cells} b 0,0 1")).picture));
}

fn read_position(variant: Variant, any_board: bool, text: &str) -> Value {
    ask_json(RulesQuestion::ReadPosition { variant, any_board, text: text.to_owned() })
}

#[test]
fn a_position_text_finds_its_board_and_is_written_strictly() {
    for first in Variant::ALL {
        for (text, variant, strict) in [
            ("1/3/5/7/9/7/5/3/1 W 12,12", Variant::Emergo, "1/3/5/7/9/7/5/3/1 w 12,12 1"),
            ("1/3/5/7/5/3/1 b 8,8 3", Variant::Emergo7, "1/3/5/7/5/3/1 b 8,8 3"),
            ("4/5/6/7/6/5/4 w 12,12", Variant::Hexemergo, "4/5/6/7/6/5/4 w 12,12 1"),
        ] {
            let answer = json!({"kind": "position_text", "variant": variant, "text": strict});
            assert_eq!(read_position(first, true, text), answer, "{first} {text}");
            let only = read_position(first, false, text);
            assert_eq!(only == answer, first == variant, "{first} {text}");
        }
    }
}

#[test]
fn a_fault_of_a_position_text_is_typed_and_that_of_the_board_with_its_form() {
    let cell = |at, fault| json!({"kind": "cell", "digit": 9, "at": at, "fault": fault});
    let too_many = json!({
        "kind": "too_many_men", "side": "white", "on_board": 1, "in_hand": 12, "limit": 12,
    });
    let too_tall = json!({"kind": "too_tall", "men": 13, "limit": 12});
    for (text, fault) in [
        ("", json!({"kind": "missing", "field": "cells"})),
        ("1/3/5/7/9/7/5/3/1 w 1,1 1 x", json!({"kind": "surplus"})),
        ("1/3/5 w 1,1", json!({"kind": "lines", "found": 3, "expected": 9})),
        ("1/3/5/7/8/7/5/3/1 w 1,1", json!({"kind": "line", "digit": 5, "found": 8, "expected": 9})),
        ("q/3/5/7/9/7/5/3/1 w 1,1", cell(1, json!({"kind": "character", "character": "q"}))),
        ("(w13)/3/5/7/9/7/5/3/1 w 1,1", cell(3, too_tall)),
        ("w/3/5/7/9/7/5/3/1 w 12,1", too_many),
    ] {
        // The board with the same form as the text explains the fault, whichever board is tried first.
        let has_form = !["lines", "line"].map(Value::from).contains(&fault["kind"]);
        for first in &Variant::ALL[..if has_form { Variant::ALL.len() } else { 1 }] {
            let answer = read_position(*first, true, text);
            assert_eq!(answer["refusal"]["kind"], "position", "{text}: {answer}");
            let found = &answer["refusal"]["fault"];
            let is_cell_of_other = found["kind"] == "cell" && *first != Variant::Emergo;
            assert!(*found == fault || is_cell_of_other, "{text}: {found}");
        }
    }
}

fn composition(position: &PositionData) -> Composition {
    let columns = position
        .cells
        .iter()
        .filter_map(|cell| Some(ColumnOnCell { cell: cell.cell.clone(), column: cell.column? }));
    Composition {
        variant: position.variant,
        side: position.side,
        hands: position.hands,
        turn: position.turn,
        columns: columns.collect(),
    }
}

#[test]
fn a_composition_of_the_cells_of_a_position_is_the_same_position() {
    for (variant, text) in [
        (Variant::Emergo, START),
        (Variant::Emergo, "1/b2/w3b/3(b3w2)2w/1b3w3/1(w5b2)1w1b1/3w1/3/1 b 0,2 9"),
        (Variant::Emergo, "1/3/5/7/(b12)8/7/5/3/(w12) b 0,0 40"),
        (Variant::Emergo7, "1/3/2w2/7/(b3w)4/3/1 w 2,3 5"),
        (Variant::Hexemergo, "4/5/6/3(w2b)3/6/b4/3w w 3,3 2"),
    ] {
        let position = describe(game(variant, Some(text), ""));
        let answer = ask_json(RulesQuestion::ComposePosition(composition(&position)));
        let expected = json!({"kind": "position_text", "variant": variant, "text": text});
        assert_eq!(answer, expected);
    }
}

#[test]
fn an_invalid_composition_is_refused() {
    let start = || {
        let start = composition(&describe(game(Variant::Emergo, None, "")));
        Composition { hands: BySide { white: 0, black: 0 }, ..start }
    };
    let with = |cells: &[(&str, u8, u8)]| {
        let columns = cells.iter().map(|(cell, cap, prisoners)| ColumnOnCell {
            cell: (*cell).to_owned(),
            column: ColumnData { owner: Side::White, cap: *cap, prisoners: *prisoners },
        });
        Composition { columns: columns.collect(), ..start() }
    };
    let too_many = |on_board: u32, in_hand: u32| {
        json!({
            "kind": "too_many_men", "side": "white",
            "on_board": on_board, "in_hand": in_hand, "limit": 12,
        })
    };
    for (composition, fault) in [
        (with(&[("e5", 3, 2), ("e6", 12, 0)]), too_many(15, 0)),
        (with(&[("e5", 255, 255)]), too_many(255, 0)),
        (with(&[("e5", 0, 2)]), json!({"kind": "column"})),
        (with(&[("e5", 1, 0), ("e5", 1, 1)]), json!({"kind": "column"})),
        (Composition { turn: 0, ..start() }, json!({"kind": "turn"})),
        (Composition { hands: BySide { white: 13, black: 0 }, ..start() }, too_many(0, 13)),
    ] {
        let refused = refusal(RulesQuestion::ComposePosition(composition));
        assert_eq!(refused, json!({"kind": "position", "fault": fault}));
    }
    let refused = refusal(RulesQuestion::ComposePosition(with(&[("k9", 1, 0)])));
    assert_eq!(refused["message"], "emergo has no cell k9", "{refused}");
}

#[test]
fn a_game_without_the_rule_of_repetition_goes_on() {
    let cycle = "e5-d5 h5-g5 d5-e5 g5-h5 ";
    let start = "1/3/5/7/4w2b1/7/5/3/1 w 0,0 1";
    let drawn = game(Variant::Emergo, Some(start), &cycle.repeat(2));
    assert_eq!(describe(drawn.clone()).ending.unwrap().reason, EndReason::Repetition);
    let free = GameText { repetition: Repetition::Unlimited, ..drawn };
    assert_eq!(describe(free.clone()).ending, None);
    // A client that does not name the rule gets a draw.
    let mut value = serde_json::to_value(&free).unwrap();
    assert_eq!(value["repetition"], "unlimited");
    value.as_object_mut().unwrap().remove("repetition");
    let game: GameText = serde_json::from_value(value).unwrap();
    assert_eq!(game.repetition, Repetition::Draw);
}
