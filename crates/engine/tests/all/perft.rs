//! Perft with the moves that the search plays.

use luctor_engine::perft::{PerftMethod, perft_parallel};
use std::sync::atomic::AtomicBool;
use test_support::perft_lines;

#[test]
fn both_methods_count_the_same_in_every_position_of_the_perft_table() {
    for line in perft_lines() {
        for (depth, expected) in (1..).zip(line.counts) {
            for method in [PerftMethod::Plain, PerftMethod::Bulk] {
                if expected < 100_000 {
                    let signal = AtomicBool::new(false);
                    let found = perft_parallel(&line.position, depth, method, &signal).unwrap();
                    assert_eq!(found, expected, "line {}, depth {depth}", line.number);
                }
            }
        }
    }
}
