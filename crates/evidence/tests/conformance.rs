//! Conformance: every comparison in the registry is a test, named `subject::kind::actual_equals_expected`, and so is the real
//! game. The report takes long, and is tested with `--include-ignored`.
//!
//! If an oracle is not on this machine, its tests are shown as ignored, with the reason. With `ROGUELAB_ORACLES=require` they
//! fail; with `off` all oracles are left out.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, ExitCode};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use folders::files;
use foreign::game::Game;
use libtest_mimic::{Arguments, Failed, Trial};
use lockstep::Budget;
use roguelab_evidence::campaign::Campaign;
use roguelab_evidence::report::{POSTER, Report, Run};
use serde_json::Value;
use subjects::conformance::{Comparison, Outcome, comparisons};
use subjects::oracles::root;
use subjects::oracles::{Policy, VARIABLE};
use trials::trial;

#[path = "../../cli/tests/suite/folders.rs"]
mod folders;
#[path = "conformance/site.rs"]
mod site;
#[path = "../../cli/tests/suite/trials.rs"]
mod trials;
#[path = "conformance/words.rs"]
mod words;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let (budget, policy) = match (Budget::from_env(), Policy::from_env()) {
        (Ok(budget), Ok(policy)) => (budget, policy),
        (Err(error), _) => return refuse(&error),
        (_, Err(error)) => return refuse(&error),
    };
    if !arguments.list {
        println!(
            "seed {:#x}, {} random cases, {VARIABLE} {policy:?}",
            budget.seed, budget.cases
        );
    }
    // All findings are computed, and the commands that claims name are run.
    let slow = trials::slow(&arguments);
    let compared = comparisons()
        .into_iter()
        .map(|comparison| comparison_trial(comparison, budget, policy));
    let whole = [
        game_trial(policy),
        trial(
            "report::its_numbers_are_those_committed_with_any_number_of_threads",
            slow,
            move || report(budget, policy),
        ),
    ];
    let trials = compared.chain(whole).collect();
    trials::run(arguments, trials)
}

fn refuse(error: &dyn std::fmt::Display) -> ExitCode {
    eprintln!("{error}");
    ExitCode::from(2)
}

/// The result of a test for an outcome.
fn judged(outcome: Outcome) -> Result<(), Failed> {
    match outcome {
        Outcome::Agrees(_) => Ok(()),
        Outcome::Differs { mismatch: why }
        | Outcome::Broken { why }
        | Outcome::Skipped { why }
        | Outcome::Missing { why } => Err(why.into()),
    }
}

fn comparison_trial(comparison: Comparison, budget: Budget, policy: Policy) -> Trial {
    trial(comparison.name(), comparison.left_out(policy), move || {
        judged(comparison.evaluate(&budget, policy))
    })
}

fn read(name: &str) -> Result<String, Failed> {
    let path = root().join("fixtures").join(name);
    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// How many games of the real program are played, and how many at a time.
const GAMES: usize = 64;
const AT_ONCE: usize = 8;
/// The shifts, in multiples of 32,768 seconds, at which each game is started again; the last is after 2038, where the seed is
/// negative.
const SHIFTS: [u32; 3] = [1, 1000, 20_000];

fn without_game(policy: Policy) -> Option<String> {
    match (Game::find(), policy) {
        (_, Policy::Off) => Some(format!("{VARIABLE}=off")),
        (Err(missing), Policy::Auto) => Some(missing.to_string()),
        _ => None,
    }
}

fn game_trial(policy: Policy) -> Trial {
    trial(
        format!("real-game::{GAMES}_save_files_and_screens::port_equals_game"),
        without_game(policy),
        move || {
            let campaign = Campaign {
                residues: Campaign::spread(GAMES),
                shifts: SHIFTS.to_vec(),
                jobs: AT_ONCE,
                deadline: Duration::from_secs(30),
                saves: None,
            };
            let game = Game::find()?;
            let found = campaign.run(&game, &AtomicBool::new(false), &mut || ());
            if found.is_clean() {
                Ok(())
            } else {
                Err(found.summary(GAMES).into())
            }
        },
    )
}

/// The block of a page that shows the output of this command.
fn shown_in(page: &str, command: &str) -> String {
    let page = fs::read_to_string(root().join(page)).unwrap();
    let (_, rest) = page
        .split_once(&format!("<!-- output of: {command} -->\n```text\n"))
        .expect("a marked block");
    rest.split_once("```")
        .expect("a block has an end")
        .0
        .trim_end()
        .to_owned()
}

/// The report, computed with seven threads, has the numbers of the baseline, made with as many threads as cores. README.md and
/// docs/evidence.md show what it prints, and the commands that its claims name exist.
fn report(budget: Budget, policy: Policy) -> Result<(), Failed> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(7).build()?;
    let report = pool.install(|| Report::compute(&budget, policy, &|| ()))?;
    let folder = tempfile::tempdir()?;
    let run = Run::new(None, "2000-01-01T00:00:00Z".to_owned(), 1.0);
    report.write(folder.path(), &run)?;
    let written = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    for name in [
        "report.json",
        "rogue.html",
        "comparisons.html",
        "statistics.html",
    ] {
        assert!(written(name).len() > 10_000, "{name} is nearly empty");
    }
    assert_eq!(site::faults(folder.path()), [""; 0]);
    for document in report.documents.all() {
        words::are_shown(document);
    }
    words::tell(&report.story);
    assert!(
        written(POSTER) == fs::read_to_string(root().join("docs").join(POSTER))?,
        "docs/{POSTER} is not the picture that the report makes: copy it from there, with `cargo xtask report`"
    );
    let numbers = roguelab_evidence::baseline::baseline(&report.documents)?;
    assert!(
        numbers == read("baseline.json")?,
        "a number is not as committed: `cargo xtask gate` shows it"
    );
    let json: Value = serde_json::from_str(&written("report.json"))?;
    assert_eq!(
        (&json["schema"], &json["random_cases"]),
        (&"roguelab-report/3".into(), &budget.cases.into())
    );
    let rows = json["conformance"].as_array().unwrap();
    let games = rows
        .iter()
        .filter(|row| row["subject"] == "new-game" && row["exhaustive"] == true);
    assert!(games.clone().count() >= 2 && games.clone().all(|row| row["cases"] == 32768));

    let claims: Vec<_> = report
        .documents
        .all()
        .iter()
        .flat_map(|document| document.claims())
        .collect();
    let commands: BTreeSet<&str> = claims
        .iter()
        .map(|claim| claim.reproduce)
        .filter(|see| !see.is_empty())
        .collect();
    for command in &commands {
        assert!(shows(command), "{command}");
    }
    assert!(
        claims.len() > 60
            && claims
                .iter()
                .filter(|claim| claim.reproduce.is_empty())
                .count()
                < 8
    );
    assert!(!shows("cargo test -p roguelab-permute no_such_test"));

    let screen = report.summary();
    assert!(
        screen.lines().count() <= 42 && screen.lines().all(|line| line.chars().count() <= 110),
        "{screen}"
    );
    let summary = report.all();
    let shown = |page, command, printed: &str| {
        assert!(
            printed.contains(&shown_in(page, command)),
            "{page} does not show what {command} prints"
        );
    };
    shown("README.md", "cargo xtask report", &screen);
    shown("docs/evidence.md", "cargo xtask report --all", &summary);
    if (budget.seed, budget.cases) != (Budget::default().seed, Budget::default().cases) {
        return Ok(());
    }
    let rows = |text: &str| -> Vec<String> {
        text.lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    };
    let (shown, printed) = (
        rows(&shown_in(
            "docs/evidence.md",
            "cargo xtask report --all, the oracles",
        )),
        rows(&summary),
    );
    assert!(shown.len() > 10);
    for row in shown {
        // The row of a missing oracle says that it was skipped.
        let skipped = row.replace(" agree ", " skipped ");
        let skipped = skipped.rsplit_once(' ').map_or("", |(row, _)| row);
        let found = |line: &String| {
            *line == row || line.strip_prefix(skipped).is_some_and(|rest| rest == " 0")
        };
        assert!(printed.iter().any(found), "docs/evidence.md shows `{row}`");
    }
    Ok(())
}

/// Whether a command named by claims shows something: a test filter fits a function or a module of its crate, or a test target
/// exists; a command of the program succeeds and prints something, except the report itself.
fn shows(command: &str) -> bool {
    if let Some(arguments) = command
        .strip_prefix("roguelab ")
        .filter(|arguments| !arguments.starts_with("report"))
    {
        let arguments = shlex::split(arguments).expect("the quotes are closed");
        let run = Command::new(env!("CARGO"))
            .args([
                "run", "--quiet", "-p", "roguelab", "--bin", "roguelab", "--",
            ])
            .args(&arguments)
            .output()
            .unwrap();
        return run.status.success() && !run.stdout.is_empty();
    }
    let words: Vec<&str> = command.split(' ').collect();
    let ["cargo", "test", "-p", package, ref rest @ ..] = words[..] else {
        return false;
    };
    let filter = rest.last().copied().unwrap_or_default();
    let compares = |comparison: &Comparison| comparison.name().contains(filter);
    if rest.contains(&"conformance") && comparisons().iter().any(compares) {
        return true;
    }
    // A function or a module of its crate.
    let package = package.strip_prefix("roguelab-").unwrap_or("cli");
    files(&root().join("crates").join(package))
        .into_iter()
        .any(|path| {
            let module = path.with_extension("").display().to_string();
            let is_rust = path.extension().is_some_and(|extension| extension == "rs");
            let has = |text: String| {
                let names = text
                    .split("fn ")
                    .skip(1)
                    .filter_map(|rest| rest.split('(').next());
                names.into_iter().any(|name| name.contains(filter))
            };
            is_rust
                && (module.contains(&filter.replace("::", "/"))
                    || has(fs::read_to_string(&path).unwrap()))
        })
}
