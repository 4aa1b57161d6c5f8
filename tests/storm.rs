//! A client in a hurry: `position`, `go`, `stop`, `setoption` and the rest in random order, as fast as they are read.
//! `LUCTOR_STORM=3600 cargo test --test storm -- --nocapture` storms for so many seconds; two stand here.

mod amount;
mod client;
mod commands;

use client::Client;
use commands::{Commands, is_search};
use std::time::{Duration, Instant};

/// Kilobytes of memory that a process holds.
fn memory_of(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

/// Kilobytes with the most threads and the least table.
fn memory_with_all_threads(client: &mut Client) -> u64 {
    client.send("setoption name Threads value 16");
    client.send("setoption name Hash value 1");
    client.ask("isready", "readyok");
    memory_of(client.pid())
}

/// Looks at the memory during a storm.
const SAMPLES: usize = 10;

#[test]
fn a_storm_of_commands_loses_no_answer_and_no_memory() {
    let seconds = amount::asked("LUCTOR_STORM", 2);
    let mut storm = Commands::new(7);
    let mut client = Client::start();
    let (mut commands, mut searches, mut answers) = (0_u64, 0_u64, 0_u64);
    // Kilobytes of memory from time to time: a tenth of the storm, another tenth, and so on.
    let mut memory = Vec::new();
    let started = Instant::now();
    let duration = Duration::from_secs(seconds);
    while memory.len() < SAMPLES {
        for line in storm.by_ref().take(200) {
            searches += u64::from(is_search(line));
            commands += 1;
            client.send(line);
        }
        client.send("stop");
        let said = client.ask("isready", "readyok");
        answers += said.iter().filter(|line| line.starts_with("bestmove ")).count() as u64;
        assert_eq!(answers, searches, "every go is answered by one bestmove");
        if started.elapsed() >= duration * (memory.len() as u32 + 1) / SAMPLES as u32 {
            memory.push(memory_with_all_threads(&mut client));
        }
    }
    println!(
        "{commands} commands, {searches} searches, {answers} answers, kB of memory {memory:?}"
    );
    // What the allocator keeps of sixteen threads varies, and reaches its most in a while; a leak a search goes on.
    let most = |samples: &[u64]| samples.iter().copied().max().unwrap_or(0);
    let (early, late) = memory.split_at(SAMPLES / 2);
    assert!(most(late) < most(early) + 16 * 1024, "{memory:?} kB");
}
