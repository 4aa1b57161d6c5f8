//! Repeated, old and changed requests, restarts, full disks, lost tokens and keys.

use crate::process::Bot;
use crate::site::{Faults, Outcome, Site, random_opponent};
use serde_json::json;
use std::fs;
use std::process::Command;
use std::sync::Arc;

fn outcomes(site: &Site) -> Vec<Outcome> {
    site.state().attempts.iter().map(|attempt| attempt.outcome).collect()
}

/// A bot with one game in which it is to move.
fn with_game(name: &str, more: &str) -> (Arc<Site>, Bot) {
    let site = Site::start(2, random_opponent);
    let mut bot = Bot::new(name, &site, more);
    bot.start();
    site.begin("g", 0);
    (site, bot)
}

#[test]
fn the_same_request_twice_sends_one_move() {
    let (site, bot) = with_game("repeated", "seconds = 0.2");
    let body = site.move_request("g").to_string();
    for _ in 0..5 {
        assert_eq!(site.post("/club", body.as_bytes()).unwrap().status(), 202);
    }
    bot.wait_for_figure("moves_sent_total", 1);
    // After the move was sent, the request is older than what is known.
    assert_eq!(site.post("/club", body.as_bytes()).unwrap().status(), 202);
    site.wait("the game ends", |state| state.games["g"].over);
    let attempts = site.state().attempts.clone();
    let mut plies: Vec<usize> = attempts.iter().map(|attempt| attempt.plies).collect();
    plies.dedup();
    assert_eq!(plies.len(), attempts.len());
    assert!(attempts.iter().all(|attempt| attempt.outcome == Outcome::Made), "{attempts:?}");
    assert!(bot.figure("moves_known_total") >= 5);
}

#[test]
fn a_newer_request_replaces_the_search_for_an_older_position() {
    let site = Site::start(2, random_opponent);
    let mut bot = Bot::new("newer", &site, "seconds = 0.5\nlevel = 20");
    bot.start();
    let post = |moves: serde_json::Value| {
        let body = json!({
            "verb": "move", "metaGame": "emergo", "gameid": "g", "clockCurr": 48, "moves": moves,
        });
        site.post("/club", body.to_string().as_bytes()).unwrap().status()
    };
    // The site has no game of this name, so each attempt is noted and refused.
    assert_eq!(post(json!([["e3", "e7"]])), 202);
    assert_eq!(post(json!([["e3", "e7"], ["d2", "f8"]])), 202);
    // A history that is not the continuation of the known one, and an older one.
    assert_eq!(post(json!([["a1", "i9"], ["c3", "g7"]])), 202);
    assert_eq!(post(json!([["a1", "i9"]])), 202);
    site.wait("a move is sent", |state| !state.attempts.is_empty());
    bot.wait_for_figure("searches_total", 2);
    assert_eq!(bot.figure("moves_requested_total"), 3);
    assert_eq!(bot.figure("moves_known_total"), 1);
    let games = String::from_utf8(bot.output(&["games"]).stdout).unwrap();
    assert!(games.lines().count() == 2 && games.contains("  4  "), "{games}");
    // An illegal history stops the game.
    assert_eq!(post(json!([["a1", "i9"], ["c3", "g7"], ["d2", "d2"], ["e1", "e9"]])), 202);
    let games = String::from_utf8(bot.output(&["games"]).stdout).unwrap();
    assert!(games.contains("FAILED") && games.contains("ply 6"), "{games}");
    assert!(bot.log().contains("other moves than before"), "{}", bot.log());
}

#[test]
fn a_bot_that_was_killed_goes_on_with_what_it_has_to_search_and_to_send() {
    let (site, mut bot) = with_game("killed", "seconds = 3000\nlevel = 20");
    bot.wait_for_figure("games_to_search", 1);
    bot.kill();
    // Now it searches faster, but the site cannot take the move.
    bot.write_settings(&site, "seconds = 0.01");
    site.state().faults = Faults { error: 1, ..Faults::default() };
    bot.start();
    site.wait("a failure", |state| !state.attempts.is_empty());
    let first = site.state().attempts[0].mv.clone();
    bot.kill();
    site.state().faults = Faults::default();
    site.state().attempts.clear();
    bot.start();
    site.wait("the move is made", |state| state.games["g"].moves.len() > 1);
    assert_eq!(site.state().attempts[0].mv, first, "the move that was chosen before is sent");
    assert_eq!(bot.figure("moves_requested_total"), 0, "{}", bot.log());
}

#[test]
fn a_request_that_came_while_the_bot_was_off_is_found_in_the_list_of_games() {
    let site = Site::start(2, random_opponent);
    let mut bot = Bot::new("off", &site, "seconds = 0.01");
    site.begin("g", 1);
    site.wait("the request fails", |state| state.unheard == 1);
    bot.start();
    site.wait("the game ends", |state| state.games["g"].over);
}

#[test]
fn a_refused_token_is_renewed_once_for_a_move_and_an_old_one_before_it_ends() {
    let (site, bot) = with_game("token", "seconds = 0.01");
    site.wait("the game ends", |state| state.games["g"].over);
    assert_eq!(site.state().tokens_given, 1, "the token is kept");
    site.state().faults = Faults { token: 1, ..Faults::default() };
    site.state().attempts.clear();
    site.begin("h", 0);
    site.wait("two attempts", |state| state.attempts.len() >= 2);
    site.state().faults = Faults::default();
    site.wait("the game ends", |state| state.games["h"].over);
    assert!(bot.log().contains("does not accept the credentials"), "{}", bot.log());
    // A token of a minute is renewed for each move.
    let given = {
        let mut state = site.state();
        state.token_seconds = 60;
        state.faults = Faults { token: 2, ..Faults::default() };
        state.tokens_given
    };
    site.begin("i", 0);
    site.wait("the game ends", |state| state.games["i"].over);
    let moves = site.state().games["i"].moves.len();
    assert!(site.state().tokens_given - given >= moves / 2, "{}", bot.log());
    let log = bot.log();
    assert!(!log.contains("token-") && !log.contains(crate::site::SECRET), "{log}");
}

#[test]
fn a_move_that_cannot_be_sent_is_given_up_when_the_time_has_run_out_or_after_eight_refusals() {
    let site = Site::start(2, random_opponent);
    let mut bot = Bot::new("given up", &site, "# no list");
    let folder = bot.folder.join("state/club");
    fs::create_dir_all(&folder).unwrap();
    // As a killed bot leaves it behind. The file is part of the interface to older versions.
    for (game, deadline) in [("late", 1000_u64), ("unknown", 4_000_000_000)] {
        let text = json!({
            "side": "w", "moves": [], "changed": 1000, "deadline": deadline, "stage": { "send": "a1" },
        });
        fs::write(folder.join(format!("{game}.json")), text.to_string()).unwrap();
    }
    bot.start();
    bot.wait_for_figure("moves_failed_total", 2);
    assert_eq!(outcomes(&site), [Outcome::NoGame; 9], "{}", bot.log());
    let games = String::from_utf8(bot.output(&["games"]).stdout).unwrap();
    assert!(games.contains("FAILED: the time of the bot has run out"), "{games}");
    assert!(games.contains("FAILED: a1: the site refuses: NoGame"), "{games}");
}

/// The limit of the size of files stands for a full disk: no file can be written any more.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_the_game_goes_on() {
    let site = Site::start(2, random_opponent);
    let mut bot = Bot::new("full disk", &site, "seconds = 0.01");
    let run = bot.command(&["run"]);
    let mut shell = Command::new("sh");
    // Without the signal of the limit, the write fails.
    shell
        .args(["-c", "trap '' XFSZ; exec \"$@\"", "sh"])
        .arg(run.get_program())
        .args(run.get_args());
    shell.env_remove("RUST_LOG").env_remove("AP_BOT_PUBLIC_KEY");
    bot.start_as(&mut shell);
    let limit = |bytes: &str| {
        let id = bot.process_id().to_string();
        let set =
            Command::new("prlimit").args(["--pid", &id, &format!("--fsize={bytes}:")]).status();
        set.is_ok_and(|status| status.success())
    };
    if !limit("0") {
        println!("skipped: there is no prlimit");
        return;
    }
    site.begin("g", 0);
    site.wait("some moves", |state| state.games["g"].moves.len() > 4);
    assert!(site.state().unheard > 0, "a request that is not on disk is not accepted");
    assert!(bot.figure("write_failures_total") > 0);
    assert!(limit("unlimited"));
    site.wait("the game ends", |state| state.games["g"].over);
    assert!(outcomes(&site).iter().all(|outcome| *outcome == Outcome::Made));
    let files = || fs::read_dir(bot.folder.join("state/club")).unwrap().flatten();
    assert!(files().any(|file| file.file_name() == "g.json"));
    assert!(files().all(|file| !file.file_name().to_string_lossy().ends_with(".new")));
}

#[test]
fn the_key_of_the_site_is_kept_and_asked_for_again_after_a_wrong_signature() {
    let site = Site::start(2, random_opponent);
    let mut bot = Bot::new("key", &site, "");
    bot.start();
    assert!(site.challenge(72.0));
    bot.kill();
    // At the next start the site does not tell its key. Later it has a new one.
    let settings = fs::read_to_string(bot.folder.join("bot.toml")).unwrap();
    let path = bot.folder.join("bot.toml");
    fs::write(&path, settings.replace("/key\"", "/no-key\"")).unwrap();
    bot.start();
    assert!(bot.log().contains("the kept key is used"), "{}", bot.log());
    assert!(site.challenge(72.0));
    bot.kill();
    // The kept key is an old one.
    let kept = bot.folder.join("state/site-key.txt");
    let old = fs::read_to_string(&kept).unwrap();
    site.change_key();
    assert_ne!(site.key_text(), old);
    fs::write(&path, &settings).unwrap();
    bot.start();
    assert!(site.challenge(72.0));
    assert_eq!(fs::read_to_string(&kept).unwrap(), site.key_text());
}

#[test]
fn a_second_bot_in_the_same_folder_does_not_start() {
    let site = Site::start(2, random_opponent);
    let mut bot = Bot::new("second", &site, "");
    bot.start();
    let output = bot.output(&["run"]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && text.contains("another luctor bot"), "{text}");
}
