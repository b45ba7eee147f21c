//! Every row of the catalogue of generators agrees with something independent: a crate, a library, or outputs that were
//! published or printed by a language. The latter are in the row, and the catalogue's own tests compare them.
//!
//! Other tests of the oracles, beyond the comparisons of `conformance`, are in `catalogue/oracles.rs`.
//!
//! Tests are named `voucher::key`. If a library is not on this machine, its tests are shown as ignored, with the reason; with
//! `ROGUELAB_ORACLES=require` that is a failure, as in `conformance`.

#[path = "catalogue/crates.rs"]
mod crates;
#[path = "catalogue/languages.rs"]
mod languages;
#[path = "catalogue/oracles.rs"]
mod oracles;
#[path = "suite/trials.rs"]
mod trials;

use std::collections::BTreeSet;
use std::process::ExitCode;

use foreign::testu01::TestU01;
use generators::catalogue::{Generator, all, find};
use libtest_mimic::{Arguments, Failed, Trial};
use subjects::oracles::{Policy, libraries};
use trials::trial;

/// How many outputs of a seed are compared, which goes beyond the second block of every generator that makes blocks.
const OUTPUTS: usize = 1500;

/// Rows with their names in GSL. GSL replaces a seed of 0 by another, so that seed is not used.
const GSL: &str = include_str!("catalogue/gsl.txt");

/// Rows of additive lagged Fibonacci generators, and their lags. `TestU01` gives the top 32 bits of a 32-bit word, and the low
/// half of a 64-bit word depends only on low halves.
const LAGGED: [(&str, usize, usize); 2] = [("lagged-55", 55, 24), ("lagged-607", 607, 273)];

/// A function from a seed and our outputs for it to the outputs to compare, and how many of ours come before those.
type Theirs = Box<dyn Fn(u64, &[u64]) -> Result<(usize, Vec<u64>), String> + Send>;

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
    let testu01_missing = TestU01::find().err().map(|error| error.to_string());
    let voucher = |by, key, seed_bits, why: Option<&String>, theirs| Voucher {
        by,
        key,
        seed_bits,
        theirs,
        missing: why.cloned(),
    };
    let crates = crates::ROWS.iter().map(|&(key, by, stream)| {
        let theirs = move |seed, _: &[u64]| {
            let mut stream = stream(seed);
            Ok((0, (0..OUTPUTS).map(|_| stream()).collect()))
        };
        voucher(by, key, 64, None, Box::new(theirs))
    });
    let rows = GSL.lines().filter_map(|line| line.split_once(' '));
    let gsl = rows.map(|(key, name)| {
        let theirs = move |seed, _: &[u64]| {
            let gsl = libraries::gsl().map_err(|missing| missing.to_string())?;
            let seeded = gsl.generator(name, seed as u32);
            let mut stream = seeded.map_err(|error| error.to_string())?;
            Ok((0, (0..OUTPUTS).map(|_| stream.next().into()).collect()))
        };
        let why = off.as_ref().or(gsl_missing.as_ref());
        voucher("gsl", key, 31, why, Box::new(theirs))
    });
    let lagged = LAGGED.into_iter().map(|(key, long, short)| {
        // The first words are ours, since libraries do not agree on a seeding for these generators.
        let theirs = move |_, ours: &[u64]| {
            let first: Vec<u32> = ours[..long].iter().map(|&word| word as u32).collect();
            let words = TestU01::find()
                .and_then(|library| library.lagged_fibonacci(long, short, &first, OUTPUTS - long));
            let words = words.map_err(|error| error.to_string())?;
            Ok((long, words.into_iter().map(u64::from).collect()))
        };
        let why = off.as_ref().or(testu01_missing.as_ref());
        voucher("testu01", key, 64, why, Box::new(theirs))
    });
    crates.chain(gsl).chain(lagged).collect()
}

impl Voucher {
    /// Compares a row's outputs with the voucher's, from small seeds and from large ones that both accept. If our outputs are
    /// wider, their low bits are compared.
    fn agrees(&self, row: &Generator) -> Result<(), String> {
        let largest = u64::MAX >> (64 - row.seed_bits.min(self.seed_bits));
        for seed in [1, 2, 42, 12345, largest / 3, largest - 1] {
            let mut stream = (row.seeded)(seed.min(largest));
            let ours: Vec<u64> = (0..OUTPUTS).map(|_| stream()).collect();
            let (before, theirs) = (self.theirs)(seed.min(largest), &ours)?;
            let low = if self.by == "testu01" {
                0xffff_ffff
            } else {
                u64::MAX
            };
            let ours = ours[before..].iter().map(|word| word & low);
            if let Some(at) = ours.zip(&theirs).position(|(ours, theirs)| ours != *theirs) {
                return Err(format!("seed {seed}: output {} differs", before + at));
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
    // The tests of the catalogue itself compare the outputs that a row records from elsewhere.
    let printed = include_str!("../../generators/src/catalogue/first.txt").lines();
    let printed = printed.filter(|line| !line.starts_with('#'));
    let vouched: BTreeSet<&str> = vouchers
        .iter()
        .map(|voucher| voucher.key)
        .chain(printed.filter_map(|line| line.split(" | ").next()))
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
