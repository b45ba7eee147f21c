//! The cases of the maze of document 002.

use lockstep::{Chooser, NamedCase};

use crate::cases::{Case, CaseMakers, random_dice_seeding};
use crate::dice::DiceRule;

pub(super) const CASES: CaseMakers = CaseMakers {
    golden,
    edge,
    sweep: Some(sweep),
    random,
    exhaustive: None,
    vectors,
};

/// Sizes where mazes go wrong in every way.
const SMALL: [(u32, u32); 9] = [
    (3, 1),
    (1, 5),
    (5, 1),
    (3, 2),
    (2, 3),
    (3, 3),
    (4, 2),
    (1, 1),
    (2, 2),
];

/// The other sizes of the document's vectors.
const LARGE: [(u32, u32); 5] = [(5, 5), (10, 10), (15, 12), (23, 7), (40, 30)];

/// Mazes with both restarts, each seeded again.
fn mazes(seed: &str, sizes: &[(u32, u32)]) -> Case {
    let mut ops = Vec::new();
    for (width, height) in sizes {
        for restart in ["random", "scan"] {
            ops.push(format!("srandom {seed}"));
            ops.push(format!("maze {width} {height} {restart}"));
        }
    }
    ops
}

fn golden() -> Vec<Case> {
    let sizes = [&SMALL[..], &LARGE].concat();
    vec![
        // The document's mazes from its three seeds.
        mazes("42 54 scaled", &sizes),
        mazes("43 54 scaled", &sizes),
        mazes("44 54 scaled", &sizes),
        // The visitor goes up into a corner that he had left by an opening.
        mazes("53 54 scaled", &[(4, 2)]),
    ]
}

fn edge() -> Vec<Case> {
    let sizes = [&SMALL[..], &LARGE].concat();
    let mut cases = Vec::new();
    for seed in [0, u64::MAX] {
        for rule in DiceRule::ALL {
            cases.push(mazes(&format!("{seed} {seed} {rule}"), &sizes));
        }
    }
    // Sizes that have no maze, and the longest sides.
    let ends = [
        (0, 0),
        (0, 5),
        (5, 0),
        (200, 1),
        (1, 200),
        (200, 2),
        (200, 10),
        (10, 200),
    ];
    cases.push(mazes("7 54 scaled", &ends));
    cases
}

/// The small sizes from many seeds.
fn sweep() -> Vec<Case> {
    let mut cases = Vec::new();
    for seed in 0..500 {
        cases.push(mazes(&format!("{seed} 54 scaled"), &SMALL));
    }
    cases
}

fn random(chooser: &mut Chooser) -> Case {
    (0..40).map(|_| random_op(chooser)).collect()
}

fn random_op(chooser: &mut Chooser) -> String {
    if chooser.below(4) == 0 {
        return random_dice_seeding(chooser);
    }
    // Of any size, so that those which fail come often.
    let width = chooser.below(32) >> chooser.below(5);
    let height = chooser.below(32) >> chooser.below(5);
    let restart = chooser.pick(&["random", "scan"]);
    format!("maze {width} {height} {restart}")
}

fn vectors() -> Vec<NamedCase> {
    let sizes = [
        (1, 1),
        (3, 1),
        (1, 5),
        (5, 1),
        (3, 2),
        (2, 3),
        (2, 2),
        (3, 3),
        (4, 2),
    ];
    let mut cases = Vec::new();
    for seed in [
        "42 54 scaled",
        "0 0 modulo",
        "18446744073709551615 18446744073709551615 haskell",
    ] {
        cases.push(NamedCase {
            name: format!("small mazes, which go wrong in every way: {seed}"),
            ops: mazes(seed, &sizes),
        });
    }
    cases.push(NamedCase {
        name: "up into a corner that was left by an opening: 53 54 scaled".into(),
        ops: mazes("53 54 scaled", &[(4, 2)]),
    });
    cases.push(mazes_in_turn(
        "no side, and one after the other: 7 54 modulo",
        "7 54 modulo",
        &[(0, 0), (0, 5), (5, 0), (5, 5), (7, 4), (10, 10)],
    ));
    cases.push(mazes_in_turn(
        "a larger one: 42 54 scaled",
        "42 54 scaled",
        &[(15, 12)],
    ));
    cases.push(NamedCase::new(
        "before any seeding: state and increment 0, modulo",
        "maze 4 4 random; maze 4 4 scan",
    ));
    cases
}

/// Mazes with both restarts, one after the other from a single seed.
fn mazes_in_turn(name: &str, seed: &str, sizes: &[(u32, u32)]) -> NamedCase {
    let mut ops = vec![format!("srandom {seed}")];
    for (width, height) in sizes {
        ops.push(format!("maze {width} {height} random"));
        ops.push(format!("maze {width} {height} scan"));
    }
    NamedCase {
        name: name.into(),
        ops,
    }
}
