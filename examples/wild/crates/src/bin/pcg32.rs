//! pcg32 0.1.4. It does not show its state.

use pcg32::Pcg32;
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
        ("random", []) => Some(Shown::Number(random.generate().into())),
        ("randoms", &[count]) => Some(words(count, || random.generate())),
        _ => None,
    });
}
