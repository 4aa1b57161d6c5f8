//! The engines behind the page: other programs, crashes, and who may not ask.

use crate::{WIDE, finish, moves, new_game, page, wait_for_moves};
use serde_json::json;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

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
    finish(&server, &mut browser);
}

#[test]
fn the_rules_program_killed_is_told_of_started_again_and_the_game_kept() {
    let Some((server, mut browser)) = page("rules_killed", &[]) else { return };
    browser.cell("e4");
    wait_for_moves(&mut browser, 1);
    let rules = || {
        let started = Instant::now();
        loop {
            // No engine is asked anything: the one process is that of the rules.
            if let [pid] = server.engines()[..] {
                return pid;
            }
            assert!(started.elapsed().as_secs() < 60, "{:?}", server.engines());
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    let sentence = "document.querySelector('#trouble .sentence').textContent";
    // Nobody asked anything.
    let first = rules();
    kill(first);
    browser.wait_for(&format!(
        "{sentence} === 'The rules program ended (signal: 9 (SIGKILL)). It was started again; the game goes on.'"
    ));
    assert!(browser.is_true("document.querySelector('#trouble .again').hidden"));
    while rules() == first {
        std::thread::sleep(Duration::from_millis(10));
    }
    browser.click("#trouble .dismiss");
    browser.wait_for("document.querySelector('.square[data-cell=e6].legal')");
    browser.cell("e6");
    wait_for_moves(&mut browser, 2);

    // Ended while it is asked something: the answer comes all the same.
    let second = rules();
    stop(second);
    browser.click("#turned");
    browser.cell("d4");
    kill(second);
    browser.wait_for("document.querySelector('.picture g.cell[data-cell=e1]').getAttribute('transform').endsWith('108.0)')");
    browser.wait_for(&format!("{sentence}.includes('It was started again')"));
    browser.click("#trouble .dismiss");

    // The third time within a minute it is given up, until somebody asks for it.
    while rules() == second {
        std::thread::sleep(Duration::from_millis(10));
    }
    kill(rules());
    browser.wait_for(&format!("{sentence}.includes('It is not started again by itself')"));
    browser.click("#trouble .again");
    browser.wait_for("document.querySelector('#trouble').hidden");
    browser.click("#turned");
    browser.wait_for("!document.querySelector('.picture g.cell[data-cell=e1]').getAttribute('transform').endsWith('108.0)')");
    browser.cell("d4");
    wait_for_moves(&mut browser, 3);
    assert_eq!(moves(&mut browser), "e4 e6 d4");
    finish(&server, &mut browser);
}

#[test]
fn a_server_that_has_gone_is_told_of_and_the_game_stays_on_the_page() {
    let Some((server, mut browser)) = page("server_gone", &[]) else { return };
    browser.cell("e4");
    wait_for_moves(&mut browser, 1);
    drop(server);
    browser.wait_for("document.querySelector('#trouble .sentence').textContent.startsWith('There is no connection to Luctor.')");
    browser.wait_for("!document.querySelector('#trouble .again').hidden");
    browser.cell("e6");
    browser.wait_for(
        "document.querySelector('#trouble .sentence').textContent.includes('connection')",
    );
    assert_eq!(moves(&mut browser), "e4");
}

/// Stops a process for a while, so that it answers nothing.
fn stop(pid: u32) {
    assert!(Command::new("kill").args(["-STOP", &pid.to_string()]).status().unwrap().success());
}

fn kill(pid: u32) {
    assert!(Command::new("kill").args(["-9", &pid.to_string()]).status().unwrap().success());
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
