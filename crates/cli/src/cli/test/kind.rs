//! How numbers are written, according to the options or to how they look.

use std::io::Read as _;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::interrupt;
use answers::read::{Endian, Input, ItemKind, PlacedText, Width, parse_signed, split_texts};

/// How numbers are written, judged from their bytes.
pub(super) type Looks = Option<(ItemKind, Endian)>;

/// How many bytes are inspected before anything is known about the input.
const HEAD: u64 = 512;

/// The first bytes, and the rest; `None` after Ctrl-C.
pub(super) fn peeked(mut input: Input) -> Result<Option<(Vec<u8>, Input)>> {
    let (send, receive) = mpsc::channel();
    // The thread is left behind if the input is silent.
    thread::Builder::new().spawn(move || {
        let mut head = Vec::new();
        let read = input.by_ref().take(HEAD).read_to_end(&mut head);
        let _ = send.send(read.map(|_| (head, input)));
    })?;
    let stop = interrupt::flag();
    loop {
        match receive.recv_timeout(Duration::from_millis(50)) {
            Ok(read) => return Ok(Some(read.context("cannot read the input")?)),
            Err(_) if stop.load(Ordering::Relaxed) => return Ok(None),
            Err(_) => {}
        }
    }
}

/// How many binary numbers must be fractions to be sure of it: one random word in eight, or in thirty-two, looks like one.
const BINARY: usize = 64;

/// How these bytes are written, if that is beyond doubt: as text, or as binary numbers with a fraction, which lie between 0 and
/// 1 if they are `uniform`.
pub(super) fn recognised(head: &[u8], uniform: bool) -> Looks {
    if is_text(head) {
        let words = split_texts(head.to_vec(), head.len()).unwrap_or_default();
        let is_real = |PlacedText { text, .. }: &PlacedText| {
            parse_signed(text.as_bytes()).is_none() && text.parse::<f64>().is_ok()
        };
        let kind = if words.iter().any(is_real) {
            ItemKind::Float
        } else {
            ItemKind::Text
        };
        return Some((kind, Endian::Little));
    }
    let is_likely = |number: &f64| {
        let size = if uniform { *number } else { number.abs() };
        let most = if uniform { 1.0 } else { 2_f64.powi(64) };
        *number == 0.0 || (2_f64.powi(-64)..=most).contains(&size)
    };
    // Two fractions of four bytes look like one of eight.
    let widths = [(Width::Four, 24), (Width::Eight, 53)];
    let forms = widths.map(|form| [Endian::Little, Endian::Big].map(|endian| (form, endian)));
    let found = forms.as_flattened().iter().find(|((width, _), endian)| {
        let words = width.words(head, *endian).into_iter();
        let numbers: Vec<f64> = words.map(|word| width.number(word)).collect();
        numbers.len() >= BINARY
            && numbers.iter().all(is_likely)
            && numbers.iter().filter(|number| **number == 0.0).count() < BINARY / 4
    });
    found.map(|((width, bits), endian)| (ItemKind::Floats(*width, *bits), *endian))
}

/// Whether the bytes contain only what occurs in text; the last character may be cut off.
fn is_text(head: &[u8]) -> bool {
    let text = match str::from_utf8(head) {
        Err(error) if error.error_len().is_none() => str::from_utf8(&head[..error.valid_up_to()]),
        text => text,
    };
    let is_text = |c: char| matches!(c, '\t' | '\n' | '\r') || !c.is_control();
    text.is_ok_and(|text| !text.is_empty() && text.chars().all(is_text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_fractions_are_recognised_and_words_are_not() {
        let mut state = 1_u64;
        let words: Vec<u64> = (0..200)
            .map(|_| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                state
            })
            .collect();
        let fraction = |word: &u64| (word >> 11) as f64 / 2_f64.powi(53);
        let le: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let f64_be: Vec<u8> = words
            .iter()
            .flat_map(|word| fraction(word).to_be_bytes())
            .collect();
        let f32_le: Vec<u8> = words
            .iter()
            // None is small, so that any two of them form a double between 0 and 1.
            .flat_map(|word| (0.5 + (word >> 41) as f32 / 2_f32.powi(24)).to_le_bytes())
            .collect();
        let signed: Vec<u8> = words
            .iter()
            .flat_map(|word| (8.0 * fraction(word) - 4.0).to_le_bytes())
            .collect();
        let small: Vec<u8> = words
            .iter()
            .flat_map(|word| ((word >> 61) as u32).to_le_bytes())
            .collect();
        let (single, double) = (
            ItemKind::Floats(Width::Four, 24),
            ItemKind::Floats(Width::Eight, 53),
        );
        for (head, uniform, looks) in [
            (
                &b"3 5\n0x1F # fuenf 0.5"[..],
                true,
                Some((ItemKind::Text, Endian::Little)),
            ),
            (
                "# fünf\n1, 0.5".as_bytes(),
                true,
                Some((ItemKind::Float, Endian::Little)),
            ),
            (b"1e-3", true, Some((ItemKind::Float, Endian::Little))),
            (b"-7 8", true, Some((ItemKind::Text, Endian::Little))),
            (b"", true, None),
            (&le, true, None),
            (&le, false, None),
            (&small, true, None),
            (&small, false, None),
            (&f64_be, true, Some((double, Endian::Big))),
            (&f32_le, true, Some((single, Endian::Little))),
            (&signed, true, None),
            (&signed, false, Some((double, Endian::Little))),
            (&f64_be[..256], true, None),
        ] {
            assert_eq!(recognised(head, uniform), looks, "{head:?}");
        }
    }
}
