//! One draw, and how it is written.

/// The page on the format, as Markdown.
pub const FORMAT: &str = include_str!("format.md");

/// The first lines of a trace that [`Call::write`] writes.
pub const HEADER: &str = "# roguelab trace 1\n# columns: index site lo hi word result\n";

/// The first lines of a trace whose lines are of the form `SITE LO HI WORD RESULT`.
pub const HEADER_OF_SITES: &str = "# roguelab trace 1\n# columns: site lo hi word result\n";

/// The numbers of one draw. `None` is unknown.
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
    /// What the draw gave.
    pub result: Option<i64>,
}

impl Call {
    /// Appends its line, newline included. A site that is empty, or has a blank or a control character in it, is written
    /// as unknown.
    ///
    /// ```
    /// use lockstep::trace::Call;
    /// let call = Call { index: Some(0), lo: Some(-2), hi: Some(5), word: None, result: Some(-1) };
    /// let mut text = Vec::new();
    /// call.write("spread", &mut text);
    /// assert_eq!(text, b"0 spread -2 5 - -1\n");
    /// ```
    pub fn write(&self, site: &str, out: &mut Vec<u8>) {
        unsigned(self.index, out);
        out.push(b' ');
        if site.is_empty() || site.bytes().any(|byte| byte <= b' ' || byte == 0x7f) {
            out.push(b'-');
        } else {
            out.extend_from_slice(site.as_bytes());
        }
        for number in [self.lo, self.hi] {
            out.push(b' ');
            signed(number, out);
        }
        out.push(b' ');
        unsigned(self.word, out);
        out.push(b' ');
        signed(self.result, out);
        out.push(b'\n');
    }
}

fn signed(number: Option<i64>, out: &mut Vec<u8>) {
    if number.is_some_and(i64::is_negative) {
        out.push(b'-');
    }
    unsigned(number.map(i64::unsigned_abs), out);
}

/// In decimal, `-` for what is unknown. Traces are long, and the formatter of the standard library is not made for that.
fn unsigned(number: Option<u64>, out: &mut Vec<u8>) {
    let Some(mut rest) = number else { return out.push(b'-') };
    let mut digits = [0; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[first..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_standard_library_writes_them() {
        for number in [0, 9, 10, -1, 1 << 31, i64::MAX, i64::MIN] {
            let (mut text, mut bits) = (Vec::new(), Vec::new());
            signed(Some(number), &mut text);
            assert_eq!(text, number.to_string().as_bytes());
            unsigned(Some(number as u64), &mut bits);
            assert_eq!(bits, (number as u64).to_string().as_bytes());
        }
    }

    #[test]
    fn a_site_that_would_break_the_line_is_left_out() {
        for site in ["", "a b", "a\tb", "a\nb"] {
            let mut text = Vec::new();
            Call::default().write(site, &mut text);
            assert_eq!(text, b"- - - - - -\n", "{site:?}");
        }
    }
}
