//! Each defect planted in the crates makes a named test of theirs fail.
//!
//! The crates are copied into a workspace, in which all these tests must pass. Then the copy gets one defect after the other.
//! The test programs are kept: the next run compiles only if something has changed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::child::CommandInTime as _;
use crate::program::copy;

use lab::fixtures::root;
use serde_json::Value;
use sha2::{Digest, Sha256};

#[path = "../../../../xtask/src/mutate/mutations.rs"]
mod mutations;

use mutations::{Instructions, LIB, MUTATIONS, Mutation, Test};

/// The crates with defects, and those that they and their tests need.
const CRATES: [&str; 7] = ["exact", "generators", "gof", "grids", "lockstep", "permute", "rogue"];

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

/// The workspace: the crates, the project's settings, and, beside it, the fixtures that tests read two folders above a crate.
fn crates() -> Tree {
    let mut tree = files(&root().join("fixtures"), Path::new("fixtures"));
    for krate in CRATES {
        tree.append(&mut files(&root().join("crates").join(krate), &Path::new("crates").join(krate)));
    }
    // gof depends on itself in its tests, to have all features: here they are its default, and it is compiled once.
    let gof = tree.get_mut(Path::new("crates/gof/Cargo.toml")).unwrap();
    let text = String::from_utf8(gof.clone()).unwrap();
    let (itself, features) = (
        "\ngof = { package = \"roguelab-gof\", path = \".\", features = [\"plan\", \"rand08\", \"rand09\"] }\n",
        "[features]\n",
    );
    assert!(text.contains(itself) && text.contains(features), "gof/Cargo.toml is not as it was");
    let all = "[features]\ndefault = [\"plan\", \"rand08\", \"rand09\"]\n";
    *gof = text.replace(itself, "\n").replace(features, all).into_bytes();

    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let mut manifest: toml::Table = manifest.parse().unwrap();
    // The profiles make code fast; here the tests are to be compiled quickly.
    manifest.remove("profile");
    let workspace = manifest["workspace"].as_table_mut().unwrap();
    workspace.retain(|key, _| !["default-members", "exclude"].contains(&key));
    workspace["members"] = CRATES.map(|krate| format!("crates/{krate}")).to_vec().into();
    tree.insert("Cargo.toml".into(), manifest.to_string().into_bytes());
    tree
}

/// The path of the file that is edited, and its new text.
type Edit<'a> = Option<(&'a str, &'a str)>;

/// Where the copy is, and the test programs that were built from it.
struct Workspace {
    folder: PathBuf,
    programs: PathBuf,
    sound: Tree,
    /// Of the sound copy and the compiler.
    digest: Sha256,
    /// The programs that this run needs.
    needed: BTreeSet<PathBuf>,
}

impl Workspace {
    fn new() -> Self {
        let planted = Path::new(env!("CARGO_TARGET_TMPDIR")).join("planted");
        let (folder, programs) = (planted.join("workspace"), planted.join("programs"));
        fs::create_dir_all(&folder).unwrap();
        fs::create_dir_all(&programs).unwrap();
        let sound = crates();
        place(&folder, &sound);
        fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        let version = Command::new(env!("CARGO")).arg("--version").output_in_time().unwrap().stdout;
        let mut digest = Sha256::new().chain_update(&version);
        for (path, text) in &sound {
            digest.update(path.to_str().unwrap());
            digest.update(text.len().to_le_bytes());
            digest.update(text);
        }
        Self { folder, programs, sound, digest, needed: BTreeSet::new() }
    }

    /// The names of those of the tests that fail after an edit. One that does not compile is an error.
    fn red_tests(&mut self, edit: Edit, package: &str, file: &str, tests: &[&str]) -> Vec<String> {
        let program = self.program(edit, package, file);
        let mut run = Command::new(&program);
        let run = run.arg("--exact").args(tests).current_dir(self.folder.join("crates").join(package));
        let output = run.output_in_time().unwrap();
        let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let verdicts: Vec<_> =
            stdout.lines().filter_map(|line| line.strip_prefix("test ")?.split_once(" ... ")).collect();
        assert_eq!(verdicts.len(), tests.len(), "{tests:?} of {package} ran:\n{stdout}\n{stderr}");
        let red = verdicts.into_iter().filter(|&(_, verdict)| verdict != "ok");
        red.map(|(test, _)| test.to_owned()).collect()
    }

    /// The program of a file of tests, from an earlier run or compiled quickly rather than well.
    fn program(&mut self, edit: Edit, package: &str, file: &str) -> PathBuf {
        let mut digest = self.digest.clone();
        let (path, text) = edit.unwrap_or_default();
        for part in [path, text, package, file] {
            digest.update(part.len().to_le_bytes());
            digest.update(part);
        }
        let program = self.programs.join(lockstep::hex(&digest.finalize()));
        self.needed.insert(program.clone());
        if program.exists() {
            return program;
        }
        let mut tree = self.sound.clone();
        if let Some((path, text)) = edit {
            tree.insert(path.into(), text.into());
        }
        place(&self.folder, &tree);
        let target = if file == LIB { vec!["--lib"] } else { vec!["--test", file] };
        let output = Command::new(env!("CARGO"))
            .args(["test", "--no-run", "--message-format", "json", "--package", &format!("roguelab-{package}")])
            .args(target)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", self.folder.with_file_name("target"))
            .env("CARGO_INCREMENTAL", "1")
            .env("CARGO_PROFILE_TEST_OPT_LEVEL", "0")
            .env("CARGO_PROFILE_TEST_DEBUG", "false")
            .output_in_time()
            .unwrap();
        let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let built = stdout.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let built: Vec<_> = built.filter_map(|message| Some(message["executable"].as_str()?.to_owned())).collect();
        let [built] = &built[..] else { panic!("{package} {file} was built:\n{stdout}\n{stderr}") };
        // A copy that is cut off is none.
        let begun = program.with_extension("part");
        copy(built, &begun);
        fs::rename(&begun, &program).unwrap();
        program
    }
}

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

/// The defects that a test must catch, with that test.
fn planted() -> Vec<(&'static Mutation, Test)> {
    let runs = |mutation: &&Mutation| match mutation.needs {
        Some(needs) if !runs_here(needs) => {
            // Not by `eprintln`, whose text is not shown where the test passes.
            let line = format!("SKIPPED: this processor has no {needs:?}: {}\n", mutation.name);
            std::io::stderr().write_all(line.as_bytes()).unwrap();
            false
        }
        _ => true,
    };
    MUTATIONS.iter().filter(runs).filter_map(|mutation| Some((mutation, mutation.red?))).collect()
}

#[test]
fn every_defect_turns_its_test_red() {
    let defects = planted();
    let mut workspace = Workspace::new();
    let mut files: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    for &(_, (package, file, test)) in &defects {
        files.entry((package, file)).or_default().insert(test);
    }
    for ((package, file), tests) in files {
        let tests: Vec<_> = tests.into_iter().collect();
        assert_eq!(workspace.red_tests(None, package, file, &tests), [""; 0], "the unchanged copy is green");
    }
    for (Mutation { name, file, from, to, .. }, (package, tests, test)) in defects {
        let file = format!("crates/{file}");
        let text = workspace.sound.get(Path::new(&file)).unwrap_or_else(|| panic!("{name}: there is a file {file}"));
        let text = str::from_utf8(text).unwrap();
        assert_eq!(text.matches(from).count(), 1, "{name}: the text to change occurs once in {file}");
        let edit = text.replacen(from, to, 1);
        assert_eq!(
            workspace.red_tests(Some((&file, &edit)), package, tests, &[test]),
            [test],
            "{name}: the test is red"
        );
        println!("{name}: {test}");
    }
    for kept in fs::read_dir(&workspace.programs).unwrap().map(|entry| entry.unwrap().path()) {
        if !workspace.needed.contains(&kept) {
            fs::remove_file(kept).unwrap();
        }
    }
}

#[test]
fn every_defect_has_what_must_turn_red() {
    for Mutation { name, red, gate, .. } in MUTATIONS {
        assert!(red.is_some() || *gate, "{name}");
    }
}
