//! The generator of document 001, and the draws that random-1.1 and `MonadRandom` make from it.

mod cases;
#[cfg(feature = "foreign")]
mod reference;

use std::num::NonZeroU32;

use generators::draw::Draw;
use generators::haskell::{HaskellDice, PCGen, Random};
use lockstep::{Seen, Subject, TypedSide, WordStream};

use super::arguments::Count;

lockstep::ops! {
    /// An op on the generator.
    pub enum Op {
        /// Sets the state and inc of the PCG32 of the subject pcg32 as they are.
        Raw { state: u64, inc: u64 } = "raw" [seeds],
        /// One word, as a number with a sign.
        Next = "next" => i32,
        /// As many words as count says, without a sign.
        Nexts { count: Count } = "nexts" => words,
        /// Takes words q, w, e, r. With s the state after them: goes on with state = s rotated right by 5 and inc = (q *
        /// 2^32 + w) | 1, and shows that generator as show does.
        SplitLeft = "split_left" => texts,
        /// The same words, but state = s rotated right by 3 and inc = (e * 2^32 + r) | 1.
        SplitRight = "split_right" => texts,
        /// A number from l to h, both included; if l > h they change places. k = h - l + 1, up to 2^64. Takes as many words
        /// as the least d with 2^(32 d) >= 1000 k (1, 2 or 3; always at least 1), each with a sign plus 2^31, so with its
        /// highest bit flipped; they are the digits of v in base 2^32, the first highest. Shows l + v mod k.
        RandomR { l: i64, h: i64 } = "random_r" => i64,
        /// random_r over all 64 bits, three words, from 0: v mod 2^64.
        RandomWord64 = "random_word64" => u64,
        /// A number in [0, 1), shown as the bits of an IEEE double: the low 53 bits of random_r(-2^63, 2^63 - 1), divided
        /// by 2^53.
        RandomDouble = "random_double" => u64,
        /// A place in a list of n: u is random_double; p = 2 * (0.5 * 0 + u * (0.5 * n - 0.5 * 0)) in doubles, each
        /// operation rounded; the least place i with p <= i + 1, n - 1 at most.
        UniformMay { n: Count } = "uniform_may" => u32,
        /// `PCGen STATE INC`, both in decimal without a sign.
        Show = "show" => texts,
    }
}

/// The subject.
pub struct HaskellGenerator;

fn list_of(n: Count) -> NonZeroU32 {
    NonZeroU32::MIN.saturating_add(n.get() - 1)
}

struct Port(PCGen);

impl TypedSide for Port {
    type Op = Op;

    fn apply(&mut self, op: &Op) -> Seen {
        let rng = &mut self.0;
        match *op {
            Op::Raw { state, inc } => {
                *rng = PCGen::new(state, inc);
                return Seen::nothing();
            }
            Op::Next => return Seen::number(rng.next()),
            Op::Nexts { count } => {
                return count.words(|| rng.next() as u32);
            }
            Op::SplitLeft => *rng = rng.split().0,
            Op::SplitRight => *rng = rng.split().1,
            Op::RandomR { l, h } => return Seen::number(i64::random_r((l, h), rng)),
            Op::RandomWord64 => return Seen::number(u64::random(rng)),
            Op::RandomDouble => return Seen::number(f64::random(rng).to_bits()),
            Op::UniformMay { n } => {
                let mut dice = HaskellDice::new(rng.clone());
                let place = dice.choose(list_of(n));
                *rng = dice.into_gen();
                return Seen::number(place);
            }
            Op::Show => {}
        }
        Seen::texts([rng.to_string()])
    }

    fn state(&self) -> String {
        self.0.to_string()
    }
}

impl Subject for HaskellGenerator {
    facts!(
        "haskell",
        "the generator in Haskell: words, children, randomR, Word64, Double, uniformMay",
        Op,
        Box::new(Port(PCGen::new(0, 0))),
        Box::new(reference::Reference::unseeded()),
        cases::CASES
    );

    fn words(&self) -> Option<WordStream> {
        Some(WordStream {
            bits: 32,
            seed_bits: 64,
            seed: "raw {} 109",
            words: "nexts",
            seeding: "the state, with increment 109; all seeds are on one cycle of 2^64 words, mostly far apart",
        })
    }
}
