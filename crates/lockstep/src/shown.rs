//! Text from outside, shown so that a terminal does not obey anything in it.
//!
//! ```
//! use roguelab_lockstep::{escaped, shown};
//!
//! assert_eq!(escaped("\x1b[31mred\x07\n\tnext line"), "\\u{1b}[31mred\\u{7}\n\tnext line");
//! assert_eq!(shown("two\nlines", 40), "two\\nlines");
//! assert_eq!(shown("a long text", 6), "a long...");
//! ```

use std::borrow::Cow;
use std::sync::LazyLock;

/// Whether a terminal acts on the character instead of printing it, or prints later text in another order.
pub fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether this runs in a GitHub workflow, whose log obeys lines that begin with two colons, and two number signs before a
/// bracket anywhere.
pub fn is_on_github() -> bool {
    static IS_HERE: LazyLock<bool> =
        LazyLock::new(|| std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true"));
    *IS_HERE
}

/// The text with escapes in what the log of a GitHub workflow would obey.
fn escape_for_github(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains("##[") && !text.lines().any(begins_command) {
        return text;
    }
    let mut escaped = String::new();
    for line in text.replace("##[", "#\\u{23}[").split_inclusive('\n') {
        if begins_command(line) {
            escaped += &line.replacen(':', "\\u{3a}", 1);
        } else {
            escaped += line;
        }
    }
    escaped.into()
}

fn begins_command(line: &str) -> bool {
    line.trim_start().starts_with("::")
}

fn is_obeyed_in_lines(c: char) -> bool {
    is_obeyed(c) && !matches!(c, '\n' | '\t')
}

fn escape(text: &str, obeyed: fn(char) -> bool) -> Cow<'_, str> {
    let escaped = escape_characters(text, obeyed);
    if is_on_github() {
        escape_for_github(escaped)
    } else {
        escaped
    }
}

fn escape_characters(text: &str, obeyed: fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(obeyed) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if obeyed(c) {
            escaped.extend(c.escape_default());
        } else {
            escaped.push(c);
        }
    }
    escaped.into()
}

/// The names in the order of how many edits lead to them from a misspelt one. Capital letters count as small ones.
pub fn nearest<T: AsRef<str>>(misspelt: &str, names: impl IntoIterator<Item = T>) -> Vec<T> {
    let misspelt = misspelt.to_lowercase();
    let mut names: Vec<T> = names.into_iter().collect();
    names.sort_by_cached_key(|name| strsim::levenshtein(&misspelt, &name.as_ref().to_lowercase()));
    names
}

/// A message of any number of lines: control characters except line feed and tab, and characters that change the direction of
/// writing, are escaped as in a Rust string.
pub fn escaped(text: &str) -> Cow<'_, str> {
    escape(text, is_obeyed_in_lines)
}

/// A piece of text within a line: escaped as by [`escaped`], including line feeds and tabs, and cut off after `most` characters.
pub fn shown(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => escape(&text[..end], is_obeyed) + "...",
        None => escape(text, is_obeyed),
    }
}

/// A JSON text with the same meaning, with escapes for what a terminal would obey; writers of JSON escape only the characters
/// below U+0020.
pub fn escaped_json(json: &str) -> String {
    // None of these characters needs more than four digits.
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        if is_obeyed_in_lines(c) {
            escaped += &format!("\\u{:04x}", u32::from(c));
        } else {
            escaped.push(c);
        }
    }
    if is_on_github() {
        escaped.replace("##[", "#\\u0023[")
    } else {
        escaped
    }
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
            assert!(
                !inline.contains(c) && inline.contains('\\'),
                "{c:?} is shown as {inline:?}"
            );
            assert_eq!(
                escaped(&text).contains(c),
                matches!(c, '\n' | '\t'),
                "{c:?}"
            );
        }
        let json = "{\n\t\"a\": \"ä\u{7f}\u{9b}\u{202e}\"\n}";
        assert_eq!(
            escaped_json(json),
            "{\n\t\"a\": \"ä\\u007f\\u009b\\u202e\"\n}"
        );
    }

    /// ActionCommand.cs of <https://github.com/actions/runner>: `::` at the beginning of a trimmed line, or `##[` anywhere in it.
    #[test]
    fn nothing_that_a_log_of_github_obeys_is_left() {
        for (text, safe) in [
            ("a::b\n  c: #[d]", "a::b\n  c: #[d]"),
            ("::add-mask::a", "\\u{3a}:add-mask::a"),
            (
                "a\n \u{a0}::error::b\n::c\n",
                "a\n \u{a0}\\u{3a}:error::b\n\\u{3a}:c\n",
            ),
            ("a ##[error]b", "a #\\u{23}[error]b"),
        ] {
            assert_eq!(escape_for_github(text.into()), safe);
        }
    }

    #[test]
    fn plain_text_of_any_script_is_unchanged_and_cut_between_characters() {
        for text in [
            "",
            "word(0) % 6",
            "Grüße, 世界, שלום",
            "\u{1f469}\u{200d}\u{1f52c}",
        ] {
            assert!(matches!(shown(text, 40), Cow::Borrowed(same) if same == text));
            assert!(matches!(escaped(text), Cow::Borrowed(same) if same == text));
        }
        assert_eq!(
            (shown("äöü", 2), shown("äö", 2)),
            ("äö...".into(), "äö".into())
        );
        assert_eq!(
            shown("\x1b\x1b\x1b", 2),
            "\\u{1b}\\u{1b}...",
            "what is counted is what was given"
        );
    }
}
