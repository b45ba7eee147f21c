//! The program as a user meets it: what it prints, its errors and its exit codes.

#[path = "../../../rogue/tests/writer/mod.rs"]
mod writer;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::child::{ChildInTime as _, CommandInTime as _};

use lab::fixtures::root;
use rogue::identities::Identities;

fn roguelab() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roguelab"));
    for variable in ["ROGUELAB_ORACLES", "ROGUELAB_SEED", "ROGUELAB_CASES", "ROGUELAB_GAME", "ROGUELAB_FAKETIME"] {
        command.env_remove(variable);
    }
    command
}

fn run(arguments: &[&str]) -> Output {
    roguelab().args(arguments).output_in_time().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Asserts the exit code, and that the error names each of these.
fn assert_refused(output: &Output, code: i32, needles: &[&str]) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{stderr}");
    for needle in needles {
        assert!(stderr.contains(needle), "`{needle}` is not in: {stderr}");
    }
}

#[test]
fn wrong_arguments_are_refused_with_what_was_meant() {
    for seed in ["2147483648", "-2147483649", "twelve", "1.5", ""] {
        assert_refused(&run(&["atlas", "show", seed]), 2, &["-2147483648 to 2147483647"]);
    }
    assert_eq!(run(&["atlas", "show", "-2147483648"]).status.code(), Some(0));
    let refused: [(&[&str], &[&str]); 6] = [
        (&["atlass", "dump"], &["atlass"]),
        (&["replay", "rogue", "--ops", "rrandom"], &["`rogue`", "new-game", "pcg32"]),
        (&["replay", "new-game", "--ops", "srrandom 5; mix_colours"], &["`mix_colours`", "did you mean `mix_colors`"]),
        (&["replay", "pcg32", "--expected", "gsl", "--ops", "random"], &["gsl", "port, reference"]),
        (&["draws", "1", "--range", "-2147483648", "2147483647"], &["-2147483648 to 2147483647", "wider"]),
        (&["game", "--seeds", "1", "--evidence", "evidence.txt"], &["--all"]),
    ];
    for (arguments, needles) in refused {
        assert_refused(&run(arguments), 2, needles);
    }
    assert!(!Path::new("evidence.txt").exists());
    for (variable, value, needles) in [
        ("ROGUELAB_ORACLES", "maybe", &["ROGUELAB_ORACLES", "maybe", "require"][..]),
        ("ROGUELAB_CASES", "0", &["ROGUELAB_CASES", "0"]),
    ] {
        assert_refused(&roguelab().env(variable, value).arg("report").output_in_time().unwrap(), 2, needles);
    }
}

/// A save file with the names of this seed, in a folder of its own.
fn saved(seed: i32) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rogue.esave");
    fs::write(&path, writer::write(&Identities::of_seed(seed), "player", &[9; 500]).0).unwrap();
    (folder, path)
}

fn show_save(path: &Path) -> Output {
    roguelab().arg("save").arg(path).output_in_time().unwrap()
}

#[test]
fn a_save_file_is_traced_to_its_game_and_a_broken_one_refused_by_name() {
    let (_folder, path) = saved(4321);
    let output = show_save(&path);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("game 4321 of 32768"), "{}", stdout(&output));
    let (mut bytes, tables) = writer::write(&Identities::of_seed(5), "player", &[9; 500]);
    for (end, needles) in [(10, &["10 bytes", "cut short"][..]), (700, &["cut short"])] {
        fs::write(&path, &bytes[..end]).unwrap();
        assert_refused(&show_save(&path), 2, &[&["rogue.esave"], needles].concat());
    }
    bytes[tables + 6] ^= 1;
    fs::write(&path, bytes).unwrap();
    assert_refused(&show_save(&path), 2, &["rogue.esave", "record 0 of the potions", "a name the game does not give"]);
}

#[test]
fn a_game_that_is_not_there_is_an_error_with_its_remedy() {
    let output =
        roguelab().env("ROGUELAB_GAME", "no-such-game").args(["game", "--seeds", "1"]).output_in_time().unwrap();
    assert_refused(&output, 2, &["cargo xtask setup --accept-licence"]);
}

/// `cat` stands for a game that never answers. The exit code stays 1 if nobody reads the output.
#[test]
fn a_game_that_does_not_answer_fails_at_its_deadline() {
    let start = || {
        let mut command = roguelab();
        command.env("ROGUELAB_GAME", "/bin/cat").env("ROGUELAB_FAKETIME", "/bin/cat");
        command.args(["game", "--seeds", "2", "--deadline", "0.3"]).stdout(Stdio::piped()).spawn().unwrap()
    };
    let mut unread = start();
    drop(unread.stdout.take());
    let output = start().output_in_time().unwrap();
    assert_eq!((output.status.code(), unread.wait_in_time().unwrap().code()), (Some(1), Some(1)));
    let shown = stdout(&output);
    assert!(shown.contains("0 of 2 games agree") && shown.contains("no answer within 0.3 s"), "{shown}");
}

/// Without apt nothing can be fetched, so this reaches no network.
#[test]
fn a_set_up_that_can_fetch_nothing_shows_the_licences_and_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let oracles = folder.path().join("oracles");
    let set_up = |arguments: &[&str]| {
        let mut command = roguelab();
        command
            .env("PATH", folder.path())
            .args(["setup", "--into"])
            .arg(&oracles)
            .args(arguments)
            .output_in_time()
            .unwrap()
    };
    for (arguments, asked) in [(&[][..], true), (&["--accept-licence"], false)] {
        let output = set_up(arguments);
        assert_refused(&output, 2, &["not set up: ", "gsl", "game"]);
        let shown = stdout(&output);
        assert!(shown.contains("No portion of this notice") && shown.contains("non-commercial purposes"), "{shown}");
        assert!(shown.contains("ROGUELAB_GSL") && shown.contains("ROGUELAB_PCG_CPP"), "{shown}");
        assert_eq!(shown.contains("run this again with --accept-licence"), asked, "{shown}");
        assert!(!oracles.exists());
    }
}

#[test]
fn more_draws_than_the_reference_can_log_are_compared_all_the_same() {
    let ops = "srrandom 5; get_rands 0 5 70000; get_rand 1 100";
    let output = run(&["replay", "get_rand", "--expected", "reference32", "--ops", ops]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_pipe_that_is_closed_early_ends_the_program_quietly() {
    let mut child = roguelab().args(["atlas", "dump"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.output_in_time().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn games_draws_and_subjects_are_shown() {
    let dump = stdout(&run(&["atlas", "dump"]));
    assert_eq!(dump.lines().count(), 32768);
    assert!(dump.starts_with("0\tclear,pink,blue,"));
    assert!(dump.lines().all(|line| line.split('\t').count() == 5));
    let shown = stdout(&run(&["atlas", "show", "0"]));
    for name in ["of healing", "blue", "staff", "redwood", "garnet", "'behil bar festr mep'", "163 draws"] {
        assert!(shown.contains(name), "{name} is not in {shown}");
    }
    let shown = stdout(&run(&["draws", "0", "-n", "3"]));
    let rows: Vec<Vec<&str>> = shown.lines().rev().take(3).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows, [["2", "404384196", "93"], ["1", "1950343301", "26"], ["0", "1990395451", "96"]]);
    let shown = stdout(&run(&["draws", "1", "-n", "1", "--range", "1", "2", "--range", "7", "7"]));
    assert!(shown.contains("get_rand(7, 7)"), "the last range is used: {shown}");
    let shown = stdout(&run(&["subjects"]));
    assert!(shown.contains("new-game") && shown.contains("get_wand_and_ring_materials"), "{shown}");
    let output = run(&["replay", "get_rand", "--ops", "srrandom 0; get_rand 1 100; coin_toss"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("port and reference agree"), "{}", stdout(&output));
}

/// Each command of the README's blocks with `$ roguelab ...` prints the lines below it, up to the next command. A last line
/// `...` stands for any rest.
#[test]
#[cfg(unix)]
fn the_readme_shows_what_the_program_prints() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(root().join("fixtures"), folder.path().join("fixtures")).unwrap();
    let programs = Path::new(env!("CARGO_BIN_EXE_roguelab")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let mut commands = 0;
    let blocks = readme.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    for piece in blocks.filter(|block| block.contains("$ roguelab ")).flat_map(|block| block.split("$ ").skip(1)) {
        let (script, shown) = piece.split_once('\n').unwrap();
        let mut command = Command::new("sh");
        let output =
            command.args(["-c", script]).env("PATH", &path).current_dir(folder.path()).output_in_time().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let printed = printed.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        match shown.trim_end().strip_suffix("\n ...") {
            Some(beginning) => assert!(printed.starts_with(beginning), "{script}:\n{printed}"),
            None => assert_eq!(printed.trim_end(), shown.trim_end(), "{script}"),
        }
        commands += 1;
    }
    assert!(commands > 0, "the README shows no command");
}
