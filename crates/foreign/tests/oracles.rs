//! Tests that need the real game: the screen of a game depends only on its seed.
//!
//! If the game is missing, the tests are shown as ignored, with the reason in their names. `ROGUELAB_ORACLES=require` makes
//! them fail, and `off` leaves them out.

#[path = "../../cli/tests/suite/trials.rs"]
mod trials;

use std::process::ExitCode;
use std::time::Duration;
use std::{env, thread};

use libtest_mimic::{Arguments, Trial};
use roguelab_foreign::game::Game;

/// The variable that says what to do about missing oracles.
const POLICY: &str = "ROGUELAB_ORACLES";

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let policy = env::var(POLICY).unwrap_or_default();
    if !["", "auto", "off", "require"].contains(&policy.as_str()) {
        eprintln!("{POLICY} is `{policy}`, and it may be auto, require or off");
        return ExitCode::from(2);
    }
    let trials = [
        needing(
            &policy,
            "games_a_multiple_of_32768_seconds_apart_show_the_same_screen",
            games_a_multiple_of_32768_seconds_apart_show_the_same_screen,
        ),
        needing(
            &policy,
            "games_played_at_once_do_not_disturb_each_other",
            games_played_at_once_do_not_disturb_each_other,
        ),
    ];
    trials::run(arguments, trials.into())
}

/// A test that needs the game, or the reason to leave it out.
fn needing(policy: &str, name: &str, test: fn(&Game)) -> Trial {
    let left_out = match policy {
        "off" => Some(format!("{POLICY}=off")),
        "require" => None,
        _ => Game::find().err().map(|missing| missing.to_string()),
    };
    trials::trial(name, left_out, move || {
        test(&Game::find()?);
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
