//! pcg_rand 0.13.0. PCG32 is its type `SetseqXshRr6432`; its `Pcg32` is a later member of the family. A seed of it is state
//! and increment, which is `raw`.

use pcg_rand::SetseqXshRr6432;
use pcg_rand::seeds::PcgSeeder;
use rand_core::{RngCore as _, SeedableRng as _};
use wild::{Shown, serve, words};

fn main() {
    let raw = |state, inc| SetseqXshRr6432::from_seed(PcgSeeder::seed_with_stream(state, inc));
    let mut random = raw(0, 1);
    serve(|op, arguments| {
        match (op, arguments) {
            ("reset", []) => random = raw(0, 1),
            ("raw", &[state, inc]) => random = raw(state, inc),
            ("advance", &[delta]) => random.advance(delta),
            ("random", []) => return Some(Shown::Number(random.next_u32().into())),
            ("randoms", &[count]) => return Some(words(count, || random.next_u32())),
            _ => return None,
        }
        Some(if op == "reset" { Shown::Nothing } else { Shown::Number(random.get_state().state) })
    });
}
