//! The numbers that `roguelab who` is asked about.

mod pasted;

use std::io::Cursor;

use anyhow::{Result, anyhow, bail};
use findings::number::grouped;
use identify::numbers::{Bounded, Fraction};
use identify::reading::{self, Normal, Reading};
use identify::{Found, Numbers, Options, who, who_of_any, who_of_seeds};
use lockstep::trace;

use crate::input::{self, Digits, Domain, Encoding, Endian, Reader as _, Width};

/// How many numbers are looked at: any generator shows itself in fewer.
pub(crate) const MOST: usize = 1 << 17;

/// How much of a text is looked at.
pub(crate) const MOST_BYTES: usize = 64 << 20;

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
    /// The characters that stand for the numbers from 0 on, if they do.
    pub(crate) alphabet: Option<String>,
    /// The range of fractions, if it is not from 0 up to 1.
    pub(crate) range: Option<(f64, f64)>,
    /// The mean and the deviation of a normal distribution, if the numbers are of one.
    pub(crate) normal: Option<(f64, f64)>,
}

/// Numbers, and in a sentence what was left out of them.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) numbers: Numbers,
    /// The ways in which the numbers were made of others, if they are a deck or normals; none if they are as they are.
    pub(crate) readings: Vec<Reading>,
    pub(crate) cut: Option<String>,
    /// The numbers of each seed, in all readings, if each line began with its seed.
    pub(crate) lines: Vec<(i128, Vec<Numbers>)>,
}

impl Asked {
    /// Looks for what made the numbers. If they were made of others, those are the numbers from then on; returns the way in which
    /// they were read.
    pub(crate) fn who(&mut self, options: Options<'_>) -> (Found, Option<&'static str>) {
        if !self.lines.is_empty() {
            let (reading, found) = who_of_seeds(&self.lines, options);
            return (found, self.readings.get(reading).map(|reading| reading.way));
        }
        if self.readings.is_empty() {
            return (who(&self.numbers, options), None);
        }
        let each: Vec<Numbers> = self
            .readings
            .iter()
            .map(|reading| reading.numbers.clone())
            .collect();
        let (reading, found) = who_of_any(&each, options);
        self.numbers.clone_from(&each[reading]);
        (found, Some(self.readings[reading].way))
    }
}

/// Numbers of a normal distribution, and in how many ways they are made of fractions.
fn normals(text: &[u8], (mean, deviation): (f64, f64)) -> Result<Asked> {
    let text = String::from_utf8_lossy(text);
    let mut normals = Vec::new();
    for token in pasted::tokens(&text).into_iter().take(MOST) {
        let (value, last) = pasted::decimal(token)?;
        normals.push(Normal {
            value: (value - mean) / deviation,
            within: (last / deviation).max(f64::EPSILON * value.abs().max(mean.abs()) / deviation),
        });
    }
    if normals.is_empty() {
        bail!("there are no numbers: give normals in text, as in -0.144 0.173");
    }
    let readings = reading::of_normals(&normals);
    Ok(Asked {
        numbers: readings[0].numbers.clone(),
        readings,
        cut: None,
        lines: Vec::new(),
    })
}

/// The numbers of several seeds, of which each is written before the numbers of its line, with a colon after it; `None` if any
/// line is not so.
fn of_seeds(form: &Form, bytes: &[u8]) -> Option<Result<Asked>> {
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
    let each = lines
        .into_iter()
        .map(|(seed, numbers)| Ok((seed, read(form, numbers.into())?)));
    Some(each.collect::<Result<Vec<_>>>().map(|mut each| {
        let widest = each.iter().filter_map(|(_, asked)| match asked.numbers {
            Numbers::Words { bits, .. } => Some(bits),
            _ => None,
        });
        let widest = widest.max().unwrap_or(0);
        for (_, asked) in &mut each {
            if let Numbers::Words { bits, .. } = &mut asked.numbers {
                *bits = widest;
            }
        }
        let numbers_of = |asked: &Asked| -> Vec<Numbers> {
            if asked.readings.is_empty() {
                return vec![asked.numbers.clone()];
            }
            let each = asked.readings.iter();
            each.map(|reading| reading.numbers.clone()).collect()
        };
        let lines = each
            .iter()
            .map(|(seed, asked)| (*seed, numbers_of(asked)))
            .collect();
        let (_, first) = each.swap_remove(0);
        Asked { lines, ..first }
    }))
}

/// The numbers of a file. One byte more than [`Kind::most`] says that there is more than is looked at.
pub(crate) fn read(form: &Form, mut bytes: Vec<u8>) -> Result<Asked> {
    if form.kind.is_none()
        && let Some(asked) = of_seeds(form, &bytes)
    {
        return asked;
    }
    if let Some(normal) = form.normal {
        return normals(&bytes, normal);
    }
    let kind = form
        .kind
        .unwrap_or_else(|| guessed(&bytes, form.below.is_some()));
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
    let (mut form, mut kind) = (form.clone(), kind);
    let (mut is_deck, mut is_single) = (false, false);
    if matches!(kind, Kind::Text | Kind::Float) {
        let mut pasted = pasted::rewritten(
            bytes,
            pasted::Said {
                alphabet: form.alphabet.as_deref(),
                range: form.range,
                below: form.below,
                has_bits: form.bits.is_some(),
            },
        )?;
        if !pasted.wide.is_empty() {
            pasted.wide.truncate(MOST / 4);
            let readings = reading::of_wide(&pasted.wide);
            return Ok(Asked {
                numbers: readings[0].numbers.clone(),
                readings,
                cut: None,
                lines: Vec::new(),
            });
        }
        bytes = pasted.text;
        (is_deck, is_single) = (pasted.is_deck, pasted.is_single);
        form.bits = form.bits.or(pasted.bits);
        if pasted.below.is_some() {
            (form.below, form.base) = (pasted.below, 0);
        }
        if form.range.is_some() {
            kind = Kind::Float;
        }
    }
    let form = &form;
    let (mut numbers, more) = match kind {
        Kind::Trace if form.below.is_some() || form.bits.is_some() => {
            bail!("a trace says itself what its numbers are: leave out --below and --bits")
        }
        Kind::Trace => of_trace(&bytes)?,
        Kind::Float => fractions(form, bytes, Encoding::Text)?,
        Kind::Floats(width) => fractions(
            form,
            bytes,
            Encoding::Binary {
                width,
                endian: form.endian,
            },
        )?,
        Kind::Text => whole(form, bytes, Encoding::Text)?,
        Kind::Binary(width) => whole(
            form,
            bytes,
            Encoding::Binary {
                width,
                endian: form.endian,
            },
        )?,
    };
    let cut = longer || more;
    let cut = cut.then(|| {
        format!(
            "Only the first {} numbers were looked at.",
            grouped(numbers.len() as u64)
        )
    });
    if let (true, Numbers::Fractions(fractions)) = (is_single, &mut numbers) {
        for fraction in fractions {
            // Half of what separates it from the next number of 32 bits.
            let exponent = fraction.value.log2().floor().max(-126.0);
            fraction.within = fraction.within.max((exponent - 24.0).exp2());
        }
    }
    let readings = match &numbers {
        Numbers::Words { values, .. } if is_deck => reading::of_deck(values).unwrap_or_default(),
        _ => Vec::new(),
    };
    Ok(Asked {
        numbers,
        readings,
        cut,
        lines: Vec::new(),
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
        let last = form
            .base
            .checked_add(below - 1)
            .ok_or_else(|| anyhow!("--base and --below go beyond 64 bits"))?;
        let (values, more, _) = items(
            bytes,
            encoding,
            Domain::Whole {
                first: form.base,
                last,
            },
        )?;
        let numbers = Numbers::below(below, &values)
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
    Some(Bounded { value, bound })
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

    fn asked(kind: Option<Kind>, bytes: impl Into<Vec<u8>>) -> Result<Asked> {
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
        assert_eq!(asked(None, lines(MOST)).unwrap().cut, None);
        let more = asked(None, lines(MOST + 1)).unwrap();
        assert_eq!(
            (more.numbers.len(), more.cut.as_deref()),
            (MOST, Some("Only the first 131,072 numbers were looked at."))
        );
        assert!(
            asked(None, lines(MOST) + "no number")
                .unwrap()
                .cut
                .is_some()
        );
        assert_eq!(
            asked(Some(Kind::Binary(Width::Two)), vec![1; 2 * MOST])
                .unwrap()
                .cut,
            None
        );
        assert!(
            asked(Some(Kind::Binary(Width::Two)), vec![1; 2 * MOST + 1])
                .unwrap()
                .cut
                .is_some()
        );
        let trace = |count: usize| format!("{}{}", trace::HEADER, "0 site 1 6 5 5\n".repeat(count));
        assert_eq!(asked(None, trace(MOST)).unwrap().cut, None);
        assert!(asked(None, trace(MOST + 1)).unwrap().cut.is_some());
    }

    #[test]
    #[ignore = "slow: run in CI"]
    fn a_text_is_cut_between_numbers() {
        let mut text = vec![b'\n'; MOST_BYTES - 6];
        text.extend(b" 12345 6");
        let lines = asked(Some(Kind::Text), [b"1 2", &text[..]].concat()).unwrap();
        assert_eq!(lines.numbers, Numbers::words(vec![1, 2]));
        assert!(lines.cut.is_some());
        assert!(
            asked(Some(Kind::Text), vec![b'1'; MOST_BYTES + 1])
                .unwrap_err()
                .to_string()
                .contains("64 MiB")
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
        let two_of_six = Some(Bounded { value: 2, bound: 6 });
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
        let within = |kind, bytes: &[u8]| match asked(Some(kind), bytes).unwrap().numbers {
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
