//! Bytes as what a scan reads: predicates and rules.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;
use scan::rule::{Rule, RuleError};
use scan::{Outcome, Predicate, Scan, Source, Span};

use super::{Defect, defect};

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
    Ok(scan.run(pool, &AtomicBool::new(false), &mut |_| ()))
}

/// A scan of so many seeds from 0 on.
fn of_first(source: Source, predicate: Predicate, seeds: u32) -> Scan {
    Scan { source, predicate, span: Span::ALL.part(0, seeds.into()).unwrap_or(Span::ALL), keep: 4 }
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
        if outcome.seeds != 8 || outcome.matches != outcome.first.len() as u64 {
            return Err(defect(format!("`{canonical}`: {} of {} seeds match", outcome.matches, outcome.seeds)));
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
