//! Families of which the parameters are found: xorshift with unknown shifts, and multiply-with-carry.

use super::*;

/// Asks quickly, with numbers before and after.
fn around(numbers: &Numbers) -> Found {
    let options = Options {
        previous: NEXT,
        ..quick(None)
    };
    who(numbers, options)
}

/// Whether these numbers out of a longer list are named as this family, with the right numbers around them.
fn is_named(family: &str, bits: u32, all: &[u64], count: usize) -> bool {
    let given = words(bits, all[NEXT..NEXT + count].to_vec());
    let found = around(&given);
    let Some(answer) = found.answers.first() else {
        return false;
    };
    assert_eq!(
        answer.next.as_deref(),
        Ok(&all[NEXT + count..][..NEXT]),
        "{answer:?}"
    );
    assert_eq!(answer.previous.as_deref(), Ok(&all[..NEXT]), "{answer:?}");
    answer.generator == family
}

#[test]
fn unknown_shifts_are_found_from_one_word_and_from_four() {
    // Shifts of Marsaglia's table that no row of the catalogue has.
    let mut x = 2_463_534_242_u32;
    let mut all = Vec::new();
    for _ in 0..20 {
        x ^= x >> 7;
        x ^= x << 25;
        x ^= x >> 12;
        all.push(u64::from(x));
    }
    assert!(is_named("xorshift generator", 32, &all, 5));
    let mut x = 88_172_645_463_325_252_u64;
    let mut all = Vec::new();
    for _ in 0..20 {
        x ^= x << 21;
        x ^= x >> 35;
        x ^= x << 4;
        all.push(x);
    }
    assert!(is_named("xorshift generator", 64, &all, 4));
    let mut state = [123_456_789_u32, 362_436_069, 521_288_629, 88_675_123];
    let mut all = Vec::new();
    for _ in 0..20 {
        let t = state[0] ^ state[0] << 5;
        let new = state[3] ^ state[3] >> 1 ^ t ^ t >> 14;
        state = [state[1], state[2], state[3], new];
        all.push(new.into());
    }
    assert!(is_named("xorshift generator", 32, &all, 9));
}

#[test]
fn multipliers_with_carries_are_found_whatever_the_lag_and_the_word() {
    for (multiplier, lag, word) in [
        // Marsaglia's, of which he says that the period is a prime less one.
        (4_294_957_665_u64, 1, 32),
        (63_663, 1, 16),
        (2_111_111, 4, 32),
        // Vigna's MWC128.
        (0xffeb_b71d_94fc_daf9, 1, 64),
    ] {
        let ones = u64::MAX >> (64 - word);
        let mut all: Vec<u64> = hashed(lag as u64).into_iter().map(|x| x & ones).collect();
        let mut carry = 1_u128;
        for at in 0..40 {
            let sum = u128::from(multiplier) * u128::from(all[at]) + carry;
            all.push(sum as u64 & ones);
            carry = sum >> word;
        }
        let count = 2 * lag + 8;
        assert!(is_named(
            "multiply-with-carry generator",
            word,
            &all[lag..],
            count
        ));
    }
    // 120 words of a row of which no state is recovered otherwise.
    let all = outputs(find("uheprng").unwrap(), 0xd_eadb_eef5, 100, 126);
    assert!(is_named("multiply-with-carry generator", 32, &all, 120));
}

#[test]
fn fractions_of_words_with_carries_are_found_as_well() {
    let mut all = vec![0.25];
    let (mut word, mut carry) = (1_u64 << 30, 1_u64);
    for _ in 0..12 {
        let sum = 4_294_584_393 * word + carry;
        (word, carry) = (sum & 0xffff_ffff, sum >> 32);
        all.push(word as f64 / 2_f64.powi(32));
    }
    let given = all[1..10].iter().map(|one| Fraction::printed(*one, 16));
    let found = quickly(&Numbers::Fractions(given.collect()), None);
    let next = all[10..13].iter().map(|one| one.to_bits()).collect();
    assert_eq!(found.answers[0].generator, "multiply-with-carry generator");
    assert_eq!(found.answers[0].next, Ok(next));
}

#[test]
fn random_words_have_neither_shifts_nor_carries() {
    let all = hashed(6000);
    let all: Vec<u64> = all.chunks(2).map(|two| two[0] << 32 | two[1]).collect();
    for bits in [16, 32, 64] {
        for (at, count) in (0..2000)
            .step_by(100)
            .zip([3, 4, 6, 8, 12, 40, 100].into_iter().cycle())
        {
            let some = all[at..at + count].iter().map(|x| x >> (64 - bits));
            // A row that makes none of them leaves the families.
            let found = quickly(&words(bits, some.collect()), Some("randu"));
            assert!(found.answers.is_empty());
        }
    }
}
