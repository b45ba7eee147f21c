//! The program `roguelab` as the tests run it.

use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_roguelab");

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

pub(crate) fn roguelab(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    command.args(arguments).stdin(Stdio::null());
    command
}

pub(crate) fn run(arguments: &[&str]) -> Said {
    Said::by(&mut roguelab(arguments))
}

/// Runs the program with this standard input.
pub(crate) fn fed(arguments: &[&str], input: &[u8]) -> Said {
    fed_to(&mut roguelab(arguments), input)
}

/// The same for a command with other settings.
pub(crate) fn fed_to(command: &mut Command, input: &[u8]) -> Said {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        // A program that has ended reads no more.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().unwrap().into()
    })
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

/// Sends a signal, such as INT.
#[allow(dead_code, reason = "only tests for Unix use it")]
#[track_caller]
pub(crate) fn signal(child: &Child, name: &str) {
    let status = Command::new("kill")
        .args([&format!("-{name}"), &child.id().to_string()])
        .status();
    assert!(status.unwrap().success());
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
