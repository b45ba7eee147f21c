//! Prints the table of criterion's measurements and writes it into docs/speed.md: `cargo xtask bench --table`.
//!
//! `--print` leaves the page unchanged; `--mixed` allows measurements from several runs. The exit code is 2 if there is no table.

use std::process::ExitCode;

use benches::measurements::Measurements;
use benches::rows::Machine;
use benches::{PAGE, Result, home, root, table, write};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench-table: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<()> {
    let (mut mixed, mut print_only) = (false, false);
    for argument in std::env::args_os().skip(1) {
        match argument.to_str() {
            Some("--mixed") => mixed = true,
            Some("--print") => print_only = true,
            _ => {
                return Err(format!(
                    "unknown argument `{}`; usage: cargo xtask bench --table [--mixed] [--print]",
                    argument.to_string_lossy().escape_debug()
                ));
            }
        }
    }
    let text = table::text(&Measurements::read(&home())?, &Machine::this(), mixed)?;
    print!("{text}");
    if print_only {
        Ok(())
    } else {
        write(&root().join(PAGE), &text)
    }
}
