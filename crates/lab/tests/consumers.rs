//! The consumers of the vector pack in other languages: each agrees on every step, and finds a flipped bit.
//!
//! Tests are named `language::fact (version)`. A language that is not on this machine is shown as ignored, with the
//! reason, whatever `ROGUELAB_ORACLES` says: a language is not an oracle.

#[path = "consumers/broken.rs"]
mod broken;
#[path = "suite/child.rs"]
mod child;
#[path = "suite/program.rs"]
#[allow(dead_code, reason = "the consumers are other programs")]
mod program;
#[path = "suite/trials.rs"]
mod trials;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::LazyLock;

use child::CommandInTime as _;
use program::Said;

use lab::fixtures::root;
use lab::pack;
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use subjects::registry::SUBJECTS;
use tempfile::TempDir;
use trials::{holds, trial};

type Outcome = Result<(), Failed>;

/// Changes a value; false if it cannot be done.
type Change = fn(&mut Value) -> bool;

/// A fact about a consumer, and what shows it.
type Fact = (&'static str, fn(Language) -> Outcome);

const FACTS: [Fact; 4] = [
    (
        "agrees_on_every_step_of_the_pack",
        agrees_on_every_step_of_the_pack,
    ),
    (
        "finds_and_names_a_flipped_bit_in_every_file",
        finds_and_names_a_flipped_bit_in_every_file,
    ),
    ("finds_a_changed_argument", finds_a_changed_argument),
    (
        "refuses_what_is_no_file_of_vectors",
        refuses_what_is_no_file_of_vectors,
    ),
];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let slow = trials::slow(&arguments);
    let of_languages = LANGUAGES.into_iter().flat_map(|language| {
        let version = language.version();
        // A consumer is started for each of a dozen files that are refused; and one language is enough for most runs.
        let is_slow =
            |fact| language.name() != "python" || fact == "refuses_what_is_no_file_of_vectors";
        let slow = |fact| slow.clone().filter(|_| is_slow(fact));
        FACTS.map(|(fact, run)| {
            let named = |said: &str| format!("{}::{fact} ({said})", language.name());
            match &version {
                Ok(version) => trial(named(version), slow(fact), move || run(language)),
                Err(missing) => {
                    Trial::test(named(missing), move || run(language)).with_ignored_flag(true)
                }
            }
        })
    });
    let trials = of_languages
        .chain(broken::trials(&Language::Python.version(), slow.as_ref()))
        .collect();
    trials::run(arguments, trials)
}

#[derive(Clone, Copy)]
enum Language {
    Python,
    JavaScript,
}

const LANGUAGES: [Language; 2] = [Language::Python, Language::JavaScript];

impl Language {
    fn name(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::JavaScript => "javascript",
        }
    }

    /// The interpreter.
    fn tool(self) -> &'static str {
        match self {
            Self::Python => "python3",
            Self::JavaScript => "node",
        }
    }

    /// The version of its tool, or why it cannot be run.
    fn version(self) -> Result<String, String> {
        let tool = self.tool();
        let output = Command::new(tool).arg("--version").output_in_time();
        let output = output.map_err(|error| format!("{tool}: {error}"))?;
        let said = String::from_utf8_lossy(&output.stdout);
        match said.lines().next() {
            Some(line) if output.status.success() => Ok(format!("{tool}: {line}")),
            _ => Err(format!("{tool} --version: {}", output.status)),
        }
    }

    /// Runs the consumer.
    fn check(self, paths: &[PathBuf]) -> Result<Said, Failed> {
        let consumer = match self {
            Self::Python => "python/check.py",
            Self::JavaScript => "javascript/check.mjs",
        };
        let mut command = Command::new(self.tool());
        command.arg(root().join("examples/consumers").join(consumer));
        Ok(command
            .args(paths)
            .current_dir(root())
            .output_in_time()?
            .into())
    }
}

fn read(path: &Path) -> Result<String, Failed> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// The last line has the counts, and the exit code is this.
fn ended(said: &Said, code: i32, agreed: usize, all: usize) -> Outcome {
    let last = format!("\n{agreed} of {all} steps agree\n");
    holds(
        said.code == Some(code) && format!("\n{}", said.stdout).ends_with(&last),
        &format!("{code}{last}{}", said.all()),
    )
}

/// A file of the pack.
struct Vectors {
    subject: &'static str,
    path: PathBuf,
    content: Value,
}

/// A step by its place.
#[derive(Clone, Copy)]
struct Place {
    case: usize,
    step: usize,
    /// How many steps of the file come before it.
    before: usize,
}

impl Vectors {
    /// Every file, in the order of the registry; read once for all tests.
    fn all() -> Result<&'static [Self], Failed> {
        static ALL: LazyLock<Result<Vec<Vectors>, Failed>> = LazyLock::new(|| {
            let one = |subject: &&'static dyn lockstep::Subject| {
                let path = root()
                    .join("fixtures")
                    .join(pack::FOLDER)
                    .join(pack::name(*subject));
                let content = serde_json::from_str(&read(&path)?)?;
                Ok(Vectors {
                    subject: subject.name(),
                    path,
                    content,
                })
            };
            SUBJECTS.iter().map(one).collect()
        });
        ALL.as_deref().map_err(Clone::clone)
    }

    /// Those that a consumer has a port of: all of the five documents.
    fn ported(language: Language) -> Result<Vec<&'static Self>, Failed> {
        let files = Self::all()?;
        let said = language.check(
            &files
                .iter()
                .map(|file| file.path.clone())
                .collect::<Vec<_>>(),
        )?;
        let is_ported = |file: &&Self| {
            !said
                .stdout
                .contains(&format!("{}: not ported here\n", file.subject))
        };
        let ported: Vec<_> = files.iter().filter(is_ported).collect();
        holds(ported.len() >= 12, &said.all())?;
        Ok(ported)
    }

    fn places(&self) -> Vec<Place> {
        let cases = self.content["cases"]
            .as_array()
            .into_iter()
            .flatten()
            .enumerate();
        let places = cases.flat_map(|(case, content)| {
            let steps = content["steps"].as_array().map_or(0, Vec::len);
            (0..steps).map(move |step| (case, step))
        });
        places
            .enumerate()
            .map(|(before, (case, step))| Place { case, step, before })
            .collect()
    }

    /// Changes a part of the middle one of the steps where that can be done; `None` if there is no such step.
    fn changed(&self, part: &'static str, change: Change) -> Option<(Value, Place)> {
        let changed = |content: &mut Value, place: Place| {
            content["cases"][place.case]["steps"][place.step]
                .get_mut(part)
                .is_some_and(change)
        };
        let mut content = self.content.clone();
        let places: Vec<_> = self
            .places()
            .into_iter()
            .filter(|&place| changed(&mut content, place))
            .collect();
        let place = *places.get(places.len().checked_sub(1)? / 2)?;
        let mut content = self.content.clone();
        changed(&mut content, place).then_some((content, place))
    }

    /// How the line begins and ends that names this step.
    fn named(&self, place: Place, part: &str) -> (String, String) {
        let case = &self.content["cases"][place.case];
        let name = case["name"].as_str().unwrap_or_default();
        let op = case["steps"][place.step]["op"].as_str().unwrap_or_default();
        (
            format!(
                "{}: case `{name}`, step {}, {op} {{",
                self.subject, place.step
            ),
            format!("}}, {part}:"),
        )
    }
}

/// Flips the lowest bit of the number or letter that is in the middle; false if there is none.
fn flip(value: &mut Value) -> bool {
    match value {
        Value::Number(number) => {
            let flipped = number.as_i64().map(|number| number ^ 1);
            *value = flipped.into();
            flipped.is_some()
        }
        Value::String(text) => {
            let middle = text.chars().count() / 2;
            // Flipping the lowest bit of a character always gives a character.
            let one = |(i, letter)| {
                if i == middle {
                    char::from_u32(u32::from(letter) ^ 1).unwrap()
                } else {
                    letter
                }
            };
            let flipped: String = text.chars().enumerate().map(one).collect();
            std::mem::replace(text, flipped) != *text
        }
        Value::Array(list) => {
            let middle = list.len() / 2;
            list.get_mut(middle).is_some_and(flip)
        }
        Value::Object(map) => map.values_mut().any(flip),
        _ => false,
    }
}

/// Flips the value of the middle draw.
fn flip_draw(draws: &mut Value) -> bool {
    let middle = draws.as_array().map_or(0, Vec::len) / 2;
    draws
        .get_mut(middle)
        .and_then(|draw| draw.get_mut(1))
        .is_some_and(flip)
}

fn agrees_on_every_step_of_the_pack(language: Language) -> Outcome {
    let files = Vectors::ported(language)?;
    let all = files.iter().map(|file| file.places().len()).sum();
    let line = |file: &&Vectors| format!("{}: {} steps agree", file.subject, file.places().len());
    let mut expected: Vec<_> = files.iter().map(line).collect();
    // Each file by its name, and then the folder, in any order.
    let named: Vec<_> = files.iter().map(|file| file.path.clone()).collect();
    for paths in [&named[..], &[]] {
        let said = language.check(paths)?;
        ended(&said, 0, all, all)?;
        let mut lines: Vec<_> = said.stdout.lines().collect();
        lines.pop();
        if paths.is_empty() {
            lines.retain(|line| !line.ends_with(": not ported here"));
            lines.sort_unstable();
            expected.sort_unstable();
        }
        holds(lines == expected, &said.all())?;
    }
    Ok(())
}

fn finds_and_names_a_flipped_bit_in_every_file(language: Language) -> Outcome {
    let folder = TempDir::new()?;
    let (mut paths, mut names, mut agreed, mut all) = (Vec::new(), Vec::new(), 0, 0);
    for file in Vectors::ported(language)? {
        let draws = file.content["ops"]
            .as_array()
            .is_some_and(|ops| ops.iter().any(|op| op["draws"] == true));
        let flips: [(&str, bool, Change); 2] =
            [("output", true, flip), ("draws", draws, flip_draw)];
        for (part, wanted, change) in flips {
            let changed = file.changed(part, change);
            holds(
                changed.is_some() == wanted,
                &format!("{}: no bit of {part} to flip", file.subject),
            )?;
            let Some((content, place)) = changed else {
                continue;
            };
            let path = folder.path().join(format!("{part}-{}.json", file.subject));
            fs::write(&path, content.to_string())?;
            paths.push(path);
            names.push(file.named(place, part));
            agreed += place.before;
            all += file.places().len();
        }
    }
    let said = language.check(&paths)?;
    ended(&said, 1, agreed, all)?;
    // Three lines for each file, and the one at the end.
    let lines: Vec<_> = said.stdout.lines().collect();
    holds(lines.len() == 3 * names.len() + 1, &said.all())?;
    for ((begin, end), lines) in names.iter().zip(lines.chunks(3)) {
        let named = lines[0].starts_with(begin) && lines[0].ends_with(end);
        let shown =
            lines[1].starts_with("  the file has ") && lines[2].starts_with("  this port has ");
        holds(
            named && shown,
            &format!("expected `{begin}...{end}`\n{}", lines.join("\n")),
        )?;
    }
    Ok(())
}

/// Another seed makes other words: the arguments are read.
fn finds_a_changed_argument(language: Language) -> Outcome {
    let folder = TempDir::new()?;
    let path = folder.path().join("rrandom.json");
    let files = Vectors::all()?;
    let file = files
        .iter()
        .find(|file| file.subject == "rrandom")
        .ok_or("no file of rrandom")?;
    let reseed = |args: &mut Value| args.get_mut("seed").is_some_and(flip);
    let (content, place) = file.changed("args", reseed).ok_or("no seed")?;
    fs::write(&path, content.to_string())?;
    let said = language.check(&[path])?;
    // Seeding shows nothing: the step after it does.
    let after = Place {
        step: place.step + 1,
        before: place.before + 1,
        ..place
    };
    let (begin, end) = file.named(after, "output");
    let first = said.stdout.lines().next().unwrap_or_default();
    holds(
        first.starts_with(&begin) && first.ends_with(&end),
        &said.all(),
    )?;
    ended(&said, 1, after.before, file.places().len())
}

fn refuses_what_is_no_file_of_vectors(language: Language) -> Outcome {
    let folder = TempDir::new()?;
    let files = Vectors::all()?;
    let file = files
        .iter()
        .find(|file| file.subject == "pcg32")
        .ok_or("no file of pcg32")?;
    let text = read(&file.path)?;
    let with = |change: fn(&mut Value)| {
        let mut content = file.content.clone();
        change(&mut content);
        content.to_string()
    };
    let broken = [
        ("empty", String::new()),
        ("cut", text[..text.len() / 2].to_owned()),
        ("two", text.repeat(2)),
        ("list", "[]".to_owned()),
        (
            "schema",
            with(|content| content["schema"] = "roguelab-vectors/2".into()),
        ),
        (
            "no-step",
            with(|content| content["cases"] = Value::Array(Vec::new())),
        ),
        (
            "op",
            with(|content| content["cases"][0]["steps"][0]["op"] = "no-op".into()),
        ),
        (
            "argument",
            with(|content| {
                content["cases"][0]["steps"][0]["args"] = Value::Object(serde_json::Map::new());
            }),
        ),
    ];
    for (name, text) in broken {
        let path = folder.path().join(format!("{name}.json"));
        fs::write(&path, text)?;
        // A file that agrees does not make up for it.
        let said = language.check(&[path.clone(), file.path.clone()])?;
        holds(
            said.code == Some(2) && said.stderr.contains(&path.display().to_string()),
            &said.all(),
        )?;
        holds(
            said.stdout == format!("pcg32: {} steps agree\n", file.places().len()),
            &said.all(),
        )?;
    }
    let unknown = folder.path().join("unknown.json");
    fs::write(
        &unknown,
        with(|content| content["subject"] = "pcg64".into()),
    )?;
    let empty = folder.path().join("empty");
    fs::create_dir(&empty)?;
    for path in [unknown, empty, folder.path().join("missing.json")] {
        let said = language.check(&[path])?;
        holds(said.code == Some(2), &said.all())?;
    }
    Ok(())
}
