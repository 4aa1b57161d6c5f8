//! A random command stress test: `position`, `go`, `stop`, `setoption` and others in random order, as fast as the engine
//! reads them, for a second. `LUCTOR_STRESS=3600 cargo test stress -- --nocapture` runs it for 3600 seconds.

use crate::support::program::{client_of, program};
use std::time::{Duration, Instant};
use test_support::amount::amount_from_env;
use test_support::client::Client;
use test_support::commands::{Commands, is_search};
use test_support::process::resident_kib;

/// Resident memory in KiB with the most threads and the smallest table.
fn memory_with_all_threads(client: &mut Client, pid: u32) -> u64 {
    client.send("setoption name Threads value 16");
    client.send("setoption name Hash value 1");
    client.ask("isready", "readyok");
    resident_kib(pid)
}

/// Number of measurements of the memory.
const SAMPLES: usize = 10;

#[test]
fn random_commands_lose_no_answer_and_no_memory() {
    let seconds = amount_from_env("LUCTOR_STRESS", 1);
    let mut random = Commands::new(7);
    let child = program().spawn().expect("the program starts");
    let pid = child.id();
    let mut client = client_of(child);
    let (mut commands, mut searches, mut answers) = (0_u64, 0_u64, 0_u64);
    // Measured after each tenth of the time.
    let mut memory = Vec::new();
    let started = Instant::now();
    let duration = Duration::from_secs(seconds);
    while memory.len() < SAMPLES {
        for line in random.by_ref().take(200) {
            searches += u64::from(is_search(line));
            commands += 1;
            client.send(line);
        }
        client.send("stop");
        let lines = client.ask("isready", "readyok");
        answers += lines.iter().filter(|line| line.starts_with("bestmove ")).count() as u64;
        assert_eq!(answers, searches, "every go is answered by one bestmove");
        if started.elapsed() >= duration * (memory.len() as u32 + 1) / SAMPLES as u32 {
            memory.push(memory_with_all_threads(&mut client, pid));
        }
    }
    println!(
        "{commands} commands, {searches} searches, {answers} answers, KiB of memory {memory:?}"
    );
    // The allocator keeps a varying amount for sixteen threads, up to a maximum. A leak per search has no maximum.
    let most = |samples: &[u64]| samples.iter().copied().max().unwrap_or(0);
    let (early, late) = memory.split_at(SAMPLES / 2);
    assert!(most(late) < most(early) + 16 * 1024, "{memory:?} KiB");
}
