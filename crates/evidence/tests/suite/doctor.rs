//! `cargo xtask doctor`, as a user runs it.

use std::path::Path;

use crate::program::{Said, assert_has, evidence};

/// Runs it with this policy, and with this folder as the only place for GSL.
fn doctor(gsl: &Path, policy: &str) -> Said {
    Said::by(
        evidence(&["doctor"])
            .env("ROGUELAB_GSL", gsl)
            .env("ROGUELAB_ORACLES", policy),
    )
}

#[test]
#[ignore = "slow: run in CI"]
fn a_missing_oracle_is_shown_with_what_it_proves_and_fails_where_it_is_required() {
    let empty = tempfile::tempdir().unwrap();
    let text = doctor(empty.path(), "auto").ended(
        0,
        &[" of 5 oracles are here; tests that need another are skipped"],
    );
    let (_, rest) = text.split_once("\nGSL is missing: ").expect("it says so");
    let lines: Vec<&str> = rest.lines().take(3).collect();
    assert_has(lines[0], &[empty.path().to_str().unwrap()]);
    assert_has(lines[1], &["weak seeding"]);
    assert_has(lines[2], &["`cargo xtask setup`", "ROGUELAB_GSL"]);
    doctor(empty.path(), "require").ended(1, &["ROGUELAB_ORACLES=require needs all of them.\n"]);
    doctor(empty.path(), "perhaps").refused(&["auto, require or off"]);
}
