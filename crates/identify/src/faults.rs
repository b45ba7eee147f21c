//! What is wrong with a port, told from the numbers that it printed in any form: words, fractions, or numbers below a bound.

use std::fmt;

use generators::catalogue::{self, Generator, Stream, Structure};

use crate::mistakes::{self, Mistake};
use crate::numbers::Numbers;
use crate::parallel;
use crate::related::{Related, relate_to_stream};
use crate::who::{Control, state_before};

/// What is wrong with a port.
#[derive(Clone, Debug)]
pub enum Fault {
    /// With any of these mistakes the subject makes the numbers.
    Mistakes(Vec<Mistake>, Made),
    /// Its steps are right, but not its seeding.
    Seeding {
        /// The raw state before the first number.
        found: Vec<u64>,
        /// The raw state that the seed makes.
        right: Vec<u64>,
    },
}

/// How numbers are made from outputs of 32 or 64 bits.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// Whether the highest bit of each output is inverted, as a signed word is if it counts from the least one on.
    pub from_least: bool,
    /// How the numbers are made from these.
    pub related: Related,
}

impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.from_least {
            write!(f, "with the highest bit of each output inverted, ")?;
        }
        write!(f, "{}", self.related)
    }
}

/// What is wrong with a port of a subject, whose outputs are below `range`, if it made these numbers from this seed; `None` if nothing
/// is, or if that is not known beyond coincidence. Mistakes that make the same numbers are all named.
pub fn find_fault(
    numbers: &Numbers,
    subject: &str,
    seed: u64,
    range: u128,
    control: Control<'_>,
) -> Option<Fault> {
    let right = || mistakes::right_words(subject, seed);
    if make(numbers, right()?, range, 0.0).is_some() {
        return None;
    }
    let ignoring = mistakes::ignoring_seed(subject);
    let ignoring = ignoring.into_iter().map(|(_, mistake)| mistake).collect();
    let mut single: Vec<Mistake> = mistakes::of(subject).cloned().collect();
    single.extend(mistakes::searched(subject, false));
    // That the words are those of another seed is a fact, and comes before causes by which the seed may have become that one.
    for tried in [ignoring, single] {
        let making = making(numbers, subject, seed, range, tried);
        if !making.is_empty() {
            return named(making);
        }
    }
    if let Some(fault) = find_other_seeding(numbers, subject, seed, range, control) {
        return Some(fault);
    }
    // Pairs in whole words are searched for elsewhere, and dice would take long.
    if !matches!(numbers, Numbers::Fractions(_)) {
        return None;
    }
    let mut both = making(
        numbers,
        subject,
        seed,
        range,
        mistakes::both(subject).collect(),
    );
    if both.iter().any(|(mistake, _)| ignores_seed(mistake)) {
        both.retain(|(mistake, _)| ignores_seed(mistake));
    }
    if both.len() > MOST_PAIRS {
        return None;
    }
    named(both)
}

fn ignores_seed(mistake: &Mistake) -> bool {
    mistake.key.contains(mistakes::IGNORED)
}

/// Pairs of mistakes are named only if there are at most so many: the same two in both orders are two.
const MOST_PAIRS: usize = 4;

/// Whether a subject with this mistake does not make these numbers from this seed, and they are enough to tell.
pub fn is_contradicted(
    mistake: &Mistake,
    numbers: &Numbers,
    subject: &str,
    seed: u64,
    range: u128,
) -> bool {
    let bits: f64 = numbers.information().iter().sum();
    let stream = mistake.words(subject, seed);
    bits >= TELLING && stream.is_none_or(|stream| make(numbers, stream, range, 0.0).is_none())
}

/// Numbers with so many bits are related to whatever made them.
const TELLING: f64 = 100.0;

/// How the numbers are made from a stream, if they are.
pub fn make(numbers: &Numbers, mut stream: Stream, range: u128, tried: f64) -> Option<Made> {
    let mut outputs = Vec::new();
    for _ in 0..4 * numbers.len() {
        outputs.push(stream());
    }
    let highest = match numbers {
        Numbers::Fractions(_) if range.is_power_of_two() => (range >> 1) as u64,
        _ => 0,
    };
    for inverted in [0, highest] {
        let mut known = outputs.clone().into_iter();
        let stream = Box::new(move || known.next().unwrap_or_default() ^ inverted);
        if let Some(related) = relate_to_stream(numbers, stream, range, 0, tried + 1.0) {
            let from_least = inverted > 0;
            return Some(Made {
                from_least,
                related,
            });
        }
    }
    None
}

/// The mistakes that make the numbers, each with how.
fn making(
    numbers: &Numbers,
    subject: &str,
    seed: u64,
    range: u128,
    tried: Vec<Mistake>,
) -> Vec<(Mistake, Made)> {
    let bits = (tried.len() as f64).log2();
    let first = numbers.first(FIRST);
    let making = parallel::map(tried, |mistake| {
        let stream = || mistake.words(subject, seed);
        make(&first, stream()?, range, bits)?;
        let made = make(numbers, stream()?, range, bits)?;
        Some((mistake, made))
    });
    making.into_iter().flatten().collect()
}

/// With so many numbers most mistakes are ruled out.
const FIRST: usize = 64;

/// The mistakes as the fault, if all make the numbers in one way: where they do not, the way is not known either.
fn named(making: Vec<(Mistake, Made)>) -> Option<Fault> {
    let made = making.first()?.1.clone();
    if making.iter().any(|(_, other)| *other != made) {
        return None;
    }
    let mistakes = making.into_iter().map(|(mistake, _)| mistake).collect();
    Some(Fault::Mistakes(mistakes::merged(mistakes), made))
}

/// So many outputs determine the state of any row, and so many may have been left out before the first number.
const ENOUGH: usize = 4096;

/// The fault in a seeding, if the numbers are made by the subject's own steps from another state.
fn find_other_seeding(
    numbers: &Numbers,
    subject: &str,
    seed: u64,
    range: u128,
    control: Control<'_>,
) -> Option<Fault> {
    let row = catalogue::find(subject)?;
    let found = state_before(numbers, row.key, control)?;
    let mut right = (row.seeded)(seed);
    let values: Vec<u64> = (0..ENOUGH).map(|_| right()).collect();
    let mut port = stream_from(row, &found)?;
    let first: [u64; 4] = std::array::from_fn(|_| port());
    if let Some(place) = values.windows(first.len()).position(|words| words == first) {
        let mistake = mistakes::skipping(subject, u16::try_from(place).ok()?)?;
        let made = make(numbers, mistake.words(subject, seed)?, range, 0.0)?;
        return Some(Fault::Mistakes(vec![mistake], made));
    }
    let bits = (range - 1).checked_ilog2()? + 1;
    let right = state_before(&Numbers::Words { bits, values }, row.key, control)?;
    Some(Fault::Seeding { found, right })
}

/// The outputs from a state as a seeding leaves it.
fn stream_from(row: &Generator, state: &[u64]) -> Option<Stream> {
    if let Structure::Congruential {
        multiplier,
        increment,
        modulus,
        shift,
        mask,
    } = row.structure
    {
        let mut x = u128::from(*state.first()?);
        return Some(Box::new(move || {
            x = (x * u128::from(multiplier) + u128::from(increment)) % modulus;
            (x as u64) >> shift & mask
        }));
    }
    let mut stream = row.from_state()?(state);
    // A Twister's own function hands out the words of a state before it makes others of them.
    for _ in 0..if state.len() == 624 { 624 } else { 0 } {
        stream();
    }
    Some(stream)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Fraction;
    use crate::related::tests::outputs;

    /// The keys of the mistakes that make the numbers from a seed, and how.
    fn mistakes(subject: &str, seed: u64, numbers: &Numbers) -> (Vec<String>, Made) {
        let range = catalogue::find(subject).unwrap().range();
        let fault = find_fault(numbers, subject, seed, range, Control::default());
        let Some(Fault::Mistakes(mistakes, made)) = fault else {
            panic!("{subject}: {fault:?}");
        };
        let keys = mistakes.iter().map(|mistake| mistake.key.to_string());
        (keys.collect(), made)
    }

    fn fractions(of: impl IntoIterator<Item = f64>) -> Numbers {
        let printed = of.into_iter().map(|value| Fraction::printed(value, 17));
        Numbers::Fractions(printed.collect())
    }

    #[test]
    fn mistakes_are_found_in_dice() {
        // What Node prints for `1 + Math.floor(6 * random())` over Mulberry32 whose last line is `(t ^ t >> 14) >>> 0`.
        let dice = [
            3, 3, 1, 2, 2, 3, 2, 3, 1, 3, 2, 1, 2, 2, 2, 3, 2, 3, 1, 3, 1, 1, 3, 1, 2, 1, 2, 2, 3,
            1, 2, 1, 3, 2, 2, 3, 1, 1, 3, 3,
        ];
        let (keys, made) = mistakes("mulberry32", 42, &Numbers::words(dice.into()));
        assert_eq!(keys, ["third-shift-keeps-sign"]);
        assert_eq!((made.related.bound, made.related.base), (Some(6), 1));
    }

    #[test]
    fn signed_words_from_the_least_one_on_are_told_from_mistakes() {
        // The first numbers of prando 6.0.1 from the seed 42.
        let printed = [
            0.502_643_892_658_558_7,
            0.160_243_312_865_552_32,
            0.428_090_565_937_592_3,
            0.414_327_528_657_002_3,
            0.477_345_309_797_056_3,
            0.377_194_811_212_177_13,
            0.816_023_169_275_378_7,
            0.512_733_117_796_651_3,
        ];
        let (keys, _) = mistakes("xorshift32", 42, &fractions(printed));
        assert_eq!(keys, ["shift-keeps-sign"]);
    }

    #[test]
    fn right_numbers_have_no_fault() {
        for key in [
            "mulberry32",
            "xorshift32",
            "mt19937",
            "java-random",
            "pcg32",
        ] {
            let row = catalogue::find(key).unwrap();
            let words = outputs(key, 42, 40);
            let scaled = words.iter().map(|word| *word as f64 / 2_f64.powi(32));
            let rolls = words.iter().map(|word| (word * 6) >> 32);
            for numbers in [
                fractions(scaled),
                Numbers::words(rolls.collect()),
                Numbers::words(words.clone()),
            ] {
                let found = find_fault(&numbers, key, 42, row.range(), Control::default());
                assert!(found.is_none(), "{key}: {found:?}");
            }
        }
    }

    #[test]
    fn another_state_is_the_fault_of_a_seeding() {
        // The first words are those of a port in Python.
        let mut stream = catalogue::find("xoshiro256**")
            .unwrap()
            .from_state()
            .unwrap()(&[42, 1, 2, 3]);
        let words: Vec<u64> = (0..40).map(|_| stream()).collect();
        assert_eq!(
            words[..4],
            [5760, 236_160, 755_210_880, 405_323_997_417_538_560]
        );
        let found = find_fault(
            &Numbers::words(words),
            "xoshiro256**",
            42,
            1 << 64,
            Control::default(),
        );
        let Some(Fault::Seeding { found, right }) = found else {
            panic!("{found:?}");
        };
        assert_eq!(found, [42, 1, 2, 3]);
        // The first outputs of splitmix64 from the seed 42.
        assert_eq!(right[0], 13_679_457_532_755_275_413);
    }

    /// Words that no generator of the catalogue makes: those of the standard library's hash.
    fn hashed(key: &str, count: u64) -> Vec<u64> {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut words = Vec::new();
        for place in 0..count {
            let mut hasher = DefaultHasher::new();
            (key, place).hash(&mut hasher);
            words.push(hasher.finish());
        }
        words
    }

    #[test]
    #[ignore = "slow: run in CI"]
    fn numbers_of_nobody_have_no_fault_in_any_row() {
        for row in catalogue::all() {
            let words = hashed(row.key, 60);
            let forms = [
                fractions(
                    words
                        .iter()
                        .map(|word| (word >> 11) as f64 / 2_f64.powi(53)),
                ),
                Numbers::words(words.iter().map(|word| word % 6 + 1).collect()),
                Numbers::words(words.iter().map(|word| word >> (64 - row.bits)).collect()),
            ];
            for numbers in forms {
                let found = find_fault(&numbers, row.key, 42, row.range(), Control::default());
                assert!(found.is_none(), "{}: {found:?}", row.key);
            }
        }
    }
}
