//! Bob Jenkins's ISAAC.

use crate::isaac::Isaac64;

use super::{Generator, Structure, row};

const SOURCE: &str = "Bob Jenkins, ISAAC and RC4, 1996";

/// The rows of this file's family.
pub(super) static GENERATORS: &[Generator] = &[
    row! {
        key: "isaac",
        about: "ISAAC, the seed in the first word: randinit with a seed",
        bits: 32,
        seed_bits: 32,
        seeded: |seed| Isaac::new(seed as u32) => Isaac::next,
        structure: Structure::Seeds,
        source: SOURCE,
    },
    row! {
        key: "isaac64",
        about: "ISAAC-64, the seed in the first word: NetHack since 3.6.2",
        bits: 64,
        seed_bits: 64,
        seeded: Isaac64::nethack => Isaac64::next_word,
        structure: Structure::Seeds,
        source: SOURCE,
    },
    row! {
        key: "isaac64-mixed-once",
        about: "ISAAC-64, the seed mixed in once: randinit(FALSE) is seed 0, and seed_from_u64 of Rust's rand_isaac",
        bits: 64,
        seed_bits: 64,
        seeded: |seed: u64| Isaac64::mixed(&seed.to_le_bytes(), 1) => Isaac64::next_word,
        structure: Structure::Seeds,
        source: SOURCE,
    },
];

/// Words of the state, and of a block of results.
const SIZE: usize = 256;

struct Isaac {
    memory: [u32; SIZE],
    a: u32,
    b: u32,
    c: u32,
    results: [u32; SIZE],
    /// How many results have not been handed out.
    left: usize,
}

impl Isaac {
    fn new(seed: u32) -> Self {
        let mut memory = [0; SIZE];
        memory[0] = seed;
        let mut x = [0x9e37_79b9; 8]; // the golden ratio
        for _ in 0..4 {
            mix(&mut x);
        }
        for _ in 0..2 {
            for block in memory.as_chunks_mut().0 {
                for (x, &mut word) in x.iter_mut().zip(&mut *block) {
                    *x = x.wrapping_add(word);
                }
                mix(&mut x);
                *block = x;
            }
        }
        Self {
            memory,
            a: 0,
            b: 0,
            c: 0,
            results: [0; SIZE],
            left: 0,
        }
    }

    fn update(&mut self) {
        self.c = self.c.wrapping_add(1);
        let (mut a, mut b) = (self.a, self.b.wrapping_add(self.c));
        for i in 0..SIZE {
            let x = self.memory[i];
            a = match i % 4 {
                0 => a ^ a << 13,
                1 => a ^ a >> 6,
                2 => a ^ a << 2,
                _ => a ^ a >> 16,
            };
            a = a.wrapping_add(self.memory[(i + SIZE / 2) % SIZE]);
            let y = self.memory[(x >> 2) as usize % SIZE]
                .wrapping_add(a)
                .wrapping_add(b);
            self.memory[i] = y;
            b = self.memory[(y >> 10) as usize % SIZE].wrapping_add(x);
            self.results[i] = b;
        }
        (self.a, self.b, self.left) = (a, b, SIZE);
    }

    /// Results are handed out from the last to the first.
    fn next(&mut self) -> u64 {
        if self.left == 0 {
            self.update();
        }
        self.left -= 1;
        self.results[self.left].into()
    }
}

fn mix(x: &mut [u32; 8]) {
    for (i, shift) in [11, 2, 8, 16, 10, 4, 8, 9].into_iter().enumerate() {
        let next = x[(i + 1) % 8];
        x[i] ^= if i % 2 == 0 {
            next << shift
        } else {
            next >> shift
        };
        x[(i + 3) % 8] = x[(i + 3) % 8].wrapping_add(x[i]);
        x[(i + 1) % 8] = x[(i + 1) % 8].wrapping_add(x[(i + 2) % 8]);
    }
}
