//! The source of the items that are tested.

use std::fmt;

use super::TestError;
use super::guess::{Guess, guess_encoding};
use crate::read::{
    Distribution, Domain, Encoding, Endian, Input, ItemKind, Names, NumberReader,
    PermutationReader, ReadError, Width,
};

/// What is known about the items, and how they are written.
#[derive(Clone, Debug, Default)]
pub struct SourceOptions {
    /// How numbers are written.
    pub kind: Option<ItemKind>,
    /// The byte order of binary words.
    pub endian: Option<Endian>,
    /// How many bits are random: the low bits of a word, or the top bits of a fraction.
    pub bits: Option<u32>,
    /// How many integers there are, if the numbers are integers below a bound.
    pub below: Option<u32>,
    /// The lowest integer.
    pub base: Option<u32>,
    /// The weights of the values, of which there are as many.
    pub weights: Option<Vec<u64>>,
    /// The names of the values or, in this order, of the entries of a permutation.
    pub names: Option<Names>,
    /// Whether the items are permutations.
    pub permutations: bool,
    /// The distribution of numbers with a fraction.
    pub law: Distribution,
}

impl SourceOptions {
    /// Whether the first bytes of the input must say how its items are written.
    pub const fn needs_guess(&self) -> bool {
        self.kind.is_none()
            && self.endian.is_none()
            && self.below.is_none()
            && self.weights.is_none()
            && self.names.is_none()
            && !self.permutations
    }

    /// Whether an option says how words are written.
    pub const fn has_kind(&self) -> bool {
        self.kind.is_some() || self.endian.is_some() || self.bits.is_some()
    }

    /// How many values there are, if that is said.
    fn bound(&self) -> Option<u32> {
        if let Some(weights) = &self.weights {
            return u32::try_from(weights.len()).ok();
        }
        if let Some(names) = &self.names {
            return u32::try_from(names.count()).ok();
        }
        self.below
    }

    /// How the numbers are written.
    fn item_kind(&self, is_bounded: bool, guess: Option<Guess>) -> Result<ItemKind, TestError> {
        let is_uniform = self.law == Distribution::Uniform;
        let usual = match guess {
            Some(guess) => guess.kind,
            None if is_bounded => ItemKind::Text,
            None if !is_uniform => ItemKind::Float,
            None => ItemKind::Binary(Width::Four, 32),
        };
        match self.kind.unwrap_or(usual) {
            ItemKind::Text if !is_uniform => Ok(ItemKind::Float),
            ItemKind::Binary(..) if !is_uniform => Err(TestError::NotWhole(self.law)),
            ItemKind::Trace => Err(TestError::Trace),
            kind => Ok(kind),
        }
    }

    fn encoding(&self, kind: ItemKind, guess: Option<Guess>) -> Result<Encoding, TestError> {
        match kind {
            ItemKind::Binary(width, _) | ItemKind::Floats(width, _) => {
                let endian = self.endian.or(guess.map(|guess| guess.endian));
                let endian = endian.unwrap_or_default();
                Ok(Encoding::Binary { width, endian })
            }
            _ if self.endian.is_some() => Err(TestError::EndianOfText),
            _ => Ok(Encoding::Text),
        }
    }

    /// Words or fractions of this kind.
    fn words(&self, kind: ItemKind) -> Result<Items, TestError> {
        let (most, usual) = match kind {
            // How fine the places of other numbers are depends on the number.
            ItemKind::Floats(_, bits) if self.law != Distribution::Uniform => (bits, bits * 2 / 3),
            ItemKind::Binary(_, bits) | ItemKind::Floats(_, bits) => (bits, bits),
            ItemKind::Float => (53, 32),
            ItemKind::Text | ItemKind::Trace => (64, 32),
        };
        let bits = self.bits.unwrap_or(usual);
        if bits > most {
            return Err(TestError::TooManyBits { bits, most });
        }
        if self.base.is_some() {
            return Err(TestError::BaseWithoutBound);
        }
        if is_fraction(kind) {
            let law = self.law;
            return Ok(Items::Fractions { bits, law });
        }
        let is_said = self.kind.is_some() || self.bits.is_some();
        let is_assumed = matches!(kind, ItemKind::Binary(..)) && !is_said;
        Ok(Items::Words { bits, is_assumed })
    }

    /// Integers below a bound, written like this.
    fn values(&self, below: u32, kind: ItemKind) -> Result<Items, TestError> {
        if is_fraction(kind) {
            return Err(TestError::FractionsBelowBound);
        }
        if self.names.is_some() && (self.base.is_some() || kind != ItemKind::Text) {
            return Err(TestError::NamesOfNumbers);
        }
        let base = self.base.unwrap_or(0);
        let last = last_value(base, below);
        if last > u32::MAX.into() {
            return Err(TestError::TooLarge { base, below });
        }
        if let ItemKind::Binary(_, bits) = kind
            && last >> bits.min(32) > 0
        {
            return Err(TestError::TooNarrow { bits, last });
        }
        Ok(Items::Values {
            below,
            base,
            weights: self.weights.clone(),
        })
    }
}

const fn is_fraction(kind: ItemKind) -> bool {
    matches!(kind, ItemKind::Float | ItemKind::Floats(..))
}

/// The kind of the items.
#[derive(Clone, Debug)]
pub enum Items {
    /// Words.
    Words {
        /// How many bits a word has.
        bits: u32,
        /// Whether the width is an assumption: then every second word is judged as well.
        is_assumed: bool,
    },
    /// Numbers from a distribution, as the top bits of their places between 0 and 1.
    Fractions {
        /// How many bits are taken of each place.
        bits: u32,
        /// The distribution.
        law: Distribution,
    },
    /// Integers below a bound, or names.
    Values {
        /// How many values there are.
        below: u32,
        /// The lowest integer.
        base: u32,
        /// The weights, unless all values are equally likely.
        weights: Option<Vec<u64>>,
    },
    /// Permutations.
    Permutations {
        /// The lowest entry, if it is given.
        base: Option<u32>,
        /// How many entries there are.
        length: u32,
        /// A description of the entries; `None` before the first line is read.
        about: Option<String>,
    },
}

impl Items {
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

/// A source of items, described by the options and the first bytes. `Display` says what the items are.
#[derive(Clone, Debug)]
pub struct Source {
    /// The kind of the items.
    pub items: Items,
    /// How they are written.
    pub encoding: Encoding,
    /// The names of the values or of the entries.
    pub(super) names: Option<Names>,
}

/// The length for which tests of permutations are listed, since it is known only when they are read.
pub(super) const LISTED_LENGTH: u32 = 6;

impl Source {
    /// The source that the options describe, if they are consistent; where they say nothing, the guess decides.
    pub fn new(options: &SourceOptions, guess: Option<Guess>) -> Result<Self, TestError> {
        let names = options.names.clone();
        if options.permutations {
            return Ok(Self {
                items: Items::Permutations {
                    base: options.base,
                    length: LISTED_LENGTH,
                    about: None,
                },
                encoding: Encoding::Text,
                names,
            });
        }
        let bound = options.bound();
        let kind = options.item_kind(bound.is_some(), guess)?;
        let encoding = options.encoding(kind, guess)?;
        let items = match bound {
            Some(below) => options.values(below, kind)?,
            None => options.words(kind)?,
        };
        Ok(Self {
            items,
            encoding,
            names,
        })
    }

    /// Refuses to be compared with a source of other items.
    pub fn refuse_other_kind(&self, other: &Self) -> Result<(), TestError> {
        let (one, other) = (self.to_string(), other.to_string());
        if one == other {
            return Ok(());
        }
        Err(TestError::OtherKind { one, other })
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
                last: last_value(*base, *below).into(),
            },
            (None, Items::Permutations { .. }) => Domain::up_to(u32::MAX.into()),
        }
    }

    /// The numbers of the source.
    pub fn numbers<T: TryFrom<u64>>(&self, input: Input) -> NumberReader<T> {
        NumberReader::new(input, self.encoding, self.domain())
    }

    /// The permutations of the source, whose first line says what their entries are.
    pub fn permutations(&mut self, input: Input) -> Result<PermutationReader, ReadError> {
        let base = match self.items {
            Items::Permutations { base, .. } => base,
            _ => None,
        };
        let reader = PermutationReader::new(input, base, self.names.clone())?;
        self.items = Items::Permutations {
            base,
            length: reader.length() as u32,
            about: Some(reader.about()),
        };
        Ok(reader)
    }

    /// A guess, from their bytes, at how the first words are written; `None` for text.
    pub fn guess_from_words(&self, first: &[u64]) -> Option<Guess> {
        let Encoding::Binary { width, endian } = self.encoding else {
            return None;
        };
        let size = width.bytes();
        let mut bytes = Vec::new();
        for word in first {
            match endian {
                Endian::Little => bytes.extend(&word.to_le_bytes()[..size]),
                Endian::Big => bytes.extend(&word.to_be_bytes()[8 - size..]),
            }
        }
        guess_encoding(&bytes, true)
    }
}

/// The largest of `below` consecutive integers from `base` on.
fn last_value(base: u32, below: u32) -> u64 {
    u64::from(base) + u64::from(below) - 1
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.items {
            Items::Fractions {
                bits,
                law: law @ Distribution::Uniform,
            } => write!(f, "the top {bits} bits of {law}")?,
            Items::Fractions { bits, law } => write!(
                f,
                "the top {bits} bits of the places, from 0 up to 1, of {law}"
            )?,
            Items::Words { bits, .. } => write!(f, "words of {bits} bits")?,
            Items::Permutations {
                about: Some(about), ..
            } => return f.write_str(about),
            Items::Permutations { .. } => return f.write_str("permutations, as text"),
            Items::Values {
                below,
                base,
                weights,
            } => {
                match (&self.names, base) {
                    (Some(names), _) => write!(f, "{} symbols: {}", names.count(), names.shown())?,
                    (None, 0) => write!(f, "integers below {below}")?,
                    (None, base) => {
                        write!(f, "integers from {base} to {}", last_value(*base, *below))?;
                    }
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
                let order = match endian {
                    Endian::Little => "little",
                    Endian::Big => "big",
                };
                write!(f, ", in {} bytes, {order} endian", width.bytes())
            }
        }
    }
}
