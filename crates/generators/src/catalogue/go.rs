//! The generator of Go's math/rand.

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
        const MODULUS: u64 = (1 << 31) - 1;
        let mut x = match seed % MODULUS {
            0 => 89_482_311,
            seed => seed,
        };
        let mut next = || {
            x = x * 48_271 % MODULUS;
            x
        };
        for _ in 0..20 {
            next();
        }
        let (cooked, _) = COOKED.as_chunks();
        let words = core::array::from_fn(|i| {
            let word = next() << 40 ^ next() << 20 ^ next();
            word ^ u64::from_le_bytes(cooked[i])
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
