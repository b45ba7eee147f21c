//! The cases of even separation.

use lockstep::{Chooser, NamedCase};

use crate::cases::{Case, CaseMakers};

pub(super) const CASES: CaseMakers = CaseMakers {
    golden,
    edge,
    sweep: Some(sweep),
    random,
    exhaustive: Some(exhaustive),
    vectors,
};

/// Adds the spread of `na` and `nb` items, as a list and item by item.
fn add_spread(ops: &mut Case, na: u64, nb: u64) {
    ops.push(format!("spread {na} {nb}"));
    ops.push(format!("lazy {na} {nb}"));
}

fn one_case_each(numbers: &[(u64, u64)]) -> Vec<Case> {
    let mut cases = Vec::new();
    for &(na, nb) in numbers {
        let mut ops = Vec::new();
        add_spread(&mut ops, na, nb);
        cases.push(ops);
    }
    cases
}

/// All pairs of numbers up to `most`, in a case for each first number.
fn all_pairs(most: u64) -> Vec<Case> {
    let mut cases = Vec::new();
    for na in 0..=most {
        let mut ops = Vec::new();
        for nb in 0..=most {
            add_spread(&mut ops, na, nb);
        }
        cases.push(ops);
    }
    cases
}

/// The document's numbers.
fn golden() -> Vec<Case> {
    let mut cases = all_pairs(14);
    let mut others = Vec::new();
    for (na, nb) in [(17, 4), (4, 17), (1000, 7)] {
        add_spread(&mut others, na, nb);
    }
    cases.push(others);
    cases
}

/// As many as are served, one more, and more than 32 bits count.
fn edge() -> Vec<Case> {
    one_case_each(&[
        (0, 0),
        (100_000, 0),
        (0, 100_000),
        (100_000, 100_000),
        (10_000_000, 1),
        (1, 10_000_000),
        (4_294_967_295, 4_294_967_295),
        (4_294_967_295, 0),
    ])
}

/// Long ones: few among many, neighbours in number, and those with the deepest groups of groups.
fn sweep() -> Vec<Case> {
    one_case_each(&[
        (200_000, 1),
        (3, 200_000),
        (100_001, 100_000),
        (100_000, 100_001),
        (41_421, 100_000),
        (121_393, 75_025),
        (75_025, 121_393),
        (65_536, 65_535),
        (131_071, 1023),
    ])
}

/// Of any size, so that small numbers come as often as large ones.
fn random(chooser: &mut Chooser) -> Case {
    let mut ops = Vec::new();
    for _ in 0..20 {
        let na = chooser.below(16384) >> chooser.below(14);
        let nb = chooser.below(16384) >> chooser.below(14);
        add_spread(&mut ops, na, nb);
    }
    ops
}

/// All numbers to 200 and 200.
fn exhaustive() -> Vec<Case> {
    all_pairs(200)
}

fn vectors() -> Vec<NamedCase> {
    let mut cases = Vec::new();
    for na in 0..=8 {
        let mut ops = Vec::new();
        for nb in 0..=8 {
            add_spread(&mut ops, na, nb);
        }
        cases.push(NamedCase {
            name: format!("{na}, 0 to 8"),
            ops,
        });
    }
    let mut ops = Vec::new();
    for (na, nb) in [
        (17, 4),
        (4, 17),
        (100, 1),
        (1, 100),
        (100, 99),
        (99, 100),
        (89, 55),
        (55, 89),
        (64, 63),
        (127, 31),
        (500, 7),
        (41, 100),
    ] {
        ops.push(format!("spread {na} {nb}"));
        ops.push(format!("lazy {nb} {na}"));
    }
    cases.push(NamedCase {
        name: "few among many, and neighbours in number".into(),
        ops,
    });
    cases
}
