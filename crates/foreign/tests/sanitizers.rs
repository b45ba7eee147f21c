//! The C references do nothing that C leaves undefined, except for the signed overflow of the original that `-fwrapv` defines.
//!
//! `c/driver.c` calls every function of them. It is built with the address sanitizer and the one for undefined behaviour, and
//! runs under valgrind, in both word sizes. The overflow is looked for in a build of its own, without `-fwrapv`: where it
//! happens must be what [`OVERFLOWS`] says, no more and no less. Defects planted in copies of the C show that each tool sees.
//!
//! Sanitizers and valgrind are tools, not oracles: what the machine lacks is shown as ignored, with the reason, whatever
//! `ROGUELAB_ORACLES` says. All but one of these tests are slow, and run with `--include-ignored`.

#[path = "../../lab/tests/suite/child.rs"]
mod child;
#[path = "../../lab/tests/suite/trials.rs"]
mod trials;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};
use std::sync::OnceLock;

use child::CommandInTime as _;

use foreign::symbols::{ARCHIVES, check};
use libtest_mimic::{Arguments, Failed, Trial};
use tempfile::TempDir;

/// What both archives of `build.rs` are made of, and the driver.
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

/// A build of the C, as in `build.rs`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Words {
    Native,
    Bits32,
}

impl Words {
    const BOTH: [Self; 2] = [Self::Native, Self::Bits32];

    fn name(self) -> &'static str {
        match self {
            Self::Native => "native-words",
            Self::Bits32 => "32-bit-words",
        }
    }

    fn macros(self) -> &'static [&'static str] {
        match self {
            Self::Native => &[],
            Self::Bits32 => &["-DROGUE_WORD32", "-DROGUE_DRAW_LOG"],
        }
    }
}

/// The flags of `build.rs`, with line numbers for the reports.
const PLAIN: &[&str] = &["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-g", "-fwrapv"];

/// Everything is looked for but what `-fwrapv` defines, and the first find ends the program.
const SANITIZED: &[&str] = &[
    "-std=gnu11",
    "-g",
    "-fwrapv",
    "-fsanitize=address,undefined",
    "-fno-sanitize=signed-integer-overflow",
    "-fno-sanitize-recover=all",
];

/// Signed overflow alone, as C has it. Every place that it happens in is reported once, and the program goes on.
const OVERFLOWING: &[&str] = &["-std=gnu11", "-g", "-fsanitize=signed-integer-overflow"];

/// A place of the original that overflows, why that is right, and which build shows it.
struct Overflow {
    file: &'static str,
    line: &'static str,
    /// What the arithmetic is meant to be.
    why: &'static str,
    words: &'static [Words],
}

/// All of them. Each is arithmetic modulo 2^32, of which no output sees more than the low 32 bits; a word of C is signed,
/// and so the language leaves open what `-fwrapv` settles.
const OVERFLOWS: [Overflow; 3] = [
    Overflow {
        file: "random.c",
        line: "state[i] = state[i - 1] * 1103515245 + 12345;",
        why: "seeding: a congruence modulo the size of a word",
        words: &Words::BOTH,
    },
    Overflow {
        file: "random.c",
        line: "*fptr += *rptr;",
        why: "stepping: the sum of two words, modulo the size of a word",
        words: &Words::BOTH,
    },
    Overflow {
        file: "random.c",
        line: "state[0] = (state[0] * 1103515245 + 12345) & 0x7fffffff;",
        why: "type 0: masked to 31 bits in the end; a product of 31 and 31 bits does not reach the top of a word of 64",
        words: &[Words::Bits32],
    },
];

/// A defect put into a copy of the C.
struct Defect {
    name: &'static str,
    file: &'static str,
    /// What stands there, once.
    from: &'static str,
    to: &'static str,
    seen_by: Tool,
    /// What the report says of it.
    report: &'static str,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Tool {
    Sanitizers,
    Valgrind,
}

const DEFECTS: [Defect; 5] = [
    Defect {
        name: "a_write_past_a_buffer",
        file: "permute.c",
        from: "numbers[made++] = number;",
        to: "numbers[++made] = number;",
        seen_by: Tool::Sanitizers,
        report: "heap-buffer-overflow",
    },
    Defect {
        name: "a_read_past_a_table",
        file: "inventory.c",
        from: "get_rand(1, MAXSYLLABLES - 1)",
        to: "get_rand(1, MAXSYLLABLES)",
        seen_by: Tool::Sanitizers,
        report: "out of bounds",
    },
    Defect {
        name: "a_shift_by_all_bits",
        file: "pcg_basic.c",
        from: "(-turn & 31)",
        to: "(32 - turn)",
        seen_by: Tool::Sanitizers,
        report: "shift exponent 32 is too large",
    },
    Defect {
        name: "a_read_of_what_was_never_written",
        file: "amazing.c",
        from: "AT(visited, i, j) = 0;",
        to: "",
        seen_by: Tool::Valgrind,
        report: "depends on uninitialised value",
    },
    Defect {
        name: "a_write_past_a_buffer",
        file: "spread.c",
        from: "sequence[index++] = b;",
        to: "sequence[2 * total + SPREAD_MORE] = b; index++;",
        seen_by: Tool::Valgrind,
        report: "Invalid write of size 4",
    },
];

fn vendored() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vendor-c")
}

fn driver() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/driver.c")
}

/// A folder with the C and the driver, changed where a defect is wanted.
fn copy(change: Option<(&str, &str, &str)>) -> Result<TempDir, Failed> {
    let folder = tempfile::tempdir()?;
    for file in fs::read_dir(vendored())? {
        let file = file?;
        fs::copy(file.path(), folder.path().join(file.file_name()))?;
    }
    fs::copy(driver(), folder.path().join("driver.c"))?;
    if let Some((file, from, to)) = change {
        let path = folder.path().join(file);
        let text = fs::read_to_string(&path)?;
        if text.matches(from).count() != 1 {
            return Err(format!("{file} has `{from}` not once").into());
        }
        fs::write(path, text.replace(from, to))?;
    }
    Ok(folder)
}

/// Compiles and links some files of a folder.
fn compile(folder: &Path, sources: &[&str], flags: &[&str]) -> Result<PathBuf, String> {
    let compiler = cc::Build::new()
        .target(env!("FOREIGN_TARGET"))
        .host(env!("FOREIGN_TARGET"))
        .opt_level(0)
        .cargo_metadata(false)
        .try_get_compiler()
        .map_err(|error| error.to_string())?;
    let program = folder.join("program");
    let mut command = compiler.to_command();
    command
        .current_dir(folder)
        .args(flags)
        .args(sources)
        .arg("-o")
        .arg(&program);
    let output = command
        .output_in_time()
        .map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(program)
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

fn build(folder: &Path, words: Words, flags: &[&str]) -> Result<PathBuf, String> {
    compile(folder, &SOURCES, &[flags, words.macros()].concat())
}

/// The output of a program; what it lends the heap it need not give back, but what it has given back it must not use.
fn run(command: &mut Command) -> Result<Output, Failed> {
    Ok(command
        .env(
            "ASAN_OPTIONS",
            "detect_leaks=0:detect_stack_use_after_return=1:strict_string_checks=1",
        )
        .env_remove("UBSAN_OPTIONS")
        .output_in_time()?)
}

fn under_valgrind(program: &Path) -> Command {
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--error-exitcode=9"]).arg(program);
    command
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// That a run found nothing, and printed what the plain build with the machine's own words prints.
fn clean(output: &Output) -> Result<(), Failed> {
    if !output.status.success() || !output.stderr.is_empty() {
        return Err(format!("{}\n{}", output.status, stderr(output)).into());
    }
    let expected = plain_output()?;
    let actual = String::from_utf8_lossy(&output.stdout);
    if !expected.is_empty() && actual == expected {
        Ok(())
    } else {
        Err(format!("the plain build prints `{expected}`, this one `{actual}`").into())
    }
}

/// What the plain build with the machine's own words prints.
fn plain_output() -> Result<&'static str, Failed> {
    static OUTPUT: OnceLock<Result<String, String>> = OnceLock::new();
    let made = OUTPUT.get_or_init(|| {
        let print = || -> Result<String, Failed> {
            let folder = copy(None)?;
            let output = run(&mut Command::new(build(
                folder.path(),
                Words::Native,
                PLAIN,
            )?))?;
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        };
        print().map_err(|error| error.message().unwrap_or_default().to_owned())
    });
    Ok(made.as_deref().map_err(Clone::clone)?)
}

fn sanitized(words: Words) -> Result<(), Failed> {
    let folder = copy(None)?;
    clean(&run(&mut Command::new(build(
        folder.path(),
        words,
        SANITIZED,
    )?))?)
}

fn watched(words: Words) -> Result<(), Failed> {
    let folder = copy(None)?;
    clean(&run(&mut under_valgrind(&build(
        folder.path(),
        words,
        PLAIN,
    )?))?)
}

fn planted(defect: &Defect) -> Result<(), Failed> {
    let folder = copy(Some((defect.file, defect.from, defect.to)))?;
    let output = match defect.seen_by {
        Tool::Sanitizers => run(&mut Command::new(build(
            folder.path(),
            Words::Native,
            SANITIZED,
        )?))?,
        Tool::Valgrind => run(&mut under_valgrind(&build(
            folder.path(),
            Words::Native,
            PLAIN,
        )?))?,
    };
    let report = stderr(&output);
    if !output.status.success() && report.contains(defect.report) && report.contains(defect.file) {
        Ok(())
    } else {
        Err(format!(
            "{:?} did not see it: {}\n{report}",
            defect.seen_by, output.status
        )
        .into())
    }
}

/// The places, as file and text of the line, where a build overflows.
fn overflowing(folder: &Path, words: Words) -> Result<BTreeSet<(String, String)>, Failed> {
    let output = run(&mut Command::new(build(folder, words, OVERFLOWING)?))?;
    if !output.status.success() {
        return Err(format!("{}\n{}", output.status, stderr(&output)).into());
    }
    let mut places = BTreeSet::new();
    for report in stderr(&output).lines() {
        let mut parts = report.splitn(4, ':');
        let (file, line) = (
            parts.next().unwrap_or_default(),
            parts.next().and_then(|line| line.parse().ok()),
        );
        let line: usize = line.ok_or_else(|| format!("no report of overflow: `{report}`"))?;
        let file = Path::new(file)
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let text = fs::read_to_string(folder.join(&file))?;
        let line = text
            .lines()
            .nth(line - 1)
            .unwrap_or_default()
            .trim()
            .to_owned();
        places.insert((file, line));
    }
    Ok(places)
}

fn expected_overflows(words: Words) -> BTreeSet<(String, String)> {
    let of_build = OVERFLOWS
        .iter()
        .filter(|overflow| overflow.words.contains(&words));
    of_build
        .map(|overflow| (overflow.file.to_owned(), overflow.line.to_owned()))
        .collect()
}

fn overflows(words: Words) -> Result<(), Failed> {
    let folder = copy(None)?;
    let (expected, found) = (
        expected_overflows(words),
        overflowing(folder.path(), words)?,
    );
    if found == expected {
        return Ok(());
    }
    let reasons: Vec<_> = OVERFLOWS
        .iter()
        .map(|of| format!("  {}: `{}`: {}", of.file, of.line, of.why))
        .collect();
    let (new, gone) = (&found - &expected, &expected - &found);
    Err(format!(
        "new: {new:?}\ngone: {gone:?}\nexpected, and why:\n{}",
        reasons.join("\n")
    )
    .into())
}

/// That one more place, and one fewer, is seen.
fn changed_overflow(file: &str, from: &str, to: &str, more: bool) -> Result<(), Failed> {
    let folder = copy(Some((file, from, to)))?;
    let (expected, found) = (
        expected_overflows(Words::Native),
        overflowing(folder.path(), Words::Native)?,
    );
    let seen = if more {
        found.is_superset(&expected)
    } else {
        found.is_subset(&expected)
    };
    if seen && found.len().abs_diff(expected.len()) == 1 {
        Ok(())
    } else {
        Err(format!("{found:#?}").into())
    }
}

/// That the driver names every function and table that the archives define.
fn driver_calls_all() -> Result<(), Failed> {
    let text = fs::read_to_string(driver())?;
    let words: BTreeSet<&str> = text
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    for (path, prefix) in ARCHIVES {
        for name in check(&fs::read(path)?, prefix)? {
            let bare = name.strip_prefix(prefix).unwrap_or(&name);
            // `drawn` is what the C calls for each draw; the log it keeps is read through `draws_logged`.
            if !words.contains(bare) && bare != "drawn" {
                return Err(format!("{bare} is in {path} and not in the driver").into());
            }
        }
    }
    Ok(())
}

/// Why a compiler does not make programs with these flags that run here, if so.
fn lacks_sanitizer(flags: &[&str]) -> Option<String> {
    let remedy = "install a C compiler with its sanitizers (Debian: apt-get install gcc)";
    let attempt = || -> Result<(), String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        fs::write(
            folder.path().join("probe.c"),
            "int main(void) { return 0; }\n",
        )
        .map_err(|error| error.to_string())?;
        let program = compile(folder.path(), &["probe.c"], flags)?;
        let status = Command::new(program)
            .status_in_time()
            .map_err(|error| error.to_string())?;
        if status.success() {
            Ok(())
        } else {
            Err(format!("an empty program ends with {status}"))
        }
    };
    let why = attempt().err()?;
    Some(format!(
        "no sanitizers: {}; {remedy}",
        why.lines().next().unwrap_or_default()
    ))
}

fn lacks_valgrind() -> Option<String> {
    let works = Command::new("valgrind")
        .args(["--quiet", "true"])
        .output_in_time()
        .is_ok_and(|run| run.status.success());
    (!works).then(|| "valgrind does not run; install it (Debian: apt-get install valgrind)".into())
}

fn trial(
    name: String,
    lacking: Option<&String>,
    test: impl FnOnce() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    trials::trial(name, lacking.cloned(), test)
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    // Each compiles the C again.
    let slow = trials::slow(&arguments);
    let lacks = |probe: &dyn Fn() -> Option<String>| slow.clone().or_else(probe);
    let sanitizers = lacks(&|| lacks_sanitizer(SANITIZED));
    let overflow = lacks(&|| lacks_sanitizer(OVERFLOWING));
    let valgrind = lacks(&lacks_valgrind);
    let mut trials = vec![trial(
        "the_driver_calls_every_function".into(),
        None,
        driver_calls_all,
    )];
    for words in Words::BOTH {
        let name = |fact: &str| format!("{}::{fact}", words.name());
        let sanitizers = sanitizers.as_ref();
        trials.push(trial(
            name("sanitizers_find_nothing"),
            sanitizers,
            move || sanitized(words),
        ));
        trials.push(trial(
            name("valgrind_finds_nothing"),
            valgrind.as_ref(),
            move || watched(words),
        ));
        let only_there = name("signed_overflow_is_the_original's_alone");
        trials.push(trial(only_there, overflow.as_ref(), move || {
            overflows(words)
        }));
    }
    for defect in &DEFECTS {
        let (tool, lacking) = match defect.seen_by {
            Tool::Sanitizers => ("sanitizers_see", sanitizers.as_ref()),
            Tool::Valgrind => ("valgrind_sees", valgrind.as_ref()),
        };
        trials.push(trial(
            format!("planted::{tool}_{}", defect.name),
            lacking,
            move || planted(defect),
        ));
    }
    trials.push(trial(
        "planted::an_overflow_in_a_new_place_is_seen".into(),
        overflow.as_ref(),
        || {
            changed_overflow(
                "random.c",
                "int r = lo + (int)",
                "int r = lo * 3 / 3 + (int)",
                true,
            )
        },
    ));
    trials.push(trial(
        "planted::an_overflow_that_is_gone_is_seen".into(),
        overflow.as_ref(),
        || {
            let wrapped = "*fptr = (WORD)((unsigned long)*fptr + (unsigned long)*rptr);";
            changed_overflow("random.c", "*fptr += *rptr;", wrapped, false)
        },
    ));
    trials::run(arguments, trials)
}
