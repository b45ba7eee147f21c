//! The demonstration that PCG's author publishes with her generator: words, coins, rolls of a die, a shuffled pack.
//!
//! A round is six words; a walk back by six and the same words again; 65 coins, a die rolled 33 times, and a pack of 52
//! cards, shuffled from its end down. Coins, rolls and cards are bounded draws of two, six, and as many as the cards left.

use std::num::NonZeroU32;

use lockstep::{Corner, Missing, Output, Side, Subject};
use serde_json::{Value, json};
use subjects::pcg32::{PcgOp, PcgWords};

use super::VectorError;
use super::entry::Entry;

const WORDS: u64 = 6;
const COINS: usize = 65;
const ROLLS: usize = 33;
const CARDS: u32 = 52;

/// The demonstration as a corner of the subject `pcg32` gives it, in the form of `fixtures/documents/pcg32-demo.json`.
///
/// # Errors
/// If the corner is not on this machine.
pub fn demonstration(corner: Corner, initstate: u64, initseq: u64, rounds: usize) -> Result<Value, Missing> {
    let mut side = PcgWords.side(corner)?;
    side.apply(&PcgOp::Srandom { initstate, initseq });
    Ok((0..rounds).map(|_| round(&mut *side)).collect())
}

fn round(side: &mut dyn Side<PcgOp>) -> Value {
    let words = |side: &mut dyn Side<PcgOp>| (0..WORDS).map(|_| number(side, &PcgOp::Random)).collect::<Vec<_>>();
    let first = words(side);
    side.apply(&PcgOp::Advance { delta: WORDS.wrapping_neg() });
    let again = words(side);
    let coins: String = (0..COINS).map(|_| if below(side, 2) == 1 { 'H' } else { 'T' }).collect();
    let rolls: Vec<usize> = (0..ROLLS).map(|_| below(side, 6) + 1).collect();
    let mut pack: Vec<usize> = (0..CARDS as usize).collect();
    for left in (2..=CARDS).rev() {
        pack.swap(below(side, left), left as usize - 1);
    }
    let card = |&card: &usize| [&"A23456789TJQK"[card / 4..=card / 4], &"hcds"[card % 4..=card % 4]].concat();
    let cards = pack.iter().map(card).collect::<Vec<_>>().join(" ");
    json!({ "words": first, "words_again": again, "coins": coins, "rolls": rolls, "cards": cards })
}

/// What an op shows; nothing of the demonstration shows anything but a number of 32 bits.
fn number(side: &mut dyn Side<PcgOp>, op: &PcgOp) -> u32 {
    match side.apply(op).output {
        Output::Number(number) => u32::try_from(number).unwrap_or_default(),
        _ => 0,
    }
}

fn below(side: &mut dyn Side<PcgOp>, bound: u32) -> usize {
    let bound = NonZeroU32::new(bound).unwrap_or(NonZeroU32::MIN);
    // A corner that breaks the bound must not break the pack.
    (number(side, &PcgOp::Boundedrand { bound }) % bound) as usize
}

/// The most rounds that are worth an answer.
const MOST_ROUNDS: usize = 10_000;

/// The port's demonstration, as long as the entry's.
pub(super) fn port(entry: &Entry<'_>) -> Result<Value, VectorError> {
    let (initstate, initseq) = (entry.part("initstate")?, entry.part("initseq")?);
    let rounds = entry.length("rounds")?;
    if rounds > MOST_ROUNDS {
        return Err(entry.malformed(format!("{rounds} rounds are too many to be checked: at most {MOST_ROUNDS}")));
    }
    let shown = demonstration(Corner::Port, initstate.bits()?, initseq.bits()?, rounds)
        .map_err(|missing| entry.malformed(missing.to_string()))?;
    Ok(json!({ "initstate": initstate.value, "initseq": initseq.value, "rounds": shown }))
}
