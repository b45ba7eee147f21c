//! The look for a compiler before anything that has to build C or C++.
//!
//! Without it the user would meet the failure of a build script, pages long.

use std::process::Command;

use crate::process;

/// What has to be compiled: the variable that names the compiler, and the compiler where none is named.
struct Language {
    variable: &'static str,
    default: &'static str,
}

/// The C references.
const C: Language = Language { variable: "CC", default: "cc" };

/// The fuzzer.
const CPP: Language = Language { variable: "CXX", default: "c++" };

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
    answers(&C).map_err(|tried| complaint(&tried))
}

/// Checks that the C++ compiler that a build will choose can be run.
///
/// # Errors
///
/// What was tried, in one line.
pub(crate) fn cpp() -> Result<(), String> {
    answers(&CPP).map_err(|tried| format!("no C++ compiler; tried {tried}"))
}

/// Whether the compiler of a language can be run; if not, what was tried.
fn answers(language: &Language) -> Result<(), String> {
    let target = host();
    let choice = choose(language, &target, |variable| std::env::var(variable).ok());
    // MSVC's compiler is found through the registry, not the path, and has no --version.
    if (choice.variable.is_none() && target.ends_with("-msvc")) || works(&choice.command) {
        return Ok(());
    }
    Err(tried(language, &choice, &target))
}

/// The compiler that the crate `cc` takes in a build for the machine itself: the
/// first variable that is set, in its order, even where a later one would work.
fn choose(language: &Language, target: &str, lookup: impl Fn(&str) -> Option<String>) -> Choice {
    variables(language, target)
        .into_iter()
        .find_map(|variable| lookup(&variable).map(|command| Choice { variable: Some(variable), command }))
        .unwrap_or_else(|| Choice { variable: None, command: language.default.to_owned() })
}

/// The variables that name the compiler, the most specific first.
fn variables(language: &Language, target: &str) -> [String; 4] {
    let name = language.variable;
    let underscored = target.replace(['-', '.'], "_");
    [format!("{name}_{target}"), format!("{name}_{underscored}"), format!("HOST_{name}"), name.to_owned()]
}

/// Whether the command answers `--version`.
fn works(command: &str) -> bool {
    let mut words = command.split_whitespace();
    let Some(program) = words.next() else { return false };
    let answers =
        |program: &str, arguments: &[&str]| process::works(Command::new(program).args(arguments).arg("--version"));
    // The value is a path, which may hold blanks, or a program with arguments.
    answers(command, &[]) || answers(program, &words.collect::<Vec<_>>())
}

fn tried(language: &Language, choice: &Choice, target: &str) -> String {
    let tried = match &choice.variable {
        Some(variable) => format!("`{}`, from the environment variable {variable}", choice.command),
        None => format!("`{}`; none of {} is set", choice.command, variables(language, target).join(", ")),
    };
    format!("{tried}: `--version` does not run")
}

fn complaint(tried: &str) -> String {
    format!(
        "roguelab needs a C compiler: its ports are compared with C references that are built here.\n\
         tried: {tried}.\n\
         to do: install one (Debian: apt-get install gcc), or set CC to one that is there."
    )
}

/// The target that this machine builds for by default; empty if rustc does not say.
pub(crate) fn host() -> String {
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
        choose(&C, TARGET, |variable| {
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
    fn each_language_has_variables_and_a_compiler_of_its_own() {
        let only_c = |variable: &str| (variable == "CC").then(|| String::from("a"));
        assert_eq!(choose(&C, TARGET, only_c).command, "a");
        assert_eq!(choose(&CPP, TARGET, only_c), Choice { variable: None, command: String::from("c++") });
        assert_eq!(variables(&CPP, TARGET)[1..3], ["CXX_x86_64_unknown_linux_gnu", "HOST_CXX"]);
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
        let said = |choice| complaint(&tried(&C, &choice, TARGET));
        let from_variable = said(chosen(&[("CC", "/nonexistent/cc")]));
        assert!(from_variable.starts_with("roguelab needs a C compiler: "));
        assert!(from_variable.contains("`/nonexistent/cc`, from the environment variable CC"));
        assert!(from_variable.contains("apt-get install gcc"));
        assert!(said(chosen(&[])).contains("none of CC_x86_64-unknown-linux-gnu, "));
    }
}
