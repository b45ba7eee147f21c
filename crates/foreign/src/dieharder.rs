//! dieharder, Robert G. Brown's battery of tests, as a program that reads words from a pipe.
//!
//! It decides nothing here: its verdicts stand beside ours in the table of well-known generators. It is 3.31.1 of Debian; the names
//! and numbers of the tests are those of `dieharder -l`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::oracles::{OracleError, named_by};
use crate::setup;

/// The variable of the environment that names the program.
const VARIABLE: &str = "ROGUELAB_DIEHARDER";

/// The program.
pub struct Dieharder {
    program: PathBuf,
    version: String,
}

/// One line of its output.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    /// The name of the test.
    pub test: String,
    /// The p-value of the Kolmogorov-Smirnov test over all p-values.
    pub p: f64,
    /// `PASSED`, `WEAK` or `FAILED`.
    pub verdict: String,
}

impl Dieharder {
    /// The program that `ROGUELAB_DIEHARDER` names, or the system's.
    ///
    /// # Errors
    /// None is named, and the system has none.
    pub fn find() -> Result<Self, OracleError> {
        if let Some(program) = named_by(VARIABLE) {
            return Ok(Self {
                program,
                version: "of your own".into(),
            });
        }
        let program = setup::program("dieharder");
        let program = program.ok_or_else(|| {
            OracleError::Unavailable("there is no program dieharder in PATH".into())
        })?;
        let version = setup::installed(&["dieharder"])
            .pop()
            .unwrap_or_else(|| "version unknown".into());
        Ok(Self { program, version })
    }

    /// The program.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Its package with the version, as far as they are known.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Runs it with these arguments on the words that `feed` writes to its standard input, little endian, until it has read
    /// enough: then writing fails, and `feed` is to return.
    ///
    /// # Errors
    /// It cannot be started, ends with an error, or prints something else than a table.
    pub fn run(
        &self,
        arguments: &[String],
        feed: impl FnOnce(&mut dyn Write) + Send,
    ) -> Result<Vec<Assessment>, OracleError> {
        let failed = |what: &str, cause: &dyn std::fmt::Display| {
            OracleError::Unavailable(format!("{} {}: {cause}", self.program.display(), what))
        };
        let columns = ["test_name", "pvalues", "assessment"].map(|column| ["-D", column]);
        let mut command = Command::new(&self.program);
        command
            .args(["-g", "200"])
            .args(arguments)
            .args(columns.as_flattened());
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|cause| failed("cannot be started", &cause))?;
        let input = child.stdin.take();
        let output = std::thread::scope(|scope| {
            scope.spawn(move || input.map(|mut input| feed(&mut input)));
            child.wait_with_output()
        });
        let output = output.map_err(|cause| failed("cannot be read", &cause))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let rows: Option<Vec<_>> = text.lines().map(parse).collect();
        match rows {
            Some(rows) if output.status.success() && !rows.is_empty() => Ok(rows),
            _ => Err(failed("gave no table", &output.status)),
        }
    }
}

/// A line such as `diehard_birthdays|0.52|  PASSED  `.
fn parse(line: &str) -> Option<Assessment> {
    let mut cells = line.split('|').map(str::trim);
    let [test, p, verdict] = [cells.next()?, cells.next()?, cells.next()?];
    Some(Assessment {
        test: test.to_owned(),
        p: p.parse().ok()?,
        verdict: verdict.to_owned(),
    })
}
