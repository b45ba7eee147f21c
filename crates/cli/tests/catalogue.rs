//! Every row of the catalogue of generators agrees with something independent: a crate, a library, or outputs that were
//! published or printed by a language. The latter are a table that a test of the catalogue itself compares.
//!
//! Other tests of the oracles, beyond the comparisons of `conformance`, are in `catalogue/oracles.rs`.
//!
//! Tests are named `voucher::key`. If a library is not on this machine, its tests are shown as ignored, with the reason; with
//! `ROGUELAB_ORACLES=require` that is a failure, as in `conformance`.

#[path = "catalogue/crates.rs"]
mod crates;
#[path = "../../generators/tests/first_outputs/table.rs"]
#[expect(dead_code, reason = "only the keys are read here")]
mod first_outputs;
#[path = "catalogue/languages.rs"]
mod languages;
#[path = "catalogue/oracles.rs"]
mod oracles;
#[path = "suite/trials.rs"]
mod trials;

use std::collections::BTreeSet;
use std::process::ExitCode;

use generators::catalogue::{Generator, all, find};
use libtest_mimic::{Arguments, Failed, Trial};
use subjects::oracles::{Policy, libraries};
use trials::trial;

/// How many outputs of a seed are compared, which goes beyond the second block of every generator that makes blocks.
const OUTPUTS: usize = 1500;

/// Rows with their names in GSL. GSL replaces a seed of 0 by another, so that seed is not used.
const GSL: &str = include_str!("catalogue/gsl.txt");

/// A function from a seed to outputs.
type Theirs = Box<dyn Fn(u64) -> Result<Vec<u64>, String> + Send>;

/// Something independent with which a row is compared.
struct Voucher {
    /// The name of the voucher, as in `gsl`.
    by: &'static str,
    /// The key of the row.
    key: &'static str,
    /// The number of bits in the seeds that the voucher accepts.
    seed_bits: u32,
    theirs: Theirs,
    /// Why the voucher is missing on this machine.
    missing: Option<String>,
}

fn vouchers(policy: Policy) -> Vec<Voucher> {
    let off = (policy == Policy::Off).then(|| "oracles are off".to_owned());
    let gsl_missing = libraries::gsl().err().map(|missing| missing.to_string());
    let gsl_missing = gsl_missing.filter(|_| policy != Policy::Require);
    let voucher = |by, key, seed_bits, why: Option<&String>, theirs| Voucher {
        by,
        key,
        seed_bits,
        theirs,
        missing: why.cloned(),
    };
    let crates = crates::ROWS.iter().map(|&(key, by, stream)| {
        let theirs = move |seed| {
            let mut stream = stream(seed);
            Ok((0..OUTPUTS).map(|_| stream()).collect())
        };
        voucher(by, key, 64, None, Box::new(theirs))
    });
    let rows = GSL.lines().filter_map(|line| line.split_once(' '));
    let gsl = rows.map(|(key, name)| {
        let theirs = move |seed: u64| {
            let gsl = libraries::gsl().map_err(|missing| missing.to_string())?;
            let seeded = gsl.generator(name, seed as u32);
            let mut stream = seeded.map_err(|error| error.to_string())?;
            Ok((0..OUTPUTS).map(|_| stream.next().into()).collect())
        };
        let why = off.as_ref().or(gsl_missing.as_ref());
        voucher("gsl", key, 31, why, Box::new(theirs))
    });
    crates.chain(gsl).collect()
}

impl Voucher {
    /// Compares a row's outputs with the voucher's, from small seeds and from large ones that both accept.
    fn agrees(&self, row: &Generator) -> Result<(), String> {
        let largest = u64::MAX >> (64 - row.seed_bits.min(self.seed_bits));
        for seed in [1, 2, 42, 12345, largest / 3, largest - 1] {
            let mut stream = (row.seeded)(seed.min(largest));
            let ours: Vec<u64> = (0..OUTPUTS).map(|_| stream()).collect();
            let theirs = (self.theirs)(seed.min(largest))?;
            if let Some(at) = ours
                .iter()
                .zip(&theirs)
                .position(|(ours, theirs)| ours != theirs)
            {
                return Err(format!("seed {seed}: output {at} differs"));
            }
            if theirs.is_empty() {
                return Err(format!("seed {seed}: nothing to compare"));
            }
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let policy = match Policy::from_env() {
        Ok(policy) => policy,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let vouchers = vouchers(policy);
    // A test of the catalogue itself compares the first outputs that others have.
    let vouched: BTreeSet<&str> = vouchers
        .iter()
        .map(|voucher| voucher.key)
        .chain(first_outputs::FIRST.iter().map(|first| first.key))
        .collect();
    let every_row = Trial::test("every_row_has_something_that_vouches_for_it", move || {
        let rows: BTreeSet<&str> = all().map(|generator| generator.key).collect();
        same(
            "rows without anything that vouches for them",
            rows.difference(&vouched),
        )?;
        same("vouchers without a row", vouched.difference(&rows))
    });
    let wrong = Trial::test("a_row_that_is_another_generator_is_found_out", || {
        let other = find("xorshift64").ok_or("no row")?;
        let vouchers = self::vouchers(Policy::Off);
        let voucher = vouchers.iter().find(|voucher| voucher.key == "splitmix64");
        let agrees = voucher.ok_or("no voucher")?.agrees(other);
        agrees
            .err()
            .map(drop)
            .ok_or_else(|| "nobody noticed".into())
    });
    let trials = vouchers.into_iter().map(|voucher| {
        let name = format!("{}::{}", voucher.by, voucher.key);
        let missing = voucher.missing.clone();
        let row = find(voucher.key);
        trial(name, missing, move || {
            voucher
                .agrees(row.ok_or("no such row")?)
                .map_err(Failed::from)
        })
    });
    let languages = languages::trials(&arguments);
    let others = oracles::trials(policy)
        .chain(languages)
        .chain([every_row, wrong]);
    trials::run(arguments, trials.chain(others).collect())
}

fn same<'a>(what: &str, keys: impl Iterator<Item = &'a &'a str>) -> Result<(), Failed> {
    let keys: Vec<&str> = keys.copied().collect();
    if keys.is_empty() {
        Ok(())
    } else {
        Err(format!("{what}: {}", keys.join(", ")).into())
    }
}
