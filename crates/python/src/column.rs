//! `Column`: the men on one square.

use crate::convert::{parse_side, value_error, whole_number};
use emergo::{Side, Variant};
use pyo3::prelude::*;

#[doc = docs!(Column)]
#[pyclass(module = "emergo", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Column {
    #[doc = docs!(Column.owner)]
    #[pyo3(get)]
    owner: &'static str,
    #[doc = docs!(Column.cap)]
    #[pyo3(get)]
    cap: u8,
    #[doc = docs!(Column.prisoners)]
    #[pyo3(get)]
    prisoners: u8,
}

impl Column {
    pub fn of(owner: Side, column: emergo::Column) -> Column {
        Column { owner: owner.name(), cap: column.cap(), prisoners: column.prisoners() }
    }
}

#[pymethods]
impl Column {
    #[new]
    fn new(owner: &str, cap: &Bound<'_, PyAny>, prisoners: &Bound<'_, PyAny>) -> PyResult<Column> {
        let cap = whole_number("cap", cap, 0)?;
        let prisoners = whole_number("prisoners", prisoners, 0)?;
        let men = Variant::ALL.iter().map(|variant| variant.men()).max().unwrap_or_default();
        if !(1..=men).contains(&cap) || prisoners > men {
            return Err(value_error(format!(
                "a column has a cap of 1 to {men} men, and 0 to {men} prisoners, not {cap} and {prisoners}"
            )));
        }
        Ok(Column { owner: parse_side(owner)?.name(), cap, prisoners })
    }

    fn __repr__(&self) -> String {
        let Column { owner, cap, prisoners } = self;
        format!("<Column {owner} cap={cap} prisoners={prisoners}>")
    }

    fn __getnewargs__(&self) -> (&'static str, u8, u8) {
        (self.owner, self.cap, self.prisoners)
    }
}
