//! `Engine`: Luctor in this process. A search runs on its own thread without the GIL.

use crate::analysis::Analysis;
use crate::board::Board;
use crate::convert::{Number, value_error, whole_number};
use crate::interrupt;
use crate::moves::Move;
use crate::search_result::{Root, SearchResult};
use emergo::{Position, Variant};
use luctor_engine::engine::{self, SetOptionError};
use luctor_engine::eval::Evaluator;
use luctor_engine::resources::lock;
use luctor_engine::search::{Limits, SearchControl, SearchTask};
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Arc, Mutex, Weak};

#[doc = docs!(Engine)]
#[pyclass(module = "emergo", frozen)]
pub struct Engine {
    engine: Mutex<engine::Engine>,
    /// The analysis that was started last. A new search stops it.
    analysis: Mutex<Weak<SearchControl>>,
}

impl Engine {
    fn stop_analysis(&self) {
        if let Some(analysis) = lock(&self.analysis).upgrade() {
            analysis.stop();
        }
    }

    /// Prepares a search, and stops the analysis that is running.
    fn prepare(
        &self,
        board: &Bound<'_, Board>,
        limits: Limits,
        multipv: Number<u64>,
    ) -> PyResult<(Root, SearchTask)> {
        let multipv = multipv.read("multipv")?;
        self.stop_analysis();
        let game = board.borrow().game.clone();
        let root = Root::of(game.position());
        let task = board.py().detach(|| {
            let mut engine = lock(&self.engine);
            engine.set_option("MultiPV", &multipv.to_string())?;
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
        signature = (
            threads = Number::Default(1), hash = Number::Default(16), net = None, *,
            skill = Number::Default(20)
        ),
        text_signature = "(threads=1, hash=16, net=None, *, skill=20)"
    )]
    fn new(
        py: Python<'_>,
        threads: Number<u64>,
        hash: Number<u64>,
        net: Option<PathBuf>,
        skill: Number<u64>,
    ) -> PyResult<Engine> {
        let numbers = [
            ("Threads", threads.read("threads")?),
            ("Hash", hash.read("hash")?),
            ("Skill", skill.read("skill")?),
        ];
        py.detach(|| {
            let memory = |error| PyMemoryError::new_err(format!("{error}"));
            let mut engine = engine::Engine::new().map_err(memory)?;
            for (name, number) in numbers {
                engine.set_option(name, &number.to_string()).map_err(value_error)?;
            }
            if let Some(path) = net {
                // A path need not be a text.
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
        signature = (board, limit = None, *, multipv = Number::Default(1), root_moves = None, **words),
        text_signature = "($self, board, limit=None, *, multipv=1, root_moves=None, **words)"
    )]
    fn search(
        &self,
        board: &Bound<'_, Board>,
        limit: Option<&Bound<'_, PyAny>>,
        multipv: Number<u64>,
        root_moves: Option<Vec<Bound<'_, Move>>>,
        words: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<SearchResult> {
        let limits = read_limits(board, limit, words, root_moves)?;
        if limits.infinite {
            return Err(value_error("a limit is needed: nodes, depth, movetime or mate"));
        }
        let (root, task) = self.prepare(board, limits, multipv)?;
        let control = Arc::new(SearchControl::default());
        let searching = Arc::clone(&control);
        let search = move || root.search(task, &searching, drop);
        interrupt::run(board.py(), || control.stop(), search)
    }

    #[doc = docs!(Engine.analysis)]
    #[pyo3(
        signature = (board, limit = None, *, multipv = Number::Default(1), root_moves = None, **words),
        text_signature = "($self, board, limit=None, *, multipv=1, root_moves=None, **words)"
    )]
    fn analysis(
        &self,
        board: &Bound<'_, Board>,
        limit: Option<&Bound<'_, PyAny>>,
        multipv: Number<u64>,
        root_moves: Option<Vec<Bound<'_, Move>>>,
        words: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Analysis> {
        let limits = read_limits(board, limit, words, root_moves)?;
        let (root, task) = self.prepare(board, limits, multipv)?;
        let analysis = Analysis::start(root, task)?;
        *lock(&self.analysis) = Arc::downgrade(&analysis.control);
        Ok(analysis)
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
    board: &Bound<'_, Board>,
    limit: Option<&Bound<'_, PyAny>>,
    words: Option<&Bound<'_, PyDict>>,
    root_moves: Option<Vec<Bound<'_, Move>>>,
) -> PyResult<Limits> {
    let class = board.py().import("emergo")?.getattr("Limit")?;
    let limit = match limit {
        None => class.call((), words)?,
        Some(_) if words.is_some() => {
            let sentence = "the limit is a Limit or arguments such as nodes, not both";
            return Err(PyTypeError::new_err(sentence));
        }
        Some(limit) if limit.is_instance(&class)? => limit.clone(),
        Some(other) => {
            return Err(PyTypeError::new_err(format!(
                "a limit is emergo.Limit(nodes=1000), with depth, movetime or mate too, and not {}",
                other.repr()?
            )));
        }
    };
    let limits = Limits {
        nodes: read_number(&limit, "nodes")?,
        depth: read_number(&limit, "depth")?,
        move_time: read_number::<u32>(&limit, "movetime")?.map(i64::from),
        mate: read_number(&limit, "mate")?,
        ..Limits::default()
    };
    let (board, moves) = (board.borrow(), root_moves.unwrap_or_default());
    Ok(Limits {
        infinite: limits == Limits::default(),
        search_moves: moves.iter().map(|mv| board.checked(mv.get())).collect::<PyResult<_>>()?,
        ..limits
    })
}

fn read_number<T>(limit: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<T>>
where
    T: FromStr + PartialOrd + Display + From<u8>,
{
    let value = limit.getattr(name)?;
    if value.is_none() { Ok(None) } else { whole_number(name, &value, T::from(1)).map(Some) }
}
