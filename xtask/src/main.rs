//! The project's own commands: `cargo xtask TASK`.
//!
//! Thin on purpose and without dependencies: each task spawns cargo or the
//! program `roguelab`, or checks the text of the repository. Exit codes: 0 when
//! the task succeeded, 2 for a call that cannot be carried out (unknown task,
//! wrong arguments, no C compiler), otherwise the code of what was spawned.

mod ci;
mod compiler;
mod fuzz;
mod miri;
mod msrv;
mod mutate;
mod no_std;
mod process;
mod tasks;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use tasks::{Run, TASKS};

/// The exit code for a call that cannot be carried out as it stands.
const MISUSE: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    ExitCode::from(dispatch(&repository_root(), &arguments))
}

/// The folder of the workspace: the parent of this package's own.
fn repository_root() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from("xtask"), PathBuf::from);
    package.parent().map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

/// Runs the task that the arguments name and gives the exit code.
fn dispatch(root: &Path, arguments: &[String]) -> u8 {
    let Some((name, rest)) = arguments.split_first() else {
        eprintln!("xtask: no task given\n\n{}", tasks::usage());
        return MISUSE;
    };
    if name == "--help" || name == "-h" {
        println!("{}", tasks::usage());
        return 0;
    }
    let Some(task) = TASKS.iter().find(|task| task.name == name) else {
        eprintln!("xtask: unknown task `{name}`; did you mean `{}`?\n\n{}", tasks::nearest(name), tasks::usage());
        return MISUSE;
    };
    let allowed = task.arguments.most();
    if rest.len() > allowed {
        eprintln!("xtask: `{name}` does not take the argument `{}`\n\n{}", rest[allowed], tasks::usage());
        return MISUSE;
    }
    match task.run {
        Run::Roguelab => process::roguelab(root, name, rest),
        Run::Here(run) => run(root, rest),
    }
}
