//! Random commands, as fast as a session reads them: no answer is lost, and searches leak no memory and no threads. The
//! test counts all allocated bytes of the process, so it has a test program of its own.
//! `LUCTOR_MEMORY=4000 cargo test --test memory -- --nocapture` takes more samples and detects smaller leaks.

use fastrand::Rng;
use luctor_engine::engine::Engine;
use luctor_engine::ugi::{Output, Session, SharedBuffer};
use peak_alloc::PeakAlloc;
use test_support::amount::amount_from_env;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Commands that do little work.
const LIGHT: &[&str] = &[
    "position startpos",
    "position startpos moves e4 e6 c4",
    "position fen 1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5 moves g6",
    "position fen 1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name Ponder value true",
    "setoption name Ponder value false",
    "setoption name Skill value 5",
    "setoption name Skill value 20",
    "setoption name Blocked value loss",
    "setoption name Blocked value draw",
    "ponderhit",
    "query fen",
    "query svg",
    "moves",
    "stop",
    "stop",
    "stop",
];

/// Commands that stop a search and allocate or clear memory. They are rare.
const HEAVY: &[&str] = &[
    "uginewgame",
    "setoption name Hash value 1",
    "setoption name Hash value 8",
    "setoption name Threads value 1",
    "setoption name Threads value 2",
    "setoption name Threads value 16",
    "setoption name Clear Hash",
];

const SEARCHES: &[&str] = &[
    "go infinite",
    "go ponder p1time 50 p2time 50",
    "go depth 4",
    "go nodes 300",
    "go movetime 1",
    "go p1time 5 p2time 5",
    "go mate 2",
];

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

/// A random command.
fn command(random: &mut Rng) -> &'static str {
    match random.u32(..100) {
        0 => random.choice(HEAVY),
        1..25 => random.choice(SEARCHES),
        _ => random.choice(LIGHT),
    }
    .copied()
    .unwrap()
}

#[test]
fn random_commands_lose_no_answer_and_leak_nothing() {
    let rounds = amount_from_env("LUCTOR_MEMORY", 40);
    assert!(rounds >= 4, "at least two samples in each half");
    let written = SharedBuffer::default();
    let output = Output::new(written.clone());
    let mut session = Session::new(Engine::new().unwrap(), output).unwrap();
    let mut random = Rng::with_seed(11);
    let (mut searches, mut answers, mut most_threads) = (0, 0, 0);
    // Bytes in use before each round.
    let mut bytes = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        bytes.push(HEAP.current_usage());
        let threads = std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count);
        most_threads = most_threads.max(threads);
        let commands = (0..400).map(|_| command(&mut random));
        for line in commands.chain(RESET) {
            searches += usize::from(line.starts_with("go "));
            assert!(session.run_line(line.as_bytes()).is_continue());
        }
        let written = written.take();
        answers += written.lines().filter(|line| line.starts_with("bestmove ")).count();
    }
    assert_eq!(answers, searches, "every go is answered by one bestmove");
    // Two threads search at the end of a round. Of the rounds before, up to 16 threads each may still be ending.
    assert!(most_threads < 64, "{most_threads} threads");
    // The first sample is from before any search. Memory that threads have not freed yet varies by some hundred kilobytes,
    // so the maxima of both halves are compared with a tolerance.
    let (early, late) = bytes[1..].split_at(rounds / 2);
    let most = |samples: &[usize]| samples.iter().copied().max().unwrap_or(0);
    println!("{searches} searches, at most {} bytes in use, then {}", most(early), most(late));
    assert!(most(late) < most(early) + 256 * 1024, "{bytes:?}");
}
