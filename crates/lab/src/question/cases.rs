//! Numbers that people asked about in public, copied from where they asked, and what made them.

use std::time::Duration;

use identify::Options;

use super::languages::options;
use super::read;

/// Where it was asked, the options of `who`, the numbers, and the generator with its seed; none if nothing may be named.
type Case = (
    &'static str,
    &'static [&'static str],
    &'static str,
    Option<(&'static str, Option<u64>)>,
);

/// A seed is given only where no one could find it from so few numbers. What numbers are below is given where the question says it.
#[rustfmt::skip]
const CASES: &[Case] = &[
    ("lpython 2545", &[], "7.82636925942561089e-06,1.31537788143166245e-01", Some(("minstd-16807", Some(1)))),
    // The seed that was said is not the seed.
    ("Stack Overflow 15402326", &[], "16838, 5758, 10113", Some(("ansi-c-rand", Some(1)))),
    ("Objective-C, seed 1024", &["--below", "11"], "10 10 8 10 2 10 9 9 7 4", Some(("minstd-16807", Some(1024)))),
    ("the same, made up by hand", &["--seed", "1024", "--below", "11"], "10 1 9 6 3 9 10 3 5 2", None),
    ("Stack Overflow 77509829, C++", &[], "0.497664 0.817838 0.612112 0.77136 0.86067 0.150637 0.198519 0.815163 0.158815 0.116138",
        Some(("mt19937", Some(1234)))),
    ("Stack Overflow 77509829, numpy", &[], "0.12038356302504949 0.4037014194964441 0.8777026256367374 0.9565788014497463",
        Some(("numpy-mt19937", Some(1234)))),
    ("Stack Overflow 22213298, R", &[], "0.2655087 0.3721239 0.5728534 0.9082078 0.2016819", Some(("r-mersenne-twister", Some(1)))),
    ("Stack Overflow 22213298, Python", &[], "0.13436424411240122 0.8474337369372327 0.763774618976614", Some(("mt19937-array", Some(1)))),
    ("Stack Overflow 22213298, numpy", &[], "4.17022005e-01 7.20324493e-01 1.14374817e-04 3.02332573e-01 1.46755891e-01", Some(("mt19937", Some(1)))),
    ("rcpp-gallery 141, R since 3.6", &[], "j s g b o z v h x c", Some(("r-mersenne-twister", Some(7)))),
    ("rcpp-gallery 141, RcppArmadillo", &[], "z k d b g u i z e l", Some(("r-mersenne-twister", Some(7)))),
    ("JuliaDataScience 234", &[], "0.521213795535383 0.5868067574533484 0.8908786980927811", Some(("julia-xoshiro", Some(123)))),
    ("julia PR 43697", &[], "0.32597672886359486 0.5490511363155669", Some(("julia-xoshiro", Some(1234)))),
    ("mlverse/torch 645", &[], "0.2914 0.5875 0.6286 0.0632 0.7363 0.6819 0.2966 0.9835", Some(("mt19937", Some(2019)))),
    ("torch.manual_seed(42)", &[], "0.8823 0.9150 0.3829 0.9593", Some(("mt19937", Some(42)))),
    ("mlverse/torch 636", &[], "-0.1187 0.2110 0.7463 -0.6136 -0.1186", Some(("mt19937", Some(2019)))),
    // The same generator joins its words the other way round.
    ("mlverse/torch 636, in R", &[], "-0.3642 -1.1300 -1.9338 0.5596 1.1085", Some(("mt19937", Some(2019)))),
    ("pytorch 80202", &[], "1.5410 -0.2934 -2.1788 0.5684 -1.0845 -1.3986 0.4033 0.8380", Some(("mt19937", Some(0)))),
    // Three normals of four digits have too few bits.
    ("pytorch 79496", &[], "-0.6014 -1.0122 -0.3023", None),
    ("numpy 28078", &[], "0.5488135039273248 0.7151893663724195", Some(("mt19937", Some(0)))),
    ("numpy 28078, after choice", &[], "0.5928446182250183 0.8442657485810173", Some(("mt19937", Some(0)))),
    ("MONAI 6854, RandomState", &[], "245804.23382490256", Some(("mt19937", Some(12_345_678)))),
    ("MONAI 6854, default_rng", &[], "958338.0019665658", Some(("numpy-default-rng", Some(12_345_678)))),
    ("MONAI 6854, MT19937", &[], "509569.7044655211", Some(("numpy-mt19937", Some(12_345_678)))),
    ("java.tutorialink.com, numpy", &[], "0.9296160928171479", Some(("mt19937", Some(12345)))),
    ("java.tutorialink.com, Java", &[], "0.3618031071604718", Some(("java-random", Some(12345)))),
    // One number of each is in the question: these go on as its two programs do.
    ("natalie 918, MRI", &[], "44 47 64 67 67 9 83 21 36 87", Some(("mt19937", Some(0)))),
    ("natalie 918, Natalie", &[], "54 59 71 84 60 85 54 84 42 62", Some(("mt19937", Some(0)))),
    ("dotnet/runtime 58486", &[], "2114319875 1949518561 1596751841 1742987178", Some(("dotnet-random", Some(123)))),
    ("ccan 110, got", &[], "0x9d39247e33776d41 0x2af7398005aaa5c7 0x44db015024623547 0x9c15f73e62a76ae2", Some(("isaac64", Some(0)))),
    ("ccan 110, wanted", &[], "0xf67dfba498e4937c 0x84a5066a9204f380 0xfee34bd5f5514dbb 0x4d1664739b8f80d6", Some(("isaac64-mixed-once", Some(0)))),
    ("rand_mt 192, Python", &[], "261662301160200998434711212977610535782", Some(("mt19937-array", Some(123)))),
    ("rand_mt 192, Rust", &["--seed", "123"], "258431468044781239883754362733579478088", None),
    ("xforms-spec 176", &[], "42: BDFECA\n-42: EDACBF\n1: ECBDFA\n11111111: ADBCEF", Some(("minstd-16807", None))),
    ("gren-lang/core 146", &[], "2412620529,962486954,4105077478,2526171408", Some(("elm-random", Some(7)))),
    ("mathnet-numerics 528", &["--seed", "1131464071"], "3521569528 1101990581 1076301704", Some(("mt19937", Some(1_131_464_071)))),
    ("mathnet-numerics 528, Next()", &["--seed", "1131464071"], "1760784764 550995290 538150852", Some(("mt19937", Some(1_131_464_071)))),
    ("xorshift64* with BigInt", &[], "7292821753470094447: 4375439080089995642\n17517393223776413492: 3385204219959375362\n12871125787594255668: 13047519269082376904",
        Some(("xorshift64*", None))),
    ("Stack Overflow 47230218", &[], "-1236681919,1677590006,1676361770", Some(("java-random", Some(128_856)))),
];

fn wrong((what, arguments, numbers, expected): &Case, seconds: u64) -> Option<String> {
    let (form, seed) = options(arguments);
    let mut question = read(&form, (*numbers).into()).unwrap();
    let (found, _) = question.who(Options {
        time: Some(Duration::from_secs(seconds)),
        seed,
        ..Options::default()
    });
    let answer = found.answers.first();
    let named = answer.map(|answer| (&*answer.generator, answer.seed));
    (named != *expected).then(|| format!("{what}: {named:?}"))
}

/// What is wrong with what is said of every such case; of those that are named, or of the others.
fn all_wrong(named: bool, one_of: usize, seconds: u64) -> Vec<String> {
    // One after the other, as the rows of languages.
    let of_kind = CASES
        .iter()
        .filter(|(.., expected)| expected.is_some() == named);
    let question = of_kind.step_by(one_of);
    question.filter_map(|case| wrong(case, seconds)).collect()
}

#[test]
fn what_people_asked_about_is_answered() {
    assert_eq!(all_wrong(true, 6, 120), [""; 0]);
}

#[test]
#[ignore = "slow: run in CI"]
fn what_people_asked_about_is_answered_in_all_cases() {
    assert_eq!(all_wrong(true, 1, 120), [""; 0]);
}

#[test]
#[ignore = "slow: run in CI"]
fn what_cannot_be_told_is_not_named() {
    assert_eq!(all_wrong(false, 1, 1), [""; 0]);
}
