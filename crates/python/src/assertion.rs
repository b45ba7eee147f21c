//! The assertions of `roguelab_web` about functions of Python. What these raise ends the assertion, and is raised again.
#![allow(clippy::needless_pass_by_value, reason = "PyO3 passes lists by value")]

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyString};
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

/// A value as Python writes it, if that is short.
fn show(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = value.repr()?.to_string();
    Ok(match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    })
}

fn refuse<T>(expected: &str, value: &Bound<'_, PyAny>) -> PyResult<T> {
    let error = format!(
        "the function must return {expected}, and not {}",
        show(value)?
    );
    Err(PyTypeError::new_err(error))
}

/// The integers of a list, a tuple or an array.
fn permutation(expected: &str, value: &Bound<'_, PyAny>) -> PyResult<Drawn> {
    let Ok(items) = value.try_iter() else {
        return refuse(expected, value);
    };
    let mut permutation = Vec::new();
    for item in items {
        let item = item?;
        if let Ok(item) = item.extract() {
            permutation.push(item);
        } else {
            let (place, item) = (permutation.len(), show(&item)?);
            let error = format!("item {place} of a permutation of 0 to n - 1 is {item}");
            return Err(PyTypeError::new_err(error));
        }
    }
    Ok(Drawn::Permutation(permutation))
}

/// The expected samples of a function.
#[derive(Clone, Copy)]
enum SampleKind {
    Integer,
    Number,
    Permutation,
    Any,
}

impl SampleKind {
    fn named(name: &str) -> PyResult<Self> {
        match name {
            "integer" => Ok(Self::Integer),
            "number" => Ok(Self::Number),
            "permutation" => Ok(Self::Permutation),
            "any" => Ok(Self::Any),
            _ => Err(PyTypeError::new_err(format!(
                "there are no samples called {name}"
            ))),
        }
    }
}

/// Reads a sample. Python 3.9 would round a float towards 0 where an integer is asked for.
fn read_sample(value: &Bound<'_, PyAny>, kind: SampleKind) -> PyResult<Drawn> {
    match kind {
        SampleKind::Permutation => permutation("a list of 0 to n - 1", value),
        SampleKind::Integer if is_whole(value)? => whole(value).map(Drawn::Integer),
        SampleKind::Integer => refuse("an integer", value),
        SampleKind::Number => match value.extract() {
            Ok(number) => Ok(Drawn::Number(number)),
            Err(_) => refuse("a number", value),
        },
        SampleKind::Any if value.is_instance_of::<PyList>() => permutation("", value),
        SampleKind::Any if is_whole(value)? => whole(value).map(Drawn::Integer),
        SampleKind::Any => match value.extract() {
            Ok(number) => Ok(Drawn::Number(number)),
            Err(_) if value.is_instance_of::<PyString>() => {
                refuse("a number, or a list of 0 to n - 1", value)
            }
            Err(_) => permutation("a number, or a list of 0 to n - 1", value),
        },
    }
}

/// Checks an assertion in JSON about functions without arguments, of which each call gives a sample: see `roguelab_web::check`.
#[pyfunction]
pub(crate) fn check(
    py: Python<'_>,
    question: &str,
    sources: Vec<Bound<'_, PyAny>>,
    kind: &str,
) -> PyResult<String> {
    let kind = SampleKind::named(kind)?;
    let mut raised = None;
    let mut calls = 0_u32;
    let reply = web::check(question.as_bytes(), &mut |source| {
        if raised.is_some() {
            return None;
        }
        calls = calls.wrapping_add(1);
        let signals = if calls.is_multiple_of(SAMPLES_BETWEEN_SIGNALS) {
            py.check_signals()
        } else {
            Ok(())
        };
        let sample = signals
            .and_then(|()| sources[source].call0())
            .and_then(|value| read_sample(&value, kind));
        match sample {
            Ok(sample) => Some(sample),
            Err(error) => {
                raised = Some(error);
                None
            }
        }
    });
    match raised {
        Some(error) => Err(error),
        None => Ok(String::from_utf8(reply)?),
    }
}
