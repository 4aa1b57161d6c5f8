//! What stays in memory after searches. One test alone in its program, which counts all that is allocated there: forty
//! looks, which found 300 bytes a search left on purpose. `LUCTOR_MEMORY=4000 cargo test --test memory -- --nocapture`
//! looks more often, and finds less.

mod amount;
mod commands;

use commands::{Commands, is_search};
use luctor_engine::engine::Engine;
use luctor_engine::ugi::{Output, Session};
use peak_alloc::PeakAlloc;
use std::io::{self, BufReader, Read};
use std::time::Duration;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Brings the engine back to where it was, without a search.
const CALM_AGAIN: [&str; 9] = [
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

/// A session's input: storms, with a look at the heap after each. Every line is read when the one before is done.
struct Storms<'a> {
    commands: Commands,
    storms: usize,
    /// What comes next, the last first.
    lines: Vec<&'static str>,
    searches: &'a mut u64,
    /// Bytes after each storm.
    bytes: &'a mut Vec<usize>,
}

impl Read for Storms<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.lines.is_empty() {
            if self.bytes.len() == self.storms {
                return Ok(0);
            }
            // Threads that were let go may still be ending.
            let looks = (0..20).map(|_| {
                std::thread::sleep(Duration::from_millis(1));
                HEAP.current_usage()
            });
            let least = looks.min();
            self.bytes.extend(least);
            let storm: Vec<_> = self.commands.by_ref().take(400).collect();
            *self.searches += storm.iter().filter(|line| is_search(line)).count() as u64;
            self.lines = storm.into_iter().chain(CALM_AGAIN).collect();
            self.lines.reverse();
        }
        let line = format!("{}\n", self.lines.pop().unwrap());
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

#[test]
fn searches_leave_nothing_in_memory() {
    let storms = amount::asked("LUCTOR_MEMORY", 40);
    assert!(storms >= 4, "two looks for each half");
    let (mut searches, mut bytes) = (0, Vec::with_capacity(storms));
    let input = Storms {
        commands: Commands::new(11),
        storms,
        lines: Vec::new(),
        searches: &mut searches,
        bytes: &mut bytes,
    };
    let engine = Engine::new().unwrap();
    let mut session = Session::new(engine, Output::new(io::sink())).unwrap();
    session.run(BufReader::new(input)).unwrap();
    // The first look is from before any search. What threads leave for each other to free comes and goes, a few hundred
    // kilobytes in all, so the most of many looks is compared, and the most of few may still grow by as much.
    let (early, late) = bytes[1..].split_at(storms / 2);
    let most = |looks: &[usize]| looks.iter().copied().max().unwrap_or(0);
    println!("{searches} searches, at most {} bytes in use, then {}", most(early), most(late));
    assert!(most(late) < most(early) + 256 * 1024, "{bytes:?}");
}
