//! Hints at the kind of mistake that makes a difference.

use std::fmt;

use crate::output::{Drawn, Output, Seen};

/// The most values on which a shift by one draw is checked.
const WINDOW: usize = 16;
/// The fewest values on which a shift by one draw must be seen.
const LEAST: usize = 8;
/// How many bits a mask or a shift must explain: fewer are too often explained by chance.
const BITS: u32 = 8;

/// One half of a comparison.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Half {
    /// The side that is taken to be right.
    Expected,
    /// The side under test.
    Actual,
}

impl Half {
    /// The other half.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Expected => Self::Actual,
            Self::Actual => Self::Expected,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Expected => "expected",
            Self::Actual => "actual",
        }
    }
}

/// A relation that holds between what was expected and what was seen. It hints at the cause and proves nothing.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[non_exhaustive]
pub enum Hint {
    /// The actual side took one draw too many.
    ExtraDraw,
    /// The actual side took one draw too few.
    MissingDraw,
    /// Two consecutive draws are in the wrong order.
    SwappedDraws,
    /// One half holds only the low bits of the other.
    Mask {
        /// The half that has lost its high bits.
        masked: Half,
        /// How many low bits are left.
        bits: u32,
    },
    /// The actual value is the expected one with the opposite sign.
    Negated,
    /// One half is the other with a sign extended from this many bits.
    SignExtended {
        /// The width of the number that was extended.
        bits: u32,
    },
    /// The values are equal modulo 2^32.
    Wrapped,
    /// `shifted` is the other half after a shift.
    Shift {
        /// The half that is equal to the other one shifted.
        shifted: Half,
        /// Whether the shift is to the left, dropping what leaves 32 bits; otherwise to the right.
        left: bool,
        /// The number of bits.
        by: u32,
    },
    /// The actual value is the expected one plus this, which is 1 or -1.
    OffByOne {
        /// 1 or -1.
        by: i8,
    },
    /// The same ops agreed when they were run again.
    Unsteady,
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::ExtraDraw => f.write_str("extra draw: the actual side took one draw too many"),
            Self::MissingDraw => f.write_str("missing draw: the actual side took one draw too few"),
            Self::SwappedDraws => {
                f.write_str("swapped: two consecutive draws are in the other order")
            }
            Self::Mask { masked, bits } => {
                let (masked, whole) = (masked.name(), masked.other().name());
                write!(
                    f,
                    "mask: {masked} == {whole} & {:#x}, its low {bits} bits",
                    (1_u128 << bits) - 1
                )
            }
            Self::Negated => f.write_str("sign: actual == -expected"),
            Self::SignExtended { bits } => {
                write!(f, "sign: equal but for a sign extended from {bits} bits")
            }
            Self::Wrapped => f.write_str("sign: equal modulo 2^32"),
            Self::Shift { shifted, left, by } => {
                let (shifted, whole) = (shifted.name(), shifted.other().name());
                write!(
                    f,
                    "shift: {shifted} == {whole} {} {by}",
                    if left { "<<" } else { ">>" }
                )
            }
            Self::OffByOne { by: 1 } => f.write_str("off by one: actual == expected + 1"),
            Self::OffByOne { .. } => f.write_str("off by one: actual == expected - 1"),
            Self::Unsteady => f.write_str(
                "unsteady: the same ops agreed when run again, so a side is not deterministic",
            ),
        }
    }
}

/// The hints that hold between two sides, given what each showed at the failing op and at repeats of it.
///
/// A relation between values must hold for every pair of values that differs, in the failing op and in the repeats; a mask or a
/// shift must explain at least eight bits, and an extra or missing draw at least eight values that are not all the same.
///
/// ```
/// use roguelab_lockstep::{Hint, Seen, hints};
/// let stream: Vec<Seen> = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3].into_iter().map(Seen::number).collect();
/// assert_eq!(hints(&stream[..9], &stream[1..]), [Hint::ExtraDraw]);
/// assert_eq!(hints(&stream[1..], &stream[..9]), [Hint::MissingDraw]);
/// ```
pub fn hints(expected: &[Seen], actual: &[Seen]) -> Vec<Hint> {
    let (Some(failing), Some(seen)) = (expected.first(), actual.first()) else {
        return Vec::new();
    };
    if failing.agrees(seen) {
        return vec![Hint::Unsteady];
    }
    let mut found = Vec::new();
    if let (Some(failing), Some(seen)) = (&failing.draws, &seen.draws) {
        find_in_log(failing, seen, &mut found);
        // A value can be compared with its neighbour only while both sides ask for the same.
        let (mut expected, mut actual) = (all_draws(expected), all_draws(actual));
        let other_bounds = first_difference(&all_bounds(&expected), &all_bounds(&actual));
        let alike = other_bounds.unwrap_or(expected.len().min(actual.len()));
        expected.truncate(alike);
        actual.truncate(alike);
        find_shift(&expected, &actual, &mut found);
        if found.is_empty() && are_swapped(failing, seen) {
            found.push(Hint::SwappedDraws);
        }
    }
    // A list of words may be a stretch of the stream, or a table, in which only its own values are in order.
    find_shift(&values(failing), &values(seen), &mut found);
    find_shift(&all_values(expected), &all_values(actual), &mut found);
    find_arithmetic(&differing_pairs(expected, actual), &mut found);
    found
}

fn add(hint: Hint, found: &mut Vec<Hint>) {
    if !found.contains(&hint) {
        found.push(hint);
    }
}

const fn bounds(draw: &Drawn) -> (i64, i64) {
    (draw.lo, draw.hi)
}

const fn value(draw: &Drawn) -> i64 {
    draw.value
}

fn all_bounds(draws: &[Drawn]) -> Vec<(i64, i64)> {
    draws.iter().map(bounds).collect()
}

fn all_draws(seen: &[Seen]) -> Vec<Drawn> {
    let mut all = Vec::new();
    for seen in seen {
        all.extend(seen.draws.iter().flatten());
    }
    all
}

fn values(seen: &Seen) -> Vec<i128> {
    match &seen.output {
        Output::Number(number) => vec![*number],
        Output::Words(words) => words.iter().copied().map(i128::from).collect(),
        Output::Words64(words) => words.iter().copied().map(i128::from).collect(),
        Output::Nothing | Output::Texts(_) => Vec::new(),
    }
}

fn all_values(seen: &[Seen]) -> Vec<i128> {
    seen.iter().flat_map(values).collect()
}

/// The first place where two lists differ, up to the end of the shorter one.
fn first_difference<T: PartialEq>(expected: &[T], actual: &[T]) -> Option<usize> {
    let mut pairs = expected.iter().zip(actual);
    pairs.position(|(expected, actual)| expected != actual)
}

/// Finds whether, from the first difference on, the values of one side are those of the other, one place later.
fn find_shift<T: PartialEq>(expected: &[T], actual: &[T], found: &mut Vec<Hint>) {
    let Some(start) = first_difference(expected, actual) else {
        return;
    };
    if follows(&expected[start..], &actual[start..]) {
        add(Hint::ExtraDraw, found);
    }
    if follows(&actual[start..], &expected[start..]) {
        add(Hint::MissingDraw, found);
    }
}

/// Whether `ahead` is `behind` without its first value, for enough values that are not all the same.
fn follows<T: PartialEq>(behind: &[T], ahead: &[T]) -> bool {
    let behind = &behind[1..];
    let len = behind.len().min(ahead.len()).min(WINDOW);
    len >= LEAST
        && behind[..len] == ahead[..len]
        && ahead[..len].iter().any(|value| *value != ahead[0])
}

/// A logged draw that should not have been taken moves the bounds of the later draws by one place; the values are still those
/// of the stream. If all bounds are the same, the log is only longer by one.
fn find_in_log(expected: &[Drawn], actual: &[Drawn], found: &mut Vec<Hint>) {
    if actual.len() == expected.len() + 1 && actual.starts_with(expected) {
        add(Hint::ExtraDraw, found);
    } else if expected.len() == actual.len() + 1 && expected.starts_with(actual) {
        add(Hint::MissingDraw, found);
    }
    // The log with one entry too many is the one behind.
    find_shift(&all_bounds(actual), &all_bounds(expected), found);
}

/// Whether, from the first difference on, two consecutive draws have exchanged their values, or their bounds, and the later
/// pairs have done so too or are equal.
fn are_swapped(expected: &[Drawn], actual: &[Drawn]) -> bool {
    let Some(start) = first_difference(expected, actual) else {
        return false;
    };
    let (expected, actual) = (&expected[start..], &actual[start..]);
    if expected.len() < 2 || actual.len() < 2 {
        return false;
    }
    let same_bounds =
        bounds(&expected[0]) == bounds(&actual[0]) && bounds(&expected[1]) == bounds(&actual[1]);
    // Exchanged bounds leave the words where they are, but not what is made of them.
    same_bounds && are_exchanged(expected, actual, value) || are_exchanged(expected, actual, bounds)
}

/// Whether each pair of consecutive draws that differs has exchanged its keys.
fn are_exchanged<T: PartialEq>(expected: &[Drawn], actual: &[Drawn], key: fn(&Drawn) -> T) -> bool {
    let pairs = expected.chunks_exact(2).zip(actual.chunks_exact(2));
    for (expected, actual) in pairs.take(WINDOW / 2) {
        let (first, second) = (key(&expected[0]), key(&expected[1]));
        let crossed = first != second && first == key(&actual[1]) && second == key(&actual[0]);
        if expected != actual && !crossed {
            return false;
        }
    }
    true
}

/// The pairs of different values, each once: of draws with the same bounds if the draws differ, otherwise of outputs.
fn differing_pairs(expected: &[Seen], actual: &[Seen]) -> Vec<(i128, i128)> {
    let mut pairs: Vec<(i128, i128)> = Vec::new();
    for (expected_seen, actual_seen) in expected.iter().zip(actual) {
        if expected[0].draws_agree(&actual[0]) {
            pairs.extend(values(expected_seen).into_iter().zip(values(actual_seen)));
            continue;
        }
        let expected_draws = expected_seen.draws.iter().flatten();
        let actual_draws = actual_seen.draws.iter().flatten();
        for (expected, actual) in expected_draws.zip(actual_draws) {
            if bounds(expected) == bounds(actual) {
                pairs.push((expected.value.into(), actual.value.into()));
            }
        }
    }
    pairs.retain(|(expected, actual)| expected != actual);
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The least number of bits with which a relation holds for all pairs.
fn bits_that_hold(
    pairs: &[(i128, i128)],
    candidates: impl IntoIterator<Item = u32>,
    relation: fn(i128, i128, u32) -> bool,
) -> Option<u32> {
    let mut candidates = candidates.into_iter();
    candidates.find(|&bits| pairs.iter().all(|&(e, a)| relation(e, a, bits)))
}

/// Whether a relation holds for all pairs.
fn holds(pairs: &[(i128, i128)], relation: impl Fn(i128, i128) -> bool) -> bool {
    pairs.iter().all(|&(e, a)| relation(e, a))
}

/// How many bits all pairs have, counted in the smaller number of each.
fn count_bits(pairs: &[(i128, i128)]) -> u32 {
    let mut count = 0_u32;
    for (expected, actual) in pairs {
        let smaller = expected.unsigned_abs().min(actual.unsigned_abs());
        count = count.saturating_add(u128::BITS - smaller.leading_zeros());
    }
    count
}

fn find_arithmetic(pairs: &[(i128, i128)], found: &mut Vec<Hint>) {
    if pairs.is_empty() {
        return;
    }
    let are_long = count_bits(pairs) >= BITS;
    if are_long {
        if let Some(bits) = bits_that_hold(pairs, 1..=64, |e, a, bits| is_masked(a, e, bits)) {
            let masked = Half::Actual;
            found.push(Hint::Mask { masked, bits });
        }
        if let Some(bits) = bits_that_hold(pairs, 1..=64, is_masked) {
            let masked = Half::Expected;
            found.push(Hint::Mask { masked, bits });
        }
    }
    if holds(pairs, |e, a| a == e.wrapping_neg()) {
        found.push(Hint::Negated);
    }
    if let Some(bits) = bits_that_hold(pairs, [8, 16, 32, 64], is_sign_extended) {
        found.push(Hint::SignExtended { bits });
    }
    // A mask or a sign of 32 bits says more.
    let is_modular = found.iter().any(|hint| {
        matches!(
            hint,
            Hint::Mask { bits: 32, .. } | Hint::SignExtended { bits: 32 }
        )
    });
    if !is_modular && holds(pairs, |e, a| e.wrapping_sub(a) % (1 << 32) == 0) {
        found.push(Hint::Wrapped);
    }
    if are_long {
        find_bit_shifts(pairs, found);
    }
    for by in [1, -1] {
        if holds(pairs, |e, a| a == e.wrapping_add(by.into())) {
            found.push(Hint::OffByOne { by });
        }
    }
}

fn find_bit_shifts(pairs: &[(i128, i128)], found: &mut Vec<Hint>) {
    let left = bits_that_hold(pairs, 1..=31, |e, a, by| {
        a == e << by || a == shift_left_32(e, by)
    });
    if let Some(by) = left {
        let (shifted, left) = (Half::Actual, true);
        found.push(Hint::Shift { shifted, left, by });
    }
    if let Some(by) = bits_that_hold(pairs, 1..=31, |e, a, by| a == e >> by) {
        let (shifted, left) = (Half::Actual, false);
        found.push(Hint::Shift { shifted, left, by });
    }
    if left.is_none()
        && let Some(by) = bits_that_hold(pairs, 1..=31, |e, a, by| e == a >> by)
    {
        let (shifted, left) = (Half::Expected, false);
        found.push(Hint::Shift { shifted, left, by });
    }
}

/// Whether the first number holds only the low bits of the second.
fn is_masked(masked: i128, whole: i128, bits: u32) -> bool {
    whole >= 0 && masked == whole & ((1 << bits) - 1)
}

/// Whether one of the numbers is the other read as a signed number of `bits` bits.
fn is_sign_extended(expected: i128, actual: i128, bits: u32) -> bool {
    let unsigned = expected.max(actual);
    let top = 1_i128 << (bits - 1);
    (top..2 * top).contains(&unsigned) && expected.min(actual) == unsigned - 2 * top
}

/// The number shifted left in a 32-bit word; if it does not fit, a value that nothing equals.
fn shift_left_32(number: i128, by: u32) -> i128 {
    u32::try_from(number).map_or(-1, |word| i128::from(word << by))
}
