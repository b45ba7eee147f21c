//! Asks what made numbers from every row of the catalogue and from other generators. No result depends on a time limit.

#[path = "who/families.rs"]
mod families;
#[path = "who/left_out.rs"]
mod left_out;
#[path = "who/starts.rs"]
mod starts;
#[path = "who/unknown.rs"]
mod unknown;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use generators::catalogue::{self, Generator, Structure, find};
use roguelab_identify::evidence::Contradiction;
use roguelab_identify::numbers::Fraction;
use roguelab_identify::{
    Answer, Candidates, Complexity, Congruential, Control, Convention, Found, Numbers, Options,
    Parameters, who, who_of_any,
};

/// How many of the following numbers are predicted.
const NEXT: usize = 3;

/// Options for the quick ways only, which all end.
fn quick(only: Option<&str>) -> Options<'_> {
    Options {
        time: None,
        quick: true,
        only,
        next: NEXT,
        ..Options::default()
    }
}

fn quickly(numbers: &Numbers, only: Option<&str>) -> Found {
    who(numbers, quick(only))
}

/// Searches without a time limit, so that what can be found is found.
fn search(numbers: &Numbers, only: Option<&str>) -> Found {
    let mut options = quick(only);
    options.quick = false;
    who(numbers, options)
}

fn outputs(row: &Generator, seed: u64, skip: usize, count: usize) -> Vec<u64> {
    let mut stream = (row.seeded)(seed);
    (0..skip + count).map(|_| stream()).skip(skip).collect()
}

/// Whether the generator in an answer gives these outputs.
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

/// Rows for which no small seed can be found, and why.
const NO_SMALL_SEED: &[(&str, &str)] = &[(
    "middle-square-weyl",
    "of a seed below 2^32 all outputs are 0, and greater ones are not tried",
)];

#[test]
fn a_small_seed_of_every_row_is_found_from_words_and_from_dice() {
    for row in catalogue::all() {
        let mut outputs = outputs(row, 77, 3, 60 + NEXT);
        let next = outputs.split_off(60);
        // Remainders by a divisor of the modulus may have a short period, and are then no evidence.
        let sides = if row.range().is_multiple_of(6) { 7 } else { 6 };
        let thrown = next.iter().map(|output| output % sides).collect();
        for (numbers, next) in [
            (words(row.bits, outputs.clone()), next),
            (below(sides, &outputs), thrown),
        ] {
            let answer = quickly(&numbers, Some(row.key)).answers.into_iter().next();
            let found = answer.as_ref().is_some_and(|answer| {
                gives(answer, &outputs)
                    && answer.evidence.matched == 60
                    && answer.next.as_ref() == Ok(&next)
            });
            let excepted = NO_SMALL_SEED
                .iter()
                .any(|(key, why)| *key == row.key && !why.is_empty());
            assert_eq!(found, !excepted, "{}: {answer:?}", row.key);
        }
    }
}

#[test]
fn a_state_of_every_row_with_a_structure_is_found_far_from_any_seed() {
    for row in catalogue::all() {
        let needs = match row.structure {
            Structure::Congruential { .. } => 40,
            Structure::Additive { long, .. } => 3 * long + 40,
            // As many bits as the state has, and some more.
            Structure::Linear {
                state, bits, mask, ..
            } => {
                2 * state * bits as usize / (mask.count_ones() as usize).min(row.bits as usize)
                    + 140
            }
            Structure::Invertible { needs, .. } => needs + 40,
            Structure::Seeds => continue,
        };
        let mut outputs = outputs(
            row,
            0x0123_4567_89ab_cdef >> (64 - row.seed_bits),
            5000,
            needs + NEXT,
        );
        let next = outputs.split_off(needs);
        let numbers = words(row.bits, outputs.clone());
        let answer = quickly(&numbers, Some(row.key)).answers.into_iter().next();
        let found = answer.as_ref().is_some_and(|answer| {
            // Several libraries have the same generator, and number its seeds differently.
            let recovered = answer.state.is_some() || answer.parameters.is_some();
            let follows = match &answer.next {
                Ok(predicted) => *predicted == next,
                Err(_) => answer.generator == "additive lagged Fibonacci generator",
            };
            follows
                && answer.evidence.matched == needs
                && if answer.seed.is_some() {
                    gives(answer, &outputs)
                } else {
                    recovered
                }
        });
        assert!(found, "{}: {answer:?}", row.key);
    }
}

#[test]
fn what_was_tried_is_told_with_its_conventions_and_is_all_only_if_nothing_was_left_out() {
    let row = find("xorshift32").unwrap();
    let outputs = outputs(row, 5, 0, 40);
    // One bit is wrong, so no state makes the word.
    let mut values = outputs.clone();
    values[20] ^= 1;
    let every = |numbers, only| {
        let all = true;
        who(
            &numbers,
            Options {
                all,
                ..quick(Some(only))
            },
        )
    };
    let found = every(words(32, values), "xorshift32");
    let states = found
        .tried
        .iter()
        .find(|tried| tried.candidates == Candidates::States("xorshift32"))
        .unwrap();
    assert!(
        states.exhaustive && states.conventions.iter().any(Convention::is_identity),
        "{states:?}"
    );
    let seeds = found
        .tried
        .iter()
        .find(|tried| tried.candidates == Candidates::Seeds("xorshift32"))
        .unwrap();
    assert!(
        !seeds.exhaustive && (seeds.log2_count - 9.0).abs() < 1e-9,
        "{seeds:?}"
    );
    // Dice say too little about a state of 256 bits, so the search must not claim that all states were tried.
    let found = every(below(6, &outputs), "xoshiro256**");
    assert!(
        found
            .tried
            .iter()
            .all(|tried| !tried.exhaustive || !tried.candidates.are_states()),
        "{:?}",
        found.tried
    );
}

#[test]
fn high_parts_of_truncated_states_are_found_by_a_lattice_whatever_the_bound() {
    let found = |key: &str, numbers: Numbers| {
        let mut answers = quickly(&numbers, Some(key)).answers;
        assert!(!answers.is_empty(), "{key}: {numbers:?}");
        answers.swap_remove(0)
    };
    for (key, bits) in [("drand48", 48), ("mmix", 64), ("java-random", 32)] {
        let row = find(key).unwrap();
        let outputs = outputs(row, 0x0123_4567_89ab_cdef >> (64 - row.seed_bits), 3000, 90);
        for n in [5, 6, 7, 100] {
            let scaled = |output: &u64| ((u128::from(*output) * n) >> bits) as u64;
            let numbers =
                Numbers::below(n as u64, &outputs.iter().map(scaled).collect::<Vec<_>>()).unwrap();
            let answer = found(key, numbers);
            let recovered = answer.state.is_some() || answer.seed.is_some();
            assert!(
                recovered && answer.evidence.matched == 90,
                "{key} below {n}: {answer:?}"
            );
        }
    }
    // Java's (int) (Math.random() * 6): 26 bits of one output and 27 of the next.
    let row = find("java-random").unwrap();
    let outputs = outputs(row, 0x0123_4567_89ab, 3000, 180);
    let double =
        |pair: &[u64]| ((pair[0] >> 6 << 27 | pair[1] >> 5) as f64 / 2_f64.powi(53) * 6.0) as u64;
    let dice = Numbers::below(6, &outputs.chunks(2).map(double).collect::<Vec<_>>()).unwrap();
    let answer = found("java-random", dice);
    assert!(
        answer
            .derivation
            .is_some_and(|rule| rule.to_string().contains("of the next")),
        "{:?}",
        answer.evidence
    );
    assert_eq!(answer.evidence.matched, 90);
}

/// Of the 96 bits in the state of taus88, 8 reach no output, which becomes clear only after some outputs more.
#[test]
fn a_state_of_which_some_bits_are_open_is_stepped_on_only_once_they_tell_nothing() {
    let row = find("taus88").unwrap();
    let made = outputs(row, 0x1234_5678, 5000, 12);
    for (given, is_enough) in [(4, false), (9, true)] {
        let found = search(&words(32, made[..given].to_vec()), Some("taus88"));
        let next = found.answers[0].next.as_ref();
        assert_eq!(next.is_ok(), is_enough, "{given}");
        assert!(next.is_err() || next.is_ok_and(|next| *next == made[given..given + 3]));
    }
}

#[test]
fn a_twister_is_found_far_into_its_first_block_by_its_seed() {
    let row = find("mt19937").unwrap();
    let outputs = outputs(row, 0xdead_beef, 300, 240);
    let found = search(&words(32, outputs), None);
    let answer = &found.answers[0];
    assert_eq!(
        (&*answer.generator, answer.seed, answer.position),
        ("mt19937", Some(0xdead_beef), 300)
    );
}

#[test]
fn of_times_as_seeds_the_latest_are_tried_first() {
    let (row, seed) = (find("random-glibc").unwrap(), 1_800_000_000);
    let control = Control {
        now: seed + 3600,
        ..Control::default()
    };
    let options = Options {
        control,
        ..quick(None)
    };
    let found = who(&below(6, &outputs(row, seed, 0, 40)), options);
    assert_eq!(found.answers[0].seed, Some(seed));
    let tried = |tried: &roguelab_identify::Tried| {
        matches!(tried.candidates, Candidates::Times { .. }) && tried.log2_count < 17.0
    };
    assert!(found.tried.iter().any(tried), "{:?}", found.tried);
}

/// Java's doubles made from 26 bits and 26 bits divided by 2^52, so every other one is not a double of Java's.
#[test]
fn a_prediction_is_compared_with_every_digit_given() {
    let outputs = outputs(find("java-random").unwrap(), 1_234_567_890_123, 0, 600);
    let fraction = |pair: &[u64]| {
        let whole = (pair[0] >> 6 << 26) + (pair[1] >> 6);
        Fraction::printed(whole as f64 / 2_f64.powi(52), 17)
    };
    let numbers = Numbers::Fractions(outputs.chunks(2).map(fraction).collect());
    let found = quickly(&numbers, None);
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
fn quotients_by_rand_max_are_not_taken_for_others() {
    let max = i32::MAX;
    for seed in 1..=100 {
        let outputs = outputs(find("random-glibc").unwrap(), seed, 0, 30 + NEXT);
        let printed = |output: &u64| {
            let text = format!("{:.6}", *output as f64 / f64::from(max));
            Fraction::printed(text.parse().unwrap(), 6)
        };
        let numbers = Numbers::Fractions(outputs[..30].iter().map(printed).collect());
        let answer = quickly(&numbers, Some("random-glibc"))
            .answers
            .swap_remove(0);
        let way = answer.derivation.unwrap().to_string();
        assert!(
            way.starts_with("output / 2^31 or output / (2^31 - 1)"),
            "{way}"
        );
        for (next, output) in answer.next.unwrap().iter().zip(&outputs[30..]) {
            let apart = f64::from_bits(*next) - *output as f64 / f64::from(max);
            assert!(apart.abs() <= answer.doubt, "seed {seed}");
        }
        let thrown = |output: &u64| output / (max as u64 / 6 + 1);
        let dice: Vec<u64> = outputs.iter().map(thrown).collect();
        let numbers = Numbers::below(6, &dice[..30]).unwrap();
        let answer = quickly(&numbers, Some("random-glibc"))
            .answers
            .swap_remove(0);
        let way = answer.derivation.unwrap().to_string();
        assert!(
            way.starts_with("output * n >> 31 or output / (0x7fffffff / n + 1)"),
            "{way}"
        );
        assert_eq!(answer.next.as_deref(), Ok(&dice[30..]), "seed {seed}");
    }
}

#[test]
fn a_wrong_number_is_shown_with_its_place() {
    let right = outputs(find("msvc-rand").unwrap(), 7, 0, 60);
    for (wrong, contradiction) in [
        (&[19, 40][..], Contradiction::At(vec![20, 41])),
        (&[59], Contradiction::From(60)),
    ] {
        let mut values = right.clone();
        for place in wrong {
            values[*place] ^= 1;
        }
        let answer = search(&words(15, values), None).answers.swap_remove(0);
        assert_eq!(answer.evidence.contradiction, contradiction);
        assert!(answer.next.is_err());
    }
}

/// A counter hashed twice, which is no generator of the catalogue.
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
    // A seed that people choose would be named, because only a few of those are tried.
    let few = quickly(&words(15, outputs(row, 3_000_000_017, 0, 3)), None);
    assert_eq!(few.answers, []);
    assert!(few.fits.iter().all(|(_, more)| *more > 0));
    let repeated = quickly(&below(8, &[0, 5, 2, 7, 4, 1, 6, 3].repeat(40)), None);
    assert_eq!(repeated.answers, []);
    assert_eq!(repeated.complexity, Some(Complexity::Repeated(8)));
}

#[test]
fn a_known_mistake_is_named() {
    for (subject, key) in [
        ("pcg32", "no-seeding-steps"),
        ("haskell", "rotated-left"),
        ("haskell", "state-and-increment-exchanged"),
    ] {
        let mistake = roguelab_identify::mistakes::of(subject)
            .find(|mistake| mistake.key == key)
            .unwrap();
        let mut stream = mistake.words(subject, 42).unwrap();
        let values = (0..20).map(|_| stream()).collect();
        let found = search(&words(32, values), None);
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
fn what_is_right_has_no_mistake_beside_its_seed_when_all_answers_are_wanted() {
    // The words are pcg32's without its seeding: a mistake in pcg32, but not in this subject.
    let mut stream = roguelab_identify::mistakes::right_words("haskell", 42).unwrap();
    let numbers = words(32, (0..20).map(|_| stream()).collect());
    let all = true;
    let found = who(&numbers, Options { all, ..quick(None) });
    // A mistake that is undone by a convention, such as reversed bytes, is one possible answer.
    let plain = found.answers.iter().filter(|answer| answer.is_as_it_is());
    let named: Vec<_> = plain.map(|answer| &*answer.generator).collect();
    assert!(
        named.contains(&"pcg32") && !named.contains(&"haskell"),
        "{:?}",
        found.answers
    );
}

#[test]
fn the_numbers_that_came_before_are_those_of_the_seed_or_the_state_stepped_back() {
    for (key, seed) in [
        ("msvc-rand", 7),
        ("mt19937", 42),
        ("java-random", 42),
        // None of the seeds that are tried leads to these states.
        ("mmix", 0x0123_4567_89ab_cdef),
        ("xorshift64", 0x0123_4567_89ab_cdef),
    ] {
        let row = find(key).unwrap();
        let made = outputs(row, seed, 0, 30);
        let numbers = words(row.bits, made[10..].to_vec());
        let previous = 3;
        let options = Options {
            previous,
            ..quick(Some(key))
        };
        let answer = who(&numbers, options).answers.swap_remove(0);
        assert_eq!(
            answer.previous,
            Ok(made[7..10].to_vec()),
            "{key} {answer:?}"
        );
        // One number comes before the second number of a small seed.
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

#[test]
fn of_generators_with_one_recurrence_the_one_whose_language_makes_such_numbers_is_named() {
    // Perl's dice from a state that no seed of drand48 gives.
    let mut x = 0x1234_5678_9abc_u64;
    let mut next = || {
        x = x.wrapping_mul(0x5_deec_e66d).wrapping_add(11) % (1 << 48);
        (x * 6) >> 48
    };
    let values: Vec<u64> = (0..80).map(|_| next()).collect();
    let found = search(&Numbers::below(6, &values).unwrap(), None);
    let answer = &found.answers[0];
    assert_eq!(answer.generator, "drand48");
    assert!(answer.alike.contains(&"java-random"));
}

#[test]
fn the_seed_tells_which_library_a_shared_recurrence_is_of() {
    // So many words that several states give them, and a seed that is not among the familiar ones.
    for key in [
        "random-glibc",
        "random-libc5",
        "random-bsd-type-4",
        "random-glibc-type-4",
        "random-libc5-type-2",
    ] {
        let row = find(key).unwrap();
        let Structure::Additive { long, .. } = row.structure else {
            panic!("{key}")
        };
        for (count, skip) in [
            (long + 1, 0),
            (long + 3, 20),
            (long + 19, 2),
            (2 * long - 1, 7),
            (3 * long, 400),
        ] {
            let found = quickly(&words(31, outputs(row, 3_987_654_321, skip, count)), None);
            let answer = &found.answers[0];
            assert_eq!(
                (&*answer.generator, answer.seed),
                (key, Some(3_987_654_321)),
                "{count} {skip}"
            );
        }
    }
    // From a state that nothing seeds, none of them is named.
    let mut values: Vec<u64> = hashed(31);
    for i in 31..90 {
        values.push((values[i - 31] + values[i - 3]) % (1 << 32));
    }
    for count in [40, 50, 90] {
        let given = values[..count].iter().map(|value| value >> 1).collect();
        let found = quickly(&words(31, given), None);
        let answer = &found.answers[0];
        assert_eq!(answer.generator, "additive lagged Fibonacci generator");
        assert_eq!(
            answer.parameters,
            Some(Parameters::Lags { long: 31, short: 3 })
        );
        assert!(
            answer
                .about
                .contains("random-glibc, random-bsd, random-libc5"),
            "{}",
            answer.about
        );
    }
}

#[test]
fn numbers_seeded_by_srand48_are_not_those_of_java() {
    let made = |stride: usize, number: fn(u64) -> u64| -> Vec<u64> {
        let all = outputs(find("drand48").unwrap(), 601, 0, 80 * stride);
        all.into_iter().step_by(stride).map(number).collect()
    };
    let below_100 = |values: Vec<u64>| Numbers::below(100, &values).unwrap();
    for (numbers, key) in [
        (words(31, made(1, |x| x >> 17)), "lrand48"),
        (words(32, made(1, |x| x >> 16)), "mrand48"),
        (below_100(made(1, |x| (x >> 17) % 100)), "lrand48"),
        (below_100(made(1, |x| (x * 100) >> 48)), "drand48"),
        (below_100(made(2, |x| (x * 100) >> 48)), "drand48"),
    ] {
        let found = search(&numbers, None);
        let answer = &found.answers[0];
        assert_eq!(
            (&*answer.generator, answer.seed),
            (key, Some(601)),
            "{answer:?}"
        );
    }
}

#[test]
fn what_was_tried_is_told_of_numbers_that_may_be_meant_in_several_ways() {
    let readings = [[0, 3, 1, 5], [5, 0, 2, 4]].map(|values| Numbers::below(6, &values).unwrap());
    let calls = AtomicU64::new(0);
    let options = Options {
        time: Some(Duration::from_millis(200)),
        only: Some("pcg32"),
        control: Control {
            clock: &|| Duration::from_millis(calls.fetch_add(1, Ordering::Relaxed)),
            ..Control::default()
        },
        ..Options::default()
    };
    let (_, found) = who_of_any(&readings, readings.len(), options);
    assert!(found.answers.is_empty() && !found.tried.is_empty());
}

/// The clock counts how often it is read, which is work that was done.
#[test]
fn a_search_of_so_much_work_always_finds_the_same() {
    let numbers = words(32, hashed(40));
    for budget in [3, 50, 400] {
        let search = || {
            let calls = AtomicU64::new(0);
            let clock = || Duration::from_millis(calls.fetch_add(1, Ordering::Relaxed));
            let control = Control {
                now: 1_800_000_000,
                clock: &clock,
                ..Control::default()
            };
            let options = Options {
                time: Some(Duration::from_millis(budget)),
                control,
                ..Options::default()
            };
            who(&numbers, options)
        };
        let first = search();
        assert!(first.unfinished && first == search(), "{budget}");
    }
}

/// As `roguelab who --help` says.
#[test]
fn a_list_may_begin_after_a_thousand_outputs() {
    let values = outputs(find("mt19937").unwrap(), 7, 1000, 8);
    let options = Options {
        only: Some("mt19937"),
        ..Options::default()
    };
    let found = who(&words(32, values), options);
    let answer = &found.answers[0];
    assert_eq!((answer.seed, answer.position), (Some(7), 1000));
}
