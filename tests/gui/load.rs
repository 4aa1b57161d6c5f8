//! Many clients of the server, which come and go.

use crate::support::server::Server;
use std::net::TcpStream;
use std::thread;
use test_support::amount::amount_from_env;
use test_support::client::TIMEOUT;
use test_support::process::{comes_true, open_handles, resident_kib};

/// Clients at the same time. Two of ten start an engine: less than the limit for engines.
const CLIENTS: usize = 50;

/// `LUCTOR_CLIENTS=1000 cargo test --workspace --all-features --test gui clients_that -- --nocapture`: the clients come
/// 1,000 times.
#[test]
fn clients_that_come_and_go_leave_no_engine_no_handle_and_no_memory() {
    let rounds: usize = amount_from_env("LUCTOR_CLIENTS", 3);
    let server = Server::start(&[]);
    let pid = server.process_id();
    let mut held = Vec::new();
    for round in 1..=rounds {
        thread::scope(|scope| {
            for client in 0..CLIENTS {
                let server = &server;
                scope.spawn(move || visit(server, client % 10));
            }
        });
        assert!(comes_true(TIMEOUT, || server.engines().is_empty()), "engines are left");
        if let Some((handles, _)) = held.first() {
            assert!(comes_true(TIMEOUT, || open_handles(pid) <= *handles), "handles are left");
        }
        held.push((open_handles(pid), resident_kib(pid)));
        if round % rounds.div_ceil(10) == 0 {
            let (handles, memory) = held[round - 1];
            println!("{} visits: {handles} handles, {memory} KiB", round * CLIENTS);
        }
    }
    let ((_, before), (_, after)) = (held[0], held[rounds - 1]);
    assert!(after < before + 16 * 1024, "{before} KiB grew to {after} KiB");
}

/// What a client does before it leaves.
fn visit(server: &Server, kind: usize) {
    let (host, token) = (server.host(), server.token());
    match kind {
        0 => drop(TcpStream::connect(host).unwrap()),
        1..=4 => assert_eq!(server.get(&format!("/{token}/")), 200),
        5..=7 => {
            let origin = format!("http://{host}");
            assert_eq!(server.post(&format!("/{token}/rules"), host, Some(&origin)), 200);
        }
        8 => {
            let mut socket = server.engine();
            socket.send("go nodes 1000");
            socket.lines_until("bestmove");
            socket.0.close(None).unwrap();
        }
        _ => {
            // It leaves during a search.
            let mut socket = server.engine();
            socket.send("go infinite");
            socket.lines_until("info depth");
        }
    }
}
