//! The tools: programs on the search path.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::{Row, State, here, missing};

/// A program that something uses.
struct Tool {
    name: &'static str,
    purpose: &'static str,
    /// The variable that names it, if there is one.
    variable: Option<&'static str>,
    /// What it is called otherwise.
    programs: &'static [&'static str],
    remedy: &'static str,
}

const TOOLS: [Tool; 5] = [
    Tool {
        name: "C compiler",
        purpose: "builds the references",
        variable: Some("CC"),
        programs: &["cc", "gcc", "clang"],
        remedy: "install gcc or clang (Debian: apt-get install gcc libc6-dev)",
    },
    Tool {
        name: "C++ compiler",
        purpose: "builds the oracle pcg-cpp from its header",
        variable: Some(foreign::compiler::VARIABLE),
        programs: &["c++", "g++", "clang++"],
        remedy: "install g++ or clang (Debian: apt-get install g++)",
    },
    Tool {
        name: "valgrind",
        purpose: "finds memory errors in the C references",
        variable: None,
        programs: &["valgrind"],
        remedy: "install valgrind (Debian: apt-get install valgrind)",
    },
    Tool {
        name: "Node.js",
        purpose: "runs the JavaScript consumer of the vectors",
        variable: None,
        programs: &["node", "nodejs"],
        remedy: "install Node.js (Debian: apt-get install nodejs)",
    },
    Tool {
        name: "Python",
        purpose: "runs the Python consumer of the vectors",
        variable: None,
        programs: &["python3"],
        remedy: "install Python (Debian: apt-get install python3)",
    },
];

pub(super) fn all() -> Vec<Row> {
    TOOLS.iter().map(|tool| Row { name: tool.name, purpose: tool.purpose, state: state(tool) }).collect()
}

fn state(tool: &Tool) -> State {
    let named = tool.variable.and_then(|variable| env::var(variable).ok()).filter(|named| !named.trim().is_empty());
    let programs: Vec<&str> = match &named {
        // With arguments, as the build takes it.
        Some(named) => named.split_whitespace().take(1).collect(),
        None => tool.programs.to_vec(),
    };
    let found = programs.iter().find_map(|program| Some((version(program)?, path(program)?)));
    match found {
        Some((version, path)) => here(version, super::shown(&path)),
        None => missing(&format!("{} cannot be started", programs.join(", ")), tool.remedy),
    }
}

/// The first line that a program says when it is asked for its version.
fn version(program: &str) -> Option<String> {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).output().ok()?;
    let said = String::from_utf8_lossy(&output.stdout);
    output.status.success().then(|| said.lines().next().unwrap_or_default().trim().to_owned())
}

/// Where a program lies.
fn path(program: &str) -> Option<PathBuf> {
    let given = PathBuf::from(program);
    if given.components().count() > 1 {
        return Some(given);
    }
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(program)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_not_there_is_missing_with_its_remedy() {
        let tool = Tool {
            name: "none",
            purpose: "nothing",
            variable: None,
            programs: &["no-such-program", "nor-such-a-one"],
            remedy: "there is none",
        };
        let expected = State::Missing {
            why: "no-such-program, nor-such-a-one cannot be started".into(),
            remedy: tool.remedy.into(),
        };
        assert_eq!(state(&tool), expected);
    }
}
