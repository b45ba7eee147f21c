//! The assertions of `roguelab_web` about functions of Python. What these raise ends the assertion, and is raised again.
#![allow(clippy::needless_pass_by_value, reason = "PyO3 passes lists by value")]

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList};
use web::Drawn;

/// After how many samples the signals of Python are looked at.
const SAMPLES_BETWEEN_SIGNALS: u32 = 1024;

/// Whether a value is an integer. Those of numpy say so with `__index__`, which its arrays have too.
fn is_whole(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    if value.is_instance_of::<PyInt>() {
        return Ok(true);
    }
    Ok(value.hasattr("__index__")? && !value.hasattr("__len__")?)
}

fn whole(value: &Bound<'_, PyAny>) -> PyResult<i128> {
    match value.extract::<i64>() {
        Ok(small) => Ok(small.into()),
        Err(_) => value.extract(),
    }
}

/// The integers of a list, a tuple or an array.
fn permutation(items: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    items.try_iter()?.map(|item| item?.extract()).collect()
}

/// An integer, a float or a permutation. Python 3.9 would round a float towards 0 where an integer is asked for.
fn read_sample(value: &Bound<'_, PyAny>, only_integers: bool) -> PyResult<Drawn> {
    if value.is_instance_of::<PyList>() && !only_integers {
        return permutation(value).map(Drawn::Permutation);
    }
    if is_whole(value)? {
        return whole(value).map(Drawn::Integer);
    }
    let given = value.get_type();
    if only_integers {
        let error = format!("a draw is an integer, and not {given}");
        return Err(PyTypeError::new_err(error));
    }
    if let Ok(number) = value.extract::<f64>() {
        return Ok(Drawn::Number(number));
    }
    permutation(value).map(Drawn::Permutation).map_err(|_| {
        PyTypeError::new_err(format!(
            "a source gives integers, floats or permutations of 0 to n - 1, and not {given}"
        ))
    })
}

/// Checks an assertion in JSON about functions without arguments, of which each call gives a sample: see `roguelab_web::check`.
#[pyfunction]
pub(crate) fn check(
    py: Python<'_>,
    question: &str,
    sources: Vec<Bound<'_, PyAny>>,
    only_integers: bool,
) -> PyResult<String> {
    let mut raised = None;
    let mut calls = 0_u32;
    let reply = web::check(question.as_bytes(), &mut |source| {
        calls = calls.wrapping_add(1);
        let signals = if calls.is_multiple_of(SAMPLES_BETWEEN_SIGNALS) {
            py.check_signals()
        } else {
            Ok(())
        };
        let sample = signals
            .and_then(|()| sources[source].call0())
            .and_then(|value| read_sample(&value, only_integers));
        match sample {
            Ok(sample) => Some(sample),
            Err(error) => {
                raised.get_or_insert(error);
                None
            }
        }
    });
    match raised {
        Some(error) => Err(error),
        None => Ok(String::from_utf8(reply)?),
    }
}
