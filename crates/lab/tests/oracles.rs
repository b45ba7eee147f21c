//! The oracles: other code than the ports, and able to catch a wrong one.
//!
//! A test that needs an oracle which is not on this machine is shown as ignored, with the reason, unless
//! `ROGUELAB_ORACLES` says otherwise, as in `conformance`.

use std::process::ExitCode;

use generators::bsd_random::Type3;
use generators::pcg32::Pcg32;
use libtest_mimic::{Arguments, Failed, Trial};
use lockstep::{Budget, Cases, Corner, Failure, Kind, Missing, Seen, Side, Subject, run};
use subjects::bsd_random::{BsdFamily, BsdOp};
use subjects::oracles::libraries::{self, GSL, PCG_CPP};
use subjects::oracles::{Policy, VARIABLE};
use subjects::pcg32::{PcgOp, PcgWords};

const GLIBC: Corner = Corner::Oracle("glibc");
const GLIBC_RANDOM: Corner = Corner::Oracle("glibc-random");
const RAND_PCG: Corner = Corner::Oracle("rand-pcg");

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let policy = match Policy::from_env() {
        Ok(policy) => policy,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let identity = [
        needing(policy, GSL, "gsl_is_not_the_port".into(), |_| gsl_is_not_the_port()),
        needing(policy, PCG_CPP, "pcg_cpp_is_not_the_port".into(), |_| pcg_cpp_is_not_the_port()),
        needing(policy, PCG_CPP, "distances_of_pcg_cpp_are_those_of_the_port".into(), |_| {
            distances_of_pcg_cpp_are_those_of_the_port();
        }),
    ];
    let demonstrated = [Corner::Port, Corner::Reference, PCG_CPP].map(|corner| {
        needing(policy, corner, format!("published_demonstration_equals::{corner}"), published_demonstration_equals)
    });
    let bsd = [GLIBC, GLIBC_RANDOM, GSL]
        .into_iter()
        .flat_map(|corner| BSD_DEFECTS.iter().map(move |defect| caught(policy, corner, &BsdFamily, defect)));
    let pcg = [PCG_CPP, RAND_PCG]
        .into_iter()
        .flat_map(|corner| PCG_DEFECTS.iter().map(move |defect| caught(policy, corner, &PcgWords, defect)));
    libtest_mimic::run(&arguments, identity.into_iter().chain(demonstrated).chain(bsd).chain(pcg).collect()).exit_code()
}

/// A test that needs a corner.
fn needing(policy: Policy, corner: Corner, name: String, test: impl FnOnce(Corner) + Send + 'static) -> Trial {
    let there = move || -> Result<(), Missing> {
        match corner {
            PCG_CPP | RAND_PCG | Corner::Port | Corner::Reference => PcgWords.side(corner).map(drop),
            _ => BsdFamily.side(corner).map(drop),
        }
    };
    let left_out = match policy {
        _ if !matches!(corner, Corner::Oracle(_)) => None,
        Policy::Off => Some(format!("{VARIABLE}=off")),
        Policy::Auto => there().err().map(|missing| missing.to_string()),
        Policy::Require => None,
    };
    let run = move || match there() {
        Ok(()) => {
            test(corner);
            Ok(())
        }
        Err(missing) => Err(Failed::from(missing.to_string())),
    };
    match left_out {
        Some(why) => Trial::test(format!("{name} ({why})"), run).with_ignored_flag(true),
        None => Trial::test(name, run),
    }
}

fn gsl_is_not_the_port() {
    let port = Type3::srrandom as fn(i32) -> Type3 as usize;
    assert_ne!(libraries::gsl().unwrap().code_address(), port);
}

fn pcg_cpp_is_not_the_port() {
    let port = Pcg32::next_word as fn(&mut Pcg32) -> u32 as usize;
    assert_ne!(libraries::pcg_cpp().unwrap().code_address(), port);
}

fn distances_of_pcg_cpp_are_those_of_the_port() {
    let library = libraries::pcg_cpp().unwrap();
    for steps in [0, 1, 6, 1000, 1 << 40, 1 << 63, u64::MAX - 5, u64::MAX] {
        let mut port = [Pcg32::srandom(42, 54), Pcg32::srandom(42, 54)];
        let mut theirs = [library.seeded(42, 54).unwrap(), library.seeded(42, 54).unwrap()];
        port[1].advance(steps);
        theirs[1].advance(steps);
        assert_eq!(theirs[0].distance_to(&theirs[1]), Some(steps));
        assert_eq!(theirs[1].distance_to(&theirs[0]), port[1].distance_to(&port[0]));
    }
    let other = library.seeded(42, 55).unwrap();
    assert_eq!(library.seeded(42, 54).unwrap().distance_to(&other), None, "another stream is never reached");
}

fn published_demonstration_equals(corner: Corner) {
    let text = std::fs::read_to_string(lab::fixtures::root().join("fixtures/documents/pcg32-demo.json")).unwrap();
    let published: serde_json::Value = serde_json::from_str(&text).unwrap();
    let published = &published["demonstration"]["rounds"];
    assert_eq!(published.as_array().unwrap().len(), 5);
    assert_eq!(lab::vectors::demonstration(corner, 42, 54, 5).unwrap(), *published);
}

/// A port that is written anew here, with its constants for parameters.
struct Defect<P> {
    name: &'static str,
    /// The right constants are there as well: they must agree, or red would prove nothing.
    is_right: bool,
    constants: P,
}

/// That a corner tells a wrong port from a right one, over the golden cases.
fn caught<S, P>(policy: Policy, corner: Corner, subject: &'static S, defect: &'static Defect<P>) -> Trial
where
    S: Subject,
    P: Planted<S::Op> + Sync,
{
    let verdict = if defect.is_right { "agrees_with" } else { "is_caught_by" };
    needing(policy, corner, format!("{}::{verdict}::{corner}", defect.name), move |corner| {
        let cases = subject.cases(Kind::Golden, &Budget::default()).unwrap();
        let found = run(&WithPort { subject, defect }, corner, Corner::Port, cases);
        match (found, defect.is_right) {
            (Ok(tally), true) => assert!(tally.outputs > 0),
            (Err(Failure::Mismatch(_)), false) => {}
            (Ok(_), false) => panic!("{corner} did not see it"),
            (Err(failure), _) => panic!("{failure}"),
        }
    })
}

/// Constants that make a port.
trait Planted<O> {
    fn side(&self) -> Box<dyn Side<O>>;
}

/// A subject whose port is another one.
struct WithPort<S: 'static, P: 'static> {
    subject: &'static S,
    defect: &'static Defect<P>,
}

impl<S: Subject, P: Planted<S::Op> + Sync> Subject for WithPort<S, P> {
    type Op = S::Op;

    fn name(&self) -> &'static str {
        self.defect.name
    }

    fn about(&self) -> &'static str {
        self.subject.about()
    }

    fn corners(&self) -> &'static [Corner] {
        self.subject.corners()
    }

    fn side<'a>(&'a self, corner: Corner) -> Result<Box<dyn Side<S::Op> + 'a>, Missing> {
        if corner == Corner::Port { Ok(self.defect.constants.side()) } else { self.subject.side(corner) }
    }

    fn answers(&self, corner: Corner, ops: &[S::Op]) -> bool {
        self.subject.answers(corner, ops)
    }

    fn cases(&self, kind: Kind, budget: &Budget) -> Option<Cases<S::Op>> {
        self.subject.cases(kind, budget)
    }
}

/// The constants of BSD random: multipliers of weak, glibc's and libc5's seeding, words thrown away, bits shifted out.
#[derive(Clone, Copy)]
struct Bsd {
    multipliers: [u32; 3],
    discards: usize,
    shift: u32,
}

const BSD: Bsd = Bsd { multipliers: [1_103_515_245, 16807, 1_103_515_145], discards: 10, shift: 1 };

const BSD_DEFECTS: [Defect<Bsd>; 7] = [
    Defect { name: "the_right_bsd_random", is_right: true, constants: BSD },
    Defect {
        name: "glibc_seeding_with_16806",
        is_right: false,
        constants: Bsd { multipliers: [BSD.multipliers[0], 16806, BSD.multipliers[2]], ..BSD },
    },
    Defect {
        name: "weak_seeding_with_a_digit_wrong",
        is_right: false,
        constants: Bsd { multipliers: [BSD.multipliers[2], 16807, BSD.multipliers[2]], ..BSD },
    },
    Defect {
        name: "libc5_seeding_with_the_digit_right",
        is_right: false,
        constants: Bsd { multipliers: [BSD.multipliers[0], 16807, BSD.multipliers[0]], ..BSD },
    },
    Defect { name: "nine_words_thrown_away_for_ten", is_right: false, constants: Bsd { discards: 9, ..BSD } },
    Defect { name: "no_bit_shifted_out", is_right: false, constants: Bsd { shift: 0, ..BSD } },
    Defect { name: "two_bits_shifted_out", is_right: false, constants: Bsd { shift: 2, ..BSD } },
];

/// Slow and plain: the ring as a list that grows by its words.
struct BsdSide {
    constants: Bsd,
    words: Vec<u32>,
    degree: usize,
    separation: usize,
}

impl BsdSide {
    fn start(&mut self, kind: usize, seeding: usize, seed: i32) {
        let Bsd { multipliers, discards, .. } = self.constants;
        let multiplier = multipliers[seeding];
        self.degree = [1, 7, 15, 31, 63][kind];
        self.separation = [0, 3, 1, 3, 1][kind];
        let after = |word: u32| match seeding {
            1 => (i64::from(word.cast_signed()) * i64::from(multiplier)).rem_euclid((1 << 31) - 1) as u32,
            _ => word.wrapping_mul(multiplier).wrapping_add(12345),
        };
        let first = if seeding == 1 && seed == 0 { 1 } else { seed.cast_unsigned() };
        self.words = std::iter::successors(Some(first), |&word| Some(after(word))).take(self.degree).collect();
        if kind > 0 {
            // The front pointer begins `separation` words behind the rear one: the list is turned to begin there.
            self.words.rotate_left(self.separation);
            for _ in 0..discards * self.degree {
                self.next();
            }
        }
    }

    fn next(&mut self) -> u32 {
        let end = self.words.len();
        if self.degree == 1 {
            self.words[0] = self.words[0].wrapping_mul(1_103_515_245).wrapping_add(12345) & 0x7fff_ffff;
            return self.words[0];
        }
        let word = self.words[end - self.degree].wrapping_add(self.words[end - self.separation]);
        self.words.push(word);
        word >> self.constants.shift
    }
}

impl Planted<BsdOp> for Bsd {
    fn side(&self) -> Box<dyn Side<BsdOp>> {
        let mut side = BsdSide { constants: *self, words: vec![], degree: 0, separation: 0 };
        side.start(3, 1, 1);
        Box::new(side)
    }
}

impl Side<BsdOp> for BsdSide {
    fn apply(&mut self, op: &BsdOp) -> Seen {
        let (kind, seeding, seed) = match *op {
            BsdOp::Srandom { kind, seed } => (kind, 1, seed),
            BsdOp::Srrandom { kind, seed } => (kind, 0, seed),
            BsdOp::SrandomLibc5 { kind, seed } => (kind, 2, seed),
            BsdOp::Random => return Seen::number(self.next()),
            BsdOp::Randoms { count } => {
                return Seen::words((0..count.get()).map(|_| self.next()).collect::<Vec<_>>());
            }
        };
        self.start(kind.kind() as usize, seeding, seed);
        Seen::nothing()
    }

    fn state(&self) -> String {
        format!("{} words made", self.words.len())
    }
}

/// The constants of PCG32: multiplier, how far a stream's number is shifted, the bits that say how far to rotate.
#[derive(Clone, Copy)]
struct Pcg {
    multiplier: u64,
    stream_shift: u32,
    rotation: u32,
}

const PCG: Pcg = Pcg { multiplier: 6_364_136_223_846_793_005, stream_shift: 1, rotation: 59 };

const PCG_DEFECTS: [Defect<Pcg>; 4] = [
    Defect { name: "the_right_pcg32", is_right: true, constants: PCG },
    Defect {
        name: "pcg32_with_a_digit_wrong",
        is_right: false,
        constants: Pcg { multiplier: PCG.multiplier + 100, ..PCG },
    },
    Defect { name: "pcg32_with_its_stream_as_it_is", is_right: false, constants: Pcg { stream_shift: 0, ..PCG } },
    Defect { name: "pcg32_rotated_by_other_bits", is_right: false, constants: Pcg { rotation: 58, ..PCG } },
];

struct PcgSide {
    constants: Pcg,
    state: u128,
    inc: u128,
}

const MODULUS: u128 = 1 << 64;

impl PcgSide {
    fn step(&mut self) {
        self.state = (self.state * u128::from(self.constants.multiplier) + self.inc) % MODULUS;
    }

    fn next(&mut self) -> u32 {
        let old = self.state as u64;
        self.step();
        let folded = (((old >> 18) ^ old) >> 27) as u32;
        folded.rotate_right((old >> self.constants.rotation & 31) as u32)
    }

    /// The multiplier and the increment of so many steps, by halving.
    fn steps(&self, count: u64) -> (u128, u128) {
        if count == 0 {
            return (1, 0);
        }
        let (mult, plus) = self.steps(count / 2);
        let twice = (mult * mult % MODULUS, (mult * plus % MODULUS + plus) % MODULUS);
        if count.is_multiple_of(2) {
            return twice;
        }
        let one = u128::from(self.constants.multiplier);
        (twice.0 * one % MODULUS, (twice.1 * one % MODULUS + self.inc) % MODULUS)
    }

    fn advance(&mut self, count: u64) {
        let (mult, plus) = self.steps(count);
        self.state = (self.state * mult % MODULUS + plus) % MODULUS;
    }

    fn bounded(&mut self, bound: u32) -> u32 {
        let refused = ((1u64 << 32) % u64::from(bound)) as u32;
        loop {
            let word = self.next();
            if word >= refused {
                return word % bound;
            }
        }
    }
}

impl Planted<PcgOp> for Pcg {
    fn side(&self) -> Box<dyn Side<PcgOp>> {
        Box::new(PcgSide { constants: *self, state: 0, inc: 1 })
    }
}

impl Side<PcgOp> for PcgSide {
    fn apply(&mut self, op: &PcgOp) -> Seen {
        match *op {
            PcgOp::Srandom { initstate, initseq } => {
                self.state = 0;
                self.inc = (u128::from(initseq) << self.constants.stream_shift | 1) % MODULUS;
                self.step();
                self.state = (self.state + u128::from(initstate)) % MODULUS;
                self.step();
            }
            PcgOp::Raw { state, inc } => (self.state, self.inc) = (state.into(), u128::from(inc | 1)),
            PcgOp::Random => return Seen::number(self.next()),
            PcgOp::Randoms { count } => {
                return Seen::words((0..count.get()).map(|_| self.next()).collect::<Vec<_>>());
            }
            PcgOp::Boundedrand { bound } => return Seen::number(self.bounded(bound.get())),
            PcgOp::Advance { delta } => self.advance(delta),
            PcgOp::StepBack => self.advance(u64::MAX),
        }
        Seen::number(self.state as u64)
    }

    fn state(&self) -> String {
        format!("state {:016x}", self.state)
    }
}
