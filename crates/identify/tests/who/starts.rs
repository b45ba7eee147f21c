//! Starts that are known: nobody seeded, or the user gave seeds or a text.

use std::ops::RangeInclusive;

use super::*;

/// Asks with these seeds given.
fn among(numbers: &Numbers, seeds: &[RangeInclusive<u64>]) -> Found {
    let quick = quick(None);
    let options = Options {
        quick: false,
        seeds,
        // Other searches would find the seed as well.
        within: 0,
        ..quick
    };
    who(numbers, options)
}

#[test]
fn a_library_that_nobody_seeded_is_named_from_three_words() {
    // thomcc/pcg-random, issue 2; xor128() in Marsaglia's paper; lrand48() of glibc 2.36.
    for (key, bits, values) in [
        ("pcg32", 32, [0x152c_a78d, 0x027c_6003, 0xcb07_bbf3]),
        (
            "xorshift128",
            32,
            [3_701_687_786, 458_299_110, 2_500_872_618],
        ),
        ("lrand48", 31, [2_116_118, 89_401_895, 379_337_186]),
    ] {
        let found = quickly(&words(bits, values.into()), None);
        let answer = &found.answers[0];
        assert_eq!(answer.generator, key);
        assert_eq!(answer.unseeded().map(|unseeded| unseeded.key), Some(key));
    }
    let twister = find("mt19937").unwrap();
    for (seed, is_initial) in [(5489, true), (5490, false)] {
        let options = Options {
            seed: Some(seed),
            ..quick(None)
        };
        let found = who(&words(32, outputs(twister, seed as u64, 0, 3)), options);
        assert_eq!(found.answers[0].unseeded().is_some(), is_initial);
    }
}

#[test]
fn seeds_between_two_are_tried_with_every_generator() {
    // So large that nothing else would try them.
    let seed = 0xf123_4567_89ab;
    let row = find("splitmix64").unwrap();
    let numbers = Numbers::below(
        1000,
        &outputs(row, seed, 0, 12)
            .iter()
            .map(|word| word % 1000)
            .collect::<Vec<_>>(),
    );
    let numbers = numbers.unwrap();
    let found = among(&numbers, &[seed - 5000..=seed + 5000]);
    assert_eq!(found.answers[0].seed, Some(seed));
    assert_eq!(found.answers[0].generator, "splitmix64");
    // Milliseconds, of which JavaScript keeps 32 bits.
    let row = find("mulberry32").unwrap();
    let time = 1_650_000_000_123;
    let values = words(32, outputs(row, time & 0xffff_ffff, 0, 4));
    let found = among(&values, &[time - 1000..=time + 1000]);
    assert_eq!(found.answers[0].seed, Some(time & 0xffff_ffff));
}

#[test]
fn what_programs_make_of_a_text_is_tried() {
    for (text, generator, values) in [
        // Python 3.11, random.seed("hello"), getrandbits(32).
        (
            "hello",
            "mt19937-array",
            [1_519_453_933, 3_618_488_475, 2_848_416_207],
        ),
        // npm's alea 1.0.1.
        (
            "hello",
            "alea",
            [3_758_378_484, 1_445_292_626, 2_853_064_090],
        ),
        // bryc's sfc32 and xmur3 in node 18.
        ("apples", "sfc32", [751_787_986, 626_690_681, 3_342_610_971]),
    ] {
        let options = Options {
            text: Some(text),
            ..quick(None)
        };
        let found = who(&words(32, values.into()), options);
        let answer = &found.answers[0];
        assert_eq!((&*answer.generator, answer.seed), (generator, None));
        assert!(answer.text.is_some());
        let other = Options {
            text: Some("hellO"),
            ..quick(None)
        };
        assert!(who(&words(32, values.into()), other).answers.is_empty());
    }
}

#[test]
fn a_state_of_the_twister_is_solved_from_385_doubles_as_python_prints_them() {
    // Printed with as few digits as tell a double from all others, some of which leave its last bit open.
    let row = find("mt19937").unwrap();
    let mut fractions = Vec::new();
    for pair in outputs(row, 0xdead_beef, 5000, 770).chunks(2) {
        let value = ((pair[0] >> 5 << 26 | pair[1] >> 6) as f64) / 2_f64.powi(53);
        let digits = format!("{value}").len() as u32 - 2;
        fractions.push(Fraction::printed(value, digits));
    }
    let found = search(&Numbers::Fractions(fractions), Some("mt19937"));
    assert_eq!(found.answers[0].generator, "mt19937");
    assert!(found.answers[0].evidence.is_whole());
}
