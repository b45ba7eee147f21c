//! Playing the real game: what can go wrong is reported, and what the game shows depends on its seed alone.
//!
//! A test that needs the game is shown as ignored where the game is missing, with the reason in its name, unless
//! `ROGUELAB_ORACLES` says otherwise: `require` makes it fail, `off` leaves it out.

#[path = "../../lab/tests/suite/child.rs"]
mod child;

use foreign::game::{Game, PlayError};
use foreign::setup::kits::GAME;
use foreign::setup::record::{FILE_NAME, KitError, Record};
use foreign::{OracleError, Oracles};
use libtest_mimic::{Arguments, Trial};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use child::CommandInTime as _;

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
    only_its_owner_can_enter_where_a_game_is_played,
    nor_can_others_under_a_umask_of_0,
    tests_of_a_missing_game_are_ignored_for_a_reason,
    a_missing_game_that_is_required_is_a_failure,
    a_policy_that_does_not_exist_is_refused,
];

/// They would see the game that the environment names, if it names one.
const OF_A_KIT: &[(&str, fn())] =
    named![a_missing_game_gives_the_remedy, a_kit_with_a_replaced_file_is_refused, what_was_checked_is_what_is_played,];

type NeedsGame = fn(&Game);

const WITH_THE_GAME: &[(&str, NeedsGame)] = named![
    games_a_multiple_of_32768_seconds_apart_show_the_same_screen,
    games_played_at_once_do_not_disturb_each_other,
];

/// Nor is the kit used that was set up if the environment names another game.
const WITH_THE_KIT: &[(&str, NeedsGame)] = named![the_real_game_with_a_replaced_file_is_refused,];

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
    let none_missing = named.map(|name| format!("{name} is set, so no kit is used"));
    let of_a_kit = OF_A_KIT.iter().map(|&(name, run)| trial(name, none_missing.clone(), run));
    let needing = |&(name, run): &(&'static str, NeedsGame), left_out: Option<String>| {
        let game = Game::find(&Oracles::of_workspace());
        let missing = game.as_ref().err().filter(|_| !required).map(ToString::to_string);
        let left_out = left_out.or_else(|| off.clone()).or(missing);
        trial(name, left_out, move || run(&game.unwrap_or_else(|missing| panic!("{missing}"))))
    };
    let with = WITH_THE_GAME.iter().map(|test| needing(test, None));
    let with = with.chain(WITH_THE_KIT.iter().map(|test| needing(test, none_missing.clone())));
    let trials = without.chain(of_a_kit).chain(with).collect();
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
    let output = command.arg("games_").env(POLICY, policy).output_in_time().expect("this program starts");
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
    let game = impostor(": > /dev/shm/faketime_shm_$$; echo $$; echo \"${PWD#*/.roguelab-run-}\"; sleep 600");
    let error = game.play(7, SHORT).unwrap_err();
    let PlayError::Deadline { screen, .. } = error else { panic!("{error}") };
    let mut lines = screen.lines();
    let (process, folder) = (lines.next().unwrap(), lines.next().unwrap());
    process.parse::<u32>().expect("a process number");
    let folder = env::temp_dir().join(format!(".roguelab-run-{folder}"));
    let (play, of_the_game) = (folder.file_name().unwrap(), folder.parent().unwrap());
    assert!(
        play.to_string_lossy().starts_with("play-") && of_the_game.exists() && !folder.exists(),
        "{}",
        folder.display()
    );
    let of_the_game = of_the_game.to_owned();
    drop(game);
    assert!(!of_the_game.exists());
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
    // SAFETY: the folder is empty.
    let missing = Game::find(&unsafe { Oracles::at(folder.path()) }).unwrap_err();
    assert!(matches!(missing, OracleError::Kit(KitError::NotSetUp { .. })), "{missing}");
    assert!(missing.to_string().ends_with("run `cargo xtask setup --accept-licence`"), "{missing}");
}

fn only_its_owner_can_enter_where_a_game_is_played() {
    let error = impostor("stat -c %a . ..").play(7, LONG).unwrap_err().to_string();
    assert!(error.ends_with("showed:\n  700\n  700"), "{error}");
}

/// In a process of its own, as the umask is the process's.
fn nor_can_others_under_a_umask_of_0() {
    let script = "umask 000; exec \"$0\" --exact only_its_owner_can_enter_where_a_game_is_played";
    let program = env::current_exe().expect("this program has a path");
    let output = Command::new("/bin/sh").args(["-c", script]).arg(program).output_in_time().expect("a shell starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains(" 1 passed; "), "{text}");
}

/// What is executed, preloaded and loaded, in a folder of oracles.
const FILES: [&str; 4] = ["usr/games/rogue", "lib/libfaketime.so.1", "lib/libncurses.so.6", "lib/libtinfo.so.6"];

/// Something in the place of the game, set up.
fn pretend_kit() -> tempfile::TempDir {
    let oracles = tempfile::tempdir().unwrap();
    let kit = oracles.path().join("game");
    for file in FILES {
        let file = kit.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "#!/bin/sh\necho what was checked\n").unwrap();
    }
    let record = Record::survey(&kit, &FILES, vec![]).unwrap();
    fs::write(kit.join(FILE_NAME), record.to_text()).unwrap();
    oracles
}

fn find_in(oracles: &Path) -> Result<Game, OracleError> {
    // SAFETY: nothing of a game is loaded into this process.
    Game::find(&unsafe { Oracles::at(oracles) })
}

/// That a game is refused when the content of this file is another.
fn is_refused_when_replaced(oracles: &Path, file: &Path) {
    let former = fs::read(file).unwrap();
    fs::write(file, "#!/bin/sh\necho something else\n").unwrap();
    match find_in(oracles) {
        Err(OracleError::Kit(KitError::Altered { file: named, .. })) => assert_eq!(named, file),
        other => panic!("{}: {other:?}", file.display()),
    }
    fs::write(file, former).unwrap();
    find_in(oracles).unwrap();
}

fn a_kit_with_a_replaced_file_is_refused() {
    let oracles = pretend_kit();
    for file in FILES {
        is_refused_when_replaced(oracles.path(), &oracles.path().join("game").join(file));
    }
}

fn what_was_checked_is_what_is_played() {
    let oracles = pretend_kit();
    let game = find_in(oracles.path()).unwrap();
    fs::write(oracles.path().join("game").join(FILES[0]), "#!/bin/sh\necho something else\n").unwrap();
    let error = game.play(7, LONG).unwrap_err().to_string();
    assert!(error.contains("what was checked") && !error.contains("something else"), "{error}");
}

fn the_real_game_with_a_replaced_file_is_refused(_: &Game) {
    let oracles = tempfile::tempdir().unwrap();
    let copied =
        Command::new("cp").arg("-a").arg(Oracles::of_workspace().folder_of(&GAME)).arg(oracles.path()).status();
    assert!(copied.unwrap().success());
    for file in FILES {
        let name = Path::new(file).file_name().unwrap();
        let mut find = Command::new("find");
        let found = find.arg(oracles.path()).arg("-name").arg(name).args(["-not", "-path", "*/share/*"]);
        let found = String::from_utf8(found.output_in_time().unwrap().stdout).unwrap();
        is_refused_when_replaced(oracles.path(), Path::new(found.trim_end()));
    }
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
