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
    let parameters = "multiplier 1234567, increment 7654321, modulus 4294967291";
    assert_eq!(answer.parameters.as_deref(), Some(parameters));
    assert_eq!(answer.next, Ok(vec![next(), next(), next()]));
}

#[test]
fn a_register_of_no_catalogue_is_named_by_its_length() {
    // x^89 + x^38 + 1, 16 bits at a time.
    let mut bits: Vec<bool> = (0..89).map(|i| i % 3 == 0).collect();
    for i in 89..89 + 16 * 400 {
        bits.push(bits[i - 89] ^ bits[i - 38]);
    }
    let made = bits[89..]
        .chunks(16)
        .map(|bits| bits.iter().fold(0, |word, bit| word << 1 | u64::from(*bit)));
    let found = search(&words(16, made.collect()), None);
    let answer = &found.answers[0];
    assert_eq!(
        (&*answer.generator, answer.parameters.as_deref()),
        ("GF(2)-linear generator", Some("89 bits of state"))
    );
    assert!(answer.next.is_err());
}

#[test]
fn a_lagged_sum_of_no_catalogue_is_named_by_its_lags() {
    let mut values = hashed(60);
    for i in 60..400 {
        values.push((values[i - 58] + values[i - 19]) % (1 << 32));
    }
    let found = search(&words(32, values.split_off(60)), None);
    let answer = &found.answers[0];
    assert_eq!(answer.parameters.as_deref(), Some("lags 58 and 19"));
    assert!(answer.next.is_err());
}
