//! The limits of a search, from the arguments of a call.

use crate::board::Board;
use crate::convert::whole_number;
use crate::moves::Move;
use luctor_engine::search::Limits;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fmt::Display;
use std::str::FromStr;

/// The limits of a search, from an `emergo.Limit` or from the fields of one. Without any limit the search is infinite.
pub fn read_limits(
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
