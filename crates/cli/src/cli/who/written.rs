//! Numbers around the given ones, written like these.

use identify::reading::Written;
use identify::{Answer, Numbers};

/// Writes numbers like the given ones.
pub(super) struct Writer<'a> {
    pub(super) numbers: &'a Numbers,
    /// What is added to integers; `None` if each has its own lowest number.
    pub(super) base: Option<i64>,
    pub(super) written: &'a Written,
    /// The first of the given numbers as text; empty if they are not text.
    pub(super) texts: &'a [String],
    /// How many texts there are.
    pub(super) given: usize,
    /// How many numbers were asked for.
    pub(super) next: usize,
    pub(super) previous: usize,
}

/// How a number in decimal is cut to this many digits.
#[derive(Clone, Copy)]
enum Digits {
    /// As many as tell a double from all others.
    Shortest,
    /// As many as tell a 32-bit float from all others.
    Single,
    /// Digits after the point, rounded in this way, and whether zeros at the end are kept.
    Point(usize, fn(f64) -> f64, bool),
    /// Digits from the first that is not 0.
    Significant(usize),
}

impl Digits {
    fn write(self, number: f64) -> String {
        let short = |text: String| match text.parse::<f64>() {
            Ok(0.0) => "0".to_owned(),
            Ok(number) => number.to_string(),
            Err(_) => text,
        };
        match self {
            Self::Shortest => number.to_string(),
            Self::Single => (number as f32).to_string(),
            Self::Point(digits, round, keeps) => {
                let unit = 10_f64.powi(digits as i32);
                let rounded = match round(0.5) {
                    0.5 => number,
                    _ => round(number * unit) / unit,
                };
                let text = format!("{rounded:.digits$}");
                if keeps { text } else { short(text) }
            }
            Self::Significant(digits) => short(format!("{number:.*e}", digits.max(1) - 1)),
        }
    }

    /// One digit less, rounded, if any is left.
    const fn shorter(self) -> Option<Self> {
        match self {
            Self::Shortest => Some(Self::Significant(16)),
            Self::Single => Some(Self::Significant(6)),
            Self::Point(0, ..) | Self::Significant(0 | 1) => None,
            Self::Point(digits, _, keeps) => Some(Self::Point(digits - 1, |number| number, keeps)),
            Self::Significant(digits) => Some(Self::Significant(digits - 1)),
        }
    }
}

/// The ways in which all of these numbers may have been written so, those in which they were to the letter if there are any.
fn ways(numbers: &[f64], texts: &[&str]) -> Vec<Digits> {
    let digits = |text: &&str| crate::input::Digits::of(text.as_bytes());
    let after = texts.iter().map(|text| digits(text).after as usize);
    let (least, most) = (after.clone().min().unwrap_or(0), after.max().unwrap_or(0));
    let significant = texts.iter().map(|text| digits(text).significant as usize);
    let significant = significant.max().unwrap_or(0);
    let as_it_is: fn(f64) -> f64 = |number| number;
    let points = [as_it_is, f64::trunc, f64::floor, f64::ceil]
        .map(|round| Digits::Point(most, round, least == most));
    let mut ways = vec![Digits::Shortest, Digits::Single];
    ways.extend(points.into_iter().filter(|_| most < 18));
    ways.extend((significant < 18).then_some(Digits::Significant(significant)));
    let known = || numbers.iter().zip(texts).filter(|(_, text)| **text != "?");
    ways.retain(|way| {
        let is = |(number, text): (&f64, &&str)| way.write(*number).parse::<f64>() == text.parse();
        known().all(is)
    });
    let is_to_the_letter = |way: &Digits| known().all(|(number, text)| way.write(*number) == *text);
    if ways.iter().any(is_to_the_letter) {
        ways.retain(is_to_the_letter);
    }
    ways
}

/// A number, which may be off by this much, with the digits that are the same in all ways of writing it.
fn certain(number: f64, doubt: f64, ways: &[Digits]) -> Option<String> {
    let mut ways = ways.to_vec();
    loop {
        // Programs may multiply before they round.
        let near = match ways[..] {
            [Digits::Shortest, ..] => doubt,
            _ => doubt + 1e-15 * number.abs(),
        };
        let ends = [number, number - near, number + near];
        let texts: Vec<_> = ways
            .iter()
            .map(|way| ends.map(|end| way.write(end)))
            .collect();
        let first = &texts[0][0];
        let is_first = |text: &String| text.parse::<f64>() == first.parse();
        if texts.iter().flatten().all(is_first) {
            return Some(first.clone());
        }
        let lengths = texts
            .iter()
            .map(|texts| texts.iter().map(String::len).max());
        let most = lengths.clone().max();
        for (way, length) in ways.iter_mut().zip(lengths) {
            if Some(length) == most {
                *way = way.shorter()?;
            }
        }
    }
}

impl Writer<'_> {
    /// The numbers that follow the given ones.
    pub(super) fn next(&self, answer: &Answer) -> Vec<String> {
        let skip = match self.written {
            // Half of the last pair was given.
            Written::Normals(..) => self.given.saturating_sub(self.numbers.len()),
            _ => 0,
        };
        let next = answer.next.as_deref().unwrap_or_default();
        let texts = self.all(answer, next).into_iter().skip(skip);
        texts.take(self.next).collect()
    }

    /// The numbers that precede the given ones.
    pub(super) fn previous(&self, answer: &Answer) -> Vec<String> {
        let previous = answer.previous.as_deref().unwrap_or_default();
        let mut texts = self.all(answer, previous);
        texts.drain(..texts.len().saturating_sub(self.previous));
        texts
    }

    /// Numbers that are unknown among the given ones, with their places from 1 on.
    pub(super) fn filled(&self, answer: &Answer) -> Vec<(usize, String)> {
        let one = |&(place, number): &(usize, u64)| {
            let text = self.all(answer, &[number]).pop();
            (place, text.unwrap_or_else(|| "not certain".to_owned()))
        };
        answer.filled.iter().map(one).collect()
    }

    /// What is shown, if these are not numbers like the given ones.
    pub(super) const fn what(&self) -> &'static str {
        match (self.numbers, self.written) {
            (Numbers::Fractions(_) | Numbers::Points(_), Written::Drawn) => {
                ", as fractions from 0 up to 1,"
            }
            (_, Written::Drawn) => ", as they are drawn,",
            (Numbers::Bounded(_), Written::Plain) if self.base.is_none() => ", each from its LO,",
            _ => "",
        }
    }

    /// As many of these numbers, from the first on, as can be written with certainty.
    fn all(&self, answer: &Answer, numbers: &[u64]) -> Vec<String> {
        if let Written::Names(names) = self.written {
            let name = |&place: &u64| names.get(place as usize).cloned();
            return numbers.iter().map_while(name).collect();
        }
        if !matches!(self.numbers, Numbers::Fractions(_) | Numbers::Points(_)) {
            return numbers.iter().map(|number| self.whole(*number)).collect();
        }
        let made = self.spread(&answer.made);
        let trimmed = self.texts.iter().map(|text| text.trim_end_matches('%'));
        let texts: Vec<&str> = trimmed.collect();
        let is_percent = texts
            .iter()
            .zip(self.texts)
            .all(|(text, given)| text.len() < given.len());
        let unit = if is_percent && !texts.is_empty() {
            "%"
        } else {
            ""
        };
        // How a doubt about a fraction grows, and how exact the functions are.
        let (scale, function) = match self.written {
            Written::Range(from, to) => (to - from, 0.0),
            Written::Normals(_, _, deviation) => (100.0 * deviation, 1e-14 * deviation),
            _ => (1.0, 0.0),
        };
        let mut doubt = (answer.doubt * scale + function).abs();
        let is_known = !made.is_empty() && !texts.is_empty() && *self.written != Written::Drawn;
        let mut ways = if is_known {
            ways(&made, &texts)
        } else {
            Vec::new()
        };
        if ways.is_empty() {
            ways.push(Digits::Shortest);
            if is_known {
                // The given numbers show how near the others are.
                let apart = made.iter().zip(&texts).filter_map(|(made, text)| {
                    text.parse::<f64>().ok().map(|given| (made - given).abs())
                });
                doubt += 2.0 * apart.fold(0.0, f64::max);
            }
        }
        let write = |number: f64| Some(certain(number, doubt, &ways)? + unit);
        self.spread(numbers).into_iter().map_while(write).collect()
    }

    /// Fractions as the numbers that are made of them.
    fn spread(&self, fractions: &[u64]) -> Vec<f64> {
        let fractions: Vec<f64> = fractions.iter().copied().map(f64::from_bits).collect();
        match self.written {
            Written::Range(from, to) => {
                let spread = |fraction: f64| from + (to - from) * fraction;
                fractions.into_iter().map(spread).collect()
            }
            Written::Normals(method, mean, deviation) => {
                let normals = method.normals(&fractions).into_iter();
                normals.map(|normal| mean + deviation * normal).collect()
            }
            _ => fractions,
        }
    }

    fn whole(&self, number: u64) -> String {
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
        let known: Vec<&str> = self
            .texts
            .iter()
            .map(|text| &**text)
            .filter(|text| *text != "?")
            .collect();
        let stripped = |prefix: &str| {
            known
                .iter()
                .map(|text| text.strip_prefix(prefix))
                .collect::<Option<Vec<_>>>()
        };
        let (prefix, digits) = ["0x", "0X"]
            .into_iter()
            .find_map(|prefix| Some((prefix, stripped(prefix)?)))
            .unwrap_or(("", known.clone()));
        let Some(&first) = digits.first() else {
            return number.to_string();
        };
        let is_one_length = digits.iter().all(|text| text.len() == first.len());
        let width = if is_one_length { first.len() } else { 0 };
        let has = |test: fn(u8) -> bool| digits.iter().any(|text| text.bytes().any(test));
        let is_hexadecimal = !prefix.is_empty()
            || is_one_length
                && has(|byte| byte.is_ascii_alphabetic())
                && !has(|byte| !byte.is_ascii_hexdigit());
        match (is_hexadecimal, has(|byte| byte.is_ascii_uppercase())) {
            (true, true) => format!("{prefix}{number:0width$X}"),
            (true, false) => format!("{prefix}{number:0width$x}"),
            _ if digits
                .iter()
                .any(|text| text.len() > 1 && text.starts_with('0')) =>
            {
                format!("{number:0width$}")
            }
            _ => number.to_string(),
        }
    }
}
