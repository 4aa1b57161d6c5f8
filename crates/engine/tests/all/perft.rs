//! Perft with the moves that the search plays.

use emergo::{Coordinates, Position, Variant, read_move};
use luctor_engine::perft::{PerftMethod, perft_parallel};
use std::sync::atomic::AtomicBool;
use test_support::perft_lines;

fn compare(pos: &Position, depth: u32) -> u64 {
    let count = |method| perft_parallel(pos, depth, method, &AtomicBool::new(false)).unwrap();
    let plain = count(PerftMethod::Plain);
    assert_eq!(count(PerftMethod::Bulk), plain, "depth {depth}: {pos:?}");
    plain
}

#[test]
fn both_methods_count_the_same_in_every_position_of_the_perft_table() {
    for line in perft_lines() {
        for (depth, expected) in (1..).zip(line.counts) {
            if expected < 100_000 {
                assert_eq!(compare(&line.position, depth), expected, "line {}", line.number);
            }
        }
    }
}

#[test]
fn both_methods_count_the_same_in_every_position_of_the_recorded_games() {
    let mut pos = Position::start(Variant::Emergo);
    for line in include_str!("../../../emergo/tests/data/games.txt").lines() {
        let Some((played, _)) = line.split_once('|') else {
            pos = Position::start(Variant::Emergo);
            continue;
        };
        compare(&pos, 2);
        if let Ok(mv) = read_move(&pos, Coordinates::Oblique, played.trim()) {
            pos.play(mv);
        }
    }
}
