//! Independent crates.

use generators::catalogue::Stream;
use rand_core::{Rng, SeedableRng};
use rand_isaac::{Isaac64Rng, IsaacRng};
use rand_mt::{Mt, Mt64};
use rand_pcg::{Lcg64Xsh32, Lcg128CmDxsm64, Lcg128Xsl64, Mcg128Xsl64};
use rand_xorshift::XorShiftRng;
use rand_xoshiro as xo;

const INCREMENT: u64 = 1_442_695_040_888_963_407;
const INCREMENT_128: u128 = 0x5851_f42d_4c95_7f2d_1405_7b7e_f767_814f;

/// A row, the crate, and the crate's stream for a seed.
pub(crate) type Row = (&'static str, &'static str, fn(u64) -> Stream);

pub(crate) const ROWS: &[Row] = &[
    ("splitmix64", "rand_xoshiro", |seed| {
        words64(xo::SplitMix64::from_seed(seed.to_le_bytes()))
    }),
    (
        "xoroshiro64*",
        "rand_xoshiro",
        words32_of::<xo::Xoroshiro64Star>,
    ),
    (
        "xoroshiro64**",
        "rand_xoshiro",
        words32_of::<xo::Xoroshiro64StarStar>,
    ),
    (
        "xoroshiro128+",
        "rand_xoshiro",
        words64_of::<xo::Xoroshiro128Plus>,
    ),
    (
        "xoroshiro128++",
        "rand_xoshiro",
        words64_of::<xo::Xoroshiro128PlusPlus>,
    ),
    (
        "xoroshiro128**",
        "rand_xoshiro",
        words64_of::<xo::Xoroshiro128StarStar>,
    ),
    (
        "xoshiro128+",
        "rand_xoshiro",
        words32_of::<xo::Xoshiro128Plus>,
    ),
    (
        "xoshiro128++",
        "rand_xoshiro",
        words32_of::<xo::Xoshiro128PlusPlus>,
    ),
    (
        "xoshiro128**",
        "rand_xoshiro",
        words32_of::<xo::Xoshiro128StarStar>,
    ),
    (
        "xoshiro256+",
        "rand_xoshiro",
        words64_of::<xo::Xoshiro256Plus>,
    ),
    (
        "xoshiro256++",
        "rand_xoshiro",
        words64_of::<xo::Xoshiro256PlusPlus>,
    ),
    (
        "xoshiro256**",
        "rand_xoshiro",
        words64_of::<xo::Xoshiro256StarStar>,
    ),
    ("xorshift128", "rand_xorshift", |seed| {
        words32(XorShiftRng::from_seed(unity(seed as u32)))
    }),
    ("mt19937", "rand_mt", |seed| {
        let mut twister = Mt::new(seed as u32);
        Box::new(move || twister.next_u32().into())
    }),
    ("mt19937-array", "rand_mt", |seed| {
        let words = [seed as u32, (seed >> 32) as u32];
        let mut twister =
            Mt::new_with_key(words[..if words[1] == 0 { 1 } else { 2 }].iter().copied());
        Box::new(move || twister.next_u32().into())
    }),
    ("mt19937-64", "rand_mt", |seed| {
        let mut twister = Mt64::new(seed);
        Box::new(move || twister.next_u64())
    }),
    ("isaac", "rand_isaac", |seed| {
        words32(IsaacRng::from_seed(first(seed)))
    }),
    ("isaac64", "rand_isaac", |seed| {
        words64(Isaac64Rng::from_seed(first(seed)))
    }),
    ("pcg32", "rand_pcg", |seed| {
        words32(Lcg64Xsh32::new(seed, 54))
    }),
    ("pcg32-zero", "rand_pcg", |seed| {
        words32(Lcg64Xsh32::new(seed, 0))
    }),
    ("pcg32-one", "rand_pcg", |seed| {
        words32(Lcg64Xsh32::new(seed, 1))
    }),
    ("pcg32-oneseq", "rand_pcg", |seed| {
        words32(Lcg64Xsh32::new(seed, INCREMENT >> 1))
    }),
    ("pcg32-oorandom", "rand_pcg", |seed| {
        words32(Lcg64Xsh32::new(seed, INCREMENT))
    }),
    ("pcg64", "rand_pcg", |seed| {
        words64(Lcg128Xsl64::new(seed.into(), INCREMENT_128 >> 1))
    }),
    ("pcg64-fast", "rand_pcg", |seed| {
        words64(Mcg128Xsl64::new((seed | 3).into()))
    }),
    ("pcg64-dxsm", "rand_pcg", |seed| {
        words64(Lcg128CmDxsm64::new(seed.into(), INCREMENT_128 >> 1))
    }),
];

fn words32_of<R: Rng + SeedableRng + Send + 'static>(seed: u64) -> Stream {
    words32(R::seed_from_u64(seed))
}

fn words32(mut rng: impl Rng + Send + 'static) -> Stream {
    Box::new(move || rng.next_u32().into())
}

fn words64_of<R: Rng + SeedableRng + Send + 'static>(seed: u64) -> Stream {
    words64(R::seed_from_u64(seed))
}

fn words64(mut rng: impl Rng + Send + 'static) -> Stream {
    Box::new(move || rng.next_u64())
}

/// A seed in bytes that begins with this number.
fn first(seed: u64) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes
}

/// The four words of Unity's `Random.state` after `Random.InitState`.
fn unity(seed: u32) -> [u8; 16] {
    let mut word = seed;
    let mut bytes = [0; 16];
    for place in bytes.as_chunks_mut::<4>().0 {
        *place = word.to_le_bytes();
        word = word.wrapping_mul(1_812_433_253).wrapping_add(1);
    }
    bytes
}
