//! How two lists of numbers differ that should have been the same: first by the lists alone, then by what made each.
//!
//! As in [`crate::related`], a relation is stated only if it holds for all numbers that both lists have, and if they are enough
//! evidence, counting all relations that were tried.

use std::borrow::Cow;

use generators::catalogue::{self, Generator, Structure};

use crate::convention::ones;
use crate::evidence::ENOUGH;
use crate::mistakes::{Mistake, in_words};
use crate::numbers::Numbers;
use crate::reading::of_deck;
use crate::related::{FromSeed, Outputs, Related, generators_making, relate_to_outputs};
use crate::who::Answer;

/// How far from the first output a list is looked for that is made of the other one's.
const APART: usize = 64;

/// The base-2 logarithm of the number of relations that [`relate_lists`] tries besides starts: either list may be made from the
/// other, and decks are read in six ways each.
const TRIED: f64 = 9.0;

/// A relation between two lists, A and B, found from the lists alone.
#[derive(Clone, Debug, PartialEq)]
pub enum Relation {
    /// The first numbers, this many, are the same, up to the end of the shorter list.
    Same(usize),
    /// A begins this many numbers later than B.
    ALater(usize),
    /// B begins this many numbers later than A.
    BLater(usize),
    /// One list is the other, reversed.
    Reversed,
    /// Each deck says where the cards of the other are.
    Inverse,
    /// The same numbers were drawn for both decks.
    Shuffled {
        /// How A was shuffled.
        a: Cow<'static, str>,
        /// How B was shuffled.
        b: Cow<'static, str>,
    },
    /// A is made from the numbers of B.
    AFromB(Related),
    /// B is made from the numbers of A.
    BFromA(Related),
}

/// Whether number `i` of one list equals number `j` of the other, to the digits with which both were printed.
fn is_same(a: &Numbers, b: &Numbers, i: usize, j: usize) -> bool {
    match (a, b) {
        (Numbers::Fractions(a), Numbers::Fractions(b)) => {
            (a[i].value - b[j].value).abs() <= a[i].within + b[j].within
        }
        _ => integer_at(a, i).is_some_and(|value| Some(value) == integer_at(b, j)),
    }
}

/// The values of the numbers, if they are integers.
fn integers(numbers: &Numbers) -> Option<Vec<u64>> {
    (0..numbers.len()).map(|i| integer_at(numbers, i)).collect()
}

fn integer_at(numbers: &Numbers, i: usize) -> Option<u64> {
    match numbers {
        Numbers::Words { values, .. } => values.get(i).copied(),
        Numbers::Bounded(values) => values.get(i).map(|number| number.value),
        Numbers::Stepped(given) => given.values.get(i).map(|value| *value as u64),
        Numbers::Fractions(_) | Numbers::Points(_) => None,
    }
}

/// Whether list `b`, without its first `later` numbers, is the beginning of list `a`, by more than coincidence.
fn begins_later(a: &Numbers, b: &Numbers, later: usize) -> bool {
    let count = a.len().min(b.len().saturating_sub(later));
    if count < 2 || !(0..count).all(|i| is_same(a, b, i, i + later)) {
        return false;
    }
    let bits_of_a: f64 = a.information()[..count].iter().sum();
    let bits_of_b: f64 = b.information()[later..later + count].iter().sum();
    let starts = (a.len().max(b.len()) as f64).log2();
    bits_of_a.min(bits_of_b) >= TRIED + starts + ENOUGH
}

/// How two lists are related, judged from the lists alone.
pub fn relate_lists(a: &Numbers, b: &Numbers) -> Option<Relation> {
    let count = a.len().min(b.len());
    if count < 2 {
        return None;
    }
    if (0..count).all(|i| is_same(a, b, i, i)) {
        return Some(Relation::Same(count));
    }
    for later in 1..a.len().max(b.len()) {
        if begins_later(a, b, later) {
            return Some(Relation::ALater(later));
        }
        if begins_later(b, a, later) {
            return Some(Relation::BLater(later));
        }
    }
    if is_reversed(a, b) {
        return Some(Relation::Reversed);
    }
    if let Some(relation) = relate_decks(a, b) {
        return Some(relation);
    }
    if let Some(related) = made_from(a, b) {
        return Some(Relation::BFromA(related));
    }
    made_from(b, a).map(Relation::AFromB)
}

/// Whether one list is the other from its end to its start, by more than coincidence.
fn is_reversed(a: &Numbers, b: &Numbers) -> bool {
    let count = a.len();
    let bits_of_a: f64 = a.information().iter().sum();
    let bits_of_b: f64 = b.information().iter().sum();
    count == b.len()
        && bits_of_a.min(bits_of_b) >= TRIED + ENOUGH
        && (0..count).all(|i| is_same(a, b, i, count - 1 - i))
}

/// How two decks of equal size are related.
fn relate_decks(a: &Numbers, b: &Numbers) -> Option<Relation> {
    let (a, b) = (integers(a)?, integers(b)?);
    let bits: f64 = (1..=a.len()).map(|cards| (cards as f64).log2()).sum();
    if a.len() != b.len() || bits < TRIED + ENOUGH {
        return None;
    }
    let (shuffles_of_a, shuffles_of_b) = (of_deck(&a)?, of_deck(&b)?);
    if (0..a.len()).all(|place| b[a[place] as usize] == place as u64) {
        return Some(Relation::Inverse);
    }
    for one in shuffles_of_a {
        for other in &shuffles_of_b {
            if one.numbers == other.numbers {
                return Some(Relation::Shuffled {
                    a: one.way,
                    b: other.way.clone(),
                });
            }
        }
    }
    None
}

/// How a list is made from another one, read as words of some width.
fn made_from(source: &Numbers, list: &Numbers) -> Option<Related> {
    let Numbers::Words { bits, values } = source else {
        return None;
    };
    let wider = [15, 16, 31, 32, 48, 53, 64].into_iter();
    for bits in std::iter::once(*bits).chain(wider.filter(|wider| wider > bits)) {
        let outputs = Outputs {
            values,
            bits,
            range: 1 << bits,
        };
        let related = relate_to_outputs(list, &outputs, APART as u64, TRIED, true);
        if related.is_some() {
            return related;
        }
    }
    None
}

/// The origin of a list, derived from that of another one, where it was not found on its own.
#[derive(Clone, Debug)]
pub enum Origin {
    /// The list is made from outputs of the same generator, with the same seed or state.
    SameOutputs(Related),
    /// Another seeding or generator makes the list from the same seed.
    SameSeed(FromSeed),
    /// The same generator with the same seed and one of these mistakes makes the list.
    Mistaken(Vec<Mistake>),
}

/// How a list is related to the known origin of another one.
pub fn relate_to_answer(numbers: &Numbers, known: &Answer) -> Option<Origin> {
    if let Some(related) = relate_to_stream(numbers, known) {
        return Some(Origin::SameOutputs(related));
    }
    let seed = known.seed?;
    if let Some(found) = generators_making(numbers, seed).next() {
        return Some(Origin::SameSeed(found));
    }
    let Numbers::Words { values, .. } = numbers else {
        return None;
    };
    if !known.is_as_it_is() || known.position > 0 {
        return None;
    }
    let mistakes = in_words(&known.generator, seed, values);
    (!mistakes.is_empty()).then_some(Origin::Mistaken(mistakes))
}

/// How a list is made from outputs of the seed or state that is known.
fn relate_to_stream(numbers: &Numbers, known: &Answer) -> Option<Related> {
    if known.mistake.is_some() {
        return None;
    }
    let row = catalogue::find(&known.generator)?;
    let mut stream = match known.seed {
        Some(seed) => (row.seeded)(seed),
        None => row.from_state()?(known.state.as_ref()?),
    };
    let within = known.position + APART as u64;
    let count = within as usize + 4 * numbers.len() + APART;
    let values: Vec<u64> = (0..count).map(|_| stream()).collect();
    let outputs = Outputs {
        values: &values,
        bits: row.bits,
        range: row.range(),
    };
    relate_to_outputs(numbers, &outputs, within, TRIED, false)
}

/// The mistakes with which the same generator makes the numbers of each of these seeds, when another list of lines is known to
/// come from it.
pub fn mistakes_in_lines(lines: &[(i128, Vec<Numbers>)], known: &Answer) -> Vec<Mistake> {
    let Some(row) = catalogue::find(&known.generator).filter(|_| known.is_as_it_is()) else {
        return Vec::new();
    };
    let mut common: Option<Vec<Mistake>> = None;
    for (seed, readings) in lines {
        let Some(Numbers::Words { values, .. }) = readings.first() else {
            return Vec::new();
        };
        let mistakes = in_words(row.key, *seed as u64 & ones(row.seed_bits), values);
        match &mut common {
            None => common = Some(mistakes),
            Some(common) => {
                common.retain(|mistake| mistakes.iter().any(|other| other.key == mistake.key));
            }
        }
    }
    common.unwrap_or_default()
}

/// Rows of one generator with two seedings, of which no state can be compared.
const SEEDED_IN_TWO_WAYS: [[&str; 2]; 2] = [
    ["isaac64", "isaac64-mixed-once"],
    ["pcg32-zero", "pcg32-one"],
];

/// Whether two rows of the catalogue have the same step and output, and differ only in their seeding.
pub fn is_same_generator(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let (Some(one), Some(other)) = (catalogue::find(one), catalogue::find(other)) else {
        return false;
    };
    match (one.structure, other.structure) {
        (
            Structure::Congruential {
                multiplier: a,
                increment: c,
                modulus: m,
                ..
            },
            Structure::Congruential {
                multiplier,
                increment,
                modulus,
                ..
            },
        ) => (a, c, m) == (multiplier, increment, modulus),
        (Structure::Seeds, Structure::Seeds) => SEEDED_IN_TWO_WAYS
            .iter()
            .any(|keys| keys.contains(&one.key) && keys.contains(&other.key)),
        _ => {
            let outputs = outputs_of_fixed_state(one);
            outputs.is_some() && outputs == outputs_of_fixed_state(other)
        }
    }
}

/// The first outputs of a row from a fixed raw state, and how many words that state has.
fn outputs_of_fixed_state(row: &Generator) -> Option<(usize, Vec<u64>)> {
    const COUNT: usize = 1300;
    let (words, bits) = match row.structure {
        Structure::Linear { state, bits, .. } => (state, bits),
        Structure::Invertible { needs, .. } => (needs, row.bits),
        _ => return None,
    };
    let mut fixed = (catalogue::find("splitmix64")?.seeded)(1);
    let state: Vec<u64> = (0..words).map(|_| fixed() >> (u64::BITS - bits)).collect();
    let mut stream = row.from_state()?(&state);
    Some((words, (0..COUNT).map(|_| stream()).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Fraction;
    use crate::related::tests::outputs;

    #[test]
    fn a_list_may_begin_anywhere_in_the_other() {
        let words = outputs("mt19937", 1, 300);
        let [a, b] = [words.clone(), words[270..].to_vec()].map(Numbers::words);
        assert_eq!(relate_lists(&a, &b), Some(Relation::BLater(270)));
        let b = Numbers::words([&words[285..], &outputs("mt19937", 2, 200)].concat());
        assert_eq!(relate_lists(&a, &b), Some(Relation::BLater(285)));
    }

    #[test]
    fn lists_that_begin_later_or_lost_a_bit_or_are_reversed_are_related() {
        let words = outputs("mt19937", 1, 30);
        let a = Numbers::words(words.clone());
        assert_eq!(
            relate_lists(&a, &Numbers::words(words[..9].to_vec())),
            Some(Relation::Same(9))
        );
        assert_eq!(
            relate_lists(&a, &Numbers::words(words[2..12].to_vec())),
            Some(Relation::BLater(2))
        );
        assert_eq!(
            relate_lists(&a, &Numbers::words(words.iter().rev().copied().collect())),
            Some(Relation::Reversed)
        );
        for (values, how) in [
            (
                words.iter().map(|word| word >> 1).collect(),
                "the high 31 of 32 bits",
            ),
            (
                words.iter().map(|word| word & 0x7fff_ffff).collect(),
                "the low 31 of 32 bits",
            ),
            (
                words
                    .iter()
                    .map(|word| u64::from((*word as u32).swap_bytes()))
                    .collect(),
                "an output as it is, of outputs with their bytes reversed",
            ),
        ] {
            let Some(Relation::BFromA(found)) = relate_lists(&a, &Numbers::words(values)) else {
                panic!("{how}");
            };
            assert_eq!(found.convention.to_string(), how);
        }
    }

    #[test]
    fn rows_that_differ_in_their_seeding_alone_are_the_same_generator() {
        for (one, other) in [
            ("mt19937", "numpy-mt19937"),
            ("mt19937", "r-mersenne-twister"),
            ("xoshiro256**", "lua-random"),
            ("java-random", "drand48"),
        ] {
            assert!(is_same_generator(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("mt19937", "php5-mt-rand"),
            ("xoshiro256**", "xoshiro128**"),
            ("msvc-rand", "borland-rand"),
            ("pcg32", "sfc32"),
        ] {
            assert!(!is_same_generator(one, other), "{one} {other}");
        }
    }

    #[test]
    #[ignore = "slow: run in CI"]
    fn an_independent_list_beside_a_known_one_is_of_nothing() {
        let words = Numbers::words(outputs("mt19937", 7, 12));
        let options = crate::Options {
            quick: true,
            ..crate::Options::default()
        };
        let known = crate::who(&words, options).answers.remove(0);
        assert_eq!((&*known.generator, known.seed), ("mt19937", Some(7)));
        for seed in 0..2 {
            let random = outputs("numpy-sfc64", 0x5eed_0000 + seed, 40);
            for (bound, count) in [(2, 5), (2, 40), (6, 3), (100, 2), (100, 40), (1 << 32, 12)] {
                let some = random[..count].iter().map(|word| word % bound);
                let numbers = Numbers::words(some.collect());
                assert!(relate_to_answer(&numbers, &known).is_none(), "{numbers:?}");
            }
        }
        let other = Numbers::words(outputs("numpy-mt19937", 7, 12));
        assert!(
            matches!(relate_to_answer(&other, &known), Some(Origin::SameSeed(found)) if found.generator == "numpy-mt19937")
        );
    }

    /// Lists from a generator with different seeds, which have nothing in common, stand for true randomness.
    #[test]
    #[ignore = "slow: run in CI"]
    fn independent_lists_are_never_related() {
        let mut random = outputs("numpy-sfc64", 0x5eed, 400_000).into_iter();
        let mut list = |count: usize, form: usize| -> Numbers {
            let mut next = || random.next().expect("enough");
            match form {
                0 => Numbers::words((0..count).map(|_| next() >> 32).collect()),
                1 => Numbers::words((0..count).map(|_| next()).collect()),
                2 => Numbers::words((0..count).map(|_| next() % 100).collect()),
                3 => Numbers::words((0..count).map(|_| next() % 2).collect()),
                4 => Numbers::words((0..count).map(|_| 1 + next() % 6).collect()),
                5 => Numbers::Fractions(
                    (0..count)
                        .map(|_| {
                            Fraction::printed((next() >> 11) as f64 / 9_007_199_254_740_992.0, 6)
                        })
                        .collect(),
                ),
                6 => Numbers::below(52, &(0..count).map(|_| next() % 52).collect::<Vec<_>>())
                    .expect("below"),
                _ => {
                    let mut deck: Vec<u64> = (0..count as u64).collect();
                    for i in (1..count).rev() {
                        deck.swap(i, (next() % (i as u64 + 1)) as usize);
                    }
                    Numbers::words(deck)
                }
            }
        };
        for round in 0..40 {
            for form in 0..8 {
                for other in 0..8 {
                    let count = [2, 3, 5, 10, 30, 52][round % 6];
                    let (a, b) = (list(count, form), list(count, other));
                    let found = relate_lists(&a, &b);
                    // Two short lists of coins are equal by chance, and are then reported as the same numbers.
                    let is_same = matches!(found, Some(Relation::Same(_)));
                    assert!(
                        found.is_none() || is_same && count < 10,
                        "{found:?}: {a:?} {b:?}"
                    );
                }
            }
        }
    }
}
