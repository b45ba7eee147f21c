//! The generator of document 001, and what random-1.1 and `MonadRandom` draw from it.

use std::num::NonZeroU32;

use foreign::reference::ReferencePcg32;
use foreign::reference::{DiceRule, ReferenceDice};
use generators::draw::Draw;
use generators::haskell::{HaskellDice, PCGen, Random};
use lockstep::{
    Budget, Cases, Chooser, Kind, Missing, Role, Seen, Side, Subject, TypedSide, WordStream,
    split_ops,
};

use super::arguments::Count;

lockstep::ops! {
    /// An op on the generator.
    pub enum HaskellOp {
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
    type Op = HaskellOp;

    fn apply(&mut self, op: &HaskellOp) -> Seen {
        let rng = &mut self.0;
        match *op {
            HaskellOp::Raw { state, inc } => {
                *rng = PCGen::new(state, inc);
                return Seen::nothing();
            }
            HaskellOp::Next => return Seen::number(rng.next()),
            HaskellOp::Nexts { count } => {
                return count.words(|| rng.next() as u32);
            }
            HaskellOp::SplitLeft => *rng = rng.split().0,
            HaskellOp::SplitRight => *rng = rng.split().1,
            HaskellOp::RandomR { l, h } => return Seen::number(i64::random_r((l, h), rng)),
            HaskellOp::RandomWord64 => return Seen::number(u64::random(rng)),
            HaskellOp::RandomDouble => return Seen::number(f64::random(rng).to_bits()),
            HaskellOp::UniformMay { n } => {
                let mut dice = HaskellDice::new(rng.clone());
                let place = dice.choose(list_of(n));
                *rng = dice.into_gen();
                return Seen::number(place);
            }
            HaskellOp::Show => {}
        }
        Seen::texts([rng.to_string()])
    }

    fn state(&self) -> String {
        self.0.to_string()
    }
}

struct Reference(ReferencePcg32);

impl TypedSide for Reference {
    type Op = HaskellOp;

    fn apply(&mut self, op: &HaskellOp) -> Seen {
        let rng = &mut self.0;
        match *op {
            HaskellOp::Raw { state, inc } => {
                *rng = ReferencePcg32::new_raw(state, inc);
                return Seen::nothing();
            }
            HaskellOp::Next => return Seen::number(rng.next_i32()),
            HaskellOp::Nexts { count } => {
                return count.words(|| rng.next_i32() as u32);
            }
            HaskellOp::SplitLeft => *rng = rng.split().0,
            HaskellOp::SplitRight => *rng = rng.split().1,
            HaskellOp::RandomR { l, h } => return Seen::number(rng.random_r_i64(l, h)),
            HaskellOp::RandomWord64 => return Seen::number(rng.random_u64()),
            HaskellOp::RandomDouble => return Seen::number(rng.random_f64().to_bits()),
            HaskellOp::UniformMay { n } => {
                let mut dice = ReferenceDice::raw(rng.state(), rng.inc(), DiceRule::Haskell);
                let place = dice.choose(list_of(n));
                *rng = ReferencePcg32::new_raw(dice.state(), dice.inc());
                return Seen::number(place);
            }
            HaskellOp::Show => {}
        }
        Seen::texts([TypedSide::state(self)])
    }

    fn state(&self) -> String {
        format!("PCGen {} {}", self.0.state(), self.0.inc())
    }
}

/// The generators of the document's vectors, and the one from which its children descend.
const DOCUMENT: [(u64, u64); 2] = [(0x853c_49e6_748f_ea9b, 0xda3e_39cb_94b9_5bdb), (42, 109)];

/// The ranges of the vectors; those on both sides of one word and of two; and those at the ends of 64 bits. 2^64 / 1000 values
/// take two words, one more takes three.
const RANGES: &str = "1 20, 1 6, 20 1, 5 5, -10 10, 0 4294966, 0 4294967, 0 4294966295, 0 1099511627775, 0 18446744073709550, \
    0 18446744073709551, -9223372036854775808 9223372036854775807, 9223372036854775807 -9223372036854775808, \
    -9223372036854775808 -1, -9223372036854775808 -9223372036854775808, 9223372036854775806 9223372036854775807";

/// A little of everything, after this start; both children, and a grandchild.
fn some_of_each((state, inc): (u64, u64)) -> Vec<String> {
    let mut ops = format!("raw {state} {inc}; next; next");
    for range in RANGES.split(',') {
        ops += &format!("; random_r {range}; random_r {range}");
    }
    ops += "; random_word64; random_double; show";
    for n in (1..=12).chain([1000]) {
        ops += &format!("; uniform_may {n}; random_double");
    }
    ops += "; split_left; next; split_right; split_right; next";
    split_ops(&format!(
        "{ops}; raw {state} {inc}; split_right; split_left; show"
    ))
}

fn random_op(chooser: &mut Chooser) -> String {
    // Of any size, so that small numbers come as often as large ones.
    let any = |chooser: &mut Chooser| chooser.next_u64().cast_signed() >> chooser.below(64);
    match chooser.below(10) {
        0 => format!("raw {} {}", chooser.next_u64(), chooser.next_u64()),
        1 => "split_left".into(),
        2 => "split_right".into(),
        3..=5 => format!("random_r {} {}", any(chooser), any(chooser)),
        6 => "random_word64".into(),
        7 => "random_double".into(),
        8 => format!(
            "uniform_may {}",
            1 + (chooser.below(1 << 12) >> chooser.below(12))
        ),
        _ => "next".into(),
    }
}

impl Subject for HaskellGenerator {
    facts!(
        "haskell",
        "the generator in Haskell: words, children, randomR, Word64, Double, uniformMay",
        HaskellOp,
        [Role::Port, Role::Reference],
        "haskell"
    );

    fn side<'a>(&'a self, role: Role) -> Result<Box<dyn Side + 'a>, Missing> {
        Ok(match role {
            Role::Port => Box::new(Port(PCGen::new(0, 0))),
            _ => Box::new(Reference(ReferencePcg32::new_raw(0, 0))),
        })
    }

    fn words(&self) -> Option<WordStream> {
        Some(WordStream {
            bits: 32,
            seed_bits: 64,
            seed: "raw {} 109",
            words: "nexts",
            seeding: "the state, with increment 109; all seeds are on one cycle of 2^64 words, mostly far apart",
        })
    }

    fn cases(&self, kind: Kind, budget: &Budget) -> Option<Cases> {
        Some(match kind {
            Kind::Golden => Cases::new(kind, DOCUMENT.len(), DOCUMENT.map(some_of_each)),
            // Even increments as well, which step as the odd ones above them.
            Kind::Edge => {
                let ends = [0, 1, u64::MAX, 1 << 63];
                Cases::new(
                    kind,
                    16,
                    ends.into_iter()
                        .flat_map(move |a| ends.map(|b| (a, b)))
                        .map(some_of_each),
                )
            }
            // A long run of words on each of the children down to the fifth generation.
            Kind::Sweep => {
                let descent = |path: usize| {
                    let (state, inc) = DOCUMENT[0];
                    let child = |level| ["split_left", "split_right"][path >> level & 1];
                    let children = [0, 1, 2, 3, 4_usize].map(child).join("; ");
                    split_ops(&format!("raw {state} {inc}; {children}; nexts 10000"))
                };
                Cases::new(kind, 32, (0..32).map(descent))
            }
            Kind::Random => Cases::random(budget, |chooser| {
                let ops = (0..200).map(|_| random_op(chooser));
                ops.chain(["show".into()]).collect()
            }),
            Kind::Exhaustive => return None,
        })
    }
}
