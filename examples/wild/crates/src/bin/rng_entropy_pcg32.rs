//! PCG32 of rng-entropy 0.7.1. It does not show its state.

use entropy::rng::{Pcg32, Rng as _};
use wild::{Shown, serve, words};

fn main() {
    let fresh = || Pcg32::new(0, 0);
    let mut random = fresh();
    serve(|op, arguments| match (op, arguments) {
        ("reset", []) => {
            random = fresh();
            Some(Shown::Nothing)
        }
        ("srandom", &[initstate, initseq]) => {
            random = Pcg32::new(initstate, initseq);
            Some(Shown::Hidden)
        }
        ("random", []) => Some(Shown::Number(random.next_u32().into())),
        ("randoms", &[count]) => Some(words(count, || random.next_u32())),
        _ => None,
    });
}
