//! The methods of searching, in the order in which they are used, and what each of them has tried.

use super::{Search, berlekamp, bsd, carries, congruential, linear, mistakes, recurrences, seeds};
use super::{shifts, starts, truncated_twister, twister};
use crate::convention::Convention;

/// A method of searching.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Method {
    /// The seed that the user gave.
    GivenSeed,
    /// What programs make of the text that the user gave.
    GivenText,
    /// Where libraries begin if nobody seeds them.
    InitialStates,
    /// The seeds that people use most.
    FamiliarSeeds,
    /// A few of the first seeds, at the first places.
    FirstSeeds,
    /// The seed that the user gave, at later places.
    GivenSeedLater,
    /// Seeds and states of `random()` of BSD, from whole words.
    RandomOfBsd,
    /// States computed from outputs that are invertible functions of them.
    InvertedStates,
    /// States of generators that are linear over GF(2), from equations.
    LinearStates,
    /// States of linear congruential generators, where that is cheap.
    CongruentialStates,
    /// States of linear congruential generators, where that takes longer.
    MoreCongruentialStates,
    /// Multiplier, increment and modulus of an unknown congruential generator.
    UnknownCongruential,
    /// The shifts of an unknown xorshift generator.
    Shifts,
    /// Multiplier and lag of an unknown multiply-with-carry generator.
    Carries,
    /// Lagged sums of earlier numbers.
    LaggedSums,
    /// Seeds of MT19937 from its first block.
    TwisterSeeds,
    /// Linear recurrences of each bit.
    BitRecurrences,
    /// Some more of the first seeds: as many as are tried with a known mistake.
    MoreFirstSeeds,
    /// Seeds of ports with known mistakes.
    KnownMistakes,
    /// Days and recent times as seeds.
    RecentTimes,
    /// The seeds of which the user gave the first and the last.
    GivenSeeds,
    /// States of MT19937 from parts of many outputs.
    TwisterStates,
    /// Seeds that people choose.
    ChosenSeeds,
    /// Seeds of the generators whose fractions are printed most.
    LikelySeeds,
    /// Small seeds, at every place.
    SmallSeeds,
    /// Earlier times as seeds.
    EarlierTimes,
    /// The first million seeds.
    MillionSeeds,
    /// All seeds below 2^32.
    AllSeeds,
}

/// The cheapest methods, which find most.
pub(super) const LIKELIEST: &[Method] = QUICK.split_at(4).0;

/// The methods that take at most a second, the cheapest first.
pub(super) const QUICK: &[Method] = &[
    Method::GivenSeed,
    Method::GivenText,
    Method::FamiliarSeeds,
    Method::InitialStates,
    Method::FirstSeeds,
    Method::GivenSeedLater,
    Method::RandomOfBsd,
    Method::InvertedStates,
    Method::LinearStates,
    Method::CongruentialStates,
    Method::UnknownCongruential,
    Method::Shifts,
    Method::Carries,
    Method::LaggedSums,
    Method::TwisterSeeds,
    Method::BitRecurrences,
    Method::MoreFirstSeeds,
    Method::KnownMistakes,
];

/// The methods that find a state without trying seeds.
pub(super) const STATES: &[Method] = &[
    Method::InvertedStates,
    Method::LinearStates,
    Method::CongruentialStates,
    Method::TwisterStates,
];

/// A method that few inputs need.
pub(super) const RECENT: &[Method] = &[Method::RecentTimes];

/// The methods that may take longer.
pub(super) const THOROUGH: &[Method] = &[
    Method::GivenSeeds,
    Method::TwisterStates,
    Method::RecentTimes,
    Method::ChosenSeeds,
    Method::LikelySeeds,
    Method::SmallSeeds,
    Method::EarlierTimes,
    Method::MillionSeeds,
    Method::MoreCongruentialStates,
    Method::AllSeeds,
];

impl Method {
    /// Whether it names families of generators that are not in the catalogue, for which all numbers in a row are needed.
    pub(super) const fn names_families(self) -> bool {
        matches!(
            self,
            Self::UnknownCongruential
                | Self::Shifts
                | Self::Carries
                | Self::LaggedSums
                | Self::BitRecurrences
        )
    }

    /// Whether it tries seeds alone.
    pub(super) const fn tries_only_seeds(self) -> bool {
        matches!(
            self,
            Self::GivenSeed
                | Self::GivenText
                | Self::InitialStates
                | Self::GivenSeeds
                | Self::FamiliarSeeds
                | Self::FirstSeeds
                | Self::GivenSeedLater
                | Self::MoreFirstSeeds
                | Self::RecentTimes
                | Self::ChosenSeeds
                | Self::LikelySeeds
                | Self::SmallSeeds
                | Self::EarlierTimes
                | Self::MillionSeeds
                | Self::AllSeeds
        )
    }

    /// Searches by this method.
    pub(super) fn run(self, search: &mut Search<'_>) {
        match self {
            Self::GivenSeed => seeds::try_given_seed(search),
            Self::GivenText => starts::try_given_text(search),
            Self::InitialStates => starts::try_initial_states(search),
            Self::GivenSeeds => starts::try_given_seeds(search),
            Self::FamiliarSeeds => seeds::try_familiar_seeds(search),
            Self::FirstSeeds => seeds::try_first_seeds(search),
            Self::GivenSeedLater => seeds::try_given_seed_later(search),
            Self::RandomOfBsd => bsd::find_seeds_and_states(search),
            Self::InvertedStates => linear::invert_outputs(search),
            Self::LinearStates => linear::solve_states(search),
            Self::CongruentialStates => congruential::find_states_quickly(search),
            Self::MoreCongruentialStates => congruential::find_more_states(search),
            Self::UnknownCongruential => recurrences::find_unknown_congruential(search),
            Self::Shifts => shifts::find_shifts(search),
            Self::Carries => carries::find_carries(search),
            Self::LaggedSums => recurrences::find_lagged_sums(search),
            Self::TwisterSeeds => twister::find_seeds(search),
            Self::BitRecurrences => berlekamp::find_bit_recurrences(search),
            Self::MoreFirstSeeds => seeds::try_more_first_seeds(search),
            Self::KnownMistakes => mistakes::try_seeds(search),
            Self::RecentTimes => seeds::try_recent_times(search),
            Self::TwisterStates => truncated_twister::solve_states(search),
            Self::ChosenSeeds => seeds::try_chosen_seeds(search),
            Self::LikelySeeds => seeds::try_likely_seeds(search),
            Self::SmallSeeds => seeds::try_small_seeds(search),
            Self::EarlierTimes => seeds::try_earlier_times(search),
            Self::MillionSeeds => seeds::try_million_seeds(search),
            Self::AllSeeds => seeds::try_all_seeds(search),
        }
    }
}

/// What is going on in a search.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Progress {
    /// A method begins.
    Begins(Method),
    /// Seeds of the generator with this key are tried from this one on.
    Seeds(&'static str, u64),
}

/// Seeds or states of a generator, or other candidates, that were tried.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Candidates {
    /// States of the generator with this key, wherever the numbers begin.
    States(&'static str),
    /// States of `random()` of BSD of this type, 1 to 4.
    StatesOfBsd(u8),
    /// Seeds of the generator with this key, from 0 on.
    Seeds(&'static str),
    /// Seeds of the generator with this key, by its first block of outputs.
    SeedsByFirstBlock(&'static str),
    /// Seeds of the generator with this key, after at most so many outputs.
    SeedsBefore(&'static str, u64),
    /// The places in the outputs of the given seed of the generator with this key, from the first on.
    PlacesOfGivenSeed(&'static str),
    /// Seeds of the generator with this key, among those of which the user gave the first and the last.
    GivenSeeds(&'static str),
    /// What programs make of the text that the user gave.
    GivenText,
    /// Where libraries begin if nobody seeds them.
    InitialStates,
    /// Seeds of ports with known mistakes.
    SeedsWithMistakes,
    /// The seed of each line, with every generator.
    SeedsOfLines,
    /// Days of 2015 to 2029 as seeds of the generator with this key.
    Days(&'static str),
    /// Times of some years as seeds of the generator with this key.
    Times {
        /// Which times.
        span: Span,
        /// The generator.
        key: &'static str,
        /// How many of the latest were tried, of how many, if not all.
        latest: Option<(u64, u64)>,
    },
    /// Linear recurrences of each bit, of less than half as many bits as there are numbers.
    BitRecurrences,
    /// Multiplier, increment and modulus of outputs that are states.
    Multipliers,
    /// Three shifts of the words of a state.
    Shifts,
    /// Multiplier and lag of a multiply-with-carry generator.
    Carries,
    /// Sums and differences of two numbers, the earlier at most so many before.
    Sums(usize),
}

/// Times that are tried as seeds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Span {
    /// 2001 to 2033.
    Years2001To2033,
    /// 2006 to 2023.
    Years2006To2023,
    /// From 2023 until tomorrow.
    Since2023,
    /// The last month.
    LastMonth,
    /// Since yesterday.
    SinceYesterday,
    /// The milliseconds of the last month, of which the low 32 bits are the seed.
    MillisecondsOfLastMonth,
}

impl Candidates {
    /// Whether these are states.
    pub const fn are_states(self) -> bool {
        matches!(self, Self::States(_) | Self::StatesOfBsd(_))
    }

    /// Whether these are seeds from 0 on.
    pub const fn are_first_seeds(self) -> bool {
        matches!(
            self,
            Self::Seeds(_)
                | Self::SeedsByFirstBlock(_)
                | Self::SeedsBefore(..)
                | Self::SeedsWithMistakes
        )
    }
}

/// The candidates that were tried to their end.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// Which they were.
    pub candidates: Candidates,
    /// The logarithm to base 2 of their number.
    pub log2_count: f64,
    /// Whether these were all that exist, with seeds from their first output on. Then none of them makes the numbers in one of
    /// these conventions, except by a rejection that is rarer than 1 in 1000.
    pub exhaustive: bool,
    /// The conventions in which they were tried; empty if outputs are taken as they are.
    pub conventions: Vec<Convention>,
}
