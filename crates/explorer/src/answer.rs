//! The answer of an index about a position, as types of serde.

use serde::{Deserialize, Serialize, Serializer, ser::SerializeStruct};
use std::ops::AddAssign;

/// What was played in a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExplorerAnswer {
    /// The board.
    pub variant: &'static str,
    /// The position text.
    pub position: String,
    /// The side to move, `white` or `black`.
    pub side: &'static str,
    /// The games in which the position occurred and a move followed.
    #[serde(flatten)]
    pub counts: GameCounts,
    /// The moves that were played, the most frequent first.
    pub moves: Vec<ExplorerMove>,
}

/// A move that was played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExplorerMove {
    /// The move. Of moves that are symmetric to each other in this position, the first one stands for all.
    #[serde(rename = "move")]
    pub mv: String,
    /// The other moves of the position that are symmetric to it. Their games are counted here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub symmetric: Vec<String>,
    /// The games of all sources.
    #[serde(flatten)]
    pub counts: GameCounts,
    /// The games of each source, in the order in which the sources were added.
    pub sources: Vec<SourceMove>,
}

/// The games of a source with a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
pub struct ExampleGame {
    /// The name of its file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
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

/// Numbers of games, and their scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameCounts {
    /// White won.
    pub white: u32,
    /// Draws.
    pub draws: u32,
    /// Black won.
    pub black: u32,
    /// Games without a result.
    pub unfinished: u32,
    /// Games with a score of the move.
    pub scored: u32,
    /// The sum of the scores from the view of the side to move, each limited to ±2,000 centimen.
    pub(crate) score_sum: i64,
}

impl GameCounts {
    /// All games.
    pub fn games(&self) -> u64 {
        [self.white, self.draws, self.black, self.unfinished].into_iter().map(u64::from).sum()
    }

    /// The mean of the scores from the view of the side to move, in centimen. `None` if no game has a score.
    pub fn mean_score(&self) -> Option<f64> {
        (self.scored > 0).then(|| self.score_sum as f64 / f64::from(self.scored))
    }
}

impl AddAssign for GameCounts {
    fn add_assign(&mut self, more: GameCounts) {
        // No index has as many games.
        self.white = self.white.saturating_add(more.white);
        self.draws = self.draws.saturating_add(more.draws);
        self.black = self.black.saturating_add(more.black);
        self.unfinished = self.unfinished.saturating_add(more.unfinished);
        self.scored = self.scored.saturating_add(more.scored);
        self.score_sum = self.score_sum.saturating_add(more.score_sum);
    }
}

/// `games`, the four numbers of games, `scored`, and `mean_score` with one decimal or null.
impl Serialize for GameCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("GameCounts", 7)?;
        fields.serialize_field("games", &self.games())?;
        fields.serialize_field("white", &self.white)?;
        fields.serialize_field("draws", &self.draws)?;
        fields.serialize_field("black", &self.black)?;
        fields.serialize_field("unfinished", &self.unfinished)?;
        fields.serialize_field("scored", &self.scored)?;
        let mean = self.mean_score().map(|mean| (mean * 10.0).round() / 10.0);
        fields.serialize_field("mean_score", &mean)?;
        fields.end()
    }
}
