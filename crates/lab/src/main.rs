//! The program `roguelab`: see [`lab::cli`].

use std::process::ExitCode;

#[global_allocator]
static MEMORY: foreign::memory::OrExit = foreign::memory::OrExit;

fn main() -> ExitCode {
    lab::cli::main()
}
