//! Every subject: those with ops of their own, then the rows of the catalogue. Tests, report and command line iterate them.

use std::fmt::Display;

use lockstep::{Domain, Subject, Width, WordStream, nearest};

pub use crate::SUBJECTS;
use crate::rows::ROWS;

/// All subjects: those with ops of their own, then the rows of the catalogue.
pub fn all() -> impl Iterator<Item = &'static dyn Subject> {
    let rows = ROWS.iter().map(|row| row as &dyn Subject);
    SUBJECTS.iter().copied().chain(rows)
}

/// The subject of this name: one with ops of its own, or a row of the catalogue.
///
/// # Errors
/// If there is none: the error suggests the nearest names.
pub fn find(name: &str) -> Result<&'static dyn Subject, UnknownSubject> {
    all()
        .find(|subject| subject.name() == name)
        .ok_or_else(|| UnknownSubject(name.to_owned()))
}

/// The op that seeds a stream of words. If the op takes a signed seed, the seed is taken as a signed number.
pub fn seed_op(subject: &dyn Subject, stream: &WordStream, seed: u64) -> String {
    let name = stream.seed.split(' ').next();
    let op = subject.ops().iter().find(|op| Some(op.name) == name);
    let argument = op.and_then(|op| op.arguments.first());
    let seed = match argument.map(|argument| argument.domain) {
        Some(Domain::Number {
            width: Width::I32, ..
        }) => (seed as i32).to_string(),
        _ => seed.to_string(),
    };
    stream.seed.replace("{}", &seed)
}

/// A name that no subject has.
#[derive(Debug)]
pub struct UnknownSubject(String);

impl Display for UnknownSubject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let nearest = nearest(&self.0, all().map(Subject::name))[..3].join(", ");
        write!(
            f,
            "no subject is called `{}`; the nearest are: {nearest}; roguelab subjects lists all",
            self.0
        )
    }
}

impl std::error::Error for UnknownSubject {}
