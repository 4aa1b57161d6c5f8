//! A game in the answers of the site.

use crate::history::SiteMoves;
use crate::http::{SiteError, unreadable};
use emergo::{GameResult, Side};
use serde::Deserialize;

/// The public data of a game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteGame {
    /// The name of the game.
    pub id: String,
    /// The index of the player to move, empty after the end.
    pub to_move: Option<String>,
    /// The numbers of the winners from 1; both after a draw.
    pub winner: Option<Vec<usize>>,
    /// The players.
    #[serde(default)]
    pub players: Vec<SitePlayer>,
    /// The number of moves, in the list of games.
    pub num_moves: Option<usize>,
    /// The state of the game as JSON, only if one game was asked for.
    pub state: Option<String>,
}

/// A player of a game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct SitePlayer {
    /// The user id; the client id of a bot.
    pub id: String,
    /// The name.
    pub name: Option<String>,
    /// The time after the last move of the player, in milliseconds.
    pub time: Option<f64>,
}

impl SiteGame {
    /// Has the game ended?
    pub fn is_over(&self) -> bool {
        self.to_move.as_deref() == Some("")
    }

    /// Is this side to move?
    pub fn is_turn_of(&self, side: Side) -> bool {
        self.to_move == Some(side.index().to_string())
    }

    /// The side of the player with this id.
    pub fn side_of(&self, id: &str) -> Option<Side> {
        let index = self.players.iter().position(|player| player.id == id)?;
        Side::ALL.get(index).copied()
    }

    /// The result, if the game has ended and the site has it.
    pub fn result(&self) -> Option<GameResult> {
        match self.winner.as_deref()? {
            [1] => Some(GameResult::WhiteWins),
            [2] => Some(GameResult::BlackWins),
            [_, _] => Some(GameResult::Draw),
            _ => None,
        }
    }

    /// The time of a side in hours, after its last move.
    pub fn hours(&self, side: Side) -> f64 {
        let player = self.players.get(side.index());
        player.and_then(|player| player.time).unwrap_or_default() / 3_600_000.0
    }

    /// The name of a player.
    pub fn name(&self, side: Side) -> Option<&str> {
        self.players.get(side.index())?.name.as_deref()
    }

    /// The moves. Fails if the state is missing or has another form.
    pub fn moves(&self) -> Result<SiteMoves, SiteError> {
        #[derive(Deserialize)]
        struct SiteState {
            stack: Vec<SiteEntry>,
        }
        #[derive(Deserialize)]
        struct SiteEntry {
            lastmove: Option<String>,
        }
        let text = self.state.as_deref().unwrap_or_default();
        let state: SiteState = serde_json::from_str(text).map_err(unreadable)?;
        Ok(SiteMoves(state.stack.into_iter().filter_map(|entry| entry.lastmove).collect()))
    }
}
