//! Names and errors on the way between Rust and Python.

use crate::records::Record;
use emergo::notation::{Excerpt, MoveTextError};
use emergo::{Coordinates, Side, Square, Variant};
use emergo_records::side_name;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBool;
use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

/// The classes are in Python, because a native class cannot extend `ValueError` in all versions that the wheel is for.
mod python {
    pyo3::import_exception!(emergo.errors, IllegalMoveError);
    pyo3::import_exception!(emergo.errors, RecordError);
}

pub fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The value with this name, or `ValueError` with the sentence of its type.
pub fn parse<T: FromStr<Err: Display>>(name: &str) -> PyResult<T> {
    name.parse().map_err(value_error)
}

/// A whole number of at least `least`, or `TypeError` or `ValueError` with the name. Numbers of numpy are whole numbers too.
pub fn whole_number<T: TryFrom<i128> + PartialOrd + Display>(
    name: &str,
    value: &Bound<'_, PyAny>,
    least: T,
) -> PyResult<T> {
    let number = value.extract::<i128>();
    let is_other =
        number.as_ref().is_err_and(|error| !error.is_instance_of::<PyOverflowError>(value.py()));
    if is_other || value.is_instance_of::<PyBool>() {
        let sentence = format!("{name} is a whole number, not {}", value.repr()?);
        return Err(PyTypeError::new_err(sentence));
    }
    let number = number.ok().and_then(|number| T::try_from(number).ok());
    number.filter(|number| *number >= least).ok_or_else(|| {
        value_error(format!("{name} is a whole number of at least {least}, and not {value}"))
    })
}

/// A whole number as an argument. One that is negative or too large raises `ValueError`.
pub struct Number<T>(pub T);

impl<T: TryFrom<i128> + PartialOrd + Display + Default> FromPyObject<'_, '_> for Number<T> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Number<T>> {
        whole_number("a number", &value, T::default()).map(Number)
    }
}

/// `white` or `black`.
pub fn parse_side(name: &str) -> PyResult<Side> {
    let found = Side::ALL.into_iter().find(|side| side_name(*side) == name);
    found.ok_or_else(|| value_error(format!("a side is white or black, not {}", Excerpt::of(name))))
}

pub fn parse_square(variant: Variant, coordinates: Coordinates, name: &str) -> PyResult<Square> {
    let mut characters = name.chars();
    let square = match (characters.next(), characters.next(), characters.next()) {
        (Some(letter), Some(digit), None) => coordinates.square(variant, letter, digit),
        _ => None,
    };
    square.ok_or_else(|| value_error(format!("{variant} has no square {}", Excerpt::of(name))))
}

pub fn square_name(variant: Variant, coordinates: Coordinates, square: Square) -> String {
    coordinates.name_of(variant, square).to_string()
}

/// The refusal of a move as `emergo.IllegalMoveError`.
pub fn illegal_move(error: &MoveTextError) -> PyErr {
    let (mut squares, mut moves) = (Vec::new(), Vec::new());
    match error {
        MoveTextError::UnknownSquare { name, .. } => squares.push(name.clone()),
        MoveTextError::Illegal { reason, .. } => {
            squares.extend(reason.square().map(|square| square.to_string()));
            moves.extend(reason.example().map(str::to_owned));
        }
        MoveTextError::Ambiguous { candidates, .. } => moves.extend(candidates.iter().cloned()),
        _ => {}
    }
    python::IllegalMoveError::new_err((error.to_string(), error.name(), squares, moves))
}

/// The refusal of a move because the game has ended.
pub fn game_over(ending: emergo::Ending) -> PyErr {
    let none = Vec::<String>::new();
    let sentence = format!("the game has ended: {ending}");
    python::IllegalMoveError::new_err((sentence, "game_over", none.clone(), none))
}

/// An unreadable game of a text as `emergo.RecordError`.
pub fn record_error(
    sentence: String,
    path: Option<PathBuf>,
    game: usize,
    line: usize,
    legal_part: Option<Record>,
) -> PyErr {
    python::RecordError::new_err((sentence, path, game, line, legal_part))
}
