//! The numbers whose origin is searched for, as people give them.
//!
//! [`Sample::read`] guesses how an input is written where no option says so, and hands it to the module for that form: a trace,
//! text, fractions in text, or binary words. Where numbers may have been made from others, as a deck is from draws, the sample
//! has several readings of them.

mod fractions;
mod hands;
mod integers;
mod names;
mod options;
mod rule;
mod seeds;
mod text;
mod tokens;
mod trace;

use identify::Numbers;
use identify::reading::{Decimal, Reading, Written};

pub use options::{MAX_BYTES, MAX_NUMBERS, SampleOptions, max_bytes};
pub use trace::{bounded_draw, numbers_of_calls};

use super::{
    Domain, Encoding, Input, ItemKind, NumberReader, Problem, ReadError, Reader as _, Width,
};
use crate::number::grouped;
use crate::rule::NumberRule;

type Result<T> = std::result::Result<T, ReadError>;

/// Numbers, and what is known about how they were given.
#[derive(Debug)]
pub struct Sample {
    /// The numbers as given.
    pub numbers: Numbers,
    /// How the numbers may have been made from others, if they are a deck or normals; empty if they are as drawn.
    pub readings: Vec<Reading>,
    /// Readings that are tried after these, and with seeds only.
    pub guesses: Vec<Reading>,
    /// The numbers as printed, if they may be a constant plus another constant times a fraction or a normal; otherwise empty.
    pub scaled: Vec<Decimal>,
    /// The numbers as integers, if they are fractions that are these divided by one denominator.
    pub quotients: Option<Reading>,
    /// Whether the readings were guessed from the numbers.
    is_guessed: bool,
    /// How a number that was drawn is written like the input, if no reading says so.
    pub written: Written,
    /// The first numbers as they are written, if they are text.
    pub texts: Vec<String>,
    /// How many texts there are.
    pub text_count: usize,
    /// Whether the text has a negative number.
    pub is_signed: bool,
    /// A sentence about what was left out, if anything was.
    pub left_out: Option<String>,
    /// The rule by which they were made, if it is known.
    pub rule: Option<NumberRule>,
    /// The seed that a trace says was set before the first number.
    pub seed: Option<i128>,
    /// The numbers of each seed, in all readings, if each line began with its seed.
    pub lines: Vec<(i128, Vec<Numbers>)>,
}

impl Sample {
    /// Reads the numbers of an input. One byte more than [`max_bytes`] means that the input continues.
    pub fn read(options: &SampleOptions, mut bytes: Vec<u8>) -> Result<Self> {
        if options.kind.is_none()
            && options.rule.is_none()
            && let Some(sample) = seeds::read(options, &bytes)
        {
            return sample;
        }
        let kind = options
            .kind
            .unwrap_or_else(|| guess_kind(&bytes, options.below.is_some()));
        let is_cut = bytes.len() > max_bytes(kind);
        bytes.truncate(max_bytes(kind));
        let (mut sample, has_more) = match kind {
            ItemKind::Text | ItemKind::Float if options.rule.is_some() => {
                rule::read(options, whole_numbers(bytes, is_cut)?)?
            }
            _ if options.rule.is_some() => return Err(Problem::RuleOfBinary.into()),
            ItemKind::Trace if options.below.is_some() || options.bits.is_some() => {
                return Err(Problem::TraceOptions.into());
            }
            ItemKind::Trace => trace::read(&whole_numbers(bytes, is_cut)?)?,
            ItemKind::Text | ItemKind::Float => {
                text::read(options, kind, whole_numbers(bytes, is_cut)?)?
            }
            _ if options.is_spread() => return Err(Problem::SpreadOfBinary.into()),
            ItemKind::Floats(width, _) => {
                let domain = fractions::domain(options)?;
                let (values, has_more) = read_binary(bytes, width, options, domain)?;
                let digits = if width == Width::Four { 7 } else { 17 };
                (fractions::sample(values, digits, digits), has_more)
            }
            ItemKind::Binary(width, bits) => {
                let mut options = options.clone();
                if bits < 8 * width.bytes() as u32 {
                    options.bits = options.bits.or(Some(bits));
                }
                let (values, has_more) = read_binary(bytes, width, &options, options.domain())?;
                (Self::as_drawn(options.numbers(values)?), has_more)
            }
        };
        if is_cut || has_more {
            let count = grouped(sample.numbers.len() as u64);
            let cut = format!("Only the first {count} numbers were looked at.");
            sample.left_out = Some(match sample.left_out {
                Some(other) => format!("{other} {cut}"),
                None => cut,
            });
        }
        Ok(sample)
    }

    /// Numbers that are as drawn.
    const fn as_drawn(numbers: Numbers) -> Self {
        Self {
            numbers,
            readings: Vec::new(),
            guesses: Vec::new(),
            scaled: Vec::new(),
            quotients: None,
            is_guessed: false,
            written: Written::Plain,
            texts: Vec::new(),
            text_count: 0,
            is_signed: false,
            left_out: None,
            rule: None,
            seed: None,
            lines: Vec::new(),
        }
    }

    /// Numbers that were made from others; `None` if there is no reading.
    fn read_as(readings: Vec<Reading>) -> Option<Self> {
        let numbers = readings.first()?.numbers.clone();
        Some(Self {
            readings,
            ..Self::as_drawn(numbers)
        })
    }

    /// Whether there are too few numbers for any answer, in all readings.
    pub fn is_too_few(&self) -> bool {
        self.lines.is_empty()
            && self.numbers.is_too_few()
            && self
                .readings
                .iter()
                .all(|reading| reading.numbers.is_too_few())
    }

    /// How the numbers may have been made from others, the likeliest first.
    pub fn all_readings(&self) -> impl Iterator<Item = &Reading> {
        self.readings.iter().chain(&self.guesses)
    }
}

/// Text without its last number if it is cut: a number that is cut in two would be a different one.
fn whole_numbers(mut bytes: Vec<u8>, is_cut: bool) -> Result<Vec<u8>> {
    if is_cut {
        let end = bytes
            .iter()
            .rposition(|byte| byte.is_ascii_whitespace() || *byte == b',');
        bytes.truncate(end.ok_or(Problem::NoEnd(MAX_BYTES >> 20))?);
    }
    Ok(bytes)
}

/// The kind of a text if no option gives it, judged by whether a number has a point.
fn guess_kind(bytes: &[u8], is_bounded: bool) -> ItemKind {
    let head = &bytes[..bytes.len().min(1 << 12)];
    if head.starts_with(b"# roguelab trace") {
        return ItemKind::Trace;
    }
    for line in head.split(|byte| *byte == b'\n') {
        let numbers = line.split(|byte| *byte == b'#').next().unwrap_or(&[]);
        for (at, byte) in numbers.iter().enumerate() {
            // The point of np.int64(5) is none of a number.
            if !is_bounded && *byte == b'.' && !numbers[..at].ends_with(b"np") {
                return ItemKind::Float;
            }
        }
    }
    ItemKind::Text
}

/// Binary words in a domain, and whether there are more.
fn read_binary(
    bytes: Vec<u8>,
    width: Width,
    options: &SampleOptions,
    domain: Domain,
) -> Result<(Vec<u64>, bool)> {
    let encoding = Encoding::Binary {
        width,
        endian: options.endian,
    };
    let mut reader = NumberReader::<u64>::new(Input::of_bytes(bytes), encoding, domain);
    let mut all = Vec::new();
    while all.len() < MAX_NUMBERS {
        let block = reader.next_block((MAX_NUMBERS - all.len()) as u64)?;
        if block.is_empty() {
            return Ok((all, false));
        }
        all.extend(block);
    }
    // What follows the last item need not be a number.
    let has_more = reader.next_block(1).map_or(true, |block| !block.is_empty());
    Ok((all, has_more))
}

#[cfg(test)]
mod tests {
    use identify::numbers::Bounded;
    use lockstep::trace;

    use super::*;

    fn sample(kind: Option<ItemKind>, bytes: impl Into<Vec<u8>>) -> Result<Sample> {
        Sample::read(
            &SampleOptions {
                kind,
                ..SampleOptions::default()
            },
            bytes.into(),
        )
    }

    #[test]
    fn what_is_not_looked_at_is_said() {
        let lines = |count: usize| "7\n".repeat(count);
        assert_eq!(sample(None, lines(MAX_NUMBERS)).unwrap().left_out, None);
        let more = sample(None, lines(MAX_NUMBERS + 1)).unwrap();
        assert_eq!(
            (more.numbers.len(), more.left_out.as_deref()),
            (
                MAX_NUMBERS,
                Some("Only the first 131,072 numbers were looked at.")
            )
        );
        assert!(
            sample(None, lines(MAX_NUMBERS) + "no number")
                .unwrap()
                .left_out
                .is_some()
        );
        assert_eq!(
            sample(
                Some(ItemKind::Binary(Width::Two, 16)),
                vec![1; 2 * MAX_NUMBERS]
            )
            .unwrap()
            .left_out,
            None
        );
        assert!(
            sample(
                Some(ItemKind::Binary(Width::Two, 16)),
                vec![1; 2 * MAX_NUMBERS + 1]
            )
            .unwrap()
            .left_out
            .is_some()
        );
        let trace = |count: usize| format!("{}{}", trace::HEADER, "0 site 1 6 5 5\n".repeat(count));
        assert_eq!(sample(None, trace(MAX_NUMBERS)).unwrap().left_out, None);
        assert!(
            sample(None, trace(MAX_NUMBERS + 1))
                .unwrap()
                .left_out
                .is_some()
        );
    }

    #[test]
    fn a_text_is_cut_between_numbers() {
        let mut text = vec![b'\n'; MAX_BYTES - 6];
        text.extend(b" 12345 6");
        let lines = sample(Some(ItemKind::Text), [b"1 2", &text[..]].concat()).unwrap();
        assert_eq!(lines.numbers, Numbers::words(vec![1, 2]));
        assert!(lines.left_out.is_some());
        assert!(
            sample(Some(ItemKind::Text), vec![b'1'; MAX_BYTES + 1])
                .unwrap_err()
                .to_string()
                .contains("in the first 2 MiB")
        );
    }

    #[test]
    fn a_string_of_more_than_a_mebibyte_is_refused_and_a_shorter_one_is_read() {
        let coins = |count| sample(None, "01".repeat(count));
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
            let options = SampleOptions {
                below: Some(6),
                base: 1,
                ..SampleOptions::default()
            };
            Sample::read(&options, text.into())
        };
        assert_eq!(
            dice("1 6").unwrap().numbers,
            Numbers::below(6, &[0, 5]).unwrap()
        );
        assert!(dice("0 6").is_err() && dice("1 7").is_err());
        let two_of_six = Some(Bounded::new(2, 6));
        assert_eq!(
            (bounded_draw(-1, 4, 1), bounded_draw(4, -1, 1)),
            (two_of_six, two_of_six)
        );
        assert_eq!(
            (
                bounded_draw(1, 6, 0),
                bounded_draw(1, 6, 7),
                bounded_draw(i64::MIN, i64::MAX, 0)
            ),
            (None, None, None)
        );
    }

    #[test]
    fn hexadecimal_words_of_one_length_need_no_prefix() {
        let words = |text: &str| sample(None, text).ok().map(|sample| sample.numbers);
        assert_eq!(words("a1 02 7f"), Some(Numbers::words(vec![0xa1, 2, 0x7f])));
        assert_eq!((words("cafe babe"), words("a1 2")), (None, None));
    }

    #[test]
    fn a_fraction_is_as_exact_as_what_it_is_read_from() {
        let within = |kind, bytes: &[u8]| match sample(Some(kind), bytes).unwrap().numbers {
            Numbers::Fractions(fractions) => (fractions[0].value, fractions[0].within),
            other => panic!("{other:?}"),
        };
        assert_eq!(within(ItemKind::Float, b"0.250"), (0.25, 1e-3));
        assert_eq!(
            within(ItemKind::Float, b"0.25 0.125 1.23457e-3"),
            (0.25, 1e-6)
        );
        assert_eq!(
            within(ItemKind::Float, b"0.25 0.125 0.001235"),
            (0.25, 1e-4)
        );
        assert_eq!(
            within(ItemKind::Float, b"0.524586916 3.28540802E-04"),
            (f64::from(0.524_586_9_f32), 2_f64.powi(-25))
        );
        assert_eq!(
            within(ItemKind::Floats(Width::Four, 24), &0.25_f32.to_le_bytes()),
            (0.25, 1e-7)
        );
        assert_eq!(
            within(ItemKind::Floats(Width::Eight, 53), &0.25_f64.to_le_bytes()),
            (0.25, 1e-17)
        );
    }
}
