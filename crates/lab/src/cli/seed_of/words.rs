//! From words to seeds and states.

use std::io::Write as _;
use std::ops::ControlFlow;

use anyhow::{Result, anyhow};
use findings::number::grouped;
use generators::bsd_random::{BsdRandom, Kind, Seeding};
use generators::inverse::{InverseError, Recovered, enough_words, seed_of_state, seeds_of_words, states_of_words};
use rogue::atlas::residue;
use serde_json::{Value, json};

use super::{SeedOfArgs, SeedingArg, shortened};
use crate::cli::Verdict;
use crate::cli::output::{Output, print_json};
use crate::files::read;

const MOST_SEEDS: usize = 1 << 16;

/// How many words are shown before and after a state.
const SHOW: u32 = 5;

/// How far back a seed is looked for.
const BACK: u64 = 1_000_000;

pub(super) fn run(args: &SeedOfArgs) -> Result<Verdict> {
    let pointless = match args.seeding {
        SeedingArg::Weak => [(args.show.is_some(), "--show is about states: ask with --seeding any")].to_vec(),
        SeedingArg::Any => [
            (args.at.is_some(), "--at says nothing with --seeding any: a state is found wherever the words are"),
            (args.anywhere, "--anywhere says nothing with --seeding any: a state is found wherever the words are"),
        ]
        .to_vec(),
    };
    if let Some((_, reason)) = pointless.into_iter().find(|&(given, _)| given) {
        return Err(anyhow!(reason));
    }
    let words = read(args)?;
    match args.seeding {
        SeedingArg::Weak => weak(args, &words),
        SeedingArg::Any => any(args, &words),
    }
}

fn read(args: &SeedOfArgs) -> Result<Vec<u32>> {
    let text = match (&args.words, &args.words_file) {
        (Some(words), _) => words.clone(),
        (None, Some(file)) => read::text_or_stdin(file, read::WORDS)?,
        (None, None) => String::new(),
    };
    let pieces = text.split(|c: char| c.is_whitespace() || c == ',').filter(|piece| !piece.is_empty());
    pieces.enumerate().map(|(i, piece)| word(i, piece)).collect()
}

fn word(i: usize, piece: &str) -> Result<u32> {
    let word = match piece.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => piece.parse(),
    };
    word.map_err(|_| {
        anyhow!("word {i} is `{}`: a word is a whole number from 0 to {}, or 0x...", shortened(piece), i32::MAX)
    })
}

/// The seeds, each with the number of words before those given.
fn weak(args: &SeedOfArgs, words: &[u32]) -> Result<Verdict> {
    let places = if args.anywhere { u64::from(args.within) } else { 1 };
    let mut found = Vec::new();
    let first = args.at.unwrap_or(0);
    for at in first..first.saturating_add(places) {
        let seeds = seeds_of_words(args.kind, at, words)?;
        found.extend(seeds.map(|seed| (seed, at)).take(MOST_SEEDS + 1 - found.len()));
        if found.len() > MOST_SEEDS {
            break;
        }
    }
    found.sort_unstable();
    if args.json {
        let seed =
            |&(seed, before): &(i32, u64)| json!({ "seed": seed, "game": residue(seed), "words_before": before });
        let document = json!({
            "seeds": found.len().min(MOST_SEEDS),
            "more": found.len() > MOST_SEEDS,
            "found": found.iter().take(args.most()).map(seed).collect::<Vec<_>>(),
        });
        print_json("roguelab-seed-of-words/1", document)?;
        return Ok(Verdict::of(!found.is_empty()));
    }
    let mut out = Output::of_findings();
    if found.is_empty() {
        let enough = enough_words(args.kind);
        out.verdict(format_args!(
            "No seed gives these words there; --anywhere looks further on, and --seeding any needs {enough} words"
        ))?;
        return Ok(Verdict::Failed);
    }
    let more = if found.len() > MOST_SEEDS { "more than " } else { "" };
    let count = grouped(found.len().min(MOST_SEEDS) as u64);
    let give = if found.len() == 1 { "seed gives" } else { "seeds give" };
    out.verdict(format_args!("{more}{count} {give} these words"))?;
    writeln!(out, "\n{:>11}  {:>5}  {:>13}", "seed", "game", "words before")?;
    for (seed, at) in found.iter().take(args.most()) {
        writeln!(out, "{seed:>11}  {:>5}  {at:>13}", residue(*seed))?;
    }
    Ok(Verdict::Passed)
}

/// The state.
fn any(args: &SeedOfArgs, words: &[u32]) -> Result<Verdict> {
    let (kind, enough) = (args.kind, enough_words(args.kind));
    let mut states = Vec::new();
    let done = states_of_words(kind, words, &mut |state| {
        states.push(state);
        if states.len() > args.most().max(1) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let (failed, verdict) = match done {
        Ok(()) => (None, if states.len() == 1 { Verdict::Passed } else { Verdict::Invalid }),
        Err(error @ (InverseError::OtherKind { .. } | InverseError::Contradiction { .. })) => {
            (Some(error.to_string()), Verdict::Failed)
        }
        Err(error @ InverseError::TooShort { .. }) => {
            (Some(format!("{error}; {}", are_enough(enough.saturating_sub(words.len())))), Verdict::Invalid)
        }
        Err(error @ InverseError::TooHard { .. }) => (Some(error.to_string()), Verdict::Invalid),
        Err(error) => return Err(error.into()),
    };
    if args.json {
        let shown: Vec<_> = states.iter().take(args.most()).map(|state| state_json(args, state)).collect();
        let document = json!({ "kind": name(kind), "words": words.len(), "states": shown, "why_none": failed });
        print_json("roguelab-seed-of-state/1", document)?;
        return Ok(verdict);
    }
    let mut out = Output::of_findings();
    if let Some(why) = failed {
        out.verdict(format_args!("{why}"))?;
        return Ok(verdict);
    }
    if let [state] = &states[..] {
        out.verdict(format_args!("One state of {} gives {}", name(kind), these(words.len())))?;
        writeln!(out)?;
        show(&mut out, args, state)?;
        return Ok(Verdict::Passed);
    }
    let shown = states.len().min(args.most().max(1));
    let count = match (shown, states.len() > shown) {
        (1, _) => format!("more than one state of {} gives", name(kind)),
        (_, true) => format!("more than {} states of {} give", grouped(shown as u64), name(kind)),
        (_, false) => format!("{} states of {} give", grouped(shown as u64), name(kind)),
    };
    let missing = are_enough(enough.saturating_sub(words.len()));
    out.verdict(format_args!("{count} {}; {missing} to tell", these(words.len())))?;
    for state in states.iter().take(args.most()) {
        writeln!(out, "next words {}", list(&after(state, args.show.unwrap_or(SHOW))))?;
    }
    Ok(Verdict::Invalid)
}

fn state_json(args: &SeedOfArgs, state: &Recovered) -> Value {
    let number = args.show.unwrap_or(SHOW);
    json!({
        "words_before": before(state, number),
        "words_after": after(state, number),
        "seed": seed(&state.before),
        "state_after": state.after.save().words(),
    })
}

fn name(kind: Kind) -> String {
    format!("TYPE_{}", kind as u8)
}

fn these(words: usize) -> String {
    if words == 1 { "this word".into() } else { format!("these {} words", grouped(words as u64)) }
}

fn are_enough(more: usize) -> String {
    format!("{more} more {} enough", if more == 1 { "is" } else { "are" })
}

fn after(state: &Recovered, number: u32) -> Vec<u32> {
    let mut random = state.after.clone();
    (0..number).map(|_| random.next_word()).collect()
}

fn before(state: &Recovered, number: u32) -> Vec<u32> {
    let mut random = state.before.clone();
    let mut words: Vec<u32> = (0..number).map(|_| random.step_back()).collect();
    words.reverse();
    words
}

fn list(words: &[u32]) -> String {
    words.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn show(out: &mut Output, args: &SeedOfArgs, state: &Recovered) -> Result<()> {
    let number = args.show.unwrap_or(SHOW);
    writeln!(out, "words before  {}", list(&before(state, number)))?;
    writeln!(out, "words after   {}", list(&after(state, number)))?;
    writeln!(out, "seed          {}", seed(&state.before))?;
    writeln!(out, "state after, as setstate takes it:")?;
    for line in state.after.save().words().chunks(8) {
        let line: Vec<String> = line.iter().map(|word| format!("{word:08x}")).collect();
        writeln!(out, "  {}", line.join(" "))?;
    }
    Ok(())
}

fn seed(random: &BsdRandom) -> String {
    if random.kind() == Kind::Type0 {
        return "every state of TYPE_0 is a seed: --seeding weak and --at find it".into();
    }
    match seed_of_state(random, BACK) {
        Some(seeded) => {
            let seeding = match seeded.seeding {
                Seeding::Weak => "weak",
                Seeding::Glibc => "glibc's",
                Seeding::Libc5 => "libc5's",
            };
            format!("{}, {seeding} seeding, {} words before", seeded.seed, grouped(seeded.index))
        }
        None => format!("none, weak, glibc's or libc5's, within {} words before", grouped(BACK)),
    }
}
