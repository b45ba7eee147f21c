//! Notes on what is odd about the items, and what to do about it.

use std::fmt;

use gof::Verdict;

use super::findings::Findings;
use super::source::{Items, Source};
use crate::number::counted;
use crate::read::{Encoding, Endian, InputSummary, ItemKind, Width};

/// Among this many words it is no coincidence that a bit is never set.
const NOTED: u64 = 64;

/// What is odd about the items. `Display` says it, and what to do about it.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the sentence of each is below")]
pub enum Note {
    /// Tests that need more items.
    LeftOut(Vec<String>),
    /// Words of so many bits are the bytes of a text.
    Text {
        bits: u32,
    },
    FractionsInText,
    /// The words look like binary fractions, perhaps in the other byte order.
    Fractions {
        width: Width,
        is_other_order: bool,
    },
    /// Few different numbers, as if they were dice; text has no width.
    Dice {
        count: usize,
        least: u64,
        most: u64,
        width: Option<Width>,
    },
    /// The most digits of a number after its point, and the bits for which they are enough.
    FewDigits {
        digits: u32,
        bits: u32,
    },
    /// The lowest bits of fractions are never set.
    LowBits {
        unset: u32,
        bits: u32,
    },
    /// The highest bit of words of 32 bits is never set.
    HighBit,
    /// The highest bits of words are never set.
    HighBits {
        unset: u32,
        bits: u32,
    },
    /// Only tests of every second word fail.
    Halves(FailingHalf),
}

/// Which of each two words fail, if only tests of every second word do.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum FailingHalf {
    /// The low half of words of 64 bits, in linear complexity.
    Low,
    /// The high half of words of 64 bits, in linear complexity.
    High,
    /// Another property fails.
    Any,
}

impl Source {
    /// A note on words that are another kind of items, and how to give that; `first` holds the first words.
    pub(super) fn note_on_misreading(
        &self,
        items: u64,
        seen: InputSummary,
        first: &[u64],
    ) -> Option<Note> {
        let Items::Words { bits, .. } = self.items else {
            return None;
        };
        if items < NOTED || seen.union == 0 {
            return None;
        }
        let mut given_width = None;
        if let Encoding::Binary { width, endian } = self.encoding {
            given_width = Some(width);
            if let Some(guess) = self.guess_from_words(first) {
                match guess.kind {
                    ItemKind::Text => return Some(Note::Text { bits }),
                    ItemKind::Float => return Some(Note::FractionsInText),
                    ItemKind::Floats(width, _) => {
                        let is_other_order = guess.endian != endian;
                        return Some(Note::Fractions {
                            width,
                            is_other_order,
                        });
                    }
                    ItemKind::Binary(..) | ItemKind::Trace => {}
                }
            }
        }
        let (least, most) = (*first.iter().min()?, *first.iter().max()?);
        let is_few = most - least < first.len() as u64 / 2;
        if least < most && bits_used(seen) < bits && is_few {
            return Some(Note::Dice {
                count: first.len(),
                least,
                most,
                width: given_width,
            });
        }
        None
    }

    /// A note on what is odd about all the words or fractions.
    pub(super) fn note_on_numbers(&self, items: u64, seen: InputSummary) -> Option<Note> {
        match self.items {
            Items::Words { bits, .. } => {
                if items < NOTED || seen.union == 0 {
                    return None;
                }
                self.note_on_high_bits(bits, bits_used(seen))
            }
            Items::Fractions { bits, law } => {
                let grid = 10_f64.powf(seen.digits.after.into()) / law.steepest();
                // So fine a grid is uneven by less than one in a thousand.
                let fine = grid.log2() as u32;
                if self.encoding == Encoding::Text && fine < bits + 10 {
                    return Some(Note::FewDigits {
                        digits: seen.digits.after,
                        bits: fine.saturating_sub(10).max(8),
                    });
                }
                if items < NOTED || seen.union == 0 {
                    return None;
                }
                let unset = seen.union.trailing_zeros();
                (unset > 0 && bits - unset >= 8).then_some(Note::LowBits { unset, bits })
            }
            Items::Values { .. } | Items::Permutations { .. } => None,
        }
    }

    fn note_on_high_bits(&self, bits: u32, used: u32) -> Option<Note> {
        let width = match self.encoding {
            Encoding::Binary { width, .. } => Some(width),
            Encoding::Text => None,
        };
        if used == 31 && bits == 32 && width == Some(Width::Four) {
            return Some(Note::HighBit);
        }
        let unset = bits.saturating_sub(used);
        (used >= 8 && unset > 0).then_some(Note::HighBits { unset, bits })
    }

    /// A note on the kind that shows what only tests of every second word find.
    pub(super) fn note_on_halves(&self, findings: &Findings) -> Option<Note> {
        let mut failing = Vec::new();
        for row in &findings.rows {
            if row.verdict == Verdict::Fail {
                if !row.is_of_halves() {
                    return None;
                }
                failing.push(row.test.as_str());
            }
        }
        if failing.is_empty() {
            return None;
        }
        let (mut low, mut high) = ("linear-complexity-first", "linear-complexity-second");
        if let Encoding::Binary {
            endian: Endian::Big,
            ..
        } = self.encoding
        {
            (low, high) = (high, low);
        }
        Some(Note::Halves(if failing.contains(&low) {
            FailingHalf::Low
        } else if failing.contains(&high) {
            FailingHalf::High
        } else {
            FailingHalf::Any
        }))
    }
}

/// How many of the low bits are set in any number.
const fn bits_used(seen: InputSummary) -> u32 {
    64 - seen.union.leading_zeros()
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LeftOut(tests) => {
                write!(f, "left out, as they need more items: {}", tests.join(", "))
            }
            Self::Text { bits } if *bits > 32 => {
                write!(f, "the input is text: give --bits {bits} instead of --kind")
            }
            Self::Text { .. } => f.write_str("the input is text: leave out --kind"),
            Self::FractionsInText => {
                f.write_str("the input is fractions in text: give --kind float")
            }
            Self::Fractions {
                width,
                is_other_order,
            } => {
                let order = if *is_other_order { " --endian big" } else { "" };
                write!(
                    f,
                    "the input looks like fractions: give --kind f{}{order}",
                    8 * width.bytes()
                )
            }
            Self::Dice {
                count,
                least,
                most,
                width,
            } => {
                write!(
                    f,
                    "the first {count} numbers are from {least} to {most}: if they are dice or the like, say so, as with --below {}",
                    most - least + 1
                )?;
                if *least > 0 {
                    write!(f, " --base {least}")?;
                }
                if let Some(width) = width {
                    write!(f, " --kind u{}", 8 * width.bytes())?;
                }
                Ok(())
            }
            Self::FewDigits { digits, bits } => write!(
                f,
                "no number has more than {} after the point: print more, or give --bits {bits}",
                counted(digits, "digit")
            ),
            Self::LowBits { unset, bits } => write!(
                f,
                "the lowest bits are never set, {unset} of {bits}: if the generator has no more, give --bits {}",
                bits - unset
            ),
            Self::HighBit => {
                f.write_str("the highest bit is never set: are these 31-bit words? use --kind u31")
            }
            Self::HighBits { unset, bits } => write!(
                f,
                "the highest bits are never set, {unset} of {bits}: if the words have no more, give --bits {}",
                bits - unset
            ),
            Self::Halves(FailingHalf::Low) => f.write_str(
                "these look like words of 64 bits with a linear lowest bit: --kind u64 shows it",
            ),
            Self::Halves(FailingHalf::High) => f.write_str(
                "only one of each two words fails: --kind u64 --only complexity:bit=32 shows it",
            ),
            Self::Halves(FailingHalf::Any) => f.write_str(
                "only one of each two words fails: they may be halves of words of 64 bits",
            ),
        }
    }
}
