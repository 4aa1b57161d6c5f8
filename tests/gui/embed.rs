//! The board alone, for frames of other sites: `?embed`.

use crate::support::axe::check_with_axe;
use crate::support::browser::Browser;
use crate::support::page::*;
use emergo::{Coordinates, Move, Variant, write_move};
use luctor_study::puzzle::{Attempt, shipped_puzzles};
use serde_json::{Value, json};

/// The storage of the browser for the page.
const STORED: &str = "JSON.stringify([{...localStorage}, {...sessionStorage}])";

/// Plays a game on the page, and plays it through and others in an embedded board. `address` is the address of the page.
pub fn play_through(browser: &mut Browser, address: &str, is_public: bool) {
    let record = "[White \"Anna\"]\n[Black \"Ben\"]\n\n1. e4 {the centre} e6 1-0";
    browser.paste(record);
    wait_for_moves(browser, 2);
    let commented = shared_link(browser, "game");
    new_game(browser, "emergo", "white black", "1");
    enter(browser, &["e4", "e6", "f4"]);
    let link = shared_link(browser, "game").replace('#', "?embed#");
    browser.click("#share");
    browser.wait_for("$('#share-dialog').open");
    let shown = "$('#share-dialog [name=embed]').checkVisibility()";
    browser.wait_for_value(shown, is_public);
    browser.wait_for_value("$('#share-dialog .local').checkVisibility()", !is_public);
    if is_public {
        let frame = format!(
            "/^<iframe src=\"([^\"]*)\"/.exec({})?.[1].replaceAll('&amp;', '&')",
            "$('#share-dialog [name=embed]').value"
        );
        browser.wait_for_value(&frame, link.as_str());
    }
    browser.click("#share-dialog [value='']");
    let stored = browser.eval(STORED);
    let requests = browser.requests.len();

    browser.open(&link, (480, 660), false);
    for part in ["header", "#side", "#messages"] {
        browser.wait_for_value(&format!("$('{part}')"), Value::Null);
    }
    wait_for_pieces(browser, 3);
    assert_eq!(browser.overflow(), 0);
    check_with_axe(browser, "embed");
    browser.screenshot("embed");
    browser.click("[data-step=start]");
    wait_for_pieces(browser, 0);
    browser.key("ArrowRight");
    wait_for_pieces(browser, 1);
    browser.wait_for_text(".said", "1. e4 · Black's turn: enter a man");
    // A move of one's own, and the main line again.
    browser.cell("a5");
    browser.wait_for_words(".said", "1… a5");
    browser.click("[data-step=start]");
    wait_for_pieces(browser, 0);
    browser.click("[data-step=end]");
    browser.wait_for_words(".said", "2. f4");
    let full = link.replace("?embed", "");
    browser.wait_for_value("$('.full').href", full.as_str());

    // A game with names and a comment.
    let fragment = commented.split_once('#').unwrap().1;
    browser.eval(&format!("location.hash = {}", json!(fragment)));
    browser.wait_for_text("#player-white .name", "White: Anna");
    browser.wait_for_text("#player-black .name", "Black: Ben");
    browser.wait_for_words(".said", "White wins");
    browser.key("ArrowLeft");
    browser.wait_for_text(".comment", "the centre");

    // A position.
    let position = "#v=emergo7&s=1/3/5/2(w8b7)b3/5/3/1+w+0,0+1";
    browser.eval(&format!("location.hash = {}", json!(position)));
    wait_for_pieces(browser, 2);
    browser.wait_for_text(".said", "White's turn: capture 1 man");

    // A damaged link, and one to no puzzle.
    browser.eval("location.hash = '#puzzles/emergo/abc'");
    browser.wait_for_words(".said", "The link cannot be opened.");
    browser.eval(&format!("location.hash = {}", json!(position)));
    browser.wait_for_text(".said", "White's turn: capture 1 man");
    browser.eval("location.hash = '#v=emergo&m=!'");
    browser.wait_for_words(".said", "The link cannot be opened.");

    // A puzzle: a wrong move, then the solution.
    let (number, wrong, right) = short_puzzle();
    browser.eval(&format!("location.hash = '#puzzles/emergo/{number}'"));
    browser.wait_for("$('.said').textContent.includes(' to move and ')");
    click_move(browser, &wrong);
    browser.wait_for_words(".said", "is not the solution.");
    browser.wait_for("$('.solution').checkVisibility()");
    click_move(browser, &right);
    browser.wait_for_words(".said", "Solved.");
    browser.wait_for("!$('.solution').checkVisibility()");
    browser.screenshot("embed-puzzle");
    // A right move that is not the last one.
    let (longer, first) = longer_puzzle();
    browser.eval(&format!("location.hash = '#puzzles/emergo/{longer}'"));
    browser.wait_for("$('.said').textContent.includes(' to move and ')");
    click_move(browser, &first);
    browser.wait_for_words(".said", "Right.");
    browser.wait_for("$('.solution').checkVisibility()");
    browser.eval(&format!("location.hash = '#puzzles/emergo/{}'", number + 1));
    browser.wait_for("$('.said').textContent.includes(' to move and ')");
    browser.click(".solution");
    browser.wait_for("!$('[data-step=back]').disabled");
    browser.wait_for("$('[data-step=on]').disabled");
    // Another address while the solution is played: its position stays.
    browser.eval(&format!("location.hash = '#puzzles/emergo/{number}'"));
    browser.wait_for("$('[data-step=back]').disabled && !$('.solution').hidden");
    browser.click(".solution");
    browser.eval(&format!("location.hash = {}", json!(position)));
    wait_for_pieces(browser, 2);
    browser.wait_for_text(".said", "White's turn: capture 1 man");
    browser.wait_for("$('[data-step=back]').disabled");

    // Neither the storage nor a network of the engine was used.
    browser.wait_for_value(STORED, stored);
    let more: Vec<&String> = browser.requests[requests..]
        .iter()
        .filter(|request| request.contains("/networks/") || request.contains("engine"))
        .filter(|request| !request.ends_with(".js"))
        .collect();
    assert!(more.is_empty(), "{more:?}");
    browser.open(address, (1280, 900), false);
    wait_for_moves(browser, 3);
}

/// A puzzle of emergo that a move without a capture solves: its number, a wrong move and this one.
fn short_puzzle() -> (usize, String, String) {
    let variant = Variant::Emergo;
    let mut found = (1..).zip(shipped_puzzles(variant)).filter_map(|(number, puzzle)| {
        let right = puzzle.solution[0];
        let mut attempt = Attempt::new(puzzle.clone());
        let is_solved = attempt.play(right) && attempt.is_solved() && !right.is_capture();
        let moves = puzzle.start.position.legal_moves();
        let is_wrong = |mv: &&Move| !Attempt::new(puzzle.clone()).play(**mv);
        is_solved.then_some((number, *moves.iter().find(is_wrong)?, right))
    });
    let (number, wrong, right) = found.next().unwrap();
    let text = |mv| write_move(variant, Coordinates::Oblique, mv);
    (number, text(wrong), text(right))
}

/// A puzzle of emergo with more than one move to find, the first of which is no capture: its number and this move.
fn longer_puzzle() -> (usize, String) {
    let variant = Variant::Emergo;
    let mut found = (1..).zip(shipped_puzzles(variant)).filter(|(_, puzzle)| {
        let mut attempt = Attempt::new(puzzle.clone());
        let right = puzzle.solution[0];
        attempt.play(right) && !attempt.is_solved() && !right.is_capture()
    });
    let (number, puzzle) = found.next().unwrap();
    (number, write_move(variant, Coordinates::Oblique, puzzle.solution[0]))
}

#[test]
fn an_embedded_board_plays_a_game_a_position_and_a_puzzle_without_touching_the_storage() {
    let Some((server, mut browser)) = page("embed", &[]) else { return };
    let address = server.address.clone();
    play_through(&mut browser, &address, false);
}

#[test]
fn a_game_that_is_read_late_does_not_replace_that_of_a_later_address() {
    let Some((server, mut browser)) = page("embed_late", &[]) else { return };
    browser.paste("[White \"Anna\"]\n\n1. e4 e6 *");
    wait_for_moves(&mut browser, 2);
    let link = shared_link(&mut browser, "game");
    let fragment = link.split_once('#').unwrap().1;
    browser.open(&format!("{}?embed", server.address), (480, 660), false);
    wait_for_pieces(&mut browser, 0);
    browser.wait_for("$$('.square').length === 41");
    // The record is read, and its game is checked, after the game of the next address is shown.
    browser.eval(&hold("e6"));
    browser.eval(&format!("location.hash = {}", json!(fragment)));
    browser.wait_for("held.length === 1");
    browser.eval("location.hash = '#v=emergo7&s=1/3/5/2(w8b7)b3/5/3/1+w+0,0+1'");
    wait_for_pieces(&mut browser, 2);
    browser.eval("held[0]()");
    browser.wait_for("held.length === 2");
    browser.eval("(async () => { held[1](); for (let round = 0; round < 3; round += 1) await fetch(''); })()");
    // Another request would be for the position on the board.
    browser.wait_for_value("held.length", 2);
    browser.wait_for_text(".said", "White's turn: capture 1 man");
}
