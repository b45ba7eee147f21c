//! Generators with a table, hashes and ciphers of a counter, streams of bits, and maps of doubles.

use super::{Outputs, Unseen, fair, packed, state, unseen};

/// `x[n] = op(x[n - long], x[n - short])` from fair words.
fn lagged(seed: u64, long: usize, short: usize, op: fn(u32, u32) -> u32) -> Outputs {
    let mut fair = fair(seed);
    let mut words: Vec<u32> = (0..long).map(|_| fair() as u32).collect();
    let mut at = 0;
    Box::new(move || {
        let word = op(words[at], words[(at + long - short) % long]);
        words[at] = word;
        at = (at + 1) % long;
        word.into()
    })
}

fn additive_127(seed: u64) -> Outputs {
    lagged(seed, 127, 97, u32::wrapping_add)
}

fn subtractive_1279(seed: u64) -> Outputs {
    lagged(seed, 1279, 418, u32::wrapping_sub)
}

fn xor_521(seed: u64) -> Outputs {
    lagged(seed, 521, 168, |a, b| a ^ b)
}

/// The words are odd; the two lowest bits of a product are left out.
fn multiplicative_17(seed: u64) -> Outputs {
    let mut words = lagged(seed, 17, 5, |a, b| (a | 1).wrapping_mul(b | 1));
    Box::new(move || words() >> 16)
}

/// Fog's type B with these lags and rotations of 9 and 13 bits.
fn ranrot(seed: u64, long: usize, short: usize) -> Outputs {
    lagged(seed, long, short, |a, b| {
        a.rotate_left(9).wrapping_add(b.rotate_left(13))
    })
}

fn ranrot_17(seed: u64) -> Outputs {
    ranrot(seed, 17, 10)
}

fn ranrot_5(seed: u64) -> Outputs {
    ranrot(seed, 5, 2)
}

/// Ziff 1998: the xor of four words before.
fn four_tap(seed: u64) -> Outputs {
    let mut fair = fair(seed);
    let mut words: Vec<u32> = (0..9689).map(|_| fair() as u32).collect();
    let mut at = 0;
    Box::new(move || {
        let back = |lag: usize| words[(at + 9689 - lag) % 9689];
        let word = back(471) ^ back(1586) ^ back(6988) ^ back(9689);
        words[at] = word;
        at = (at + 1) % 9689;
        word.into()
    })
}

/// Add with carry modulo 2^32.
fn add_with_carry(seed: u64) -> Outputs {
    let mut x = state::<8>(seed).map(|word| word as u32);
    let (mut at, mut carry) = (0, 0);
    Box::new(move || {
        let sum = u64::from(x[at]) + u64::from(x[(at + 6) % 8]) + carry;
        carry = sum >> 32;
        x[at] = sum as u32;
        at = (at + 1) % 8;
        sum & 0xffff_ffff
    })
}

/// Knuth, section 3.3.4: `x[n] = 271828183 x[n-1] + 314159269 x[n-2]` modulo 2^31 - 1, its top 16 bits.
fn recursive_2(seed: u64) -> Outputs {
    let mut x = state::<2>(seed).map(|word| word >> 34);
    Box::new(move || {
        x = [
            x[1],
            (271_828_183 * x[1] + 314_159_269 * x[0]) % 0x7fff_ffff,
        ];
        x[1] >> 15
    })
}

/// RC4 with a table of `n` entries, a power of two.
fn rc4(seed: u64, n: usize) -> Outputs {
    let mut fair = fair(seed);
    let mut table: Vec<usize> = (0..n).collect();
    for place in (1..n).rev() {
        table.swap(place, fair() as usize % (place + 1));
    }
    let (mut i, mut j) = (0, 0);
    let entries = move || {
        i = (i + 1) % n;
        j = (j + table[i]) % n;
        table.swap(i, j);
        table[(table[i] + table[j]) % n] as u64
    };
    packed(n.ilog2(), 8, Box::new(entries))
}

fn rc4_16(seed: u64) -> Outputs {
    rc4(seed, 16)
}

fn rc4_64(seed: u64) -> Outputs {
    rc4(seed, 64)
}

/// The inverse modulo `2^32 - 5`; that of 0 is 0.
fn inverse(x: u64) -> u64 {
    const MODULUS: u64 = 4_294_967_291;
    let (mut power, mut product, mut exponent) = (x, 1, MODULUS - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            product = product * power % MODULUS;
        }
        power = power * power % MODULUS;
        exponent >>= 1;
    }
    product
}

/// Eichenauer and Lehn 1986: `x -> 1 / x + 1` times a factor.
fn inversive(seed: u64) -> Outputs {
    let mut x = state::<1>(seed)[0] % 4_294_967_291;
    Box::new(move || {
        x = (inverse(x) * 66_037 + 1) % 4_294_967_291;
        x
    })
}

/// The words of a function of a counter that begins at the seed times 2^24.
fn counted(seed: u64, function: fn(u64) -> u64) -> Outputs {
    let mut counter = seed << 24;
    Box::new(move || {
        counter += 1;
        function(counter)
    })
}

fn murmur_without_first_step(seed: u64) -> Outputs {
    counted(seed, |counter| {
        let mut x = (counter as u32).wrapping_mul(0x85eb_ca6b);
        x = (x ^ x >> 13).wrapping_mul(0xc2b2_ae35);
        u64::from(x ^ x >> 16)
    })
}

fn murmur64(seed: u64) -> Outputs {
    counted(seed, |counter| {
        let mut x = (counter ^ counter >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        x = (x ^ x >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        x ^ x >> 33
    })
}

fn fnv1a(seed: u64) -> Outputs {
    counted(seed, |counter| {
        let mut hash = 0x811c_9dc5_u32;
        for byte in counter.to_le_bytes() {
            hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
        hash.into()
    })
}

/// Jenkins's hash of one byte at a time.
fn one_at_a_time(seed: u64) -> Outputs {
    counted(seed, |counter| {
        let mut hash = 0_u32;
        for byte in counter.to_le_bytes() {
            hash = hash.wrapping_add(byte.into());
            hash = hash.wrapping_add(hash << 10);
            hash ^= hash >> 6;
        }
        hash = hash.wrapping_add(hash << 3);
        hash ^= hash >> 11;
        hash.wrapping_add(hash << 15).into()
    })
}

/// Wang's hash of 64 bits to 32.
fn wang(seed: u64) -> Outputs {
    counted(seed, |counter| {
        let mut x = (!counter).wrapping_add(counter << 18);
        x = (x ^ x >> 31).wrapping_mul(21);
        x ^= x >> 11;
        x = x.wrapping_add(x << 6);
        (x ^ x >> 22) & 0xffff_ffff
    })
}

/// Wellons's lowbias32.
fn lowbias32(seed: u64) -> Outputs {
    counted(seed, |counter| {
        let mut x = counter as u32;
        x = (x ^ x >> 16).wrapping_mul(0x7feb_352d);
        x = (x ^ x >> 15).wrapping_mul(0x846c_a68b);
        u64::from(x ^ x >> 16)
    })
}

/// Widynski's squares, with two rounds less than his four.
fn squares_2(seed: u64) -> Outputs {
    counted(seed, |counter| {
        let y = counter.wrapping_mul(0x548c_9dec_bce6_5297);
        let z = y.wrapping_add(0x548c_9dec_bce6_5297);
        let x = y.wrapping_mul(y).wrapping_add(y).rotate_left(32);
        x.wrapping_mul(x).wrapping_add(z) >> 32
    })
}

/// `x * x >> 32` of a Weyl sequence.
fn squared_weyl(seed: u64) -> Outputs {
    counted(seed, |counter| {
        let x = counter.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x.wrapping_mul(x) >> 32
    })
}

/// The product of the halves of a Weyl sequence.
fn product_of_halves(seed: u64) -> Outputs {
    counted(seed, |counter| {
        let x = counter.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((x >> 32) * (x & 0xffff_ffff)) >> 16 & 0xffff_ffff
    })
}

/// Threefry of two words of 64 bits with this number of rounds, of a counter.
fn threefry(seed: u64, rounds: usize) -> Outputs {
    const ROTATIONS: [u32; 8] = [16, 42, 12, 31, 16, 32, 24, 21];
    let [k0, k1] = state(seed);
    let key = [k0, k1, 0x1bd1_1bda_a9fc_1a22 ^ k0 ^ k1];
    let (mut counter, mut kept) = (0_u64, None);
    Box::new(move || {
        if let Some(word) = kept.take() {
            return word;
        }
        let (mut x, mut y) = (counter.wrapping_add(key[0]), key[1]);
        counter += 1;
        for round in 0..rounds {
            x = x.wrapping_add(y);
            y = y.rotate_left(ROTATIONS[round % 8]) ^ x;
            if round % 4 == 3 {
                let step = round / 4 + 1;
                x = x.wrapping_add(key[step % 3]);
                y = y
                    .wrapping_add(key[(step + 1) % 3])
                    .wrapping_add(step as u64);
            }
        }
        kept = Some(y);
        x
    })
}

fn threefry_10(seed: u64) -> Outputs {
    threefry(seed, 10)
}

fn threefry_7(seed: u64) -> Outputs {
    threefry(seed, 7)
}

/// Philox of two words of 32 bits with four rounds of its ten.
fn philox_4(seed: u64) -> Outputs {
    let first = state::<1>(seed)[0] as u32;
    let (mut counter, mut kept) = (0_u32, None);
    Box::new(move || {
        if let Some(word) = kept.take() {
            return word;
        }
        let (mut x, mut y) = (counter, 0);
        counter = counter.wrapping_add(1);
        let mut key = first;
        for _ in 0..4 {
            let product = u64::from(x) * 0xd256_d193;
            (x, y) = ((product >> 32) as u32 ^ key ^ y, product as u32);
            key = key.wrapping_add(0x9e37_79b9);
        }
        kept = Some(y.into());
        x.into()
    })
}

/// The `ChaCha` block function with two rounds of a counter.
fn chacha_2(seed: u64) -> Outputs {
    fn quarter(x: &mut [u32; 16], [a, b, c, d]: [usize; 4]) {
        for (first, second) in [(16, 12), (8, 7)] {
            x[a] = x[a].wrapping_add(x[b]);
            x[d] = (x[d] ^ x[a]).rotate_left(first);
            x[c] = x[c].wrapping_add(x[d]);
            x[b] = (x[b] ^ x[c]).rotate_left(second);
        }
    }
    let mut input = state::<16>(seed).map(|word| word as u32);
    input[12] = 0;
    let (mut block, mut at) = ([0; 16], 16);
    Box::new(move || {
        if at == 16 {
            (block, at) = (input, 0);
            for i in 0..4 {
                quarter(&mut block, [i, i + 4, i + 8, i + 12]);
            }
            for i in 0..4 {
                quarter(
                    &mut block,
                    [i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12],
                );
            }
            for (word, input) in block.iter_mut().zip(input) {
                *word = word.wrapping_add(input);
            }
            input[12] = input[12].wrapping_add(1);
        }
        at += 1;
        block[at - 1].into()
    })
}

/// Speck with blocks of 64 bits, with this many of its 27 rounds and independent round keys, of a counter.
fn speck_6(seed: u64) -> Outputs {
    let keys = state::<6>(seed).map(|word| word as u32);
    let mut counter = 0_u64;
    Box::new(move || {
        let (mut x, mut y) = ((counter >> 32) as u32, counter as u32);
        counter += 1;
        for key in keys {
            x = x.rotate_right(8).wrapping_add(y) ^ key;
            y = y.rotate_left(3) ^ x;
        }
        u64::from(x) << 32 | u64::from(y)
    })
}

/// TEA of a counter, with four of its 32 cycles.
fn tea_4(seed: u64) -> Outputs {
    let k = state::<4>(seed).map(|word| word as u32);
    let mut counter = 0_u64;
    Box::new(move || {
        let (mut x, mut y, mut sum) = ((counter >> 32) as u32, counter as u32, 0_u32);
        counter += 1;
        for _ in 0..4 {
            sum = sum.wrapping_add(0x9e37_79b9);
            x = x.wrapping_add(
                (y << 4).wrapping_add(k[0]) ^ y.wrapping_add(sum) ^ (y >> 5).wrapping_add(k[1]),
            );
            y = y.wrapping_add(
                (x << 4).wrapping_add(k[2]) ^ x.wrapping_add(sum) ^ (x >> 5).wrapping_add(k[3]),
            );
        }
        u64::from(x) << 32 | u64::from(y)
    })
}

/// Wolfram's rule 30 on a ring of 128 cells, one cell.
fn rule_30(seed: u64) -> Outputs {
    let [high, low] = state(seed);
    let mut cells = u128::from(high) << 64 | u128::from(low);
    let bits = move || {
        cells = cells.rotate_left(1) ^ (cells | cells.rotate_right(1));
        cells as u64 & 1
    };
    packed(1, 32, Box::new(bits))
}

/// The next bit of a register of `degree` bits with two taps: `x^degree + x^tap + 1`.
fn step_register(register: &mut u64, degree: u32, tap: u32) -> u64 {
    let bit = (*register ^ *register >> tap) & 1;
    *register = (*register & ((1 << degree) - 1)) >> 1 | bit << (degree - 1);
    bit
}

/// Geffe's generator: a register chooses between two others.
fn geffe(seed: u64) -> Outputs {
    let [mut a, mut b, mut c] = state(seed);
    let bits = move || {
        let [a, b, c] = [
            step_register(&mut a, 31, 3),
            step_register(&mut b, 41, 3),
            step_register(&mut c, 47, 5),
        ];
        if a == 1 { b } else { c }
    };
    packed(1, 32, Box::new(bits))
}

/// Coppersmith, Krawczyk and Mansour 1993: the bits of a register where another has a 1.
fn shrinking(seed: u64) -> Outputs {
    let [mut a, mut b] = state(seed);
    let bits = move || {
        loop {
            let bit = step_register(&mut a, 31, 3);
            if step_register(&mut b, 25, 3) == 1 {
                return bit;
            }
        }
    };
    packed(1, 32, Box::new(bits))
}

/// A5/1: three registers of 19, 22 and 23 bits, each of which stops if its clock bit is in the minority.
fn a5_1(seed: u64) -> Outputs {
    const REGISTERS: [(u32, u32, u32); 3] = [
        (19, 8, 0b111_0010_0000_0000_0000),
        (22, 10, 0b11_0000_0000_0000_0000_0000),
        (23, 10, 0b111_0000_0000_0000_1000_0000),
    ];
    let mut x = state::<3>(seed).map(|word| word as u32 & 0x7_ffff);
    let bits = move || {
        let mut clocks = 0;
        for (x, (_, clock, _)) in x.iter().zip(REGISTERS) {
            clocks += x >> clock & 1;
        }
        let (majority, mut bit) = (clocks / 2, 0);
        for (x, (size, clock, taps)) in x.iter_mut().zip(REGISTERS) {
            if *x >> clock & 1 == majority {
                *x = (*x << 1 | (*x & taps).count_ones() & 1) & ((1 << size) - 1);
            }
            bit ^= *x >> (size - 1) & 1;
        }
        bit.into()
    };
    packed(1, 32, Box::new(bits))
}

/// Blum, Blum and Shub with the product of two primes of 31 bits: the lowest bit of `x -> x^2`.
fn blum_blum_shub(seed: u64) -> Outputs {
    const MODULUS: u64 = 2_147_483_647 * 2_147_483_587;
    let mut x = state::<1>(seed)[0] % MODULUS;
    let bits = move || {
        x = (u128::from(x) * u128::from(x) % u128::from(MODULUS)) as u64;
        x & 1
    };
    packed(1, 32, Box::new(bits))
}

/// The logistic map `x -> 4 x (1 - x)` in doubles, bits 8 to 39 of what they store.
fn logistic(seed: u64) -> Outputs {
    let mut x = state::<1>(seed)[0] as f64 / 2_f64.powi(64);
    Box::new(move || {
        x = 4.0 * x * (1.0 - x);
        x.to_bits() >> 8 & 0xffff_ffff
    })
}

/// The fraction of `n^2 sqrt(2)` in doubles.
fn fraction_of_squares(seed: u64) -> Outputs {
    let mut n = (seed * 100_000) as f64;
    Box::new(move || {
        n += 1.0;
        ((n * n * std::f64::consts::SQRT_2).fract() * 65_536.0) as u64
    })
}

/// Hénon's map in doubles, the lowest 16 bits of the sum of its coordinates.
fn henon(seed: u64) -> Outputs {
    let (mut x, mut y) = (0.1 + seed as f64 / 100.0, 0.1);
    Box::new(move || {
        (x, y) = (1.0 - 1.4 * x * x + y, 0.3 * x);
        (x + y).to_bits() & 0xffff
    })
}

/// The generators.
pub(super) static OTHER: &[Unseen] = &[
    unseen("additive, lags 127 and 97", 32, additive_127),
    unseen("subtractive, lags 1,279 and 418", 32, subtractive_1279),
    unseen("xor, lags 521 and 168", 32, xor_521),
    unseen(
        "multiplicative, lags 17 and 5, its top 16 bits",
        16,
        multiplicative_17,
    ),
    unseen("ranrot of type B, lags 17 and 10", 32, ranrot_17),
    unseen("ranrot of type B, lags 5 and 2", 32, ranrot_5),
    unseen(
        "xor of four, lags 471, 1,586, 6,988 and 9,689",
        32,
        four_tap,
    ),
    unseen("add with carry, lags 8 and 2", 32, add_with_carry),
    unseen(
        "recursive of order 2 modulo 2^31 - 1, its top 16 bits",
        16,
        recursive_2,
    ),
    unseen("RC4 with 16 entries", 8, rc4_16),
    unseen("RC4 with 64 entries", 8, rc4_64),
    unseen("inversive congruential modulo 2^32 - 5", 32, inversive),
    unseen(
        "murmur's finaliser without its first step",
        32,
        murmur_without_first_step,
    ),
    unseen("murmur's finaliser with 64 bits", 64, murmur64),
    unseen("FNV-1a of a counter", 32, fnv1a),
    unseen("Jenkins's one at a time of a counter", 32, one_at_a_time),
    unseen("Wang's hash of 64 bits to 32", 32, wang),
    unseen("lowbias32 of a counter", 32, lowbias32),
    unseen("squares with two rounds", 32, squares_2),
    unseen("Weyl sequence squared", 32, squared_weyl),
    unseen(
        "Weyl sequence, its halves multiplied",
        32,
        product_of_halves,
    ),
    unseen("threefry2x64 with 10 rounds", 64, threefry_10),
    unseen("threefry2x64 with 7 rounds", 64, threefry_7),
    unseen("philox2x32 with 4 rounds", 32, philox_4),
    unseen("ChaCha with 2 rounds", 32, chacha_2),
    unseen("Speck of 64 bits with 6 rounds", 64, speck_6),
    unseen("TEA with 4 cycles", 64, tea_4),
    unseen("rule 30 on 128 cells", 32, rule_30),
    unseen("Geffe's three registers", 32, geffe),
    unseen("shrinking generator of 31 and 25 bits", 32, shrinking),
    unseen("A5/1", 32, a5_1),
    unseen("Blum-Blum-Shub modulo 62 bits", 32, blum_blum_shub),
    unseen("logistic map, bits 8 to 39", 32, logistic),
    unseen("fraction of n^2 times a root", 16, fraction_of_squares),
    unseen("Hénon's map, 16 low bits", 16, henon),
];
