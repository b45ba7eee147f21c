//! The cases of the bounded numbers.

use lockstep::{Chooser, NamedCase, split_ops};

use crate::cases::{Case, CaseMakers, SIGNED_SEEDS};

pub(super) const CASES: CaseMakers = CaseMakers {
    golden,
    edge,
    sweep: Some(sweep),
    random,
    exhaustive: Some(exhaustive),
    vectors,
};

/// The ranges that the game asks for.
const GAME_RANGES: [(i32, i32); 20] = [
    (0, 1),
    (1, 3),
    (2, 4),
    (3, 5),
    (2, 5),
    (0, 6),
    (3, 7),
    (0, 7),
    (0, 10),
    (0, 13),
    (3, 15),
    (0, 29),
    (25, 35),
    (1, 39),
    (0, 91),
    (1, 91),
    (1, 96),
    (1, 100),
    (1, 118),
    (0, 126),
];

/// Ranges of one number, around the mask's 2^14, at the ends of int; those wider than an int are refused.
const EDGE_RANGES: [(i32, i32); 12] = [
    (0, 0),
    (7, 7),
    (0, 16382),
    (0, 16383),
    (0, 16384),
    (-5, 5),
    (i32::MIN, i32::MIN),
    (i32::MAX, i32::MAX),
    (i32::MIN, -2),
    (1, i32::MAX),
    (0, i32::MAX - 1),
    (i32::MIN, -i32::MAX),
];

const EDGE_PERCENTAGES: [i32; 9] = [i32::MIN, -1, 0, 1, 50, 99, 100, 101, i32::MAX];

fn golden() -> Vec<Case> {
    let mut cases = Vec::new();
    for seed in [0, -1, 1_700_000_000] {
        let mut ops = vec![format!("srrandom {seed}")];
        for (x, y) in GAME_RANGES {
            ops.push(format!("get_rand {x} {y}"));
            ops.push(format!("get_rand {y} {x}"));
            ops.push("coin_toss".into());
            ops.push(format!("rand_percent {y}"));
        }
        cases.push(ops);
    }
    cases
}

fn edge() -> Vec<Case> {
    let mut cases = Vec::new();
    for seed in SIGNED_SEEDS {
        let mut ops = vec![format!("srrandom {seed}")];
        for (x, y) in EDGE_RANGES {
            ops.push(format!("get_rand {x} {y}"));
            ops.push(format!("get_rand {y} {x}"));
        }
        for percentage in EDGE_PERCENTAGES {
            ops.push(format!("rand_percent {percentage}"));
        }
        cases.push(ops);
    }
    cases
}

/// Every width up to 400, and every percentage, on one long stream.
fn sweep() -> Vec<Case> {
    let mut cases = Vec::new();
    for y in 0..400 {
        cases.push(split_ops(&format!("srrandom {y}; get_rands 0 {y} 1000")));
    }
    for percentage in 0..=100 {
        let mut ops = vec![format!("srrandom {percentage}")];
        for _ in 0..100 {
            ops.push(format!("rand_percent {percentage}"));
        }
        cases.push(ops);
    }
    cases
}

fn random(chooser: &mut Chooser) -> Case {
    (0..200).map(|_| random_op(chooser)).collect()
}

fn random_op(chooser: &mut Chooser) -> String {
    match chooser.below(8) {
        0 => format!("srrandom {}", chooser.any_i32()),
        1 => format!("rand_percent {}", chooser.number_in(-10..=110)),
        2 => "coin_toss".into(),
        3 => {
            let (x, y) = chooser.pick(&GAME_RANGES);
            format!("get_rand {x} {y}")
        }
        4 => {
            let (x, y) = (chooser.any_i32() >> 1, chooser.any_i32() >> 1);
            format!("get_rand {x} {y}")
        }
        _ => {
            let x = chooser.number_in(-300..=300);
            let y = x + chooser.number_in(-200..=200);
            format!("get_rand {x} {y}")
        }
    }
}

/// Every seed there is, modulo 2^15: all 14 bits of its first draws, every bit that a draw can see.
fn exhaustive() -> Vec<Case> {
    let mut cases = Vec::new();
    for seed in 0..1 << 15 {
        cases.push(split_ops(&format!(
            "srrandom {seed}; get_rands 0 16383 4096"
        )));
    }
    cases
}

fn vectors() -> Vec<NamedCase> {
    let mut cases = Vec::new();
    for seed in [0, i32::MIN, 1_700_000_000] {
        cases.push(NamedCase::new(
            format!(
                "ranges of one number, swapped, full, wider than 14 bits, at the ends of int: seed {seed}"
            ),
            &format!(
                "srrandom {seed}; get_rand 0 0; get_rand 7 7; get_rand 0 1; get_rand 1 0; get_rand 1 100; get_rand 100 1; \
                 get_rand -5 5; get_rand 5 -5; get_rand 0 16382; get_rand 0 16383; get_rand 0 16384; get_rand 16384 0; \
                 get_rand 0 100000; get_rand -100000 100000; get_rand -2147483648 -2147483648; \
                 get_rand 2147483647 2147483647; get_rand -2147483648 -2; get_rand -2 -2147483648; \
                 get_rand 1 2147483647; get_rand 0 2147483646; get_rand -2147483648 -2147483647"
            ),
        ));
    }
    for seed in [0, 1, -1, 32767, 32768] {
        let mut ops = vec![format!("srrandom {seed}")];
        for percentage in EDGE_PERCENTAGES {
            ops.push(format!("rand_percent {percentage}"));
        }
        ops.extend(split_ops("coin_toss; coin_toss; coin_toss"));
        cases.push(NamedCase {
            name: format!("percentages at and past their ends, coins: seed {seed}"),
            ops,
        });
    }
    cases.push(NamedCase::new(
        "a percentage that equals the number drawn, 96, and one below it",
        "srrandom 0; get_rand 1 100; srrandom 0; rand_percent 96; srrandom 0; rand_percent 95",
    ));
    let mut ops = vec![String::from("srrandom 42")];
    for (x, y) in GAME_RANGES {
        ops.push(format!("get_rand {x} {y}"));
    }
    cases.push(NamedCase {
        name: "the ranges that the game asks for".into(),
        ops,
    });
    cases.push(NamedCase::new(
        "many at once, negative ones among them",
        "srrandom 9; get_rands 0 16383 200; get_rands -3 3 50; get_rands 5 5 3; get_rand 1 6",
    ));
    cases.push(NamedCase::new(
        "before any seeding: as after the seed 1",
        "get_rand 1 100; coin_toss; rand_percent 50",
    ));
    let mut ops = Vec::new();
    for seed in [5, 32773, -32763, -2_147_483_643] {
        ops.push(format!("srrandom {seed}"));
        ops.push("get_rands 0 16383 20".into());
    }
    cases.push(NamedCase {
        name: "seeds with the same residue modulo 32768 draw the same".into(),
        ops,
    });
    cases
}
