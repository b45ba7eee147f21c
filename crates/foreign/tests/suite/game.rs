//! Playing a program instead of the real game: everything that can go wrong is reported.

use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use roguelab_foreign::game::{Failure, Game};

/// Long for a game, which takes about 30 ms, even on a busy machine.
const LONG: Duration = Duration::from_secs(30);

/// Short enough to wait for, and long enough for a shell to print a word on a busy machine.
const SHORT: Duration = Duration::from_secs(2);

/// A program that every system has, with arguments, instead of the game.
fn impostor(script: &str) -> Game {
    Game::with_program(Path::new("/bin/sh"), &["-c", script]).expect("/bin/sh can be read")
}

#[test]
fn a_game_that_never_answers_meets_its_deadline() {
    let started = Instant::now();
    let error = impostor("exec sleep 600")
        .play(7, Duration::from_millis(300))
        .unwrap_err();
    // It would sleep for ten minutes, so a limit of one minute shows that the deadline was kept.
    assert!(started.elapsed() < Duration::from_secs(60));
    let expected = "seed 7: no answer within 0.3 s; the screen showed nothing";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_game_that_ignores_the_hangup_meets_its_deadline() {
    let game = impostor("trap '' HUP; echo Exp:; while :; do sleep 600; done");
    let error = game.play(7, SHORT).unwrap_err().why;
    assert!(
        matches!(&error, Failure::Deadline(_, screen) if screen.starts_with("Exp:\n")),
        "{error}"
    );
}

#[test]
fn a_game_that_is_killed_leaves_nothing_behind() {
    let game = impostor(
        ": > /dev/shm/faketime_shm_$$; echo $$; echo \"${PWD#*/.roguelab-folder-}\"; sleep 600",
    );
    let error = game.play(7, SHORT).unwrap_err();
    let Failure::Deadline(_, screen) = error.why else {
        panic!("{error}")
    };
    let mut lines = screen.lines();
    let (process, folder) = (lines.next().unwrap(), lines.next().unwrap());
    process.parse::<u32>().expect("a process number");
    let folder = env::temp_dir().join(format!(".roguelab-folder-{folder}"));
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
    assert!(
        !Path::new("/dev/shm")
            .join(format!("faketime_shm_{process}"))
            .exists()
    );
}

#[test]
fn a_game_has_no_terminal_but_its_own_open() {
    let listed = || {
        let script = "for file in /proc/$$/fd/*; do readlink $file; done | grep -c ptmx";
        impostor(script).play(7, LONG).unwrap_err().to_string()
    };
    let all: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| (0..8).map(|_| listed()).collect::<Vec<_>>()))
            .collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap())
            .collect()
    });
    for said in all {
        assert!(said.ends_with("showed:\n  0"), "{said}");
    }
}

#[test]
fn a_play_that_libfaketime_refuses_is_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let script = "mkdir \"$0\" 2>&- && echo libfaketime: In ft_shm_create\\(\\), shm_open failed: File exists || echo played";
    let mark = folder.path().join("mark");
    let game = Game::with_program(
        Path::new("/bin/sh"),
        &["-c", script, mark.to_str().unwrap()],
    )
    .unwrap();
    let error = game.play(7, LONG).unwrap_err().to_string();
    assert!(error.ends_with("showed:\n  played"), "{error}");
}

#[test]
fn what_goes_wrong_is_told_with_the_screen() {
    let environment = "test \"$HOME\" = \"$PWD\" && echo $TERM $LINES $COLUMNS $TZ $CARGO_MANIFEST_DIR.; stty size";
    for (script, said) in [
        (
            "echo no library; echo; exit 3",
            "the game ended by itself (exit status: 3); the screen showed:\n  no library",
        ),
        // The game sees only its own environment, and nobody else can enter the folder where it is played.
        (
            environment,
            "the screen showed:\n  xterm 24 80 UTC .\n  24 80",
        ),
        ("stat -c %a . ..", "the screen showed:\n  700\n  700"),
        (
            "echo Exp:; read key",
            "and left no save file; the screen showed:\n  Exp:",
        ),
        (
            "> rogue.esave; echo Exp:; read key",
            "and left no save file; the screen showed:\n  Exp:",
        ),
        (
            "echo something > rogue.esave; echo Exp:; read key",
            "not at that second: ROGUELAB_FAKETIME must name the library libfaketime.so.1",
        ),
    ] {
        let error = impostor(script).play(7, LONG).unwrap_err().to_string();
        assert!(
            error.starts_with("seed 7: ") && error.ends_with(said),
            "{error}"
        );
    }
}

#[test]
fn a_program_that_is_not_there_or_cannot_be_started_is_reported() {
    assert!(Game::with_program(Path::new("/nonexistent/rogue"), &[]).is_err());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rogue");
    fs::write(&file, "not a program").unwrap();
    let error = Game::with_program(&file, &[])
        .unwrap()
        .play(7, LONG)
        .unwrap_err();
    assert!(
        matches!(error.why, Failure::Io("starting the game", _)),
        "{error}"
    );
}

#[test]
fn seconds_that_no_clock_shows_are_refused() {
    for seed in [-1, i64::MIN, i64::MAX, 253_402_300_800] {
        let error = impostor("").play(seed, LONG).unwrap_err();
        assert!(matches!(error.why, Failure::SeedOutOfRange), "{error}");
    }
}
