//! Statistics of many games of a board: results, lengths, openings, shadowpieces, feeding and the values of columns.
//!
//! The games can be of any players. If their moves have evaluations, the statistics have mean scores too. Games without a
//! result are counted, but not used.

mod columns;
mod feeding;
mod least_squares;
mod mean;
mod plots;
mod points;
mod shadowpiece;

pub use columns::{Material, MaterialContribution, ResultModel, StageColumnReport};
pub use feeding::{FeedingReport, PatternReport, RunReport};
pub use least_squares::Coefficient;
pub use mean::MeanReport;
pub use plots::draw_plots;
pub use points::PointCounts;
pub use shadowpiece::{ShadowpieceModel, ShadowpieceReport, ShadowpieceSizeReport};

use columns::Columns;
use emergo::notation::PositionText;
use emergo::{Blocked, Coordinates, Game, GameResult, Key, Move, Position, Side, Variant};
use emergo::{write_move, write_position};
use emergo_records::{GameRecord, RecordedMove, Termination};
use feeding::Feeding;
use luctor_engine::eval::Network;
use serde::Serialize;
use shadowpiece::Shadowpieces;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Adds games up.
///
/// ```
/// use emergo::{Blocked, Variant};
/// use luctor_findings::statistics::GameStatistics;
///
/// let report = GameStatistics::new(Variant::Emergo, Blocked::Draw, 1).report();
/// assert_eq!(report.white.games(), 0);
/// ```
pub struct GameStatistics {
    variant: Variant,
    blocked: Blocked,
    opening_plies: usize,
    unfinished: u64,
    white: PointCounts,
    plies: Vec<usize>,
    reasons: BTreeMap<&'static str, u64>,
    openings: BTreeMap<Key, Opening>,
    shadowpieces: Shadowpieces,
    feeding: Feeding,
    columns: Option<Columns>,
}

/// The games with one position after the opening.
struct Opening {
    start: Option<PositionText>,
    position: PositionText,
    moves: Vec<String>,
    white: PointCounts,
}

/// A position of a game with the move that was played.
#[derive(Clone, Copy)]
struct GamePly<'a> {
    /// The position before the move.
    before: &'a Position,
    turn: u32,
    recorded: &'a RecordedMove,
}

/// A position and a move of which a report can show the texts.
#[derive(Clone, Copy)]
struct Example {
    position: PositionText,
    mv: Move,
}

impl GamePly<'_> {
    fn mv(&self) -> Move {
        self.recorded.mv
    }

    fn example(&self) -> Example {
        Example {
            position: PositionText { position: *self.before, turn: self.turn },
            mv: self.mv(),
        }
    }
}

impl Example {
    fn report(&self) -> ExamplePosition {
        let Example { position: PositionText { position, turn }, mv } = self;
        ExamplePosition {
            position: write_position(position, *turn),
            mv: write_move(position.variant(), Coordinates::Oblique, *mv),
        }
    }
}

/// A position and the move that was played in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExamplePosition {
    /// The position text.
    pub position: String,
    /// The move, in oblique coordinates.
    #[serde(rename = "move")]
    pub mv: String,
}

/// The statistics of games of one board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StatisticsReport {
    /// The board.
    pub variant: &'static str,
    /// The result for a blocked side.
    pub blocked: Blocked,
    /// Games without a result. They are in no other number.
    pub unfinished: u64,
    /// The results of White.
    pub white: PointCounts,
    /// The lengths of the games.
    pub plies: Option<LengthReport>,
    /// How many games ended for each reason; `unknown` if the record does not tell it.
    pub reasons: BTreeMap<&'static str, u64>,
    /// The results by opening, the most frequent first. Symmetric positions are one opening.
    pub openings: Vec<OpeningReport>,
    /// Shadowpieces.
    pub shadowpieces: ShadowpieceReport,
    /// Feeding.
    pub feeding: FeedingReport,
    /// What columns are worth, by stage. Empty without [`GameStatistics::with_column_values`].
    pub columns: Vec<StageColumnReport>,
}

/// Adds the result of a game that is at the end of its opening.
fn add_opening(
    openings: &mut BTreeMap<Key, Opening>,
    game: &Game,
    has_start: bool,
    result: GameResult,
) {
    let opening = openings.entry(game.position().canonical_key()).or_insert_with(|| {
        let variant = game.position().variant();
        let text = |mv: &Move| write_move(variant, Coordinates::Oblique, *mv);
        let start = PositionText { position: *game.start(), turn: game.first_turn() };
        Opening {
            start: has_start.then_some(start),
            position: PositionText { position: *game.position(), turn: game.turn() },
            moves: game.moves().iter().map(text).collect(),
            white: PointCounts::default(),
        }
    });
    opening.white.add(result, Side::White);
}

/// The lengths of games in plies. A tenth of the games is not longer than `tenth`, and a tenth is longer than `nine_tenths`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct LengthReport {
    /// The mean.
    pub mean: f64,
    /// The first decile.
    pub tenth: usize,
    /// The median.
    pub median: usize,
    /// The ninth decile.
    pub nine_tenths: usize,
    /// The longest game.
    pub longest: usize,
}

/// The results after an opening.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OpeningReport {
    /// The start position of the first game with it; `None` is the start of the board.
    pub start: Option<String>,
    /// The position after the opening, of the first game with it.
    pub position: String,
    /// The moves of the first game with it, from the start of its record.
    pub moves: Vec<String>,
    /// The results of White.
    pub white: PointCounts,
}

impl GameStatistics {
    /// No games yet. An opening is the first `opening_plies` plies of a record. Shorter games have no opening.
    pub fn new(variant: Variant, blocked: Blocked, opening_plies: usize) -> GameStatistics {
        GameStatistics {
            variant,
            blocked,
            opening_plies,
            unfinished: 0,
            white: PointCounts::default(),
            plies: Vec::new(),
            reasons: BTreeMap::new(),
            openings: BTreeMap::new(),
            shadowpieces: Shadowpieces::default(),
            feeding: Feeding::default(),
            columns: None,
        }
    }

    /// Computes what columns are worth too, with this network of the board.
    pub fn with_column_values(self, network: Arc<Network>) -> GameStatistics {
        GameStatistics { columns: Some(Columns::new(network)), ..self }
    }

    /// Whether a game has the board and the rule of these statistics.
    pub fn accepts(&self, record: &GameRecord) -> bool {
        (record.variant, record.blocked) == (self.variant, self.blocked)
    }

    /// Adds a game of legal moves.
    ///
    /// # Panics
    ///
    /// The statistics do not accept the game, or a move is illegal.
    pub fn add(&mut self, record: &GameRecord) {
        assert!(self.accepts(record));
        let Some(result) = record.result else {
            self.unfinished += 1;
            return;
        };
        self.white.add(result, Side::White);
        self.plies.push(record.moves.len());
        *self.reasons.entry(record.reason.map_or("unknown", Termination::name)).or_default() += 1;
        let mut game = record.game_at(0);
        let mut positions = Vec::new();
        let mut feeding = self.feeding.next_game(result);
        for (number, recorded) in record.moves.iter().enumerate() {
            if number == self.opening_plies {
                add_opening(&mut self.openings, &game, record.start.is_some(), result);
            }
            let ply = GamePly { before: game.position(), turn: game.turn(), recorded };
            feeding.add(ply);
            self.shadowpieces.add(ply, result, &feeding);
            if self.columns.is_some() {
                positions.push(*game.position());
            }
            game.play(recorded.mv);
        }
        if record.moves.len() == self.opening_plies {
            add_opening(&mut self.openings, &game, record.start.is_some(), result);
        }
        feeding.finish();
        if let Some(columns) = &mut self.columns {
            columns.add_game(&positions, result);
        }
    }

    /// The statistics of the games that were added.
    pub fn report(&self) -> StatisticsReport {
        let mut openings: Vec<OpeningReport> = (self.openings.values())
            .map(|opening| OpeningReport {
                start: opening.start.map(|start| write_position(&start.position, start.turn)),
                position: write_position(&opening.position.position, opening.position.turn),
                moves: opening.moves.clone(),
                white: opening.white,
            })
            .collect();
        openings.sort_by_key(|opening| std::cmp::Reverse(opening.white.games()));
        StatisticsReport {
            variant: self.variant.name(),
            blocked: self.blocked,
            unfinished: self.unfinished,
            white: self.white,
            plies: LengthReport::of(&self.plies),
            reasons: self.reasons.clone(),
            openings,
            shadowpieces: self.shadowpieces.report(self.white.games()),
            feeding: self.feeding.report(),
            columns: self.columns.as_ref().map(Columns::report).unwrap_or_default(),
        }
    }
}

impl LengthReport {
    /// `None` without games.
    fn of(plies: &[usize]) -> Option<LengthReport> {
        let mut sorted = plies.to_vec();
        sorted.sort_unstable();
        let longest = *sorted.last()?;
        let quantile = |tenths: usize| sorted[(sorted.len() - 1) * tenths / 10];
        Some(LengthReport {
            mean: sorted.iter().sum::<usize>() as f64 / sorted.len() as f64,
            tenth: quantile(1),
            median: quantile(5),
            nine_tenths: quantile(9),
            longest,
        })
    }
}
