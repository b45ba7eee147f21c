//! pcg 4.1.0. It does not show its state, and computes the increment from the second argument of `new`.

use pcg::Pcg;
use rand_core_of_pcg::RngCore as _;
use wild::{Shown, serve, words};

fn main() {
    let fresh = || Pcg::new(0, 0);
    let mut random = fresh();
    serve(|op, arguments| match (op, arguments) {
        ("reset", []) => {
            random = fresh();
            Some(Shown::Nothing)
        }
        ("srandom", &[initstate, initseq]) => {
            random = Pcg::new(initstate, initseq);
            Some(Shown::Hidden)
        }
        ("raw", &[state, inc]) => {
            random = Pcg::new(state, inc >> 1);
            Some(Shown::Hidden)
        }
        ("random", []) => Some(Shown::Number(random.next_u32().into())),
        ("randoms", &[count]) => Some(words(count, || random.next_u32())),
        _ => None,
    });
}
