//! Bytes as what a scan reads: predicates, results to merge, checkpoints.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;
use scan::rule::{Rule, RuleError};
use scan::{Outcome, Predicate, Scan, Source, Span};

use super::{Bytes, Defect, defect, scratch};
use crate::checkpoint::Checkpoint;

const PREDICATES: [&str; 4] =
    ["coin_toss(0)", "word(0) % 7 == 3", "get_rand(1, 1, 100) == 42 || word(2) < 1000000", "word(0) < 0"];

fn source(name: &str) -> Option<Source> {
    Source::find(name, None).ok()
}

/// What a scan finds.
fn found(scan: &Scan) -> Result<Outcome, Defect> {
    static POOL: OnceLock<Option<ThreadPool>> = OnceLock::new();
    let pool = POOL.get_or_init(|| rayon::ThreadPoolBuilder::new().num_threads(1).build().ok());
    let pool = pool.as_ref().ok_or_else(|| defect("no thread can be started"))?;
    let outcome = scan.run(pool, scan.start(), &AtomicBool::new(false), &mut |_| Ok(()));
    outcome.map_err(|error| defect(format!("a scan fails: {error:#}")))
}

/// A scan of so many seeds from 0 on.
fn of_first(source: Source, predicate: Predicate, seeds: u32) -> Scan {
    let whole = Span::ALL.part(0, seeds.into()).unwrap_or(Span::ALL);
    Scan { source, predicate, whole, span: Some(whole), keep: 4 }
}

/// A scan for coins, whose results are written and read.
fn coins() -> Option<Scan> {
    let source = source("rrandom")?;
    Some(of_first(source, Predicate::parse(PREDICATES[0], source).ok()?, 100))
}

/// What can be read as a rule gives each word a number, rejects it, or is refused with a word that it gives no number.
fn rules(text: &str) -> Result<(), Defect> {
    for (bits, n) in [(7, None), (7, Some(6)), (40, Some(6))] {
        let counted = Rule::parse(text, bits, n).and_then(|rule| match rule.runs() {
            0..=128 => rule.count(1, &AtomicBool::new(false), &|_| ()),
            _ => Ok(None),
        });
        match counted {
            Ok(Some(law)) if law.counts.iter().sum::<u128>() + law.rejected != 1 << bits => {
                return Err(defect(format!("`{text}`: the numbers of {bits} bits are {law:?}")));
            }
            Err(RuleError::Syntax(error)) if error.column() > text.chars().count() + 1 => {
                return Err(defect("a rule is refused without a place"));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The target of predicates. What can be read is read the same from its canonical form, which matches the same seeds.
/// The same text is tried as a rule.
pub(super) fn predicates(bytes: &[u8]) -> Result<(), Defect> {
    let text = String::from_utf8_lossy(bytes);
    rules(&text)?;
    for source in Source::NAMES.into_iter().filter_map(source) {
        let predicate = match Predicate::parse(&text, source) {
            Ok(predicate) => predicate,
            Err(error) if error.column() > text.chars().count() + 1 || error.to_string().trim().is_empty() => {
                return Err(defect("a predicate is refused without a place or a reason"));
            }
            Err(_) => continue,
        };
        let canonical = predicate.to_string();
        let again = Predicate::parse(&canonical, source);
        if again.as_ref().ok() != Some(&predicate) {
            return Err(defect(format!("`{canonical}` is the canonical form, and is read as {again:?}")));
        }
        let scan = Scan { keep: 8, ..of_first(source, predicate, 8) };
        let outcome = found(&scan)?;
        if outcome.seeds() != 8 || outcome.matches() != outcome.first().len() as u64 {
            return Err(defect(format!("`{canonical}`: {} of {} seeds match", outcome.matches(), outcome.seeds())));
        }
    }
    Ok(())
}

/// One of each construct.
pub(super) fn predicate_seeds() -> Vec<Vec<u8>> {
    let more = [
        "!(word(0) >= 0x7f && coin_toss(31)) || rand_percent(3, 50)",
        "-word(1) * 3 / 2 % 5 + 1 - 2 << 3 >> 1 & 255 ^ 1 | 2 != 0",
        "get_rand(0, -5, 2 * 50) <= 9223372036854775807",
        "word(0) / (word(1) - word(2)) == 1",
        "(w >> 3) * n >> 4 until w % 7 != 0",
        "floor((w - 0.5) / 2^7 * 1.5e1) + 1",
        "double(w * 0.047) + float((w & 3) / 5)",
    ];
    PREDICATES.into_iter().chain(more).map(|text| text.as_bytes().to_vec()).collect()
}

/// The target of results and checkpoints. A text that begins with `{` is taken for two results, with a byte of 0 between
/// them; any other bytes say which scans are made, and their results are written, read and merged.
pub(super) fn results(bytes: &[u8]) -> Result<(), Defect> {
    if bytes.first() == Some(&b'{') { written_elsewhere(bytes) } else { written_by_us(&mut Bytes(bytes)) }
}

fn written_elsewhere(bytes: &[u8]) -> Result<(), Defect> {
    let mut texts = bytes.splitn(2, |byte| *byte == 0).map(String::from_utf8_lossy);
    let (a, b) = (texts.next().unwrap_or_default(), texts.next().unwrap_or_default());
    let parsed = [&a, &b].map(|text| Outcome::parse(text));
    for outcome in parsed.iter().flatten() {
        same_when_read_again(outcome)?;
    }
    if let [Ok(a), Ok(b)] = parsed {
        merged(&a, &b)?;
    }
    // The same text as a checkpoint.
    let scan = coins().ok_or_else(|| defect("the scan of the target cannot be made"))?;
    let folder = scratch()?;
    let checkpoint = Checkpoint::new(folder.path().join("checkpoint"));
    std::fs::write(checkpoint.path(), a.as_bytes()).map_err(|error| defect(error.to_string()))?;
    match checkpoint.resume(&scan) {
        Ok(outcome) => kept(&checkpoint, &scan, &outcome),
        Err(error) if error.to_string().trim().is_empty() => Err(defect("a checkpoint is refused without a reason")),
        Err(_) => Ok(()),
    }
}

fn written_by_us(bytes: &mut Bytes<'_>) -> Result<(), Defect> {
    let Some(source) = source("rrandom") else { return Err(defect("there is no rrandom")) };
    let text = PREDICATES[bytes.place(PREDICATES.len())];
    let predicate = Predicate::parse(text, source).map_err(|error| defect(error.to_string()))?;
    let (from, length) = (u32::from_le_bytes([0; 4].map(|_: u8| bytes.next())), u32::from(bytes.next()));
    let keep = usize::from(bytes.next() % 16);
    let Some(whole) = Span::new(from, from.saturating_add(length)) else { return Err(defect("no seeds")) };
    let scan = Scan { source, predicate, whole, span: Some(whole), keep };
    let shards = 1 + u32::from(bytes.next() % 4);
    let mut parts = Vec::new();
    for i in 1..=shards {
        let part = found(&scan.shard(i, shards))?;
        same_when_read_again(&part)?;
        parts.push(part);
    }
    let whole = found(&scan)?;
    if bytes.next() % 2 == 1 {
        parts.reverse();
    }
    let turn = bytes.place(parts.len());
    parts.rotate_left(turn);
    let Some(first) = parts.pop() else { return Ok(()) };
    let together = parts.into_iter().try_fold(first, |sum, part| merged(&sum, &part));
    if together?.to_text() != whole.to_text() {
        return Err(defect(format!("`{text}` from {from} on: {shards} shards do not merge to the whole")));
    }
    altered(&whole, bytes)?;
    let folder = scratch()?;
    let checkpoint = Checkpoint::new(folder.path().join("checkpoint"));
    kept(&checkpoint, &scan, &whole)
}

/// A result with a bit changed is refused, or says the same.
fn altered(outcome: &Outcome, bytes: &mut Bytes<'_>) -> Result<(), Defect> {
    let mut text = outcome.to_text().into_bytes();
    let at = usize::from(u16::from_le_bytes([bytes.next(), bytes.next()])) % text.len();
    text[at] ^= 1 << (bytes.next() % 8);
    match std::str::from_utf8(&text).map(Outcome::parse) {
        Ok(Ok(other)) if other != *outcome => Err(defect(format!("changed at byte {at}, a result is read: {other:?}"))),
        _ => Ok(()),
    }
}

fn same_when_read_again(outcome: &Outcome) -> Result<(), Defect> {
    match Outcome::parse(&outcome.to_text()) {
        Ok(again) if again == *outcome => Ok(()),
        other => Err(defect(format!("a result is written as {}, and read as {other:?}", outcome.to_text()))),
    }
}

/// Both together, in either order.
fn merged(a: &Outcome, b: &Outcome) -> Result<Outcome, Defect> {
    let (ab, ba) = (a.clone().merge(b.clone()), b.clone().merge(a.clone()));
    match (ab, ba) {
        (Ok(ab), Ok(ba)) if ab == ba && ab.seeds() == a.seeds() + b.seeds() => {
            same_when_read_again(&ab)?;
            Ok(ab)
        }
        // Refused either way is right for what was written elsewhere; what we wrote ends here, with a difference.
        (Err(_), Err(_)) => Ok(a.clone()),
        other => Err(defect(format!("two results merge to {other:?}"))),
    }
}

fn kept(checkpoint: &Checkpoint, scan: &Scan, outcome: &Outcome) -> Result<(), Defect> {
    checkpoint.save(scan, outcome).map_err(|error| defect(format!("{error:#}")))?;
    match checkpoint.resume(scan) {
        Ok(again) if again == *outcome || scan.span.is_none() => Ok(()),
        other => Err(defect(format!("{} is kept, and {other:?} resumed", outcome.to_text()))),
    }
}

/// Scans to make, two results of ours, one twice, and a checkpoint.
pub(super) fn result_seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> = (0..8_u8).map(|i| vec![i, 0, i, 0, 0, 200, 7 * i, i, i, i]).collect();
    let Some(scan) = coins() else { return seeds };
    let texts: Vec<String> =
        [1, 2].iter().filter_map(|&i| found(&scan.shard(i, 2)).ok()).map(|found| found.to_text()).collect();
    if let [a, b] = &texts[..] {
        seeds.extend([format!("{a}\0{b}"), format!("{a}\0{a}")].map(String::into_bytes));
    }
    if let Ok(folder) = scratch() {
        let checkpoint = Checkpoint::new(folder.path().join("checkpoint"));
        let begun = found(&scan.shard(1, 2)).ok();
        if begun.is_some_and(|begun| checkpoint.save(&scan, &begun).is_ok()) {
            seeds.extend(std::fs::read(checkpoint.path()));
        }
    }
    seeds
}
