//! The engines behind the page: other programs, crashes, and access from other pages.

use crate::browser::Server;
use crate::{WIDE, finish, first_visit, moves, new_game, page, wait_for_move_list, wait_for_moves};
use serde_json::json;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};
use tungstenite::handshake::client::generate_key;
use tungstenite::http::Request;
use tungstenite::{Message, WebSocket, client};

#[test]
fn an_engine_that_is_killed_during_a_search_is_started_again() {
    let Some((server, mut browser)) = page("killed", &[]) else { return };
    browser.cell("e4");
    wait_for_moves(&mut browser, 1);
    let before = server.engines();
    browser.click("#modes [data-mode=analyse]");
    browser.click("#analyse");
    browser.wait_for("document.querySelectorAll('.lines li').length === 3");
    let analyst = server.engines().into_iter().find(|pid| !before.contains(pid)).unwrap();
    kill(analyst);
    browser
        .wait_for("document.querySelector('#trouble .sentence').textContent.includes('signal: 9')");
    browser.wait_for_words("#trouble .sentence", "It was started again");
    let started = Instant::now();
    while !server.engines().iter().any(|pid| !before.contains(pid) && *pid != analyst) {
        assert!(started.elapsed().as_secs() < 60, "the engine is not started again");
        std::thread::sleep(Duration::from_millis(10));
    }
    browser.eval("document.querySelector('.search-state').textContent = ''");
    browser.wait_for("document.querySelector('.search-state').textContent.startsWith('depth ')");
    browser.click("#modes [data-mode=analyse]");
    browser.click("#analyse");

    // An engine that is killed while it plays is started again and moves.
    let before = server.engines();
    browser.set("#new-game-dialog [name=seconds]", "2");
    new_game(&mut browser, "emergo", "w", "2");
    browser.cell("e4");
    browser.wait_for("!document.querySelector('#move-now').hidden");
    browser.wait_for("document.querySelector('#player-b .thinking').textContent === 'thinking'");
    let player = server.engines().into_iter().find(|pid| !before.contains(pid)).unwrap();
    kill(player);
    wait_for_moves(&mut browser, 2);
    assert!(moves(&mut browser).starts_with("e4 "));
    finish(&server, &mut browser);
}

#[test]
fn a_lost_server_is_reported_and_the_game_stays_on_the_page() {
    let Some((server, mut browser)) = page("server_gone", &[]) else { return };
    browser.cell("e4");
    wait_for_moves(&mut browser, 1);
    drop(server);
    browser.cell("e6");
    browser.wait_for("document.querySelector('#trouble .sentence').textContent === 'There is no connection to Luctor. Is it still running?'");
    browser.wait_for("!document.querySelector('#trouble .again').hidden");
    wait_for_move_list(&mut browser, "e4");
    // Another attempt reports it again.
    browser.click("#trouble .again");
    browser.wait_for("!document.querySelector('#trouble').hidden");
    wait_for_move_list(&mut browser, "e4");
}

fn kill(pid: u32) {
    assert!(Command::new("kill").args(["-9", &pid.to_string()]).status().unwrap().success());
}

/// An engine with few options.
fn plain_engine() -> String {
    let test = std::env::current_exe().unwrap();
    let plain = test.parent().unwrap().parent().unwrap().join("examples").join("plain_engine");
    assert!(plain.exists(), "{} is missing: cargo build --examples", plain.display());
    plain.to_str().unwrap().to_owned()
}

#[test]
fn after_a_game_with_an_engine_without_levels_no_next_level_is_offered() {
    let Some((server, mut browser)) = first_visit("no_levels", &["--engine", &plain_engine()])
    else {
        return;
    };
    browser.click("#first-game");
    browser.wait_for("document.querySelector('.square.legal')");
    browser.cell("e4");
    wait_for_moves(&mut browser, 2);
    browser.wait_for("!document.querySelector('#resign').disabled");
    browser.click("#resign");
    browser.click("#confirm button[value=yes]");
    browser.wait_for("document.querySelector('#end .rematch').checkVisibility()");
    assert!(browser.is_true("document.querySelector('#end .next-level').hidden"));
    finish(&server, &mut browser);
}

#[test]
fn another_engine_plays_and_its_missing_options_are_reported() {
    let Some((server, mut browser)) = page("foreign", &["--engine", &plain_engine()]) else {
        return;
    };
    new_game(&mut browser, "emergo", "w", "0.05");
    browser.cell("e4");
    wait_for_moves(&mut browser, 2);
    browser.wait_for_text("#player-b .name", "Black: Plain");
    for count in [3, 5] {
        browser.wait_for("document.querySelector('.square.legal')");
        browser.click(".square.legal");
        wait_for_moves(&mut browser, count + 1);
    }
    // The engine reports nothing about its search, and has no other board.
    browser.click("#modes [data-mode=analyse]");
    browser.click("#analyse");
    browser.wait_for("document.querySelector('.search-state').textContent === 'Plain is thinking'");
    browser.click("#modes [data-mode=analyse]");
    browser.click("#analyse");
    new_game(&mut browser, "emergo7", "b", "0.05");
    browser.wait_for("document.querySelector('#trouble .sentence').textContent.includes('Plain does not offer emergo7')");
    finish(&server, &mut browser);
}

#[test]
fn a_program_that_is_not_an_engine_is_refused_or_reported() {
    let refused = |engine: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_luctor"))
            .args(["gui", "--no-open", "--engine", engine])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{engine}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused("no-such-engine").contains("there is no program 'no-such-engine'"));
    assert!(refused("").contains("the command is empty"));
    assert!(refused("'half").contains("a quote is not closed"));
    let program: PathBuf = ["true"].iter().collect();
    let Some((_server, mut browser)) = page("no_engine", &["--engine", program.to_str().unwrap()])
    else {
        return;
    };
    new_game(&mut browser, "emergo", "b", "0.05");
    browser.wait_for("document.querySelector('#trouble .sentence').textContent.includes('The engine stopped (exit status: 0)')");
    browser.wait_for("!document.querySelector('#trouble .again').hidden");
    browser.wait_for_text("#required", "White's turn: enter a man");
}

#[test]
fn only_the_page_reaches_the_engines_and_the_rules() {
    let Some((server, mut browser)) = page("origins", &[]) else { return };
    // A page of another origin without a policy of its own.
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
    browser.wait_for_value(&connect, "refused");
    let read = browser
        .eval(&format!("fetch({}).then(() => 'read', () => 'refused')", json!(server.address)));
    assert_eq!(read, json!("refused"));
    // The page itself reaches the same socket.
    browser.open(&server.address, WIDE, false);
    browser.wait_for_value(&connect, "open");

    // Requests that a browser would not send: by host, origin and token.
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
    let rules = format!("/{token}/rules");
    for (name, origin, status) in [
        (&host, Some(&own), 200),
        (&host, Some(&foreign), 403),
        (&host, None, 403),
        (&"emergo.example".to_owned(), Some(&own), 403),
    ] {
        assert_eq!(post(&host, &rules, name, origin), status, "{name} {origin:?}");
    }
}

/// The status of an answer to a request about the rules.
pub fn post(address: &str, path: &str, host: &str, origin: Option<&String>) -> u16 {
    let origin = origin.map_or(String::new(), |origin| format!("Origin: {origin}\r\n"));
    let body = r#"{"version":2,"question":{"kind":"read_records","text":""}}"#;
    let length = body.len();
    status(
        address,
        &format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\n{origin}Content-Length: {length}\r\n\
             Connection: close\r\n\r\n{body}"
        ),
    )
}

/// The status of an answer to a WebSocket's handshake.
fn handshake(address: &str, path: &str, host: &str, origin: Option<&String>) -> u16 {
    let origin = origin.map_or(String::new(), |origin| format!("Origin: {origin}\r\n"));
    status(
        address,
        &format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\n{origin}Connection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ),
    )
}

/// Sends a request and returns the status of the answer.
pub fn status(address: &str, request: &str) -> u16 {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).unwrap();
    line.split(' ').nth(1).unwrap().parse().unwrap()
}

/// As in `server.rs` and `engine_socket.rs` of luctor-board.
const MOST_CONNECTIONS: usize = 64;
const MOST_ENGINES: usize = 16;
const WAITING_LINES: usize = 1_024;

#[test]
fn connections_without_a_request_are_closed_and_the_next_request_is_answered() {
    let server = Server::start(&[]);
    let silent: Vec<TcpStream> =
        (0..MOST_CONNECTIONS).map(|_| TcpStream::connect(server.host()).unwrap()).collect();
    let host = server.host();
    assert_eq!(status(host, &format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n")), 404);
    // The request had to wait until one of them was closed.
    let is_closed = |mut stream: &TcpStream| {
        stream.set_nonblocking(true).unwrap();
        match stream.read(&mut [0]) {
            Ok(count) => count == 0,
            Err(error) => error.kind() != ErrorKind::WouldBlock,
        }
    };
    assert!(silent.iter().any(is_closed));
}

/// A socket to an engine of the server, as the page opens it.
pub fn engine(server: &Server) -> WebSocket<TcpStream> {
    let host = server.host();
    let request = Request::builder()
        .uri(server.address.replace("http:", "ws:") + "engine")
        .header("Host", host)
        .header("Origin", format!("http://{host}"))
        .header("Connection", "Upgrade")
        .header("Upgrade", "websocket")
        .header("Sec-WebSocket-Version", "13")
        .header("Sec-WebSocket-Key", generate_key())
        .body(())
        .unwrap();
    client(request, TcpStream::connect(host).unwrap()).unwrap().0
}

pub fn send(socket: &mut WebSocket<TcpStream>, line: &str) {
    socket.send(Message::text(line)).unwrap();
}

/// The lines of the engine up to the first one that starts like this.
pub fn lines_until(socket: &mut WebSocket<TcpStream>, start: &str) -> Vec<String> {
    let mut lines = Vec::new();
    while !lines.last().is_some_and(|line: &String| line.starts_with(start)) {
        match socket.read().unwrap() {
            Message::Text(line) => lines.push(line.to_string()),
            other => panic!("{other:?} instead of {start}, after {lines:?}"),
        }
    }
    lines
}

#[test]
fn more_engines_than_the_limit_are_refused_until_one_ends() {
    let server = Server::start(&[]);
    let mut sockets: Vec<_> = (0..MOST_ENGINES).map(|_| engine(&server)).collect();
    for socket in &mut sockets {
        send(socket, "isready");
        lines_until(socket, "readyok");
    }
    let Message::Close(Some(frame)) = engine(&server).read().unwrap() else { panic!("it started") };
    assert_eq!(frame.reason.as_str(), "cannot be started: 16 engines are running");
    drop(sockets.pop());
    // The server notices the end of the connection at some time.
    let started = Instant::now();
    loop {
        let mut socket = engine(&server);
        if socket.send(Message::text("isready")).is_ok()
            && matches!(socket.read(), Ok(Message::Text(line)) if line.as_str() == "readyok")
        {
            break;
        }
        assert!(started.elapsed().as_secs() < 60, "no engine starts");
    }
}

#[test]
fn the_engine_of_the_program_gets_no_options_that_name_files() {
    let server = Server::start(&[]);
    let mut socket = engine(&server);
    send(&mut socket, "ugi");
    let declared = lines_until(&mut socket, "ugiok");
    let names =
        |name: &str| declared.iter().any(|line| line.starts_with(&format!("option name {name} ")));
    assert!(names("Hash"));
    for name in ["EvalFile", "Debug Log File", "OwnBook", "BookFile", "BookMargin"] {
        assert!(!names(name), "{name}");
    }
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("written_by_the_page.log");
    let _ = std::fs::remove_file(&file);
    for (name, option) in [
        ("Debug Log File", "Debug Log File"),
        ("  debug\tlog\nFILE", "Debug Log File"),
        ("EvalFile", "EvalFile"),
        ("bookfile", "BookFile"),
    ] {
        send(&mut socket, &format!("setoption name {name} value {}", file.display()));
        let refused = lines_until(&mut socket, "info string");
        let expected = format!(
            "info string the option {option} is not available on the page; the line is ignored"
        );
        assert_eq!(refused, [expected]);
    }
    send(&mut socket, "isready");
    assert_eq!(lines_until(&mut socket, "readyok"), ["readyok"]);
    assert!(!file.exists());
}

#[test]
fn lines_that_are_too_long_or_too_many_are_refused_and_the_engine_goes_on() {
    let server = Server::start(&[]);
    let mut socket = engine(&server);
    send(&mut socket, &format!("position startpos moves{}", " e4".repeat(400_000)));
    send(&mut socket, "isready");
    let expected = "info string the line is longer than 1048576 bytes; the line is ignored";
    assert_eq!(lines_until(&mut socket, "readyok"), [expected, "readyok"]);

    // A program that does not read its input. A pipe holds some lines, too.
    let server = Server::start(&["--engine", "sleep 1000"]);
    let mut socket = engine(&server);
    let line = "x".repeat(1_000);
    for _ in 0..WAITING_LINES + 1_000 {
        send(&mut socket, &line);
    }
    let expected =
        "info string 1024 lines wait for the engine, which does not read; the line is ignored";
    assert_eq!(lines_until(&mut socket, "info"), [expected]);
    assert_eq!(server.engines().len(), 1);
}
