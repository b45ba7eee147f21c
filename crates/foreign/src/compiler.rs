//! The C++ compiler of this system, for what is compiled when a program runs.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::oracles::OracleError;

/// The variable that names it, with arguments if it takes some.
pub const VARIABLE: &str = "CXX";

/// What it is called if no variable names it.
const USUAL: [&str; 3] = ["c++", "g++", "clang++"];

/// A C++ compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiler {
    words: Vec<OsString>,
    version: String,
}

impl Compiler {
    /// The compiler that `CXX` names, otherwise the first of the usual ones.
    ///
    /// # Errors
    /// [`OracleError::Unavailable`] if there is none.
    pub fn find() -> Result<Self, OracleError> {
        let named = std::env::var(VARIABLE)
            .ok()
            .filter(|named| !named.trim().is_empty());
        Self::first_of(
            &named.map_or_else(|| USUAL.map(str::to_owned).to_vec(), |named| vec![named]),
        )
    }

    /// The first of these commands that can be started.
    ///
    /// # Errors
    /// [`OracleError::Unavailable`] if there is none.
    ///
    /// ```
    /// use foreign::compiler::Compiler;
    /// let error = Compiler::first_of(&["no-such-compiler".into()]).unwrap_err();
    /// assert!(error.to_string().contains("tried: no-such-compiler"));
    /// ```
    pub fn first_of(commands: &[String]) -> Result<Self, OracleError> {
        let found = commands.iter().find_map(|command| {
            let words: Vec<OsString> = command.split_whitespace().map(OsString::from).collect();
            let output = start(&words)?
                .arg("--version")
                .stdin(Stdio::null())
                .output()
                .ok()?;
            let said = String::from_utf8_lossy(&output.stdout);
            output.status.success().then(|| Self {
                words,
                version: said.lines().next().unwrap_or_default().into(),
            })
        });
        found.ok_or_else(|| {
            OracleError::Unavailable(format!(
                "no C++ compiler was found (tried: {}): install one (Debian: g++), or set {VARIABLE} to the one to use",
                commands.join(", ")
            ))
        })
    }

    /// The program.
    pub fn program(&self) -> String {
        self.words
            .first()
            .map(|word| word.to_string_lossy().into_owned())
            .unwrap_or_default()
    }

    /// What it says its version is.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Compiles a source text into a shared library; headers are sought in the folder `include` first.
    ///
    /// # Errors
    /// [`OracleError::Unavailable`] with its last lines.
    pub fn shared_library(
        &self,
        source: &Path,
        include: &Path,
        library: &Path,
    ) -> Result<(), OracleError> {
        let failed = |said: String| {
            OracleError::Unavailable(format!("{} did not compile it: {said}", self.program()))
        };
        let mut command = start(&self.words).ok_or_else(|| failed("it has no name".into()))?;
        command
            .args(["-std=c++11", "-O2", "-fPIC", "-shared", "-I"])
            .arg(include)
            .arg(source)
            .arg("-o")
            .arg(library);
        let output = command
            .stdin(Stdio::null())
            .output()
            .map_err(|error| failed(error.to_string()))?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let lines: Vec<&str> = said.lines().collect();
        Err(failed(lines[lines.len().saturating_sub(8)..].join("\n")))
    }
}

fn start(words: &[OsString]) -> Option<Command> {
    let (program, arguments) = words.split_first()?;
    let mut command = Command::new(program);
    command.args(arguments).env("LC_ALL", "C");
    Some(command)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn what_cannot_be_compiled_says_why() {
        // A program that starts, says a version, and fails at everything else, as a compiler without its parts would.
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("c++");
        let script =
            "#!/bin/sh\n[ \"$1\" = --version ] && exec echo none 1.0\necho no parts >&2; exit 1\n";
        // Another process writes it: were it open here, a thread that starts some other program would pass it on for a moment,
        // and a file that somebody has open for writing cannot be started.
        let mut install = Command::new("install");
        let install = install
            .args(["-m", "700", "/dev/stdin"])
            .arg(&program)
            .stdin(Stdio::piped())
            .spawn();
        let mut install = install.unwrap();
        install
            .stdin
            .take()
            .unwrap()
            .write_all(script.as_bytes())
            .unwrap();
        assert!(install.wait().unwrap().success());
        let compiler =
            Compiler::first_of(&["no-such-compiler".into(), program.display().to_string()])
                .unwrap();
        assert_eq!(compiler.version(), "none 1.0");
        let error = compiler
            .shared_library(&program, folder.path(), &folder.path().join("l.so"))
            .unwrap_err();
        assert!(
            error.to_string().ends_with(" did not compile it: no parts"),
            "{error}"
        );
        assert!(Compiler::first_of(&[String::new()]).is_err());
    }
}
