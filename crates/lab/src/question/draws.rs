//! The numbers of traces and of draws.

use anyhow::{Result, anyhow, ensure};
use identify::Numbers;
use identify::numbers::Bounded;
use lockstep::trace;

use super::{MOST, Question, refuse_gap};

/// The words of a trace, or its draws if it has no words, and whether there are more than are looked at.
pub(super) fn read(bytes: &[u8]) -> Result<(Question, bool)> {
    let mut reader = trace::Reader::new(bytes);
    let mut calls = Vec::new();
    while calls.len() < MOST
        && let Some(line) = reader.next_draw()?
    {
        calls.push(line.call);
    }
    let more = calls.len() == MOST && reader.next_draw().map_or(true, |line| line.is_some());
    ensure!(!calls.is_empty(), "there are no draws in the trace");
    let words: Vec<u64> = calls.iter().filter_map(|call| call.word).collect();
    refuse_gap(&words)?;
    let numbers = of_calls(&calls).ok_or_else(|| {
        anyhow!("in the trace some lines lack a word, and some lack LO, HI and RESULT: all lines need one of the two")
    })?;
    Ok((Question::plain(numbers), more))
}

/// The words of calls, or the draws if a call has no word.
pub(crate) fn of_calls(calls: &[trace::Call]) -> Option<Numbers> {
    if calls.is_empty() {
        return None;
    }
    let words: Option<Vec<u64>> = calls.iter().map(|call| call.word).collect();
    if let Some(words) = words {
        return Some(Numbers::words(words));
    }
    let draw = |call: &trace::Call| bounded(call.lo?, call.hi?, call.result?);
    calls
        .iter()
        .map(draw)
        .collect::<Option<_>>()
        .map(Numbers::Bounded)
}

/// A number drawn from a range whose ends may be in either order.
pub(crate) fn bounded(lo: i64, hi: i64, result: i64) -> Option<Bounded> {
    let (lo, hi) = (lo.min(hi), lo.max(hi));
    let bound = hi.checked_sub(lo)?.checked_add(1)? as u64;
    let value = u64::try_from(result.checked_sub(lo)?)
        .ok()
        .filter(|value| *value < bound)?;
    Some(Bounded::new(value, bound))
}
