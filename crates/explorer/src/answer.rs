//! The answer of an index about a position, as types of serde.

use crate::canonical::{CanonicalPosition, MoveNumber};
use crate::observations::Row;
use emergo::{Coordinates, Move, Position, Side, Variant, write_move, write_position};
use emergo_records::GameRecord;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// What was played in a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ExplorerAnswer {
    /// The board.
    pub variant: Variant,
    /// The position text.
    pub position: String,
    /// The side to move.
    pub side: Side,
    /// The games of all moves. A game that repeated the position counts once for each move that it played there.
    #[serde(flatten)]
    pub counts: GameCounts,
    /// The moves that were played, the most frequent first.
    pub moves: Vec<ExplorerMove>,
}

impl ExplorerAnswer {
    /// The answer about a position with these rows, each with the name of its source and its example games.
    pub(crate) fn of_rows(
        position: &Position,
        coordinates: Coordinates,
        canonical: &CanonicalPosition,
        rows: impl IntoIterator<Item = (Row, String, Vec<ExampleGame>)>,
    ) -> ExplorerAnswer {
        let variant = position.variant();
        let mut by_number: BTreeMap<MoveNumber, Vec<Move>> = BTreeMap::new();
        for mv in position.sorted_moves() {
            if let Some(number) = canonical.number_of(mv) {
                by_number.entry(number).or_default().push(mv);
            }
        }
        let mut by_move: BTreeMap<MoveNumber, (Counts, Vec<SourceMove>)> = BTreeMap::new();
        for (row, source, examples) in rows {
            let (counts, sources) = by_move.entry(row.key.number).or_default();
            *counts += row.counts;
            sources.push(SourceMove { source, counts: row.counts.into(), examples });
        }
        let mut all = Counts::default();
        let mut moves = Vec::new();
        for (number, (counts, sources)) in by_move {
            let Some(same) = by_number.get(&number) else { continue };
            let mut texts = same.iter().map(|mv| write_move(variant, coordinates, *mv));
            all += counts;
            moves.push(ExplorerMove {
                mv: texts.next().unwrap_or_default(),
                symmetric: texts.collect(),
                counts: counts.into(),
                sources,
            });
        }
        moves.sort_by_key(|mv| Reverse(mv.counts.games));
        ExplorerAnswer {
            variant,
            position: write_position(position, 1),
            side: position.side(),
            counts: all.into(),
            moves,
        }
    }
}

/// A move that was played.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ExplorerMove {
    /// The move. Of moves that are symmetric to each other in this position, the first one stands for all.
    #[serde(rename = "move")]
    pub mv: String,
    /// The other moves of the position that are symmetric to it. Their games are counted here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
    pub symmetric: Vec<String>,
    /// The games of all sources.
    #[serde(flatten)]
    pub counts: GameCounts,
    /// The games of each source, in the order in which the sources were added.
    pub sources: Vec<SourceMove>,
}

/// The games of a source with a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SourceMove {
    /// The name of the source.
    pub source: String,
    /// The games.
    #[serde(flatten)]
    pub counts: GameCounts,
    /// The first games.
    pub examples: Vec<ExampleGame>,
}

/// A game with the move.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct ExampleGame {
    /// The name of its file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub file: String,
    /// Its number in the file, from 1.
    pub number: u64,
    /// White's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<String>,
    /// Black's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
    /// The date as `YYYY.MM.DD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// `1-0`, `1/2-1/2`, `0-1`, or `*` of a game that is not finished.
    pub result: String,
}

impl ExampleGame {
    pub(crate) fn of(record: &GameRecord, file: &str, number: u64) -> ExampleGame {
        let [white, black] = record.players.each_ref().map(|player| player.name.clone());
        ExampleGame {
            file: file.to_owned(),
            number,
            white,
            black,
            date: record.date.clone(),
            result: record.result_name().to_owned(),
        }
    }
}

/// Numbers of games, and the sum of their scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    pub white: u32,
    pub draws: u32,
    pub black: u32,
    pub unfinished: u32,
    pub scored: u32,
    pub score_sum: i64,
}

impl Counts {
    /// All games.
    pub fn games(&self) -> u64 {
        [self.white, self.draws, self.black, self.unfinished].into_iter().map(u64::from).sum()
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, more: Counts) {
        // No index has as many games.
        self.white = self.white.saturating_add(more.white);
        self.draws = self.draws.saturating_add(more.draws);
        self.black = self.black.saturating_add(more.black);
        self.unfinished = self.unfinished.saturating_add(more.unfinished);
        self.scored = self.scored.saturating_add(more.scored);
        self.score_sum = self.score_sum.saturating_add(more.score_sum);
    }
}

/// Numbers of games, and their mean score.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameCounts {
    /// All games.
    pub games: u64,
    /// Games that White won.
    pub white: u32,
    /// Draws.
    pub draws: u32,
    /// Games that Black won.
    pub black: u32,
    /// Games without a result.
    pub unfinished: u32,
    /// Games with a score of the move.
    pub scored: u32,
    /// The mean score with one decimal, in centimen from the view of the side to move. Each score is limited to ±2,000.
    pub mean_score: Option<f64>,
}

impl From<Counts> for GameCounts {
    fn from(counts: Counts) -> GameCounts {
        let Counts { white, draws, black, unfinished, scored, score_sum } = counts;
        let mean_score =
            (scored > 0).then(|| (10.0 * score_sum as f64 / f64::from(scored)).round() / 10.0);
        GameCounts { games: counts.games(), white, draws, black, unfinished, scored, mean_score }
    }
}
