//! Names and errors on the way between Rust and Python.

use crate::moves::Move;
use emergo::notation::{Excerpt, GameMoveError, MoveTextError};
use emergo::{Coordinates, Side, Square, Variant};
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple};
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::str::FromStr;

/// The classes are in Python, because a native class cannot extend `ValueError` in all versions that the wheel is for.
pub mod python {
    pyo3::import_exception!(emergo.errors, IllegalMoveError);
    pyo3::import_exception!(emergo.errors, RecordError);
}

/// Values that Python gets as a tuple: a list would be a copy that can be changed without an effect.
#[derive(Clone, PartialEq, Hash, Default)]
pub struct Tuple<T>(pub Vec<T>);

impl<'py, T: IntoPyObject<'py>> IntoPyObject<'py> for Tuple<T> {
    type Target = PyTuple;
    type Output = Bound<'py, PyTuple>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0)
    }
}

pub fn value_error(error: impl Display) -> PyErr {
    // With its cause.
    PyValueError::new_err(format!("{error:#}"))
}

/// `OSError` of the right subclass, with the path.
pub fn os_error(path: &Path, error: io::Error) -> PyErr {
    let Some(number) = error.raw_os_error() else { return error.into() };
    let reason = error.to_string();
    let reason = reason.split(" (os error").next().unwrap_or_default().to_owned();
    PyOSError::new_err((number, reason, path.as_os_str().to_owned()))
}

/// The value with this name, or `ValueError` with the sentence of its type.
pub fn parse<T: FromStr<Err: Display>>(name: &str) -> PyResult<T> {
    name.parse().map_err(value_error)
}

/// The coordinates with this name, or `ValueError` if the board does not have them.
pub fn parse_coordinates(variant: Variant, name: &str) -> PyResult<Coordinates> {
    let coordinates: Coordinates = parse(name)?;
    coordinates.check(variant).map_err(value_error)?;
    Ok(coordinates)
}

/// The digits of a whole number, for a caller that checks its range, or `TypeError` with the name. Numbers of numpy are whole
/// numbers too.
pub fn digits(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    match value.call_method0("__index__") {
        Ok(number) if !value.is_instance_of::<PyBool>() => Ok(number.to_string()),
        _ => {
            let sentence = format!("{name} is a whole number, not {}", value.repr()?);
            Err(PyTypeError::new_err(sentence))
        }
    }
}

/// The moves of an argument, or `TypeError` with the name.
pub fn read_moves<'py>(name: &str, moves: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, Move>>> {
    let wrong = |value: &Bound<'_, PyAny>, expected| -> PyResult<PyErr> {
        let sentence = format!("{name}: {} is not a {expected}", value.repr()?);
        Ok(PyTypeError::new_err(sentence))
    };
    let Ok(moves) = moves.try_iter() else { return Err(wrong(moves, "list of moves")?) };
    let read = |mv: PyResult<Bound<'py, PyAny>>| match mv?.cast_into() {
        Ok(mv) => Ok(mv),
        Err(error) => Err(wrong(&error.into_inner(), "Move")?),
    };
    moves.map(read).collect()
}

/// A whole number of at least `least`, or `TypeError` or `ValueError` with the name, which an extraction by PyO3 does not know.
pub fn whole_number<T: FromStr + PartialOrd + Display>(
    name: &str,
    value: &Bound<'_, PyAny>,
    least: T,
) -> PyResult<T> {
    let text = digits(name, value)?;
    match text.parse() {
        Ok(number) if number >= least => Ok(number),
        Err(_) if !text.starts_with('-') => {
            Err(value_error(format!("{name} is too large: {text}")))
        }
        _ => Err(value_error(format!(
            "{name} is a whole number of at least {least}, and not {text}"
        ))),
    }
}

/// `white` or `black`.
pub fn parse_side(name: &str) -> PyResult<Side> {
    let found = Side::ALL.into_iter().find(|side| side.name() == name);
    found.ok_or_else(|| value_error(format!("a side is white or black, not {}", Excerpt::of(name))))
}

pub fn square_name(variant: Variant, coordinates: Coordinates, square: Square) -> String {
    coordinates.name_of(variant, square).to_string()
}

/// The refusal of a move as `emergo.IllegalMoveError`.
pub fn illegal_move(error: impl Into<GameMoveError>) -> PyErr {
    let error = error.into();
    let (mut squares, mut moves) = (Vec::<String>::new(), Vec::<String>::new());
    match &error {
        GameMoveError::Text(MoveTextError::UnknownSquare { name, .. }) => {
            squares.push(name.clone());
        }
        GameMoveError::Text(MoveTextError::Illegal { reason, .. }) => {
            squares.extend(reason.square().map(|square| square.to_string()));
            moves.extend(reason.example().map(str::to_owned));
        }
        GameMoveError::Text(MoveTextError::Ambiguous { candidates, .. }) => {
            moves.extend(candidates.iter().cloned());
        }
        _ => {}
    }
    python::IllegalMoveError::new_err((
        error.to_string(),
        error.name(),
        Tuple(squares),
        Tuple(moves),
    ))
}
