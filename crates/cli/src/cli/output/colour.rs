//! Colour for a line of findings: verdicts, and values that differ.

use std::borrow::Cow;

const GREEN: &str = "\x1b[32m";
const YELLOW: &str = "\x1b[33m";
const RED: &str = "\x1b[31m";
const PLAIN: &str = "\x1b[0m";

/// Colours, with the words that get them.
const WORDS: [(&str, &[&str]); 3] = [
    (GREEN, &["PASS", "passed", "agrees", "agree"]),
    (
        YELLOW,
        &[
            "INVALID", "SKIP", "skipped", "MISSING", "ALTERED", "STOPPED",
        ],
    ),
    (
        RED,
        &[
            "FAIL", "FAILED", "VOID", "ALARM", "NOT", "differs", "differ",
        ],
    ),
];

/// Colours, with the beginnings of lines that get them as a whole.
const VALUES: [(&str, &str); 2] = [(GREEN, "expected "), (RED, "actual ")];

/// The line in colour, which differs from the line only by escapes that set colours.
pub(super) fn coloured(line: &str) -> Cow<'_, str> {
    let text = line.trim_end_matches(['\r', '\n']);
    let end = &line[text.len()..];
    let trimmed = text.trim_start();
    let blank = text.len() - trimmed.len();
    if let Some((colour, _)) = VALUES
        .iter()
        .find(|(_, begins)| blank > 0 && trimmed.starts_with(begins))
    {
        return Cow::Owned(format!("{}{colour}{trimmed}{PLAIN}{end}", &text[..blank]));
    }
    // The answer of the other side, to the right of an op.
    if let Some(at) = text.find("  <- ") {
        return Cow::Owned(format!("{}{RED}{}{PLAIN}{end}", &text[..at], &text[at..]));
    }
    let mut done = String::new();
    let mut counts = false;
    for word in line.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let name = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        // In "0 of 2 games agree" the number is what matters.
        counts |= !name.is_empty() && name.chars().all(|c| c.is_ascii_digit());
        let is_capital = name.chars().all(char::is_uppercase);
        let colour = WORDS
            .iter()
            .find(|(_, words)| words.contains(&name) && (is_capital || !counts));
        match colour {
            Some((colour, _)) => done += &format!("{colour}{name}{PLAIN}{}", &word[name.len()..]),
            None => done += word,
        }
    }
    Cow::Owned(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str) -> String {
        coloured(line)
            .replace(GREEN, "(g)")
            .replace(YELLOW, "(y)")
            .replace(RED, "(r)")
            .replace(PLAIN, "()")
    }

    #[test]
    fn verdicts_and_values_that_differ_are_coloured() {
        for (line, coloured) in [
            ("PASS\n", "(g)PASS()\n"),
            (
                "frequency  65536  0.1  FAIL at 65536 items\n",
                "frequency  65536  0.1  (r)FAIL() at 65536 items\n",
            ),
            ("  expected  93\n", "  (g)expected  93()\n"),
            ("  actual    94\r\n", "  (r)actual    94()\r\n"),
            (
                "   0  get_rand 1 6  4  <- `./port` has 5\n",
                "   0  get_rand 1 6  4(r)  <- `./port` has 5()\n",
            ),
            (
                "port and reference32 agree",
                "port and reference32 (g)agree()",
            ),
            (
                "`./port` differs from port\n",
                "`./port` (r)differs() from port\n",
            ),
        ] {
            assert_eq!(shown(line), coloured);
        }
    }

    #[test]
    fn a_count_of_what_agrees_and_words_within_words_stay_plain() {
        for line in [
            "0 of 2 games agree\n",
            "3 compared: 2 agree, 1 differ\n",
            "PASSAGE, disagree\n",
            "\n",
            "",
        ] {
            assert_eq!(coloured(line), line);
        }
    }
}
