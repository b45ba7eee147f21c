//! Generators that are linear over GF(2): xorshift, xoroshiro, xoshiro, WELL, Tausworthe.

use alloc::vec::Vec;

use super::generator::{Generator, Seeding, Structure, row};
use super::mixers::splitmix64;
use super::stream::stream;
use crate::definition::{Constant, Definition, Right};
use crate::rule::odd_inverse as inverse;

/// One row: the state is an array of words, filled from the seed by the function after `seed`. After `linear` come the bits of
/// an output that are linear, and the function that undoes the rest.
macro_rules! linear {
    (
        $key:literal, $about:literal, [$word:ty; $words:literal], bits $bits:literal, seed $seed_bits:literal $seeded:expr,
        $next:expr, linear $mask:expr, $unscrambled:expr, $source:expr
    ) => {
        row! {
            key: $key,
            about: $about,
            bits: $bits,
            seed_bits: $seed_bits,
            seeded: $seeded => $next,
            structure: Structure::Linear {
                state: $words,
                bits: <$word>::BITS,
                mask: $mask,
                unscrambled: $unscrambled,
                from_state: |words| stream(core::array::from_fn::<$word, $words, _>(|i| words[i] as $word), $next),
            },
            source: $source,
        }
    };
}

const MARSAGLIA: &str = "Marsaglia, Xorshift RNGs, Journal of Statistical Software 8(14), 2003";
const VIGNA: &str = "Blackman and Vigna, Scrambled linear pseudorandom number generators, 2018";
const ALL_32: u64 = 0xffff_ffff;
const ALL: u64 = u64::MAX;

/// The rows of this family.
#[rustfmt::skip]
pub(super) static GENERATORS: &[Generator] = &[
    linear!("xorshift32", "Marsaglia's xorshift of 32 bits, shifts 13, 17, 5: small games, demos",
        [u32; 1], bits 32, seed 32 |seed| [seed as u32], |[x]: &mut [u32; 1]| xorshift(&XORSHIFT_32, true, x).into(), linear ALL_32, plain, MARSAGLIA),
    linear!("xorshift64", "Marsaglia's xorshift of 64 bits, shifts 13, 7, 17",
        [u64; 1], bits 64, seed 64 |seed| [seed], |[x]: &mut [u64; 1]| xorshift(&XORSHIFT_64, true, x), linear ALL, plain, MARSAGLIA),
    linear!("xorshift128", "Marsaglia's xorshift of 128 bits, seeded by Unity's Random.InitState",
        [u32; 4], bits 32, seed 32 |seed| successive(seed, |x, _| x.wrapping_mul(1_812_433_253).wrapping_add(1)),
        xorshift128, linear ALL_32, plain, MARSAGLIA),
    linear!("xorshift64*", "Vigna's xorshift of 64 bits with a multiplication, shifts 12, 25, 27",
        [u64; 1], bits 64, seed 64 |seed| [seed],
        |[x]: &mut [u64; 1]| xorshift(&XORSHIFT_64_STAR, false, x).wrapping_mul(STAR_64),
        linear ALL, |x| x.wrapping_mul(inverse(STAR_64)), "Vigna, An experimental exploration of Marsaglia's xorshift, 2014"),
    linear!("xorshift1024*", "Vigna's xorshift of 1024 bits with a multiplication, seeded by splitmix64",
        [u64; 16], bits 64, seed 64 filled, xorshift1024star,
        linear ALL, |x| x.wrapping_mul(inverse(STAR_1024)), "Vigna, An experimental exploration of Marsaglia's xorshift, 2014"),
    linear!("xorshift128+", "xorshift128+ of the browsers, shifts 23, 17, 26, seeded here by splitmix64: Firefox, Safari",
        [u64; 2], bits 64, seed 64 filled, |s: &mut [u64; 2]| { browsers(s); s[0].wrapping_add(s[1]) },
        linear 1, plain, "Vigna, Further scramblings of Marsaglia's xorshift generators, 2014"),
    linear!("v8-math-random", "Math.random of Chrome and Node, times 2^52, in the order of its making: V8 hands out 64 backwards",
        [u64; 2], bits 52, seed 64 murmured, |s: &mut [u64; 2]| { browsers(s); s[0] >> 12 },
        linear ALL >> 12, plain, "V8, random-number-generator.h"),
    linear!("xoroshiro64*", "xoroshiro64*, seeded by splitmix64",
        [u32; 2], bits 32, seed 64 halves, |s: &mut [u32; 2]| scrambled(s, |s| s[0].wrapping_mul(GOLDEN_32), xoroshiro64).into(),
        linear ALL_32, |x| (x as u32).wrapping_mul(inverse_32(GOLDEN_32)).into(), VIGNA),
    linear!("xoroshiro64**", "xoroshiro64**, seeded by splitmix64",
        [u32; 2], bits 32, seed 64 halves,
        |s: &mut [u32; 2]| scrambled(s, |s| s[0].wrapping_mul(GOLDEN_32).rotate_left(5).wrapping_mul(5), xoroshiro64).into(),
        linear ALL_32,
        |x| (x as u32).wrapping_mul(inverse_32(5)).rotate_right(5).wrapping_mul(inverse_32(GOLDEN_32)).into(), VIGNA),
    linear!("xoroshiro128+", "xoroshiro128+, shifts 24, 16, 37, seeded by splitmix64",
        [u64; 2], bits 64, seed 64 filled,
        |s: &mut [u64; 2]| scrambled(s, |s| s[0].wrapping_add(s[1]), xoroshiro128::<24, 16, 37>), linear 1, plain, VIGNA),
    linear!("xoroshiro128**", "xoroshiro128**, seeded by splitmix64",
        [u64; 2], bits 64, seed 64 filled, xoroshiro128_star_star, linear ALL, un_star_star, VIGNA),
    row! {
        key: "postgresql-random",
        about: "random() of PostgreSQL since 15, times 2^52: seed 500 is setseed(0.5), and seed 2048 - 500 is setseed(-0.5)",
        bits: 52,
        seed_bits: 11,
        seeded: setseed => postgresql,
        structure: Structure::Invertible {
            needs: 3,
            state: un_postgresql,
            from_state: |words| stream([words[0], words[1]], postgresql),
        },
        source: "PostgreSQL 15, src/common/pg_prng.c and setseed",
    },
    linear!("xoshiro128+", "xoshiro128+, seeded by splitmix64",
        [u32; 4], bits 32, seed 64 halves,
        |s: &mut [u32; 4]| scrambled(s, |s| plus(&XOSHIRO_128, s), xoshiro128).into(), linear 1, plain, VIGNA),
    linear!("xoshiro128**", "xoshiro128**, seeded by splitmix64",
        [u32; 4], bits 32, seed 64 halves,
        xoshiro128_star_star,
        linear ALL_32, |x| (x as u32).wrapping_mul(inverse_32(9)).rotate_right(7).wrapping_mul(inverse_32(5)).into(), VIGNA).with_seedings(&[Seeding {
        name: "words",
        about: "the low and the high half of the seed are the first two words of the state, and the others are 0; the seed 0 gives only zeros",
        seeded: |seed| stream([seed as u32, (seed >> 32) as u32, 0, 0], xoshiro128_star_star),
    }]),
    linear!("xoshiro256+", "xoshiro256+, seeded by splitmix64",
        [u64; 4], bits 64, seed 64 filled,
        |s: &mut [u64; 4]| scrambled(s, |s| plus(&XOSHIRO_256_STAR_STAR, s), xoshiro256), linear 1, plain, VIGNA),
    linear!("xoshiro256**", "xoshiro256**, seeded by splitmix64: many languages' standard library, .NET 6 and later unseeded",
        [u64; 4], bits 64, seed 64 filled,
        xoshiro256_star_star, linear ALL, un_star_star, VIGNA),
    linear!("lua-random", "math.random of Lua 5.4, xoshiro256** with its own seeding: math.randomseed(seed, 0)",
        [u64; 4], bits 64, seed 64 lua, xoshiro256_star_star,
        linear ALL, un_star_star, "Lua 5.4, lmathlib.c"),
    linear!("xsadd", "XSadd of Saito and Matsumoto, filled as MT19937 is and 8 rounds: the npm package ml-xsadd",
        [u32; 4], bits 32, seed 32 xsadd_seeded, xsadd, linear 1, plain, "Saito and Matsumoto, XORSHIFT-ADD (XSadd), 2014"),
    row! {
        key: "xoroshiro128++",
        about: "xoroshiro128++, seeded by splitmix64",
        bits: 64,
        seed_bits: 64,
        seeded: filled::<2> => xoroshiro128_plus_plus,
        source: VIGNA,
    },
    row! {
        key: "xoshiro128++",
        about: "xoshiro128++, seeded by splitmix64",
        bits: 32,
        seed_bits: 64,
        seeded: halves::<4> => |s| scrambled(s, |s| plus_plus(&XOSHIRO_128, s), xoshiro128).into(),
        source: VIGNA,
    },
    row! {
        key: "xoshiro256++",
        about: "xoshiro256++, seeded by splitmix64: Rust's SmallRng (rand 0.9 and later, 64 bits)",
        bits: 64,
        seed_bits: 64,
        seeded: filled::<4> => xoshiro256_plus_plus,
        source: VIGNA,
    },
    linear!("taus88", "L'Ecuyer's Tausworthe generator of 88 bits, seeded as GSL's taus2",
        [u32; 3], bits 32, seed 32 taus88_seeded, taus88, linear ALL_32, plain,
        "L'Ecuyer, Maximally equidistributed combined Tausworthe generators, 1996"),
    linear!("well512a", "WELL512a, also in games after Lomont; it has no seeding of its own, and is filled here as MT19937 is",
        [u32; 16], bits 32, seed 32 |seed| successive(seed, twister_filling), well512a, linear ALL_32, plain,
        "Panneton, L'Ecuyer and Matsumoto, Improved long-period generators, 2006"),
    linear!("well1024a", "WELL1024a; it has no seeding of its own, and is filled here as MT19937 is",
        [u32; 32], bits 32, seed 32 |seed| successive(seed, twister_filling), well1024a, linear ALL_32, plain,
        "Panneton, L'Ecuyer and Matsumoto, Improved long-period generators, 2006"),
];

#[inline]
fn plain(output: u64) -> u64 {
    output
}

const fn inverse_32(odd: u32) -> u32 {
    inverse(odd as u64) as u32
}

/// The words of a state filled by splitmix64.
#[inline]
pub fn filled<const N: usize>(mut seed: u64) -> [u64; N] {
    core::array::from_fn(|_| splitmix64(&mut seed))
}

/// The words of a state filled by halves of words of splitmix64, low halves first.
#[inline]
pub fn halves<const N: usize>(mut seed: u64) -> [u32; N] {
    let mut word = 0;
    core::array::from_fn(|i| {
        word = if i % 2 == 0 {
            splitmix64(&mut seed)
        } else {
            word >> 32
        };
        word as u32
    })
}

/// The seed, followed by what `after` makes from a word and the place of the next one.
#[inline]
pub(super) fn successive<const N: usize>(seed: u64, after: fn(u32, u32) -> u32) -> [u32; N] {
    let mut words = [seed as u32; N];
    for i in 1..N {
        words[i] = after(words[i - 1], i as u32);
    }
    words
}

/// The next word of a state as MT19937 fills it.
#[inline]
pub(super) const fn twister_filling(word: u32, at: u32) -> u32 {
    (word ^ word >> 30)
        .wrapping_mul(1_812_433_253)
        .wrapping_add(at)
}

/// The state from a seed: V8 hashes the seed, and the seed with all bits flipped, by the last steps of `MurmurHash3`.
#[inline]
fn murmured(seed: u64) -> [u64; 2] {
    let hash = |mut h: u64| {
        h = (h ^ h >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        h = (h ^ h >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        h ^ h >> 33
    };
    [hash(seed), hash(!seed)]
}

#[inline]
fn lua(seed: u64) -> [u64; 4] {
    let mut state = [seed, 0xff, 0, 0];
    for _ in 0..16 {
        xoshiro256(&mut state);
    }
    state
}

const fn three_shifts(bits: u64, [first, second, third]: [u64; 3]) -> [Constant; 3] {
    [
        Constant::shift("first shift", first, bits),
        Constant::shift("second shift", second, bits),
        Constant::shift("third shift", third, bits),
    ]
}

/// The constants of `xorshift32`.
pub const XORSHIFT_32: Right<u32> = Right::new(&three_shifts(32, [13, 17, 5]));
/// The constants of `xorshift64`.
pub const XORSHIFT_64: Right<u64> = Right::new(&three_shifts(64, [13, 7, 17]));
/// The constants of `xorshift64*`.
pub const XORSHIFT_64_STAR: Right<u64> = Right::new(&[
    Constant::shift("first shift", 12, 64),
    Constant::shift("second shift", 25, 64),
    Constant::shift("third shift", 27, 64),
    Constant::factor("multiplier", STAR_64, 64),
]);

/// One of the three lines of Marsaglia's xorshift, which shift to the left and to the right in turn.
#[inline]
pub fn xorshift_line<D: Definition>(
    d: &D,
    is_left_first: bool,
    line: usize,
    x: D::Word,
) -> D::Word {
    let by = d.constant(line);
    let is_left = (line == 1) != is_left_first;
    x ^ if is_left {
        d.shift_left(x, by)
    } else {
        d.shift_right(x, by)
    }
}

#[inline]
fn xorshift<D: Definition>(d: &D, is_left_first: bool, x: &mut D::Word) -> D::Word {
    for line in 0..3 {
        *x = xorshift_line(d, is_left_first, line, *x);
    }
    *x
}

#[inline]
fn xorshift128(s: &mut [u32; 4]) -> u64 {
    let t = s[0] ^ s[0] << 11;
    let w = s[3] ^ s[3] >> 19 ^ t ^ t >> 8;
    *s = [s[1], s[2], s[3], w];
    u64::from(w)
}

const STAR_64: u64 = 2_685_821_657_736_338_717;

const STAR_1024: u64 = 1_181_783_497_276_652_981;

#[inline]
fn xorshift1024star(s: &mut [u64; 16]) -> u64 {
    let (s0, mut s1) = (s[0], s[1]);
    s1 ^= s1 << 31;
    s.rotate_left(1);
    s[0] = s1 ^ s0 ^ s1 >> 11 ^ s0 >> 30;
    s[0].wrapping_mul(STAR_1024)
}

/// A step of xorshift128+ as browsers have it.
#[inline]
fn browsers(s: &mut [u64; 2]) {
    let [mut s1, s0] = *s;
    s1 ^= s1 << 23;
    *s = [s0, s1 ^ s1 >> 17 ^ s0 ^ s0 >> 26];
}

/// The output of the current state, followed by a step.
#[inline]
fn scrambled<S, W>(state: &mut S, output: impl Fn(&S) -> W, step: impl Fn(&mut S)) -> W {
    let word = output(state);
    step(state);
    word
}

const fn xoshiro_constants(bits: u64, [shift, step, word]: [u64; 3]) -> [Constant; 3] {
    [
        Constant::shift("shift of a step", shift, bits),
        Constant::shift("rotation of a step", step, bits),
        Constant::shift("rotation of a word", word, bits),
    ]
}

/// The constants of the generators that are xoshiro128.
pub const XOSHIRO_128: Right<u32> = Right::new(&xoshiro_constants(32, [9, 11, 7]));
/// The constants of `xoshiro256++`.
pub const XOSHIRO_256_PLUS_PLUS: Right<u64> = Right::new(&xoshiro_constants(64, [17, 45, 23]));
/// The constants of `xoshiro256**`, whose first two are those of `xoshiro256+`.
pub const XOSHIRO_256_STAR_STAR: Right<u64> = Right::new(&xoshiro_constants(64, [17, 45, 7]));

/// The output function `+` of xoshiro.
#[inline]
pub fn plus<D: Definition>(d: &D, s: &[D::Word; 4]) -> D::Word {
    d.add(s[0], s[3])
}

/// The output function `++` of xoshiro.
#[inline]
pub fn plus_plus<D: Definition>(d: &D, s: &[D::Word; 4]) -> D::Word {
    d.add(d.rotate_left(plus(d, s), d.constant(2)), s[0])
}

/// The output function `**` of xoshiro, of one word of the state.
#[inline]
pub fn star_star<D: Definition>(d: &D, word: D::Word) -> D::Word {
    d.multiply(d.rotate_left(d.multiply(word, 5), d.constant(2)), 9)
}

/// One of the six lines of a step of xoshiro; `shifted` is its second word before the step, shifted to the left.
#[inline]
pub fn xoshiro_line<D: Definition>(d: &D, line: usize, shifted: D::Word, s: &mut [D::Word; 4]) {
    match line {
        0 => s[2] ^= s[0],
        1 => s[3] ^= s[1],
        2 => s[1] ^= s[2],
        3 => s[0] ^= s[3],
        4 => s[2] ^= shifted,
        _ => s[3] = d.rotate_left(s[3], d.constant(1)),
    }
}

#[inline]
fn xoshiro<D: Definition>(d: &D, s: &mut [D::Word; 4]) {
    let shifted = d.shift_left(s[1], d.constant(0));
    for line in 0..6 {
        xoshiro_line(d, line, shifted, s);
    }
}

#[inline]
fn un_star_star(output: u64) -> u64 {
    output
        .wrapping_mul(inverse(9))
        .rotate_right(7)
        .wrapping_mul(inverse(5))
}

const GOLDEN_32: u32 = 0x9e37_79bb;

#[inline]
fn xoroshiro64(s: &mut [u32; 2]) {
    let s1 = s[1] ^ s[0];
    *s = [s[0].rotate_left(26) ^ s1 ^ s1 << 9, s1.rotate_left(13)];
}

#[inline]
fn xoroshiro128<const A: u32, const B: u32, const C: u32>(s: &mut [u64; 2]) {
    let s1 = s[1] ^ s[0];
    *s = [s[0].rotate_left(A) ^ s1 ^ s1 << B, s1.rotate_left(C)];
}

fn xoroshiro128_star_star(s: &mut [u64; 2]) -> u64 {
    let scrambler = |s: &[u64; 2]| star_star(&XOSHIRO_256_STAR_STAR, s[0]);
    scrambled(s, scrambler, xoroshiro128::<24, 16, 37>)
}

pub(super) fn xoroshiro128_plus_plus(s: &mut [u64; 2]) -> u64 {
    let scrambler = |s: &[u64; 2]| s[0].wrapping_add(s[1]).rotate_left(17).wrapping_add(s[0]);
    scrambled(s, scrambler, xoroshiro128::<49, 21, 28>)
}

fn postgresql(s: &mut [u64; 2]) -> u64 {
    xoroshiro128_star_star(s) >> 12
}

/// The state after `setseed` of this many thousandths, a number of 11 bits with a sign.
fn setseed(thousandths: u64) -> [u64; 2] {
    let fraction = ((thousandths << 53).cast_signed() >> 53) as f64 / 1000.0;
    filled((4_503_599_627_370_495.0 * fraction) as i64 as u64)
}

/// Tries the 12 bits that each of the first two outputs lacks: with these bits, the outputs are half of the state each.
fn un_postgresql(outputs: &[u64]) -> Option<Vec<u64>> {
    let words = |output: u64| (0..1 << 12).map(move |low| un_star_star(output << 12 | low));
    words(outputs[0]).find_map(|first| {
        words(outputs[1]).find_map(|second| {
            let mut mixed = second ^ first.rotate_left(24);
            mixed ^= mixed << 16;
            mixed ^= mixed << 32;
            let mut state = [second, mixed.rotate_left(37)];
            postgresql(&mut state);
            (postgresql(&mut state) == outputs[2]).then(|| alloc::vec![first, first ^ mixed])
        })
    })
}

#[inline]
fn xoshiro128(s: &mut [u32; 4]) {
    xoshiro(&XOSHIRO_128, s);
}

#[inline]
fn xoshiro128_star_star(s: &mut [u32; 4]) -> u64 {
    scrambled(s, |s| star_star(&XOSHIRO_128, s[1]), xoshiro128).into()
}

#[inline]
pub(super) fn xoshiro256_plus_plus(s: &mut [u64; 4]) -> u64 {
    scrambled(s, |s| plus_plus(&XOSHIRO_256_PLUS_PLUS, s), xoshiro256)
}

#[inline]
fn xoshiro256(s: &mut [u64; 4]) {
    xoshiro(&XOSHIRO_256_STAR_STAR, s);
}

#[inline]
fn xoshiro256_star_star(s: &mut [u64; 4]) -> u64 {
    scrambled(s, |s| star_star(&XOSHIRO_256_STAR_STAR, s[1]), xoshiro256)
}

fn xsadd_seeded(seed: u64) -> [u32; 4] {
    let mut s = [seed as u32, 0, 0, 0];
    for i in 1..8 {
        s[i % 4] ^= twister_filling(s[(i - 1) % 4], i as u32);
    }
    if s == [0; 4] {
        s = [88, 83, 65, 68];
    }
    for _ in 0..8 {
        xsadd(&mut s);
    }
    s
}

#[inline]
fn xsadd(s: &mut [u32; 4]) -> u64 {
    let t = s[0] ^ s[0] << 15;
    *s = [s[1], s[2], s[3], t ^ t >> 18 ^ s[3] << 11];
    u64::from(s[3].wrapping_add(s[2]))
}

/// The state as GSL fills it: by a congruential generator, with each word raised above what its component ignores; then six
/// words are discarded.
#[inline]
fn taus88_seeded(seed: u64) -> [u32; 3] {
    let next = |x: u32| x.wrapping_mul(69069);
    let mut s = [0; 3];
    let mut word = if seed as u32 == 0 { 1 } else { seed as u32 };
    for (s, least) in s.iter_mut().zip([2, 8, 16]) {
        word = next(word);
        if word < least {
            word += least;
        }
        *s = word;
    }
    for _ in 0..6 {
        taus88(&mut s);
    }
    s
}

#[inline]
fn taus88(s: &mut [u32; 3]) -> u64 {
    let component = |s: u32, a: u32, b: u32, c: u32, d: u32| (s & c) << d ^ ((s << a ^ s) >> b);
    *s = [
        component(s[0], 13, 19, 4_294_967_294, 12),
        component(s[1], 2, 25, 4_294_967_288, 4),
        component(s[2], 3, 11, 4_294_967_280, 17),
    ];
    u64::from(s[0] ^ s[1] ^ s[2])
}

/// The state is turned so that its first word is the one the index points to.
#[inline]
fn well512a(s: &mut [u32; 16]) -> u64 {
    let z0 = s[15];
    let z1 = s[0] ^ s[0] << 16 ^ s[13] ^ s[13] << 15;
    let z2 = s[9] ^ s[9] >> 11;
    s[0] = z1 ^ z2;
    let new = z0 ^ z0 << 2 ^ z1 ^ z1 << 18 ^ z2 << 28 ^ s[0] ^ (s[0] << 5 & 0xda44_2d24);
    s.rotate_right(1);
    s[0] = new;
    u64::from(new)
}

/// The step of `WELL1024a`, like [`well512a`].
#[inline]
fn well1024a(s: &mut [u32; 32]) -> u64 {
    let z0 = s[31];
    let z1 = s[0] ^ s[3] ^ s[3] >> 8;
    let z2 = s[24] ^ s[24] << 19 ^ s[10] ^ s[10] << 14;
    s[0] = z1 ^ z2;
    let new = z0 ^ z0 << 11 ^ z1 ^ z1 << 7 ^ z2 ^ z2 << 13;
    s.rotate_right(1);
    s[0] = new;
    u64::from(new)
}
