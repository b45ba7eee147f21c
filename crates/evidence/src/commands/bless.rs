//! The commands `bless` and `gate`.

use std::io::Write as _;
use std::path::Path;
use std::process;

use anyhow::{Context as _, Result, bail};
use cli::cli::output::Output;
use cli::ending::Ending;
use lockstep::Budget;
use subjects::oracles::Policy;

use crate::fixtures::{self, Blessed, checkout};

/// How many lines of a difference the gate shows.
const SHOWN: usize = 60;

/// Regenerates the fixtures, and says which of them changed.
pub(super) fn bless() -> Result<Ending> {
    let mut out = Output::of_findings();
    let Blessed {
        all,
        changed,
        missing,
    } = regenerate("bless")?;
    for name in &changed {
        writeln!(out, "changed: fixtures/{name}")?;
    }
    for why in &missing {
        writeln!(out, "left as it is: fixtures/{why}")?;
    }
    if changed.is_empty() {
        out.verdict(format_args!("all {all} fixtures are as they were"))?;
    } else {
        out.verdict(format_args!(
            "{} of {all} fixtures changed: see `git diff fixtures`, and name in CHANGELOG.md what a user would notice",
            changed.len()
        ))?;
    }
    Ok(Ending::Success)
}

/// Regenerates the fixtures, and fails if they are not those that are committed.
pub(super) fn gate() -> Result<Ending> {
    let mut out = Output::of_findings();
    let blessed = regenerate("gate")?;
    let root = checkout("gate")?;
    let status = run_git(root, &["status", "--porcelain"])?;
    if !status.status.success() {
        bail!(
            "git cannot compare the fixtures with the committed ones: {}",
            String::from_utf8_lossy(&status.stderr).trim()
        );
    }
    let skipped = match blessed.missing.len() {
        0 => String::new(),
        missing => format!("; {missing} were not regenerated, see `cargo xtask doctor`"),
    };
    if status.stdout.is_empty() {
        let all = blessed.all;
        out.verdict(format_args!(
            "gate: passed, all {all} fixtures are the committed ones{skipped}"
        ))?;
        return Ok(Ending::Success);
    }
    let diff = run_git(root, &["diff", "--unified=0"])?.stdout;
    let diff = String::from_utf8_lossy(&diff);
    for line in diff.lines().take(SHOWN) {
        writeln!(out, "{line}")?;
    }
    if diff.lines().count() > SHOWN {
        writeln!(out, "... `git diff fixtures` shows the rest")?;
    }
    out.write_all(&status.stdout)?;
    out.verdict(format_args!(
        "gate: FAILED, what the code makes is not what is committed{skipped}; `git restore fixtures` undoes it"
    ))?;
    Ok(Ending::Failure)
}

/// Runs a command of git on the fixtures.
fn run_git(root: &Path, arguments: &[&str]) -> Result<process::Output> {
    process::Command::new("git")
        .current_dir(root)
        .args(arguments)
        .args(["--", "fixtures"])
        .output()
        .context("cannot run git, which compares the fixtures with the committed ones")
}

/// Regenerates the fixtures for a command. Other seeds than the committed ones are refused: with them the digests would mean nothing.
fn regenerate(command: &str) -> Result<Blessed> {
    for name in [Budget::SEED, Budget::CASES] {
        if std::env::var_os(name).is_some() {
            bail!(
                "the fixtures are made with committed seeds: unset {name}, or use it with `cargo test`"
            );
        }
    }
    fixtures::bless(checkout(command)?, Policy::from_env()?)
}
