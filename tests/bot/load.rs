//! Many games at once.

use crate::process::Bot;
use crate::site::{Site, random_opponent};
use std::fs;
use std::time::{Duration, Instant};
use test_support::amount::amount_from_env;

/// The memory of a process in KiB.
#[cfg(target_os = "linux")]
fn memory(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// `LUCTOR_BOT_LOAD=500 cargo test --features bot --test bot load -- --nocapture` has 500 games at full strength with the
/// default time for a move.
#[cfg(target_os = "linux")]
#[test]
fn games_that_wait_at_once_are_served_in_turn_and_take_no_memory() {
    let games: usize = amount_from_env("LUCTOR_BOT_LOAD", 40);
    let is_long = games >= 500;
    let site = Site::start(3, random_opponent);
    let mut bot = Bot::new("load", &site, if is_long { "" } else { "seconds = 0.02" });
    if is_long {
        let path = bot.folder.join("bot.toml");
        fs::write(&path, fs::read_to_string(&path).unwrap().replace("level = 3", "")).unwrap();
    }
    bot.start();
    let started = Instant::now();
    for number in 0..games {
        site.begin(&format!("game-{number}"), 0);
    }
    bot.wait_for_figure("moves_requested_total", games as u64);
    let (answered, before) = (started.elapsed(), memory(bot.process_id()));
    let mut most = before;
    while site.state().games.values().any(|game| game.moves.is_empty()) {
        most = most.max(memory(bot.process_id()));
        std::thread::sleep(Duration::from_millis(20));
    }
    let time = started.elapsed();
    let state = site.state();
    let most_moves = state.games.values().map(|game| game.moves.len().div_ceil(2)).max().unwrap();
    println!(
        "{games} requests accepted in {answered:.1?}, a move in each after {time:.1?}, memory {before} KiB, at most {most} KiB"
    );
    assert!(most_moves <= 3, "a game waits while another has {most_moves} moves");
    assert_eq!(state.unheard, 0);
    assert!(most < before + 20_000, "{before} KiB grew to {most} KiB");
}
