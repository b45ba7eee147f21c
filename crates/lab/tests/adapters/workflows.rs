//! The workflows of `examples/ci` run their shell steps here, in copies of their folders laid out as somebody's repository; with
//! a mistake in the code they are red. The action that they install the program with is replaced by the program built here.
//!
//! The forms of all workflows are checked too: every action at a commit, and YAML as other readers read it.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use lab::fixtures::root;
use libtest_mimic::{Failed, Trial};
use tempfile::TempDir;

use super::{Outcome, holds};
use crate::child::CommandInTime as _;
use crate::folders::copy;
use crate::program::{PROGRAM, Said, roguelab, run};
use crate::trials::trial;

/// The tag of the action that the examples use.
const ACTION: &str = concat!("OWNER/roguelab@v", env!("CARGO_PKG_VERSION"));

/// What is read of a workflow or an action.
#[derive(Default)]
struct Workflow {
    /// The scripts of its steps, in order.
    runs: Vec<String>,
    /// The actions it uses, with their comments.
    uses: Vec<String>,
}

impl Workflow {
    /// `uses` and `run` with their values on the line, and `run: |` with its block. Another form is refused.
    fn read(text: &str) -> Result<Self, Failed> {
        let mut read = Self::default();
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let key = line.trim_start().trim_start_matches("- ");
            let indent = line.len() - key.len();
            if let Some(action) = key.strip_prefix("uses: ") {
                read.uses.push(action.to_owned());
            }
            match key.strip_prefix("run:").map(str::trim) {
                // Without a value it is the mapping of `defaults`.
                None | Some("") => {}
                Some("|") => {
                    let mut block = Vec::new();
                    while let Some(line) = lines.next_if(|line| {
                        line.trim().is_empty() || line.len() - line.trim_start().len() > indent
                    }) {
                        block.push(line);
                    }
                    let first = block
                        .iter()
                        .find(|line| !line.trim().is_empty())
                        .ok_or("an empty block")?;
                    let margin = first.len() - first.trim_start().len();
                    let script = block
                        .iter()
                        .map(|line| line.get(margin..).unwrap_or("").to_owned() + "\n");
                    read.runs
                        .push(script.collect::<String>().trim_end().to_owned() + "\n");
                }
                Some(script) => read
                    .runs
                    .push(if let Some(quoted) = script.strip_prefix('\'') {
                        quoted.strip_suffix('\'').ok_or(line)?.replace("''", "'")
                    } else {
                        let is_plain =
                            script.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '.');
                        holds(
                            is_plain && !script.contains(" #") && !script.contains(": "),
                            &line,
                        )?;
                        script.to_owned()
                    }),
            }
        }
        Ok(read)
    }

    fn of(path: &Path) -> Result<Self, Failed> {
        Self::read(
            &fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?,
        )
    }
}

/// Runs a script as GitHub does with `shell: bash`, with the program built here on the path.
fn step(folder: &Path, script: &str) -> Result<Said, Failed> {
    let program = Path::new(PROGRAM).parent().ok_or("no folder")?.to_owned();
    let path = env::var_os("PATH").unwrap_or_default();
    let path: OsString = env::join_paths([program].into_iter().chain(env::split_paths(&path)))?;
    let mut bash = Command::new("bash");
    // Removed from the environment of the program in all tests.
    for (name, _) in roguelab(&[]).get_envs() {
        bash.env_remove(name);
    }
    bash.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script])
        .current_dir(folder)
        .env("PATH", path);
    bash.env("PYTHONDONTWRITEBYTECODE", "1");
    Ok(bash.output_in_time()?.into())
}

/// A repository of an example, and the scripts of its workflow.
struct Repository<'a> {
    folder: &'a Path,
    script: String,
}

impl<'a> Repository<'a> {
    fn new(example: &str, workflow: &str, folder: &'a Path) -> Result<Self, Failed> {
        copy(&root().join("examples/ci").join(example), folder);
        let path = folder.join(".github/workflows").join(workflow);
        let text = fs::read_to_string(&path)?;
        holds(text.contains("defaults:\n  run:\n"), &"no defaults")?;
        holds(
            text.lines().any(|line| line == "    shell: bash"),
            &"its shell is not bash",
        )?;
        let Workflow { runs, uses } = Workflow::read(&text)?;
        let [script] = &runs[..] else {
            return Err(format!("{} steps", runs.len()).into());
        };
        let installs = uses.iter().any(|action| action == ACTION);
        holds(
            installs == script.contains("roguelab"),
            &format!("{ACTION}, {uses:?}"),
        )?;
        Ok(Self {
            folder,
            script: script.clone(),
        })
    }

    /// Replaces a piece of a file, which must be there once.
    fn change(&self, file: &str, piece: &str, instead: &str) -> Outcome {
        let path = self.folder.join(file);
        let text = fs::read_to_string(&path)?;
        holds(
            text.matches(piece).count() == 1,
            &format!("`{piece}` in {file}"),
        )?;
        Ok(fs::write(path, text.replace(piece, instead))?)
    }

    /// Runs its script, with a piece replaced.
    fn ends(&self, [piece, instead]: [&str; 2], code: i32, needles: &[&str]) -> Outcome {
        holds(self.script.contains(piece), &self.script)?;
        let said = step(self.folder, &self.script.replace(piece, instead))?;
        let missing = needles.iter().find(|needle| !said.all().contains(**needle));
        holds(
            said.code == Some(code) && missing.is_none(),
            &format!("{code}, {missing:?}\n{}", said.all()),
        )
    }
}

const AS_IT_IS: [&str; 2] = ["", ""];

fn port() -> Outcome {
    let folder = TempDir::new()?;
    let repository = Repository::new("port", "port.yml", folder.path())?;
    repository.ends(AS_IT_IS, 0, &["`python3 adapter.py` agrees with port"])?;
    let junit = || fs::read_to_string(repository.folder.join("port.xml"));
    holds(junit()?.contains("failures=\"0\""), &junit()?)?;
    repository.change("pcg.py", "old >> 18", "old >> 17")?;
    repository.ends(
        AS_IT_IS,
        1,
        &["::error ", "shortest  2 ops: srandom 42 54; random\n"],
    )?;
    holds(junit()?.contains("failures=\"1\""), &junit()?)?;
    // Its lower half is the protocol, which nobody fills in.
    let protocol = |text: &str| {
        text.split_once("\n# Below is the protocol")
            .map(|(_, text)| text.to_owned())
    };
    let written = run(&["shim", "pcg32", "--lang", "python"]).stdout;
    let theirs = fs::read_to_string(repository.folder.join("adapter.py"))?;
    holds(
        protocol(&written).is_some() && protocol(&written) == protocol(&theirs),
        &"`roguelab shim` writes another",
    )
}

fn stream() -> Outcome {
    let folder = TempDir::new()?;
    let repository = Repository::new("stream", "randomness.yml", folder.path())?;
    repository.ends(AS_IT_IS, 0, &["\nPASS\n"])?;
    let annotation = "::error::INVALID: there are too few rolls to say";
    repository.ends(
        ["--rolls 1000000", "--rolls 100"],
        2,
        &["\nINVALID\n", annotation],
    )?;
    // The mistake that a comment there speaks of.
    repository.change("dice.py", ">= 252", ">= 256")?;
    repository.ends(AS_IT_IS, 1, &["\nFAIL\n", "::error::the dice are not fair"])?;
    repository.change(
        "dice.py",
        "range(given.rolls))\n",
        "range(given.rolls))\nraise SystemExit(3)\n",
    )?;
    repository.ends(
        ["--rolls 1000000", "--rolls 20000"],
        3,
        &["\nPASS\n", "::error::the test ended with 3"],
    )
}

/// The crate of this repository takes the place of the published one; other crates are those of `Cargo.lock`.
fn rust() -> Outcome {
    // The same folder each time, so that what cargo built there serves again.
    let ci = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ci");
    let folder = ci.join("rust");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let repository = Repository::new("rust", "test.yml", &folder)?;
    let gof = toml::Value::from(root().join("crates/gof").to_string_lossy().into_owned());
    let target = toml::Value::from(ci.join("target").to_string_lossy().into_owned());
    let settings = format!(
        "[patch.crates-io]\nroguelab-gof = {{ path = {gof} }}\n[net]\noffline = true\n[build]\ntarget-dir = {target}\n"
    );
    fs::create_dir(folder.join(".cargo"))?;
    fs::write(folder.join(".cargo/config.toml"), settings)?;
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    repository.ends(
        AS_IT_IS,
        0,
        &[
            "the_shuffle_is_fair ... ok",
            "the_loot_is_as_rare_as_it_says ... ok",
        ],
    )?;
    repository.change(
        "src/lib.rs",
        "below(i + 1, word())",
        "below(deck.len(), word())",
    )?;
    repository.change("src/lib.rs", "0..95 => 0", "0..96 => 0")?;
    let said = [
        "the shuffle of 6 items is biased",
        "test result: FAILED. 0 passed; 2 failed",
    ];
    repository.ends(AS_IT_IS, 101, &said)
}

/// Every workflow and action of the repository.
fn all() -> Result<Vec<PathBuf>, Failed> {
    let mut folders = vec![root().join(".github/workflows")];
    for entry in fs::read_dir(root().join("examples/ci"))? {
        folders.push(entry?.path().join(".github/workflows"));
    }
    let mut found = vec![root().join("action.yml")];
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        for entry in fs::read_dir(folder)? {
            found.push(entry?.path());
        }
    }
    holds(found.len() >= 6, &found.len())?;
    Ok(found)
}

/// A commit, and the version as a comment.
fn is_pinned(action: &str) -> bool {
    let Some((name, version)) = action.split_once('@') else {
        return false;
    };
    let (commit, comment) = version.split_once(" # v").unwrap_or_default();
    let is_commit = commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    name.contains('/') && is_commit && comment.starts_with(|c: char| c.is_ascii_digit())
}

fn pinned() -> Outcome {
    for path in all()? {
        for action in Workflow::of(&path)?.uses {
            holds(
                is_pinned(&action) || action == ACTION,
                &format!("{}: {action}", path.display()),
            )?;
        }
    }
    holds(
        !is_pinned("actions/checkout@v4")
            && !is_pinned("actions/checkout@34e114876b0b11c390a5 # v4.3.1"),
        &"a tag passes",
    )
}

fn installs_what_is_released() -> Outcome {
    let [action, release] = ["action.yml", ".github/workflows/release.yml"]
        .map(|path| fs::read_to_string(root().join(path)));
    let (action, release) = (action?, release?);
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

/// The scripts as the library reads them: of the steps of all jobs, or of an action.
const PYYAML: &str = "
import json, sys, yaml
read = yaml.safe_load(open(sys.argv[1], encoding='utf-8'))
parts = list(read['jobs'].values()) if 'jobs' in read else [read['runs']]
print(json.dumps([step['run'] for part in parts for step in part['steps'] if 'run' in step]))
";

fn read_alike() -> Outcome {
    for path in all()? {
        let output = Command::new("python3")
            .args(["-c", PYYAML])
            .arg(&path)
            .output_in_time()?;
        let said = Said::from(output);
        holds(said.code == Some(0), &said.all())?;
        let theirs: Vec<String> = serde_json::from_str(&said.stdout)?;
        let ours = Workflow::of(&path)?.runs;
        holds(
            ours == theirs,
            &format!("{}: {ours:?}, {theirs:?}", path.display()),
        )?;
    }
    Ok(())
}

/// A fact that needs programs: their names, or commands that succeed where they are. Without one it is ignored, and says so.
fn needs(programs: &[&str], fact: &str, check: fn() -> Outcome) -> Trial {
    let is_here = |program: &&&str| {
        let command = if program.contains(' ') {
            (*program).to_string()
        } else {
            format!("command -v {program}")
        };
        Command::new("sh")
            .args(["-c", &command])
            .output_in_time()
            .is_ok_and(|output| output.status.success())
    };
    match programs.iter().find(|program| !is_here(program)) {
        None => Trial::test(fact, check),
        Some(missing) => {
            Trial::test(format!("{fact} (not here: {missing})"), check).with_ignored_flag(true)
        }
    }
}

/// What is slow is left out for this reason, if there is one.
pub(super) fn trials(slow: Option<&String>) -> Vec<Trial> {
    let needs_slowly = |programs: &[&str], fact: &str, check: fn() -> Outcome| match slow {
        Some(_) => trial(fact, slow.cloned(), check),
        None => needs(programs, fact, check),
    };
    vec![
        needs_slowly(
            &["bash", "python3"],
            "examples::the_workflow_of_a_port_is_red_when_the_port_breaks",
            port,
        ),
        needs_slowly(
            &["bash", "python3"],
            "examples::the_workflow_of_a_stream_is_red_when_the_dice_are_biased",
            stream,
        ),
        needs_slowly(
            &["bash", "cargo"],
            "examples::the_workflow_in_rust_is_red_when_the_shuffle_is_biased",
            rust,
        ),
        Trial::test("workflows::use_every_action_at_a_commit", pinned),
        Trial::test(
            "workflows::the_action_installs_this_version_for_the_targets_of_a_release",
            installs_what_is_released,
        ),
        needs(
            &["python3 -c 'import yaml'"],
            "workflows::are_yaml_and_read_alike_by_pyyaml",
            read_alike,
        ),
    ]
}
