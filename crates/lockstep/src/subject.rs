//! The thing compared, and its sides.

use crate::argument::Op;
use crate::basis::{Basis, Kind, Missing};
use crate::budget::Budget;
use crate::cases::Cases;
use crate::operation::Operation;
use crate::output::Seen;
use crate::trace::Trace;

/// A running instance of one implementation.
///
/// Any op may follow any other: shrinking may remove the op that seeds, and a side must then still do the same thing
/// every time.
pub trait Side<O> {
    /// Performs the op.
    fn apply(&mut self, op: &O) -> Seen;

    /// What can be seen of its state, for a person.
    fn state(&self) -> String;
}

/// One thing, compared across its implementations.
pub trait Subject: Send + Sync {
    /// Its steps.
    type Op: Operation;

    /// Its name, as given on a command line.
    fn name(&self) -> &'static str;

    /// What it is, in one line.
    fn about(&self) -> &'static str;

    /// Its implementations, the port first.
    fn bases(&self) -> &'static [Basis];

    /// A fresh side. It need not be `Send`. A side that owns something shared, such as the globals of some C, holds it
    /// until it is dropped; therefore a run never compares an implementation with itself.
    ///
    /// # Errors
    /// [`Missing`] if the implementation is an oracle that is not on this machine.
    fn side<'a>(&'a self, basis: Basis) -> Result<Box<dyn Side<Self::Op> + 'a>, Missing>;

    /// Whether an implementation can perform the last of these ops, after those before it. By default every implementation can.
    ///
    /// An implementation may do less than the port: a library without bounded numbers, or one that reads some seeds differently.
    /// [`run`](crate::run) leaves such an op out on both sides and counts nothing.
    fn answers(&self, basis: Basis, ops: &[Self::Op]) -> bool {
        let _ = (basis, ops);
        true
    }

    /// The cases of a kind; `None` if the subject has no such kind.
    fn cases(&self, kind: Kind, budget: &Budget) -> Option<Cases<Self::Op>>;

    /// What an op does, for implementers. By default what its declaration says.
    fn does(&self, op: &Op) -> &'static str {
        op.does
    }

    /// The lists of ops in the vector pack, and what they show.
    fn vectors(&self) -> &'static [Vectors] {
        &[]
    }

    /// The tables of texts that ops speak of, by name.
    fn tables(&self) -> &'static [(&'static str, &'static [&'static str])] {
        &[]
    }

    /// Its stream of words, if it has one.
    fn words(&self) -> Option<WordStream> {
        None
    }

    /// How its draws are traced, if they are: with their places in the program and the words they are made of.
    fn trace(&self) -> Option<Trace> {
        None
    }
}

/// Lists of ops for ports in other languages.
#[derive(Clone, Copy, Debug)]
pub struct Vectors {
    /// The name of the case, or of several.
    pub name: &'static str,
    /// What stands for `{}` in the name and in the ops: a case for each. Without any, one case.
    pub each: &'static [&'static str],
    /// The ops, separated by `;`.
    pub ops: &'static str,
}

/// The stream of words of a subject, in terms of its ops.
#[derive(Clone, Copy, Debug)]
pub struct WordStream {
    /// Bits of a word, 1 to 64.
    pub bits: u32,
    /// Bits of a seed, 1 to 64.
    pub seed_bits: u32,
    /// The op that seeds, with `{}` for the seed.
    pub seed: &'static str,
    /// The name of the op that shows as many words as its argument says.
    pub words: &'static str,
    /// What the seed is.
    pub seeding: &'static str,
}
