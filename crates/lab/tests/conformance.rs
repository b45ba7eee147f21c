//! Conformance: every comparison in the registry is a test of its own, named `subject::kind::actual_equals_expected`;
//! so is every golden fixture against every corner, every file of the documents' own outputs, and the real game.
//!
//! A test that needs an oracle which is not on this machine is shown as ignored, with the reason, unless
//! `ROGUELAB_ORACLES` says otherwise: `require` makes it fail, `off` leaves all oracles out.

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use foreign::Oracles;
use foreign::game::Game;
use lab::campaign::Campaign;
use lab::fixtures::{golden_name, root};
use libtest_mimic::{Arguments, Failed, Trial};
use lockstep::{Budget, Corner, Failure, Fixture};
use subjects::conformance::{Comparison, comparisons};
use subjects::oracles::{Policy, VARIABLE};
use subjects::registry::{Entry, SUBJECTS};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let (budget, policy) = match (Budget::from_env(), Policy::from_env()) {
        (Ok(budget), Ok(policy)) => (budget, policy),
        (Err(error), _) => return refuse(&error),
        (_, Err(error)) => return refuse(&error),
    };
    if !arguments.list {
        println!("seed {:#x}, {} random cases, {VARIABLE} {policy:?}", budget.seed, budget.cases);
    }
    let compared = comparisons().into_iter().map(|comparison| comparison_trial(comparison, budget, policy));
    let fixtures = SUBJECTS
        .into_iter()
        .flat_map(|&subject| subject.corners().iter().map(move |&corner| fixture_trial(subject, corner, policy)));
    let documents = DOCUMENTS.into_iter().map(|(name, entries)| document_trial(name, entries));
    let trials = compared.chain(fixtures).chain(documents).chain([game_trial(policy)]).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn refuse(error: &dyn std::fmt::Display) -> ExitCode {
    eprintln!("{error}");
    ExitCode::from(2)
}

/// Why a test that needs this corner is not to be run, if so. Under `require` it is run, and fails by itself.
fn left_out(subject: &dyn Entry, corner: Corner, policy: Policy) -> Option<String> {
    match (corner, policy) {
        (Corner::Oracle(_), Policy::Off) => Some(format!("{VARIABLE}=off")),
        (Corner::Oracle(_), Policy::Auto) => match subject.probe(corner) {
            Ok(()) => None,
            Err(missing) => Some(missing.to_string()),
        },
        _ => None,
    }
}

fn trial(name: String, left_out: Option<String>, run: impl FnOnce() -> Result<(), Failed> + Send + 'static) -> Trial {
    match left_out {
        Some(why) => Trial::test(format!("{name} ({why})"), run).with_ignored_flag(true),
        None => Trial::test(name, run),
    }
}

fn comparison_trial(comparison: Comparison, budget: Budget, policy: Policy) -> Trial {
    let left_out = left_out(comparison.subject, comparison.expected, policy);
    trial(comparison.name(), left_out, move || match comparison.run(&budget) {
        Ok(_) => Ok(()),
        Err(Failure::Mismatch(mismatch)) => Err(mismatch.to_string().into()),
        Err(failure) => Err(failure.to_string().into()),
    })
}

/// The files of `fixtures/documents`, and how many entries each has.
const DOCUMENTS: [(&str, usize); 7] = [
    ("amazing.json", 39),
    ("boss.json", 33),
    ("haskell.json", 6),
    ("pcg32-demo.json", 1),
    ("pcg32.json", 7),
    ("rogue.json", 5),
    ("spread.json", 226),
];

fn document_trial(file: &'static str, entries: usize) -> Trial {
    trial(format!("document::{file}::port_equals_document"), None, move || {
        let path = root().join("fixtures/documents").join(file);
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let checked = lab::vectors::check(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        match (checked.agreed(), checked.disagreed()) {
            (agreed, 0) if agreed == entries => Ok(()),
            (agreed, 0) => Err(format!("{file} has {agreed} entries, not {entries}").into()),
            _ => Err(checked.differences.join("\n").into()),
        }
    })
}

/// How many games of the real program are played, and how many at once.
const GAMES: usize = 64;
const AT_ONCE: usize = 8;
/// How many times 32,768 seconds later each of them is started again; the last is beyond 2038, where the seed is negative.
const SHIFTS: [u32; 3] = [1, 1000, 20_000];

fn game_trial(policy: Policy) -> Trial {
    let game = Game::find(&Oracles::of_workspace());
    let left_out = match (&game, policy) {
        (_, Policy::Off) => Some(format!("{VARIABLE}=off")),
        (Err(missing), Policy::Auto) => Some(missing.to_string()),
        _ => None,
    };
    trial(format!("real-game::{GAMES}_save_files_and_screens::port_equals_game"), left_out, move || {
        let residues = Campaign::spread(GAMES);
        let campaign = Campaign {
            residues,
            shifts: SHIFTS.to_vec(),
            jobs: AT_ONCE,
            deadline: Duration::from_secs(30),
            journal: None,
            restart: false,
            saves: None,
        };
        let found = campaign.run(&game?, &AtomicBool::new(false), &mut || ())?;
        if found.is_clean() { Ok(()) } else { Err(found.summary(GAMES).into()) }
    })
}

fn fixture_trial(subject: &'static dyn Entry, corner: Corner, policy: Policy) -> Trial {
    let name = format!("{}::fixture::{corner}_equals_fixture", subject.name());
    trial(name, left_out(subject, corner, policy), move || {
        let path = root().join("fixtures").join(golden_name(subject));
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let fixture = Fixture::parse(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        subject.check(&fixture, corner).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(())
    })
}
