//! The engines behind the page: other programs, crashes, and a lost server.

use crate::support::page::*;
use crate::support::server::Server;
use std::process::Command;
use test_support::client::TIMEOUT;
use test_support::process::{comes_true, example, send_signal};
use tungstenite::Message;

#[test]
fn an_engine_that_is_killed_during_a_search_is_started_again() {
    let Some((server, mut browser)) = page("killed", &[]) else { return };
    enter(&mut browser, &["e4"]);
    let before = server.engines();
    browser.click("#modes [data-mode=analyse]");
    browser.click("#analyse");
    browser.wait_for("$$('.lines li').length === 3");
    let analyst = server.engines().into_iter().find(|pid| !before.contains(pid)).unwrap();
    send_signal("-KILL", &analyst.to_string());
    browser.wait_for_words("#trouble .sentence", "signal: 9");
    browser.wait_for_words("#trouble .sentence", "It was started again");
    let is_new = |pid: &u32| !before.contains(pid) && *pid != analyst;
    assert!(comes_true(TIMEOUT, || server.engines().iter().any(is_new)), "no new engine");
    browser.eval("$('.search-state').textContent = ''");
    browser.wait_for("$('.search-state').textContent.startsWith('depth ')");
    browser.click("#modes [data-mode=analyse]");
    browser.click("#analyse");

    // An engine that is killed while it plays is started again and moves.
    let before = server.engines();
    new_game(&mut browser, "emergo", "white", "2");
    browser.cell("e4");
    browser.wait_for("!$('#move-now.unused')");
    browser.wait_for_text("#player-black .thinking", "thinking");
    let player = server.engines().into_iter().find(|pid| !before.contains(pid)).unwrap();
    send_signal("-KILL", &player.to_string());
    wait_for_moves(&mut browser, 2);
    assert!(moves(&mut browser).starts_with("e4 "));
}

#[test]
fn a_lost_server_is_reported_and_the_game_stays_on_the_page() {
    let Some((server, mut browser)) = page("server_gone", &[]) else { return };
    enter(&mut browser, &["e4"]);
    drop(server);
    browser.cell("e6");
    browser.wait_for_text(
        "#trouble .sentence",
        "There is no connection to Luctor. Is it still running?",
    );
    // The move can be entered again.
    assert!(browser.is_true("$('#trouble .again').hidden"));
    wait_for_move_list(&mut browser, "e4");
    // Another attempt to show a position reports it again.
    browser.click("#trouble .dismiss");
    browser.page_key("ArrowLeft");
    for _ in 0..2 {
        browser.wait_for("!$('#trouble').hidden");
        browser.click("#trouble .again");
    }
    browser.wait_for("!$('#trouble').hidden");
    wait_for_move_list(&mut browser, "e4");
    // The console has the errors, too.
    browser.errors.clear();
}

#[test]
fn another_engine_plays_and_its_missing_levels_and_options_are_reported() {
    let engine = example("plain_engine");
    let Some((_server, mut browser)) = first_visit("foreign", &["--engine", &engine]) else {
        return;
    };
    // It has no levels, so no next one is offered.
    browser.click("#first-game");
    browser.choose("e4");
    wait_for_moves(&mut browser, 2);
    browser.wait_for_text("#player-black .name", "Black: Plain");
    resign(&mut browser);
    browser.wait_for("$('#end .rematch').checkVisibility()");
    assert!(browser.is_true("$('#end .next-level').hidden"));
    browser.click("#end .rematch");
    wait_for_moves(&mut browser, 1);
    for count in [3, 5] {
        browser.click(".square.legal");
        wait_for_moves(&mut browser, count);
    }
    // The engine reports nothing about its search, and has no other board.
    browser.click("#modes [data-mode=analyse]");
    browser.click("#analyse");
    browser.wait_for_text(".search-state", "Plain is thinking");
    browser.click("#modes [data-mode=analyse]");
    browser.click("#analyse");
    new_game(&mut browser, "emergo7", "black", "0.05");
    browser.wait_for_words("#trouble .sentence", "Plain does not offer emergo7");
    // The console has the error, too.
    browser.errors.clear();
}

#[test]
fn the_page_gets_the_reason_of_an_end_although_lines_of_it_were_not_read() {
    // Nothing is read between the end of its output and its own end.
    let server = Server::start(&["--engine", "sh -c 'exec >&- 2>&-; sleep 0.3'"]);
    let mut socket = server.engine().0;
    for _ in 0..100 {
        socket.send(Message::text("x".repeat(1 << 16))).unwrap();
    }
    match socket.read() {
        Ok(Message::Close(Some(end))) => assert_eq!(end.reason, "stopped (exit status: 0)"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_program_that_is_not_an_engine_is_refused_or_reported() {
    let refused = |engine: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_luctor"))
            .args(["gui", "--no-open", "--port", "0", "--engine", engine])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{engine}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused("no-such-engine").contains("there is no program 'no-such-engine'"));
    assert!(refused("").contains("the command is empty"));
    assert!(refused("'half").contains("a quote is not closed"));
    let Some((_server, mut browser)) = page("no_engine", &["--engine", "true"]) else { return };
    new_game(&mut browser, "emergo", "black", "0.05");
    browser.wait_for_words("#trouble .sentence", "The engine stopped (exit status: 0)");
    browser.wait_for("!$('#trouble .again').hidden");
    browser.wait_for_text("#required", "White's turn: enter a man");
    browser.errors.clear();
}
