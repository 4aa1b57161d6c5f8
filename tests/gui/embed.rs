//! The board alone, for frames of other sites: `?embed`.

use crate::accessibility::{axe, violations};
use crate::browser::Browser;
use crate::{finish, page, wait_for_moves};
use serde_json::{Value, json};

/// The storage of the browser for the page.
const STORED: &str = "JSON.stringify([{...localStorage}, {...sessionStorage}])";

const PIECES: &str = "document.querySelectorAll('.picture g.piece').length";

/// Plays a game on the page, and plays it through and others in an embedded board. `address` is the address of the page.
pub fn play_through(browser: &mut Browser, address: &str, is_public: bool) {
    for (played, cell) in (1..).zip(["e4", "e6", "f4"]) {
        browser.cell(cell);
        wait_for_moves(browser, played);
    }
    browser.click("#share");
    browser.wait_for("document.querySelector('#share-dialog [name=game]').value");
    let field = |name: &str| format!("document.querySelector('#share-dialog [name={name}]').value");
    let link = browser.eval(&field("game"));
    let link = link.as_str().unwrap().replace('#', "?embed#");
    let shown = "document.querySelector('#share-dialog [name=embed]').checkVisibility()";
    browser.wait_for_value(shown, is_public);
    if is_public {
        let frame = format!(
            "/^<iframe src=\"([^\"]*)\"/.exec({})?.[1].replaceAll('&amp;', '&')",
            field("embed")
        );
        browser.wait_for_value(&frame, link.as_str());
    }
    browser.click("#share-dialog [value='']");
    let stored = browser.eval(STORED);
    let requests = browser.requests.len();

    browser.open(&link, (480, 660), false);
    for part in ["header", "#side", "#messages"] {
        browser.wait_for_value(&format!("document.querySelector('{part}')"), Value::Null);
    }
    browser.wait_for_value(PIECES, 3);
    assert_eq!(browser.overflow(), 0);
    if let Some(code) = axe() {
        assert_eq!(violations(browser, &code), "");
    }
    browser.screenshot("embed");
    browser.click("[data-step=start]");
    browser.wait_for_value(PIECES, 0);
    browser.key("ArrowRight");
    browser.wait_for_value(PIECES, 1);
    browser.wait_for_text(".said", "1. e4 · Black's turn: enter a man");
    // A move of one's own, and the main line again.
    browser.cell("a5");
    browser.wait_for_words(".said", "1. a5");
    browser.click("[data-step=start]");
    browser.wait_for_value(PIECES, 0);
    browser.click("[data-step=end]");
    browser.wait_for_words(".said", "2. f4");
    let full = link.replace("?embed", "");
    browser.wait_for_value("document.querySelector('.full').href", full.as_str());

    // A game with names and a comment.
    let record = "[White \"Anna\"]\n[Black \"Ben\"]\n\n1. e4 {the centre} e6 1-0";
    let fragment = format!(
        "Promise.all([import('./share.js'), import('./record.js'), import('./rules_client.js')]) \
         .then(async ([share, record, {{ RulesClient }}]) => {{ \
           const {{ records }} = await new RulesClient().readRecords({}); \
           return share.fragmentOfGame(record.gameOfRecord(records[0]), []); }})",
        json!(record)
    );
    let fragment = browser.eval(&fragment);
    browser.eval(&format!("location.hash = {fragment}"));
    browser.wait_for_text("#player-w .name", "White: Anna");
    browser.wait_for_text("#player-b .name", "Black: Ben");
    browser.wait_for_words(".said", "White wins");
    browser.key("ArrowLeft");
    browser.wait_for_text(".comment", "the centre");

    // A position.
    let position = "#v=emergo7&s=1/3/5/2(w8b7)b3/5/3/1+w+0,0+1";
    browser.eval(&format!("location.hash = {}", json!(position)));
    browser.wait_for_value(PIECES, 2);
    browser.wait_for_text(".said", "White's turn: capture 1 man");

    // A damaged link.
    browser.eval("location.hash = '#v=emergo&m=!'");
    browser.wait_for_words(".said", "The link cannot be opened.");

    // A puzzle: a wrong move, then the solution.
    let (number, wrong, right) = moves_of_puzzle(browser);
    browser.eval(&format!("location.hash = '#puzzles/emergo/{number}'"));
    browser.wait_for("document.querySelector('.said').textContent.includes(' to move and ')");
    click_move(browser, &wrong);
    browser.wait_for_words(".said", "is not the solution.");
    click_move(browser, &right);
    browser.wait_for("/^(Right|Solved)/.test(document.querySelector('.said').textContent)");
    browser.screenshot("embed-puzzle");
    browser.eval(&format!("location.hash = '#puzzles/emergo/{}'", number + 1));
    browser.wait_for("document.querySelector('.said').textContent.includes(' to move and ')");
    browser.click(".solution");
    browser.wait_for("!document.querySelector('[data-step=back]').disabled");
    browser.wait_for("document.querySelector('[data-step=on]').disabled");

    // Neither the storage nor a network of the engine was used.
    browser.wait_for_value(STORED, stored);
    let more: Vec<&String> = browser.requests[requests..]
        .iter()
        .filter(|request| request.contains("/networks/") || request.contains("/engine"))
        .filter(|request| !request.ends_with(".js"))
        .collect();
    assert!(more.is_empty(), "{more:?}");
    browser.open(address, (1280, 900), false);
    wait_for_moves(browser, 3);
}

/// Clicks the cells of a move.
fn click_move(browser: &mut Browser, cells: &[String]) {
    for (index, cell) in cells.iter().enumerate() {
        if index > 0 {
            browser.wait_for("document.querySelector('.square.origin')");
        }
        browser.cell(cell);
    }
}

/// A puzzle with a wrong move and the first move of the solution, as cells to click, at most two.
fn moves_of_puzzle(browser: &mut Browser) -> (u64, Vec<String>, Vec<String>) {
    let found = browser.eval(
        "Promise.all([import('./rules_client.js'), import('./selection.js')]).then(async ([{ RulesClient }, { Selection }]) => { \
           const rules = new RulesClient(); \
           for (let number = 1; ; number += 1) { \
             const attempt = { variant: 'emergo', number, found: [] }; \
             const { state } = await rules.solvePuzzle(attempt, { kind: 'give_up' }); \
             const { moves } = await rules.describe(state.game, { layout: 'diamond', turned: false }); \
             const clicks = ({ path }) => { \
               let [selection, cells] = [new Selection(moves), []]; \
               for (const cell of path) { \
                 const { play, select } = selection.click(cell, moves); \
                 cells.push(cell); \
                 if (play) break; \
                 selection = select; \
               } \
               return cells; \
             }; \
             const right = clicks(moves.find(({ text }) => text === state.solution.moves[0])); \
             for (const move of moves) { \
               const { reply } = await rules.solvePuzzle(attempt, { kind: 'move', text: move.text }); \
               const wrong = clicks(move); \
               if (reply.kind === 'wrong' && wrong.length < 3 && right.length < 3) return [number, wrong, right]; \
             } \
           } })",
    );
    let path = |index: usize| -> Vec<String> {
        let cells = found[index].as_array().unwrap().iter();
        cells.map(|cell| cell.as_str().unwrap().to_owned()).collect()
    };
    (found[0].as_u64().unwrap(), path(1), path(2))
}

#[test]
fn an_embedded_board_plays_a_game_a_position_and_a_puzzle_without_touching_the_storage() {
    let Some((server, mut browser)) = page("embed", &[]) else { return };
    let address = server.address.clone();
    play_through(&mut browser, &address, false);
    finish(&server, &mut browser);
}
