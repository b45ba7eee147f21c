//! Looks for a compiler before anything builds C: without one the user would see a build script's failure, pages long.

use std::env;
use std::process::Command;

use crate::process;

/// Checks that the C compiler that a build will choose can be run; if not, what was tried and what to do.
pub(crate) fn preflight() -> Result<(), String> {
    let choice = Choice::from_env();
    choice.answers().map_err(|tried| {
        format!(
            "roguelab needs a C compiler: its ports are compared with C references that are built here.\n\
             tried: {tried}.\n\
             to do: install one (Debian: apt-get install gcc), or set CC to one that is there."
        )
    })
}

/// The compiler that the crate `cc` takes in a build for this machine.
#[derive(Debug, PartialEq)]
struct Choice {
    /// The program, perhaps followed by arguments.
    command: String,
    /// Where the name comes from.
    source: String,
}

impl Choice {
    fn from_env() -> Self {
        Self::of(&host(), |variable| env::var(variable).ok())
    }

    /// The first variable that is set, the most specific first, even if a later one would work.
    fn of(target: &str, lookup: impl Fn(&str) -> Option<String>) -> Self {
        let underscored = target.replace(['-', '.'], "_");
        let variables = [
            format!("CC_{target}"),
            format!("CC_{underscored}"),
            String::from("HOST_CC"),
            String::from("CC"),
        ];
        let set = variables
            .iter()
            .find_map(|variable| Some((variable, lookup(variable)?)));
        match set {
            Some((variable, command)) => {
                let source = format!("`{command}`, from the environment variable {variable}");
                Self { command, source }
            }
            None => Self {
                command: String::from("cc"),
                source: format!("`cc`; none of {} is set", variables.join(", ")),
            },
        }
    }

    fn answers(&self) -> Result<(), String> {
        let mut words = self.command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let runs = |command: &mut Command| process::works(command.arg("--version"));
        // The value is a path, which may contain blanks, or a program with arguments.
        let works =
            runs(&mut Command::new(&self.command)) || runs(Command::new(program).args(words));
        // MSVC's compiler is found through the registry, not the path, and has no --version.
        if works || host().ends_with("-msvc") {
            Ok(())
        } else {
            Err(format!("{}: `--version` does not run", self.source))
        }
    }
}

/// The target that this machine builds for by default; empty if rustc does not say.
fn host() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let answer = Command::new(rustc).arg("-vV").output();
    let text = answer
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
        .unwrap_or_default();
    text.lines()
        .find_map(|line| line.strip_prefix("host: "))
        .unwrap_or_default()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_specific_variable_wins() {
        let chosen = |set: &[(&str, &str)]| {
            let lookup = |variable: &str| set.iter().find(|(name, _)| *name == variable);
            let lookup =
                |variable: &str| lookup(variable).map(|(_, command)| (*command).to_owned());
            Choice::of("x86_64-unknown-linux-gnu", lookup)
        };
        let set = [
            ("CC", "a"),
            ("HOST_CC", "b"),
            ("CC_x86_64_unknown_linux_gnu", "c"),
            ("CC_x86_64-unknown-linux-gnu", "d"),
        ];
        for (count, command) in [(4, "d"), (3, "c"), (2, "b"), (1, "a")] {
            assert_eq!(chosen(&set[..count]).command, command);
        }
        assert_eq!(chosen(&[("CXX", "a")]).command, "cc");
        assert!(
            chosen(&set[..1])
                .source
                .contains("`a`, from the environment variable CC")
        );
        assert!(
            chosen(&[])
                .source
                .contains("none of CC_x86_64-unknown-linux-gnu, ")
        );
    }

    #[test]
    fn a_program_works_if_it_answers_with_its_arguments() {
        let works = |command: &str| {
            Choice {
                command: command.into(),
                source: String::new(),
            }
            .answers()
            .is_ok()
        };
        assert!(works("rustc") && works("rustc --verbose"));
        assert!(!works("/nonexistent/cc") && !works(""));
    }
}
