//! The assertions, on fair and on broken sources.

#[path = "assertion/same.rs"]
mod same;

use gof::assertion::{Bias, Failure, Passed, TestRng};
use gof::{Draws, Effect, Permutations, Shuffle, Weighted};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use roguelab_gof as gof;

fn naive(items: &mut [usize], rng: &mut impl Rng) {
    for i in 0..items.len() {
        items.swap(i, rng.random_range(0..items.len()));
    }
}

fn sattolo(items: &mut [usize], rng: &mut impl Rng) {
    for i in (1..items.len()).rev() {
        items.swap(i, rng.random_range(0..i));
    }
}

fn cut(items: &mut [usize], rng: &mut impl Rng) {
    items.rotate_left(rng.random_range(0..items.len()));
}

fn bias(result: Result<Passed, Failure>) -> Bias {
    match result {
        Err(Failure::Biased(bias)) => *bias,
        other => panic!("a bias is found, not {other:?}"),
    }
}

#[test]
fn fair_sources_pass() {
    for items in [2, 3, 4, 5, 6, 8, 14] {
        Shuffle::of(items).check(SliceRandom::shuffle).unwrap();
    }
    gof::assert_permutations(5, |rng| {
        let mut items: Vec<usize> = (0..5).collect();
        items.shuffle(rng);
        items
    });
    for below in [2, 3, 6, 100, 1024, 1025, 1_000_000] {
        Draws::below(below)
            .check(|rng| rng.random_range(0..below))
            .unwrap();
    }
    gof::assert_draws(6, |rng| rng.random_range(0..6_u8));
}

#[test]
fn broken_shuffles_are_found() {
    for items in [3, 6, 8] {
        bias(Shuffle::of(items).check(sattolo));
        bias(Shuffle::of(items).check(cut));
        bias(Shuffle::of(items).check(|_, _| {}));
        bias(Shuffle::of(items).check(naive));
    }
}

#[test]
fn biased_draws_are_found() {
    // A byte modulo 100: each of the first 56 values comes from three bytes, the others from two.
    let found = bias(Draws::below(100).check(|rng| rng.next_u32() as u8 % 100));
    assert!(
        found.counted == "all 100 values" && found.statistics[1] > 300.0,
        "{found}"
    );
    bias(Draws::below(1_000_000).check(|rng| rng.random_range(0..900_000)));
    let even = bias(Draws::below(1 << 20).check(|rng| rng.random_range(0..1_u32 << 19) * 2));
    assert!(even.worst.starts_with("bit 0 set: 0 times"), "{even}");
}

#[test]
fn counts_that_are_too_even_are_found() {
    // A bag with a thousand of each value: shuffled, emptied and refilled.
    let mut bag: Vec<usize> = Vec::new();
    let found = bias(Draws::below(50).check(|rng| {
        if bag.is_empty() {
            bag.extend((0..50_000).map(|i| i % 50));
            bag.shuffle(rng);
        }
        bag.pop().unwrap()
    }));
    assert!(
        found.to_string().contains("too even to be random"),
        "{found}"
    );
}

#[test]
fn a_bias_of_the_stated_size_is_found_and_half_of_it_often_is_not() {
    // Total variation of one half of `tilt` for the first of two values.
    let tilted = |tilt: f64, seed| {
        let draw = move |rng: &mut TestRng| u32::from(rng.random_bool(0.5 - tilt));
        Draws::below(2)
            .against(Effect::TotalVariation(0.1))
            .power(0.9)
            .false_alarms(1e-6)
            .seed(seed)
            .check(draw)
            .is_err()
    };
    let found = |tilt| (0..50).filter(|seed| tilted(tilt, *seed)).count();
    // With a power of 0.9, fewer than 38 of 50 have probability 2e-3, and the seeds are fixed.
    assert!(found(0.1) >= 38, "{}", found(0.1));
    assert!(found(0.05) < 10, "{}", found(0.05));
    assert_eq!(found(0.0), 0);
}

/// How many of 500 fair sources are suspected, and for how many the suspicion is confirmed.
fn alarms(check: impl Fn(u64) -> Result<Passed, Failure>) -> (u32, u32) {
    let mut alarms = (0, 0);
    for seed in 0..500 {
        match check(seed) {
            Ok(passed) => alarms.0 += u32::from(passed.suspected),
            Err(Failure::Biased(_)) => alarms.1 += 1,
            Err(other) => panic!("{other}"),
        }
    }
    (alarms.0 + alarms.1, alarms.1)
}

#[test]
#[ignore = "slow: run in CI"]
fn fair_sources_are_suspected_as_often_as_stated() {
    // The rate is 0.02, with room for an excess of 1.1 in each stage. Each of k views is suspected with probability
    // sqrt(0.02 / k) / 1.1: of 500 sources, 64 with one view, 103 with three, 128 with five, 155 with eight; fewer if views
    // depend on each other, or if a p-value is that of one of several counts. 4.5 standard deviations, of at most 10 each,
    // are allowed above that. At most 0.02 of 500, or 10, are confirmed; with 4.5 standard deviations, 24.
    let effect = Effect::TotalVariation(0.2);
    let shuffles = |items| {
        alarms(|seed| {
            Shuffle::of(items)
                .false_alarms(0.02)
                .against(effect)
                .seed(seed)
                .check(SliceRandom::shuffle)
        })
    };
    let draws = |below| {
        let draw = |rng: &mut TestRng| rng.random_range(0..below);
        alarms(|seed| {
            Draws::below(below)
                .false_alarms(0.02)
                .against(effect)
                .seed(seed)
                .check(draw)
        })
    };
    for (name, expected, (suspected, confirmed)) in [
        ("4 items", 64, shuffles(4)),
        ("6 items", 64, shuffles(6)),
        ("100 values", 103, draws(100)),
        ("5000 values", 128, draws(5000)),
        ("8 items", 155, shuffles(8)),
        ("30 items", 155, shuffles(30)),
    ] {
        println!("{name} {expected} {suspected} {confirmed}");
        assert!(
            (expected / 2..=expected + 45).contains(&suspected),
            "{name}: {suspected}"
        );
        assert!(confirmed <= 24, "{name}: {confirmed}");
    }
}

#[test]
fn a_failure_says_what_was_found_and_how_to_see_it_again() {
    let found = bias(Shuffle::of(3).check(naive));
    let text = found.to_string();
    let replay = format!(
        "replay: GOF_SEED={} cargo test a_failure_says_what_was_found_and_how_to_see_it_again",
        found.seed
    );
    for part in [
        "the shuffle of 3 items is biased, counted by all 6 permutations",
        "and equally many fresh ones to confirm",
        "chi-square with 5 degrees of freedom if fair",
        "a fair source fails with a chance of at most 1e-9",
        "a total variation of 0.02 is found with a chance of at least 0.999",
        &replay,
    ] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
}

#[test]
fn the_first_bad_result_is_named() {
    let bad = |result: Result<_, Failure>| match result {
        Err(Failure::BadResult { sample, found, .. }) => (sample, found),
        other => panic!("a bad result is found, not {other:?}"),
    };
    let mut calls = 0;
    let doubled = bad(Shuffle::of(3).check(|items, _| {
        calls += 1;
        items[0] = if calls == 17 { 2 } else { 0 };
    }));
    assert_eq!(
        doubled,
        (
            17,
            "[2, 1, 2], which is not a permutation of 0 to 2".to_owned()
        )
    );
    let counted_from_1 = bad(Permutations::of(3).check(|_| vec![3, 1, 2])).1;
    assert_eq!(
        counted_from_1,
        "[3, 1, 2], which is not a permutation of 0 to 2; count the items from 0, not from 1"
    );
    assert_eq!(bad(Permutations::of(3).check(|_| vec![0, 1])).0, 1);
    for wrong in [6, -1] {
        let found = bad(Draws::below(6).check(|_| wrong)).1;
        assert_eq!(found, format!("{wrong}, which is not below 6"));
    }
}

/// Why an assertion cannot be checked.
fn refused(result: Result<Passed, Failure>) -> String {
    match result {
        Err(failure @ Failure::Demand(_)) => failure.to_string(),
        other => panic!("it is refused, not {other:?}"),
    }
}

#[test]
fn an_assertion_that_makes_no_sense_is_an_error() {
    let fair = |items: &mut [usize], rng: &mut TestRng| items.shuffle(rng);
    for wrong in [0.0, 1.0, -1.0, f64::NAN] {
        refused(Shuffle::of(3).false_alarms(wrong).check(fair));
        refused(Shuffle::of(3).power(wrong).check(fair));
        refused(
            Shuffle::of(3)
                .against(Effect::TotalVariation(wrong))
                .check(fair),
        );
    }
    let nothing = refused(Shuffle::of(3).against(Effect::ChiSquare(0.0)).check(fair));
    assert!(nothing.contains("not negative"), "{nothing}");
    refused(Draws::below(1).check(|_| 0));
}

#[test]
fn items_that_cannot_be_counted_are_refused_before_there_is_room_for_them() {
    for items in [0, 1] {
        let why = refused(Shuffle::of(items).check(|_, _| panic!("nothing is shuffled")));
        assert!(why.contains("one order"), "{why}");
    }
    for items in [2049, 1 << 20, 1 << 40, usize::MAX] {
        let shuffle = Shuffle::of(items).check(|_, _| panic!("nothing is shuffled"));
        let permutations = Permutations::of(items).check(|_| panic!("nothing is drawn"));
        for why in [refused(shuffle), refused(permutations)] {
            let expected = format!("the number of items is {items}: it must be 2 to 2048");
            assert!(why.contains(&expected), "{why}");
        }
    }
}

#[test]
fn an_effect_that_takes_too_many_samples_is_refused_as_it_was_given() {
    use Effect::{ChiSquare, TotalVariation};
    let draws = |effect| {
        refused(
            Draws::below(6)
                .against(effect)
                .check(|_| -> u32 { panic!("nothing is drawn") }),
        )
    };
    for (effect, why) in [
        (
            TotalVariation(1e-12),
            "the assertion cannot be checked: a total variation of 1e-12 takes at least 1.5e25 samples to notice, more than the \
             1e12 that are drawn: ask for a larger one",
        ),
        (
            TotalVariation(1e-7),
            "a total variation of 1e-7 takes at least ",
        ),
        (
            ChiSquare(1e-300),
            "chi-square per sample of 1e-300 takes at least ",
        ),
        (
            ChiSquare(5e-324),
            "chi-square per sample of 5e-324 takes at least ",
        ),
        (
            ChiSquare(-1e-300),
            "an effect size must be finite and not negative, not -1e-300",
        ),
        (
            TotalVariation(-1e-300),
            "-1e-300 is not strictly between 0 and 1",
        ),
    ] {
        assert!(draws(effect).contains(why), "{}", draws(effect));
    }
}

/// A Fisher-Yates shuffle that stops after the swap of place `last`.
fn shuffle_down_to(last: usize, items: &mut [usize], rng: &mut TestRng) {
    for i in (last..items.len()).rev() {
        items.swap(i, rng.random_range(0..=i));
    }
}

/// The counts in which the bias is found, for several seeds.
fn counted(check: impl Fn(u64) -> Result<Passed, Failure>) -> String {
    let mut counted: Vec<String> = (1..=3).map(|seed| bias(check(seed)).counted).collect();
    counted.dedup();
    counted.join(", ")
}

#[test]
fn a_shuffle_that_reaches_even_permutations_only_is_found() {
    let even = |items: &mut [usize], rng: &mut TestRng| {
        shuffle_down_to(1, items, rng);
        // A swap of the first two makes an odd permutation even.
        let inversions = (0..items.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        if inversions.filter(|(i, j)| items[*i] > items[*j]).count() % 2 == 1 {
            items.swap(0, 1);
        }
    };
    for items in [8, 52] {
        assert_eq!(
            bias(Shuffle::of(items).check(even)).counted,
            "even and odd permutations"
        );
    }
}

#[test]
#[ignore = "slow: run in CI"]
fn a_shuffle_without_its_last_swap_is_found() {
    for items in [8, 20, 100, 150, 200] {
        let short = |items: &mut [usize], rng: &mut TestRng| shuffle_down_to(2, items, rng);
        let found = counted(|seed| Shuffle::of(items).seed(seed).check(short));
        // With few items, the order of the first five shows it too.
        assert!(
            items < 100 || found == "the number of cycles",
            "{items}: {found}"
        );
    }
}

#[test]
fn what_is_wrong_with_large_draws_is_found() {
    let draws = Draws::below(1_000_000);
    // Fifteen random bits, scaled: only 32,768 of the values occur.
    let scaled = |rng: &mut TestRng| (u64::from(rng.next_u32() >> 17) * 1_000_000) >> 15;
    assert!(counted(|seed| draws.clone().seed(seed).check(scaled)).contains("first 4096"));
    let clear = |rng: &mut TestRng| rng.random_range(0..1_000_000_u32) & !(1 << 5);
    let found = bias(draws.clone().check(clear));
    assert_eq!(
        (found.counted.as_str(), found.worst.split(':').next()),
        ("each of 20 bits", Some("bit 5 set"))
    );
    // Every draw occurs twice, and one in twenty is copied from seven before.
    let mut last = [0; 7];
    let mut at = 0;
    let copied = |rng: &mut TestRng| {
        at = (at + 1) % 7;
        if !rng.random_bool(0.05) {
            last[at] = rng.random_range(0..1_000_000_u32);
        }
        last[at]
    };
    assert!(
        bias(draws.check(copied))
            .worst
            .starts_with("equal to the value 7 before")
    );
}

#[test]
fn a_wrong_share_of_values_leads_although_pairs_show_it_too() {
    // Rounding to 0..=5 gives both ends half their share.
    let found = bias(Draws::below(6).check(|rng| (5.0 * rng.random::<f64>()).round() as u64));
    assert_eq!(found.counted, "all 6 values");
    assert!(found.worst.starts_with("value 0") || found.worst.starts_with("value 5"));
    // Held values show in their counts as well, which do not explain them.
    let (mut held, mut times) = (0, 0_u32);
    let found = bias(Draws::below(6).check(|rng| {
        if times.is_multiple_of(500) {
            held = rng.random_range(0..6);
        }
        times += 1;
        held
    }));
    assert_ne!(found.counted, "all 6 values");
}

#[test]
fn orders_that_never_come_are_counted() {
    // Sattolo's shuffle makes the 120 cycles of six items, and puts none of twelve into its own place.
    let found = bias(Shuffle::of(6).check(sattolo));
    assert!(
        found.worst.starts_with("600 of 720 never came, such as "),
        "{}",
        found.worst
    );
    let found = bias(Draws::below(6).check(|rng| rng.random_range(0..5)));
    assert!(
        found.worst.starts_with("value 5: 0 times, "),
        "{}",
        found.worst
    );
}

#[test]
fn draws_that_depend_on_the_one_before_are_found() {
    let mut last = 0;
    let found = bias(Draws::below(20).check(|rng| {
        // Never the same value twice in a row.
        last = (last + rng.random_range(1..20)) % 20;
        last
    }));
    assert!(
        [
            "values equal to one of the 8 before them",
            "pairs of successive values, each in 16 ranges"
        ]
        .contains(&&*found.counted)
    );
}

#[test]
fn weighted_draws_are_compared_with_their_weights() {
    let table = [1, 4, 95];
    let draw = |weights: [u32; 3]| {
        move |rng: &mut TestRng| {
            let at = rng.random_range(0..weights.iter().sum::<u32>());
            if at < weights[0] {
                0
            } else {
                u8::from(at >= weights[0] + weights[1]) + 1
            }
        }
    };
    gof::assert_weighted(&table, draw([1, 4, 95]));
    // The rare item comes half as often as stated.
    let found = bias(Weighted::of(&table).check(draw([1, 8, 191])));
    assert!(
        found
            .to_string()
            .contains("the draw of 3 weighted values is biased"),
        "{found}"
    );
    // One in a million, then none or twice as many.
    let rare = |one_in: u32| move |rng: &mut TestRng| u8::from(rng.random_range(0..one_in) != 0);
    Weighted::of(&[1, 9999]).check(rare(10_000)).unwrap();
    bias(Weighted::of(&[1, 9999]).check(rare(5000)));
    for (weights, value, why) in [
        (&[1, 0, 2][..], 1, "sample 1 is 1, whose weight is 0"),
        (&[1, 2], 7, "7, which has no weight: there are 2"),
        (&[3], 0, "cannot be checked"),
    ] {
        let failure = Weighted::of(weights).check(|_| value).unwrap_err();
        assert!(failure.to_string().contains(why), "{failure}");
    }
}

#[test]
fn each_assertion_panics_where_its_check_fails() {
    let assertions: [fn(); 7] = [
        || gof::assert_shuffle(3, |items, _| items[0] = 2),
        || gof::assert_permutations(3, |_| vec![0, 1, 1]),
        || gof::assert_draws(3, |_| 3),
        || gof::assert_weighted(&[1, 0], |_| 1),
        || gof::assert_same(|_| 1, |_| 2),
        || gof::assert_distribution(|x| x, |_| 2.0),
        || gof::assert_cover(0.9, |_| false),
    ];
    for (at, assertion) in assertions.iter().enumerate() {
        assert!(std::panic::catch_unwind(assertion).is_err(), "{at}");
    }
}
