//! `RecordedMove`: a move of a record with its notes.

use crate::moves::Move;
use emergo::Variant;
use emergo_records::Evaluation;
use pyo3::prelude::*;

#[doc = docs!(RecordedMove)]
#[pyclass(module = "emergo", frozen, eq)]
#[derive(Clone, PartialEq)]
pub struct RecordedMove {
    #[doc = docs!(RecordedMove.move)]
    #[pyo3(get, name = "move")]
    mv: Move,
    /// The notes, without the variations.
    recorded: emergo_records::RecordedMove,
    #[doc = docs!(RecordedMove.variations)]
    #[pyo3(get)]
    variations: Vec<Vec<RecordedMove>>,
}

impl RecordedMove {
    pub fn new(variant: Variant, recorded: &emergo_records::RecordedMove) -> RecordedMove {
        let line = |line: &Vec<_>| line.iter().map(|mv| RecordedMove::new(variant, mv)).collect();
        RecordedMove {
            mv: Move { variant, mv: recorded.mv },
            recorded: emergo_records::RecordedMove { variations: Vec::new(), ..recorded.clone() },
            variations: recorded.variations.iter().map(line).collect(),
        }
    }
}

#[pymethods]
impl RecordedMove {
    #[doc = docs!(RecordedMove.comment)]
    #[getter]
    fn comment(&self) -> &str {
        &self.recorded.comment
    }

    #[doc = docs!(RecordedMove.nags)]
    #[getter]
    fn nags(&self) -> Vec<u32> {
        self.recorded.nags.iter().copied().map(u32::from).collect()
    }

    #[doc = docs!(RecordedMove.centimen)]
    #[getter]
    fn centimen(&self) -> Option<i32> {
        match self.recorded.info.evaluation? {
            Evaluation::Centimen(centimen) => Some(centimen),
            Evaluation::Mate(_) => None,
        }
    }

    #[doc = docs!(RecordedMove.mate)]
    #[getter]
    fn mate(&self) -> Option<i32> {
        match self.recorded.info.evaluation? {
            Evaluation::Centimen(_) => None,
            Evaluation::Mate(moves) => Some(moves),
        }
    }

    #[doc = docs!(RecordedMove.depth)]
    #[getter]
    fn depth(&self) -> Option<u32> {
        self.recorded.info.depth
    }

    #[doc = docs!(RecordedMove.nodes)]
    #[getter]
    fn nodes(&self) -> Option<u64> {
        self.recorded.info.nodes
    }

    #[doc = docs!(RecordedMove.seconds)]
    #[getter]
    fn seconds(&self) -> Option<f64> {
        self.recorded.time.map(|time| time.as_secs_f64())
    }

    fn __repr__(&self) -> String {
        format!("<RecordedMove {}>", self.mv.oblique())
    }
}
