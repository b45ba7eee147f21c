//! The project's own commands: `cargo xtask TASK`.
//!
//! Thin on purpose and without dependencies: each task spawns cargo or the
//! program `roguelab`, or checks the text of the repository. Exit codes: 0 when
//! the task succeeded, 2 for a call that cannot be carried out (unknown task,
//! wrong arguments, no C compiler), otherwise the code of what was spawned.
//!
//! Paths in arguments are relative to the folder that the user called from.

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

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use tasks::{Run, TASKS};

/// The exit code for a call that cannot be carried out as it stands.
const MISUSE: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    ExitCode::from(dispatch(&repository_root(), &arguments))
}

/// The folder of the workspace: the parent of this package's own.
fn repository_root() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    package.as_deref().and_then(Path::parent).map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

/// Runs the task that the arguments name and gives the exit code.
fn dispatch(root: &Path, arguments: &[OsString]) -> u8 {
    let Some((name, rest)) = arguments.split_first() else {
        return misuse("no task given");
    };
    if name == "--help" || name == "-h" {
        println!("{}", tasks::usage());
        return 0;
    }
    let Some(task) = TASKS.iter().find(|task| name == task.name) else {
        let name = name.to_string_lossy();
        return misuse(&format!("unknown task `{}`; did you mean `{}`?", name.escape_debug(), tasks::nearest(&name)));
    };
    let refused = |argument: &OsString, why| {
        misuse(&format!(
            "`{}` does not take the argument `{}`{why}",
            task.name,
            argument.to_string_lossy().escape_debug()
        ))
    };
    match task.run {
        Run::Roguelab => process::roguelab(root, task.name, rest),
        Run::Alone(run) => rest.first().map_or_else(|| run(root), |argument| refused(argument, "")),
        Run::Folder(run) => match rest {
            [] => run(root),
            [folder] => run(Path::new(folder)),
            [_, more, ..] => refused(more, ""),
        },
        Run::Forwarded(run) => run(root, rest),
        Run::Words(run) => {
            let words: Result<Vec<String>, &OsString> =
                rest.iter().map(|argument| argument.to_str().map(str::to_owned).ok_or(argument)).collect();
            words.map_or_else(|argument| refused(argument, ": it is not UTF-8"), |words| run(root, &words))
        }
    }
}

fn misuse(message: &str) -> u8 {
    eprintln!("xtask: {message}\n\n{}", tasks::usage());
    MISUSE
}
