//! The study of games: where a player lost points, what the better move was, and which positions are puzzles.
//!
//! All judgements use expected points: the share of the points, 0.0..=1.0, that a side makes from a position with its
//! score ([`Score::expected_points`](luctor_engine::score::Score::expected_points)).
//!
//! # Modules
//!
//! | module | contents |
//! |---|---|
//! | [`judgement`], [`accuracy`] | marks of moves; accuracy in percent |
//! | [`report`] | the report on a game, as data and JSON |
//! | [`annotate`](mod@annotate) | searches the positions of a game and makes its report |
//! | [`annotate_games`](mod@annotate_games) | several games at the same time |
//! | [`annotated_record`], [`report_text`] | a report as a game record (for PGN), and as text |
//! | [`puzzle`] | puzzles: found, verified, solved |
//! | [`move_search`] | what follows a move |

pub mod accuracy;
pub mod annotate;
pub mod annotate_games;
pub mod annotated_record;
pub mod judgement;
pub mod move_search;
pub mod puzzle;
pub mod report;
pub mod report_text;
