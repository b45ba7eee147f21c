//! C references compiled through cc, oracles that nobody here wrote, and the real game in a pseudo-terminal.
//!
//! It is the only crate with unsafe code. It may use `lockstep`, but no port: no reference or oracle can rely on what it must
//! check. Start reading at [`mod@reference`], safe wrappers of the C in `vendor-c`, which is built twice, as it is and with
//! 32-bit words, or once where the word size does not matter.
//!
//! [`symbols`] proves that every name in the archives has its prefix. [`glibc`] is the C library's own `random_r` and `random`;
//! [`gsl`] and [`pcg_cpp`] are libraries that are opened if they are found. [`setup`] knows the system's packages
//! of these and of the real game, which [`game`] plays. [`recorder`] records what any program takes from the C library's
//! generators. [`memory`] is the allocator of the program.

#[cfg_attr(not(unix), path = "game/elsewhere.rs")]
pub mod game;
#[cfg_attr(
    not(all(target_os = "linux", target_env = "gnu")),
    path = "glibc/elsewhere.rs"
)]
pub mod glibc;
pub mod gsl;
mod library;
pub mod memory;
mod oracles;
pub mod pcg_cpp;
#[cfg(unix)]
mod process;
#[cfg_attr(not(unix), path = "recorder/elsewhere.rs")]
pub mod recorder;
pub mod reference;
pub mod setup;
pub mod symbols;
#[cfg(unix)]
mod terminal;

pub use oracles::{OracleError, checkout};
