//! The words of a generator, one by one.

use std::sync::Mutex;

use answers::seed::seed_of_number;
use generators::catalogue::{self, Stream};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The endless words of a generator from a seed.
#[pyclass(module = "roguelab")]
pub(crate) struct Words(Mutex<Stream>);

#[pymethods]
impl Words {
    #[new]
    fn new(generator: &str, seed: i128) -> PyResult<Self> {
        let Some(row) = catalogue::find(generator) else {
            return Err(PyValueError::new_err(format!(
                "no generator is called `{generator}`: `roguelab subjects` lists them"
            )));
        };
        let seed = seed_of_number(row.key, row.seed_bits, seed)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self(Mutex::new((row.seeded)(seed))))
    }

    fn __iter__(words: PyRef<'_, Self>) -> PyRef<'_, Self> {
        words
    }

    fn __next__(&mut self) -> u64 {
        // Nobody else has it, so no panic has poisoned it.
        (self.0.get_mut().unwrap_or_else(|error| error.into_inner()))()
    }
}
