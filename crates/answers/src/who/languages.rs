//! Tests that numbers printed by languages are named: outputs of real programs, recorded in `fixtures/languages.json` together
//! with the program, and numbers that people asked about.
//!
//! A row with an empty `generator` is one that `who` cannot name yet, but must not name wrongly.

use std::fs;
use std::time::Duration;

use identify::{Found, Options};
use serde::Deserialize;

use super::search::search;
use crate::read::sample::{Sample, SampleOptions};

/// A program in some language, and what it printed.
#[derive(Deserialize)]
struct Row {
    name: String,
    /// The options of `who`.
    arguments: Vec<String>,
    prints: String,
    /// The name that `who` should give.
    generator: String,
    /// The seed, if the program set one.
    seed: Option<u64>,
}

/// The options of `who` that the rows need, parsed as on its command line.
fn options(arguments: &[String]) -> (SampleOptions, Option<u64>) {
    let (mut options, mut seed) = (SampleOptions::default(), None);
    let mut arguments = arguments.iter().map(String::as_str);
    while let Some(option) = arguments.next() {
        let mut value = || arguments.next().expect("a value");
        match option {
            "--below" => options.below = Some(value().parse().unwrap()),
            "--base" => options.base = value().parse().unwrap(),
            "--dice" => {
                let (dice, sides) = value().split_once('d').unwrap();
                (options.dice, options.below, options.base) =
                    (Some(dice.parse().unwrap()), Some(sides.parse().unwrap()), 1);
            }
            "--bits" => options.bits = Some(value().parse().unwrap()),
            "--normal" => options.normal = Some((0.0, 1.0)),
            "--alphabet" => options.alphabet = Some(value().to_owned()),
            "--seed" => seed = Some(value().parse().unwrap()),
            "--range" => {
                let (from, to) = value().split_once(',').unwrap();
                options.range = Some((from.parse().unwrap(), to.parse().unwrap()));
            }
            other => panic!("{other}"),
        }
    }
    (options, seed)
}

/// A sample without options.
fn asked(name: &str, prints: &str, generator: &str, seed: Option<u64>) -> Row {
    Row {
        name: name.into(),
        arguments: Vec::new(),
        prints: prints.into(),
        generator: generator.into(),
        seed,
    }
}

impl Row {
    fn with(mut self, options: &str) -> Self {
        self.arguments = options.split(' ').map(str::to_owned).collect();
        self
    }

    /// What is wrong with the answer of `who`, if anything.
    fn wrong(&self) -> Option<String> {
        let (options, seed) = options(&self.arguments);
        let mut sample = Sample::read(&options, self.prints.clone().into()).unwrap();
        // A search that finds nothing takes all of its time.
        let seconds = if self.generator.is_empty() { 1 } else { 120 };
        let (Found { answers, .. }, _) = search(
            &mut sample,
            Options {
                time: Some(Duration::from_secs(seconds)),
                control: super::tests::control(),
                seed: seed.map(i128::from),
                ..Options::default()
            },
        );
        let is_right = match answers.first() {
            None => self.generator.is_empty(),
            Some(answer) => {
                answer.generator == self.generator
                    && answer.evidence.is_whole()
                    && (self.seed.is_none() || answer.seed == self.seed)
            }
        };
        let named = answers
            .first()
            .map(|answer| (&answer.generator, answer.seed));
        (!is_right).then(|| format!("{}: {named:?}", self.name))
    }
}

/// Outputs of programs, with the programs.
fn recorded() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/languages.json");
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Asks about every row, or one in `one_of`. The rows are asked one after another, because a search that waits in the thread
/// pool for its own parts might be given another row there while its time runs out.
fn all_are_named(rows: &[Row], one_of: usize) {
    let wrong: Vec<String> = rows
        .iter()
        .step_by(one_of)
        .filter(|row| one_of == 1 || !row.generator.is_empty())
        .filter_map(Row::wrong)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_languages_print_is_named() {
    all_are_named(&recorded(), 24);
}

#[test]
fn what_people_asked_about_is_answered() {
    all_are_named(&asked_in_public(), 12);
}

#[test]
#[ignore = "slow: run in CI"]
fn what_languages_print_is_named_in_all_rows() {
    all_are_named(&recorded(), 1);
}

#[test]
#[ignore = "slow: run in CI"]
fn what_people_asked_about_is_answered_in_all_cases() {
    all_are_named(&asked_in_public(), 1);
}

/// Numbers that people asked about in public, copied from their questions. A bound is given if the sample states it.
#[allow(clippy::too_many_lines, reason = "it is a table")]
fn asked_in_public() -> Vec<Row> {
    vec![
        asked(
            "lpython 2545",
            "7.82636925942561089e-06,1.31537788143166245e-01",
            "minstd-16807",
            Some(1),
        ),
        // The seed that was said is not the seed.
        asked(
            "Stack Overflow 15402326",
            "16838, 5758, 10113",
            "ansi-c-rand",
            Some(1),
        ),
        asked(
            "Objective-C, seed 1024",
            "10 10 8 10 2 10 9 9 7 4",
            "minstd-16807",
            Some(1024),
        )
        .with("--below 11"),
        // Random(255) of Delphi: the greatest number is 219.
        asked(
            "Delphi, seed 0",
            "0 8 219 51 69 171 81 41 94 108",
            "delphi-random",
            Some(0),
        ),
        asked(
            "the same, made up by hand",
            "10 1 9 6 3 9 10 3 5 2",
            "",
            None,
        )
        .with("--seed 1024 --below 11"),
        asked(
            "Stack Overflow 77509829, C++",
            "0.497664 0.817838 0.612112 0.77136 0.86067 0.150637 0.198519 0.815163 0.158815 0.116138",
            "mt19937",
            Some(1234),
        ),
        asked(
            "Stack Overflow 77509829, numpy",
            "0.12038356302504949 0.4037014194964441 0.8777026256367374 0.9565788014497463",
            "numpy-mt19937",
            Some(1234),
        ),
        asked(
            "Stack Overflow 22213298, R",
            "0.2655087 0.3721239 0.5728534 0.9082078 0.2016819",
            "r-mersenne-twister",
            Some(1),
        ),
        asked(
            "Stack Overflow 22213298, Python",
            "0.13436424411240122 0.8474337369372327 0.763774618976614",
            "mt19937-array",
            Some(1),
        ),
        asked(
            "Stack Overflow 22213298, numpy",
            "4.17022005e-01 7.20324493e-01 1.14374817e-04 3.02332573e-01 1.46755891e-01",
            "mt19937",
            Some(1),
        ),
        asked(
            "rcpp-gallery 141, R since 3.6",
            "j s g b o z v h x c",
            "r-mersenne-twister",
            Some(7),
        ),
        asked(
            "rcpp-gallery 141, RcppArmadillo",
            "z k d b g u i z e l",
            "r-mersenne-twister",
            Some(7),
        ),
        asked(
            "JuliaDataScience 234",
            "0.521213795535383 0.5868067574533484 0.8908786980927811",
            "julia-xoshiro",
            Some(123),
        ),
        asked(
            "julia PR 43697",
            "0.32597672886359486 0.5490511363155669",
            "julia-xoshiro",
            Some(1234),
        ),
        asked(
            "mlverse/torch 645",
            "0.2914 0.5875 0.6286 0.0632 0.7363 0.6819 0.2966 0.9835",
            "mt19937",
            Some(2019),
        ),
        asked(
            "torch.manual_seed(42)",
            "0.8823 0.9150 0.3829 0.9593",
            "mt19937",
            Some(42),
        ),
        asked(
            "mlverse/torch 636",
            "-0.1187 0.2110 0.7463 -0.6136 -0.1186",
            "mt19937",
            Some(2019),
        ),
        // The same generator joins its words the other way round.
        asked(
            "mlverse/torch 636, in R",
            "-0.3642 -1.1300 -1.9338 0.5596 1.1085",
            "mt19937",
            Some(2019),
        )
        .with("--seed 2019"),
        asked(
            "pytorch 80202",
            "1.5410 -0.2934 -2.1788 0.5684 -1.0845 -1.3986 0.4033 0.8380",
            "mt19937",
            Some(0),
        ),
        // Three normals of four digits have too few bits.
        asked("pytorch 79496", "-0.6014 -1.0122 -0.3023", "", None),
        asked(
            "numpy 28078",
            "0.5488135039273248 0.7151893663724195",
            "mt19937",
            Some(0),
        ),
        asked(
            "numpy 28078, after choice",
            "0.5928446182250183 0.8442657485810173",
            "mt19937",
            Some(0),
        ),
        asked(
            "MONAI 6854, RandomState",
            "245804.23382490256",
            "mt19937",
            Some(12_345_678),
        ),
        asked(
            "MONAI 6854, default_rng",
            "958338.0019665658",
            "numpy-default-rng",
            Some(12_345_678),
        ),
        asked(
            "MONAI 6854, MT19937",
            "509569.7044655211",
            "numpy-mt19937",
            Some(12_345_678),
        ),
        asked(
            "java.tutorialink.com, numpy",
            "0.9296160928171479",
            "mt19937",
            Some(12345),
        ),
        asked(
            "java.tutorialink.com, Java",
            "0.3618031071604718",
            "java-random",
            Some(12345),
        ),
        // One number of each is in the sample: these go on as its two programs do.
        asked(
            "natalie 918, MRI",
            "44 47 64 67 67 9 83 21 36 87",
            "mt19937",
            Some(0),
        ),
        asked(
            "natalie 918, Natalie",
            "54 59 71 84 60 85 54 84 42 62",
            "mt19937",
            Some(0),
        ),
        asked(
            "dotnet/runtime 58486",
            "2114319875 1949518561 1596751841 1742987178",
            "dotnet-random",
            Some(123),
        ),
        asked(
            "ccan 110, got",
            "0x9d39247e33776d41 0x2af7398005aaa5c7 0x44db015024623547 0x9c15f73e62a76ae2",
            "isaac64",
            Some(0),
        ),
        asked(
            "ccan 110, wanted",
            "0xf67dfba498e4937c 0x84a5066a9204f380 0xfee34bd5f5514dbb 0x4d1664739b8f80d6",
            "isaac64-mixed-once",
            Some(0),
        ),
        asked(
            "rand_mt 192, Python",
            "261662301160200998434711212977610535782",
            "mt19937-array",
            Some(123),
        ),
        asked(
            "rand_mt 192, Rust",
            "258431468044781239883754362733579478088",
            "",
            None,
        )
        .with("--seed 123"),
        asked(
            "xforms-spec 176",
            "42: BDFECA\n-42: EDACBF\n1: ECBDFA\n11111111: ADBCEF",
            "minstd-16807",
            None,
        ),
        asked(
            "gren-lang/core 146",
            "2412620529,962486954,4105077478,2526171408",
            "elm-random",
            Some(7),
        ),
        asked(
            "mathnet-numerics 528",
            "3521569528 1101990581 1076301704",
            "mt19937",
            Some(1_131_464_071),
        )
        .with("--seed 1131464071"),
        asked(
            "mathnet-numerics 528, Next()",
            "1760784764 550995290 538150852",
            "mt19937",
            Some(1_131_464_071),
        )
        .with("--seed 1131464071"),
        asked(
            "xorshift64* with BigInt",
            "7292821753470094447: 4375439080089995642\n17517393223776413492: 3385204219959375362\n12871125787594255668: 13047519269082376904",
            "xorshift64*",
            None,
        ),
        asked(
            "Stack Overflow 47230218",
            "-1236681919,1677590006,1676361770",
            "java-random",
            Some(128_856),
        ),
    ]
}
