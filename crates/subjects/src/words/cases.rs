//! The cases of Rogue's generator in both types; only the vectors differ.

use lockstep::{Chooser, NamedCase, split_ops};

use crate::cases::{Case, CaseMakers, SIGNED_SEEDS};

/// The cases of type 3.
pub(super) const CASES: CaseMakers = CaseMakers {
    golden,
    edge,
    sweep: Some(sweep),
    random,
    // 2^32 seeds are too many; see the proof in `generators::closed_form`.
    exhaustive: None,
    vectors,
};

/// The cases of type 0.
pub(super) const TYPE_0_CASES: CaseMakers = CaseMakers {
    vectors: type_0_vectors,
    ..CASES
};

fn words_of(seed: i32) -> Case {
    split_ops(&format!("srrandom {seed}; rrandom; rrandoms 1000; rrandom"))
}

/// The words of the document's first seeds, singly.
fn golden() -> Vec<Case> {
    let mut cases = Vec::new();
    for seed in [0, 1, -1, 1_700_000_000] {
        let mut ops = vec![format!("srrandom {seed}")];
        for _ in 0..64 {
            ops.push("rrandom".into());
        }
        cases.push(ops);
    }
    cases
}

/// Unseeded, and the ends of the seed's domain.
fn edge() -> Vec<Case> {
    let mut cases = vec![split_ops("rrandom; rrandoms 1000")];
    cases.extend(SIGNED_SEEDS.map(words_of));
    cases
}

/// Every 2^20th seed.
fn sweep() -> Vec<Case> {
    let mut cases = Vec::new();
    for high in (0..2048).chain(-2048..0) {
        cases.push(words_of(high << 20));
    }
    cases
}

fn random(chooser: &mut Chooser) -> Case {
    let mut ops = Vec::new();
    for _ in 0..chooser.number_in(1..=4) {
        ops.extend(words_of(chooser.any_i32()));
    }
    ops
}

/// The first words of some seeds.
fn add_first_words(cases: &mut Vec<NamedCase>) {
    for seed in [
        0,
        1,
        -1,
        2,
        -2,
        i32::MIN,
        i32::MAX,
        -i32::MAX,
        1 << 30,
        32767,
        32768,
        -32768,
        65536,
        1_700_000_000,
    ] {
        cases.push(NamedCase::new(
            format!("seed {seed}"),
            &format!("srrandom {seed}; rrandom; rrandoms 40; rrandom"),
        ));
    }
}

fn vectors() -> Vec<NamedCase> {
    let mut cases = vec![NamedCase::new(
        "before any seeding: as after the seed 1",
        "rrandom; rrandoms 63",
    )];
    add_first_words(&mut cases);
    cases.push(NamedCase::new(
        "round the ring more than thirty times",
        "srrandom 42; rrandoms 1000",
    ));
    cases.push(NamedCase::new(
        "seeded again in the middle of the ring",
        "srrandom 7; rrandoms 17; srrandom 7; rrandoms 5; srrandom 8; rrandom",
    ));
    cases.push(NamedCase::new(
        "seeds that agree in their low 15 bits: low bits of the words do too",
        "srrandom 3; rrandoms 8; srrandom 32771; rrandoms 8; srrandom -2147483645; rrandoms 8",
    ));
    cases
}

fn type_0_vectors() -> Vec<NamedCase> {
    let mut cases = vec![NamedCase::new(
        "before any seeding: as after the seed 1",
        "rrandom; rrandoms 15",
    )];
    add_first_words(&mut cases);
    cases.push(NamedCase::new(
        "the lowest bit alternates",
        "srrandom 42; rrandoms 200",
    ));
    cases
}
