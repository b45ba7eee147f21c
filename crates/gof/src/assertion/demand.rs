//! What is asserted, with which error rates, and how it is checked.

use std::fmt;

use rand_core::SeedableRng;

use super::TestRng;
use super::failure::{Bias, Failure};
use super::seeding::Seed;
use super::table::Table;
use crate::confirmation::{Confirmation, Finding, Suspicion};
use crate::{Error, PValue, Sides, limit, power};

/// The smallest bias that has to be found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    /// Half the sum of the absolute differences of the probabilities: the largest difference of any event.
    TotalVariation(f64),
    /// The sum of `(p - q)^2 / q`.
    ChiSquare(f64),
}

impl Effect {
    /// The least chi-square per sample that it means (Cauchy-Schwarz).
    fn chi_square(self) -> Result<f64, Error> {
        match self {
            Self::TotalVariation(distance) if distance > 0.0 && distance < 1.0 => Ok(4.0 * distance * distance),
            Self::TotalVariation(distance) => Err(Error::OutsideUnitInterval(distance)),
            Self::ChiSquare(effect) if effect > 0.0 && effect.is_finite() => Ok(effect),
            Self::ChiSquare(effect) => Err(Error::InvalidEffect(effect)),
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // As `Debug` does, with an exponent where there would be many zeros.
            Self::TotalVariation(distance) => write!(f, "a total variation of {distance:?}"),
            Self::ChiSquare(effect) => write!(f, "a chi-square per sample of {effect:?}"),
        }
    }
}

/// The error rates of an assertion, and its seed.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Demand {
    false_alarms: f64,
    power: f64,
    effect: Effect,
    /// The pinned one, if any.
    seed: Option<u64>,
}

impl Demand {
    const DEFAULT: Self = Self { false_alarms: 1e-9, power: 0.999, effect: Effect::TotalVariation(0.05), seed: None };
}

/// A shuffle to check.
#[derive(Clone, Debug, PartialEq)]
pub struct Shuffle {
    items: usize,
    demand: Demand,
}

/// A source of permutations to check.
#[derive(Clone, Debug, PartialEq)]
pub struct Permutations {
    items: usize,
    demand: Demand,
}

/// A bounded draw to check.
#[derive(Clone, Debug, PartialEq)]
pub struct Draws {
    below: u64,
    demand: Demand,
}

macro_rules! demands {
    ($($kind:ty),*) => {$(
        impl $kind {
            /// The chance at most that a fair source fails: 1e-9 unless it is set.
            #[must_use]
            pub const fn false_alarms(mut self, chance: f64) -> Self {
                self.demand.false_alarms = chance;
                self
            }

            /// The chance at least that a source with the effect fails: 0.999 unless it is set.
            #[must_use]
            pub const fn power(mut self, chance: f64) -> Self {
                self.demand.power = chance;
                self
            }

            /// The smallest bias that has to be found: a total variation of 0.05 unless it is set.
            #[must_use]
            pub const fn against(mut self, effect: Effect) -> Self {
                self.demand.effect = effect;
                self
            }

            /// Pins the seed, whatever the environment says.
            #[must_use]
            pub const fn seed(mut self, seed: u64) -> Self {
                self.demand.seed = Some(seed);
                self
            }
        }
    )*};
}

demands!(Shuffle, Permutations, Draws);

impl Shuffle {
    /// Of 2 to 2048 items.
    pub const fn of(items: usize) -> Self {
        Self { items, demand: Demand::DEFAULT }
    }

    /// Checks a shuffle: it is handed the items `0..n` in order, and a generator.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn check(self, mut shuffle: impl FnMut(&mut [usize], &mut TestRng)) -> Result<Passed, Failure> {
        // Refuses too many items before there is room for them.
        let tables = Table::permutations(self.items)?;
        let mut items = vec![0; self.items];
        let mut seen = Vec::new();
        let next = |rng: &mut TestRng, tables: &mut [Table]| {
            for (place, item) in items.iter_mut().enumerate() {
                *item = place;
            }
            shuffle(&mut items, rng);
            push_permutation(&items, self.items, &mut seen, tables)
        };
        run(&format!("the shuffle of {} items", self.items), &tables, self.demand, next)
    }
}

impl Permutations {
    /// Of the items `0..items`, 2 to 2048 of them.
    pub const fn of(items: usize) -> Self {
        Self { items, demand: Demand::DEFAULT }
    }

    /// Checks a source that is handed a generator and gives a permutation.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn check(self, mut source: impl FnMut(&mut TestRng) -> Vec<usize>) -> Result<Passed, Failure> {
        let mut seen = Vec::new();
        let next =
            |rng: &mut TestRng, tables: &mut [Table]| push_permutation(&source(rng), self.items, &mut seen, tables);
        let what = format!("the source of permutations of {} items", self.items);
        run(&what, &Table::permutations(self.items)?, self.demand, next)
    }
}

impl Draws {
    /// Of the values `0..below`, at least two.
    pub const fn below(below: u64) -> Self {
        Self { below, demand: Demand::DEFAULT }
    }

    /// Checks a draw that is handed a generator and gives a value of any integer type.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn check<T>(self, mut draw: impl FnMut(&mut TestRng) -> T) -> Result<Passed, Failure>
    where
        T: TryInto<u64> + Copy + fmt::Debug,
    {
        let next = |rng: &mut TestRng, tables: &mut [Table]| {
            let drawn = draw(rng);
            match drawn.try_into() {
                Ok(value) if value < self.below => {
                    for table in tables {
                        table.push_value(value);
                    }
                    Ok(())
                }
                _ => Err(format!("{drawn:?}, which is not below {}", self.below)),
            }
        };
        run(&format!("the draw below {}", self.below), &Table::values(self.below)?, self.demand, next)
    }
}

/// Counts a permutation, or says why it is not one.
fn push_permutation(items: &[usize], n: usize, seen: &mut Vec<bool>, tables: &mut [Table]) -> Result<(), String> {
    seen.clear();
    seen.resize(n, false);
    let all_new = items.iter().all(|item| seen.get_mut(*item).is_some_and(|seen| !std::mem::replace(seen, true)));
    if items.len() == n && all_new {
        for table in tables {
            table.push_permutation(items);
        }
        return Ok(());
    }
    let from_one = items.len() == n && (1..=n).all(|item| items.contains(&item));
    let remedy = if from_one { "; count the items from 0, not from 1" } else { "" };
    Err(format!("{items:?}, which is no permutation of 0..{n}{remedy}"))
}

/// The result for a source that passed.
#[derive(Clone, Debug, PartialEq)]
pub struct Passed {
    /// How many samples, computed from the error rates.
    pub samples: u64,
    /// The seed.
    pub seed: u64,
    /// Each distribution that was counted: its name, the statistic, its degrees of freedom and its p-value.
    pub statistics: Vec<(String, f64, u32, PValue)>,
    /// Whether there was a suspicion that was not confirmed.
    pub suspected: bool,
}

/// How one distribution is compared with its null hypothesis.
#[derive(Clone, Copy)]
struct Level {
    stages: Confirmation,
    sides: Sides,
}

/// No assertion draws more samples: at ten million a second they take a day.
const MOST_SAMPLES: f64 = 1e12;

/// By how much the chance of a false alarm may exceed a level, relative to it, as the chi-square distribution is a limit.
const EXCESS: f64 = 0.1;

/// The number of samples, and how each table is judged.
fn design(tables: &[Table], demand: Demand) -> Result<(u64, Vec<Level>), Error> {
    let effect = demand.effect.chi_square()?;
    if !(demand.power > 0.0 && demand.power < 1.0) {
        return Err(Error::OutsideUnitInterval(demand.power));
    }
    if !(demand.false_alarms > 0.0 && demand.false_alarms < 1.0) {
        return Err(Error::OutsideUnitInterval(demand.false_alarms));
    }
    // Every table has an even share; both stages may exceed their level.
    let share = demand.false_alarms / tables.len() as f64 / (1.0 + EXCESS).powi(2);
    let stages = Confirmation::even(share)?;
    // A bad fit lies in the upper tail, to which both sides leave half.
    let level = stages.first() / 2.0;
    let mut samples = 1;
    for table in tables {
        let noticed = power::samples_to_notice(effect * table.gain(), table.freedom(), level, demand.power.sqrt())?
            .unwrap_or(u64::MAX);
        samples = samples.max(noticed).max(table.samples_needed(level, EXCESS)?);
    }
    if samples as f64 > MOST_SAMPLES {
        let effect = demand.effect.to_string();
        return Err(Error::TooSmall { effect, samples: samples as f64, limit: MOST_SAMPLES });
    }
    let sides = |table: &Table| {
        if limit::has_lower_tail(table.freedom(), samples, level) { Sides::Both } else { Sides::Upper }
    };
    Ok((samples, tables.iter().map(|table| Level { stages, sides: sides(table) }).collect()))
}

/// Runs one stage: `samples` samples from their own stream of the generator.
fn stage(
    tables: &mut [Table],
    samples: u64,
    (seed, stream): (u64, u64),
    next: &mut impl FnMut(&mut TestRng, &mut [Table]) -> Result<(), String>,
) -> Result<(), (u64, String)> {
    let mut rng = TestRng::seed_from_u64(seed);
    rng.set_stream(stream);
    (1..=samples).try_for_each(|sample| next(&mut rng, tables).map_err(|what| (sample, what)))
}

fn run(
    what: &str,
    empty: &[Table],
    demand: Demand,
    mut next: impl FnMut(&mut TestRng, &mut [Table]) -> Result<(), String>,
) -> Result<Passed, Failure> {
    let (samples, levels) = design(empty, demand)?;
    let seed = Seed::of(demand.seed)?;
    let bad = |(sample, found)| Failure::BadResult { what: what.to_owned(), sample, found, replay: seed.replay() };

    let mut tables = empty.to_vec();
    stage(&mut tables, samples, (seed.value, 1), &mut next).map_err(bad)?;
    let mut suspicions: Vec<(usize, Suspicion)> = Vec::new();
    for (index, (table, level)) in tables.iter().zip(&levels).enumerate() {
        if let Finding::Suspicion(suspicion) = level.stages.judge(1, table.p().of(level.sides))? {
            suspicions.push((index, suspicion));
        }
    }
    if !suspicions.is_empty() {
        let mut fresh = empty.to_vec();
        stage(&mut fresh, samples, (seed.value, 2), &mut next).map_err(bad)?;
        for (index, suspicion) in &suspicions {
            let (first, second, level) = (&tables[*index], &fresh[*index], levels[*index]);
            if suspicion.confirm(2, second.p().of(level.sides))? {
                return Err(Failure::Biased(Box::new(Bias {
                    what: what.to_owned(),
                    counted: first.name(),
                    samples,
                    statistics: [first.statistic(), second.statistic()],
                    freedom: first.freedom(),
                    p: [first.p().of(level.sides), second.p().of(level.sides)],
                    worst: second.worst_cell(),
                    false_alarms: demand.false_alarms,
                    power: demand.power,
                    effect: demand.effect,
                    seed: seed.value,
                    replay: seed.replay(),
                })));
            }
        }
    }
    let statistics = tables.iter().map(|table| (table.name(), table.statistic(), table.freedom(), table.p()));
    Ok(Passed { samples, seed: seed.value, statistics: statistics.collect(), suspected: !suspicions.is_empty() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_design_has_the_power_and_the_rate_it_states() {
        for tables in [Table::permutations(5), Table::permutations(12), Table::values(2), Table::values(5000)] {
            let tables = tables.unwrap();
            let demand = Demand { false_alarms: 1e-6, ..Demand::DEFAULT };
            let (samples, levels) = design(&tables, demand).unwrap();
            let effect = demand.effect.chi_square().unwrap();
            let mut rate = 0.0;
            for (table, level) in tables.iter().zip(levels) {
                // One side of two: the power of both sides is larger.
                let one_side = level.stages.first() / 2.0;
                let noncentrality = samples as f64 * effect * table.gain();
                let power = power::power(noncentrality, table.freedom(), one_side).unwrap().powi(2);
                assert!(power >= demand.power, "{}: {power}", table.name());
                rate += level.stages.alpha() * (1.0 + EXCESS).powi(2);
            }
            assert!((rate / 1e-6 - 1.0).abs() < 1e-9, "{rate}");
        }
    }

    #[test]
    fn few_cells_are_judged_from_above_only() {
        let sides = |tables: Result<Vec<Table>, Error>| design(&tables.unwrap(), Demand::DEFAULT).unwrap().1[0].sides;
        assert_eq!(sides(Table::values(2)), Sides::Upper);
        assert_eq!(sides(Table::values(100)), Sides::Both);
        assert_eq!(sides(Table::permutations(5)), Sides::Both);
    }

    /// The chance of exceeding the level of a stage, over all vectors of counts of a fair draw.
    fn exact_rate(below: u64, samples: u64, level: Level) -> f64 {
        let mut ln_factorial = vec![0.0];
        for i in 1..=samples {
            ln_factorial.push(ln_factorial[i as usize - 1] + (i as f64).ln());
        }
        assert_eq!(level.sides, Sides::Upper);
        let critical = power::critical_value(below as u32 - 1, level.stages.first()).unwrap();
        let mut rate = 0.0;
        let second = |a: u64| if below == 3 { 0..=samples - a } else { samples - a..=samples - a };
        for a in 0..=samples {
            for b in second(a) {
                let counts = [a, b, samples - a - b];
                let expected = samples as f64 / below as f64;
                let used = &counts[..below as usize];
                let statistic: f64 = used.iter().map(|n| (*n as f64 - expected).powi(2) / expected).sum();
                if statistic >= critical {
                    let ways =
                        ln_factorial[samples as usize] - used.iter().map(|n| ln_factorial[*n as usize]).sum::<f64>();
                    rate += (ways - samples as f64 * (below as f64).ln()).exp();
                }
            }
        }
        rate
    }

    #[test]
    fn the_rate_of_a_stage_is_true_for_two_and_three_cells_by_enumeration() {
        for (below, distance) in [(2, 0.05), (2, 0.02), (3, 0.1), (3, 0.2)] {
            let demand = Demand { effect: Effect::TotalVariation(distance), ..Demand::DEFAULT };
            let (samples, levels) = design(&Table::values(below).unwrap(), demand).unwrap();
            let rate = exact_rate(below, samples, levels[0]) / levels[0].stages.first();
            assert!((0.8..=1.0 + EXCESS).contains(&rate), "{below}, {samples}: {rate} of the level");
        }
    }
}
