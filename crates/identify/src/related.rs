//! Whether numbers are made from known outputs: those of a generator with a known seed, or another list of numbers.
//!
//! No seed is searched for here, so a few numbers are strong evidence. A relation is stated only if it holds for every number
//! that can be compared, and if these have [`ENOUGH`] bits more than it took to choose the relation among all that were tried.

use std::cell::LazyCell;
use std::fmt;

use generators::catalogue::{self, Generator, Stream, Unseeded};
use generators::pcg32::Pcg32;
use generators::rule::ones;

use crate::convention::{Convention, Tape};
use crate::evidence::ENOUGH;
use crate::numbers::{Numbers, gcd};

/// Outputs that are known.
#[derive(Clone, Copy, Debug)]
pub struct Outputs<'a> {
    /// The outputs, consecutive, from the first that is known.
    pub values: &'a [u64],
    /// The number of bits in an output.
    pub bits: u32,
    /// A bound that all outputs are below.
    pub range: u128,
}

/// How numbers are made from known outputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Related {
    /// How many outputs come before the first one from which a number is made.
    pub position: u64,
    /// How a number is made from outputs.
    pub convention: Convention,
    /// The bound that was found, if none was given.
    pub bound: Option<u64>,
    /// The lowest number, which stands for 0 below that bound.
    pub base: u64,
    /// How many numbers were compared: the known outputs may end earlier.
    pub compared: usize,
}

impl fmt::Display for Related {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "each is {}", self.convention)?;
        if let Some(bound) = self.bound {
            write!(f, ", with n = {bound}")?;
        }
        if self.base > 0 {
            write!(f, ", plus {}", self.base)?;
        }
        match self.position {
            0 => Ok(()),
            1 => write!(f, ", and the first output is left out"),
            position => write!(f, ", and the first {position} outputs are left out"),
        }
    }
}

/// What the numbers may mean.
struct Meaning {
    numbers: Numbers,
    /// The bound that was found, if none was given.
    bound: Option<u64>,
    /// The lowest number, which stands for 0 below that bound.
    base: u64,
}

/// All that the numbers may mean.
fn meanings(numbers: &Numbers, outputs: &Outputs<'_>) -> Vec<Meaning> {
    let mut meanings = vec![Meaning {
        numbers: numbers.clone(),
        bound: None,
        base: 0,
    }];
    let Numbers::Words { bits, values } = numbers else {
        return meanings;
    };
    // The highest bit may be 0 in all of a few words.
    let wider = [15, 16, 31, 32, 48, 53, 63, 64].into_iter();
    for bits in wider.filter(|wider| wider > bits) {
        let values = values.clone();
        meanings.push(Meaning {
            numbers: Numbers::Words { bits, values },
            bound: None,
            base: 0,
        });
    }
    for base in [0, 1] {
        let below: Option<Vec<u64>> = values.iter().map(|value| value.checked_sub(base)).collect();
        let Some(below) = below else { continue };
        for bound in bounds(&below, outputs) {
            meanings.extend(Numbers::below(bound, &below).map(|numbers| Meaning {
                numbers,
                bound: Some(bound),
                base,
            }));
        }
    }
    meanings
}

/// Bounds that the numbers may have if they are remainders or products of the outputs, or of some bits of the outputs.
fn bounds(values: &[u64], outputs: &Outputs<'_>) -> Vec<u64> {
    let greatest = values.iter().max().copied().unwrap_or(0);
    // Below a bound of more than half of all outputs most are as they are: only remainders show such a bound.
    let shown_by_remainders = outputs.range / 2..=outputs.range;
    let mut guesses: Vec<u64> = (1..=3)
        .filter_map(|more| greatest.checked_add(more))
        .collect();
    let mut bounds = Vec::new();
    let kept: [fn(u64, u32) -> u64; 5] = [
        |output, _| output,
        |output, bits| output >> bits.saturating_sub(31),
        |output, bits| output >> (bits / 2),
        |output, _| output & ones(31),
        |output, _| output & ones(15),
    ];
    let scale = f64::from(outputs.bits).exp2();
    for kept in kept {
        let (mut divisor, mut least) = (0, 0.0);
        for (value, output) in values.iter().zip(outputs.values) {
            // A bound divides the difference of an output and its remainder.
            let difference = kept(*output, outputs.bits).abs_diff(*value);
            divisor = gcd(divisor, difference.into());
            least = f64::max(least, *value as f64 * scale / (*output as f64 + 1.0));
        }
        let divisor = divisor as u64;
        let parts = (1..=4).filter(|part| divisor.is_multiple_of(*part));
        bounds.extend(parts.map(|part| divisor / part));
        if least < (1_u64 << 53) as f64 {
            guesses.extend([least as u64, least as u64 + 1]);
        }
    }
    guesses.retain(|bound| !shown_by_remainders.contains(&u128::from(*bound)));
    bounds.extend(guesses);
    // Numbers that are all far below their bound have another.
    bounds.retain(|bound| {
        *bound > greatest.max(1) && *bound < u64::MAX / 2 && *bound / 16 <= greatest
    });
    bounds.sort_unstable();
    bounds.dedup();
    bounds
}

/// How numbers are made from outputs, starting among the first outputs; `tried` is the base-2 logarithm of how many lists of
/// outputs are tried. All numbers must be explained, or with `part`, as many as there are outputs for, and at least half of
/// either list.
pub fn relate_to_outputs(
    numbers: &Numbers,
    outputs: &Outputs<'_>,
    within: u64,
    tried: f64,
    part: bool,
) -> Option<Related> {
    let meanings = meanings(numbers, outputs);
    let places = within.min(outputs.values.len() as u64);
    let least = if part {
        numbers.len().min(outputs.values.len()).div_ceil(2).max(2)
    } else {
        numbers.len()
    };
    let mut best: Option<Related> = None;
    for Meaning {
        numbers,
        bound,
        base,
    } in &meanings
    {
        let conventions = Convention::all(numbers, outputs.bits, outputs.range);
        let choices = (meanings.len() * conventions.len().max(1)) as f64 * (places as f64 + 1.0);
        // Choosing a bound to fit costs as many bits as the bound has.
        let chosen = bound.map_or(0.0, |bound| (bound as f64).log2());
        let needed = choices.log2() + tried + chosen + ENOUGH;
        // Computed only if needed: few conventions get past the first number.
        let information = LazyCell::new(|| numbers.information());
        let is_enough = LazyCell::new(|| information.iter().sum::<f64>() >= needed);
        let first_known: Vec<_> = conventions
            .iter()
            .map(|convention| convention.first_known(numbers))
            .collect();
        for position in 0..=places {
            for (convention, first_known) in conventions.iter().zip(&first_known) {
                // Most are ruled out by their first output.
                if let Some((word, known)) = first_known
                    && !outputs
                        .values
                        .get((position + word) as usize)
                        .is_some_and(|output| known.holds(*output))
                {
                    continue;
                }
                // Numbers that are nearly all equal are compared with nothing, as any output may make them.
                if !*is_enough {
                    continue;
                }
                let Some(compared) = convention.compared(numbers, outputs.values, position) else {
                    continue;
                };
                if compared < least {
                    continue;
                }
                let bits =
                    (0..compared).map(|i| information[i].min(convention.information(numbers, i)));
                if bits.sum::<f64>() < needed
                    || best.as_ref().is_some_and(|best| best.position <= position)
                {
                    continue;
                }
                best = Some(Related {
                    position,
                    convention: *convention,
                    bound: *bound,
                    base: *base,
                    compared,
                });
            }
        }
        if best.is_some() {
            break;
        }
    }
    best
}

/// Numbers beside those that outputs make in the same places.
#[derive(Clone, Debug, PartialEq)]
pub struct InPlace {
    /// How a number is made from outputs: as it makes the most numbers in a row, and of several in the likeliest way.
    pub convention: Convention,
    /// How many numbers are right before the first that is not.
    pub right: usize,
    /// The right numbers, and some that follow.
    pub made: Vec<u64>,
    /// About how many more numbers it takes to tell this from a coincidence of one of the conventions.
    pub missing: usize,
}

/// Compares numbers with those that the outputs of the generator with this key make, from the first on; `None` if they make no
/// such numbers.
pub fn compare_in_place(
    numbers: &Numbers,
    outputs: &Outputs<'_>,
    key: &str,
    more: usize,
) -> Option<InPlace> {
    let mut conventions = Convention::all(numbers, outputs.bits, outputs.range);
    conventions.retain(|convention| convention.suits(key));
    conventions.sort_by_key(|convention| convention.rank(key));
    if Convention::has_blocks(key) {
        let blocks: Vec<_> = conventions.iter().map(|one| one.in_blocks(0)).collect();
        conventions.splice(0..0, blocks);
    }
    let choices = (conventions.len().max(1) as f64).log2();
    let mut best: Option<InPlace> = None;
    for convention in conventions {
        let values: Vec<u64> = outputs.values.to_vec();
        let mut values = values.into_iter();
        let stream: Stream = Box::new(move || values.next().unwrap_or_default());
        let mut tape = Tape::new(stream);
        let made = convention.made(numbers, &mut tape, 0);
        let made: Vec<u64> = made.take(numbers.len() + more).collect();
        let mut right = 0;
        while right < numbers.len() && made.get(right).is_some_and(|made| numbers.is(right, *made))
        {
            right += 1;
        }
        if best.as_ref().is_some_and(|best| best.right >= right) {
            continue;
        }
        let information = numbers.information();
        let bits: f64 = information.iter().take(right).sum();
        let each = bits / right.max(1) as f64;
        let missing = ((choices + ENOUGH - bits) / each.max(0.1)).ceil().max(0.0);
        best = Some(InPlace {
            convention,
            right,
            made,
            missing: missing as usize,
        });
    }
    best
}

/// A generator with a seed, and its description.
struct Seeded {
    name: String,
    about: String,
    range: u128,
    stream: Stream,
}

/// Every row of the catalogue in each of its seedings, and PCG32 on other sequences.
fn seeded(seed: u64) -> impl Iterator<Item = Seeded> {
    const SEQUENCES: u64 = if cfg!(fuzzing) { 1 } else { 1 << 10 };
    catalogue::all()
        .flat_map(move |row| seedings(row, seed & ones(row.seed_bits)))
        .chain((0..SEQUENCES).map(move |sequence| seeded_pcg32(seed, sequence)))
}

/// A row with this seed, by its own seeding, then by the others that it has.
fn seedings(row: &Generator, seed: u64) -> Vec<Seeded> {
    let mut all = vec![(row.key.to_owned(), row.about, (row.seeded)(seed))];
    for other in row.seedings {
        let name = format!("{}:{}", row.key, other.name);
        all.push((name, other.about, (other.seeded)(seed)));
    }
    let mut seeded = Vec::new();
    for (name, about, stream) in all {
        seeded.push(Seeded {
            name,
            about: about.to_owned(),
            range: row.range(),
            stream,
        });
    }
    seeded
}

fn seeded_pcg32(seed: u64, sequence: u64) -> Seeded {
    let mut pcg = Pcg32::srandom(seed, sequence);
    Seeded {
        name: "pcg32".to_owned(),
        about: format!("PCG32 on sequence {sequence}"),
        range: 1 << 32,
        stream: Box::new(move || pcg.next_word().into()),
    }
}

/// How many outputs of a generator may come before the first number. A fuzz target has no time for many.
const WITHIN: u64 = if cfg!(fuzzing) { 4 } else { 64 };

/// A generator that makes numbers from a known seed.
#[derive(Clone, Debug)]
pub struct FromSeed {
    /// The key of the generator, with the name of its seeding if it has several.
    pub generator: String,
    /// What it is.
    pub about: String,
    /// How the numbers are made from its outputs.
    pub related: Related,
}

/// The generators that make these numbers from this seed, by their own seeding or another.
pub fn generators_making(numbers: &Numbers, seed: u64) -> impl Iterator<Item = FromSeed> {
    let tried = (seeded(seed).count() as f64).log2();
    seeded(seed).filter_map(move |one| relate_to_seeded(numbers, one, tried))
}

/// The libraries that make these numbers if nobody seeds them, those with this generator first.
pub fn unseeded_making(
    numbers: &Numbers,
    key: &str,
) -> impl Iterator<Item = (&'static Unseeded, Related)> {
    let tried = (catalogue::UNSEEDED.len() as f64).log2();
    let (own, others): (Vec<&Unseeded>, Vec<&Unseeded>) = catalogue::UNSEEDED
        .iter()
        .partition(|unseeded| unseeded.key == key);
    own.into_iter().chain(others).filter_map(move |unseeded| {
        let (stream, range) = (unseeded.stream(), unseeded.row().range());
        Some((
            unseeded,
            relate_to_stream(numbers, stream, range, WITHIN, tried)?,
        ))
    })
}

fn relate_to_seeded(numbers: &Numbers, seeded: Seeded, tried: f64) -> Option<FromSeed> {
    Some(FromSeed {
        related: relate_to_stream(numbers, seeded.stream, seeded.range, WITHIN, tried)?,
        generator: seeded.name,
        about: seeded.about,
    })
}

/// How numbers are made from a stream of outputs that should be below `range`, as [`relate_to_outputs`] finds it.
pub(crate) fn relate_to_stream(
    numbers: &Numbers,
    mut stream: Stream,
    range: u128,
    within: u64,
    tried: f64,
) -> Option<Related> {
    let mut values = Vec::new();
    for _ in 0..within as usize + 4 * numbers.len() {
        values.push(stream());
    }
    let outputs = Outputs {
        values: &values,
        bits: (range - 1).checked_ilog2()? + 1,
        range,
    };
    // Outputs that a mistake leaves too wide, or negative, make no such numbers.
    if values.iter().any(|value| u128::from(*value) >= range) {
        return None;
    }
    relate_to_outputs(numbers, &outputs, within, tried, false)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::numbers::Fraction;

    /// The first outputs of a row.
    pub(crate) fn outputs(key: &str, seed: u64, count: usize) -> Vec<u64> {
        let mut stream = (catalogue::find(key).unwrap().seeded)(seed);
        (0..count).map(|_| stream()).collect()
    }

    #[test]
    fn numbers_that_are_nearly_all_equal_are_not_related() {
        let (ones, mut others) = (vec![1; 5000], vec![1; 5000]);
        others[1] = 2;
        let lists = [ones, others].map(Numbers::words);
        assert_eq!(crate::pair::relate_lists(&lists[0], &lists[1]), None);
    }

    #[test]
    fn every_second_word_is_not_below_an_invented_bound() {
        let outputs = outputs("mt19937", 1, 120);
        let second: Vec<u64> = outputs.iter().copied().step_by(2).collect();
        let more: Vec<u64> = outputs[..60].iter().map(|word| word + 1).collect();
        for words in [second, more] {
            let bound = how(&Numbers::words(words), &outputs).and_then(|related| related.bound);
            assert_eq!(bound, None);
        }
    }

    fn how(numbers: &Numbers, values: &[u64]) -> Option<Related> {
        let outputs = Outputs {
            values,
            bits: 32,
            range: 1 << 32,
        };
        relate_to_outputs(numbers, &outputs, 8, 0.0, false)
    }

    #[test]
    fn fractions_remainders_products_and_later_words_are_recognised() {
        let words = outputs("mt19937", 42, 200);
        let fractions = words[..20]
            .iter()
            .map(|&word| Fraction::printed(word as f64 / 4_294_967_296.0, 9));
        let found = how(&Numbers::Fractions(fractions.collect()), &words).unwrap();
        assert_eq!(found.convention.to_string(), "output / 2^32");
        let remainders = Numbers::words(words[..40].iter().map(|word| word % 100).collect());
        let found = how(&remainders, &words).unwrap();
        assert_eq!(
            (&*found.convention.to_string(), found.bound),
            ("output % n", Some(100))
        );
        let dice = Numbers::words(
            words[..60]
                .iter()
                .map(|word| 1 + ((word * 6) >> 32))
                .collect(),
        );
        let found = how(&dice, &words).unwrap();
        assert_eq!((found.bound, found.base), (Some(6), 1));
        let later = how(&Numbers::words(words[3..9].to_vec()), &words).unwrap();
        assert!(later.position == 3 && later.convention.is_identity());
    }

    #[test]
    fn numbers_of_another_stream_are_not_related() {
        let words = outputs("mt19937", 42, 200);
        assert_eq!(how(&Numbers::words(vec![u64::MAX; 3]), &words), None);
        for key in ["java-random", "xorshift32", "mt19937"] {
            let others = outputs(key, 43, 200);
            assert_eq!(how(&Numbers::words(others.clone()), &words), None, "{key}");
            for bound in [2, 6, 100, 1 << 20] {
                let below = others.iter().map(|word| word % bound).collect();
                assert_eq!(
                    how(&Numbers::words(below), &words),
                    None,
                    "{key} below {bound}"
                );
            }
        }
    }
}
