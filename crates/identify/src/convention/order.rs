//! How words are made from outputs.

use super::ones;

/// How words are made from outputs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Order {
    /// Each output is a word.
    Plain,
    /// The bytes of each output are reversed.
    BytesSwapped,
    /// The halves of each output are exchanged.
    HalvesSwapped,
    /// Each output of 64 bits is two words, the low half first.
    LowHalfFirst,
    /// Each output of 64 bits is two words, the high half first.
    HighHalfFirst,
    /// Two outputs of 32 bits make a word, the first being its high half.
    FirstIsHigh,
    /// Two outputs of 32 bits make a word, the first being its low half.
    FirstIsLow,
    /// Two outputs of 32 bits make a word: the first is the high half, and the second is added as a signed number. Java's
    /// `nextLong`.
    FirstIsHighAndSigned,
    /// Outputs come in blocks of 64, each from its last to its first; this many of the first block were taken before.
    Blocks(u64),
}

/// The number of outputs that V8 makes in advance.
pub(super) const BLOCK: u64 = 64;

/// The known bits of an output: which output, a mask of the bits, and their values.
pub(crate) type Bits = (u64, u64, u64);

impl Order {
    /// The number of bits in a word made from outputs of this many bits; `None` if no word is made from them.
    pub(super) const fn bits(self, output: u32) -> Option<u32> {
        match (self, output) {
            (Self::Plain | Self::Blocks(_), _)
            | (Self::BytesSwapped | Self::HalvesSwapped, 32 | 64) => Some(output),
            (Self::LowHalfFirst | Self::HighHalfFirst, 64) => Some(32),
            (Self::FirstIsHigh | Self::FirstIsLow | Self::FirstIsHighAndSigned, 32) => Some(64),
            _ => None,
        }
    }

    /// The place among the outputs of output `i` in this order.
    const fn place(self, i: u64) -> u64 {
        match self {
            Self::Blocks(taken) => {
                let i = i + taken;
                i / BLOCK * BLOCK + (BLOCK - 1 - i % BLOCK)
            }
            _ => i,
        }
    }

    const fn swap(self, word: u64, output: u32) -> u64 {
        match self {
            Self::BytesSwapped => word.swap_bytes() >> (u64::BITS - output),
            Self::HalvesSwapped => (word >> (output / 2) | word << (output / 2)) & ones(output),
            _ => word,
        }
    }

    /// Word `i`.
    pub(super) fn word(self, i: u64, output: u32, at: &mut impl FnMut(u64) -> u64) -> u64 {
        match self {
            Self::LowHalfFirst => at(i / 2) >> (32 * (i % 2)) & ones(32),
            Self::HighHalfFirst => at(i / 2) >> (32 * (1 - i % 2)) & ones(32),
            Self::FirstIsHigh => at(2 * i) << 32 | at(2 * i + 1),
            Self::FirstIsLow => at(2 * i) | at(2 * i + 1) << 32,
            Self::FirstIsHighAndSigned => {
                let high = at(2 * i) << 32;
                high.wrapping_add(i64::from(at(2 * i + 1) as i32) as u64)
            }
            order => order.swap(at(order.place(i)), output),
        }
    }

    /// The bits of outputs that are known when these bits of word `i` are.
    pub(super) fn outputs(self, i: u64, output: u32, mask: u64, value: u64) -> Vec<Bits> {
        match self {
            Self::LowHalfFirst => vec![(i / 2, mask << (32 * (i % 2)), value << (32 * (i % 2)))],
            Self::HighHalfFirst => vec![(
                i / 2,
                mask << (32 * (1 - i % 2)),
                value << (32 * (1 - i % 2)),
            )],
            Self::FirstIsHigh => vec![
                (2 * i, mask >> 32, value >> 32),
                (2 * i + 1, mask & ones(32), value & ones(32)),
            ],
            // Only a whole word tells whether the second output was negative.
            Self::FirstIsHighAndSigned if mask != u64::MAX => Vec::new(),
            Self::FirstIsHighAndSigned => {
                let low = i64::from(value as i32) as u64;
                vec![
                    (2 * i, ones(32), value.wrapping_sub(low) >> 32),
                    (2 * i + 1, ones(32), value & ones(32)),
                ]
            }
            Self::FirstIsLow => vec![
                (2 * i, mask & ones(32), value & ones(32)),
                (2 * i + 1, mask >> 32, value >> 32),
            ],
            order => vec![(
                order.place(i),
                order.swap(mask, output),
                order.swap(value, output),
            )],
        }
    }
}
