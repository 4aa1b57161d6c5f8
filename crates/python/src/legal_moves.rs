//! `LegalMoves`: the legal moves of a position, by index and as an iterable of Python.

use crate::convert::value_error;
use crate::moves::Move;
use emergo::{Game, Variant};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};

#[doc = docs!(LegalMoves)]
#[pyclass(module = "emergo", frozen)]
pub struct LegalMoves {
    variant: Variant,
    moves: Vec<emergo::Move>,
}

impl LegalMoves {
    /// None if the game has ended.
    pub fn of(game: &Game) -> LegalMoves {
        let moves = match game.ending() {
            Some(_) => Vec::new(),
            None => game.position().sorted_moves(),
        };
        LegalMoves { variant: game.position().variant(), moves }
    }

    pub fn iter(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().map(|&mv| Move { variant: self.variant, mv })
    }
}

#[pymethods]
impl LegalMoves {
    #[doc = docs!(LegalMoves.count)]
    fn count(&self) -> usize {
        self.moves.len()
    }

    #[doc = docs!(LegalMoves.index)]
    fn index(&self, r#move: &Bound<'_, Move>) -> PyResult<usize> {
        let found = self.iter().position(|legal| legal == *r#move.get());
        found.ok_or_else(|| value_error(format!("{} is not legal", r#move.get().oblique())))
    }

    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<Move> {
        let count = self.moves.len();
        let from_start = if index < 0 { index.saturating_add_unsigned(count) } else { index };
        let found = usize::try_from(from_start).ok().and_then(|at| self.moves.get(at));
        let mv = *found
            .ok_or_else(|| PyIndexError::new_err(format!("there are {count} legal moves")))?;
        Ok(Move { variant: self.variant, mv })
    }

    fn __contains__(&self, r#move: Option<&Bound<'_, Move>>) -> bool {
        r#move.is_some_and(|found| self.iter().any(|legal| legal == *found.get()))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.iter().collect::<Vec<_>>())?.try_iter()
    }

    fn __repr__(&self) -> String {
        let texts: Vec<String> = self.iter().map(|mv| mv.oblique()).collect();
        format!("<LegalMoves {}>", texts.join(" "))
    }
}
