//! What made these numbers? A catalogue of generators and of known mistakes, and the ways to recognise them.
//!
//! [`catalogue`] is the list of generators: rows of data, each with a function that makes its words.

pub mod catalogue;
pub mod mistakes;
