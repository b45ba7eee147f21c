//! Mistakes that any generator can have: a seed or a word is cut or rotated, another rule makes numbers, or one constant differs.

use std::borrow::Cow;

use generators::definition::{Constant, Kind};
use generators::rule::{Rule, Unit, ones};

use super::arithmetic::WRONG;
use super::model::{Model, block_of};
use super::side::{Flaw, General, Reseeding};

/// The key of a mistake, what is wrong, and whether the mistake is a common one.
pub(super) struct Wrong {
    pub(super) key: Cow<'static, str>,
    pub(super) about: Cow<'static, str>,
    pub(super) general: General,
    pub(super) common: bool,
}

impl Wrong {
    /// A mistake that is not a common one.
    fn new(
        key: impl Into<Cow<'static, str>>,
        about: impl Into<Cow<'static, str>>,
        general: General,
    ) -> Self {
        Self {
            key: key.into(),
            about: about.into(),
            general,
            common: false,
        }
    }
}

const HALF: u64 = 0xffff_ffff;
const POSITIVE: u64 = 0x7fff_ffff;

type Seed = (Flaw, fn(u64) -> u64);

/// What a mistake does to seeds.
const SEEDS: [Seed; 14] = [
    (
        Flaw::new("seed-of-32-bits", "the seed is cut to 32 bits"),
        |seed| seed & HALF,
    ),
    (
        Flaw::new("seed-of-31-bits", "the seed is cut to 31 bits"),
        |seed| seed & POSITIVE,
    ),
    (
        Flaw::new("seed-of-16-bits", "the seed is cut to 16 bits"),
        |seed| seed & 0xffff,
    ),
    (
        Flaw::new("seed-absolute", "a negative seed is made positive"),
        |seed| seed.cast_signed().unsigned_abs(),
    ),
    (
        Flaw::new("seed-clamped-at-0", "a negative seed is made 0"),
        |seed| seed.cast_signed().max(0).cast_unsigned(),
    ),
    (
        Flaw::new("seed-clamped-at-1", "a seed below 1 is made 1"),
        |seed| seed.cast_signed().max(1).cast_unsigned(),
    ),
    (
        Flaw::new(
            "seed-clamped-at-2^31-1",
            "an unsigned seed of 2^31 or above is made 2^31 - 1",
        ),
        |seed| seed.min(POSITIVE),
    ),
    (
        Flaw::new("seed-mod-2^31-1", "the seed is taken modulo 2^31 - 1"),
        |seed| {
            let is_negative = i32::try_from(seed.cast_signed()).is_ok_and(i32::is_negative);
            (if is_negative { seed & HALF } else { seed }) % POSITIVE
        },
    ),
    (Flaw::new("seed-0-is-1", "seed 0 is made 1"), |seed| {
        seed.max(1)
    }),
    (
        Flaw::new(
            "seed-as-double",
            "the seed passes through a double, which keeps 53 bits",
        ),
        |seed| seed as f64 as u64,
    ),
    (
        Flaw::new(
            "seed-bytes-reversed",
            "the bytes of the seed are in reverse order",
        ),
        u64::swap_bytes,
    ),
    (
        Flaw::new(
            "seed-halves-exchanged",
            "the halves of the seed have changed places",
        ),
        |seed| seed.rotate_left(32),
    ),
    (
        Flaw::new("seed-one-more", "the seed is 1 more than it should be"),
        |seed| seed.wrapping_add(1),
    ),
    (
        Flaw::new("seed-one-less", "the seed is 1 less than it should be"),
        |seed| seed.wrapping_sub(1),
    ),
];

type Word = (Flaw, fn(i128, u32) -> i128);

/// How words of a number of bits are shown.
const WORDS: [Word; 7] = [
    (
        Flaw::new(
            "words-signed",
            "words are signed: they must be read as unsigned, in JavaScript with >>> 0",
        ),
        |word, bits| word.wrapping_sub(word >> (bits - 1) << bits),
    ),
    (
        Flaw::new("words-without-highest-bit", "words lack their highest bit"),
        |word, bits| word & i128::from(ones(bits - 1)),
    ),
    (
        Flaw::new(
            "words-halved",
            "words are shifted right by one, and lack their lowest bit",
        ),
        |word, _| word >> 1,
    ),
    (
        Flaw::new(
            "word-bytes-reversed",
            "the bytes of a word are in reverse order",
        ),
        |word, bits| ((word as u64).swap_bytes() >> (64 - bits.next_multiple_of(8))).into(),
    ),
    (
        Flaw::new(
            "word-halves-exchanged",
            "the halves of a word have changed places",
        ),
        |word, bits| {
            let half = bits.div_ceil(2);
            (word >> half) | (word & i128::from(ones(half))) << half
        },
    ),
    (
        Flaw::new(
            "low-half-of-words",
            "a word is the low half of what it should be",
        ),
        |word, bits| word & i128::from(ones(bits / 2)),
    ),
    (
        Flaw::new(
            "high-half-of-words",
            "a word is the high half of what it should be",
        ),
        |word, bits| word >> (bits / 2),
    ),
];

const fn modulo(shift: u32, bits: u32) -> Rule {
    Rule::Modulo { shift, bits }
}

/// Rules that make numbers from words of this many bits.
fn rules(bits: u32) -> Vec<(&'static str, Rule)> {
    let mut rules = vec![
        ("bounded-by-remainder", modulo(0, 64)),
        ("bounded-by-15-bits", modulo(0, 15)),
        ("bounded-by-high-bits", modulo(bits.saturating_sub(14), 14)),
        ("bounded-by-product", Rule::Multiply),
        ("bounded-by-quotient", Rule::Divide),
        ("bounded-rejecting-lowest", Rule::Reject { lowest: true }),
        ("bounded-rejecting-highest", Rule::Reject { lowest: false }),
        ("bounded-as-by-lemire", Rule::Lemire),
        ("bounded-by-closed-fraction", Rule::Floor(Unit::Closed)),
    ];
    if bits >= 32 {
        rules.push(("bounded-as-in-java", Rule::Java));
    }
    if bits == 64 {
        rules.push(("bounded-by-low-half", modulo(0, 32)));
        rules.push(("bounded-by-high-half", modulo(32, 32)));
        rules.push(("bounded-by-double", Rule::Floor(Unit::High(53))));
    }
    rules
}

/// Other values for a constant, those of common mistakes first, and how many of them there are.
fn others(constant: &Constant) -> (Vec<u64>, usize) {
    let value = constant.value;
    let (mut common, rare) = match constant.kind {
        Kind::Shift(below) => (vec![value.wrapping_sub(1), value + 1], (0..below).collect()),
        Kind::Count => (
            vec![0, 1, value.wrapping_sub(1), value + 1, 2 * value],
            (2..2 * value).collect(),
        ),
        Kind::Factor(bits) => {
            let (decimal, hexadecimal) = (value.to_string(), format!("{value:x}"));
            let misread = u128::from_str_radix(&decimal, 16).unwrap_or(0) as u64;
            let common = vec![
                0,
                misread,
                value & HALF,
                value & POSITIVE,
                value & 0xffff,
                value >> 32,
                value as f64 as u64,
                value.rotate_left(32),
                value.wrapping_neg(),
            ];
            let mut rare = with_other_digits(&decimal, 10);
            rare.extend(with_other_digits(&hexadecimal, 16));
            rare.extend(with_exchanged_digits(&decimal, 10));
            rare.extend(with_exchanged_digits(&hexadecimal, 16));
            (low_bits(common, bits), low_bits(rare, bits))
        }
    };
    let count = common.len();
    common.extend(rare);
    let mut seen = vec![value];
    let mut kept = 0;
    for (at, other) in common.into_iter().enumerate() {
        let fits = if let Kind::Shift(below) = constant.kind {
            other < below
        } else {
            other < u64::MAX
        };
        if fits && !seen.contains(&other) {
            seen.push(other);
            kept += usize::from(at < count);
        }
    }
    (seen.split_off(1), kept)
}

/// The numbers that differ from these digits in one.
fn with_other_digits(digits: &str, radix: u32) -> Vec<u64> {
    let mut all = Vec::new();
    for place in 0..digits.len() {
        for digit in (0..radix).filter_map(|digit| char::from_digit(digit, radix)) {
            let mut other = digits.to_owned();
            other.replace_range(place..=place, digit.encode_utf8(&mut [0; 4]));
            all.extend(u64::from_str_radix(&other, radix));
        }
    }
    all
}

/// The numbers in which two neighbours of these digits have changed places.
fn with_exchanged_digits(digits: &str, radix: u32) -> Vec<u64> {
    let mut all = Vec::new();
    for place in 1..digits.len() {
        let mut other: Vec<char> = digits.chars().collect();
        other.swap(place - 1, place);
        all.extend(u64::from_str_radix(&String::from_iter(other), radix));
    }
    all
}

fn low_bits(values: Vec<u64>, bits: u32) -> Vec<u64> {
    values.into_iter().map(|value| value & ones(bits)).collect()
}

/// A constant as people write it.
fn shown(value: u64) -> String {
    if value < 1 << 16 {
        value.to_string()
    } else {
        format!("{value} ({value:#x})")
    }
}

/// The description of a constant where several values explain the same answers.
pub(super) fn one_of(constant: &Constant, values: &[u64]) -> String {
    let Constant { name, value, .. } = constant;
    format!(
        "the {name} is wrong: it must be {}; at least {} other values give these answers, such as {}",
        shown(*value),
        values.len(),
        shown(values[0])
    )
}

/// All mistakes of a generator with words of this many bits, including those of the row's model, if it has one.
pub(super) fn all(right: General, bits: u32, model: Option<Model>) -> impl Iterator<Item = Wrong> {
    let seeds = SEEDS.into_iter().map(move |(flaw, seed)| {
        let mut general = right;
        general.seed = seed;
        Wrong::new(flaw.key, flaw.about, general)
    });
    let words = WORDS.into_iter().map(move |(flaw, word)| {
        let mut general = right;
        general.word = word;
        Wrong::new(flaw.key, flaw.about, general)
    });
    let rules = rules(bits).into_iter().map(move |(key, rule)| {
        let mut general = right;
        general.rule = Some(rule);
        let about = format!(
            "numbers below n are made by another rule: {}",
            rule.of_words(bits)
        );
        Wrong::new(key, about, general)
    });
    let constants = right
        .constants
        .iter()
        .copied()
        .enumerate()
        // A shift by 0 cannot be wrong: taking other high bits is another convention.
        .filter(|(_, constant)| !matches!((constant.kind, constant.value), (Kind::Shift(_), 0)))
        .flat_map(move |(at, constant)| {
            let (values, common) = others(&constant);
            values.into_iter().enumerate().map(move |(place, value)| {
                let mut general = right;
                general.changed = (at, value);
                let Constant {
                    name,
                    value: expected,
                    ..
                } = constant;
                Wrong {
                    key: format!("{}-{value}", name.replace(' ', "-")).into(),
                    about: format!(
                        "the {name} is {}: it must be {}",
                        shown(value),
                        shown(expected)
                    )
                    .into(),
                    general,
                    common: place < common,
                }
            })
        });
    let signed_shifts = (0..).zip(right.constants).filter_map(move |(at, constant)| {
        let mut general = right;
        general.signed_shift = Some(at);
        let name = constant.name;
        let is_shift = matches!(constant.kind, Kind::Shift(_)) && constant.value > 0;
        is_shift.then(|| {
            let about = format!(
                "the {name} keeps the sign: it must be logical (>>> in Java and JavaScript, or unsigned words)"
            );
            Wrong::new(format!("{}-keeps-sign", name.replace(' ', "-")), about, general)
        })
    });
    let arithmetic = WRONG.iter().map(move |(flaw, wrong)| {
        let mut general = right;
        general.arithmetic = wrong;
        Wrong::new(flaw.key, flaw.about, general)
    });
    seeds
        .chain(words)
        .chain(rules)
        .chain(arithmetic)
        .chain(signed_shifts)
        .chain(
            model
                .into_iter()
                .flat_map(move |model| of_model(right, &model)),
        )
        .chain(constants)
}

/// How many of the first words may be left out.
const SKIPPED: u16 = 3;

/// The mistakes that a row of the catalogue can have, apart from its constants.
fn of_model(right: General, model: &Model) -> Vec<Wrong> {
    let mut all = Vec::new();
    for flaw in model.flaws {
        let mut general = right;
        general.flaw = Some(flaw);
        all.push(Wrong::new(flaw.key, flaw.about, general));
    }
    for (place, line) in (0..).zip(model.lines) {
        let mut general = right;
        general.lines = [Some(place), None];
        all.push(Wrong::new(
            format!("line-{}-left-out", place + 1),
            format!("the line `{line}` is left out"),
            general,
        ));
    }
    for (place, lines) in (0..).zip(model.lines.windows(2)) {
        let mut general = right;
        general.lines = [None, Some(place)];
        let [first, next] = [lines[0], lines[1]];
        all.push(Wrong::new(
            format!("lines-{}-and-{}-exchanged", place + 1, place + 2),
            format!("the lines `{first}` and `{next}` have changed places"),
            general,
        ));
    }
    for count in 1..=SKIPPED {
        all.push(skipping(right, count));
    }
    for (flaw, reseeding) in RESEEDINGS {
        let mut general = right;
        general.reseeding = Some(reseeding);
        all.push(Wrong::new(flaw.key, flaw.about, general));
    }
    if let Some(block) = block_of(model.key) {
        let [mut reversed, mut skipping] = [right; 2];
        reversed.is_reversed = true;
        skipping.skipped = block;
        all.push(Wrong::new(
            "blocks-reversed",
            format!(
                "each block of {block} words is handed out from the wrong end: its last word must be its first"
            ),
            reversed,
        ));
        all.push(Wrong::new(
            "block-thrown-away",
            format!("the first block, of {block} words, is thrown away: it must be handed out"),
            skipping,
        ));
    }
    all
}

/// The mistake of leaving out so many of the first words.
pub(super) fn skipping(right: General, count: u16) -> Wrong {
    let mut general = right;
    general.skipped = count;
    let words = if count == 1 {
        "the first word is"
    } else {
        "the first words are"
    };
    Wrong::new(
        format!("skipped-{count}"),
        format!("{words} left out: the stream begins {count} later"),
        general,
    )
}

/// Ports that seed their generator again for each word.
const RESEEDINGS: [(Flaw, Reseeding); 3] = [
    (
        Flaw::new(
            "always-first-word",
            "each word is the first of the seed: the generator is seeded again for each word, or its state is not stored",
        ),
        Reseeding::Same,
    ),
    (
        Flaw::new(
            "reseeded-with-one-more",
            "the generator is seeded again for each word, with a seed that is 1 more: it must be seeded once",
        ),
        Reseeding::OneMore,
    ),
    (
        Flaw::new(
            "reseeded-with-word",
            "the generator is seeded again for each word, with the word before as its seed: it must be seeded once",
        ),
        Reseeding::Word,
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_values_of_a_factor_are_digits_and_what_is_cut_or_misread() {
        let (values, common) = others(&Constant::factor("multiplier", 214_013, 32));
        let has = |value: u64| values.iter().position(|other| *other == value);
        // In hexadecimal, then without its upper half, then as a signed number.
        assert!(
            [0x0021_4013, 0x0000_43fd, 214_013_u64.wrapping_neg() & HALF]
                .iter()
                .all(|value| has(*value).is_some_and(|place| place < common))
        );
        assert!(has(214_113) >= Some(common) && has(0x343f0) >= Some(common));
        assert!(has(214_013).is_none());
    }

    #[test]
    fn a_shift_that_is_none_is_no_constant_to_mistake() {
        const NONE: &[Constant] = &[Constant::shift("shift", 0, 64)];
        let mut all = all(General::right(NONE), 32, None);
        assert!(all.all(|wrong| !wrong.key.starts_with("shift-1")));
    }
}
