//! The comparison with the public list of games. The site sends no request when a game has ended, and it does not repeat one
//! that did not arrive, for example while the server was restarted. The list also shows whether a move arrived.

use crate::bot_game::{BotGame, GameKey, Status};
use crate::client::SiteClient;
use crate::http::SiteError;
use crate::queue::Queue;
use crate::store::StoreError;
use crate::unix_time;
use thiserror::Error;

/// A game that changed this short before is not missed in the list, in seconds.
const FRESH: u32 = 120;

/// Why a game could not be compared.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum CompareError {
    #[error(transparent)]
    Site(#[from] SiteError),
    #[error("the request cannot be stored: {0}")]
    Store(#[from] StoreError),
    #[error("the bot does not play this game")]
    OtherPlayers,
}

/// Compares all games of a bot. Notes ended games and new games, and requests the moves that were not requested.
///
/// # Errors
///
/// The list cannot be read. What is wrong with single games is logged.
pub fn compare_all(queue: &Queue, client: &SiteClient) -> Result<(), SiteError> {
    let bot = &client.bot;
    let asked = unix_time();
    let fresh = asked.saturating_sub((queue.second * FRESH).as_secs());
    let listed = client.current_games()?;
    let known = queue.games(&bot.name);
    let mut missing = known.clone();
    missing.retain(|_, game| game.changed <= fresh);
    let mut changed = Vec::new();
    for game in &listed {
        let (Some(side), Some(key)) =
            (game.side_of(&bot.client_id), GameKey::new(&bot.name, &game.id))
        else {
            continue;
        };
        missing.remove(&key);
        let is_behind = |known: &BotGame| {
            let has_other_moves = game.num_moves != Some(known.moves.plies());
            let is_given_up = matches!(known.status, Status::Failed(_)) && known.deadline > asked;
            has_other_moves || known.status == Status::Wait || is_given_up
        };
        if known.get(&key).is_none_or(|known| game.is_turn_of(side) && is_behind(known)) {
            changed.push(key);
        }
    }
    for key in changed.iter().chain(missing.keys()) {
        if let Err(error) = compare(queue, client, key) {
            log::error!("{key}: {error}");
        }
    }
    queue.forget_challenges(&bot.name, fresh);
    Ok(())
}

/// Compares one game. If the bot is to move, this is as a request of the site.
///
/// # Errors
///
/// The game cannot be read from the site, or cannot be played.
pub fn compare(queue: &Queue, client: &SiteClient, key: &GameKey) -> Result<(), CompareError> {
    let site_game = client.one_game(&key.game)?;
    let side = site_game.side_of(&client.bot.client_id).ok_or(CompareError::OtherPlayers)?;
    queue.compare(key, side, &site_game, site_game.rounds()?)?;
    Ok(())
}
