//! Seeds of MT19937 from 229 consecutive outputs anywhere in its first 624.
//!
//! The first block of outputs is made from the words that seeding fills in. Output `j + 227`, untempered, is output `j` plus a
//! mix of the words `j + 227` and `j + 228`. Seeding makes each word from the one before, and can be undone word by word.

use std::collections::VecDeque;

use super::{Candidate, Candidates, Search};
use crate::convention::ones;
use generators::catalogue::untempered;
use generators::rule::odd_inverse;

/// The number of words in the state.
pub(super) const SIZE: usize = 624;
const LAG: usize = 227;
pub(super) const MATRIX: u32 = 0x9908_b0df;

/// The high bit of one word and the low bits of the next, from the mix of the two.
const fn unmixed(given: u32) -> u32 {
    if given >> 31 == 1 {
        (given ^ MATRIX) << 1 | 1
    } else {
        given << 1
    }
}

/// The words that are handed out this many outputs earlier, 624 in a row.
pub(super) fn earlier(words: &[u64], outputs: u64) -> Vec<u64> {
    let mut words: VecDeque<u32> = words.iter().map(|word| *word as u32).collect();
    // The last word determines the high bit of the word before the first, and the low bits of the first, which the previous
    // step left open.
    for _ in 0..outputs {
        let given = unmixed(words[SIZE - 1] ^ words[SIZE - 1 - LAG]);
        words[0] = words[0] & 1 << 31 | given & 0x7fff_ffff;
        words.push_front(given & 1 << 31);
        words.pop_back();
    }
    if outputs > 0 {
        words[0] |= unmixed(words[SIZE - 1] ^ words[SIZE - 1 - LAG]) & 0x7fff_ffff;
    }
    words.into_iter().map(u64::from).collect()
}

/// The seed from which `init_genrand` makes this as word `i`.
fn seed_of(mut word: u32, i: u32) -> u32 {
    let inverse = odd_inverse(1_812_433_253) as u32;
    for i in (1..=i).rev() {
        let mixed = word.wrapping_sub(i).wrapping_mul(inverse);
        word = mixed ^ mixed >> 30;
    }
    word
}

pub(super) fn find_seeds(search: &mut Search<'_>) {
    let rows = search
        .rows()
        .into_iter()
        .filter(|row| ["mt19937", "mt19937-array"].contains(&row.key));
    for row in rows.collect::<Vec<_>>() {
        for convention in search.conventions_for(row) {
            if !convention.is_regular(search.numbers) {
                continue;
            }
            let known = convention.known(search.numbers, LAG + 2);
            let words = known.iter().zip(0..).map_while(|((at, known), i)| {
                let (mask, value) = known.bits(32);
                (*at == i && mask == ones(32)).then_some(untempered(value as u32))
            });
            let words: Vec<u32> = words.take(LAG + 2).collect();
            if words.len() < LAG + 2 {
                continue;
            }
            search.tries += 1;
            // The high bit of word `p + 228` comes from the mix with the word after it.
            let low = unmixed(words[LAG] ^ words[0]);
            let high = unmixed(words[LAG + 1] ^ words[1]);
            let word = high & 1 << 31 | low & 0x7fff_ffff;
            let last = (SIZE - LAG - 1) as u64;
            let places = last.min(search.options.within + 1);
            let candidates = (places as f64).log2() + 32.0;
            search.record_tried(
                Candidates::SeedsByFirstBlock(row.key),
                candidates,
                places == last,
                &[convention],
            );
            for position in 0..places {
                let seed = seed_of(word, position as u32 + LAG as u32 + 1).into();
                search.consider(&Candidate {
                    seed: Some(seed),
                    position,
                    ..Candidate::new(row, &|| (row.seeded)(seed), convention, candidates)
                });
                if search.is_over() {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::related::tests::outputs;

    #[test]
    fn a_state_is_stepped_back_to_the_outputs_before_it() {
        let row = generators::catalogue::find("mt19937").unwrap();
        let outputs = outputs("mt19937", 42, 1500);
        let words: Vec<u64> = outputs
            .iter()
            .map(|output| untempered(*output as u32).into())
            .collect();
        for steps in [0, 1, 700] {
            let state = earlier(&words[700..700 + SIZE], steps as u64);
            let mut before = row.from_state().unwrap()(&state);
            assert!(
                outputs[700 - steps..]
                    .iter()
                    .all(|output| before() == *output)
            );
        }
    }
}
