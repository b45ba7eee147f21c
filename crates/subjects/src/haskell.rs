//! The generator of document 001, and what random-1.1 and `MonadRandom` draw from it.

use std::num::NonZeroU32;

use foreign::reference::haskell::ReferencePcGen;
use foreign::reference::{ReferenceDice, Rule};
use generators::draw::Draw;
use generators::haskell::{HaskellDice, PCGen, Random};
use lockstep::{Budget, Cases, Chooser, Corner, Kind, Missing, Seen, Side, Subject};

use super::arguments::Count;

lockstep::ops! {
    /// An op on the generator.
    pub enum HaskellOp {
        /// Sets state and increment as they are.
        Raw { state: u64, inc: u64 } = "raw",
        /// One word with a sign.
        Next = "next",
        /// That many words, as bits.
        Nexts { count: Count } = "nexts",
        /// Goes on with the left child, and shows it.
        SplitLeft = "split_left",
        /// Goes on with the right child, and shows it.
        SplitRight = "split_right",
        /// A whole number from one end to the other, in either order.
        RandomR { l: i64, h: i64 } = "random_r",
        /// A `Word64`.
        RandomWord64 = "random_word64",
        /// The bits of a `Double`.
        RandomDouble = "random_double",
        /// A place in a list of so many.
        UniformMay { n: Count } = "uniform_may",
        /// The generator, as Haskell shows it.
        Show = "show",
    }
}

/// The subject.
pub struct HaskellGenerator;

fn list_of(n: Count) -> NonZeroU32 {
    NonZeroU32::MIN.saturating_add(n.get() as u32 - 1)
}

struct Port(PCGen);

impl Side<HaskellOp> for Port {
    fn apply(&mut self, op: &HaskellOp) -> Seen {
        let rng = &mut self.0;
        match *op {
            HaskellOp::Raw { state, inc } => {
                *rng = PCGen::new(state, inc);
                return Seen::nothing();
            }
            HaskellOp::Next => return Seen::number(rng.next()),
            HaskellOp::Nexts { count } => {
                return Seen::words((0..count.get()).map(|_| rng.next() as u32).collect::<Vec<_>>());
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

struct Reference(ReferencePcGen);

impl Side<HaskellOp> for Reference {
    fn apply(&mut self, op: &HaskellOp) -> Seen {
        let rng = &mut self.0;
        match *op {
            HaskellOp::Raw { state, inc } => {
                *rng = ReferencePcGen::new(state, inc);
                return Seen::nothing();
            }
            HaskellOp::Next => return Seen::number(rng.next_i32()),
            HaskellOp::Nexts { count } => {
                return Seen::words((0..count.get()).map(|_| rng.next_i32() as u32).collect::<Vec<_>>());
            }
            HaskellOp::SplitLeft => *rng = rng.split().0,
            HaskellOp::SplitRight => *rng = rng.split().1,
            HaskellOp::RandomR { l, h } => return Seen::number(rng.random_r_i64(l, h)),
            HaskellOp::RandomWord64 => return Seen::number(rng.random_u64()),
            HaskellOp::RandomDouble => return Seen::number(rng.random_f64().to_bits()),
            HaskellOp::UniformMay { n } => {
                let mut dice = ReferenceDice::raw(rng.state(), rng.inc(), Rule::Haskell);
                let place = dice.choose(list_of(n));
                *rng = ReferencePcGen::new(dice.state(), dice.inc());
                return Seen::number(place);
            }
            HaskellOp::Show => {}
        }
        Seen::texts([self.state()])
    }

    fn state(&self) -> String {
        format!("PCGen {} {}", self.0.state(), self.0.inc())
    }
}

/// The generators of the document's vectors, and the one from which its children descend.
const DOCUMENT: [(u64, u64); 2] = [(0x853c_49e6_748f_ea9b, 0xda3e_39cb_94b9_5bdb), (42, 109)];

/// The ranges of the vectors; those on both sides of one word and of two; and those at the ends of 64 bits.
const RANGES: [(i64, i64); 16] = [
    (1, 20),
    (1, 6),
    (20, 1),
    (5, 5),
    (-10, 10),
    (0, 4_294_966),
    (0, 4_294_967),
    (0, 4_294_966_295),
    (0, 1_099_511_627_775),
    // 2^64 / 1000 values take two words, one more takes three.
    (0, 18_446_744_073_709_550),
    (0, 18_446_744_073_709_551),
    (i64::MIN, i64::MAX),
    (i64::MAX, i64::MIN),
    (i64::MIN, -1),
    (i64::MIN, i64::MIN),
    (i64::MAX - 1, i64::MAX),
];

fn count(count: u32) -> Count {
    Count::new(count).expect("from 1 to 2^20")
}

/// A little of everything, after this start; both children, and a grandchild.
fn some_of_each((state, inc): (u64, u64)) -> Vec<HaskellOp> {
    let mut ops = vec![HaskellOp::Raw { state, inc }, HaskellOp::Next, HaskellOp::Next];
    ops.extend(RANGES.into_iter().flat_map(|(l, h)| [HaskellOp::RandomR { l, h }, HaskellOp::RandomR { l, h }]));
    ops.extend([HaskellOp::RandomWord64, HaskellOp::RandomDouble, HaskellOp::Show]);
    ops.extend((1..=12).chain([1000]).flat_map(|n| [HaskellOp::UniformMay { n: count(n) }, HaskellOp::RandomDouble]));
    ops.extend([HaskellOp::SplitLeft, HaskellOp::Next, HaskellOp::SplitRight, HaskellOp::SplitRight, HaskellOp::Next]);
    ops.extend([HaskellOp::Raw { state, inc }, HaskellOp::SplitRight, HaskellOp::SplitLeft, HaskellOp::Show]);
    ops
}

fn random_op(chooser: &mut Chooser) -> HaskellOp {
    // Of any size, so that small numbers come as often as large ones.
    let any = |chooser: &mut Chooser| chooser.next_u64().cast_signed() >> chooser.below(64);
    match chooser.below(10) {
        0 => HaskellOp::Raw { state: chooser.next_u64(), inc: chooser.next_u64() },
        1 => HaskellOp::SplitLeft,
        2 => HaskellOp::SplitRight,
        3..=5 => HaskellOp::RandomR { l: any(chooser), h: any(chooser) },
        6 => HaskellOp::RandomWord64,
        7 => HaskellOp::RandomDouble,
        8 => HaskellOp::UniformMay { n: count(1 + (chooser.below(1 << 12) >> chooser.below(12)) as u32) },
        _ => HaskellOp::Next,
    }
}

impl Subject for HaskellGenerator {
    type Op = HaskellOp;

    fn name(&self) -> &'static str {
        "haskell"
    }

    fn about(&self) -> &'static str {
        "the generator in Haskell: words, children, randomR, Word64, Double, uniformMay"
    }

    fn corners(&self) -> &'static [Corner] {
        &[Corner::Port, Corner::Reference]
    }

    fn side<'a>(&'a self, corner: Corner) -> Result<Box<dyn Side<HaskellOp> + 'a>, Missing> {
        Ok(match corner {
            Corner::Port => Box::new(Port(PCGen::new(0, 0))),
            _ => Box::new(Reference(ReferencePcGen::new(0, 0))),
        })
    }

    fn cases(&self, kind: Kind, budget: &Budget) -> Option<Cases<HaskellOp>> {
        Some(match kind {
            Kind::Golden => Cases::new(kind, DOCUMENT.len(), DOCUMENT.map(some_of_each)),
            // Even increments as well, which step as the odd ones above them.
            Kind::Edge => {
                let ends = [0, 1, u64::MAX, 1 << 63];
                Cases::new(kind, 16, ends.into_iter().flat_map(move |a| ends.map(|b| (a, b))).map(some_of_each))
            }
            // A long run of words on each of the children down to the fifth generation.
            Kind::Sweep => {
                let descent = |path: u32| {
                    let (state, inc) = DOCUMENT[0];
                    let mut ops = vec![HaskellOp::Raw { state, inc }];
                    ops.extend((0..5).map(|level| match path >> level & 1 {
                        0 => HaskellOp::SplitLeft,
                        _ => HaskellOp::SplitRight,
                    }));
                    ops.push(HaskellOp::Nexts { count: count(10_000) });
                    ops
                };
                Cases::new(kind, 32, (0..32).map(descent))
            }
            Kind::Random => Cases::random(budget, |chooser| {
                let ops = (0..200).map(|_| random_op(chooser));
                ops.chain([HaskellOp::Show]).collect()
            }),
            Kind::Exhaustive => return None,
        })
    }
}
