//! Repeated, old and changed requests, restarts, full disks, lost tokens and keys.

use super::process::Bot;
use super::site::{BEGINNER, CLUB, Faults, Outcome, Site, State};
use crate::support::program::{Run, in_shell, printed, refused, run};
use emergo::{Coordinates, Position, read_move};
use luctor_bot::history::{SiteMoves, site_text};
use serde_json::{Value, json};
use std::fs;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use test_support::skip::skip;

fn outcomes(site: &Site) -> Vec<Outcome> {
    site.state().attempts.iter().map(|attempt| attempt.outcome).collect()
}

/// The number of attempts to move in a game.
fn tries(state: &State, game: &str) -> usize {
    state.attempts.iter().filter(|attempt| attempt.game == game).count()
}

/// A bot with one game in which it is to move.
fn with_game(name: &str, more: &str) -> (Arc<Site>, Bot) {
    let site = Site::start();
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
    let site = Site::start();
    let mut bot = Bot::new("newer", &site, "seconds = 0.5\nlevel = 20");
    bot.start();
    let post = |moves: Value| site.post_moves("g", &moves);
    // The site has no game of this name, so each attempt is noted and refused.
    assert_eq!(post(json!([["e3", "e7"]])), 202);
    bot.wait_for_figure("searches_total", 1);
    assert_eq!(post(json!([["e3", "e7"], ["d2", "f8"]])), 202);
    // A history that is not the continuation of the known one, and an older one.
    assert_eq!(post(json!([["a1", "i9"], ["c3", "g7"]])), 202);
    assert_eq!(post(json!([["a1", "i9"]])), 202);
    site.wait("a move is sent", |state| !state.attempts.is_empty());
    bot.wait_for_figure("searches_total", 2);
    assert_eq!(bot.figure("moves_requested_total"), 3);
    assert_eq!(bot.figure("moves_known_total"), 1);
    let games = printed(&mut bot.command(&["games"]));
    assert!(games.lines().count() == 2 && games.contains("  4  "), "{games}");
    // An illegal history stops the game.
    assert_eq!(post(json!([["a1", "i9"], ["c3", "g7"], ["d2", "d2"], ["e1", "e9"]])), 202);
    let games = printed(&mut bot.command(&["games"]));
    assert!(games.contains("FAILED") && games.contains("ply 6"), "{games}");
    assert!(bot.log().contains("other moves than before"), "{}", bot.log());
}

/// White is ahead and to move. His best move is a step that can be undone.
const AHEAD: &str = "d4 f2 e7 e9 f4 g7 c7 a3 c3 h8 c5 i3 g5 i1 d6 i9 d8 a1 i5 f6 h6 f6xh4 i5xg3xe1 g7xi5xg3xe5 d4xf6 i5 g3 c1 c7-b6 \
    e9xc7xa5 c3-d2 c1xe3 c5-d4 e3xc5 d6xb4 a5xc3 e5-f4 b4xd6xf8 g3-h4 i5xg3xe5xg7 c5-d4 c3xe5xg3 f4xh2 i3xg1 g3-f2 \
    g1xe3 f2xd4 h2-i3 e3-d2 a1-b2 d4-e5 f6xd4 e5xc3xa1 i3-h2 d4-e5 a3-b2 a1xc3 h8-g9 e5-f6 g7xe5 c3-d4 e5xc3 d4xb2 \
    h2-g3 b2-c1 g3-f2 e1xg3 g9-h8";

/// A step of White, one of Black, and both back to the same position.
fn there_and_back(position: &Position, there: &str) -> [String; 4] {
    let play = |position: &mut Position, text: &str| {
        position.play(read_move(position, Coordinates::Checkerboard, text).ok()?);
        Some(())
    };
    let undone = |mv: &str| {
        let (from, to) = mv.split_once('-')?;
        Some(format!("{to}-{from}"))
    };
    let mut after = *position;
    play(&mut after, there).unwrap();
    let mut ways = after.legal_moves().into_iter().filter_map(|reply| {
        let reply = site_text(reply);
        let moves = [there.to_owned(), reply.clone(), undone(there)?, undone(&reply)?];
        let mut last = *position;
        moves.iter().try_for_each(|mv| play(&mut last, mv))?;
        (last == *position).then_some(moves)
    });
    ways.next().expect("the best move in AHEAD can be undone")
}

#[test]
fn a_bot_that_is_ahead_does_not_repeat_the_position() {
    let site = Site::start();
    // Level 18 has no errors and a limit of nodes, so its moves do not depend on the speed of the machine.
    let mut bot = Bot::new("repetition", &site, "seconds = 3000\nlevel = 18");
    bot.start();
    let ahead: Vec<String> = AHEAD.split_whitespace().map(str::to_owned).collect();
    let first_move = |game: &str, moves: &[String]| {
        assert_eq!(site.post_moves(game, &json!(SiteMoves(moves.to_vec()))), 202);
        site.wait("a move", |state| tries(state, game) > 0);
        let attempts = site.state().attempts.clone();
        attempts.into_iter().find(|attempt| attempt.game == game).unwrap().mv
    };
    let best = first_move("new", &ahead);
    // After this move the position would be there for the third time.
    let position = *SiteMoves(ahead.clone()).replay().unwrap().position();
    let moves = there_and_back(&position, &best);
    assert_ne!(first_move("repeated", &[&ahead[..], &moves, &moves].concat()), best);
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
    site.state().opponent_waits = true;
    bot.start();
    bot.wait_for_figure("moves_sent_total", 1);
    assert_eq!(site.state().attempts[0].mv, first, "the move that was chosen before is sent");
    assert_eq!(bot.figure("moves_requested_total"), 0, "{}", bot.log());
}

#[test]
fn a_stored_game_with_an_illegal_move_is_given_up() {
    let (_site, mut bot) = with_game("illegal", "seconds = 3000\nlevel = 20");
    bot.wait_for_figure("games_to_search", 1);
    bot.kill();
    let file = bot.folder.join("state/club/g.json");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace(r#""moves":[]"#, r#""moves":[["e5","e7"]]"#)).unwrap();
    bot.start();
    bot.wait_for_figure("moves_failed_total", 1);
    let games = printed(&mut bot.command(&["games"]));
    assert!(games.contains("FAILED: ply 1: illegal move 'e5'"), "{games}");
    bot.kill();
    bot.start();
    assert_eq!(bot.figure("games_failed"), 1, "a restart does not hide it");
}

#[test]
fn a_request_that_came_while_the_bot_was_off_is_found_in_the_list_of_games() {
    let site = Site::start();
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
    // A token of a minute is renewed for each move. The first move is refused with the old token.
    {
        let mut state = site.state();
        state.token_seconds = 60;
        state.tokens.clear();
        state.tokens_given = 0;
    }
    site.begin("i", 0);
    site.wait("the game ends", |state| state.games["i"].over);
    let state = site.state();
    assert_eq!(state.tokens_given, tries(&state, "i"), "{}", bot.log());
    let log = bot.log();
    assert!(!log.contains("token-") && !log.contains(CLUB.secret), "{log}");
}

#[test]
fn the_pauses_between_attempts_grow() {
    let (site, _bot) = with_game("pauses", "seconds = 0.01");
    site.state().faults = Faults { busy: 1, ..Faults::default() };
    site.wait("attempts", |state| tries(state, "g") >= 7);
    let times: Vec<_> = site.state().attempts.iter().map(|attempt| attempt.time).collect();
    for (number, pair) in (0..6).zip(times.windows(2)) {
        let least = Duration::from_millis(10 << number);
        assert!(pair[1] - pair[0] >= least, "pause {number}: {:?}", pair[1] - pair[0]);
    }
}

#[test]
fn a_move_is_not_tried_again_when_the_clock_has_run_out_or_the_game_is_over() {
    let site = Site::start();
    let mut bot = Bot::new("clock", &site, "seconds = 0.01");
    bot.time_scale = 0.0005;
    bot.start();
    site.state().faults = Faults { busy: 1, ..Faults::default() };
    site.create("no-time", 0, &CLUB);
    site.state().games.get_mut("no-time").unwrap().clock = Duration::ZERO;
    site.ask("no-time");
    site.begin("lost", 0);
    bot.wait_for_figure("moves_failed_total", 1);
    let games = printed(&mut bot.command(&["games"]));
    assert!(games.contains("FAILED: the time of the bot has run out"), "{games}");
    let before = tries(&site.state(), "no-time");
    let tried = tries(&site.state(), "lost");
    site.wait("the other move is tried", |state| tries(state, "lost") > tried);
    // The opponent claims the win on time.
    site.end("lost");
    bot.wait_for("games_open", |open| open == 1);
    let lost = tries(&site.state(), "lost");
    site.state().faults = Faults::default();
    site.begin("next", 0);
    site.wait("the next game ends", |state| state.games["next"].over);
    bot.wait_for("games_open", |open| open == 1);
    assert_eq!(tries(&site.state(), "no-time"), before);
    assert_eq!(tries(&site.state(), "lost"), lost);
    assert!(outcomes(&site).iter().all(|outcome| *outcome != Outcome::Late));
}

#[test]
fn a_move_that_the_site_refuses_eight_times_is_given_up_and_another_one_is_searched() {
    let site = Site::start();
    let mut bot = Bot::new("refused", &site, "seconds = 0.01");
    bot.time_scale = 0.001;
    let folder = bot.folder.join("state/club");
    fs::create_dir_all(&folder).unwrap();
    // As a killed bot of an earlier version leaves it behind.
    let text = json!({
        "side": "white", "moves": [], "changed": 1000, "deadline": 4_000_000_000_u64, "status": { "send": "z9" },
    });
    fs::write(folder.join("g.json"), text.to_string()).unwrap();
    site.create("g", 0, &CLUB);
    bot.start();
    bot.wait_for_figure("moves_failed_total", 1);
    assert_eq!(outcomes(&site)[..8], [Outcome::Illegal; 8], "{}", bot.log());
    // The next comparison with the list of games requests a move again.
    site.wait("the game ends", |state| state.games["g"].over);
    assert_eq!(outcomes(&site)[8], Outcome::Made);
}

#[test]
fn late_copies_of_requests_and_an_old_first_request_do_not_move_for_the_other_side() {
    let site = Site::start();
    let mut bot = Bot::new("late", &site, "seconds = 0.01");
    bot.start();
    site.state().opponent_waits = true;
    site.begin("white", 0);
    bot.wait_for_figure("moves_sent_total", 1);
    // The opponent is to move.
    let copy = site.move_request("white").to_string();
    // The first comparison with the list of games may have overtaken the first request.
    let known = bot.figure("moves_known_total");
    assert_eq!(site.post("/club", copy.as_bytes()).unwrap().status(), 202);
    assert_eq!((bot.figure("moves_known_total"), bot.figure("searches_total")), (known + 1, 1));
    // The first request of Black lacks the first move of White.
    site.create("black", 1, &CLUB);
    let mut first = site.move_request("black");
    first["moves"] = json!([]);
    assert_eq!(site.post("/club", first.to_string().as_bytes()).unwrap().status(), 202);
    site.wait("Black moves", |state| state.games["black"].moves.len() == 2);
    site.state().opponent_waits = false;
    site.reply("white");
    site.reply("black");
    site.wait("the games end", |state| state.games.values().all(|game| game.over));
    assert!(outcomes(&site).iter().all(|outcome| *outcome == Outcome::Made), "{}", bot.log());
}

#[test]
fn two_bots_of_one_process_have_their_own_paths_credentials_and_levels() {
    let site = Site::start();
    let second = format!(
        "seconds = 3000\nlevel = 20\n[[bot]]\nname = \"beginner\"\nclient_id = \"{}\"\nsecret_env = \"BEGINNER\"\n\
         seconds = 2000\nlevel = 0",
        BEGINNER.client
    );
    let mut bot = Bot::new("two", &site, &second);
    let start = |bot: &mut Bot| {
        let mut run = bot.command(&["run"]);
        bot.start_as(run.env("BEGINNER", BEGINNER.secret));
    };
    start(&mut bot);
    for (game, account) in [("strong", &CLUB), ("weak", &BEGINNER)] {
        site.create(game, 0, account);
        site.ask(game);
    }
    // The lowest level searches few nodes. Full strength uses all of its time.
    site.wait("the beginner's game ends", |state| state.games["weak"].over);
    assert_eq!(tries(&site.state(), "strong"), 0);
    bot.kill();
    bot.edit("seconds = 3000", "seconds = 0.01");
    start(&mut bot);
    site.wait("the other game ends", |state| state.games["strong"].over);
    assert!(outcomes(&site).iter().all(|outcome| *outcome == Outcome::Made), "{}", bot.log());
    assert_eq!(bot.get("/beginner").unwrap().status(), 200);
}

#[test]
fn the_key_and_the_secret_come_from_the_environment() {
    let site = Site::start();
    let mut bot = Bot::new("environment", &site, "seconds = 0.01");
    let file = bot.folder.join(CLUB.client);
    bot.edit(&format!("secret_file = \"{}\"", file.display()), "secret_env = \"SECRET\"");
    let mut run = bot.command(&["run"]);
    bot.start_as(run.env("AP_BOT_PUBLIC_KEY", site.key_text()).env("SECRET", CLUB.secret));
    site.begin("g", 0);
    site.wait("the game ends", |state| state.games["g"].over);
    assert_eq!(site.state().key_requests, 0);
}

/// The limit of the size of files stands for a full disk: no file can be written any more.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_the_game_goes_on() {
    let site = Site::start();
    let mut bot = Bot::new("full disk", &site, "seconds = 0.01");
    let command = bot.command(&["run"]);
    // Without the signal of the limit, the write fails.
    bot.start_as(in_shell("trap '' XFSZ").args(command.get_args()).env_remove("AP_BOT_PUBLIC_KEY"));
    let limit = |bytes: &str| {
        let id = bot.process_id().to_string();
        let set =
            Command::new("prlimit").args(["--pid", &id, &format!("--fsize={bytes}:")]).status();
        set.is_ok_and(|status| status.success())
    };
    if !limit("0") && !skip("LUCTOR_FAULTS", "there is no prlimit").unwrap_or(false) {
        return;
    }
    site.create("g", 0, &CLUB);
    let request = site.move_request("g").to_string();
    for _ in 0..2 {
        let answer = site.post("/club", request.as_bytes()).unwrap();
        assert_eq!(answer.status(), 500, "a request that is not on disk is not accepted");
    }
    assert!(bot.figure("write_failures_total") > 0);
    site.wait("some moves", |state| state.games["g"].moves.len() > 4);
    assert!(limit("unlimited"));
    site.wait("the game ends", |state| state.games["g"].over);
    assert!(outcomes(&site).iter().all(|outcome| *outcome == Outcome::Made));
    let files = || fs::read_dir(bot.folder.join("state/club")).unwrap().flatten();
    assert!(files().all(|file| file.path().extension().is_none_or(|ending| ending != "part")));
}

#[test]
fn a_file_that_cannot_be_written_does_not_block_the_other_games() {
    let site = Site::start();
    let mut bot = Bot::new("unwritable", &site, "seconds = 3000\nlevel = 20");
    bot.start();
    let file = |game: &str| bot.folder.join(format!("state/club/{game}.json"));
    let none = json!([]);
    for (game, moves) in [("a", &none), ("b", &none), ("illegal", &json!([["e5"]]))] {
        // A file does not replace a folder.
        fs::create_dir(file(game)).unwrap();
        assert_eq!(site.post_moves(game, moves), 500, "{game}");
    }
    fs::remove_dir(file("b")).unwrap();
    site.wait("the file is written", |_| file("b").is_file());
    assert_eq!((site.post_moves("a", &none), site.post_moves("b", &none)), (500, 202));
    let Run { output, notes, .. } = run(&mut bot.command(&["games"]), "");
    assert!(output.contains("b") && notes.contains("a.json: "), "{output} {notes}");
}

#[test]
fn the_key_of_the_site_is_kept_and_asked_for_again_after_a_wrong_signature() {
    let site = Site::start();
    let mut bot = Bot::new("key", &site, "");
    bot.start();
    assert!(site.challenge());
    bot.kill();
    // A start with a kept key does not wait for the site.
    site.state().key_hangs = true;
    bot.start();
    assert!(site.challenge());
    assert_eq!(site.state().key_requests, 1);
    // The site has a new key.
    site.state().key_hangs = false;
    let kept = bot.folder.join("state/site-key.txt");
    let old = fs::read_to_string(&kept).unwrap();
    site.change_key();
    assert!(site.challenge());
    let new = fs::read_to_string(&kept).unwrap();
    assert!(new == site.key_text() && new != old);
}

#[test]
fn a_second_bot_in_the_same_folder_does_not_start() {
    let site = Site::start();
    let mut bot = Bot::new("second", &site, "");
    // A bot may have the name of a file.
    bot.edit("name = \"club\"", "name = \"lock\"");
    bot.start();
    refused(&mut bot.command(&["run"]), "", 1, "another luctor bot");
}
