//! Words of a generator as rows of bits, the highest on the left, below the seed that they are functions of.

use generators::closed_form::Affine;

use super::{labelled, rectangle};

/// The bits of a word.
const BITS: usize = 32;
/// The width of a bit with the gap beside it, and the height of a row with the gap below it.
const CELL: (usize, usize) = (10, 20);
const LEFT: usize = 50;
const WIDTH: usize = LEFT + BITS * CELL.0 + 4;
/// The tops of the row of the seed and of the first word, and the height of the arrow between them.
const SEED: usize = 40;
const WORDS: usize = 94;
const ARROW: usize = 80;

/// How a bit is drawn: filled if it is one, and in another colour if it has changed.
const fn class_of_bit(is_one: bool, has_changed: bool) -> &'static str {
    match (is_one, has_changed) {
        (true, true) => "one more",
        (true, false) => "one",
        (false, true) => "zero more",
        (false, false) => "zero",
    }
}

/// A named row of bits, with an element for each, so that a script can change it.
fn row(name: &str, word: u32, changed: u32, top: usize) -> String {
    let (before, base) = (LEFT - 6, top + 12);
    let mut svg = format!("<text x=\"{before}\" y=\"{base}\" text-anchor=\"end\">{name}</text>");
    svg += "<g class=\"word\">";
    for place in 0..BITS {
        let bit = BITS - 1 - place;
        let class = class_of_bit(word >> bit & 1 == 1, changed >> bit & 1 == 1);
        let square = rectangle(LEFT + CELL.0 * place, top, CELL.0 - 2, CELL.1 - 4);
        svg += &format!("<path class=\"{class}\" d=\"{square}\"/>");
    }
    svg + "</g>"
}

/// The seed with a bit flipped, and words that are these functions of it; what the flip changes has another colour. A frame is
/// round the bits of the words in `kept`.
pub(crate) fn carries(seed: u32, flipped: u32, words: &[Affine], kept: u32) -> String {
    let height = WORDS + CELL.1 * words.len() + 34;
    let mut svg = labelled(WIDTH, height, 0, "A bit of the seed is flipped");
    for bit in (0..BITS).step_by(8).chain([BITS - 1]) {
        let middle = LEFT + CELL.0 * (BITS - 1 - bit) + CELL.0 / 2 - 1;
        let y = SEED - 6;
        svg += &format!("<text x=\"{middle}\" y=\"{y}\" text-anchor=\"middle\">{bit}</text>");
    }
    let after = seed ^ 1 << flipped;
    svg += &row("seed", after, 1 << flipped, SEED);
    let right = LEFT + BITS * CELL.0 - 2;
    svg += &format!(
        "<path class=\"arrow\" d=\"M{right} {ARROW}H{LEFT}m6 -4l-6 4l6 4\"/>\
         <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">carries run upwards</text>",
        usize::midpoint(LEFT, right),
        ARROW - 5
    );
    for (number, function) in words.iter().enumerate() {
        let (now, before) = (function.apply(after), function.apply(seed));
        let name = if number == 0 {
            "word 1".to_owned()
        } else {
            (number + 1).to_string()
        };
        svg += &row(&name, now, now ^ before, WORDS + CELL.1 * number);
    }
    let (lowest, highest) = (kept.trailing_zeros() as usize, kept.ilog2() as usize);
    let frame = rectangle(
        LEFT + CELL.0 * (BITS - 1 - highest) - 3,
        WORDS - 4,
        CELL.0 * (highest + 1 - lowest) + 4,
        CELL.1 * words.len() + 4,
    );
    svg += &format!(
        "<path class=\"frame\" d=\"{frame}\"/><text x=\"{right}\" y=\"{}\" text-anchor=\"end\">framed: what Rogue keeps</text></svg>",
        WORDS + CELL.1 * words.len() + 18
    );
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flipped_bit_changes_itself_and_what_a_carry_reaches() {
        // 3 * 0b0101 = 0b01111, and 3 * 0b0111 = 0b10101: bits 1, 3 and 4 differ.
        let svg = carries(0b0101, 1, &[Affine { a: 3, b: 0 }], 0b0110);
        let words: Vec<_> = svg.split("<g class=\"word\">").skip(1).collect();
        let class = |row: usize, bit: usize| {
            let bits: Vec<_> = words[row].split("class=\"").skip(1).collect();
            bits[31 - bit].split_once('"').unwrap().0.to_owned()
        };
        assert_eq!(
            [0, 1, 2, 3].map(|bit| class(0, bit)),
            ["one", "one more", "one", "zero"]
        );
        assert_eq!(
            [0, 1, 2, 3, 4, 5].map(|bit| class(1, bit)),
            ["one", "zero more", "one", "zero more", "one more", "zero"]
        );
    }
}
