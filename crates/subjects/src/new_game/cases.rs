//! The cases of the names of a new game.

use lockstep::{Chooser, NamedCase, split_ops};

use crate::cases::{Case, CaseMakers, SIGNED_SEEDS};

pub(super) const CASES: CaseMakers = CaseMakers {
    golden,
    edge,
    sweep: None,
    random,
    exhaustive: Some(exhaustive),
    vectors,
};

/// The game's order, one function at a time.
fn in_order(seed: i32) -> Case {
    split_ops(&format!(
        "srrandom {seed}; mix_colors; get_wand_and_ring_materials; make_scroll_titles; arrows"
    ))
}

fn golden() -> Vec<Case> {
    [0, 1, -1, 1_700_000_000].map(in_order).into()
}

fn edge() -> Vec<Case> {
    SIGNED_SEEDS.map(in_order).into()
}

/// In any order and more than once: the colours are mixed further from where they are.
fn random(chooser: &mut Chooser) -> Case {
    (0..40).map(|_| random_op(chooser)).collect()
}

fn random_op(chooser: &mut Chooser) -> String {
    match chooser.below(6) {
        0 => format!("srrandom {}", chooser.any_i32()),
        1 => "mix_colors".into(),
        2 => "get_wand_and_ring_materials".into(),
        3 => "make_scroll_titles".into(),
        4 => format!("new_game {}", chooser.any_i32()),
        _ => "arrows".into(),
    }
}

/// Every game there is.
fn exhaustive() -> Vec<Case> {
    let mut cases = Vec::new();
    for seed in 0..1 << 15 {
        cases.push(split_ops(&format!("new_game {seed}; arrows")));
    }
    cases
}

fn vectors() -> Vec<NamedCase> {
    let mut cases = Vec::new();
    for seed in [0, 1, -1, i32::MIN, i32::MAX, 1_700_000_000] {
        cases.push(NamedCase {
            name: format!("function by function: seed {seed}"),
            ops: in_order(seed),
        });
    }
    for seed in [0, 42, 32767, 32768, -32768, 1_000_000_007] {
        cases.push(NamedCase::new(
            format!("a whole game: seed {seed}"),
            &format!("new_game {seed}; arrows"),
        ));
    }
    cases.push(NamedCase::new(
        "mixed twice: the second begins where the first ended",
        "srrandom 5; mix_colors; mix_colors; srrandom 5; mix_colors; new_game 5",
    ));
    cases.push(NamedCase::new(
        "before any seeding: as after the seed 1",
        "arrows; make_scroll_titles; get_wand_and_ring_materials; get_wand_and_ring_materials",
    ));
    cases
}
