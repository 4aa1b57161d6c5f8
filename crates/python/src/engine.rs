//! `Engine`: Luctor in this process. A search runs on its own thread without the GIL.

use crate::analysis::{Analysis, QueuedSearch};
use crate::board::Board;
use crate::convert::{digits, os_error, read_moves, value_error, whole_number};
use crate::interrupt;
use crate::search_result::SearchResult;
use emergo::{Position, Variant};
use luctor_engine::engine::{self, SetOptionError};
use luctor_engine::eval::{Evaluator, Network};
use luctor_engine::options::OptionError;
use luctor_engine::search::{Limits, SearchControl, game_to_search};
use luctor_system::resources::{ResourceError, lock};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::{mem, process};

#[doc = docs!(Engine)]
#[pyclass(module = "emergo", frozen)]
pub struct Engine {
    state: Mutex<EngineState>,
}

struct EngineState {
    engine: engine::Engine,
    /// The analysis that was started last. A new search stops it.
    analysis: Weak<SearchControl>,
    /// Is closed when the search that was started last has ended.
    last_search: Receiver<()>,
    /// The process that has the threads of the engine.
    process: u32,
}

/// The method that starts a search.
#[derive(PartialEq)]
enum Method {
    Analyse,
    Analysis,
}

impl EngineState {
    /// A place behind the searches so far: what is closed when the last of them has ended, and what to drop after the work.
    fn queue(&mut self) -> (Receiver<()>, Sender<()>) {
        let (ended, last_search) = mpsc::channel();
        (mem::replace(&mut self.last_search, last_search), ended)
    }

    fn stop_analysis(&self) {
        if let Some(analysis) = self.analysis.upgrade() {
            analysis.stop();
        }
    }
}

impl Engine {
    /// The state for a search or a new game. A forked process does not have the threads of its parent, and would wait for them.
    fn state(&self) -> PyResult<MutexGuard<'_, EngineState>> {
        let mut state = lock(&self.state);
        let is_searching = state.last_search.try_recv() == Err(TryRecvError::Empty);
        let needs_threads = is_searching || state.engine.options().threads > 1;
        if needs_threads && state.process != process::id() {
            return Err(other_process());
        }
        state.process = process::id();
        Ok(state)
    }

    /// Prepares a search with the arguments of a call, and stops the analysis that is running or waits.
    fn prepare(
        &self,
        board: &Bound<'_, Board>,
        arguments: Option<&Bound<'_, PyDict>>,
        method: Method,
    ) -> PyResult<QueuedSearch> {
        let mut limits = Limits::default();
        let (mut multipv, mut search_moves) = ("1".to_owned(), Vec::new());
        for (name, value) in arguments.into_iter().flatten() {
            let name: String = name.extract()?;
            match name.as_str() {
                "nodes" => limits.nodes = read_number(&name, &value)?,
                "depth" => limits.depth = read_number(&name, &value)?,
                "movetime" => limits.move_time = read_number::<u32>(&name, &value)?.map(i64::from),
                "mate" => limits.mate = read_number(&name, &value)?,
                "multipv" => multipv = digits(&name, &value)?,
                "root_moves" => search_moves = read_root_moves(board, &value)?,
                _ => return Err(PyTypeError::new_err(format!("there is no argument '{name}'"))),
            }
        }
        if method == Method::Analyse && limits == Limits::default() {
            return Err(value_error("a limit is needed: nodes, depth, movetime or mate"));
        }
        let limits = Limits { search_moves, ..limits };
        let game = game_to_search(&board.borrow().game);
        board.py().detach(|| {
            let mut state = self.state()?;
            set_option(&mut state.engine, "multipv", &multipv)?;
            state.stop_analysis();
            let (earlier, ended) = state.queue();
            let search = QueuedSearch {
                position: *game.position(),
                task: state.engine.search_task(game, limits),
                control: Arc::default(),
                earlier,
                ended,
            };
            if method == Method::Analysis {
                state.analysis = Arc::downgrade(&search.control);
            }
            Ok(search)
        })
    }
}

pub fn other_process() -> PyErr {
    let sentence = "the threads of the engine are in another process: make an engine in this one";
    PyRuntimeError::new_err(sentence)
}

fn resource_error(error: ResourceError) -> PyErr {
    PyMemoryError::new_err(error.to_string())
}

/// Sets the option with the name of an argument. The error names the argument.
fn set_option(engine: &mut engine::Engine, argument: &str, number: &str) -> PyResult<()> {
    engine.set_option(argument, number).map_err(|error| match error {
        SetOptionError::Option(OptionError::Value { accepted, found, .. }) => {
            value_error(format!("{argument} takes {accepted}, not {found}"))
        }
        SetOptionError::Memory(error) | SetOptionError::Threads(error) => resource_error(error),
        error => value_error(error),
    })
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(
        signature = (threads = None, hash = None, net = None, *, skill = None),
        text_signature = "(threads=1, hash=16, net=None, *, skill=20)"
    )]
    fn new(
        py: Python<'_>,
        threads: Option<&Bound<'_, PyAny>>,
        hash: Option<&Bound<'_, PyAny>>,
        net: Option<PathBuf>,
        skill: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Engine> {
        let mut numbers = Vec::new();
        for (name, value) in [("threads", threads), ("hash", hash), ("skill", skill)] {
            if let Some(value) = value {
                numbers.push((name, digits(name, value)?));
            }
        }
        py.detach(|| {
            let mut engine = engine::Engine::new().map_err(resource_error)?;
            for (name, number) in numbers {
                set_option(&mut engine, name, &number)?;
            }
            if let Some(path) = net {
                path.metadata().map_err(|error| os_error(&path, error))?;
                engine.set_network(Network::open(&path).map_err(value_error)?);
            }
            let (_, last_search) = mpsc::channel();
            let process = process::id();
            let state = EngineState { engine, analysis: Weak::new(), last_search, process };
            Ok(Engine { state: Mutex::new(state) })
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
        lock(&self.state).engine.options().threads
    }

    #[doc = docs!(Engine.hash)]
    #[getter]
    fn hash(&self) -> u64 {
        lock(&self.state).engine.options().hash
    }

    #[doc = docs!(Engine.new_game)]
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        let (searcher, (earlier, ended)) = py.detach(|| {
            let mut state = self.state()?;
            state.stop_analysis();
            PyResult::Ok((state.engine.searcher(), state.queue()))
        })?;
        interrupt::run(
            py,
            || (),
            move || {
                let _ = earlier.recv();
                lock(&searcher).clear();
                drop(ended);
            },
        )
    }

    #[doc = docs!(Engine.analyse)]
    #[pyo3(
        signature = (board, **arguments),
        text_signature = "($self, board, *, nodes=None, depth=None, movetime=None, mate=None, multipv=1, root_moves=None)"
    )]
    fn analyse(
        &self,
        board: &Bound<'_, Board>,
        arguments: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<SearchResult> {
        Analysis::start(self.prepare(board, arguments, Method::Analyse)?)?.wait(board.py())
    }

    #[doc = docs!(Engine.analysis)]
    #[pyo3(
        signature = (board, **arguments),
        text_signature = "($self, board, *, nodes=None, depth=None, movetime=None, mate=None, multipv=1, root_moves=None)"
    )]
    fn analysis(
        &self,
        board: &Bound<'_, Board>,
        arguments: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Analysis> {
        Analysis::start(self.prepare(board, arguments, Method::Analysis)?)
    }

    #[doc = docs!(Engine.evaluate)]
    fn evaluate(&self, boards: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
        let position = |board: PyResult<Bound<'_, PyAny>>| -> PyResult<Position> {
            Ok(*board?.cast::<Board>()?.borrow().position())
        };
        let positions: Vec<Position> = boards.try_iter()?.map(position).collect::<PyResult<_>>()?;
        let networks = lock(&self.state).engine.networks().clone();
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

/// The only first moves to search. For `None` they are not restricted, and the list is empty.
fn read_root_moves(
    board: &Bound<'_, Board>,
    moves: &Bound<'_, PyAny>,
) -> PyResult<Vec<emergo::Move>> {
    if moves.is_none() {
        return Ok(Vec::new());
    }
    let moves = read_moves("root_moves", moves)?;
    if moves.is_empty() {
        return Err(value_error("root_moves has at least one move"));
    }
    moves.iter().map(|mv| board.borrow().checked(mv.get())).collect()
}

fn read_number<T>(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<T>>
where
    T: FromStr + PartialOrd + Display + From<u8>,
{
    if value.is_none() { Ok(None) } else { whole_number(name, value, T::from(1)).map(Some) }
}
