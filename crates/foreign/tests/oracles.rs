//! What needs the real game, `TestU01` or dieharder.
//!
//! The screen of a game depends on its seed alone. `TestU01` gives the figures of `fixtures/gof/testu01.json` over words of the
//! C references; no port is used.
//!
//! Where an oracle is missing its tests are shown as ignored, with the reason in their names. `ROGUELAB_ORACLES=require` makes
//! them fail, `off` leaves them out.

#[path = "../../lab/tests/suite/child.rs"]
mod child;
#[path = "../../lab/tests/suite/trials.rs"]
mod trials;

use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs, thread};

use child::CommandInTime as _;
use foreign::OracleError;
use foreign::dieharder::Dieharder;
use foreign::game::Game;
use foreign::reference::{ReferencePcg32, Session, WordSize};
use foreign::testu01::{FOLDER, Statistic, TestU01};
use libtest_mimic::{Arguments, Trial};
use serde_json::Value;

/// What to do about missing oracles.
const POLICY: &str = "ROGUELAB_ORACLES";

/// The variables that name another game than the one that was set up.
const NAMES_OF_A_GAME: [&str; 2] = ["ROGUELAB_GAME", "ROGUELAB_FAKETIME"];

/// Tests of an oracle by name.
type Tests<O, const N: usize> = [(&'static str, fn(&O)); N];

const OF_THE_GAME: Tests<Game, 2> = [
    (
        "games_a_multiple_of_32768_seconds_apart_show_the_same_screen",
        games_a_multiple_of_32768_seconds_apart_show_the_same_screen,
    ),
    (
        "games_played_at_once_do_not_disturb_each_other",
        games_played_at_once_do_not_disturb_each_other,
    ),
];

const OF_TESTU01: Tests<TestU01, 3> = [
    (
        "the_figures_are_those_of_the_library",
        the_figures_are_those_of_the_library,
    ),
    (
        "all_orders_equally_often_have_statistic_zero",
        all_orders_equally_often_have_statistic_zero,
    ),
    (
        "what_would_end_the_program_is_refused",
        what_would_end_the_program_is_refused,
    ),
];

const OF_DIEHARDER: Tests<Dieharder, 1> = [(
    "dieharder_fails_words_that_are_all_zero",
    dieharder_fails_words_that_are_all_zero,
)];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let policy = env::var(POLICY).unwrap_or_default();
    if !["", "auto", "off", "require"].contains(&policy.as_str()) {
        eprintln!("{POLICY} is `{policy}`, and it may be auto, require or off");
        return ExitCode::from(2);
    }
    let mut trials = vec![
        trial(
            "tests_of_a_missing_game_are_ignored_for_a_reason_or_fail",
            None,
            tests_of_a_missing_game_are_ignored_for_a_reason_or_fail,
        ),
        trial(
            "a_policy_that_does_not_exist_is_refused",
            None,
            a_policy_that_does_not_exist_is_refused,
        ),
    ];
    trials.extend(needing(&policy, Game::find(), OF_THE_GAME));
    // Whoever names the library wants it used.
    let wanted = if policy.is_empty() && env::var_os(FOLDER).is_some() {
        "require"
    } else {
        &policy
    };
    trials.extend(needing(wanted, TestU01::find(), OF_TESTU01));
    trials.extend(needing(&policy, Dieharder::find(), OF_DIEHARDER));
    trials::run(arguments, trials)
}

/// Tests of an oracle, or the reasons to leave them out.
fn needing<O: Send + Sync + 'static, const N: usize>(
    policy: &str,
    oracle: Result<O, OracleError>,
    tests: Tests<O, N>,
) -> Vec<Trial> {
    let left_out = match &oracle {
        _ if policy == "off" => Some(format!("{POLICY}=off")),
        Err(missing) if policy != "require" => Some(missing.to_string()),
        _ => None,
    };
    let oracle = Arc::new(oracle);
    let tests = tests.map(|(name, run)| {
        let oracle = Arc::clone(&oracle);
        trial(name, left_out.clone(), move || match &*oracle {
            Ok(oracle) => run(oracle),
            Err(missing) => panic!("{missing}"),
        })
    });
    tests.into()
}

/// A test, shown as ignored if there is a reason to leave it out.
fn trial(name: &str, left_out: Option<String>, run: impl FnOnce() + Send + 'static) -> Trial {
    let run = || {
        run();
        Ok(())
    };
    trials::trial(name, left_out, run)
}

/// This program again with its slow tests, on a machine where the game is missing: the exit code, and what was printed.
fn run_without_a_game(policy: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env::current_exe().expect("this program has a path"));
    for variable in NAMES_OF_A_GAME {
        command.env(variable, "/nonexistent/game");
    }
    let output = command
        .args(["games_", "--include-ignored"])
        .env(POLICY, policy)
        .output_in_time()
        .expect("this program starts");
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8_lossy(&text).into_owned(),
    )
}

fn tests_of_a_missing_game_are_ignored_for_a_reason_or_fail() {
    for (policy, reason) in [
        ("auto", "names /nonexistent/game, which cannot be read"),
        ("off", "ROGUELAB_ORACLES=off"),
    ] {
        let (code, text) = run_without_a_game(policy);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains(" 0 passed; 0 failed; 2 ignored; "), "{text}");
        assert_eq!(text.matches(reason).count(), 2, "{text}");
    }
    let (code, text) = run_without_a_game("require");
    assert_ne!(code, Some(0), "{text}");
    assert!(text.contains(" 0 passed; 2 failed; 0 ignored; "), "{text}");
}

fn a_policy_that_does_not_exist_is_refused() {
    let (code, text) = run_without_a_game("yes");
    assert_eq!(
        (code, text.as_str()),
        (
            Some(2),
            "ROGUELAB_ORACLES is `yes`, and it may be auto, require or off\n"
        )
    );
}

/// Far longer than a game takes, which is some 30 ms, on a busy machine too.
const LONG: Duration = Duration::from_secs(30);

fn games_a_multiple_of_32768_seconds_apart_show_the_same_screen(game: &Game) {
    let played = |seed| {
        game.play(seed, LONG)
            .unwrap_or_else(|error| panic!("{error}"))
    };
    let first = played(1_703_936_000);
    assert!(first.screen.contains("Level: 1"), "{}", first.screen);
    assert_eq!(first.screen, played(1_703_936_000 + 32_768).screen);
    assert_eq!(first.screen, played(0).screen);
    // If all games looked alike this would prove nothing.
    assert_ne!(first.screen, played(1_703_936_001).screen);
}

fn games_played_at_once_do_not_disturb_each_other(game: &Game) {
    let screens = |seeds: [i64; 8]| -> Vec<String> {
        thread::scope(|scope| {
            let plays = seeds.map(|seed| scope.spawn(move || game.play(seed, LONG)));
            plays
                .map(|play| {
                    play.join()
                        .unwrap()
                        .unwrap_or_else(|error| panic!("{error}"))
                        .screen
                })
                .into()
        })
    };
    let seeds = [1, 2, 3, 4, 5, 6, 7, 8];
    assert_eq!(screens(seeds), screens(seeds.map(|seed| seed + 32_768)));
}
fn words(stream: &Value, count: usize) -> Vec<u32> {
    let mut words = vec![0; count];
    match stream.as_str().unwrap() {
        "pcg32" => ReferencePcg32::srandom(42, 54).fill(&mut words),
        "rrandom" => {
            let mut session = Session::begin(WordSize::Native);
            session.srrandom(42);
            session.rrandoms(&mut words);
            for word in &mut words {
                *word <<= 1;
            }
        }
        other => panic!("no such stream: {other}"),
    }
    words
}

fn the_figures_are_those_of_the_library(library: &TestU01) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/gof/testu01.json");
    let figures: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let number =
        |figure: &Value, key: &str| usize::try_from(figure[key].as_u64().unwrap()).unwrap();
    let mut compared = 0;
    let mut compare = |figure: &Value, found: Statistic| {
        // Another C library may round a root or a logarithm otherwise.
        for (key, found) in [("statistic", found.value), ("p", found.p)] {
            let expected = figure[key].as_f64().unwrap();
            assert!(
                (found / expected - 1.0).abs() < 1e-12,
                "{figure}: {key} is {found}"
            );
        }
        compared += 1;
    };
    for figure in figures["permutation"].as_array().unwrap() {
        let (t, n) = (number(figure, "t"), number(figure, "n"));
        compare(
            figure,
            library
                .permutation(&words(&figure["stream"], t * n), n, t)
                .unwrap(),
        );
    }
    for figure in figures["serial_pairs"].as_array().unwrap() {
        let (d, n) = (number(figure, "d"), number(figure, "n"));
        compare(
            figure,
            library
                .serial_pairs(&words(&figure["stream"], 2 * n), n, d)
                .unwrap(),
        );
    }
    for figure in figures["birthday_spacings"].as_array().unwrap() {
        let (years, birthdays) = (number(figure, "years"), number(figure, "birthdays"));
        let words = words(&figure["stream"], years * birthdays);
        compare(
            figure,
            library.birthday_spacings(&words, years, birthdays).unwrap(),
        );
    }
    assert_eq!(compared, 18);
}

fn all_orders_equally_often_have_statistic_zero(library: &TestU01) {
    let scaled = |pearson: f64| (pearson - 5.0) / (1.0_f64 - 1.0 / 120.0).sqrt() + 5.0;
    let orders = [
        [1, 2, 3],
        [1, 3, 2],
        [2, 1, 3],
        [2, 3, 1],
        [3, 1, 2],
        [3, 2, 1],
    ];
    let words: Vec<u32> = orders.iter().flatten().copied().cycle().take(360).collect();
    let all = library.permutation(&words, 120, 3).unwrap();
    assert!(
        (all.value - scaled(0.0)).abs() < 1e-9 && all.p > 0.999_999,
        "{all:?}"
    );
    let words: Vec<u32> = orders[0].into_iter().cycle().take(360).collect();
    let one = library.permutation(&words, 120, 3).unwrap();
    assert!(
        (one.value - scaled(600.0)).abs() < 1e-9 && one.p < 1e-9,
        "{one:?}"
    );
}

fn what_would_end_the_program_is_refused(library: &TestU01) {
    let words = [0; 100];
    let parameter = |result| matches!(result, Err(OracleError::Refused(_)));
    for (tuples, t) in [
        (1000, 1),
        (1000, 9),
        (59, 3),
        (usize::MAX, 3),
        (1 << 61, 8),
        (1000, usize::MAX),
    ] {
        assert!(
            parameter(library.permutation(&words, tuples, t)),
            "{tuples}, {t}"
        );
    }
    for (pairs, symbols) in [(39, 2), (1000, 1), (usize::MAX, 2), (1000, usize::MAX)] {
        assert!(
            parameter(library.serial_pairs(&words, pairs, symbols)),
            "{pairs}, {symbols}"
        );
    }
    for (years, birthdays) in [(27, 2048), (0, 2048), (1, 1), (1, usize::MAX)] {
        assert!(
            parameter(library.birthday_spacings(&words, years, birthdays)),
            "{years}, {birthdays}"
        );
    }
    let too_few = library.permutation(&words, 60, 3).unwrap_err().to_string();
    assert_eq!(too_few, "100 words are too few: the test takes 180");
}

fn dieharder_fails_words_that_are_all_zero(dieharder: &Dieharder) {
    let zeros = |input: &mut dyn Write| while input.write_all(&[0; 4096]).is_ok() {};
    let rows = dieharder.run(&["-d".into(), "100".into()], zeros).unwrap();
    assert_eq!(
        (&*rows[0].test, &*rows[0].verdict),
        ("sts_monobit", "FAILED")
    );
}
