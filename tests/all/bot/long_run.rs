//! Games through a site with faults, with SIGKILL at random moments.

use super::process::Bot;
use super::site::{Attempt, Faults, Outcome, Site, State};
use fastrand::Rng;
use std::collections::HashMap;
use std::thread;
use std::time::Duration;
use test_support::amount::amount_from_env;

const FAULTS: Faults = Faults {
    error: 25,
    busy: 25,
    token: 40,
    garbage: 40,
    empty: 40,
    closed: 25,
    lost: 25,
    slow: 25,
    late: 25,
};

/// Plays games to their ends. The bot is killed at random moments, if that is asked for.
/// `LUCTOR_BOT_GAMES=100 cargo test --features bot --test all bot::long_run` plays 100 games in each test.
fn play(name: &str, is_killed: bool) {
    let site = Site::start();
    let mut bot = Bot::new(name, &site, "seconds = 0.02");
    // The bot waits for longer than the site needs for a late move.
    bot.time_scale = 0.005;
    bot.start();
    site.state().faults = FAULTS;
    let games = amount_from_env("LUCTOR_BOT_GAMES", 2);
    for number in 0..games {
        site.begin(&format!("game-{number}"), number % 2);
    }
    let mut rng = Rng::with_seed(3);
    let is_over = |state: &State| state.games.values().all(|game| game.over);
    while is_killed && !is_over(&site.state()) {
        let attempts = site.state().attempts.len() + rng.usize(..=6 + games / 4);
        site.wait("attempts", |state| state.attempts.len() >= attempts || is_over(state));
        // The time is random on purpose.
        thread::sleep(Duration::from_micros(rng.u64(..20_000)));
        bot.kill();
        bot.start();
    }
    site.wait("all games end", is_over);
    let state = site.state();
    check_attempts(&state.attempts, bot.kills);
    if bot.kills == 0 {
        assert_eq!(state.unheard, 0);
    }
}

/// Checks that each move was made once, and that a move was repeated only if its answer was lost.
fn check_attempts(attempts: &[Attempt], kills: usize) {
    let mut made: HashMap<(&str, usize), &str> = HashMap::new();
    let mut refused = 0;
    for attempt in attempts {
        let (game, mv) = (attempt.game.as_str(), attempt.mv.as_str());
        match attempt.outcome {
            Outcome::Made | Outcome::MadeUnheard => {
                let before = made.insert((game, attempt.plies), mv);
                assert_eq!(before, None, "{attempt:?}");
            }
            Outcome::Fault => {}
            Outcome::NotYourTurn => {
                // After an answer the site may have made several moves: that of the bot and replies of the other side.
                let is_repeat = made.iter().any(|((other, _), made)| *other == game && *made == mv);
                assert!(is_repeat, "{attempt:?}");
                refused += 1;
            }
            _ => panic!("{attempt:?}"),
        }
    }
    // The bot asks before it repeats a move. The site may handle the move of a killed bot after that.
    assert!(refused <= kills, "{refused} moves were refused after {kills} kills");
}

#[test]
fn each_move_is_made_once_through_a_site_with_faults() {
    play("faults", false);
}

#[test]
fn each_move_is_made_once_by_a_bot_that_is_killed_at_random_moments() {
    play("kills", true);
}
