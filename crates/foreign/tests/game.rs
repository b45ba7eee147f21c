//! Playing the real game: what can go wrong is reported, and what the game shows depends on its seed alone.
//!
//! A test that needs the game is shown as ignored where the game is missing, with the reason in its name, unless
//! `ROGUELAB_ORACLES` says otherwise: `require` makes it fail, `off` leaves it out.

use foreign::game::{Game, GameMissing, PlayError};
use foreign::setup::record::{FILE_NAME, Record};
use libtest_mimic::{Arguments, Trial};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// What is to happen where the game is missing.
const POLICY: &str = "ROGUELAB_ORACLES";

/// The variables that name another game than the one that was set up.
const NAMES_OF_A_GAME: [&str; 2] = ["ROGUELAB_GAME", "ROGUELAB_FAKETIME"];

/// A list of trials, each a function and its name.
macro_rules! named {
    ($($function:ident,)*) => {
        &[$((stringify!($function), $function)),*]
    };
}

const WITHOUT_THE_GAME: &[(&str, fn())] = named![
    a_game_that_never_answers_meets_its_deadline,
    a_game_that_ignores_the_hangup_meets_its_deadline,
    a_game_that_never_stops_writing_meets_its_deadline,
    a_game_that_is_killed_leaves_nothing_behind,
    a_game_has_no_terminal_but_its_own_open,
    a_play_that_libfaketime_refuses_is_begun_anew,
    a_game_that_ends_at_once_is_reported_with_its_screen,
    a_game_without_a_save_file_is_reported,
    a_save_file_of_another_time_is_reported,
    a_game_sees_its_own_environment_only,
    a_program_that_is_not_there_is_no_game,
    a_program_that_cannot_be_started_is_reported,
    seconds_that_no_clock_shows_are_refused,
    tests_of_a_missing_game_are_ignored_for_a_reason,
    a_missing_game_that_is_required_is_a_failure,
    a_policy_that_does_not_exist_is_refused,
];

type NeedsGame = fn(&Game);

const WITH_THE_GAME: &[(&str, NeedsGame)] = named![
    games_a_multiple_of_32768_seconds_apart_show_the_same_screen,
    games_played_at_once_do_not_disturb_each_other,
];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let policy = env::var_os(POLICY).unwrap_or_default();
    let required = match policy.to_str() {
        Some("" | "auto" | "off") => false,
        Some("require") => true,
        _ => {
            eprintln!("{POLICY} is `{}`, and it may be auto, require or off", policy.display());
            return ExitCode::from(2);
        }
    };
    let off = (policy == "off").then(|| format!("{POLICY}=off"));
    let without = WITHOUT_THE_GAME.iter().map(|&(name, run)| trial(name, None, run));
    let named = NAMES_OF_A_GAME.into_iter().find(|name| env::var_os(name).is_some_and(|value| !value.is_empty()));
    let none_missing = named.map(|name| format!("{name} is set, so no game is missing"));
    let remedy = trial("a_missing_game_gives_the_remedy", none_missing, a_missing_game_gives_the_remedy);
    let with = WITH_THE_GAME.iter().map(|&(name, run)| {
        let game = Game::find(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.oracles"));
        let missing = game.as_ref().err().filter(|_| !required).map(ToString::to_string);
        trial(name, off.clone().or(missing), move || run(&game.unwrap_or_else(|missing| panic!("{missing}"))))
    });
    let trials = without.chain([remedy]).chain(with).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// A test, shown as ignored if there is a reason to leave it out.
fn trial(name: &str, left_out: Option<String>, run: impl FnOnce() + Send + 'static) -> Trial {
    let run = || {
        run();
        Ok(())
    };
    match left_out {
        Some(why) => Trial::test(format!("{name} ({why})"), run).with_ignored_flag(true),
        None => Trial::test(name, run),
    }
}

/// This program again, on a machine where the game is missing: the exit code, and what was printed.
fn run_without_a_game(policy: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env::current_exe().expect("this program has a path"));
    for variable in NAMES_OF_A_GAME {
        command.env(variable, "/nonexistent/game");
    }
    let output = command.arg("games_").env(POLICY, policy).output().expect("this program starts");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned())
}

fn tests_of_a_missing_game_are_ignored_for_a_reason() {
    for (policy, reason) in [("auto", "names /nonexistent/game, which cannot be read"), ("off", "ROGUELAB_ORACLES=off")]
    {
        let (code, text) = run_without_a_game(policy);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains(" 0 passed; 0 failed; 2 ignored; "), "{text}");
        assert_eq!(text.matches(reason).count(), 2, "{text}");
    }
}

fn a_missing_game_that_is_required_is_a_failure() {
    let (code, text) = run_without_a_game("require");
    assert_ne!(code, Some(0), "{text}");
    assert!(text.contains(" 0 passed; 2 failed; 0 ignored; "), "{text}");
}

fn a_policy_that_does_not_exist_is_refused() {
    let (code, text) = run_without_a_game("yes");
    assert_eq!((code, text.as_str()), (Some(2), "ROGUELAB_ORACLES is `yes`, and it may be auto, require or off\n"));
}

/// Long for a game, which takes some 30 ms, even on a machine that does much else.
const LONG: Duration = Duration::from_secs(30);

/// Short for waiting, and long enough for a shell to say a word on a machine that does much else.
const SHORT: Duration = Duration::from_secs(2);

/// A program that is on every system, with its arguments, in the place of the game.
fn impostor(script: &str) -> Game {
    Game::with_program(Path::new("/bin/sh"), &["-c", script]).expect("/bin/sh can be read")
}

fn a_game_that_never_answers_meets_its_deadline() {
    let game = Game::with_program(Path::new("/bin/sleep"), &["600"]).expect("/bin/sleep can be read");
    let started = Instant::now();
    let error = game.play(7, Duration::from_millis(300)).unwrap_err();
    // It would sleep for ten minutes, so a minute tells a deadline that is kept from one that is not.
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
    assert!(matches!(error, PlayError::Deadline { seed: 7, .. }), "{error}");
    assert_eq!(error.to_string(), "seed 7: no answer within 0.3 s; the screen showed nothing");
}

fn a_game_that_ignores_the_hangup_meets_its_deadline() {
    let game = impostor("trap '' HUP; echo Exp:; while :; do sleep 600; done");
    let error = game.play(7, SHORT).unwrap_err();
    assert!(matches!(&error, PlayError::Deadline { screen, .. } if screen.starts_with("Exp:\n")), "{error}");
}

fn a_game_that_never_stops_writing_meets_its_deadline() {
    let error = impostor("while :; do echo Exp:; done").play(7, Duration::from_millis(300)).unwrap_err();
    assert!(matches!(error, PlayError::Deadline { .. }), "{error}");
}

fn a_game_that_is_killed_leaves_nothing_behind() {
    let game = impostor(": > /dev/shm/faketime_shm_$$; echo $$; basename \"$PWD\"; sleep 600");
    let error = game.play(7, SHORT).unwrap_err();
    let PlayError::Deadline { screen, .. } = error else { panic!("{error}") };
    let mut lines = screen.lines();
    let (process, folder) = (lines.next().unwrap(), lines.next().unwrap());
    process.parse::<u32>().expect("a process number");
    assert!(!folder.is_empty() && !env::temp_dir().join(folder).exists(), "{folder}");
    // A zombie would still be listed.
    assert!(!Path::new("/proc").join(process).exists(), "{process}");
    assert!(!Path::new("/dev/shm").join(format!("faketime_shm_{process}")).exists());
}

fn a_game_has_no_terminal_but_its_own_open() {
    let listed = || {
        let script = "for file in /proc/$$/fd/*; do readlink $file; done | grep -c ptmx";
        impostor(script).play(7, LONG).unwrap_err().to_string()
    };
    let all: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| (0..8).map(|_| listed()).collect::<Vec<_>>())).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    for said in all {
        assert!(said.ends_with("showed:\n  0"), "{said}");
    }
}

fn a_play_that_libfaketime_refuses_is_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let script =
        "mkdir \"$0\" 2>&- && echo libfaketime: In ft_shm_create\\(\\), shm_open failed: File exists || echo played";
    let mark = folder.path().join("mark");
    let game = Game::with_program(Path::new("/bin/sh"), &["-c", script, mark.to_str().unwrap()]).unwrap();
    let error = game.play(7, LONG).unwrap_err().to_string();
    assert!(error.ends_with("showed:\n  played"), "{error}");
}

fn a_game_that_ends_at_once_is_reported_with_its_screen() {
    let error = impostor("echo cannot open shared object file; exit 3").play(7, LONG).unwrap_err();
    let PlayError::EndedEarly { seed: 7, status, screen } = &error else { panic!("{error}") };
    assert_eq!(status.code(), Some(3));
    assert_eq!(screen.lines().next(), Some("cannot open shared object file"));
    assert_eq!(screen.lines().count(), 24);
    assert!(error.to_string().ends_with("showed:\n  cannot open shared object file"), "{error}");
}

fn a_game_without_a_save_file_is_reported() {
    for script in ["echo Exp:; read key", "> rogue.esave; echo Exp:; read key"] {
        let error = impostor(script).play(7, LONG).unwrap_err();
        assert!(matches!(error, PlayError::NotSaved { seed: 7, .. }), "{error}");
    }
}

fn a_save_file_of_another_time_is_reported() {
    let error = impostor("echo something > rogue.esave; echo Exp:; read key").play(7, LONG).unwrap_err();
    assert!(matches!(error, PlayError::ClockNotStopped { seed: 7 }), "{error}");
}

fn a_game_sees_its_own_environment_only() {
    let game = impostor("test \"$HOME\" = \"$PWD\" && echo $TERM $LINES $COLUMNS $TZ $CARGO_MANIFEST_DIR.; stty size");
    let error = game.play(7, LONG).unwrap_err().to_string();
    assert!(error.ends_with("showed:\n  xterm 24 80 UTC .\n  24 80"), "{error}");
}

fn a_program_that_is_not_there_is_no_game() {
    assert!(Game::with_program(Path::new("/nonexistent/rogue"), &[]).is_err());
}

fn a_program_that_cannot_be_started_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rogue");
    fs::write(&file, "not a program").unwrap();
    let error = Game::with_program(&file, &[]).unwrap().play(7, LONG).unwrap_err();
    assert!(matches!(error, PlayError::Io { seed: 7, doing: "starting the game", .. }), "{error}");
}

fn seconds_that_no_clock_shows_are_refused() {
    for seed in [-1, i64::MIN, i64::MAX, 253_402_300_800] {
        let error = impostor("").play(seed, LONG).unwrap_err();
        assert!(matches!(error, PlayError::SeedOutOfRange { seed: refused } if refused == seed), "{error}");
    }
}

fn a_missing_game_gives_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let missing = Game::find(folder.path()).unwrap_err();
    assert!(matches!(missing, GameMissing::NotInstalled { .. }), "{missing}");
    assert!(missing.to_string().ends_with("run `cargo xtask setup --accept-licence`"), "{missing}");

    // A program that is not the recorded one is as good as none.
    let game = folder.path().join("game");
    fs::create_dir(&game).unwrap();
    for name in ["rogue", "clock.so"] {
        fs::write(game.join(name), name).unwrap();
    }
    let (program, faketime) = ("rogue".into(), "clock.so".into());
    let record = Record { program, sha256: "00".into(), faketime, libraries: vec![], packages: vec![] };
    fs::write(game.join(FILE_NAME), record.to_text()).unwrap();
    assert!(matches!(Game::find(folder.path()), Err(GameMissing::NotInstalled { .. })));
}

fn games_a_multiple_of_32768_seconds_apart_show_the_same_screen(game: &Game) {
    let played = |seed| game.play(seed, LONG).unwrap_or_else(|error| panic!("{error}"));
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
            plays.map(|play| play.join().unwrap().unwrap_or_else(|error| panic!("{error}")).screen).into()
        })
    };
    let seeds = [1, 2, 3, 4, 5, 6, 7, 8];
    assert_eq!(screens(seeds), screens(seeds.map(|seed| seed + 32_768)));
}
