//! What the tests do on the page, and what they wait for.

use super::browser::Browser;
use super::server::Server;
use serde_json::{Value, json};

pub const WIDE: (u32, u32) = (1280, 900);

/// A browser and a server, which is the only one that the page may use.
#[track_caller]
pub fn browser_and_server(name: &str, arguments: &[&str]) -> Option<(Server, Browser)> {
    let mut browser = Browser::start(name)?;
    let server = Server::start(arguments);
    browser.hosts = ["http", "ws"].map(|scheme| format!("{scheme}://{}/", server.host())).to_vec();
    Some((server, browser))
}

/// The page as a person sees it at the first visit.
#[track_caller]
pub fn first_visit(name: &str, arguments: &[&str]) -> Option<(Server, Browser)> {
    let (server, mut browser) = browser_and_server(name, arguments)?;
    browser.open(&server.address, WIDE, false);
    browser.wait_for("$$('.square').length === 41");
    Some((server, browser))
}

/// The page, shown and ready for clicks.
#[track_caller]
pub fn page(name: &str, arguments: &[&str]) -> Option<(Server, Browser)> {
    let (server, mut browser) = first_visit(name, arguments)?;
    choose_the_board(&mut browser);
    Some((server, browser))
}

/// Closes the choice of the first visit, if it is open: both sides are the person's.
#[track_caller]
pub fn choose_the_board(browser: &mut Browser) {
    if browser.is_true("!$('#welcome').hidden") {
        browser.click("#welcome .dismiss");
        browser.wait_for("$('#welcome').hidden");
    }
}

/// Opens the page of the server again, in the same browser.
#[track_caller]
pub fn reload(server: &Server, browser: &mut Browser) {
    browser.eval("window.isOld = true");
    browser.open(&server.address, WIDE, false);
    browser.wait_for("!window.isOld && $$('.square').length > 0");
}

#[track_caller]
pub fn paste(browser: &mut Browser, position: &str) {
    record_announcements(browser);
    open_text(browser, position);
    wait_for_announcement(browser, "The position is set up");
    let cells = position.split(' ').next().unwrap();
    wait_for_position(browser, cells);
}

/// Starts to record the announcements of the page.
pub fn record_announcements(browser: &mut Browser) {
    browser.eval(
        "(() => { const element = $('#announcement'); \
           if (!window.announced) new MutationObserver((changes) => \
             changes.forEach(({ addedNodes }) => announced.push(...[...addedNodes].map((node) => node.data)))).observe(element, { childList: true }); \
           window.announced = []; })()",
    );
}

/// Waits until the page has announced a sentence since the start of the recording.
#[track_caller]
pub fn wait_for_announcement(browser: &mut Browser, sentence: &str) {
    browser.wait_for(&format!("announced.includes({})", json!(sentence)));
}

/// Waits until the board shows these cells of a position text.
#[track_caller]
pub fn wait_for_position(browser: &mut Browser, cells: &str) {
    let shown = "$$('.picture g.piece').map((piece) => piece.dataset.column).sort().join()";
    let columns = format!("({}.match(/[(][^)]+[)]|[wb]/g) ?? [])", json!(cells));
    let wanted = format!("{columns}.map((column) => column.replace(/[()]/g, '')).sort().join()");
    browser.wait_for(&format!("{shown} === {wanted}"));
}

/// Clicks a move of a line below the board, and waits until the position after it is shown: there, no piece may be moved.
#[track_caller]
pub fn show_move_of_line(browser: &mut Browser, line: &str, number: usize) {
    browser.wait_for("$('.square.movable')");
    browser.click(&format!("{line} li:nth-child({number}) button"));
    browser.wait_for("!$('.square.movable')");
    browser.wait_for(&format!("$('{line} li:nth-child({number}) [aria-current]')"));
}

/// Waits until the board shows this column on a cell; the empty text is an empty cell.
#[track_caller]
pub fn wait_for_column(browser: &mut Browser, cell: &str, column: &str) {
    let piece = format!("$('.picture g.piece[data-cell={cell}]')?.dataset.column ?? ''");
    browser.wait_for_value(&piece, column);
}

/// The moves of the list, with spaces between them.
const MOVES: &str = "$$('#move-list button').map(b => b.textContent).join(' ')";

pub fn moves(browser: &mut Browser) -> String {
    browser.eval(MOVES).as_str().unwrap().to_owned()
}

/// Waits until the list has exactly these moves.
#[track_caller]
pub fn wait_for_move_list(browser: &mut Browser, moves: impl Into<Value>) {
    browser.wait_for_value(MOVES, moves);
}

#[track_caller]
pub fn wait_for_moves(browser: &mut Browser, count: usize) {
    browser.wait_for(&format!("$$('#move-list button').length === {count}"));
}

/// Clicks legal cells, one after the other. Each click completes a move.
#[track_caller]
pub fn enter(browser: &mut Browser, cells: &[&str]) {
    for cell in cells {
        browser.choose(cell);
        browser.wait_for_text("#move-list [aria-current]", *cell);
    }
}

/// Clicks the cells of a move.
#[track_caller]
pub fn click_move(browser: &mut Browser, text: &str) {
    for cell in text.split(['-', 'x']) {
        browser.choose(cell);
    }
}

/// Starts a game by the dialog. `person` lists the sides of the person, `seconds` is the engine's time for a move.
#[track_caller]
pub fn new_game(browser: &mut Browser, variant: &str, person: &str, seconds: &str) {
    // Full strength.
    let level = ("level", "7");
    start_game(browser, variant, &[("person", person), ("seconds", seconds), level]);
}

/// Starts a game by the dialog with these fields. The other fields keep their values.
#[track_caller]
pub fn start_game(browser: &mut Browser, variant: &str, fields: &[(&str, &str)]) {
    record_announcements(browser);
    browser.click("#modes [data-mode=play]");
    browser.click("#new-game");
    for (name, value) in [&[("variant", variant)], fields].concat() {
        browser.set(&format!("#new-game-dialog [name={name}]"), value);
    }
    browser.click("#new-game-dialog button[value=start]");
    wait_for_announcement(browser, &format!("New game of {variant}"));
}

#[track_caller]
pub fn resign(browser: &mut Browser) {
    browser.click("#resign");
    browser.click("#confirm button[value=yes]");
}

/// Shows another mode of the page.
#[track_caller]
pub fn show_mode(browser: &mut Browser, mode: &str) {
    browser.click(&format!("#modes [data-mode={mode}]"));
    browser.wait_for_value("document.body.dataset.mode", mode);
}

/// Waits until the board shows this number of pieces.
#[track_caller]
pub fn wait_for_pieces(browser: &mut Browser, count: usize) {
    browser.wait_for_value("$$('.picture g.piece').length", count);
}

/// Saves the game as a file, `pgn` or `json`, and returns its text.
#[track_caller]
pub fn save(browser: &mut Browser, kind: &str, file: &str) -> String {
    let _ = std::fs::remove_file(browser.download_path(file));
    browser.click("#save");
    browser.click(&format!("#save-dialog [value={kind}]"));
    browser.downloaded(file)
}

/// Opens a text by the dialog for pasted texts.
#[track_caller]
pub fn open_text(browser: &mut Browser, text: &str) {
    browser.click("#paste");
    browser.set("#paste-dialog textarea", text);
    browser.click("#paste-dialog button[value=set]");
}

/// The link of the dialog Share to the `game` or the `position` on the board.
#[track_caller]
pub fn shared_link(browser: &mut Browser, name: &str) -> String {
    browser.click("#share");
    browser.wait_for("$('#share-dialog').open");
    let link = browser.eval(&format!("$('#share-dialog [name={name}]').value"));
    browser.click("#share-dialog [value='']");
    link.as_str().unwrap().to_owned()
}

/// The script after which requests of this kind wait in `held` until a test answers them.
pub fn hold(kind: &str) -> String {
    format!(
        "(() => {{ const ask = fetch; window.held = []; window.fetch = async (address, request) => {{ \
           if (request?.body?.includes('{kind}')) await new Promise((answer) => held.push(answer)); \
           return ask(address, request); }}; }})()"
    )
}

/// Lets this number of requests through. The following ones fail, as without a server, until [`connect_again`].
pub fn disconnect_after(browser: &mut Browser, requests: usize) {
    browser.eval(&format!(
        "(() => {{ window.ask = fetch; let left = {requests}; window.fetch = (...request) => \
           left-- > 0 ? ask(...request) : Promise.reject(new TypeError('Failed to fetch')); }})()"
    ));
}

/// Ends what [`disconnect_after`] began, and forgets the errors of the page meanwhile.
pub fn connect_again(browser: &mut Browser) {
    browser.eval("(window.fetch = ask, true)");
    browser.errors.clear();
}

/// Clicks a cell that completes a move, and looks back before the board shows the move.
#[track_caller]
pub fn click_and_look_back(browser: &mut Browser, cell: &str) {
    browser.eval(&hold("describe"));
    browser.cell(cell);
    browser.wait_for("held.length === 1");
    browser.page_key("ArrowLeft");
    browser.wait_for("held.length === 2");
    browser.eval("(held.push = (answer) => answer(), held.forEach((answer) => answer()))");
}

/// Checks that the page fits a wide window in both colours and a phone, and takes their pictures: `NAME-dark`, `NAME-narrow`
/// and `NAME-light`, which stays.
#[track_caller]
pub fn check_screens(browser: &mut Browser, name: &str, check: impl Fn(&mut Browser)) {
    for (look, size, dark) in
        [("dark", WIDE, true), ("narrow", (360, 780), true), ("light", WIDE, false)]
    {
        browser.resize(size, dark);
        assert_eq!(browser.overflow(), 0, "{name}-{look}");
        check(browser);
        browser.screenshot(&format!("{name}-{look}"));
    }
}
