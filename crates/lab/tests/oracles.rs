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
use lockstep::{Answer, Basis, Budget, Cases, Failure, Kind, Missing, Op, Side, Subject, run};
use subjects::bsd_random::BsdFamily;
use subjects::conformance::left_out;
use subjects::oracles::Policy;
use subjects::oracles::libraries::{self, GSL, PCG_CPP};
use subjects::pcg32::PcgWords;
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
        .collect();
    trials::run(arguments, trials)
}

/// A test that needs an implementation of a subject.
fn needing(
    policy: Policy,
    basis: Basis,
    subject: &'static dyn Subject,
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
    let text =
        std::fs::read_to_string(lab::fixtures::root().join("fixtures/documents/pcg32-demo.json"))
            .unwrap();
    let published: serde_json::Value = serde_json::from_str(&text).unwrap();
    let published = &published["demonstration"]["rounds"];
    assert_eq!(published.as_array().unwrap().len(), 5);
    assert_eq!(
        lab::vectors::demonstration(basis, 42, 54, 5).unwrap(),
        *published
    );
}

/// A wrong port: one that does another op than it is asked for.
struct Defect {
    name: &'static str,
    instead: fn(&str) -> String,
}

const BSD_DEFECTS: [Defect; 4] = [
    Defect {
        name: "glibc_s_seeding_for_the_weak_one",
        instead: |op| op.replace("srrandom ", "srandom "),
    },
    Defect {
        name: "weak_seeding_for_glibc_s",
        instead: |op| op.replace("srandom ", "srrandom "),
    },
    Defect {
        name: "weak_seeding_for_libc5_s",
        instead: |op| op.replace("srandom_libc5 ", "srrandom "),
    },
    Defect {
        name: "another_seed",
        instead: |op| op.replace("random 3 42", "random 3 1048618"),
    },
];

const PCG_DEFECTS: [Defect; 3] = [
    Defect {
        name: "another_stream",
        instead: |op| op.replace("srandom 42 54", "srandom 42 55"),
    },
    Defect {
        name: "one_step_too_far",
        instead: |op| op.replace("advance 1000", "advance 1001"),
    },
    Defect {
        name: "a_step_forward_for_one_back",
        instead: |op| op.replace("step_back", "advance 1"),
    },
];

/// An oracle agrees with the port and catches the wrong one, over the golden cases.
fn caught(
    policy: Policy,
    basis: Basis,
    subject: &'static dyn Subject,
    defect: &'static Defect,
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
                matches!(found, Err(Failure::Differs(_))),
                "{basis} did not catch it"
            );
        },
    )
}

/// A subject with a wrong port.
struct WithDefect {
    subject: &'static dyn Subject,
    defect: &'static Defect,
}

impl Subject for WithDefect {
    fn name(&self) -> &str {
        self.defect.name
    }

    fn about(&self) -> &str {
        self.subject.about()
    }

    fn ops(&self) -> &[Op] {
        self.subject.ops()
    }

    fn bases(&self) -> &[Basis] {
        self.subject.bases()
    }

    fn side<'a>(&'a self, basis: Basis) -> Result<Box<dyn Side + 'a>, Missing> {
        let side = self.subject.side(basis)?;
        if basis == Basis::Port {
            let instead = self.defect.instead;
            Ok(Box::new(WrongSide { side, instead }))
        } else {
            Ok(side)
        }
    }

    fn answers(&self, basis: Basis, ops: &[String]) -> bool {
        self.subject.answers(basis, ops)
    }

    fn cases(&self, kind: Kind, budget: &Budget) -> Option<Cases> {
        self.subject.cases(kind, budget)
    }
}

struct WrongSide<'a> {
    side: Box<dyn Side + 'a>,
    instead: fn(&str) -> String,
}

impl Side for WrongSide<'_> {
    fn apply(&mut self, op: &str) -> Answer {
        self.side.apply(&(self.instead)(op))
    }
}
