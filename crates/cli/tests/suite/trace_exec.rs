//! `roguelab trace exec` on programs compiled here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::program::{roguelab, run};

/// A program that takes words in every way, in the process, a thread and a child.
const PROGRAM: &str = include_str!("../c/taker.c");

fn compiled(folder: &Path, flags: &[&str]) -> PathBuf {
    let (source, program) = (folder.join("taker.c"), folder.join("taker"));
    fs::write(&source, PROGRAM).unwrap();
    let output = Command::new("cc")
        .args(["-w", "-pthread", "-o"])
        .arg(&program)
        .arg(&source)
        .args(flags)
        .output();
    assert!(output.unwrap().status.success());
    program
}

#[test]
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn every_word_and_seed_of_a_program_is_recorded_and_agrees() {
    let folder = tempfile::tempdir().unwrap();
    let program = compiled(folder.path(), &[]);
    let trace = folder.path().join("trace.txt");
    let output = roguelab(&["trace", "exec", "--time", "1234", "--out"])
        .args([&trace, Path::new("--"), &program])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    for line in include_str!("../c/taker.txt").lines() {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let paths = [&trace, &trace].map(|trace| trace.to_str().unwrap());
    run(&["trace", "diff", paths[0], paths[1]]).ended(0, &[]);
    // A child that continues drawing has a copy of its parent's generator.
    let program = program.to_str().unwrap();
    let line = "random(), rand(): initstate(3, 64) before the fork, at draw 0; then 30000 words, all of them those of glibc's random(), TYPE_2";
    run(&["trace", "exec", "--", program, "f"]).ended(0, &[line]);
    let ended = "ended with exit status: 7";
    run(&["trace", "exec", "--", program, "7"]).ended(0, &[ended]);
    run(&["trace", "exec", "--json", "--", program, "7"]).ended(0, &[ended]);
}

#[test]
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn programs_that_cannot_be_recorded_are_named_with_the_reason() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let program = compiled(folder.path(), &["-static"]);
    run(&["trace", "exec", "--", program.to_str().unwrap()]).refused(&["statically linked"]);
    run(&["trace", "exec", "--", "no-such-program"])
        .refused(&["there is no program `no-such-program`"]);
    run(&["trace", "exec", "--", "true"]).ended(2, &["took nothing from random()"]);
    run(&["trace", "exec", "--", "sh", "-c", "true; (true); true"])
        .ended(2, &["took nothing from random()"]);
    // An interpreter that does not load the recorder.
    let script = folder.path().join("script");
    fs::write(&script, format!("#!{} f\n", program.display())).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o700)).unwrap();
    let script = script.to_str().unwrap();
    run(&["trace", "exec", "--", script]).ended(2, &["was not recorded"]);
    // A program that was started from a recorded one, and is not recorded.
    let program = program.to_str().unwrap();
    for line in [
        &["env", "-u", "LD_PRELOAD", program][..],
        &["sh", "-c", &format!("{program}; true")],
    ] {
        let is_lost = &["took nothing while it was recorded. But a process of it went on"];
        run(&[&["trace", "exec", "--"], line].concat()).ended(2, is_lost);
    }
    run(&["trace", "exec", "--keys", "n\\n\\q", "--", "true"]).refused(&["expected \\n"]);
}

#[test]
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn a_recorded_program_that_we_end_is_not_lost() {
    let exec = ["trace", "exec", "--deadline", "0.5"];
    let taken = &["did not end by itself", "took nothing from random()"];
    run(&[&exec[..], &["--keys", "abc", "--", "cat"]].concat()).ended(2, taken);
    run(&[&exec[..], &["--", "sleep", "9"]].concat()).ended(2, taken);
    let lost = &["went on without the recorder"];
    let line = ["--", "env", "-u", "LD_PRELOAD", "sleep", "9"];
    run(&[&exec[..], &line].concat()).ended(2, lost);
}
