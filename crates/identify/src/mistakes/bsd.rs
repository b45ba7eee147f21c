//! Mistakes in BSD random under its three seedings, and in what Rogue makes from its words.

use super::side::{General, Side, number, numbers, pieces, rows, whole};
use generators::catalogue::Stream;
use generators::definition::Constant;
use generators::rule::ones;

/// The subjects that are built on this family.
pub(super) const SUBJECTS: &[&str] = &[FAMILY, ROGUE, TYPE_0, DRAWS, GAME];

const FAMILY: &str = "bsd-random";
const ROGUE: &str = "rrandom";
const TYPE_0: &str = "rrandom-type0";
const DRAWS: &str = "get_rand";
const GAME: &str = "new-game";

/// The colours of potions, which `mix_colors` shows.
const COLOURS: [&str; 14] = [
    "blue", "red", "green", "grey", "brown", "clear", "pink", "white", "purple", "black", "yellow",
    "plaid", "burgundy", "beige",
];

/// The colours in the order of the table.
const UNMIXED: [usize; COLOURS.len()] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

/// Everything that ports get wrong. Words are 64 bits wide here, so that a mistake can make them too wide.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a part of its own")]
pub(super) struct Parts {
    pub(super) general: General,
    /// The seed that glibc's seeding uses instead of 0.
    zero: i64,
    /// From one word of glibc's seeding to the next.
    minstd: fn(&General, i64) -> i64,
    /// Whether Rogue's seeding is glibc's.
    glibc: bool,
    /// The mask of a word's bits.
    mask: u64,
    /// How many words a ring has, and how far the front is ahead of the rear.
    ring: fn(usize) -> (usize, usize),
    /// How many words seeding discards, for a ring of this many.
    discarded: fn(&General, usize) -> usize,
    /// The new word at the front, from the words at front and rear.
    sum: fn(u64, u64) -> u64,
    /// The part of the new word that is shown.
    shown: fn(u64) -> i128,
    /// Whether the sum is stored at the rear.
    stored_at_rear: bool,
    /// The word of type 0, from the states before and after a step.
    type_0_shown: fn(u64, u64) -> u64,
    /// From a word to a number below this bound.
    below: fn(&General, i128, i128) -> i128,
    /// The bounds of `get_rand`, as the implementation uses them.
    bounds: fn(i128, i128) -> (i128, i128),
    /// The range that `rand_percent` draws from.
    percent: (i128, i128),
    /// Whether the number drawn counts as within the percentage.
    happens: fn(i128, i128) -> bool,
    /// Whether `rand_percent` draws nothing if the answer is certain.
    certain: bool,
    /// The coin, from a word.
    coin: fn(u64) -> u64,
    /// Whether each shuffle starts from the order of the table.
    unmixed: bool,
    /// Whether materials are drawn again until they are new.
    distinct: bool,
}

pub(super) const CONSTANTS: &[Constant] = &[
    Constant::factor("multiplier", 1_103_515_245, 32),
    Constant::factor("increment", 12345, 32),
    Constant::factor("multiplier of libc5's seeding", 1_103_515_145, 32),
    Constant::factor("multiplier of glibc's seeding", 16807, 31),
    Constant::shift("number of bits that get_rand keeps", 14, 32),
    Constant::shift("number of swaps in mix_colors", 33, 64),
    Constant::count("number of colours that mix_colors draws from", 14),
    Constant::count("number of words discarded for each of the ring", 10),
    Constant::count("number of bits of type 0's state", 31),
];

pub(super) const RIGHT: Parts = Parts {
    general: General::right(CONSTANTS),
    zero: 1,
    minstd: |values, word| {
        let next = values.value(3).cast_signed() * i64::from(word as i32) % 0x7fff_ffff;
        if next < 0 { next + 0x7fff_ffff } else { next }
    },
    glibc: false,
    mask: 0xffff_ffff,
    ring: |kind| [(1, 0), (7, 3), (15, 1), (31, 3), (63, 1)][kind],
    discarded: |values, degree| values.value(7) as usize * degree,
    sum: u64::wrapping_add,
    shown: |sum| (sum >> 1).into(),
    stored_at_rear: false,
    type_0_shown: |_, new| new,
    below: |values, word, n| (word & i128::from(ones(values.value(4) as u32))) % n,
    bounds: |x, y| if x > y { (y, x) } else { (x, y) },
    percent: (1, 100),
    happens: |drawn, percentage| drawn <= percentage,
    certain: false,
    coin: |word| word & 1,
    unmixed: false,
    distinct: true,
};

rows! {
    &[FAMILY] => {
        "seed-0-kept", "seed 0 is kept as 0: glibc's seeding makes it 1":
            zero = 0;
        "schrage-unsigned", "16807 * word mod 2^31 - 1 is computed without a sign: to glibc, seeds of 2^31 and above are negative":
            minstd = |_, word| 16807 * i64::from(word as u32) % 0x7fff_ffff;
        "schrage-negative-kept", "a negative next word of Schrage's method is kept: 2^31 - 1 must be added":
            minstd = |_, word| { let word = i64::from(word as i32); 16807 * (word % 127_773) - 2836 * (word / 127_773) };
        "remainder-negative-kept", "a negative remainder of 16807 * word is kept: 2^31 - 1 must be added":
            minstd = |_, word| 16807 * i64::from(word as i32) % 0x7fff_ffff;
        "minstd-overflows", "16807 * word overflows 32 bits before the remainder is taken: Schrage's method, or 64 bits, must be used":
            minstd = |_, word| i64::from((word as i32).wrapping_mul(16807)).rem_euclid(0x7fff_ffff);
        "minstd-mod-2^31", "glibc's seeding takes 16807 * word mod 2^31: the modulus is 2^31 - 1":
            minstd = |_, word| (16807 * i64::from(word as i32)) & 0x7fff_ffff;
    }
    &[FAMILY, ROGUE, DRAWS, GAME] => {
        "glibc-seeding", "the seeding is glibc's (16807 * word mod 2^31 - 1): Rogue's is 1103515245 * word + 12345":
            glibc = true;
        "separation-1", "front is 1 place ahead of rear in every ring: it is 3 for types 1 and 3":
            ring = |kind| ((RIGHT.ring)(kind).0, 1);
        "separation-reversed", "rear is ahead of front, not front of rear":
            ring = |kind| { let (degree, ahead) = (RIGHT.ring)(kind); (degree, degree - ahead) };
        "discards-one-less", "the seeding discards one word too few, such as 309 instead of 310":
            discarded = |_, degree| 10 * degree - 1;
        "not-shifted", "the whole word is shown: it must be shifted right by one":
            shown = |sum| sum.into();
        "sum-stored-at-rear", "the sum is stored at rear: it must be stored at front":
            stored_at_rear = true;
        "xor-for-sum", "the words at front and rear are combined by xor: they must be added":
            sum = |a, b| a ^ b;
    }
    &[FAMILY, ROGUE] => {
        "masked-not-shifted", "the highest bit of the word is masked off: it must be shifted right by one":
            shown = |sum| (sum & 0x7fff_ffff).into();
        "arithmetic-shift", "the word is shifted right as a signed number: it must be unsigned":
            shown = |sum| (sum as u32 as i32 >> 1).into();
        "words-of-64-bits", "words and outputs are 64 bits wide: words must be cut to 32 bits before the shift":
            mask = u64::MAX;
    }
    &[FAMILY, TYPE_0] => {
        "type-0-shifted", "the word of type 0 is shifted right by one: it must be shown as it is":
            type_0_shown = |_, new| new >> 1;
        "type-0-before-step", "the word of type 0 is its state before the step: it must be the state after it":
            type_0_shown = |old, _| old;
    }
    &[DRAWS, GAME] => {
        "mask-of-15-bits", "get_rand keeps 15 bits of a word, & 0x7fff: it must keep 14, & 0x3fff":
            below = |_, word, n| (word & 0x7fff) % n;
        "no-mask", "get_rand takes the remainder of the whole word: it must keep its low 14 bits, & 0x3fff":
            below = |_, word, n| word % n;
        "upper-bound-excluded", "get_rand never gives its upper bound: the width is y - x + 1":
            bounds = |x, y| { let (x, y) = (RIGHT.bounds)(x, y); (x, (y - 1).max(x)) };
    }
    &[DRAWS] => {
        "bounds-not-swapped", "get_rand does not swap bounds in the wrong order":
            bounds = |x, y| (x, y);
        "percent-below", "rand_percent compares its number with the percentage by <: it must be <=":
            happens = |drawn, percentage| drawn < percentage;
        "percent-of-0-to-99", "rand_percent draws from 0 to 99 and compares by <=: it must draw from 1 to 100":
            percent = (0, 99);
        "percent-certain", "rand_percent draws no number for 0 or less, or for 100 or more: it must draw one in every case":
            certain = true;
        "coin-from-high-bit", "coin_toss shows the highest bit of a word: it must be the lowest":
            coin = |word| word >> 30;
    }
    &[GAME] => {
        "colours-from-the-table", "mix_colors begins with the order of the table every time: it must continue from the current order":
            unmixed = true;
        "materials-not-distinct", "materials of wands and rings are not drawn again if they are already used":
            distinct = false;
    }
}

#[derive(Clone, Copy, Eq, PartialEq)]
enum Seeding {
    Glibc,
    Weak,
    Libc5,
}

struct Random {
    parts: Parts,
    ring: Vec<u64>,
    front: usize,
    rear: usize,
    /// Whether a seed was set. Answers before that are not modelled: ports have a table there, or a default seed.
    seeded: bool,
    /// The shuffled colours, as places in the table; unknown if they were shuffled before seeding.
    colours: Option<[usize; COLOURS.len()]>,
}

impl Random {
    fn new(parts: Parts) -> Self {
        Self {
            parts,
            ring: Vec::new(),
            front: 0,
            rear: 0,
            seeded: false,
            colours: Some(UNMIXED),
        }
    }

    fn start(&mut self, kind: usize, seeding: Seeding, seed: i64) {
        let parts = &self.parts;
        let seeding = if seeding == Seeding::Weak && parts.glibc {
            Seeding::Glibc
        } else {
            seeding
        };
        let seed = match parts.general.used_seed(seed.cast_unsigned()).cast_signed() {
            0 if seeding == Seeding::Glibc => parts.zero,
            seed => seed,
        };
        let (degree, ahead) = if kind == 0 {
            (1, 0)
        } else {
            (parts.ring)(kind)
        };
        let values = &parts.general;
        let mut word = seed.cast_unsigned() & parts.mask;
        self.ring.clear();
        for _ in 0..degree {
            self.ring.push(word);
            let next = match seeding {
                Seeding::Glibc => (parts.minstd)(values, word.cast_signed()).cast_unsigned(),
                Seeding::Weak => {
                    let [factor, summand] = values.values(0);
                    let bits = parts.mask.count_ones();
                    let product = (values.arithmetic).product(word.into(), factor, summand, bits);
                    product as u64
                }
                Seeding::Libc5 => word
                    .wrapping_mul(values.value(2))
                    .wrapping_add(values.value(1)),
            };
            word = next & parts.mask;
        }
        (self.front, self.rear, self.seeded) = (ahead, 0, true);
        let discarded = if kind == 0 {
            0
        } else {
            (self.parts.discarded)(&self.parts.general, degree)
        };
        for _ in 0..discarded + usize::from(self.parts.general.skipped) {
            self.next();
        }
    }

    fn next(&mut self) -> i128 {
        let parts = &self.parts;
        let degree = self.ring.len();
        if degree <= 1 {
            let Some(state) = self.ring.first_mut() else {
                return 0;
            };
            let [factor, summand] = parts.general.values(0);
            let kept = ones(parts.general.value(8) as u32);
            let new = state.wrapping_mul(factor).wrapping_add(summand) & kept;
            let old = std::mem::replace(state, new);
            return (parts.general.word)((parts.type_0_shown)(old, new).into(), 31);
        }
        let sum = (parts.sum)(self.ring[self.front], self.ring[self.rear]) & parts.mask;
        self.ring[if parts.stored_at_rear {
            self.rear
        } else {
            self.front
        }] = sum;
        for place in [&mut self.front, &mut self.rear] {
            *place = if *place + 1 == degree { 0 } else { *place + 1 };
        }
        (parts.general.word)((parts.shown)(sum), 31)
    }

    fn get_rand(&mut self, x: i128, y: i128) -> i128 {
        let (x, y) = (self.parts.bounds)(x, y);
        let (Parts { general, below, .. }, width) = (self.parts, y - x + 1);
        if width == 0 {
            self.next();
            return x;
        }
        let other = general.below(31, width, || self.next());
        x + other.unwrap_or_else(|| below(&general, self.next(), width))
    }

    /// Different numbers up to `most`, as many as there are wands or rings.
    fn draw_materials(&mut self, most: i128) {
        let mut drawn: Vec<i128> = Vec::new();
        // A broken generator may never give that many different numbers.
        for _ in 0..1000 {
            if drawn.len() == 11 {
                break;
            }
            let material = self.get_rand(0, most);
            if !self.parts.distinct || !drawn.contains(&material) {
                drawn.push(material);
            }
        }
    }

    fn apply(&mut self, subject: &str, op: &str) -> Option<Vec<String>> {
        let (name, arguments) = pieces(op);
        let seeding = match name {
            "srandom" => Some(Seeding::Glibc),
            "srandom_libc5" => Some(Seeding::Libc5),
            "srrandom" => Some(Seeding::Weak),
            _ => None,
        };
        match (seeding, &arguments[..]) {
            (Some(seeding), &[kind, seed]) => {
                self.start(whole(kind)? as usize % 5, seeding, int(seed)?);
            }
            (Some(seeding), &[seed]) => {
                self.start(if subject == TYPE_0 { 0 } else { 3 }, seeding, int(seed)?);
            }
            _ if !self.seeded && name != "new_game" => {
                self.colours = self.colours.filter(|_| name != "mix_colors");
                return None;
            }
            _ => return self.show(name, &arguments),
        }
        Some(Vec::new())
    }

    fn show(&mut self, name: &str, arguments: &[&str]) -> Option<Vec<String>> {
        match (name, arguments) {
            ("random" | "rrandom", []) => number(self.next()),
            ("randoms" | "rrandoms", [count]) => numbers(count, || self.next()),
            ("get_rand", [x, y]) => {
                let (x, y) = range(x, y)?;
                number(self.get_rand(x, y))
            }
            ("get_rands", [x, y, count]) => {
                let (x, y) = range(x, y)?;
                numbers(count, || self.get_rand(x, y) as u32)
            }
            ("rand_percent", [percentage]) => {
                let (percentage, (least, most)) = (whole(percentage)?, self.parts.percent);
                let certain = self.parts.certain && !(1..100).contains(&percentage);
                let drawn = if certain {
                    1
                } else {
                    self.get_rand(least, most)
                };
                number(u8::from((self.parts.happens)(drawn, percentage)))
            }
            ("coin_toss", []) => {
                let word = self.next();
                number((self.parts.coin)(word as u64))
            }
            ("mix_colors", []) => {
                let mut colours = if self.parts.unmixed {
                    Some(UNMIXED)
                } else {
                    self.colours
                };
                let [swaps, most] = self.parts.general.values(5);
                for _ in 0..swaps {
                    let [j, k] = [(); 2]
                        .map(|()| self.get_rand(0, i128::from(most) - 1) as usize % COLOURS.len());
                    if let Some(colours) = &mut colours {
                        colours.swap(j, k);
                    }
                }
                self.colours = colours;
                Some(
                    colours?
                        .iter()
                        .map(|&place| COLOURS[place].to_owned())
                        .collect(),
                )
            }
            // These show words from tables of the game, which are not compared.
            ("get_wand_and_ring_materials", []) => {
                self.draw_materials(29);
                self.draw_materials(13);
                None
            }
            ("make_scroll_titles", []) => {
                for _ in 0..13 {
                    for _ in 0..self.get_rand(2, 5) {
                        self.get_rand(1, 39);
                    }
                }
                None
            }
            ("new_game", [seed]) => {
                self.start(3, Seeding::Weak, int(seed)?);
                self.colours = Some(UNMIXED);
                for step in [
                    "mix_colors",
                    "get_wand_and_ring_materials",
                    "make_scroll_titles",
                ] {
                    self.show(step, &[]);
                }
                None
            }
            ("arrows", []) => number(self.get_rand(25, 35)),
            _ => None,
        }
    }
}

/// An integer as C's `int` takes it.
fn int(text: &str) -> Option<i64> {
    whole(text).map(|value| i64::from(value as i32))
}

/// A range; those that the game's int cannot hold are refused.
fn range(x: &str, y: &str) -> Option<(i128, i128)> {
    let (x, y) = (whole(x)?, whole(y)?);
    (x.abs_diff(y) < 0x7fff_ffff).then_some((x, y))
}

pub(super) fn side(subject: &str, parts: Parts) -> Side {
    let (mut random, subject) = (Random::new(parts), subject.to_owned());
    Box::new(move |op| random.apply(&subject, op))
}

/// The words of a subject, seeded as its word stream is; for the family itself, type 3 as glibc seeds it.
pub(super) fn words(subject: &str, parts: Parts, seed: u64) -> Option<Stream> {
    let mut random = Random::new(parts);
    let seed = i64::from(seed as i32);
    match subject {
        FAMILY => random.start(3, Seeding::Glibc, seed),
        ROGUE => random.start(3, Seeding::Weak, seed),
        TYPE_0 => random.start(0, Seeding::Weak, seed),
        _ => return None,
    }
    Some(Box::new(move || random.next() as u64))
}
