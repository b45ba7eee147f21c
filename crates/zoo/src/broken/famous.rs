//! Generators that fail tests and are no rows of the catalogue, a few lines each, from their papers.

use ::generators::draw::Words;

/// A generator of this module.
macro_rules! words {
    ($name:ident, $bits:expr, $about:literal, $state:ty, |$s:ident| $step:expr) => {
        #[doc = $about]
        #[derive(Clone, Debug)]
        pub(super) struct $name(pub(super) $state);

        impl Words for $name {
            type Word = u32;
            const BITS: u32 = $bits;

            fn next_word(&mut self) -> u32 {
                let $s = &mut self.0;
                $step
            }
        }
    };
}

words!(
    WichmannHill,
    32,
    "Wichmann and Hill, *Algorithm AS 183*, Applied Statistics 31, 1982.",
    [u32; 3],
    |s| {
        const MODULI: [u32; 3] = [30269, 30307, 30323];
        let mut sum = 0.0;
        for (x, (factor, modulus)) in s.iter_mut().zip([171, 172, 170].into_iter().zip(MODULI)) {
            *x = *x * factor % modulus;
            sum += f64::from(*x) / f64::from(modulus);
        }
        (sum.fract() * 4_294_967_296.0) as u32
    }
);

words!(
    Xorshift128Plus,
    32,
    "The low half. Vigna, *Further scramblings of Marsaglia's xorshift generators*, 2017.",
    [u64; 2],
    |s| {
        let [mut x, y] = *s;
        x ^= x << 23;
        *s = [y, x ^ y ^ x >> 18 ^ y >> 5];
        s[1].wrapping_add(y) as u32
    }
);

/// A lagged Fibonacci generator: `x[n] = x[n - LONG] op x[n - SHORT]`.
#[derive(Clone, Debug)]
pub(super) struct Lagged<const LONG: usize, const SHORT: usize> {
    ring: [u32; LONG],
    at: usize,
    operation: fn(u32, u32) -> u32,
}

impl<const LONG: usize, const SHORT: usize> Lagged<LONG, SHORT> {
    /// From its first words, the oldest first.
    pub(super) const fn new(ring: [u32; LONG], operation: fn(u32, u32) -> u32) -> Self {
        Self {
            ring,
            at: 0,
            operation,
        }
    }
}

impl<const LONG: usize, const SHORT: usize> Words for Lagged<LONG, SHORT> {
    type Word = u32;
    const BITS: u32 = 32;

    fn next_word(&mut self) -> u32 {
        let word = (self.operation)(
            self.ring[self.at],
            self.ring[(self.at + LONG - SHORT) % LONG],
        );
        self.ring[self.at] = word;
        self.at = (self.at + 1) % LONG;
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nth(mut words: impl Words<Word = u32>, n: usize) -> u32 {
        (1..n).for_each(|_| {
            words.next_word();
        });
        words.next_word()
    }

    /// Reference outputs of Lemire's testingRNG.
    #[test]
    fn first_words_are_the_published_ones() {
        let mut words = Xorshift128Plus([1, 2]);
        assert_eq!(
            [words.next_word(), words.next_word()],
            [8_388_645, 33_816_707]
        );
    }

    /// GSL's `r250`, x[n] = x[n-147] ^ x[n-250], seeded with 1: its own test expects this as its 10,000th word.
    #[test]
    fn a_lagged_generator_is_that_of_gsl() {
        let mut word = 1_u32;
        let mut ring = [0; 250].map(|_: u32| {
            word = word.wrapping_mul(69069);
            word
        });
        for i in 0..32 {
            let place = &mut ring[7 * i + 3];
            *place = *place & u32::MAX >> i | 1 << (31 - i);
        }
        assert_eq!(
            nth(Lagged::<250, 147>::new(ring, |x, y| x ^ y), 10_000),
            1_100_653_588
        );
    }

    /// The fractions of the paper, by hand: 171/30269 + 172/30307 + 170/30323 from seeds of one.
    #[test]
    fn wichmann_hill_adds_three_fractions() {
        let sum = 171.0 / 30269.0 + 172.0 / 30307.0 + 170.0 / 30323.0;
        assert_eq!(nth(WichmannHill([1; 3]), 1), (sum * 4_294_967_296.0) as u32);
    }
}
