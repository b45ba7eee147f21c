//! The cases of the rooms and halls of document 001.

use lockstep::{Chooser, NamedCase};

use crate::cases::{Case, CaseMakers};
use crate::dice::DiceRule;

pub(super) const CASES: CaseMakers = CaseMakers {
    golden,
    edge,
    sweep: Some(sweep),
    random,
    exhaustive: None,
    vectors,
};

/// The generators of the document.
const DOCUMENT: [&str; 2] = ["9600629759793949339 15726070495360670683", "42 109"];

/// Adds maps of these sizes, with both forms of halls.
fn add_maps(ops: &mut Case, sizes: &[(u32, u32)]) {
    for (width, height) in sizes {
        ops.push(format!("rooms {width} {height} straight"));
        ops.push(format!("rooms {width} {height} turned"));
    }
}

/// Maps with both forms of halls, each seeded again.
fn maps_from(generator: &str, sizes: &[(u32, u32)]) -> Case {
    let mut ops = Vec::new();
    for (width, height) in sizes {
        for halls in ["straight", "turned"] {
            ops.push(format!("raw {generator} haskell"));
            ops.push(format!("rooms {width} {height} {halls}"));
        }
    }
    ops
}

/// The document's maps from its generators.
fn golden() -> Vec<Case> {
    DOCUMENT
        .map(|generator| maps_from(generator, &[(80, 24), (60, 30)]))
        .into()
}

/// The smallest sides, those too small, and the longest, by every rule.
fn edge() -> Vec<Case> {
    let sizes = [
        (7, 7),
        (6, 7),
        (7, 6),
        (0, 0),
        (7, 200),
        (200, 7),
        (8, 9),
        (9, 8),
        (200, 200),
    ];
    let mut cases = Vec::new();
    for rule in DiceRule::ALL {
        let mut ops = vec![format!("srandom {} 0 {rule}", u64::MAX)];
        add_maps(&mut ops, &sizes);
        cases.push(ops);
    }
    cases
}

/// Every size from 7 by 7 to 30 by 30.
fn sweep() -> Vec<Case> {
    let mut cases = Vec::new();
    for height in 7..=30 {
        let mut ops = Vec::new();
        for width in 7..=30 {
            add_maps(&mut ops, &[(width, height)]);
        }
        cases.push(ops);
    }
    cases
}

fn random(chooser: &mut Chooser) -> Case {
    (0..40).map(|_| random_op(chooser)).collect()
}

fn random_op(chooser: &mut Chooser) -> String {
    // It is drawn for every op.
    let rule = chooser.pick(DiceRule::ALL);
    match chooser.below(8) {
        0 => {
            let (initstate, initseq) = (chooser.next_u64(), chooser.next_u64());
            format!("srandom {initstate} {initseq} {rule}")
        }
        1 => {
            let (state, inc) = (chooser.next_u64(), chooser.next_u64());
            format!("raw {state} {inc} {rule}")
        }
        _ => {
            let (width, height) = (chooser.number_in(5..=60), chooser.number_in(5..=60));
            let halls = chooser.pick(&["straight", "turned"]);
            format!("rooms {width} {height} {halls}")
        }
    }
}

fn vectors() -> Vec<NamedCase> {
    let mut cases = Vec::new();
    for generator in DOCUMENT {
        cases.push(NamedCase {
            name: format!("the document's maps: {generator}"),
            ops: maps_from(generator, &[(80, 24)]),
        });
    }
    let small = [(7, 7), (6, 7), (7, 6), (0, 0), (8, 9), (9, 8), (10, 11)];
    for seed in [
        "42 54 modulo",
        "18446744073709551615 0 scaled",
        "0 0 haskell",
    ] {
        let mut ops = vec![format!("srandom {seed}")];
        add_maps(&mut ops, &small);
        cases.push(NamedCase {
            name: format!("the smallest sides, and smaller: {seed}"),
            ops,
        });
    }
    let mut ops = vec!["srandom 42 54 scaled".into()];
    add_maps(&mut ops, &[(30, 21), (31, 22), (32, 23)]);
    cases.push(NamedCase {
        name: "sides of all remainders by three: 42 54 scaled".into(),
        ops,
    });
    cases.push(NamedCase::new(
        "before any seeding: state and increment 0, modulo",
        "rooms 20 20 turned; rooms 20 20 straight",
    ));
    cases
}
