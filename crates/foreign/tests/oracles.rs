//! Tests that need the real game or `TestU01`.
//!
//! The screen of a game depends only on its seed. `TestU01` gives the figures of `fixtures/gof/testu01.json` for words of the C
//! references; no port is used.
//!
//! If an oracle is missing, its tests are shown as ignored, with the reason in their names. `ROGUELAB_ORACLES=require` makes
//! them fail, and `off` leaves them out.

#[path = "../../lab/tests/suite/trials.rs"]
mod trials;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use std::{env, fs, thread};

use foreign::OracleError;
use foreign::game::Game;
use foreign::reference::{ReferencePcg32, Session, WordSize};
use foreign::testu01::{Statistic, TestU01};
use libtest_mimic::{Arguments, Trial};
use serde_json::Value;

/// The variable that says what to do about missing oracles.
const POLICY: &str = "ROGUELAB_ORACLES";

/// Makes tests of functions that take an oracle.
macro_rules! trials {
    ($policy:ident; $($test:ident($find:expr),)*) => {
        [$(needing(&$policy, stringify!($test), $find, $test)),*]
    };
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let policy = env::var(POLICY).unwrap_or_default();
    if !["", "auto", "off", "require"].contains(&policy.as_str()) {
        eprintln!("{POLICY} is `{policy}`, and it may be auto, require or off");
        return ExitCode::from(2);
    }
    let trials = trials![
        policy;
        games_a_multiple_of_32768_seconds_apart_show_the_same_screen(Game::find),
        games_played_at_once_do_not_disturb_each_other(Game::find),
        the_figures_are_those_of_testu01(TestU01::find),
        what_would_end_the_program_is_refused(TestU01::find),
    ];
    trials::run(arguments, trials.into())
}

/// A test that needs an oracle, or the reason to leave it out.
fn needing<O: Send + 'static>(
    policy: &str,
    name: &str,
    find: fn() -> Result<O, OracleError>,
    test: fn(&O),
) -> Trial {
    let left_out = match policy {
        "off" => Some(format!("{POLICY}=off")),
        "require" => None,
        _ => find().err().map(|missing| missing.to_string()),
    };
    trials::trial(name, left_out, move || {
        test(&find()?);
        Ok(())
    })
}

/// Far longer than a game takes, about 30 ms, even on a busy machine.
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
    // If all games looked alike, this would prove nothing.
    assert_ne!(first.screen, played(1_703_936_001).screen);
}

fn games_played_at_once_do_not_disturb_each_other(game: &Game) {
    let screens = |seeds: [i64; 8]| -> Vec<String> {
        thread::scope(|scope| {
            let plays = seeds.map(|seed| scope.spawn(move || game.play(seed, LONG)));
            plays
                .map(|play| play.join().unwrap().expect("it is played").screen)
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

/// A test of the library on words, with its two parameters.
type TestOfWords = fn(&TestU01, &[u32], usize, usize) -> Result<Statistic, OracleError>;

fn the_figures_are_those_of_testu01(library: &TestU01) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/gof/testu01.json");
    let figures: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let tests: [(&str, [&str; 2], TestOfWords); 3] = [
        ("permutation", ["n", "t"], TestU01::permutation),
        ("serial_pairs", ["n", "d"], TestU01::serial_pairs),
        (
            "birthday_spacings",
            ["years", "birthdays"],
            TestU01::birthday_spacings,
        ),
    ];
    let mut compared = 0;
    for (name, keys, test) in tests {
        for figure in figures[name].as_array().unwrap() {
            let [n, parameter] = keys.map(|key| figure[key].as_u64().unwrap() as usize);
            let each = if name == "serial_pairs" { 2 } else { parameter };
            let words = words(&figure["stream"], n * each);
            let found = test(library, &words, n, parameter).unwrap();
            // Another C library may round a root or a logarithm differently.
            for (key, found) in [("statistic", found.value), ("p", found.p)] {
                let expected = figure[key].as_f64().unwrap();
                assert!(
                    (found / expected - 1.0).abs() < 1e-12,
                    "{figure}: {key} is {found}"
                );
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 18);
}

fn what_would_end_the_program_is_refused(library: &TestU01) {
    const MOST: usize = usize::MAX;
    let refused: [(TestOfWords, &[(usize, usize)]); 3] = [
        (
            TestU01::permutation,
            &[
                (1000, 1),
                (1000, 9),
                (59, 3),
                (60, 3),
                (MOST, 3),
                (1 << 61, 8),
                (1000, MOST),
            ],
        ),
        (
            TestU01::serial_pairs,
            &[(39, 2), (1000, 1), (MOST, 2), (1000, MOST)],
        ),
        (
            TestU01::birthday_spacings,
            &[(27, 2048), (0, 2048), (1, 1), (1, MOST)],
        ),
    ];
    for (test, parameters) in refused {
        for &(n, parameter) in parameters {
            let refused = matches!(
                test(library, &[0; 100], n, parameter),
                Err(OracleError::Refused(_))
            );
            assert!(refused, "{n}, {parameter}");
        }
    }
}
