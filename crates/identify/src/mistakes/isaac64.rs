//! Mistakes in ISAAC-64 as `NetHack` seeds it.

use super::side::{General, Side, number, numbers, parts, rows, whole};
use generators::catalogue::{Constant, Stream};

const SIZE: usize = 256;

/// Everything that ports get wrong.
#[derive(Clone, Copy)]
pub(super) struct Knobs {
    pub(super) general: General,
    /// A shift to the right in mixing and in a block.
    right: fn(u64, u64) -> u64,
    /// Whether memory is added where it is mixed.
    adds: bool,
    /// Whether the first of a block's steps inverts.
    inverts: bool,
    /// The place of the result that is handed out, if so many are left.
    place: fn(usize) -> usize,
    /// How many blocks are made and thrown away.
    skipped: usize,
    /// From a word to a number below a bound.
    below: fn(u64, u64) -> u64,
    /// What `rnd` adds to it.
    from: u64,
}

/// The last eight are shifts of mixing.
pub(super) const CONSTANTS: &[Constant] = &[
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

pub(super) const RIGHT: Knobs = Knobs {
    general: General::right(CONSTANTS),
    right: |x, by| x >> by,
    adds: true,
    inverts: true,
    place: |left| left,
    skipped: 0,
    below: |word, bound| word % bound,
    from: 1,
};

rows! {
    &["isaac64"] => {
        "first-result-first", "a block is handed out from its beginning: it must be from its end": place = |left| SIZE - 1 - left;
        "block-thrown-away", "the block that seeding makes is thrown away: it must be handed out": skipped = 1;
        "arithmetic-shift", "shifts to the right keep the sign: they must be logical": right = |x, by| (x.cast_signed() >> by).cast_unsigned();
        "seed-array-not-used", "randinit mixes once and without the seed array, as randinit(FALSE) does: it must add the array and then memory, as randinit(TRUE)": adds = false;
        "not-inverted", "the first of four steps does not invert: it is ~(a ^ (a << 21))": inverts = false;
        "rn2-signed", "rn2 takes the remainder of a word with a sign, and its amount": below = |word, bound| (word.cast_signed() % bound.cast_signed()).unsigned_abs();
        "rn2-as-double", "rn2 takes the remainder of the word as a double, which keeps 53 bits of 64": below = |word, bound| ((word as f64) % (bound as f64)) as u64;
        "rnd-from-0", "rnd counts from 0: it must count from 1": from = 0;
    }
}

struct Isaac {
    knobs: Knobs,
    memory: [u64; SIZE],
    abc: [u64; 3],
    results: [u64; SIZE],
    left: usize,
}

impl Isaac {
    fn new(knobs: Knobs, key: u64) -> Self {
        let mut isaac = Self {
            knobs,
            memory: [0; SIZE],
            abc: [0; 3],
            results: [0; SIZE],
            left: 0,
        };
        let [golden, warmed, rounds] = knobs.general.values(0);
        isaac.memory[0] = (knobs.general.seed)(key);
        let mut x = [golden; 8];
        for _ in 0..warmed {
            isaac.mix(&mut x);
        }
        let rounds = if knobs.adds { rounds } else { 1 };
        for place in (0..rounds as usize * SIZE).step_by(8) {
            let place = place % SIZE;
            for (x, &word) in x.iter_mut().zip(&isaac.memory[place..]) {
                *x = x.wrapping_add(if knobs.adds { word } else { 0 });
            }
            isaac.mix(&mut x);
            isaac.memory[place..place + 8].copy_from_slice(&x);
        }
        for _ in 0..=knobs.skipped {
            isaac.update();
        }
        isaac
    }

    fn mix(&self, x: &mut [u64; 8]) {
        let shifts: [u64; 8] = self.knobs.general.values(9);
        for (i, shift) in shifts.into_iter().enumerate() {
            let last = x[(i + 7) % 8];
            let shifted = if i % 2 == 0 {
                (self.knobs.right)(last, shift)
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
        let Knobs { general, right, .. } = self.knobs;
        let [first, second, third, fourth, one, other] = general.values(3);
        let index = |x: u64, by: u64| (x >> by) as usize % SIZE;
        for i in 0..SIZE {
            let x = self.memory[i];
            a = match i % 4 {
                0 if self.knobs.inverts => !(a ^ a << first),
                0 => a ^ a << first,
                1 => a ^ right(a, second),
                2 => a ^ a << third,
                _ => a ^ right(a, fourth),
            };
            a = a.wrapping_add(self.memory[(i + SIZE / 2) % SIZE]);
            let y = self.memory[index(x, one)].wrapping_add(a).wrapping_add(b);
            self.memory[i] = y;
            b = self.memory[index(y, other)].wrapping_add(x);
            self.results[i] = b;
        }
        (self.abc, self.left) = ([a, b, c], SIZE);
    }

    fn next(&mut self) -> u64 {
        if self.left == 0 {
            self.update();
        }
        self.left -= 1;
        let word = self.results[(self.knobs.place)(self.left)];
        (self.knobs.general.word)(word.into(), 64) as u64
    }

    fn apply(&mut self, op: &str) -> Option<Vec<String>> {
        let (name, arguments) = parts(op);
        let Knobs {
            general,
            below,
            from,
            ..
        } = self.knobs;
        let bound = |text: &str| {
            whole(text)
                .filter(|&bound| bound > 0)
                .map(|bound| bound as u64)
        };
        match (name, &arguments[..]) {
            ("init", &[key]) => {
                *self = Self::new(self.knobs, whole(key)? as u64);
                Some(Vec::new())
            }
            ("next", []) => number(self.next()),
            ("nexts", &[count]) => numbers(count, || self.next()),
            ("rn2" | "rnd", &[text]) => {
                let bound = bound(text)?;
                let other = general.below(64, bound.into(), || self.next().into());
                let drawn = other.map_or_else(|| below(self.next(), bound), |other| other as u64);
                number(drawn + if name == "rnd" { from } else { 0 })
            }
            _ => None,
        }
    }
}

pub(super) fn side(knobs: Knobs) -> Side {
    let mut isaac = Isaac::new(knobs, 0);
    Box::new(move |op| isaac.apply(op))
}

/// Seeded as the subject's stream of words is.
pub(super) fn words(knobs: Knobs, seed: u64) -> Stream {
    let mut isaac = Isaac::new(knobs, seed);
    Box::new(move || isaac.next())
}
