//! Tests of the oracles beyond the comparisons of `conformance`.

use std::fs::File;
use std::io::BufReader;
use std::time::Duration;

use answers::recorded::{Stretch, judge};
use foreign::recorder::{Recording, record};
use foreign::setup;
use generators::pcg32::Pcg32;
use libtest_mimic::{Failed, Trial};
use subjects::conformance::left_out;
use subjects::oracles::Policy;
use subjects::oracles::libraries::{self, PCG_CPP};

use crate::trials::trial;

pub(super) fn trials(policy: Policy) -> impl Iterator<Item = Trial> {
    let found = || libraries::pcg_cpp().map(drop);
    let distances = trial(
        "distances_of_pcg_cpp_are_those_of_the_port",
        left_out(policy, PCG_CPP, found),
        move || {
            found().map_err(|missing| Failed::from(missing.to_string()))?;
            distances_of_pcg_cpp_are_those_of_the_port();
            Ok(())
        },
    );
    let programs = PROGRAMS
        .iter()
        .map(move |program| recorded(policy, program));
    programs.chain([distances])
}

/// A program of the BSD games, the keys to type, the least number of words that must agree, and how often it is seeded.
type Program = (&'static str, &'static str, u64, usize);

const PROGRAMS: &[Program] = &[
    ("arithmetic", "1\r", 2, 1),
    ("bsdgames-adventure", "n\rlook\r", 50_000, 2),
    ("go-fish", "n\r", 52, 1),
    ("rain", "", 100, 1),
    ("worm", "", 2, 1),
    ("worms", "", 1000, 1),
    ("wump", "n\r", 40, 1),
];

/// Every word that a real program takes comes from glibc's generator with the seed that the program set.
fn recorded(policy: Policy, &(name, keys, least, seedings): &'static Program) -> Trial {
    let program = setup::program(name);
    let left_out = match policy {
        Policy::Off => Some("ROGUELAB_ORACLES=off".to_owned()),
        Policy::Auto if program.is_none() => Some(format!("there is no program {name}")),
        _ => None,
    };
    let run = move || {
        let mut seen = String::new();
        // On a busy machine it may not get far in the shortest time.
        for seconds in [2, 8, 32] {
            let how = Recording {
                // The program that seeds again uses the time, and waits for it to pass.
                time: (seedings == 1).then_some(1234),
                keys: Some(keys.into()),
                deadline: Some(Duration::from_secs(seconds)),
                limit: 1_000_000,
            };
            let program = program
                .as_ref()
                .ok_or(format!("there is no program {name}"))?;
            let recorded = record(program.as_os_str(), &[""; 0], &how)?;
            let stretches = match recorded.traces.first() {
                Some((_, trace)) => judge(BufReader::new(File::open(trace)?), &|_| None)?,
                None => Vec::new(),
            };
            let words: u64 = stretches.iter().map(|stretch| stretch.words).sum();
            let agree = |stretch: &Stretch| stretch.compared.is_some() && stretch.differs.is_none();
            seen = format!("{stretches:?}");
            if !stretches.iter().all(agree) {
                break;
            }
            if words >= least && stretches.len() == seedings {
                return Ok(());
            }
        }
        Err(seen.into())
    };
    trial(
        format!("words_of_a_real_program_agree::{name}"),
        left_out,
        run,
    )
}

fn distances_of_pcg_cpp_are_those_of_the_port() {
    let library = libraries::pcg_cpp().unwrap();
    for steps in [0, 1, 6, 1000, 1 << 40, 1 << 63, u64::MAX - 5, u64::MAX] {
        let mut port = [Pcg32::srandom(42, 54), Pcg32::srandom(42, 54)];
        let mut theirs = [
            library.seeded(42, 54).unwrap(),
            library.seeded(42, 54).unwrap(),
        ];
        port[1].advance(steps);
        theirs[1].advance(steps);
        assert_eq!(theirs[0].distance_to(&theirs[1]), Some(steps));
        assert_eq!(
            theirs[1].distance_to(&theirs[0]),
            port[1].distance_to(&port[0])
        );
    }
    let other = library.seeded(42, 55).unwrap();
    assert_eq!(
        library.seeded(42, 54).unwrap().distance_to(&other),
        None,
        "another stream is never reached"
    );
}
