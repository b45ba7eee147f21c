//! `roguelab` with MPI: the same commands, and `scan --engine mpi` over the processes of `mpirun`.

mod world;

use std::process::ExitCode;

use scan::ranks::Engines;

fn main() -> ExitCode {
    roguelab::cli::main_with(Engines {
        mpi: Some(world::join),
    })
}
