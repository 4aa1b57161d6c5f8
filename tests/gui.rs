//! `luctor gui` in a real browser: clicks and keys on the page, the engines behind it, and who may not ask. Without a
//! Chromium on the path these tests say that they skip themselves.

mod browser;

use browser::{Browser, Server};
use serde_json::json;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const WIDE: (u32, u32) = (1280, 900);

/// The page, shown and ready for clicks.
fn page(name: &str, arguments: &[&str]) -> Option<(Server, Browser)> {
    let mut browser = Browser::start(name)?;
    let server = Server::start(arguments);
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

/// Forgets what the page said last.
fn silence(browser: &mut Browser) {
    browser.eval("document.querySelector('#announcement').textContent = ''");
}

/// Waits until the page says a sentence.
fn wait_to_hear(browser: &mut Browser, sentence: &str) {
    let said = "document.querySelector('#announcement').textContent";
    browser.wait_for(&format!("{said} === {}", json!(sentence)));
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

#[test]
fn a_whole_game_is_played_by_clicks_against_the_engine() {
    let Some((server, mut browser)) = page("whole_game", &[]) else { return };
    new_game(&mut browser, "emergo7", "w", "0.02");
    let mut clicks = 0;
    loop {
        // Whatever is marked, the next cell of a capture first; the engine moves in between.
        let choice = "(document.querySelector('.square.next') ?? document.querySelector('.square.legal') ?? \
                      document.querySelector('.square.movable'))?.dataset.cell ?? null";
        browser.wait_for(&format!(
            "document.querySelector('#outcome').textContent !== '' || ({choice}) !== null"
        ));
        if !browser.text("#outcome").is_empty() {
            break;
        }
        if let Some(cell) = browser.eval(choice).as_str() {
            browser.cell(cell);
        }
        clicks += 1;
        assert!(clicks < 1_000, "the game does not end");
    }
    let outcome = browser.text("#outcome");
    assert!(
        ["1-0, ", "0-1, ", "1/2-1/2, "].iter().any(|head| outcome.starts_with(head)),
        "{outcome}"
    );
    let moves = moves(&mut browser);
    assert!(moves.split(' ').count() > 12, "{moves}: {outcome}");
    finish(&server, &mut browser);
}

#[test]
fn the_example_of_world_abstract_games_is_played_through() {
    let Some((server, mut browser)) = page("example", &[]) else { return };
    paste(&mut browser, "1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5");
    browser.cell("g6");
    wait_for_moves(&mut browser, 1);
    assert_eq!(browser.text("#duty"), "Black must capture 5 men");
    for cell in ["g7", "g5", "e5", "e3", "c3", "c5"] {
        browser.wait_for(&format!(
            "document.querySelector('.square[data-cell={cell}]:is(.movable, .next)')"
        ));
        browser.cell(cell);
    }
    wait_for_moves(&mut browser, 2);
    for (count, cells) in [(3, &["c6"][..]), (4, &["g3", "e3"]), (5, &["c6", "c4"])] {
        for cell in cells {
            browser.wait_for(&format!(
                "document.querySelector('.square[data-cell={cell}]:is(.movable, .next, .legal)')"
            ));
            browser.cell(cell);
        }
        wait_for_moves(&mut browser, count);
    }
    assert_eq!(moves(&mut browser), "g6 g7xg5xe5xe3xc3xc5 c6 g3xe3 c6xc4");
    // The guard is taken, five men are free: White's column stands where Black's stood.
    browser.wait_for(
        "document.querySelector('.picture g.piece[data-cell=c5]')?.dataset.column === 'w5'",
    );
    finish(&server, &mut browser);
}

#[test]
fn a_capture_with_a_choice_is_entered_square_by_square_or_asked_for() {
    let Some((server, mut browser)) = page("choice", &[]) else { return };
    // From e7 around both ways, over the same men, to g7.
    let position = "1/3/1bwb1/1(b2)1b3/3(b2)5/3b3/5/w2/b w 0,0";
    paste(&mut browser, position);
    let legal = legal_moves(position);
    let (origin, end, several) = ambiguous(&legal).expect("the position has an ambiguous capture");
    browser.cell(&origin);
    browser.wait_for(&format!("document.querySelector('.square[data-cell={end}].end')"));
    assert!(browser.is_true("document.querySelectorAll('.arrows polyline').length > 1"));
    browser.cell(&end);
    browser.wait_for("document.querySelector('#choice').open");
    let offered = browser.eval("[...document.querySelectorAll('#choice .choices button')].map(b => b.textContent).join(' ')");
    assert_eq!(offered.as_str().unwrap().split(' ').count(), several.len());
    browser.click("#choice .choices button:nth-child(2)");
    wait_for_moves(&mut browser, 1);
    let second = offered.as_str().unwrap().split(' ').nth(1).unwrap().to_owned();
    assert_eq!(moves(&mut browser), second);
    // Once more, the first of them, square by square.
    browser.click("#take-back");
    wait_for_moves(&mut browser, 0);
    for cell in several[0].split('x') {
        browser.wait_for(&format!(
            "document.querySelector('.square[data-cell={cell}]:is(.movable, .next)')"
        ));
        browser.cell(cell);
    }
    wait_for_moves(&mut browser, 1);
    assert_eq!(moves(&mut browser), several[0]);
    finish(&server, &mut browser);
}

fn legal_moves(position: &str) -> Vec<String> {
    let position =
        luctor::rules::read_position(luctor::rules::Variant::Emergo, position).unwrap().position;
    let mut moves = luctor::rules::MoveList::new();
    position.legal_moves(&mut moves);
    let write =
        |mv| luctor::rules::write_move(position.variant(), luctor::rules::Coordinates::Oblique, mv);
    moves.iter().map(|mv| write(*mv)).collect()
}

/// Origin and end of captures with several ways, the end no landing cell that comes next, and those captures.
fn ambiguous(moves: &[String]) -> Option<(String, String, Vec<String>)> {
    moves.iter().find_map(|mv| {
        let cells: Vec<&str> = mv.split('x').collect();
        let (origin, end) = (cells[0], *cells.last()?);
        let same: Vec<String> = moves
            .iter()
            .filter(|other| other.starts_with(origin) && other.ends_with(end))
            .cloned()
            .collect();
        let next = moves.iter().any(|other| {
            let cells: Vec<&str> = other.split('x').collect();
            cells[0] == origin && cells[1] == end
        });
        (same.len() > 1 && !next).then(|| (origin.to_owned(), end.to_owned(), same))
    })
}

#[test]
fn a_shadowpiece_is_entered_as_one_column() {
    let Some((server, mut browser)) = page("shadowpiece", &[]) else { return };
    paste(&mut browser, "1/3/5/3b3/9/3w3/5/3/1 w 7,0");
    assert_eq!(browser.text("#duty"), "White enters a shadowpiece of 7");
    assert!(browser.is_true("document.querySelector('.picture g.hand.white text.label').textContent === 'White: a shadowpiece of 7'"));
    browser.cell("e2");
    wait_for_moves(&mut browser, 1);
    browser.wait_for("document.querySelector('.picture g.piece[data-cell=e2]')");
    assert_eq!(column(&mut browser, "e2"), "w7");
    let label =
        browser.eval("document.querySelector('.square[data-cell=e2]').getAttribute('aria-label')");
    assert!(label.as_str().unwrap().starts_with("e2: White, a column of 7"), "{label}");
    finish(&server, &mut browser);
}

#[test]
fn an_illegal_click_is_refused_with_a_reason_and_changes_nothing() {
    let Some((server, mut browser)) = page("illegal", &[]) else { return };
    // White's first entry may not be on the centre: marked, and told on hover and click.
    assert!(browser.is_true(
        "document.querySelector('.square[data-cell=e5]').classList.contains('forbidden')"
    ));
    browser.hover(".square[data-cell=e5]");
    browser.wait_for("document.querySelector('#reason').textContent.includes('first entry')");
    browser.cell("e5");
    browser.wait_for("document.querySelector('#announcement').textContent.includes('first entry')");
    assert_eq!(moves(&mut browser), "");
    // An entry that would be fed.
    paste(&mut browser, "1/3/5/7/3wb4/7/5/3/1 w 5,5");
    let table = [
        ("1/3/5/3b3/9/7/5/3/1 w 5,5", "e5", "could jump a piece entering on e5"),
        ("1/3/5/3b3/9/3w3/5/3/1 w 5,5", "e4", "e4 is not vacant"),
        ("1/3/5/3b3/3w5/7/5/3/1 w 0,0", "e6", "The piece on e6 is Black's."),
        ("1/3/5/3b3/3w5/7/5/3/1 w 0,0", "a5", "There is no piece on a5: choose one of White's."),
    ];
    for (position, cell, sentence) in table {
        paste(&mut browser, position);
        browser.cell(cell);
        browser.wait_for(&format!(
            "document.querySelector('#reason').textContent.includes({})",
            json!(sentence)
        ));
        assert_eq!(moves(&mut browser), "", "{position}");
    }
    finish(&server, &mut browser);
}

#[test]
fn analysis_shows_lines_a_score_and_arrows() {
    let Some((server, mut browser)) = page("analysis", &[]) else { return };
    browser.set("#lines-wanted", "4");
    browser.click("#analyse");
    browser.wait_for("document.querySelectorAll('.lines li').length === 4");
    browser.wait_for("/^depth \\d+\\/\\d+ · .* a second$/.test(document.querySelector('.search-state').textContent)");
    browser.hover(".lines li:first-child button");
    browser.wait_for("document.querySelectorAll('.arrows > *').length >= 2");
    assert!(browser.is_true("!document.querySelector('#score-bar').hidden"));
    browser.wait_for("document.querySelector('#score-bar').getAttribute('aria-label').startsWith('Score for White')");
    browser.hover("h1");
    browser.wait_for("document.querySelectorAll('.arrows > *').length === 0");
    // A click plays the line's first move, and the new position is analysed.
    browser.click(".lines li:nth-child(2) button");
    wait_for_moves(&mut browser, 1);
    browser.wait_for("document.querySelectorAll('.lines li').length === 4");
    browser.click("#analyse");
    browser.wait_for("document.querySelectorAll('.lines li').length === 0");
    finish(&server, &mut browser);
}

#[test]
fn a_game_is_saved_as_the_match_runner_saves_it_and_loaded_again() {
    let Some((server, mut browser)) = page("save", &[]) else { return };
    for (count, cell) in ["e4", "e6", "d4", "d6"].iter().enumerate() {
        browser.wait_for(&format!("document.querySelector('.square[data-cell={cell}].legal')"));
        browser.cell(cell);
        wait_for_moves(&mut browser, count + 1);
    }
    browser.click("#save");
    let saved = browser.downloaded("emergo.pgn");
    assert!(
        saved.contains("[Variant \"emergo\"]\n") && saved.contains("1. e4 e6 2. d4 d6 *"),
        "{saved}"
    );
    let shown = Command::new(env!("CARGO_BIN_EXE_luctor"))
        .args(["show", "--game"])
        .arg(browser.download_path("emergo.pgn"))
        .output()
        .unwrap();
    let shown = String::from_utf8(shown.stdout).unwrap();
    assert!(shown.contains("position: 1/3/5/2bb3/9/2ww3/5/3/1 w 10,10 3"), "{shown}");

    new_game(&mut browser, "hexemergo", "wb", "1");
    wait_for_moves(&mut browser, 0);
    let file = browser.download_path("emergo.pgn");
    browser.choose_file("#file", &file);
    wait_for_moves(&mut browser, 4);
    assert_eq!(moves(&mut browser), "e4 e6 d4 d6");
    browser.wait_for("document.querySelectorAll('.square').length === 41");

    // What the match runner wrote: PGN and JSON, several games to choose from, scores in the graph.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gui-match");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let played = Command::new(env!("CARGO_BIN_EXE_luctor"))
        .args(
            "match -engine cmd=internal name=A -engine cmd=internal name=B -each depth=2 -rounds 1"
                .split(' '),
        )
        .args("-variant emergo7 -out games.jsonl -pgnout games.pgn".split(' '))
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(played.status.success());
    for name in ["games.pgn", "games.jsonl"] {
        browser.choose_file("#file", &folder.join(name));
        browser.wait_for("document.querySelector('#choice').open");
        browser.click("#choice .choices button:nth-child(2)");
        browser.wait_for("document.querySelectorAll('.square').length === 25");
        browser.wait_for("document.querySelector('#player-w .name').textContent === 'White: B'");
        browser.wait_for("document.querySelector('#outcome').textContent !== ''");
        browser.wait_for("document.querySelector('#graph .white-part')");
        new_game(&mut browser, "emergo", "wb", "1");
    }

    // What is no game says so, and the game on the table stays.
    let bad = folder.join("bad.pgn");
    std::fs::write(&bad, "[Event \"x\"]\n\n1. e4 e4 *\n").unwrap();
    browser.choose_file("#file", &bad);
    browser.wait_for(
        "document.querySelector('#trouble .sentence').textContent.includes('e4 is not vacant')",
    );
    wait_for_moves(&mut browser, 0);
    finish(&server, &mut browser);
}

#[test]
fn an_engine_killed_in_mid_search_is_started_again_and_the_game_kept() {
    let Some((server, mut browser)) = page("killed", &[]) else { return };
    browser.cell("e4");
    wait_for_moves(&mut browser, 1);
    let before = server.engines();
    browser.click("#analyse");
    browser.wait_for("document.querySelectorAll('.lines li').length === 3");
    let analyst = server.engines().into_iter().find(|pid| !before.contains(pid)).unwrap();
    kill(analyst);
    browser
        .wait_for("document.querySelector('#trouble .sentence').textContent.includes('signal: 9')");
    assert!(browser.text("#trouble .sentence").contains("It was started again"));
    let started = Instant::now();
    while !server.engines().iter().any(|pid| !before.contains(pid) && *pid != analyst) {
        assert!(started.elapsed().as_secs() < 60, "the engine is not started again");
        std::thread::sleep(Duration::from_millis(10));
    }
    browser.eval("document.querySelector('.search-state').textContent = ''");
    browser.wait_for("document.querySelector('.search-state').textContent.startsWith('depth ')");
    browser.click("#analyse");

    // The engine that plays, killed while it thinks, moves all the same.
    let before = server.engines();
    browser.set("#new-game-dialog [name=seconds]", "2");
    new_game(&mut browser, "emergo", "w", "2");
    browser.cell("e4");
    browser.wait_for("!document.querySelector('#move-now').hidden");
    browser.wait_for(
        "document.querySelector('#player-b .thinking').textContent.startsWith('thinks: ')",
    );
    let player = server.engines().into_iter().find(|pid| !before.contains(pid)).unwrap();
    kill(player);
    wait_for_moves(&mut browser, 2);
    assert!(moves(&mut browser).starts_with("e4 "));
    // The program that answers for the rules may go as well.
    for pid in server.engines() {
        kill(pid);
    }
    browser.click("#turned");
    browser.wait_for("document.querySelector('.picture g.cell[data-cell=e1]').getAttribute('transform').endsWith('108.0)')");
    finish(&server, &mut browser);
}

fn kill(pid: u32) {
    assert!(Command::new("kill").args(["-9", &pid.to_string()]).status().unwrap().success());
}

#[test]
fn all_three_boards_are_played_on_in_both_layouts() {
    let Some((server, mut browser)) = page("boards", &[]) else { return };
    for (variant, layout, cell) in [
        ("emergo", "checkerboard", "d5"),
        ("emergo7", "diamond", "d3"),
        ("hexemergo", "diamond", "d5"),
    ] {
        browser.set("#layout", layout);
        new_game(&mut browser, variant, "w", "0.05");
        browser.wait_for(&format!("document.querySelector('.square[data-cell={cell}].legal')"));
        browser.cell(cell);
        wait_for_moves(&mut browser, 2);
        browser.screenshot(&format!("{variant}-{layout}"));
    }
    assert!(
        browser.is_true("document.querySelector('#layout').disabled"),
        "the hexagon has one layout"
    );
    finish(&server, &mut browser);
}

#[test]
fn a_foreign_engine_plays_and_what_it_lacks_is_said() {
    let test = std::env::current_exe().unwrap();
    let plain = test.parent().unwrap().parent().unwrap().join("examples").join("plain_engine");
    assert!(plain.exists(), "{} is missing: cargo build --examples", plain.display());
    let Some((server, mut browser)) = page("foreign", &["--engine", plain.to_str().unwrap()])
    else {
        return;
    };
    new_game(&mut browser, "emergo", "w", "0.05");
    browser.cell("e4");
    wait_for_moves(&mut browser, 2);
    assert_eq!(browser.text("#player-b .name"), "Black: Plain");
    for count in [3, 5] {
        browser.wait_for("document.querySelector('.square.legal')");
        browser.click(".square.legal");
        wait_for_moves(&mut browser, count + 1);
    }
    // It says nothing of its search, and has no other board.
    browser.click("#analyse");
    browser.wait_for(
        "document.querySelector('.search-state').textContent === 'Plain looks at the position'",
    );
    browser.click("#analyse");
    new_game(&mut browser, "emergo7", "b", "0.05");
    browser.wait_for("document.querySelector('#trouble .sentence').textContent.includes('Plain does not offer emergo7')");
    finish(&server, &mut browser);
}

#[test]
fn nobody_but_the_page_reaches_the_engines() {
    let Some((server, mut browser)) = page("origins", &[]) else { return };
    // A page of another origin, which its own policy keeps from nothing.
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", other.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in other.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(
                b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\nConnection: close\r\n\r\n<p>other\n",
            );
        }
    });
    browser.open(&address, WIDE, false);
    browser.wait_for("document.body.textContent.includes('other')");
    // The socket is refused, and the page cannot be read.
    let socket = server.address.replace("http:", "ws:") + "engine";
    let connect = format!(
        "new Promise((resolve) => {{ const socket = new WebSocket({}); \
         socket.onopen = () => resolve('open'); socket.onerror = () => resolve('refused'); }})",
        json!(socket)
    );
    assert_eq!(browser.eval(&connect), json!("refused"));
    let read = browser
        .eval(&format!("fetch({}).then(() => 'read', () => 'refused')", json!(server.address)));
    assert_eq!(read, json!("refused"));
    // The page itself reaches the same socket.
    browser.open(&server.address, WIDE, false);
    assert_eq!(browser.eval(&connect), json!("open"));

    // Without a browser's honesty: by host, origin and token.
    let host = server.host().to_owned();
    let token = server.address.split('/').nth(3).unwrap().to_owned();
    let own = format!("http://{host}");
    let foreign = "http://emergo.example".to_owned();
    for (path, name, origin, status) in [
        (format!("/{token}/engine"), &host, Some(&own), 101),
        (format!("/{token}/engine"), &host, Some(&foreign), 403),
        (format!("/{token}/engine"), &host, None, 403),
        (format!("/{token}/engine"), &"emergo.example".to_owned(), Some(&own), 403),
        ("/0123456789abcdef/engine".to_owned(), &host, Some(&own), 404),
        ("/engine".to_owned(), &host, Some(&own), 404),
    ] {
        assert_eq!(handshake(&host, &path, name, origin), status, "{path} {name} {origin:?}");
    }
}

/// The status of an answer to a WebSocket's handshake.
fn handshake(address: &str, path: &str, host: &str, origin: Option<&String>) -> u16 {
    let mut stream = TcpStream::connect(address).unwrap();
    let origin = origin.map_or(String::new(), |origin| format!("Origin: {origin}\r\n"));
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {host}\r\n{origin}Connection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    .unwrap();
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).unwrap();
    line.split(' ').nth(1).unwrap().parse().unwrap()
}

#[test]
fn the_keyboard_alone_plays_and_every_square_says_what_it_is() {
    let Some((server, mut browser)) = page("keyboard", &[]) else { return };
    browser.eval("document.querySelector('.square[tabindex=\"0\"]').focus()");
    assert_eq!(browser.eval("document.activeElement.dataset.cell"), json!("e5"));
    browser.key("ArrowDown");
    assert_eq!(browser.eval("document.activeElement.dataset.cell"), json!("e4"));
    browser.key("ArrowRight");
    browser.key("ArrowLeft");
    browser.key("Enter");
    wait_for_moves(&mut browser, 1);
    assert_eq!(moves(&mut browser), "e4");
    browser.wait_for("document.querySelector('#announcement').textContent === 'White enters e4'");
    browser.wait_for("document.querySelector('.square[data-cell=e4]').getAttribute('aria-label').startsWith('e4: White, a man')");
    let unnamed = "[...document.querySelectorAll('button, input, select')].filter(e => !e.labels?.length && \
                   !e.getAttribute('aria-label') && !e.textContent.trim()).length";
    assert_eq!(browser.eval(unnamed), json!(0));
    // Steps through the game.
    browser.eval("document.activeElement.blur()");
    browser.key("ArrowLeft");
    browser.wait_for("document.querySelector('[data-step=back]').disabled");
    browser.key("End");
    browser.wait_for("document.querySelector('[data-step=on]').disabled");
    assert_eq!(column(&mut browser, "e4"), "w");
    finish(&server, &mut browser);
}

#[test]
fn a_position_is_set_up_and_what_is_invalid_says_why() {
    let Some((server, mut browser)) = page("set_up", &[]) else { return };
    browser.click("#set-up");
    browser.wait_for("!document.querySelector('#set-up-form').hidden");
    assert!(browser.is_true("document.querySelector('#moves').inert"), "the game waits");
    browser.click("#set-up-form [name=clear]");
    browser.set("#set-up-form [name=hand-w]", "0");
    browser.set("#set-up-form [name=hand-b]", "0");
    browser.set("#set-up-form [name=cap]", "3");
    browser.set("#set-up-form [name=prisoners]", "2");
    browser.cell("e5");
    wait_for_position(&mut browser, "1/3/5/7/4(w3b2)4/7/5/3/1");
    browser.set("#set-up-form [name=cap]", "12");
    browser.cell("e6");
    browser.wait_for(
        "document.querySelector('#set-up-form .complaint').textContent.includes('White has 15')",
    );
    assert_eq!(column(&mut browser, "e6"), "", "what is refused changes nothing");
    browser.click("#set-up-form [name=owner][value=b]");
    browser.set("#set-up-form [name=cap]", "1");
    browser.set("#set-up-form [name=prisoners]", "0");
    browser.cell("a5");
    browser.set("#set-up-form [name=side]", "b");
    browser.wait_for("document.querySelector('#set-up-form [name=text]').value === '1/3/5/7/b3(w3b2)4/7/5/3/1 b 0,0 1'");
    browser.set("#set-up-form [name=text]", "1/3/5/7/9");
    browser.click("#set-up-form [name=read-text]");
    browser.wait_for("document.querySelector('#set-up-form .complaint').textContent !== ''");
    browser.set("#set-up-form [name=text]", "1/3/5/7/b3(w3b2)4/7/5/3/w b 0,0");
    browser.eval("document.querySelector('#set-up-form [name=text]').focus()");
    browser.key("Enter");
    wait_for_position(&mut browser, "1/3/5/7/b3(w3b2)4/7/5/3/w");
    browser.click("#set-up-form [type=submit]");
    browser.wait_for("document.querySelector('#duty').textContent === 'Black steps'");
    browser.cell("a5");
    browser.wait_for("document.querySelector('.square[data-cell=b5].next')");
    browser.cell("b5");
    wait_for_moves(&mut browser, 1);
    finish(&server, &mut browser);
}

#[test]
fn a_game_is_analysed_with_progress_and_the_graph_jumps() {
    let Some((server, mut browser)) = page("whole_analysis", &[]) else { return };
    let game = Path::new(env!("CARGO_TARGET_TMPDIR")).join("blunder.pgn");
    // Black steps beside White's column, which frees five prisoners by one jump.
    let text = "[Event \"x\"]\n[Variant \"emergo\"]\n[SetUp \"1\"]\n\
                [FEN \"1/3/3b1/7/2(w3b3)2(bw5)3/7/5/1(b3)1/1 w 0,0 1\"]\n\n1. c5-d5 f5-e5 2. d5xf5 *\n";
    std::fs::write(&game, text).unwrap();
    browser.choose_file("#file", &game);
    wait_for_moves(&mut browser, 3);
    browser.set("#analysis-time", "0.05");
    browser.click("#analyse-game");
    browser.wait_for(
        "document.querySelector('#announcement').textContent.startsWith('Game analysed: ')",
    );
    assert!(browser.is_true("document.querySelector('#game-progress').hidden"));
    let marked = "[...document.querySelectorAll('.fault-sign')].map(s => s.parentElement.textContent).join()";
    assert_eq!(browser.eval(marked), json!("f5-e5 ??"));
    assert_eq!(browser.eval("document.querySelectorAll('#graph .fault.blunder').length"), json!(1));
    browser.click("#graph");
    browser.wait_for("['1', '2'].includes(document.querySelector('[aria-current]')?.dataset.ply)");
    finish(&server, &mut browser);
}

#[test]
fn a_move_played_while_the_engine_thinks_about_a_later_position_ends_that_thought() {
    let Some((server, mut browser)) = page("while_thinking", &[]) else { return };
    new_game(&mut browser, "emergo", "w", "30");
    browser.cell("e4");
    browser.wait_for("!document.querySelector('#move-now').hidden");
    browser.eval("document.activeElement.blur()");
    browser.key("ArrowLeft");
    browser.wait_for("document.querySelector('.square[data-cell=d4].legal')");
    browser.cell("d4");
    browser.wait_for("document.querySelector('#move-list button')?.textContent === 'd4'");
    browser.wait_for("!document.querySelector('#move-now').hidden");
    // A position that cannot be set up leaves the game, and the engine's thought, as they are.
    browser.click("#paste");
    browser.set("#paste-dialog input", "1/3/5/7/9/7/5/3/1 w 13,12");
    browser.click("#paste-dialog button[value=set]");
    browser.wait_for(
        "document.querySelector('#trouble .sentence').textContent.includes('cannot be set up')",
    );
    assert!(browser.is_true("!document.querySelector('#move-now').hidden"));
    browser.wait_for(
        "document.querySelector('#player-b .thinking').textContent.startsWith('thinks: ')",
    );
    browser.click("#move-now");
    wait_for_moves(&mut browser, 2);
    assert!(moves(&mut browser).starts_with("d4 "));
    assert_eq!(browser.text("#outcome"), "");
    finish(&server, &mut browser);
}

#[test]
fn every_square_of_every_board_is_reached_by_the_arrow_keys() {
    let Some((server, mut browser)) = page("arrows", &[]) else { return };
    for (variant, layout) in [
        ("emergo", "diamond"),
        ("emergo", "checkerboard"),
        ("emergo7", "checkerboard"),
        ("hexemergo", "diamond"),
    ] {
        browser.set("#layout", layout);
        new_game(&mut browser, variant, "wb", "1");
        let unreached = browser.eval(
            "(() => { \
               const squares = [...document.querySelectorAll('.square')]; \
               const reached = new Set([squares[0].dataset.cell]); \
               for (const cell of reached) { \
                 for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) { \
                   const from = document.querySelector(`.square[data-cell=${cell}]`); \
                   from.focus({ focusVisible: true }); \
                   from.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); \
                   reached.add(document.activeElement.dataset.cell); \
                 } \
               } \
               return squares.filter((square) => !reached.has(square.dataset.cell)).length; })()",
        );
        assert_eq!(unreached, json!(0), "{variant} {layout}");
    }
    finish(&server, &mut browser);
}

#[test]
fn a_game_is_taken_back_resigned_and_lost_on_time() {
    let Some((server, mut browser)) = page("ends", &[]) else { return };
    new_game(&mut browser, "emergo", "w", "0.02");
    browser.cell("e4");
    wait_for_moves(&mut browser, 2);
    browser.click("#take-back");
    wait_for_moves(&mut browser, 0);
    browser.cell("e3");
    wait_for_moves(&mut browser, 2);
    browser.click("#resign");
    browser.wait_for("document.querySelector('#outcome').textContent === '0-1, White resigned'");
    browser.cell("d4");
    browser.wait_for("document.querySelector('#reason').textContent === 'The game has ended.'");

    browser.click("#new-game");
    browser.set("#new-game-dialog [name=person]", "w");
    browser.click("#new-game-dialog [name=time][value=clock]");
    browser.set("#new-game-dialog [name=minutes]", "0.05");
    browser.set("#new-game-dialog [name=increment]", "0");
    browser.click("#new-game-dialog button[value=start]");
    browser.wait_for("document.querySelector('#player-w .clock.running')");
    browser
        .wait_for("document.querySelector('#outcome').textContent === \"0-1, White's time is up\"");
    finish(&server, &mut browser);
}

#[test]
fn the_engine_plays_weaker_where_it_offers_to() {
    let Some((server, mut browser)) = page("strength", &[]) else { return };
    browser.click("#new-game");
    browser.wait_for("!document.querySelector('#strength').disabled");
    browser.set("#new-game-dialog [name=elo]", "400");
    assert!(browser.is_true("document.querySelector('#new-game-dialog [name=limited]').checked"));
    browser.set("#new-game-dialog [name=person]", "b");
    browser.set("#new-game-dialog [name=seconds]", "30");
    browser.click("#new-game-dialog button[value=start]");
    // At 30 seconds a move only a limited engine has moved by now.
    wait_for_moves(&mut browser, 1);
    assert!(
        browser.is_true("document.querySelector('#turned').checked"),
        "the person's side is below"
    );
    finish(&server, &mut browser);
}

#[test]
fn the_diagram_that_is_downloaded_is_the_one_of_the_command_line() {
    let Some((server, mut browser)) = page("diagram", &[]) else { return };
    let position = "1/b2/w3b/3b2w/1b1b1w3/1(w3b4)1w1b1/3wb/3/1 b 0,1";
    paste(&mut browser, position);
    browser.set("#layout", "checkerboard");
    browser.click("#turned");
    browser.wait_for("document.querySelector('.picture rect.light')");
    browser.wait_for(
        "document.querySelector('.square[data-cell=e1]').getBoundingClientRect().x > 300",
    );
    browser.click("#picture");
    let picture = browser.downloaded("emergo.svg");
    let shown = Command::new(env!("CARGO_BIN_EXE_luctor"))
        .args(["show", "--svg", "--layout", "checkerboard", "--turned", "--position", position])
        .args(["--coordinates", "checkerboard"])
        .output()
        .unwrap();
    assert_eq!(picture, String::from_utf8(shown.stdout).unwrap().trim_end());
    finish(&server, &mut browser);
}

#[test]
fn the_page_fits_a_phone_and_has_a_dark_side() {
    let Some((server, mut browser)) = page("sizes", &[]) else { return };
    let position = "1/b2/w3b/3(b3w2)2w/1b3w3/1(w5b2)1w1b1/3w1/3/1 w 0,2";
    for (name, size, dark) in [
        ("start", WIDE, false),
        ("middle-game", WIDE, false),
        ("narrow", (360, 780), false),
        ("dark", WIDE, true),
        ("narrow-dark", (360, 780), true),
    ] {
        browser.open(&server.address, size, dark);
        browser.wait_for("document.querySelectorAll('.square').length === 41");
        if name != "start" {
            paste(&mut browser, position);
            browser.click("#analyse");
            browser.wait_for("document.querySelectorAll('.lines li').length > 0");
            browser.hover(".lines li:first-child button");
        }
        let overflow =
            "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(browser.eval(overflow), json!(0), "{name}");
        let ground = browser.eval("getComputedStyle(document.body).backgroundColor");
        assert_eq!(ground == json!("rgb(27, 25, 22)"), dark, "{ground}");
        browser.eval("scrollTo(0, 0)");
        browser.screenshot(name);
    }
    finish(&server, &mut browser);
}

#[test]
fn a_capture_is_shown_jump_by_jump_and_the_position_can_be_copied() {
    let Some((server, mut browser)) = page("animation", &[]) else { return };
    browser.call("Emulation.setEmulatedMedia", json!({"features": []}));
    paste(&mut browser, "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0");
    // What the cap of three stands on, and how many men lie below it, picture by picture.
    browser.eval(
        "window.seen = []; new MutationObserver(() => { \
           const piece = [...document.querySelectorAll('.picture g.piece')].find(p => p.dataset.column.startsWith('w3')); \
           if (piece) seen.push(`${piece.dataset.cell} ${piece.dataset.column}`); \
         }).observe(document.querySelector('.picture'), { childList: true })",
    );
    for cell in ["e4", "c4", "c6", "e6", "e4", "c4"] {
        browser.wait_for(&format!(
            "document.querySelector('.square[data-cell={cell}]:is(.movable, .next)')"
        ));
        browser.cell(cell);
    }
    browser.wait_for(
        "document.querySelector('#outcome').textContent === '1-0, White wins (no men left)'",
    );
    let seen = browser.eval("seen.filter((state, index) => state !== seen[index - 1]).join(', ')");
    assert_eq!(seen, json!("c4 w3b, c6 w3b2, e6 w3b3, e4 w3b4, c4 w3b5"));

    let permissions = json!({"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]});
    browser.call("Browser.grantPermissions", permissions);
    browser.click("#copy");
    wait_to_hear(&mut browser, "Position copied");
    let copied = browser.eval("navigator.clipboard.readText()");
    assert_eq!(copied, json!("1/3/5/7/9/1(w3b5)(w2)4/5/3/1 b 0,0 1"));
    finish(&server, &mut browser);
}

#[test]
fn a_program_that_is_no_engine_is_refused_or_shown() {
    let refused = |engine: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_luctor"))
            .args(["gui", "--no-open", "--engine", engine])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{engine}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused("no-such-engine").contains("there is no program 'no-such-engine'"));
    assert!(refused("").contains("wanted is a program"));
    assert!(refused("'half").contains("a quote is not closed"));
    let program: PathBuf = ["true"].iter().collect();
    let Some((_server, mut browser)) = page("no_engine", &["--engine", program.to_str().unwrap()])
    else {
        return;
    };
    new_game(&mut browser, "emergo", "b", "0.05");
    browser.wait_for("document.querySelector('#trouble .sentence').textContent.includes('The engine ended (exit status: 0)')");
    browser.wait_for("!document.querySelector('#trouble .again').hidden");
    assert_eq!(browser.text("#duty"), "White enters a man");
}

/// Writes the pictures of the README to `screens`.
#[test]
#[ignore = "makes the README's pictures anew"]
fn pictures_for_the_readme() {
    let Some((server, mut browser)) = page("pictures", &[]) else { return };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gui-pictures");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for (variant, ply, size, dark, picture) in [
        ("emergo", 27, (1180, 860), false, "analysis"),
        ("hexemergo", 19, (1180, 860), false, "hexemergo"),
        ("emergo", 45, (360, 720), true, "narrow-dark"),
    ] {
        let played = Command::new(env!("CARGO_BIN_EXE_luctor"))
            .args(["match", "-engine", "cmd=internal", "name=Luctor", "-engine", "cmd=internal"])
            .args(["name=Luctor again", "-each", "nodes=20000", "-rounds", "1", "-games", "1"])
            .args(["-variant", variant, "-pgnout", &format!("{picture}.pgn")])
            .current_dir(&folder)
            .output()
            .unwrap();
        assert!(played.status.success());
        browser.open(&server.address, size, dark);
        browser.wait_for("document.querySelectorAll('.square').length === 41");
        browser.choose_file("#file", &folder.join(format!("{picture}.pgn")));
        browser.wait_for("document.querySelectorAll('#move-list button').length > 45");
        browser.click(&format!("#move-list button[data-ply='{ply}']"));
        browser
            .wait_for(&format!("document.querySelector('[aria-current]').dataset.ply === '{ply}'"));
        browser.click("#analyse");
        browser.wait_for("/^depth 1\\d/.test(document.querySelector('.search-state').textContent)");
        browser.hover(".lines li:first-child button");
        browser.wait_for("document.querySelectorAll('.arrows > *').length > 0");
        browser.eval("scrollTo(0, 0)");
        browser.screenshot(picture);
    }
    finish(&server, &mut browser);
}
