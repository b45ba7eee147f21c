//! C references compiled through cc, oracles nobody here wrote, and the real game in a pseudo-terminal.
//!
//! The only crate with unsafe code. [`mod@reference`] holds safe wrappers of the C in `vendor-c`, which is built
//! twice, as it is and with 32-bit words, or once where no word size matters; [`symbols`] proves that every name of an archive carries its prefix;
//! [`glibc`] is the C library's own `random_r` and `random`; [`gsl`], [`pcg_cpp`] and [`testu01`] are libraries that are
//! opened when they are found. [`setup`] fetches them and the real game, [`game`] plays it.
//!
//! No reference and no oracle here uses a port, so none can lean on what it is to check.

pub mod compiler;
pub mod game;
pub mod glibc;
pub mod gsl;
mod library;
mod oracles;
pub mod pcg_cpp;
mod private;
pub mod reference;
pub mod setup;
pub mod symbols;
pub mod testu01;

pub use library::{NotOpened, Place};
pub use oracles::Oracles;
