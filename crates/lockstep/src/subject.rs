//! The thing compared, and its corners.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::argument::Op;
use crate::budget::Budget;
use crate::cases::Cases;
use crate::operation::Operation;
use crate::output::Seen;
use crate::trace::Trace;

/// A running instance of one corner.
///
/// Any op may follow any other: a side that shrinking deprives of its seeding op must still do something definite,
/// the same thing every time.
pub trait Side<O> {
    /// Performs the op.
    fn apply(&mut self, op: &O) -> Seen;

    /// What can be seen of its state, for a person.
    fn state(&self) -> String;
}

/// One of the implementations of a subject.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Corner {
    /// Our Rust.
    Port,
    /// Our C, with the machine's own word size.
    Reference,
    /// Our C, with words of 32 bits.
    Reference32,
    /// An implementation nobody here wrote, by name.
    Oracle(&'static str),
}

impl Corner {
    /// The corner of this name among `corners`.
    ///
    /// # Errors
    ///
    /// [`UnknownCorner`], which lists the names there are.
    ///
    /// ```
    /// use lockstep::Corner;
    /// let corners = [Corner::Port, Corner::Oracle("gsl")];
    /// assert_eq!(Corner::parse("gsl", &corners), Ok(Corner::Oracle("gsl")));
    /// let error = Corner::parse("reference", &corners).unwrap_err();
    /// assert_eq!(error.to_string(), "no corner `reference` here; there are: port, gsl");
    /// ```
    pub fn parse(text: &str, corners: &[Self]) -> Result<Self, UnknownCorner> {
        corners.iter().copied().find(|corner| corner.name() == text).ok_or_else(|| UnknownCorner {
            text: text.to_owned(),
            names: corners.iter().map(|corner| corner.name()).collect(),
        })
    }

    /// Its name: `port`, `reference`, `reference32` or the oracle's.
    pub fn name(self) -> &'static str {
        match self {
            Self::Port => "port",
            Self::Reference => "reference",
            Self::Reference32 => "reference32",
            Self::Oracle(name) => name,
        }
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is not one of a subject's corners.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
#[error("no corner `{text}` here; there are: {}", names.join(", "))]
pub struct UnknownCorner {
    /// The name given.
    pub text: String,
    /// The names there are.
    pub names: Vec<&'static str>,
}

/// A corner that is not on this machine.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
#[error("{corner} is not on this machine: {why}; {remedy}")]
pub struct Missing {
    /// Which one.
    pub corner: Corner,
    /// What was looked for and not found.
    pub why: String,
    /// What to do about it.
    pub remedy: String,
}

/// One thing, compared across its corners.
pub trait Subject: Send + Sync {
    /// Its steps.
    type Op: Operation;

    /// Its name, as given on a command line.
    fn name(&self) -> &'static str;

    /// What it is, in one line.
    fn about(&self) -> &'static str;

    /// Its corners, the port first.
    fn corners(&self) -> &'static [Corner];

    /// A fresh side. It need not be `Send`; a side that owns something shared (the globals of some C) holds it until it
    /// is dropped, which is why a run never compares a corner with itself.
    ///
    /// # Errors
    ///
    /// [`Missing`] if the corner is an oracle that is not on this machine.
    fn side<'a>(&'a self, corner: Corner) -> Result<Box<dyn Side<Self::Op> + 'a>, Missing>;

    /// Whether a corner has an answer of its own to the last of these ops, after those before it.
    ///
    /// A corner may be able to do less than the port: a library without bounded numbers, or one that reads some seeds
    /// in another way. What it cannot be asked is not put to it, nor answered by code of ours in its name: [`run`]
    /// leaves the op out on both sides and counts nothing. By default every corner answers everything.
    ///
    /// [`run`]: crate::run
    fn answers(&self, corner: Corner, ops: &[Self::Op]) -> bool {
        let _ = (corner, ops);
        true
    }

    /// The cases of a kind; `None` if the subject has no such kind.
    fn cases(&self, kind: Kind, budget: &Budget) -> Option<Cases<Self::Op>>;

    /// What an op does, for somebody who is to implement it. By default what its declaration says.
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

/// The stream of words of a subject, by its own ops.
#[derive(Clone, Copy, Debug)]
pub struct WordStream {
    /// Bits of a word: up to 32, or 64.
    pub bits: u32,
    /// Bits of a seed: 32 or 64. One of 32 is read as a number with a sign.
    pub seed_bits: u32,
    /// The op that seeds, with `{}` for the seed.
    pub seed: &'static str,
    /// The name of the op that shows as many words as its argument says.
    pub words: &'static str,
    /// What the seed is.
    pub seeding: &'static str,
}

/// Where a list of cases comes from.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A few lists with a story, also kept as fixtures.
    Golden,
    /// The ends of every domain.
    Edge,
    /// A regular walk through a domain too large to exhaust.
    Sweep,
    /// Lists made from the seed of a budget.
    Random,
    /// Every member of a finite domain.
    Exhaustive,
}

impl Kind {
    /// Every kind, in the order they are run.
    pub const ALL: [Self; 5] = [Self::Golden, Self::Edge, Self::Sweep, Self::Random, Self::Exhaustive];

    /// Its name: `golden`, `edge`, `sweep`, `random` or `exhaustive`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Golden => "golden",
            Self::Edge => "edge",
            Self::Sweep => "sweep",
            Self::Random => "random",
            Self::Exhaustive => "exhaustive",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        Self::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| UnknownKind(text.to_owned()))
    }
}

/// A name that is not one of a [`Kind`].
#[derive(Clone, Debug, Eq, PartialEq, Error)]
#[error("no kind `{0}`; there are: golden, edge, sweep, random, exhaustive")]
pub struct UnknownKind(pub String);
