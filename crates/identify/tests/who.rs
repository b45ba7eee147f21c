//! What made these numbers, asked of generators of the catalogue and of others.

use generators::catalogue::{Generator, find};
use identify::evidence::Contradiction;
use identify::numbers::Fraction;
use identify::{Answer, Found, Numbers, Options, who};

/// No answer depends on the time: what is asked here is found, and three numbers that follow.
fn asked(numbers: &Numbers, only: Option<&str>) -> Found {
    who(
        numbers,
        Options {
            time: None,
            only,
            next: 3,
            ..Options::default()
        },
    )
}

/// Only the quick ways, which end.
fn quickly(numbers: &Numbers) -> Found {
    who(
        numbers,
        Options {
            time: None,
            quick: true,
            ..Options::default()
        },
    )
}

fn outputs(row: &Generator, seed: u64, skip: usize, count: usize) -> Vec<u64> {
    let mut stream = (row.seeded)(seed);
    (0..skip + count).map(|_| stream()).skip(skip).collect()
}

/// Whether an answer, taken at its word, gives these outputs.
fn gives(answer: &Answer, outputs: &[u64]) -> bool {
    let Some((row, seed)) = find(&answer.generator).zip(answer.seed) else {
        return false;
    };
    let mut stream = (row.seeded)(seed);
    let all: Vec<u64> = (0..answer.position as usize + outputs.len())
        .map(|_| stream())
        .collect();
    all[answer.position as usize..] == *outputs
}

fn words(bits: u32, values: Vec<u64>) -> Numbers {
    Numbers::Words { bits, values }
}

fn below(n: u64, outputs: &[u64]) -> Numbers {
    Numbers::below(
        n,
        &outputs.iter().map(|output| output % n).collect::<Vec<_>>(),
    )
    .unwrap()
}

/// Of the state of taus88, 8 bits of 96 reach no output: that they do not shows only in some outputs more.
#[test]
fn a_state_of_which_some_bits_are_open_is_stepped_on_only_once_they_tell_nothing() {
    let row = find("taus88").unwrap();
    let made = outputs(row, 0x1234_5678, 5000, 12);
    for (given, told) in [(4, false), (9, true)] {
        let found = asked(&words(32, made[..given].to_vec()), Some("taus88"));
        let next = found.answers[0].next.as_ref();
        assert_eq!(next.is_ok(), told, "{given}");
        assert!(next.is_err() || next.is_ok_and(|next| *next == made[given..given + 3]));
    }
}

#[test]
fn a_twister_is_found_far_into_its_first_block_by_its_seed() {
    let row = find("mt19937").unwrap();
    let outputs = outputs(row, 0xdead_beef, 300, 240);
    let found = asked(&words(32, outputs), None);
    let answer = &found.answers[0];
    assert_eq!(
        (&*answer.generator, answer.seed, answer.position),
        ("mt19937", Some(0xdead_beef), 300)
    );
}

/// Fractions as Java makes doubles: 26 bits of an output, so many of the next, by a power of 2.
fn java_doubles(second: u32, count: usize) -> Numbers {
    let outputs = outputs(
        find("java-random").unwrap(),
        1_234_567_890_123,
        0,
        2 * count,
    );
    let fraction = |pair: &[u64]| {
        let whole = (pair[0] >> 6 << second) + (pair[1] >> (32 - second));
        Fraction::printed(whole as f64 / 2_f64.powi(26 + second as i32), 17)
    };
    Numbers::Fractions(outputs.chunks(2).map(fraction).collect())
}

#[test]
fn numbers_of_java_have_the_name_and_the_seed_that_java_gives_them() {
    let row = find("java-random").unwrap();
    let sixteen = outputs(row, 1_234_567_890_123, 0, 60)
        .iter()
        .map(|word| word >> 28)
        .collect::<Vec<_>>();
    for numbers in [java_doubles(27, 40), Numbers::below(16, &sixteen).unwrap()] {
        let found = asked(&numbers, None);
        let answer = &found.answers[0];
        assert_eq!(
            (&*answer.generator, answer.seed),
            ("java-random", Some(1_234_567_890_123)),
            "{answer:?}"
        );
        let own = answer.convention.as_deref() == Some("Java's nextInt(n)");
        assert_eq!(own, matches!(numbers, Numbers::Bounded(_)), "{answer:?}");
    }
}

/// 26 bits and 26 bits by 2^52: every other one is not a double of Java's.
#[test]
fn a_prediction_is_compared_with_every_digit_given() {
    let found = quickly(&java_doubles(26, 300));
    assert!(
        found
            .answers
            .iter()
            .all(|answer| !answer.evidence.is_whole()),
        "{:?}",
        found.answers
    );
}

#[test]
#[ignore = "slow: run in CI"]
fn a_number_is_evidence_for_the_bits_that_its_convention_can_make() {
    // Of two fractions of 32 bits an output of 64 can be made, and of that a state.
    let words = hashed(40);
    for by in [2_f64.powi(32), 2_f64.powi(32) - 1.0] {
        let fraction = |word: &u64| Fraction::printed(*word as f64 / by, 17);
        for count in [2, 40] {
            let numbers = Numbers::Fractions(words.iter().take(count).map(fraction).collect());
            assert_eq!(quickly(&numbers).answers, [], "{count} / {by}");
        }
    }
    // Below 2^64 - 1 and made of 15 bits.
    assert_eq!(
        quickly(&Numbers::below(u64::MAX, &[1, 2, 3]).unwrap()).answers,
        []
    );
}

#[test]
#[ignore = "slow: run in CI"]
fn intervals_that_no_output_is_in_are_no_states() {
    let grades = [0.85, 0.92, 0.78, 0.66, 0.95, 0.71, 0.88, 0.9, 0.83];
    let numbers = Numbers::Fractions(grades.map(|grade| Fraction::printed(grade, 2)).to_vec());
    assert_eq!(quickly(&numbers).answers, []);
    for below in [1_000_000_000_000, u64::MAX] {
        let numbers: Vec<u64> = hashed(20)
            .iter()
            .map(|word| (word * 0x1_0000_0001) % below)
            .collect();
        assert_eq!(
            quickly(&Numbers::below(below, &numbers).unwrap()).answers,
            []
        );
    }
}

#[test]
fn a_wrong_number_is_shown_with_its_place() {
    let right = outputs(find("msvc-rand").unwrap(), 7, 0, 60);
    for (wrong, told) in [
        (&[19, 40][..], Contradiction::At(vec![20, 41])),
        (&[59], Contradiction::From(60)),
    ] {
        let mut values = right.clone();
        for place in wrong {
            values[*place] ^= 1;
        }
        let answer = asked(&words(15, values), None).answers.swap_remove(0);
        assert_eq!(answer.evidence.contradiction, told);
        assert!(answer.next.is_err());
    }
}

/// A counter hashed twice over: of no generator of the catalogue.
fn hashed(count: u64) -> Vec<u64> {
    let mix = |x: u64| {
        (x ^ x >> 29)
            .wrapping_mul(0xd6e8_feb8_6659_fd93)
            .rotate_left(17)
            ^ x >> 7
    };
    (0..count)
        .map(|i| mix(mix(mix(i.wrapping_mul(0x1234_5678_9abc_def1)) + 77)) >> 32)
        .collect()
}

#[test]
#[ignore = "slow: run in CI"]
fn a_few_numbers_name_nothing_and_nor_does_what_repeats() {
    let row = find("msvc-rand").unwrap();
    // A seed that people choose would be named, because so few of these are tried.
    let few = quickly(&words(15, outputs(row, 3_000_000_017, 0, 3)));
    assert_eq!(few.answers, []);
    assert!(few.fits.iter().all(|(_, more)| *more > 0));
    let repeated = quickly(&below(8, &[0, 5, 2, 7, 4, 1, 6, 3].repeat(40)));
    assert_eq!(repeated.answers, []);
    assert_eq!(
        repeated.complexity.as_deref(),
        Some("the numbers repeat after 8")
    );
}

#[test]
fn an_unknown_multiplier_increment_and_modulus_are_found() {
    let (multiplier, increment, modulus) = (1_234_567_u64, 7_654_321_u64, 4_294_967_291_u64);
    let mut x = 42;
    let mut next = || {
        x = (x * multiplier + increment) % modulus;
        x
    };
    let values: Vec<u64> = (0..40).map(|_| next()).collect();
    let found = asked(&Numbers::words(values), None);
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
    let found = asked(&words(16, made.collect()), None);
    let answer = &found.answers[0];
    assert_eq!(
        (&*answer.generator, answer.parameters.as_deref()),
        ("GF(2)-linear", Some("89 bits of state"))
    );
    assert!(answer.next.is_err());
}

#[test]
fn a_lagged_sum_of_no_catalogue_is_named_by_its_lags() {
    let mut values = hashed(60);
    for i in 60..400 {
        values.push((values[i - 58] + values[i - 19]) % (1 << 32));
    }
    let found = asked(&words(32, values.split_off(60)), None);
    let answer = &found.answers[0];
    assert_eq!(answer.parameters.as_deref(), Some("lags 58 and 19"));
    assert!(answer.next.is_err());
}

#[test]
fn a_known_mistake_is_named() {
    for (subject, key) in [
        ("pcg32", "no-seeding-steps"),
        ("haskell", "rotated-left"),
        ("haskell", "state-and-increment-exchanged"),
    ] {
        let mistake = identify::mistakes::of(subject)
            .find(|mistake| mistake.key == key)
            .unwrap();
        let mut stream = mistake.words(subject, 42).unwrap();
        let values = (0..20).map(|_| stream()).collect();
        let found = asked(&words(32, values), None);
        let answer = &found.answers[0];
        assert_eq!(
            (
                &*answer.generator,
                answer.seed,
                answer.position,
                answer.mistake.as_deref()
            ),
            (subject, Some(42), 0, Some(&*mistake.about))
        );
    }
}

#[test]
fn no_mistake_is_named_where_none_is_needed() {
    for seed in [7, 300, 450, 511] {
        let outputs = outputs(find("pcg32").unwrap(), seed, 0, 40);
        let found = asked(&Numbers::words(outputs.clone()), None);
        assert!(
            found.answers[0].mistake.is_none() && gives(&found.answers[0], &outputs),
            "{:?}",
            found.answers[0]
        );
    }
}

#[test]
fn rows_have_the_mistakes_that_any_generator_can_have() {
    let (mut x, mut y) = (7_u32, 42_u32);
    // A digit of the multiplier of msvc-rand; the last shift of xorshift32; the next seed.
    let msvc = (0..8).map(|_| {
        x = x.wrapping_mul(214_113).wrapping_add(2_531_011);
        u64::from(x >> 16 & 0x7fff)
    });
    let xorshift = (0..8).map(|_| {
        y ^= y << 13;
        y ^= y >> 17;
        y ^= y << 6;
        u64::from(y)
    });
    let next = outputs(find("mulberry32").unwrap(), 43, 0, 8);
    for (row, seed, words, key) in [
        ("msvc-rand", 7, msvc.collect(), "multiplier-214113"),
        ("xorshift32", 42, xorshift.collect(), "third-shift-6"),
        ("mulberry32", 42, next, "seed-one-more"),
    ] {
        let named = identify::mistakes::in_words(row, seed, &words);
        assert!(
            named.iter().any(|mistake| mistake.key == key),
            "{row}: {named:?}"
        );
        assert!(named.len() <= 2, "{row}: {named:?}");
        let right = outputs(find(row).unwrap(), seed, 0, 8);
        assert!(identify::mistakes::in_words(row, seed, &right).is_empty());
        assert!(identify::mistakes::in_words(row, seed, &hashed(8)).is_empty());
    }
}

#[test]
fn what_is_right_has_no_mistake_beside_its_seed_when_all_answers_are_wanted() {
    // What pcg32 is without its seeding: a mistake of that one, and none of this.
    let mut stream = identify::mistakes::right_words("haskell", 42).unwrap();
    let numbers = words(32, (0..20).map(|_| stream()).collect());
    let found = who(
        &numbers,
        Options {
            time: None,
            quick: true,
            all: true,
            ..Options::default()
        },
    );
    // A mistake that a convention undoes, as bytes in reverse order, is one way to make them.
    let plain = found.answers.iter().filter(|answer| answer.is_as_it_is());
    let named: Vec<_> = plain.map(|answer| &*answer.generator).collect();
    assert!(
        named.contains(&"pcg32") && !named.contains(&"haskell"),
        "{:?}",
        found.answers
    );
}

#[test]
#[cfg_attr(miri, ignore = "minutes under Miri")]
fn the_numbers_that_came_before_are_those_of_the_seed_or_the_state_stepped_back() {
    for (key, seed) in [
        ("msvc-rand", 7),
        ("mt19937", 42),
        ("java-random", 42),
        // No seed that is looked for leads to these states.
        ("mmix", 0x0123_4567_89ab_cdef),
        ("xorshift64", 0x0123_4567_89ab_cdef),
    ] {
        let row = find(key).unwrap();
        let made = outputs(row, seed, 0, 30);
        let numbers = words(row.bits, made[10..].to_vec());
        let options = Options {
            previous: 3,
            quick: true,
            only: Some(key),
            ..Options::default()
        };
        let answer = who(&numbers, options).answers.swap_remove(0);
        assert_eq!(
            answer.previous,
            Ok(made[7..10].to_vec()),
            "{key} {answer:?}"
        );
        // Before the second number of a small seed there is one.
        let second = words(row.bits, made[1..].to_vec());
        let before = who(&second, options)
            .answers
            .swap_remove(0)
            .previous
            .unwrap();
        let is_small = seed < 1 << 32;
        assert_eq!(
            (before.len(), before.last()),
            (if is_small { 1 } else { 3 }, Some(&made[0])),
            "{key}"
        );
    }
}
