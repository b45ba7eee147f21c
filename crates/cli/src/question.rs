//! The numbers whose origin `roguelab who` searches for.

mod draws;
mod fractions;
mod seeds;
mod text;
mod tokens;

use std::io::Cursor;

use findings::number::grouped;
use identify::numbers::GAP;
use identify::reading::{Decimal, Reading, Written};
use identify::{Found, Numbers, Options, who, who_of_any, who_of_seeds, who_scaled};

pub(crate) use draws::{bounded, of_calls};

use crate::input::{self, Domain, Encoding, Endian, Kind, Problem, ReadError, Reader as _, Width};

type Result<T> = std::result::Result<T, ReadError>;

/// How many numbers are looked at; any generator reveals itself in fewer.
pub(crate) const MOST: usize = 1 << 17;

/// How many bytes of text are looked at, fewer in tests, which are not optimised.
pub(crate) const MOST_BYTES: usize = if cfg!(test) { 2 << 20 } else { 64 << 20 };

/// The most bytes that are looked at of numbers that are written so.
pub(crate) const fn most(kind: Kind) -> usize {
    match kind {
        Kind::Binary(width, _) | Kind::Floats(width, _) => MOST * width.bytes(),
        Kind::Text | Kind::Float | Kind::Trace => MOST_BYTES,
    }
}

/// What the options say about the numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form {
    /// How numbers are written; if not given, their first lines decide.
    pub(crate) kind: Option<Kind>,
    pub(crate) endian: Endian,
    /// The number of bits in a word; if not given, as many as the widest has.
    pub(crate) bits: Option<u32>,
    /// The bound of the numbers, if they have one; `base` is the lowest of them.
    pub(crate) below: Option<u64>,
    pub(crate) base: i64,
    /// How many draws below the bound are added, if the numbers are sums.
    pub(crate) dice: Option<u32>,
    /// The characters, or names with commas between them, that stand for the numbers from 0 on, if there is such an alphabet.
    pub(crate) alphabet: Option<String>,
    /// The range of the fractions, if it is not 0 to 1.
    pub(crate) range: Option<(f64, f64)>,
    /// The mean and standard deviation, if the numbers are normally distributed.
    pub(crate) normal: Option<(f64, f64)>,
}

/// Numbers, and a sentence about what was left out.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) numbers: Numbers,
    /// The ways in which the numbers were made from others, if they are a deck or normals; empty if they are as drawn.
    pub(crate) readings: Vec<Reading>,
    /// Ways that are tried after these, and with seeds only.
    guesses: Vec<Reading>,
    /// The numbers as printed, if they may be a constant plus another constant times a fraction or a normal; otherwise empty.
    scaled: Vec<Decimal>,
    /// Whether the ways were guessed from the numbers.
    is_guessed: bool,
    /// How a number that was drawn is written like the input, if no reading says so.
    pub(crate) written: Written,
    /// The first numbers as they are written, if they are text.
    pub(crate) texts: Vec<String>,
    /// How many texts there are.
    pub(crate) given: usize,
    /// Whether the text has a negative number.
    pub(crate) is_signed: bool,
    pub(crate) cut: Option<String>,
    /// The seed that a trace says was set before the first number.
    pub(crate) seed: Option<i128>,
    /// The numbers of each seed, in all readings, if each line began with its seed.
    pub(crate) lines: Vec<(i128, Vec<Numbers>)>,
}

impl Question {
    /// Numbers that are as drawn.
    const fn plain(numbers: Numbers) -> Self {
        Self {
            numbers,
            readings: Vec::new(),
            guesses: Vec::new(),
            scaled: Vec::new(),
            is_guessed: false,
            written: Written::Plain,
            texts: Vec::new(),
            given: 0,
            is_signed: false,
            cut: None,
            seed: None,
            lines: Vec::new(),
        }
    }

    /// Numbers that were made from others; `None` if there is no way.
    fn read_as(readings: Vec<Reading>) -> Option<Self> {
        let numbers = readings.first()?.numbers.clone();
        Some(Self {
            readings,
            ..Self::plain(numbers)
        })
    }

    /// Whether there are too few numbers for any answer, in all readings.
    pub(crate) fn is_too_few(&self) -> bool {
        let few = |reading: &Reading| reading.numbers.is_too_few();
        self.lines.is_empty() && self.numbers.is_too_few() && self.readings.iter().all(few)
    }

    /// The ways in which the numbers may have been made from others.
    pub(crate) fn ways(&self) -> impl Iterator<Item = &Reading> {
        self.readings.iter().chain(&self.guesses)
    }

    /// Searches for what made the numbers. If they were made from others, those replace them; also returns the reading that was
    /// used.
    pub(crate) fn who(&mut self, options: Options<'_>) -> (Found, Option<&Reading>) {
        let is_normal = |reading: &Reading| matches!(reading.written, Written::Normals(..));
        // Normals come in pairs, of which the first may be given.
        let is_any = self.ways().any(is_normal);
        let pairs = |count: usize| {
            if count > 0 && is_any {
                (count + 2) & !1
            } else {
                count
            }
        };
        let options = Options {
            next: pairs(options.next),
            previous: pairs(options.previous),
            bound_is_guessed: !self.readings.is_empty(),
            ..options
        };
        if !self.lines.is_empty() {
            let (reading, found) = who_of_seeds(&self.lines, options);
            return (found, self.readings.get(reading));
        }
        let usual = self.ways().map(|reading| reading.numbers.clone());
        let usual: Vec<Numbers> = usual.chain([self.numbers.clone()]).collect();
        if let Some((numbers, found)) = who_scaled(&self.scaled, &usual, options) {
            self.numbers = numbers;
            return (found, None);
        }
        if self.ways().next().is_none() {
            return (who(&self.numbers, options), None);
        }
        let plain = [Reading::new("", self.numbers.clone())];
        let drawn = if self.readings.is_empty() {
            &plain
        } else {
            &self.readings[..]
        };
        let all: Vec<&Reading> = drawn.iter().chain(&self.guesses).collect();
        let each: Vec<Numbers> = all.iter().map(|reading| reading.numbers.clone()).collect();
        let (reading, mut found) = who_of_any(&each, drawn.len(), options);
        self.numbers.clone_from(&each[reading]);
        // A number that a reading leaves open is not a gap in the given numbers.
        if matches!(self.numbers, Numbers::Fractions(_)) {
            found
                .answers
                .iter_mut()
                .for_each(|answer| answer.filled.clear());
        }
        // Numbers as drawn, where there is no other reading of them, need no words.
        let reading = reading.checked_sub(usize::from(self.readings.is_empty()));
        (found, reading.and_then(|reading| self.ways().nth(reading)))
    }
}

/// Reads the numbers of a file. One byte more than [`most`] means that the file continues.
pub(crate) fn read(form: &Form, mut bytes: Vec<u8>) -> Result<Question> {
    if form.kind.is_none()
        && let Some(question) = seeds::read(form, &bytes)
    {
        return question;
    }
    let kind = form
        .kind
        .unwrap_or_else(|| guessed(&bytes, form.below.is_some()));
    let longer = bytes.len() > most(kind);
    bytes.truncate(most(kind));
    if longer && matches!(kind, Kind::Text | Kind::Float | Kind::Trace) {
        // A number that is cut in two would be a different one.
        let end = bytes
            .iter()
            .rposition(|byte| byte.is_ascii_whitespace() || *byte == b',');
        bytes.truncate(end.ok_or(Problem::NoEnd(MOST_BYTES >> 20))?);
    }
    let binary = |width| Encoding::Binary {
        width,
        endian: form.endian,
    };
    let (mut question, more) = match kind {
        Kind::Text | Kind::Float => text::read(form, kind, bytes)?,
        Kind::Trace if form.below.is_some() || form.bits.is_some() => {
            return Err(Problem::TraceOptions.into());
        }
        Kind::Trace => draws::read(&bytes)?,
        _ if form.is_spread() => return Err(Problem::SpreadOfBinary.into()),
        Kind::Floats(width, _) => {
            let (values, more) = items(bytes, binary(width), fractions::domain(form)?)?;
            let digits = if width == Width::Four { 7 } else { 17 };
            (fractions::question(values, digits, digits), more)
        }
        Kind::Binary(width, bits) => {
            let mut form = form.clone();
            let some = (bits < 8 * width.bytes() as u32).then_some(bits);
            form.bits = form.bits.or(some);
            let (values, more) = items(bytes, binary(width), form.domain())?;
            (Question::plain(form.numbers(values)?), more)
        }
    };
    if longer || more {
        let numbers = grouped(question.numbers.len() as u64);
        let cut = question.cut.take().map_or(String::new(), |cut| cut + " ");
        question.cut = Some(format!(
            "{cut}Only the first {numbers} numbers were looked at."
        ));
    }
    Ok(question)
}

impl Form {
    /// Whether the options give a range or a normal distribution.
    const fn is_spread(&self) -> bool {
        self.normal.is_some() || self.range.is_some()
    }

    /// The domain of the integers.
    fn domain(&self) -> Domain {
        let Some(below) = self.below else {
            let most = self.bits.map_or(u64::MAX, |bits| u64::MAX >> (64 - bits));
            return Domain::up_to(most);
        };
        let (base, dice) = (i128::from(self.base), i128::from(self.dice.unwrap_or(1)));
        Domain::Whole {
            first: base * dice,
            last: (base + i128::from(below) - 1) * dice,
        }
    }

    /// The integers as numbers of the kind that the options describe.
    fn numbers(&self, values: Vec<u64>) -> Result<Numbers> {
        refuse_gap(&values)?;
        match (self.below, self.bits) {
            (Some(below), _) => Numbers::sums(self.dice.unwrap_or(1), below, &values)
                .ok_or_else(|| Problem::NotBelow(below).into()),
            (None, Some(bits)) => Ok(Numbers::Words { bits, values }),
            (None, None) => Ok(Numbers::words(values)),
        }
    }
}

/// Refuses the number that stands for an unknown one.
fn refuse_gap(values: &[u64]) -> Result<()> {
    if values.contains(&GAP) {
        return Err(Problem::Reserved(GAP).into());
    }
    Ok(())
}

/// The kind of a text if no option gives it, judged by the first line that is not empty.
fn guessed(bytes: &[u8], bounded: bool) -> Kind {
    let head = &bytes[..bytes.len().min(1 << 12)];
    if head.starts_with(b"# roguelab trace") {
        return Kind::Trace;
    }
    let mut lines = head
        .split(|byte| *byte == b'\n')
        .map(|line| line.split(|byte| *byte == b'#').next().unwrap_or(&[]));
    if !bounded && lines.any(|line| line.contains(&b'.')) {
        Kind::Float
    } else {
        Kind::Text
    }
}

/// The items, and whether there are more.
fn items(bytes: Vec<u8>, encoding: Encoding, domain: Domain) -> Result<(Vec<u64>, bool)> {
    let mut reader = input::Numbers::<u64>::new(Box::new(Cursor::new(bytes)), encoding, domain);
    let mut all = Vec::new();
    while all.len() < MOST {
        let block = reader.block((MOST - all.len()) as u64)?;
        if block.is_empty() {
            return Ok((all, false));
        }
        all.extend(block);
    }
    // What follows the last item need not be a number.
    let more = reader.block(1).map_or(true, |block| !block.is_empty());
    Ok((all, more))
}

#[cfg(test)]
mod languages;
#[cfg(test)]
mod promise;

#[cfg(test)]
mod tests {
    use identify::numbers::Bounded;
    use lockstep::trace;

    use super::*;

    fn question(kind: Option<Kind>, bytes: impl Into<Vec<u8>>) -> Result<Question> {
        read(
            &Form {
                kind,
                ..Form::default()
            },
            bytes.into(),
        )
    }

    #[test]
    fn what_is_not_looked_at_is_said() {
        let lines = |count: usize| "7\n".repeat(count);
        assert_eq!(question(None, lines(MOST)).unwrap().cut, None);
        let more = question(None, lines(MOST + 1)).unwrap();
        assert_eq!(
            (more.numbers.len(), more.cut.as_deref()),
            (MOST, Some("Only the first 131,072 numbers were looked at."))
        );
        assert!(
            question(None, lines(MOST) + "no number")
                .unwrap()
                .cut
                .is_some()
        );
        assert_eq!(
            question(Some(Kind::Binary(Width::Two, 16)), vec![1; 2 * MOST])
                .unwrap()
                .cut,
            None
        );
        assert!(
            question(Some(Kind::Binary(Width::Two, 16)), vec![1; 2 * MOST + 1])
                .unwrap()
                .cut
                .is_some()
        );
        let trace = |count: usize| format!("{}{}", trace::HEADER, "0 site 1 6 5 5\n".repeat(count));
        assert_eq!(question(None, trace(MOST)).unwrap().cut, None);
        assert!(question(None, trace(MOST + 1)).unwrap().cut.is_some());
    }

    #[test]
    fn a_text_is_cut_between_numbers() {
        let mut text = vec![b'\n'; MOST_BYTES - 6];
        text.extend(b" 12345 6");
        let lines = question(Some(Kind::Text), [b"1 2", &text[..]].concat()).unwrap();
        assert_eq!(lines.numbers, Numbers::words(vec![1, 2]));
        assert!(lines.cut.is_some());
        assert!(
            question(Some(Kind::Text), vec![b'1'; MOST_BYTES + 1])
                .unwrap_err()
                .to_string()
                .contains("in the first 2 MiB")
        );
    }

    #[test]
    fn a_string_of_more_than_a_mebibyte_is_refused_and_a_shorter_one_is_read() {
        let coins = |count| question(None, "01".repeat(count));
        assert_eq!(coins(1 << 17).unwrap().numbers.len(), 1 << 18);
        let error = coins((1 << 19) + 1).unwrap_err().to_string();
        assert!(
            error.ends_with("is too long: 1048576 bytes at most"),
            "{error}"
        );
    }

    #[test]
    fn numbers_count_from_their_base_and_ranges_have_ends_in_either_order() {
        let dice = |text: &str| {
            let form = Form {
                below: Some(6),
                base: 1,
                ..Form::default()
            };
            read(&form, text.into())
        };
        assert_eq!(
            dice("1 6").unwrap().numbers,
            Numbers::below(6, &[0, 5]).unwrap()
        );
        assert!(dice("0 6").is_err() && dice("1 7").is_err());
        let two_of_six = Some(Bounded::new(2, 6));
        assert_eq!(
            (bounded(-1, 4, 1), bounded(4, -1, 1)),
            (two_of_six, two_of_six)
        );
        assert_eq!(
            (
                bounded(1, 6, 0),
                bounded(1, 6, 7),
                bounded(i64::MIN, i64::MAX, 0)
            ),
            (None, None, None)
        );
    }

    #[test]
    fn hexadecimal_words_of_one_length_need_no_prefix() {
        let words = |text: &str| question(None, text).ok().map(|question| question.numbers);
        assert_eq!(words("a1 02 7f"), Some(Numbers::words(vec![0xa1, 2, 0x7f])));
        assert_eq!((words("cafe babe"), words("a1 2")), (None, None));
    }

    #[test]
    fn a_fraction_is_as_exact_as_what_it_is_read_from() {
        let within = |kind, bytes: &[u8]| match question(Some(kind), bytes).unwrap().numbers {
            Numbers::Fractions(fractions) => (fractions[0].value, fractions[0].within),
            other => panic!("{other:?}"),
        };
        assert_eq!(within(Kind::Float, b"0.250"), (0.25, 1e-3));
        assert_eq!(within(Kind::Float, b"0.25 0.125 1.23457e-3"), (0.25, 1e-6));
        assert_eq!(within(Kind::Float, b"0.25 0.125 0.001235"), (0.25, 1e-4));
        assert_eq!(
            within(Kind::Float, b"0.524586916 3.28540802E-04"),
            (f64::from(0.524_586_9_f32), 2_f64.powi(-25))
        );
        assert_eq!(
            within(Kind::Floats(Width::Four, 24), &0.25_f32.to_le_bytes()),
            (0.25, 1e-7)
        );
        assert_eq!(
            within(Kind::Floats(Width::Eight, 53), &0.25_f64.to_le_bytes()),
            (0.25, 1e-17)
        );
    }
}
