//! Text that came from outside, as it is shown: a terminal obeys nothing in it.
//!
//! ```
//! use lockstep::{escaped, shown};
//!
//! assert_eq!(escaped("\x1b[31mred\x07\n\tnext line"), "\\u{1b}[31mred\\u{7}\n\tnext line");
//! assert_eq!(shown("two\nlines", 40), "two\\nlines");
//! assert_eq!(shown("a long text", 6), "a long...");
//! ```

use std::borrow::Cow;

/// Whether a terminal acts on the character instead of printing it, or prints what follows in another order.
pub fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn push(text: &mut String, c: char, keep: impl Fn(char) -> bool) {
    if is_obeyed(c) && !keep(c) {
        text.extend(c.escape_default());
    } else {
        text.push(c);
    }
}

/// A message of any number of lines: control characters other than line feed and tab, and those that change the
/// direction of writing, are escaped as in a string of Rust.
pub fn escaped(text: &str) -> Cow<'_, str> {
    let keep = |c| matches!(c, '\n' | '\t');
    if !text.chars().any(|c| is_obeyed(c) && !keep(c)) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 16);
    text.chars().for_each(|c| push(&mut shown, c, keep));
    shown.into()
}

/// A piece of text within a line: escaped as by [`escaped`], line feeds and tabs too, and cut off after `most`
/// characters.
pub fn shown(text: &str, most: usize) -> Cow<'_, str> {
    let end = text.char_indices().nth(most).map(|(end, _)| end);
    let head = &text[..end.unwrap_or(text.len())];
    if end.is_none() && !head.chars().any(is_obeyed) {
        return text.into();
    }
    let mut shown = String::with_capacity(head.len() + 16);
    head.chars().for_each(|c| push(&mut shown, c, |_| false));
    if end.is_some() {
        shown.push_str("...");
    }
    shown.into()
}

/// A JSON text that says the same with escapes for what a terminal would obey: what writes JSON escapes only the
/// characters below U+0020.
pub fn escaped_json(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for c in json.chars() {
        if is_obeyed(c) && !matches!(c, '\n' | '\t') {
            // None of them needs more than four digits.
            shown += &format!("\\u{:04x}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_that_a_terminal_obeys_is_escaped() {
        let c0 = (0..0x20_u8).map(char::from);
        let c1 = (0x7f..0xa0_u8).map(char::from);
        let directions = "\u{61c}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";
        for c in c0.chain(c1).chain(directions.chars()) {
            let text = format!("a{c}b");
            let inline = shown(&text, 10);
            assert!(!inline.contains(c) && inline.contains('\\'), "{c:?} is shown as {inline:?}");
            let kept = matches!(c, '\n' | '\t');
            assert_eq!(escaped(&text).contains(c), kept, "{c:?}");
        }
    }

    #[test]
    fn plain_text_of_any_script_stays_as_it_is() {
        for text in ["", "word(0) % 6", "Grüße, 世界, שלום", "\u{1f469}\u{200d}\u{1f52c}"] {
            assert!(matches!(shown(text, 40), Cow::Borrowed(same) if same == text));
            assert!(matches!(escaped(text), Cow::Borrowed(same) if same == text));
        }
    }

    #[test]
    fn escaped_json_says_the_same() {
        assert_eq!(
            escaped_json("{\n\t\"a\": \"ä\u{7f}\u{9b}\u{202e}\"\n}"),
            "{\n\t\"a\": \"ä\\u007f\\u009b\\u202e\"\n}"
        );
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        assert_eq!(shown("äöü", 2), "äö...");
        assert_eq!(shown("äö", 2), "äö");
        assert_eq!(shown("\x1b\x1b\x1b", 2), "\\u{1b}\\u{1b}...", "what is counted is what was given");
    }
}
