//! Mistakes in permutations without lists, and in the directions that are packed into a byte.

use super::pcg32::{self, Pcg};
use super::{Side, number, parts, rows, whole};
use generators::catalogue::Stream;

/// How numbers below a bound are made of words.
const RULES: [&str; 3] = ["modulo", "scaled", "haskell"];

/// The longest permutation that is answered.
const MOST: u32 = 1 << 13;

/// Everything that ports get wrong, beside the words themselves.
#[derive(Clone, Copy)]
pub(super) struct Knobs {
    /// The words.
    pcg: pcg32::Knobs,
    /// A number below a bound, from a word by a rule.
    drawn: fn(u32, &str, u32) -> u32,
    /// The bound of a draw of so many, counted from 0.
    bound: fn(u32, u32) -> u32,
    /// How many draws a permutation of so many takes.
    draws: fn(u32) -> u32,
    /// How many the short forms take.
    short: fn(u32) -> u32,
    /// As many numbers as draws, the first of a permutation of so many.
    numbers: fn(&[u32], u32) -> Vec<u32>,
    /// The last number of a short form, from the others.
    last: fn(&[u32]) -> u32,
    /// Four directions in one number.
    packed: fn([u32; 4]) -> u32,
}

const RIGHT: Knobs = Knobs {
    pcg: pcg32::RIGHT,
    drawn: |word, rule, n| match rule {
        "scaled" => ((u64::from(word) * u64::from(n)) >> 32) as u32,
        "haskell" => (word ^ 1 << 31) % n,
        _ => word % n,
    },
    bound: |i, n| n - i,
    draws: |n| n,
    short: |n| n - 1,
    numbers: |draws, n| {
        each(draws, |until| {
            folded(until, n, |number, draw, modulus| {
                (number + draw + 1) % modulus
            })
        })
    },
    last: |others| {
        (0..=others.len() as u32)
            .sum::<u32>()
            .wrapping_sub(others.iter().fold(0, |a, &b| a.wrapping_add(b)))
    },
    packed: |[d1, d2, d3, d4]| d1 << 6 | d2 << 4 | d3 << 2 | d4,
};

/// What is right of words that may not be.
pub(super) const fn with(pcg: pcg32::Knobs) -> Knobs {
    Knobs { pcg, ..RIGHT }
}

/// A number for each draw, from the draws up to it.
fn each(draws: &[u32], number: impl Fn(&[u32]) -> u32) -> Vec<u32> {
    (1..=draws.len())
        .map(|count| number(&draws[..count]))
        .collect()
}

/// The last of these draws, joined with each one before it, backwards, and with the modulus of that level.
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

/// A list of 0 .. n - 1 in which two places were exchanged for each draw, up to as many numbers as draws.
fn shuffled(draws: &[u32], n: u32, places: impl Fn(usize, usize) -> (usize, usize)) -> Vec<u32> {
    let mut list: Vec<u32> = (0..n).collect();
    for (i, &draw) in draws.iter().enumerate() {
        let (a, b) = places(i, draw as usize);
        list.swap(a, b);
    }
    list.truncate(draws.len());
    list
}

rows! {
    "no-plus-1", "the + 1 is missing: a number becomes (number + r[j] + 1) mod (n - j)", ["permutation"]: numbers = |draws, n| each(draws, |until| folded(until, n, |number, draw, modulus| (number + draw) % modulus));
    "no-plus-1-outermost", "from the third number on the outermost + 1 is missing, as in the document's prose: its list of equations has it", ["permutation"]: numbers = |draws, n| each(draws, |until| folded(until, n, |number, draw, modulus| (number + draw + u32::from(modulus < n || until.len() < 3)) % modulus));
    "modulus-one-less", "the moduli are one less: the last addition is modulo n, those inside modulo n - 1, n - 2, ...", ["permutation"]: numbers = |draws, n| each(draws, |until| folded(until, n, |number, draw, modulus| (number + draw + 1) % (modulus - 1)));
    "modulus-one-more", "the moduli are one more: the last addition is modulo n, those inside modulo n - 1, n - 2, ...", ["permutation"]: numbers = |draws, n| each(draws, |until| folded(until, n, |number, draw, modulus| (number + draw + 1) % (modulus + 1)));
    "modulus-n", "all additions are modulo n, which makes a number (the one before + draw + 1) mod n: those inside are modulo n - 1, n - 2, ...", ["permutation"]: numbers = |draws, n| each(draws, |until| folded(until, n, |number, draw, _| (number + draw + 1) % n));
    "earlier-draws-forwards", "the earlier draws are added from the first on: it must be from the last back to the first", ["permutation"]: numbers = |draws, n| each(draws, |until| { let mut draws = until.to_vec(); draws[..until.len() - 1].reverse(); folded(&draws, n, |number, draw, modulus| (number + draw + 1) % modulus) });
    "numbers-for-draws", "the earlier numbers are added: it must be the earlier draws", ["permutation"]: numbers = |draws, n| { let mut numbers = draws.to_vec(); for i in 0..numbers.len() { numbers[i] = folded(&numbers[..=i], n, |number, draw, modulus| (number + draw + 1) % modulus); } numbers };
    "taken-from-a-list", "a draw counts those numbers that are left, in order, as one takes them from a list: that is another permutation", ["permutation"]: numbers = |draws, n| { let mut left: Vec<u32> = (0..n).collect(); draws.iter().map(|&draw| left.remove(draw as usize)).collect() };
    "shuffled-forwards", "a list is shuffled from its beginning (Fisher-Yates): that is another permutation", ["permutation"]: numbers = |draws, n| shuffled(draws, n, |i, draw| (i, i + draw));
    "shuffled-backwards", "a list is shuffled from its end (Fisher-Yates): that is another permutation", ["permutation"]: numbers = |draws, n| shuffled(draws, n, |i, draw| (n as usize - 1 - i, draw));
    "draws-from-1", "draws count from 1: they must count from 0", ["permutation"]: drawn = |word, rule, n| (RIGHT.drawn)(word, rule, n) + 1;
    "bounds-one-more", "a bound is drawn too: r[i] is below n - i", ["permutation"]: bound = |i, n| n - i + 1;
    "bounds-one-less", "the greatest draw is left out: r[i] is below n - i, so n - i - 1 comes too", ["permutation"]: bound = |i, n| (n - i - 1).max(1);
    "bounds-all-n", "every draw is below n: the bounds are n, n - 1, n - 2, ...", ["permutation"]: bound = |_, n| n;
    "bounds-upwards", "the bounds are 1, 2, 3, ...: they must be n, n - 1, n - 2, ...", ["permutation"]: bound = |i, _| i + 1;
    "last-draw-left-out", "a permutation takes no draw for its last number: it must take one, below 1", ["permutation"]: draws = |n| n.saturating_sub(1);
    "short-forms-take-a-last-draw", "the unrolled permutations and the directions take a draw for their last number: they take it from the sum of all", ["permutation"]: short = |n| n;
    "last-number-0", "the last number of the unrolled permutations and the directions is 0: it must be the sum of all less the others", ["permutation"]: last = |_| 0;
    "directions-in-other-order", "the first direction is in the lowest two bits: it must be in the highest, d1 * 64", ["permutation"]: packed = |[d1, d2, d3, d4]| d4 << 6 | d3 << 4 | d2 << 2 | d1;
    "directions-of-four-bits", "directions have four bits each: they must have two", ["permutation"]: packed = |[d1, d2, d3, d4]| d1 << 12 | d2 << 8 | d3 << 4 | d4;
    "fourth-direction-left-out", "the byte has three directions, d1 * 16 + d2 * 4 + d3: the fourth is missing", ["permutation"]: packed = |[d1, d2, d3, _]| d1 << 4 | d2 << 2 | d3;
    "rule-always-modulo", "draws are word % n under every rule", ["permutation"]: drawn = |word, _, n| word % n;
    "highest-bit-not-flipped", "draws under the rule haskell are word % n: the word's highest bit must be flipped first", ["permutation"]: drawn = |word, rule, n| if rule == "haskell" { word % n } else { (RIGHT.drawn)(word, rule, n) };
    "scaled-as-modulo", "draws under the rule scaled are word % n: it must be word * n / 2^32, rounded down", ["permutation"]: drawn = |word, rule, n| if rule == "scaled" { word % n } else { (RIGHT.drawn)(word, rule, n) };
}

struct Permutations {
    knobs: Knobs,
    pcg: Pcg,
    rule: &'static str,
}

impl Permutations {
    /// So many draws of a permutation of `n`.
    fn draws(&mut self, count: u32, n: u32) -> Vec<u32> {
        let Knobs { drawn, bound, .. } = self.knobs;
        (0..count)
            .map(|i| drawn(self.pcg.next() as u32, self.rule, bound(i, n)))
            .collect()
    }

    fn permutation(&mut self, n: u32) -> Vec<u32> {
        let mut draws = self.draws((self.knobs.draws)(n), n);
        draws.resize(n as usize, 0);
        (self.knobs.numbers)(&draws, n)
    }

    /// Without the last draw.
    fn short(&mut self, n: u32) -> Vec<u32> {
        let mut draws = self.draws((self.knobs.short)(n), n);
        draws.truncate(n as usize - 1);
        let mut numbers = (self.knobs.numbers)(&draws, n);
        numbers.push((self.knobs.last)(&numbers));
        numbers
    }

    fn apply(&mut self, op: &str) -> Option<Vec<String>> {
        let (name, arguments) = parts(op);
        let word = |text: &str| whole(text).map(|value| value as u64);
        let size = |text: &str| u32::try_from(whole(text)?).ok().filter(|&n| n <= MOST);
        let texts = |numbers: Vec<u32>| Some(numbers.iter().map(u32::to_string).collect());
        match (name, &arguments[..]) {
            ("srandom", &[initstate, initseq, rule]) => {
                self.rule = RULES.into_iter().find(|known| *known == rule)?;
                self.pcg.srandom(word(initstate)?, word(initseq)?);
                number(self.pcg.state)
            }
            ("permutation" | "listless", &[n]) => texts(self.permutation(size(n)?)),
            ("unrolled", &[n]) => texts(self.short(size(n)?.max(1))),
            ("random_directions", []) => {
                let numbers = self.short(4).try_into().ok()?;
                number((self.knobs.packed)(numbers))
            }
            ("state", []) => number(self.pcg.state),
            _ => None,
        }
    }
}

pub(super) fn side(_: &str, knobs: Knobs) -> Side {
    let mut permutations = Permutations {
        knobs,
        pcg: Pcg::new(knobs.pcg),
        rule: RULES[0],
    };
    Box::new(move |op| permutations.apply(op))
}

/// The subject has no stream of words.
pub(super) fn words(_: &str, _: Knobs, _: u64) -> Option<Stream> {
    None
}
