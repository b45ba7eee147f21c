//! How many words determine the state of a generator.

use std::ops::ControlFlow;

use generators::bsd_random::{BsdRandom, Kind};
use generators::inverse::{enough_words, recover, states_of_words};

use crate::claim::Mark;
use crate::prelude::*;

const SAMPLES: [u64; 2] = [1000, 100];

/// How many words it takes until only one state gives them.
#[derive(Serialize)]
pub struct States {
    pub kind: u8,
    pub degree: usize,
    pub tried: u64,
    #[serde(rename = "basis")]
    pub mark: Mark,
    pub fewest: usize,
    /// The median: half of the states take at most this many.
    pub median: usize,
    pub most: usize,
}

impl States {
    pub(super) fn compute() -> Vec<Self> {
        vec![
            Self::exhaust(Kind::Type1),
            Self::exhaust(Kind::Type2),
            Self::sample(Kind::Type3, SAMPLES[0]),
            Self::sample(Kind::Type4, SAMPLES[1]),
        ]
    }

    fn exhaust(kind: Kind) -> Self {
        Self::new(kind, Mark::Exact, (0..1 << kind.degree()).collect())
    }

    fn sample(kind: Kind, number: u64) -> Self {
        // Spread the states by the golden ratio.
        let low_bits =
            (1..=number).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - kind.degree()));
        Self::new(kind, Mark::Measured, low_bits.collect())
    }

    fn new(kind: Kind, mark: Mark, low_bits: Vec<u64>) -> Self {
        let tried = low_bits.len() as u64;
        let mut words = parallel_map(low_bits, |low_bits| words_to_tell(kind, low_bits));
        words.sort_unstable();
        let last = words.len() - 1;
        Self {
            kind: kind as u8,
            degree: kind.degree(),
            tried,
            mark,
            fewest: words[0],
            median: words[last / 2],
            most: words[last],
        }
    }
}

/// How many words single out the state with these lowest bits. The carries that decide it depend only on lowest bits, so the
/// others are all 0. A state that [`enough_words`] does not identify would count as one word more.
fn words_to_tell(kind: Kind, low_bits: u64) -> usize {
    let ring = (0..kind.degree()).map(|i| (low_bits >> i & 1) as u32);
    let saved: Vec<u32> = std::iter::once(kind as u32).chain(ring).collect();
    let Some(mut random) = BsdRandom::restore(&saved) else {
        return 0;
    };
    let words: Vec<u32> = (0..=enough_words(kind))
        .map(|_| random.next_word())
        .collect();
    // Few states share this many words, though for most states it is not enough; then the last of the others decides.
    let some = kind.degree() * 11 / 4;
    let mut agree = Vec::new();
    let searched = states_of_words(kind, &words[..some], &mut |mut state| {
        agree.push(
            some + words[some..]
                .iter()
                .take_while(|&&word| state.after.next_word() == word)
                .count(),
        );
        ControlFlow::Continue(())
    });
    agree.sort_unstable();
    // If some words identify the state, so do more.
    let (mut too_few, mut enough) = match (searched, &agree[..]) {
        (Ok(()), [.., other, _]) => return words.len().min(other + 1),
        (Ok(()), [_]) => (kind.degree() - 1, some),
        _ => (kind.degree() - 1, words.len()),
    };
    while enough - too_few > 1 {
        let middle = too_few.midpoint(enough);
        if recover(kind, &words[..middle]).is_ok() {
            enough = middle;
        } else {
            too_few = middle;
        }
    }
    enough
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_told_by_so_many_words_and_not_by_one_less() {
        for low_bits in [0, 1, 5, 127] {
            let ring = (0..7).map(|i| (low_bits >> i & 1) as u32 | (77 * i as u32) << 1);
            let saved: Vec<u32> = std::iter::once(1).chain(ring).collect();
            let mut random = BsdRandom::restore(&saved).unwrap();
            let words: Vec<u32> = (0..50).map(|_| random.next_word()).collect();
            let number = words_to_tell(Kind::Type1, low_bits);
            assert!(recover(Kind::Type1, &words[..number]).is_ok());
            assert!(recover(Kind::Type1, &words[..number - 1]).is_err());
        }
    }
}
