//! The program `roguelab`: see [`roguelab::cli`].

use std::process::ExitCode;

#[global_allocator]
static MEMORY: foreign::memory::OrExit = foreign::memory::OrExit;

fn main() -> ExitCode {
    roguelab::cli::main()
}
