//! `roguelab` loses no file that it is told to write. How files are written is tested in `roguelab::files::write`.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::program::{PROGRAM, Said, signal};

/// Far longer than any of these commands takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs lines of `sh`, where `$0` is the program.
fn shell(folder: &Path, script: &str) -> Said {
    Said::by(
        Command::new("sh")
            .args(["-c", script, PROGRAM])
            .current_dir(folder),
    )
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn modes_follow_the_umask_and_existing_ones_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let write = |umask: &str| {
        let trace = "trace record get_rand --seed 1 -n 1 --out trace";
        shell(folder.path(), &format!("umask {umask}; \"$0\" {trace}")).ended(0, &[]);
        mode(&folder.path().join("trace"))
    };
    for (umask, expected) in [("077", 0o600), ("022", 0o644), ("000", 0o666)] {
        assert_eq!(write(umask), expected, "umask {umask}");
        fs::remove_file(folder.path().join("trace")).unwrap();
    }
    write("077");
    assert_eq!(write("000"), 0o600, "an existing mode is kept");
}

/// What was there, which may be an earlier file of a pack.
const OLD: &str = "old roguelab-vectors/1";

#[test]
fn a_file_of_somebody_else_or_a_link_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("man/roguelab-check.1");
    let write = "\"$0\" vectors write pack --subject pcg32 && \"$0\" man --out man";
    let script = format!("mkdir man; touch man/ls.1; {write} && {write}");
    shell(folder.path(), &script).ended(0, &[]);
    for name in ["pack/VECTORS.md", "man/roguelab-check.1"] {
        let path = folder.path().join(name);
        let ours = fs::read(&path).unwrap();
        let command = if path == page {
            "man --out man"
        } else {
            "vectors write pack --subject pcg32"
        };
        fs::write(&path, "theirs").unwrap();
        let said = shell(folder.path(), &format!("exec \"$0\" {command}"));
        said.refused(&["cannot write", "something else is there"]);
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        fs::remove_file(&path).unwrap();
        let elsewhere = folder.path().join("elsewhere");
        fs::write(&elsewhere, &ours).unwrap();
        std::os::unix::fs::symlink(&elsewhere, &path).unwrap();
        let said = shell(folder.path(), &format!("exec \"$0\" {command}"));
        said.refused(&["something else is there"]);
        assert_eq!(fs::read(&elsewhere).unwrap(), ours);
    }
}

/// A limit on the length of files stands for a full disk.
#[test]
fn a_full_disk_leaves_what_was_there_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    for (name, command) in [
        (
            "trace",
            "trace record get_rand --seed 1 -n 100000 --out trace",
        ),
        ("new", "trace record get_rand --seed 1 -n 100000 --out new"),
        ("drawing", "draw maze -W 401 -H 401 --seed 1 --svg drawing"),
        ("pack/pcg32.json", "vectors write pack --subject pcg32"),
    ] {
        let path = folder.path().join(name);
        if name != "new" {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, OLD).unwrap();
        }
        let said = shell(
            folder.path(),
            &format!("ulimit -f 8; exec \"$0\" {command}"),
        );
        let name_shown = name.trim_end_matches("pcg32.json");
        said.refused(&[
            "cannot write",
            name_shown,
            "name another place, or make room",
        ]);
        assert_eq!(
            fs::read(&path).ok().as_deref(),
            (name != "new").then_some(OLD.as_bytes()),
            "{command}"
        );
    }
    assert_eq!(names(folder.path()), ["drawing", "pack", "trace"]);
    assert_eq!(names(&folder.path().join("pack")), ["pcg32.json"]);
}

/// The shell continues writing where the program ended.
#[test]
fn an_open_file_is_added_to_and_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let trace = "trace record get_rand --seed 1 -n 1 --out /dev/stdout";
    shell(
        folder.path(),
        &format!("(echo before; \"$0\" {trace}; echo after) > file"),
    )
    .ended(0, &[]);
    let text = fs::read_to_string(folder.path().join("file")).unwrap();
    assert!(
        text.starts_with("before\n# ") && text.ends_with("\nafter\n"),
        "{text}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn lost_standard_output_has_the_exit_code_of_unwritable_files() {
    let folder = tempfile::tempdir().unwrap();
    for command in [
        "--help",
        "--version",
        "help who",
        "subjects",
        "atlas dump",
        "trace record get_rand --seed 1 -n 9",
        "draw line 6 2",
        "atlas draws 42",
        "words pcg32 --seed 1 -n 9999 --format text",
    ] {
        let said = shell(folder.path(), &format!("\"$0\" {command} >/dev/full"));
        said.refused(&["cannot write to standard output: No space left"]);
        assert_eq!(said.stderr.lines().count(), 1, "{}", said.stderr);
    }
}

#[test]
fn an_endless_stream_is_refused_where_standard_output_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let said = shell(folder.path(), "exec \"$0\" words pcg32 --seed 1 >&-");
    said.refused(&["standard output is closed"]);
    let said = shell(
        folder.path(),
        "exec \"$0\" words pcg32 --seed 1 -n 9 >/dev/null",
    );
    said.ended(0, &[]);
}

/// Starts a program so that it receives SIGHUP, even if these tests run under `nohup`.
const HEARING: &str = if cfg!(target_os = "linux") {
    "exec env --default-signal=HUP"
} else {
    "exec"
};

/// Starts writing an endless trace to a file; returns once its temporary file exists.
fn endless_trace(folder: &Path, start: &str) -> Child {
    let script = format!("{start} \"$0\" trace record get_rand --seed 1 --out trace");
    let mut child = Command::new("sh")
        .args(["-c", &script, PROGRAM])
        .current_dir(folder)
        .spawn()
        .unwrap();
    let started = Instant::now();
    while names(folder).is_empty() {
        assert!(
            started.elapsed() < PATIENCE && child.try_wait().unwrap().is_none(),
            "no file is begun"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
    child
}

#[test]
fn a_signal_removes_the_temporary_file() {
    let folder = tempfile::tempdir().unwrap();
    for (name, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let mut trace = endless_trace(folder.path(), HEARING);
        signal(&trace, name);
        assert_eq!(trace.wait().unwrap().code(), Some(code), "{name}");
        assert!(
            names(folder.path()).is_empty(),
            "{name}: {:?}",
            names(folder.path())
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_hang_up_is_ignored_under_nohup() {
    let folder = tempfile::tempdir().unwrap();
    let mut trace = endless_trace(folder.path(), "trap '' HUP; exec");
    signal(&trace, "HUP");
    signal(&trace, "TERM");
    assert_eq!(
        trace.wait().unwrap().code(),
        Some(143),
        "SIGHUP, which came first, was ignored"
    );
}
