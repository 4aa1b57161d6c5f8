//! Arrays of numpy that a call reads or fills: their type, shape and order are checked.

use crate::convert::value_error;
use numpy::{
    Element, IxDyn, PyArray, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn,
    PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// An array of numpy.
pub type Array<'py, T> = Bound<'py, PyArrayDyn<T>>;

/// An array that a call fills: the caller's, or a new one.
pub struct Output<'py, T: Element> {
    pub array: Array<'py, T>,
    borrowed: PyReadwriteArrayDyn<'py, T>,
}

impl<'py, T: Element> Output<'py, T> {
    pub fn new(
        py: Python<'py>,
        name: &str,
        given: Option<Bound<'py, PyAny>>,
        shape: &[usize],
    ) -> PyResult<Output<'py, T>> {
        let array = match given {
            Some(given) => checked(name, given, shape)?,
            None => PyArray::zeros(py, IxDyn(shape), false),
        };
        let borrowed =
            array.try_readwrite().map_err(|error| value_error(format!("{name}: {error}")))?;
        Ok(Output { array, borrowed })
    }

    pub fn slice(&mut self) -> PyResult<&mut [T]> {
        self.borrowed.as_slice_mut().map_err(value_error)
    }
}

/// An array that a call reads.
pub fn read<'py, T: Element>(
    name: &str,
    given: Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let array: Array<'py, T> = checked(name, given, shape)?;
    array.try_readonly().map_err(|error| value_error(format!("{name}: {error}")))
}

/// The argument, if it is an array of this type and shape in the order of C.
fn checked<'py, T: Element>(
    name: &str,
    given: Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<Array<'py, T>> {
    let array = match given.cast::<PyArrayDyn<T>>() {
        Ok(array) => array.clone(),
        Err(_) => {
            let found = match given.cast::<PyUntypedArray>() {
                Ok(array) => format!("an array of {}", array.dtype()),
                Err(_) => format!("a {}", given.get_type().name()?),
            };
            let needed = T::get_dtype(given.py());
            let sentence = format!("{name} is {found}, it must be an array of {needed}");
            return Err(PyTypeError::new_err(sentence));
        }
    };
    if array.shape() != shape {
        let found = array.shape();
        return Err(value_error(format!("{name} has shape {found:?}, it needs {shape:?}")));
    }
    if !array.is_c_contiguous() {
        return Err(value_error(format!("{name} is not a contiguous array in the order of C")));
    }
    Ok(array)
}
