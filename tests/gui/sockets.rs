//! The server without a page: requests and WebSockets, as a page or another program sends them.

use crate::browser::Server;
use luctor_board::DEFAULT_PORT;
use luctor_board::interface::VERSION;
use serde_json::json;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;
use tungstenite::handshake::client::generate_key;
use tungstenite::http::Request;
use tungstenite::{Message, WebSocket, client};

/// The status of an answer to a question about the rules. With status 200 the answer has the games of the question.
pub fn post(address: &str, path: &str, host: &str, origin: Option<&String>) -> u16 {
    let origin = origin.map_or(String::new(), |origin| format!("Origin: {origin}\r\n"));
    let question = json!({"kind": "read_records", "text": "1. e4 e6"});
    let body = json!({"version": VERSION, "question": question}).to_string();
    let length = body.len();
    let (status, mut answer) = send_request(
        address,
        &format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\n{origin}Content-Length: {length}\r\n\
             Connection: close\r\n\r\n{body}"
        ),
    );
    if status == 200 {
        let mut rest = String::new();
        answer.read_to_string(&mut rest).unwrap();
        assert!(rest.contains(r#""kind":"records""#) && rest.contains(r#""move":"e6""#), "{rest}");
    }
    status
}

/// The status of an answer to a WebSocket's handshake.
pub fn handshake(address: &str, path: &str, host: &str, origin: Option<&String>) -> u16 {
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
    send_request(address, request).0
}

/// Sends a request. Returns the status of the answer and what follows its first line.
fn send_request(address: &str, request: &str) -> (u16, BufReader<TcpStream>) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = BufReader::new(stream);
    let mut line = String::new();
    answer.read_line(&mut line).unwrap();
    (line.split(' ').nth(1).unwrap().parse().unwrap(), answer)
}

/// As in `server/routes.rs` and `server/engine_socket.rs` of luctor-board.
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

#[test]
fn without_a_port_the_page_has_its_own_or_says_that_it_is_not_available() {
    let start = || {
        let mut server = Command::new(env!("CARGO_BIN_EXE_luctor"))
            .args(["gui", "--no-open"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut address).unwrap();
        (server, address)
    };
    let of_page = format!("http://127.0.0.1:{DEFAULT_PORT}/");
    // If this fails, another program has the port already.
    let listener = TcpListener::bind(("127.0.0.1", DEFAULT_PORT));
    let (mut server, address) = start();
    let mut note = String::new();
    BufReader::new(server.stderr.take().unwrap()).read_line(&mut note).unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(
        address.starts_with("http://127.0.0.1:") && !address.starts_with(&of_page),
        "{address}"
    );
    assert!(note.starts_with(&format!("port {DEFAULT_PORT} is not available")), "{note}");
    if listener.is_ok() {
        drop(listener);
        let (mut server, address) = start();
        server.kill().unwrap();
        server.wait().unwrap();
        assert!(address.starts_with(&of_page), "{address}");
    }
}
