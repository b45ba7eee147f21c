//! BSD `random()`, of all types and seedings.
//!
//! A scan of all seeds needs the first words of a seed without the hundreds of steps of its seeding. Each word is a sum of
//! multiples, modulo 2^32, of the words that seeding begins with; and those are multiples of the seed.

use crate::bsd_random::{Additive, LIBC5, Seeding, WEAK};
use crate::closed_form::Table;
use multiversion::multiversion;

use super::generator::{Generator, Structure, row};
use super::stream::LANES;

/// A row; its last argument says how a block of seeds begins.
macro_rules! bsd {
    ($key:literal, $about:literal, $degree:literal, $separation:literal, $seeding:ident, $($way:tt)+) => {
        {
            const ROW: Generator = row! {
                key: $key,
                about: $about,
                bits: 31,
                seed_bits: 32,
                seeded: |seed| Additive::<$degree, $separation>::new(Seeding::$seeding, seed as i32) => |random| {
                    random.next_word().into()
                },
                structure: Structure::Additive {
                    long: $degree,
                    short: $separation,
                    minus: false,
                    modulus: 1 << 32,
                    shift: 1,
                },
                source: "4.2BSD, random.c; glibc, random_r.c",
            };
            Generator {
                block: |first, outputs| {
                    if !bsd!(@block $degree, $separation, $($way)+)(first as u32, outputs) {
                        (ROW.block)(first, outputs);
                    }
                },
                ..ROW
            }
        }
    };
    (@block $degree:literal, $separation:literal, remainders) => { remainders::<$degree, $separation> };
    (@block $degree:literal, $separation:literal, affine $seeding:ident) => {
        |first, outputs: &mut [_]| affine(const { &Table::seeded_by::<$degree, $separation>($seeding) }, first, outputs)
    };
}

/// The rows of this family.
#[rustfmt::skip]
pub(super) static GENERATORS: &[Generator] = &[
    bsd!("random-glibc", "random() and rand() of glibc: games for Linux", 31, 3, Glibc, remainders),
    bsd!("random-bsd", "random() of 4.2BSD and Rogue's rrandom()", 31, 3, Weak, affine WEAK),
    bsd!("random-libc5", "random() of Linux's C library before glibc", 31, 3, Libc5, affine LIBC5),
    bsd!("random-glibc-type-1", "random() of glibc with 32 bytes of state", 7, 3, Glibc, remainders),
    bsd!("random-bsd-type-1", "random() of 4.2BSD with 32 bytes of state", 7, 3, Weak, affine WEAK),
    bsd!("random-libc5-type-1", "random() of libc5 with 32 bytes of state", 7, 3, Libc5, affine LIBC5),
    bsd!("random-glibc-type-2", "random() of glibc with 64 bytes of state", 15, 1, Glibc, remainders),
    bsd!("random-bsd-type-2", "random() of 4.2BSD with 64 bytes of state", 15, 1, Weak, affine WEAK),
    bsd!("random-libc5-type-2", "random() of libc5 with 64 bytes of state", 15, 1, Libc5, affine LIBC5),
    bsd!("random-glibc-type-4", "random() of glibc with 256 bytes of state", 63, 1, Glibc, remainders),
    bsd!("random-bsd-type-4", "random() of 4.2BSD with 256 bytes of state", 63, 1, Weak, affine WEAK),
    bsd!("random-libc5-type-4", "random() of libc5 with 256 bytes of state", 63, 1, Libc5, affine LIBC5),
];

/// How many words of a seed can be made without its seeding.
const WORDS: usize = 8;

/// How many times each word of the ring is added into word `n`, before the lowest bit is shifted out.
const fn sums<const DEGREE: usize, const SEPARATION: usize>() -> [[u32; DEGREE]; WORDS] {
    // The last words, the oldest at `at`. The front pointer begins at `SEPARATION`, so that is the oldest at first.
    let mut ring = [[0u32; DEGREE]; DEGREE];
    let mut i = 0;
    while i < DEGREE {
        ring[i][i] = 1;
        i += 1;
    }
    let mut words = [[0; DEGREE]; WORDS];
    let (mut n, mut front) = (0, SEPARATION);
    while n < 10 * DEGREE + WORDS {
        let rear = (front + DEGREE - SEPARATION) % DEGREE;
        let mut i = 0;
        while i < DEGREE {
            ring[front][i] = ring[front][i].wrapping_add(ring[rear][i]);
            i += 1;
        }
        if n >= 10 * DEGREE {
            words[n - 10 * DEGREE] = ring[front];
        }
        front = (front + 1) % DEGREE;
        n += 1;
    }
    words
}

/// Word `n` of a block of seeds, for the seedings whose ring is affine in the seed. It returns false if there are too many words.
fn affine(table: &Table<WORDS>, first: u32, outputs: &mut [[u64; LANES]]) -> bool {
    if outputs.len() > WORDS {
        return false;
    }
    for (n, row) in outputs.iter_mut().enumerate() {
        let word = table.value(n);
        for (lane, output) in row.iter_mut().enumerate() {
            *output = word.word(first.wrapping_add(lane as u32)).into();
        }
    }
    true
}

/// The modulus of glibc's seeding.
const MODULUS: u32 = i32::MAX as u32;

/// Word `i` of the ring that glibc's seeding makes is 16807 to the power `i` times the seed, modulo 2^31 - 1; only the first
/// word is the seed itself. It returns false if there are too many words, or if the seeds include 0, which is 1 to glibc, or
/// both ends of the range.
fn remainders<const DEGREE: usize, const SEPARATION: usize>(
    first: u32,
    outputs: &mut [[u64; LANES]],
) -> bool {
    let last = (first as i32).checked_add(LANES as i32 - 1);
    if outputs.len() > WORDS || last.is_none_or(|last| first as i32 <= 0 && 0 <= last) {
        return false;
    }
    // Word by word: the sums of a single word stay in registers, which saves more than making the ring again costs.
    for (n, row) in outputs.iter_mut().enumerate() {
        remainders_of::<DEGREE, SEPARATION>(first, n, row);
    }
    true
}

/// How many seeds are computed together.
const TOGETHER: usize = 16;

#[multiversion(targets("x86_64+avx512f+avx512dq", "x86_64+avx2"))]
fn remainders_of<const DEGREE: usize, const SEPARATION: usize>(
    first: u32,
    n: usize,
    outputs: &mut [u64; LANES],
) {
    let (sums, powers, multiples) = const {
        let (mut powers, mut multiples) = ([0; DEGREE], [[0; TOGETHER]; DEGREE]);
        let (mut power, mut i) = (1u64, 0);
        while i < DEGREE {
            powers[i] = power as u32;
            let mut lane = 0;
            while lane < TOGETHER {
                multiples[i][lane] = (power * lane as u64 % MODULUS as u64) as u32;
                lane += 1;
            }
            power = power * 16807 % MODULUS as u64;
            i += 1;
        }
        &(sums::<DEGREE, SEPARATION>(), powers, multiples)
    };
    let sums = &sums[n];
    for (chunk, outputs) in outputs.as_chunks_mut::<TOGETHER>().0.iter_mut().enumerate() {
        let first = first.wrapping_add((chunk * TOGETHER) as u32);
        let seed = i64::from(first as i32).rem_euclid(MODULUS.into()) as u32;
        let mut words = [0u32; TOGETHER];
        for i in 0..DEGREE {
            // Modulo 2^31 - 1, 2^31 is 1.
            let product = u64::from(powers[i]) * u64::from(seed);
            let start = (product >> 31) as u32 + (product as u32 & MODULUS);
            let start = start.min(start.wrapping_sub(MODULUS));
            for (lane, word) in words.iter_mut().enumerate() {
                let sum = start.wrapping_add(multiples[i][lane]);
                let ring = if i == 0 {
                    first.wrapping_add(lane as u32)
                } else {
                    sum.min(sum.wrapping_sub(MODULUS))
                };
                *word = word.wrapping_add(ring.wrapping_mul(sums[i]));
            }
        }
        for (output, word) in outputs.iter_mut().zip(words) {
            *output = u64::from(word >> 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_the_streams_at_the_ends_of_the_range_too() {
        for generator in GENERATORS {
            for first in [
                0,
                1,
                0x7fff_ffff - 63,
                0x7fff_ffff - 62,
                0x8000_0000,
                0xffff_ffff - 63,
                0xffff_ffff - 5,
            ] {
                for words in [1, WORDS, WORDS + 1] {
                    let mut outputs = alloc::vec![[0; LANES]; words];
                    (generator.block)(first, &mut outputs);
                    for lane in 0..LANES {
                        let mut stream = (generator.seeded)(first + lane as u64);
                        assert!(
                            outputs.iter().all(|row| row[lane] == stream()),
                            "{} {first} {lane}",
                            generator.key
                        );
                    }
                }
            }
        }
    }
}
