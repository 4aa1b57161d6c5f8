//! Searches do not leak memory. The test counts all allocated bytes of the process, so it has a test program of its own.
//! `LUCTOR_MEMORY=4000 cargo test --test memory -- --nocapture` takes more samples and detects smaller leaks.

use luctor_engine::engine::Engine;
use luctor_engine::ugi::{Output, Session};
use peak_alloc::PeakAlloc;
use std::io::{self, BufReader, Read};
use test_support::amount::amount_from_env;
use test_support::commands::{Commands, is_search};

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Commands that bring the engine back to the same state.
const RESET: [&str; 9] = [
    "stop",
    "position startpos",
    "setoption name MultiPV value 1",
    "setoption name Ponder value false",
    "setoption name Skill value 20",
    "setoption name Blocked value draw",
    "setoption name Hash value 1",
    "setoption name Threads value 2",
    "uginewgame",
];

/// The input of a session: rounds of random commands. The heap is measured after each round. A line is read after the
/// previous command has finished.
struct Rounds<'a> {
    commands: Commands,
    rounds: usize,
    /// The rest of the round, the next line last.
    lines: Vec<&'static str>,
    searches: &'a mut u64,
    /// Bytes in use after each round.
    bytes: &'a mut Vec<usize>,
}

impl Read for Rounds<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.lines.is_empty() {
            if self.bytes.len() == self.rounds {
                return Ok(0);
            }
            self.bytes.push(HEAP.current_usage());
            let round: Vec<_> = self.commands.by_ref().take(400).collect();
            *self.searches += round.iter().filter(|line| is_search(line)).count() as u64;
            self.lines = round.into_iter().chain(RESET).collect();
            self.lines.reverse();
        }
        let line = format!("{}\n", self.lines.pop().unwrap());
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

#[test]
fn searches_do_not_leak_memory() {
    let rounds = amount_from_env("LUCTOR_MEMORY", 40);
    assert!(rounds >= 4, "at least two samples in each half");
    let (mut searches, mut bytes) = (0, Vec::with_capacity(rounds));
    let input = Rounds {
        commands: Commands::new(11),
        rounds,
        lines: Vec::new(),
        searches: &mut searches,
        bytes: &mut bytes,
    };
    let engine = Engine::new().unwrap();
    let mut session = Session::new(engine, Output::new(io::sink())).unwrap();
    session.run(BufReader::new(input)).unwrap();
    // The first sample is from before any search. Memory that threads have not freed yet varies by some hundred kilobytes,
    // so the maxima of both halves are compared with a tolerance.
    let (early, late) = bytes[1..].split_at(rounds / 2);
    let most = |samples: &[usize]| samples.iter().copied().max().unwrap_or(0);
    println!("{searches} searches, at most {} bytes in use, then {}", most(early), most(late));
    assert!(most(late) < most(early) + 256 * 1024, "{bytes:?}");
}
