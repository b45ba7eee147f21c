//! randomize 5.1.0. Its `seed` doubles the seed and adds 1, which is another rule than srandom, so it is not asked for that;
//! nor for boundedrand, as its bounded numbers follow Lemire's rule.

use randomize::PCG32;
use wild::{Shown, serve, words};

fn main() {
    let fresh = || PCG32::new(0, 1);
    let mut random = fresh();
    serve(|op, arguments| {
        match (op, arguments) {
            ("reset", []) => random = fresh(),
            ("raw", &[state, inc]) => random = PCG32::new(state, inc | 1),
            ("advance", &[delta]) => random.jump(delta),
            ("random", []) => return Some(Shown::Number(random.next_u32().into())),
            ("randoms", &[count]) => return Some(words(count, || random.next_u32())),
            _ => return None,
        }
        Some(if op == "reset" { Shown::Nothing } else { Shown::Number(random.state) })
    });
}
