//! The program `roguelab`: see [`lab::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    lab::cli::main()
}
