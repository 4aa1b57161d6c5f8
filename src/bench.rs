//! Bench: searches fixed positions of all boards and phases to a fixed depth, with one thread and a fresh
//! table. The number of nodes is the signature of search and evaluation: it changes when, and only when,
//! they do.

use crate::rules::{Blocked, Game, Variant, read_position};
use crate::search::{Limits, OutOfMemory, Pool, SearchSettings, Signal};
use std::fmt;
use std::time::{Duration, Instant};

/// The depth of the signature.
pub const DEPTH: u32 = 7;

/// The table's size in MiB.
const TABLE: u64 = 16;

/// Entering, capturing and stepping positions of all boards, from random games.
const POSITIONS: [(Variant, &str); 20] = [
    (Variant::Emergo, "1/3/5/7/9/7/5/3/1 w 12,12"),
    (Variant::Emergo, "1/3/1w3/3b3/9/4b2/1w2b/2w/w b 8,9"),
    (Variant::Emergo, "1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5"),
    (Variant::Emergo, "1/3/w1(wb)w1/ww1w3/4bbbb1/1w1b1bb/w2w1/3/b b 3,3"),
    (Variant::Emergo, "b/b2/w4/w5b/b5w1b/w(wb)4w/w2(wb2)1/(bw)(bw3)1/1 b 0,2"),
    (Variant::Emergo, "b/w1b/1w2b/1w2(bw2)2/b1(wb)3(bw)2/4w1(wb)/1w2(bw)/w2/1 b 0,3"),
    (Variant::Emergo, "w/2w/5/w1(wb)3w/1b2(bw)2(wb2)1/w(wb)b(bw)1w1/wbb2/b2/b b 0,0"),
    (Variant::Emergo, "1/(bw2)1b/1(bw2)2(b2)/6w/6(w2b)1(wb3)/(wb)3(w2)2/2(wb2)2/3/1 w 0,0"),
    (Variant::Emergo, "1/2(bw2)/(wb5)3w/4w1(w2b4)/5w3/1b(bw2)4/3w1/3/w w 0,0"),
    (Variant::Emergo, "1/3/3(wb6)1/3(bw4)3/4(b3)4/5(wb)1/(w2b)3(w4)/3/1 w 0,0"),
    (Variant::Emergo, "w/w2/1(bw)3/2(bw)bww1/w3w1w2/b2b1w1/b1(bw)(b3)1/b1b/w w 0,0"),
    (Variant::Emergo7, "1/3/5/7/5/3/1 w 8,8"),
    (Variant::Emergo7, "1/1b1/2b1b/7/3ww/1w1/w b 4,5"),
    (Variant::Emergo7, "w/3/4(bw2)/b(bw)bb2w/4(b2w)/(bw)2/1 w 0,0"),
    (Variant::Emergo7, "b/2w/(bw)3(bw)/b1w1w2/3(wb)b/w2/w b 0,2"),
    (Variant::Hexemergo, "4/5/6/7/6/5/4 w 12,12"),
    (Variant::Hexemergo, "4/5/w5/1w2b2/6/1w1b1/4 b 9,10"),
    (Variant::Hexemergo, "1(wb2)ww/5/w4b/w1w(wb)1bb/www1bb/w2bb/(bw)1b1 w 0,0"),
    (Variant::Hexemergo, "b2b/3(b2)1/w5/4w1w/2(wb2)(w2)1w/2(wb3)2/1(wb3)2 w 3,0"),
    (Variant::Hexemergo, "1(bw)2/4(w2b4)/1b1(w3b)2/1(bw2)3w1/(bw)5/1(b2)1w1/2(wb)1 w 0,0"),
];

/// Why a bench ended early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BenchError {
    /// No memory for the table.
    Memory(OutOfMemory),
    /// It was told to stop.
    Stopped,
}

impl fmt::Display for BenchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BenchError::Memory(error) => error.fmt(f),
            BenchError::Stopped => f.write_str("stopped before the end"),
        }
    }
}

impl std::error::Error for BenchError {}

/// Searches all positions to `depth`. Lines for people go to `print`, the last one being `N nodes M nps`.
///
/// # Errors
///
/// No memory, or stopped by `signal`.
pub fn run(depth: u32, signal: &Signal, print: &mut dyn FnMut(&str)) -> Result<(), BenchError> {
    let mut pool = Pool::new(TABLE, 1).map_err(BenchError::Memory)?;
    let limits = Limits::to_depth(depth);
    let mut nodes = 0;
    let mut time = Duration::ZERO;
    for (number, (variant, text)) in (1..).zip(POSITIONS) {
        let read = read_position(variant, text).expect("the positions of the bench are valid");
        let game = Game::from_position(read.position, read.turn, Blocked::Draw);
        pool.clear();
        let started = Instant::now();
        let outcome = pool.search(&game, &limits, SearchSettings::default(), signal, &mut |_| ());
        if signal.is_stopped() {
            return Err(BenchError::Stopped);
        }
        time += started.elapsed();
        nodes += outcome.nodes;
        let count = POSITIONS.len();
        let name = variant.name();
        print(&format!("{number:>2}/{count} {name:<9} {:>9} nodes  {text}", outcome.nodes));
    }
    let nps = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    print(&format!("{nodes} nodes {nps} nps"));
    Ok(())
}
