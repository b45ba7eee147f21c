//! The source of the items that `roguelab test` reads.

use std::fmt;
use std::io::{Cursor, IsTerminal, Read as _};
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use gof::Verdict;

use super::super::arguments::KINDS;
use super::super::output::counted;
use super::TestArgs;
use super::arguments::{name, whole_list};
use super::kind::{Looks, peeked, recognised};
use super::looks::{Finding, Findings};
use crate::files::read;
use answers::read::{
    Distribution, Domain, Encoding, Endian, Input, InputSummary, ItemKind, Names, NumberReader,
    Width, names, weights,
};

/// Among this many words it is no coincidence that a bit is never set.
const NOTED: u64 = 64;

/// The kind of the items.
pub(super) enum Items {
    Words {
        bits: u32,
        /// Whether the width is an assumption: then every second word is judged as well.
        is_assumed: bool,
    },
    /// Numbers from a distribution, as the top bits of their places between 0 and 1.
    Fractions { bits: u32, law: Distribution },
    Values {
        below: u32,
        base: u32,
        weights: Option<Vec<u64>>,
    },
    /// Permutations, with the length of the first line.
    Permutations { base: Option<u32>, length: u32 },
}

/// A source of items, described by the options and the first bytes.
pub(super) struct Source {
    pub(super) items: Items,
    pub(super) encoding: Encoding,
    pub(super) names: Option<Names>,
}

/// The length for which tests of permutations are listed, since it is known only when they are read.
pub(super) const LISTED_LENGTH: u32 = 6;

impl Source {
    /// The source that the options describe, if they are consistent; where they say nothing, the look of the input decides.
    pub(super) fn new(args: &TestArgs, looks: Looks) -> Result<Self> {
        let names = match &args.symbols {
            Some(file) => Some(
                names(read::stream(file)?)
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
            (None, Some(names)) => u32::try_from(names.count()).ok(),
            (None, None) => args.below,
        };
        let law = args.law();
        let usual = match looks {
            Some((kind, _)) => kind,
            None if below.is_some() => ItemKind::Text,
            None if law != Distribution::Uniform => ItemKind::Float,
            None => ItemKind::Binary(Width::Four, 32),
        };
        let kind = match args.kind.unwrap_or(usual) {
            ItemKind::Text if law != Distribution::Uniform => ItemKind::Float,
            ItemKind::Binary(..) if law != Distribution::Uniform => {
                bail!("{law} are not whole words: give --kind float, f32 or f64");
            }
            kind => kind,
        };
        let (encoding, most, usual) = match kind {
            ItemKind::Binary(width, bits) | ItemKind::Floats(width, bits) => (
                Encoding::Binary {
                    width,
                    endian: (args.endian.or(looks.map(|looks| looks.1))).unwrap_or_default(),
                },
                bits,
                // How fine the places of other numbers are depends on the number.
                if law == Distribution::Uniform {
                    bits
                } else {
                    bits * 2 / 3
                },
            ),
            ItemKind::Text | ItemKind::Float if args.endian.is_some() => {
                bail!("--endian is for binary words: leave it out, or name a --kind of words");
            }
            ItemKind::Text => (Encoding::Text, 64, 32),
            ItemKind::Float => (Encoding::Text, 53, 32),
            ItemKind::Trace => bail!("a trace is for `roguelab who`"),
        };
        let has_fractions = matches!(kind, ItemKind::Float | ItemKind::Floats(..));
        let Some(below) = below else {
            let bits = args.bits.unwrap_or(usual);
            if bits > most {
                bail!(
                    "--bits {bits} are more than the {most} of this --kind: give fewer, or another"
                );
            }
            if args.base.is_some() {
                bail!(
                    "--base is for --below, --weights or --permutations: say what the numbers are"
                );
            }
            return Ok(Self {
                items: if has_fractions {
                    Items::Fractions { bits, law }
                } else {
                    let is_binary = matches!(encoding, Encoding::Binary { .. });
                    let is_said = args.kind.is_some() || args.bits.is_some();
                    Items::Words {
                        bits,
                        is_assumed: is_binary && !is_said,
                    }
                },
                encoding,
                names,
            });
        };
        let base = args.base.unwrap_or(0);
        if has_fractions {
            bail!(
                "fractions are not integers: leave out --below, --weights and --symbols, or give the integers"
            );
        }
        if names.is_some() && (args.base.is_some() || encoding != Encoding::Text) {
            bail!("symbols are text and have no first number: leave out --kind and --base");
        }
        if last(base, below) > u32::MAX.into() {
            bail!(
                "{below} integers from {base} go beyond {}: give a smaller --base",
                u32::MAX
            );
        }
        if matches!(kind, ItemKind::Binary(_, bits) if last(base, below) >> bits.min(32) > 0) {
            bail!(
                "words of {most} bits do not reach {}, the last integer: name a wider --kind",
                last(base, below)
            );
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

    /// The source in a file or standard input, with its bytes, unless they would have to be typed. `None` after Ctrl-C.
    pub(super) fn open(args: &TestArgs, path: &Path) -> Result<Option<(Self, Input)>> {
        let is_open = args.kind.is_none() && args.endian.is_none();
        let are_numbers = !args.permutations && args.below.is_none() && args.symbols.is_none();
        if !is_open || !are_numbers || args.weights.is_some() {
            let source = Self::new(args, None)?;
            typed(path, source.encoding == Encoding::Text)?;
            return Ok(Some((source, read::stream(path)?)));
        }
        typed(path, false)?;
        // Options that contradict each other are refused before anything is read.
        Self::new(args, Some((ItemKind::Text, Endian::Little)))?;
        let Some((head, rest)) = read::named(path, peeked(read::stream(path)?))? else {
            return Ok(None);
        };
        let looks = recognised(&head, args.law() == Distribution::Uniform);
        Ok(Some((
            Self::new(args, looks)?,
            read::timed(Cursor::new(head).chain(rest)),
        )))
    }

    /// The domain of the numbers in the stream.
    fn domain(&self) -> Domain {
        match (&self.names, &self.items) {
            (Some(names), _) => Domain::Named(names.clone()),
            (None, Items::Fractions { bits, law }) => Domain::Fractions {
                bits: *bits,
                law: *law,
            },
            (None, Items::Words { bits, .. }) => Domain::up_to(u64::MAX >> (64 - bits)),
            (None, Items::Values { below, base, .. }) => Domain::Whole {
                first: (*base).into(),
                last: last(*base, *below).into(),
            },
            (None, Items::Permutations { .. }) => Domain::up_to(u32::MAX.into()),
        }
    }

    /// The numbers of the source.
    pub(super) fn numbers<T: TryFrom<u64>>(&self, input: Input) -> NumberReader<T> {
        NumberReader::new(input, self.encoding, self.domain())
    }

    /// A note on words that are another kind of items, and how to give that; `first` holds the first words.
    pub(super) fn note_on_misreading(
        &self,
        items: u64,
        seen: InputSummary,
        first: &[u64],
    ) -> Option<String> {
        let Items::Words { bits, .. } = self.items else {
            return None;
        };
        if items < NOTED || seen.union == 0 {
            return None;
        }
        if let (Encoding::Binary { width, endian }, looks) = (self.encoding, self.seem(first))
            && let Some((kind, order)) = looks
            && (kind, order) != (ItemKind::Binary(width, bits), endian)
        {
            let order = if order == endian { "" } else { " --endian big" };
            return Some(match kind {
                ItemKind::Text if bits > 32 => {
                    format!("the input is text: give --bits {bits} instead of --kind")
                }
                ItemKind::Text => "the input is text: leave out --kind".into(),
                ItemKind::Float => "the input is fractions in text: give --kind float".into(),
                kind => format!(
                    "the input looks like fractions: give --kind {}{order}",
                    name(KINDS, kind).unwrap_or_default()
                ),
            });
        }
        let top = 64 - seen.union.leading_zeros();
        let (least, most) = (first.iter().min()?, first.iter().max()?);
        if least < most && top < bits && first.len() as u64 >= 2 * (most - least + 1) {
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
                "the first {} numbers are from {least} to {most}: if they are dice or the like, say so, as with --below {}{base}{kind}",
                first.len(),
                most - least + 1
            ));
        }
        None
    }

    /// A note on what is odd about all the words, and what to do about it.
    pub(super) fn note(&self, items: u64, seen: InputSummary) -> Option<String> {
        let (bits, law) = match &self.items {
            Items::Words { bits, .. } => (*bits, None),
            Items::Fractions { bits, law } => (*bits, Some(law)),
            Items::Values { .. } | Items::Permutations { .. } => return None,
        };
        let grid = law.map(|law| 10_f64.powf(seen.digits.after.into()) / law.steepest());
        // So fine a grid is uneven by less than one in a thousand.
        let fine = grid.map_or(0, |grid| grid.log2() as u32);
        if law.is_some() && self.encoding == Encoding::Text && fine < bits + 10 {
            return Some(format!(
                "no number has more than {} after the point: print more, or give --bits {}",
                counted(seen.digits.after, "digit"),
                fine.saturating_sub(10).max(8)
            ));
        }
        if items < NOTED || seen.union == 0 {
            return None;
        }
        let (top, low) = (64 - seen.union.leading_zeros(), seen.union.trailing_zeros());
        if law.is_some() {
            return (low > 0 && bits - low >= 8).then(|| {
                format!(
                    "the lowest bits are never set, {low} of {bits}: if the generator has no more, give --bits {}",
                    bits - low
                )
            });
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
                "the highest bits are never set, {} of {bits}: if the words have no more, give --bits {top}",
                bits - top
            )),
            _ => None,
        }
    }

    /// A note on the kind that shows what only tests of every second word find.
    pub(super) fn note_on_halves(&self, findings: &Findings) -> Option<String> {
        let failing = findings
            .rows
            .iter()
            .filter(|row| row.verdict == Verdict::Fail);
        let failing: Vec<&Finding> = failing.collect();
        if failing.is_empty() || !failing.iter().all(|row| row.is_of_halves()) {
            return None;
        }
        let fails = |name: &str| failing.iter().any(|row| row.test == name);
        let mut names = ["linear-complexity-first", "linear-complexity-second"];
        if matches!(
            self.encoding,
            Encoding::Binary {
                endian: Endian::Big,
                ..
            }
        ) {
            names.reverse();
        }
        let [low, high] = names;
        Some(if fails(low) {
            "these look like words of 64 bits with a linear lowest bit: --kind u64 shows it".into()
        } else if fails(high) {
            "only one of each two words fails: --kind u64 --only complexity:bit=32 shows it".into()
        } else {
            "only one of each two words fails: they may be halves of words of 64 bits".into()
        })
    }

    /// A guess, from their bytes, at how the first words are written.
    pub(super) fn seem(&self, first: &[u64]) -> Looks {
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
    /// How the tests count the values, if that differs from how they are written.
    pub(super) fn counted(&self) -> Option<String> {
        match self {
            Self::Values { base, .. } if *base > 0 => {
                Some(format!("(the tests count from 0: value 0 is {base})"))
            }
            _ => None,
        }
    }

    /// The bits, values or entries that the tests assume; `None` for weighted values.
    pub(super) const fn size(&self) -> Option<u32> {
        match self {
            Self::Words { bits, .. } | Self::Fractions { bits, .. } => Some(*bits),
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
        bail!(
            "standard input is a terminal: name a FILE, pipe words in, or type numbers with --kind text; --help has examples"
        );
    }
    Ok(())
}

/// The largest of `below` consecutive integers from `base` on.
pub(super) fn last(base: u32, below: u32) -> u64 {
    u64::from(base) + u64::from(below) - 1
}

/// The weights in a list or a file, and the names if there are any.
pub(super) fn weights_of(given: &str) -> Result<(Vec<u64>, Option<Names>)> {
    let input: Input = if let Some(list) = whole_list(given) {
        Input::of_bytes(list.join("\n").into_bytes())
    } else {
        read::stream(Path::new(given))
            .context("--weights is a list like 95,4,1 or 99.4,0.6, or a file")?
    };
    let (weights, names) = weights(input).with_context(|| format!("--weights {given}"))?;
    if weights.iter().filter(|weight| **weight > 0).count() < 2 {
        bail!("--weights {given}: at least two weights must be above 0");
    }
    Ok((weights, names))
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.items {
            Items::Fractions {
                bits,
                law: Distribution::Uniform,
            } => {
                write!(f, "the top {bits} bits of {}", Distribution::Uniform)?;
            }
            Items::Fractions { bits, law } => {
                write!(
                    f,
                    "the top {bits} bits of the places, from 0 up to 1, of {law}"
                )?;
            }
            Items::Words { bits, .. } => write!(f, "words of {bits} bits")?,
            Items::Permutations { .. } => return f.write_str("permutations, as text"),
            Items::Values {
                below,
                base,
                weights,
            } => {
                match (&self.names, base) {
                    (Some(names), _) => write!(f, "{} symbols: {}", names.count(), names.shown())?,
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
