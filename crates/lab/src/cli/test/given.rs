//! What `roguelab test` is told of its items.

use std::fmt;

use crate::input::{Domain, Encoding, Endian, Names, Seen, Width};

/// What the items are.
pub(super) enum Items {
    Words {
        bits: u32,
    },
    Values {
        below: u32,
        base: u32,
        weights: Option<Vec<u64>>,
    },
    Permutations {
        base: Option<u32>,
    },
}

/// The items to read.
pub(super) struct Given {
    pub(super) items: Items,
    pub(super) encoding: Encoding,
    /// Whether the numbers are fractions.
    pub(super) fractions: bool,
    pub(super) names: Option<Names>,
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.items {
            Items::Words { bits } if self.fractions => {
                write!(f, "the top {bits} bits of fractions from 0 up to 1")?;
            }
            Items::Words { bits } => write!(f, "words of {bits} bits")?,
            Items::Permutations { .. } => return f.write_str("permutations, as text"),
            Items::Values {
                below,
                base,
                weights,
            } => {
                match (&self.names, base) {
                    (Some(names), _) => write!(f, "{} symbols: {}", names.len(), names.shown())?,
                    (None, 0) => write!(f, "integers below {below}")?,
                    (None, base) => write!(f, "integers from {base} to {}", last(*base, *below))?,
                }
                if let Some(weights) = weights {
                    let more = if weights.len() > 8 { ", ..." } else { "" };
                    let first: Vec<_> = weights.iter().take(8).map(ToString::to_string).collect();
                    write!(f, ", with the weights {}{more}", first.join(", "))?;
                }
            }
        }
        match self.encoding {
            Encoding::Text => f.write_str(", as text"),
            Encoding::Binary {
                width: Width::One, ..
            } => f.write_str(", in bytes"),
            Encoding::Binary { width, endian } => {
                let order = if endian == Endian::Little {
                    "little"
                } else {
                    "big"
                };
                write!(f, ", in {} bytes, {order} endian", width.bytes())
            }
        }
    }
}

/// The largest of so many integers.
pub(super) fn last(base: u32, below: u32) -> u64 {
    u64::from(base) + u64::from(below) - 1
}

impl Given {
    /// Which numbers belong into the stream.
    pub(super) fn domain(&self) -> Domain {
        match (&self.names, &self.items) {
            (Some(names), _) => Domain::Named(names.clone()),
            (None, Items::Words { bits }) if self.fractions => Domain::Fractions { bits: *bits },
            (None, Items::Words { bits }) => Domain::up_to(u64::MAX >> (64 - bits)),
            (None, Items::Values { below, base, .. }) => Domain::Whole {
                first: (*base).into(),
                last: last(*base, *below),
            },
            (None, Items::Permutations { .. }) => Domain::up_to(u32::MAX.into()),
        }
    }

    /// What is odd about all the words, and what to do about it.
    pub(super) fn note(&self, items: u64, seen: Seen) -> Option<String> {
        let Items::Words { bits } = self.items else {
            return None;
        };
        let (top, low) = (64 - seen.union.leading_zeros(), seen.union.trailing_zeros());
        let enough = items >= 1000 && seen.union != 0;
        if self.fractions
            && self.encoding == Encoding::Text
            && 10_f64.powf(seen.digits.after.into()).log2() < f64::from(bits) + 10.0
        {
            // So coarse a grid is uneven by less than one in a thousand.
            let fine = 10_f64.powf(seen.digits.after.into()).log2() as u32;
            let bits = fine.saturating_sub(10).max(8);
            return Some(format!(
                "no fraction has more than {} digits after the point: print more, or give --bits {bits}",
                seen.digits.after
            ));
        }
        match (enough, self.encoding) {
            (
                true,
                Encoding::Binary {
                    width: Width::Four, ..
                },
            ) if !self.fractions && bits == 32 && top == 31 => {
                Some("the highest bit is never set: are these 31-bit words? use --kind u31".into())
            }
            (true, _) if self.fractions && low > 0 => Some(format!(
                "the lowest {low} of the {bits} bits are never set: if the generator has no more, give --bits {}",
                bits - low
            )),
            (true, _) if top < bits => Some(format!(
                "the highest {} of the {bits} bits are never set: if the words have no more, give --bits {top}",
                bits - top
            )),
            _ => None,
        }
    }
}
