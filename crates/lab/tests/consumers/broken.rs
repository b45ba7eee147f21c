//! Broken ports in Python, compared with `roguelab check`: each cause is named, and the right ports agree.

use std::process::Command;

use libtest_mimic::Trial;

use super::{Language, Outcome, holds};
use crate::child::CommandInTime as _;
use crate::program::{Said, roguelab};
use crate::trials::trial;

/// A subject, what is broken in a port of it, and the known mistake that this is. The first eight are mistakes of published ports.
const BROKEN: [(&str, &str, &str); 15] = [
    ("pcg32", "bound lost", "bound-lost-and-signed"),
    ("pcg32", "never rejects", "never-rejects"),
    ("pcg32", "no seeding steps", "no-seeding-steps"),
    ("pcg32", "arithmetic shift", "arithmetic-shift"),
    ("pcg32", "wrong base", "multiplier-decimal-as-hexadecimal"),
    ("pcg32", "wider words", "words-wider-before-rotation"),
    ("bsd-random", "unsigned Schrage", "schrage-unsigned"),
    ("bsd-random", "seed clamped", "seed-clamped-at-2^31-1"),
    ("pcg32", "no mask", "words-wider-than-32-bits"),
    ("pcg32", "even increment", "increment-even"),
    ("pcg32", "threshold of all ones", "threshold-of-all-ones"),
    ("pcg32", "threshold rejected", "threshold-rejected"),
    ("bsd-random", "seed 0 kept", "seed-0-kept"),
    ("bsd-random", "309 of 310", "discards-one-less"),
    ("get_rand", "15 bits", "mask-of-15-bits"),
];

fn check(subject: &str, broken: &str) -> Result<Said, std::io::Error> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/consumers/broken.py");
    let arguments = [
        "check",
        subject,
        "--kind",
        "golden",
        "--kind",
        "edge",
        "--",
        Language::Python.tool(),
        path,
        subject,
        broken,
    ];
    Ok(roguelab(&arguments).output_in_time()?.into())
}

fn names_the_cause(subject: &str, broken: &str, key: &str) -> Outcome {
    let said = check(subject, broken)?;
    let named = format!("likely cause: {key}: ");
    holds(
        said.code == Some(1) && said.stdout.matches("likely cause").count() == 1,
        &said.all(),
    )?;
    holds(
        said.stdout.contains(&named),
        &format!("expected `{named}`\n{}", said.all()),
    )
}

fn agrees(subject: &str) -> Outcome {
    let said = check(subject, "nothing")?;
    holds(
        said.code == Some(0) && said.stdout.contains(" agrees with port: "),
        &said.all(),
    )
}

/// The story of the README: somebody's PCG32, of fewer than ten lines, that prints words.
fn two_commands_name_the_cause() -> Outcome {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/consumers/mine.py");
    let lines = std::fs::read_to_string(path)?.lines().count();
    holds(lines < 10, &lines)?;
    let words = Command::new(Language::Python.tool())
        .arg(path)
        .output_in_time()?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("words");
    std::fs::write(&file, words.stdout)?;
    let mut check = roguelab(&["check", "pcg32", "--seed", "42", "--words"]);
    let said: Said = check.arg(file).output_in_time()?.into();
    let named = said.stdout.contains("likely cause: no-seeding-steps: ")
        && said.stdout.contains("all 1000 answers");
    holds(said.code == Some(1) && named, &said.all())
}

/// The facts, with what they are ignored for. The broken ports are slow together.
pub(super) fn trials(version: &Result<String, String>, slow: Option<&String>) -> Vec<Trial> {
    let (said, missing) = match version {
        Ok(version) => (version, false),
        Err(missing) => (missing, true),
    };
    let broken = BROKEN.into_iter().map(|(subject, broken, key)| {
        let fact = format!("python::check_names_{key}_in_{subject} ({said})");
        trial(fact, slow.cloned(), move || {
            names_the_cause(subject, broken, key)
        })
    });
    let right = ["pcg32", "bsd-random", "get_rand"]
        .into_iter()
        .map(|subject| {
            Trial::test(
                format!("python::check_agrees_with_a_right_port_of_{subject} ({said})"),
                move || agrees(subject),
            )
        });
    let fact = format!("python::two_commands_name_the_cause_of_a_broken_pcg32 ({said})");
    let story = std::iter::once(Trial::test(fact, two_commands_name_the_cause));
    broken
        .chain(right)
        .chain(story)
        .map(|trial| {
            if missing {
                trial.with_ignored_flag(true)
            } else {
                trial
            }
        })
        .collect()
}
