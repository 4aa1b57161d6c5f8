//! The study of games: where a player lost points, what the better move was, and which positions are puzzles.
//!
//! All judgements use expected points: the share of the points, 0.0..=1.0, that a side makes from a position with its
//! score ([`Score::expected_points`](luctor_engine::score::Score::expected_points)).
//!
//! | file | contents |
//! |---|---|
//! | `judgement`, `accuracy` | marks of moves; accuracy in percent |
//! | `report` | the report on a game, as data and JSON |
//! | `annotate` | searches the positions of a game and makes its report |
//! | `annotate_games` | several games at the same time |
//! | `annotated_record`, `report_text` | a report as a game record (for PGN), and as text |
//! | [`puzzle`] | puzzles: found, verified, solved |
//! | `move_search` | what follows a move |

mod accuracy;
mod annotate;
mod annotate_games;
mod annotated_record;
mod judgement;
mod move_search;
pub mod puzzle;
mod report;
mod report_text;

pub use annotate::annotate;
pub use annotate_games::{Annotated, SearchResources, annotate_games};
pub use annotated_record::{annotated_record, earlier_annotator};
pub use judgement::{Mark, ONLY_MOVE_MARGIN};
pub use move_search::{MoveLine, MoveSearcher};
pub use report::{
    BySide, GameReport, LineReport, MoveReport, PlayerReport, PositionLimit, REPORT_VERSION,
    ReportedMove, Summary,
};
pub use report_text::write_report;
