//! The rules that could make some numbers, and what a number tells about its words.

use crate::numbers::{Bounded, Fraction, Numbers};
use generators::rule::{Rule, Unit, length, ones};

/// What a number says about a word.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Known {
    /// The word is between these two, inclusive.
    Range(u64, u64),
    /// This many of the word's bits, above this many low ones, leave this remainder.
    Residue {
        shift: u32,
        bits: u32,
        modulus: u64,
        residue: u64,
    },
    /// The bits under the mask have these values.
    Bits { mask: u64, value: u64 },
}

impl Known {
    /// No word is possible.
    const NONE: Self = Self::Range(1, 0);

    /// Minus the logarithm of the share of words of this many bits for which this holds.
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

    /// Whether this holds for no word.
    pub(super) const fn is_never(self) -> bool {
        matches!(self, Self::Range(first, last) if first > last)
    }

    #[inline]
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
                // A 32-bit division is much faster.
                if (kept | modulus) >> 32 == 0 {
                    (kept as u32 % modulus as u32) as u64 == residue
                } else {
                    kept % modulus == residue
                }
            }
            Self::Bits { mask, value } => word & mask == value,
        }
    }

    /// The words of this many bits for which this holds, if they form an interval.
    pub(crate) const fn interval(self, word: u32) -> Option<(u64, u64)> {
        match self {
            Self::Range(first, last) if first <= last => Some((first, last)),
            Self::Bits { mask, value } if mask | ones(word - mask.count_ones()) == ones(word) => {
                Some((value, value | ones(word) & !mask))
            }
            _ => None,
        }
    }

    /// Whether this holds for the same words of this many bits as another.
    pub(super) fn is_same(self, other: Self, word: u32) -> bool {
        let is_exact =
            |one: Self| one.information(word) < f64::from(one.bits(word).0.count_ones()) + 1e-9;
        self == other || is_exact(self) && is_exact(other) && self.bits(word) == other.bits(word)
    }

    /// The bits that are known for certain: a mask, and their values.
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

/// The rules that could make these numbers from words of this many bits, all below `range`.
pub(super) fn all(numbers: &Numbers, word: u32, range: u128, plain: bool) -> Vec<Rule> {
    match numbers {
        Numbers::Words { bits, .. } if *bits == word => vec![Rule::Whole],
        Numbers::Words { bits, .. } if *bits > word => Vec::new(),
        Numbers::Words { .. } if !plain && word > 32 => Vec::new(),
        Numbers::Words { bits, .. } => {
            let mut rules = vec![Rule::Whole, Rule::High(*bits), Rule::Low(*bits)];
            // Half of all outputs as they are, the others left out, could be any outputs below that half.
            rules.extend((plain && *bits + 1 < word).then(|| scale(range)));
            // The highest bits of a few words may all be 0, so the numbers may have more bits than they show.
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
                scale(range),
            ];
            rules.extend(
                [14, 15, 16, 31, 32]
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
            if word == 32 {
                rules.extend([Rule::Java, Rule::OfSixteen]);
            }
            let units = units(word, range);
            for unit in &units {
                if *unit != Unit::High(word) {
                    rules.push(Rule::Floor(*unit));
                }
            }
            // Coins are the same as by a product.
            let is_rounded = plain && (0..numbers.len()).any(|i| numbers.bound(i) > 2);
            for unit in units {
                let is_usual = match unit {
                    Unit::High(bits) => bits == word.min(53),
                    Unit::Pair(a, b) => a + b == 53,
                    Unit::By(by) => u128::from(by) == range,
                    Unit::Signed { .. } => true,
                    _ => false,
                };
                if is_usual && is_rounded {
                    rules.push(Rule::Round(unit));
                }
            }
            rules
        }
        Numbers::Fractions(_) | Numbers::Points(_) | Numbers::Stepped(_) => {
            units(word, range).into_iter().map(Rule::Fraction).collect()
        }
    }
}

/// The rule of the C++ library: the words of a generator whose range is no power of 2 start at 1.
const fn scale(range: u128) -> Rule {
    let least = !range.is_power_of_two() as u64;
    Rule::Scale {
        least,
        range: (range - 1) as u64 - least,
    }
}

fn units(word: u32, range: u128) -> Vec<Unit> {
    let by = u64::try_from(range)
        .ok()
        .filter(|range| !range.is_power_of_two())
        .map(Unit::By);
    // A double rounds a word of more than 53 bits.
    let whole = Some(Unit::High(word));
    let narrower = [53, 52, 32, 31, 24, 23]
        .into_iter()
        .filter(|bits| *bits < word)
        .map(Unit::High);
    let pairs =
        (word == 32).then_some([Unit::Pair(27, 26), Unit::Pair(26, 27), Unit::Pair(32, 21)]);
    // JavaScript has words with signs, and packages make doubles of 21 bits and a word.
    let of_scripts = (word == 32).then_some([
        Unit::Signed { closed: false },
        Unit::Signed { closed: true },
        Unit::Pair(21, 32),
    ]);
    let low = match word {
        32 => Some(Unit::Low(24)),
        64 => Some(Unit::Low(53)),
        _ => None,
    };
    // C programs divide by RAND_MAX, the greatest word.
    let greatest = match by {
        Some(Unit::By(range)) => Some(Unit::By(range - 1)),
        _ => (word < 53).then_some(Unit::Closed),
    };
    let centre = (word < 53).then_some(Unit::Centre);
    // The words of a generator whose range is no power of 2 start at 1; others start at 0.
    let two = match by {
        Some(Unit::By(range)) => Some(Unit::TwoOf {
            range: range - 1,
            least: 1,
        }),
        _ => matches!(word, 30..=32).then(|| Unit::TwoOf {
            // Guile divides by the greatest word.
            range: (1 << word) - u64::from(word == 32),
            least: 0,
        }),
    };
    let three = (word == 31).then_some(Unit::ThreeOf);
    by.into_iter()
        .chain(whole)
        .chain(pairs.into_iter().flatten())
        .chain(low)
        .chain(two)
        .chain(three)
        .chain(greatest)
        .chain(narrower)
        .chain(centre)
        .chain(of_scripts.into_iter().flatten())
        .collect()
}

/// What number `i` says about its words, if none of them was rejected.
pub(super) fn known(rule: Rule, w: u32, numbers: &Numbers, i: usize) -> Vec<Known> {
    if numbers.is_gap(i) {
        return Vec::new();
    }
    let n = numbers.bound(i);
    let value = match numbers {
        Numbers::Words { values, .. } => values[i],
        Numbers::Bounded(values) => values[i].value,
        Numbers::Fractions(values) | Numbers::Points(values) => {
            let Rule::Fraction(unit) = rule else {
                return Vec::new();
            };
            return known_of_unit(
                unit,
                w,
                values[i].value - values[i].within,
                values[i].value + values[i].within,
            );
        }
        Numbers::Stepped(given) => {
            let (Rule::Fraction(unit), Some((start, end))) =
                (rule, given.steps.interval(given.values[i]))
            else {
                return Vec::new();
            };
            // The end is not in the interval, unless it is 1, and none but the last word is as near to it.
            let step = 2_f64.powi(-(bits_of_unit(unit, w) as i32));
            let last = if end > 1.0 { end } else { end - 0.3 * step };
            return known_of_unit(unit, w, start, last);
        }
    };
    vec![match rule {
        Rule::Whole => Known::Range(value, value),
        Rule::High(bits) => known_high_bits(bits, value, w),
        Rule::Low(bits) => Known::Bits {
            mask: ones(bits),
            value,
        },
        Rule::Modulo { shift, bits } => known_remainder(shift, bits, n, value),
        Rule::Reject { .. } => known_remainder(0, w, n, value),
        Rule::Multiply | Rule::Lemire => known_of_product(n, value, w),
        Rule::Divide => {
            let size = (ones(w) / n).saturating_add(1);
            Known::Range(
                value.saturating_mul(size),
                value
                    .saturating_mul(size)
                    .saturating_add(size - 1)
                    .min(ones(w)),
            )
        }
        Rule::Scale { least, range } if n <= range => {
            let first = least + value * (range / n);
            Known::Range(first, first + (range / n - 1))
        }
        Rule::Scale { .. } => Known::NONE,
        Rule::Bits { of_bound, .. } if length(if of_bound { n } else { n - 1 }) > w => Known::NONE,
        Rule::Bits {
            high: true,
            of_bound,
        } => known_high_bits(length(if of_bound { n } else { n - 1 }), value, w),
        Rule::Bits {
            high: false,
            of_bound,
        } => Known::Bits {
            mask: ones(length(if of_bound { n } else { n - 1 })),
            value,
        },
        Rule::OfSixteen if n > 1 << 15 => Known::NONE,
        Rule::OfSixteen => Known::Bits {
            mask: ones(length(n - 1)) << (w - 16),
            value: value << (w - 16),
        },
        Rule::Java if n.is_power_of_two() => known_high_bits(n.trailing_zeros(), value, w),
        Rule::Java => known_remainder(w - 31, 31, n, value),
        Rule::Floor(unit) => {
            // A little more than rounding can lose.
            let slack = 1e-12;
            return known_of_unit(
                unit,
                w,
                value as f64 / n as f64 - slack,
                (value + 1) as f64 / n as f64 + slack,
            );
        }
        Rule::Round(unit) => {
            let slack = 1e-12;
            let most = n.saturating_sub(1).max(1) as f64;
            return known_of_unit(
                unit,
                w,
                (value as f64 - 0.5) / most - slack,
                (value as f64 + 0.5) / most + slack,
            );
        }
        // A number may take several words here.
        Rule::Fraction(_) | Rule::RandomR | Rule::UniformMay => return Vec::new(),
    }]
}

/// How many bits of evidence it is that number `i` is as predicted: minus the logarithm of the share of words that make it.
pub(super) fn information(rule: Rule, w: u32, numbers: &Numbers, i: usize) -> f64 {
    // For a sum, the evidence is limited: each draw may be the most likely one.
    if let Numbers::Bounded(values) = numbers
        && values[i].dice > 1
    {
        let one = Bounded::new(0, values[i].bound);
        let lost = one.bits() - information(rule, w, &Numbers::Bounded(vec![one]), 0);
        return values[i].bits() - f64::from(values[i].dice) * lost.max(0.0);
    }
    // A fraction made from the bits of two words, or from low bits, says less about each word than about the fraction.
    if let (
        Rule::Fraction(Unit::Pair(..) | Unit::Low(_)),
        Numbers::Fractions(values) | Numbers::Points(values),
    ) = (rule, numbers)
    {
        let bits = match rule.unit() {
            Some(Unit::Pair(a, b)) => a + b,
            Some(Unit::Low(bits)) => bits,
            _ => w,
        };
        let Fraction { value, within } = values[i];
        let (first, last) = steps(
            value - within,
            value + within,
            2_f64.powi(bits as i32),
            0.0,
            bits,
        );
        let (counted, width) = (
            (last - first) as f64 + 1.0,
            2.0 * within * 2_f64.powi(bits as i32),
        );
        // Whether the steps at the ends of many are among them depends on the last digit of the value, which is not the same on
        // all computers if it is the result of functions such as `exp`.
        let is_inside = width >= 64.0 && (counted - width).abs() <= 4.0;
        return f64::from(bits) - if is_inside { width } else { counted }.log2();
    }
    let parts = known(rule, w, numbers, i);
    parts.into_iter().map(|part| part.information(w)).sum()
}

/// A word of `w` bits whose highest ones, so many, have this value.
fn known_high_bits(bits: u32, value: u64, w: u32) -> Known {
    if bits == 0 {
        Known::Range(0, ones(w))
    } else if bits >= w {
        Known::Range(value, value)
    } else {
        Known::Range(value << (w - bits), value << (w - bits) | ones(w - bits))
    }
}

const fn known_remainder(shift: u32, bits: u32, modulus: u64, residue: u64) -> Known {
    Known::Residue {
        shift,
        bits,
        modulus,
        residue,
    }
}

/// The words of `w` bits whose product with `n` has this high half; there may be none if `n` is greater than the number of
/// words.
fn known_of_product(n: u64, value: u64, w: u32) -> Known {
    let first = (u128::from(value) << w).div_ceil(u128::from(n));
    let end = ((u128::from(value) + 1) << w).div_ceil(u128::from(n));
    if first < end {
        Known::Range(first as u64, (end - 1).min(ones(w).into()) as u64)
    } else {
        Known::NONE
    }
}

/// The first and the last integer of this many bits whose fraction, times the scale and without the offset, lies between `low`
/// and `high`.
fn steps(low: f64, high: f64, scale: f64, offset: f64, bits: u32) -> (u64, u64) {
    // A fraction of this many bits times its scale is exact; otherwise the interval is widened by one.
    let slack = match bits {
        ..=52 => 1e-3,
        53 => 0.5,
        // At least one step between doubles, or adding the slack would be rounded away.
        _ => 2_f64.powi(bits as i32 - 53),
    };
    let first = (low * scale - offset - slack).ceil().max(0.0) as u64;
    let last = (high * scale - offset + slack).floor().max(0.0) as u64;
    (first.min(ones(bits)), last.min(ones(bits)))
}

/// How many bits a fraction has.
const fn bits_of_unit(unit: Unit, w: u32) -> u32 {
    match unit {
        Unit::High(bits) | Unit::Low(bits) => bits,
        Unit::Pair(a, b) => a + b,
        Unit::Closed | Unit::Centre | Unit::Signed { .. } | Unit::By(_) => w,
        Unit::TwoOf { .. } | Unit::ThreeOf => 2 * w,
    }
}

/// What a fraction between `low` and `high` says about its words.
fn known_of_unit(unit: Unit, w: u32, low: f64, high: f64) -> Vec<Known> {
    match unit {
        Unit::High(bits) => {
            let (first, last) = steps(low, high, 2_f64.powi(bits as i32), 0.0, bits);
            vec![Known::Range(
                first << (w - bits),
                last << (w - bits) | ones(w - bits),
            )]
        }
        Unit::Low(bits) => {
            let (first, last) = steps(low, high, 2_f64.powi(bits as i32), 0.0, bits);
            if first > last {
                return vec![Known::NONE];
            }
            // Only the bits that the first and the last have in common are known.
            let (mask, value) = Known::Range(first, last).bits(bits);
            vec![Known::Bits { mask, value }]
        }
        Unit::Closed => {
            let (first, last) = steps(low, high, ones(w) as f64, 0.0, w);
            vec![Known::Range(first, last)]
        }
        Unit::Centre => {
            let (first, last) = steps(low, high, 2_f64.powi(w as i32), 0.5, w);
            vec![Known::Range(first, last)]
        }
        Unit::Signed { closed } => {
            let over = if closed {
                ones(w) as f64
            } else {
                2_f64.powi(w as i32)
            };
            let (first, last) = steps(low, high, over, 0.0, w);
            let sign = 1 << (w - 1);
            if (first ^ last) & sign == 0 {
                return vec![Known::Range(first ^ sign, last ^ sign)];
            }
            // On both sides of 0 the words are no interval, and no bit of them is known.
            vec![Known::Range(0, ones(w))]
        }
        Unit::By(size) => {
            let (first, last) = steps(low, high, size as f64, 0.0, w);
            vec![Known::Range(first, last)]
        }
        Unit::TwoOf { range: size, least } => {
            // The first word adds less than one step of the second.
            let (first, _) = steps(low, high, size as f64, 1.0, w);
            let (_, last) = steps(low, high, size as f64, 0.0, w);
            let all = Known::Range(least, (least + size - 1).min(ones(w)));
            vec![all, Known::Range(first + least, last + least)]
        }
        Unit::ThreeOf => {
            // The first two words add less than one step of the third.
            let (first, _) = steps(low, high, 2_f64.powi(31), 1.0, 31);
            let (_, last) = steps(low, high, 2_f64.powi(31), 0.0, 31);
            let any = Known::Range(0, ones(31));
            vec![any, any, Known::Range(first, last)]
        }
        Unit::Pair(a, b) => {
            let (first, last) = steps(low, high, 2_f64.powi((a + b) as i32), 0.0, a + b);
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
