//! The end of a game, and the history that the detection of repetition needs.

use crate::support::{
    find_move, legal_moves_line, parse_position, play_moves, position_of_pieces, position_text,
};
use emergo::{Blocked, EndReason, Ending, Game, GameResult, MoveKind, Repetition, Side, Variant};

use Variant::{Emergo, Emergo7, Hexemergo};

const DRAWN_BLOCKED: Ending = Ending { winner: None, reason: EndReason::Blocked };
const REPEATED: Ending = Ending { winner: None, reason: EndReason::Repetition };

#[test]
fn a_side_to_move_without_men_loses() {
    for (variant, pieces, side, winner) in [
        (Emergo, "e5:w", "b", Side::White),
        (Emergo7, "d4:(b8w8)", "w", Side::Black),
        (Hexemergo, "d4:(w12b12)", "b", Side::White),
    ] {
        for blocked in Blocked::ALL {
            let position = position_of_pieces(variant, pieces, &format!("{side} 0,0"));
            let expected = Ending { winner: Some(winner), reason: EndReason::NoMen };
            assert_eq!(position.ending(blocked), Some(expected), "{variant} {pieces}");
            let game = Game::from_position(position, 1, blocked);
            assert_eq!(game.ending(), Some(expected), "{variant} {pieces}");
        }
    }
    // With a man in hand the game continues.
    assert_eq!(position_of_pieces(Emergo, "e5:w", "b 0,1").ending(Blocked::Loss), None);
}

#[test]
fn a_blocked_side_draws_or_loses_according_to_the_rule() {
    for (variant, pieces, side_and_hands) in [
        (Emergo, "e1:w e2:b e3:b", "w 0,0"),
        (Emergo7, "d7:(b2w) d6:w d5:w", "b 0,0"),
        (Hexemergo, "a1:b a2:w b1:w b2:w a3:w c1:w c3:w", "b 0,0"),
    ] {
        let position = position_of_pieces(variant, pieces, side_and_hands);
        assert_eq!(legal_moves_line(&position), "");
        assert!(!position.has_legal_move());
        assert_eq!(position.ending(Blocked::Draw), Some(DRAWN_BLOCKED), "{variant} {pieces}");
        let lost = Ending { winner: Some(position.side().other()), reason: EndReason::Blocked };
        assert_eq!(position.ending(Blocked::Loss), Some(lost), "{variant} {pieces}");
        assert_eq!(Game::from_position(position, 1, Blocked::Loss).ending(), Some(lost));
    }
    assert_eq!(Blocked::default(), Blocked::Draw);
}

#[test]
fn a_side_that_cannot_enter_its_men_is_blocked() {
    // Black has no capture, but could jump a piece that enters on any empty cell.
    for (variant, text) in [
        (Emergo7, "b/b1w/w3b/b2b2b/b2ww/w1w/b w 1,0"),
        (Emergo, "b/w1w/b3b/w2b2w/b4b2b/wbb2ww/bb2w/wwb/w w 1,0"),
        (Hexemergo, "b2b/w1w2/ww4/wwwbbbb/ww1bb1/w4/b2b w 2,2"),
        // Without a piece on the board too: there is a man in hand.
        (Hexemergo, "b2b/2b2/1b1b2/bb4b/3b2/2b2/b2b w 1,0"),
    ] {
        let position = parse_position(variant, text);
        assert_eq!(position.required_move_kind(), MoveKind::Entry, "{text}");
        assert_eq!(position.count_moves(), 0, "{text}");
        assert_eq!(position.ending(Blocked::Draw), Some(DRAWN_BLOCKED), "{text}");
        assert_eq!(position.ending(Blocked::Loss).unwrap().winner, Some(Side::Black), "{text}");
    }
}

/// Plays moves, given by their texts, and returns the ending after each.
fn play(game: &mut Game, moves: &str) -> Vec<Option<Ending>> {
    let mut endings = Vec::new();
    for text in moves.split_whitespace() {
        game.play(find_move(game.position(), text));
        endings.push(game.ending());
    }
    endings
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    for (variant, pieces, cycle) in [
        (Emergo, "e1:(w2b) e9:b", "e1-e2 e9-e8 e2-e1 e8-e9"),
        (Emergo7, "d1:w d7:(b3w)", "d1-d2 d7-d6 d2-d1 d6-d7"),
        (Hexemergo, "a1:w g7:b", "a1-b2 g7-f6 b2-a1 f6-g7"),
    ] {
        let mut game =
            Game::from_position(position_of_pieces(variant, pieces, "w 0,0"), 1, Blocked::Draw);
        let mut endings = play(&mut game, cycle);
        endings.extend(play(&mut game, cycle));
        // The position before the first move is its first occurrence.
        assert_eq!(endings[..7], [None; 7], "{variant}");
        assert_eq!(endings[7], Some(REPEATED), "{variant}");
    }
}

#[test]
fn a_repeated_position_has_the_same_side_to_move() {
    // White's man moves around a triangle, Black's man back and forth. After five moves the pieces are where they were.
    let start = position_of_pieces(Hexemergo, "a1:w g7:b", "w 0,0");
    let once = play_moves(&start, "a1-b1 g7-f6 b1-b2 f6-g7 b2-a1");
    assert_eq!(position_text(&once).replace(" b ", " w "), position_text(&start));
    assert_ne!(once.key(), start.key());

    let mut game = Game::from_position(start, 1, Blocked::Draw);
    let round = "a1-b1 g7-f6 b1-b2 f6-g7 b2-a1 g7-f6 a1-b1 f6-g7 b1-b2 g7-f6 b2-a1 f6-g7";
    let endings = play(&mut game, &format!("{round} {round}"));
    // The pieces return with White to move after 12 and 24 moves, with Black to move after 5 and 17 moves.
    assert_eq!(endings[..23], [None; 23]);
    assert_eq!(endings[23], Some(REPEATED));
}

#[test]
fn a_position_repeats_after_captures_in_which_no_piece_vanishes() {
    for (variant, text, cycle) in [
        // A cycle that consists of captures only.
        (
            Hexemergo,
            "4/5/6/3(bw2)3/3(b2)w1/5/4 w 0,0",
            "e3xc3xe5 d3xd5xf5 d4xf6xf4 e5xg5xe3 f5xf3xd3 f4xd2xd4",
        ),
        (
            Emergo,
            "1/3/5/6(wb2)/4(wb2)2b1/5(w2)1/5/3/1 b 0,0",
            "h5-i5 h6-h5 i5xg5xg3 g4-f4 g3-g4 f4xh4xh6",
        ),
        (
            Emergo,
            "1/3/5/(wb)(w2)5/9/b2b3/5/3/1 w 0,0",
            "b6-b5 b4xb6xd6 c6xe6 b5-b4 e6-e5 e4xe6xc6 d6xb6 e5-e4",
        ),
    ] {
        let start = parse_position(variant, text);
        let plies = cycle.split(' ').count();
        let mut game = Game::from_position(start, 1, Blocked::Draw);
        assert_eq!(play(&mut game, cycle), vec![None; plies], "{variant} {text}");
        assert_eq!(game.position(), &start, "{variant} {text}");
        assert_eq!(game.keys().len(), plies + 1, "{variant} {text}");
        assert_eq!(play(&mut game, cycle).pop(), Some(Some(REPEATED)), "{variant} {text}");
    }
}

#[test]
fn history_is_cut_only_at_entries_and_at_captures_in_which_a_piece_vanishes() {
    for (pieces, side_and_hands, mv, irreversible) in [
        ("e4:w", "w 5,5", "c3", true),
        ("e4:w", "w 5,0", "c3", true),
        ("e4:w", "w 0,0", "e4-e5", false),
        ("e4:w e5:b", "w 0,0", "e4xe6", true),
        ("e4:w e5:(b2)", "w 0,0", "e4xe6", false),
        ("e4:w e5:(bw)", "w 0,0", "e4xe6", false),
        // The capturing piece returns to its origin. Jumped pieces may vanish.
        ("e4:w d4:b c5:(bw) d6:(bw) e5:(bw)", "w 0,0", "e4xc4xc6xe6xe4", true),
        ("e4:w d4:(bw) c5:(bw) d6:(bw) e5:(bw)", "w 0,0", "e4xc4xc6xe6xe4", false),
    ] {
        let mut game = Game::from_position(
            position_of_pieces(Emergo, pieces, side_and_hands),
            1,
            Blocked::Draw,
        );
        let before = *game.position();
        let played = find_move(&before, mv);
        let result = before.after(played);
        assert_eq!(before.is_irreversible(played, &result), irreversible, "{pieces} {mv}");
        game.play(played);
        assert_eq!(game.keys().len(), if irreversible { 1 } else { 2 }, "{pieces} {mv}");
        assert_eq!(game.keys().last(), Some(&result.key()), "{pieces} {mv}");
    }
}

#[test]
fn the_turn_number_increases_after_each_move_of_black() {
    for (side, first_turn, turns) in [("w", 1, [1, 1, 2, 2, 3]), ("b", 7, [7, 8, 8, 9, 9])] {
        let start = position_of_pieces(Emergo, "", &format!("{side} 5,5"));
        let mut game = Game::from_position(start, first_turn, Blocked::Draw);
        let mut found = vec![game.turn()];
        for _ in 0..4 {
            game.play(game.position().legal_moves()[0]);
            found.push(game.turn());
        }
        assert_eq!(found, turns, "{side}");
    }
}

#[test]
fn a_result_has_one_name_one_winner_and_two_points_to_share() {
    for (result, name, winner, white, black) in [
        (GameResult::WhiteWins, "1-0", Some(Side::White), 2, 0),
        (GameResult::Draw, "1/2-1/2", None, 1, 1),
        (GameResult::BlackWins, "0-1", Some(Side::Black), 0, 2),
    ] {
        assert_eq!((result.to_string().as_str(), result.name()), (name, name));
        assert_eq!(name.parse(), Ok(result));
        assert_eq!((result.winner(), GameResult::from_winner(winner)), (winner, result));
        assert_eq!(
            (result.half_points(Side::White), result.half_points(Side::Black)),
            (white, black)
        );
        assert_eq!(Ending { winner, reason: EndReason::Blocked }.result(), result);
    }
    let error = "1-1".parse::<GameResult>().unwrap_err();
    assert_eq!(error.to_string(), "unknown result '1-1': expected one of 1-0, 1/2-1/2, 0-1");
}

#[test]
fn the_reasons_and_the_rules_have_one_spelling() {
    assert_eq!(EndReason::NAMES, "no men left|blocked|third repetition");
    assert_eq!((Repetition::NAMES, Blocked::NAMES), ("draw|unlimited", "draw|loss"));
    for (ending, text) in [
        (REPEATED, "draw (third repetition)"),
        (Ending { winner: Some(Side::Black), ..DRAWN_BLOCKED }, "Black wins (blocked)"),
    ] {
        assert_eq!(ending.to_string(), text);
    }
}

#[test]
fn a_game_keeps_its_rules_when_moves_are_played_and_taken_back() {
    let start = position_of_pieces(Emergo, "e5:w h5:b", "w 0,0");
    let cycle = "e5-d5 h5-g5 d5-e5 g5-h5";
    let mut game = Game::from_position(start, 7, Blocked::Loss);
    play(&mut game, &format!("{cycle} {cycle}"));
    assert_eq!((game.first_turn(), game.blocked()), (7, Blocked::Loss));
    assert_eq!((game.moves().len(), game.ending()), (8, Some(REPEATED)));

    let mut endless = game.with_repetition_rule(Repetition::Unlimited);
    assert_eq!(
        (endless.repetition(), game.repetition()),
        (Repetition::Unlimited, Repetition::Draw)
    );
    assert_eq!(play(&mut endless, cycle), [None; 4]);
    assert_eq!((endless.first_turn(), endless.blocked()), (7, Blocked::Loss));

    let mut longer = game.clone();
    assert_eq!(play(&mut longer, "e5-e4"), [None]);
    longer.undo();
    assert_eq!(longer.ending(), Some(REPEATED));

    let last = game.moves().last().copied();
    assert_eq!(game.undo(), last);
    assert_eq!((game.moves().len(), game.ending(), game.keys().len()), (7, None, 8));
}
