//! Bytes as a list of ops, over which the implementations of a subject are compared.

use lockstep::{Basis, Chooser, Domain, Failure, Op};
use subjects::oracles::Policy;
use subjects::registry::{self, Entry, SUBJECTS};

use super::Defect;

/// The variable that names the one subject to try. Without it, an input's first byte says which.
pub(crate) const SUBJECT_VARIABLE: &str = "ROGUELAB_FUZZ_SUBJECT";

const MOST_OPS: usize = 16;

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

/// Bytes read one after the other, followed by zeros without end.
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

    fn argument(&mut self, domain: Domain) -> String {
        match domain {
            Domain::Number { edges, .. } if !edges.is_empty() && self.next().is_multiple_of(8) => {
                edges[self.place(edges.len())].to_string()
            }
            Domain::Number { least, cheap, .. } => self.number(least, cheap).to_string(),
            Domain::OneOf { texts, .. } => texts[self.place(texts.len())].to_owned(),
        }
    }
}

/// A list of these ops, as [`lockstep::parse_ops`] reads it.
pub fn op_list(ops: &[Op], bytes: &[u8]) -> String {
    let mut bytes = Bytes(bytes);
    let mut list = Vec::new();
    while list.len() < MOST_OPS && !bytes.0.is_empty() {
        let op = &ops[bytes.place(ops.len())];
        let arguments = op.arguments.iter().map(|argument| format!(" {}", bytes.argument(argument.domain)));
        list.push(format!("{}{}", op.name, arguments.collect::<String>()));
    }
    list.join("; ")
}

/// Compares the port of a subject with each of its other implementations that is on this machine, over the ops that the bytes
/// stand for.
pub fn differ(subject: &dyn Entry, bytes: &[u8]) -> Result<(), Defect> {
    let ops = op_list(subject.ops(), bytes);
    if ops.is_empty() {
        return Ok(());
    }
    let policy = Policy::from_env().map_err(|error| Defect(format!("{error:#}")))?;
    let asked = |basis: &&Basis| match basis {
        Basis::Port => false,
        Basis::Oracle(_) => policy != Policy::Off,
        Basis::Reference | Basis::Reference32 => true,
    };
    for &basis in subject.bases().iter().filter(asked) {
        let Err(error) = subject.compare(basis, Basis::Port, &ops) else { continue };
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
    let seed = |case| {
        let mut bytes = Chooser::of_case(0, case).bytes(128);
        bytes[0] = (case / EACH) as u8;
        bytes
    };
    (0..EACH * SUBJECTS.len()).map(seed).collect()
}

#[cfg(test)]
mod tests {
    use lockstep::{Argument, ArgumentType as _, Shows};

    use super::*;

    #[test]
    fn bytes_reach_every_op_and_both_ends_of_a_domain() {
        const NUMBER: Argument = Argument { name: "number", domain: i32::DOMAIN };
        let op = |name, arguments| Op::new(name, name, "", arguments, Shows::i32);
        let ops = [op("get_rand", &[NUMBER, NUMBER]), op("coin_toss", &[])];
        assert_eq!(op_list(&ops, &[0, 0x80, 16, 0x81, 17, 1]), "get_rand 2147483647 -2147483648; coin_toss");
        assert_eq!(op_list(&ops, &[0, 17]), "get_rand 1 -16");
        assert_eq!(op_list(&ops, &[0, 0xff, 0, 0, 0, 0, 0x80, 0, 0, 1, 0x10]), "get_rand 1 0");
        assert_eq!(op_list(&ops, &[1; 100]).matches("coin_toss").count(), MOST_OPS);
        assert_eq!(op_list(&ops, &[]), "");
    }
}
