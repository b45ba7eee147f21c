//! Records every word that a dynamically linked program takes from the C library's generators, and every seed.
//!
//! A small library (`recorder/recorder.c`) is preloaded into the program; it intercepts `random`, `rand`, `random_r`, `rand_r`,
//! `drand48` and the like and `arc4random`, and calls the C library's own. It works only on Linux with glibc.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use object::read::elf::{ElfFile32, ElfFile64, ProgramHeader};

use crate::oracles::temporary_folder;
use crate::process::Process;
use crate::setup;
use crate::terminal::Event;

mod recording;
pub use recording::{RecordError, Recorded, Recording};

/// The library; empty where programs cannot be recorded.
static LIBRARY: &[u8] = include_bytes!(env!("RECORDER"));

fn failed(doing: impl Into<String>) -> impl FnOnce(io::Error) -> RecordError {
    let doing = doing.into();
    move |cause| RecordError::Io { doing, cause }
}

/// Runs a program and records it.
///
/// # Errors
/// If it cannot be recorded, or cannot be started.
pub fn record(
    program: &OsStr,
    arguments: &[impl AsRef<OsStr>],
    how: &Recording,
) -> Result<Recorded, RecordError> {
    if LIBRARY.is_empty() {
        return Err(RecordError::Unsupported);
    }
    let program = find(program)?;
    examine(&program)?;
    let folder = temporary_folder().map_err(failed("cannot make a temporary folder"))?;
    let (library, traces) = (
        folder.path().join("recorder.so"),
        folder.path().join("traces"),
    );
    fs::write(&library, LIBRARY).map_err(failed(format!("cannot write {}", library.display())))?;
    fs::create_dir(&traces).map_err(failed("cannot make a folder for the traces"))?;
    let preload = match env::var_os("LD_PRELOAD").filter(|other| !other.is_empty()) {
        Some(other) => [library.as_os_str(), OsStr::new(":"), &other]
            .into_iter()
            .collect(),
        None => library.into_os_string(),
    };
    let mut variables = vec![
        ("LD_PRELOAD", preload),
        ("ROGUELAB_RECORD", traces.clone().into_os_string()),
        ("ROGUELAB_RECORD_LIMIT", how.limit.to_string().into()),
    ];
    variables.extend(
        how.time
            .map(|time| ("ROGUELAB_RECORD_TIME", time.to_string().into())),
    );
    let starting = || failed(format!("cannot start {}", program.display()));
    // The processes that were recorded when we ended them.
    let mut recorded = Vec::new();
    let mut before_end = || recorded = recorded_now(&traces);
    let status = match &how.keys {
        None => {
            let child = Command::new(&program)
                .args(arguments)
                .envs(variables)
                .spawn()
                .map_err(starting())?;
            wait(child, how.deadline, &mut before_end)
        }
        Some(keys) => {
            let command = pty_process::blocking::Command::new(&program)
                .args(arguments)
                .envs(variables)
                .env("TERM", "xterm");
            in_terminal(command, keys, how.deadline, &mut before_end)
        }
    };
    let status = status.map_err(starting())?;
    let last = last_marks(&traces);
    let is_lost = |(process, last): (&String, &String)| last == "L" && !recorded.contains(process);
    let (loaded, lost) = (!last.is_empty(), last.iter().any(is_lost));
    let mut found = Vec::new();
    for entry in fs::read_dir(&traces)
        .map_err(failed("cannot read the traces"))?
        .flatten()
    {
        if let (Some(process), Ok(about)) = (
            entry
                .file_name()
                .to_str()
                .and_then(|name| name.parse().ok()),
            entry.metadata(),
        ) {
            found.push((about.len(), process, entry.path()));
        }
    }
    found.sort_by_key(|(length, process, _)| (std::cmp::Reverse(*length), *process));
    let traces = found
        .into_iter()
        .map(|(_, process, path)| (process, path))
        .collect();
    Ok(Recorded {
        status,
        traces,
        loaded,
        lost,
        _folder: folder,
    })
}

/// The file of a program, looked up in `PATH` if it is a bare name.
fn find(program: &OsStr) -> Result<PathBuf, RecordError> {
    let path = Path::new(program);
    let found = if program.as_encoded_bytes().contains(&b'/') {
        Some(path.to_owned()).filter(|path| path.is_file())
    } else {
        setup::program(path)
    };
    found.ok_or_else(|| RecordError::NotFound(program.to_string_lossy().into_owned()))
}

/// Checks that a library can be preloaded into it.
fn examine(program: &Path) -> Result<(), RecordError> {
    let reading = || failed(format!("cannot read {}", program.display()));
    let about = fs::metadata(program).map_err(reading())?;
    if about.permissions().mode() & 0o6000 != 0 {
        return Err(RecordError::Setuid(program.to_owned()));
    }
    let bytes = fs::read(program).map_err(reading())?;
    // A script is run by an interpreter, which is one of the programs that are recorded.
    if !bytes.starts_with(b"\x7fELF") {
        return Ok(());
    }
    let loads = match ElfFile64::<object::Endianness>::parse(&*bytes) {
        Ok(elf) => has_interpreter(elf.elf_program_headers(), elf.endian()),
        Err(_) => ElfFile32::<object::Endianness>::parse(&*bytes)
            .is_ok_and(|elf| has_interpreter(elf.elf_program_headers(), elf.endian())),
    };
    if loads {
        Ok(())
    } else {
        Err(RecordError::Static(program.to_owned()))
    }
}

fn has_interpreter<H: ProgramHeader>(headers: &[H], endian: H::Endian) -> bool {
    headers
        .iter()
        .any(|header| header.p_type(endian) == object::elf::PT_INTERP)
}

/// The last mark of each process.
fn last_marks(traces: &Path) -> HashMap<String, String> {
    let marks = fs::read_to_string(traces.join("marks")).unwrap_or_default();
    let marks = marks.lines().filter_map(|mark| mark.split_once(' '));
    let owned = |(process, mark): (&str, &str)| (process.to_owned(), mark.to_owned());
    marks.map(owned).collect()
}

/// The processes in which the recorder is loaded at this moment.
fn recorded_now(traces: &Path) -> Vec<String> {
    let has_recorder = |process: &String| {
        let maps = fs::read(format!("/proc/{process}/maps")).unwrap_or_default();
        String::from_utf8_lossy(&maps).contains("/recorder.so")
    };
    last_marks(traces)
        .into_keys()
        .filter(has_recorder)
        .collect()
}

const MOMENT: Duration = Duration::from_millis(10);

fn wait(
    mut child: std::process::Child,
    deadline: Option<Duration>,
    before_end: &mut dyn FnMut(),
) -> io::Result<Option<ExitStatus>> {
    let Some(deadline) = deadline else {
        return child.wait().map(Some);
    };
    let started = Instant::now();
    while started.elapsed() < deadline {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(MOMENT);
    }
    before_end();
    child.kill()?;
    child.wait()?;
    Ok(None)
}

/// How long the program must be silent before the next key is typed.
const PAUSE: Duration = Duration::from_millis(50);

/// Runs a program in a terminal of its own and types the keys, each once the program has been silent for a moment. At the
/// deadline, one minute if none is given, the terminal is hung up.
fn in_terminal(
    command: pty_process::blocking::Command,
    keys: &[u8],
    deadline: Option<Duration>,
    before_end: &mut dyn FnMut(),
) -> io::Result<Option<ExitStatus>> {
    let (mut process, mut terminal) = Process::start(command)?;
    let (started, deadline) = (Instant::now(), deadline.unwrap_or(Duration::from_secs(60)));
    let mut keys = keys.iter();
    while started.elapsed() < deadline {
        match terminal.read(PAUSE)? {
            Event::Output => {}
            _ if process.has_ended()? => return process.reap().map(Some),
            Event::Silence => keys.next().into_iter().for_each(|key| terminal.press(*key)),
            Event::Closed => thread::sleep(MOMENT),
        }
    }
    before_end();
    process.hang_up()?;
    let hung_up = Instant::now();
    while !process.has_ended()? && hung_up.elapsed() < Duration::from_secs(1) {
        thread::sleep(MOMENT);
    }
    // A process that has not ended by itself is killed.
    process.reap()?;
    Ok(None)
}
