//! Each defect planted in the crates makes a named test of theirs fail.
//!
//! The crates are copied into a workspace in which all these tests must pass. Each defect has a workspace of its own with the
//! edited crate and the crate whose test must fail; the others are those of the sound workspace. Files are written only if they
//! differ, so cargo compiles only what has changed since the last run.
//!
//! There are three such groups, whose tests run in parallel. They share a target folder, so that other people's crates are
//! compiled once.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::child::CommandInTime as _;

use lab::fixtures::root;

#[path = "../../../../xtask/src/mutate/mutations.rs"]
mod mutations;

use mutations::{Instructions, LIB, MUTATIONS, Mutation, Test};

/// Files by their paths.
type Tree = BTreeMap<PathBuf, Vec<u8>>;

/// The files below a folder of the project, at the same paths below `to`.
fn files(from: &Path, to: &Path) -> Tree {
    let mut found = Tree::new();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        match entry.file_type().unwrap().is_dir() {
            // A workspace of its own, which the copy cannot hold.
            true if entry.file_name() == "no_std_probe" => {}
            true => found.append(&mut files(&from, &to)),
            false => drop(found.insert(to, fs::read(&from).unwrap())),
        }
    }
    found
}

/// Makes a folder contain these files and no others. Equal files are left alone: cargo goes by their times.
fn place(folder: &Path, tree: &Tree) {
    fs::create_dir_all(folder).unwrap();
    for path in files(folder, Path::new("")).into_keys().filter(|path| !tree.contains_key(path)) {
        // The lock file is cargo's.
        if path != Path::new("Cargo.lock") {
            fs::remove_file(folder.join(path)).unwrap();
        }
    }
    for (path, text) in tree {
        let path = folder.join(path);
        if fs::read(&path).is_ok_and(|there| there == *text) {
            continue;
        }
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// Workspaces side by side, with the fixtures that their tests read two folders above a crate.
struct Group {
    folder: PathBuf,
    /// Added to the number of each workspace.
    first: usize,
    crates: &'static [&'static str],
}

impl Group {
    fn new(name: &str, first: usize, crates: &'static [&'static str]) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("planted").join(name);
        place(&folder.join("fixtures"), &files(&root().join("fixtures"), Path::new("")));
        Self { folder, first, crates }
    }

    /// A workspace of these crates with the project's own settings; the others of the group are the sound ones. Its version
    /// distinguishes its packages from other workspaces' in the common target folder.
    fn workspace(&self, name: &str, version: usize, crates: &[&str]) -> Tree {
        let mut tree = Tree::new();
        for krate in crates {
            tree.append(&mut files(&root().join("crates").join(krate), Path::new(krate)));
        }
        // gof depends on itself in its tests, to have all features: here they are its default, and it is compiled once.
        if let Some(gof) = tree.get_mut(Path::new("gof/Cargo.toml")) {
            let text = String::from_utf8(gof.clone()).unwrap();
            let (itself, features) = (
                "\ngof = { package = \"roguelab-gof\", path = \".\", features = [\"plan\", \"rand08\", \"rand09\"] }\n",
                "[features]\n",
            );
            assert!(text.contains(itself) && text.contains(features), "gof/Cargo.toml is not as it was");
            let all = "[features]\ndefault = [\"plan\", \"rand08\", \"rand09\"]\n";
            *gof = text.replace(itself, "\n").replace(features, all).into_bytes();
        }
        let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
        let mut manifest: toml::Table = manifest.parse().unwrap();
        // The profiles make code fast; here the tests are to be compiled quickly.
        manifest.remove("profile");
        let workspace = manifest["workspace"].as_table_mut().unwrap();
        workspace.retain(|key, _| !["default-members", "exclude"].contains(&key));

        workspace["members"] = crates.to_vec().into();
        workspace["package"]["version"] = format!("0.1.{}", self.first + version).into();
        for krate in self.crates {
            let here = if crates.contains(krate) { String::new() } else { format!("../{SOUND}/") };
            workspace["dependencies"][*krate]["path"] = format!("{here}{krate}").into();
        }
        tree.insert("Cargo.toml".into(), manifest.to_string().into_bytes());
        let lock = self.folder.join(name).join("Cargo.lock");
        if !lock.exists() {
            fs::create_dir_all(lock.parent().unwrap()).unwrap();
            fs::copy(root().join("Cargo.lock"), lock).unwrap();
        }
        tree
    }

    /// Runs tests of one file in a workspace, compiled quickly rather than well; the names of those that failed. A copy that
    /// does not compile is an error.
    fn red_tests(&self, workspace: &str, package: &str, file: &str, tests: &[&str]) -> Vec<String> {
        let target = if file == LIB { vec!["--lib"] } else { vec!["--test", file] };
        let output = Command::new(env!("CARGO"))
            .args(["test", "--package", &format!("roguelab-{package}")])
            .args(target)
            .args(["--", "--exact"])
            .args(tests)
            .current_dir(self.folder.join(workspace))
            .env("CARGO_TARGET_DIR", self.folder.with_file_name("target"))
            .env("CARGO_INCREMENTAL", "0")
            .env("CARGO_PROFILE_TEST_OPT_LEVEL", "0")
            .env("CARGO_PROFILE_TEST_DEBUG", "false")
            .output_in_time()
            .unwrap();
        let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let verdicts: Vec<_> =
            stdout.lines().filter_map(|line| line.strip_prefix("test ")?.split_once(" ... ")).collect();
        assert_eq!(verdicts.len(), tests.len(), "{tests:?} of {package} ran:\n{stdout}\n{stderr}");
        let red = verdicts.into_iter().filter(|&(_, verdict)| verdict != "ok");
        red.map(|(test, _)| test.to_owned()).collect()
    }
}

/// The name of the workspace without a defect.
const SOUND: &str = "sound";

/// Whether the edited code runs here. If all code may use AVX2, code for processors with more is not compiled.
fn runs_here(needs: Instructions) -> bool {
    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
    return match needs {
        Instructions::Avx2 => is_x86_feature_detected!("avx2"),
        Instructions::Avx512 => is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq"),
    };
    #[cfg(not(all(target_arch = "x86_64", not(target_feature = "avx2"))))]
    {
        let (Instructions::Avx2 | Instructions::Avx512) = needs;
        false
    }
}

/// The defects of these crates that a test must catch, with that test.
fn planted(edited: &[&str]) -> Vec<(&'static Mutation, Test)> {
    let of_crates = |mutation: &&Mutation| edited.iter().any(|krate| mutation.file.starts_with(&format!("{krate}/")));
    let runs = |mutation: &&Mutation| match mutation.needs {
        Some(needs) if !runs_here(needs) => {
            // Not by `eprintln`, whose text is not shown where the test passes.
            let line = format!("SKIPPED: this processor has no {needs:?}: {}\n", mutation.name);
            std::io::stderr().write_all(line.as_bytes()).unwrap();
            false
        }
        _ => true,
    };
    MUTATIONS.iter().filter(of_crates).filter(runs).filter_map(|mutation| Some((mutation, mutation.red?))).collect()
}

fn every_defect_turns_its_test_red(group: &Group, edited: &[&str]) {
    let defects = planted(edited);
    place(&group.folder.join(SOUND), &group.workspace(SOUND, 0, group.crates));
    let mut files: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for &(_, (package, file, test)) in &defects {
        let tests = files.entry((package, file)).or_default();
        if !tests.contains(&test) {
            tests.push(test);
        }
    }
    for ((package, file), tests) in files {
        assert_eq!(group.red_tests(SOUND, package, file, &tests), [""; 0], "the unchanged copy is green");
    }
    for (&(Mutation { name, file, from, to, .. }, (package, tests, test)), number) in defects.iter().zip(1..) {
        let (changed, _) = file.split_once('/').unwrap();
        let crates = if changed == package { vec![changed] } else { vec![changed, package] };
        let folder = format!("{number}-{tests}");
        let mut tree = group.workspace(&folder, number, &crates);
        let text = tree.get_mut(Path::new(file)).unwrap_or_else(|| panic!("{name}: there is a file {file}"));
        let sound = String::from_utf8(text.clone()).unwrap();
        assert_eq!(sound.matches(from).count(), 1, "{name}: the text to change occurs once in {file}");
        *text = sound.replacen(from, to, 1).into_bytes();
        place(&group.folder.join(&folder), &tree);
        assert_eq!(group.red_tests(&folder, package, tests, &[test]), [test], "{name}: the test is red");
        println!("{name}: {test}");
    }
}

#[test]
fn every_defect_in_generators_turns_its_test_red() {
    let group = Group::new("generators", 1000, &["generators", "rogue", "lockstep"]);
    every_defect_turns_its_test_red(&group, &["generators", "rogue"]);
}

#[test]
fn every_defect_in_grids_turns_its_test_red() {
    let group = Group::new("grids", 2000, &["generators", "exact", "permute", "grids", "lockstep"]);
    every_defect_turns_its_test_red(&group, &["permute", "grids"]);
}

#[test]
fn every_defect_in_statistics_turns_its_test_red() {
    every_defect_turns_its_test_red(
        &Group::new("statistics", 3000, &["generators", "gof", "exact"]),
        &["gof", "exact"],
    );
}

#[test]
fn every_defect_has_what_must_turn_red() {
    for Mutation { name, red, gate, .. } in MUTATIONS {
        assert!(red.is_some() || *gate, "{name}");
    }
}
