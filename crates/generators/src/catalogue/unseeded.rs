//! Where libraries begin if nobody seeds them.

use super::find;
use super::generator::Generator;
use super::languages::xorwow;
use super::stream::{Stream, stream};
use crate::pcg32::Pcg32;

/// Where a library begins if nobody seeds it.
#[derive(Clone, Copy, Debug)]
pub struct Unseeded {
    /// The key of its row in the catalogue.
    pub key: &'static str,
    /// What begins there.
    pub about: &'static str,
    /// The seed or the state.
    pub start: InitialState,
}

/// A seed or a state in which a library begins.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum InitialState {
    /// The state after this seed.
    Seed(u64),
    /// The words of a state.
    State(&'static [u64]),
}

const fn seed(key: &'static str, seed: u64, about: &'static str) -> Unseeded {
    let start = InitialState::Seed(seed);
    Unseeded { key, about, start }
}

const fn state(key: &'static str, words: &'static [u64], about: &'static str) -> Unseeded {
    let start = InitialState::State(words);
    Unseeded { key, about, start }
}

/// The default of the C++ library of PCG.
const CAFE: u64 = 0xcafe_f00d_d15e_a5e5;
/// The default of the subtract-with-carry engines of C++.
const RANLUX: u64 = 19_780_503;

const XOR128: &[u64] = &[123_456_789, 362_436_069, 521_288_629, 88_675_123];
const XORWOW: &[u64] = &[
    123_456_789,
    362_436_069,
    521_288_629,
    88_675_123,
    5_783_321,
    6_615_241,
];

/// Where libraries begin if nobody seeds them.
#[rustfmt::skip]
pub static UNSEEDED: &[Unseeded] = &[
    seed("random-glibc", 1, "random() and rand() of glibc"),
    seed("msvc-rand", 1, "rand() of Microsoft's C library"),
    seed("ansi-c-rand", 1, "rand() of the C standard"),
    seed("borland-rand", 1, "rand() of Turbo C and Borland C++"),
    seed("random-bsd", 1, "random() of 4.2BSD"),
    seed("newlib-rand", 1, "rand() of newlib"),
    seed("musl-rand", 1, "rand() of musl"),
    seed("musl-random", 1, "random() of musl"),
    state("drand48", &[0], "drand48() of glibc and musl"),
    state("lrand48", &[0], "lrand48() of glibc and musl"),
    state("mrand48", &[0], "mrand48() of glibc and musl"),
    seed("mt19937", 5489, "C++ std::mt19937, and mt19937ar.c"),
    seed("mt19937-64", 5489, "C++ std::mt19937_64, and mt19937-64.c"),
    seed("minstd-16807", 1, "C++ std::minstd_rand0, and rand() of Apple"),
    seed("minstd-48271", 1, "C++ std::minstd_rand"),
    seed("ranlux24-base", RANLUX, "C++ std::ranlux24_base"),
    seed("ranlux48-base", RANLUX, "C++ std::ranlux48_base"),
    seed("ranlux24", RANLUX, "C++ std::ranlux24"),
    seed("ranlux48", RANLUX, "C++ std::ranlux48"),
    seed("knuth-b", 1, "C++ std::knuth_b"),
    seed("delphi-random", 0, "Random of Turbo Pascal and Delphi"),
    seed("vb6-rnd", 327_680, "Rnd of Visual Basic 6 and VBA"),
    seed("go-math-rand", 1, "Go's math/rand before 1.20"),
    seed("ocaml-random", 27_182_818, "Random of OCaml before 5"),
    seed("xorshift32", 2_463_534_242, "xorshift of 32 bits in Marsaglia's paper"),
    seed("xorshift64", 88_172_645_463_325_252, "xorshift of 64 bits in Marsaglia's paper"),
    state("xorshift128", XOR128, "xor128() in Marsaglia's paper"),
    state("xorwow", XORWOW, "xorwow() in Marsaglia's paper"),
    state("pcg32", &[0x853c_49e6_748f_ea9b, 0xda3e_39cb_94b9_5bdb], "PCG's C library (PCG32_INITIALIZER)"),
    seed("pcg32-oneseq", CAFE, "pcg32 of PCG's C++ library"),
    seed("pcg32-fast", CAFE, "pcg32_fast of PCG's C++ library"),
    seed("pcg64", CAFE, "pcg64 of PCG's C++ library"),
    seed("pcg64-fast", CAFE, "pcg64_fast of PCG's C++ library"),
];

impl Unseeded {
    /// Its row in the catalogue.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self) -> &'static Generator {
        find(self.key).expect("a row")
    }

    /// A fresh stream.
    ///
    /// # Panics
    /// If the state is none of the row.
    pub fn stream(&self) -> Stream {
        match self.start {
            InitialState::Seed(seed) => (self.row().seeded)(seed),
            InitialState::State(&[state, increment]) if self.key == "pcg32" => {
                let pcg = Pcg32::new_raw(state, increment);
                stream(pcg, |pcg: &mut Pcg32| pcg.next_word().into())
            }
            InitialState::State(&[ref words @ .., sum]) if self.key == "xorwow" => {
                let words = core::array::from_fn(|i| words[i] as u32);
                stream((words, sum as u32), xorwow)
            }
            InitialState::State(words) => self.row().stream_from(words).expect("a state"),
        }
    }
}
