//! Mistakes in permutations without lists, and in directions packed into a byte.

use super::pcg32::{self, Pcg};
use super::side::{Side, number, pieces, rows, whole, word};
use generators::rule::Rule;

/// How numbers below a bound are made from words, by the rules' names in an op.
const RULES: [(&str, Rule); 3] = [
    ("modulo", MODULO),
    ("scaled", Rule::Multiply),
    ("haskell", Rule::RandomR),
];

/// The remainder of a word.
const MODULO: Rule = Rule::Modulo { shift: 0, bits: 32 };

/// The length of the longest permutation that is answered.
const MOST: u32 = 1 << 13;

/// Everything that ports get wrong, apart from the words themselves.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    /// The parts of PCG32.
    pub(super) pcg: pcg32::Parts,
    /// A number below a bound, from a word by a rule.
    drawn: fn(u32, Rule, u32) -> u32,
    /// The bound of draw `i`, counted from 0, in a permutation of `n`.
    bound: fn(u32, u32) -> u32,
    /// How many draws a permutation of `n` takes.
    draws: fn(u32) -> u32,
    /// The first numbers of a permutation of `n`, one per draw.
    numbers: fn(&[u32], u32) -> Vec<u32>,
    /// Four directions packed into one number.
    packed: fn([u32; 4]) -> u32,
}

pub(super) const RIGHT: Parts = Parts {
    pcg: pcg32::RIGHT,
    drawn: |word, rule, n| rule.number(32, n.into(), || word.into()).unwrap_or(0) as u32,
    bound: |i, n| n - i,
    draws: |n| n,
    numbers: |draws, n| {
        each(draws, |until| {
            folded(until, n, |number, draw, modulus| {
                (number + draw + 1) % modulus
            })
        })
    },
    packed: |[d1, d2, d3, d4]| d1 << 6 | d2 << 4 | d3 << 2 | d4,
};

/// A number for each draw, from the draws up to it.
fn each(draws: &[u32], number: impl Fn(&[u32]) -> u32) -> Vec<u32> {
    (1..=draws.len())
        .map(|count| number(&draws[..count]))
        .collect()
}

/// The last of these draws, combined with each earlier one, from the latest to the first, with the modulus at that place.
fn folded(draws: &[u32], n: u32, join: impl Fn(u32, u32, u32) -> u32) -> u32 {
    let Some((&last, earlier)) = draws.split_last() else {
        return 0;
    };
    earlier
        .iter()
        .enumerate()
        .rev()
        .fold(last, |number, (j, &draw)| join(number, draw, n - j as u32))
}

/// The list 0 .. n - 1 after one swap per draw, cut to as many numbers as there are draws.
fn shuffled(draws: &[u32], n: u32, places: impl Fn(usize, usize) -> (usize, usize)) -> Vec<u32> {
    let mut list: Vec<u32> = (0..n).collect();
    for (i, &draw) in draws.iter().enumerate() {
        let (a, b) = places(i, draw as usize);
        list.swap(a, b);
    }
    list.truncate(draws.len());
    list
}

/// The last draw with each earlier one in the wrong order, but the moduli in the right one.
fn with_draws_forwards(draws: &[u32], n: u32) -> u32 {
    let mut draws = draws.to_vec();
    let earlier = draws.len() - 1;
    draws[..earlier].reverse();
    folded(&draws, n, |number, draw, modulus| {
        (number + draw + 1) % modulus
    })
}

/// The last draw with each earlier one and its modulus, from the first on.
fn with_loop_forwards(draws: &[u32], n: u32) -> u32 {
    let (&last, earlier) = draws.split_last().unwrap_or((&0, &[]));
    let mut number = last;
    for (draw, j) in earlier.iter().zip(0..) {
        number = (number + draw + 1) % (n - j);
    }
    number
}

/// The numbers that the draws take from the list 0 .. n - 1, one after another.
fn taken(draws: &[u32], n: u32) -> Vec<u32> {
    let mut left: Vec<u32> = (0..n).collect();
    draws
        .iter()
        .map(|&draw| left.remove(draw as usize))
        .collect()
}

rows! {
    &["permutation"] => {
        "no-plus-1", "the + 1 is missing: a number becomes (number + r[j] + 1) mod (n - j)":
            numbers = |draws, n| each(draws, |until| folded(until, n, |number, draw, modulus| (number + draw) % modulus));
        "earlier-draws-forwards", "the earlier draws are added from the first to the last: they must be added from the last to the first":
            numbers = |draws, n| each(draws, |until| with_draws_forwards(until, n));
        "loop-forwards",
        "the loop over the earlier draws, and their moduli, runs from the first to the last: it must run from the last to the first":
            numbers = |draws, n| each(draws, |until| with_loop_forwards(until, n));
        "taken-from-a-list", "a draw takes one of the remaining numbers, in order, as from a list: that gives another permutation":
            numbers = taken;
        "shuffled-forwards", "a list is shuffled from its beginning (Fisher-Yates): that gives another permutation":
            numbers = |draws, n| shuffled(draws, n, |i, draw| (i, i + draw));
        "shuffled-backwards", "a list is shuffled from its end (Fisher-Yates): that gives another permutation":
            numbers = |draws, n| shuffled(draws, n, |i, draw| (n as usize - 1 - i, draw));
        "draws-from-1", "draws count from 1: they must count from 0":
            drawn = |word, rule, n| (RIGHT.drawn)(word, rule, n) + 1;
        "bounds-one-less", "the greatest draw is left out: r[i] is below n - i, so it may be n - i - 1":
            bound = |i, n| (n - i - 1).max(1);
        "bounds-all-n", "every draw is below n: the bounds are n, n - 1, n - 2, ...":
            bound = |_, n| n;
        "last-draw-left-out", "a permutation takes no draw for its last number: it must take one, below 1":
            draws = |n| n.saturating_sub(1);
        "directions-in-other-order", "the first direction is in the lowest two bits: it must be in the highest, d1 * 64":
            packed = |[d1, d2, d3, d4]| d4 << 6 | d3 << 4 | d2 << 2 | d1;
        "highest-bit-not-flipped", "draws under the rule haskell are word % n: the word's highest bit must be flipped first":
            drawn = |word, rule, n| if rule == Rule::RandomR { word % n } else { (RIGHT.drawn)(word, rule, n) };
        "scaled-as-modulo", "draws under the rule scaled are word % n: it must be word * n / 2^32, rounded down":
            drawn = |word, rule, n| if rule == Rule::Multiply { word % n } else { (RIGHT.drawn)(word, rule, n) };
    }
}

struct Permutations {
    parts: Parts,
    pcg: Pcg,
    rule: Rule,
}

impl Permutations {
    /// The first `count` draws of a permutation of `n`.
    fn draws(&mut self, count: u32, n: u32) -> Vec<u32> {
        let Parts {
            drawn, bound, pcg, ..
        } = self.parts;
        let rule = pcg.general.rule.unwrap_or(self.rule);
        (0..count)
            .map(|i| drawn(self.pcg.next() as u32, rule, bound(i, n)))
            .collect()
    }

    fn permutation(&mut self, n: u32) -> Vec<u32> {
        let mut draws = self.draws((self.parts.draws)(n), n);
        draws.resize(n as usize, 0);
        (self.parts.numbers)(&draws, n)
    }

    /// A permutation without its last draw. If the other numbers are not all different, ports give different last numbers:
    /// `None`.
    fn short(&mut self, n: u32) -> Option<Vec<u32>> {
        let draws = self.draws(n - 1, n);
        let mut numbers = (self.parts.numbers)(&draws, n);
        // The last number is what the others lack to the sum of all.
        let others: u64 = numbers.iter().map(|&number| u64::from(number)).sum();
        let last = (0..u64::from(n)).sum::<u64>().checked_sub(others)?;
        numbers.push(last.try_into().ok()?);
        Some(numbers)
    }

    fn apply(&mut self, op: &str) -> Option<Vec<String>> {
        let (name, arguments) = pieces(op);
        match (name, &arguments[..]) {
            ("srandom", &[initstate, initseq, rule]) => {
                self.rule = RULES.into_iter().find(|known| known.0 == rule)?.1;
                self.pcg.srandom(word(initstate)?, word(initseq)?);
                number(self.pcg.state)
            }
            ("permutation" | "listless", &[n]) => Some(texts(&self.permutation(size(n)?))),
            ("unrolled", &[n]) => Some(texts(&self.short(size(n)?.max(1))?)),
            ("random_directions", []) => {
                let numbers: [u32; 4] = self.short(4)?.try_into().ok()?;
                // Ports differ on numbers of more than two bits.
                if numbers.iter().any(|&number| number > 3) {
                    return None;
                }
                number((self.parts.packed)(numbers))
            }
            ("state", []) => number(self.pcg.state),
            _ => None,
        }
    }
}

/// The number of things to permute.
fn size(text: &str) -> Option<u32> {
    u32::try_from(whole(text)?).ok().filter(|n| *n <= MOST)
}

fn texts(numbers: &[u32]) -> Vec<String> {
    numbers.iter().map(u32::to_string).collect()
}

pub(super) fn side(parts: Parts) -> Side {
    let mut permutations = Permutations {
        parts,
        pcg: Pcg::new(parts.pcg),
        rule: MODULO,
    };
    Box::new(move |op| permutations.apply(op))
}
