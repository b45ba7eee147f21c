//! Birthday spacings: how often the distance between neighbouring birthdays repeats.
//!
//! `m` birthdays fall into a year of `d` days. They are sorted; among the `m` spacings, including the one around the end of the
//! year, those equal to an earlier one are counted, and the counts of all years are summed. A birthday is made from one symbol
//! or from several successive ones, its coordinates: `d` is the number of symbols to that power.
//! Sources: Marsaglia, *A current view of random number generators*, 1985; Knuth, *The Art of Computer Programming* 2,
//! 3.3.2 J; L'Ecuyer and Simard, *On the performance of birthday spacings tests with certain families of random number
//! generators*, 2001.
//!
//! **Law.** The count of a year is close to Poisson; its textbook mean `m^3 / (4 d)` is too large by some `3 / m` of itself,
//! which the sum over many years would show. Here the mean is exact, so any number of years may be summed. Let `k` of the `m`
//! birthdays fall on different days. The `k` spacings of these days are then a composition of `d` into `k` positive parts, each
//! composition equally likely, and how many parts repeat another follows by inclusion and exclusion over the parts that are
//! equal to `s`, for all `s`. The `m - k` spacings of zero repeat each other. The variance is not exact: it differs from the
//! mean by a share of about `1 / m`.
//!
//! Years double from a first size on, so that each generator soon meets one that reveals it: in a year of `m` birthdays a
//! generator with `k` states has about `m^3 / (4 k)` repeated spacings wherever its points are in order, however many days
//! there are. In a small year of many days hardly any are expected.
//!
//! **Small years.** The law is narrower than Poisson's: for 64 birthdays in 2^16 days the variance is 0.952 of the mean, for
//! 256 in 2^20 days 0.954. In ten million years of the former and two million of the latter, and in others of 128 and 256
//! birthdays with means of 0.25 to 1, no tail from Poisson's law was too small by more than 0.015 of itself.
//!
//! A block of successive symbols that is longer than the lags of an additive generator has equal spacings where
//! `x[n] = x[n-r] + x[n-s]` and `x[n-s+r] = x[n-s] + x[n-2s+r]` share a small addend.

use super::share::{Blocks, Share};
use super::{BLOCK, Projection, union};
use crate::error::out_of_range;
use crate::state::{Kept, kept};
use crate::tail;
use crate::{Error, Outcome, Reference, Test};

/// The birthdays of the first year.
const FIRST: u64 = 256;

/// The most birthdays of a year: 32 MiB of them.
const MOST: u64 = 1 << 22;

/// The quantity that is counted in a year.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Repeated {
    /// Spacings that are equal to another one.
    Spacings,
    /// Birthdays on a day that is taken: their law is nearer to Poisson's, as each birthday counts at most once.
    Days,
}

/// The form of a year, and how many years are read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Year {
    /// The quantity that is counted.
    pub repeated: Repeated,
    /// How many successive symbols are the coordinates of a birthday.
    pub coordinates: u32,
    /// Birthdays of the first year; every later one has twice as many as the one before.
    pub first: u64,
    /// The most birthdays of a year.
    pub birthdays: u64,
    /// How many of the years with the most birthdays are read.
    pub share: Share,
}

impl Year {
    /// Years that grow up to a mean of about one repeated spacing, for this many symbols.
    pub fn of(symbols: u64, coordinates: u32, share: Share) -> Self {
        let days = (symbols as f64).powi(coordinates as i32);
        let birthdays = (4.0 * days).cbrt().floor() as u64;
        Self {
            repeated: Repeated::Spacings,
            coordinates,
            first: birthdays.min(FIRST),
            birthdays,
            share,
        }
    }

    /// Years that count taken days, with up to this many birthdays.
    #[must_use]
    pub fn of_days(birthdays: u64, share: Share) -> Self {
        Self {
            repeated: Repeated::Days,
            coordinates: 1,
            first: birthdays.min(1 << 12),
            birthdays,
            share,
        }
    }
}

/// Counts repeated spacings.
#[derive(Clone, Debug)]
pub struct BirthdaySpacings<P> {
    name: &'static str,
    projection: P,
    year: Year,
    days: u64,
    symbols: u64,
    /// The birthdays of the last year, and their mean.
    of_a_year: (u64, f64),
    /// The mean of all years.
    mean: f64,
    items: u64,
    impossible: u64,
    years: Blocks,
    /// Space in which a year is sorted.
    spare: Vec<u64>,
    repeated: u64,
}

impl<P> BirthdaySpacings<P> {
    /// Birthdays of one symbol, with a mean of about one repeated spacing a year; every year is read.
    ///
    /// # Errors
    /// As in [`BirthdaySpacings::with`].
    pub fn new<Item: ?Sized>(name: &'static str, projection: P) -> Result<Self, Error>
    where
        P: Projection<Item>,
    {
        let year = Year::of(projection.symbols(), 1, Share::one_in(1));
        Self::with(name, projection, year)
    }

    /// The test with years like this.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless there are 2^16 to 2^62 days, and 8 to 2^22 birthdays of which at most 1 in 64 are expected
    /// to have a repeated spacing.
    pub fn with<Item: ?Sized>(name: &'static str, projection: P, year: Year) -> Result<Self, Error>
    where
        P: Projection<Item>,
    {
        let symbols = projection.symbols();
        let days = symbols
            .checked_pow(year.coordinates)
            .filter(|days| (1 << 16..=1 << 62).contains(days));
        let Some(days) = days else {
            let days = (symbols as f64).powi(year.coordinates as i32);
            return Err(out_of_range("days of a year", days, "2^16 to 2^62"));
        };
        let m = year.birthdays as f64;
        let taken = match year.repeated {
            Repeated::Spacings => m * m / 4.0,
            Repeated::Days => m / 2.0,
        };
        if !(8..=MOST).contains(&year.birthdays) || taken / days as f64 > 1.0 / 64.0 {
            return Err(out_of_range(
                "birthdays",
                year.birthdays,
                "8 to 2^22, and at most (days / 16)^(1/2)",
            ));
        }
        if year.share.one_in == 0 || !(8..=year.birthdays).contains(&year.first) {
            return Err(out_of_range(
                "share of the years",
                year.share.one_in,
                "one in at least one, and a first year of 8 birthdays and no more than the others",
            ));
        }
        let coordinates = year.coordinates as usize;
        Ok(Self {
            name,
            projection,
            year,
            days,
            symbols,
            of_a_year: (0, 0.0),
            mean: 0.0,
            items: 0,
            impossible: 0,
            years: Blocks::growing(
                year.first as usize * coordinates,
                year.birthdays as usize * coordinates,
                year.share,
            ),
            spare: Vec::new(),
            repeated: 0,
        })
    }

    fn take(&mut self, symbols: &[u64]) {
        let (days, coordinates) = (self.days, self.year.coordinates as usize);
        self.years.take(symbols, |year| {
            let birthdays = year.len() / coordinates;
            if coordinates > 1 {
                for at in 0..birthdays {
                    let day = year[at * coordinates..][..coordinates].iter();
                    year[at] = day.fold(0, |day, symbol| day * self.symbols + symbol);
                }
            }
            self.spare.resize(birthdays, 0);
            let (year, m) = (&mut year[..birthdays], birthdays as u64);
            let (repeated, mean): (u64, fn(u64, u64) -> f64) = match self.year.repeated {
                Repeated::Spacings => (
                    repeated_spacings(year, &mut self.spare, days),
                    mean_of_a_year,
                ),
                Repeated::Days => (taken_days(year, &mut self.spare), mean_of_taken_days),
            };
            self.repeated += repeated;
            if self.of_a_year.0 != m {
                self.of_a_year = (m, mean(m, days));
            }
            self.mean += self.of_a_year.1;
        });
    }

    /// How many years were read to their end.
    pub const fn years(&self) -> u64 {
        self.years.complete()
    }
}

/// The mean number of repeated spacings.
fn mean_of_a_year(birthdays: u64, days: u64) -> f64 {
    /// So many birthdays on taken days have a chance below 1e-16, as m^2 is at most d/16.
    const TIES: usize = 8;
    let (m, d) = (birthdays as f64, days as f64);
    // The chances of 0, 1, 2 ... birthdays on taken days.
    let mut ties = [0.0; TIES];
    ties[0] = 1.0;
    for before in 0..birthdays {
        for t in (0..TIES).rev() {
            let mut more = 0.0;
            if t > 0 {
                more = ties[t - 1] * taken_share(before, t - 1, d);
            }
            ties[t] = ties[t] * (1.0 - taken_share(before, t, d)) + more;
        }
    }
    let mut mean = 0.0;
    for (t, chance) in ties.iter().enumerate() {
        let zeros = t.saturating_sub(1) as f64;
        mean += chance * (zeros + repeated_parts(m - t as f64, d));
    }
    mean
}

/// The share of the days that are taken by birthdays before, `ties` of which fell on taken days.
fn taken_share(before: u64, ties: usize, days: f64) -> f64 {
    (before as f64 - ties as f64).max(0.0) / days
}

/// The mean number of birthdays on a taken day, for far fewer birthdays than days: `m - d (1 - (1 - 1/d)^m)`, as a sum, so that
/// nothing cancels.
fn mean_of_taken_days(birthdays: u64, days: u64) -> f64 {
    let (m, d) = (birthdays as f64, days as f64);
    let (mut sum, mut term) = (0.0, m);
    for j in 1..40 {
        let j = f64::from(j);
        term *= -(m - j) / ((j + 1.0) * d);
        sum -= term;
    }
    sum
}

/// The mean number of parts that are equal to an earlier one, in a composition of `d` into `k` positive parts: the sum over `j`
/// from 2 on of `(-1)^j C(k, j) sum_s C(d - j s - 1, k - j - 1) / C(d - 1, k - 1)`. The inner sum, of a polynomial at steps of
/// `j`, is the sum at steps of 1, a binomial coefficient, divided by `j`, with the terms at the end by the formula of Euler and
/// Maclaurin.
fn repeated_parts(k: f64, d: f64) -> f64 {
    let (mut sum, mut choose, mut ratio) = (0.0, k, 1.0);
    for j in 2..8 {
        let j = f64::from(j);
        // C(k, j), and C(d - j, k - j) / C(d - 1, k - 1).
        choose *= (k - j + 1.0) / j;
        ratio *= (k - j + 1.0) / (d - j + 1.0);
        let last = (k - j) / (d - j);
        let slope = ((d - j - 0.5) / (d - k + 0.5)).ln();
        let steps = 1.0 / j + last * (0.5 - 0.5 / j) + last * slope * (j - 1.0 / j) / 12.0;
        let sign = if j % 2.0 == 0.0 { 1.0 } else { -1.0 };
        sum += sign * choose * ratio * steps;
    }
    sum
}

/// How many birthdays are on a taken day. `spare` has as much room as the year.
fn taken_days(year: &mut [u64], spare: &mut [u64]) -> u64 {
    gather_equal(year, spare);
    equal_neighbours(year)
}

fn equal_neighbours(gathered: &[u64]) -> u64 {
    let (mut equal, mut before) = (0, None);
    for value in gathered {
        equal += u64::from(before == Some(*value));
        before = Some(*value);
    }
    equal
}

/// How many spacings are equal to another one: all, minus the number of different ones. `spare` has as much room as the year.
fn repeated_spacings(year: &mut [u64], spare: &mut [u64], days: u64) -> u64 {
    sort(year, spare);
    let Some((first, last)) = year.first().copied().zip(year.last().copied()) else {
        return 0;
    };
    for at in 1..year.len() {
        year[at - 1] = year[at] - year[at - 1];
    }
    if let Some(around) = year.last_mut() {
        *around = first + days - last;
    }
    gather_equal(year, spare);
    equal_neighbours(year)
}

/// The bits of a digit by which so many values are sorted: two digits tell most of them apart, and have few counters for each.
const fn digit_bits(values: usize) -> u32 {
    if values < 1 << 13 { 8 } else { 11 }
}

/// Sorts values: by the top two digits, and few by comparisons.
fn sort(values: &mut [u64], spare: &mut [u64]) {
    let bits = u64::BITS - union(values).leading_zeros();
    sort_digits(
        values,
        spare,
        bits.saturating_sub(2 * digit_bits(values.len())),
    );
}

/// Brings equal values together, in any order: by their low two digits, and few by comparisons.
fn gather_equal(values: &mut [u64], spare: &mut [u64]) {
    let zeros = union(values).trailing_zeros();
    sort_digits(values, spare, zeros.min(u64::BITS - 1));
}

/// Sorts by two digits that begin at the place `from`, and those that are equal in these by comparisons.
fn sort_digits(values: &mut [u64], spare: &mut [u64], from: u32) {
    if values.len() < 64 {
        return values.sort_unstable();
    }
    let (spare, digit) = (&mut spare[..values.len()], digit_bits(values.len()));
    let mask = (1 << digit) - 1;
    let (mut low, mut high) = ([0_u32; 1 << 11], [0_u32; 1 << 11]);
    for value in values.iter() {
        low[(value >> from & mask) as usize] += 1;
        high[(value >> from >> digit & mask) as usize] += 1;
    }
    move_by_digit(values, spare, &mut low, mask, |value| value >> from);
    move_by_digit(spare, values, &mut high, mask, |value| {
        value >> from >> digit
    });
    let both = mask << digit | mask;
    for equal in values.chunk_by_mut(|one, next| (one ^ next) >> from & both == 0) {
        if equal.len() > 1 {
            equal.sort_unstable();
        }
    }
}

/// Moves values to where they belong by the lowest digit of what `digits` makes of them, given how often each digit comes.
fn move_by_digit(
    from: &[u64],
    to: &mut [u64],
    counts: &mut [u32; 1 << 11],
    mask: u64,
    digits: impl Fn(u64) -> u64,
) {
    let mut before = 0;
    for count in &mut counts[..=mask as usize] {
        before += std::mem::replace(count, before);
    }
    for value in from {
        let place = &mut counts[(digits(*value) & mask) as usize];
        to[*place as usize] = *value;
        *place += 1;
    }
}

kept!(BirthdaySpacings<P> [P] { of_a_year, mean, items, impossible, years, repeated } but { name, projection, year, days, symbols, spare });

impl<Item, P: Projection<Item>> Test<Item> for BirthdaySpacings<P> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        let coordinates = match self.year.coordinates {
            1 => String::new(),
            t => format!(", {t} to a birthday"),
        };
        let what = match self.year.repeated {
            Repeated::Spacings => "equal spacings",
            Repeated::Days => "repetitions",
        };
        format!(
            "{} are independent and uniform{coordinates}: {what} of at most {} birthdays in {} days are Poisson",
            self.projection.about(),
            self.year.birthdays,
            self.days
        )
    }

    fn push(&mut self, item: &Item) {
        self.push_all(std::slice::from_ref(item));
    }

    fn push_all(&mut self, items: &[Item]) {
        self.items += items.len() as u64;
        let (mut symbols, mut wide) = ([0; BLOCK], [0; BLOCK]);
        let mut rest = items;
        while !rest.is_empty() {
            // Items that are left out are not examined.
            if P::OF_EVERY_ITEM {
                rest = &rest[self.years.pass(rest.len())..];
            }
            let (block, after) = rest.split_at(rest.len().min(BLOCK));
            let (taken, impossible) = self.projection.project(block, &mut symbols);
            wide.iter_mut()
                .zip(&symbols[..taken])
                .for_each(|(wide, symbol)| *wide = u64::from(*symbol));
            self.take(&wide[..taken]);
            self.impossible += impossible as u64;
            rest = after;
        }
    }

    fn items(&self) -> u64 {
        self.items
    }

    fn read(&self) -> u64 {
        self.years.read()
    }

    fn needed(&self) -> u64 {
        let first = self.year.first * u64::from(self.year.coordinates);
        self.projection.items(first)
    }

    fn worst(&self) -> Option<String> {
        (self.years() > 0).then(|| {
            let what = match self.year.repeated {
                Repeated::Spacings => "spacings between sorted numbers are equal to another",
                Repeated::Days => "numbers came before",
            };
            format!("{} {what}, {:.1} expected", self.repeated, self.mean)
        })
    }

    fn kept(&mut self) -> Option<&mut dyn Kept> {
        Some(self)
    }

    /// The outcome's items are birthdays.
    fn outcome(&self) -> Result<Outcome, Error> {
        let need = Test::<Item>::needed(self);
        if self.years() == 0 {
            return Err(Error::TooFew {
                have: self.items,
                need,
            });
        }
        let p = tail::poisson::both(self.repeated, self.mean);
        Ok(Outcome {
            test: self.name,
            items: self.years.read() / u64::from(self.year.coordinates),
            statistic: self.repeated as f64,
            reference: Reference::Poisson { mean: self.mean },
            p,
        }
        .refuted_if(self.impossible > 0))
    }
}

#[cfg(test)]
mod tests;
