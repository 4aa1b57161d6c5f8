//! What the site sends to a bot.

use crate::history::SiteMoves;
use serde::Deserialize;

/// The name of the game on the site.
pub const GAME: &str = "emergo";

/// A request of the site. Unknown fields are ignored.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteRequest {
    /// The game.
    pub meta_game: String,
    /// Its variants.
    #[serde(default)]
    pub variants: Vec<String>,
    /// What the bot has to do.
    #[serde(flatten)]
    pub verb: Verb,
}

/// What the bot has to do.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "verb", rename_all = "lowercase")]
pub enum Verb {
    /// Somebody wants to play. The status of the answer says whether the bot accepts.
    Challenge(Challenge),
    /// The bot is to move.
    #[serde(rename_all = "camelCase")]
    Move {
        /// The name of this game.
        #[serde(rename = "gameid")]
        game_id: String,
        /// The time of the bot in hours, rounded.
        clock_curr: f64,
        /// All moves so far.
        moves: SiteMoves,
    },
}

/// A challenge. Clocks are in hours.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Challenge {
    /// The time of a player at the start.
    pub clock_start: f64,
    /// The time that is added after a move.
    pub clock_inc: f64,
    /// The most time that a clock can have.
    pub clock_max: f64,
    /// The user ids of the other players.
    pub challengers: Vec<String>,
}

impl SiteRequest {
    /// Is it about a game that a bot plays?
    pub fn is_emergo(&self) -> bool {
        self.meta_game == GAME && self.variants.is_empty()
    }
}
