//! Rules that make numbers of words, as they are written here and as people write them in their languages.
//!
//! ```
//! use roguelab_answers::rule::{KnownOfRule, read_rule};
//!
//! let known = KnownOfRule::default();
//! let reading = read_rule("Math.floor(Math.random() * 6) + 1", known).unwrap();
//! assert_eq!((&*reading.rule, reading.bits), ("floor(u * 6) + 1", Some(53)));
//! assert_eq!(read_rule("4d6kh3", known).unwrap().rule, "highest(3, d6, d6, d6, d6)");
//! ```

mod calls;
mod form;
mod pasted;
mod tokens;

use std::fmt;

pub use form::{NumberRule, RuleError, RuleForm};
use serde::{Serialize, Serializer};

/// How a rule that was pasted from a program is read.
#[derive(Clone, Debug, Serialize)]
pub struct RuleReading {
    /// The text that was given.
    pub pasted: String,
    /// The rule in our language.
    pub rule: String,
    /// The bits of its words, if they are given or follow from it.
    pub bits: Option<u32>,
    /// What was assumed.
    pub assumptions: Vec<Assumption>,
}

impl RuleReading {
    /// Whether the rule depends on how many numbers are wanted.
    pub fn has_n(&self) -> bool {
        let mut names = self.rule.split(|c: char| !c.is_ascii_alphanumeric());
        names.any(|name| name == "n")
    }
}

/// What is assumed about a rule that is read.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Assumption {
    /// `rand()` of C has 31 bits.
    RandMax,
    /// What this function draws has so many bits.
    Bits(String, u32),
    /// A fraction is a word of 53 bits over 2^53.
    FractionOf53Bits,
    /// This variable is a fraction.
    VariableFraction(String),
    /// This variable is a word of so many bits.
    VariableWord(String, u32),
    /// A word has a sign.
    Signed,
    /// A library draws fairly below a bound.
    FairDraw(String),
    /// Fractions are rounded down, to be counted.
    WholeParts,
}

impl Serialize for Assumption {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RandMax => {
                f.write_str("RAND_MAX is 2147483647, as on Linux (--rand-max 32767: as on Windows)")
            }
            Self::Bits(name, bits) => write!(f, "{name}() has {bits} random bits (or --bits B)"),
            Self::FractionOf53Bits => f.write_str("u is a double of 53 random bits (or --bits B)"),
            Self::VariableFraction(name) => {
                write!(
                    f,
                    "{name} is a fraction, u, a double of 53 random bits (or --bits B)"
                )
            }
            Self::VariableWord(name, bits) => {
                write!(
                    f,
                    "{name} is a random word, w, of {bits} bits (or --bits B)"
                )
            }
            Self::Signed => f.write_str("a word of 32 bits has a sign"),
            Self::FairDraw(name) => write!(
                f,
                "{name} makes all its numbers equally likely, as a die does"
            ),
            Self::WholeParts => {
                f.write_str("it gives fractions, of which the whole part is counted")
            }
        }
    }
}

impl fmt::Display for RuleReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "read as {}", self.rule)?;
        for assumption in &self.assumptions {
            writeln!(f, "  assumed: {assumption}")?;
        }
        Ok(())
    }
}

/// Whether a text has names that our rules do not have, or characters: it was written in another language.
pub(crate) fn is_foreign(text: &str) -> bool {
    pasted::has_foreign_names(text)
}

/// What is known about a rule.
#[derive(Clone, Copy, Debug, Default)]
pub struct KnownOfRule {
    /// The bits of a word.
    pub bits: Option<u32>,
    /// The greatest word, in place of its bits.
    pub rand_max: Option<u64>,
    /// How many numbers the rule gives.
    pub n: Option<u32>,
}

impl KnownOfRule {
    /// The bits of a word, also of one that has a greatest.
    pub(crate) fn word_bits(self) -> Option<u32> {
        let bits = self.rand_max.map(|most| u64::BITS - most.leading_zeros());
        self.bits.or(bits)
    }
}

/// Reads a rule as people write it in their languages; `None` if it has something that is not known.
pub fn read_rule(text: &str, known: KnownOfRule) -> Option<RuleReading> {
    let rewritten = pasted::rewrite(text, known)?;
    let mut assumptions = Vec::new();
    for assumption in rewritten.assumptions {
        if !assumptions.contains(&assumption) {
            assumptions.push(assumption);
        }
    }
    Some(RuleReading {
        pasted: text.trim().to_owned(),
        rule: rewritten.rule,
        bits: rewritten.bits,
        assumptions,
    })
}

#[cfg(test)]
mod tests;
