//! The tails compared with values of many digits from other methods, which `data/tails.txt` names.

use roguelab_gof::tail::{binomial, chi_square, kolmogorov, normal, poisson, smirnov};
use roguelab_gof::{PValue, Tail};
use std::collections::BTreeMap;
use std::f64::consts::LN_10;

const DATA: &str = include_str!("data/tails.txt");

/// Below this, a double no longer has full accuracy.
const SMALLEST: f64 = -700.0;

/// The error of a tail, relative to it and to the size of its logarithm.
fn error(tail: Tail, ln: f64) -> f64 {
    let scale = ln.abs().max(1.0);
    let of_logarithm = (tail.log10() * LN_10 - ln).abs() / scale;
    let of_value = if ln > SMALLEST {
        (tail.value() / ln.exp() - 1.0).abs() / scale
    } else {
        0.0
    };
    of_logarithm.max(of_value)
}

fn number<T: std::str::FromStr>(field: &str) -> T {
    field
        .parse()
        .unwrap_or_else(|_| panic!("{field} is no number"))
}

fn computed(distribution: &str, arguments: &[&str]) -> PValue {
    match (distribution, arguments) {
        ("normal", [z]) => normal::both(number(z)),
        ("chi_square", [freedom, statistic]) => {
            chi_square::both(number(statistic), number(freedom))
        }
        ("poisson", [count, mean]) => poisson::both(number(count), number(mean)),
        ("binomial" | "binomial_far" | "binomial_long", [count, trials, chance]) => {
            binomial::both(number(count), number(trials), number(chance))
        }
        ("smirnov", [values, d]) => smirnov::both(number(d), number(values)),
        ("kolmogorov", [values, d]) => kolmogorov::both(number(d), number(values)),
        _ => panic!("{distribution} {arguments:?}"),
    }
}

/// The largest errors of the lower and the upper tail.
fn largest_errors(distribution: &str) -> (f64, f64) {
    let mut largest: BTreeMap<&str, (f64, String)> = BTreeMap::new();
    for line in DATA
        .lines()
        .filter(|line| line.split(' ').next() == Some(distribution))
    {
        let fields: Vec<&str> = line.split(' ').collect();
        let [_, arguments @ .., lower, upper] = fields.as_slice() else {
            panic!("{line}")
        };
        let p = computed(distribution, arguments);
        for (side, tail, expected) in [("lower", p.lower(), lower), ("upper", p.upper(), upper)] {
            let found = error(tail, number(expected));
            assert!(found.is_finite(), "{line}: {side} {tail:?}");
            let worst = largest.entry(side).or_default();
            if found >= worst.0 {
                *worst = (found, format!("{line}: {tail:?}"));
            }
        }
    }
    println!("{distribution}: {largest:#?}");
    (largest["lower"].0, largest["upper"].0)
}

macro_rules! holds {
    ($($distribution:ident: $lower:literal, $upper:literal;)*) => {
        $(#[test]
        fn $distribution() {
            let (lower, upper) = largest_errors(stringify!($distribution));
            assert!(lower < $lower && upper < $upper, "{lower:e} {upper:e}");
        })*
    };
}

mod error_is_as_documented {
    use super::*;
    holds! {
        normal: 2e-15, 2e-15;
        chi_square: 2e-14, 2e-14;
        poisson: 2e-14, 2e-14;
        binomial: 5e-14, 5e-14;
        binomial_far: 1e-14, 1e-14;
        binomial_long: 1e-12, 1e-12;
        smirnov: 1e-13, 1e-13;
        kolmogorov: 1e-12, 1e-10;
    }
}

#[test]
fn the_normal_tail_keeps_its_last_bits_far_out() {
    // erfc of mpmath 1.3.0 at 50 digits, rounded to the nearest double.
    for (z, expected) in [
        (12.7, 2.956_485_364_852_05e-37),
        (20.0, 2.753_624_118_606_233_7e-89),
        (30.3, 5.731_723_503_315_496e-202),
        (37.0, 5.725_571_222_524_577e-300),
    ] {
        let tail = normal::sf(z).value();
        assert!(
            (tail / expected - 1.0_f64).abs() < 2e-15,
            "{z}: {tail:e}, not {expected:e}"
        );
    }
}

/// Kolmogorov's distribution has no single formula for all `n`: its parts must agree where one takes over from another.
mod kolmogorov_parts {
    use super::*;

    /// The `d` with `d sqrt n = z`.
    fn distance(z: f64, n: u64) -> f64 {
        z / (n as f64).sqrt()
    }

    #[test]
    fn the_band_is_the_published_value() {
        // Marsaglia, Tsang and Wang 2003, for n = 2000 and d = 0.04, to 20 digits.
        let published = 0.996_769_431_917_136_7;
        let p = kolmogorov::both(0.04, 2000);
        assert!((p.lower().value() / published - 1.0).abs() < 1e-13);
        assert!((p.upper().value() / (1.0 - published) - 1.0).abs() < 1e-11);
    }

    #[test]
    fn the_band_meets_twice_the_one_sided_tail() {
        for n in [100, 1000, 10_000] {
            let d = distance(1.999_999, n);
            let (band, twice) = (
                kolmogorov::sf(d, n).value(),
                smirnov::sf(d, n).doubled().value(),
            );
            assert!((band / twice - 1.0).abs() < 1e-10, "{n}: {band} {twice}");
        }
    }

    #[test]
    fn the_expansion_meets_the_band() {
        // From one n to the next, the relative change of the tail is at most about 1e-7, so a larger step is a fault.
        for (z, n) in [(0.6_f64, 46_415), (1.6, 24_137)] {
            let p = |n| kolmogorov::both(distance(z, n), n);
            for side in [roguelab_gof::Sides::Lower, roguelab_gof::Sides::Upper] {
                let [a, b, c] = [n - 20, n, n + 20].map(|n| p(n).of(side).log10());
                assert!((a - 2.0 * b + c).abs() < 1e-8, "{z} {n}: {a} {b} {c}");
            }
        }
    }
}

/// Saddle point formulas take over where sums become long: a tail just below that size and one just above must be close.
mod large_parameters {
    use super::*;

    #[test]
    fn chi_square_goes_on_smoothly() {
        for z in [-6.0, -1.0, -1e-4, 0.0, 1e-4, 0.5, 3.0, 8.0] {
            let tail = |freedom: u64| {
                chi_square::both(freedom as f64 + z * (2.0 * freedom as f64).sqrt(), freedom)
            };
            let (sum, saddle) = (tail(19_999_999_998), tail(20_000_000_000));
            for (a, b) in [(sum.lower(), saddle.lower()), (sum.upper(), saddle.upper())] {
                assert!(
                    (a.value() / b.value() - 1.0).abs() < 1e-10,
                    "{z}: {a:?} {b:?}"
                );
            }
        }
    }

    #[test]
    fn smirnov_goes_on_smoothly() {
        for z in [0.1_f64, 0.5, 1.0, 2.0, 3.0] {
            // The relative change of the tail from one n to the next is 1e-9; the expansion neglects terms of order n^(-3/2).
            let tail = |n: u64| smirnov::sf(z / (n as f64).sqrt(), n).value();
            let (sum, expansion) = (tail(1_000_000), tail(1_000_001));
            assert!(
                (sum / expansion - 1.0).abs() < 2e-8,
                "{z}: {sum} {expansion}"
            );
        }
    }
}

mod odd_arguments {
    use super::*;

    const ODD: [f64; 9] = [
        f64::NAN,
        f64::NEG_INFINITY,
        -1.0,
        -0.0,
        0.0,
        f64::MIN_POSITIVE,
        0.5,
        1e308,
        f64::INFINITY,
    ];

    fn every_tail() -> Vec<(String, PValue)> {
        let mut tails = Vec::new();
        for x in ODD {
            tails.push((format!("normal {x}"), normal::both(x)));
            for n in [0, 1, 2, 1000, u64::MAX] {
                tails.push((format!("chi_square {x} {n}"), chi_square::both(x, n)));
                tails.push((format!("poisson {n} {x}"), poisson::both(n, x)));
                tails.push((format!("kolmogorov {x} {n}"), kolmogorov::both(x, n)));
                tails.push((format!("smirnov {x} {n}"), smirnov::both(x, n)));
                for k in [0, 1, 500, u64::MAX] {
                    tails.push((format!("binomial {k} {n} {x}"), binomial::both(k, n, x)));
                }
            }
        }
        tails
    }

    #[test]
    fn every_tail_is_a_probability_or_not_a_number() {
        for (name, p) in every_tail() {
            let (lower, upper) = (p.lower(), p.upper());
            let undefined = lower.value().is_nan() && upper.value().is_nan();
            let defined = [lower, upper]
                .iter()
                .all(|tail| (0.0..=1.0).contains(&tail.value()) && tail.log10() <= 0.0);
            assert!(
                undefined || defined && lower.value() + upper.value() > 1.0 - 1e-9,
                "{name}: {p:?}"
            );
            assert_eq!(undefined, p.two_sided().value().is_nan(), "{name}");
        }
    }

    #[test]
    fn what_has_no_distribution_is_not_a_number() {
        for p in [
            normal::both(f64::NAN),
            chi_square::both(f64::NAN, 3),
            poisson::both(3, -1.0),
            binomial::both(1, 2, 1.5),
            kolmogorov::both(0.5, 0),
            smirnov::both(f64::NAN, 5),
        ] {
            assert!(
                p.lower().value().is_nan() && p.upper().value().is_nan(),
                "{p:?}"
            );
        }
    }
}

/// The tails agree with an independent implementation, where both have full accuracy.
#[test]
fn tails_near_the_middle_are_those_of_statrs() {
    use statrs::distribution::{Binomial, ChiSquared, ContinuousCDF, DiscreteCDF, Normal, Poisson};

    let mut pairs = Vec::new();
    for step in 1..40_u32 {
        let x = f64::from(step) / 4.0;
        pairs.push((normal::sf(x - 5.0).value(), Normal::standard().sf(x - 5.0)));
        let law = ChiSquared::new(f64::from(step)).unwrap();
        pairs.push((
            chi_square::sf(3.0 * x, step.into()).value(),
            law.sf(3.0 * x),
        ));
        let law = Poisson::new(x).unwrap();
        pairs.push((poisson::at_most(5, x).value(), law.cdf(5)));
        let law = Binomial::new(x / 10.0, 40).unwrap();
        pairs.push((binomial::at_most(15, 40, x / 10.0).value(), law.cdf(15)));
    }
    for (ours, theirs) in pairs {
        assert!(
            (ours - theirs).abs() <= 1e-9 * theirs + 1e-12,
            "{ours} {theirs}"
        );
    }
}
