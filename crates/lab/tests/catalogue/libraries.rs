//! Libraries that are opened where they are found: GSL and `TestU01`.

use foreign::testu01::TestU01;
use generators::catalogue::Generator;
use subjects::oracles::Policy;
use subjects::oracles::libraries;

use super::super::{OUTPUTS, Voucher, equal, seeds};

/// Rows, and what GSL calls them. It takes a seed of 0 for another, and is not asked for it.
const GSL: &[(&str, &str)] = &[
    ("bsd-rand", "rand"),
    ("minstd-16807", "minstd"),
    ("minstd-48271", "fishman20"),
    ("mrand48", "rand48"),
    ("randu", "randu"),
    ("vax", "vax"),
    ("transputer", "transputer"),
    ("borosh13", "borosh13"),
    ("waterman14", "waterman14"),
    ("fishman18", "fishman18"),
    ("lecuyer21", "lecuyer21"),
    ("mt19937", "mt19937"),
    ("ran3", "ran3"),
    ("taus88", "taus2"),
    ("random-glibc", "random128-glibc2"),
    ("random-bsd", "random128-bsd"),
    ("random-libc5", "random128-libc5"),
    ("random-glibc-type-1", "random32-glibc2"),
    ("random-bsd-type-1", "random32-bsd"),
    ("random-libc5-type-1", "random32-libc5"),
    ("random-glibc-type-2", "random64-glibc2"),
    ("random-bsd-type-2", "random64-bsd"),
    ("random-libc5-type-2", "random64-libc5"),
    ("random-glibc-type-4", "random256-glibc2"),
    ("random-bsd-type-4", "random256-bsd"),
    ("random-libc5-type-4", "random256-libc5"),
];

/// Rows of additive lagged Fibonacci generators, their lags, and the bits of an output. `TestU01` gives the top 32 bits of a
/// word of 32, and the low half of a word of 64 depends on no more than low halves.
const LAGGED: [(&str, usize, usize); 2] = [("lagged-55", 55, 24), ("lagged-607", 607, 273)];

pub(crate) fn vouchers(policy: Policy) -> Vec<Voucher> {
    let off = (policy == Policy::Off).then(|| "oracles are off".to_owned());
    let absent = |why: Option<String>| off.clone().or(why.filter(|_| policy != Policy::Require));
    let gsl_missing = absent(libraries::gsl().err().map(|missing| missing.to_string()));
    let testu01_missing = off
        .clone()
        .or(TestU01::find().err().map(|error| error.to_string()));
    let gsl = GSL.iter().map(|&(key, name)| Voucher {
        by: "gsl",
        key,
        agrees: Box::new(move |generator| agrees_with_gsl(generator, name)),
        missing: gsl_missing.clone(),
    });
    let lagged = LAGGED.into_iter().map(|(key, long, short)| Voucher {
        by: "testu01",
        key,
        agrees: Box::new(move |generator| agrees_with_testu01(generator, long, short)),
        missing: testu01_missing.clone(),
    });
    gsl.chain(lagged).collect()
}

fn agrees_with_gsl(generator: &Generator, name: &str) -> Result<(), String> {
    let gsl = libraries::gsl().map_err(|missing| missing.to_string())?;
    seeds(generator, 31).into_iter().try_for_each(|seed| {
        let mut theirs = gsl
            .generator(name, seed as u32)
            .map_err(|error| error.to_string())?;
        let theirs: Vec<u64> = core::iter::repeat_with(|| theirs.next().into())
            .take(OUTPUTS)
            .collect();
        equal(generator, seed, &theirs)
    })
}

/// Its first words are ours, since libraries agree on no seeding of these.
fn agrees_with_testu01(generator: &Generator, long: usize, short: usize) -> Result<(), String> {
    let library = TestU01::find().map_err(|error| error.to_string())?;
    seeds(generator, 64).into_iter().try_for_each(|seed| {
        let ours: Vec<u32> = core::iter::repeat_with((generator.seeded)(seed))
            .take(long + OUTPUTS)
            .map(|word| word as u32)
            .collect();
        let theirs = library
            .lagged_fibonacci(long, short, &ours[..long], OUTPUTS)
            .map_err(|error| error.to_string())?;
        if ours[long..] == theirs {
            Ok(())
        } else {
            Err(format!("seed {seed}: other words"))
        }
    })
}
