//! What the requests of the site and its list of games change.

use super::Queue;
use crate::bot_game::{BotGame, GameKey, Status};
use crate::history::SiteMoves;
use crate::site_game::SiteGame;
use crate::unix_time;
use emergo::Side;

/// The least time to send a move, in seconds. The site rounds clocks to hours, and a late move still counts until the
/// opponent claims the win.
const MIN_MOVE_SECONDS: u32 = 1800;

/// What a request for a move led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Received {
    /// A move will be found and sent.
    Queued,
    /// The position was requested before, or is older than what is known.
    Known,
    /// The moves are not legal, or the game has ended. On the site it goes on if a player has men in hand and no move.
    Unplayable,
}

impl Queue {
    /// Handles a request for a move after these moves, with the time of the bot in hours. [`Queue::save`] tells whether it is on
    /// disk.
    pub(crate) fn receive(&self, key: &GameKey, moves: SiteMoves, hours: f64) -> Received {
        let replayed = moves.replay();
        let now = unix_time();
        let least = self.seconds(MIN_MOVE_SECONDS).as_secs_f64();
        let mut deadline = now.saturating_add((hours * 3600.0).max(least) as u64);
        let mut state = self.lock();
        let known = state.store.get(key);
        let opponent = known.and_then(|known| known.opponent.clone());
        let began = known.map_or(Some(now), |known| known.began);
        if let Some(known) = known {
            if is_repeated(&moves, replayed.is_ok(), known) {
                return Received::Known;
            }
            if known.moves == moves {
                deadline = known.deadline;
            } else if !moves.begins_with(&known.moves) {
                log::warn!("{key}: the site has other moves than before");
            }
        } else if state.store.has_ended(key) {
            return Received::Known;
        } else if let Some(accepted) = state.accepted.get_mut(&key.bot) {
            accepted.pop_front();
        }
        let (status, received) = match replayed {
            Ok(_) => {
                log::info!("{key}: ply {} requested, {hours:.1} hours left", moves.plies() + 1);
                (Status::Search, Received::Queued)
            }
            Err(error) => {
                log::error!("{key}: no move can be made: {error}");
                (Status::Failed(error.to_string()), Received::Unplayable)
            }
        };
        let side = moves.side_to_move();
        let game = BotGame { side, opponent, moves, began, changed: now, deadline, status };
        self.change(&mut state, key, game);
        received
    }

    /// Compares a game with its public state on the site. If the bot is to move, this is as a request of the site.
    pub(crate) fn compare(
        &self,
        key: &GameKey,
        side: Side,
        site_game: &SiteGame,
        moves: SiteMoves,
    ) {
        if site_game.is_turn_of(side) {
            self.correct_side(key, side);
            self.receive(key, moves, site_game.hours(side));
            return;
        }
        let mut state = self.lock();
        let known = state.store.get(key);
        if !site_game.is_over() && known.is_some_and(|known| known.moves.is_newer_than(&moves)) {
            return;
        }
        let now = unix_time();
        let began = known.map_or(Some(now), |known| known.began);
        let status =
            if site_game.is_over() { Status::Ended(site_game.result()) } else { Status::Wait };
        log::info!("{key}: the site has {} plies: {status}", moves.plies());
        let opponent = site_game.name(side.other()).map(str::to_owned);
        let game = BotGame { side, opponent, moves, began, changed: now, deadline: now, status };
        self.change(&mut state, key, game);
    }

    /// Corrects the side of the bot: the first request of a game may be an old one with the other side to move.
    fn correct_side(&self, key: &GameKey, side: Side) {
        let mut state = self.lock();
        if let Some(mut game) = state.store.get(key).filter(|game| game.side != side).cloned() {
            log::warn!("{key}: the bot plays the other side");
            (game.side, game.status) = (side, Status::Wait);
            self.change(&mut state, key, game);
        }
    }

    /// Counts a challenge as a game, unless the bot has `most` games.
    pub(crate) fn accept_challenge(&self, bot: &str, most: usize) -> bool {
        let mut state = self.lock();
        let open = state.store.games().filter(|(key, _)| key.bot == bot).count();
        let accepted = state.accepted.entry(bot.to_owned()).or_default();
        let is_free = open + accepted.len() < most;
        if is_free {
            accepted.push_back(unix_time());
        }
        is_free
    }

    /// Forgets the challenges that were accepted before a time: their games are known.
    pub(crate) fn forget_challenges(&self, bot: &str, before: u64) {
        if let Some(accepted) = self.lock().accepted.get_mut(bot) {
            accepted.retain(|time| *time >= before);
        }
    }
}

/// Does a request with these moves contain nothing new? The site may repeat a request, with its old moves or with
/// all moves up to now, although the opponent is to move.
fn is_repeated(moves: &SiteMoves, is_playable: bool, known: &BotGame) -> bool {
    let is_handled = match known.status {
        Status::Search | Status::Send(_) => true,
        Status::Failed(_) => !is_playable,
        Status::Wait | Status::Ended(_) => false,
    };
    known.side != moves.side_to_move()
        || known.moves.is_newer_than(moves)
        || is_handled && known.moves == *moves
}
