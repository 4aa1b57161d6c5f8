//! The benchmark: searches fixed positions of all boards and stages to a fixed depth, each with an empty table.
//!
//! With one thread the number of nodes is the signature of search and evaluation: it changes only if they change.
//! [`time_to_depth`] measures how much faster several threads reach the same depth.

// CITE: bench as a signature, as in Stockfish.
// https://github.com/official-stockfish/Stockfish/wiki/UCI-&-Commands#bench

use crate::eval::Networks;
use crate::search::{
    Limits, SearchControl, SearchResult, SearchSettings, Searcher, nodes_per_second,
};
use emergo::{Blocked, Variant, read_position};
use luctor_system::resources::ResourceError;
use std::time::Duration;
use thiserror::Error;

/// The depth of the signature.
pub const DEPTH: u32 = 7;

/// Size of the transposition table, in MiB.
const TABLE_MEBIBYTES: u64 = 16;

/// Positions with entries, captures and steps on all boards, from random games and from games of the engine.
const POSITIONS: [(Variant, &str); 40] = [
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
    (Variant::Emergo, "1/2b/b1b2/2w2b1/2b1(bw2)b1w1/1bb2ww/b1www/www/1 b 0,2"),
    (Variant::Emergo, "1/2b/b1b2/3w1b1/2b4w1/1bb2ww/b(b2)(bw5)(bw)w/w2/1 b 0,0"),
    (Variant::Emergo, "1/2b/b4/(wb3)6/3b(bw)2w1/5w1/bb(bw5)ww/2(wb2)/1 b 0,0"),
    (Variant::Emergo, "1/3/3(wb)1/2(wb4)4/3(bw)2w2/2b2w1/bb(bw5)1w/2(wb2)/1 b 0,0"),
    (Variant::Emergo, "1/3/(bw2)3(wb)/2(b4)4/(wb5)5w2/1b3w1/4w/1(w5)1/1 b 0,0"),
    (Variant::Emergo, "1/3/(bw2)4/(bw)2(b4)2(wb)/3(b5)2w2/3(w5)1w1/4w/3/1 b 0,0"),
    (Variant::Emergo, "1/2(wb)/2(wb)2/1b(bw)4/w8/3bb1w/5/3/1 w 7,6"),
    (Variant::Emergo, "1/2(wb)/b1(wb)2/1b(bw)2w1/w2b2w2/3bbww/b4/3/1 w 4,3"),
    (Variant::Emergo, "1/2(wb)/b1(wb)2/1b(bw)wwww/w2b2w2/b1bbbww/b4/b2/1 w 1,0"),
    (Variant::Emergo, "1/2(wb)/(bw2)3w/4www/w5w2/2(b3)3w/2(b5)2/b(bw2)1/1 w 0,0"),
    (Variant::Emergo, "1/2(wb)/4w/4www/w(bw2)4w2/2(b3)(b5)1w1/5/b2/(bw2) w 0,0"),
    (Variant::Emergo, "1/2(wb)/4w/(bw)3www/4(bw)(wb2)w2/3(b5)1w1/5/1b1/(bw2) w 0,0"),
    (Variant::Emergo7, "1/3/5/7/5/3/1 w 8,8"),
    (Variant::Emergo7, "1/1b1/2b1b/7/3ww/1w1/w b 4,5"),
    (Variant::Emergo7, "w/3/4(bw2)/b(bw)bb2w/4(b2w)/(bw)2/1 w 0,0"),
    (Variant::Emergo7, "b/2w/(bw)3(bw)/b1w1w2/3(wb)b/w2/w b 0,2"),
    (Variant::Emergo7, "1/ww1/b2bb/b2bb1b/ww2w/1w1/w w 1,1"),
    (Variant::Emergo7, "1/2w/bw2b/b1b(bw2)b1b/w3w/bw1/w w 0,0"),
    (Variant::Emergo7, "1/2w/(bw)1(wb2)1(wb)/b1ww3/(b3)4/1w1/w w 0,0"),
    (Variant::Emergo7, "1/(b2w2)1(wb2)/3(wb2)(wb)/b2w3/2w2/1w1/1 w 0,0"),
    (Variant::Hexemergo, "4/5/6/7/6/5/4 w 12,12"),
    (Variant::Hexemergo, "4/5/w5/1w2b2/6/1w1b1/4 b 9,10"),
    (Variant::Hexemergo, "1(wb2)ww/5/w4b/w1w(wb)1bb/www1bb/w2bb/(bw)1b1 w 0,0"),
    (Variant::Hexemergo, "b2b/3(b2)1/w5/4w1w/2(wb2)(w2)1w/2(wb3)2/1(wb3)2 w 3,0"),
    (Variant::Hexemergo, "1(bw)2/4(w2b4)/1b1(w3b)2/1(bw2)3w1/(bw)5/1(b2)1w1/2(wb)1 w 0,0"),
    (Variant::Hexemergo, "4/3b1/wbb(bw2)2/w4bb/wwww2/5/2b1 w 4,5"),
    (Variant::Hexemergo, "4/1bbb1/wbb(bw2)b(b2)/w2w1bb/wwww2/w1w1w/2b1 w 0,0"),
    (Variant::Hexemergo, "3(b2w)/1b3/4(b3)1/w3(b4w)1b/ww(w6)3/5/(bw)3 w 0,0"),
    (Variant::Hexemergo, "(b2w2)(b2)1(b2w)/5/6/w1(bw5)3b/w2(wb4)2/w4/4 w 0,0"),
];

/// Why a benchmark ended early.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BenchError {
    /// No memory for the table, or no threads.
    #[error(transparent)]
    Resources(#[from] ResourceError),
    /// The benchmark was told to stop.
    #[error("stopped before the end")]
    Stopped,
}

struct PositionSearch {
    /// The number and the board.
    label: String,
    text: &'static str,
    result: SearchResult,
}

/// Searches all positions to `depth`. With one thread the number of nodes is the same on every machine. `print` gets lines
/// for people. The last one is `N nodes M nps`.
///
/// # Errors
///
/// The system refuses memory or threads, or `control` stops the search.
pub fn run(
    networks: &Networks,
    depth: u32,
    threads: usize,
    control: &SearchControl,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    let mut searcher = Searcher::with_networks(TABLE_MEBIBYTES, threads, networks.clone())?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for searched in searches(&mut searcher, depth, control) {
        let PositionSearch { label, text, result } = searched?;
        time += result.time;
        nodes += result.nodes;
        let nps = nodes_per_second(result.nodes, result.time);
        print(&format!("{label} {:>9} nodes {nps:>8} nps  {text}", result.nodes));
    }
    print(&format!("{nodes} nodes {} nps", nodes_per_second(nodes, time)));
    Ok(())
}

/// Measures the time to `depth` on all positions, for each position with one thread and then with `threads`, because the
/// speed of a machine changes with time. The last line that `print` gets is the geometric mean of the speedups.
///
/// # Errors
///
/// The system refuses memory or threads, or `control` stops the search.
pub fn time_to_depth(
    networks: &Networks,
    depth: u32,
    threads: usize,
    control: &SearchControl,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    let mut one = Searcher::with_networks(TABLE_MEBIBYTES, 1, networks.clone())?;
    let mut many = Searcher::with_networks(TABLE_MEBIBYTES, threads, networks.clone())?;
    let mut logarithms = 0.0;
    let mut times = [Duration::ZERO; 2];
    let mut nodes = [0; 2];
    let both = searches(&mut one, depth, control).zip(searches(&mut many, depth, control));
    for (alone, together) in both {
        let (alone, together) = (alone?, together?);
        let results = [&alone.result, &together.result];
        for (at, result) in results.into_iter().enumerate() {
            times[at] += result.time;
            nodes[at] += result.nodes;
        }
        let [a, b] = results.map(|result| result.time.as_secs_f64().max(1e-6));
        logarithms += (a / b).ln();
        let PositionSearch { label, text, .. } = alone;
        let [a, b] = [a, b].map(|seconds| seconds * 1e3);
        print(&format!("{label} {a:>9.1} ms {b:>9.1} ms  {text}"));
    }
    for (threads, at) in [(1, 0), (threads, 1)] {
        let nps = nodes_per_second(nodes[at], times[at]);
        let seconds = times[at].as_secs_f64();
        print(&format!("threads {threads}: {seconds:.3} s to depth {depth}, {nps} nps"));
    }
    let mean = (logarithms / POSITIONS.len() as f64).exp();
    print(&format!(
        "{threads} threads reach depth {depth} {mean:.2} times as fast, geometric mean"
    ));
    Ok(())
}

/// Searches the positions lazily, one after the other.
fn searches(
    searcher: &mut Searcher,
    depth: u32,
    control: &SearchControl,
) -> impl Iterator<Item = Result<PositionSearch, BenchError>> {
    (1..).zip(POSITIONS).map(move |(number, (variant, text))| {
        let read = read_position(variant, text).expect("the positions of the benchmark are valid");
        let game = read.game(Blocked::Draw);
        let limits = Limits::to_depth(depth);
        searcher.clear();
        let result =
            searcher.search(&game, &limits, SearchSettings::default(), control, &mut |_| ());
        if control.is_stopped() {
            return Err(BenchError::Stopped);
        }
        let label = format!("{number:>2}/{} {:<9}", POSITIONS.len(), variant.name());
        Ok(PositionSearch { label, text, result })
    })
}
