use super::super::{Bits, lags};
use super::*;
use crate::fair::{Rng, fair};

#[test]
fn repeated_spacings_are_counted_around_the_year() {
    // Spacings 1, 1, 3, 5: one repeated. Then 2, 2, 2, 4: two. One birthday: a spacing of a year.
    assert_eq!(repeated_spacings(&mut [5, 0, 1, 2], &mut [0; 4], 10), 1);
    assert_eq!(repeated_spacings(&mut [9, 1, 3, 5], &mut [0; 4], 10), 2);
    assert_eq!(repeated_spacings(&mut [7], &mut [0; 4], 10), 0);
    assert_eq!(repeated_spacings(&mut [], &mut [0; 4], 10), 0);
}

#[test]
fn sorting_by_digits_is_sorting() {
    let mut random = fair(5);
    for (length, bits) in [
        (0, 1),
        (1, 64),
        (500, 24),
        (1023, 62),
        (1024, 33),
        (3000, 7),
        (3000, 64),
        (9000, 40),
    ] {
        let mut values: Vec<u64> = (0..length)
            .map(|_| random.next_u64() >> (64 - bits))
            .collect();
        let mut sorted = values.clone();
        sorted.sort_unstable();
        let mut gathered = values.clone();
        sort(&mut values, &mut vec![0; length]);
        assert_eq!(values, sorted, "{length} of {bits} bits");
        gather_equal(&mut gathered, &mut vec![0; length]);
        assert_eq!(equal_neighbours(&gathered), equal_neighbours(&sorted));
        gathered.sort_unstable();
        assert_eq!(gathered, sorted, "{length} of {bits} bits");
    }
}

#[test]
fn the_means_are_those_of_all_years() {
    for (birthdays, days) in [(3, 300), (4, 120), (5, 40)] {
        let exact = average_over_years(birthdays, days, |year| {
            repeated_spacings(year, &mut [0; 5], days)
        });
        let found = mean_of_a_year(birthdays as u64, days);
        assert!(
            (found / exact - 1.0).abs() < 2e-3,
            "{birthdays} in {days}: {found}, not {exact}"
        );
    }
    for (birthdays, days) in [(3, 20), (5, 40), (2, 3)] {
        let exact = average_over_years(birthdays, days, |year| taken_days(year, &mut [0; 5]));
        let found = mean_of_taken_days(birthdays as u64, days);
        assert!(
            (found / exact - 1.0).abs() < 1e-12,
            "{birthdays} in {days}: {found}, not {exact}"
        );
    }
}

/// The mean of a count over all years of up to five birthdays, the first on the first day: where a year begins does not matter.
fn average_over_years(birthdays: usize, days: u64, count: impl Fn(&mut [u64]) -> u64) -> f64 {
    let all = days.pow(birthdays as u32 - 1);
    let mut sum = 0;
    for mut code in 0..all {
        let mut year = [0; 5];
        for day in &mut year[1..birthdays] {
            (*day, code) = (code % days, code / days);
        }
        sum += count(&mut year[..birthdays]);
    }
    sum as f64 / all as f64
}

/// The logarithm of `n` over `k`.
fn ln_choose(n: u64, k: u64) -> f64 {
    (0..k).map(|i| ((n - i) as f64 / (i + 1) as f64).ln()).sum()
}

/// Computes the inner sums term by term, over all possible parts.
#[test]
fn the_sums_over_parts_are_those_term_by_term() {
    for (k, d) in [(64_u64, 1_u64 << 16), (30, 1 << 12)] {
        let of_all = ln_choose(d - 1, k - 1);
        let mut exact = 0.0;
        let mut choose = k as f64;
        for j in 2..8_u64 {
            choose *= (k - j + 1) as f64 / j as f64;
            let inner: f64 = (1..=(d - k) / j)
                .map(|s| (ln_choose(d - j * s - 1, k - j - 1) - of_all).exp())
                .take_while(|term| *term > 1e-30)
                .sum();
            exact += if j % 2 == 0 {
                choose * inner
            } else {
                -choose * inner
            };
        }
        let found = repeated_parts(k as f64, d as f64);
        assert!(
            (found / exact - 1.0).abs() < 1e-7,
            "{k} parts of {d}: {found}, not {exact}"
        );
    }
}

#[test]
fn a_year_has_one_repeated_spacing_at_most() {
    for (bits, birthdays) in [(32, 2580), (31, 2048), (24, 406)] {
        let year = Year::of(1 << bits, 1, Share::one_in(1));
        assert_eq!((year.first, year.birthdays), (256, birthdays));
        let mean = mean_of_a_year(birthdays, 1 << bits);
        assert!((mean - 1.0).abs() < 0.02, "{mean}");
    }
    let year = Year {
        first: 4096,
        birthdays: 4096,
        ..Year::of(1 << 32, 1, Share::one_in(1))
    };
    assert!(BirthdaySpacings::new("", Bits::top(32, 15).unwrap()).is_err());
    let share = Share::one_in(0);
    assert!(lags::build_test("", 32, 5, share).is_err());
    let (birthdays, first) = (7, 4097);
    for (taken, year, fits) in [
        (30, year, true),
        (24, year, false),
        (16, Year::of_days(1500, year.share), true),
        (16, Year::of_days(4096, year.share), false),
        (
            32,
            Year {
                birthdays,
                first: 7,
                ..year
            },
            false,
        ),
        (32, Year { share, ..year }, false),
        (32, Year { first, ..year }, false),
    ] {
        let days = Bits::top(32, taken).unwrap();
        assert_eq!(BirthdaySpacings::with("", days, year).is_ok(), fits);
    }
}
