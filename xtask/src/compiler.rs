//! The look for a C compiler before anything that has to build the C references.
//!
//! Without it the user would meet the failure of a build script, pages long.

use std::process::{Command, Stdio};

/// Where the name of a compiler comes from, and the name.
#[derive(Debug, PartialEq)]
struct Choice {
    /// The environment variable; none for the built-in default.
    variable: Option<String>,
    /// The program, perhaps followed by arguments.
    command: String,
}

/// Checks that the C compiler that the build will choose can be run.
///
/// # Errors
///
/// The message for the user: what was tried and what to do.
pub(crate) fn preflight() -> Result<(), String> {
    let target = host();
    let choice = choose(&target, |variable| std::env::var(variable).ok());
    // MSVC's compiler is found through the registry, not the path, and has no --version.
    if (choice.variable.is_none() && target.ends_with("-msvc")) || works(&choice.command) {
        return Ok(());
    }
    Err(complaint(&choice, &target))
}

/// The compiler that the crate `cc` takes in a build for the machine itself: the
/// first variable that is set, in its order, even where a later one would work.
fn choose(target: &str, lookup: impl Fn(&str) -> Option<String>) -> Choice {
    variables(target)
        .into_iter()
        .find_map(|variable| lookup(&variable).map(|command| Choice { variable: Some(variable), command }))
        .unwrap_or_else(|| Choice { variable: None, command: String::from("cc") })
}

/// The variables that name the compiler, the most specific first.
fn variables(target: &str) -> [String; 4] {
    let underscored = target.replace(['-', '.'], "_");
    [format!("CC_{target}"), format!("CC_{underscored}"), String::from("HOST_CC"), String::from("CC")]
}

/// Whether the command answers `--version`.
fn works(command: &str) -> bool {
    let mut words = command.split_whitespace();
    let Some(program) = words.next() else { return false };
    let answers = |program: &str, arguments: &[&str]| {
        Command::new(program)
            .args(arguments)
            .arg("--version")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    };
    // The value is a path, which may hold blanks, or a program with arguments.
    answers(command, &[]) || answers(program, &words.collect::<Vec<_>>())
}

fn complaint(choice: &Choice, target: &str) -> String {
    let tried = match &choice.variable {
        Some(variable) => format!("`{}`, from the environment variable {variable}", choice.command),
        None => format!("`{}`; none of {} is set", choice.command, variables(target).join(", ")),
    };
    format!(
        "roguelab needs a C compiler: its ports are compared with C references that are built here.\n\
         tried: {tried}: `--version` does not run.\n\
         to do: install one (Debian: apt-get install gcc), or set CC to one that is there."
    )
}

/// The target that this machine builds for by default; empty if rustc does not say.
fn host() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let answer = Command::new(rustc).arg("-vV").output();
    let text = answer.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TARGET: &str = "x86_64-unknown-linux-gnu";

    fn chosen(set: &[(&str, &str)]) -> Choice {
        choose(TARGET, |variable| {
            set.iter().find(|(name, _)| *name == variable).map(|(_, command)| (*command).to_owned())
        })
    }

    #[test]
    fn without_variables_the_compiler_is_cc() {
        assert_eq!(chosen(&[]), Choice { variable: None, command: String::from("cc") });
    }

    #[test]
    fn the_most_specific_variable_wins() {
        let set = [("CC", "a"), ("HOST_CC", "b"), ("CC_x86_64_unknown_linux_gnu", "c")];
        assert_eq!(chosen(&set).command, "c");
        assert_eq!(chosen(&set[..2]).command, "b");
        assert_eq!(chosen(&set[..1]).command, "a");
        assert_eq!(chosen(&[("CC", "a"), ("CC_x86_64-unknown-linux-gnu", "d")]).command, "d");
    }

    #[test]
    fn a_program_that_is_not_there_does_not_work() {
        assert!(!works("/nonexistent/cc"));
        assert!(!works(""));
    }

    #[test]
    fn a_program_with_arguments_works() {
        let rustc = std::env::var("RUSTC").unwrap_or_else(|_| String::from("rustc"));
        assert!(works(&rustc));
        assert!(works("rustc --verbose"));
    }

    #[test]
    fn the_complaint_says_what_was_tried_and_what_to_do() {
        let from_variable = complaint(&chosen(&[("CC", "/nonexistent/cc")]), TARGET);
        assert!(from_variable.starts_with("roguelab needs a C compiler: "));
        assert!(from_variable.contains("`/nonexistent/cc`, from the environment variable CC"));
        assert!(from_variable.contains("apt-get install gcc"));
        assert!(complaint(&chosen(&[]), TARGET).contains("none of CC_x86_64-unknown-linux-gnu, "));
    }
}
