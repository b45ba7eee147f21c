//! A linear congruential generator, twice, and the defects that can be planted in the second.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};

use roguelab_lockstep::{
    Budget, CaseKind, Cases, Chooser, Difference, Drawn, Missing, Op, Operation as _, Role, Seen,
    Side, Subject, TypedSide,
};

roguelab_lockstep::ops! {
    /// An op on the toy.
    pub(crate) enum ToyOp {
        /// Seeds it.
        Seed { seed: u32 } = "seed" [seeds],
        /// One word.
        Word = "word",
        /// Several words.
        Words { count: u32 } = "words",
        /// A walk over a grid, which draws a column and a row for each step and logs them.
        Walk { steps: u32 } = "walk",
        /// The names of some colours.
        Names = "names",
    }
}

/// What is wrong with the port.
#[derive(Copy, Clone, Default)]
pub(crate) enum Defect {
    #[default]
    None,
    /// Seeding discards this many words instead of five.
    Discards(u32),
    /// Every word is changed when it is shown.
    Output(fn(u32) -> i128),
    /// The n-th word since the side was made is changed when it is shown.
    WordAt(u32),
    /// The n-th draw is discarded, and another one is taken.
    ExtraAt(u32),
    /// A walk first draws, and logs, a number from 1 to 6.
    ExtraInLog,
    /// A walk does not draw its first column.
    MissingInLog,
    /// A walk draws rows before columns, which are alike.
    Swapped,
    /// One of the colours has a wrong name.
    Name,
    /// The generator adds an even number.
    Increment,
    /// Only the first word that the first side makes is wrong.
    Once,
    /// The port panics at the third word.
    Panics,
    /// The port panics while it is being made.
    Unmade,
}

/// A generator without any defect.
struct Reference {
    state: u64,
}

impl Reference {
    fn next(&mut self) -> u32 {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 32) as u32
    }
}

/// The log entry of a draw from 0 to 15.
fn drawn(word: u32) -> Drawn {
    Drawn {
        lo: 0,
        hi: 15,
        value: i64::from(word >> 28),
    }
}

fn walked(draws: Vec<Drawn>) -> Seen {
    Seen::number(draws.iter().map(|draw| draw.value).sum::<i64>()).with_draws(draws)
}

impl TypedSide for Reference {
    type Op = ToyOp;

    fn apply(&mut self, op: &ToyOp) -> Seen {
        match *op {
            ToyOp::Seed { seed } => {
                self.state = seed.into();
                for _ in 0..5 {
                    self.next();
                }
                Seen::nothing()
            }
            ToyOp::Word => Seen::number(self.next()),
            ToyOp::Words { count } => {
                Seen::words((0..count).map(|_| self.next()).collect::<Vec<_>>())
            }
            ToyOp::Walk { steps } => walked((0..2 * steps).map(|_| drawn(self.next())).collect()),
            ToyOp::Names => Seen::texts(["blue", "red"]),
        }
    }

    fn state(&self) -> String {
        format!("{:#018x}", self.state)
    }
}

struct Port<'a> {
    toy: &'a Toy,
    generator: Reference,
    taken: u32,
    _session: MutexGuard<'a, ()>,
}

impl Port<'_> {
    fn step(&mut self) -> u32 {
        let word = self.generator.next();
        if !matches!(self.toy.defect, Defect::Increment) {
            return word;
        }
        self.generator.state = self.generator.state.wrapping_sub(1_442_695_040_888_963_403);
        (self.generator.state >> 32) as u32
    }

    fn next(&mut self) -> u32 {
        self.taken += 1;
        if matches!(self.toy.defect, Defect::ExtraAt(n) if n == self.taken) {
            self.step();
        }
        self.step()
    }

    fn word(&mut self) -> i128 {
        let word = self.next();
        let breaks = matches!(self.toy.defect, Defect::Panics) && self.taken == 3;
        assert!(!breaks, "no\nroom for {}", self.taken);
        match self.toy.defect {
            Defect::Output(change) => change(word),
            Defect::WordAt(n) if n == self.taken => i128::from(word ^ 0x20),
            Defect::Once if self.toy.fresh.swap(false, Ordering::Relaxed) => i128::from(word ^ 1),
            _ => word.into(),
        }
    }

    fn walk(&mut self, steps: u32) -> Vec<Drawn> {
        let mut draws = Vec::new();
        if matches!(self.toy.defect, Defect::ExtraInLog) {
            let word = self.next();
            draws.push(Drawn {
                lo: 1,
                hi: 6,
                value: i64::from(word % 6) + 1,
            });
        }
        for step in 0..steps {
            let (column, row) = (drawn(self.next()), drawn(self.next()));
            match self.toy.defect {
                Defect::Swapped => draws.extend([row, column]),
                Defect::MissingInLog if step == 0 => draws.push(column),
                _ => draws.extend([column, row]),
            }
        }
        draws
    }
}

impl TypedSide for Port<'_> {
    type Op = ToyOp;

    fn apply(&mut self, op: &ToyOp) -> Seen {
        match *op {
            ToyOp::Seed { seed } => {
                self.generator.state = seed.into();
                let discards = if let Defect::Discards(n) = self.toy.defect {
                    n
                } else {
                    5
                };
                for _ in 0..discards {
                    self.step();
                }
                Seen::nothing()
            }
            ToyOp::Word => Seen::number(self.word()),
            ToyOp::Words { count } => {
                Seen::words((0..count).map(|_| self.word() as u32).collect::<Vec<_>>())
            }
            ToyOp::Walk { steps } => walked(self.walk(steps)),
            ToyOp::Names if matches!(self.toy.defect, Defect::Name) => Seen::texts(["blue", "rad"]),
            ToyOp::Names => Seen::texts(["blue", "red"]),
        }
    }

    fn state(&self) -> String {
        format!(
            "{} after {} words",
            TypedSide::state(&self.generator),
            self.taken
        )
    }
}

/// The toy as a subject.
pub(crate) struct Toy {
    pub(crate) defect: Defect,
    fresh: AtomicBool,
    /// Owned by the port while it lives, like the globals of C code.
    session: Mutex<()>,
    /// The roles of all sides so far.
    pub(crate) made: Mutex<Vec<Role>>,
}

impl Toy {
    pub(crate) fn new(defect: Defect) -> Self {
        Self {
            defect,
            fresh: AtomicBool::new(true),
            session: Mutex::new(()),
            made: Mutex::default(),
        }
    }
}

pub(crate) const ABSENT: Role = Role::Oracle("absent");

/// An implementation without names; if it is asked for them, it gives wrong ones.
pub(crate) const NAMELESS: Role = Role::Oracle("nameless");

struct Nameless(Reference);

impl TypedSide for Nameless {
    type Op = ToyOp;

    fn apply(&mut self, op: &ToyOp) -> Seen {
        if matches!(op, ToyOp::Names) {
            Seen::nothing()
        } else {
            TypedSide::apply(&mut self.0, op)
        }
    }

    fn state(&self) -> String {
        TypedSide::state(&self.0)
    }
}

impl Subject for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn about(&self) -> &'static str {
        "a linear congruential generator"
    }

    fn ops(&self) -> &[Op] {
        ToyOp::OPS
    }

    fn roles(&self) -> &[Role] {
        &[Role::Port, Role::Reference, ABSENT, NAMELESS]
    }

    fn side<'a>(&'a self, role: Role) -> Result<Box<dyn Side + 'a>, Missing> {
        self.made.lock().unwrap().push(role);
        match role {
            Role::Port => {
                let session = match self.session.try_lock() {
                    Ok(session) => session,
                    Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                    Err(TryLockError::WouldBlock) => panic!("another port owns the session"),
                };
                assert!(!matches!(self.defect, Defect::Unmade), "no memory");
                Ok(Box::new(Port {
                    toy: self,
                    generator: Reference { state: 0 },
                    taken: 0,
                    _session: session,
                }))
            }
            Role::Reference => Ok(Box::new(Reference { state: 0 })),
            NAMELESS => Ok(Box::new(Nameless(Reference { state: 0 }))),
            _ => Err(Missing {
                role,
                why: "no libabsent.so".into(),
                remedy: "install absent".into(),
            }),
        }
    }

    fn answers(&self, role: Role, ops: &[String]) -> bool {
        role != NAMELESS || ops.last().is_none_or(|op| op != "names")
    }

    fn cases(&self, kind: CaseKind, budget: &Budget) -> Option<Cases> {
        match kind {
            CaseKind::Golden => Some(Cases::new(kind, 2, [all_ops(7), all_ops(u32::MAX)])),
            CaseKind::Random => Some(Cases::random(budget, random_ops)),
            _ => None,
        }
    }
}

fn all_ops(seed: u32) -> Vec<String> {
    roguelab_lockstep::split_ops(&format!(
        "seed {seed}; word; words 3; words 40; walk 3; names"
    ))
}

/// Between 1 and 30 ops of every sort.
pub(crate) fn random_ops(chooser: &mut Chooser) -> Vec<String> {
    (0..=chooser.below(30))
        .map(|_| match chooser.below(5) {
            0 => format!("seed {}", chooser.any_u32()),
            1 => format!("words {}", chooser.below(20)),
            2 => format!("walk {}", chooser.below(8)),
            3 => "names".to_owned(),
            _ => "word".to_owned(),
        })
        .collect()
}

/// The difference that a defect in the port makes over these ops.
pub(crate) fn difference(defect: Defect, ops: &str) -> Option<Difference> {
    let toy = Toy::new(defect);
    let (_, judged) = roguelab_lockstep::replay(&toy, Role::Reference, Role::Port, ops).unwrap();
    judged.difference.map(|found| *found)
}
