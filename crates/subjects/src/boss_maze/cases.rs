//! The cases of the maze of document 000.

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

/// The document's sizes; both sides even; one tile wide or high, where the start lies outside; and none.
const SIZES: [(u32, u32); 14] = [
    (3, 3),
    (9, 7),
    (21, 11),
    (8, 7),
    (9, 8),
    (10, 10),
    (2, 2),
    (3, 2),
    (1, 1),
    (1, 9),
    (12, 1),
    (0, 5),
    (5, 0),
    (31, 25),
];

/// Adds mazes of these sizes, with both orders of the directions.
fn add_mazes(ops: &mut Case, sizes: &[(u32, u32)]) {
    for (width, height) in sizes {
        ops.push(format!("maze {width} {height} packed"));
        ops.push(format!("maze {width} {height} shuffled"));
    }
}

/// The document's mazes, each from its seed, and then one after the other.
fn golden() -> Vec<Case> {
    let seeding = String::from("srandom 42 54 modulo");
    let mut cases = Vec::new();
    for (width, height) in &SIZES[..3] {
        cases.push(vec![
            seeding.clone(),
            format!("maze {width} {height} packed"),
        ]);
    }
    let mut all = vec![seeding];
    add_mazes(&mut all, &SIZES);
    cases.push(all);
    cases
}

fn edge() -> Vec<Case> {
    let mut cases = Vec::new();
    for seed in [0, u64::MAX] {
        for rule in DiceRule::ALL {
            let mut ops = vec![format!("srandom {seed} {seed} {rule}")];
            add_mazes(&mut ops, &SIZES);
            cases.push(ops);
        }
    }
    // The longest sides.
    for size in [(200, 199), (199, 200), (200, 1), (1, 200)] {
        let mut ops = Vec::new();
        add_mazes(&mut ops, &[size]);
        cases.push(ops);
    }
    cases
}

/// Every size to 20 by 20.
fn sweep() -> Vec<Case> {
    let mut cases = Vec::new();
    for height in 0..=20 {
        let mut ops = Vec::new();
        for width in 0..=20 {
            add_mazes(&mut ops, &[(width, height)]);
        }
        cases.push(ops);
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
    let (width, height) = (chooser.below(30), chooser.below(30));
    let order = chooser.pick(&["packed", "shuffled"]);
    format!("maze {width} {height} {order}")
}

fn vectors() -> Vec<NamedCase> {
    let small = [
        (0, 5),
        (5, 0),
        (1, 1),
        (1, 5),
        (6, 1),
        (2, 2),
        (3, 2),
        (2, 3),
        (3, 3),
        (4, 4),
        (5, 4),
        (5, 5),
        (8, 7),
        (7, 8),
    ];
    let mut cases = Vec::new();
    for seed in [
        "42 54 modulo",
        "18446744073709551615 18446744073709551615 haskell",
    ] {
        let mut ops = vec![format!("srandom {seed}")];
        add_mazes(&mut ops, &small);
        cases.push(NamedCase {
            name: format!("the smallest sides, none, odd and even: {seed}"),
            ops,
        });
    }
    let mut ops = vec!["srandom 42 54 scaled".into()];
    add_mazes(&mut ops, &[(9, 7), (21, 11), (12, 13)]);
    cases.push(NamedCase {
        name: "larger ones: 42 54 scaled".into(),
        ops,
    });
    cases.push(NamedCase::new(
        "before any seeding: state and increment 0, modulo",
        "maze 5 5 packed; maze 5 5 shuffled",
    ));
    cases
}
