//! The roles that implementations have in a comparison, and the kinds of its cases, by their names.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The role of an implementation of a subject: the port, a reference or an oracle.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Role {
    /// Our Rust.
    Port,
    /// Our C, with the machine's own word size.
    Reference,
    /// Our C, with words of 32 bits.
    Reference32,
    /// An implementation that nobody here wrote, by name.
    Oracle(&'static str),
}

impl Role {
    /// The implementation of this name among `roles`.
    ///
    /// # Errors
    /// [`UnknownName`], which lists the existing names.
    ///
    /// ```
    /// use roguelab_lockstep::Role;
    /// let roles = [Role::Port, Role::Oracle("gsl")];
    /// assert_eq!(Role::parse("gsl", &roles), Ok(Role::Oracle("gsl")));
    /// let error = Role::parse("reference", &roles).unwrap_err();
    /// assert_eq!(error.to_string(), "no implementation `reference` here; there are: port, gsl");
    /// ```
    pub fn parse(text: &str, roles: &[Self]) -> Result<Self, UnknownName> {
        let found = roles.iter().copied().find(|role| role.name() == text);
        found.ok_or_else(|| {
            let names: Vec<_> = roles.iter().map(|role| role.name()).collect();
            UnknownName(format!(
                "no implementation `{text}` here; there are: {}",
                names.join(", ")
            ))
        })
    }

    /// Its name: `port`, `reference`, `reference32` or that of the oracle.
    pub fn name(self) -> &'static str {
        match self {
            Self::Port => "port",
            Self::Reference => "reference",
            Self::Reference32 => "reference32",
            Self::Oracle(name) => name,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An implementation that is not on this machine.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
#[error("{role} is not on this machine: {why}; {remedy}")]
pub struct Missing {
    /// The implementation.
    pub role: Role,
    /// The reason: what was looked for and not found.
    pub why: String,
    /// How to get it.
    pub remedy: String,
}

/// Where a list of cases comes from.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub enum CaseKind {
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

impl CaseKind {
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

impl fmt::Display for CaseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for CaseKind {
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
