//! `TestU01` gives the figures of `fixtures/gof/testu01.json`, over words of the C references: no port is used.
//!
//! Where the library is not found, its tests are shown as ignored, with the reason. Where `ROGUELAB_TESTU01` names it, or
//! `ROGUELAB_ORACLES=require` asks for it, they fail if it is not there. `ROGUELAB_ORACLES=off` leaves them out.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::{env, fs};

use foreign::reference::{ReferencePcg32, Session, WordSize};
use foreign::testu01::{FOLDER, Statistic, TestU01};
use foreign::{OracleError, Oracles};
use libtest_mimic::{Arguments, Trial};
use serde_json::Value;

type NeedsLibrary = fn(&TestU01);

const TRIALS: &[(&str, NeedsLibrary)] = &[
    ("the_figures_are_those_of_the_library", the_figures_are_those_of_the_library),
    ("all_orders_equally_often_have_statistic_zero", all_orders_equally_often_have_statistic_zero),
    ("what_would_end_the_program_is_refused", what_would_end_the_program_is_refused),
];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let policy_is = |wanted: &str| env::var_os("ROGUELAB_ORACLES").is_some_and(|policy| policy == wanted);
    let (off, required) = (policy_is("off"), policy_is("require") || env::var_os(FOLDER).is_some());
    let library = Arc::new(TestU01::find(&Oracles::of_workspace()));
    let trials = TRIALS.iter().map(|&(name, run)| {
        let left_out = match &*library {
            _ if off => Some("ROGUELAB_ORACLES=off".to_owned()),
            Err(error) if !required => Some(error.to_string()),
            _ => None,
        };
        let library = Arc::clone(&library);
        let run = move || match &*library {
            Ok(library) => {
                run(library);
                Ok(())
            }
            Err(error) => Err(error.to_string().into()),
        };
        match left_out {
            Some(why) => Trial::test(format!("{name} ({why})"), run).with_ignored_flag(true),
            None => Trial::test(name, run),
        }
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn words(stream: &Value, count: usize) -> Vec<u32> {
    let mut words = vec![0; count];
    match stream.as_str().unwrap() {
        "pcg32" => ReferencePcg32::srandom(42, 54).fill(&mut words),
        "rrandom" => {
            let mut session = Session::begin(WordSize::Native);
            session.srrandom(42);
            session.rrandoms(&mut words);
            for word in &mut words {
                *word <<= 1;
            }
        }
        other => panic!("no such stream: {other}"),
    }
    words
}

fn the_figures_are_those_of_the_library(library: &TestU01) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/gof/testu01.json");
    let figures: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let number = |figure: &Value, key: &str| usize::try_from(figure[key].as_u64().unwrap()).unwrap();
    let mut compared = 0;
    let mut compare = |figure: &Value, found: Statistic| {
        // Another C library may round a root or a logarithm otherwise.
        for (key, found) in [("statistic", found.value), ("p", found.p)] {
            let expected = figure[key].as_f64().unwrap();
            assert!((found / expected - 1.0).abs() < 1e-12, "{figure}: {key} is {found}");
        }
        compared += 1;
    };
    for figure in figures["permutation"].as_array().unwrap() {
        let (t, n) = (number(figure, "t"), number(figure, "n"));
        compare(figure, library.permutation(&words(&figure["stream"], t * n), n, t).unwrap());
    }
    for figure in figures["serial_pairs"].as_array().unwrap() {
        let (d, n) = (number(figure, "d"), number(figure, "n"));
        compare(figure, library.serial_pairs(&words(&figure["stream"], 2 * n), n, d).unwrap());
    }
    for figure in figures["birthday_spacings"].as_array().unwrap() {
        let (years, birthdays) = (number(figure, "years"), number(figure, "birthdays"));
        let words = words(&figure["stream"], years * birthdays);
        compare(figure, library.birthday_spacings(&words, years, birthdays).unwrap());
    }
    assert_eq!(compared, 18);
}

fn all_orders_equally_often_have_statistic_zero(library: &TestU01) {
    let scaled = |pearson: f64| (pearson - 5.0) / (1.0_f64 - 1.0 / 120.0).sqrt() + 5.0;
    let orders = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]];
    let words: Vec<u32> = orders.iter().flatten().copied().cycle().take(360).collect();
    let all = library.permutation(&words, 120, 3).unwrap();
    assert!((all.value - scaled(0.0)).abs() < 1e-9 && all.p > 0.999_999, "{all:?}");
    let words: Vec<u32> = orders[0].into_iter().cycle().take(360).collect();
    let one = library.permutation(&words, 120, 3).unwrap();
    assert!((one.value - scaled(600.0)).abs() < 1e-9 && one.p < 1e-9, "{one:?}");
}

fn what_would_end_the_program_is_refused(library: &TestU01) {
    let words = [0; 100];
    let parameter = |result| matches!(result, Err(OracleError::Refused(_)));
    for (tuples, t) in [(1000, 1), (1000, 9), (59, 3), (usize::MAX, 3), (1 << 61, 8), (1000, usize::MAX)] {
        assert!(parameter(library.permutation(&words, tuples, t)), "{tuples}, {t}");
    }
    for (pairs, symbols) in [(39, 2), (1000, 1), (usize::MAX, 2), (1000, usize::MAX)] {
        assert!(parameter(library.serial_pairs(&words, pairs, symbols)), "{pairs}, {symbols}");
    }
    for (years, birthdays) in [(27, 2048), (0, 2048), (1, 1), (1, usize::MAX)] {
        assert!(parameter(library.birthday_spacings(&words, years, birthdays)), "{years}, {birthdays}");
    }
    let too_few = library.permutation(&words, 60, 3).unwrap_err().to_string();
    assert_eq!(too_few, "100 words are too few: the test takes 180");
}
