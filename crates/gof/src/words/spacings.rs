//! Birthday spacings: how often the distance between neighbouring birthdays repeats.
//!
//! `m` symbols are birthdays in a year of `d` days. They are sorted; of the `m` spacings, that around the end of the year
//! included, those that are equal to another already seen are counted. The count is close to Poisson of mean
//! `m^3 / (4 d)`, and so is, with a mean `N` times as large, the sum over `N` years. Sources: Marsaglia, *A current view
//! of random number generators*, 1985; Knuth, *The Art of Computer Programming* 2, 3.3.2 J; L'Ecuyer and Simard, *On the
//! performance of birthday spacings tests*, 2001.
//!
//! **Conditions.** The Poisson law is a limit; L'Ecuyer and Simard find it good while the mean of the sum is at most
//! `d^(1/4) / 8`. So the test takes as many years as that allows, and leaves what comes after unread: a longer stream
//! does not make it stronger, and does not make it wrong.

use super::{Projection, Symbol, out_of_range};
use crate::tail::{self, above_all};
use crate::{Error, Outcome, Reference, Test};

/// Repeated spacings.
#[derive(Clone, Debug)]
pub struct BirthdaySpacings<P> {
    name: &'static str,
    projection: P,
    days: u64,
    birthdays: usize,
    /// The most years that are read.
    years: u64,
    items: u64,
    impossible: u64,
    year: Vec<u64>,
    complete: u64,
    repeated: u64,
}

impl<P> BirthdaySpacings<P> {
    /// With a mean of about one repeated spacing a year.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless the projection has at least 2^16 symbols.
    pub fn new<Item: ?Sized>(name: &'static str, projection: P) -> Result<Self, Error>
    where
        P: Projection<Item>,
    {
        let birthdays = (4.0 * projection.symbols() as f64).cbrt().floor() as usize;
        Self::with_birthdays(name, projection, birthdays)
    }

    /// With so many birthdays a year.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless the projection has at least 2^16 symbols and there are at least two birthdays, not so
    /// many that a single year breaks the condition.
    pub fn with_birthdays<Item: ?Sized>(name: &'static str, projection: P, birthdays: usize) -> Result<Self, Error>
    where
        P: Projection<Item>,
    {
        let days = projection.symbols();
        if days < 1 << 16 {
            return Err(out_of_range("days of a year", days, "at least 65536"));
        }
        let years = (days as f64).powf(0.25) / 8.0 / mean_of_a_year(birthdays, days);
        if birthdays < 2 || years < 1.0 {
            return Err(out_of_range("birthdays", birthdays, "at least 2, and a mean of at most days^(1/4) / 8"));
        }
        Ok(Self {
            name,
            projection,
            days,
            birthdays,
            years: years as u64,
            items: 0,
            impossible: 0,
            year: Vec::with_capacity(birthdays),
            complete: 0,
            repeated: 0,
        })
    }

    /// The most years that are read.
    pub const fn years(&self) -> u64 {
        self.years
    }

    #[cold]
    fn end_of_year(&mut self) {
        self.repeated += repeated_spacings(&mut self.year, self.days);
        self.complete += 1;
        self.year.clear();
    }
}

fn mean_of_a_year(birthdays: usize, days: u64) -> f64 {
    (birthdays as f64).powi(3) / (4.0 * days as f64)
}

/// How many spacings are equal to another: all, less those that differ.
fn repeated_spacings(year: &mut [u64], days: u64) -> u64 {
    year.sort_unstable();
    let Some((first, last)) = year.first().copied().zip(year.last().copied()) else { return 0 };
    for at in 1..year.len() {
        year[at - 1] = year[at] - year[at - 1];
    }
    if let Some(around) = year.last_mut() {
        *around = first + days - last;
    }
    year.sort_unstable();
    year.windows(2).filter(|pair| pair[0] == pair[1]).count() as u64
}

impl<Item: ?Sized, P: Projection<Item>> Test<Item> for BirthdaySpacings<P> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        format!(
            "{} are independent and uniform: equal spacings of {} birthdays in {} days are Poisson",
            self.projection.about(),
            self.birthdays,
            self.days
        )
    }

    fn push(&mut self, item: &Item) {
        self.items += 1;
        match self.projection.symbol(item) {
            Symbol::Of(birthday) if self.complete < self.years => {
                self.year.push(u64::from(birthday));
                if self.year.len() == self.birthdays {
                    self.end_of_year();
                }
            }
            Symbol::Of(_) | Symbol::Skipped => {}
            Symbol::Impossible => self.impossible += 1,
        }
    }

    fn items(&self) -> u64 {
        self.items
    }

    /// As many as it can read.
    fn needed(&self) -> u64 {
        self.projection.items(self.years.saturating_mul(self.birthdays as u64))
    }

    /// Its items are birthdays.
    fn outcome(&self) -> Result<Outcome, Error> {
        let need = Test::<Item>::needed(self);
        if self.complete == 0 || self.items < need {
            return Err(Error::TooFew { have: self.items, need });
        }
        let mean = self.complete as f64 * mean_of_a_year(self.birthdays, self.days);
        let p = match self.impossible {
            0 => tail::poisson::both(self.repeated, mean),
            _ => above_all(),
        };
        Ok(Outcome {
            test: self.name,
            items: self.complete * self.birthdays as u64,
            statistic: self.repeated as f64,
            reference: Reference::Poisson { mean },
            p,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Bits;
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    fn of(bits: u32, mut word: impl FnMut() -> u64) -> BirthdaySpacings<Bits> {
        let mut test = BirthdaySpacings::new("birthday-spacings", Bits::top(bits, bits).unwrap()).unwrap();
        (0..test.needed() + 100).for_each(|_| test.push(&word()));
        test
    }

    #[test]
    fn repeated_spacings_are_counted_around_the_year() {
        // Spacings 1, 1, 3, 5: one repeated. Then 2, 2, 2, 4: two. One birthday: a spacing of a year.
        assert_eq!(repeated_spacings(&mut [5, 0, 1, 2], 10), 1);
        assert_eq!(repeated_spacings(&mut [9, 1, 3, 5], 10), 2);
        assert_eq!(repeated_spacings(&mut [7], 10), 0);
        assert_eq!(repeated_spacings(&mut [], 10), 0);
    }

    #[test]
    fn a_year_has_one_repeated_spacing_and_there_are_as_many_as_the_condition_allows() {
        for (bits, birthdays, years) in [(32, 2580, 32), (31, 2048, 26), (24, 406, 8)] {
            let test = BirthdaySpacings::new("", Bits::top(bits, bits).unwrap()).unwrap();
            assert_eq!((test.birthdays, test.years()), (birthdays, years));
        }
        assert!(BirthdaySpacings::new("", Bits::top(15, 15).unwrap()).is_err());
        assert!(BirthdaySpacings::with_birthdays("", Bits::top(32, 32).unwrap(), 1).is_err());
        assert!(BirthdaySpacings::with_birthdays("", Bits::top(32, 32).unwrap(), 10_000).is_err());
    }

    #[test]
    fn a_fair_source_is_poisson() {
        let mut random = ChaCha8Rng::seed_from_u64(6);
        let p = |outcome: Outcome| outcome.p.two_sided().value();
        assert!(p(of(32, || u64::from(random.next_u32())).outcome().unwrap()) > 0.002);
        // Many runs together: the mean of so many counts is that of Poisson, within four standard errors.
        let (mut repeated, mut mean) = (0.0, 0.0);
        for _ in 0..300 {
            let outcome = of(24, || u64::from(random.next_u32() >> 8)).outcome().unwrap();
            let Reference::Poisson { mean: of_one } = outcome.reference else { panic!("{outcome:?}") };
            (repeated, mean) = (repeated + outcome.statistic, mean + of_one);
        }
        assert!((repeated - mean).abs() < 4.0 * mean.sqrt(), "{repeated}, mean {mean}");
    }

    #[test]
    fn a_counter_and_an_impossible_word_are_caught() {
        let mut x = 0;
        let mut counter = of(24, || {
            x += 3;
            x
        });
        assert!(counter.outcome().unwrap().p.upper().log10() < -1000.0);
        counter.push(&(1 << 24));
        assert!(counter.outcome().unwrap().p.upper().log10().is_infinite());
    }
}
