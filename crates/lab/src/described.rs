//! Subjects described by their users: a TOML file says which ops two programs have, and cases follow from it.
//!
//! [`read`](Described::read) reads the file, [`texts`](Described::texts) makes the cases. A built-in subject has the same
//! form ([`of`](Described::of)), which adapters are written from.

mod cases;
mod read;

use std::fmt;

use anyhow::{Result, bail};
use lockstep::{Output, Shows, Width, shown};
use subjects::registry::Entry;

/// What two programs have in common.
#[derive(Clone, Debug)]
pub struct Described {
    /// Its name.
    pub name: String,
    /// What it is, in one line.
    pub about: String,
    /// Its ops.
    pub ops: Vec<Op>,
    /// The golden cases.
    golden: Vec<Vec<String>>,
}

/// An op.
#[derive(Clone, Debug)]
pub struct Op {
    /// Its name.
    pub name: String,
    /// What it does.
    pub does: String,
    /// Its arguments, in order.
    pub arguments: Vec<Argument>,
    /// What it shows.
    pub shows: Shows,
    /// Whether it seeds.
    pub seeds: bool,
    /// Whether its draws are known.
    pub draws: bool,
}

/// An argument of an op.
#[derive(Clone, Debug)]
pub struct Argument {
    /// Its name.
    pub name: String,
    /// What it may be.
    pub domain: Domain,
}

/// What an argument may be.
#[derive(Clone, Debug)]
pub enum Domain {
    /// A whole number.
    Number {
        /// A type that holds it.
        width: Width,
        /// The least.
        least: i128,
        /// The greatest.
        most: i128,
        /// The greatest that sweeps and random cases use.
        cheap: i128,
        /// Values at which something changes.
        edges: Vec<i128>,
    },
    /// One of these texts.
    OneOf {
        /// The texts.
        texts: Vec<String>,
        /// Whether they are numbers of 32 bits.
        numbers: bool,
    },
}

impl Domain {
    fn has(&self, text: &str) -> bool {
        match self {
            Self::Number { least, most, .. } => text.parse().is_ok_and(|number: i128| {
                (*least..=*most).contains(&number) && number.to_string() == text
            }),
            Self::OneOf { texts, .. } => texts.iter().any(|known| known == text),
        }
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { least, most, .. } => write!(f, "{least} to {most}"),
            Self::OneOf { texts, .. } => write!(f, "one of {}", texts.join(", ")),
        }
    }
}

impl Op {
    /// Its text form: the name, then the arguments in capitals.
    pub fn form(&self) -> String {
        self.arguments
            .iter()
            .fold(self.name.clone(), |form, argument| {
                form + " " + &argument.name.to_uppercase()
            })
    }
}

impl Described {
    /// A built-in subject in this form; its cases are its own.
    pub fn of(entry: &dyn Entry) -> Self {
        let domain = |domain: lockstep::Domain| match domain {
            lockstep::Domain::Number {
                width,
                least,
                most,
                cheap,
                edges,
            } => Domain::Number {
                width,
                least,
                most,
                cheap,
                edges: edges.to_vec(),
            },
            lockstep::Domain::OneOf { texts, numbers } => Domain::OneOf {
                texts: texts.iter().map(ToString::to_string).collect(),
                numbers,
            },
        };
        let argument = |argument: &lockstep::Argument| Argument {
            name: argument.name.to_owned(),
            domain: domain(argument.domain),
        };
        let op = |op: &lockstep::Op| Op {
            name: op.name.to_owned(),
            does: entry.does(op).to_owned(),
            arguments: op.arguments.iter().map(argument).collect(),
            shows: op.shows,
            seeds: op.seeds,
            draws: op.draws,
        };
        Self {
            name: entry.name().to_owned(),
            about: entry.about().to_owned(),
            ops: entry.ops().iter().map(op).collect(),
            golden: Vec::new(),
        }
    }

    /// The op of a text.
    ///
    /// # Errors
    /// If it is none: what was expected.
    pub fn op(&self, text: &str) -> Result<&Op> {
        let mut given = text.split_ascii_whitespace();
        let name = given.next().unwrap_or_default();
        let text = shown(text, 80);
        let Some(op) = self.ops.iter().find(|op| op.name == name) else {
            let forms: Vec<_> = self.ops.iter().map(Op::form).collect();
            bail!("`{text}`: no such op; the ops are: {}", forms.join("; "));
        };
        let (form, count) = (op.form(), given.clone().count());
        if count != op.arguments.len() {
            bail!(
                "`{text}`: expected `{form}`, which has {} argument(s), not {count}",
                op.arguments.len()
            );
        }
        for (Argument { name, domain }, given) in op.arguments.iter().zip(given) {
            if !domain.has(given) {
                let name = name.to_uppercase();
                bail!(
                    "`{text}`: expected `{form}`, where {name} is {domain}, not `{}`",
                    shown(given, 40)
                );
            }
        }
        Ok(op)
    }

    /// Whether an op seeds.
    pub fn seeds(&self, text: &str) -> bool {
        let name = text.split_ascii_whitespace().next();
        self.ops
            .iter()
            .any(|op| op.seeds && Some(op.name.as_str()) == name)
    }
}

impl Op {
    /// Whether the op may show this.
    pub fn may_show(&self, output: &Output) -> bool {
        match (self.shows, output) {
            (Shows::Nothing, Output::Nothing)
            | (Shows::Words | Shows::Words64, Output::Words(_))
            | (Shows::Words64, Output::Words64(_))
            | (Shows::Texts, Output::Texts(_)) => true,
            // An empty list has no type.
            (Shows::Texts, Output::Words(words)) => words.is_empty(),
            (Shows::Number(width), Output::Number(number)) => {
                let (least, most) = range(width);
                (least..=most).contains(number)
            }
            _ => false,
        }
    }
}

/// The least and the greatest number of a type.
fn range(width: Width) -> (i128, i128) {
    match width {
        Width::I32 => (i32::MIN.into(), i32::MAX.into()),
        Width::U32 => (0, u32::MAX.into()),
        Width::I64 => (i64::MIN.into(), i64::MAX.into()),
        Width::U64 => (0, u64::MAX.into()),
    }
}
