//! Generators and planted defects that no test was chosen by: the second table of the page.

mod measured;
mod other;
mod planted;
mod small;

use std::fmt::Write as _;

use ::gof::battery;
use rayon::prelude::*;

use super::generators::{Outputs, outputs_of_row};
use super::{Failure, Failures, describe_failure, find_failures, parse_size};
use crate::error::Result;
use measured::{MEASURED, Measured};

/// A generator of the second table, which is tested with two seeds.
#[derive(Debug)]
pub struct Unseen {
    /// What it is, in a few words.
    pub name: &'static str,
    /// The number of bits in a word: 8, 16, 32 or 64.
    pub bits: u32,
    open: fn(u64) -> Outputs,
}

impl Unseen {
    /// The words from this seed.
    pub fn open(&self, seed: u64) -> Outputs {
        (self.open)(seed)
    }
}

const fn unseen(name: &'static str, bits: u32, open: fn(u64) -> Outputs) -> Unseen {
    Unseen { name, bits, open }
}

/// All of them: small generators, others, and defects.
pub fn all() -> impl Iterator<Item = &'static Unseen> {
    small::SMALL
        .iter()
        .chain(other::OTHER)
        .chain(planted::PLANTED)
}

/// Fair words of 64 bits.
fn fair(seed: u64) -> Outputs {
    outputs_of_row("numpy-sfc64", seed)
}

/// A state of fair words.
fn state<const N: usize>(seed: u64) -> [u64; N] {
    let mut fair = fair(seed);
    std::array::from_fn(|_| fair())
}

/// Outputs of `bits` bits put into words of `size` bits without gaps, the first in the lowest bits.
fn packed(bits: u32, size: u32, mut outputs: Outputs) -> Outputs {
    let (mut kept, mut count) = (0_u128, 0);
    Box::new(move || {
        while count < size {
            kept |= u128::from(outputs()) << count;
            count += bits;
        }
        let word = kept & ((1 << size) - 1);
        kept >>= size;
        count -= size;
        word as u64
    })
}

/// The tests that were added after the others had been measured on these generators.
const ADDED: [&str; 7] = [
    "matrix-rank-large",
    "linear-complexity-places",
    "ones",
    "near-bits",
    "distances",
    "parities",
    "ends",
];

/// The seeds of every generator.
const SEEDS: [u64; 2] = [1, 2];

/// Where a generator failed with each seed.
struct Tested {
    row: &'static Unseen,
    others: &'static Measured,
    found: [Failures; 2],
}

impl Tested {
    fn of(row: &'static Unseen, others: &'static Measured, limit: u64) -> Result<Self> {
        let mut found = [Failures::default(); 2];
        for (found, seed) in found.iter_mut().zip(SEEDS) {
            let tests = battery::words(row.bits)?;
            *found = find_failures(tests, row.bits, row.open(seed), limit, &ADDED);
        }
        Ok(Self { row, others, found })
    }

    fn line(&self, limit: u64) -> String {
        let before = self
            .found
            .map(|found| describe_failure(found.before, limit));
        let now = self.found.map(|found| describe_failure(found.now, limit));
        let (name, bits) = (self.row.name, self.row.bits);
        format!(
            "| {name} | {bits} | {} | {} | {} | {} |\n",
            join(&before),
            join(&now),
            join(&self.others.practrand.map(str::to_owned)),
            join(&self.others.smokerand.map(|failed| failed.to_string())),
        )
    }

    /// Whether no program fails the generator with any seed.
    fn is_passed_by_all(&self) -> bool {
        let no_other = self.others.smokerand == [0; 2]
            && self
                .others
                .practrand
                .iter()
                .all(|found| parse_size(found).is_none());
        no_other && self.found.iter().all(|found| found.now.is_none())
    }
}

/// One text for both seeds, or two with a semicolon between them.
fn join(texts: &[String; 2]) -> String {
    let [one, other] = texts;
    if one == other {
        one.clone()
    } else {
        format!("{one}; {other}")
    }
}

/// Whether the generator failed with at most this many bytes.
fn is_by(found: Option<Failure>, bytes: u64) -> bool {
    found.is_some_and(|failure| failure.bytes <= bytes)
}

/// The comparison with the other programs, in sentences.
fn compare(all: &[Tested]) -> String {
    let (mut practrand, mut before, mut now, mut smokerand, mut both) = (0, 0, 0, 0, 0);
    let (mut later, mut passed) = (Vec::new(), Vec::new());
    for tested in all {
        let mut is_later = false;
        for place in 0..SEEDS.len() {
            if tested.others.smokerand[place] > 0 {
                smokerand += 1;
                both += u32::from(is_by(tested.found[place].now, 1 << 26));
            }
            let Some(theirs) = parse_size(tested.others.practrand[place]) else {
                continue;
            };
            practrand += 1;
            before += u32::from(is_by(tested.found[place].before, theirs));
            now += u32::from(is_by(tested.found[place].now, theirs));
            is_later |= !is_by(tested.found[place].now, theirs);
        }
        if is_later {
            later.push(tested.row.name);
        }
        if tested.is_passed_by_all() {
            passed.push(tested.row.name);
        }
    }
    format!(
        "PractRand fails {practrand} of these {} streams. roguelab failed {before} of them with no more bytes before the seven tests, and\n\
         fails {now} now. SmokeRand's express battery fails {smokerand}, and roguelab {both} of them with at most 64 MiB.\n\n\
         Later than PractRand with one seed or both, or not at all: {}.\n\n\
         None of the three fails with any seed: {}.\n",
        2 * all.len(),
        later.join("; "),
        passed.join("; ")
    )
}

const BEGINNING: &str = include_str!("unseen/beginning.md");

/// The second table, of streams of at most this many bytes, and what is said above it.
pub(super) fn section(limit: u64, tick: &(dyn Fn() + Sync)) -> Result<String> {
    let rows: Vec<_> = all().zip(MEASURED).collect();
    let tested = rows.into_par_iter().with_max_len(1).map(|(row, others)| {
        let tested = Tested::of(row, others, limit);
        tick();
        tested
    });
    let tested = tested.collect::<Result<Vec<_>>>()?;
    let mut text = format!("\n{BEGINNING}\n{}", compare(&tested));
    text.push_str(
        "\n| generator | bits | before the seven tests | roguelab fails it after, by | PractRand 0.94 | SmokeRand express fails, of 7 |\n\
         | --- | --- | --- | --- | --- | --- |\n",
    );
    for tested in &tested {
        write!(text, "{}", tested.line(limit)).expect("a String takes any text");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    fn committed() -> String {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/detection.md");
        fs::read_to_string(docs).unwrap()
    }

    #[test]
    fn measured_figures_are_those_of_the_generators() {
        assert!(
            all()
                .map(|row| row.name)
                .eq(MEASURED.iter().map(|of| of.name))
        );
        for of in MEASURED {
            let is_size = |text: &str| {
                let size = text.strip_prefix("passes ").unwrap_or(text);
                parse_size(size).is_some()
            };
            assert!(of.practrand.into_iter().all(is_size), "{}", of.name);
            assert!(
                of.smokerand.iter().all(|failed| *failed <= 7),
                "{}",
                of.name
            );
        }
    }

    #[test]
    fn small_rows_of_the_second_table_are_those_of_the_page() {
        let page = committed();
        assert!(page.contains(BEGINNING), "cargo xtask detection");
        let mut small = 0;
        for (row, others) in all().zip(MEASURED) {
            let begins = format!("| {} | {} | ", row.name, row.bits);
            let line = page.lines().find_map(|line| line.strip_prefix(&begins));
            let cells: Vec<&str> = line.unwrap().split(" | ").collect();
            let found = cells[1]
                .split("; ")
                .filter_map(|cell| parse_size(cell.split(',').next()?));
            let Some(most) = found.max().filter(|most| *most <= 1 << 17) else {
                continue;
            };
            if cells[..2].iter().any(|cell| cell.contains("passes")) {
                continue;
            }
            let tested = Tested::of(row, others, 1 << 17).unwrap();
            let expected = tested
                .found
                .map(|found| describe_failure(found.now, 1 << 17));
            assert_eq!(cells[1], join(&expected), "{}: {most}", row.name);
            small += 1;
        }
        assert!(small >= 15, "{small}");
    }

    #[test]
    fn generators_have_names_of_their_own_and_words_of_their_size() {
        let mut names = BTreeSet::new();
        for row in all() {
            assert!(names.insert(row.name), "{}", row.name);
            assert!([8, 16, 32, 64].contains(&row.bits), "{}", row.name);
            let [mut one, mut other] = [1, 2].map(|seed| row.open(seed));
            let mut union = 0;
            let mut equal = 0;
            for _ in 0..10_000 {
                let (word, second) = (one(), other());
                union |= word;
                equal += u32::from(word == second);
            }
            assert_eq!(union, u64::MAX >> (64 - row.bits), "{}", row.name);
            assert!(equal < 200, "{}: seeds give equal words", row.name);
        }
        assert!(names.len() >= 60, "{}", names.len());
    }

    #[test]
    fn outputs_are_packed_without_gaps() {
        let mut next = 0;
        let five = move || {
            next += 1;
            next
        };
        let mut words = packed(5, 8, Box::new(five));
        // 1, 2, 3, 4, 5 in five bits each, the first lowest: 00001, 00010, 00011, 00100, 00101.
        assert_eq!([words(), words(), words()], [0x41, 0x0c, 0x52]);
    }
}
