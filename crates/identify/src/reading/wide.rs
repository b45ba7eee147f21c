//! Numbers of up to 128 bits, as the words that were joined to make them.

use super::{Reading, Written};
use crate::numbers::Numbers;

/// Each number as words of this many bits.
fn read_words(values: &[u128], way: &'static str, bits: u32, low_first: bool) -> Reading {
    let count = 128 / bits;
    let mut words = Vec::new();
    for value in values {
        for i in 0..count {
            let place = if low_first { i } else { count - 1 - i };
            words.push((value >> (bits * place)) as u64 & (u64::MAX >> (64 - bits)));
        }
    }
    let numbers = Numbers::Words {
        bits,
        values: words,
    };
    Reading {
        written: Written::Drawn,
        ..Reading::new(way, numbers)
    }
}

/// The words from which each number was made, in the ways in which libraries join them.
pub fn of_wide(values: &[u128]) -> Vec<Reading> {
    vec![
        read_words(
            values,
            "Each number was read as four words of 32 bits, the lowest one first, as Python's getrandbits joins them.",
            32,
            true,
        ),
        read_words(
            values,
            "Each number was read as two words of 64 bits, the low one first.",
            64,
            true,
        ),
        read_words(
            values,
            "Each number was read as two words of 64 bits, the high one first.",
            64,
            false,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_number_is_read_as_the_words_of_which_it_was_made() {
        let value = 0x0f0e_0d0c_0b0a_0908_0706_0504_0302_0100;
        let values = of_wide(&[value])
            .into_iter()
            .map(|reading| match reading.numbers {
                Numbers::Words { values, .. } => values,
                other => panic!("{other:?}"),
            });
        let expected = [
            vec![0x0302_0100, 0x0706_0504, 0x0b0a_0908, 0x0f0e_0d0c],
            vec![0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908],
            vec![0x0f0e_0d0c_0b0a_0908, 0x0706_0504_0302_0100],
        ];
        assert_eq!(values.collect::<Vec<_>>(), expected);
    }
}
