//! Numbers of which some were left out, or of which each takes two outputs.

use super::*;

/// As Perl, C++ and Tcl make numbers, of which a program prints every second one.
#[test]
fn every_second_number_is_not_taken_for_one_of_two_outputs() {
    for (key, divisor, scale) in [
        ("drand48", 2_f64.powi(48), 1e6),
        ("mt19937", 2_f64.powi(32), 1.0),
        ("minstd-16807", 2_147_483_647.0, 1.0),
    ] {
        for seed in 20..40 {
            let all = outputs(find(key).unwrap(), seed, 1, 28).into_iter();
            let kept = all.step_by(2).map(|x| x as f64 / divisor * scale);
            let made: Vec<f64> = kept.collect();
            let (given, rest) = made.split_at(12);
            let numbers = if scale > 1.0 {
                let whole: Vec<u64> = given.iter().map(|x| *x as u64).collect();
                Numbers::below(scale as u64, &whole).unwrap()
            } else {
                let printed = |x: &f64| Fraction::printed((x * 1e6).round() / 1e6, 6);
                Numbers::Fractions(given.iter().map(printed).collect())
            };
            let answer = quickly(&numbers, None).answers.swap_remove(0);
            assert_eq!(answer.seed, Some(seed), "{answer:?}");
            for (&next, made) in answer.next.iter().flatten().zip(rest) {
                let is_true = if scale > 1.0 {
                    next == *made as u64
                } else {
                    (f64::from_bits(next) - made).abs() <= answer.doubt + 1e-12
                };
                assert!(is_true, "{made}: {answer:?}");
            }
        }
    }
}

/// `bernoulli_distribution(0.5)` compares two outputs, the low one first, with a half: the second output decides.
#[test]
fn a_coin_of_cpp_begins_with_the_low_half_of_its_first_number() {
    let made = outputs(find("mt19937").unwrap(), 42, 0, 200);
    let coins: Vec<u64> = made.chunks(2).map(|two| two[1] >> 31).collect();
    let found = quickly(&Numbers::below(2, &coins).unwrap(), None);
    let answer = &found.answers[0];
    assert_eq!((answer.seed, answer.position), (Some(42), 0), "{answer:?}");
}

/// Python's `randrange(1000)`, of which no output of the first ones was rejected: they could be words of 10 bits.
#[test]
fn words_that_a_bound_may_reject_are_not_predicted() {
    let made = outputs(find("mt19937-array").unwrap(), 96, 5, 20);
    let given: Vec<u64> = made[..14].iter().map(|word| word >> 22).collect();
    let options = Options {
        bound_is_guessed: true,
        ..quick(None)
    };
    let found = who(&words(10, given), options);
    // 1018 would come third.
    assert_eq!(found.answers[0].next, Ok(vec![89, 261]));
}
