//! Compares two sources with each other.

use rand::RngExt;
use rand::seq::SliceRandom;
use roguelab_gof::Same;
use roguelab_gof::assertion::TestRng;

use super::{bias, shuffle_down_to};

#[test]
#[ignore = "slow: run in CI"]
fn two_sources_of_one_distribution_pass_and_others_do_not() {
    // Two ways to roll two dice, two halves of the plane, and a deck.
    let dice = |rng: &mut TestRng| rng.random_range(1..=6) + rng.random_range(1..=6_u8);
    roguelab_gof::assert_same(dice, |rng| {
        2 + rng.random_range(0..6_i64) + rng.random_range(0..6_i64)
    });
    roguelab_gof::assert_same(rand::RngExt::random::<f64>, |rng| 1.0 - rng.random::<f64>());
    roguelab_gof::assert_same(rand::RngExt::random::<u64>, |rng| !rng.random::<u64>());
    let deck = |down_to: usize| {
        move |rng: &mut TestRng| {
            let mut items: Vec<usize> = (0..10).collect();
            shuffle_down_to(down_to, &mut items, rng);
            items
        }
    };
    roguelab_gof::assert_same(deck(1), |rng| {
        let mut items: Vec<u32> = (0..10).collect();
        items.shuffle(rng);
        items
    });
    // Equal biases are no difference.
    roguelab_gof::assert_same(deck(3), deck(3));
    bias(Same::new().check(deck(1), deck(2)));
    let found = bias(Same::new().check(dice, |rng| rng.random_range(2..=12_u8)));
    assert!(
        found
            .to_string()
            .starts_with("the two sources of numbers differ, counted by"),
        "{found}"
    );
    bias(Same::new().check(rand::RngExt::random::<f64>, |rng| {
        rng.random::<f64>().powf(1.1)
    }));
    let clear =
        bias(Same::new().check(rand::RngExt::random::<u64>, |rng| rng.random::<u64>() & !4));
    assert!(clear.worst.starts_with("bit 2 set: "), "{clear}");
    let mut last = 0;
    let sticky = bias(Same::new().check(
        |rng| rng.random_range(0..6),
        |rng| {
            if rng.random_bool(0.9) {
                last = rng.random_range(0..6);
            }
            last
        },
    ));
    assert_eq!(sticky.counted, "values equal to one of the 8 before them");
    let mixed = Same::new().check(|_| 1, |_| 1.0).unwrap_err().to_string();
    assert!(
        mixed.contains("the number 1.0, which cannot be compared with the first, the integer 1"),
        "{mixed}"
    );
    assert!(Same::new().check(|_| f64::NAN, |_| 1.0).is_err());
}
