//! oorandom 11.1.5. Its `rand_range` follows another rule than boundedrand (Lemire's), so it is not asked for that.

use oorandom::Rand32;
use wild::{Shown, serve, words};

fn main() {
    let fresh = || Rand32::new_inc(0, 0);
    let mut random = fresh();
    serve(|op, arguments| {
        match (op, arguments) {
            ("reset", []) => random = fresh(),
            ("srandom", &[initstate, initseq]) => random = Rand32::new_inc(initstate, initseq),
            ("raw", &[state, inc]) => random = Rand32::from_state((state, inc | 1)),
            ("random", []) => return Some(Shown::Number(random.rand_u32().into())),
            ("randoms", &[count]) => return Some(words(count, || random.rand_u32())),
            _ => return None,
        }
        Some(if op == "reset" { Shown::Nothing } else { Shown::Number(random.state().0) })
    });
}
