//! The C references keep their promises of safety and have their prefixes, and errors in playing a program are reported.
//!
//! The crate `subjects` compares their outputs with the ports, op by op, and the ports with `fixtures/documents`.

mod documents;
mod game;
mod references;
mod symbols;
