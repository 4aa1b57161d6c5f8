//! Connections to the server: their access, and its port.

use crate::support::browser::Browser;
use crate::support::page::*;
use crate::support::server::Server;
use luctor_board::DEFAULT_PORT;
use serde_json::json;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use test_support::scratch::scratch_path;

#[test]
fn only_the_page_reaches_the_engines_and_the_rules() {
    let Some(mut browser) = Browser::start("origins") else { return };
    let server = Server::start(&[]);
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
    let (host, own) = (server.host(), &*format!("http://{}", server.host()));
    let [engine, rules] = ["engine", "rules"].map(|path| format!("/{}/{path}", server.token()));
    for path in ["/0123456789abcdef/engine", "/engine"] {
        assert_eq!(server.handshake(path, host, Some(own)), 404, "{path}");
    }
    for (name, origin, is_allowed) in [
        (host, Some(own), true),
        (host, Some("http://emergo.example"), false),
        (host, None, false),
        ("emergo.example", Some(own), false),
    ] {
        let [upgraded, answered] = if is_allowed { [101, 200] } else { [403, 403] };
        assert_eq!(server.handshake(&engine, name, origin), upgraded, "{name} {origin:?}");
        assert_eq!(server.post(&rules, name, origin), answered, "{name} {origin:?}");
    }
}

#[test]
fn the_engine_of_the_program_gets_no_options_that_name_files() {
    let server = Server::start(&[]);
    let mut socket = server.engine();
    socket.send("ugi");
    let declared = socket.lines_until("ugiok");
    let names =
        |name: &str| declared.iter().any(|line| line.starts_with(&format!("option name {name} ")));
    assert!(names("Hash"));
    for name in ["EvalFile", "Debug Log File", "OwnBook", "BookFile", "BookMargin"] {
        assert!(!names(name), "{name}");
    }
    let file = scratch_path("written_by_the_page.log");
    for (name, option) in [
        ("Debug Log File", "Debug Log File"),
        ("  debug\tlog\nFILE", "debug log FILE"),
        ("EvalFile", "EvalFile"),
        ("bookfile", "bookfile"),
    ] {
        socket.send(&format!("setoption name {name} value {}", file.display()));
        let refused = socket.lines_until("info string");
        assert_eq!(refused, [format!("info string there is no option '{option}'")]);
    }
    socket.send("isready");
    assert_eq!(socket.lines_until("readyok"), ["readyok"]);
    assert!(!file.exists());
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
