//! Batteries of tests, in the programs that people use. Each reads the same words of PCG32 from a pipe, as many as its battery
//! takes, and the time is that of all its processors together.

use std::env;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use criterion::{Criterion, SamplingMode, Throughput};
use generators::pcg32::Pcg32;

/// The batteries with their shell commands, in which `$0` is our program.
#[rustfmt::skip]
const BATTERIES: [(&str, &str); 10] = [
    ("roguelab u8", "\"$0\" test --kind u8 --limit 268435456"),
    ("PractRand u8", "${ROGUELAB_PRACTRAND:-RNG_test} stdin8 -tlmin 256MB -tlmax 256MB"),
    ("roguelab u16", "\"$0\" test --kind u16 --limit 134217728"),
    ("PractRand u16", "${ROGUELAB_PRACTRAND:-RNG_test} stdin16 -tlmin 256MB -tlmax 256MB"),
    ("roguelab u32", "\"$0\" test --kind u32 --limit 67108864"),
    ("PractRand u32", "${ROGUELAB_PRACTRAND:-RNG_test} stdin32 -tlmin 256MB -tlmax 256MB"),
    ("SmokeRand u32", "${ROGUELAB_SMOKERAND:-smokerand} express stdin32"),
    ("roguelab u64", "\"$0\" test --kind u64 --limit 33554432"),
    ("PractRand u64", "${ROGUELAB_PRACTRAND:-RNG_test} stdin64 -tlmin 256MB -tlmax 256MB"),
    ("SmokeRand u64", "${ROGUELAB_SMOKERAND:-smokerand} express stdin64"),
];

pub(crate) fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("batteries");
    group
        .sampling_mode(SamplingMode::Flat)
        .sample_size(10)
        .measurement_time(Duration::from_secs(1));
    for (name, line) in BATTERIES {
        match feed(line) {
            Ok(fed) => {
                group.throughput(Throughput::Elements(fed.bytes));
                group.bench_function(name, |bencher| bencher.iter_custom(|runs| time(line, runs)));
            }
            Err(ended) => println!("without {name}, as `{line}` ends with {ended}"),
        }
    }
    group.finish();
}

/// The processor time of some runs of a command.
fn time(line: &str, runs: u64) -> Duration {
    let mut sum = Duration::ZERO;
    for _ in 0..runs {
        sum += feed(line).expect("it ended well before").processor_time;
    }
    sum
}

/// A command that read words until it ended.
struct Fed {
    /// How many bytes were written to it, of which up to 64 KiB, the capacity of a pipe, may not have been read.
    bytes: u64,
    /// The time of all processors, in the program and in the system.
    processor_time: Duration,
}

/// Runs a command with words on its standard input until it ends.
fn feed(line: &str) -> Result<Fed, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new("sh");
    command
        .args([
            "-c",
            &format!("{{ {line}; }} >/dev/null 2>&1 || exit; times"),
        ])
        .arg(program.with_file_name("../roguelab"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let mut pipe = child.stdin.take().expect("it is piped");
    let mut pcg = Pcg32::srandom(42, 54);
    let (mut words, mut block, mut bytes) = (vec![0; 1 << 13], vec![0; 1 << 15], 0);
    loop {
        pcg.fill(&mut words);
        for (bytes, word) in block.chunks_exact_mut(4).zip(&words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        if pipe.write_all(&block).is_err() {
            break;
        }
        bytes += block.len() as u64;
    }
    let ended = child
        .wait_with_output()
        .map_err(|error| error.to_string())?;
    let times = String::from_utf8_lossy(&ended.stdout).into_owned();
    let processor_time = children_time(&times).filter(|_| ended.status.success());
    match processor_time {
        Some(processor_time) => Ok(Fed {
            bytes,
            processor_time,
        }),
        None => Err(format!("{}: {times}", ended.status)),
    }
}

/// The time in the last line of what the shell's `times` prints, such as `0m1.5s 0m0.25s`.
fn children_time(times: &str) -> Option<Duration> {
    let mut seconds = 0.0;
    for time in times.lines().last()?.split_whitespace() {
        let (minutes, rest) = time.split_once('m')?;
        let rest: f64 = rest.strip_suffix('s')?.parse().ok()?;
        seconds += 60.0 * minutes.parse::<f64>().ok()? + rest;
    }
    Some(Duration::from_secs_f64(seconds))
}
