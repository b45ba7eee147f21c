//! The program `roguelab` for a cluster: all its commands, and `scan --engine mpi` over the processes of `mpirun`.
//!
//! It is a crate of its own, for with its feature `mpi` it links an MPI library, and `roguelab` must not. Without the feature
//! it is `roguelab`.

#[cfg(feature = "mpi")]
mod world;

use std::process::ExitCode;

use scan::ranks::Engines;

fn main() -> ExitCode {
    #[cfg(feature = "mpi")]
    let engines = Engines { mpi: Some(world::join) };
    #[cfg(not(feature = "mpi"))]
    let engines = Engines { mpi: None };
    lab::cli::main_with(engines)
}
