//! roguelab for Python: the part of the package `roguelab` that is written in Rust.
//!
//! The functions here are private to the package; `python/roguelab/` has what users call, with its documentation. A question goes
//! to `roguelab_web::ask` as JSON, so that options are parsed in one place for the page and for Python. The assertions are
//! those of `roguelab_web::check`, which calls back into Python for each sample.

mod ask;
mod assertion;
mod words;

use std::ffi::OsString;

use pyo3::prelude::*;

/// The program `roguelab` with Python's arguments: the wheel has it without a second file. It is called once, as a process ends.
#[pyfunction]
fn main(py: Python<'_>) -> PyResult<u8> {
    let arguments: Vec<OsString> = py.import("sys")?.getattr("argv")?.extract()?;
    Ok(py.detach(|| cli::cli::main_of(arguments)))
}

#[pymodule]
mod _roguelab {
    #[pymodule_export]
    use super::main;
    #[pymodule_export]
    use crate::ask::ask;
    #[pymodule_export]
    use crate::assertion::check;
    #[pymodule_export]
    use crate::words::Words;
}
