//! The cases of the generator of Rogue 3.6 and of 5.2 to 5.4.

use lockstep::{Chooser, NamedCase, split_ops};

use super::Version;
use crate::cases::{Case, CaseMakers, SIGNED_SEEDS};

pub(super) const CASES: CaseMakers = CaseMakers {
    golden,
    edge,
    sweep: Some(sweep),
    random,
    exhaustive: None,
    vectors,
};

fn some_of_each(seed: i32, version: Version) -> Case {
    let bounds = [1, 2, 3, 6, 100, 16384, 65535, 65536, i32::MAX, -1, i32::MIN];
    let mut ops = split_ops(&format!("seed {seed} {version}; rn; rns 100; rnd 0"));
    for bound in bounds {
        ops.push(format!("rnd {bound}"));
    }
    ops.push("roll 3 0".into());
    for bound in bounds {
        ops.push(format!("roll 3 {bound}"));
    }
    ops
}

fn some_of_each_seed(seeds: &[i32]) -> Vec<Case> {
    let mut cases = Vec::new();
    for &seed in seeds {
        for &version in Version::ALL {
            cases.push(some_of_each(seed, version));
        }
    }
    cases
}

fn golden() -> Vec<Case> {
    some_of_each_seed(&[1, 1_700_000_000])
}

fn edge() -> Vec<Case> {
    some_of_each_seed(&SIGNED_SEEDS)
}

/// All the words of 3.6, and 2^20 of 5.x.
fn sweep() -> Vec<Case> {
    ["seed 0 rogue3.6; rns 32768", "seed 0 rogue5; rns 1048576"]
        .map(split_ops)
        .into()
}

fn random(chooser: &mut Chooser) -> Case {
    (0..100).map(|_| random_op(chooser)).collect()
}

fn random_op(chooser: &mut Chooser) -> String {
    match chooser.below(6) {
        0 => {
            let (seed, version) = (chooser.any_i32(), chooser.pick(Version::ALL));
            format!("seed {seed} {version}")
        }
        1 | 2 => format!("rnd {}", random_range(chooser)),
        3 => {
            let (count, sides) = (chooser.number_in(1..=20), random_range(chooser));
            format!("roll {count} {sides}")
        }
        _ => "rn".into(),
    }
}

/// A number of any size, so that small ones come as often as large ones.
fn random_range(chooser: &mut Chooser) -> i32 {
    chooser.any_i32() >> chooser.below(32)
}

fn vectors() -> Vec<NamedCase> {
    let mut cases = vec![NamedCase::new(
        "before any seeding: rogue5 after the seed 1",
        "rn; rns 20",
    )];
    for seed in [
        "1 rogue3.6",
        "0 rogue3.6",
        "-1 rogue3.6",
        "1 rogue5",
        "0 rogue5",
        "-1 rogue5",
        "2147483647 rogue5",
    ] {
        cases.push(NamedCase::new(
            format!("words: {seed}"),
            &format!("seed {seed}; rn; rns 40; rn"),
        ));
    }
    for seed in ["42 rogue3.6", "42 rogue5", "-2147483648 rogue5"] {
        cases.push(NamedCase::new(
            format!("ranges: none, one, powers of two, others, wider than a word, negative; {seed}"),
            &format!(
                "seed {seed}; rnd 0; rnd 1; rnd 2; rnd 2; rnd 2; rnd 2; rnd 6; rnd 100; rnd 16384; rnd 100000; rnd -6; \
                 roll 1 6; roll 3 6; roll 10 1; roll 3 0; roll 2 -4; rn"
            ),
        ));
    }
    cases.push(NamedCase::new(
        "the lowest bits of 3.6 repeat after four words",
        "seed 7 rogue3.6; rns 16",
    ));
    cases
}
