//! Generators that are not in the catalogue, named by what determines them.

use super::*;

#[test]
fn an_unknown_multiplier_increment_and_modulus_are_found() {
    let (multiplier, increment, modulus) = (1_234_567_u64, 7_654_321_u64, 4_294_967_291_u64);
    let mut x = 42;
    let mut next = || {
        x = (x * multiplier + increment) % modulus;
        x
    };
    let values: Vec<u64> = (0..40).map(|_| next()).collect();
    let found = search(&Numbers::words(values), None);
    let answer = &found.answers[0];
    let parameters = Parameters::Congruential(vec![Congruential {
        multiplier: 1_234_567,
        increment: 7_654_321,
        modulus: 4_294_967_291,
        is_one_of_several: false,
    }]);
    assert_eq!(answer.parameters, Some(parameters));
    assert_eq!(answer.next, Ok(vec![next(), next(), next()]));
}

#[test]
fn a_register_of_no_catalogue_is_named_by_its_complexity() {
    // x^61 + x^5 + x^2 + x + 1, 16 bits at a time.
    let mut bits: Vec<bool> = (0..61).map(|i| i % 3 == 0).collect();
    for i in 61..61 + 16 * 400 {
        bits.push(bits[i - 56] ^ bits[i - 59] ^ bits[i - 60] ^ bits[i - 61]);
    }
    let made = bits[61..]
        .chunks(16)
        .map(|bits| bits.iter().fold(0, |word, bit| word << 1 | u64::from(*bit)));
    let found = search(&words(16, made.collect()), None);
    let answer = &found.answers[0];
    assert_eq!(
        (&*answer.generator, &answer.parameters),
        ("GF(2)-linear generator", &Some(Parameters::Complexity(61)))
    );
    assert!(answer.next.is_err());
}

#[test]
fn a_lagged_sum_of_no_catalogue_is_named_by_its_lags() {
    let made: [fn(u64, u64) -> u64; 3] = [u64::wrapping_add, u64::wrapping_sub, |a, b| a ^ b];
    for made in made {
        let mut values = hashed(60);
        for i in 60..400 {
            values.push(made(values[i - 58], values[i - 19]) % (1 << 32));
        }
        let options = Options {
            previous: 3,
            ..quick(None)
        };
        let found = who(&words(32, values[63..397].to_vec()), options);
        let answer = &found.answers[0];
        let (long, short) = (58, 19);
        assert_eq!(answer.parameters, Some(Parameters::Lags { long, short }));
        assert_eq!(answer.next.as_deref(), Ok(&values[397..]));
        assert_eq!(answer.previous.as_deref(), Ok(&values[60..63]));
    }
    // Where low bits are lost, their carries are not known.
    let mut values = hashed(60);
    for i in 60..400 {
        values.push(values[i - 58].wrapping_add(values[i - 19]) % (1 << 32));
    }
    let cut = values[60..].iter().map(|value| value >> 1).collect();
    let answer = &quickly(&words(31, cut), None).answers[0];
    assert!(answer.next.is_err());
}

/// `(a * x + c) mod m`.
fn step(x: u64, a: u64, c: u64, m: u128) -> u64 {
    ((u128::from(a) * u128::from(x) + u128::from(c)) % m) as u64
}

/// By the bases of Miller's test that decide below 2^64.
fn is_prime(n: u128) -> bool {
    let power = |base: u128, mut exponent: u128| {
        let (mut square, mut result) = (base, 1);
        while exponent > 0 {
            if exponent % 2 == 1 {
                result = result * square % n;
            }
            (square, exponent) = (square * square % n, exponent / 2);
        }
        result
    };
    let twos = (n - 1).trailing_zeros();
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]
        .iter()
        .all(|&base| {
            let odd = (n - 1) >> twos;
            !n.is_multiple_of(base)
                && (power(base, odd) == 1 || (0..twos).any(|i| power(base, odd << i) == n - 1))
        })
}

/// Asks about this many random generators of each form. None may be named with wrong parameters or a wrong number; of those
/// with 12 outputs and more, 95 of 100 must be named with theirs.
fn parameters_of_random_generators(count: u64) {
    let (mut of_enough, mut named) = (0, 0);
    for bits in [31, 32, 48, 63, 64_u32] {
        for (form, has_increment) in (0..3_u64).flat_map(|form| [(form, false), (form, true)]) {
            for i in 0..count {
                let seed = u64::from(bits) << 24 | form << 20 | i << 1 | u64::from(has_increment);
                let random = outputs(find("splitmix64").unwrap(), seed, 0, 1000);
                let wide = |i: usize| random[i] >> (64 - bits) | 1 << (bits - 1);
                let odd = |i: usize| u128::from(wide(i) | 1);
                let modulus = match form {
                    0 => 1 << bits,
                    1 => (0..900).map(odd).find(|n| is_prime(*n)).unwrap(),
                    _ => (0..900)
                        .map(|i| odd(i) - i as u128 % 2)
                        .find(|n| !is_prime(*n))
                        .unwrap(),
                };
                let below = |i: usize| (u128::from(random[i]) % (modulus - 2) + 1) as u64;
                let (a, c) = (below(990) | 1, if has_increment { below(991) } else { 0 });
                let count = 6 + i as usize % 25;
                let made =
                    std::iter::successors(Some(below(992)), |x| Some(step(*x, a, c, modulus)));
                let mut values: Vec<u64> = made.take(count + NEXT).collect();
                let next = values.split_off(count);
                let found = quickly(&Numbers::words(values.clone()), Some("no row"));
                let what = format!(
                    "{a} * x + {c} mod {modulus}: {values:?}: {:?}",
                    found.answers
                );
                of_enough += u32::from(count >= 12);
                let Some(answer) = found.answers.first() else {
                    continue;
                };
                let Some(Parameters::Congruential(all)) = &answer.parameters else {
                    panic!("{what}");
                };
                let goes_on = |own: &Congruential| {
                    let mut x = values[0];
                    (0..100).all(|_| {
                        let next = step(x, a, c, modulus);
                        let other = step(x, own.multiplier as u64, own.increment as u64, modulus);
                        x = next;
                        other == next
                    })
                };
                let is_right = all.iter().any(|own| {
                    own.modulus == modulus
                        && if own.is_one_of_several {
                            goes_on(own)
                        } else {
                            (own.multiplier, own.increment) == (a.into(), c.into())
                        }
                });
                assert!(is_right && answer.evidence.is_whole(), "{what}");
                assert!(answer.next.is_err() || answer.next == Ok(next), "{what}");
                named += u32::from(count >= 12);
            }
        }
    }
    assert!(named * 100 >= of_enough * 95, "{named} of {of_enough}");
}

#[test]
fn the_least_form_that_explains_all_numbers_is_named() {
    // The multiplier of the minimal standard with another modulus, and seven numbers modulo a product of small primes.
    for (a, c, m, x, count) in [
        (48271, 0, 1 << 31, 1, 100),
        (69_069, 12_345, (1 << 32) - 1, 2, 7),
    ] {
        let parameters = Some(Parameters::Congruential(vec![Congruential {
            multiplier: a.into(),
            increment: c.into(),
            modulus: m,
            is_one_of_several: false,
        }]));
        let made = std::iter::successors(Some(x), |x| Some(step(*x, a, c, m)));
        let mut values: Vec<u64> = made.take(count).collect();
        let found = quickly(&Numbers::words(values.clone()), Some("no row"));
        assert_eq!(found.answers[0].parameters, parameters);
        if count > 40 {
            // A number that was changed hides no modulus.
            values[5] ^= 1;
            let found = quickly(&Numbers::words(values), Some("no row"));
            let answer = &found.answers[0];
            assert_eq!(answer.parameters, parameters);
            assert_eq!(answer.evidence.contradiction, Contradiction::At(vec![6, 7]));
        }
    }
}

#[test]
fn random_parameters_are_named_right_or_not_at_all() {
    parameters_of_random_generators(25);
}

#[test]
#[ignore = "slow: run in CI"]
fn random_parameters_of_6000_generators_are_named_right_or_not_at_all() {
    parameters_of_random_generators(200);
}
