//! The C references do nothing that C leaves undefined, except for the original's signed overflow, which `-fwrapv` defines.
//!
//! `c/driver.c` calls every function of the references. It is built with the address sanitizer and the undefined-behaviour
//! sanitizer, and runs under valgrind, in both word sizes. Overflow is looked for in a separate build without `-fwrapv`: it
//! must happen exactly where [`OVERFLOWS`] says. Defects planted in copies of the C show that each tool works.
//!
//! Sanitizers and valgrind are tools, not oracles: if the machine lacks one, its tests are shown as ignored, with the reason,
//! whatever `ROGUELAB_ORACLES` says. All but one of these tests are slow, and run with `--include-ignored`.

#[path = "../../cli/tests/suite/trials.rs"]
mod trials;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

use libtest_mimic::{Arguments, Failed, Trial};
use roguelab_foreign::symbols::{ARCHIVES, check};
use tempfile::TempDir;

/// The sources of both archives in `build.rs`, and the driver.
const SOURCES: [&str; 9] = [
    "driver.c",
    "harness.c",
    "dice.c",
    "haskell.c",
    "permute.c",
    "boss_maze.c",
    "amazing.c",
    "rooms.c",
    "spread.c",
];

/// A build of the C, as in `build.rs`: its name, and its macros.
type Words = (&'static str, &'static [&'static str]);

const NATIVE: Words = ("native-words", &[]);
const BITS32: Words = ("32-bit-words", &["-DROGUE_WORD32", "-DROGUE_DRAW_LOG"]);

/// A way to look for faults in the C.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Tool {
    /// Looks for everything except what `-fwrapv` defines; the first find ends the program.
    Sanitizers,
    /// Looks only for signed overflow. Every place where it happens is reported once, and the program continues.
    Overflow,
    /// Looks for reads of uninitialized memory, which no sanitizer of gcc finds.
    Valgrind,
}

impl Tool {
    const fn flags(self) -> &'static [&'static str] {
        match self {
            Self::Sanitizers => &[
                "-fwrapv",
                "-fsanitize=address,undefined",
                "-fno-sanitize=signed-integer-overflow",
                "-fno-sanitize-recover=all",
            ],
            Self::Overflow => &["-fsanitize=signed-integer-overflow"],
            Self::Valgrind => &["-fwrapv"],
        }
    }

    /// Compiles the files in a folder, and runs the result.
    fn run(self, folder: &Path, sources: &[&str], (_, macros): Words) -> Result<Output, Failed> {
        let program = folder.join("program");
        let compiler = cc::Build::new()
            .target(env!("FOREIGN_TARGET"))
            .host(env!("FOREIGN_TARGET"))
            .opt_level(0)
            .cargo_metadata(false)
            .try_get_compiler()?;
        let mut compile = compiler.to_command();
        compile
            .current_dir(folder)
            .args(["-std=gnu11", "-g"])
            .args([self.flags(), macros, sources].concat())
            .arg("-o")
            .arg(&program);
        let compiled = compile.output()?;
        if !compiled.status.success() {
            return Err(stderr(&compiled).into());
        }
        let mut command = if self == Self::Valgrind {
            let mut valgrind = Command::new("valgrind");
            valgrind
                .args(["--quiet", "--error-exitcode=9"])
                .arg(program);
            valgrind
        } else {
            Command::new(program)
        };
        // The program need not free its memory, but it must not use what it has freed.
        let options = "detect_leaks=0:detect_stack_use_after_return=1:strict_string_checks=1";
        command
            .env("ASAN_OPTIONS", options)
            .env_remove("UBSAN_OPTIONS");
        Ok(command.output()?)
    }

    /// Why the tool does not work here, if it does not.
    fn is_missing(self) -> Option<String> {
        let attempt = || -> Result<(), Failed> {
            let folder = tempfile::tempdir()?;
            fs::write(
                folder.path().join("probe.c"),
                "int main(void) { return 0; }\n",
            )?;
            let output = self.run(folder.path(), &["probe.c"], NATIVE)?;
            if output.status.success() {
                Ok(())
            } else {
                Err(format!("an empty program ends with {}", output.status).into())
            }
        };
        let why = attempt().err()?;
        let why = why.message().unwrap_or_default();
        let why = why.lines().next().unwrap_or_default();
        Some(format!(
            "{self:?}: {why}; install it (Debian: apt-get install gcc valgrind)"
        ))
    }
}

/// A place in the original that overflows, and the builds that show it.
type Overflow = (&'static str, &'static [Words]);

/// All such places, in `random.c`. Each computes modulo 2^32, and no output depends on more than the low 32 bits; since words
/// are signed in C, the language leaves undefined what `-fwrapv` defines.
const OVERFLOWS: [Overflow; 3] = [
    // Seeding: a congruence modulo the size of a word.
    (
        "state[i] = state[i - 1] * 1103515245 + 12345;",
        &[NATIVE, BITS32],
    ),
    // Stepping: the sum of two words, modulo the size of a word.
    ("*fptr += *rptr;", &[NATIVE, BITS32]),
    // Type 0, masked to 31 bits in the end: a 31-bit product fits in a 64-bit word.
    (
        "state[0] = (state[0] * 1103515245 + 12345) & 0x7fffffff;",
        &[BITS32],
    ),
];

/// A change to a copy of the C: the file, a text that occurs in it once, and its replacement.
type Change = (&'static str, &'static str, &'static str);

/// Defects, each with the tool that finds it and what its report says.
const DEFECTS: [(Change, Tool, &str); 4] = [
    (
        (
            "permute.c",
            "numbers[made++] = number;",
            "numbers[++made] = number;",
        ),
        Tool::Sanitizers,
        "heap-buffer-overflow",
    ),
    (
        ("pcg_basic.c", "(-turn & 31)", "(32 - turn)"),
        Tool::Sanitizers,
        "shift exponent 32 is too large",
    ),
    (
        ("amazing.c", "AT(visited, i, j) = 0;", ""),
        Tool::Valgrind,
        "depends on uninitialised value",
    ),
    (
        (
            "random.c",
            "int r = lo + (int)",
            "int r = lo * 3 / 3 + (int)",
        ),
        Tool::Overflow,
        "signed integer overflow",
    ),
];

fn driver() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/driver.c")
}

/// A folder with the C and the driver, with a defect planted if one is given.
fn copy(change: Option<Change>) -> Result<TempDir, Failed> {
    let folder = tempfile::tempdir()?;
    let vendored = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vendor-c");
    for file in fs::read_dir(vendored)? {
        let file = file?;
        fs::copy(file.path(), folder.path().join(file.file_name()))?;
    }
    fs::copy(driver(), folder.path().join("driver.c"))?;
    if let Some((file, from, to)) = change {
        let path = folder.path().join(file);
        let text = fs::read_to_string(&path)?;
        assert_eq!(text.matches(from).count(), 1, "{file} has `{from}` once");
        fs::write(path, text.replace(from, to))?;
    }
    Ok(folder)
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Checks that a tool finds nothing.
fn clean(tool: Tool, words: Words) -> Result<(), Failed> {
    let output = tool.run(copy(None)?.path(), &SOURCES, words)?;
    let silent = output.status.success() && output.stderr.is_empty();
    if silent && !output.stdout.is_empty() {
        return Ok(());
    }
    Err(format!("{}\n{}", output.status, stderr(&output)).into())
}

fn planted(change: Change, tool: Tool, report: &str) -> Result<(), Failed> {
    let output = tool.run(copy(Some(change))?.path(), &SOURCES, NATIVE)?;
    let said = stderr(&output);
    let goes_on = tool == Tool::Overflow;
    // The original's overflows are reported as well, but a new one has its own line.
    let seen = if goes_on {
        said.matches(report).count() == expected(NATIVE).len() + 1
    } else {
        said.contains(report) && said.contains(change.0)
    };
    if output.status.success() == goes_on && seen {
        return Ok(());
    }
    Err(format!("{tool:?} did not see it: {}\n{said}", output.status).into())
}

/// The lines that should overflow in a build.
fn expected(words: Words) -> BTreeSet<String> {
    let shown = OVERFLOWS
        .iter()
        .filter(|(_, builds)| builds.contains(&words));
    shown.map(|&(line, _)| line.to_owned()).collect()
}

/// Checks that a build overflows exactly where it should.
fn overflows(words: Words) -> Result<(), Failed> {
    let folder = copy(None)?;
    let output = Tool::Overflow.run(folder.path(), &SOURCES, words)?;
    let source = fs::read_to_string(folder.path().join("random.c"))?;
    let line_of = |report: &str| {
        let (_, place) = report.split_once("random.c:")?;
        let line: usize = place.split(':').next()?.parse().ok()?;
        Some(source.lines().nth(line - 1)?.trim().to_owned())
    };
    let said = stderr(&output);
    let found: Option<BTreeSet<String>> = said.lines().map(line_of).collect();
    if output.status.success() && found == Some(expected(words)) {
        return Ok(());
    }
    Err(format!("{}\n{said}", output.status).into())
}

/// Checks that the driver names every function and table that the archives define.
fn driver_calls_all() -> Result<(), Failed> {
    let text = fs::read_to_string(driver())?;
    let words: BTreeSet<&str> = text
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    for (path, prefix) in ARCHIVES {
        for name in check(&fs::read(path)?, prefix)? {
            let bare = name.strip_prefix(prefix).unwrap_or(&name);
            // `drawn` is called by the C for each draw; its log is read through `draws_logged`.
            if !words.contains(bare) && bare != "drawn" {
                return Err(format!("{bare} is in {path} and not in the driver").into());
            }
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    // Each test compiles the C again.
    let slow = trials::slow(&arguments);
    let [sanitizers, overflow, valgrind] = [Tool::Sanitizers, Tool::Overflow, Tool::Valgrind]
        .map(|tool| slow.clone().or_else(|| tool.is_missing()));
    let lacking = |tool| match tool {
        Tool::Sanitizers => sanitizers.clone(),
        Tool::Overflow => overflow.clone(),
        Tool::Valgrind => valgrind.clone(),
    };
    let mut trials: Vec<Trial> = Vec::new();
    let calls = "the_driver_calls_every_function";
    trials.push(trials::trial(calls, None, driver_calls_all));
    for words in [NATIVE, BITS32] {
        for tool in [Tool::Sanitizers, Tool::Valgrind] {
            let name = format!("{}::{tool:?}::nothing_is_found", words.0);
            let test = move || clean(tool, words);
            trials.push(trials::trial(name, lacking(tool), test));
        }
        let name = format!("{}::signed_overflow_is_the_original's_alone", words.0);
        let test = move || overflows(words);
        trials.push(trials::trial(name, overflow.clone(), test));
    }
    for (change, tool, report) in DEFECTS {
        let name = format!("planted::{tool:?}::{report}");
        let test = move || planted(change, tool, report);
        trials.push(trials::trial(name, lacking(tool), test));
    }
    trials::run(arguments, trials)
}
