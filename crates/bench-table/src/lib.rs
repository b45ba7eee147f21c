//! The table in the README of what the package `benches` measured, port beside reference beside peers in one run:
//! `cargo xtask bench`, then `cargo xtask bench --table`.
//!
//! The feature `dispatch`, on by default, is that of `generators`: the CPU is asked which vectors it has. Without it both
//! figures and what is asked of them are the portable ones: `cargo bench -p benches --no-default-features`, and
//! `cargo run -p bench-table --no-default-features -- --print`.
//!
//! ```
//! use bench_table::machine::Vectors;
//! use bench_table::rows::ROWS;
//!
//! // All 32,768 games should take the port a twentieth of the time, whatever the CPU.
//! let games = ROWS.iter().find(|row| row.port == "all games/port").unwrap();
//! assert_eq!(games.least(Vectors::Portable), Some(20.0));
//! ```

pub mod error;
pub mod machine;
pub mod measurements;
pub mod readme;
pub mod rows;
pub mod run;
pub mod table;

use std::path::{Path, PathBuf};

/// The folder of the package `benches`, which stands at the root.
pub fn benches() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches")
}
