//! The study of games: where a player lost points, what the better move was, which positions are puzzles, what was
//! played before, and which openings are best. It searches with `luctor-engine` and reads games with `emergo-records`. It
//! does not print: the command line and the page show its results.
//!
//! All judgements use expected points: the share of the points, 0.0..=1.0, that a side makes from a position with its
//! score ([`Score::expected_points`](luctor_engine::score::Score::expected_points)).
//!
//! # Modules
//!
//! | module | contents |
//! |---|---|
//! | [`judgement`], [`accuracy`], [`stage`] | marks of moves; accuracy in percent; stages of a game |
//! | [`report`] | the report on a game, as data and JSON |
//! | [`annotate`](mod@annotate) | searches the positions of a game and makes its report |
//! | [`annotated_record`], [`terminal`], [`html`] | a report as a game record (for PGN), as text, and as a page |
//! | [`batch`] | queries of other programs |
//! | [`book`] | makes opening books |
//! | [`endings`] | exact values of positions with few pieces |
//! | [`explore`] | an index of games, and what was played in a position (feature `explorer`) |
//! | [`puzzle`] | puzzles: found, verified, solved |
//! | [`statistics`] | statistics of many games |
//! | [`move_search`] | what follows a move, and whether it is as good as another one |

pub mod accuracy;
pub mod annotate;
pub mod annotated_record;
pub mod batch;
pub mod book;
pub mod endings;
pub mod explore;
mod forced;
pub mod html;
pub mod judgement;
pub mod move_search;
pub mod puzzle;
pub mod report;
pub mod stage;
pub mod statistics;
pub mod terminal;
