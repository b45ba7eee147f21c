//! Makes the README's table of what criterion measured, and prints it: `cargo xtask bench --table`.
//!
//! With `--print` the README is left alone; with `--mixed` the measurements may be of several runs.
//!
//! Exit codes: 1 if there is no table, 2 if nothing was measured or the call makes no sense.

use std::process::ExitCode;

use bench_table::error::Error;
use bench_table::machine::Machine;
use bench_table::measurements::Measurements;
use bench_table::{benches, readme, run, table};

const USAGE: &str = "usage: cargo xtask bench --table [--mixed] [--print]";

fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    if let Some(unknown) = arguments.iter().find(|argument| !["--mixed", "--print"].contains(&argument.as_str())) {
        eprintln!("bench-table: it does not take `{unknown}`\n{USAGE}");
        return ExitCode::from(2);
    }
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    match show(has("--mixed"), has("--print")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench-table: {error}");
            ExitCode::from(if matches!(error, Error::NotMeasured(_)) { 2 } else { 1 })
        }
    }
}

fn show(mixed: bool, print_only: bool) -> Result<(), Error> {
    let measurements = Measurements::read(&run::home())?;
    let text = table::text(&measurements, &Machine::this(), mixed)?;
    print!("{text}");
    if print_only { Ok(()) } else { readme::write(&benches().join("../README.md"), &text) }
}
