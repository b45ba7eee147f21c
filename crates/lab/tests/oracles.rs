//! The oracles: code other than the ports, and able to catch a wrong one.
//!
//! A test whose oracle is not on this machine is shown as ignored, with the reason, unless `ROGUELAB_ORACLES` says
//! otherwise, as in `conformance`.
#[path = "suite/trials.rs"]
mod trials;

use std::fs::File;
use std::io::BufReader;
use std::process::ExitCode;
use std::time::Duration;

use foreign::recorder::{Recording, record_bsdgame};
use foreign::setup;

use generators::bsd_random::Type3;
use generators::pcg32::Pcg32;
use lab::recorded::{Stretch, judge};
use libtest_mimic::{Arguments, Failed, Trial};
use lockstep::{Basis, Budget, Cases, Failure, Kind, Missing, Seen, Side, Subject, run};
use subjects::bsd_random::{BsdFamily, BsdOp};
use subjects::conformance::{Comparison, Outcome, left_out};
use subjects::oracles::Policy;
use subjects::oracles::libraries::{self, GSL, PCG_CPP};
use subjects::pcg32::{PcgOp, PcgWords};
use trials::trial;

const GLIBC: Basis = Basis::Oracle("glibc");
const GLIBC_RANDOM: Basis = Basis::Oracle("glibc-random");
const RAND_PCG: Basis = Basis::Oracle("rand-pcg");

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let policy = match Policy::from_env() {
        Ok(policy) => policy,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let other_code = [
        needing(
            policy,
            GSL,
            &BsdFamily,
            "gsl_is_not_the_port".into(),
            |_| gsl_is_not_the_port(),
        ),
        needing(
            policy,
            PCG_CPP,
            &PcgWords,
            "pcg_cpp_is_not_the_port".into(),
            |_| pcg_cpp_is_not_the_port(),
        ),
        needing(
            policy,
            PCG_CPP,
            &PcgWords,
            "distances_of_pcg_cpp_are_those_of_the_port".into(),
            |_| {
                distances_of_pcg_cpp_are_those_of_the_port();
            },
        ),
    ];
    let demonstrated = [Basis::Port, Basis::Reference, PCG_CPP].map(|basis| {
        let name = format!("published_demonstration_equals::{basis}");
        needing(
            policy,
            basis,
            &PcgWords,
            name,
            published_demonstration_equals,
        )
    });
    let bsd = [GLIBC, GLIBC_RANDOM, GSL].into_iter().flat_map(|basis| {
        BSD_DEFECTS
            .iter()
            .map(move |defect| caught(policy, basis, &BsdFamily, defect))
    });
    let pcg = [PCG_CPP, RAND_PCG].into_iter().flat_map(|basis| {
        PCG_DEFECTS
            .iter()
            .map(move |defect| caught(policy, basis, &PcgWords, defect))
    });
    let programs = PROGRAMS.iter().map(|program| recorded(policy, program));
    let trials = other_code
        .into_iter()
        .chain(demonstrated)
        .chain(bsd)
        .chain(pcg)
        .chain(programs)
        .chain([trial(
            "a_comparison_with_a_wrong_port_differs",
            None,
            a_comparison_with_a_wrong_port_differs,
        )])
        .collect();
    trials::run(arguments, trials)
}

/// A test that needs an implementation of a subject.
fn needing<S: Subject>(
    policy: Policy,
    basis: Basis,
    subject: &'static S,
    name: String,
    test: impl FnOnce(Basis) + Send + 'static,
) -> Trial {
    let probe = move || subject.side(basis).map(drop);
    let run = move || {
        probe().map_err(|missing| Failed::from(missing.to_string()))?;
        test(basis);
        Ok(())
    };
    trial(name, left_out(policy, basis, probe), run)
}

/// A program of the BSD games, what is typed, the least number of words that must agree, and how often it is seeded.
type Program = (&'static str, &'static str, u64, usize);

const PROGRAMS: &[Program] = &[
    ("arithmetic", "1\r", 2, 1),
    ("bsdgames-adventure", "n\rlook\r", 50_000, 2),
    ("go-fish", "n\r", 52, 1),
    ("rain", "", 100, 1),
    ("worm", "", 2, 1),
    ("worms", "", 1000, 1),
    ("wump", "n\r", 40, 1),
];

/// Every word that a real program takes is that of glibc's generator from the seed that the program gave it.
fn recorded(policy: Policy, &(name, keys, least, seedings): &'static Program) -> Trial {
    let missing = setup::program(name)
        .is_none()
        .then(|| format!("there is no program {name}"));
    let left_out = match missing {
        _ if policy == Policy::Off => Some("ROGUELAB_ORACLES=off".to_owned()),
        _ if policy == Policy::Require => None,
        missing => missing,
    };
    let run = move || {
        let mut seen = String::new();
        // On a busy machine it may not come far in the first.
        for seconds in [2, 8, 32] {
            let how = Recording {
                // The one that seeds again takes the time, and waits for it to go on.
                time: (seedings == 1).then_some(1234),
                keys: Some(keys.into()),
                deadline: Some(Duration::from_secs(seconds)),
                limit: 1_000_000,
            };
            let recorded = record_bsdgame(name, &how)?;
            let stretches = match recorded.traces.first() {
                Some((_, trace)) => judge(BufReader::new(File::open(trace)?), &|_| None)?,
                None => Vec::new(),
            };
            let words: u64 = stretches.iter().map(|stretch| stretch.words).sum();
            let agree = |stretch: &Stretch| stretch.compared.is_some() && stretch.differs.is_none();
            seen = format!("{stretches:?}");
            if !stretches.iter().all(agree) {
                break;
            }
            if words >= least && stretches.len() == seedings {
                return Ok(());
            }
        }
        Err(seen.into())
    };
    trial(
        format!("words_of_a_real_program_agree::{name}"),
        left_out,
        run,
    )
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
        let mut theirs = [
            library.seeded(42, 54).unwrap(),
            library.seeded(42, 54).unwrap(),
        ];
        port[1].advance(steps);
        theirs[1].advance(steps);
        assert_eq!(theirs[0].distance_to(&theirs[1]), Some(steps));
        assert_eq!(
            theirs[1].distance_to(&theirs[0]),
            port[1].distance_to(&port[0])
        );
    }
    let other = library.seeded(42, 55).unwrap();
    assert_eq!(
        library.seeded(42, 54).unwrap().distance_to(&other),
        None,
        "another stream is never reached"
    );
}

fn published_demonstration_equals(basis: Basis) {
    let path = lab::fixtures::root().join("fixtures/documents/pcg32-demo.json");
    let published = std::fs::read_to_string(path).unwrap();
    let checked = lab::vectors::check_with(&published, basis).unwrap();
    assert_eq!((checked.agreed, checked.disagreed), (755, 0));
}

/// A wrong port: one that does another op than it is asked for.
struct Defect<O> {
    name: &'static str,
    instead: fn(&O) -> O,
}

const BSD_DEFECTS: [Defect<BsdOp>; 4] = [
    Defect {
        name: "glibc_s_seeding_for_the_weak_one",
        instead: |op| match *op {
            BsdOp::Srrandom { kind, seed } => BsdOp::Srandom { kind, seed },
            ref op => op.clone(),
        },
    },
    Defect {
        name: "weak_seeding_for_glibc_s",
        instead: |op| match *op {
            BsdOp::Srandom { kind, seed } => BsdOp::Srrandom { kind, seed },
            ref op => op.clone(),
        },
    },
    Defect {
        name: "weak_seeding_for_libc5_s",
        instead: |op| match *op {
            BsdOp::SrandomLibc5 { kind, seed } => BsdOp::Srrandom { kind, seed },
            ref op => op.clone(),
        },
    },
    Defect {
        name: "another_seed",
        instead: |op| match *op {
            BsdOp::Srandom { kind, seed } => BsdOp::Srandom {
                kind,
                seed: seed ^ 1 << 20,
            },
            BsdOp::Srrandom { kind, seed } => BsdOp::Srrandom {
                kind,
                seed: seed ^ 1 << 20,
            },
            ref op => op.clone(),
        },
    },
];

static PCG_DEFECTS: [Defect<PcgOp>; 3] = [
    Defect {
        name: "another_stream",
        instead: |op| match *op {
            PcgOp::Srandom { initstate, initseq } => PcgOp::Srandom {
                initstate,
                initseq: initseq ^ 1,
            },
            ref op => op.clone(),
        },
    },
    Defect {
        name: "one_step_too_far",
        instead: |op| match *op {
            PcgOp::Advance { delta } => PcgOp::Advance {
                delta: delta.wrapping_add(1),
            },
            ref op => op.clone(),
        },
    },
    Defect {
        name: "a_step_forward_for_one_back",
        instead: |op| match *op {
            PcgOp::StepBack => PcgOp::Advance { delta: 1 },
            ref op => op.clone(),
        },
    },
];

/// An oracle agrees with the port and catches the wrong one, over the golden cases.
fn caught<S: Subject>(
    policy: Policy,
    basis: Basis,
    subject: &'static S,
    defect: &'static Defect<S::Op>,
) -> Trial {
    needing(
        policy,
        basis,
        subject,
        format!("{}::is_caught_by::{basis}", defect.name),
        move |basis| {
            let cases = || subject.cases(Kind::Golden, &Budget::default()).unwrap();
            assert!(run(subject, basis, Basis::Port, cases()).is_ok_and(|tally| tally.outputs > 0));
            let found = run(&WithDefect { subject, defect }, basis, Basis::Port, cases());
            assert!(
                matches!(found, Err(Failure::Mismatch(_))),
                "{basis} did not catch it"
            );
        },
    )
}

fn a_comparison_with_a_wrong_port_differs() -> Result<(), Failed> {
    static WRONG: WithDefect<PcgWords> = WithDefect {
        subject: &PcgWords,
        defect: &PCG_DEFECTS[0],
    };
    let wrong = Comparison {
        subject: &WRONG,
        kind: Kind::Golden,
        expected: Basis::Reference,
        actual: Basis::Port,
    };
    match wrong.evaluate(&Budget::default(), Policy::Off) {
        Outcome::Differs { .. } => Ok(()),
        other => Err(format!("{other:?}").into()),
    }
}

/// A subject with a wrong port.
struct WithDefect<S: Subject + 'static> {
    subject: &'static S,
    defect: &'static Defect<S::Op>,
}

impl<S: Subject> Subject for WithDefect<S> {
    type Op = S::Op;

    fn name(&self) -> &'static str {
        self.defect.name
    }

    fn about(&self) -> &'static str {
        self.subject.about()
    }

    fn bases(&self) -> &'static [Basis] {
        self.subject.bases()
    }

    fn side<'a>(&'a self, basis: Basis) -> Result<Box<dyn Side<S::Op> + 'a>, Missing> {
        let side = self.subject.side(basis)?;
        if basis == Basis::Port {
            Ok(Box::new(WrongSide {
                side,
                defect: self.defect,
            }))
        } else {
            Ok(side)
        }
    }

    fn answers(&self, basis: Basis, ops: &[S::Op]) -> bool {
        self.subject.answers(basis, ops)
    }

    fn cases(&self, kind: Kind, budget: &Budget) -> Option<Cases<S::Op>> {
        self.subject.cases(kind, budget)
    }
}

struct WrongSide<'a, O: 'static> {
    side: Box<dyn Side<O> + 'a>,
    defect: &'static Defect<O>,
}

impl<O> Side<O> for WrongSide<'_, O> {
    fn apply(&mut self, op: &O) -> Seen {
        self.side.apply(&(self.defect.instead)(op))
    }

    fn state(&self) -> String {
        self.side.state()
    }
}
