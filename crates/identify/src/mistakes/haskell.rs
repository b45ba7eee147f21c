//! Mistakes in the generator of document 001: those of PCG32, and those in how its state is set.

use super::pcg32::{self, Pcg};
use super::side::{Side, number, numbers, pieces, rows, word};
use generators::catalogue::Stream;

/// The number of 64-bit words.
const ALL: u128 = 1 << 64;

/// The number of doubles in [0, 1) that `random_double` can give.
const UNITS: u64 = 1 << 53;

/// Everything that ports get wrong, apart from the words themselves.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    /// The parts of PCG32.
    pub(super) pcg: pcg32::Parts,
    /// The state and the increment that are stored.
    kept: fn(u64, u64) -> (u64, u64),
}

pub(super) const RIGHT: Parts = Parts {
    pcg: pcg32::RIGHT,
    kept: |state, inc| (state, inc),
};

rows! {
    &["haskell"] => {
        "state-and-increment-exchanged", "state and increment have changed places":
            kept = |state, inc| (inc, state);
        "increment-kept-odd", "the increment is kept with its lowest bit set: it must be kept as it is, and only a step adds inc | 1":
            kept = |state, inc| (state, inc | 1);
        "seeded-as-pcg32", "state and increment pass through the seeding of PCG32: they must be set as they are":
            kept = |state, inc| { let mut pcg = Pcg::new(pcg32::RIGHT); pcg.srandom(state, inc); (pcg.state, pcg.inc) };
    }
}

struct Random {
    parts: Parts,
    pcg: Pcg,
}

impl Random {
    fn new(parts: Parts) -> Self {
        Self {
            parts,
            pcg: Pcg::new(parts.pcg),
        }
    }

    fn raw(&mut self, state: u64, inc: u64) {
        let state = self.parts.pcg.general.used_seed(state);
        (self.pcg.state, self.pcg.inc) = (self.parts.kept)(state, inc);
    }

    fn next(&mut self) -> u32 {
        self.pcg.next() as u32
    }

    /// A number below `k`, made from enough words that each value has at least 1000 of theirs.
    fn below(&mut self, k: u128) -> u128 {
        let words = (1..3).find(|words| 1 << (32 * words) >= 1000 * k);
        (0..words.unwrap_or(3)).fold(0, |value, _| {
            value << 32 | u128::from(self.next() ^ 1 << 31)
        }) % k
    }

    fn apply(&mut self, op: &str) -> Option<Vec<String>> {
        let (name, arguments) = pieces(op);
        match (name, &arguments[..]) {
            ("raw", &[state, inc]) => {
                self.raw(word(state)?, word(inc)?);
                return Some(Vec::new());
            }
            ("next", []) => return number(self.next().cast_signed()),
            ("nexts", &[count]) => return numbers(count, || self.next()),
            ("random_r", &[l, h]) => {
                let [l, h] = [word(l)?.cast_signed(), word(h)?.cast_signed()];
                let above = self.below(u128::from(l.abs_diff(h)) + 1);
                return number(l.min(h).wrapping_add(above as i64));
            }
            ("random_word64", []) => return number(self.below(ALL)),
            ("random_double", []) => {
                let unit = self.below(ALL) as u64 % UNITS;
                return number((unit as f64 / UNITS as f64).to_bits());
            }
            // It takes a Double, and which one an op shows is not known.
            ("uniform_may", [_]) => {
                self.below(ALL);
                return None;
            }
            ("split_left" | "split_right", []) => {
                let [q, w, e, r] = [(); 4].map(|()| u64::from(self.next()));
                let (turn, inc) = if name == "split_left" {
                    (5, q << 32 | w)
                } else {
                    (3, e << 32 | r)
                };
                (self.pcg.state, self.pcg.inc) = (self.pcg.state.rotate_right(turn), inc | 1);
            }
            ("show", []) => {}
            _ => return None,
        }
        number(format!("PCGen {} {}", self.pcg.state, self.pcg.inc))
    }
}

pub(super) fn side(parts: Parts) -> Side {
    let mut random = Random::new(parts);
    Box::new(move |op| random.apply(op))
}

/// The words, with increment 109, as the subject's word stream is seeded.
pub(super) fn words(parts: Parts, seed: u64) -> Stream {
    let mut random = Random::new(parts);
    random.raw(seed, 109);
    Box::new(move || random.next().into())
}
