//! The generator of Go's math/rand.

use super::stream::{LANES, block};

const MODULUS: u64 = (1 << 31) - 1;

/// How many outputs are sums of two words of the seeding.
const FRESH: usize = 273;

/// The powers of Go's multiplier by which the seed becomes the three parts of each word.
const POWERS: [u32; 3 * 607] = {
    let (mut powers, mut power, mut n) = ([0; 3 * 607], 1, 0);
    while n < 20 + powers.len() {
        power = power * 48_271 % MODULUS;
        if n >= 20 {
            powers[n - 20] = power as u32;
        }
        n += 1;
    }
    powers
};

/// The outputs of a block of seeds.
pub(super) fn lagged_block(first: u64, outputs: &mut [[u64; LANES]]) {
    if outputs.len() <= FRESH {
        block(first, outputs, |seed| (reduced(seed), 0), next_fresh);
    } else {
        block(first, outputs, Lagged::seeded, Lagged::next);
    }
}

/// The next output of a seed, made without its state.
#[inline]
fn next_fresh((seed, n): &mut (u64, usize)) -> u64 {
    let word = |at: usize| {
        let [high, middle, low] = [0, 1, 2].map(|part| {
            let product = *seed * u64::from(POWERS[3 * at + part]);
            let folded = (product >> 31) + (product & MODULUS);
            folded.min(folded.wrapping_sub(MODULUS))
        });
        high << 40 ^ middle << 20 ^ low ^ cooked(at)
    };
    *n += 1;
    word(334 - *n).wrapping_add(word(607 - *n)) & (u64::MAX >> 1)
}

/// The seed as Go's seeding takes it.
#[inline]
const fn reduced(seed: u64) -> u64 {
    match seed % MODULUS {
        0 => 89_482_311,
        seed => seed,
    }
}

#[inline]
fn cooked(at: usize) -> u64 {
    u64::from_le_bytes(COOKED.as_chunks().0[at])
}

/// Go's generator, which steps downwards through its words.
pub(super) struct Lagged {
    words: [u64; 607],
    tap: usize,
    feed: usize,
}

/// The words that Go adds to its seeding: the state after 7.8 * 10^12 steps from another one.
static COOKED: &[u8; 8 * 607] = include_bytes!("go-cooked.bin");

impl Lagged {
    pub(super) fn seeded(seed: u64) -> Self {
        let mut x = reduced(seed);
        let mut next = || {
            x = x * 48_271 % MODULUS;
            x
        };
        for _ in 0..20 {
            next();
        }
        let words = core::array::from_fn(|i| {
            let word = next() << 40 ^ next() << 20 ^ next();
            word ^ cooked(i)
        });
        Self {
            words,
            tap: 0,
            feed: 607 - 273,
        }
    }

    pub(super) fn next(&mut self) -> u64 {
        self.tap = self.tap.checked_sub(1).unwrap_or(606);
        self.feed = self.feed.checked_sub(1).unwrap_or(606);
        let word = self.words[self.feed].wrapping_add(self.words[self.tap]);
        self.words[self.feed] = word;
        word & (u64::MAX >> 1)
    }
}
