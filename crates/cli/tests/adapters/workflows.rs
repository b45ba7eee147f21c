//! The shell steps of the workflows in `examples/ci` run here, in copies of their folders laid out as users' repositories; with
//! a mistake in the code they fail. The action that installs the program is replaced by the program built here, and the
//! checkout of this repository by a link.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use libtest_mimic::{Failed, Trial};
use subjects::oracles::root;
use tempfile::TempDir;

use super::{Outcome, holds};
use crate::folders::{copy, files};
use crate::program::{PROGRAM, Said, roguelab, run};
use crate::trials::trial;

/// The repository of an example, and the script of its workflow.
struct Repository<'a> {
    folder: &'a Path,
    script: String,
}

impl<'a> Repository<'a> {
    /// The workflow must have exactly one step that runs something: `run: COMMAND`, or `run: |` with a block at its end.
    fn new(example: &str, workflow: &str, folder: &'a Path) -> Result<Self, Failed> {
        copy(&root().join("examples/ci").join(example), folder);
        let text = fs::read_to_string(folder.join(".github/workflows").join(workflow))?;
        holds(text.contains("    shell: bash\n"), &"its shell is not bash")?;
        let (_, rest) = text.split_once("      - run: ").ok_or("no step")?;
        holds(!rest.contains("- run: "), &"several steps")?;
        let first = rest.lines().next().unwrap_or_default();
        let block = rest
            .lines()
            .skip(1)
            .take_while(|line| line.is_empty() || line.starts_with("          "));
        let script = if first == "|" {
            block.collect::<Vec<_>>().join("\n")
        } else {
            first.to_owned()
        };
        let (installs, checks_out) = ("- uses: ./roguelab\n", "path: roguelab\n");
        holds(
            text.contains(installs) == script.contains("roguelab") && text.contains(checks_out),
            &text,
        )?;
        Ok(Self { folder, script })
    }

    /// Replaces a text that must occur in the file exactly once.
    fn change(&self, file: &str, piece: &str, instead: &str) -> Outcome {
        let path = self.folder.join(file);
        let text = fs::read_to_string(&path)?;
        holds(
            text.matches(piece).count() == 1,
            &format!("`{piece}` in {file}"),
        )?;
        Ok(fs::write(path, text.replace(piece, instead))?)
    }

    /// Runs the script as GitHub does with `shell: bash`, with the program built here on the path.
    fn ends(&self, code: i32, needles: &[&str]) -> Outcome {
        let program = Path::new(PROGRAM).parent().ok_or("no folder")?.to_owned();
        let path = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths([program].into_iter().chain(env::split_paths(&path)))?;
        let mut bash = Command::new("bash");
        // These variables are removed for the program in all tests.
        for (name, _) in roguelab(&[]).get_envs() {
            bash.env_remove(name);
        }
        bash.args([
            "--noprofile",
            "--norc",
            "-eo",
            "pipefail",
            "-c",
            &self.script,
        ]);
        bash.current_dir(self.folder)
            .env("PATH", path)
            .env("PYTHONDONTWRITEBYTECODE", "1");
        let said = Said::from(bash.output()?);
        let missing = needles.iter().find(|needle| !said.all().contains(**needle));
        holds(
            said.code == Some(code) && missing.is_none(),
            &format!("{code}, {missing:?}\n{}", said.all()),
        )
    }
}

fn port() -> Outcome {
    let folder = TempDir::new()?;
    let repository = Repository::new("port", "port.yml", folder.path())?;
    repository.ends(0, &["`python3 adapter.py` agrees with port"])?;
    repository.change("pcg.py", "old >> 18", "old >> 17")?;
    repository.ends(1, &["::error ", "shortest  2 ops: srandom 42 54; random\n"])?;
    let junit = fs::read_to_string(folder.path().join("port.xml"))?;
    holds(junit.contains("failures=\"1\""), &junit)?;
    // The lower half is the protocol, which nobody fills in.
    let written = run(&["shim", "pcg32", "--lang", "python"]).stdout;
    let theirs = fs::read_to_string(folder.path().join("adapter.py"))?;
    let [written, theirs] =
        [&written, &theirs].map(|text| text.split_once("\n# Below is the protocol"));
    let is_same =
        written.is_some() && written.map(|(_, text)| text) == theirs.map(|(_, text)| text);
    holds(is_same, &"`roguelab shim` writes another")
}

fn stream() -> Outcome {
    let folder = TempDir::new()?;
    let repository = Repository::new("stream", "randomness.yml", folder.path())?;
    repository.ends(0, &["\nPASS\n"])?;
    // The mistake that a comment there describes.
    repository.change("dice.py", ">= 252", ">= 256")?;
    repository.ends(1, &["\nFAIL\n", "::error::the dice are not fair"])?;
    repository.change("dice.py", "range(given.rolls))\n", "range(100))\n")?;
    repository.ends(
        2,
        &[
            "\nINVALID\n",
            "::error::INVALID: there are too few rolls to say",
        ],
    )?;
    repository.change(
        "dice.py",
        "range(100))\n",
        "range(20000))\nraise SystemExit(3)\n",
    )?;
    repository.ends(3, &["::error::the test ended with 3"])
}

/// The other crates come from `Cargo.lock`.
fn rust() -> Outcome {
    // Use the same folder each time, so that cargo can reuse what it built.
    let ci = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ci");
    let folder = ci.join("rust");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(folder.join(".cargo"))?;
    let repository = Repository::new("rust", "test.yml", &folder)?;
    let target = toml::Value::from(ci.join("target").to_string_lossy().into_owned());
    std::os::unix::fs::symlink(root(), folder.join("roguelab"))?;
    let settings = format!("[net]\noffline = true\n[build]\ntarget-dir = {target}\n");
    fs::write(folder.join(".cargo/config.toml"), settings)?;
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    repository.ends(0, &["test result: ok. 2 passed"])?;
    repository.change(
        "src/lib.rs",
        "below(i + 1, word())",
        "below(deck.len(), word())",
    )?;
    repository.change("src/lib.rs", "0..95 => 0", "0..96 => 0")?;
    repository.ends(
        101,
        &[
            "the shuffle of 6 items is biased",
            "test result: FAILED. 0 passed; 2 failed",
        ],
    )
}

/// Every workflow and action in the repository pins each action of others to a commit, with the version as a comment.
fn pinned() -> Outcome {
    let mut found: Vec<PathBuf> = [".github", "examples/ci"]
        .iter()
        .flat_map(|folder| files(&root().join(folder)))
        .collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "yml"));
    found.push(root().join("action.yml"));
    holds(found.len() >= 6, &found.len())?;
    for path in found {
        let text = fs::read_to_string(&path)?;
        for action in text
            .lines()
            .filter_map(|line| line.split_once("uses: "))
            .map(|(_, action)| action)
        {
            let is_pinned = action
                .split_once('@')
                .and_then(|(_, version)| version.split_once(" # v"))
                .is_some_and(|(commit, _)| {
                    commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit())
                });
            holds(
                is_pinned || action.starts_with("./"),
                &format!("{}: {action}", path.display()),
            )?;
        }
    }
    Ok(())
}

fn installs_what_is_released() -> Outcome {
    let [action, release] = ["action.yml", ".github/workflows/release.yml"]
        .map(|path| fs::read_to_string(root().join(path)));
    let (action, release) = (action?, release?);
    holds(
        release.contains("    uses: ./.github/workflows/ci.yml\n")
            && release.contains("    needs: ci\n"),
        &"a release does not wait for ci",
    )?;
    holds(
        action.contains("curl --proto =https ") && !action.contains(".tar.gz.sha256"),
        &"the action trusts what it downloads",
    )?;
    let version = concat!("    default: \"", env!("CARGO_PKG_VERSION"), "\"\n");
    holds(
        action.contains(version),
        &"the version is not the default of action.yml",
    )?;
    let targets = |text: &str, before: &str, after: &str| -> BTreeSet<String> {
        let found = text
            .lines()
            .filter_map(|line| line.split_once(before)?.1.strip_suffix(after));
        found.map(str::to_owned).collect()
    };
    let (built, installed) = (
        targets(&release, "- target: ", ""),
        targets(&action, " target=", " ;;"),
    );
    holds(
        built.len() == 5 && built == installed,
        &format!("{built:?}, {installed:?}"),
    )
}

/// The tests; slow ones are left out for this reason, if there is one.
pub(super) fn trials(slow: Option<&String>) -> [Trial; 5] {
    let slow = slow.cloned();
    [
        trial(
            "examples::the_workflow_of_a_port_is_red_when_the_port_breaks",
            slow.clone(),
            port,
        ),
        trial(
            "examples::the_workflow_of_a_stream_is_red_when_the_dice_are_biased",
            slow.clone(),
            stream,
        ),
        trial(
            "examples::the_workflow_in_rust_is_red_when_the_shuffle_is_biased",
            slow,
            rust,
        ),
        trial("workflows::use_every_action_at_a_commit", None, pinned),
        trial(
            "workflows::the_action_installs_this_version_for_the_targets_of_a_release",
            None,
            installs_what_is_released,
        ),
    ]
}
