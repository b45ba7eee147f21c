//! The program `evidence`: see [`roguelab_evidence::commands`].

use std::process::ExitCode;

#[global_allocator]
static MEMORY: foreign::memory::OrExit = foreign::memory::OrExit;

fn main() -> ExitCode {
    roguelab_evidence::commands::main()
}
