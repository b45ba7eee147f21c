//! Mistakes in ISAAC-64 as `NetHack` seeds it.

use generators::definition::{Constant, Definition};

use super::model::Model;
use super::side::{General, flaws};

const SIZE: usize = 256;

/// The constants; the last eight are the shifts of the mixing step.
const CONSTANTS: &[Constant] = &[
    Constant::factor("golden ratio", 0x9e37_79b9_7f4a_7c13, 64),
    Constant::count("number of first mixings of the eight words", 4),
    Constant::count("number of times that memory is mixed", 2),
    Constant::shift("first shift of a block", 21, 64),
    Constant::shift("second shift of a block", 5, 64),
    Constant::shift("third shift of a block", 12, 64),
    Constant::shift("fourth shift of a block", 33, 64),
    Constant::shift("shift to the first index", 3, 64),
    Constant::shift("shift to the second index", 11, 64),
    Constant::shift("first shift of mixing", 9, 64),
    Constant::shift("second shift of mixing", 9, 64),
    Constant::shift("third shift of mixing", 23, 64),
    Constant::shift("fourth shift of mixing", 15, 64),
    Constant::shift("fifth shift of mixing", 14, 64),
    Constant::shift("sixth shift of mixing", 20, 64),
    Constant::shift("seventh shift of mixing", 17, 64),
    Constant::shift("eighth shift of mixing", 14, 64),
];

flaws! {
    FLAWS:
    FROM_BEGINNING = "first-result-first", "a block is handed out from its beginning: it must be handed out from its end";
    UNUSED = "seed-array-not-used",
        "randinit mixes once and without the seed array, as randinit(FALSE) does: it must add the array and then memory, as \
        randinit(TRUE) does";
    UNINVERTED = "not-inverted", "the first of every four steps is not inverted: it must be ~(a ^ (a << 21))";
    THROWN_AWAY = "block-thrown-away", "the block that seeding makes is thrown away: it must be handed out";
}

/// The model of the row.
pub(super) const MODELS: &[Model] = &[Model {
    key: "isaac64",
    constants: CONSTANTS,
    lines: &[],
    flaws: FLAWS,
    seeded: |_, general, seed| {
        let mut isaac = Isaac::new(general, seed);
        Box::new(move || isaac.next().into())
    },
}];

struct Isaac {
    general: General,
    memory: [u64; SIZE],
    abc: [u64; 3],
    results: [u64; SIZE],
    left: usize,
}

/// The place in the memory that the low bits of a word say.
const fn index(word: u64) -> usize {
    word as usize % SIZE
}

impl Isaac {
    fn new(general: General, key: u64) -> Self {
        let mut isaac = Self {
            general,
            memory: [0; SIZE],
            abc: [0; 3],
            results: [0; SIZE],
            left: 0,
        };
        let [golden, warmed, rounds] = general.values(0);
        isaac.memory[0] = key;
        let mut x = [golden; 8];
        for _ in 0..warmed {
            isaac.mix(&mut x);
        }
        let is_unused = isaac.general.has(UNUSED);
        let rounds = if is_unused { 1 } else { rounds };
        for place in (0..rounds as usize * SIZE).step_by(8) {
            let place = place % SIZE;
            for (x, &word) in x.iter_mut().zip(&isaac.memory[place..]) {
                *x = x.wrapping_add(if is_unused { 0 } else { word });
            }
            isaac.mix(&mut x);
            isaac.memory[place..place + 8].copy_from_slice(&x);
        }
        if isaac.general.has(THROWN_AWAY) {
            isaac.update();
        }
        isaac
    }

    fn right(&self, x: u64, by: u64) -> u64 {
        self.general.of(64).shift_right(x.into(), by) as u64
    }

    fn mix(&self, x: &mut [u64; 8]) {
        let shifts: [u64; 8] = self.general.values(9);
        for (i, shift) in shifts.into_iter().enumerate() {
            let last = x[(i + 7) % 8];
            let shifted = if i % 2 == 0 {
                self.right(last, shift)
            } else {
                last << shift
            };
            x[i] = x[i].wrapping_sub(x[(i + 4) % 8]);
            x[(i + 5) % 8] ^= shifted;
            x[(i + 7) % 8] = last.wrapping_add(x[i]);
        }
    }

    fn update(&mut self) {
        let [mut a, b, c] = self.abc;
        let c = c.wrapping_add(1);
        let mut b = b.wrapping_add(c);
        let [first, second, third, fourth, one, other] = self.general.values(3);
        for i in 0..SIZE {
            let x = self.memory[i];
            a = match i % 4 {
                0 if self.general.has(UNINVERTED) => a ^ a << first,
                0 => !(a ^ a << first),
                1 => a ^ self.right(a, second),
                2 => a ^ a << third,
                _ => a ^ self.right(a, fourth),
            };
            a = a.wrapping_add(self.memory[(i + SIZE / 2) % SIZE]);
            let y = self.memory[index(x >> one)].wrapping_add(a).wrapping_add(b);
            self.memory[i] = y;
            b = self.memory[index(y >> other)].wrapping_add(x);
            self.results[i] = b;
        }
        (self.abc, self.left) = ([a, b, c], SIZE);
    }

    fn next(&mut self) -> u64 {
        if self.left == 0 {
            self.update();
        }
        self.left -= 1;
        let place = if self.general.has(FROM_BEGINNING) {
            SIZE - 1 - self.left
        } else {
            self.left
        };
        self.results[place]
    }
}
