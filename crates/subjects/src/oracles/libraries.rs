//! The libraries that are opened when they are found, each once in a process.

use std::sync::OnceLock;

use foreign::gsl::Gsl;
use foreign::pcg_cpp::PcgCpp;
use lockstep::{Missing, Role};

/// GSL as an implementation.
pub const GSL: Role = Role::Oracle("gsl");

/// The PCG author's C++ header as an implementation.
pub const PCG_CPP: Role = Role::Oracle("pcg-cpp");

/// GSL.
///
/// # Errors
/// If it is not on this machine.
pub fn gsl() -> Result<&'static Gsl, Missing> {
    static FOUND: OnceLock<Result<Gsl, String>> = OnceLock::new();
    let found = FOUND.get_or_init(|| Gsl::find().map_err(|error| error.to_string()));
    found
        .as_ref()
        .map_err(|why| missing(GSL, why, foreign::gsl::FOLDER))
}

/// The PCG author's C++ header.
///
/// # Errors
/// If it is not on this machine, or cannot be compiled.
pub fn pcg_cpp() -> Result<&'static PcgCpp, Missing> {
    static FOUND: OnceLock<Result<PcgCpp, String>> = OnceLock::new();
    let found = FOUND.get_or_init(|| PcgCpp::find().map_err(|error| error.to_string()));
    found
        .as_ref()
        .map_err(|why| missing(PCG_CPP, why, foreign::pcg_cpp::FOLDER))
}

fn missing(role: Role, why: &str, variable: &str) -> Missing {
    let remedy = format!("run `cargo xtask setup`, or name its folder in {variable}");
    Missing {
        role,
        why: why.to_owned(),
        remedy,
    }
}
