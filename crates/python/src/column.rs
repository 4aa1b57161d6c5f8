//! `Column`: the men on one square.

use crate::convert::{Number, parse_side, value_error};
use emergo::{Side, Variant};
use pyo3::prelude::*;

#[doc = docs!(Column)]
#[pyclass(module = "emergo", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Column {
    pub owner: Side,
    pub column: emergo::Column,
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
        self.owner.name()
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
