//! The whole family of BSD random beside the C library's own: glibc's seeding, and the recurrence alone.

use foreign::glibc::{self, GlibcRandom};
use generators::bsd_random::{BsdRandom, Kind as BsdKind, Seeding};
use lockstep::{Budget, Cases, Corner, Kind, Missing, Seen, Side, Subject};

use super::arguments::{Count, TypeNumber};
use super::{EDGE_SEEDS, show_ring};

lockstep::ops! {
    /// An op on a generator of the family.
    pub enum BsdOp {
        /// Seeds one of the five types as glibc does.
        Srandom { kind: TypeNumber, seed: i32 } = "srandom",
        /// Seeds it as Rogue does. The library cannot: it is given the port's words, and only steps them.
        Srrandom { kind: TypeNumber, seed: i32 } = "srrandom",
        /// One word.
        Random = "random",
        /// That many words.
        Randoms { count: Count } = "randoms",
    }
}

/// The subject.
pub struct BsdFamily;

const GLIBC: Corner = Corner::Oracle("glibc");

struct Port(BsdRandom);

impl Side<BsdOp> for Port {
    fn apply(&mut self, op: &BsdOp) -> Seen {
        match *op {
            BsdOp::Srandom { kind, seed } => {
                self.0 = BsdRandom::new(kind.kind(), Seeding::Glibc, seed);
                Seen::nothing()
            }
            BsdOp::Srrandom { kind, seed } => {
                self.0 = BsdRandom::new(kind.kind(), Seeding::Weak, seed);
                Seen::nothing()
            }
            BsdOp::Random => Seen::number(self.0.next_word()),
            BsdOp::Randoms { count } => Seen::words((0..count.get()).map(|_| self.0.next_word()).collect::<Vec<_>>()),
        }
    }

    fn state(&self) -> String {
        show_ring(&self.0.save().words()[1..])
    }
}

struct Oracle {
    random: GlibcRandom,
    begun: String,
}

/// What the library makes of an op that starts a generator.
fn start(op: &BsdOp) -> Result<GlibcRandom, Missing> {
    let started = match *op {
        BsdOp::Srandom { kind, seed } => GlibcRandom::new(kind.kind() as u8, seed as u32),
        BsdOp::Srrandom { kind, seed } => {
            let seeded = BsdRandom::new(kind.kind(), Seeding::Weak, seed).save();
            GlibcRandom::with_words(kind.kind() as u8, &seeded.words()[1..])
        }
        BsdOp::Random | BsdOp::Randoms { .. } => unreachable!("{op} starts nothing"),
    };
    started.map_err(|error| Missing {
        corner: GLIBC,
        why: error.to_string(),
        remedy: "run on Linux with the GNU C library".into(),
    })
}

impl Side<BsdOp> for Oracle {
    fn apply(&mut self, op: &BsdOp) -> Seen {
        match *op {
            BsdOp::Srandom { .. } | BsdOp::Srrandom { .. } => {
                self.random = start(op).expect("the library has started one before");
                self.begun = op.to_string();
                Seen::nothing()
            }
            BsdOp::Random => Seen::number(self.random.next()),
            BsdOp::Randoms { count } => {
                let mut words = vec![0; count.get()];
                self.random.fill(&mut words);
                Seen::words(words)
            }
        }
    }

    fn state(&self) -> String {
        format!("the library keeps it to itself; started by `{}`", self.begun)
    }
}

/// What both sides are before any op.
const UNSEEDED: (BsdKind, i32) = (BsdKind::Type3, 1);

const RUN: Count = Count::new(1000).unwrap();

fn runs_of(seed: i32) -> impl Iterator<Item = Vec<BsdOp>> {
    TypeNumber::ALL.into_iter().flat_map(move |kind| {
        [BsdOp::Srandom { kind, seed }, BsdOp::Srrandom { kind, seed }]
            .map(|start| vec![start, BsdOp::Random, BsdOp::Randoms { count: RUN }, BsdOp::Random])
    })
}

impl Subject for BsdFamily {
    type Op = BsdOp;

    fn name(&self) -> &'static str {
        "bsd-random"
    }

    fn about(&self) -> &'static str {
        "BSD random, TYPE_0 to TYPE_4: glibc's seeding, and the recurrence from weakly seeded words"
    }

    fn corners(&self) -> &'static [Corner] {
        &[Corner::Port, GLIBC]
    }

    fn side<'a>(&'a self, corner: Corner) -> Result<Box<dyn Side<BsdOp> + 'a>, Missing> {
        let (kind, seed) = UNSEEDED;
        if corner == Corner::Port {
            return Ok(Box::new(Port(BsdRandom::new(kind, Seeding::Glibc, seed))));
        }
        if !glibc::is_available() {
            let (why, remedy) = ("this is not Linux with the GNU C library".into(), "run on a system that is".into());
            return Err(Missing { corner, why, remedy });
        }
        let begin = BsdOp::Srandom { kind: TypeNumber::ALL[kind as usize], seed };
        Ok(Box::new(Oracle { random: start(&begin)?, begun: begin.to_string() }))
    }

    fn cases(&self, kind: Kind, budget: &Budget) -> Option<Cases<BsdOp>> {
        let per_seed = 2 * TypeNumber::ALL.len();
        Some(match kind {
            Kind::Golden => Cases::new(
                kind,
                per_seed,
                TypeNumber::ALL.into_iter().flat_map(|kind| {
                    [BsdOp::Srandom { kind, seed: 42 }, BsdOp::Srrandom { kind, seed: 42 }].map(|start| {
                        let mut ops = vec![start];
                        ops.extend([const { BsdOp::Random }; 20]);
                        ops
                    })
                }),
            ),
            Kind::Edge => Cases::new(kind, per_seed * EDGE_SEEDS.len(), EDGE_SEEDS.into_iter().flat_map(runs_of)),
            Kind::Sweep => Cases::new(kind, per_seed << 8, (0..1u32 << 8).flat_map(|i| runs_of((i << 24) as i32))),
            Kind::Random => Cases::random(budget, |chooser| runs_of(chooser.any_i32()).flatten().collect()),
            Kind::Exhaustive => return None,
        })
    }
}
