//! The cases of permutations.

use lockstep::{Chooser, NamedCase, split_ops};

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

/// All forms of permutations: the directions so often that no order of them is missed.
fn some_of_each(initstate: u64, initseq: u64, rule: DiceRule) -> Case {
    let mut ops = vec![format!("srandom {initstate} {initseq} {rule}")];
    for n in 0..14 {
        ops.push(format!("permutation {n}"));
    }
    for n in [1, 4, 10, 255] {
        ops.push(format!("listless {n}"));
    }
    for n in [2, 3, 4] {
        ops.push(format!("unrolled {n}"));
    }
    for _ in 0..100 {
        ops.push("random_directions".into());
    }
    ops.push("state".into());
    ops
}

fn golden() -> Vec<Case> {
    let mut cases = Vec::new();
    for &rule in DiceRule::ALL {
        cases.push(some_of_each(42, 54, rule));
    }
    cases
}

fn edge() -> Vec<Case> {
    let mut cases = Vec::new();
    for initstate in [0, u64::MAX] {
        for initseq in [0, u64::MAX] {
            for &rule in DiceRule::ALL {
                cases.push(some_of_each(initstate, initseq, rule));
            }
        }
    }
    cases
}

/// Every length to 300, and some far longer.
fn sweep() -> Vec<Case> {
    let mut cases = Vec::new();
    for n in (0..=300).chain([1000, 2000, 4000]) {
        let rule = DiceRule::ALL[n % 3];
        cases.push(split_ops(&format!(
            "srandom {n} 54 {rule}; permutation {n}; state"
        )));
    }
    cases
}

fn random(chooser: &mut Chooser) -> Case {
    (0..60).map(|_| random_op(chooser)).collect()
}

fn random_op(chooser: &mut Chooser) -> String {
    match chooser.below(8) {
        0 => random_dice_seeding(chooser),
        // Of any size, so that short ones come as often as long ones.
        1 | 2 => {
            let n = chooser.below(512) >> chooser.below(9);
            format!("permutation {n}")
        }
        3 => format!("listless {}", chooser.pick(&[1, 4, 10, 255])),
        4 | 5 => format!("unrolled {}", chooser.pick(&[2, 3, 4])),
        6 => "random_directions".into(),
        _ => "state".into(),
    }
}

fn vectors() -> Vec<NamedCase> {
    let mut seeds = Vec::new();
    for rule in DiceRule::ALL {
        for (initstate, initseq) in [(42, 54), (u64::MAX, u64::MAX)] {
            seeds.push(format!("{initstate} {initseq} {rule}"));
        }
    }
    let mut cases = Vec::new();
    for seed in &seeds {
        let mut ops = vec![format!("srandom {seed}")];
        for n in 0..=12 {
            ops.push(format!("permutation {n}"));
        }
        ops.push("state".into());
        cases.push(NamedCase {
            name: format!("n = 0 to 12: {seed}"),
            ops,
        });
    }
    for seed in &seeds {
        cases.push(NamedCase::new(
            format!("lengths known beforehand: {seed}"),
            &format!(
                "srandom {seed}; listless 1; listless 4; listless 10; unrolled 2; unrolled 3; unrolled 4; state"
            ),
        ));
    }
    for rule in DiceRule::ALL {
        let mut ops = vec![format!("srandom 42 54 {rule}")];
        for _ in 0..12 {
            ops.push("random_directions".into());
        }
        ops.push("state".into());
        cases.push(NamedCase {
            name: format!("directions in a byte: 42 54 {rule}"),
            ops,
        });
    }
    cases.push(NamedCase::new(
        "longer ones",
        "srandom 1 2 modulo; permutation 100; state; srandom 1 2 scaled; listless 255; state; permutation 256; state",
    ));
    for rule in DiceRule::ALL {
        cases.push(NamedCase::new(
            format!("a draw of a single number takes a word, too: {rule}"),
            &format!(
                "srandom 42 54 {rule}; state; permutation 1; state; unrolled 2; state; permutation 0; state"
            ),
        ));
    }
    cases.push(NamedCase::new(
        "before any seeding: state and increment 0, modulo",
        "state; permutation 5; state",
    ));
    cases
}
