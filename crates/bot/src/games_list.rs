//! The comparison with the public list of games. The site sends no request when a game has ended, and it does not repeat one
//! that did not arrive, for example while the server was restarted. The list also shows whether a move arrived.

use crate::bot_game::{BotGame, GameKey, Status};
use crate::client::SiteClient;
use crate::http::SiteError;
use crate::queue::Queue;
use crate::unix_time;
use std::collections::BTreeSet;

/// A game that changed this short before is not missed in the list, in seconds.
const FRESH: u32 = 120;

/// Compares all games of a bot. Notes ended games and new games, and requests the moves that were not requested. What is
/// wrong with single games is logged.
pub fn compare_all(queue: &Queue, client: &SiteClient) -> Result<(), SiteError> {
    let bot = &client.bot;
    let asked = unix_time();
    let fresh = asked.saturating_sub(queue.seconds(FRESH).as_secs());
    let listed = client.current_games()?;
    let known = queue.games(&bot.name);
    let old = known.iter().filter(|(_, game)| game.changed <= fresh);
    // Games that are not in the list have ended.
    let mut to_compare: BTreeSet<GameKey> = old.map(|(key, _)| key.clone()).collect();
    for game in &listed {
        let (Some(side), Some(key)) =
            (game.side_of(&bot.client_id), GameKey::new(&bot.name, &game.id))
        else {
            continue;
        };
        let is_behind = |known: &BotGame| {
            let has_other_moves = game.num_moves != Some(known.moves.plies());
            let is_given_up = matches!(known.status, Status::Failed(_)) && known.deadline > asked;
            has_other_moves || known.status == Status::Wait || is_given_up
        };
        if known.get(&key).is_none_or(|known| game.is_turn_of(side) && is_behind(known)) {
            to_compare.insert(key);
        } else {
            to_compare.remove(&key);
        }
    }
    for key in &to_compare {
        if let Err(error) = compare(queue, client, key) {
            log::error!("{key}: {error}");
        }
    }
    queue.forget_challenges(&bot.name, fresh);
    Ok(())
}

/// Compares one game. If the bot is to move, this is as a request of the site.
pub fn compare(queue: &Queue, client: &SiteClient, key: &GameKey) -> Result<(), SiteError> {
    let site_game = client.one_game(&key.game)?;
    let side = site_game.side_of(&client.bot.client_id).ok_or(SiteError::OtherPlayers)?;
    queue.compare(key, side, &site_game, site_game.moves()?);
    Ok(())
}
