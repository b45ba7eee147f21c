//! What `.github/dist.sh` packs for a release, and how `action.yml` installs it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use lab::fixtures::root;
use libtest_mimic::{Failed, Trial};
use tempfile::TempDir;

use super::workflows::{Workflow, needs, step};
use super::{Outcome, holds};
use crate::child::CommandInTime as _;
use crate::program::{PROGRAM, Said, run};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The target, and the runner as the action sees it.
const HOST: (&str, &str, &str) = if cfg!(target_os = "macos") {
    if cfg!(target_arch = "aarch64") {
        ("aarch64-apple-darwin", "macOS", "ARM64")
    } else {
        ("x86_64-apple-darwin", "macOS", "X64")
    }
} else if cfg!(windows) {
    ("x86_64-pc-windows-msvc", "Windows", "X64")
} else if cfg!(target_arch = "aarch64") {
    ("aarch64-unknown-linux-gnu", "Linux", "ARM64")
} else {
    ("x86_64-unknown-linux-gnu", "Linux", "X64")
};

fn name() -> String {
    format!("roguelab-{VERSION}-{}", HOST.0)
}

/// The folder with the archive of the program built here, made once for all tests.
fn packed() -> Result<&'static Path, Failed> {
    static PACKED: LazyLock<Result<TempDir, String>> = LazyLock::new(|| {
        let folder = TempDir::new().map_err(|error| error.to_string())?;
        let script = root().join(".github/dist.sh");
        let mut bash = Command::new("bash");
        let output = bash.arg(script).arg(HOST.0).arg(folder.path()).arg(PROGRAM).output_in_time();
        let said = Said::from(output.map_err(|error| error.to_string())?);
        let path = format!("{}.tar.gz\n", folder.path().join(name()).display());
        if said.code == Some(0) && said.stdout == path { Ok(folder) } else { Err(said.all()) }
    });
    PACKED.as_ref().map(TempDir::path).map_err(Into::into)
}

/// Copies the archive and what is beside it, to be altered.
fn copied() -> Result<TempDir, Failed> {
    let folder = TempDir::new()?;
    for suffix in [".tar.gz", ".tar.gz.sha256"] {
        let file = name() + suffix;
        fs::copy(packed()?.join(&file), folder.path().join(&file))?;
    }
    Ok(folder)
}

/// Flips a bit in the middle of the archive.
fn alter(folder: &Path) -> Outcome {
    let path = folder.join(name() + ".tar.gz");
    let mut bytes = fs::read(&path)?;
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    Ok(fs::write(path, bytes)?)
}

fn has_all() -> Outcome {
    let folder = TempDir::new()?;
    let archive = packed()?.join(name() + ".tar.gz");
    let unpacked =
        Command::new("tar").arg("-xzf").arg(archive).current_dir(folder.path()).output_in_time()?.status.success();
    let inner = folder.path().join(name());
    holds(unpacked && fs::read_dir(folder.path())?.count() == 1, &"another folder")?;
    let files = |folder: &str| -> Result<Vec<String>, Failed> {
        let mut names = Vec::new();
        for entry in fs::read_dir(inner.join(folder))? {
            let entry = entry?;
            holds(entry.file_type()?.is_dir() || entry.metadata()?.len() > 0, &entry.path().display())?;
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        Ok(names)
    };
    let program = format!("roguelab{}", std::env::consts::EXE_SUFFIX);
    let expected = ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "completions", "man", &program];
    holds(files("")? == expected, &format!("{:?}", files("")))?;
    let expected = ["bash", "elvish", "fish", "powershell", "zsh"].map(|shell| format!("roguelab.{shell}"));
    holds(files("completions")? == expected, &format!("{:?}", files("completions")))?;
    // A page for each command that the help lists, and one for all.
    let help = run(&["--help"]).stdout;
    let listed = help.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let commands: Vec<_> = listed.filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase())).collect();
    let pages = files("man")?;
    holds(
        ["check", "test", "who"].iter().all(|name| commands.contains(name)) && pages.contains(&"roguelab.1".to_owned()),
        &format!("{commands:?} {pages:?}"),
    )?;
    for command in commands.into_iter().filter(|command| !["help", "roguelab"].contains(command)) {
        holds(pages.contains(&format!("roguelab-{command}.1")), &format!("no page of {command}: {pages:?}"))?;
    }
    let said = Said::from(Command::new(inner.join(program)).arg("--version").output_in_time()?);
    holds(said.code == Some(0) && said.stdout == format!("roguelab {VERSION}\n"), &said.all())
}

fn has_its_checksum() -> Outcome {
    let folder = copied()?;
    let check = format!(
        "if command -v sha256sum; then sha256sum -c {0}; else shasum -a 256 -c {0}; fi",
        name() + ".tar.gz.sha256"
    );
    let said = step(folder.path(), &check, &[])?;
    holds(said.code == Some(0) && said.stdout.contains(&format!("{}.tar.gz: OK", name())), &said.all())?;
    alter(folder.path())?;
    let said = step(folder.path(), &check, &[])?;
    holds(said.code == Some(1), &said.all())
}

/// Runs the step of the action, with these archives; the folder it puts on the path.
fn installs(archives: &Path, changed: &[(&str, &str)]) -> Result<(Said, Option<PathBuf>, TempDir), Failed> {
    let text = fs::read_to_string(root().join("action.yml"))?;
    holds(text.contains(&format!("    default: \"{VERSION}\"\n")), &"the version is not the default of action.yml")?;
    let workflow = Workflow::read(&text)?;
    let [script] = &workflow.runs[..] else { return Err("not one step".into()) };
    let temporary = TempDir::new()?;
    let [from, path] = [format!("file://{}", archives.display()), temporary.path().join("path").display().to_string()];
    let folder = temporary.path().display().to_string();
    let mut variables = vec![
        ("VERSION", VERSION),
        ("SHA256", ""),
        ("FROM", &from),
        ("SOURCE", ""),
        ("RUNNER_TEMP", &folder),
        ("RUNNER_OS", HOST.1),
        ("RUNNER_ARCH", HOST.2),
        ("GITHUB_PATH", &path),
    ];
    variables.extend(changed);
    let said = step(temporary.path(), script, &variables)?;
    let added = fs::read_to_string(&path).ok().map(|text| PathBuf::from(text.trim_end()));
    Ok((said, added, temporary))
}

fn is_installed() -> Outcome {
    let archives = copied()?;
    let stated = fs::read_to_string(archives.path().join(name() + ".tar.gz.sha256"))?;
    let stated = stated.split(' ').next().unwrap_or_default();
    for changed in [&[][..], &[("SHA256", stated)]] {
        let (said, added, _kept) = installs(archives.path(), changed)?;
        let program = added.ok_or_else(|| said.all())?.join(format!("roguelab{}", std::env::consts::EXE_SUFFIX));
        holds(said.code == Some(0) && program.is_file(), &said.all())?;
    }
    let refused = |changed: &[(&str, &str)], message: &str| {
        let (said, added, _kept) = installs(archives.path(), changed)?;
        holds(said.code != Some(0) && added.is_none() && said.all().contains(message), &said.all())
    };
    refused(&[("RUNNER_ARCH", "ARM")], "::error::there is no archive of roguelab")?;
    refused(&[("SHA256", &"0".repeat(64))], "::error::")?;
    refused(&[("VERSION", "9.9.9")], "")?;
    alter(archives.path())?;
    refused(&[], "does not have the SHA-256")
}

/// The action knows the five targets, and no other.
fn has_the_targets_of_the_action() -> Outcome {
    let targets = |file: &str, before: &str, after: &str| -> Result<Vec<String>, Failed> {
        let text = fs::read_to_string(root().join(file))?;
        let found = text.lines().filter_map(|line| line.split_once(before)?.1.strip_suffix(after));
        let mut found: Vec<_> = found.map(str::to_owned).collect();
        found.sort();
        Ok(found)
    };
    let built = targets(".github/workflows/release.yml", "- target: ", "")?;
    let installed = targets("action.yml", " target=", " ;;")?;
    holds(built.len() == 5 && built == installed, &format!("{built:?}, {installed:?}"))
}

pub(super) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("release::the_workflow_builds_the_targets_of_the_action", has_the_targets_of_the_action),
        needs(&["bash", "tar"], "release::an_archive_has_program_licences_man_pages_and_completions", has_all),
        needs(&["bash", "tar"], "release::an_archive_has_its_checksum", has_its_checksum),
        needs(
            &["bash", "tar", "curl"],
            "release::the_action_installs_an_archive_and_refuses_an_altered_one",
            is_installed,
        ),
    ]
}
