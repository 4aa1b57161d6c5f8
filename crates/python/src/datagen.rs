//! Games of `luctor datagen` as arrays of numpy, block by block.

use crate::convert::{os_error, value_error};
use emergo::{GameResult, Position, Side, Square, Variant};
use luctor_system::resources::lock;
use luctor_trainer::self_play::game::SelfPlayGame;
use luctor_trainer::self_play::game_file::{GameFileError, GameFileReader};
use numpy::{Element, IxDyn, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

#[doc = docs!(DatagenReader)]
#[pyclass(module = "emergo", frozen)]
pub struct DatagenReader {
    path: PathBuf,
    #[doc = docs!(DatagenReader.variant)]
    #[pyo3(get)]
    variant: &'static str,
    #[doc = docs!(DatagenReader.settings)]
    #[pyo3(get)]
    settings: String,
    reader: Mutex<GameFileReader<BufReader<File>>>,
}

#[doc = docs!(read_datagen)]
#[pyfunction]
pub fn read_datagen(path: PathBuf) -> PyResult<DatagenReader> {
    let reader = GameFileReader::open(&path).map_err(|error| file_error(&path, error))?;
    let (variant, settings) = (reader.variant().name(), reader.settings().to_owned());
    Ok(DatagenReader { path, variant, settings, reader: Mutex::new(reader) })
}

fn file_error(path: &Path, error: GameFileError) -> PyErr {
    match error {
        GameFileError::Io(error) => os_error(path, error),
        error => value_error(format!("{}: {error}", path.display())),
    }
}

#[pymethods]
impl DatagenReader {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let block = py.detach(|| {
            let mut reader = lock(&self.reader);
            let games = reader.next_games();
            games.map(|games| games.map(|games| Block::of(reader.variant(), &games)))
        });
        let block = block.map_err(|error| file_error(&self.path, error))?;
        block.map(|block| block.arrays(py)).transpose()
    }
}

/// The positions of games, one after the other.
#[derive(Default)]
struct Block {
    cells: usize,
    columns: Vec<i8>,
    hands: Vec<i8>,
    black_to_move: Vec<bool>,
    moves: Vec<u16>,
    best_moves: Vec<u16>,
    scores: Vec<i16>,
    searched: Vec<bool>,
    game_starts: Vec<i64>,
    results: Vec<i8>,
}

impl Block {
    fn of(variant: Variant, games: &[SelfPlayGame]) -> Block {
        let squares: Vec<Square> = variant.cells().collect();
        let mut block = Block { cells: squares.len(), ..Block::default() };
        for game in games {
            block.game_starts.push(block.moves.len() as i64);
            block.results.push(match game.result {
                GameResult::WhiteWins => 1,
                GameResult::Draw => 0,
                GameResult::BlackWins => -1,
            });
            let mut position = Position::start(variant);
            for ply in &game.plies {
                block.push_position(&position, &squares);
                let legal = position.sorted_moves();
                // A move is found, because the reader of the file took it from the legal moves.
                let index = |mv| legal.binary_search(&mv).unwrap_or_default() as u16;
                block.moves.push(index(ply.played));
                block
                    .best_moves
                    .push(index(ply.search.map_or(ply.played, |search| search.best_move)));
                block.scores.push(ply.search.map_or(0, |search| search.score.value()) as i16);
                block.searched.push(ply.search.is_some());
                position.play(ply.played);
            }
        }
        block.game_starts.push(block.moves.len() as i64);
        block
    }

    fn push_position(&mut self, position: &Position, squares: &[Square]) {
        for square in squares {
            let column = position.column(*square);
            let sign = if position.owner(*square) == Some(Side::Black) { -1 } else { 1 };
            self.columns.extend([sign * column.cap() as i8, column.prisoners() as i8]);
        }
        self.hands.extend(Side::ALL.map(|side| position.hand(side) as i8));
        self.black_to_move.push(position.side() == Side::Black);
    }

    fn arrays(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let plies = self.moves.len();
        let arrays = PyDict::new(py);
        set(&arrays, "columns", self.columns, &[plies, self.cells, 2])?;
        set(&arrays, "hands", self.hands, &[plies, 2])?;
        set(&arrays, "black_to_move", self.black_to_move, &[plies])?;
        set(&arrays, "moves", self.moves, &[plies])?;
        set(&arrays, "best_moves", self.best_moves, &[plies])?;
        set(&arrays, "scores", self.scores, &[plies])?;
        set(&arrays, "searched", self.searched, &[plies])?;
        let games = self.results.len();
        set(&arrays, "game_starts", self.game_starts, &[games + 1])?;
        set(&arrays, "results", self.results, &[games])?;
        Ok(arrays)
    }
}

fn set<T: Element>(
    arrays: &Bound<'_, PyDict>,
    name: &str,
    values: Vec<T>,
    shape: &[usize],
) -> PyResult<()> {
    let array = PyArray1::from_vec(arrays.py(), values).reshape(IxDyn(shape))?;
    arrays.set_item(name, array)
}
