//! Statistics of many games: results, lengths, openings, shadowpieces, feeding and the values of columns.
//!
//! The games can be of any players. If their moves have evaluations, the statistics have mean scores too. Games without a
//! result are counted, but not used.
//!
//! | files | contents |
//! |---|---|
//! | `points`, `mean`, `least_squares` | results and their mean; means over games; linear regression |
//! | `game_ply` | a ply of a game, and examples in reports |
//! | `openings` | results by opening |
//! | `feeding`, `shadowpiece`, `columns` | feeding; shadowpieces; what columns are worth |
//! | `board_statistics` | all statistics of one board, and the lengths of its games |
//! | `report_text`, `plots` | a report as text; charts of the reports |

mod board_statistics;
mod columns;
mod feeding;
mod game_ply;
mod least_squares;
mod mean;
mod openings;
mod plots;
mod points;
mod report_text;
mod shadowpiece;

pub use board_statistics::{LengthReport, StatisticsReport};
pub use columns::{Material, MaterialContribution, ResultModel, StageColumnReport};
pub use feeding::{FeedingReport, PatternReport, RunReport};
pub use game_ply::ExamplePosition;
pub use least_squares::Coefficient;
pub use mean::MeanReport;
pub use openings::OpeningReport;
pub use plots::draw_plots;
pub use points::PointCounts;
pub use shadowpiece::{ShadowpieceModel, ShadowpieceReport, ShadowpieceSizeReport};

use board_statistics::BoardStatistics;
use emergo_records::GameRecord;
use luctor_engine::eval::Networks;
use std::sync::Arc;

/// The 95 % error of an estimate, in standard errors.
const STANDARD_ERRORS: f64 = 1.96;

/// Adds up games. There is one report for each board and rule for a blocked side.
///
/// ```
/// use luctor_findings::statistics::GameStatistics;
///
/// let statistics = GameStatistics::new(1, None);
/// assert!(statistics.reports().is_empty());
/// ```
pub struct GameStatistics {
    opening_plies: usize,
    networks: Option<Networks>,
    boards: Vec<BoardStatistics>,
}

impl GameStatistics {
    /// No games yet. An opening is the first `opening_plies` plies of a record. Shorter games have no opening. With networks
    /// the reports have the values of columns.
    pub fn new(opening_plies: usize, networks: Option<Networks>) -> GameStatistics {
        GameStatistics { opening_plies, networks, boards: Vec::new() }
    }

    /// Adds a game.
    ///
    /// # Panics
    ///
    /// A move is illegal.
    pub fn add(&mut self, game: &GameRecord) {
        let known = self.boards.iter().position(|board| board.accepts(game));
        let index = known.unwrap_or_else(|| {
            let network = |networks: &Networks| Arc::clone(networks.of(game.variant));
            let network = self.networks.as_ref().map(network);
            self.boards.push(BoardStatistics::for_board_of(game, self.opening_plies, network));
            self.boards.len() - 1
        });
        self.boards[index].add(game);
    }

    /// The reports, in the order of the first games.
    pub fn reports(&self) -> Vec<StatisticsReport> {
        self.boards.iter().map(BoardStatistics::report).collect()
    }
}
