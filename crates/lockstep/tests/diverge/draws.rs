//! Draws of programs, and the traces that they print.

use roguelab_lockstep::diverge::{Divergence, compare};

/// A call: its site, and the least and the greatest number.
pub(crate) type Call = (&'static str, i64, i64);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Draw {
    pub(crate) call: Call,
    pub(crate) word: u64,
    pub(crate) result: i64,
}

impl Draw {
    pub(crate) fn new(call @ (_, lo, hi): Call, word: u64) -> Self {
        Self {
            call,
            word,
            result: lo + (word & 0x3fff_ffff).cast_signed() % (hi - lo + 1),
        }
    }
}

pub(crate) fn scrambled(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// Words of 32 bits.
pub(crate) fn words(seed: u64) -> impl Iterator<Item = u64> {
    (1..).map(move |index: u64| {
        scrambled(seed.wrapping_add(index.wrapping_mul(0x9e37_79b9_7f4a_7c15))) >> 32
    })
}

pub(crate) const CALLS: [Call; 7] = [
    ("hit", 1, 20),
    ("damage", 1, 6),
    ("bite", 1, 8),
    ("drop", 1, 100),
    ("gold", 1, 50),
    ("trap", 0, 99),
    ("wander", 1, 12),
];

/// The calls of a program that ignores its results. No two in a row are equal.
pub(crate) fn calls(program: u64, len: usize) -> Vec<Call> {
    let steps = (0..len as u64).scan(0, |at, index| {
        *at += 1 + scrambled(program ^ index) as usize % 6;
        Some(CALLS[*at % 7])
    });
    steps.collect()
}

pub(crate) fn drawn(calls: &[Call], words: impl Iterator<Item = u64>) -> Vec<Draw> {
    calls
        .iter()
        .zip(words)
        .map(|(&call, word)| Draw::new(call, word))
        .collect()
}

/// What a program prints about its draws: some of SITE, `a`rguments, WORD and RESULT.
pub(crate) fn text(draws: &[Draw], shown: &str) -> String {
    let field = |field: char, value: String| {
        if shown.contains(field) {
            value
        } else {
            "-".into()
        }
    };
    let line = |Draw {
                    call: (site, lo, hi),
                    word,
                    result,
                }: &Draw| {
        let (site, bounds) = (
            field('s', (*site).into()),
            [*lo, *hi].map(|bound| field('a', bound.to_string())),
        );
        format!(
            "{site} {} {} {}\n",
            bounds.join(" "),
            field('w', word.to_string()),
            field('r', result.to_string())
        )
    };
    draws.iter().map(line).collect()
}

pub(crate) fn found(a: &str, b: &str) -> Option<Divergence> {
    compare(a.as_bytes(), b.as_bytes()).unwrap().divergence
}

pub(crate) fn first(a: &[Draw], b: &[Draw], shown: &str) -> Divergence {
    found(&text(a, shown), &text(b, shown)).unwrap()
}

/// The draws of a game that swaps colours, then draws names until it has enough, then draws rooms.
pub(crate) fn game(seed: u64, swaps: usize, wands: usize) -> Vec<Draw> {
    let (mut words, mut draws) = (words(seed), Vec::new());
    let mut draw = |call: Call| {
        draws.push(Draw::new(call, words.next().unwrap()));
        draws.last().unwrap().result
    };
    (0..2 * swaps).for_each(|_| {
        draw(("mix", 0, 13));
    });
    for (call, count) in [(("wands", 0, 29), wands), (("rings", 0, 13), 12)] {
        let mut used = std::collections::HashSet::new();
        while used.len() < count {
            used.insert(draw(call));
        }
    }
    for _ in 0..100 {
        (0..draw(("room", 0, 9)) % 4).for_each(|_| {
            draw(("monster", 1, 26));
        });
    }
    draws
}
