//! `SearchResult` and its `Line`s.

use crate::convert::{Tuple, value_error, whole_number};
use crate::moves::Move;
use crate::score::Score;
use emergo::Position;
use luctor_engine::search::{SearchInfo, nodes_per_second};
use pyo3::prelude::*;
use std::time::Duration;

#[doc = docs!(Line)]
#[pyclass(module = "emergo", frozen, eq, hash)]
#[derive(Clone, PartialEq, Hash)]
pub struct Line {
    #[doc = docs!(Line.rank)]
    #[pyo3(get)]
    pub rank: usize,
    #[doc = docs!(Line.score)]
    #[pyo3(get)]
    score: Score,
    #[doc = docs!(Line.depth)]
    #[pyo3(get)]
    depth: u32,
    #[doc = docs!(Line.seldepth)]
    #[pyo3(get)]
    seldepth: u32,
    #[doc = docs!(Line.nodes)]
    #[pyo3(get)]
    nodes: u64,
    time: Duration,
    #[doc = docs!(Line.hashfull)]
    #[pyo3(get)]
    hashfull: u32,
    #[doc = docs!(Line.pv)]
    #[pyo3(get)]
    pv: Tuple<Move>,
}

/// The arguments of [`Line::new`].
type LineArguments = (usize, Score, Tuple<Move>, u32, u32, u64, f64, u32);

#[pymethods]
impl Line {
    #[new]
    #[allow(clippy::too_many_arguments, reason = "they are the properties of a line")]
    fn new(
        rank: &Bound<'_, PyAny>,
        score: &Bound<'_, Score>,
        pv: Vec<Bound<'_, Move>>,
        depth: &Bound<'_, PyAny>,
        seldepth: &Bound<'_, PyAny>,
        nodes: &Bound<'_, PyAny>,
        seconds: f64,
        hashfull: &Bound<'_, PyAny>,
    ) -> PyResult<Line> {
        Ok(Line {
            rank: whole_number("rank", rank, 0)?,
            score: *score.get(),
            depth: whole_number("depth", depth, 0)?,
            seldepth: whole_number("seldepth", seldepth, 0)?,
            nodes: whole_number("nodes", nodes, 0)?,
            time: Duration::try_from_secs_f64(seconds)
                .map_err(|error| value_error(format!("seconds: {error}")))?,
            hashfull: whole_number("hashfull", hashfull, 0)?,
            pv: Tuple(pv.iter().map(|mv| *mv.get()).collect()),
        })
    }

    fn __getnewargs__(&self) -> LineArguments {
        let &Line { rank, score, depth, seldepth, nodes, hashfull, .. } = self;
        (rank, score, self.pv.clone(), depth, seldepth, nodes, self.seconds(), hashfull)
    }

    #[doc = docs!(Line.seconds)]
    #[getter]
    fn seconds(&self) -> f64 {
        self.time.as_secs_f64()
    }

    #[doc = docs!(Line.nps)]
    #[getter]
    fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.time) as u64
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.pv.0.iter().map(Move::oblique).collect();
        let (rank, score) = (self.rank, self.score.__repr__());
        format!("<Line {rank} depth={} {score} {}>", self.depth, moves.join(" "))
    }
}

#[doc = docs!(SearchResult)]
#[pyclass(module = "emergo", frozen, eq, hash)]
#[derive(Clone, PartialEq, Hash)]
pub struct SearchResult {
    // At least one.
    #[doc = docs!(SearchResult.lines)]
    #[pyo3(get)]
    pub lines: Tuple<Line>,
}

#[pymethods]
impl SearchResult {
    #[new]
    fn new(lines: Vec<Bound<'_, Line>>) -> PyResult<SearchResult> {
        if lines.is_empty() {
            return Err(value_error("a result has at least one line"));
        }
        let lines = lines.iter().map(|line| line.get().clone()).collect();
        Ok(SearchResult { lines: Tuple(lines) })
    }

    fn __getnewargs__(&self) -> (Tuple<Line>,) {
        (self.lines.clone(),)
    }

    #[doc = docs!(SearchResult.best)]
    #[getter]
    fn best(&self) -> Line {
        self.lines.0[0].clone()
    }

    #[doc = docs!(SearchResult.move)]
    #[getter(r#move)]
    fn best_move(&self) -> Option<Move> {
        self.lines.0[0].pv.0.first().copied()
    }

    #[doc = docs!(SearchResult.ponder)]
    #[getter]
    fn ponder(&self) -> Option<Move> {
        self.lines.0[0].pv.0.get(1).copied()
    }

    fn __repr__(&self) -> String {
        format!("<SearchResult {}>", self.lines.0[0].__repr__())
    }
}

impl Line {
    /// A line of a search that starts in this position.
    pub fn of(position: &Position, info: &SearchInfo) -> Line {
        let variant = position.variant();
        Line {
            rank: info.rank,
            score: Score { score: info.line.score, bound: info.line.bound, view: position.side() },
            depth: info.depth,
            seldepth: info.selective_depth,
            nodes: info.nodes,
            time: info.time,
            hashfull: info.permille_used,
            pv: Tuple(info.line.moves.iter().map(|&mv| Move { variant, mv }).collect()),
        }
    }
}
