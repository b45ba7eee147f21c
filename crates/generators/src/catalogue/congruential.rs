//! Linear congruential generators.

use crate::definition::Constant;
use crate::rogue_lcg;

use super::generator::{Congruential, Generator, Structure, row};
use super::stream::stream;

/// One row: its parameters are those of the stream and of the structure. The function after `seed` makes the state from the seed.
macro_rules! lcg {
    (
        $key:literal, $about:literal,
        $multiplier:expr, $increment:expr, mod $modulus:expr, shift $shift:literal, bits $bits:literal,
        seed $seed_bits:literal $seeded:expr, $source:literal
    ) => {
        row! {
            key: $key,
            about: $about,
            bits: $bits,
            seed_bits: $seed_bits,
            seeded: $seeded => |x: &mut u64| {
                *x = step::<{ $multiplier }, { $increment }, { $modulus }>(*x);
                *x >> $shift & const { mask($modulus, $shift, $bits) }
            },
            structure: Structure::Congruential {
                multiplier: $multiplier,
                increment: $increment,
                modulus: $modulus,
                shift: $shift,
                mask: mask($modulus, $shift, $bits),
            },
            congruential: Congruential {
                constants: const { &constants($multiplier, $increment, $modulus, $shift) },
                state: $seeded,
            },
            source: $source,
        }
    };
}

/// The prime of the minimal standard.
const MERSENNE_31: u128 = (1 << 31) - 1;

/// The rows of this family.
#[rustfmt::skip]
pub(super) static GENERATORS: &[Generator] = &[
    lcg!("ansi-c-rand", "the rand() that the C standard shows as an example: many small C libraries",
        1_103_515_245, 12345, mod 1 << 32, shift 16, bits 15, seed 31 as_it_is, "ISO C, description of srand"),
    lcg!("bsd-rand", "rand() of old Unixes, and TYPE_0 of random(): all of the state",
        1_103_515_245, 12345, mod 1 << 31, shift 0, bits 31, seed 31 as_it_is, "4.2BSD; glibc's random_r"),
    lcg!("msvc-rand", "rand() of Microsoft's C library: games for Windows",
        214_013, 2_531_011, mod 1 << 32, shift 16, bits 15, seed 31 as_it_is, "Microsoft's C library"),
    lcg!("borland-rand", "rand() of Turbo C and Borland C++: games for DOS",
        22_695_477, 1, mod 1 << 32, shift 16, bits 15, seed 31 as_it_is, "Borland's C library"),
    lcg!("delphi-random", "Random of Turbo Pascal and Delphi, all of the state; Random(n) is n times it over 2^32",
        134_775_813, 1, mod 1 << 32, shift 0, bits 32, seed 32 as_it_is, "System.pas of Delphi"),
    lcg!("vb6-rnd", "Rnd of Visual Basic 6, VBA and QBasic; a fresh program has the seed 327680",
        1_140_671_485, 12_820_163, mod 1 << 24, shift 0, bits 24, seed 24 as_it_is,
        "Microsoft's knowledge base, article 231847"),
    lcg!("minstd-16807", "the minimal standard of Park and Miller, first multiplier: C++ minstd_rand0, rand() of Apple",
        16807, 0, mod MERSENNE_31, shift 0, bits 31, seed 31 minstd, "Park and Miller, CACM 31(10), 1988"),
    lcg!("minstd-48271", "the minimal standard of Park and Miller, second multiplier: C++ minstd_rand",
        48271, 0, mod MERSENNE_31, shift 0, bits 31, seed 31 minstd, "Park, Miller and Stockmeyer, CACM 36(7), 1993"),
    lcg!("java-random", "java.util.Random: next(32), which is nextInt() taken as unsigned",
        MULTIPLIER_48, 11, mod 1 << 48, shift 16, bits 32, seed 48 |seed| (seed ^ MULTIPLIER_48) & ((1 << 48) - 1),
        "documentation of java.util.Random"),
    lcg!("drand48", "drand48() of Unix, times 2^48; rand() of Perl",
        MULTIPLIER_48, 11, mod 1 << 48, shift 0, bits 48, seed 32 drand48, "POSIX, drand48"),
    lcg!("lrand48", "lrand48() of Unix",
        MULTIPLIER_48, 11, mod 1 << 48, shift 17, bits 31, seed 32 drand48, "POSIX, drand48"),
    lcg!("mrand48", "mrand48() of Unix, taken as unsigned",
        MULTIPLIER_48, 11, mod 1 << 48, shift 16, bits 32, seed 32 drand48, "POSIX, drand48"),
    lcg!("newlib-rand", "rand() of newlib: consoles and microcontrollers",
        6_364_136_223_846_793_005, 1, mod 1 << 64, shift 32, bits 31, seed 32 as_it_is, "newlib, rand.c"),
    lcg!("musl-rand", "rand() of musl: static Linux programs",
        6_364_136_223_846_793_005, 1, mod 1 << 64, shift 33, bits 31, seed 32 |seed| (seed as u32).wrapping_sub(1).into(),
        "musl, rand.c"),
    lcg!("mmix", "Knuth's generator for MMIX: all 64 bits of state",
        6_364_136_223_846_793_005, 1_442_695_040_888_963_407, mod 1 << 64, shift 0, bits 64, seed 64 as_it_is,
        "Knuth, The Art of Computer Programming 2, section 3.3.4"),
    lcg!("numerical-recipes", "the quick and dirty generator of Numerical Recipes, ranqd1: all 32 bits of state",
        1_664_525, 1_013_904_223, mod 1 << 32, shift 0, bits 32, seed 32 as_it_is, "Numerical Recipes in C, section 7.1"),
    lcg!("lcg-9301", "(9301 x + 49297) mod 233280 of Numerical Recipes: many JavaScript games; a number is a fraction of 233280",
        9301, 49297, mod 233_280, shift 0, bits 18, seed 32 |seed| seed % 233_280, "Numerical Recipes in C, section 7.1, second table"),
    lcg!("randu", "RANDU of IBM's scientific library, notorious for its planes",
        65539, 0, mod 1 << 31, shift 0, bits 31, seed 31 not_zero, "IBM System/360 Scientific Subroutine Package"),
    lcg!("vax", "MTH$RANDOM of VAX/VMS, also Marsaglia's 69069: all 32 bits of state",
        69069, 1, mod 1 << 32, shift 0, bits 32, seed 32 as_it_is, "Marsaglia 1972; VMS run-time library"),
    lcg!("transputer", "INMOS's for the transputer, 1664525 without increment",
        1_664_525, 0, mod 1 << 32, shift 0, bits 32, seed 32 not_zero, "GSL, transputer"),
    lcg!("borosh13", "Borosh and Niederreiter's, line 13 of Knuth's table",
        1_812_433_253, 0, mod 1 << 32, shift 0, bits 32, seed 32 not_zero, "Knuth, section 3.3.4, table 1"),
    lcg!("waterman14", "Waterman's, line 14 of Knuth's table",
        1_566_083_941, 0, mod 1 << 32, shift 0, bits 32, seed 32 not_zero, "Knuth, section 3.3.4, table 1"),
    lcg!("fishman18", "Fishman and Moore's, line 18 of Knuth's table",
        62_089_911, 0, mod MERSENNE_31, shift 0, bits 31, seed 31 minstd, "Knuth, section 3.3.4, table 1"),
    lcg!("lecuyer21", "L'Ecuyer's, line 21 of Knuth's table",
        40692, 0, mod 2_147_483_399, shift 0, bits 31, seed 31 |seed| not_zero(seed % 2_147_483_399),
        "Knuth, section 3.3.4, table 1"),
    lcg!("rogue3", "RN of Rogue 3.6",
        rogue_lcg::MULTIPLIER as u64, rogue_lcg::INCREMENT as u64, mod 1 << 32, shift 1, bits 14, seed 15 as_it_is,
        "sources of Rogue 3.6"),
    lcg!("rogue5", "RN of Rogue 5.2 to 5.4",
        rogue_lcg::MULTIPLIER as u64, rogue_lcg::INCREMENT as u64, mod 1 << 32, shift 16, bits 16, seed 32 as_it_is,
        "sources of Rogue 5.4"),
    lcg!("pokemon-gen3", "Random() of the third generation of Pokemon games",
        1_103_515_245, 24691, mod 1 << 32, shift 16, bits 16, seed 32 as_it_is, "published research of the games"),
    // Its three generators are one modulo the product of their moduli (Zeisel 1986); a seed is split as Python 2 does it.
    lcg!("wichmann-hill", "Wichmann and Hill's of 1982: Excel 2003, Python before 2.3; an output is a fraction of the range",
        16_555_425_264_690, 0, mod 27_817_185_604_309, shift 0, bits 45, seed 44 wichmann_hill,
        "Wichmann and Hill, algorithm AS 183, Applied Statistics 31, 1982"),
    row! {
        key: "glibc-rand-r",
        about: "rand_r() of glibc: three steps of the ANSI generator an output",
        bits: 31,
        seed_bits: 32,
        seeded: |seed| seed as u32 => rand_r,
        source: "glibc, rand_r.c",
    },
    row! {
        key: "ksh-random",
        about: "RANDOM of ksh93, where it is no repetition of the number before: 15 bits of rand_r() of glibc",
        bits: 15,
        seed_bits: 32,
        seeded: |seed| (seed as u32, u64::MAX) => |(x, last): &mut (u32, u64)| {
            *last = core::iter::repeat_with(|| rand_r(x) >> 3 & 0x7fff).find(|number| number != last).unwrap_or_default();
            *last
        },
        source: "ksh93u+m, src/cmd/ksh93/sh/init.c; glibc, rand_r.c",
    },
    Generator {
        below: Some(MYSQL),
        ..row! {
            key: "mysql-rand",
            about: "RAND(seed) of MySQL and MariaDB; an output is a fraction of the range",
            bits: 30,
            seed_bits: 32,
            seeded: |seed| {
                let seed = seed as u32;
                let first = seed.wrapping_mul(0x1_0001).wrapping_add(55_555_555);
                [first, seed.wrapping_mul(0x1000_0001)].map(|word| u64::from(word) % MYSQL)
            } => mysql_next,
            structure: Structure::Invertible {
                needs: 2,
                state: |outputs| {
                    let first = outputs[0];
                    let before = (outputs[1] + 6 * MYSQL - 4 * first - 33) % MYSQL;
                    let thrice = first + MYSQL - before;
                    // The modulus is a multiple of 3: three numbers have the same triple, or none has it.
                    thrice.is_multiple_of(3).then(|| alloc::vec![thrice / 3, before])
                },
                from_state: |words| stream([words[0], words[1]], mysql_next),
            },
            source: "MySQL, mysys/my_rnd.cc and Item_func_rand",
        }
    },
];

/// The modulus of `mysql-rand`.
const MYSQL: u64 = (1 << 30) - 1;

fn mysql_next([first, second]: &mut [u64; 2]) -> u64 {
    *first = (3 * *first + *second) % MYSQL;
    *second = (*first + *second + 33) % MYSQL;
    *first
}

/// The multiplier of drand48.
const MULTIPLIER_48: u64 = 0x5_deec_e66d;

#[inline]
fn as_it_is(seed: u64) -> u64 {
    seed
}

/// The seed, or 1 instead of 0: without an increment 0 would stay 0, and libraries take 1 for it.
#[inline]
fn not_zero(seed: u64) -> u64 {
    seed.max(1)
}

/// As C++ seeds its engines without an increment: the remainder, or 1 for a multiple of the modulus.
#[inline]
fn minstd(seed: u64) -> u64 {
    not_zero(seed % MERSENNE_31 as u64)
}

/// `srand48`: the low bits of the state are set.
#[inline]
fn drand48(seed: u64) -> u64 {
    (seed << 16 | 0x330e) & ((1 << 48) - 1)
}

/// The moduli of Wichmann and Hill's three generators.
const THREE: [u64; 3] = [30269, 30307, 30323];

/// The state from a seed: Python's `whseed` makes three seeds from one, and the state with these remainders is found modulo
/// each of the moduli in turn.
#[inline]
fn wichmann_hill(mut seed: u64) -> u64 {
    let product: u64 = THREE.iter().product();
    let mut state = 0;
    for modulus in THREE {
        let x = seed % (modulus - 1) + 1;
        seed /= modulus - 1;
        // An output is x/30269 + y/30307 + z/30323, so the state is the sum of x times the other two moduli.
        state += u128::from(x) * u128::from(product / modulus);
    }
    (state % u128::from(product)) as u64
}

#[inline]
fn rand_r(x: &mut u32) -> u64 {
    let mut part = |bits: u32| {
        *x = x.wrapping_mul(1_103_515_245).wrapping_add(12345);
        *x >> 16 & ((1 << bits) - 1)
    };
    let (high, middle, low) = (part(11), part(10), part(10));
    u64::from(high << 20 | middle << 10 | low)
}

/// All 64 bits if the output is all of the state above the shift; otherwise the low `bits`.
const fn mask(modulus: u128, shift: u32, bits: u32) -> u64 {
    if (modulus - 1) >> shift >> bits == 0 {
        u64::MAX
    } else {
        (1 << bits) - 1
    }
}

/// The constants by name.
const fn constants(multiplier: u64, increment: u64, modulus: u128, shift: u64) -> [Constant; 3] {
    let bits = u128::BITS - (modulus - 1).leading_zeros();
    [
        Constant::factor("multiplier", multiplier, bits),
        Constant::factor("increment", increment, bits),
        Constant::shift("shift", shift, 64),
    ]
}

/// The next state.
#[inline]
fn step<const A: u64, const C: u64, const M: u128>(x: u64) -> u64 {
    if M.is_power_of_two() {
        x.wrapping_mul(A).wrapping_add(C) & (M - 1) as u64
    } else if (M - 1) * u128::from(A) + u128::from(C) <= u128::from(u64::MAX) {
        (x * A + C) % M as u64
    } else {
        ((u128::from(x) * u128::from(A) + u128::from(C)) % M) as u64
    }
}
