//! The cases of PCG32.

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

/// Jumps by 0, 1, 2, 1000, 2^40, 2^63 and -1.
const JUMPS: [u64; 7] = [0, 1, 2, 1000, 1 << 40, 1 << 63, u64::MAX];

/// States whose next word with increment 1 is the threshold 2^32 mod bound, which is kept, or one less, which is thrown away;
/// and the bounds.
const THRESHOLDS: [(u64, u32); 9] = [
    (536_870_912, 6),
    (402_653_184, 6),
    (12_884_901_888, 100),
    (12_750_684_160, 100),
    (288_229_276_640_083_968, 2_147_483_649),
    (288_229_276_774_301_696, 2_147_483_649),
    (173_808_093_765_828_608, 3_000_000_000),
    (173_808_142_218_428_416, 3_000_000_000),
    (0, 65536),
];

/// Bounds at both ends, at powers of two, and one just above 2^31, where nearly every second word is refused; and jumps.
fn some_of_each(seeding: String) -> Case {
    let mut ops = vec![seeding, "random".into()];
    for bound in [1, 2, 3, 6, 100, 65536, 1 << 31, (1 << 31) + 1, u32::MAX] {
        ops.push(format!("boundedrand {bound}"));
    }
    for delta in JUMPS {
        ops.extend(split_ops(&format!("advance {delta}; random; step_back")));
    }
    ops
}

/// Words at the thresholds, each with the word after it.
fn around_thresholds() -> Case {
    let mut ops = Vec::new();
    for (state, bound) in THRESHOLDS {
        ops.extend(split_ops(&format!(
            "raw {state} 1; boundedrand {bound}; random"
        )));
    }
    ops
}

/// The seeds of the document and of the generator's own demonstration, raw and through srandom.
fn golden() -> Vec<Case> {
    ["srandom 42 54", "raw 42 54", "raw 42 55"]
        .map(|seeding| some_of_each(seeding.into()))
        .into()
}

fn edge() -> Vec<Case> {
    let ends = [0, 1, u64::MAX, 1 << 63];
    let mut cases = Vec::new();
    for a in ends {
        for b in ends {
            for op in ["srandom", "raw"] {
                let mut ops = some_of_each(format!("{op} {a} {b}"));
                for back in [2, 6, 1000, 1 << 40, (1 << 63) - 1] {
                    ops.push(format!("advance {}", 0_u64.wrapping_sub(back)));
                    ops.push("random".into());
                }
                cases.push(ops);
            }
        }
    }
    cases.push(around_thresholds());
    cases
}

/// One long run of words on each of 64 neighbouring streams.
fn sweep() -> Vec<Case> {
    let mut cases = Vec::new();
    for initseq in 0..64 {
        cases.push(split_ops(&format!("srandom 7 {initseq}; randoms 10000")));
    }
    cases
}

fn random(chooser: &mut Chooser) -> Case {
    (0..200).map(|_| random_op(chooser)).collect()
}

fn random_op(chooser: &mut Chooser) -> String {
    match chooser.below(8) {
        0 => {
            let (initstate, initseq) = (chooser.next_u64(), chooser.next_u64());
            format!("srandom {initstate} {initseq}")
        }
        1 => {
            let (state, inc) = (chooser.next_u64(), chooser.next_u64());
            format!("raw {state} {inc}")
        }
        // Of any size, so that small bounds come as often as large ones.
        2 => {
            let bound = (chooser.any_u32() >> chooser.below(32)).max(1);
            format!("boundedrand {bound}")
        }
        3 => {
            let delta = chooser.next_u64() >> chooser.below(64);
            format!("advance {delta}")
        }
        4 => "step_back".into(),
        _ => "random".into(),
    }
}

fn vectors() -> Vec<NamedCase> {
    let mut cases = Vec::new();
    for seed in [
        "42 54",
        "0 0",
        "18446744073709551615 18446744073709551615",
        "9223372036854775808 9223372036854775808",
        "0 18446744073709551615",
        "18446744073709551615 0",
        "1 1",
        "1 9223372036854775808",
        "9600629759793949339 15726070495360670683",
    ] {
        cases.push(NamedCase::new(
            format!("seeded with {seed}"),
            &format!("srandom {seed}; random; randoms 8; random"),
        ));
    }
    cases.push(NamedCase::new(
        "seeded again: nothing of what came before is left",
        "srandom 42 54; randoms 3; srandom 42 54; randoms 3",
    ));
    for state in [
        "0 0",
        "0 1",
        "42 54",
        "42 55",
        "18446744073709551615 18446744073709551615",
        "18446744073709551615 1",
        "18446744073709551614 2",
        "9223372036854775808 18446744073709551614",
    ] {
        cases.push(NamedCase::new(
            format!("raw {state}: even and odd increments, a state near 2^64"),
            &format!("raw {state}; random; randoms 8; random"),
        ));
    }
    for seed in ["42 54", "7 11", "18446744073709551615 18446744073709551615"] {
        cases.push(NamedCase::new(
            format!(
                "bounds at both ends, and one that throws every second word away: {seed}"
            ),
            &format!(
                "srandom {seed}; boundedrand 1; boundedrand 2; boundedrand 3; boundedrand 6; boundedrand 100; boundedrand 65536; \
                 boundedrand 2147483648; boundedrand 2147483649; boundedrand 3000000000; boundedrand 4294967295"
            ),
        ));
    }
    cases.push(NamedCase {
        name: "words that equal the threshold 2^32 mod bound, which are kept, and words one below it, which are thrown away"
            .into(),
        ops: around_thresholds(),
    });
    let mut ops = vec![String::from("srandom 42 54")];
    for delta in JUMPS {
        ops.extend(split_ops(&format!("advance {delta}; random; step_back")));
    }
    cases.push(NamedCase {
        name: "advanced by 0, 1, 2, 1000, 2^40, 2^63 and -1".into(),
        ops,
    });
    for state in [
        "0 0",
        "18446744073709551615 18446744073709551615",
        "9223372036854775808 2",
    ] {
        cases.push(NamedCase::new(
            format!("advanced by 2^63 and -1 from raw {state}"),
            &format!(
                "raw {state}; advance 9223372036854775808; random; advance 9223372036854775808; random; \
                 advance 18446744073709551615; random; step_back; step_back; random"
            ),
        ));
    }
    cases.push(NamedCase::new(
        "back past the beginning",
        "srandom 42 54; step_back; step_back; random; random; random",
    ));
    cases
}
