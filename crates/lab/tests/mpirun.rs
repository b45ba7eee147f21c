//! `roguelab-mpi scan --engine mpi` under `mpirun -n 4` finds what a single process finds. Needs the feature `mpi`.

#[path = "suite/child.rs"]
mod child;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use child::CommandInTime as _;

const QUESTION: [&str; 8] =
    ["scan", "--subject", "rrandom", "--where", "word(0) % 641 == 3 && coin_toss(1)", "--to", "20000001", "--keep=40"];

fn alone(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_roguelab-mpi")).args(arguments).output_in_time().unwrap()
}

/// On one machine, as any user and with any number of cores.
fn mpirun(processes: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new("mpirun");
    command.args(["--allow-run-as-root", "--oversubscribe", "-n", processes, env!("CARGO_BIN_EXE_roguelab-mpi")]);
    command
        .args(arguments)
        .args(["--engine", "mpi"])
        .output_in_time()
        .expect("mpirun is installed (Debian: openmpi-bin)")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The same arguments with and without MPI print the same result.
fn assert_same(processes: &str, arguments: &[&str]) {
    let (one, all) = (alone(arguments), mpirun(processes, arguments));
    assert_eq!((one.status.code(), all.status.code()), (Some(0), Some(0)), "{}{}", stderr(&one), stderr(&all));
    assert!(one.stdout.starts_with(b"{"), "{}", String::from_utf8_lossy(&one.stdout));
    assert_eq!(String::from_utf8_lossy(&all.stdout), String::from_utf8_lossy(&one.stdout));
}

#[test]
fn four_processes_find_what_one_finds() {
    assert_same("4", &QUESTION);
    assert_same("4", &[&QUESTION[..], &["--shard", "2/3", "--threads", "2"]].concat());
}

#[test]
fn more_processes_than_seeds_find_what_one_finds() {
    assert_same("4", &["scan", "--subject=pcg32", "--where=word(0) > 0", "--from=-2", "--to=-1"]);
}

#[test]
fn each_process_resumes_from_its_own_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state");
    let arguments = [&QUESTION[..], &["--checkpoint", path.to_str().unwrap()]].concat();
    let first = mpirun("4", &arguments);
    let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut kept: Vec<String> = names.collect();
    kept.sort();
    assert_eq!(kept, (1..=4).map(|rank| format!("state.{rank}-of-4")).collect::<Vec<_>>());
    let again = mpirun("4", &arguments);
    assert_eq!((again.status.code(), &again.stdout), (Some(0), &first.stdout));
    assert!(stderr(&again).contains("going on from the checkpoint"), "{}", stderr(&again));
}

#[test]
fn wrong_usage_is_reported_once() {
    let output = mpirun("4", &["scan", "--subject", "rrandom", "--where", "word(0) ="]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert_eq!(stderr(&output).matches("roguelab: the predicate, column 9").count(), 1, "{}", stderr(&output));
}

#[test]
fn a_process_that_fails_ends_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state");
    fs::create_dir(Path::new(&format!("{}.3-of-4", path.display()))).unwrap();
    let output = mpirun("4", &[&QUESTION[..], &["--checkpoint", path.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("process 2 of 4: cannot write "), "{}", stderr(&output));
}
