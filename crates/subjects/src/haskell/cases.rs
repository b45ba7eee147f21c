//! The cases of the generator of document 001.

use lockstep::{Chooser, NamedCase, split_ops};

use crate::cases::{Case, CaseMakers};

pub(super) const CASES: CaseMakers = CaseMakers {
    golden,
    edge,
    sweep: Some(sweep),
    random,
    exhaustive: None,
    vectors,
};

/// The ranges of the document's vectors; those on both sides of one word and of two; and those at the ends of 64 bits. 2^64 / 1000
/// values take two words, one more takes three.
const RANGES: [(i64, i64); 16] = [
    (1, 20),
    (1, 6),
    (20, 1),
    (5, 5),
    (-10, 10),
    (0, 4_294_966),
    (0, 4_294_967),
    (0, 4_294_966_295),
    (0, 1_099_511_627_775),
    (0, 18_446_744_073_709_550),
    (0, 18_446_744_073_709_551),
    (i64::MIN, i64::MAX),
    (i64::MAX, i64::MIN),
    (i64::MIN, -1),
    (i64::MIN, i64::MIN),
    (i64::MAX - 1, i64::MAX),
];

/// Words, numbers, places, both children and a grandchild of a generator.
fn some_of_each(state: u64, inc: u64) -> Case {
    let mut ops = split_ops(&format!("raw {state} {inc}; next; next"));
    for (l, h) in RANGES {
        ops.push(format!("random_r {l} {h}"));
        ops.push(format!("random_r {l} {h}"));
    }
    ops.extend(split_ops("random_word64; random_double; show"));
    for n in (1..=12).chain([1000]) {
        ops.push(format!("uniform_may {n}"));
        ops.push("random_double".into());
    }
    ops.extend(split_ops(&format!(
        "split_left; next; split_right; split_right; next; raw {state} {inc}; split_right; split_left; show"
    )));
    ops
}

/// The generators of the document's vectors, and the one from which its children descend.
fn golden() -> Vec<Case> {
    vec![
        some_of_each(9_600_629_759_793_949_339, 15_726_070_495_360_670_683),
        some_of_each(42, 109),
    ]
}

/// Even increments as well, which step as the odd ones above them.
fn edge() -> Vec<Case> {
    let ends = [0, 1, u64::MAX, 1 << 63];
    let mut cases = Vec::new();
    for state in ends {
        for inc in ends {
            cases.push(some_of_each(state, inc));
        }
    }
    cases
}

/// A long run of words on each of the children down to the fifth generation.
fn sweep() -> Vec<Case> {
    let mut cases = Vec::new();
    for path in 0..1 << 5 {
        let mut ops = vec![String::from("raw 9600629759793949339 15726070495360670683")];
        for generation in 0..5 {
            let is_right = path >> generation & 1 == 1;
            ops.push(
                if is_right {
                    "split_right"
                } else {
                    "split_left"
                }
                .into(),
            );
        }
        ops.push("nexts 10000".into());
        cases.push(ops);
    }
    cases
}

fn random(chooser: &mut Chooser) -> Case {
    let mut ops: Case = (0..200).map(|_| random_op(chooser)).collect();
    ops.push("show".into());
    ops
}

fn random_op(chooser: &mut Chooser) -> String {
    match chooser.below(10) {
        0 => {
            let (state, inc) = (chooser.next_u64(), chooser.next_u64());
            format!("raw {state} {inc}")
        }
        1 => "split_left".into(),
        2 => "split_right".into(),
        3..=5 => {
            let (l, h) = (random_bound(chooser), random_bound(chooser));
            format!("random_r {l} {h}")
        }
        6 => "random_word64".into(),
        7 => "random_double".into(),
        8 => {
            let n = 1 + (chooser.below(4096) >> chooser.below(12));
            format!("uniform_may {n}")
        }
        _ => "next".into(),
    }
}

/// A number of any size, so that small ones come as often as large ones.
fn random_bound(chooser: &mut Chooser) -> i64 {
    chooser.next_u64().cast_signed() >> chooser.below(64)
}

fn vectors() -> Vec<NamedCase> {
    let generators = [
        "9600629759793949339 15726070495360670683",
        "42 109",
        "0 0",
        "18446744073709551615 18446744073709551615",
        "9223372036854775808 2",
    ];
    let mut cases = Vec::new();
    for generator in generators {
        cases.push(NamedCase::new(
            format!("words: {generator}"),
            &format!("raw {generator}; next; next; nexts 8; next; show"),
        ));
    }
    for generator in generators {
        let mut ops = vec![format!("raw {generator}")];
        for (l, h) in RANGES {
            ops.push(format!("random_r {l} {h}"));
        }
        ops.push("show".into());
        cases.push(NamedCase {
            name: format!(
                "ranges of one word, two and three, swapped and at the ends: {generator}"
            ),
            ops,
        });
    }
    for generator in generators {
        let mut ops = split_ops(&format!(
            "raw {generator}; random_word64; random_double; random_word64; random_double"
        ));
        for n in [1, 2, 3, 4, 5, 6, 7, 10, 12, 100, 1000, 1 << 20] {
            ops.push(format!("uniform_may {n}"));
        }
        ops.push("show".into());
        cases.push(NamedCase {
            name: format!("whole words, doubles and places: {generator}"),
            ops,
        });
    }
    for generator in generators {
        cases.push(NamedCase::new(
            format!("children and grandchildren: {generator}"),
            &format!(
                "raw {generator}; split_left; next; split_right; split_right; next; show; \
                 raw {generator}; split_right; split_left; show; \
                 raw {generator}; split_left; split_left; show; nexts 3"
            ),
        ));
    }
    cases.push(NamedCase::new(
        "before any seeding: state and increment 0",
        "show; next; show",
    ));
    cases
}
