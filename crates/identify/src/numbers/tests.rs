use super::*;

#[test]
fn a_number_that_repeats_is_little_evidence() {
    let constant = Numbers::words(vec![7; 50]);
    assert!(constant.information().iter().all(|bits| *bits == 0.0));
    let dice = Numbers::below(6, &[0, 3, 1, 5, 2, 4].repeat(100)).unwrap();
    assert_eq!(dice.period(), Some(6));
    assert!(
        dice.information()[..6]
            .iter()
            .all(|bits| (bits - 6_f64.log2()).abs() < 1e-9)
    );
    assert!(dice.information()[6..].iter().all(|bits| *bits == 0.0));
    let words = Numbers::words(vec![1 << 31, 3_000_000_005, 4_000_000_007]);
    assert!(
        words
            .information()
            .iter()
            .all(|bits| (30.9..=32.0).contains(bits))
    );
    assert!(Numbers::words(vec![5, 1 << 31]).information()[0] < 8.0);
}

#[test]
fn numbers_that_count_or_lie_close_together_or_on_a_grid_have_few_bits() {
    let most = |values: Vec<u64>| Numbers::words(values).information()[0];
    assert!(most((1_000_000..1_000_100).collect()) < 1e-9);
    assert!(most((0..100).map(|i| i * i).collect()) < 1e-9);
    let random = |i: u64| {
        let x = (i + 7).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33
    };
    assert!(most((0..9).map(|i| 1 << 40 | random(i) >> 21).collect()) <= 10.0);
    assert!(most((0..9).map(|i| random(i) >> 15 << 15).collect()) <= 16.0);
    assert!(most((0..9).map(random).collect()) > 29.0);
    let grid = (0..9)
        .map(|i| Fraction::printed((random(i) >> 23) as f64 / 256.0, 17))
        .collect();
    assert!(Numbers::Fractions(grid).information()[0] <= 8.0);
}

#[test]
fn a_printed_fraction_is_known_to_its_last_digit() {
    let numbers = Numbers::Fractions(vec![Fraction::printed(0.1234, 4)]);
    assert!(numbers.is(0, 0.12349_f64.to_bits()) && numbers.is(0, 0.12336_f64.to_bits()));
    assert!(!numbers.is(0, 0.1236_f64.to_bits()));
    let numbers = Numbers::Fractions(
        [0.1234, 0.9877]
            .map(|value| Fraction::printed(value, 4))
            .into(),
    );
    assert!(
        numbers
            .information()
            .iter()
            .all(|bits| (12.0..=5000_f64.log2()).contains(bits))
    );
    assert!(Numbers::below(6, &[5, 6]).is_none());
}

#[test]
fn a_sum_of_dice_tells_as_much_as_it_is_rare() {
    let bits = |value| {
        Bounded {
            value,
            bound: 6,
            dice: 3,
        }
        .bits()
    };
    let of_216 = |ways: f64| (216.0 / ways).log2();
    for (sum, ways) in [(3, 1.0), (4, 3.0), (10, 27.0), (11, 27.0), (18, 1.0)] {
        assert!((bits(sum - 3) - of_216(ways)).abs() < 1e-9, "{sum}");
    }
    let greatest = Bounded {
        value: 990,
        bound: 100,
        dice: 10,
    };
    assert!((greatest.bits() - 10.0 * 100_f64.log2()).abs() < 1e-6);
    assert!(
        Bounded {
            value: 991,
            ..greatest
        }
        .bits()
        .abs()
            < 1e-9
    );
}

#[test]
fn what_is_not_known_tells_nothing_and_is_as_any_prediction_has_it() {
    let dice = Numbers::below(6, &[3, 0, 5, 1]).unwrap().with_gaps(&[1, 5]);
    assert_eq!(
        (dice.len(), dice.gaps().collect::<Vec<_>>()),
        (6, vec![1, 5])
    );
    assert!(dice.is(1, 4) && dice.is(2, 0) && !dice.is(2, 4));
    let information = dice.information();
    assert!(information[1].abs() < 1e-9 && information[0] > 2.0);
    let fractions = Numbers::Fractions(vec![Fraction::printed(0.5, 17); 2]).with_gaps(&[0]);
    assert!(fractions.is(0, 0.25_f64.to_bits()) && !fractions.is(1, 0.25_f64.to_bits()));
    assert!(Numbers::words(vec![7]).with_gaps(&[0]).is_too_few());
    // A period is found with gaps too.
    let repeated = Numbers::below(6, &[0, 3, 1, 5].repeat(9)).unwrap();
    assert_eq!(repeated.with_gaps(&[]).period(), Some(4));
    let Numbers::Bounded(mut values) = Numbers::below(6, &[0, 3, 1, 5].repeat(9)).unwrap() else {
        panic!("they are below a bound");
    };
    values[7].value = GAP;
    assert_eq!(Numbers::Bounded(values).period(), Some(4));
    // Two that are known differ, though an unknown one stands between them.
    let period = |values: &[u64]| Numbers::words(values.to_vec()).period();
    assert_eq!(period(&[1, GAP, 2, GAP]), None);
    assert_eq!(period(&[1, GAP, 1, GAP]), Some(1));
    assert_eq!(period(&[1, GAP, GAP, 2]), None);
}
