//! What programs make of a text to seed with.

use alloc::vec::Vec;

use sha2::{Digest as _, Sha512};

use super::generator::Generator;
use super::mixers::sfc32;
use super::packages::{Alea, Arc4, Uhe};
use super::stream::{Stream, stream};
use super::twister::array_filled;

/// A number that programs make of a text and then seed any generator with.
#[derive(Clone, Copy, Debug)]
pub struct TextHash {
    /// What makes it.
    pub name: &'static str,
    /// The number, with its sign.
    pub number: fn(&str) -> i128,
}

/// A generator that is seeded by a text in a way of its own.
#[derive(Clone, Copy, Debug)]
pub struct TextSeeding {
    /// The key of its row in the catalogue.
    pub key: &'static str,
    /// What seeds it so.
    pub about: &'static str,
    /// A fresh stream from a text.
    pub seeded: fn(&str) -> Stream,
}

impl TextSeeding {
    /// Its row in the catalogue.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self) -> &'static Generator {
        super::find(self.key).expect("a row")
    }
}

/// The numbers that programs make of a text.
#[rustfmt::skip]
pub static TEXT_HASHES: &[TextHash] = &[
    TextHash { name: "Java's hashCode(), as in Minecraft", number: |text| hash(text, 0, |h, c| h.wrapping_mul(31).wrapping_add(c)).cast_signed().into() },
    TextHash { name: "xmur3 of JavaScript", number: |text| Xmur3::of(text).next().into() },
    TextHash { name: "the first word of cyrb128 of JavaScript", number: |text| cyrb128(text)[0].into() },
    TextHash { name: "FNV-1a of 32 bits", number: |text| bytes(text, 0x811c_9dc5, |h, c| (h ^ c).wrapping_mul(0x0100_0193)).into() },
    TextHash { name: "Bernstein's hash, 33 h + c from 5381", number: |text| bytes(text, 5381, |h, c| h.wrapping_mul(33).wrapping_add(c)).into() },
];

/// The generators that are seeded by a text in a way of their own.
#[rustfmt::skip]
pub static TEXT_SEEDINGS: &[TextSeeding] = &[
    TextSeeding { key: "mt19937-array", about: "Python's random.seed(text)", seeded: python },
    TextSeeding { key: "seedrandom", about: "seedrandom(text) of npm", seeded: |text| stream(Arc4::of_text(text.encode_utf16()), Arc4::fraction) },
    TextSeeding { key: "seedrandom-int32", about: "seedrandom(text) of npm", seeded: |text| stream(Arc4::of_text(text.encode_utf16()), Arc4::word) },
    TextSeeding { key: "alea", about: "the npm packages alea and seedrandom", seeded: |text| stream(Alea::of_text(&text.encode_utf16()), Alea::next) },
    TextSeeding { key: "uheprng", about: "the npm package random-seed", seeded: |text| stream(Uhe::of_text(text.encode_utf16()), Uhe::next) },
    TextSeeding { key: "sfc32", about: "four words of xmur3", seeded: |text| {
        let mut words = Xmur3::of(text);
        stream([(); 4].map(|()| words.next()), sfc32)
    } },
    TextSeeding { key: "sfc32", about: "the four words of cyrb128", seeded: |text| stream(cyrb128(text), sfc32) },
];

/// Folds the characters of a text as JavaScript and Java have them.
fn hash(text: &str, start: u32, step: impl Fn(u32, u32) -> u32) -> u32 {
    text.encode_utf16().map(u32::from).fold(start, step)
}

/// Folds the bytes of a text in UTF-8.
fn bytes(text: &str, start: u32, step: impl Fn(u32, u32) -> u32) -> u32 {
    text.bytes().map(u32::from).fold(start, step)
}

/// The hash of `MurmurHash3` in bryc's words, and the words that it goes on to give.
struct Xmur3(u32);

impl Xmur3 {
    fn of(text: &str) -> Self {
        let start = 0x6a09_e667 ^ text.encode_utf16().count() as u32;
        Self(hash(text, start, |h, c| {
            (h ^ c).wrapping_mul(3_432_918_353).rotate_left(13)
        }))
    }

    const fn next(&mut self) -> u32 {
        let h = (self.0 ^ self.0 >> 16).wrapping_mul(2_246_822_507);
        let h = (h ^ h >> 13).wrapping_mul(3_266_489_909);
        self.0 = h ^ h >> 16;
        self.0
    }
}

/// bryc's hash of 128 bits.
fn cyrb128(text: &str) -> [u32; 4] {
    const FACTORS: [u32; 4] = [597_399_067, 2_869_860_233, 951_274_213, 2_716_044_179];
    let mut h = [
        1_779_033_703,
        3_144_134_277,
        1_013_904_242,
        2_773_480_762_u32,
    ];
    for character in text.encode_utf16() {
        for i in 0..4 {
            h[i] = h[(i + 1) % 4] ^ (h[i] ^ u32::from(character)).wrapping_mul(FACTORS[i]);
        }
    }
    for (i, by) in [18, 22, 17, 19].into_iter().enumerate() {
        h[i] = (h[(i + 2) % 4] ^ h[i] >> by).wrapping_mul(FACTORS[i]);
    }
    let sum = h[0] ^ h[1] ^ h[2] ^ h[3];
    [sum, h[1] ^ sum, h[2] ^ sum, h[3] ^ sum]
}

/// The Mersenne Twister with the number whose bytes are the text and its SHA-512, the highest first.
fn python(text: &str) -> Stream {
    let mut number = text.as_bytes().to_vec();
    number.extend(Sha512::digest(text));
    let mut words: Vec<u32> = Vec::new();
    for bytes in number.rchunks(4) {
        words.push(
            bytes
                .iter()
                .fold(0, |word, byte| word << 8 | u32::from(*byte)),
        );
    }
    while words.len() > 1 && words.last() == Some(&0) {
        words.pop();
    }
    array_filled(&words)
}
