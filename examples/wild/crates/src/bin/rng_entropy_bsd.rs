//! BSD random of rng-entropy 0.7.1: type 3 under glibc's seeding.

use entropy::rng::BsdRandom;
use wild::{Shown, serve, words};

fn main() {
    let mut random = BsdRandom::new(1);
    serve(|op, arguments| match (op, arguments) {
        ("reset", []) => {
            random = BsdRandom::new(1);
            Some(Shown::Nothing)
        }
        ("srandom", &[3, seed]) => {
            random = BsdRandom::new(seed as u32);
            Some(Shown::Nothing)
        }
        ("random", []) => Some(Shown::Number(random.next_raw().into())),
        ("randoms", &[count]) => Some(words(count, || random.next_raw())),
        _ => None,
    });
}
