//! `roguelab plan` from outside: what it shows, and what it refuses.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::child::CommandInTime as _;

use lab::fixtures::root;

fn plan(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_roguelab")).arg("plan").args(arguments).output_in_time().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The committed plan with one piece changed: the exit code, and what is said.
fn with(from: &str, to: &str) -> (Option<i32>, String) {
    let committed = fs::read_to_string(root().join("fixtures/plan.toml")).unwrap();
    assert!(committed.contains(from), "the plan has `{from}`");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plan.toml");
    fs::write(&file, committed.replacen(from, to, 1)).unwrap();
    let output = plan(&[file.to_str().unwrap()]);
    (output.status.code(), text(&output.stderr))
}

#[test]
fn the_committed_plans_add_up() {
    for name in ["plan.toml", "plan-long.toml"] {
        let output = plan(&[root().join("fixtures").join(name).to_str().unwrap()]);
        assert!(output.status.success(), "{name}: {}", text(&output.stderr));
        assert!(text(&output.stdout).contains("the chance of any false alarm in this run is at most"));
    }
}

#[test]
fn what_does_not_add_up_is_named_with_its_place_and_exits_2() {
    for (from, to, place, what) in [
        ("alpha = 1e-3", "alpha = 1.5", "plan", "1.5"),
        ("test = \"ranks\"", "test = \"rank\"", "line", "ranks"),
        ("source = \"listless-pcg32-4\"", "source = \"dev-random\"", "listless-pcg32-4-ranks", "dev-random"),
        ("null = \"uniform\"", "null = \"normal\"", "listless-pcg32-4-ranks", "normal"),
        ("freedom = 23", "freedom = 24", "listless-pcg32-4-ranks", "23"),
        ("power = 0.9899", "power = 0.9999", "listless-pcg32-4-ranks", "0.9999"),
        ("n = 100000", "n = 10", "listless-pcg32-4-ranks", "10"),
        ("n = 100000", "m = 100000", "line", "m"),
        ("seeds = [1001]", "seeds = []", "listless-pcg32-4-ranks", "seed"),
    ] {
        let (code, said) = with(from, to);
        assert_eq!(code, Some(2), "{to}: {said}");
        assert!(said.contains(place) && said.contains(what), "{to}: {said}");
    }
}

#[test]
fn a_plan_or_a_check_that_is_not_there_is_named() {
    let missing = Path::new("no-such-plan.toml");
    let output = plan(&[missing.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no-such-plan.toml"));
    let output = plan(&["--check", "nothing"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("`nothing`") && text(&output.stderr).contains("cargo xtask plan"));
}

#[test]
fn one_check_runs_alone_and_on_another_seed() {
    let output = plan(&["--check", "room-heights-are-not-uniform"]);
    assert!(output.status.success());
    assert!(text(&output.stdout).contains("rejected at 1e-3"), "{}", text(&output.stdout));
    let output = plan(&["--check", "listless-pcg32-4-ranks", "--seed", "77"]);
    assert!(output.status.success() && text(&output.stdout).contains("seeds [77]"));
}
