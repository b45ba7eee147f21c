//! Numbers around the given ones, written like these.

use identify::reading::Written;
use identify::{Answer, Numbers};

use super::answer::Wanted;
use crate::read;

/// Writes numbers like the given ones.
pub(super) struct NumberWriter<'a> {
    pub(super) numbers: &'a Numbers,
    /// What is added to integers; `None` if each has its own lowest number.
    pub(super) base: Option<i64>,
    pub(super) written: &'a Written,
    /// Whether the texts have as many digits as tell a double from all others.
    pub(super) are_shortest: bool,
    /// The first of the given numbers as text; empty if they are not text.
    pub(super) texts: &'a [String],
    /// How many texts there are.
    pub(super) text_count: usize,
    /// How many numbers were asked for.
    pub(super) wanted: Wanted,
}

/// How a number is cut to some digits.
#[derive(Clone, Copy)]
enum DigitRule {
    /// As many as tell a double from all others.
    Shortest,
    /// As many as tell a 32-bit float from all others.
    Single,
    /// Digits after the point, and whether zeros at the end are kept.
    Point(usize, Rounding, bool),
    /// Digits from the first that is not 0.
    Significant(usize),
}

/// How digits are left out.
#[derive(Clone, Copy)]
enum Rounding {
    Nearest,
    Truncated,
    Down,
    Up,
}

impl DigitRule {
    fn write(self, number: f64) -> String {
        match self {
            Self::Shortest => number.to_string(),
            Self::Single => (number as f32).to_string(),
            Self::Point(digits, rounding, keeps_zeros) => {
                let unit = 10_f64.powi(digits as i32);
                let rounded = match rounding {
                    Rounding::Nearest => number,
                    Rounding::Truncated => (number * unit).trunc() / unit,
                    Rounding::Down => (number * unit).floor() / unit,
                    Rounding::Up => (number * unit).ceil() / unit,
                };
                let text = format!("{rounded:.digits$}");
                if keeps_zeros {
                    text
                } else {
                    without_zeros(text)
                }
            }
            Self::Significant(digits) => write_significant(number, digits.max(1)),
        }
    }

    /// One digit less, rounded, if any is left.
    const fn shorter(self) -> Option<Self> {
        match self {
            Self::Shortest => Some(Self::Significant(16)),
            Self::Single => Some(Self::Significant(6)),
            Self::Point(0, ..) | Self::Significant(0 | 1) => None,
            Self::Point(digits, _, keeps_zeros) => {
                Some(Self::Point(digits - 1, Rounding::Nearest, keeps_zeros))
            }
            Self::Significant(digits) => Some(Self::Significant(digits - 1)),
        }
    }

    /// Whether all known numbers are written so, as numbers or to the letter.
    fn writes_all(self, known: &[(f64, &str)], to_the_letter: bool) -> bool {
        known.iter().all(|(number, text)| {
            let written = self.write(*number);
            written == *text || !to_the_letter && written.parse::<f64>() == text.parse()
        })
    }
}

/// A number with so many digits from the first that is not 0, without zeros at the end.
fn write_significant(number: f64, digits: usize) -> String {
    let rounded = format!("{number:.*e}", digits - 1);
    let exponent = rounded
        .split_once('e')
        .and_then(|(_, exponent)| exponent.parse::<i32>().ok());
    // The place of the last digit, after the point.
    match usize::try_from(digits as i32 - 1 - exponent.unwrap_or(0)) {
        Ok(after) => without_zeros(format!("{number:.after$}")),
        Err(_) => rounded.parse::<f64>().unwrap_or(number).to_string(),
    }
}

/// A text without the zeros at its end that stand after a point. Its digits stay, even if fewer are enough for a double.
fn without_zeros(text: String) -> String {
    if !text.contains('.') {
        return text;
    }
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".to_owned(),
        short => short.to_owned(),
    }
}

/// The rules by which all of these numbers may have been written so, those by which they were to the letter if there are any.
fn digit_rules(numbers: &[f64], texts: &[&str]) -> Vec<DigitRule> {
    let mut digits = read::Digits::default();
    let mut fewest = u32::MAX;
    for text in texts {
        let one = read::Digits::of(text.as_bytes());
        digits = digits.max(one);
        fewest = fewest.min(one.after);
    }
    let (after, significant) = (digits.after as usize, digits.significant as usize);
    let mut rules = vec![DigitRule::Shortest, DigitRule::Single];
    if after < 18 {
        let keeps_zeros = fewest == digits.after;
        for rounding in [
            Rounding::Nearest,
            Rounding::Truncated,
            Rounding::Down,
            Rounding::Up,
        ] {
            rules.push(DigitRule::Point(after, rounding, keeps_zeros));
        }
    }
    if significant < 18 {
        rules.push(DigitRule::Significant(significant));
    }
    let mut known = Vec::new();
    for (number, text) in numbers.iter().zip(texts) {
        if *text != "?" {
            known.push((*number, *text));
        }
    }
    rules.retain(|rule| rule.writes_all(&known, false));
    if rules.iter().any(|rule| rule.writes_all(&known, true)) {
        rules.retain(|rule| rule.writes_all(&known, true));
    }
    rules
}

/// A number, which may be off by this much, with the digits that are the same by all rules of writing it.
fn write_certain_digits(number: f64, doubt: f64, rules: &[DigitRule]) -> Option<String> {
    let mut rules = rules.to_vec();
    loop {
        // Programs may multiply before they round.
        let near = match rules[..] {
            [DigitRule::Shortest, ..] => doubt,
            _ => doubt + 1e-15 * number.abs(),
        };
        let mut texts = Vec::new();
        let mut lengths = Vec::new();
        for rule in &rules {
            let ends = [number, number - near, number + near].map(|end| rule.write(end));
            lengths.push(ends.iter().map(String::len).max());
            texts.extend(ends);
        }
        let first: Result<f64, _> = texts[0].parse();
        if texts.iter().all(|text| text.parse() == first) {
            return Some(texts.swap_remove(0));
        }
        let longest = lengths.iter().copied().max().flatten();
        for (rule, length) in rules.iter_mut().zip(lengths) {
            if length == longest {
                *rule = rule.shorter()?;
            }
        }
    }
}

impl<'a> NumberWriter<'a> {
    /// A writer of numbers as they are, of which none were asked for.
    pub(super) const fn of_numbers(numbers: &'a Numbers) -> Self {
        Self {
            numbers,
            base: None,
            written: &Written::Plain,
            are_shortest: false,
            texts: &[],
            text_count: 0,
            wanted: Wanted {
                previous: 0,
                next: 0,
            },
        }
    }

    /// The numbers that follow the given ones.
    pub(super) fn next(&self, answer: &Answer) -> Vec<String> {
        let skip = match self.written {
            // Half of the last pair was given.
            Written::Normals(..) => self.text_count.saturating_sub(self.numbers.len()),
            _ => 0,
        };
        let next = answer.next.as_deref().unwrap_or_default();
        let texts = self.write_all(answer, next).into_iter().skip(skip);
        texts.take(self.wanted.next).collect()
    }

    /// The numbers that precede the given ones.
    pub(super) fn previous(&self, answer: &Answer) -> Vec<String> {
        let previous = answer.previous.as_deref().unwrap_or_default();
        let mut texts = self.write_all(answer, previous);
        texts.drain(..texts.len().saturating_sub(self.wanted.previous));
        texts
    }

    /// Numbers that are unknown among the given ones, with their places from 1 on.
    pub(super) fn filled(&self, answer: &Answer) -> Vec<(usize, String)> {
        let mut filled = Vec::new();
        for &(place, number) in &answer.filled {
            let text = self.write_all(answer, &[number]).pop();
            filled.push((place, text.unwrap_or_else(|| "not certain".to_owned())));
        }
        filled
    }

    /// What is shown, if these are not numbers like the given ones.
    pub(super) const fn shown_as(&self) -> &'static str {
        match (self.numbers, self.written) {
            (Numbers::Fractions(_) | Numbers::Points(_), Written::Drawn) => {
                ", as fractions from 0 up to 1,"
            }
            (_, Written::Drawn) => ", as they are drawn,",
            (Numbers::Bounded(_), Written::Plain) if self.base.is_none() => ", each from its LO,",
            _ => "",
        }
    }

    /// What is made of outputs.
    pub(super) const fn noun(&self) -> &'static str {
        match self.numbers {
            Numbers::Stepped(_) => "u",
            _ => "number",
        }
    }

    /// As many of these numbers, from the first on, as can be written with certainty.
    fn write_all(&self, answer: &Answer, numbers: &[u64]) -> Vec<String> {
        if let Written::Names(names) = self.written {
            let mut texts = Vec::new();
            for &place in numbers {
                let Some(name) = names.get(place as usize) else {
                    break;
                };
                texts.push(name.clone());
            }
            return texts;
        }
        if let Numbers::Stepped(given) = self.numbers {
            let fractions = numbers.iter().map(|bits| f64::from_bits(*bits));
            let values = fractions.map(|fraction| given.steps.value(fraction));
            return values.map(|value| value.to_string()).collect();
        }
        let is_quotient = matches!(self.written, Written::Quotients(_));
        if !is_quotient && !matches!(self.numbers, Numbers::Fractions(_) | Numbers::Points(_)) {
            return numbers
                .iter()
                .map(|number| self.write_integer(*number))
                .collect();
        }
        self.write_fractions(answer, numbers)
    }

    fn write_fractions(&self, answer: &Answer, numbers: &[u64]) -> Vec<String> {
        let is_percent =
            !self.texts.is_empty() && self.texts.iter().all(|text| text.ends_with('%'));
        let unit = if is_percent { "%" } else { "" };
        let mut texts = Vec::new();
        for text in self.texts {
            texts.push(text.trim_end_matches('%'));
        }
        // How a doubt about a fraction grows, and how exact the functions are.
        let (scale, function) = match self.written {
            Written::Range(from, to) => (to - from, 0.0),
            Written::Normals(_, _, deviation) => (100.0 * deviation, 1e-14 * deviation),
            _ => (1.0, 0.0),
        };
        let mut doubt = (answer.doubt * scale + function).abs();
        let made = self.spread(&answer.made);
        let mut rules = Vec::new();
        if self.are_shortest {
            rules.push(DigitRule::Shortest);
        } else if !made.is_empty() && !texts.is_empty() && *self.written != Written::Drawn {
            rules = digit_rules(&made, &texts);
            if rules.is_empty() {
                // The given numbers show how near the others are.
                doubt += 2.0 * greatest_distance(&made, &texts);
            }
        }
        if rules.is_empty() {
            rules.push(DigitRule::Shortest);
        }
        let mut written = Vec::new();
        for number in self.spread(numbers) {
            let Some(text) = write_certain_digits(number, doubt, &rules) else {
                break;
            };
            written.push(text + unit);
        }
        written
    }

    /// Fractions as the numbers that are made of them.
    fn spread(&self, fractions: &[u64]) -> Vec<f64> {
        if let Written::Quotients(divisor) = self.written {
            let quotients = fractions
                .iter()
                .map(|number| *number as f64 / *divisor as f64);
            return quotients.collect();
        }
        let mut fractions: Vec<f64> = fractions.iter().copied().map(f64::from_bits).collect();
        match self.written {
            Written::Range(from, to) => {
                for fraction in &mut fractions {
                    *fraction = from + (to - from) * *fraction;
                }
                fractions
            }
            Written::Normals(method, mean, deviation) => {
                let mut normals = method.normals(&fractions);
                for normal in &mut normals {
                    *normal = mean + deviation * *normal;
                }
                normals
            }
            _ => fractions,
        }
    }

    fn write_integer(&self, number: u64) -> String {
        let base = i128::from(self.base.unwrap_or(0));
        let number = match self.numbers {
            Numbers::Words { bits, .. } if base < 0 => {
                i128::from((number << (64 - bits)).cast_signed() >> (64 - bits))
            }
            Numbers::Words { .. } => number.into(),
            _ => base + i128::from(number),
        };
        if *self.written == Written::Drawn || number < 0 {
            return number.to_string();
        }
        match IntegerStyle::of_texts(self.texts) {
            Some(style) => style.write(number),
            None => number.to_string(),
        }
    }
}

/// How far the numbers are from what was printed, at most.
fn greatest_distance(made: &[f64], texts: &[&str]) -> f64 {
    let mut most = 0.0;
    for (made, text) in made.iter().zip(texts) {
        if let Ok(given) = text.parse::<f64>() {
            most = f64::max(most, (made - given).abs());
        }
    }
    most
}

/// How integers are written.
struct IntegerStyle {
    prefix: &'static str,
    is_hexadecimal: bool,
    is_upper_case: bool,
    /// How many digits there are at least, filled up with zeros.
    width: usize,
}

impl IntegerStyle {
    /// The style of these texts; `None` if none of them is known.
    fn of_texts(texts: &[String]) -> Option<Self> {
        let mut digits: Vec<&str> = Vec::new();
        digits.extend(texts.iter().map(|text| &**text).filter(|text| *text != "?"));
        let mut prefix = "";
        for candidate in ["0x", "0X"] {
            if !digits.is_empty() && digits.iter().all(|text| text.starts_with(candidate)) {
                prefix = candidate;
                break;
            }
        }
        for text in &mut digits {
            *text = &text[prefix.len()..];
        }
        let first = digits.first()?;
        let is_one_length = digits.iter().all(|text| text.len() == first.len());
        let all = digits.concat();
        let is_hexadecimal = !prefix.is_empty()
            || is_one_length
                && all.bytes().any(|byte| byte.is_ascii_alphabetic())
                && all.bytes().all(|byte| byte.is_ascii_hexdigit());
        let has_leading_zero = digits
            .iter()
            .any(|text| text.len() > 1 && text.starts_with('0'));
        Some(Self {
            prefix,
            is_hexadecimal,
            is_upper_case: all.bytes().any(|byte| byte.is_ascii_uppercase()),
            width: if is_one_length && (is_hexadecimal || has_leading_zero) {
                first.len()
            } else {
                0
            },
        })
    }

    fn write(&self, number: i128) -> String {
        let (prefix, width) = (self.prefix, self.width);
        match (self.is_hexadecimal, self.is_upper_case) {
            (true, true) => format!("{prefix}{number:0width$X}"),
            (true, false) => format!("{prefix}{number:0width$x}"),
            (false, _) => format!("{number:0width$}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fractions of 53 bits that a counter gives through a mixer.
    fn fractions(from: u64, count: u64) -> Vec<f64> {
        let mut fractions = Vec::new();
        for i in from..from + count {
            let mut x = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            x = (x ^ x >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            fractions.push(((x ^ x >> 29) >> 11) as f64 * 2_f64.powi(-53));
        }
        fractions
    }

    #[test]
    fn twenty_doubles_are_continued_with_all_their_digits() {
        for list in 1..=200 {
            let given = fractions(1000 * list, 20);
            let texts: Vec<String> = given.iter().map(ToString::to_string).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let rules = digit_rules(&given, &texts);
            for number in fractions(1000 * list + 500, 20) {
                let written = write_certain_digits(number, 0.0, &rules);
                assert_eq!(written, Some(number.to_string()), "list {list}");
            }
        }
    }
}
