//! The single list of subjects, and the rows of the catalogue beside it. Tests, report and command line iterate the list.

use std::fmt::Display;

use lockstep::program::{Answer, Original, RESET};
use lockstep::trace::Trace;
use lockstep::{
    Basis, Budget, Cases, Domain, Failure, Kind, Missing, Op, Operation, ParseOpError, Replay,
    Seen, Subject, Tally, Vectors, Width, WordStream, caught, parse_ops, replay, run,
};

pub use crate::SUBJECTS;
use crate::rows::ROWS;

/// Performs one op, given as a text, and tells what it shows.
pub type Running = Box<dyn FnMut(&str) -> anyhow::Result<Seen>>;

/// A type-erased [`Subject`], so that all of them fit into one list.
pub trait Entry: Sync {
    /// Its name, as given on a command line.
    fn name(&self) -> &'static str;

    /// What it is, in one line.
    fn about(&self) -> &'static str;

    /// Its implementations, the port first.
    fn bases(&self) -> &'static [Basis];

    /// Its ops.
    fn ops(&self) -> &'static [Op];

    /// What an op does.
    fn does(&self, op: &Op) -> &'static str;

    /// The cases of the vector pack.
    fn vectors(&self) -> &'static [Vectors];

    /// The tables of texts that ops speak of, by name.
    fn tables(&self) -> &'static [(&'static str, &'static [&'static str])];

    /// Its stream of words, if it has one.
    fn words(&self) -> Option<WordStream>;

    /// How its draws are traced, if they are.
    fn trace(&self) -> Option<Trace>;

    /// The kinds of cases it has.
    fn kinds(&self) -> Vec<Kind>;

    /// The cases of a kind, each op as a text; `None` if it has no such kind.
    fn texts(&self, kind: Kind, budget: &Budget) -> Option<Cases<String>>;

    /// Whether an implementation can perform each of these ops, after those before it.
    ///
    /// # Errors
    /// The first text that is no op.
    fn answers(&self, basis: Basis, ops: &[String]) -> Result<Vec<bool>, ParseOpError>;

    /// Compares two implementations over all cases of a kind.
    ///
    /// # Errors
    /// As [`lockstep::run`].
    ///
    /// # Panics
    /// If the subject has no such kind.
    fn run(
        &self,
        kind: Kind,
        expected: Basis,
        actual: Basis,
        budget: &Budget,
    ) -> Result<Tally, Failure>;

    /// Runs one list of ops on two implementations; what both showed, and whether they agree.
    ///
    /// # Errors
    /// If the ops cannot be read, or as [`lockstep::replay`].
    fn replay(&self, expected: Basis, actual: Basis, ops: &str) -> anyhow::Result<(String, bool)>;

    /// Compares two implementations over one list of ops, up to the first difference.
    ///
    /// # Errors
    /// If the ops cannot be read; otherwise a [`Failure`], as of [`lockstep::run`].
    fn compare(&self, expected: Basis, actual: Basis, ops: &str) -> anyhow::Result<Tally>;

    /// Runs a list of ops on one implementation, and hands over what it shows at each.
    ///
    /// # Errors
    /// If an op cannot be read, or the implementation is not on this machine, nothing is run; if one panics, it is the last.
    fn show(&self, basis: Basis, ops: &[String], visit: &mut dyn FnMut(Seen))
    -> anyhow::Result<()>;

    /// A fresh instance of an implementation, as a function that performs one op after the other.
    ///
    /// # Errors
    /// If the implementation is not on this machine.
    fn start(&'static self, basis: Basis) -> anyhow::Result<Running>;

    /// Whether an implementation is on this machine.
    ///
    /// # Errors
    /// What is missing, and what to do about it.
    fn probe(&self, basis: Basis) -> Result<(), Missing>;
}

impl<S: Subject> Entry for S {
    fn name(&self) -> &'static str {
        Subject::name(self)
    }

    fn about(&self) -> &'static str {
        Subject::about(self)
    }

    fn bases(&self) -> &'static [Basis] {
        Subject::bases(self)
    }

    fn ops(&self) -> &'static [Op] {
        S::Op::OPS
    }

    fn does(&self, op: &Op) -> &'static str {
        Subject::does(self, op)
    }

    fn vectors(&self) -> &'static [Vectors] {
        Subject::vectors(self)
    }

    fn tables(&self) -> &'static [(&'static str, &'static [&'static str])] {
        Subject::tables(self)
    }

    fn words(&self) -> Option<WordStream> {
        Subject::words(self)
    }

    fn trace(&self) -> Option<Trace> {
        Subject::trace(self)
    }

    fn kinds(&self) -> Vec<Kind> {
        let budget = Budget::default();
        Kind::ALL
            .into_iter()
            .filter(|&kind| self.cases(kind, &budget).is_some())
            .collect()
    }

    fn texts(&self, kind: Kind, budget: &Budget) -> Option<Cases<String>> {
        Some(self.cases(kind, budget)?.to_texts())
    }

    fn answers(&self, basis: Basis, ops: &[String]) -> Result<Vec<bool>, ParseOpError> {
        let ops = ops
            .iter()
            .map(|op| op.parse())
            .collect::<Result<Vec<S::Op>, _>>()?;
        Ok((1..=ops.len())
            .map(|len| Subject::answers(self, basis, &ops[..len]))
            .collect())
    }

    fn run(
        &self,
        kind: Kind,
        expected: Basis,
        actual: Basis,
        budget: &Budget,
    ) -> Result<Tally, Failure> {
        let cases = self
            .cases(kind, budget)
            .expect("a kind that the subject has");
        run(self, expected, actual, cases).map_err(with_command)
    }

    fn replay(&self, expected: Basis, actual: Basis, ops: &str) -> anyhow::Result<(String, bool)> {
        let Replay { text, mismatch } = replay(self, expected, actual, &parse_ops(ops)?)?;
        match mismatch {
            Some(mut mismatch) => {
                mismatch.replay = mismatch.command();
                Ok((format!("{text}\n\n{mismatch}"), false))
            }
            None => Ok((text, true)),
        }
    }

    fn compare(&self, expected: Basis, actual: Basis, ops: &str) -> anyhow::Result<Tally> {
        run(
            self,
            expected,
            actual,
            Cases::new(Kind::Random, 1, [parse_ops(ops)?]),
        )
        .map_err(|f| with_command(f).into())
    }

    fn show(
        &self,
        basis: Basis,
        ops: &[String],
        visit: &mut dyn FnMut(Seen),
    ) -> anyhow::Result<()> {
        let ops = ops
            .iter()
            .map(|op| op.parse())
            .collect::<Result<Vec<S::Op>, _>>()?;
        Ok(lockstep::show(self, basis, &ops, |_, seen| visit(seen))?)
    }

    fn start(&'static self, basis: Basis) -> anyhow::Result<Running> {
        let mut side = self.side(basis)?;
        Ok(Box::new(move |op| Ok(side.apply(&op.parse()?))))
    }

    fn probe(&self, basis: Basis) -> Result<(), Missing> {
        self.side(basis).map(drop)
    }
}

/// A failure whose mismatch is replayed by `roguelab`, which knows these subjects.
fn with_command(mut failure: Failure) -> Failure {
    if let Failure::Mismatch(mismatch) = &mut failure {
        mismatch.replay = mismatch.command();
    }
    failure
}

/// All subjects: those with ops of their own, then the rows of the catalogue.
pub fn all() -> impl Iterator<Item = &'static dyn Entry> {
    SUBJECTS
        .iter()
        .copied()
        .chain(ROWS.iter().map(|row| row as &dyn Entry))
}

/// The subject of this name: one with ops of its own, or a row of the catalogue.
///
/// # Errors
/// If there is none: the error tells the nearest names.
pub fn find(name: &str) -> Result<&'static dyn Entry, UnknownSubject> {
    all()
        .find(|subject| subject.name() == name)
        .ok_or_else(|| UnknownSubject(name.to_owned()))
}

/// The op that seeds a stream of words. A seed is taken as a number with a sign if the op takes one.
pub fn seed_op(subject: &dyn Entry, stream: &WordStream, seed: u64) -> String {
    let name = stream.seed.split(' ').next();
    let argument = subject
        .ops()
        .iter()
        .find(|op| Some(op.name) == name)
        .and_then(|op| op.arguments.first());
    let signed = argument.is_some_and(|argument| {
        matches!(
            argument.domain,
            Domain::Number {
                width: Width::I32,
                ..
            }
        )
    });
    stream.seed.replace(
        "{}",
        &if signed {
            (seed as i32).to_string()
        } else {
            seed.to_string()
        },
    )
}

/// An implementation as a side that is taken to be right: a fresh one after every `reset`.
pub fn original(entry: &'static dyn Entry, basis: Basis) -> Original {
    let mut side: Option<Running> = None;
    Box::new(move |op| {
        if op == RESET {
            // What it owns, such as the globals of some C, is free before the next is made.
            side = None;
            return Answer::Seen(Seen::nothing());
        }
        let performed = caught(|| {
            let side = match &mut side {
                Some(side) => side,
                none => none.insert(entry.start(basis)?),
            };
            side(op)
        });
        match performed {
            Ok(Ok(seen)) => Answer::Seen(seen),
            Ok(Err(error)) => Answer::Error(format!("{error:#}")),
            Err(panic) => Answer::Error(format!("a panic: {panic}")),
        }
    })
}

/// How many names are told to whoever misspelt one.
const NEAREST: usize = 3;

/// A name that no subject has.
#[derive(Debug)]
pub struct UnknownSubject(String);

impl Display for UnknownSubject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut names: Vec<_> = all().map(Entry::name).collect();
        names.sort_by_key(|name| strsim::levenshtein(&self.0, name));
        let nearest = names[..NEAREST].join(", ");
        write!(
            f,
            "no subject is called `{}`; the nearest are: {nearest}; roguelab subjects lists all",
            self.0
        )
    }
}

impl std::error::Error for UnknownSubject {}
