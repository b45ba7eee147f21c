//! How numbers are written, by the look of their bytes.

use crate::read::{Endian, ItemKind, PlacedText, Width, parse_signed, split_texts};

/// How numbers are written, judged from their bytes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Guess {
    /// Text, or binary numbers with a fraction.
    pub kind: ItemKind,
    /// The byte order of binary numbers.
    pub endian: Endian,
}

/// How many binary numbers must be fractions to be sure of it: one random word in eight, or in thirty-two, looks like one.
const BINARY: usize = 64;

/// How these bytes are written, if that is beyond doubt: as text, or as binary numbers with a fraction, which lie between 0 and
/// 1 if they are `uniform`.
pub fn guess_encoding(head: &[u8], uniform: bool) -> Option<Guess> {
    if is_text(head) {
        let kind = if has_fraction(head) {
            ItemKind::Float
        } else {
            ItemKind::Text
        };
        let endian = Endian::Little;
        return Some(Guess { kind, endian });
    }
    // Two fractions of four bytes look like one of eight.
    for (width, bits) in [(Width::Four, 24), (Width::Eight, 53)] {
        for endian in [Endian::Little, Endian::Big] {
            let words = width.words(head, endian).into_iter();
            let numbers: Vec<f64> = words.map(|word| width.number(word)).collect();
            if are_fractions(&numbers, uniform) {
                let kind = ItemKind::Floats(width, bits);
                return Some(Guess { kind, endian });
            }
        }
    }
    None
}

/// Whether these are so many plausible numbers that random words would hardly look like them.
fn are_fractions(numbers: &[f64], uniform: bool) -> bool {
    let zeros = numbers.iter().filter(|number| **number == 0.0).count();
    numbers.len() >= BINARY
        && zeros < BINARY / 4
        && numbers.iter().all(|number| is_plausible(*number, uniform))
}

fn is_plausible(number: f64, uniform: bool) -> bool {
    let least = 2_f64.powi(-64);
    if uniform {
        number == 0.0 || (least..=1.0).contains(&number)
    } else {
        number == 0.0 || (least..=2_f64.powi(64)).contains(&number.abs())
    }
}

/// Whether a text has a number that is not whole.
fn has_fraction(head: &[u8]) -> bool {
    let texts = split_texts(head.to_vec(), head.len()).unwrap_or_default();
    texts.iter().any(|PlacedText { text, .. }| {
        parse_signed(text.as_bytes()).is_none() && text.parse::<f64>().is_ok()
    })
}

/// Whether the bytes contain only what occurs in text; the last character may be cut off.
fn is_text(head: &[u8]) -> bool {
    let text = match str::from_utf8(head) {
        Err(error) if error.error_len().is_none() => str::from_utf8(&head[..error.valid_up_to()]),
        text => text,
    };
    text.is_ok_and(|text| !text.is_empty() && !text.contains(is_control))
}

fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\t' | '\n' | '\r')
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
        for (head, uniform, expected) in [
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
            let guess = guess_encoding(head, uniform).map(|guess| (guess.kind, guess.endian));
            assert_eq!(guess, expected, "{head:?}");
        }
    }
}
