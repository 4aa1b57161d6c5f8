//! The report on a game: what each move was worth, what was better, and how each player did.
//!
//! As JSON, a report is for the page and for other programs. They must accept additional fields. Texts of moves are in
//! the coordinates of the game. Expected points have four decimals there.

use crate::accuracy::{WeightedAccuracy, game_accuracy};
use crate::judgement::Mark;
use emergo::{Coordinates, Move, Side, Stage, Variant, write_move};
use emergo_records::{Evaluation, GameRecord};
use luctor_engine::search::Limits;
use luctor_system::text::count;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// The version of the JSON of a report. It increases when a field changes its meaning or is removed.
pub const REPORT_VERSION: u32 = 1;

/// The report on a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "GameReportData"))]
pub struct GameReport {
    /// [`REPORT_VERSION`].
    pub version: u32,
    /// The name and the version of the engine.
    pub engine: &'static str,
    /// The limit of the search of each position.
    pub limit: PositionLimit,
    /// The nodes of all searches.
    pub nodes: u64,
    /// The game, with the keys of a line of `emergo_records::json`.
    pub game: GameRecord,
    /// White's expected points before each move and after the last one.
    #[serde(serialize_with = "write_all_rounded")]
    pub graph: Vec<f64>,
    /// A report on each move.
    pub moves: Vec<MoveReport>,
    /// A report on each player.
    pub players: BySide<PlayerReport>,
}

/// The limit of the search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum PositionLimit {
    /// Nodes of all threads.
    Nodes(u64),
    /// Milliseconds.
    MoveTime(i64),
    /// Plies of the last iteration.
    Depth(u32),
}

impl PositionLimit {
    /// The limit of a search.
    pub fn limits(self) -> Limits {
        match self {
            PositionLimit::Nodes(nodes) => Limits::to_nodes(nodes),
            PositionLimit::MoveTime(milliseconds) => Limits::to_move_time(milliseconds),
            PositionLimit::Depth(depth) => Limits::to_depth(depth),
        }
    }

    /// The limit for a first look: an eighth of the nodes or the time, or three quarters of the depth.
    pub fn first_look(self) -> PositionLimit {
        match self {
            PositionLimit::Nodes(nodes) => PositionLimit::Nodes(nodes.div_ceil(8)),
            PositionLimit::MoveTime(time) => PositionLimit::MoveTime(1 + time / 8),
            PositionLimit::Depth(depth) => PositionLimit::Depth(depth - depth / 4),
        }
    }
}

impl fmt::Display for PositionLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionLimit::Nodes(nodes) => write!(f, "{nodes} nodes per position"),
            PositionLimit::MoveTime(milliseconds) => write!(f, "{milliseconds} ms per position"),
            PositionLimit::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// The report on a move. Scores and expected points are from the view of the player who made it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveReport {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The number of the turn.
    pub turn: u32,
    /// The player.
    pub side: Side,
    /// The stage of the game before the move.
    pub stage: Stage,
    /// The move.
    pub played: ReportedMove,
    /// All legal moves have the same result, so the move is not judged.
    pub forced: bool,
    /// The score of the move.
    pub evaluation: Evaluation,
    /// The expected points of the move, 0.0..=1.0.
    #[serde(serialize_with = "write_rounded")]
    pub expected: f64,
    /// The expected points of the best move minus those of the move, 0.0..=1.0.
    #[serde(serialize_with = "write_rounded")]
    pub loss: f64,
    /// The accuracy in percent; `None` for a forced move.
    #[serde(serialize_with = "write_optional_rounded")]
    pub accuracy: Option<f64>,
    /// The judgement, if the move has one.
    pub mark: Option<Mark>,
    /// The line of the best move, which may be the move itself; `None` for a forced move.
    pub best: Option<LineReport>,
    /// Does `best` begin with a better move? It does for errors and missed wins. Other moves are shown without it.
    pub shows_best: bool,
    /// The best line of the other moves; only for a move with the mark `!`.
    pub next_best: Option<LineReport>,
    /// The number of moves of the forced win that the move missed.
    pub missed_win: Option<u32>,
    /// The number of moves of the opponent's forced win that the move allowed, and that another move avoids.
    pub allowed_win: Option<u32>,
}

impl MoveReport {
    /// The better line that is shown, if there is one.
    pub fn shown_line(&self) -> Option<&LineReport> {
        self.best.as_ref().filter(|_| self.shows_best)
    }

    /// The judgement as a sentence, such as `Mistake, loses 0.12 (0.51 to 0.39).` `None` if there is nothing to say.
    pub fn sentence(&self) -> Option<String> {
        let (before, after, loss) = (self.expected + self.loss, self.expected, self.loss);
        let judgement = self.mark.map(|mark| match mark {
            Mark::Good => {
                let other = self.next_best.as_ref().map_or(0.0, |line| line.expected);
                format!("{}: {before:.2}, every other move at most {other:.2}", mark.title())
            }
            _ => format!("{}, loses {loss:.2} ({before:.2} to {after:.2})", mark.title()),
        });
        let allowed_win = self.allowed_win.filter(|_| self.mark.is_some_and(Mark::is_error));
        let wins = [("Missed", self.missed_win), ("Allows", allowed_win)];
        let win = |(verb, moves): (&str, Option<u32>)| {
            Some(format!("{verb} a forced win in {}", count(moves? as usize, "move")))
        };
        let parts: Vec<String> =
            judgement.into_iter().chain(wins.into_iter().filter_map(win)).collect();
        (!parts.is_empty()).then(|| parts.join(". ") + ".")
    }
}

/// A line of play.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LineReport {
    /// The moves, at least one.
    pub moves: Vec<ReportedMove>,
    /// The score.
    pub evaluation: Evaluation,
    /// The expected points, 0.0..=1.0.
    #[serde(serialize_with = "write_rounded")]
    pub expected: f64,
    /// The searched depth in plies.
    pub depth: u32,
}

impl LineReport {
    /// The first moves, which a reader wants to see.
    pub fn shown_moves(&self) -> &[ReportedMove] {
        const MAX_SHOWN_MOVES: usize = 12;
        &self.moves[..self.moves.len().min(MAX_SHOWN_MOVES)]
    }
}

/// A move and its text. JSON has the text only.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string"))]
pub struct ReportedMove {
    /// The move.
    pub mv: Move,
    /// Its text in the coordinates of the game.
    pub text: String,
}

impl ReportedMove {
    /// A move with its text.
    pub fn new(variant: Variant, coordinates: Coordinates, mv: Move) -> ReportedMove {
        ReportedMove { mv, text: write_move(variant, coordinates, mv) }
    }
}

impl Serialize for ReportedMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

/// A value for each player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BySide<T> {
    /// The value for White.
    pub white: T,
    /// The value for Black.
    pub black: T,
}

impl<T> BySide<T> {
    /// The value for a player.
    pub fn of(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

/// The report on a player.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlayerReport {
    /// The name, if it is known.
    pub name: Option<String>,
    /// The whole game.
    pub game: Summary,
    /// While men enter.
    pub entering: Summary,
    /// The middle of the game.
    pub middle: Summary,
    /// The end of the game.
    pub end: Summary,
}

impl PlayerReport {
    /// The summary of a stage.
    pub fn stage(&self, stage: Stage) -> &Summary {
        match stage {
            Stage::Entering => &self.entering,
            Stage::Middle => &self.middle,
            Stage::End => &self.end,
        }
    }
}

/// A summary of moves of a player.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ReportSummary"))]
pub struct Summary {
    /// Moves that were not forced.
    pub judged: usize,
    /// Forced moves.
    pub forced: usize,
    /// The accuracy in percent; `None` without judged moves.
    #[serde(serialize_with = "write_optional_rounded")]
    pub accuracy: Option<f64>,
    /// The mean loss of the judged moves in expected points; `None` without judged moves.
    #[serde(serialize_with = "write_optional_rounded")]
    pub mean_loss: Option<f64>,
    /// Moves with `!`.
    pub good: usize,
    /// Moves with `?!`.
    pub inaccuracies: usize,
    /// Moves with `?`.
    pub mistakes: usize,
    /// Moves with `??`.
    pub blunders: usize,
    /// Forced wins that were missed.
    pub missed_wins: usize,
}

impl Summary {
    /// The summary of moves, each with its weight in the accuracy.
    pub(crate) fn of<'a>(moves: impl Iterator<Item = (&'a MoveReport, &'a f64)>) -> Summary {
        let mut summary = Summary::default();
        let mut accuracies = Vec::new();
        let mut losses = 0.0;
        for (one, &weight) in moves {
            if let Some(accuracy) = one.accuracy {
                accuracies.push(WeightedAccuracy { accuracy, weight });
            }
            losses += one.loss;
            summary.judged += usize::from(!one.forced);
            summary.forced += usize::from(one.forced);
            summary.missed_wins += usize::from(one.missed_win.is_some());
            if let Some(mark) = one.mark {
                *match mark {
                    Mark::Good => &mut summary.good,
                    Mark::Inaccuracy => &mut summary.inaccuracies,
                    Mark::Mistake => &mut summary.mistakes,
                    Mark::Blunder => &mut summary.blunders,
                } += 1;
            }
        }
        summary.accuracy = game_accuracy(&accuracies);
        summary.mean_loss = (summary.judged > 0).then(|| losses / summary.judged as f64);
        summary
    }
}

fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

fn write_rounded<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(rounded(*value))
}

fn write_optional_rounded<S: Serializer>(
    value: &Option<f64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    value.map(rounded).serialize(serializer)
}

fn write_all_rounded<S: Serializer>(values: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(|value| rounded(*value)))
}
