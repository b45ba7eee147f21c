//! The C references keep their promises of safety and carry their prefixes, and playing a program can fail.
//!
//! Their outputs are compared with the ports, op by op, by the crate `subjects`, and the ports with `fixtures/documents`.

mod documents;
mod game;
mod references;
mod symbols;
