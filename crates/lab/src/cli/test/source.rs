//! What `roguelab test` reads: the source of its items.

use std::fmt;
use std::io::{Cursor, IsTerminal, Read};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};

use super::super::arguments::Choice;
use super::TestArgs;
use super::arguments::{name, whole_list};
use crate::files::read;
use crate::input::{Bytes, Domain, Encoding, Endian, Law, Names, Numbers, Seen, Width, weights};
use crate::interrupt;

/// How numbers are written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    /// Words of a width, and their random bits.
    Binary(Width, u32),
    Text,
    /// Numbers with a fraction, in text.
    Float,
    /// Binary numbers with a fraction, and their random bits.
    Floats(Width, u32),
}

pub(super) const KINDS: &[Choice<Kind>] = &[
    ("u8", "bytes", Kind::Binary(Width::One, 8)),
    ("u16", "words of 2 bytes", Kind::Binary(Width::Two, 16)),
    (
        "u31",
        "words of 4 bytes, all below 2^31",
        Kind::Binary(Width::Four, 31),
    ),
    ("u32", "words of 4 bytes", Kind::Binary(Width::Four, 32)),
    ("u64", "words of 8 bytes", Kind::Binary(Width::Eight, 64)),
    (
        "text",
        "whole numbers, decimal or 0x..., separated by blanks, commas, brackets or line ends; # begins a comment",
        Kind::Text,
    ),
    (
        "float",
        "fractions from 0 up to 1 in text; their top 32 bits, or --bits, are tested",
        Kind::Float,
    ),
    (
        "f32",
        "fractions from 0 up to 1 in 4 bytes; their top 24 bits",
        Kind::Floats(Width::Four, 24),
    ),
    (
        "f64",
        "fractions from 0 up to 1 in 8 bytes; their top 53 bits",
        Kind::Floats(Width::Eight, 53),
    ),
];

/// What the items are.
pub(super) enum Items {
    Words {
        bits: u32,
    },
    /// Numbers of a law: the top bits of their places from 0 up to 1.
    Fractions {
        bits: u32,
        law: Law,
    },
    Values {
        below: u32,
        base: u32,
        weights: Option<Vec<u64>>,
    },
    /// Of a length that their first line has.
    Permutations {
        base: Option<u32>,
        length: u32,
    },
}

/// A source of items, as the options and the first bytes say.
pub(super) struct Source {
    pub(super) items: Items,
    pub(super) encoding: Encoding,
    pub(super) names: Option<Names>,
}

/// The length of the permutations whose tests are listed: it is known only when they are read.
pub(super) const LISTED_LENGTH: u32 = 6;

/// How numbers are written, as it looks.
type Looks = Option<(Kind, Endian)>;

impl Source {
    /// The source of the options, if they agree, and of what the input looks like, if nothing was said of that.
    pub(super) fn new(args: &TestArgs, looks: Looks) -> Result<Self> {
        let names = match &args.symbols {
            Some(file) => Some(
                Names::read(read::open(file)?)
                    .with_context(|| format!("--symbols {}", read::name(file)))?,
            ),
            None => None,
        };
        if args.permutations {
            let (base, length) = (args.base, LISTED_LENGTH);
            return Ok(Self {
                items: Items::Permutations { base, length },
                encoding: Encoding::Text,
                names,
            });
        }
        let (weights, names) = match &args.weights {
            Some(weights) => weights_of(weights).map(|(weights, names)| (Some(weights), names))?,
            None => (None, names),
        };
        let below = match (&weights, &names) {
            (Some(weights), _) => u32::try_from(weights.len()).ok(),
            (None, Some(names)) => u32::try_from(names.len()).ok(),
            (None, None) => args.below,
        };
        let law = args.law()?;
        let usual = match looks {
            Some((kind, _)) => kind,
            None if below.is_some() => Kind::Text,
            None if law != Law::Uniform => Kind::Float,
            None => Kind::Binary(Width::Four, 32),
        };
        let kind = match args.kind.unwrap_or(usual) {
            Kind::Text if law != Law::Uniform => Kind::Float,
            Kind::Binary(..) if law != Law::Uniform => {
                return Err(anyhow!(
                    "{law} are not whole words: name --kind float, f32 or f64"
                ));
            }
            kind => kind,
        };
        let (encoding, most, usual) = match kind {
            Kind::Binary(width, bits) | Kind::Floats(width, bits) => (
                Encoding::Binary {
                    width,
                    endian: (args.endian.or(looks.map(|looks| looks.1))).unwrap_or_default(),
                },
                bits,
                // The places of other numbers are as fine as the numbers are, which is not the same everywhere.
                if law == Law::Uniform {
                    bits
                } else {
                    bits * 2 / 3
                },
            ),
            Kind::Text | Kind::Float if args.endian.is_some() => {
                return Err(anyhow!(
                    "--endian is for binary words: leave it out, or name a --kind of words"
                ));
            }
            Kind::Text => (Encoding::Text, 64, 32),
            Kind::Float => (Encoding::Text, 53, 32),
        };
        let has_fractions = matches!(kind, Kind::Float | Kind::Floats(..));
        let Some(below) = below else {
            let bits = args.bits.unwrap_or(usual);
            if bits > most {
                return Err(anyhow!(
                    "--bits {bits} are more than the {most} of this --kind: name a wider one"
                ));
            }
            if args.base.is_some() {
                return Err(anyhow!(
                    "--base is for --below, --weights or --permutations: say what the numbers are"
                ));
            }
            return Ok(Self {
                items: if has_fractions {
                    Items::Fractions { bits, law }
                } else {
                    Items::Words { bits }
                },
                encoding,
                names,
            });
        };
        let base = args.base.unwrap_or(0);
        if has_fractions {
            return Err(anyhow!(
                "fractions are no integers: leave out --below, --weights and --symbols, or give the integers"
            ));
        }
        if names.is_some() && (args.base.is_some() || encoding != Encoding::Text) {
            return Err(anyhow!(
                "symbols are text and count from nothing: leave out --kind and --base"
            ));
        }
        if last(base, below) > u32::MAX.into() {
            return Err(anyhow!(
                "{below} integers from {base} go beyond {}: give a smaller --base",
                u32::MAX
            ));
        }
        if matches!(kind, Kind::Binary(_, bits) if last(base, below) >> bits.min(32) > 0) {
            return Err(anyhow!(
                "words of {most} bits do not reach {}, the last integer: name a wider --kind",
                last(base, below)
            ));
        }
        Ok(Self {
            items: Items::Values {
                below,
                base,
                weights,
            },
            encoding,
            names,
        })
    }

    /// The source of a file or of standard input, and its bytes, unless they would have to be typed. `None` after Ctrl-C.
    pub(super) fn open(args: &TestArgs, path: &Path) -> Result<Option<(Self, Bytes)>> {
        let is_open = args.kind.is_none() && args.endian.is_none() && args.bytes.is_none();
        let are_numbers = !args.permutations && args.below.is_none() && args.symbols.is_none();
        if !is_open || !are_numbers || args.weights.is_some() {
            let source = Self::new(args, None)?;
            typed(path, source.encoding == Encoding::Text)?;
            return Ok(Some((source, read::open(path)?)));
        }
        typed(path, false)?;
        // What the options say alone is refused before anything is read.
        let any = Self::new(args, Some((Kind::Float, Endian::Little)))?;
        let Some((head, rest)) = peeked(read::open(path)?)? else {
            return Ok(None);
        };
        let is_uniform = matches!(
            any.items,
            Items::Fractions {
                law: Law::Uniform,
                ..
            }
        );
        let looks = recognised(&head, is_uniform);
        Ok(Some((
            Self::new(args, looks)?,
            Box::new(Cursor::new(head).chain(rest)),
        )))
    }

    /// Which numbers belong into the stream.
    fn domain(&self) -> Domain {
        match (&self.names, &self.items) {
            (Some(names), _) => Domain::Named(names.clone()),
            (None, Items::Fractions { bits, law }) => Domain::Fractions {
                bits: *bits,
                law: law.clone(),
            },
            (None, Items::Words { bits }) => Domain::up_to(u64::MAX >> (64 - bits)),
            (None, Items::Values { below, base, .. }) => Domain::Whole {
                first: (*base).into(),
                last: last(*base, *below),
            },
            (None, Items::Permutations { .. }) => Domain::up_to(u32::MAX.into()),
        }
    }

    /// Its numbers.
    pub(super) fn numbers<T: TryFrom<u64>>(&self, input: Bytes) -> Numbers<T> {
        Numbers::new(input, self.encoding, self.domain())
    }

    /// What is odd about all the words, and what to do about it; `first` are the first of them.
    pub(super) fn note(&self, items: u64, seen: Seen, first: &[u64]) -> Option<String> {
        let (bits, law) = match &self.items {
            Items::Words { bits } => (*bits, None),
            Items::Fractions { bits, law } => (*bits, Some(law)),
            Items::Values { .. } | Items::Permutations { .. } => return None,
        };
        let grid = law.map(|law| 10_f64.powf(seen.digits.after.into()) / law.steepest());
        // So coarse a grid is uneven by less than one in a thousand.
        let fine = grid.map_or(0, |grid| grid.log2() as u32);
        if law.is_some() && self.encoding == Encoding::Text && fine < bits + 10 {
            return Some(format!(
                "no number has more than {} digits after the point: print more, or give --bits {}",
                seen.digits.after,
                fine.saturating_sub(10).max(8)
            ));
        }
        if items < 1000 || seen.union == 0 {
            return None;
        }
        let (top, low) = (64 - seen.union.leading_zeros(), seen.union.trailing_zeros());
        if law.is_some() {
            return (low > 0 && bits - low >= 8).then(|| {
                format!(
                    "the lowest {low} of the {bits} bits are never set: if the generator has no more, give --bits {}",
                    bits - low
                )
            });
        }
        if let (Encoding::Binary { width, endian }, looks) = (self.encoding, self.seem(first))
            && let Some((kind, order)) = looks
            && (kind, order) != (Kind::Binary(width, bits), endian)
        {
            let order = if order == endian { "" } else { " --endian big" };
            return Some(match kind {
                Kind::Text => "the input is text: leave out --kind".into(),
                Kind::Float => "the input is fractions in text: give --kind float".into(),
                kind => format!(
                    "the input looks like fractions: give --kind {}{order}",
                    name(KINDS, kind).unwrap_or_default()
                ),
            });
        }
        let (least, most) = (first.iter().min()?, first.iter().max()?);
        if top < bits && first.len() as u64 >= 10 * (most - least + 1) {
            let base = if *least == 0 {
                String::new()
            } else {
                format!(" --base {least}")
            };
            let kind = match self.encoding {
                Encoding::Text => String::new(),
                Encoding::Binary { width, .. } => format!(" --kind u{}", 8 * width.bytes()),
            };
            return Some(format!(
                "the first {} numbers are from {least} to {most}: if they are dice or the like, give --below {}{base}{kind}",
                first.len(),
                most - least + 1
            ));
        }
        let is_32 = matches!(
            self.encoding,
            Encoding::Binary {
                width: Width::Four,
                ..
            }
        );
        match top {
            31 if is_32 && bits == 32 => {
                Some("the highest bit is never set: are these 31-bit words? use --kind u31".into())
            }
            8.. if top < bits => Some(format!(
                "the highest {} of the {bits} bits are never set: if the words have no more, give --bits {top}",
                bits - top
            )),
            _ => None,
        }
    }

    /// What the first words look like as bytes.
    fn seem(&self, first: &[u64]) -> Looks {
        let Encoding::Binary { width, endian } = self.encoding else {
            return None;
        };
        let size = width.bytes();
        let bytes = |word: &u64| match endian {
            Endian::Little => word.to_le_bytes()[..size].to_vec(),
            Endian::Big => word.to_be_bytes()[8 - size..].to_vec(),
        };
        recognised(&first.iter().flat_map(bytes).collect::<Vec<u8>>(), true)
    }
}

impl Items {
    /// From what the tests count the values, where that is not as they are written.
    pub(super) fn counted(&self) -> Option<String> {
        match self {
            Self::Values { base, .. } if *base > 0 => {
                Some(format!("(the tests count from 0: value 0 is {base})"))
            }
            _ => None,
        }
    }

    /// How many bits, values or entries the tests are of; none for weighted values.
    pub(super) const fn size(&self) -> Option<u32> {
        match self {
            Self::Words { bits } | Self::Fractions { bits, .. } => Some(*bits),
            Self::Values {
                weights: Some(_), ..
            } => None,
            Self::Values { below, .. } => Some(*below),
            Self::Permutations { length, .. } => Some(*length),
        }
    }
}

fn typed(path: &Path, is_text: bool) -> Result<()> {
    if read::is_stdin(path) && std::io::stdin().is_terminal() && !is_text {
        return Err(anyhow!(
            "standard input is a terminal: name a FILE, pipe words in, or type numbers with --kind text; --help has examples"
        ));
    }
    Ok(())
}

/// How much of the input is looked at before anything is known of it.
const HEAD: u64 = 512;

/// The first bytes, and the rest; `None` after Ctrl-C.
fn peeked(mut input: Bytes) -> Result<Option<(Vec<u8>, Bytes)>> {
    let (send, receive) = mpsc::channel();
    // Left behind if the input is silent.
    thread::Builder::new().spawn(move || {
        let mut head = Vec::new();
        let read = input.by_ref().take(HEAD).read_to_end(&mut head);
        let _ = send.send(read.map(|_| (head, input)));
    })?;
    let stop = interrupt::flag();
    loop {
        match receive.recv_timeout(Duration::from_millis(50)) {
            Ok(read) => return Ok(Some(read.context("cannot read the input")?)),
            Err(_) if stop.load(Ordering::Relaxed) => return Ok(None),
            Err(_) => {}
        }
    }
}

/// So many binary numbers must be fractions until it is beyond doubt: of random words one in eight is, or one in thirty-two.
const BINARY: usize = 64;

/// How these bytes are written, where that is beyond doubt: as text, or as binary numbers with a fraction, from 0 to 1 if these
/// are `uniform`.
fn recognised(head: &[u8], uniform: bool) -> Looks {
    if let Some(text) = as_text(head) {
        let mut words = text
            .lines()
            .filter_map(|line| line.split('#').next())
            .flat_map(|line| line.split([' ', '\t', ',', '[', ']', '(', ')']))
            .filter(|word| !word.is_empty());
        let is_real = |word: &str| {
            !word.bytes().all(|byte| byte.is_ascii_digit()) && word.parse::<f64>().is_ok()
        };
        let kind = if words.any(is_real) {
            Kind::Float
        } else {
            Kind::Text
        };
        return Some((kind, Endian::Little));
    }
    let is_likely = |number: &f64| {
        let size = if uniform { *number } else { number.abs() };
        let most = if uniform { 1.0 } else { 2_f64.powi(64) };
        *number == 0.0 || (2_f64.powi(-64)..=most).contains(&size)
    };
    // Two fractions of four bytes look like one of eight.
    let widths = [(Width::Four, 24), (Width::Eight, 53)];
    let forms = widths.map(|form| [Endian::Little, Endian::Big].map(|endian| (form, endian)));
    let found = forms.as_flattened().iter().find(|((width, _), endian)| {
        let words = width.words(head, *endian).into_iter();
        let numbers: Vec<f64> = words.map(|word| width.number(word)).collect();
        numbers.len() >= BINARY
            && numbers.iter().all(is_likely)
            && numbers.iter().filter(|number| **number == 0.0).count() < BINARY / 4
    });
    found.map(|((width, bits), endian)| (Kind::Floats(*width, *bits), *endian))
}

/// The bytes as text, if they have nothing that text has not; a letter may be cut at the end.
fn as_text(head: &[u8]) -> Option<&str> {
    let text = match str::from_utf8(head) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => {
            str::from_utf8(&head[..error.valid_up_to()]).ok()?
        }
        Err(_) => return None,
    };
    let is_text = |c: char| matches!(c, '\t' | '\n' | '\r') || !c.is_control();
    (!text.is_empty() && text.chars().all(is_text)).then(|| text.trim_start_matches('\u{feff}'))
}

/// The largest of so many integers.
pub(super) fn last(base: u32, below: u32) -> u64 {
    u64::from(base) + u64::from(below) - 1
}

/// The weights of a list or of a file, and the names there.
pub(super) fn weights_of(given: &str) -> Result<(Vec<u64>, Option<Names>)> {
    let input: Bytes = if let Some(list) = whole_list(given) {
        Box::new(std::io::Cursor::new(list.join("\n").into_bytes()))
    } else {
        read::open(Path::new(given))
            .context("--weights is a list like 95,4,1 or 99.4,0.6, or a file")?
    };
    let (weights, names) = weights(input).with_context(|| format!("--weights {given}"))?;
    if weights.iter().filter(|weight| **weight > 0).count() < 2 {
        return Err(anyhow!(
            "--weights {given}: at least two weights must be above 0"
        ));
    }
    Ok((weights, names))
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.items {
            Items::Fractions {
                bits,
                law: Law::Uniform,
            } => {
                write!(f, "the top {bits} bits of {}", Law::Uniform)?;
            }
            Items::Fractions { bits, law } => {
                write!(
                    f,
                    "the top {bits} bits of the places, from 0 up to 1, of {law}"
                )?;
            }
            Items::Words { bits } => write!(f, "words of {bits} bits")?,
            Items::Permutations { .. } => return f.write_str("permutations, as text"),
            Items::Values {
                below,
                base,
                weights,
            } => {
                match (&self.names, base) {
                    (Some(names), _) => write!(f, "{} symbols: {}", names.len(), names.shown())?,
                    (None, 0) => write!(f, "integers below {below}")?,
                    (None, base) => write!(f, "integers from {base} to {}", last(*base, *below))?,
                }
                if let Some(weights) = weights {
                    let more = if weights.len() > 8 { ", ..." } else { "" };
                    let first: Vec<_> = weights.iter().take(8).map(ToString::to_string).collect();
                    write!(f, ", with the weights {}{more}", first.join(", "))?;
                }
            }
        }
        match self.encoding {
            Encoding::Text => f.write_str(", as text"),
            Encoding::Binary {
                width: Width::One, ..
            } => f.write_str(", in bytes"),
            Encoding::Binary { width, endian } => {
                let order = if endian == Endian::Little {
                    "little"
                } else {
                    "big"
                };
                write!(f, ", in {} bytes, {order} endian", width.bytes())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_fractions_are_recognised_and_words_are_not() {
        let mut state = 1_u64;
        let words: Vec<u64> = (0..200)
            .map(|_| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                state
            })
            .collect();
        let fraction = |word: &u64| (word >> 11) as f64 / 2_f64.powi(53);
        let le: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let f64_be: Vec<u8> = words
            .iter()
            .flat_map(|word| fraction(word).to_be_bytes())
            .collect();
        let f32_le: Vec<u8> = words
            .iter()
            // None is small, so that two of them are a double from 0 to 1.
            .flat_map(|word| (0.5 + (word >> 41) as f32 / 2_f32.powi(24)).to_le_bytes())
            .collect();
        let signed: Vec<u8> = words
            .iter()
            .flat_map(|word| (8.0 * fraction(word) - 4.0).to_le_bytes())
            .collect();
        let small: Vec<u8> = words
            .iter()
            .flat_map(|word| ((word >> 61) as u32).to_le_bytes())
            .collect();
        let (single, double) = (
            Kind::Floats(Width::Four, 24),
            Kind::Floats(Width::Eight, 53),
        );
        for (head, uniform, looks) in [
            (
                &b"3 5\n0x1F # fuenf 0.5"[..],
                true,
                Some((Kind::Text, Endian::Little)),
            ),
            (
                "# fünf\n1, 0.5".as_bytes(),
                true,
                Some((Kind::Float, Endian::Little)),
            ),
            (b"1e-3", true, Some((Kind::Float, Endian::Little))),
            (b"", true, None),
            (&le, true, None),
            (&le, false, None),
            (&small, true, None),
            (&small, false, None),
            (&f64_be, true, Some((double, Endian::Big))),
            (&f32_le, true, Some((single, Endian::Little))),
            (&signed, true, None),
            (&signed, false, Some((double, Endian::Little))),
            (&f64_be[..256], true, None),
        ] {
            assert_eq!(recognised(head, uniform), looks, "{head:?}");
        }
    }
}
