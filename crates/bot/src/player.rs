//! Finds the moves: one search with one thread for each position.

use crate::queue::Queue;
use crate::service::Clients;
use crate::settings::BotSettings;
use emergo::{Game, Move};
use luctor_engine::search::{Limits, SearchControl, SearchSettings, Searcher};
use luctor_engine::strength::Level;
use luctor_system::checksum::fnv1a;
use std::time::Instant;

/// Searches positions as they come. Does not return.
pub(crate) fn search_all(queue: &Queue, clients: &Clients, searcher: &mut Searcher) {
    loop {
        let task = queue.next_search();
        let start = Instant::now();
        let bot = &clients[&task.key.bot].bot;
        let mv = find_move(searcher, bot, &task.key.game, &task.game);
        queue.counters.searches.add(1);
        queue.counters.search_milliseconds.add(start.elapsed().as_millis() as u64);
        queue.finish_search(&task, mv);
    }
}

/// The move of a bot in the game with this name. The errors of a weak level are the same in all positions of a game.
pub(crate) fn find_move(
    searcher: &mut Searcher,
    bot: &BotSettings,
    name: &str,
    game: &Game,
) -> Option<Move> {
    let limits = Limits::to_move_time((bot.seconds * 1000.0).ceil() as i64);
    let settings = SearchSettings {
        handicap: Level::from_skill(bot.level).handicap(),
        seed: Some(fnv1a(name.bytes())),
        ..SearchSettings::default()
    };
    let control = SearchControl::default();
    searcher.search(game, &limits, settings, &control, &mut |_| {}).best_move()
}
