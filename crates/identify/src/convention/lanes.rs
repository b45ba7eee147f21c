//! Tests something known on each word of a block.

use multiversion::multiversion;

use super::{Known, ones};
use generators::rule::odd_inverse;

/// How many words are tested side by side: one for each bit of the answer.
pub(crate) const TESTED: usize = u64::BITS as usize;

/// The words for which this holds, one bit each.
#[multiversion(targets("x86_64+avx512f+avx512dq", "x86_64+avx2"))]
pub(crate) fn lanes(known: Known, words: &[u64; TESTED]) -> u64 {
    let mut holds = 0;
    match known {
        Known::Range(first, last) if first <= last => {
            for (lane, word) in words.iter().enumerate() {
                holds |= u64::from(word.wrapping_sub(first) <= last - first) << lane;
            }
        }
        Known::Range(..) => {}
        Known::Residue {
            shift,
            bits,
            modulus,
            residue,
        } => {
            // A multiple of an odd number, times the inverse of that number, is at most the greatest word divided by it; if the
            // factors of 2 in the modulus do not divide the word, they rotate to the high end.
            let twos = modulus.trailing_zeros();
            let inverse = odd_inverse(modulus >> twos);
            // If the compiler knew this quotient, it would compare by a product that overflows, word by word.
            let most = std::hint::black_box(u64::MAX / modulus);
            for (lane, word) in words.iter().enumerate() {
                let kept = word >> shift & ones(bits);
                let quotient = kept
                    .wrapping_sub(residue)
                    .wrapping_mul(inverse)
                    .rotate_right(twos);
                holds |= u64::from(quotient <= most && kept >= residue) << lane;
            }
        }
        Known::Bits { mask, value } => {
            for (lane, word) in words.iter().enumerate() {
                holds |= u64::from(word & mask == value) << lane;
            }
        }
    }
    holds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_told_as_its_words_are() {
        let words: [u64; TESTED] = std::array::from_fn(|lane| {
            let word = (lane as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            if lane % 2 == 0 { word >> 40 } else { word }
        });
        let mut all = vec![
            Known::Range(0, words[4]),
            Known::Range(words[6], u64::MAX),
            Known::Range(5, 4),
            Known::Bits { mask: 6, value: 2 },
        ];
        for modulus in [1, 2, 5, 6, 8, 12, 100, u64::MAX] {
            for residue in [0, 1, 3, 7]
                .into_iter()
                .filter(|residue| *residue < modulus)
            {
                all.extend(
                    [(0, 64), (1, 31), (3, 5)].map(|(shift, bits)| Known::Residue {
                        shift,
                        bits,
                        modulus,
                        residue,
                    }),
                );
            }
        }
        let mut both = [0; 2];
        for known in all {
            let found = lanes(known, &words);
            for (lane, word) in words.iter().enumerate() {
                assert_eq!(
                    found >> lane & 1 == 1,
                    known.holds(*word),
                    "{known:?} of {word}"
                );
            }
            both[0] += found.count_zeros();
            both[1] += found.count_ones();
        }
        assert!(both.iter().all(|count| *count > 100), "{both:?}");
    }
}
