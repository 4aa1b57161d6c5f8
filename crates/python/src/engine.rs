//! `Engine`: Luctor in this process. A search runs on its own thread without the GIL.

use crate::board::Board;
use crate::convert::{Digits, value_error, whole_number};
use crate::interrupt::{self, lock};
use crate::moves::Move;
use crate::score::Score;
use emergo::{Position, Side, Variant};
use luctor_engine::engine::{self, SearchTask, SetOptionError};
use luctor_engine::eval::Evaluator;
use luctor_engine::search::{self, Limits, ScoredLine, SearchControl, SearchReport};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

#[doc = docs!(Engine)]
#[pyclass(module = "emergo", frozen)]
pub struct Engine {
    engine: Mutex<engine::Engine>,
    /// The analysis that was started last. A new search stops it.
    analysis: Mutex<Weak<SearchControl>>,
}

/// The board of a search, as its answers need it.
#[derive(Clone, Copy)]
struct Root {
    variant: Variant,
    side: Side,
}

impl Root {
    fn of(position: &Position) -> Root {
        Root { variant: position.variant(), side: position.side() }
    }

    fn line(self, line: &ScoredLine) -> Line {
        let variant = self.variant;
        Line {
            rank: 1,
            score: Score::new(line.score, line.bound, self.side),
            depth: 0,
            seldepth: 0,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            pv: line.moves.iter().map(|&mv| Move { variant, mv }).collect(),
        }
    }

    fn report(self, report: &SearchReport) -> Line {
        Line {
            rank: report.rank,
            depth: report.depth,
            seldepth: report.selective_depth,
            nodes: report.nodes,
            time: report.time,
            hashfull: report.permille_used,
            ..self.line(&report.line)
        }
    }

    /// The final lines. `last` is the last report, if there was one.
    fn result(self, result: &search::SearchResult, last: Option<&SearchReport>) -> SearchResult {
        let lines = std::iter::once(&result.line).chain(&result.other_lines);
        let line = |(rank, line)| Line {
            rank,
            depth: result.depth,
            seldepth: last.map_or(result.depth, |last| last.selective_depth),
            nodes: result.nodes,
            time: result.time,
            hashfull: last.map_or(0, |last| last.permille_used),
            ..self.line(line)
        };
        SearchResult { lines: (1..).zip(lines).map(line).collect() }
    }
}

impl Engine {
    fn stop_analysis(&self) {
        if let Some(analysis) = lock(&self.analysis).upgrade() {
            analysis.stop();
        }
    }

    /// Prepares a search, and stops the analysis that is running.
    fn task(
        &self,
        board: &Bound<'_, Board>,
        limits: Limits,
        multipv: Digits,
    ) -> PyResult<(Root, SearchTask)> {
        self.stop_analysis();
        let game = board.borrow().game.clone();
        let root = Root::of(game.position());
        let task = board.py().detach(|| {
            let mut engine = lock(&self.engine);
            engine.set_option("MultiPV", &multipv.0)?;
            engine.set_game(game);
            Ok(engine.search_task(limits))
        });
        Ok((root, task.map_err(|error: SetOptionError| value_error(error))?))
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(
        signature = (threads = Digits::from(1), hash = Digits::from(16), net = None, *, skill = Digits::from(20)),
        text_signature = "(threads=1, hash=16, net=None, *, skill=20)"
    )]
    fn new(
        py: Python<'_>,
        threads: Digits,
        hash: Digits,
        net: Option<PathBuf>,
        skill: Digits,
    ) -> PyResult<Engine> {
        py.detach(|| {
            let memory = |error| PyMemoryError::new_err(format!("{error}"));
            let mut engine = engine::Engine::new().map_err(memory)?;
            for (name, number) in [("Threads", threads), ("Hash", hash), ("Skill", skill)] {
                engine.set_option(name, &number.0).map_err(value_error)?;
            }
            if let Some(path) = net {
                let mut change = engine.options().change("EvalFile", "").map_err(value_error)?;
                change.options.eval_file = Some(path);
                engine.apply(change).map_err(value_error)?;
            }
            Ok(Engine { engine: Mutex::new(engine), analysis: Mutex::default() })
        })
    }

    #[doc = docs!(Engine.name)]
    #[getter]
    fn name(&self) -> &'static str {
        luctor_engine::ENGINE_NAME
    }

    #[doc = docs!(Engine.threads)]
    #[getter]
    fn threads(&self) -> usize {
        lock(&self.engine).options().threads
    }

    #[doc = docs!(Engine.hash)]
    #[getter]
    fn hash(&self) -> u64 {
        lock(&self.engine).options().hash
    }

    #[doc = docs!(Engine.new_game)]
    fn new_game(&self, py: Python<'_>) {
        self.stop_analysis();
        py.detach(|| lock(&self.engine).new_game());
    }

    #[doc = docs!(Engine.search)]
    #[pyo3(
        signature = (board, limit = None, *, multipv = Digits::from(1), root_moves = None, **words),
        text_signature = "($self, board, limit=None, *, multipv=1, root_moves=None, **words)"
    )]
    fn search(
        &self,
        board: &Bound<'_, Board>,
        limit: Option<&Bound<'_, PyAny>>,
        multipv: Digits,
        root_moves: Option<Vec<Bound<'_, Move>>>,
        words: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<SearchResult> {
        let limits = read_limits(&board.borrow(), limit, words, root_moves)?;
        if limits.infinite {
            return Err(value_error("a limit is needed: nodes, depth, movetime or mate"));
        }
        let (root, task) = self.task(board, limits, multipv)?;
        let control = Arc::new(SearchControl::new(false));
        let searching = Arc::clone(&control);
        let search = move || {
            let mut last = None;
            let result = task.run(&searching, &mut |report| last = Some(report.clone()));
            (result, last)
        };
        let (result, last) = interrupt::run(board.py(), || control.stop(), search)?;
        Ok(root.result(&result, last.as_ref()))
    }

    #[doc = docs!(Engine.analysis)]
    #[pyo3(
        signature = (board, limit = None, *, multipv = Digits::from(1), root_moves = None, **words),
        text_signature = "($self, board, limit=None, *, multipv=1, root_moves=None, **words)"
    )]
    fn analysis(
        &self,
        board: &Bound<'_, Board>,
        limit: Option<&Bound<'_, PyAny>>,
        multipv: Digits,
        root_moves: Option<Vec<Bound<'_, Move>>>,
        words: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Analysis> {
        let limits = read_limits(&board.borrow(), limit, words, root_moves)?;
        let (root, task) = self.task(board, limits, multipv)?;
        let control = Arc::new(SearchControl::new(false));
        *lock(&self.analysis) = Arc::downgrade(&control);
        let searching = Arc::clone(&control);
        let (sender, receiver) = mpsc::channel();
        interrupt::start(move || {
            // The receiver is gone if the analysis is not needed any more.
            let mut last = None;
            let mut report = |report: &SearchReport| {
                last = Some(report.clone());
                let _ = sender.send(Message::Line(root.report(report)));
            };
            let result = task.run(&searching, &mut report);
            let _ = sender.send(Message::Result(root.result(&result, last.as_ref())));
        })?;
        let state = Mutex::new(AnalysisState::default());
        Ok(Analysis { control, messages: Mutex::new(receiver), state })
    }

    #[doc = docs!(Engine.evaluate)]
    fn evaluate(&self, boards: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
        let position = |board: PyResult<Bound<'_, PyAny>>| -> PyResult<Position> {
            Ok(*board?.cast::<Board>()?.borrow().position())
        };
        let positions: Vec<Position> = boards.try_iter()?.map(position).collect::<PyResult<_>>()?;
        let networks = lock(&self.engine).networks().clone();
        Ok(boards.py().detach(|| {
            let mut evaluators = Variant::ALL.map(|_| None);
            let evaluate = |position: &Position| {
                let variant = position.variant();
                let evaluator = evaluators[variant as usize]
                    .get_or_insert_with(|| Evaluator::new(Arc::clone(networks.of(variant))));
                evaluator.evaluate(position, 0).value()
            };
            positions.iter().map(evaluate).collect()
        }))
    }

    fn __repr__(&self) -> String {
        format!("<Engine {} threads={} hash={}>", self.name(), self.threads(), self.hash())
    }
}

/// The limits of a search, from an `emergo.Limit` or from the fields of one. Without any limit the search is infinite.
fn read_limits(
    board: &Board,
    limit: Option<&Bound<'_, PyAny>>,
    words: Option<&Bound<'_, PyDict>>,
    root_moves: Option<Vec<Bound<'_, Move>>>,
) -> PyResult<Limits> {
    let limits = match (limit, words) {
        (Some(_), Some(_)) => {
            let sentence = "the limit is a Limit or arguments such as nodes, not both";
            return Err(PyTypeError::new_err(sentence));
        }
        (Some(limit), None) if limit.is_instance(&limit_class(limit.py())?)? => limits_of(limit)?,
        (Some(other), None) => {
            return Err(PyTypeError::new_err(format!(
                "a limit is emergo.Limit(nodes=1000), with depth, movetime or mate too, and not {}",
                other.repr()?
            )));
        }
        (None, Some(words)) => limits_of(&limit_class(words.py())?.call((), Some(words))?)?,
        (None, None) => Limits::default(),
    };
    let moves = root_moves.unwrap_or_default();
    Ok(Limits {
        infinite: limits == Limits::default(),
        search_moves: moves.iter().map(|mv| board.checked(mv.get())).collect::<PyResult<_>>()?,
        ..limits
    })
}

fn limit_class(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    py.import("emergo")?.getattr("Limit")
}

fn limits_of(limit: &Bound<'_, PyAny>) -> PyResult<Limits> {
    Ok(Limits {
        nodes: read_number(limit, "nodes")?,
        depth: read_number(limit, "depth")?,
        move_time: read_number::<u32>(limit, "movetime")?.map(i64::from),
        mate: read_number(limit, "mate")?,
        ..Limits::default()
    })
}

fn read_number<T>(limit: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<T>>
where
    T: FromStr + PartialOrd + Display + From<u8>,
{
    let value = limit.getattr(name)?;
    if value.is_none() { Ok(None) } else { whole_number(name, &value, T::from(1)).map(Some) }
}

#[doc = docs!(Line)]
#[pyclass(module = "emergo", frozen)]
#[derive(Clone)]
pub struct Line {
    #[doc = docs!(Line.rank)]
    #[pyo3(get)]
    rank: usize,
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
    pv: Vec<Move>,
}

/// The arguments of [`Line::new`].
type LineArguments = (usize, Score, Vec<Move>, u32, u32, u64, f64, u32);

#[pymethods]
impl Line {
    #[new]
    #[allow(clippy::too_many_arguments, reason = "they are the properties of a line")]
    fn new(
        rank: usize,
        score: &Bound<'_, Score>,
        pv: Vec<Bound<'_, Move>>,
        depth: u32,
        seldepth: u32,
        nodes: u64,
        seconds: f64,
        hashfull: u32,
    ) -> PyResult<Line> {
        let time = Duration::try_from_secs_f64(seconds).map_err(value_error)?;
        let pv = pv.iter().map(|mv| *mv.get()).collect();
        Ok(Line { rank, score: *score.get(), depth, seldepth, nodes, time, hashfull, pv })
    }

    fn __getnewargs__(&self) -> LineArguments {
        let &Line { rank, score, depth, seldepth, nodes, time, hashfull, .. } = self;
        (rank, score, self.pv.clone(), depth, seldepth, nodes, time.as_secs_f64(), hashfull)
    }

    #[doc = docs!(Line.time_ms)]
    #[getter]
    fn time_ms(&self) -> u64 {
        self.time.as_millis() as u64
    }

    #[doc = docs!(Line.nps)]
    #[getter]
    fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.pv.iter().map(Move::oblique).collect();
        let (rank, score) = (self.rank, self.score.__repr__());
        format!("<Line {rank} depth={} {score} {}>", self.depth, moves.join(" "))
    }
}

#[doc = docs!(SearchResult)]
#[pyclass(module = "emergo", frozen)]
#[derive(Clone)]
pub struct SearchResult {
    // At least one.
    #[doc = docs!(SearchResult.lines)]
    #[pyo3(get)]
    lines: Vec<Line>,
}

#[pymethods]
impl SearchResult {
    #[new]
    fn new(lines: Vec<Bound<'_, Line>>) -> PyResult<SearchResult> {
        if lines.is_empty() {
            return Err(value_error("a result has at least one line"));
        }
        Ok(SearchResult { lines: lines.iter().map(|line| line.get().clone()).collect() })
    }

    fn __getnewargs__(&self) -> (Vec<Line>,) {
        (self.lines.clone(),)
    }

    #[doc = docs!(SearchResult.best)]
    #[getter]
    fn best(&self) -> Line {
        self.lines[0].clone()
    }

    #[doc = docs!(SearchResult.move)]
    #[getter(r#move)]
    fn best_move(&self) -> Option<Move> {
        self.lines[0].pv.first().copied()
    }

    #[doc = docs!(SearchResult.ponder)]
    #[getter]
    fn ponder(&self) -> Option<Move> {
        self.lines[0].pv.get(1).copied()
    }

    #[doc = docs!(SearchResult.score)]
    #[getter]
    fn score(&self) -> Score {
        self.lines[0].score
    }

    #[doc = docs!(SearchResult.pv)]
    #[getter]
    fn pv(&self) -> Vec<Move> {
        self.lines[0].pv.clone()
    }

    #[doc = docs!(SearchResult.nodes)]
    #[getter]
    fn nodes(&self) -> u64 {
        self.lines[0].nodes
    }

    #[doc = docs!(SearchResult.depth)]
    #[getter]
    fn depth(&self) -> u32 {
        self.lines[0].depth
    }

    fn __repr__(&self) -> String {
        format!("<SearchResult {}>", self.lines[0].__repr__())
    }
}

enum Message {
    Line(Line),
    Result(SearchResult),
}

#[doc = docs!(Analysis)]
#[pyclass(module = "emergo", frozen)]
pub struct Analysis {
    control: Arc<SearchControl>,
    messages: Mutex<Receiver<Message>>,
    state: Mutex<AnalysisState>,
}

#[derive(Default)]
struct AnalysisState {
    /// The last line of each rank.
    lines: BTreeMap<usize, Line>,
    result: Option<SearchResult>,
}

#[pymethods]
impl Analysis {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    /// An exception of a signal handler stops the search.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Line>> {
        let received = interrupt::receive(py, &self.messages);
        let message = received.inspect_err(|_| self.control.stop())?;
        let mut state = lock(&self.state);
        match message {
            Some(Message::Line(line)) => {
                state.lines.insert(line.rank, line.clone());
                Ok(Some(line))
            }
            Some(Message::Result(result)) => {
                state.result = Some(result);
                Ok(None)
            }
            None => Ok(None),
        }
    }

    #[doc = docs!(Analysis.lines)]
    #[getter]
    fn lines(&self) -> Vec<Line> {
        lock(&self.state).lines.values().cloned().collect()
    }

    #[doc = docs!(Analysis.stop)]
    fn stop(&self) {
        self.control.stop();
    }

    #[doc = docs!(Analysis.wait)]
    fn wait(&self, py: Python<'_>) -> PyResult<SearchResult> {
        while self.__next__(py)?.is_some() {}
        let result = lock(&self.state).result.clone();
        result.ok_or_else(|| PyRuntimeError::new_err("the search ended without a result"))
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) -> PyResult<()> {
        self.control.stop();
        self.wait(py).map(drop)
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.control.stop();
    }
}
