//! What a user says about the numbers of a sample.

use identify::Numbers;
use identify::numbers::GAP;

use super::Result;
use crate::read::{Domain, Endian, ItemKind, Problem};

/// How many numbers are looked at; any generator reveals itself in fewer.
pub const MAX_NUMBERS: usize = 1 << 17;

/// How many bytes of text are looked at, fewer in tests, which are not optimised.
pub const MAX_BYTES: usize = if cfg!(test) { 2 << 20 } else { 64 << 20 };

/// The most bytes that are looked at of numbers that are written so.
pub const fn max_bytes(kind: ItemKind) -> usize {
    match kind {
        ItemKind::Binary(width, _) | ItemKind::Floats(width, _) => MAX_NUMBERS * width.bytes(),
        ItemKind::Text | ItemKind::Float | ItemKind::Trace => MAX_BYTES,
    }
}

/// What a user says about the numbers.
#[derive(Clone, Debug, Default)]
pub struct SampleOptions {
    /// How numbers are written; if not given, their first lines decide.
    pub kind: Option<ItemKind>,
    /// The order of the bytes of a binary word.
    pub endian: Endian,
    /// The number of bits in a word; if not given, as many as the widest has.
    pub bits: Option<u32>,
    /// The bound of the numbers, if they have one.
    pub below: Option<u64>,
    /// The lowest of the numbers that have a bound.
    pub base: i64,
    /// How many draws below the bound are added, if the numbers are sums.
    pub dice: Option<u32>,
    /// The characters, or names with commas between them, that stand for the numbers from 0 on, if there is such an alphabet.
    pub alphabet: Option<String>,
    /// The range of the fractions, if it is not 0 to 1.
    pub range: Option<(f64, f64)>,
    /// The rule by which the numbers were made, as a program has it or in our language; then `bits` are those of its words.
    pub rule: Option<String>,
    /// The mean and standard deviation, if the numbers are normally distributed.
    pub normal: Option<(f64, f64)>,
}

impl SampleOptions {
    /// Whether the options give a range or a normal distribution.
    pub(super) const fn is_spread(&self) -> bool {
        self.normal.is_some() || self.range.is_some()
    }

    /// The domain of the integers.
    pub(super) fn domain(&self) -> Domain {
        let Some(below) = self.below else {
            let most = self.bits.map_or(u64::MAX, |bits| u64::MAX >> (64 - bits));
            return Domain::up_to(most);
        };
        let (base, dice) = (i128::from(self.base), i128::from(self.dice.unwrap_or(1)));
        Domain::Whole {
            first: base * dice,
            last: (base + i128::from(below) - 1) * dice,
        }
    }

    /// The integers as numbers of the kind that the options describe.
    pub(super) fn numbers(&self, values: Vec<u64>) -> Result<Numbers> {
        refuse_gap(&values)?;
        match (self.below, self.bits) {
            (Some(below), _) => Numbers::sums(self.dice.unwrap_or(1), below, &values)
                .ok_or_else(|| Problem::NotBelow(below).into()),
            (None, Some(bits)) => Ok(Numbers::Words { bits, values }),
            (None, None) => Ok(Numbers::words(values)),
        }
    }
}

/// Refuses the number that stands for an unknown one.
pub(super) fn refuse_gap(values: &[u64]) -> Result<()> {
    if values.contains(&GAP) {
        return Err(Problem::Reserved(GAP).into());
    }
    Ok(())
}
