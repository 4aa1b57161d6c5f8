//! `Board`: a game with its moves, after the board of python-chess. It is a face of [`Game`], which has the rules.

use crate::actions::ActionSpace;
use crate::convert::{
    Number, game_over, illegal_move, parse, parse_side, parse_square, square_name, value_error,
    whole_number,
};
use crate::interrupt;
use crate::moves::Move;
use crate::records::ordered_moves;
use emergo::diagram::{SvgStyle, draw_game, draw_svg};
use emergo::perft::{MAX_DEPTH, perft_until};
use emergo::{
    Coordinates, Ending, Game, MoveList, Position, Side, Variant, read_move, read_position,
    write_move, write_position,
};
use emergo_records::side_name;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[doc = docs!(Board)]
#[pyclass(module = "emergo")]
#[derive(Clone)]
pub struct Board {
    /// The rules of the game, and its state.
    pub game: Game,
}

/// The arguments of `Board` that make the start of the same game.
type StartArguments = (&'static str, String, &'static str, &'static str);

impl Board {
    /// The current position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    fn variant(&self) -> Variant {
        self.position().variant()
    }

    fn legal(&self) -> MoveList {
        match self.game.ending() {
            Some(_) => MoveList::default(),
            None => ordered_moves(self.position()),
        }
    }

    fn read(&self, text: &str, coordinates: &str) -> PyResult<emergo::Move> {
        let coordinates = parse(coordinates)?;
        match self.game.ending() {
            Some(ending) => Err(game_over(ending)),
            None => read_move(self.position(), coordinates, text).map_err(|e| illegal_move(&e)),
        }
    }

    /// The move, if it is legal here.
    pub fn checked(&self, mv: &Move) -> PyResult<emergo::Move> {
        if mv.variant != self.variant() {
            let (other, ours) = (mv.variant, self.variant());
            return Err(value_error(format!("a move of {other} on a board of {ours}")));
        }
        match self.game.ending() {
            Some(ending) => Err(game_over(ending)),
            None if self.position().is_legal(mv.mv) => Ok(mv.mv),
            // The reader finds the rule that forbids the move.
            None => self.read(&mv.oblique(), Coordinates::Oblique.name()),
        }
    }

    fn text(&self, mv: emergo::Move, coordinates: Coordinates) -> String {
        write_move(self.variant(), coordinates, mv)
    }

    fn column_of(&self, square: emergo::Square) -> Option<Column> {
        let owner = self.position().owner(square)?;
        Some(Column { owner, column: self.position().column(square) })
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
        let (position, turn) = match fen {
            Some(text) => {
                let read = read_position(variant, text).map_err(value_error)?;
                (read.position, read.turn)
            }
            None => (Position::start(variant), 1),
        };
        let game = Game::from_position(position, turn, parse(blocked)?);
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
        side_name(self.position().side())
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
        LegalMoves { variant: self.variant(), moves: self.legal() }
    }

    #[doc = docs!(Board.is_legal)]
    fn is_legal(&self, r#move: &Bound<'_, Move>) -> bool {
        let Move { variant, mv } = *r#move.get();
        variant == self.variant() && self.legal().contains(&mv)
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
            self.read(&text.to_cow()?, coordinates)
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
        let mv = self.read(text, coordinates)?;
        self.game.play(mv);
        Ok(Move { variant: self.variant(), mv })
    }

    #[doc = docs!(Board.parse_text)]
    #[pyo3(signature = (text, coordinates = "oblique"))]
    fn parse_text(&self, text: &str, coordinates: &str) -> PyResult<Move> {
        Ok(Move { variant: self.variant(), mv: self.read(text, coordinates)? })
    }

    #[doc = docs!(Board.actions_to_move)]
    fn actions_to_move(&self, actions: Vec<Number<usize>>) -> PyResult<Move> {
        let actions: Vec<usize> = actions.into_iter().map(|action| action.0).collect();
        let mv = match self.game.ending() {
            Some(_) => None,
            None => ActionSpace::of(self.variant()).move_of(self.position(), &actions),
        };
        let mv =
            mv.ok_or_else(|| value_error(format!("no legal move has the actions {actions:?}")))?;
        Ok(Move { variant: self.variant(), mv })
    }

    #[doc = docs!(Board.pop)]
    fn pop(&mut self) -> PyResult<Move> {
        let mv = self.game.undo().ok_or_else(no_move)?;
        Ok(Move { variant: self.variant(), mv })
    }

    #[doc = docs!(Board.peek)]
    fn peek(&self) -> PyResult<Move> {
        let mv = *self.game.moves().last().ok_or_else(no_move)?;
        Ok(Move { variant: self.variant(), mv })
    }

    #[doc = docs!(Board.move_stack)]
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        let variant = self.variant();
        self.game.moves().iter().map(|&mv| Move { variant, mv }).collect()
    }

    #[doc = docs!(Board.moves_text)]
    #[pyo3(signature = (coordinates = "oblique"))]
    fn moves_text(&self, coordinates: &str) -> PyResult<Vec<String>> {
        let coordinates = parse(coordinates)?;
        Ok(self.game.moves().iter().map(|mv| self.text(*mv, coordinates)).collect())
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
        let count = count.map_or(Ok(3), |count| whole_number("count", count, 1))?;
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
        let square = parse_square(self.variant(), parse(coordinates)?, square)?;
        Ok(self.column_of(square))
    }

    #[doc = docs!(Board.columns)]
    #[pyo3(signature = (coordinates = "oblique"))]
    fn columns<'py>(
        &self,
        py: Python<'py>,
        coordinates: &str,
    ) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
        let (variant, coordinates) = (self.variant(), parse(coordinates)?);
        let columns = pyo3::types::PyDict::new(py);
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
        let (variant, coordinates) = (self.variant(), parse(coordinates)?);
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
        Ok(draw_game(&self.game, parse(coordinates)?))
    }

    #[doc = docs!(Board.svg)]
    #[pyo3(signature = (layout = "diamond", *, turned = false, coordinates = "oblique"))]
    fn svg(&self, layout: &str, turned: bool, coordinates: &str) -> PyResult<String> {
        let style = SvgStyle { layout: parse(layout)?, turned, coordinates: parse(coordinates)? };
        Ok(draw_svg(&self.game, style))
    }

    fn _repr_svg_(&self) -> String {
        draw_svg(&self.game, SvgStyle::default())
    }

    fn __str__(&self) -> String {
        draw_game(&self.game, Coordinates::Oblique)
    }

    fn __repr__(&self) -> String {
        format!("Board('{}', '{}')", self.variant(), self.fen())
    }

    fn __eq__(&self, other: &Board) -> bool {
        self.position() == other.position() && self.game.turn() == other.game.turn()
    }

    fn __hash__(&self) -> u64 {
        self.position().key() ^ u64::from(self.game.turn())
    }

    fn __copy__(&self) -> Board {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.clone()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Board>,
    ) -> PyResult<(Bound<'py, PyType>, StartArguments, Vec<String>)> {
        let board = slf.borrow();
        let moves = board.moves_text(Coordinates::Oblique.name())?;
        Ok((
            slf.get_type(),
            (board.variant_name(), board.start_fen(), board.blocked(), board.repetition()),
            moves,
        ))
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

#[doc = docs!(LegalMoves)]
#[pyclass(module = "emergo", frozen)]
pub struct LegalMoves {
    variant: Variant,
    moves: MoveList,
}

impl LegalMoves {
    fn get(&self, index: usize) -> Option<Move> {
        self.moves.get(index).map(|&mv| Move { variant: self.variant, mv })
    }
}

#[pymethods]
impl LegalMoves {
    #[doc = docs!(LegalMoves.count)]
    fn count(&self) -> usize {
        self.moves.len()
    }

    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __getitem__(&self, index: &Bound<'_, PyAny>) -> PyResult<Move> {
        let index = match index.extract::<isize>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(index.py()) => isize::MAX,
            read => read?,
        };
        let from_end = self.moves.len().checked_add_signed(index).filter(|_| index < 0);
        let found = self.get(from_end.unwrap_or(usize::try_from(index).unwrap_or(usize::MAX)));
        found.ok_or_else(|| {
            PyIndexError::new_err(format!("there are {} legal moves", self.moves.len()))
        })
    }

    fn __contains__(&self, r#move: Option<&Bound<'_, Move>>) -> bool {
        r#move.is_some_and(|found| {
            let Move { variant, mv } = *found.get();
            variant == self.variant && self.moves.contains(&mv)
        })
    }

    fn __iter__(slf: &Bound<'_, LegalMoves>) -> LegalMovesIterator {
        LegalMovesIterator { moves: slf.clone().unbind(), next: 0 }
    }

    fn __repr__(&self) -> String {
        let texts = self.moves.iter().map(|mv| write_move(self.variant, Coordinates::Oblique, *mv));
        format!("<LegalMoves {}>", texts.collect::<Vec<_>>().join(" "))
    }
}

/// An iterator over legal moves.
#[pyclass(module = "emergo")]
pub struct LegalMovesIterator {
    moves: Py<LegalMoves>,
    next: usize,
}

#[pymethods]
impl LegalMovesIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> Option<Move> {
        let found = self.moves.get().get(self.next);
        self.next += 1;
        found
    }
}

#[doc = docs!(Column)]
#[pyclass(module = "emergo", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Column {
    owner: Side,
    column: emergo::Column,
}

#[pymethods]
impl Column {
    #[new]
    fn new(owner: &str, cap: Number<u8>, prisoners: Number<u8>) -> PyResult<Column> {
        let (Number(cap), Number(prisoners)) = (cap, prisoners);
        let men = Variant::Emergo.men();
        if !(1..=men).contains(&cap) || prisoners > men {
            return Err(value_error(format!(
                "a column has a cap of 1 to {men} men, and 0 to {men} prisoners, not {cap} and {prisoners}"
            )));
        }
        let column = emergo::Column::new(cap, prisoners);
        Ok(Column { owner: parse_side(owner)?, column })
    }

    #[doc = docs!(Column.owner)]
    #[getter]
    fn owner(&self) -> &'static str {
        side_name(self.owner)
    }

    #[doc = docs!(Column.cap)]
    #[getter]
    fn cap(&self) -> u8 {
        self.column.cap()
    }

    #[doc = docs!(Column.prisoners)]
    #[getter]
    fn prisoners(&self) -> u8 {
        self.column.prisoners()
    }

    fn __repr__(&self) -> String {
        let (owner, cap, prisoners) = (self.owner(), self.cap(), self.prisoners());
        format!("<Column {owner} cap={cap} prisoners={prisoners}>")
    }

    fn __getnewargs__(&self) -> (&'static str, u8, u8) {
        (self.owner(), self.cap(), self.prisoners())
    }
}

#[doc = docs!(Outcome)]
#[pyclass(module = "emergo", frozen, eq)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Outcome(Ending);

#[pymethods]
impl Outcome {
    #[new]
    fn new(winner: Option<&str>, termination: &str) -> PyResult<Outcome> {
        let (winner, reason) = (winner.map(parse_side).transpose()?, parse(termination)?);
        Ok(Outcome(Ending { winner, reason }))
    }

    #[doc = docs!(Outcome.winner)]
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.winner.map(side_name)
    }

    #[doc = docs!(Outcome.termination)]
    #[getter]
    fn termination(&self) -> &'static str {
        self.0.reason.name()
    }

    #[doc = docs!(Outcome.result)]
    fn result(&self) -> &'static str {
        self.0.result().name()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}>", self.0)
    }

    fn __getnewargs__(&self) -> (Option<&'static str>, &'static str) {
        (self.winner(), self.termination())
    }
}
