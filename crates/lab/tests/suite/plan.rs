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
        "room-heights-are-not-uniform",
    ])
    .ended(0, &["rejected at 1e-3"]);
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

/// The chi-square tests of permutation uniformity and of the bias of `mix_colors`, on data of this run: other seeds than the
/// plan's. Each has a power of 0.98 or more against the effect that the plan declares.
#[test]
fn permutations_without_lists_are_uniform_by_chi_square() {
    for length in ["4", "5", "6", "7"] {
        let check = format!("listless-pcg32-{length}-ranks");
        run(&["checkout", "plan", "--check", &check, "--seed", "2026"])
            .ended(0, &["against `uniform`", "kept at 1e-5"]);
    }
}

#[test]
fn mix_colors_follows_its_exact_law_and_is_not_uniform_by_chi_square() {
    for check in ["mix-colors-first", "mix-colors-ideal-first"] {
        run(&["checkout", "plan", "--check", check, "--seed", "2026"])
            .ended(0, &["against `law`", "kept at 1e-5"]);
        let canary = format!("{check}-is-not-uniform");
        run(&["checkout", "plan", "--check", &canary, "--seed", "2026"])
            .ended(0, &["against `uniform`", "rejected at 1e-3"]);
    }
}

#[test]
#[ignore = "slow: run in CI"]
fn what_does_not_add_up_or_is_not_there_is_named_with_its_place() {
    let committed = fs::read_to_string(root().join("fixtures/plan.toml")).unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    for (from, to, place, what) in [
        ("alpha = 1e-3", "alpha = 1.5", "plan", "1.5"),
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
        (
            "freedom = 23",
            "freedom = 24",
            "listless-pcg32-4-ranks",
            "23",
        ),
        (
            "power = 0.9899",
            "power = 0.9999",
            "listless-pcg32-4-ranks",
            "0.9999",
        ),
        ("n = 100000", "n = 10", "listless-pcg32-4-ranks", "10"),
        ("n = 100000", "m = 100000", "line", "m"),
        (
            "seeds = [1001]",
            "seeds = []",
            "listless-pcg32-4-ranks",
            "seed",
        ),
    ] {
        assert!(committed.contains(from), "the plan has `{from}`");
        fs::write(file.path(), committed.replacen(from, to, 1)).unwrap();
        run(&["checkout", "plan", file.path().to_str().unwrap()]).refused(&[place, what]);
    }
    run(&["checkout", "plan", "no-such-plan.toml"]).refused(&["no-such-plan.toml"]);
    run(&["checkout", "plan", "--check", "nothing"]).refused(&["`nothing`", "cargo xtask plan"]);
}
