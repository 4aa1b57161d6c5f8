//! What the site tells everybody about its games. The site tells no bot that a game has ended, and it does not repeat a
//! request that did not arrive, for example while the server was restarted. It also knows whether a move arrived.

use crate::client::{self, ClientError, SiteGame};
use crate::queue::{Queue, ReceiveError};
use crate::settings::BotSettings;
use crate::store::{BotGame, GameKey, Stage};
use crate::{history, unix_time};
use emergo::Side;
use std::collections::HashMap;
use thiserror::Error;
use ureq::Agent;

/// A game that changed this short before is not missed in the list, in seconds.
const FRESH: u64 = 120;

/// Why a game could not be compared.
#[derive(Debug, Error)]
pub enum CompareError {
    /// The site does not tell its games.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The game cannot be played.
    #[error(transparent)]
    Receive(#[from] ReceiveError),
    /// The bot is not one of the players.
    #[error("the bot does not play this game")]
    OtherPlayers,
}

/// The public list of games.
pub struct GamesList {
    agent: Agent,
    address: String,
}

impl GamesList {
    /// The list at an address.
    pub fn new(agent: &Agent, address: &str) -> GamesList {
        GamesList { agent: agent.clone(), address: address.to_owned() }
    }

    /// Compares all games. Notes ended games and new games, and requests the moves that were not requested.
    ///
    /// # Errors
    ///
    /// The site does not tell its games. What is wrong with single games is logged.
    pub fn compare_all(&self, queue: &Queue, bots: &[BotSettings]) -> Result<(), ClientError> {
        let asked = unix_time();
        let listed = client::current_games(&self.agent, &self.address)?;
        queue.forget_busy();
        let mut result = Ok(());
        let games = queue.games();
        for bot in bots {
            let own: HashMap<&str, (&SiteGame, Side)> = listed
                .iter()
                .filter_map(|game| Some((game.id.as_str(), (game, side_of(game, bot)?))))
                .collect();
            let mut changed: Vec<&str> = Vec::new();
            for (key, known) in games.iter().filter(|(key, _)| key.bot == bot.name) {
                let is_ended = known.stage.is_open() && known.changed + FRESH < asked;
                if is_ended && !own.contains_key(key.game.as_str()) {
                    changed.push(&key.game);
                }
            }
            for (id, (game, side)) in &own {
                let key = GameKey { bot: bot.name.clone(), game: (*id).to_owned() };
                let known = games.iter().find(|(known, _)| *known == key);
                if known.is_none_or(|(_, known)| game.is_turn_of(*side) && is_behind(known, game)) {
                    changed.push(id);
                }
            }
            for game in changed {
                if let Err(error) = self.compare(queue, bot, game) {
                    log::error!("{} {game}: {error}", bot.name);
                    if let CompareError::Client(error) = error {
                        result = Err(error);
                    }
                }
            }
            queue.forget_challenges(&bot.name, asked.saturating_sub(FRESH));
        }
        result
    }

    /// Compares one game. If the bot is to move, this is as a request of the site.
    ///
    /// # Errors
    ///
    /// The site does not tell the game, or the game cannot be played.
    pub fn compare(
        &self,
        queue: &Queue,
        bot: &BotSettings,
        game: &str,
    ) -> Result<(), CompareError> {
        let told = client::one_game(&self.agent, &self.address, game)?;
        let side = side_of(&told, bot).ok_or(CompareError::OtherPlayers)?;
        let key = GameKey { bot: bot.name.clone(), game: game.to_owned() };
        queue.compare(&key, side, &told, told.rounds()?)?;
        Ok(())
    }
}

fn side_of(game: &SiteGame, bot: &BotSettings) -> Option<Side> {
    let seat = game.players.iter().position(|player| player.id == bot.client_id)?;
    Side::ALL.get(seat).copied()
}

/// The bot is to move: does it not know that?
fn is_behind(known: &BotGame, game: &SiteGame) -> bool {
    let is_pending = matches!(known.stage, Stage::Search | Stage::Send(_));
    !is_pending || game.num_moves != Some(history::plies(&known.moves))
}
