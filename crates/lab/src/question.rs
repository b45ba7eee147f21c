//! The numbers that `roguelab who` is asked about.

mod pasted;

use std::io::Cursor;

use anyhow::{Result, anyhow, bail};
use findings::number::grouped;
use identify::numbers::{Bounded, Fraction};
use identify::reading::{self, Decimal, Reading};
use identify::{Found, Numbers, Options, who, who_of_any, who_of_seeds};
use lockstep::trace;

use crate::input::{self, Digits, Domain, Encoding, Endian, Reader as _, Width};

/// How many numbers are looked at: any generator shows itself in fewer.
pub(crate) const MOST: usize = 1 << 17;

/// How much of a text is looked at; in tests, which are not optimised, less.
pub(crate) const MOST_BYTES: usize = if cfg!(test) { 2 << 20 } else { 64 << 20 };

/// How numbers are written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Kind {
    Text,
    Float,
    Trace,
    Binary(Width),
    Floats(Width),
}

impl Kind {
    /// The most bytes that are looked at.
    pub(crate) const fn most(self) -> usize {
        match self {
            Self::Binary(width) | Self::Floats(width) => MOST * width.bytes(),
            Self::Text | Self::Float | Self::Trace => MOST_BYTES,
        }
    }
}

/// What is said of the numbers beside them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form {
    /// By its first lines if it is not said.
    pub(crate) kind: Option<Kind>,
    pub(crate) endian: Endian,
    /// The bits of a word; as many as the widest has if it is not said.
    pub(crate) bits: Option<u32>,
    /// The bound, if there is one, and what numbers below it count from.
    pub(crate) below: Option<u64>,
    pub(crate) base: u64,
    /// The sums of how many draws below the bound they are, if they are sums.
    pub(crate) dice: Option<u32>,
    /// The characters that stand for the numbers from 0 on, if they do.
    pub(crate) alphabet: Option<String>,
    /// The range of fractions, if it is not from 0 up to 1.
    pub(crate) range: Option<(f64, f64)>,
    /// The mean and the deviation of a normal distribution, if the numbers are of one.
    pub(crate) normal: Option<(f64, f64)>,
}

/// Numbers, and in a sentence what was left out of them.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) numbers: Numbers,
    /// The ways in which the numbers were made of others, if they are a deck or normals; none if they are as they are.
    pub(crate) readings: Vec<Reading>,
    /// Whether the numbers themselves chose these ways.
    is_guessed: bool,
    pub(crate) cut: Option<String>,
    /// The numbers of each seed, in all readings, if each line began with its seed.
    pub(crate) lines: Vec<(i128, Vec<Numbers>)>,
}

impl Question {
    /// Numbers that are as they are.
    const fn plain(numbers: Numbers) -> Self {
        Self {
            numbers,
            readings: Vec::new(),
            is_guessed: false,
            cut: None,
            lines: Vec::new(),
        }
    }

    /// Numbers that were made of others, if there is a way.
    fn read_as(readings: Vec<Reading>) -> Option<Self> {
        let numbers = readings.first()?.numbers.clone();
        Some(Self {
            readings,
            ..Self::plain(numbers)
        })
    }

    /// Whether they are too few for any answer, in all readings.
    pub(crate) fn is_too_few(&self) -> bool {
        let few = |reading: &Reading| reading.numbers.is_too_few();
        self.lines.is_empty() && self.numbers.is_too_few() && self.readings.iter().all(few)
    }

    /// Looks for what made the numbers. If they were made of others, those are the numbers from then on; returns the way in which
    /// they were read.
    pub(crate) fn who(&mut self, options: Options<'_>) -> (Found, Option<&Reading>) {
        if !self.lines.is_empty() {
            let (reading, found) = who_of_seeds(&self.lines, options);
            return (found, self.readings.get(reading));
        }
        if self.readings.is_empty() {
            return (who(&self.numbers, options), None);
        }
        let each: Vec<Numbers> = self
            .readings
            .iter()
            .map(|reading| reading.numbers.clone())
            .collect();
        let (reading, mut found) = who_of_any(&each, options);
        self.numbers.clone_from(&each[reading]);
        // What a reading does not tell is no gap among the numbers that were given.
        if matches!(self.numbers, Numbers::Fractions(_)) {
            found
                .answers
                .iter_mut()
                .for_each(|answer| answer.filled.clear());
        }
        (found, Some(&self.readings[reading]))
    }
}

/// The double of 32 bits that was printed, and how far from it the number may be of which it was made.
fn of_single(value: f64, within: f64) -> (f64, f64) {
    let value = f64::from(value as f32);
    let exponent = value.abs().log2().floor().max(-126.0);
    (value, within.max((exponent - 24.0).exp2()))
}

/// Numbers of a range or a normal distribution, or of the usual ones if none is said and some are no fractions below 1; `None` if
/// all are such fractions.
fn spread(form: &Form, text: &[u8]) -> Result<Option<Question>> {
    let text = String::from_utf8_lossy(text);
    let mut tokens = pasted::tokens(&text);
    tokens.truncate(MOST);
    let is_single = pasted::is_single(&tokens);
    let numbers = tokens.into_iter().map(|token| {
        let Decimal { value, last } = pasted::decimal(token)?;
        let (value, last) = if is_single {
            of_single(value, last)
        } else {
            (value, last)
        };
        Ok(Decimal { value, last })
    });
    let is_said = form.normal.is_some() || form.range.is_some();
    let numbers: Vec<Decimal> = match numbers.collect::<Result<_>>() {
        Ok(numbers) => numbers,
        Err(error) if is_said => return Err(error),
        Err(_) => return Ok(None),
    };
    if is_said && numbers.is_empty() {
        bail!("there are no numbers: give some in text, as in -0.144 0.173");
    }
    let readings = match (form.normal, form.range) {
        (Some(normal), _) => reading::of_normal(&numbers, normal),
        (_, Some((from, to))) if !((to - from).is_finite() && from < to) => {
            bail!("--range {from},{to}: the first number is to be less than the second")
        }
        (_, Some(range)) => {
            let numbers = reading::of_range(&numbers, range).map_err(|number| {
                anyhow!(
                    "{number} is not from {} up to {1}, without {1}",
                    range.0,
                    range.1
                )
            })?;
            return Ok(Some(Question::plain(numbers)));
        }
        _ if numbers.iter().all(|one| (0.0..1.0).contains(&one.value)) => Vec::new(),
        _ => reading::of_spread(&numbers),
    };
    let is_guessed = !is_said;
    Ok(Question::read_as(readings).map(|question| Question {
        is_guessed,
        ..question
    }))
}

/// The numbers of several seeds, of which each is written before the numbers of its line, with a colon after it; `None` if any
/// line is not so.
fn of_seeds(form: &Form, bytes: &[u8]) -> Option<Result<Question>> {
    let text = std::str::from_utf8(bytes.get(..bytes.len().min(MOST_BYTES))?).ok()?;
    let line = |line: &str| -> Option<(i128, String)> {
        let (seed, numbers) = line.split_once(':')?;
        Some((seed.trim().parse().ok()?, numbers.trim().to_owned()))
    };
    let lines: Vec<(i128, String)> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(line)
        .collect::<Option<_>>()?;
    if lines.len() < 2 {
        return None;
    }
    if lines.iter().any(|(_, numbers)| numbers.contains('?')) {
        return Some(Err(anyhow!(
            "a number that is not known (?) may not be among those of several seeds"
        )));
    }
    let each = lines
        .into_iter()
        .map(|(seed, numbers)| Ok((seed, read(form, numbers.into())?)));
    Some(each.collect::<Result<Vec<_>>>().map(|mut each| {
        let widest = each
            .iter()
            .filter_map(|(_, question)| match question.numbers {
                Numbers::Words { bits, .. } => Some(bits),
                _ => None,
            });
        let widest = widest.max().unwrap_or(0);
        for (_, question) in &mut each {
            if let Numbers::Words { bits, .. } = &mut question.numbers {
                *bits = widest;
            }
        }
        let numbers_of = |question: &Question| -> Vec<Numbers> {
            // The lines could have chosen different ones.
            if question.readings.is_empty() || question.is_guessed {
                return vec![question.numbers.clone()];
            }
            let each = question.readings.iter();
            each.map(|reading| reading.numbers.clone()).collect()
        };
        let lines = each
            .iter()
            .map(|(seed, question)| (*seed, numbers_of(question)))
            .collect();
        let (_, first) = each.swap_remove(0);
        Question { lines, ..first }
    }))
}

/// The same, where `?` stands in the place of each number that is not known.
fn with_gaps(form: &Form, bytes: &[u8]) -> Result<Question> {
    let (known, places) = pasted::gaps(&String::from_utf8_lossy(bytes));
    let count = known.lines().count();
    let mut question = read(form, known.into())?;
    let is_plain = |reading: &Reading| {
        question.is_guessed
            && !matches!(reading.numbers, Numbers::Fractions(_) | Numbers::Points(_))
    };
    if question.numbers.len() != count || !question.readings.iter().all(is_plain) {
        bail!(
            "a number that is not known (?) may be among words, numbers below a bound, sums of dice and fractions, which have a \
             blank or a comma between them: say what they are with --below, --dice or --range"
        );
    }
    let each = question
        .readings
        .iter_mut()
        .map(|reading| &mut reading.numbers);
    for numbers in each.chain([&mut question.numbers]) {
        *numbers = numbers.clone().with_gaps(&places);
    }
    Ok(question)
}

/// The numbers of a file. One byte more than [`Kind::most`] says that there is more than is looked at.
pub(crate) fn read(form: &Form, mut bytes: Vec<u8>) -> Result<Question> {
    if form.kind.is_none()
        && let Some(question) = of_seeds(form, &bytes)
    {
        return question;
    }
    let kind = form
        .kind
        .unwrap_or_else(|| guessed(&bytes, form.below.is_some()));
    let may_have_gaps = matches!(kind, Kind::Text | Kind::Float) && bytes.len() <= MOST_BYTES;
    if may_have_gaps && form.alphabet.is_none() && bytes.contains(&b'?') {
        return with_gaps(form, &bytes);
    }
    let longer = bytes.len() > kind.most();
    bytes.truncate(kind.most());
    if longer && matches!(kind, Kind::Text | Kind::Float | Kind::Trace) {
        // What is cut in two is another number.
        let end = bytes
            .iter()
            .rposition(|byte| byte.is_ascii_whitespace() || *byte == b',');
        bytes.truncate(
            end.ok_or_else(|| anyhow!("no number ends in the first {} MiB", MOST_BYTES >> 20))?,
        );
    }
    let is_said = form.normal.is_some() || form.range.is_some();
    if (is_said || kind == Kind::Float)
        && let Some(question) = spread(form, &bytes)?
    {
        return Ok(question);
    }
    let mut form = form.clone();
    let (mut is_deck, mut is_single) = (false, false);
    if matches!(kind, Kind::Text | Kind::Float) {
        let mut pasted = pasted::rewritten(
            bytes,
            pasted::Said {
                alphabet: form.alphabet.as_deref(),
                below: form.below,
                has_bits: form.bits.is_some(),
            },
        )?;
        if !pasted.wide.is_empty() {
            pasted.wide.truncate(MOST / 4);
            let question = Question::read_as(reading::of_wide(&pasted.wide));
            return question.ok_or_else(|| anyhow!("there are no numbers"));
        }
        bytes = pasted.text;
        (is_deck, is_single) = (pasted.is_deck, pasted.is_single);
        form.bits = form.bits.or(pasted.bits);
        if pasted.below.is_some() {
            (form.below, form.base) = (pasted.below, 0);
        }
    }
    let form = &form;
    let binary = |width| Encoding::Binary {
        width,
        endian: form.endian,
    };
    let (mut numbers, more) = match kind {
        Kind::Trace if form.below.is_some() || form.bits.is_some() => {
            bail!("a trace says itself what its numbers are: leave out --below and --bits")
        }
        Kind::Trace => of_trace(&bytes)?,
        Kind::Float => fractions(form, bytes, Encoding::Text)?,
        Kind::Floats(width) => fractions(form, bytes, binary(width))?,
        Kind::Text => whole(form, bytes, Encoding::Text)?,
        Kind::Binary(width) => whole(form, bytes, binary(width))?,
    };
    let cut = longer || more;
    let cut = cut.then(|| {
        format!(
            "Only the first {} numbers were looked at.",
            grouped(numbers.len() as u64)
        )
    });
    if let (true, Numbers::Fractions(fractions)) = (is_single, &mut numbers) {
        for Fraction { value, within } in fractions {
            (*value, *within) = of_single(*value, *within);
        }
    }
    let is_guessed = kind == Kind::Text && form.bits.is_none() && !is_deck;
    let readings = match &numbers {
        Numbers::Words { values, .. } if is_deck => reading::of_deck(values).unwrap_or_default(),
        Numbers::Words { values, .. } if is_guessed => reading::of_small(values),
        _ => Vec::new(),
    };
    Ok(Question {
        readings,
        is_guessed,
        cut,
        ..Question::plain(numbers)
    })
}

/// What a text is, if nobody says so: by its first line that is not empty.
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

/// The items, whether there are more, and what was seen.
fn items(
    bytes: Vec<u8>,
    encoding: Encoding,
    domain: Domain,
) -> Result<(Vec<u64>, bool, input::Seen)> {
    let mut reader = input::Numbers::<u64>::new(Box::new(Cursor::new(bytes)), encoding, domain);
    let mut all = Vec::new();
    while all.len() < MOST {
        let block = reader.block((MOST - all.len()) as u64)?;
        if block.is_empty() {
            return Ok((all, false, reader.seen()));
        }
        all.extend(block);
    }
    let seen = reader.seen();
    // What comes after them need not be numbers.
    let more = reader.block(1).map_or(true, |block| !block.is_empty());
    Ok((all, more, seen))
}

fn whole(form: &Form, bytes: Vec<u8>, encoding: Encoding) -> Result<(Numbers, bool)> {
    if let Some(below) = form.below {
        let dice = form.dice.unwrap_or(1);
        let last = form
            .base
            .checked_add(below - 1)
            .and_then(|last| last.checked_mul(dice.into()))
            .ok_or_else(|| anyhow!("--base and --below go beyond 64 bits"))?;
        let first = form.base * u64::from(dice);
        let (values, more, _) = items(bytes, encoding, Domain::Whole { first, last })?;
        let numbers = Numbers::sums(dice, below, &values)
            .ok_or_else(|| anyhow!("a number is not below {below}"))?;
        return Ok((numbers, more));
    }
    let most = form.bits.map_or(u64::MAX, |bits| u64::MAX >> (64 - bits));
    let (values, more, _) = items(bytes, encoding, Domain::up_to(most))?;
    Ok(match form.bits {
        Some(bits) => (Numbers::Words { bits, values }, more),
        None => (Numbers::words(values), more),
    })
}

fn fractions(form: &Form, bytes: Vec<u8>, encoding: Encoding) -> Result<(Numbers, bool)> {
    if form.below.is_some() || form.bits.is_some() {
        bail!("--below and --bits are for whole numbers: leave them out for fractions");
    }
    let (values, more, seen) = items(bytes, encoding, Domain::Doubles)?;
    let digits = match encoding {
        Encoding::Text => seen.digits,
        Encoding::Binary {
            width: Width::Four, ..
        } => Digits {
            after: 7,
            significant: 7,
        },
        Encoding::Binary { .. } => Digits {
            after: 17,
            significant: 17,
        },
    };
    let fractions = values
        .into_iter()
        .map(|value| fraction(f64::from_bits(value), digits))
        .collect();
    Ok((Numbers::Fractions(fractions), more))
}

/// A fraction that is written as others are. Zeros at an end may have been left out, so that the most exact one tells how exact
/// all are: to so many digits after the point, or to so many significant ones where that is less.
fn fraction(value: f64, digits: Digits) -> Fraction {
    // The place of the first digit that is not 0: 1 of 0.5, 3 of 0.005.
    let first = if value > 0.0 {
        (-value.log10().floor()).max(0.0) as u32
    } else {
        u32::MAX
    };
    let last = first.saturating_add(digits.significant.saturating_sub(1));
    Fraction::printed(value, digits.after.min(last))
}

/// The words of a trace, or its draws if it has none.
fn of_trace(bytes: &[u8]) -> Result<(Numbers, bool)> {
    let mut reader = trace::Reader::new(bytes);
    let mut calls = Vec::new();
    while calls.len() < MOST
        && let Some(line) = reader.next_draw()?
    {
        calls.push(line.call);
    }
    let more = calls.len() == MOST && reader.next_draw().map_or(true, |line| line.is_some());
    let numbers = of_calls(&calls).ok_or_else(|| {
        anyhow!("in the trace some lines have no word, and some no LO, HI and RESULT: words or draws are needed in all")
    })?;
    Ok((numbers, more))
}

/// The words of calls, or their draws if one has none.
pub(crate) fn of_calls(calls: &[trace::Call]) -> Option<Numbers> {
    if calls.is_empty() {
        return None;
    }
    let words: Option<Vec<u64>> = calls.iter().map(|call| call.word).collect();
    if let Some(words) = words {
        return Some(Numbers::words(words));
    }
    let draw = |call: &trace::Call| bounded(call.lo?, call.hi?, call.result?);
    calls
        .iter()
        .map(draw)
        .collect::<Option<_>>()
        .map(Numbers::Bounded)
}

/// A number that was drawn from a range, the ends of which may be the other way round.
pub(crate) fn bounded(lo: i64, hi: i64, result: i64) -> Option<Bounded> {
    let (lo, hi) = (lo.min(hi), lo.max(hi));
    let bound = hi.checked_sub(lo)?.checked_add(1)? as u64;
    let value = u64::try_from(result.checked_sub(lo)?)
        .ok()
        .filter(|value| *value < bound)?;
    Some(Bounded::new(value, bound))
}

#[cfg(test)]
mod cases;
#[cfg(test)]
mod languages;
#[cfg(test)]
mod promise;

#[cfg(test)]
mod tests {
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
            question(Some(Kind::Binary(Width::Two)), vec![1; 2 * MOST])
                .unwrap()
                .cut,
            None
        );
        assert!(
            question(Some(Kind::Binary(Width::Two)), vec![1; 2 * MOST + 1])
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
    fn a_fraction_is_as_exact_as_what_it_is_read_from() {
        let within = |kind, bytes: &[u8]| match question(Some(kind), bytes).unwrap().numbers {
            Numbers::Fractions(fractions) => (fractions[0].value, fractions[0].within),
            other => panic!("{other:?}"),
        };
        assert_eq!(within(Kind::Float, b"0.250"), (0.25, 1e-3));
        assert_eq!(within(Kind::Float, b"0.25 0.125 1.23457e-3"), (0.25, 1e-6));
        assert_eq!(within(Kind::Float, b"0.25 0.125 0.001235"), (0.25, 1e-4));
        assert_eq!(
            within(Kind::Floats(Width::Four), &0.25_f32.to_le_bytes()),
            (0.25, 1e-7)
        );
        assert_eq!(
            within(Kind::Floats(Width::Eight), &0.25_f64.to_le_bytes()),
            (0.25, 1e-17)
        );
    }
}
