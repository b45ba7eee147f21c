//! Linear complexity over GF(2): the length of the shortest linear recurrence of each bit of the numbers. A state has at least
//! as many bits.

use super::{Answer, Candidates, Complexity, Parameters, Search, Why};
use crate::numbers::Numbers;
use crate::parallel;

/// The most numbers that are looked at, enough for a state of 32,000 bits.
const MOST: usize = 1 << 16;

/// The length of the shortest linear recurrence for these bits, by Berlekamp and Massey; `None` if the search is stopped.
fn shortest(bits: &[bool], is_late: &(dyn Fn() -> bool + Sync)) -> Option<usize> {
    let words = bits.len().div_ceil(64) + 1;
    // The connection polynomial, the one before its last change, and the bits so far, the latest in the lowest place.
    let (mut current, mut before, mut seen) =
        (vec![0_u64; words], vec![0_u64; words], vec![0_u64; words]);
    (current[0], before[0]) = (1, 1);
    let (mut length, mut since) = (0, 1);
    for (n, &bit) in bits.iter().enumerate() {
        if n.is_multiple_of(LATE) && is_late() {
            return None;
        }
        // Neither polynomial is longer than the bits seen so far.
        let used = (n + 2).div_ceil(64).min(words);
        for i in (0..used).rev() {
            let low = if i == 0 {
                u64::from(bit)
            } else {
                seen[i - 1] >> 63
            };
            seen[i] = seen[i] << 1 | low;
        }
        let sum: u64 = current[..used]
            .iter()
            .zip(&seen)
            .fold(0, |sum, (a, b)| sum ^ a & b);
        if sum.count_ones().is_multiple_of(2) {
            since += 1;
            continue;
        }
        let longer = 2 * length <= n;
        let old = longer.then(|| current.clone());
        add_shifted(&mut current, &before, since);
        if let Some(old) = old {
            length = n + 1 - length;
            before = old;
            since = 1;
        } else {
            since += 1;
        }
    }
    Some(length)
}

/// The number of bits between looks at the time.
const LATE: usize = 1 << 10;

fn add_shifted(to: &mut [u64], from: &[u64], shift: usize) {
    let (words, bits) = (shift / 64, shift % 64);
    for i in words..to.len() {
        let low = from[i - words] << bits;
        let carried = if bits > 0 && i > words {
            from[i - words - 1] >> (64 - bits)
        } else {
            0
        };
        to[i] ^= low | carried;
    }
}

/// The bits of the numbers that could be linear, as words, with the number of bits in each.
fn words(numbers: &Numbers) -> (u32, Vec<u64>) {
    match numbers {
        Numbers::Words { bits, values } => (*bits, values.clone()),
        Numbers::Bounded(values) => {
            let twos = values
                .iter()
                .map(|number| number.bound.trailing_zeros())
                .min()
                .unwrap_or(0);
            (twos, values.iter().map(|number| number.value).collect())
        }
        Numbers::Points(_) | Numbers::Stepped(_) => (0, Vec::new()),
        Numbers::Fractions(values) => {
            let within = values
                .iter()
                .fold(0.0_f64, |within, number| within.max(number.within));
            // A carry out of the missing digits would make a bit wrong, so two bits fewer are used.
            let bits = (-within.log2() - 2.0).clamp(0.0, 16.0) as u32;
            (
                bits,
                values
                    .iter()
                    .map(|number| (number.value * 2_f64.powi(bits as i32)) as u64)
                    .collect(),
            )
        }
    }
}

/// This bit of each word.
fn bits_at(words: &[u64], bit: u32) -> Vec<bool> {
    words.iter().map(|word| word >> bit & 1 == 1).collect()
}

/// Names generators that are linear over GF(2) but not in the catalogue, and says which low bits are linear.
pub(super) fn find_bit_recurrences(search: &mut Search<'_>) {
    let (bits, mut words) = words(search.numbers);
    words.truncate(MOST);
    let count = words.len();
    if bits == 0 || count < LEAST {
        return;
    }
    search.tries += 1;
    let shared = &*search;
    let lengths = parallel::map((0..bits).collect(), |bit| {
        shortest(&bits_at(&words, bit), &|| shared.is_late())
    });
    let Some(lengths) = lengths.into_iter().collect::<Option<Vec<usize>>>() else {
        return;
    };
    search.record_tried(Candidates::BitRecurrences, count as f64 / 2.0, true, &[]);
    // For random bits the length is about half the count, and each step shorter is half as likely.
    let linear: Vec<u32> = (0..bits)
        .filter(|bit| count.saturating_sub(2 * lengths[*bit as usize]) > SPARE)
        .collect();
    let least = lengths.iter().copied().min().unwrap_or(0);
    if linear.is_empty() {
        search.found.complexity = Some(Complexity::NoBit {
            shortest: least,
            numbers: count,
        });
        return;
    }
    let longest = linear
        .iter()
        .map(|bit| lengths[*bit as usize])
        .max()
        .unwrap_or(0);
    if linear.len() < bits as usize {
        search.found.complexity = Some(Complexity::SomeBits {
            linear,
            bits,
            longest,
        });
        return;
    }
    // Constant bits are no evidence.
    if longest <= 1 {
        return;
    }
    // Each predicted bit that is not constant is one bit of information, unless the numbers repeat.
    let moving = lengths.iter().filter(|length| **length > 1).count();
    let first = search.information.iter().take(count);
    let information: Vec<f64> = first.map(|bits| bits.min(moving as f64)).collect();
    let candidates = (2 * longest) as f64 * moving as f64 + f64::from(bits).log2();
    let evidence = search.evidence(&vec![true; count], &information, candidates);
    search.keep(Answer {
        parameters: Some(Parameters::Complexity(longest)),
        previous: search.no_numbers_before(),
        next: search.numbers_after(true, |_| Err(Why::OnlyComplexity)),
        ..Answer::new(
            "GF(2)-linear generator",
            format!("each bit is a sum modulo 2 of bits in its place of the {longest} numbers before, if not of fewer; a state may have more bits"),
            evidence,
        )
    });
}

/// The least number of numbers that are judged.
const LEAST: usize = 48;

/// How much shorter than for random bits a recurrence must be to count.
const SPARE: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_recurrence_has_the_length_of_the_register() {
        // x^7 + x^6 + 1, then a polynomial of degree 100.
        for (taps, degree) in [([7, 6], 7), ([100, 63], 100)] {
            let mut bits = vec![false; degree];
            bits[0] = true;
            for i in degree..2 * degree + 80 {
                bits.push(bits[i - taps[0]] ^ bits[i - taps[1]]);
            }
            assert_eq!(shortest(&bits, &|| false), Some(degree));
        }
        assert_eq!(shortest(&[false; 90], &|| false), Some(0));
        assert_eq!(shortest(&[true; 90], &|| false), Some(1));
    }

    #[test]
    fn random_bits_need_half_their_number() {
        let mut x = 1_u64;
        let mut bit = || {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 63 == 1
        };
        let bits: Vec<bool> = (0..1000).map(|_| bit()).collect();
        assert!((490..=510).contains(&shortest(&bits, &|| false).unwrap()));
    }
}
