//! Generators of a few words of state.

use super::{Outputs, Unseen, packed, state, unseen};

/// gjrand of David Blackman with words of 8 bits.
fn gjrand8(seed: u64) -> Outputs {
    let [mut a, mut b, mut c, mut d] = state::<4>(seed).map(|word| word as u8);
    Box::new(move || {
        b = b.wrapping_add(c);
        a = a.rotate_left(4);
        c ^= b;
        d = d.wrapping_add(0x35);
        a = a.wrapping_add(b);
        c = c.rotate_left(3);
        b ^= a;
        a = a.wrapping_add(c);
        b = b.rotate_left(2);
        c = c.wrapping_add(a);
        b = b.wrapping_add(d);
        a.into()
    })
}

/// gjrand with words of 16 bits.
fn gjrand16(seed: u64) -> Outputs {
    let [mut a, mut b, mut c, mut d] = state::<4>(seed).map(|word| word as u16);
    Box::new(move || {
        b = b.wrapping_add(c);
        a = a.rotate_left(8);
        c ^= b;
        d = d.wrapping_add(0x96a5);
        a = a.wrapping_add(b);
        c = c.rotate_left(6);
        b ^= a;
        a = a.wrapping_add(c);
        b = b.rotate_left(5);
        c = c.wrapping_add(a);
        b = b.wrapping_add(d);
        a.into()
    })
}

/// sfc of Chris Doty-Humphrey with words of 8 bits.
fn sfc8(seed: u64) -> Outputs {
    let [mut a, mut b, mut c, mut counter] = state::<4>(seed).map(|word| word as u8);
    Box::new(move || {
        let sum = a.wrapping_add(b).wrapping_add(counter);
        counter = counter.wrapping_add(1);
        a = b ^ b >> 2;
        b = c.wrapping_add(c << 1);
        c = c.rotate_left(3).wrapping_add(sum);
        sum.into()
    })
}

/// sfc with words of 16 bits.
fn sfc16(seed: u64) -> Outputs {
    let [mut a, mut b, mut c, mut counter] = state::<4>(seed).map(|word| word as u16);
    Box::new(move || {
        let sum = a.wrapping_add(b).wrapping_add(counter);
        counter = counter.wrapping_add(1);
        a = b ^ b >> 5;
        b = c.wrapping_add(c << 3);
        c = c.rotate_left(6).wrapping_add(sum);
        sum.into()
    })
}

/// jsf of Bob Jenkins with words of 8 bits.
fn jsf8(seed: u64) -> Outputs {
    let [mut a, mut b, mut c, mut d] = state::<4>(seed).map(|word| word as u8);
    Box::new(move || {
        let e = a.wrapping_sub(b.rotate_left(1));
        a = b ^ c.rotate_left(4);
        b = c.wrapping_add(d);
        c = d.wrapping_add(e);
        d = e.wrapping_add(a);
        d.into()
    })
}

/// jsf with words of 16 bits.
fn jsf16(seed: u64) -> Outputs {
    let [mut a, mut b, mut c, mut d] = state::<4>(seed).map(|word| word as u16);
    Box::new(move || {
        let e = a.wrapping_sub(b.rotate_left(13));
        a = b ^ c.rotate_left(8);
        b = c.wrapping_add(d);
        c = d.wrapping_add(e);
        d = e.wrapping_add(a);
        d.into()
    })
}

/// `RomuDuo` of Mark Overton with words of 16 bits.
fn romu_duo16(seed: u64) -> Outputs {
    let [mut x, mut y] = state::<2>(seed).map(|word| word as u16);
    Box::new(move || {
        let last = x;
        x = y.wrapping_mul(0xd335);
        y = y
            .rotate_left(9)
            .wrapping_add(y.rotate_left(4))
            .wrapping_sub(last);
        last.into()
    })
}

/// `RomuMono32`: the top half of a state that is multiplied and rotated.
fn romu_mono32(seed: u64) -> Outputs {
    let [mut x] = state::<1>(seed).map(|word| word as u32);
    Box::new(move || {
        let word = x >> 16;
        x = x.wrapping_mul(3_611_795_771).rotate_left(12);
        word.into()
    })
}

/// xoroshiro32++: two words of 16 bits.
fn xoroshiro32_pp(seed: u64) -> Outputs {
    let [mut a, mut b] = state::<2>(seed).map(|word| word as u16 | 1);
    Box::new(move || {
        let word = a.wrapping_add(b).rotate_left(9).wrapping_add(a);
        b ^= a;
        a = a.rotate_left(13) ^ b ^ b << 5;
        b = b.rotate_left(10);
        word.into()
    })
}

/// xorshift of 64 bits, the top half of its square.
fn squared_xorshift64(seed: u64) -> Outputs {
    let [mut x] = state::<1>(seed);
    Box::new(move || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x.wrapping_mul(x) >> 32
    })
}

/// Marsaglia's xorshift of 128 bits.
fn step_xorshift128(x: &mut [u32; 4]) -> u32 {
    let t = x[0] ^ x[0] << 11;
    *x = [x[1], x[2], x[3], x[3] ^ x[3] >> 19 ^ t ^ t >> 8];
    x[3]
}

fn xorshift128_in_upper_halves(seed: u64) -> Outputs {
    let mut fair = super::fair(seed);
    let mut x = state(seed).map(|word| word as u32);
    Box::new(move || u64::from(step_xorshift128(&mut x)) << 32 | fair() >> 32)
}

fn xorshift128_as_pairs(seed: u64) -> Outputs {
    let mut x = state(seed).map(|word| word as u32);
    Box::new(move || {
        u64::from(step_xorshift128(&mut x)) << 32 | u64::from(step_xorshift128(&mut x))
    })
}

fn bits_12_to_31_of_xorshift128(seed: u64) -> Outputs {
    let mut x = state(seed).map(|word| word as u32);
    packed(
        20,
        32,
        Box::new(move || u64::from(step_xorshift128(&mut x) >> 12)),
    )
}

fn top_bytes_of_xorshift128(seed: u64) -> Outputs {
    let mut x = state(seed).map(|word| word as u32);
    Box::new(move || u64::from(step_xorshift128(&mut x) >> 24))
}

/// xoshiro128+ of Blackman and Vigna, its top 16 bits.
fn top_of_xoshiro128_plus(seed: u64) -> Outputs {
    let mut s = state::<4>(seed).map(|word| word as u32);
    Box::new(move || {
        let word = s[0].wrapping_add(s[3]);
        let t = s[1] << 9;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(11);
        u64::from(word >> 16)
    })
}

/// xoroshiro128+, its top 32 bits.
fn top_of_xoroshiro128_plus(seed: u64) -> Outputs {
    let [mut a, mut b] = state(seed);
    Box::new(move || {
        let word = a.wrapping_add(b);
        b ^= a;
        a = a.rotate_left(24) ^ b ^ b << 16;
        b = b.rotate_left(37);
        word >> 32
    })
}

/// wyrand of Wang Yi.
fn wyrand(seed: u64) -> Outputs {
    let [mut x] = state(seed);
    Box::new(move || {
        x = x.wrapping_add(0xa076_1d64_78bd_642f);
        let product = u128::from(x) * u128::from(x ^ 0xe703_7ed1_a0b4_28db);
        (product >> 64) as u64 ^ product as u64
    })
}

/// The same with half as many bits.
fn wyrand32(seed: u64) -> Outputs {
    let [mut x] = state(seed).map(|word| word as u32);
    Box::new(move || {
        x = x.wrapping_add(0xb466_2807);
        let product = u64::from(x) * u64::from(x ^ 0x4973_f715);
        product >> 32 ^ product & 0xffff_ffff
    })
}

/// `SplitMix` with the first of its two multiplications only.
fn splitmix_one_multiplication(seed: u64) -> Outputs {
    let [mut x] = state(seed);
    Box::new(move || {
        x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z ^ z >> 27
    })
}

/// PCG: a congruential state of 64 bits, its halves added by xor.
fn pcg_folded(seed: u64) -> Outputs {
    let [mut x] = state(seed);
    Box::new(move || {
        x = x
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        x >> 32 ^ x & 0xffff_ffff
    })
}

/// PCG XSH RS with 32 bits of 64.
fn pcg_xsh_rs(seed: u64) -> Outputs {
    let [mut x] = state(seed);
    Box::new(move || {
        let word = (x ^ x >> 22) >> (22 + (x >> 61));
        x = x
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        word & 0xffff_ffff
    })
}

/// A congruential state of 128 bits, its halves added by xor.
fn congruential_128_folded(seed: u64) -> Outputs {
    let [high, low] = state(seed);
    let mut x = u128::from(high) << 64 | u128::from(low);
    Box::new(move || {
        x = x
            .wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645)
            .wrapping_add(1);
        (x >> 64) as u64 ^ x as u64
    })
}

/// The top 32 of this many bits of `x -> factor x + 1`.
fn congruential(seed: u64, bits: u32, factor: u128) -> Outputs {
    let [high, low] = state(seed);
    let mut x = u128::from(high) << 64 | u128::from(low);
    Box::new(move || {
        x = x.wrapping_mul(factor).wrapping_add(1) & ((1 << bits) - 1);
        (x >> (bits - 32)) as u64
    })
}

fn congruential_56(seed: u64) -> Outputs {
    congruential(seed, 56, 0x5a_2d93_57b5_c6fd)
}

fn congruential_75(seed: u64) -> Outputs {
    congruential(seed, 75, 0x3ab_0f27_8c3e_91d4_05dd)
}

fn congruential_96(seed: u64) -> Outputs {
    congruential(seed, 96, 0xfc5d_9a81_3b7e_0c26_f4d9_5b15)
}

/// L'Ecuyer 1999: `x -> 1588635695 x` modulo 2^32 - 5.
fn congruential_prime(seed: u64) -> Outputs {
    let mut x = state::<1>(seed)[0] % 4_294_967_291;
    Box::new(move || {
        x = x * 1_588_635_695 % 4_294_967_291;
        x
    })
}

/// Wu 1997: `x -> (2^30 - 2^19) x` modulo 2^61 - 1, its top 32 bits.
fn congruential_61(seed: u64) -> Outputs {
    const MODULUS: u128 = (1 << 61) - 1;
    let mut x = u128::from(state::<1>(seed)[0]) % MODULUS;
    Box::new(move || {
        x = x * ((1 << 30) - (1 << 19)) % MODULUS;
        (x >> 29) as u64
    })
}

/// A congruential state of 32 bits and xorshift32 added, the top half.
fn congruential_and_register(seed: u64) -> Outputs {
    let [mut x, mut y] = state(seed).map(|word| word as u32);
    y |= 1;
    Box::new(move || {
        x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        y ^= y << 13;
        y ^= y >> 17;
        y ^= y << 5;
        u64::from(x.wrapping_add(y) >> 16)
    })
}

/// Multiply with carry, modulo 2^16.
fn mwc16(seed: u64) -> Outputs {
    let mut x = state::<1>(seed)[0] as u32 >> 2;
    Box::new(move || {
        x = 30_903 * (x & 0xffff) + (x >> 16);
        u64::from(x & 0xffff)
    })
}

/// Multiply with carry, modulo 2^32, of the word three back.
fn mwc_lag_3(seed: u64) -> Outputs {
    let mut x = state::<3>(seed).map(|word| word & 0xffff_ffff);
    let mut carry = 1;
    Box::new(move || {
        let product = 4_294_966_893 * x[0] + carry;
        carry = product >> 32;
        x = [x[1], x[2], product & 0xffff_ffff];
        x[2]
    })
}

/// Vigna's MWC128.
fn mwc128(seed: u64) -> Outputs {
    let [mut x, carry] = state(seed);
    let mut carry = carry >> 1;
    Box::new(move || {
        let word = x;
        let product = u128::from(x) * 0xffeb_b71d_94fc_daf9 + u128::from(carry);
        (x, carry) = (product as u64, (product >> 64) as u64);
        word
    })
}

/// Widynski's middle square with a Weyl sequence of this increment.
fn middle_square(seed: u64, increment: u64) -> Outputs {
    let [mut x, mut weyl] = state(seed);
    Box::new(move || {
        weyl = weyl.wrapping_add(increment);
        x = x.wrapping_mul(x).wrapping_add(weyl).rotate_left(32);
        x & 0xffff_ffff
    })
}

fn middle_square_of_1(seed: u64) -> Outputs {
    middle_square(seed, 1)
}

fn middle_square_of_high_bit(seed: u64) -> Outputs {
    middle_square(seed, 1 << 63 | 1)
}

/// Działa's Collatz-Weyl generator with words of 32 bits.
fn collatz_weyl_32(seed: u64) -> Outputs {
    let [mut x, mut sum, mut weyl] = state(seed).map(|word| word as u32);
    Box::new(move || {
        sum = sum.wrapping_add(x);
        weyl = weyl.wrapping_add(0x9e37_79b9);
        x = (x >> 1).wrapping_mul(sum | 1) ^ weyl;
        u64::from(sum >> 24 ^ x)
    })
}

/// The same with words of 16 bits.
fn collatz_weyl_16(seed: u64) -> Outputs {
    let [mut x, mut sum, mut weyl] = state(seed).map(|word| word as u16);
    Box::new(move || {
        sum = sum.wrapping_add(x);
        weyl = weyl.wrapping_add(0x9e37);
        x = (x >> 1).wrapping_mul(sum | 1) ^ weyl;
        u64::from(sum >> 12 ^ x)
    })
}

/// The generators.
pub(super) static SMALL: &[Unseen] = &[
    unseen("gjrand, words of 8 bits", 8, gjrand8),
    unseen("gjrand, words of 16 bits", 16, gjrand16),
    unseen("sfc, words of 8 bits", 8, sfc8),
    unseen("sfc, words of 16 bits", 16, sfc16),
    unseen("jsf, words of 8 bits", 8, jsf8),
    unseen("jsf, words of 16 bits", 16, jsf16),
    unseen("RomuDuo, words of 16 bits", 16, romu_duo16),
    unseen("RomuMono32", 16, romu_mono32),
    unseen("xoroshiro32++", 16, xoroshiro32_pp),
    unseen("xorshift64 squared, its top half", 32, squared_xorshift64),
    unseen(
        "xorshift128 in the upper half, fair words in the lower",
        64,
        xorshift128_in_upper_halves,
    ),
    unseen("xorshift128, two outputs a word", 64, xorshift128_as_pairs),
    unseen(
        "xorshift128, bits 12 to 31 without gaps",
        32,
        bits_12_to_31_of_xorshift128,
    ),
    unseen("xorshift128, its top bytes", 8, top_bytes_of_xorshift128),
    unseen("xoshiro128+, its top 16 bits", 16, top_of_xoshiro128_plus),
    unseen(
        "xoroshiro128+, its top 32 bits",
        32,
        top_of_xoroshiro128_plus,
    ),
    unseen("wyrand", 64, wyrand),
    unseen("wyrand with 32 bits", 32, wyrand32),
    unseen(
        "splitmix64, one multiplication",
        64,
        splitmix_one_multiplication,
    ),
    unseen("PCG of 64 bits, folded without a rotation", 32, pcg_folded),
    unseen("PCG XSH RS 64/32", 32, pcg_xsh_rs),
    unseen(
        "congruential modulo 2^128, folded",
        64,
        congruential_128_folded,
    ),
    unseen(
        "congruential modulo 2^56, its top 32 bits",
        32,
        congruential_56,
    ),
    unseen(
        "congruential modulo 2^75, its top 32 bits",
        32,
        congruential_75,
    ),
    unseen(
        "congruential modulo 2^96, its top 32 bits",
        32,
        congruential_96,
    ),
    unseen("congruential modulo 2^32 - 5", 32, congruential_prime),
    unseen(
        "congruential modulo 2^61 - 1, its top 32 bits",
        32,
        congruential_61,
    ),
    unseen(
        "congruential modulo 2^32 plus xorshift32, the top 16 bits",
        16,
        congruential_and_register,
    ),
    unseen("multiply with carry modulo 2^16", 16, mwc16),
    unseen("multiply with carry modulo 2^32, lag 3", 32, mwc_lag_3),
    unseen("multiply with carry modulo 2^64", 64, mwc128),
    unseen("middle square, Weyl increment 1", 32, middle_square_of_1),
    unseen(
        "middle square, Weyl increment 2^63 + 1",
        32,
        middle_square_of_high_bit,
    ),
    unseen("Collatz-Weyl, words of 32 bits", 32, collatz_weyl_32),
    unseen("Collatz-Weyl, words of 16 bits", 16, collatz_weyl_16),
];
