//! Famous generators that fail tests, a few lines each, from their papers.

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

words!(Minstd, 31, "Park, Miller and Stockmeyer, *Technical correspondence*, CACM 36, 1993.", u32, |s| {
    *s = (u64::from(*s) * 48271 % 0x7fff_ffff) as u32;
    *s
});

words!(Xorshift32, 32, "Marsaglia, *Xorshift RNGs*, 2003, page 4.", u32, |s| {
    *s ^= *s << 13;
    *s ^= *s >> 17;
    *s ^= *s << 5;
    *s
});

words!(Xorshift128, 32, "The same, page 5: x, y, z, w.", [u32; 4], |s| {
    let t = s[0] ^ s[0] << 11;
    s.rotate_left(1);
    s[3] = s[2] ^ s[2] >> 19 ^ t ^ t >> 8;
    s[3]
});

words!(WichmannHill, 32, "Wichmann and Hill, *Algorithm AS 183*, Applied Statistics 31, 1982.", [u32; 3], |s| {
    const MODULI: [u32; 3] = [30269, 30307, 30323];
    let mut sum = 0.0;
    for (x, (factor, modulus)) in s.iter_mut().zip([171, 172, 170].into_iter().zip(MODULI)) {
        *x = *x * factor % modulus;
        sum += f64::from(*x) / f64::from(modulus);
    }
    (sum.fract() * 4_294_967_296.0) as u32
});

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

words!(
    Xoroshiro128Plus,
    32,
    "The low half. Blackman and Vigna, *Scrambled linear pseudorandom number generators*, 2018.",
    [u64; 2],
    |s| {
        let sum = s[0].wrapping_add(s[1]);
        let x = s[0] ^ s[1];
        *s = [s[0].rotate_left(24) ^ x ^ x << 16, x.rotate_left(37)];
        sum as u32
    }
);

words!(AnsiRand, 15, "`rand` of the C standard, 7.22.2.2, as an example.", u32, |s| {
    *s = s.wrapping_mul(1_103_515_245).wrapping_add(12345);
    *s >> 16 & 0x7fff
});

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
        Self { ring, at: 0, operation }
    }
}

impl<const LONG: usize, const SHORT: usize> Words for Lagged<LONG, SHORT> {
    type Word = u32;
    const BITS: u32 = 32;

    fn next_word(&mut self) -> u32 {
        let word = (self.operation)(self.ring[self.at], self.ring[(self.at + LONG - SHORT) % LONG]);
        self.ring[self.at] = word;
        self.at = (self.at + 1) % LONG;
        word
    }
}

/// Matsumoto and Nishimura, *Mersenne Twister*, 1998, seeded as in 2002.
#[derive(Clone, Debug)]
pub(super) struct Mt19937 {
    ring: [u32; 624],
    at: usize,
}

impl Mt19937 {
    pub(super) fn seeded(seed: u32) -> Self {
        let mut ring = [seed; 624];
        for i in 1..624 {
            ring[i] = (ring[i - 1] ^ ring[i - 1] >> 30).wrapping_mul(1_812_433_253).wrapping_add(i as u32);
        }
        Self { ring, at: 0 }
    }
}

impl Words for Mt19937 {
    type Word = u32;
    const BITS: u32 = 32;

    fn next_word(&mut self) -> u32 {
        let (at, next) = (self.at, (self.at + 1) % 624);
        let y = self.ring[at] & 0x8000_0000 | self.ring[next] & 0x7fff_ffff;
        self.ring[at] = self.ring[(at + 397) % 624] ^ y >> 1 ^ if y & 1 == 0 { 0 } else { 0x9908_b0df };
        let mut y = self.ring[at];
        self.at = next;
        y ^= y >> 11;
        y ^= y << 7 & 0x9d2c_5680;
        y ^= y << 15 & 0xefc6_0000;
        y ^ y >> 18
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

    fn first<const N: usize>(mut words: impl Words<Word = u32>) -> [u32; N] {
        std::array::from_fn(|_| words.next_word())
    }

    /// [rand.predef] of the C++ standard for `minstd_rand` and `mt19937`; the papers' first words; the C standard's `rand`
    /// after `srand(1)`; reference outputs of `rand_xoshiro` (xoroshiro128+) and of Lemire's testingRNG (xorshift128+).
    #[test]
    fn first_words_are_the_published_ones() {
        assert_eq!(nth(Minstd(1), 10_000), 399_268_537);
        assert_eq!(nth(Mt19937::seeded(5489), 10_000), 4_123_659_995);
        assert_eq!(nth(Xorshift32(2_463_534_242), 1), 723_471_715);
        let marsaglia = Xorshift128([123_456_789, 362_436_069, 521_288_629, 88_675_123]);
        assert_eq!(first(marsaglia), [3_701_687_786, 458_299_110, 2_500_872_618, 3_633_119_408]);
        assert_eq!(first(AnsiRand(1)), [16838, 5758, 10113, 17515]);
        assert_eq!(first(Xoroshiro128Plus([1, 2])), [3, 412_333_834_243_u64 as u32]);
        assert_eq!(first(Xorshift128Plus([1, 2])), [8_388_645, 33_816_707]);
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
        assert_eq!(nth(Lagged::<250, 147>::new(ring, |x, y| x ^ y), 10_000), 1_100_653_588);
    }

    /// The fractions of the paper, by hand: 171/30269 + 172/30307 + 170/30323 from seeds of one.
    #[test]
    fn wichmann_hill_adds_three_fractions() {
        let sum = 171.0 / 30269.0 + 172.0 / 30307.0 + 170.0 / 30323.0;
        assert_eq!(nth(WichmannHill([1; 3]), 1), (sum * 4_294_967_296.0) as u32);
    }
}
