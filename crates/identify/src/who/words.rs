//! What a search says, in English.

use std::fmt;

use super::method::{Candidates, Method, Progress, Span};
use super::{Complexity, Congruential, Derivation, Parameters, Why};
use crate::convention;

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GivenSeed => "the given seed",
            Self::GivenText => "what programs make of the given text",
            Self::InitialStates => "the states of libraries that nobody seeded",
            Self::GivenSeeds => "the given seeds",
            Self::FamiliarSeeds => "the seeds that people use most",
            Self::FirstSeeds => "the first seeds",
            Self::GivenSeedLater => "the given seed, at later outputs",
            Self::RandomOfBsd => "random() of BSD",
            Self::InvertedStates => "states computed from outputs",
            Self::LinearStates => "states of linear generators",
            Self::CongruentialStates | Self::MoreCongruentialStates => {
                "states of linear congruential generators"
            }
            Self::UnknownCongruential => "unknown multipliers and moduli",
            Self::Shifts => "unknown shifts",
            Self::Carries => "unknown multipliers with carries",
            Self::LaggedSums => "sums of earlier numbers",
            Self::TwisterSeeds => "MT19937",
            Self::BitRecurrences => "recurrences of bits",
            Self::MoreFirstSeeds => "some more of the first seeds",
            Self::KnownMistakes => "known mistakes",
            Self::RecentTimes => "days and recent times as seeds",
            Self::TwisterStates => "states of MT19937",
            Self::ChosenSeeds => "seeds that people choose",
            Self::LikelySeeds => "seeds of likely generators",
            Self::SmallSeeds => "small seeds",
            Self::EarlierTimes => "earlier times as seeds",
            Self::MillionSeeds => "more seeds",
            Self::AllSeeds => "all seeds",
        })
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Begins(method) => method.fmt(f),
            Self::Seeds(key, from) => write!(f, "seeds of {key} from {from} on"),
        }
    }
}

impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.are_states() {
            f.write_str("states of ")?;
        } else if self.are_first_seeds() {
            f.write_str("seeds of ")?;
        }
        f.write_str(&self.name())?;
        match self {
            Self::Times {
                latest: Some((tried, all)),
                ..
            } => write!(f, ", the latest {tried} of {all} only"),
            _ => Ok(()),
        }
    }
}

impl Candidates {
    /// What the states or first seeds are of; all of the description for others.
    pub fn name(self) -> String {
        match self {
            Self::States(key) | Self::Seeds(key) => key.to_owned(),
            Self::StatesOfBsd(kind) => format!("random(3), type {kind}"),
            Self::SeedsByFirstBlock(key) => format!("{key}, by its first block"),
            Self::SeedsBefore(key, within) => format!("{key}, {within} outputs before at most"),
            Self::PlacesOfGivenSeed(key) => {
                format!("the given seed of {key}, from any of its first outputs on")
            }
            Self::GivenSeeds(key) => format!("some of the given seeds of {key}"),
            Self::GivenText => "what programs make of the given text".to_owned(),
            Self::InitialStates => "the states of libraries that nobody seeded".to_owned(),
            Self::SeedsWithMistakes => "ports with known mistakes".to_owned(),
            Self::SeedsOfLines => "the seed of each line, with every generator".to_owned(),
            Self::Days(key) => format!("days of 2015 to 2029 as seeds of {key}"),
            Self::Times { span, key, .. } => format!("{span} as seeds of {key}"),
            Self::BitRecurrences => {
                "linear recurrences of each bit, of less than half as many bits as there are numbers"
                    .to_owned()
            }
            Self::Multipliers => {
                "multiplier, increment and modulus of outputs that are states".to_owned()
            }
            Self::Shifts => "shifts of xorshift generators with states of 1 to 5 words".to_owned(),
            Self::Carries => "multiplier and lag of words with carries".to_owned(),
            Self::Sums(longest) => {
                format!("sums and differences of two numbers, the earlier at most {longest} before")
            }
        }
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Years2001To2033 => "times of 2001 to 2033",
            Self::Years2006To2023 => "times of 2006 to 2023",
            Self::Since2023 => "times of 2023 until tomorrow",
            Self::LastMonth => "times of the last month",
            Self::SinceYesterday => "times since yesterday",
            Self::MillisecondsOfLastMonth => "milliseconds of the last month",
        })
    }
}

impl fmt::Display for Derivation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Converted(conventions) => f.write_str(&convention::join(conventions)),
            Self::Scaled {
                constants,
                shape,
                fractions,
            } => {
                f.write_str(constants.as_deref().unwrap_or("a constant + another"))?;
                let fractions = convention::join(fractions);
                write!(f, " * {shape}; each fraction is {fractions}")
            }
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BlockIsOpen(numbers) => {
                return write!(
                    f,
                    "it is not known where a block of 64 ends: give at least {numbers} in a row, so that one ends among them"
                );
            }
            Self::NotAsPredicted => "a number is not as predicted",
            Self::OtherStates => {
                "other seeds or states make these numbers too, and may go on differently"
            }
            Self::OtherAnswers => {
                "other seeds, states, starts, bounds or conventions make these numbers too, and may go on differently"
            }
            Self::OtherModuli => {
                "another modulus explains these numbers too, and goes on differently"
            }
            Self::BoundsDiffer => "the numbers have different bounds",
            Self::SeveralSeeds => "several seeds were given",
            Self::OnlyComplexity => "only its linear complexity is known",
            Self::OnlyLags => "only its lags are known",
            Self::TooGreat => "they are too great",
            Self::ConstantsAreOpen => "the constants are not known well enough",
            Self::FirstOfSeed => "the first number is the first of the seed",
            Self::FewerOutputs => {
                "fewer outputs of the seed come before them than a number takes"
            }
            Self::OutputsAreOpen => "it is not known how many outputs each number took",
            Self::NoWayBack => "neither a seed nor a state was found that can be stepped back",
        })
    }
}

impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SeedsOfLines => f.write_str("each line from its seed"),
            Self::Complexity(length) => write!(f, "linear complexity {length}"),
            Self::Lags { long, short } => write!(f, "lags {long} and {short}"),
            Self::Shifts([first, second, third]) => {
                write!(f, "shifts {first}, {second} and {third}")
            }
            Self::Carries {
                multiplier,
                lag,
                word,
            } => write!(
                f,
                "multiplier {multiplier}, lag {lag}, words of {word} bits"
            ),
            Self::Congruential(all) => {
                let all: Vec<String> = all.iter().map(ToString::to_string).collect();
                f.write_str(&all.join("; or "))
            }
        }
    }
}

impl fmt::Display for Congruential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "multiplier {}, ", self.multiplier)?;
        if self.increment > 0 {
            write!(f, "increment {}, ", self.increment)?;
        }
        write!(f, "modulus {}", modulus_name(self.modulus))?;
        if self.is_one_of_several {
            f.write_str(" (other multipliers make the same numbers)")?;
        }
        Ok(())
    }
}

/// A modulus, as a power of 2 if it is one.
pub(super) fn modulus_name(modulus: u128) -> String {
    if modulus.is_power_of_two() {
        format!("2^{}", modulus.trailing_zeros())
    } else {
        modulus.to_string()
    }
}

impl fmt::Display for Complexity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Repeated(period) => write!(f, "the numbers repeat after {period}"),
            Self::NoBit { shortest, numbers } => write!(
                f,
                "no bit follows a linear recurrence: the shortest one has {shortest} bits, and random bits give about half of \
                 {numbers}, the number of numbers"
            ),
            Self::SomeBits {
                linear,
                bits,
                longest,
            } => write!(
                f,
                "{} of {bits} bits follow linear recurrences, of at most {longest} bits: {}",
                linear.len(),
                list_bits(linear)
            ),
        }
    }
}

fn list_bits(bits: &[u32]) -> String {
    match bits {
        [first, .., last] if (last - first) as usize + 1 == bits.len() => {
            format!("bits {first} to {last}")
        }
        bits => format!(
            "bits {}",
            bits.iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(", ")
        ),
    }
}
