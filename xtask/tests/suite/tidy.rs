//! The task `tidy` on small repositories made for it, sound and with planted violations.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

use crate::run;

const ROOT: &str = "\
[workspace]
resolver = \"3\"
members = [\"crates/*\"]

[workspace.package]
rust-version = \"1.89\"

[workspace.lints.rust]
unsafe_code = \"forbid\"
";

/// A repository in a folder of its own, with two crates that break no rule.
struct Repository {
    folder: TempDir,
}

impl Repository {
    fn sound() -> Self {
        let repository = Self {
            folder: TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("the folder is made"),
        };
        repository.write("Cargo.toml", ROOT);
        repository.write_crate("generators", "");
        repository.write_crate(
            "rogue",
            "[dependencies]\ngenerators = { path = \"../generators\" }\n",
        );
        repository.git(&["init", "--quiet"]);
        repository
    }

    fn write(&self, path: &str, content: &str) {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a file has a folder"))
            .expect("the folder is made");
        fs::write(path, content).expect("the file is written");
    }

    fn write_crate(&self, name: &str, more: &str) {
        let package =
            format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n");
        self.write(
            &format!("crates/{name}/Cargo.toml"),
            &format!("{package}\n[lints]\nworkspace = true\n\n{more}"),
        );
        self.write(
            &format!("crates/{name}/src/lib.rs"),
            &format!("//! The crate {name}.\n"),
        );
    }

    fn git(&self, arguments: &[&str]) {
        let git = run(Command::new("git")
            .current_dir(&self.folder)
            .args(arguments));
        assert_eq!(git.code, Some(0), "git {arguments:?}: {}", git.stderr);
    }

    /// The exit code of tidy and the lines it prints.
    fn tidy(&self) -> (Option<i32>, Vec<String>) {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let lock = ["generate-lockfile", "--offline", "--quiet"];
        let locked = run(Command::new(cargo).current_dir(&self.folder).args(lock));
        assert_eq!(
            locked.code,
            Some(0),
            "the lock file is not made: {}",
            locked.stderr
        );
        let tidy = run(Command::new(env!("CARGO_BIN_EXE_xtask"))
            .arg("tidy")
            .arg(self.folder.path()));
        assert_eq!(tidy.stderr, "");
        (tidy.code, tidy.stdout.lines().map(str::to_owned).collect())
    }

    /// Tidy fails with this violation alone.
    fn assert_only(&self, violation: &str) {
        let (code, lines) = self.tidy();
        assert_eq!(code, Some(1), "{lines:?}");
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert_eq!(lines[0], violation);
        assert!(lines[1].ends_with(", 1 violations"), "{lines:?}");
    }
}

#[test]
fn a_sound_repository_passes() {
    let (code, lines) = Repository::sound().tidy();
    assert_eq!(
        (code, lines),
        (Some(0), vec![String::from("tidy: 6 files, 0 violations")])
    );
}

#[test]
fn an_edge_against_the_arrows_is_named_for_tests_too() {
    let repository = Repository::sound();
    repository.write_crate(
        "lockstep",
        "[dependencies]\nrogue = { path = \"../rogue\" }\n",
    );
    repository.assert_only(
        "crates/lockstep/Cargo.toml:1: arrows: lockstep -> rogue is no arrow of the design",
    );
    repository.write_crate(
        "lockstep",
        "[dev-dependencies]\nrogue = { path = \"../rogue\" }\n",
    );
    repository.assert_only(
        "crates/lockstep/Cargo.toml:1: arrows: lockstep -> rogue is no arrow of the design",
    );
}

#[test]
fn what_git_would_add_is_checked_and_what_it_ignores_or_lost_is_not() {
    let repository = Repository::sound();
    repository.write("notes.md", "one\ntwo \n");
    repository.assert_only("notes.md:2: trailing-blank: blanks at the end of the line");
    repository.write(".gitignore", "/notes.md\n");
    assert_eq!(repository.tidy().0, Some(0));
    repository.write(".gitignore", "");
    repository.git(&["add", "notes.md"]);
    fs::remove_file(repository.folder.path().join("notes.md")).expect("the file is removed");
    assert_eq!(repository.tidy().0, Some(0));
}

#[test]
fn every_violation_is_printed() {
    let repository = Repository::sound();
    repository.write(
        "crates/rogue/Cargo.toml",
        "[package]\nname = \"rogue\"\nversion = \"0.1.0\"\nedition = \"2024\"\n",
    );
    repository.write("crates/rogue/src/lib.rs", "\tmod b;\nfn f() {} ");
    repository.write(
        "crates/rogue/src/a.txt",
        &format!("see {}\n", ["", "home", "somebody"].join("/")),
    );
    let (code, lines) = repository.tidy();
    assert_eq!(code, Some(1));
    let expected = [
        "crates/rogue/src/a.txt:1: machine-path: names a folder below `home` of a machine",
        "crates/rogue/src/lib.rs:2: final-newline: no newline at the end of the file",
        "crates/rogue/src/lib.rs:1: tab: a tab",
        "crates/rogue/src/lib.rs:2: trailing-blank: blanks at the end of the line",
        "crates/rogue/Cargo.toml:1: unsafe-code: [lints] does not say workspace=true",
        "tidy: 7 files, 5 violations",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn wrong_arguments_are_refused() {
    for (arguments, message) in [
        (
            &["tidy", "/nonexistent"][..],
            "tidy: /nonexistent is not a folder\n",
        ),
        (
            &["tidy", ".", "more"],
            "tidy: it does not take the argument `more`\n",
        ),
    ] {
        let ended = run(Command::new(env!("CARGO_BIN_EXE_xtask")).args(arguments));
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(2), message));
    }
}
