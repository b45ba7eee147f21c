//! Defects planted in the ports: each turns a named test red.
//!
//! The crates `generators` and `rogue` are copied into a workspace of their own, one line of the copy is changed, and their
//! tests against the fixtures are run there. The unchanged copy must be green first, or red would prove nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use lab::fixtures::root;

/// A defect: what is changed where, and a test that must see it.
struct Defect {
    name: &'static str,
    file: &'static str,
    from: &'static str,
    to: &'static str,
    red: &'static str,
}

const DEFECTS: [Defect; 10] = [
    Defect {
        name: "309 discards for 310",
        file: "generators/src/bsd_random.rs",
        from: "while i < DISCARDED_PER_WORD * DEGREE {",
        to: "while i + 1 < DISCARDED_PER_WORD * DEGREE {",
        red: "rrandom_equals_the_document",
    },
    Defect {
        name: "rear pointer off by one",
        file: "generators/src/bsd_random.rs",
        from: "let rear = front - SEPARATION;",
        to: "let rear = front - SEPARATION + 1;",
        red: "rrandom_equals_the_document",
    },
    Defect {
        name: "a 15-bit mask",
        file: "rogue/src/random.rs",
        from: "pub type Rule = LowBits<14>;",
        to: "pub type Rule = LowBits<15>;",
        red: "get_rand_equals_the_document",
    },
    Defect {
        name: "32 swaps for 33",
        file: "rogue/src/new_game.rs",
        from: "for _ in 0..SWAPS {",
        to: "for _ in 1..SWAPS {",
        red: "potions_equal_the_document",
    },
    // Within one swap the order of its two draws cannot show, for a swap does not tell its slots apart. So: all first slots
    // are drawn, then all second ones.
    Defect {
        name: "swapped draw order in mix_colors",
        file: "rogue/src/new_game.rs",
        from: "for _ in 0..SWAPS {\n        let j = get_rand(dice, 0, POTIONS as i32 - 1);\n",
        to: "let js: [i32; 33] = core::array::from_fn(|_| get_rand(dice, 0, POTIONS as i32 - 1));\n    for j in js {\n",
        red: "potions_equal_the_document",
    },
    Defect {
        name: "syllable 0 allowed",
        file: "rogue/src/new_game.rs",
        from: "title.push(get_rand(dice, 1, SYLLABLES.len() as i32 - 1) as u8);",
        to: "title.push(get_rand(dice, 0, SYLLABLES.len() as i32 - 1) as u8);",
        red: "scrolls_equal_the_document",
    },
    Defect {
        name: "a used material is kept when games are dealt in one go",
        file: "rogue/src/deal.rs",
        from: "picked += usize::from(used >> j & 1 == 0);",
        to: "picked += 1;",
        red: "the_atlas_equals_its_digest",
    },
    Defect {
        name: "a used material is taken again",
        file: "rogue/src/new_game.rs",
        from: "if used >> j & 1 == 0 {",
        to: "if used >> j & 1 == 0 || j == 7 {",
        red: "wands_and_rings_equal_the_document",
    },
    Defect {
        name: "PCG32 steps back by an even increment",
        file: "generators/src/pcg32.rs",
        from: "self.state.wrapping_sub(self.odd_inc()).wrapping_mul(INVERSE)",
        to: "self.state.wrapping_sub(self.inc).wrapping_mul(INVERSE)",
        red: "one_step_back_equals_the_document",
    },
    Defect {
        name: "PCG32 rotates by one bit less",
        file: "generators/src/pcg32.rs",
        from: "xorshifted.rotate_right((old >> 59) as u32)",
        to: "xorshifted.rotate_right((old >> 59) as u32).rotate_left(1)",
        red: "words_equal_the_document",
    },
];

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        match entry.file_type().unwrap().is_dir() {
            // A workspace of its own, which the copy cannot hold.
            true if entry.file_name() == "no_std_probe" => {}
            true => copy(&from, &to),
            false => drop(fs::copy(&from, &to).unwrap()),
        }
    }
}

/// The copy: a workspace of the two port crates with the project's own settings.
fn workspace() -> PathBuf {
    let copied = Path::new(env!("CARGO_TARGET_TMPDIR")).join("planted");
    if copied.join("crates").exists() {
        fs::remove_dir_all(copied.join("crates")).unwrap();
    }
    for folder in ["crates/generators", "crates/rogue", "fixtures"] {
        copy(&root().join(folder), &copied.join(folder));
    }
    fs::copy(root().join("Cargo.lock"), copied.join("Cargo.lock")).unwrap();
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let elsewhere = ["members", "default-members", "exclude"];
    let kept = manifest.lines().filter(|line| !elsewhere.iter().any(|key| line.starts_with(&format!("{key} ="))));
    let manifest =
        kept.collect::<Vec<_>>().join("\n").replacen("[workspace]", "[workspace]\nmembers = [\"crates/*\"]", 1);
    fs::write(copied.join("Cargo.toml"), manifest).unwrap();
    copied
}

/// Runs the tests of the copy; the names of those that failed. A copy that does not compile is no defect found.
fn red_tests(copied: &Path) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args(["test", "--no-fail-fast", "--package", "generators", "--package", "rogue"])
        .args(["--test", "documents", "--test", "fixtures"])
        .current_dir(copied)
        .env("CARGO_TARGET_DIR", copied.join("target"))
        .output()
        .unwrap();
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(stdout.matches("test result:").count(), 2, "both test targets ran:\n{stdout}\n{stderr}");
    let verdicts = stdout.lines().filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"));
    verdicts.map(str::to_owned).collect()
}

#[test]
fn every_planted_defect_turns_its_test_red() {
    let copied = workspace();
    assert_eq!(red_tests(&copied), [""; 0], "the unchanged copy is green");
    for Defect { name, file, from, to, red } in DEFECTS {
        let path = copied.join("crates").join(file);
        let sound = fs::read_to_string(&path).unwrap();
        assert_eq!(sound.matches(from).count(), 1, "{name}: the line to change stands once in {file}");
        fs::write(&path, sound.replacen(from, to, 1)).unwrap();
        let found = red_tests(&copied);
        println!("{name}: {}", found.join(", "));
        assert!(found.iter().any(|test| test == red), "{name}: {red} stayed green; red were {found:?}");
        fs::write(&path, sound).unwrap();
    }
}
