//! `Outcome`: how a game ended.

use crate::convert::{parse, parse_side};
use emergo::{Ending, Side};
use pyo3::prelude::*;

#[doc = docs!(Outcome)]
#[pyclass(module = "emergo", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome(pub Ending);

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
        self.0.winner.map(Side::name)
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
