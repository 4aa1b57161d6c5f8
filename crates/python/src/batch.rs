//! `BatchBoard`: many games that are played by actions. Arrays of numpy are read and written in place, and the GIL is
//! released meanwhile.

use crate::action_game::ActionGame;
use crate::actions::ActionSpace;
use crate::arrays::{Array, Output, read};
use crate::board::Board;
use crate::convert::{parse, value_error, whole_number};
use crate::observation;
use emergo::{
    Blocked, Coordinates, Game, Repetition, Variant, read_position, write_move, write_position,
};
use luctor_system::random::splitmix64;
use numpy::PyArray1;
use pyo3::exceptions::{PyIndexError, PyMemoryError};
use pyo3::prelude::*;

#[doc = docs!(BatchBoard)]
#[pyclass(module = "emergo")]
#[derive(Clone)]
pub struct BatchBoard {
    variant: Variant,
    blocked: Blocked,
    space: &'static ActionSpace,
    games: Vec<ActionGame>,
}

#[pymethods]
impl BatchBoard {
    #[new]
    #[pyo3(signature = (n, variant = "emergo", blocked = "draw"))]
    fn new(n: &Bound<'_, PyAny>, variant: &str, blocked: &str) -> PyResult<BatchBoard> {
        let (n, variant, blocked) = (whole_number("n", n, 0)?, parse(variant)?, parse(blocked)?);
        let mut games = Vec::new();
        games.try_reserve_exact(n).map_err(|_| {
            PyMemoryError::new_err(format!("a batch of {n} games does not fit into the memory"))
        })?;
        games.resize(n, ActionGame::new(Game::new(variant, blocked)));
        Ok(BatchBoard { variant, blocked, space: ActionSpace::of(variant), games })
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    #[doc = docs!(BatchBoard.variant)]
    #[getter]
    fn variant(&self) -> &'static str {
        self.variant.name()
    }

    #[doc = docs!(BatchBoard.action_count)]
    #[getter]
    fn action_count(&self) -> usize {
        self.space.len()
    }

    #[doc = docs!(BatchBoard.observation_shape)]
    #[getter]
    fn observation_shape(&self) -> [usize; 3] {
        observation::shape(self.variant)
    }

    #[doc = docs!(BatchBoard.copy)]
    fn copy(&self) -> BatchBoard {
        self.clone()
    }

    fn __copy__(&self) -> BatchBoard {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> BatchBoard {
        self.clone()
    }

    fn __getnewargs__(&self) -> (usize, &'static str, &'static str) {
        (0, self.variant.name(), self.blocked.name())
    }

    /// For each game the start position and the actions since.
    fn __getstate__(&self) -> Vec<(String, Vec<usize>)> {
        let state = |game: &ActionGame| {
            let start = write_position(game.game().start(), game.game().first_turn());
            (start, game.history(self.space))
        };
        self.games.iter().map(state).collect()
    }

    fn __setstate__(&mut self, state: Vec<(String, Vec<usize>)>) -> PyResult<()> {
        let restored = state.into_iter().map(|(start, actions)| {
            let start = read_position(self.variant, &start).map_err(value_error)?;
            let mut game = ActionGame::new(start.game(self.blocked));
            for action in actions {
                if !game.legal().has(self.space, action) {
                    return Err(value_error(format!("the state has an illegal action {action}")));
                }
                game.act(self.space, action);
            }
            Ok(game)
        });
        self.games = restored.collect::<PyResult<_>>()?;
        Ok(())
    }

    #[doc = docs!(BatchBoard.reset)]
    #[pyo3(signature = (games = None))]
    fn reset(&mut self, games: Option<Bound<'_, PyAny>>) -> PyResult<()> {
        let shape = [self.games.len()];
        let chosen = games.map(|games| read::<bool>("games", games, &shape)).transpose()?;
        let chosen =
            chosen.as_ref().map(|chosen| chosen.as_slice()).transpose().map_err(value_error)?;
        for (number, game) in self.games.iter_mut().enumerate() {
            if chosen.is_none_or(|chosen| chosen[number]) {
                game.restart();
            }
        }
        Ok(())
    }

    #[doc = docs!(BatchBoard.step)]
    #[pyo3(signature = (actions, *, restart = false, rewards = None, done = None))]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: Bound<'py, PyAny>,
        restart: bool,
        rewards: Option<Bound<'py, PyAny>>,
        done: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Array<'py, f32>, Array<'py, bool>)> {
        let shape = [self.games.len()];
        let mut rewards = Output::new(py, "rewards", rewards, &shape)?;
        let mut done = Output::new(py, "done", done, &shape)?;
        let actions = read::<i64>("actions", actions, &shape)?;
        let actions = actions.as_slice().map_err(value_error)?;
        let (reward_slice, done_slice) = (rewards.slice()?, done.slice()?);
        py.detach(|| self.make(actions, restart, reward_slice, done_slice)).map_err(value_error)?;
        Ok((rewards.array, done.array))
    }

    #[doc = docs!(BatchBoard.legal_mask)]
    #[pyo3(signature = (out = None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Array<'py, bool>> {
        let mut out = Output::new(py, "out", out, &[self.games.len(), self.space.len()])?;
        let slice = out.slice()?;
        py.detach(|| {
            slice.fill(false);
            for (game, row) in self.games.iter().zip(slice.chunks_exact_mut(self.space.len())) {
                game.legal().iter(self.space).for_each(|action| row[action] = true);
            }
        });
        Ok(out.array)
    }

    #[doc = docs!(BatchBoard.observe)]
    #[pyo3(signature = (out = None, *, opponent = false))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
        opponent: bool,
    ) -> PyResult<Array<'py, f32>> {
        let [planes, digits, letters] = observation::shape(self.variant);
        let mut out = Output::new(py, "out", out, &[self.games.len(), planes, digits, letters])?;
        let slice = out.slice()?;
        py.detach(|| {
            let rows = slice.chunks_exact_mut(planes * digits * letters);
            for (game, row) in self.games.iter().zip(rows) {
                let view = if opponent { game.side().other() } else { game.side() };
                observation::write(game, view, row);
            }
        });
        Ok(out.array)
    }

    #[doc = docs!(BatchBoard.random_actions)]
    #[pyo3(signature = (seed, out = None))]
    fn random_actions<'py>(
        &self,
        py: Python<'py>,
        seed: &Bound<'_, PyAny>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Array<'py, i64>> {
        let seed = whole_number("seed", seed, 0)?;
        let mut out = Output::new(py, "out", out, &[self.games.len()])?;
        let slice = out.slice()?;
        py.detach(|| {
            // Seeds that follow each other do not give numbers that follow each other.
            let seed = splitmix64(seed, 0);
            for (number, (game, action)) in (0..).zip(self.games.iter().zip(slice)) {
                let chosen = game.legal().random(self.space, splitmix64(seed, number));
                *action = chosen.map_or(-1, |chosen| chosen as i64);
            }
        });
        Ok(out.array)
    }

    #[doc = docs!(BatchBoard.board)]
    fn board(&self, game: &Bound<'_, PyAny>) -> PyResult<Board> {
        Ok(Board { game: self.games[self.index(game)?].game().clone() })
    }

    #[doc = docs!(BatchBoard.set_board)]
    fn set_board(&mut self, game: &Bound<'_, PyAny>, board: &Board) -> PyResult<()> {
        let index = self.index(game)?;
        let variant = board.game.position().variant();
        if variant != self.variant {
            return Err(value_error(format!(
                "a board of {variant} in a batch of {}",
                self.variant
            )));
        }
        let rules = (board.game.blocked(), board.game.repetition());
        if rules != (self.blocked, Repetition::Draw) {
            return Err(value_error(format!(
                "the board has blocked={:?} and repetition={:?}, the batch has blocked={:?} and repetition=\"draw\"",
                rules.0.name(),
                rules.1.name(),
                self.blocked.name()
            )));
        }
        self.games[index] = ActionGame::new(board.game.clone());
        Ok(())
    }

    #[doc = docs!(BatchBoard.history)]
    fn history(&self, game: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        Ok(self.games[self.index(game)?].history(self.space))
    }

    #[doc = docs!(BatchBoard.partial_capture)]
    fn partial_capture(&self, game: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let jumps = self.games[self.index(game)?].partial_capture();
        Ok(jumps.map(|jumps| write_move(self.variant, Coordinates::Oblique, jumps)))
    }

    #[doc = docs!(BatchBoard.legal_actions)]
    fn legal_actions(&self, game: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        let legal = self.games[self.index(game)?].legal();
        let mut actions: Vec<usize> = legal.iter(self.space).collect();
        actions.sort_unstable();
        Ok(actions)
    }

    #[doc = docs!(BatchBoard.turns)]
    fn turns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_iter(py, self.games.iter().map(|game| game.side() as u8))
    }

    #[doc = docs!(BatchBoard.plies)]
    fn plies<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_iter(py, self.games.iter().map(|game| game.game().moves().len() as u32))
    }

    fn __repr__(&self) -> String {
        format!("BatchBoard({}, '{}')", self.games.len(), self.variant)
    }
}

impl BatchBoard {
    /// Checks all actions, then makes them.
    fn make(
        &mut self,
        actions: &[i64],
        restart: bool,
        rewards: &mut [f32],
        done: &mut [bool],
    ) -> Result<(), String> {
        for (number, (game, &action)) in self.games.iter().zip(actions).enumerate() {
            if game.game().ending().is_none() {
                self.check(number, game, action)?;
            }
        }
        let outputs = rewards.iter_mut().zip(done);
        for ((game, &action), (reward, done)) in self.games.iter_mut().zip(actions).zip(outputs) {
            (*reward, *done) = (0.0, true);
            if game.game().ending().is_some() {
                continue;
            }
            let side = game.side();
            game.act(self.space, action as usize);
            match game.game().ending() {
                None => *done = false,
                Some(ending) => {
                    *reward = if ending.winner == Some(side) { 1.0 } else { 0.0 };
                    if restart {
                        game.restart();
                    }
                }
            }
        }
        Ok(())
    }

    /// Why an action cannot be made.
    fn check(&self, number: usize, game: &ActionGame, action: i64) -> Result<(), String> {
        let (last, space) = (self.space.len() - 1, self.space);
        Err(match usize::try_from(action) {
            Ok(legal) if game.legal().has(space, legal) => return Ok(()),
            Ok(illegal) if illegal <= last => match space.text(Coordinates::Oblique, illegal) {
                Some(text) => format!("game {number}: action {action} ({text}) is not legal"),
                None => format!("game {number}: action {action} leads off the board"),
            },
            _ => format!("game {number}: there is no action {action}: actions are 0 to {last}"),
        })
    }

    /// The index of a game from its number in Python.
    fn index(&self, game: &Bound<'_, PyAny>) -> PyResult<usize> {
        let (index, games) = (whole_number("game", game, 0)?, self.games.len());
        if index < games {
            return Ok(index);
        }
        let sentence = format!("there is no game {index}, the batch has {games} games");
        Err(PyIndexError::new_err(sentence))
    }
}
