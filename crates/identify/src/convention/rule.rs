//! From words to a number, and back as far as it tells.

use std::fmt;

use super::ones;
use crate::numbers::Numbers;

/// How a number is made of words of `w` bits, below `n` where it has a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Rule {
    /// The word.
    Whole,
    /// Its high bits, so many.
    High(u32),
    /// Its low bits, so many.
    Low(u32),
    /// The remainder by `n` of so many bits of it, above so many.
    Modulo { shift: u32, bits: u32 },
    /// `word * n >> w`, which is also the whole part of `word / 2^w * n`.
    Multiply,
    /// `word / (MAX / n + 1)`.
    Divide,
    /// `word % n`, without the lowest, or highest, `2^w mod n` words.
    Reject { lowest: bool },
    /// The high, or low, bits of a word, as many as `n`, or `n - 1`, has; again until they are below `n`.
    Bits { high: bool, of_bound: bool },
    /// `word * n >> w`, again while the low half of the product is below `2^w mod n`.
    Lemire,
    /// Java's `nextInt(n)` of the high 31 bits.
    Java,
    /// The whole part of a fraction times `n`.
    Floor(Unit),
    /// A fraction.
    Fraction(Unit),
}

/// How a fraction is made of words of `w` bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Unit {
    /// So many high bits, by 2 to this power.
    High(u32),
    /// `word / MAX`.
    Closed,
    /// `(word + 0.5) / 2^w`.
    Centre,
    /// So many high bits of a word, and then so many of the next.
    Pair(u32, u32),
    /// The word by this, where words are below it and it is no power of 2.
    By(u64),
}

/// What a number tells about a word.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Known {
    /// It is from the first to the last.
    Range(u64, u64),
    /// So many of its bits, above so many, leave this remainder.
    Residue {
        shift: u32,
        bits: u32,
        modulus: u64,
        residue: u64,
    },
    /// The bits of the mask are these.
    Bits { mask: u64, value: u64 },
}

impl Known {
    /// No word.
    const NONE: Self = Self::Range(1, 0);

    /// Minus the logarithm of the share of the words of so many bits of which it holds.
    pub(crate) fn information(self, word: u32) -> f64 {
        match self {
            Self::Range(first, last) if first > last => f64::from(word),
            Self::Range(first, last) => f64::from(word) - ((last - first) as f64 + 1.0).log2(),
            Self::Residue {
                bits,
                modulus,
                residue,
                ..
            } => {
                let words = ones(bits)
                    .checked_sub(residue)
                    .map_or(0, |rest| rest / modulus);
                f64::from(bits) - (words as f64 + 1.0).log2()
            }
            Self::Bits { mask, .. } => f64::from(mask.count_ones()),
        }
    }

    pub(crate) const fn holds(self, word: u64) -> bool {
        match self {
            Self::Range(first, last) => first <= word && word <= last,
            Self::Residue {
                shift,
                bits,
                modulus,
                residue,
            } => {
                let kept = word >> shift & ones(bits);
                // A division of 32 bits is much the faster one.
                if (kept | modulus) >> 32 == 0 {
                    (kept as u32 % modulus as u32) as u64 == residue
                } else {
                    kept % modulus == residue
                }
            }
            Self::Bits { mask, value } => word & mask == value,
        }
    }

    /// The words of so many bits that it leaves, if they are all from a first to a last.
    pub(crate) const fn interval(self, word: u32) -> Option<(u64, u64)> {
        match self {
            Self::Range(first, last) if first <= last => Some((first, last)),
            Self::Bits { mask, value } if mask | ones(word - mask.count_ones()) == ones(word) => {
                Some((value, value | ones(word) & !mask))
            }
            _ => None,
        }
    }

    /// The bits that are known for certain: a mask, and what they are.
    pub(crate) const fn bits(self, word: u32) -> (u64, u64) {
        match self {
            Self::Range(first, last) => {
                let mask = ones(word) & !ones(u64::BITS - (first ^ last).leading_zeros());
                (mask, first & mask)
            }
            Self::Residue {
                shift,
                bits,
                modulus,
                residue,
            } => {
                let twos = modulus.trailing_zeros();
                let mask = ones(if twos < bits { twos } else { bits });
                (mask << shift, (residue & mask) << shift)
            }
            Self::Bits { mask, value } => (mask, value),
        }
    }
}

/// The rules that could make these numbers of words of so many bits, all below a range.
pub(super) fn all(numbers: &Numbers, word: u32, range: u128, plain: bool) -> Vec<Rule> {
    match numbers {
        Numbers::Words { bits, .. } if *bits == word => vec![Rule::Whole],
        Numbers::Words { bits, .. } if *bits > word => Vec::new(),
        Numbers::Words { .. } if !plain && word > 32 => Vec::new(),
        Numbers::Words { bits, .. } => {
            let mut rules = vec![Rule::Whole, Rule::High(*bits), Rule::Low(*bits)];
            // Fewer bits than there are show in a few words.
            rules.extend(
                [8, 15, 16, 24, 31, 32, 53]
                    .into_iter()
                    .filter(|more| more > bits && *more < word)
                    .map(Rule::High),
            );
            rules
        }
        Numbers::Bounded(_) => {
            let mut rules = vec![
                Rule::Modulo {
                    shift: 0,
                    bits: word,
                },
                Rule::Multiply,
                Rule::Reject { lowest: true },
                Rule::Reject { lowest: false },
                Rule::Lemire,
                Rule::Bits {
                    high: true,
                    of_bound: true,
                },
                Rule::Bits {
                    high: true,
                    of_bound: false,
                },
                Rule::Bits {
                    high: false,
                    of_bound: false,
                },
                Rule::Divide,
            ];
            rules.extend(
                [14, 15, 16, 31]
                    .into_iter()
                    .filter(|bits| *bits < word)
                    .map(|bits| Rule::Modulo { shift: 0, bits }),
            );
            let high = [
                (8, 0),
                (10, 0),
                (16, 0),
                (16, 15),
                (word.saturating_sub(31), 31),
                (word.saturating_sub(32), 32),
            ];
            let high = high
                .into_iter()
                .filter(|(shift, _)| (1..word).contains(shift));
            rules.extend(high.map(|(shift, bits)| Rule::Modulo {
                shift,
                bits: if bits == 0 { word - shift } else { bits },
            }));
            rules.extend((word == 32).then_some(Rule::Java));
            rules.extend(
                units(word, range)
                    .into_iter()
                    .filter(|unit| *unit != Unit::High(word))
                    .map(Rule::Floor),
            );
            rules
        }
        Numbers::Fractions(_) => units(word, range).into_iter().map(Rule::Fraction).collect(),
    }
}

fn units(word: u32, range: u128) -> Vec<Unit> {
    let by = u64::try_from(range)
        .ok()
        .filter(|range| !range.is_power_of_two())
        .map(Unit::By);
    // A double rounds what has more bits than 53.
    let whole = Some(Unit::High(word));
    let narrower = [53, 52, 32, 31, 24, 23]
        .into_iter()
        .filter(|bits| *bits < word)
        .map(Unit::High);
    let pairs = (word == 32).then_some([Unit::Pair(27, 26), Unit::Pair(26, 27)]);
    let narrow = (word < 53).then_some([Unit::Closed, Unit::Centre]);
    by.into_iter()
        .chain(whole)
        .chain(pairs.into_iter().flatten())
        .chain(narrower)
        .chain(narrow.into_iter().flatten())
        .collect()
}

/// The bits of a number.
const fn length(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

/// `2^word mod n`.
const fn excess(word: u32, n: u64) -> u64 {
    ((1_u128 << word) % n as u128) as u64
}

/// A rejection that lasts longer is taken for a wrong guess.
const MOST_REJECTED: usize = 256;

impl Rule {
    const fn unit(self) -> Option<Unit> {
        match self {
            Self::Floor(unit) | Self::Fraction(unit) => Some(unit),
            _ => None,
        }
    }

    /// How many words a number takes, if none is rejected.
    pub(super) const fn words(self) -> u64 {
        if matches!(self.unit(), Some(Unit::Pair(..))) {
            2
        } else {
            1
        }
    }

    /// The next number, of a fraction the bits of its double. `n` of 0 stands for no bound.
    pub(super) fn number(self, w: u32, n: u64, mut next: impl FnMut() -> u64) -> Option<u64> {
        let wide = u128::from(n);
        let mut until =
            |accept: &dyn Fn(u64) -> Option<u64>| (0..MOST_REJECTED).find_map(|_| accept(next()));
        match self {
            // All words would be rejected.
            Self::Reject { .. } | Self::Lemire if wide > 1 << w => None,
            Self::Whole => Some(next()),
            Self::High(bits) => Some(next() >> (w - bits)),
            Self::Low(bits) => Some(next() & ones(bits)),
            Self::Modulo { shift, bits } => Some((next() >> shift & ones(bits)) % n),
            Self::Multiply => Some(((u128::from(next()) * wide) >> w) as u64),
            Self::Divide => Some(next() / ((ones(w) / n).saturating_add(1))),
            Self::Reject { lowest: true } => {
                until(&|word| (word >= excess(w, n)).then_some(word % n))
            }
            Self::Reject { lowest: false } => {
                until(&|word| (word <= ones(w) - excess(w, n)).then_some(word % n))
            }
            Self::Bits { high, of_bound } => {
                let bits = length(if of_bound { n } else { n - 1 });
                if bits > w {
                    return None;
                }
                let kept = |word: u64| {
                    if high && bits < w {
                        word >> (w - bits)
                    } else {
                        word & ones(bits)
                    }
                };
                until(&|word| Some(kept(word)).filter(|kept| *kept < n))
            }
            Self::Lemire => until(&|word| {
                let product = u128::from(word) * wide;
                ((product as u64 & ones(w)) >= excess(w, n)).then_some((product >> w) as u64)
            }),
            Self::Java if n > 1 << 31 => None,
            Self::Java if n.is_power_of_two() => Some((n * (next() >> (w - 31))) >> 31),
            Self::Java => until(&|word| {
                let word = word >> (w - 31);
                (word - word % n + (n - 1) < 1 << 31).then_some(word % n)
            }),
            Self::Floor(unit) => Some((unit.fraction(w, next) * n as f64) as u64),
            Self::Fraction(unit) => Some(unit.fraction(w, next).to_bits()),
        }
    }

    /// The share of words that are rejected.
    pub(super) fn rejects(self, w: u32, n: u64) -> f64 {
        let share = |words: u64| words as f64 / 2_f64.powi(w as i32);
        match self {
            Self::Reject { .. } | Self::Lemire => share(excess(w, n)),
            Self::Java if !n.is_power_of_two() => excess(31, n) as f64 / 2_f64.powi(31),
            Self::Bits { of_bound, .. } => {
                1.0 - n as f64 / 2_f64.powi(length(if of_bound { n } else { n - 1 }) as i32)
            }
            _ => 0.0,
        }
    }

    /// What number `i` tells about its words, if none was rejected.
    pub(super) fn known(self, w: u32, numbers: &Numbers, i: usize) -> Vec<Known> {
        let n = numbers.bound(i);
        let value = match numbers {
            Numbers::Words { values, .. } => values[i],
            Numbers::Bounded(values) => values[i].value,
            Numbers::Fractions(values) => {
                let Self::Fraction(unit) = self else {
                    return Vec::new();
                };
                return unit.known(
                    w,
                    values[i].value - values[i].within,
                    values[i].value + values[i].within,
                );
            }
        };
        let high = |bits: u32, value: u64| {
            if bits >= w {
                Known::Range(value, value)
            } else {
                Known::Range(value << (w - bits), value << (w - bits) | ones(w - bits))
            }
        };
        let residue = |shift, bits| Known::Residue {
            shift,
            bits,
            modulus: n,
            residue: value,
        };
        // The words whose product with `n` has this high half; none where `n` is greater than their number, at times.
        let product = || {
            let least = |value: u128| (value << w).div_ceil(u128::from(n));
            let (first, end) = (least(value.into()), least(u128::from(value) + 1));
            if first < end {
                Known::Range(first as u64, (end - 1).min(ones(w).into()) as u64)
            } else {
                Known::NONE
            }
        };
        vec![match self {
            Self::Whole => Known::Range(value, value),
            Self::High(bits) => high(bits, value),
            Self::Low(bits) => Known::Bits {
                mask: ones(bits),
                value,
            },
            Self::Modulo { shift, bits } => residue(shift, bits),
            Self::Reject { .. } => residue(0, w),
            Self::Multiply | Self::Lemire => product(),
            Self::Divide => {
                let size = (ones(w) / n).saturating_add(1);
                Known::Range(
                    value.saturating_mul(size),
                    value
                        .saturating_mul(size)
                        .saturating_add(size - 1)
                        .min(ones(w)),
                )
            }
            Self::Bits { of_bound, .. } if length(if of_bound { n } else { n - 1 }) > w => {
                Known::NONE
            }
            Self::Bits {
                high: true,
                of_bound,
            } => high(length(if of_bound { n } else { n - 1 }), value),
            Self::Bits {
                high: false,
                of_bound,
            } => Known::Bits {
                mask: ones(length(if of_bound { n } else { n - 1 })),
                value,
            },
            Self::Java if n.is_power_of_two() => high(n.trailing_zeros(), value),
            Self::Java => residue(w - 31, 31),
            Self::Floor(unit) => {
                // A little more than what is rounded away.
                let slack = 1e-12;
                return unit.known(
                    w,
                    value as f64 / n as f64 - slack,
                    (value + 1) as f64 / n as f64 + slack,
                );
            }
            Self::Fraction(_) => return Vec::new(),
        }]
    }

    /// In words.
    pub(super) fn describe(self, w: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("each output as it is"),
            Self::High(bits) => write!(f, "the high {bits} of {w} bits"),
            Self::Low(bits) => write!(f, "the low {bits} of {w} bits"),
            Self::Modulo { shift: 0, bits } if bits == w => f.write_str("output % n"),
            Self::Modulo { shift: 0, bits } => write!(f, "(output & {:#x}) % n", ones(bits)),
            Self::Modulo { shift, bits } if shift + bits == w => {
                write!(f, "(output >> {shift}) % n")
            }
            Self::Modulo { shift, bits } => {
                write!(f, "(output >> {shift} & {:#x}) % n", ones(bits))
            }
            Self::Multiply => write!(f, "output * n >> {w}"),
            Self::Divide => write!(f, "output / ({:#x} / n + 1)", ones(w)),
            Self::Reject { lowest: true } => {
                write!(f, "output % n, outputs below 2^{w} mod n rejected")
            }
            Self::Reject { lowest: false } => {
                write!(f, "output % n, the highest 2^{w} mod n outputs rejected")
            }
            Self::Bits { high, of_bound } => write!(
                f,
                "the {} bits of an output, as many as {} has, until they are below n",
                if high { "high" } else { "low" },
                if of_bound { "n" } else { "n - 1" }
            ),
            Self::Lemire => write!(
                f,
                "output * n >> {w}, rejected while the low half is below 2^{w} mod n"
            ),
            Self::Java => f.write_str("Java's nextInt(n)"),
            Self::Floor(unit) => {
                f.write_str("floor(u * n) of u = ")?;
                unit.describe(w, f)
            }
            Self::Fraction(unit) => unit.describe(w, f),
        }
    }
}

impl Unit {
    fn fraction(self, w: u32, mut next: impl FnMut() -> u64) -> f64 {
        match self {
            Self::High(bits) => (next() >> (w - bits)) as f64 / 2_f64.powi(bits as i32),
            Self::Closed => next() as f64 / ones(w) as f64,
            Self::Centre => (next() as f64 + 0.5) / 2_f64.powi(w as i32),
            Self::By(range) => next() as f64 / range as f64,
            Self::Pair(first, second) => {
                let high = next() >> (w - first) << second;
                (high | next() >> (w - second)) as f64 / 2_f64.powi((first + second) as i32)
            }
        }
    }

    /// What is known of the words of a fraction from `low` to `high`.
    fn known(self, w: u32, low: f64, high: f64) -> Vec<Known> {
        let range = |scale: f64, offset: f64, bits: u32| {
            // A fraction of so many bits times its scale is exact; what is not is wider by one.
            let slack = match bits {
                ..=52 => 1e-3,
                53 => 0.5,
                // A whole step between doubles, or adding it would be rounded away.
                _ => 2_f64.powi(bits as i32 - 53),
            };
            let first = (low * scale - offset - slack).ceil().max(0.0) as u64;
            let last = (high * scale - offset + slack).floor().max(0.0) as u64;
            (first.min(ones(bits)), last.min(ones(bits)))
        };
        match self {
            Self::High(bits) => {
                let (first, last) = range(2_f64.powi(bits as i32), 0.0, bits);
                vec![Known::Range(
                    first << (w - bits),
                    last << (w - bits) | ones(w - bits),
                )]
            }
            Self::Closed => {
                let (first, last) = range(ones(w) as f64, 0.0, w);
                vec![Known::Range(first, last)]
            }
            Self::Centre => {
                let (first, last) = range(2_f64.powi(w as i32), 0.5, w);
                vec![Known::Range(first, last)]
            }
            Self::By(size) => {
                let (first, last) = range(size as f64, 0.0, w);
                vec![Known::Range(first, last)]
            }
            Self::Pair(a, b) => {
                let (first, last) = range(2_f64.powi((a + b) as i32), 0.0, a + b);
                let (mask, value) = Known::Range(first, last).bits(a + b);
                let high = Known::Range(first >> b << (w - a), last >> b << (w - a) | ones(w - a));
                let low = Known::Bits {
                    mask: (mask & ones(b)) << (w - b),
                    value: (value & ones(b)) << (w - b),
                };
                vec![high, low]
            }
        }
    }

    fn describe(self, w: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::High(bits) if bits == w => write!(f, "output / 2^{w}"),
            Self::High(bits) => write!(f, "(output >> {}) / 2^{bits}", w - bits),
            Self::Closed => write!(f, "output / {:#x}", ones(w)),
            Self::Centre => write!(f, "(output + 0.5) / 2^{w}"),
            Self::By(range) => write!(f, "output / {range}"),
            Self::Pair(a, b) => {
                write!(
                    f,
                    "the high {a} bits of an output and the high {b} of the next, / 2^{}",
                    a + b
                )
            }
        }
    }
}
