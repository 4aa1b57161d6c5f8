//! What the bot answers to requests of the site and of others, and what the owner sees.

use super::process::Bot;
use super::site::{CLUB, Site};
use crate::support::program::{Run, printed, program, refused, run};
use serde_json::{Value, json};
use std::fs;
use test_support::http::request;

fn challenge(change: Value) -> Vec<u8> {
    let mut body = super::site::challenge();
    body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    body.to_string().into_bytes()
}

fn move_request(change: Value) -> Vec<u8> {
    let mut body = super::site::move_request("g", 48.0, &json!([["e4", "e6"], ["f5"]]));
    body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    body.to_string().into_bytes()
}

/// Settings of another bot, and the beginning of those of the first one.
fn two_bots(name: &str, client: &str) -> String {
    format!("[[bot]]\nname = {name:?}\nclient_id = {client:?}\nsecret_env = \"A\"\n[[bot]]")
}

#[test]
fn only_new_requests_that_the_site_signed_are_answered() {
    let site = Site::start();
    let mut bot = Bot::new("signatures", &site, "");
    bot.start();
    let body = challenge(json!({}));
    let post = |headers: &[(&str, String)], body: &[u8]| {
        request(bot.port, "POST", "/club", headers, body).unwrap().status()
    };
    let good = site.signed(&body);
    assert_eq!(post(&good, &body), 200);
    assert_eq!(post(&good, &body), 401, "the nonce is repeated");
    for (headers, body, expected, why) in [
        (site.signed(&body).to_vec(), body.as_slice(), 200, "another good one"),
        (site.signed(&body)[..2].to_vec(), &body, 401, "no signature"),
        (Vec::new(), &body, 401, "no headers"),
        (site.signed(b"{}").to_vec(), &body, 401, "the signature of another body"),
    ] {
        assert_eq!(post(&headers, body), expected, "{why}");
    }
    assert_eq!(
        (bot.figure("challenges_accepted_total"), bot.figure("requests_refused_total")),
        (2, 4)
    );
}

#[test]
fn each_request_gets_the_status_that_the_site_expects() {
    let site = Site::start();
    let mut bot = Bot::new("answers", &site, "players = [\"somebody\"]");
    bot.start();
    let huge = [b"{".as_slice(), &vec![b' '; 1 << 20], b"}"].concat();
    for (body, expected) in [
        (challenge(json!({})), 200),
        (challenge(json!({ "challengers": ["somebody", "stranger"] })), 400),
        (challenge(json!({ "challengers": [] })), 400),
        (challenge(json!({ "clockStart": 23 })), 400),
        (challenge(json!({ "clockMax": 23 })), 400),
        (challenge(json!({ "clockInc": 0 })), 400),
        (challenge(json!({ "metaGame": "chess" })), 400),
        (challenge(json!({ "variants": ["size-7"] })), 400),
        (challenge(json!({ "clockStart": "a day" })), 400),
        (move_request(json!({ "metaGame": "chess" })), 400),
        (move_request(json!({ "gameid": "../g" })), 400),
        (move_request(json!({ "moves": [["e5"]] })), 202),
        (move_request(json!({ "moves": [["e4"], ["e6"]] })), 202),
        (move_request(json!({ "moves": [["e4", "e6", "f5"]] })), 202),
        (move_request(json!({ "moves": "e4" })), 400),
        (b"{\"verb\":\"dance\"}".to_vec(), 400),
        (b"{}".to_vec(), 400),
        (b"not JSON".to_vec(), 400),
        (Vec::new(), 400),
        (huge, 413),
    ] {
        let answer = site.post("/club", &body).unwrap();
        let text = String::from_utf8_lossy(&body[..body.len().min(200)]).into_owned();
        assert_eq!(answer.status(), expected, "{text}: {}", answer.text());
    }
    assert_eq!(bot.get("/club").unwrap().text(), r#"{"operational":true}"#);
    assert_eq!(bot.get("/other").unwrap().status(), 404);
    assert_eq!(request(bot.port, "PUT", "/club", &[], b"").unwrap().status(), 405);
    assert!(bot.log().contains("ply 1: illegal move 'e5'"), "{}", bot.log());
}

#[test]
fn a_bot_accepts_as_many_games_as_its_settings_say() {
    let site = Site::start();
    let mut bot = Bot::new("busy", &site, "");
    bot.edit("games = 1000", "games = 2");
    bot.start();
    assert!(site.challenge() && site.challenge() && !site.challenge());
    bot.kill();
    site.begin("in-progress", 0);
    bot.start();
    bot.wait_for_figure("moves_sent_total", 1);
    assert!(site.challenge() && !site.challenge(), "one game is in progress");
    bot.kill();
    bot.edit("games = 2", "games = 0");
    bot.start();
    assert!(!site.challenge());
}

#[test]
fn a_game_that_has_ended_is_a_record_with_all_moves_that_other_commands_read() {
    let site = Site::start();
    let mut bot = Bot::new("records", &site, "seconds = 0.01");
    bot.time_scale = 0.001;
    bot.start();
    site.state().opponent_waits = true;
    site.begin("one", 0);
    site.begin("two", 1);
    bot.wait_for_figure("moves_sent_total", 2);
    let list = printed(&mut bot.command(&["games"]));
    assert!(list.contains("one") && list.contains("two") && list.contains("A. Person"), "{list}");
    site.state().opponent_waits = false;
    site.reply("one");
    site.reply("two");
    site.wait("the games end", |state| state.games.values().all(|game| game.over));
    // A game that the opponent ended is found in the list of games.
    bot.wait_for("games_open", |open| open == 0);
    let list = printed(&mut bot.command(&["games"]));
    assert_eq!(list.lines().count(), 1, "{list}");
    let known = bot.figure("moves_known_total");
    let request = site.move_request("one").to_string();
    assert_eq!(site.post("/club", request.as_bytes()).unwrap().status(), 202);
    assert_eq!((bot.figure("games_open"), bot.figure("moves_known_total")), (0, known + 1));
    assert!(site.state().games.values().any(|game| game.forced > 0));
    bot.edit("[[bot]]", &two_bots("has-not-run-yet", "other-client"));
    let records = printed(&mut bot.command(&["games", "--records"]));
    let files =
        ["one", "two"].map(|game| bot.folder.join(format!("state/club/records/{game}.jsonl")));
    let analyse = ["analyse", "--nodes", "100", "--json"];
    let reports = run(program().args(analyse).args(files), "").output;
    for lines in [records, reports] {
        assert_eq!(lines.lines().count(), 2, "{lines}");
        for (line, game) in lines.lines().zip(["one", "two"]) {
            let line: Value = serde_json::from_str(line).unwrap();
            let record = line.get("game").unwrap_or(&line);
            let moves = record["moves"].as_array().unwrap();
            let moves: Vec<&str> = moves.iter().map(|mv| mv["move"].as_str().unwrap()).collect();
            assert_eq!(moves, site.state().games[game].moves);
            assert_ne!(record["result"], "*");
            assert!(record["date"].is_string(), "{line}");
        }
    }
}

#[test]
fn check_tries_everything_with_and_without_a_running_bot_and_says_what_is_wrong() {
    let site = Site::start();
    let mut bot = Bot::new("check", &site, "seconds = 0.1");
    let path = bot.folder.join("bot.toml");
    let public = format!("public_url = \"http://127.0.0.1:{}\"\n", bot.port);
    fs::write(&path, public + &fs::read_to_string(&path).unwrap()).unwrap();
    let check = |bot: &Bot| {
        let Run { code, output, notes } = run(&mut bot.command(&["check"]), "");
        (code, output + &notes)
    };
    let (code, text) = check(&bot);
    assert!(code == Some(0) && text.lines().count() == 6, "{text}");
    assert!(text.lines().all(|line| line.starts_with("ok ")), "{text}");
    bot.start();
    let (code, text) = check(&bot);
    assert!(code == Some(0) && text.contains("luctor bot is running"), "{text}");
    bot.kill();
    bot.write_secret("wrong");
    let (code, text) = check(&bot);
    let failed: Vec<&str> = text.lines().filter(|line| line.starts_with("FAILED")).collect();
    assert!(code == Some(1) && failed.len() == 1 && failed[0].contains("access token"), "{text}");
}

#[test]
fn wrong_settings_and_open_secrets_are_one_sentence_and_exit_code_1() {
    use std::os::unix::fs::PermissionsExt;
    let site = Site::start();
    let bot = Bot::new("settings", &site, "");
    let path = bot.folder.join("bot.toml");
    let good = fs::read_to_string(&path).unwrap();
    let fails = |settings: &str, words: &str| {
        fs::write(&path, settings).unwrap();
        let text = refused(&mut bot.command(&["run"]), "", 1, words);
        assert!(!text.contains("the-secret"), "{text}");
    };
    for (old, new, expected) in [
        ("level = 3", "level = 21", "level: must be from 0 to 20"),
        ("level = 3", "levle = 3", "unknown field `levle`"),
        ("level = 3", "level = \"high\"", "invalid type: string"),
        ("level = 3", "seconds = 0", "seconds: must be above 0"),
        ("level = 3", "seconds = nan", "seconds: must be above 0"),
        ("name = \"club\"", "name = \"a/b\"", "name: must have 1 to 32 characters"),
        ("name = \"club\"", "name = \"health\"", "not for a bot"),
        ("threads = 2", "threads = 0", "threads: must be from 1 to 256"),
        ("hash = 1", "hash = 0", "hash: must be from 1 to 33554432"),
        ("level = 3", "min_clock_hours = nan", "min_increment_hours: must be from 0 on"),
        ("http://127.0.0.1", "http://example.org", "must begin with https://"),
        ("[[bot]]", "[[bot]", "unclosed array table"),
        ("secret_file", "secret_env", "secret_env: it is empty or not set"),
        ("bot-client\"", "bot-client\"\nsecret_env = \"A\"", "exactly one of them"),
        ("/bot-client\"", "/no-such-file\"", "No such file"),
        ("[[bot]]", &two_bots("club", "other-client"), "two bots have this name"),
        ("[[bot]]", &two_bots("other", "bot-client"), "two bots have this client id"),
    ] {
        fails(&good.replacen(old, new, 1), expected);
    }
    fs::set_permissions(bot.folder.join(CLUB.client), fs::Permissions::from_mode(0o640)).unwrap();
    fails(&good, "other users can read this file");
}
