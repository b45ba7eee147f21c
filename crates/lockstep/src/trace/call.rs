//! One draw, and how it is written.

use std::fmt;
use std::io::Write as _;

/// The page on the format, as Markdown.
pub const FORMAT: &str = include_str!("format.md");

/// The first lines of a trace that [`Call::write`] writes.
pub const HEADER: &str = "# roguelab trace 1\n# columns: index site lo hi word result\n";

/// The first lines of a trace whose lines have the form `SITE LO HI WORD RESULT`.
pub const HEADER_OF_SITES: &str = "# roguelab trace 1\n# columns: site lo hi word result\n";

/// The numbers of one draw; `None` if unknown.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct Call {
    /// The number of the draw.
    pub index: Option<u64>,
    /// The first argument: the least number asked for.
    pub lo: Option<i64>,
    /// The second argument: the greatest number asked for.
    pub hi: Option<i64>,
    /// The raw output of the generator.
    pub word: Option<u64>,
    /// The number that the draw gave.
    pub result: Option<i64>,
}

impl Call {
    /// Appends its line, including the newline. A site that is empty, or contains a blank or a control character, is written as
    /// unknown.
    ///
    /// ```
    /// use roguelab_lockstep::trace::Call;
    /// let call = Call { index: Some(0), lo: Some(-2), hi: Some(5), word: None, result: Some(-1) };
    /// let mut text = Vec::new();
    /// call.write("spread", &mut text);
    /// assert_eq!(text, b"0 spread -2 5 - -1\n");
    /// ```
    pub fn write(&self, site: &str, out: &mut Vec<u8>) {
        let unknown = site.is_empty() || site.bytes().any(|byte| byte <= b' ' || byte == 0x7f);
        let site = if unknown { "-" } else { site };
        let Self {
            index,
            lo,
            hi,
            word,
            result,
        } = *self;
        let (index, word) = (Known(index), Known(word));
        let (lo, hi, result) = (Known(lo), Known(hi), Known(result));
        // Writing to memory cannot fail.
        let _ = writeln!(out, "{index} {site} {lo} {hi} {word} {result}");
    }
}

/// Shows a number as it is written: `-` if it is unknown.
struct Known<N>(Option<N>);

impl<N: fmt::Display> fmt::Display for Known<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(number) => number.fmt(f),
            None => f.write_str("-"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_that_would_break_the_line_is_left_out() {
        for site in ["", "a b", "a\tb", "a\nb"] {
            let mut text = Vec::new();
            Call::default().write(site, &mut text);
            assert_eq!(text, b"- - - - - -\n", "{site:?}");
        }
    }
}
