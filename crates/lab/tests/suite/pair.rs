//! `roguelab who A B`: how two lists differ that should have been the same.

use crate::program::run;

#[test]
#[ignore = "slow: run in CI"]
fn pairs_are_told_apart() {
    let pairs: toml::Table = include_str!("pairs.toml").parse().unwrap();
    let pairs = pairs["pair"].as_array().unwrap();
    assert_eq!(pairs.len(), 12);
    for pair in pairs {
        let [a, b, expected] = ["a", "b", "says"].map(|key| pair[key].as_str().unwrap());
        let below = pair
            .get("below")
            .map_or(String::new(), |n| format!("--below={n}"));
        // Enough time for a slow machine to find what can be found.
        let mut line = vec!["who", "--seconds", "20", "--numbers", a, "--numbers", b];
        line.extend((!below.is_empty()).then_some(&*below));
        run(&line).ended(0, &[expected]);
    }
}
