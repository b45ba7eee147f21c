//! Batteries of tests, in the programs that people use. Each reads the same words of PCG32 from a pipe, as many as its battery
//! takes.

use std::env;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use criterion::{Criterion, SamplingMode, Throughput};
use generators::pcg32::Pcg32;

/// The batteries with their shell commands, in which `$0` is our program. Test 14 is one that dieharder advises against.
#[rustfmt::skip]
const BATTERIES: [(&str, &str); 4] = [
    ("roguelab", "\"$0\" test --kind u32 --limit 268435456"),
    ("PractRand", "${ROGUELAB_PRACTRAND:-RNG_test} stdin32 -tlmax 1GB -multithreaded"),
    ("SmokeRand", "${ROGUELAB_SMOKERAND:-smokerand} express stdin32"),
    ("dieharder", "for test in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 15 16 17; do ${ROGUELAB_DIEHARDER:-dieharder} -g 200 -p 10 -d $test; done"),
];

pub(crate) fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("batteries");
    group
        .sampling_mode(SamplingMode::Flat)
        .sample_size(10)
        .measurement_time(Duration::from_secs(1));
    for (name, line) in BATTERIES {
        match fed(line) {
            Ok(bytes) => {
                group.throughput(Throughput::Elements(bytes));
                group.bench_function(name, |bencher| bencher.iter(|| fed(line)));
            }
            Err(ended) => println!("without {name}, as `{line}` ends with {ended}"),
        }
    }
    group.finish();
}

/// Runs a command with words on its standard input until it ends. Returns how many bytes were written, of which up to 64 KiB,
/// the capacity of a pipe, may not have been read.
fn fed(line: &str) -> Result<u64, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new("sh");
    command
        .args(["-c", line])
        .arg(program.with_file_name("../roguelab"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
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
    match child.wait() {
        Ok(status) if status.success() => Ok(bytes),
        ended => Err(format!("{ended:?}")),
    }
}
