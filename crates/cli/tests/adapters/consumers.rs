//! The consumers of the vector pack in other languages: each agrees on every step, finds a changed step, and refuses other files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use subjects::oracles::root;

use super::{Outcome, holds, in_language, version};
use crate::program::Said;

/// The name of a language, its interpreter, and its consumer.
type Language = (&'static str, &'static str, &'static str);

const LANGUAGES: [Language; 2] = [
    ("python", "python3", "python/check.py"),
    ("javascript", "node", "javascript/check.mjs"),
];

type Fact = (&'static str, fn(Language) -> Outcome);

const FACTS: [Fact; 2] = [
    ("agrees_on_every_step_of_the_pack", agrees),
    (
        "finds_a_changed_step_and_refuses_other_files",
        finds_and_refuses,
    ),
];

pub(super) fn trials(slow: Option<&String>) -> impl Iterator<Item = Trial> {
    LANGUAGES.into_iter().flat_map(move |language| {
        let version = version(&format!("{} --version", language.1));
        // One language is enough for most test runs.
        let slow = slow.cloned().filter(|_| language.0 != "python");
        FACTS.map(|(fact, run)| {
            let name = format!("{}::{fact}", language.0);
            in_language(&name, &version, slow.clone(), move || run(language))
        })
    })
}

/// Runs the consumer, and returns its exit code and its output.
fn check((_, tool, consumer): Language, paths: &[&Path]) -> Result<(Option<i32>, String), Failed> {
    let mut command = Command::new(tool);
    command
        .arg(root().join("examples/consumers").join(consumer))
        .args(paths)
        .current_dir(root());
    let said = Said::from(command.output()?);
    Ok((said.code, said.all()))
}

fn pack(name: &str) -> PathBuf {
    root().join("fixtures/vectors").join(name)
}

fn agrees(language: Language) -> Outcome {
    let (code, said) = check(language, &[])?;
    let ported = said.matches(" steps agree\n").count() - 1;
    holds(code == Some(0) && ported >= 12, &said)?;
    let (agreed, all) = said
        .lines()
        .last()
        .and_then(|last| last.split_once(" of "))
        .ok_or("no last line")?;
    holds(all == format!("{agreed} steps agree"), &said)
}

fn finds_and_refuses(language: Language) -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("changed.json");
    let text = fs::read_to_string(pack("get_rand.json"))?;
    let sound: Value = serde_json::from_str(&text)?;
    // The seed of a case, and an output and a draw in it; each change is found at the first step that shows it.
    for (pointer, part) in [
        ("/cases/8/steps/0/args/seed", "output"),
        ("/cases/8/steps/1/output/i32", "output"),
        ("/cases/8/steps/1/draws/0/1", "draws"),
    ] {
        let mut changed = sound.clone();
        let number = changed.pointer_mut(pointer).ok_or(pointer)?;
        *number = (number.as_i64().ok_or("no number")? ^ 1).into();
        fs::write(&path, changed.to_string())?;
        let (code, said) = check(language, &[&path])?;
        let named = said.starts_with("get_rand: case `") && said.contains(", step 1, get_rand {");
        holds(
            code == Some(1) && named && (part == "output" || said.contains(", draws:")),
            &said,
        )?;
    }
    for broken in [
        String::new(),
        text[..text.len() / 2].to_owned(),
        "[]".to_owned(),
        text.replace("vectors/1", "vectors/2"),
        text.replacen("{\"op\":\"get_rand\"", "{\"op\":\"no_op\"", 1),
        text.replacen("{\"x\":", "{\"z\":", 1),
    ] {
        fs::write(&path, &broken)?;
        // Another file that agrees does not make up for it.
        let (code, said) = check(language, &[&path, &pack("pcg32.json")])?;
        holds(code == Some(2) && said.contains("changed.json"), &said)?;
    }
    Ok(())
}
