//! `cargo xtask plan` from outside: what it shows, and what it refuses.

use std::fs;

use crate::program::run;

use lab::fixtures::root;

#[test]
fn the_committed_long_plan_adds_up_and_one_check_runs_alone_on_another_seed() {
    let plan = root().join("fixtures/plan-long.toml");
    run(&["checkout", "plan", plan.to_str().unwrap()])
        .ended(0, &["the chance of any false alarm in this run is at most"]);
    run(&[
        "checkout",
        "plan",
        "--check",
        "listless-pcg32-4-ranks",
        "--seed",
        "77",
    ])
    .ended(0, &["seeds [77]"]);
}

#[test]
#[ignore = "slow: run in CI"]
fn what_does_not_add_up_or_is_not_there_is_named_with_its_place() {
    let committed = fs::read_to_string(root().join("fixtures/plan.toml")).unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    for (from, to, place, what) in [
        ("test = \"ranks\"", "test = \"rank\"", "line", "ranks"),
        (
            "source = \"listless-pcg32-4\"",
            "source = \"dev-random\"",
            "listless-pcg32-4-ranks",
            "dev-random",
        ),
        (
            "null = \"uniform\"",
            "null = \"normal\"",
            "listless-pcg32-4-ranks",
            "normal",
        ),
    ] {
        assert!(committed.contains(from), "the plan has `{from}`");
        fs::write(file.path(), committed.replacen(from, to, 1)).unwrap();
        run(&["checkout", "plan", file.path().to_str().unwrap()]).refused(&[place, what]);
    }
    run(&["checkout", "plan", "no-such-plan.toml"]).refused(&["no-such-plan.toml"]);
    run(&["checkout", "plan", "--check", "nothing"]).refused(&["`nothing`", "cargo xtask plan"]);
}
