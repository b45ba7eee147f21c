//! `roguelab-mpi scan --engine mpi` under `mpirun -n 4` finds what a single process finds. Needs the feature `mpi`.

use std::process::{Command, Output};

const QUESTION: [&str; 9] = [
    "scan",
    "--json",
    "--subject",
    "rrandom",
    "--where",
    "word(0) % 641 == 3 && coin_toss(1)",
    "--to",
    "20000001",
    "--keep=40",
];

fn alone(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_roguelab-mpi"))
        .args(arguments)
        .output()
        .unwrap()
}

/// Runs on one machine, as any user and with any number of cores.
fn mpirun(processes: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new("mpirun");
    command.args([
        "--allow-run-as-root",
        "--oversubscribe",
        "-n",
        processes,
        env!("CARGO_BIN_EXE_roguelab-mpi"),
    ]);
    command
        .args(arguments)
        .args(["--engine", "mpi"])
        .output()
        .expect("mpirun is installed (Debian: openmpi-bin)")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The same arguments with and without MPI print the same result.
fn assert_same(processes: &str, arguments: &[&str]) {
    let (one, all) = (alone(arguments), mpirun(processes, arguments));
    assert_eq!(
        (one.status.code(), all.status.code()),
        (Some(0), Some(0)),
        "{}{}",
        stderr(&one),
        stderr(&all)
    );
    assert!(
        one.stdout.starts_with(b"{"),
        "{}",
        String::from_utf8_lossy(&one.stdout)
    );
    assert_eq!(
        String::from_utf8_lossy(&all.stdout),
        String::from_utf8_lossy(&one.stdout)
    );
}

#[test]
fn four_processes_find_what_one_finds() {
    assert_same("4", &QUESTION);
    assert_same("4", &[&QUESTION[..], &["--threads", "2"]].concat());
}

#[test]
fn more_processes_than_seeds_find_what_one_finds() {
    assert_same(
        "4",
        &[
            "scan",
            "--json",
            "--subject=pcg32",
            "--where=word(0) > 0",
            "--from=-2",
            "--to=-1",
        ],
    );
}

#[test]
fn wrong_usage_is_reported_once() {
    let output = mpirun(
        "4",
        &["scan", "--subject", "rrandom", "--where", "word(0) ="],
    );
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert_eq!(
        stderr(&output)
            .matches("roguelab: the predicate, column 9")
            .count(),
        1,
        "{}",
        stderr(&output)
    );
}
