//! `Board`: a game with its moves, after the board of python-chess. It is a face of [`Game`], which has the rules.

use crate::actions::ActionSpace;
use crate::column::Column;
use crate::convert::{
    Tuple, illegal_move, parse, parse_coordinates, parse_side, python, square_name, value_error,
    whole_number,
};
use crate::interrupt;
use crate::legal_moves::LegalMoves;
use crate::moves::Move;
use crate::outcome::Outcome;
use emergo::diagram::{SvgStyle, draw_game, draw_svg};
use emergo::notation::Excerpt;
use emergo::perft::{MAX_DEPTH, perft_until};
use emergo::{
    Blocked, Coordinates, Game, Position, Repetition, Square, Variant, read_position, write_move,
    write_position,
};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[doc = docs!(Board)]
#[pyclass(module = "emergo")]
#[derive(Clone)]
pub struct Board {
    /// The rules of the game, and its state.
    pub game: Game,
}

impl Board {
    /// The current position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    fn variant(&self) -> Variant {
        self.position().variant()
    }

    fn coordinates(&self, name: &str) -> PyResult<Coordinates> {
        parse_coordinates(self.variant(), name)
    }

    /// The legal move that a text means, or an `IllegalMoveError`.
    fn read(&self, text: &str, coordinates: Coordinates) -> PyResult<emergo::Move> {
        self.game.read_move(coordinates, text).map_err(illegal_move)
    }

    /// The move if it is legal here, or an `IllegalMoveError`.
    pub fn checked(&self, mv: &Move) -> PyResult<emergo::Move> {
        if mv.variant != self.variant() {
            let sentence = format!("a move of {} on a board of {}", mv.variant, self.variant());
            return Err(python::IllegalMoveError::new_err((sentence, "other_variant", (), ())));
        }
        match self.game.ending() {
            None if self.position().is_legal(mv.mv) => Ok(mv.mv),
            // The reader finds the rule that forbids the move.
            _ => self.read(&mv.oblique(), Coordinates::Oblique),
        }
    }

    /// A move of this board, for Python.
    fn python_move(&self, mv: emergo::Move) -> Move {
        Move { variant: self.variant(), mv }
    }

    fn column_of(&self, square: Square) -> Option<Column> {
        let owner = self.position().owner(square)?;
        Some(Column::of(owner, self.position().column(square)))
    }

    /// A board that begins with a position, with the rules of this one.
    fn starting_at(&self, position: Position, turn: u32) -> Board {
        let game = Game::from_position(position, turn, self.game.blocked());
        Board { game: game.with_repetition_rule(self.game.repetition()) }
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (variant = "emergo", fen = None, blocked = "draw", repetition = "draw"))]
    fn new(variant: &str, fen: Option<&str>, blocked: &str, repetition: &str) -> PyResult<Board> {
        let variant = parse(variant)?;
        let blocked = parse(blocked)?;
        let game = match fen {
            Some(text) => read_position(variant, text).map_err(value_error)?.game(blocked),
            None => Game::new(variant, blocked),
        };
        Ok(Board { game: game.with_repetition_rule(parse(repetition)?) })
    }

    #[doc = docs!(Board.variant)]
    #[getter(variant)]
    fn variant_name(&self) -> &'static str {
        self.variant().name()
    }

    #[doc = docs!(Board.blocked)]
    #[getter]
    fn blocked(&self) -> &'static str {
        self.game.blocked().name()
    }

    #[doc = docs!(Board.repetition)]
    #[getter]
    fn repetition(&self) -> &'static str {
        self.game.repetition().name()
    }

    #[doc = docs!(Board.turn)]
    #[getter]
    fn turn(&self) -> &'static str {
        self.position().side().name()
    }

    #[doc = docs!(Board.turn_number)]
    #[getter]
    fn turn_number(&self) -> u32 {
        self.game.turn()
    }

    #[doc = docs!(Board.start_fen)]
    #[getter]
    fn start_fen(&self) -> String {
        write_position(self.game.start(), self.game.first_turn())
    }

    #[doc = docs!(Board.fen)]
    fn fen(&self) -> String {
        write_position(self.position(), self.game.turn())
    }

    #[doc = docs!(Board.legal_moves)]
    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves::of(&self.game)
    }

    #[doc = docs!(Board.is_legal)]
    fn is_legal(&self, r#move: &Bound<'_, Move>) -> bool {
        self.checked(r#move.get()).is_ok()
    }

    #[doc = docs!(Board.why_illegal)]
    #[pyo3(signature = (r#move, coordinates = "oblique"))]
    fn why_illegal<'py>(
        &self,
        py: Python<'py>,
        r#move: &Bound<'py, PyAny>,
        coordinates: &str,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let read = if let Ok(mv) = r#move.cast::<Move>() {
            self.checked(mv.get())
        } else if let Ok(text) = r#move.cast::<PyString>() {
            self.read(&text.to_cow()?, self.coordinates(coordinates)?)
        } else {
            let sentence = format!("a move is a Move or a text, not {}", r#move.repr()?);
            return Err(PyTypeError::new_err(sentence));
        };
        Ok(read.err().map(|error| error.into_value(py).into_bound(py).into_any()))
    }

    #[doc = docs!(Board.push)]
    fn push(&mut self, r#move: &Bound<'_, Move>) -> PyResult<()> {
        let mv = self.checked(r#move.get())?;
        self.game.play(mv);
        Ok(())
    }

    #[doc = docs!(Board.push_text)]
    #[pyo3(signature = (text, coordinates = "oblique"))]
    fn push_text(&mut self, text: &str, coordinates: &str) -> PyResult<Move> {
        let mv = self.read(text, self.coordinates(coordinates)?)?;
        self.game.play(mv);
        Ok(self.python_move(mv))
    }

    #[doc = docs!(Board.parse_text)]
    #[pyo3(signature = (text, coordinates = "oblique"))]
    fn parse_text(&self, text: &str, coordinates: &str) -> PyResult<Move> {
        Ok(self.python_move(self.read(text, self.coordinates(coordinates)?)?))
    }

    #[doc = docs!(Board.actions_to_move)]
    fn actions_to_move(&self, actions: Vec<Bound<'_, PyAny>>) -> PyResult<Move> {
        let actions = actions.iter().map(|action| whole_number("an action", action, 0));
        let actions = actions.collect::<PyResult<Vec<usize>>>()?;
        let space = ActionSpace::of(self.variant());
        let found = self.legal_moves().iter().find(|found| space.actions_of(found.mv) == actions);
        found.ok_or_else(|| value_error(format!("no legal move has the actions {actions:?}")))
    }

    #[doc = docs!(Board.pop)]
    fn pop(&mut self) -> PyResult<Move> {
        let mv = self.game.undo().ok_or_else(no_move)?;
        Ok(self.python_move(mv))
    }

    #[doc = docs!(Board.peek)]
    fn peek(&self) -> PyResult<Move> {
        self.game.moves().last().map(|mv| self.python_move(*mv)).ok_or_else(no_move)
    }

    #[doc = docs!(Board.move_stack)]
    #[getter]
    fn move_stack(&self) -> Tuple<Move> {
        Tuple(self.game.moves().iter().map(|mv| self.python_move(*mv)).collect())
    }

    #[doc = docs!(Board.moves_text)]
    #[pyo3(signature = (coordinates = "oblique"))]
    fn moves_text(&self, coordinates: &str) -> PyResult<Vec<String>> {
        let (variant, coordinates) = (self.variant(), self.coordinates(coordinates)?);
        let moves = self.game.moves().iter();
        Ok(moves.map(|mv| write_move(variant, coordinates, *mv)).collect())
    }

    #[doc = docs!(Board.ply)]
    fn ply(&self) -> usize {
        self.game.moves().len()
    }

    #[doc = docs!(Board.root)]
    fn root(&self) -> Board {
        self.starting_at(*self.game.start(), self.game.first_turn())
    }

    #[doc = docs!(Board.copy)]
    #[pyo3(signature = (*, stack = true))]
    fn copy(&self, stack: bool) -> Board {
        if stack {
            return self.clone();
        }
        self.starting_at(*self.position(), self.game.turn())
    }

    #[doc = docs!(Board.reset)]
    fn reset(&mut self) {
        self.game = self.root().game;
    }

    #[doc = docs!(Board.is_game_over)]
    fn is_game_over(&self) -> bool {
        self.game.ending().is_some()
    }

    #[doc = docs!(Board.outcome)]
    fn outcome(&self) -> Option<Outcome> {
        self.game.ending().map(Outcome)
    }

    #[doc = docs!(Board.result)]
    fn result(&self) -> &'static str {
        self.game.ending().map_or("*", |ending| ending.result().name())
    }

    #[doc = docs!(Board.repetitions)]
    fn repetitions(&self) -> usize {
        let key = self.position().key();
        self.game.keys().iter().filter(|earlier| **earlier == key).count()
    }

    #[doc = docs!(Board.is_repetition)]
    #[pyo3(signature = (count = None), text_signature = "($self, count=3)")]
    fn is_repetition(&self, count: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        let count = count.map_or(Ok(3), |count| whole_number("count", count, 0))?;
        Ok(self.repetitions() >= count)
    }

    #[doc = docs!(Board.hand)]
    fn hand(&self, side: &str) -> PyResult<u8> {
        Ok(self.position().hand(parse_side(side)?))
    }

    #[doc = docs!(Board.entering_men)]
    #[getter]
    fn entering_men(&self) -> u8 {
        self.position().entering_men()
    }

    #[doc = docs!(Board.column_at)]
    #[pyo3(signature = (square, coordinates = "oblique"))]
    fn column_at(&self, square: &str, coordinates: &str) -> PyResult<Option<Column>> {
        let (variant, coordinates) = (self.variant(), self.coordinates(coordinates)?);
        let name = square.to_ascii_lowercase();
        let found = variant.cells().find(|cell| square_name(variant, coordinates, *cell) == name);
        let found = found.ok_or_else(|| {
            value_error(format!("{variant} has no square {}", Excerpt::of(square)))
        })?;
        Ok(self.column_of(found))
    }

    #[doc = docs!(Board.columns)]
    #[pyo3(signature = (coordinates = "oblique"))]
    fn columns<'py>(&self, py: Python<'py>, coordinates: &str) -> PyResult<Bound<'py, PyDict>> {
        let (variant, coordinates) = (self.variant(), self.coordinates(coordinates)?);
        let columns = PyDict::new(py);
        for square in variant.cells() {
            if let Some(column) = self.column_of(square) {
                columns.set_item(square_name(variant, coordinates, square), column)?;
            }
        }
        Ok(columns)
    }

    #[doc = docs!(Board.squares)]
    #[pyo3(signature = (coordinates = "oblique"))]
    fn squares(&self, coordinates: &str) -> PyResult<Vec<String>> {
        let (variant, coordinates) = (self.variant(), self.coordinates(coordinates)?);
        Ok(variant.cells().map(|square| square_name(variant, coordinates, square)).collect())
    }

    #[doc = docs!(Board.key)]
    fn key(&self) -> u64 {
        self.position().key()
    }

    #[doc = docs!(Board.canonical_key)]
    fn canonical_key(&self) -> u64 {
        self.position().canonical_key()
    }

    #[doc = docs!(Board.perft)]
    fn perft(slf: &Bound<'_, Board>, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
        let depth = whole_number("depth", depth, 0)?;
        if depth > MAX_DEPTH {
            return Err(value_error(format!("depth is at most {MAX_DEPTH}, and not {depth}")));
        }
        let position = *slf.borrow().position();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let count = interrupt::run(
            slf.py(),
            || stop.store(true, Ordering::Relaxed),
            move || perft_until(&position, depth, &flag),
        )?;
        Ok(count.unwrap_or_default())
    }

    #[doc = docs!(Board.diagram)]
    #[pyo3(signature = (coordinates = "oblique"))]
    fn diagram(&self, coordinates: &str) -> PyResult<String> {
        Ok(draw_game(&self.game, self.coordinates(coordinates)?))
    }

    #[doc = docs!(Board.svg)]
    #[pyo3(signature = (layout = "diamond", *, turned = false, coordinates = "oblique"))]
    fn svg(&self, layout: &str, turned: bool, coordinates: &str) -> PyResult<String> {
        let coordinates = self.coordinates(coordinates)?;
        let style = SvgStyle { layout: parse(layout)?, turned, coordinates };
        Ok(draw_svg(&self.game, style))
    }

    fn _repr_svg_(&self) -> String {
        draw_svg(&self.game, SvgStyle::default())
    }

    fn __str__(&self) -> String {
        draw_game(&self.game, Coordinates::Oblique)
    }

    fn __repr__(&self) -> String {
        let rules = match (self.game.blocked(), self.game.repetition()) {
            (Blocked::Draw, Repetition::Draw) => String::new(),
            (blocked, repetition) => format!(", '{blocked}', '{repetition}'"),
        };
        format!("Board('{}', '{}'{rules})", self.variant(), self.fen())
    }

    fn __eq__(&self, other: &Board) -> bool {
        self.position() == other.position() && self.game.turn() == other.game.turn()
    }

    fn __copy__(&self) -> Board {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.clone()
    }

    fn __getnewargs__(&self) -> (&'static str, String, &'static str, &'static str) {
        (self.variant_name(), self.start_fen(), self.blocked(), self.repetition())
    }

    fn __getstate__(&self) -> PyResult<Vec<String>> {
        self.moves_text(Coordinates::Oblique.name())
    }

    fn __setstate__(&mut self, moves: Vec<String>) -> PyResult<()> {
        for text in moves {
            self.push_text(&text, Coordinates::Oblique.name())?;
        }
        Ok(())
    }
}

fn no_move() -> PyErr {
    PyIndexError::new_err("the game has no move")
}
