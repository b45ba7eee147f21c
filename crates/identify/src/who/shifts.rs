//! Marsaglia's xorshift generators with unknown shifts, whose outputs are the words of their state.

use super::{Answer, Candidates, Parameters, Search, Why};
use crate::convention::ones;
use crate::numbers::Numbers;

/// The name of the family.
const XORSHIFT: &str = "xorshift generator";

/// The greatest number of words in a state.
const MOST_WORDS: usize = 5;

/// So many of the highest bits may be 0 in all numbers that are words of 32 or 64 bits.
const SPARE: u32 = 3;

/// Three shifts, each of which is to the left or to the right. With one word in a state, it is added to itself shifted, three times.
/// With more, the oldest word is so twice, and the newest word and the newest shifted are added.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shifts {
    /// The bits of a word.
    word: u32,
    /// How many words a state has.
    words: usize,
    is_left: [bool; 3],
    by: [u32; 3],
}

impl Shifts {
    /// The shifts that make each number of those before it. All shifts of the first two, in all directions, are tried; what they
    /// leave of the second number shows the third.
    fn find(values: &[u64], word: u32, words: usize) -> Vec<Self> {
        let directions: &[[bool; 3]] = if words == 1 {
            &[
                [true, false, true],
                [false, true, false],
                [true, true, false],
                [false, false, true],
                [true, false, false],
                [false, true, true],
            ]
        } else {
            &[[true, false, false], [false, true, true]]
        };
        let mut found = Vec::new();
        for &is_left in directions {
            for first in 1..word {
                for second in 1..word {
                    let by = [first, second, 1];
                    let mut shifts = Self {
                        word,
                        words,
                        is_left,
                        by,
                    };
                    // The order of two shifts in one direction changes nothing.
                    if words == 1 && is_left[0] == is_left[1] && first > second
                        || !shifts.solve_third(values)
                    {
                        continue;
                    }
                    let is_next = |all: &[u64]| shifts.next(all) == all[words];
                    if values.windows(words + 1).all(is_next) {
                        found.push(shifts);
                    }
                }
            }
        }
        found
    }

    /// Finds the last shift from the first number after a state. Returns whether there is one.
    fn solve_third(&mut self, values: &[u64]) -> bool {
        let mixed = self.shifted_twice(values[0]);
        let (shifted, rest) = if self.words == 1 {
            (mixed, mixed ^ values[1])
        } else {
            let last = values[self.words - 1];
            (last, mixed ^ last ^ values[self.words])
        };
        if shifted == 0 || rest == 0 {
            return false;
        }
        let by = if self.is_left[2] {
            rest.trailing_zeros().checked_sub(shifted.trailing_zeros())
        } else {
            rest.leading_zeros().checked_sub(shifted.leading_zeros())
        };
        match by {
            Some(by) if (1..self.word).contains(&by) => self.by[2] = by,
            _ => return false,
        }
        self.shifted(2, shifted) == rest
    }

    fn shifted(&self, place: usize, x: u64) -> u64 {
        if self.is_left[place] {
            x << self.by[place] & ones(self.word)
        } else {
            x >> self.by[place]
        }
    }

    fn shifted_twice(&self, x: u64) -> u64 {
        let x = x ^ self.shifted(0, x);
        x ^ self.shifted(1, x)
    }

    /// The number after these, which are a state.
    fn next(&self, state: &[u64]) -> u64 {
        let mixed = self.shifted_twice(state[0]);
        if self.words == 1 {
            return mixed ^ self.shifted(2, mixed);
        }
        let last = state[self.words - 1];
        mixed ^ last ^ self.shifted(2, last)
    }

    /// The number from which a word and itself shifted make this.
    fn unshifted(&self, place: usize, x: u64) -> u64 {
        let mut before = x;
        for _ in 0..self.word / self.by[place] {
            before = x ^ self.shifted(place, before);
        }
        before
    }

    /// The number before these, which are a state from its newest word to its oldest.
    fn previous(&self, state: &[u64]) -> u64 {
        let newest = state[0];
        let mixed = if self.words == 1 {
            self.unshifted(2, newest)
        } else {
            let last = state[1];
            newest ^ last ^ self.shifted(2, last)
        };
        self.unshifted(0, self.unshifted(1, mixed))
    }

    /// So many numbers after the given ones.
    fn following(&self, values: &[u64], count: usize) -> Vec<u64> {
        let mut all = values[values.len() - self.words..].to_vec();
        for at in 0..count {
            all.push(self.next(&all[at..]));
        }
        all.split_off(self.words)
    }

    /// So many numbers before the given ones.
    fn preceding(&self, values: &[u64], count: usize) -> Vec<u64> {
        // From the last to the first.
        let mut all: Vec<u64> = values[..self.words].iter().rev().copied().collect();
        for at in 0..count {
            all.push(self.previous(&all[at..]));
        }
        let mut before = all.split_off(self.words);
        before.reverse();
        before
    }

    fn describe(&self) -> String {
        let step = |place: usize, x: &str| {
            let arrow = if self.is_left[place] { "<<" } else { ">>" };
            format!("{x} {arrow} {}", self.by[place])
        };
        if self.words == 1 {
            let [first, second, third] = [0, 1, 2].map(|place| step(place, "x"));
            return format!(
                "x ^= {first}, x ^= {second}, x ^= {third} in {} bits, each output is x",
                self.word
            );
        }
        let (first, second) = (step(0, "t"), step(1, "t"));
        let (last, words) = (step(2, "x[n-1]"), self.words);
        format!(
            "t = x[n-{words}], t ^= {first}, t ^= {second}, x[n] = t ^ x[n-1] ^ ({last}) in {} bits",
            self.word
        )
    }
}

/// Searches for the shifts that make each number of those before it.
pub(super) fn find_shifts(search: &mut Search<'_>) {
    let Numbers::Words { values, bits } = search.numbers else {
        return;
    };
    let word = if *bits > u32::BITS {
        u64::BITS
    } else {
        u32::BITS
    };
    if *bits + SPARE < word {
        return;
    }
    search.tries += 1;
    for words in 1..=MOST_WORDS {
        if values.len() < words + 2 {
            break;
        }
        let all = Shifts::find(values, word, words);
        let Some(shifts) = all.first() else {
            continue;
        };
        // Shifts, directions, words of a state, and how many these are.
        let unknown = 3.0 * f64::from(word).log2() + 3.0 + (MOST_WORDS as f64).log2();
        let candidates = unknown + f64::from(words as u32 * word);
        let evidence = search.evidence(&vec![true; values.len()], &search.information, candidates);
        let next = search.numbers_after(true, |count| {
            let next = shifts.following(values, count);
            let is_same = |other: &Shifts| other.following(values, count) == next;
            if all.iter().all(is_same) {
                Ok(next)
            } else {
                Err(Why::OtherStates)
            }
        });
        let previous = match &all[..] {
            [only] => Ok(only.preceding(values, search.options.previous)),
            _ => search.no_numbers_before(),
        };
        let answer = Answer {
            parameters: Some(Parameters::Shifts(shifts.by)),
            state: Some(values[..words].to_vec()),
            next,
            previous,
            ..Answer::new(XORSHIFT, shifts.describe(), evidence)
        };
        if search.keep(answer) && !search.options.all {
            return;
        }
    }
    search.record_tried(Candidates::Shifts, 18.0, true, &[]);
}
