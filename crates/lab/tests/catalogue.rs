//! Every row of the catalogue of generators agrees with something that nobody here wrote: a library, a language, a crate,
//! or outputs that were published, which are in the row.
//!
//! Tests are named `what vouches::key`. A library or a language that is not on this machine is shown as ignored, with the
//! reason; under `ROGUELAB_ORACLES=require` a missing library is a failure, as in `conformance`.

mod catalogue {
    pub(crate) mod crates;
    pub(crate) mod libraries;
    pub(crate) mod programs;
}
#[path = "suite/child.rs"]
mod child;
#[path = "suite/trials.rs"]
mod trials;

use std::collections::BTreeSet;
use std::process::ExitCode;

use generators::catalogue::{Generator, all, find};
use libtest_mimic::{Arguments, Failed, Trial};
use subjects::oracles::Policy;
use trials::trial;

/// How many outputs of a seed are compared: past the second block of every generator that makes blocks.
const OUTPUTS: usize = 1500;

/// Compares a row with something.
type Comparison = Box<dyn FnOnce(&Generator) -> Result<(), String> + Send>;

/// What vouches for a row.
struct Voucher {
    /// What it is, as in `gsl`.
    by: &'static str,
    /// The row.
    key: &'static str,
    /// Compares the row with it.
    agrees: Comparison,
    /// Why it cannot, on this machine.
    missing: Option<String>,
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
    let vouchers: Vec<Voucher> = catalogue::crates::vouchers()
        .into_iter()
        .chain(catalogue::libraries::vouchers(policy))
        .chain(catalogue::programs::vouchers(policy))
        .collect();
    // The tests of the catalogue itself compare the outputs that a row says others have.
    let by_its_own_data = all()
        .filter(|generator| !generator.first.is_empty())
        .map(|generator| generator.key);
    let vouched: BTreeSet<&str> = vouchers
        .iter()
        .map(|voucher| voucher.key)
        .chain(by_its_own_data)
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
        let splitmix = find("splitmix64").ok_or("no row")?;
        let other = Generator {
            seeded: find("xorshift64").ok_or("no row")?.seeded,
            ..*splitmix
        };
        let voucher = |voucher: &Voucher| voucher.key == "splitmix64";
        let voucher = catalogue::crates::vouchers()
            .into_iter()
            .find(voucher)
            .ok_or("no voucher")?;
        (voucher.agrees)(&other)
            .err()
            .map(drop)
            .ok_or_else(|| "nobody noticed".into())
    });
    let trials = vouchers.into_iter().map(
        |Voucher {
             by,
             key,
             agrees,
             missing,
         }| {
            let run = move || agrees(find(key).ok_or("no such row")?).map_err(Failed::from);
            trial(format!("{by}::{key}"), missing, run)
        },
    );
    trials::run(arguments, trials.chain([every_row, wrong]).collect())
}

fn same<'a>(what: &str, keys: impl Iterator<Item = &'a &'a str>) -> Result<(), Failed> {
    let keys: Vec<&str> = keys.copied().collect();
    if keys.is_empty() {
        Ok(())
    } else {
        Err(format!("{what}: {}", keys.join(", ")).into())
    }
}

/// Seeds that a row and its oracle both take: small ones, and the largest of so many bits.
fn seeds(generator: &Generator, bits: u32) -> Vec<u64> {
    let largest = u64::MAX >> (64 - generator.seed_bits.min(bits));
    [1, 2, 42, 12345, largest / 3, largest - 1]
        .into_iter()
        .filter(|&seed| seed < largest)
        .collect()
}

/// Compares a row's outputs from a seed with those of an oracle.
fn equal(generator: &Generator, seed: u64, theirs: &[u64]) -> Result<(), String> {
    let mut ours = (generator.seeded)(seed);
    if theirs.is_empty() {
        return Err(format!("seed {seed}: nothing to compare"));
    }
    for (at, &theirs) in theirs.iter().enumerate() {
        let ours = ours();
        if ours != theirs {
            return Err(format!(
                "seed {seed}, output {at}: ours {ours:#x}, theirs {theirs:#x}"
            ));
        }
    }
    Ok(())
}
