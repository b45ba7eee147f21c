//! Bytes as a list of ops, and the corners of a subject compared over it.

use std::fmt::{Display, Write as _};

use lockstep::{Chooser, Corner, Failure};
use subjects::arguments::TypeNumber;
use subjects::oracles::Policy;
use subjects::registry::{self, Entry, SUBJECTS};
use subjects::{amazing, boss_maze, dice, permutation, rooms};

use super::Defect;

/// The variable that names the one subject to try. Without it, an input's first byte says which.
pub const SUBJECT_VARIABLE: &str = "ROGUELAB_FUZZ_SUBJECT";

/// The most ops of a list.
const MOST_OPS: usize = 16;

/// What an argument may be, within what an op can do in some milliseconds.
enum Domain {
    /// A whole number from the first to the second.
    From(i128, i128),
    /// A number of items to spread: few, or so many that both sides refuse.
    Items,
    /// One of these.
    OneOf(fn() -> Vec<String>),
}

use Domain::{From, Items, OneOf};

const I32: Domain = From(i32::MIN as i128, i32::MAX as i128);
const I64: Domain = From(i64::MIN as i128, i64::MAX as i128);
const U64: Domain = From(0, u64::MAX as i128);
/// Sides of a map. 200 is the longest that the references serve.
const SIDE: Domain = From(0, 24);

fn texts<T: Display>(all: &[T]) -> Vec<String> {
    all.iter().map(ToString::to_string).collect()
}

/// The arguments of all ops. Where an op is named, the line is for it alone.
#[rustfmt::skip]
const ARGUMENTS: [(Option<&str>, &str, Domain); 26] = [
    (None, "SEED", I32),
    (None, "X", I32),
    (None, "Y", I32),
    (None, "PERCENTAGE", I32),
    (None, "COUNT", From(1, 400)),
    (None, "INITSTATE", U64),
    (None, "INITSEQ", U64),
    (None, "STATE", U64),
    (None, "INC", U64),
    (None, "DELTA", U64),
    (None, "BOUND", From(1, u32::MAX as i128)),
    (None, "L", I64),
    (None, "H", I64),
    (None, "NA", Items),
    (None, "NB", Items),
    (None, "WIDTH", SIDE),
    (None, "HEIGHT", SIDE),
    (None, "KIND", OneOf(|| texts(&TypeNumber::ALL))),
    (None, "RULE", OneOf(|| texts(dice::Rule::ALL))),
    (None, "RESTART", OneOf(|| texts(amazing::Restart::ALL))),
    (None, "ORDER", OneOf(|| texts(boss_maze::Order::ALL))),
    (None, "HALLS", OneOf(|| texts(rooms::Halls::ALL))),
    (Some("uniform_may"), "N", From(1, 1000)),
    (Some("permutation"), "N", From(0, 200)),
    (Some("listless"), "N", OneOf(|| texts(permutation::Fixed::ALL))),
    (Some("unrolled"), "N", OneOf(|| texts(permutation::Unrolled::ALL))),
];

fn domain(op: &str, argument: &str) -> Option<&'static Domain> {
    let line = ARGUMENTS.iter().find(|(only, name, _)| *name == argument && only.is_none_or(|only| only == op));
    line.map(|(_, _, domain)| domain)
}

/// Where things change: signs, masks, powers of two, the ranges of the game, and both sides of each.
const EDGES: [i128; 24] = [
    0,
    1,
    2,
    3,
    4,
    7,
    100,
    255,
    0x3fff,
    0x4000,
    0x7fff,
    0x8000,
    0xffff,
    1 << 16,
    4_294_967,
    4_294_968,
    (1 << 31) - 1,
    1 << 31,
    (1 << 31) + 1,
    (1 << 32) - 1,
    18_446_744_073_709_551,
    (1 << 63) - 1,
    1 << 63,
    (1 << 64) - 1,
];

/// Bytes read one after the other; behind their end there are zeros.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl Bytes<'_> {
    pub(super) fn next(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    /// A place in a list of `n`, which is not 0.
    pub(super) fn place(&mut self, n: usize) -> usize {
        usize::from(self.next()) % n
    }

    /// One of half of all bytes gives a small number, a quarter an edge or its negative, the others any number.
    fn number(&mut self, least: i128, most: i128) -> i128 {
        let kind = self.next();
        match kind {
            0..0x80 => (i128::from(kind) - 16).clamp(least, most),
            0x80..0xc0 => {
                let edge = EDGES[self.place(EDGES.len())];
                (if kind & 1 == 0 { edge } else { -edge }).clamp(least, most)
            }
            _ => {
                let bits = (0..8).fold(0, |bits: u64, _| bits << 8 | u64::from(self.next()));
                least + i128::from(bits) % (most - least + 1)
            }
        }
    }

    fn argument(&mut self, domain: &Domain) -> String {
        match domain {
            From(least, most) => self.number(*least, *most).to_string(),
            Items if self.next().is_multiple_of(8) => self.number(1 << 30, (1 << 32) - 1).to_string(),
            Items => self.number(0, 2000).to_string(),
            OneOf(choices) => {
                let mut choices = choices();
                choices.swap_remove(self.place(choices.len()))
            }
        }
    }
}

/// A list of ops in these forms, as [`lockstep::parse_ops`] reads it. An op with an argument that is not known here is left
/// out.
pub fn op_list(forms: &[&str], bytes: &[u8]) -> String {
    let mut bytes = Bytes(bytes);
    let mut list = String::new();
    for _ in 0..MOST_OPS {
        if bytes.0.is_empty() || forms.is_empty() {
            break;
        }
        let mut words = forms[bytes.place(forms.len())].split_whitespace();
        let Some(op) = words.next() else { continue };
        let domains: Option<Vec<_>> = words.map(|argument| domain(op, argument)).collect();
        let Some(domains) = domains else { continue };
        let separator = if list.is_empty() { "" } else { "; " };
        let _ = write!(list, "{separator}{op}");
        for domain in domains {
            let _ = write!(list, " {}", bytes.argument(domain));
        }
    }
    list
}

/// Compares the port of a subject with each of its other corners that is on this machine, over the ops that the bytes
/// stand for.
///
/// # Errors
/// A difference, explained.
pub fn differ(subject: &dyn Entry, bytes: &[u8]) -> Result<(), Defect> {
    let ops = op_list(subject.forms(), bytes);
    if ops.is_empty() {
        return Ok(());
    }
    let policy = Policy::from_env().map_err(|error| Defect(format!("{error:#}")))?;
    let asked = |corner: &&Corner| match corner {
        Corner::Port => false,
        Corner::Oracle(_) => policy != Policy::Off,
        Corner::Reference | Corner::Reference32 => true,
    };
    for &corner in subject.corners().iter().filter(asked) {
        let Err(error) = subject.compare(corner, Corner::Port, &ops) else { continue };
        match error.downcast_ref() {
            // A list that only seeds shows nothing.
            Some(Failure::Empty) => {}
            Some(Failure::Missing(_)) if policy != Policy::Require => {}
            _ => return Err(Defect(format!("{error:#}"))),
        }
    }
    Ok(())
}

/// The target: the subject of [`SUBJECT_VARIABLE`], or the one that the first byte says.
pub(super) fn any_subject(bytes: &[u8]) -> Result<(), Defect> {
    if let Ok(name) = std::env::var(SUBJECT_VARIABLE) {
        let subject = registry::find(&name).map_err(|unknown| Defect(format!("{SUBJECT_VARIABLE}: {unknown}")))?;
        return differ(subject, bytes);
    }
    let mut bytes = Bytes(bytes);
    let subject = SUBJECTS[bytes.place(SUBJECTS.len())];
    differ(subject, bytes.0)
}

/// For each subject, a few lists.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    const EACH: usize = 4;
    const LENGTH: usize = 128;
    let seed = |case| {
        let mut chooser = Chooser::of_case(0, case);
        let mut bytes: Vec<u8> = (0..LENGTH).map(|_| chooser.next_u64() as u8).collect();
        bytes[0] = (case / EACH) as u8;
        bytes
    };
    (0..EACH * SUBJECTS.len()).map(seed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_argument_of_every_op_is_known() {
        for subject in SUBJECTS {
            for form in subject.forms() {
                let mut words = form.split_whitespace();
                let op = words.next().unwrap();
                for argument in words {
                    assert!(domain(op, argument).is_some(), "{}: {argument} of `{form}`", subject.name());
                }
            }
        }
    }

    #[test]
    fn bytes_reach_every_op_and_both_ends_of_a_domain() {
        let forms = ["get_rand X Y", "coin_toss"];
        assert_eq!(op_list(&forms, &[0, 0x80, 16, 0x81, 17, 1]), "get_rand 2147483647 -2147483648; coin_toss");
        assert_eq!(op_list(&forms, &[0, 17]), "get_rand 1 -16");
        assert_eq!(op_list(&forms, &[0, 0xff, 0, 0, 0, 0, 0x80, 0, 0, 1, 0x10]), "get_rand 1 0");
        assert_eq!(op_list(&["permutation N"], &[0, 0xb0, 23]), "permutation 200");
        assert_eq!(op_list(&forms, &[1; 100]).matches("coin_toss").count(), MOST_OPS);
        assert_eq!(op_list(&forms, &[]), "");
    }
}
