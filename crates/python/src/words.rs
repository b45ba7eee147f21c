//! The words of a generator, one by one.

use std::sync::Mutex;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use web::Stream;

/// The endless words of a generator from a seed.
#[pyclass(module = "roguelab")]
pub(crate) struct Words(Mutex<Stream>);

#[pymethods]
impl Words {
    /// `seed` is a whole number in decimal.
    #[new]
    fn new(generator: &str, seed: &str) -> PyResult<Self> {
        let words = web::words(generator, seed).map_err(PyValueError::new_err)?;
        Ok(Self(Mutex::new(words)))
    }

    fn __iter__(words: PyRef<'_, Self>) -> PyRef<'_, Self> {
        words
    }

    fn __next__(&mut self) -> u64 {
        // Nobody else has it, so no panic has poisoned it.
        (self.0.get_mut().unwrap_or_else(|error| error.into_inner()))()
    }
}
