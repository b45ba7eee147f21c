//! The task `mutate`: does the gate catch defects?
//!
//! In a copy of the workspace below `target/mutate` each [`Mutation`] that the gate must catch is made by itself, the program is
//! built and the gate is run. It must fail with exit code 1: a failed check, not one that could not be made. It must pass on
//! the unchanged copy first. Oracles are off, so that the gate sees only what is in the repository.
//!
//! ```console
//! $ cargo xtask mutate
//! $ cargo xtask mutate --only "a 15-bit mask"
//! ```

mod mutations;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{MISUSE, process};
use mutations::{MUTATIONS, Mutation};

/// The mutations that the gate must see.
fn seen_by_gate() -> impl Iterator<Item = &'static Mutation> {
    MUTATIONS.iter().filter(|mutation| mutation.gate)
}

/// What became of a mutation, and why.
#[derive(Debug, PartialEq)]
enum Verdict {
    /// The gate failed; its first line.
    Caught(String),
    /// The gate did not fail.
    Survived(String),
    /// The text to change is not there once, or the result does not compile.
    DoesNotApply(String),
}

/// Makes every mutation, or those that `--only` names, and prints a table.
pub(crate) fn run(root: &Path, arguments: &[OsString]) -> u8 {
    let chosen = match chosen(arguments) {
        Ok(chosen) => chosen,
        Err(message) => {
            eprintln!("mutate: {message}");
            return MISUSE;
        }
    };
    let bench = Bench { folder: root.join("target/mutate") };
    if let Err(message) = bench.copy(root).and_then(|()| bench.is_green()) {
        eprintln!("mutate: {message}");
        return 1;
    }
    let width = chosen.iter().map(|mutation| mutation.name.len()).max().unwrap_or_default();
    let mut caught = 0;
    for mutation in &chosen {
        let (verdict, why) = match bench.verdict(mutation) {
            Verdict::Caught(why) => ("caught", why),
            Verdict::Survived(why) => ("SURVIVED", why),
            Verdict::DoesNotApply(why) => ("DOES NOT APPLY", why),
        };
        caught += usize::from(verdict == "caught");
        println!("{:width$} | {verdict:14} | {why}", mutation.name);
    }
    println!("mutate: {caught} of {} mutations make the gate red", chosen.len());
    u8::from(caught < chosen.len())
}

fn chosen(arguments: &[OsString]) -> Result<Vec<&'static Mutation>, String> {
    let mut chosen = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if argument != "--only" {
            let other = argument.to_string_lossy();
            return Err(format!("unknown argument `{}`; there is `--only NAME`", other.escape_debug()));
        }
        let name = rest.next().ok_or("--only needs the name of a mutation")?.to_string_lossy();
        let named = seen_by_gate().find(|mutation| mutation.name == name);
        chosen.push(named.ok_or_else(|| {
            let names: Vec<_> = seen_by_gate().map(|mutation| mutation.name).collect();
            format!("no mutation is called `{name}`; there are:\n  {}", names.join("\n  "))
        })?);
    }
    Ok(if chosen.is_empty() { seen_by_gate().collect() } else { chosen })
}

/// The source with the mutation in it.
fn mutated(sound: &str, Mutation { from, to, .. }: &Mutation) -> Result<String, String> {
    match sound.matches(from).count() {
        1 => Ok(sound.replacen(from, to, 1)),
        count => Err(format!("the text to change is there {count} times")),
    }
}

/// Where mutations are tried: a copy of the workspace, and what is built of it.
struct Bench {
    folder: PathBuf,
}

impl Bench {
    fn workspace(&self) -> PathBuf {
        self.folder.join("workspace")
    }

    /// Makes the copy equal to what git tracks or would add. Unchanged files are not touched, so that little is recompiled.
    fn copy(&self, root: &Path) -> Result<(), String> {
        let list = Command::new("git")
            .current_dir(root)
            .args(["ls-files", "-co", "--exclude-standard", "-z"])
            .output()
            .map_err(|error| format!("cannot start git: {error}"))?;
        let list = String::from_utf8_lossy(&list.stdout).into_owned();
        let tracked: BTreeSet<&str> = list.split('\0').filter(|path| root.join(path).is_file()).collect();
        if !tracked.contains("Cargo.toml") {
            return Err(String::from("git lists no Cargo.toml: there is nothing to copy"));
        }
        let failed = |path: &Path, error: &std::io::Error| format!("cannot copy {}: {error}", path.display());
        for path in &tracked {
            let (from, to) = (root.join(path), self.workspace().join(path));
            let bytes = fs::read(&from).map_err(|error| failed(&from, &error))?;
            if fs::read(&to).is_ok_and(|there| there == bytes) {
                continue;
            }
            let folder = to.parent().unwrap_or(&self.folder);
            fs::create_dir_all(folder).and_then(|()| fs::write(&to, bytes)).map_err(|error| failed(&to, &error))?;
        }
        remove_others(&self.workspace(), &self.workspace(), &tracked).map_err(|error| failed(&self.workspace(), &error))
    }

    /// The gate must be green on the unchanged copy.
    fn is_green(&self) -> Result<(), String> {
        self.build()?;
        match self.gate()? {
            (Some(0), _) => Ok(()),
            (_, said) => Err(format!("the gate is not green on the unchanged copy:\n{said}")),
        }
    }

    /// Builds the program, compiled quickly rather than well.
    fn build(&self) -> Result<(), String> {
        let profile = ["opt-level=1", "incremental=true", "debug=false"].map(|set| format!("profile.release.{set}"));
        let output = process::cargo(&self.workspace())
            .args(["build", "--release", "--quiet", "-p", "roguelab", "--bin", "roguelab"])
            .args(profile.iter().flat_map(|set| ["--config", set]))
            .env("CARGO_TARGET_DIR", self.folder.join("build"))
            .output()
            .map_err(|error| format!("cannot start cargo: {error}"))?;
        let said = String::from_utf8_lossy(&output.stderr);
        let first = said.lines().find(|line| line.starts_with("error")).unwrap_or("no error is shown");
        if output.status.success() { Ok(()) } else { Err(format!("it does not compile: {first}")) }
    }

    /// Runs the gate; its exit code, and what it said.
    fn gate(&self) -> Result<(Option<i32>, String), String> {
        let program = self.folder.join("build/release/roguelab").with_extension(std::env::consts::EXE_EXTENSION);
        let output = Command::new(program)
            .arg("gate")
            .arg("--out")
            .arg(self.folder.join("gate"))
            .env("ROGUELAB_ORACLES", "off")
            .env_remove("GITHUB_ACTIONS")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("cannot start the gate: {error}"))?;
        let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Ok((output.status.code(), said.concat()))
    }

    /// Puts a mutation in, tries it, and takes it out again.
    fn verdict(&self, mutation: &Mutation) -> Verdict {
        let file = self.workspace().join("crates").join(mutation.file);
        let tried = || {
            let sound = fs::read_to_string(&file).map_err(|error| format!("cannot read {}: {error}", mutation.file))?;
            let write = |text: &str| fs::write(&file, text).map_err(|error| error.to_string());
            write(&mutated(&sound, mutation)?)?;
            let tried = self.build().and_then(|()| self.gate());
            write(&sound)?;
            tried
        };
        match tried() {
            Err(why) => Verdict::DoesNotApply(why),
            Ok((code, said)) => judged(code, &said),
        }
    }
}

/// Red is exit code 1: with 2 the gate could not say.
fn judged(code: Option<i32>, said: &str) -> Verdict {
    match code {
        Some(1) => Verdict::Caught(said.lines().next().unwrap_or_default().to_owned()),
        Some(code) => Verdict::Survived(format!("exit code {code}: {}", said.lines().last().unwrap_or_default())),
        None => Verdict::Survived(String::from("a signal ended the gate")),
    }
}

/// Removes files of the copy that the workspace no longer has.
fn remove_others(folder: &Path, copy: &Path, tracked: &BTreeSet<&str>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            remove_others(&path, copy, tracked)?;
            // One that still has something in it stays.
            let _ = fs::remove_dir(&path);
        } else {
            let parts = path.strip_prefix(copy).unwrap_or(&path).iter().map(|part| part.to_string_lossy());
            if !tracked.contains(parts.collect::<Vec<_>>().join("/").as_str()) {
                fs::remove_file(&path)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::mutations::MUTATION;
    use super::*;

    fn crates() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates")
    }

    #[test]
    fn every_mutation_changes_text_that_is_there_once() {
        for mutation in MUTATIONS {
            let sound = fs::read_to_string(crates().join(mutation.file)).expect("the file is there");
            let mutated = mutated(&sound, mutation).unwrap_or_else(|why| panic!("{}: {why}", mutation.name));
            assert_ne!(sound, mutated, "{}", mutation.name);
        }
    }

    #[test]
    fn the_gate_must_catch_at_least_twenty_and_all_names_differ() {
        let names: BTreeSet<_> = MUTATIONS.iter().map(|mutation| mutation.name).collect();
        assert_eq!(names.len(), MUTATIONS.len());
        assert!(seen_by_gate().count() >= 20);
    }

    #[test]
    fn a_text_that_is_not_there_once_does_not_apply() {
        let mutation = Mutation { from: "a", to: "b", ..MUTATION };
        assert_eq!(mutated("a c", &mutation), Ok(String::from("b c")));
        assert!(mutated("a a", &mutation).is_err() && mutated("c", &mutation).is_err());
    }

    #[test]
    fn only_a_failed_check_counts() {
        assert_eq!(judged(Some(1), "FAIL a\nmore"), Verdict::Caught(String::from("FAIL a")));
        for code in [Some(0), Some(2), Some(101), None] {
            assert!(matches!(judged(code, "x"), Verdict::Survived(_)), "{code:?}");
        }
    }

    #[test]
    fn mutations_are_chosen_by_name() {
        let strings = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        assert_eq!(chosen(&[]).map(|all| all.len()), Ok(seen_by_gate().count()));
        let one = chosen(&strings(&["--only", "a 15-bit mask"])).expect("there is one");
        assert_eq!(one.len(), 1);
        assert!(chosen(&strings(&["--only", "nothing"])).is_err_and(|why| why.contains("a 15-bit mask")));
        assert!(chosen(&strings(&["--only"])).is_err());
        assert!(chosen(&strings(&["--all"])).is_err_and(|why| why.contains("`--all`")));
    }

    #[test]
    fn the_copy_has_what_the_workspace_has_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (root, bench) = (folder.path().join("root"), Bench { folder: folder.path().join("bench") });
        fs::create_dir_all(root.join("crates")).expect("a folder");
        for (path, text) in [("Cargo.toml", "a"), ("crates/b.rs", "b"), ("crates/c.rs", "c")] {
            fs::write(root.join(path), text).expect("a file");
        }
        let git = Command::new("git").args(["init", "--quiet"]).current_dir(&root).status();
        assert!(git.is_ok_and(|status| status.success()));
        bench.copy(&root).expect("a copy");
        fs::remove_file(root.join("crates/c.rs")).expect("it is there");
        fs::write(bench.workspace().join("crates/b.rs"), "mutated").expect("a file");
        bench.copy(&root).expect("a copy");
        assert_eq!(fs::read_to_string(bench.workspace().join("crates/b.rs")).expect("it is there"), "b");
        assert!(!bench.workspace().join("crates/c.rs").exists());
    }
}
