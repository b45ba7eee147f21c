//! How tests start a program, and what it says.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The variables whose values must not influence a test.
pub(crate) const VARIABLES: [&str; 7] = [
    "NO_COLOR",
    "ROGUELAB_ORACLES",
    "ROGUELAB_SEED",
    "ROGUELAB_CASES",
    "ROGUELAB_GAME",
    "ROGUELAB_FAKETIME",
    "GITHUB_ACTIONS",
];

/// A program with these arguments, no input, and none of the variables.
pub(crate) fn program(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Copies a program that is to be run. Another process writes the copy: if it were open here, a thread that starts some other
/// program would pass it on for a moment, and a file that is open for writing anywhere cannot be started.
pub(crate) fn copy(program: impl AsRef<Path>, to: &Path) {
    let status = Command::new("cp").args([program.as_ref(), to]).status();
    assert!(
        status.unwrap().success(),
        "{} was copied to {}",
        program.as_ref().display(),
        to.display()
    );
}

/// The output of a program that has ended.
pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Said {
    fn from(
        Output {
            status,
            stdout,
            stderr,
        }: Output,
    ) -> Self {
        let [text, stderr] =
            [&stdout, &stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        Self {
            code: status.code(),
            bytes: stdout,
            stdout: text,
            stderr,
        }
    }
}

impl Said {
    pub(crate) fn by(command: &mut Command) -> Self {
        command.output().unwrap().into()
    }

    /// Both outputs.
    pub(crate) fn all(&self) -> String {
        format!("{}{}", self.stdout, self.stderr)
    }

    /// Asserts the exit code, and that each of these was printed; returns standard output.
    #[track_caller]
    pub(crate) fn ended(self, code: i32, needles: &[&str]) -> String {
        assert_eq!(self.code, Some(code), "{}", self.all());
        assert_has(&self.stdout, needles);
        self.stdout
    }

    /// Asserts exit code 2, and that the error names each of these.
    #[track_caller]
    pub(crate) fn refused(&self, needles: &[&str]) {
        assert_eq!(self.code, Some(2), "{}", self.all());
        assert_has(&self.stderr, needles);
    }
}

#[track_caller]
pub(crate) fn assert_has(text: &str, needles: &[&str]) {
    for needle in needles {
        assert!(text.contains(needle), "`{needle}` is not in:\n{text}");
    }
}
