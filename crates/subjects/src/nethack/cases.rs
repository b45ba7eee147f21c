//! The cases of ISAAC-64.

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

/// Words into the third block, and bounds at both ends and in between.
fn some_of_each(key: u64) -> Case {
    let mut ops = split_ops(&format!("init {key}; next; nexts 600"));
    for bound in [1, 2, 3, 6, 100, 1 << 31, (1 << 31) + 1, u32::MAX] {
        ops.push(format!("rn2 {bound}"));
        ops.push(format!("rnd {bound}"));
    }
    ops
}

fn golden() -> Vec<Case> {
    [0, 42, u64::MAX].map(some_of_each).into()
}

/// Seeds of one bit, and seeds whose low bits are all set.
fn edge() -> Vec<Case> {
    let mut cases = Vec::new();
    for bit in 0..64 {
        cases.push(some_of_each(1 << bit));
        cases.push(some_of_each(u64::MAX >> bit));
    }
    cases
}

/// Many seeds, and a long stream.
fn sweep() -> Vec<Case> {
    let mut cases = Vec::new();
    for key in 0..1000 {
        cases.push(split_ops(&format!("init {key}; nexts 257")));
    }
    cases.push(split_ops("init 7; nexts 1048576"));
    cases
}

fn random(chooser: &mut Chooser) -> Case {
    (0..60).map(|_| random_op(chooser)).collect()
}

fn random_op(chooser: &mut Chooser) -> String {
    // Of any size, so that small bounds come as often as large ones. It is drawn for every op.
    let bound = (chooser.any_u32() >> chooser.below(32)).saturating_add(1);
    match chooser.below(8) {
        0 => {
            let key = chooser.next_u64() >> chooser.below(64);
            format!("init {key}")
        }
        1 | 2 => format!("rn2 {bound}"),
        3 => format!("rnd {bound}"),
        4 => format!("nexts {}", chooser.number_in(1..=300)),
        _ => "next".into(),
    }
}

fn vectors() -> Vec<NamedCase> {
    let mut cases = vec![NamedCase::new(
        "before any seeding: as after the seed 0",
        "next; nexts 4",
    )];
    for key in [0, 1, 42, u64::from(u32::MAX), 1 << 32, 1 << 63, u64::MAX] {
        cases.push(NamedCase::new(
            format!("words: seed {key}"),
            &format!("init {key}; next; nexts 8; next"),
        ));
    }
    cases.push(NamedCase::new(
        "into the third block of 256",
        "init 42; nexts 254; next; next; next; nexts 257; next",
    ));
    for key in [0, 42, u64::MAX] {
        cases.push(NamedCase::new(
            format!("bounds: seed {key}"),
            &format!(
                "init {key}; rn2 1; rn2 2; rn2 3; rn2 6; rn2 100; rn2 2147483649; rn2 4294967295; \
                 rnd 1; rnd 6; rnd 20; rnd 4294967295"
            ),
        ));
    }
    cases
}
