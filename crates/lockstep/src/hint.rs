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
        logs(failing, seen, &mut found);
        let draws = |seen: &[Seen]| {
            seen.iter()
                .flat_map(|seen| seen.draws.iter().flatten())
                .copied()
                .collect()
        };
        let (expected, actual): (Vec<Drawn>, Vec<Drawn>) = (draws(expected), draws(actual));
        // A value can be compared with its neighbour only while both sides ask for the same.
        let alike = expected
            .iter()
            .zip(&actual)
            .take_while(|(e, a)| bounds(e) == bounds(a))
            .count();
        shifted(&expected[..alike], &actual[..alike], &mut found);
        if found.is_empty() && swapped(failing, seen) {
            found.push(Hint::SwappedDraws);
        }
    }
    // A list of words may be a stretch of the stream, or a table, in which only its own values are in order.
    shifted(&values(failing), &values(seen), &mut found);
    let outputs = |seen: &[Seen]| seen.iter().flat_map(values).collect::<Vec<_>>();
    shifted(&outputs(expected), &outputs(actual), &mut found);
    arithmetic(&pairs(expected, actual), &mut found);
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

fn values(seen: &Seen) -> Vec<i128> {
    match &seen.output {
        Output::Number(number) => vec![*number],
        Output::Words(words) => words.iter().copied().map(i128::from).collect(),
        Output::Words64(words) => words.iter().copied().map(i128::from).collect(),
        Output::Nothing | Output::Texts(_) => Vec::new(),
    }
}

/// Finds whether, from the first difference on, the values of one side are those of the other, one place later.
fn shifted<T: PartialEq>(expected: &[T], actual: &[T], found: &mut Vec<Hint>) {
    let Some(start) = expected
        .iter()
        .zip(actual)
        .position(|(expected, actual)| expected != actual)
    else {
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
fn logs(expected: &[Drawn], actual: &[Drawn], found: &mut Vec<Hint>) {
    if actual.len() == expected.len() + 1 && actual.starts_with(expected) {
        add(Hint::ExtraDraw, found);
    } else if expected.len() == actual.len() + 1 && expected.starts_with(actual) {
        add(Hint::MissingDraw, found);
    }
    // The log with one entry too many is the one behind.
    let bounds = |draws: &[Drawn]| draws.iter().map(bounds).collect::<Vec<_>>();
    shifted(&bounds(actual), &bounds(expected), found);
}

/// Whether, from the first difference on, two consecutive draws have exchanged their values, or their bounds, and the later
/// pairs have done so too or are equal.
fn swapped(expected: &[Drawn], actual: &[Drawn]) -> bool {
    let Some(start) = expected
        .iter()
        .zip(actual)
        .position(|(expected, actual)| expected != actual)
    else {
        return false;
    };
    let pairs = || {
        expected[start..]
            .chunks_exact(2)
            .zip(actual[start..].chunks_exact(2))
            .take(WINDOW / 2)
    };
    let exchanged = |key: fn(&Drawn) -> (i64, i64), same: fn(&Drawn) -> (i64, i64)| {
        let crossed = |a: &[Drawn], b: &[Drawn]| {
            key(&a[0]) != key(&a[1]) && key(&a[0]) == key(&b[1]) && key(&a[1]) == key(&b[0])
        };
        let alike =
            |a: &[Drawn], b: &[Drawn]| same(&a[0]) == same(&b[0]) && same(&a[1]) == same(&b[1]);
        pairs()
            .next()
            .is_some_and(|(a, b)| crossed(a, b) && alike(a, b))
            && pairs().all(|(a, b)| a == b || crossed(a, b))
    };
    // Exchanged bounds leave the words where they are, but not what is made of them.
    exchanged(|draw| (draw.value, 0), bounds) || exchanged(bounds, |_| (0, 0))
}

/// The pairs of different values, each once: of draws with the same bounds if the draws differ, otherwise of outputs.
fn pairs(expected: &[Seen], actual: &[Seen]) -> Vec<(i128, i128)> {
    let mut pairs: Vec<(i128, i128)> = Vec::new();
    for (expected_seen, actual_seen) in expected.iter().zip(actual) {
        if expected[0].draws_agree(&actual[0]) {
            pairs.extend(values(expected_seen).into_iter().zip(values(actual_seen)));
        } else {
            let draws = expected_seen
                .draws
                .iter()
                .flatten()
                .zip(actual_seen.draws.iter().flatten());
            let same_bounds = draws.filter(|(expected, actual)| bounds(expected) == bounds(actual));
            pairs.extend(
                same_bounds.map(|(expected, actual)| (expected.value.into(), actual.value.into())),
            );
        }
    }
    pairs.retain(|(expected, actual)| expected != actual);
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

fn arithmetic(pairs: &[(i128, i128)], found: &mut Vec<Hint>) {
    if pairs.is_empty() {
        return;
    }
    let holds = |relation: &dyn Fn(i128, i128) -> bool| pairs.iter().all(|&(e, a)| relation(e, a));
    let explained: u32 = pairs
        .iter()
        .map(|(expected, actual)| {
            u128::BITS
                - expected
                    .unsigned_abs()
                    .min(actual.unsigned_abs())
                    .leading_zeros()
        })
        .fold(0, u32::saturating_add);

    let mut modular = false;
    if explained >= BITS {
        for masked in [Half::Actual, Half::Expected] {
            let bits = (1..=64).find(|&bits| {
                holds(&|e, a| {
                    let (whole, low) = if masked == Half::Actual {
                        (e, a)
                    } else {
                        (a, e)
                    };
                    whole >= 0 && low == whole & ((1 << bits) - 1)
                })
            });
            if let Some(bits) = bits {
                modular |= bits == 32;
                found.push(Hint::Mask { masked, bits });
            }
        }
    }
    if holds(&|e, a| a == e.wrapping_neg()) {
        found.push(Hint::Negated);
    }
    if let Some(bits) = [8, 16, 32, 64]
        .into_iter()
        .find(|&bits| holds(&|e, a| sign_extended(e, a, bits)))
    {
        modular |= bits == 32;
        found.push(Hint::SignExtended { bits });
    }
    if !modular && holds(&|e, a| e.wrapping_sub(a) % (1 << 32) == 0) {
        found.push(Hint::Wrapped);
    }
    if explained >= BITS {
        let left = (1..=31).find(|&by| holds(&|e, a| a == e << by || a == left_32(e, by)));
        let right = (1..=31).find(|&by| holds(&|e, a| a == e >> by));
        let undone = (1..=31)
            .find(|&by| holds(&|e, a| e == a >> by))
            .filter(|_| left.is_none());
        for (shifted, left, by) in [
            (Half::Actual, true, left),
            (Half::Actual, false, right),
            (Half::Expected, false, undone),
        ] {
            found.extend(by.map(|by| Hint::Shift { shifted, left, by }));
        }
    }
    for by in [1, -1] {
        if holds(&|e, a| a == e.wrapping_add(by.into())) {
            found.push(Hint::OffByOne { by });
        }
    }
}

/// Whether one of the numbers is the other read as a signed number of `bits` bits.
fn sign_extended(expected: i128, actual: i128, bits: u32) -> bool {
    let unsigned = expected.max(actual);
    let top = 1_i128 << (bits - 1);
    (top..2 * top).contains(&unsigned) && expected.min(actual) == unsigned - 2 * top
}

/// The number shifted left in a 32-bit word; if it does not fit, a value that nothing equals.
fn left_32(number: i128, by: u32) -> i128 {
    u32::try_from(number).map_or(-1, |word| i128::from(word << by))
}
