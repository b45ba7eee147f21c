//! The names that a comparison is asked for by: implementations, and kinds of cases.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// One of the implementations of a subject.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Basis {
    /// Our Rust.
    Port,
    /// Our C, with the machine's own word size.
    Reference,
    /// Our C, with words of 32 bits.
    Reference32,
    /// An implementation nobody here wrote, by name.
    Oracle(&'static str),
}

impl Basis {
    /// The implementation of this name among `bases`.
    ///
    /// # Errors
    /// [`UnknownName`], which lists the names there are.
    ///
    /// ```
    /// use lockstep::Basis;
    /// let bases = [Basis::Port, Basis::Oracle("gsl")];
    /// assert_eq!(Basis::parse("gsl", &bases), Ok(Basis::Oracle("gsl")));
    /// let error = Basis::parse("reference", &bases).unwrap_err();
    /// assert_eq!(error.to_string(), "no implementation `reference` here; there are: port, gsl");
    /// ```
    pub fn parse(text: &str, bases: &[Self]) -> Result<Self, UnknownName> {
        let found = bases.iter().copied().find(|basis| basis.name() == text);
        found.ok_or_else(|| {
            let names: Vec<_> = bases.iter().map(|basis| basis.name()).collect();
            UnknownName(format!(
                "no implementation `{text}` here; there are: {}",
                names.join(", ")
            ))
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

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An implementation that is not on this machine.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
#[error("{basis} is not on this machine: {why}; {remedy}")]
pub struct Missing {
    /// Which one.
    pub basis: Basis,
    /// What was looked for and not found.
    pub why: String,
    /// What to do about it.
    pub remedy: String,
}

/// Where a list of cases comes from.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A few lists chosen by hand.
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
    pub const ALL: [Self; 5] = [
        Self::Golden,
        Self::Edge,
        Self::Sweep,
        Self::Random,
        Self::Exhaustive,
    ];

    /// Its name, in lower case.
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
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| {
            UnknownName(format!(
                "no kind `{text}`; there are: golden, edge, sweep, random, exhaustive"
            ))
        })
    }
}

/// A name that is not in a list of names.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
#[error("{0}")]
pub struct UnknownName(String);
