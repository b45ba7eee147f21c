//! The cases of the family of BSD random.

use lockstep::{Chooser, NamedCase, split_ops};

use crate::cases::{Case, CaseMakers, SIGNED_SEEDS};

pub(super) const CASES: CaseMakers = CaseMakers {
    golden,
    edge,
    sweep: Some(sweep),
    random,
    exhaustive: None,
    vectors,
};

/// The ops that seed, with the names of their seedings.
const SEEDINGS: [(&str, &str); 3] = [
    ("srandom", "glibc's"),
    ("srrandom", "weak"),
    ("srandom_libc5", "libc5's"),
];

/// The ops that seed every type with this seed.
fn seedings(seed: i32) -> Vec<String> {
    let mut ops = Vec::new();
    for kind in 0..5 {
        for (op, _) in SEEDINGS {
            ops.push(format!("{op} {kind} {seed}"));
        }
    }
    ops
}

fn words_after(seeding: &str) -> Case {
    split_ops(&format!("{seeding}; random; randoms 1000; random"))
}

fn golden() -> Vec<Case> {
    let mut cases = Vec::new();
    for seeding in seedings(42) {
        let mut ops = vec![seeding];
        for _ in 0..20 {
            ops.push("random".into());
        }
        cases.push(ops);
    }
    cases
}

fn edge() -> Vec<Case> {
    let mut cases = Vec::new();
    for seed in SIGNED_SEEDS {
        for seeding in seedings(seed) {
            cases.push(words_after(&seeding));
        }
    }
    cases
}

/// One long run of each generator, and every 2^24th seed.
fn sweep() -> Vec<Case> {
    let mut cases = Vec::new();
    for seeding in seedings(1) {
        cases.push(vec![seeding, "randoms 1048576".into()]);
    }
    for high in (0..128).chain(-128..0) {
        for seeding in seedings(high << 24) {
            cases.push(words_after(&seeding));
        }
    }
    cases
}

fn random(chooser: &mut Chooser) -> Case {
    let mut ops = Vec::new();
    for seeding in seedings(chooser.any_i32()) {
        ops.extend(words_after(&seeding));
    }
    ops
}

fn vectors() -> Vec<NamedCase> {
    let mut cases = vec![NamedCase::new(
        "before any seeding: type 3 after glibc's seed 1",
        "random; randoms 31",
    )];
    for (kind, count) in [12, 20, 36, 70, 140].iter().enumerate() {
        for (op, seeding) in SEEDINGS {
            for seed in [0, -1, i32::MIN, 1_700_000_000] {
                // Nothing checks what libc5 made of the seed 0.
                if op == "srandom_libc5" && seed == 0 {
                    continue;
                }
                cases.push(NamedCase::new(
                    format!("type {kind}, {seeding} seeding, seed {seed}"),
                    &format!("{op} {kind} {seed}; random; randoms {count}; random"),
                ));
            }
        }
    }
    cases.push(NamedCase::new(
        "one type after another",
        "srandom 4 5; random; srandom 0 5; random; srrandom 1 5; random; srandom 2 5; random; srrandom 3 5; random",
    ));
    cases
}
