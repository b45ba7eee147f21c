//! Bytes as the ledger of the audit.

use std::fs;
use std::path::Path;

use super::{Bytes, Defect, defect, scratch};
use crate::audit::ledger::{Ledger, Record};
use crate::audit::source::SOURCES;

/// The target. A text that begins with `{` or a line feed is read as a ledger; any other bytes say what is recorded.
pub(super) fn read(bytes: &[u8]) -> Result<(), Defect> {
    match bytes.first() {
        Some(b'{' | b'\n') => written_elsewhere(bytes),
        _ => written_by_us(&mut Bytes(bytes)),
    }
}

fn failed(error: impl std::fmt::Display) -> Defect {
    defect(format!("{error:#}"))
}

fn written_elsewhere(bytes: &[u8]) -> Result<(), Defect> {
    let folder = scratch()?;
    let path = folder.path().join("ledger");
    fs::write(&path, bytes).map_err(failed)?;
    let Ok(ledger) = Ledger::open(&path) else { return Ok(()) };
    for source in &SOURCES {
        // A record that does not fit its source is an error, and so are counts beyond 64 bits.
        drop(ledger.total(source));
    }
    let records = ledger.len();
    drop(ledger);
    match Ledger::open(&path) {
        Ok(again) if again.len() == records && again.torn() == 0 => Ok(()),
        other => Err(defect(format!("a ledger of {records} records is opened again as {other:?}"))),
    }
}

fn written_by_us(bytes: &mut Bytes<'_>) -> Result<(), Defect> {
    let folder = scratch()?;
    let path = folder.path().join("ledger");
    let records = usize::from(bytes.next() % 4);
    for _ in 0..records {
        let source = &SOURCES[bytes.place(SOURCES.len())];
        let mut counts = vec![0; source.cells];
        (0..bytes.next()).for_each(|_| counts[usize::from(bytes.next()) % source.cells] += 1);
        let seed = u64::from(bytes.next());
        let log10_e = gof::evidence::log10_e(&counts);
        let mut ledger = Ledger::open(&path).map_err(failed)?;
        ledger.append(Record::new(source.name, seed, counts, log10_e)).map_err(failed)?;
    }
    let ledger = Ledger::open(&path).map_err(failed)?;
    if ledger.len() != records {
        return Err(defect(format!("{} of {records} records are there", ledger.len())));
    }
    drop(ledger);
    if records == 0 { Ok(()) } else { altered(&path, bytes) }
}

/// A ledger with a bit changed, or its end taken away, is refused.
fn altered(path: &Path, bytes: &mut Bytes<'_>) -> Result<(), Defect> {
    let mut text = fs::read(path).map_err(failed)?;
    let at = usize::from(u16::from_le_bytes([bytes.next(), bytes.next()])) % text.len();
    if bytes.next().is_multiple_of(2) {
        text[at] ^= 1 << (bytes.next() % 8);
    } else {
        text.truncate(at);
    }
    fs::write(path, &text).map_err(failed)?;
    if Ledger::open(path).is_ok() {
        return Err(defect(format!("changed at byte {at}, a ledger is opened: {}", text.escape_ascii())));
    }
    Ok(())
}

/// Things to record, a ledger of ours, and counts beyond 64 bits.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> =
        (0..8_u8).map(|i| (0..60).map(|j| i.wrapping_mul(37).wrapping_add(j)).collect()).collect();
    let record = Record::new(SOURCES[0].name, 1, SOURCES[0].counts(1, 10), 0.5);
    let Ok(folder) = scratch() else { return seeds };
    let path = folder.path().join("ledger");
    if Ledger::open(&path).and_then(|mut ledger| ledger.append(record)).is_ok() {
        let text = fs::read_to_string(&path).unwrap_or_default();
        seeds.push(beyond(&text).into_bytes());
        seeds.push(text.into_bytes());
    }
    seeds
}

/// A record whose counts add up to more than 64 bits.
fn beyond(text: &str) -> String {
    let Some((head, (counts, tail))) =
        text.split_once("\"counts\":[").and_then(|(head, rest)| Some((head, rest.split_once(']')?)))
    else {
        return text.to_owned();
    };
    let counts = vec![u64::MAX.to_string(); counts.split(',').count()];
    format!("{head}\"counts\":[{}]{tail}", counts.join(","))
}
