//! The task `packages`: packs every crate that is published, and builds from the archives alone what a user would.
//!
//! The archives are unpacked in a workspace of their own below `target/packages`: a user's crate with a test of a shuffle and a
//! comparison by lockstep, and the program `roguelab`, which is then run far from the checkout. Other people's crates are
//! those that the tests of the workspace were built with: same versions, same profile, same folder.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{fs, thread};

use crate::msrv::stated;
use crate::process;

/// Members of the workspace that are not published.
const PRIVATE: [&str; 3] = ["benches", "roguelab-fuzz", "xtask"];

/// The user's crate.
const USER: [(&str, &str); 3] = [
    ("Cargo.toml", include_str!("packages/user.toml")),
    ("src/lib.rs", "//! A user's crate.\n"),
    ("tests/user.rs", include_str!("packages/user.rs.txt")),
];

/// What the program is to do, and what it must then print: the C references are in it, and files of the repository.
const COMMANDS: [(&[&str], &str); 3] = [
    (&["replay", "new-game", "--ops", "srrandom 5; mix_colors"], "mix_colors"),
    (&["check", "--protocol"], "standard input"),
    (&["plan"], "false alarm"),
];

pub(crate) fn run(root: &Path) -> u8 {
    match packages(root).and_then(|packages| build(root, &packages)) {
        Ok(()) => 0,
        Err(message) => {
            eprintln!("packages: {message}");
            1
        }
    }
}

/// A package: its name, and its folder among the crates.
fn packages(root: &Path) -> Result<Vec<(String, PathBuf)>, String> {
    let folder = root.join("crates");
    let crates = fs::read_dir(&folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut packages = Vec::new();
    for path in crates.flatten().map(|entry| entry.path()) {
        let manifest = fs::read_to_string(path.join("Cargo.toml")).unwrap_or_default();
        if let Some(name) = stated(&manifest, "name") {
            packages.push((name, path));
        }
    }
    packages.sort();
    if packages.is_empty() { Err("there are no crates".into()) } else { Ok(packages) }
}

fn build(root: &Path, packages: &[(String, PathBuf)]) -> Result<(), String> {
    let target = root.join(process::target_folder(root));
    let folder = target.join("packages");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("cannot empty {}: {error}", folder.display()))?;
    }
    let manifest = read(&root.join("Cargo.toml"))?;
    let version = &stated(&manifest, "version").ok_or("the root Cargo.toml has no version")?;

    let mut pack = process::cargo(root);
    pack.args(["package", "--workspace", "--no-verify", "--allow-dirty", "--offline", "--quiet", "--target-dir"]);
    succeed(pack.arg(&folder).args(PRIVATE.iter().flat_map(|name| ["--exclude", name])))?;
    let mut size = 0;
    for (name, _) in packages {
        let archive = folder.join("package").join(format!("{name}-{version}.crate"));
        size += fs::metadata(&archive).map_err(|error| format!("{name} was not packed: {error}"))?.len();
        succeed(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&folder))?;
    }
    println!("packages: {} archives, {} kB", packages.len(), size / 1000);

    write(&folder.join("Cargo.toml"), &workspace(&manifest, packages, version))?;
    write(&folder.join("Cargo.lock"), &read(&root.join("Cargo.lock"))?)?;
    for (name, text) in USER {
        write(&folder.join("user").join(name), text)?;
    }
    let cargo = |arguments: &[&str]| {
        let mut cargo = process::cargo(&folder);
        // What is built on the way is shared with the workspace, the program is not.
        cargo.env("CARGO_TARGET_DIR", folder.join("out")).env("CARGO_BUILD_BUILD_DIR", &target);
        succeed(cargo.args(arguments).args(["--offline", "--quiet"]))
    };
    cargo(&["test", "-p", "user"])?;
    cargo(&["build", "-p", "roguelab"])?;
    let program = folder.join("out/debug/roguelab").with_extension(std::env::consts::EXE_EXTENSION);
    elsewhere(&program)
}

/// A workspace of these packages, which takes them from their folders beside it. Ours are compiled quickly.
fn workspace(manifest: &str, packages: &[(String, PathBuf)], version: &str) -> String {
    let mut text =
        String::from("[workspace]\nresolver = \"3\"\nmembers = [\"user\", \"roguelab*\"]\n\n[patch.crates-io]\n");
    for (name, _) in packages {
        text += &format!("{name} = {{ path = \"{name}-{version}\" }}\n");
    }
    // The profiles, without those of our crates.
    let profiles = manifest.split("\n[").filter(|section| section.starts_with("profile.dev"));
    for section in profiles.filter(|section| !section.starts_with("profile.dev.package.roguelab")) {
        text += &format!("\n[{section}");
    }
    for (name, _) in packages {
        text += &format!("\n[profile.dev.package.{name}]\nopt-level = 0\n");
    }
    text
}

/// Runs the program alone in a folder outside any checkout.
fn elsewhere(program: &Path) -> Result<(), String> {
    let folder = std::env::temp_dir().join(format!("roguelab-packages-{}", std::process::id()));
    let run = || {
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let copy = folder.join(program.file_name().unwrap_or_default());
        fs::copy(program, &copy).map_err(|error| format!("cannot copy {}: {error}", program.display()))?;
        for (arguments, expected) in COMMANDS {
            let mut command = Command::new(&copy);
            command
                .args(arguments)
                .current_dir(&folder)
                .env_remove("CARGO_MANIFEST_DIR")
                .env("ROGUELAB_ORACLES", "off");
            let output = loop {
                match command.output() {
                    // Another thread that starts a program has for a moment what was open when the copy was written.
                    Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => {
                        thread::sleep(Duration::from_millis(1));
                    }
                    output => break output.map_err(|error| format!("the program cannot be started: {error}"))?,
                }
            };
            let said = String::from_utf8_lossy(&output.stdout);
            if !output.status.success() || !said.contains(expected) {
                let why = String::from_utf8_lossy(&output.stderr);
                return Err(format!("roguelab {} does not print `{expected}`:\n{said}{why}", arguments.join(" ")));
            }
        }
        Ok(())
    };
    let done = run();
    // Nothing is lost if it stays.
    let _ = fs::remove_dir_all(&folder);
    done
}

fn succeed(command: &mut Command) -> Result<(), String> {
    match process::exit_code(command) {
        0 => Ok(()),
        _ => Err(format!("{} {:?} failed", command.get_program().display(), command.get_args().collect::<Vec<_>>())),
    }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let written = fs::create_dir_all(path.parent().unwrap_or(path)).and_then(|()| fs::write(path, text));
    written.map_err(|error| format!("cannot write {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workspace_keeps_the_profiles_of_others_and_not_ours() {
        let manifest = "[workspace]\nmembers = []\n\n[profile.dev]\ndebug = false\n\n[profile.dev.package.roguelab-gof]\n\
                        opt-level = 3\n\n[profile.dev.package.sha2]\nopt-level = 3\n";
        let text = workspace(manifest, &[("roguelab-gof".into(), PathBuf::new())], "0.1.0");
        let (patches, profiles) = text.split_once("\n[profile.dev]\ndebug = false\n").expect("it has the profile");
        assert!(patches.ends_with("[patch.crates-io]\nroguelab-gof = { path = \"roguelab-gof-0.1.0\" }\n"), "{text}");
        assert!(profiles.contains("[profile.dev.package.sha2]\nopt-level = 3\n"), "{text}");
        assert!(profiles.ends_with("[profile.dev.package.roguelab-gof]\nopt-level = 0\n"), "{text}");
        assert_eq!(text.matches("package.roguelab-gof").count(), 1, "{text}");
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_prints_nothing_or_fails_is_refused() {
        let refused = |program: &str| elsewhere(Path::new(program)).expect_err("it does not print that");
        assert!(
            refused("/bin/true").starts_with("roguelab replay new-game --ops srrandom 5; mix_colors does not print ")
        );
        assert!(refused("/bin/false").contains("does not print"));
        assert!(refused("/bin/no-such-program").starts_with("cannot copy "));
    }

    #[test]
    fn every_crate_is_a_package_or_private() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for (name, folder) in packages(&root).expect("there are crates") {
            assert!(name.starts_with("roguelab") && !PRIVATE.contains(&&*name), "{name}");
            let manifest = read(&folder.join("Cargo.toml")).expect("it is there");
            for key in ["description = \"", "keywords = [", "categories = [", "include"] {
                assert!(manifest.lines().any(|line| line.starts_with(key)), "{name} has no {key}");
            }
            assert!(!manifest.contains("publish = false") && folder.join("README.md").is_file(), "{name}");
        }
    }
}
