//! How much numbers tell, and how many in their form determine a state.

use super::truncated_twister::BITS_NEEDED;
use crate::convention::{Convention, Known, Rule};
use crate::evidence::ENOUGH;
use crate::numbers::Numbers;
use generators::catalogue::{self, Generator, Structure};
use generators::rule::Unit;

/// Generators that people's numbers often come from, and whose states are found from numbers.
const USUAL_SUSPECTS: &[&str] = &[
    "msvc-rand",
    "java-random",
    "v8-math-random",
    "xoshiro256**",
    "random-glibc",
    "mt19937",
    "mt19937-64",
];

/// How many bits a name needs beyond those of the seed or state: [`ENOUGH`], and what is lost to the number of tries.
const MORE_BITS: f64 = ENOUGH + 10.0;

/// About how many bits numbers must tell to determine a seed below 2^32.
pub const BITS_FOR_SEED: f64 = 32.0 + MORE_BITS;

/// How many outputs of MT19937 it takes where none is known whole. The second block of outputs adds little to the first: of
/// fractions of 53 bits, 520 determine 18,929 bits of the state, and 621 all 19,937.
const PARTS_NEEDED: usize = 1248;

/// How many of the given numbers are looked at.
const SAMPLED: usize = 64;

/// How many numbers in a row, in the form of the given ones, determine any state of a generator.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Needed {
    /// The key of the generator.
    pub key: &'static str,
    /// About how many numbers it takes, if they are made in the usual way that tells most.
    pub numbers: usize,
}

/// About how many bits the numbers tell about what made them.
pub fn bits_shown(numbers: &Numbers) -> f64 {
    let most = match numbers {
        Numbers::Words { .. } | Numbers::Bounded(_) | Numbers::Stepped(_) => f64::INFINITY,
        // The bits of a double.
        Numbers::Fractions(_) | Numbers::Points(_) => 53.0,
    };
    let information = numbers.information();
    information.iter().map(|bits| bits.min(most)).sum()
}

/// The generators that often make numbers of this form, each with how many in a row determine any of its states, the fewest
/// first. None if the numbers have several bounds, are sums, or are not all known.
pub fn numbers_for_states(numbers: &Numbers) -> Vec<Needed> {
    let mut all = Vec::new();
    let is_one_form =
        (0..numbers.len()).all(|i| numbers.bound(i) == numbers.bound(0) && numbers.dice(i) == 1);
    if numbers.is_empty() || !is_one_form || numbers.gaps().next().is_some() {
        return all;
    }
    for row in catalogue::all().filter(|row| USUAL_SUSPECTS.contains(&row.key)) {
        let mut fewest = None;
        for convention in Convention::all(numbers, row.bits, row.range()) {
            if is_usual(numbers, convention, row)
                && convention.is_regular(numbers)
                && convention.is_possible(numbers)
                && let Some(count) = numbers_for_state(numbers, row, convention)
            {
                fewest = Some(fewest.map_or(count, |fewest: usize| fewest.min(count)));
            }
        }
        all.extend(fewest.map(|numbers| Needed {
            key: row.key,
            numbers,
        }));
    }
    all.sort_by_key(|needed| needed.numbers);
    all
}

/// Whether some language makes numbers of this row in this way.
fn is_usual(numbers: &Numbers, convention: Convention, row: &Generator) -> bool {
    if !convention.suits(row.key) {
        return false;
    }
    // What all these multiples of 2^-32 are made of has no more bits.
    if numbers.are_multiples_of(2_f64.powi(-32))
        && convention.rule != Rule::Fraction(Unit::High(32))
    {
        return false;
    }
    let bits = match numbers {
        Numbers::Words { bits, .. } => *bits,
        _ => row.bits,
    };
    match row.key {
        "v8-math-random" => convention.is_browsers(),
        // Python's `getrandbits` and Java's `next` give high bits.
        "mt19937" | "java-random" if matches!(convention.rule, Rule::High(_)) => true,
        _ => convention.is_identity() && bits == row.bits || convention.rank(row.key) < usize::MAX,
    }
}

/// How many numbers determine a state of a row, by the method that finds it; `None` if none does.
fn numbers_for_state(numbers: &Numbers, row: &Generator, convention: Convention) -> Option<usize> {
    let each = KnownPerNumber::of(numbers, row, convention);
    let whole = convention.is_identity();
    let needed = match row.structure {
        Structure::Congruential { modulus, .. } => {
            ((modulus as f64).log2() + MORE_BITS) / each.information
        }
        Structure::Linear { state, bits, .. } => {
            (state as f64 * f64::from(bits) + MORE_BITS) / each.bits
        }
        // A carry may make one number greater by 1, so one predicted number is less than its bits.
        Structure::Additive { long, .. } if whole => long as f64 + 2.0,
        Structure::Invertible { needs, .. } if whole => needs as f64 + 1.0,
        Structure::Invertible { .. } if row.key == "mt19937" => f64::max(
            BITS_NEEDED as f64 / each.bits,
            PARTS_NEEDED as f64 / each.outputs,
        ),
        _ => return None,
    };
    needed.is_finite().then(|| needed.ceil() as usize)
}

/// What a number tells about outputs, on average.
struct KnownPerNumber {
    /// Of how many outputs something is known.
    outputs: f64,
    /// How many bits of outputs are known for certain.
    bits: f64,
    /// Minus the base-2 logarithm of the share of outputs that are possible.
    information: f64,
}

impl KnownPerNumber {
    fn of(numbers: &Numbers, row: &Generator, convention: Convention) -> Self {
        let (mut outputs, mut bits, mut information) = (0.0, 0.0, 0.0);
        for (_, known) in convention.known(numbers, SAMPLED) {
            outputs += 1.0;
            bits += f64::from(known.bits(row.bits).0.count_ones());
            information += Known::information(known, row.bits);
        }
        let count = numbers.len().min(SAMPLED) as f64;
        Self {
            outputs: outputs / count,
            bits: bits / count,
            information: information / count,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convention::Tape;
    use crate::numbers::{Bounded, Fraction};
    use crate::{Options, who};

    /// A number of each form.
    fn forms(bits: u32) -> [Numbers; 3] {
        [
            Numbers::Words {
                bits,
                values: vec![1],
            },
            Numbers::Fractions(vec![Fraction::printed(0.5, 16)]),
            Numbers::Bounded(vec![Bounded::new(0, 6)]),
        ]
    }

    /// So many numbers in this form, from outputs that come long after a seed that nobody tries.
    fn numbers(form: &Numbers, row: &Generator, convention: Convention, count: usize) -> Numbers {
        let mut tape = Tape::new((row.seeded)(
            0x6b8b_4567_327b_23c6 & ((1 << (row.seed_bits - 1)) - 1),
        ));
        let made = convention.made(form, &mut tape, 100_000);
        let made = made.take(count);
        match form {
            Numbers::Words { bits, .. } => Numbers::Words {
                bits: *bits,
                values: made.collect(),
            },
            Numbers::Fractions(_) => {
                let values = made.map(|made| Fraction::printed(f64::from_bits(made), 16));
                Numbers::Fractions(values.collect())
            }
            _ => Numbers::below(6, &made.collect::<Vec<_>>()).unwrap(),
        }
    }

    /// Asks about as many numbers as are said to be needed, and about half as many.
    fn needed_numbers_are_enough(keys: &[&str], quick: bool) {
        let mut seen = 0;
        for row in catalogue::all().filter(|row| keys.contains(&row.key)) {
            for form in forms(row.bits) {
                for convention in Convention::all(&form, row.bits, row.range()) {
                    let some = numbers(&form, row, convention, SAMPLED);
                    let all = numbers_for_states(&some);
                    let Some(needed) = all.iter().find(|needed| needed.key == row.key) else {
                        continue;
                    };
                    // Other usual conventions may need more.
                    if !is_usual(&some, convention, row)
                        || numbers_for_state(&some, row, convention) != Some(needed.numbers)
                    {
                        continue;
                    }
                    let options = Options {
                        only: Some(row.key),
                        quick,
                        ..Options::default()
                    };
                    for (count, is_named) in [(needed.numbers, true), (needed.numbers / 2, false)] {
                        let given = numbers(&form, row, convention, count);
                        if given.is_too_few() {
                            continue;
                        }
                        let answers = who(&given, options).answers;
                        let (key, count) = (row.key, given.len());
                        assert_eq!(
                            !answers.is_empty(),
                            is_named,
                            "{count} of {key}: {convention}"
                        );
                        seen += 1;
                    }
                }
            }
        }
        assert!(seen >= 2, "{seen} questions");
    }

    #[test]
    fn needed_numbers_of_quickly_found_states_are_enough() {
        needed_numbers_are_enough(
            &[
                "msvc-rand",
                "java-random",
                "xoshiro256**",
                "random-glibc",
                "mt19937-64",
            ],
            true,
        );
    }
}
