//! Every row of the catalogue of generators as a subject of words: the port is the row's own stream.
//!
//! A row is named by its key; one of its other seedings by the key, a colon and the seeding's name, as in
//! `sfc32:three-words`.

use std::sync::LazyLock;

use generators::catalogue::{self, Generator, Stream};
use lockstep::{
    Budget, CaseKind, Cases, Chooser, Missing, Op, Operation as _, Role, Seen, Side, Subject,
    TypedSide, WordStream, split_ops,
};

use super::SUBJECTS;
use super::arguments::Count;
use super::cases::COMPARES;

lockstep::ops! {
    /// An op on a generator.
    pub enum RowOp {
        /// Seeds the generator.
        Seed { seed: u64 } = "seed" [seeds],
        /// One output.
        Next = "next" => u64,
        /// As many outputs as count says.
        Nexts { count: Count } = "nexts" => words64,
    }
}

/// A row of the catalogue with one of its seedings.
pub struct Row {
    generator: &'static Generator,
    seeded: fn(u64) -> Stream,
    name: &'static str,
    about: &'static str,
    /// A description of the op `seed`.
    seeds: &'static str,
}

/// All rows, each followed by its other seedings. A row that has a subject with ops of its own is left out.
pub static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let mut rows = Vec::new();
    for row in catalogue::all() {
        if SUBJECTS.iter().any(|subject| subject.name() == row.key) {
            continue;
        }
        rows.push(Row::new(row, row.seeded, row.key, row.about));
        for seeding in row.seedings {
            let name = format!("{}:{}", row.key, seeding.name);
            let about = format!("{}: {}", row.key, seeding.about);
            rows.push(Row::new(row, seeding.seeded, name.leak(), about.leak()));
        }
    }
    rows
});

impl Row {
    fn new(
        generator: &'static Generator,
        seeded: fn(u64) -> Stream,
        name: &'static str,
        about: &'static str,
    ) -> Self {
        let Generator {
            seed_bits, source, ..
        } = generator;
        let seeds = format!(
            "Seeds the generator by the low {seed_bits} bits of seed: {about}. Source: {source}."
        );
        Self {
            generator,
            seeded,
            name,
            about,
            seeds: seeds.leak(),
        }
    }

    /// The low bits of a number, which are the seed.
    const fn seed(&self, number: u64) -> u64 {
        number & u64::MAX >> (u64::BITS - self.generator.seed_bits)
    }
}

/// A stream, and how many outputs it has given.
struct Port<'a> {
    row: &'a Row,
    seed: u64,
    taken: u64,
    stream: Stream,
}

impl Port<'_> {
    fn next(&mut self) -> u64 {
        self.taken += 1;
        (self.stream)()
    }
}

impl TypedSide for Port<'_> {
    type Op = RowOp;

    fn apply(&mut self, op: &RowOp) -> Seen {
        match *op {
            RowOp::Seed { seed } => {
                (self.seed, self.taken) = (self.row.seed(seed), 0);
                self.stream = (self.row.seeded)(self.seed);
                Seen::nothing()
            }
            RowOp::Next => Seen::number(self.next()),
            RowOp::Nexts { count } => count.words64(|| self.next()),
        }
    }

    fn state(&self) -> String {
        format!("{} outputs after the seed {}", self.taken, self.seed)
    }
}

fn some_of_each(seed: u64) -> Vec<String> {
    split_ops(&format!("seed {seed}; next; nexts 8; next"))
}

fn random_case(chooser: &mut Chooser, seed_bits: u32) -> Vec<String> {
    let mut ops = some_of_each(random_seed(chooser, seed_bits));
    for _ in 0..30 {
        ops.push(match chooser.below(6) {
            // Of any size, so that small seeds come as often as large ones.
            0 => {
                let seed = random_seed(chooser, seed_bits) >> chooser.below(seed_bits.into());
                format!("seed {seed}")
            }
            1 => format!("nexts {}", 1 + chooser.below(300)),
            _ => "next".into(),
        });
    }
    ops
}

fn random_seed(chooser: &mut Chooser, seed_bits: u32) -> u64 {
    chooser.next_u64() & u64::MAX >> (u64::BITS - seed_bits)
}

impl Subject for Row {
    fn name(&self) -> &str {
        self.name
    }

    fn about(&self) -> &str {
        self.about
    }

    fn ops(&self) -> &[Op] {
        RowOp::OPS
    }

    fn roles(&self) -> &[Role] {
        &[Role::Port]
    }

    /// Before any seeding the side is in the state after seed 1.
    fn side<'a>(&'a self, _: Role) -> Result<Box<dyn Side + 'a>, Missing> {
        Ok(Box::new(Port {
            row: self,
            seed: 1,
            taken: 0,
            stream: (self.seeded)(1),
        }))
    }

    fn does(&self, op: &Op) -> &str {
        if op.seeds { self.seeds } else { op.does }
    }

    fn words(&self) -> Option<WordStream> {
        let &Generator {
            bits, seed_bits, ..
        } = self.generator;
        Some(WordStream {
            bits,
            seed_bits,
            seed: "seed {}",
            words: "nexts",
            seeding: self.about,
        })
    }

    fn cases(&self, kind: CaseKind, budget: &Budget) -> Option<Cases> {
        if !COMPARES {
            return None;
        }
        let bits = self.generator.seed_bits;
        let all = self.seed(u64::MAX);
        Some(match kind {
            CaseKind::Golden => Cases::new(kind, 3, [1, 42, all].map(some_of_each)),
            // Seeds with one bit set, and with all bits below it set.
            CaseKind::Edge => {
                let seeds = (0..bits).flat_map(move |bit| [1 << bit, all >> bit]);
                Cases::new(kind, 2 * bits as usize, seeds.map(some_of_each))
            }
            // This goes past the second block of every generator that makes its outputs in blocks.
            CaseKind::Sweep => Cases::new(kind, 1, [split_ops("seed 42; nexts 10000; next")]),
            CaseKind::Random => Cases::random(budget, move |chooser| random_case(chooser, bits)),
            CaseKind::Exhaustive => return None,
        })
    }
}
