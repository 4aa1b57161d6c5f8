//! Comparison with a second move generator (`support::oracle`) in random games and in random positions of all
//! three boards.

use crate::support::oracle::{End, Oracle};
use crate::support::{find_move, legal_move_texts, parse_position, position_text, random};
use emergo::perft::perft;
use emergo::{Blocked, EndReason, Position, Variant};
use rayon::prelude::*;

/// Compares text, legal moves and ending of a position, and returns the legal moves.
fn compare(position: &Position, oracle: &Oracle, context: &str) -> Vec<String> {
    let expected = oracle.legal_moves();
    let text = oracle.text();
    assert_eq!(position_text(position), text, "{context}");
    assert_eq!(legal_move_texts(position), expected, "{context}: {text}");
    assert_eq!(position.count_moves(), expected.len() as u64, "{context}: {text}");
    assert_eq!(position.has_legal_move(), !expected.is_empty(), "{context}: {text}");
    for blocked in Blocked::ALL {
        let ending = position.ending(blocked).map(|ending| (ending.reason, ending.winner));
        let winner = position.side().other();
        let expected = oracle.end().map(|end| match (end, blocked) {
            (End::Loss, _) => (EndReason::NoMen, Some(winner)),
            (End::Blocked, Blocked::Draw) => (EndReason::Blocked, None),
            (End::Blocked, Blocked::Loss) => (EndReason::Blocked, Some(winner)),
        });
        assert_eq!(ending, expected, "{context}: {text}");
    }
    expected
}

#[test]
fn random_games_agree_with_the_oracle() {
    for variant in Variant::ALL {
        (0..100_u64).into_par_iter().for_each(|seed| {
            let mut rng = random::rng(seed);
            let mut position = Position::start(variant);
            let mut oracle = Oracle::read(variant.name(), &position_text(&position));
            for ply in 0..160 {
                let context = format!("{variant}, game {seed}, ply {ply}");
                let moves = compare(&position, &oracle, &context);
                let Some(mv) = rng.choice(&moves) else {
                    break;
                };
                position.play(find_move(&position, mv));
                oracle.play(mv);
            }
        });
    }
}

#[test]
fn random_positions_agree_with_the_oracle() {
    for variant in Variant::ALL {
        (0..3000_u64).into_par_iter().for_each(|seed| {
            let text = random::position_text(&mut random::rng(seed), variant);
            let before = parse_position(variant, &text);
            let context = format!("{variant}, random position {seed}");
            let oracle = Oracle::read(variant.name(), &text);
            for mv in compare(&before, &oracle, &context) {
                let mut after = oracle.clone();
                after.play(&mv);
                assert_eq!(
                    position_text(&before.after(find_move(&before, &mv))),
                    after.text(),
                    "{context}: {text}, {mv}"
                );
            }
        });
    }
}

/// Perft without shortcuts: it plays every move.
fn plain_perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.legal_moves().into_iter().map(|mv| plain_perft(&position.after(mv), depth - 1)).sum()
}

#[test]
fn perft_agrees_with_playing_every_move() {
    for variant in Variant::ALL {
        (0..1000_u64).into_par_iter().for_each(|seed| {
            let text = random::position_text(&mut random::rng(0x5EED + seed), variant);
            let position = parse_position(variant, &text);
            for depth in 0..=3 {
                let counted = perft(&position, depth);
                if counted > 20_000 {
                    break;
                }
                assert_eq!(
                    counted,
                    plain_perft(&position, depth),
                    "{variant} {text}, depth {depth}"
                );
            }
        });
    }
}
