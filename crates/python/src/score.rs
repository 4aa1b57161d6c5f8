//! `Score`: a score of the engine, with the side from whose view it is.

use crate::convert::{digits, parse_side, value_error};
use emergo::Side;
use emergo::notation::Excerpt;
use luctor_engine::score;
use luctor_engine::search::Bound;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

#[doc = docs!(Score)]
#[pyclass(module = "emergo", frozen)]
#[derive(Clone, Copy, PartialEq, Hash)]
pub struct Score {
    pub score: score::Score,
    pub bound: Bound,
    pub view: Side,
}

impl Score {
    fn of(&self, view: Side) -> Score {
        if view == self.view {
            return *self;
        }
        Score { score: -self.score, bound: -self.bound, view }
    }
}

#[pymethods]
impl Score {
    #[new]
    #[pyo3(signature = (value, view, bound = None))]
    fn new(value: &pyo3::Bound<'_, PyAny>, view: &str, bound: Option<&str>) -> PyResult<Score> {
        let value = digits("value", value)?;
        let won = score::Score::win_in(0).value();
        let outside = || value_error(format!("a score is -{won} to {won}, not {value}"));
        let bound = match bound {
            None => Bound::Exact,
            Some("upper") => Bound::Upper,
            Some("lower") => Bound::Lower,
            Some(other) => {
                let other = Excerpt::of(other);
                return Err(value_error(format!("a bound is lower or upper, not {other}")));
            }
        };
        let score = value.parse().ok().and_then(score::Score::from_value).ok_or_else(outside)?;
        Ok(Score { score, bound, view: parse_side(view)? })
    }

    fn __getnewargs__(&self) -> (i32, &'static str, Option<&'static str>) {
        (self.score.value(), self.view(), self.bound())
    }

    #[doc = docs!(Score.centimen)]
    #[getter]
    fn centimen(&self) -> Option<i32> {
        (!self.score.is_decisive()).then(|| self.score.value())
    }

    #[doc = docs!(Score.mate)]
    #[getter]
    fn mate(&self) -> Option<i32> {
        self.score.moves_to_end()
    }

    #[doc = docs!(Score.win_in)]
    #[getter]
    fn win_in(&self) -> Option<i32> {
        self.mate().filter(|_| self.score.is_win())
    }

    #[doc = docs!(Score.loss_in)]
    #[getter]
    fn loss_in(&self) -> Option<i32> {
        self.mate().filter(|_| self.score.is_loss()).map(|moves| -moves)
    }

    #[doc = docs!(Score.bound)]
    #[getter]
    fn bound(&self) -> Option<&'static str> {
        self.bound.name()
    }

    #[doc = docs!(Score.view)]
    #[getter]
    fn view(&self) -> &'static str {
        self.view.name()
    }

    #[doc = docs!(Score.white)]
    fn white(&self) -> Score {
        self.of(Side::White)
    }

    #[doc = docs!(Score.black)]
    fn black(&self) -> Score {
        self.of(Side::Black)
    }

    #[doc = docs!(Score.from_view)]
    #[pyo3(name = "from_view")]
    fn seen_by(&self, side: &str) -> PyResult<Score> {
        Ok(self.of(parse_side(side)?))
    }

    #[doc = docs!(Score.expectation)]
    fn expectation(&self) -> f64 {
        self.score.expected_points()
    }

    fn __richcmp__(&self, other: &Score, op: CompareOp) -> PyResult<bool> {
        match op {
            CompareOp::Eq => Ok(self == other),
            CompareOp::Ne => Ok(self != other),
            _ if self.view != other.view => Err(PyTypeError::new_err(
                "scores from the views of white and black have no order: see from_view",
            )),
            _ => Ok(op.matches((self.score, self.bound).cmp(&(other.score, other.bound)))),
        }
    }

    fn __hash__(&self) -> u64 {
        BuildHasherDefault::<DefaultHasher>::default().hash_one(self)
    }

    pub fn __repr__(&self) -> String {
        let bound = self.bound().map(|bound| format!(" {bound} bound")).unwrap_or_default();
        format!("<Score {} for {}{bound}>", self.score, self.view())
    }
}
