//! `luctor gui` in a real browser: clicks and keys on the page, the engines behind it, and who may not ask. Without a
//! Chromium on the path these tests say that they skip themselves.

mod accessibility;
mod analysis;
mod browser;
#[path = "../client/mod.rs"]
mod client;
mod looks;
mod modules;
mod play;
mod records;
mod server;
mod setup;

use browser::{Browser, Server};
use serde_json::json;

const WIDE: (u32, u32) = (1280, 900);

/// The page, shown and ready for clicks.
fn page(name: &str, arguments: &[&str]) -> Option<(Server, Browser)> {
    let mut browser = Browser::start(name)?;
    let server = Server::start(arguments);
    browser.open(&server.address, WIDE, false);
    browser.wait_for("document.querySelectorAll('.square').length === 41");
    Some((server, browser))
}

/// The page for somebody who likes things to move.
fn moving_page(name: &str) -> Option<(Server, Browser)> {
    let (server, mut browser) = page(name, &[])?;
    browser.likes_motion = true;
    browser.open(&server.address, WIDE, false);
    browser.wait_for("document.querySelectorAll('.square').length === 41");
    Some((server, browser))
}

/// Fails if the page complained, or asked anybody but its server.
fn finish(server: &Server, browser: &mut Browser) {
    assert!(browser.complaints.is_empty(), "{:#?}", browser.complaints);
    let [page, socket] = ["http", "ws"].map(|scheme| format!("{scheme}://{}/", server.host()));
    for request in &browser.requests {
        let own = request.starts_with(&page) || request.starts_with(&socket);
        assert!(own || request.starts_with("blob:"), "{request}");
    }
    assert!(browser.requests.len() > 10, "the requests were counted");
}

fn paste(browser: &mut Browser, position: &str) {
    silence(browser);
    browser.click("#paste");
    browser.set("#paste-dialog input", position);
    browser.click("#paste-dialog button[value=set]");
    wait_to_hear(browser, "The position is set up");
    let cells = position.split(' ').next().unwrap();
    wait_for_position(browser, cells);
}

/// Forgets what the page said, and listens from now on.
fn silence(browser: &mut Browser) {
    browser.eval(
        "(() => { const said = document.querySelector('#announcement'); \
           if (!window.heard) new MutationObserver((changes) => \
             changes.forEach(({ addedNodes }) => heard.push(...[...addedNodes].map((node) => node.data)))).observe(said, { childList: true }); \
           window.heard = []; })()",
    );
}

/// Waits until the page has said a sentence since the silence, whatever it said after it.
fn wait_to_hear(browser: &mut Browser, sentence: &str) {
    browser.wait_for(&format!("heard.includes({})", json!(sentence)));
}

/// Waits until the board shows these cells of a position text.
fn wait_for_position(browser: &mut Browser, cells: &str) {
    let pieces: Vec<String> = pieces_of(cells);
    let shown = "[...document.querySelectorAll('.picture g.piece')].map(p => p.dataset.column).sort().join()";
    browser.wait_for(&format!("{shown} === {}", json!(pieces.join(","))));
}

/// The columns of a position text as the picture names them, sorted.
fn pieces_of(cells: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = cells;
    while let Some(first) = rest.chars().next() {
        let length = if first == '(' { rest.find(')').unwrap() + 1 } else { 1 };
        let (token, behind) = rest.split_at(length);
        rest = behind;
        if token.starts_with(['w', 'b', '(']) {
            pieces.push(token.trim_matches(['(', ')']).to_owned());
        }
    }
    pieces.sort();
    pieces
}

fn column(browser: &mut Browser, cell: &str) -> String {
    let piece =
        format!("document.querySelector('.picture g.piece[data-cell={cell}]')?.dataset.column");
    browser.eval(&piece).as_str().unwrap_or("").to_owned()
}

fn moves(browser: &mut Browser) -> String {
    let buttons =
        "[...document.querySelectorAll('#move-list button')].map(b => b.textContent).join(' ')";
    browser.eval(buttons).as_str().unwrap().to_owned()
}

fn wait_for_moves(browser: &mut Browser, count: usize) {
    browser.wait_for(&format!("document.querySelectorAll('#move-list button').length === {count}"));
    // The position behind the move is shown as well.
    browser.wait_for("!document.querySelector('#duty').textContent.includes('undefined')");
}

/// Starts a game by the dialog: `person` is the select's value, `seconds` the engine's time.
fn new_game(browser: &mut Browser, variant: &str, person: &str, seconds: &str) {
    silence(browser);
    browser.click("#new-game");
    browser.set("#new-game-dialog [name=variant]", variant);
    browser.set("#new-game-dialog [name=person]", person);
    browser.set("#new-game-dialog [name=seconds]", seconds);
    browser.click("#new-game-dialog button[value=start]");
    wait_to_hear(browser, &format!("New game of {variant}"));
}
