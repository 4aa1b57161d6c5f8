//! The study of games: where a player lost points, what the better move was, which positions are puzzles, and what was
//! played before. It searches with `luctor-engine` and reads games with `emergo-records`. It does not print: the command
//! line and the page show its results.
//!
//! All judgements use expected points: the share of the points, 0.0..=1.0, that a side makes from a position with its
//! score ([`Score::expected_points`](luctor_engine::score::Score::expected_points)).

pub mod batch;
