//! Many games at once.

use super::process::Bot;
use super::site::Site;
use std::time::Instant;
use test_support::amount::amount_from_env;
use test_support::process::resident_kib;

/// `LUCTOR_BOT_LOAD=500 cargo test --features bot --test all bot::load -- --nocapture` has 500 games at full strength with the
/// default time for a move.
#[test]
fn games_that_wait_at_once_are_served_in_turn_and_take_no_memory() {
    let games: usize = amount_from_env("LUCTOR_BOT_LOAD", 40);
    let is_long = games >= 500;
    let site = Site::start();
    let mut bot = Bot::new("load", &site, if is_long { "" } else { "seconds = 0.02" });
    if is_long {
        bot.edit("level = 3", "");
    }
    bot.start();
    let started = Instant::now();
    for number in 0..games {
        site.begin(&format!("game-{number}"), 0);
    }
    bot.wait_for_figure("moves_requested_total", games as u64);
    let before = resident_kib(bot.process_id());
    let mut most = before;
    site.wait("a move in each game", |state| {
        most = most.max(resident_kib(bot.process_id()));
        state.games.values().all(|game| !game.moves.is_empty())
    });
    println!("a move in {games} games after {:.1?}: {most} KiB at most", started.elapsed());
    let state = site.state();
    let most_moves = state.games.values().map(|game| game.moves.len().div_ceil(2)).max().unwrap();
    assert!(most_moves <= 3, "a game waits while another has {most_moves} moves");
    assert_eq!(state.unheard, 0);
    assert!(most < before + 20_000, "{before} KiB grew to {most} KiB");
}
