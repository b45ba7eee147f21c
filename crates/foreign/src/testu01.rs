//! An oracle: L'Ecuyer and Simard's `TestU01`, when it is found on this system.
//!
//! Its licence keeps it out of Debian's main archive, so nothing of it is here and nothing links with it: the shared
//! library is opened when a program runs. It is looked for in the folder that `ROGUELAB_TESTU01` names, else among the
//! oracles that were set up, else where the system has its libraries (Debian: `libtestu01-0`, in non-free). Where it is
//! not found, [`TestU01::find`] says so. What the environment names is opened as it is, as what `LD_PRELOAD` names would be.
//!
//! Words go in as they are: as numbers `word / 2^32`, each with all its 32 bits, in their order.
//!
//! Its chi-square statistics are scaled to the variance of the chi-square distribution: of Pearson's sum `X` over `n`
//! tuples, with `f` degrees of freedom, it makes `(X - f) / sqrt(1 - 1/n) + f`.
//!
//! Of equal numbers in a tuple `TestU01` sometimes takes the first and sometimes the last for greater, as its search for
//! the greatest goes on with numbers swapped; only without ties does its permutation test say which pattern it counts.

use core::ffi::{c_char, c_int, c_long, c_ulong, c_void};
use core::ptr;
use std::sync::{Mutex, PoisonError};

use crate::library::{self, Names, Opened, Place};
use crate::oracles::{OracleError, named_by};

/// The folder of the libraries.
pub const FOLDER: &str = "ROGUELAB_TESTU01";

/// What it needs, and itself.
const NAMES: &Names = &[
    &["libgmp.so.10"],
    &["libtestu01mylib.so.0"],
    &["libtestu01probdist.so.0"],
    &["libtestu01.so.0"],
];

/// A statistic and its upper tail, as `TestU01` has them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistic {
    /// The statistic.
    pub value: f64,
    /// The probability, under its null hypothesis, of one at least as large.
    pub p: f64,
}

/// `unif01_Gen` of `unif01.h`.
#[repr(C)]
struct Generator {
    state: *mut c_void,
    param: *mut c_void,
    name: *mut c_char,
    number: extern "C" fn(*mut c_void, *mut c_void) -> f64,
    bits: extern "C" fn(*mut c_void, *mut c_void) -> c_ulong,
    write: extern "C" fn(*mut c_void),
}

/// `gofw_NTestTypes` and `gofw_Mean` of `gofw.h`: how many statistics there are, and which is that of a single sample.
const TYPES: usize = 11;
const MEAN: usize = 7;

/// `sres_Chi2` of `sres.h`.
#[repr(C)]
struct Chi2 {
    expected: *mut f64,
    count: *mut c_long,
    location: *mut c_long,
    first: c_long,
    last: c_long,
    freedom: c_long,
    statistics: *mut c_void,
    p_values: *mut c_void,
    statistic: [f64; TYPES],
    p: [f64; TYPES],
    name: *mut c_char,
}

/// `sres_Poisson` of `sres.h`.
#[repr(C)]
struct Poisson {
    lambda: f64,
    mean: f64,
    statistics: *mut c_void,
    statistic: f64,
    p_left: f64,
    p_right: f64,
    p: f64,
    name: *mut c_char,
}

type Create<Result> = unsafe extern "C" fn() -> *mut Result;
type Delete<Result> = unsafe extern "C" fn(*mut Result);
/// `umrg_CreateLagFib (t, r, s, operation, luxury, words)`
type CreateLagged =
    unsafe extern "C" fn(c_int, c_int, c_int, c_char, c_int, *mut c_ulong) -> *mut Generator;
/// `sknuth_Permutation (gen, res, N, n, r, t)`
type Permutation = unsafe extern "C" fn(*mut Generator, *mut Chi2, c_long, c_long, c_int, c_int);
/// `sknuth_Serial (gen, res, N, n, r, d, t)`
type Serial = unsafe extern "C" fn(*mut Generator, *mut Chi2, c_long, c_long, c_int, c_long, c_int);
/// `smarsa_BirthdaySpacings (gen, res, N, n, r, d, t, p)`
type Birthdays =
    unsafe extern "C" fn(*mut Generator, *mut Poisson, c_long, c_long, c_int, c_long, c_int, c_int);

/// The words of a slice, one after the other.
struct Words<'a> {
    words: &'a [u32],
    taken: usize,
}

extern "C" fn next_bits(_: *mut c_void, state: *mut c_void) -> c_ulong {
    // SAFETY: `state` is the `Words` that `with_generator` lends for the length of one test, and nobody else uses it.
    let words = unsafe { &mut *state.cast::<Words<'_>>() };
    // The length is checked before the test; a zero is better than a panic across the border.
    let word = words.words.get(words.taken).copied().unwrap_or(0);
    words.taken += 1;
    c_ulong::from(word)
}

extern "C" fn next_number(param: *mut c_void, state: *mut c_void) -> f64 {
    next_bits(param, state) as f64 / 4_294_967_296.0
}

extern "C" fn write_nothing(_: *mut c_void) {}

/// `TestU01` keeps tables in static variables: one test at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// The library.
#[derive(Debug)]
pub struct TestU01 {
    opened: Opened,
}

impl TestU01 {
    /// Opens the library.
    ///
    /// # Errors
    /// [`OracleError`].
    pub fn find() -> Result<Self, OracleError> {
        let named = named_by(FOLDER);
        // SAFETY: the environment is the user's own.
        let opened = unsafe { library::open(NAMES, named.as_deref()) };
        let opened = opened.map_err(|error| match error {
            OracleError::Unavailable(why) => OracleError::Unavailable(format!(
                "TestU01 cannot be opened: run `cargo xtask setup --accept-licence`, or name its folder in {FOLDER} ({why})"
            )),
            error => error,
        })?;
        let tests = opened.library();
        // SAFETY: `lebool swrite_Basic`, an int; nobody writes it while no test runs.
        unsafe {
            let _alone = alone();
            **tests.get::<*mut c_int>(b"swrite_Basic\0")? = 0;
        }
        Ok(Self { opened })
    }

    /// Where it was found.
    pub fn place(&self) -> &Place {
        &self.opened.place
    }

    /// `sknuth_Permutation` of so many tuples of `t` words.
    ///
    /// # Errors
    /// [`OracleError::Refused`] unless `t` is 2 to 8 and there are at least ten tuples for each order or for
    /// too few words; [`OracleError::Unavailable`] if the library has no such test.
    pub fn permutation(
        &self,
        words: &[u32],
        tuples: usize,
        t: usize,
    ) -> Result<Statistic, OracleError> {
        let orders: usize = (1..=t.min(9)).product();
        if !(2..=8).contains(&t) || tuples < 10 * orders || c_long::try_from(tuples).is_err() {
            return Err(no_test(tuples, t));
        }
        enough(words, tuples, t, t)?;
        // SAFETY: the symbol has this signature in `sknuth.h`.
        let test = unsafe {
            self.opened
                .library()
                .get::<Permutation>(b"sknuth_Permutation\0")?
        };
        self.chi_square(words, |generator, result| {
            // SAFETY: both pointers are valid during the call; the parameters are within what the test accepts.
            unsafe { test(generator, result, 1, tuples as c_long, 0, t as c_int) }
        })
    }

    /// `sknuth_Serial` of so many pairs, of words in `symbols` groups of neighbours.
    ///
    /// # Errors
    /// [`OracleError::Refused`] unless there are 2 to 1024 symbols and at least ten pairs for each class or for
    /// too few words; [`OracleError::Unavailable`] if the library has no such test.
    pub fn serial_pairs(
        &self,
        words: &[u32],
        pairs: usize,
        symbols: usize,
    ) -> Result<Statistic, OracleError> {
        let usual = (2..=1024).contains(&symbols) && pairs >= 10 * symbols.pow(2);
        if !usual || c_long::try_from(pairs).is_err() {
            return Err(no_test(pairs, symbols));
        }
        enough(words, pairs, 2, symbols)?;
        // SAFETY: the symbol has this signature in `sknuth.h`.
        let test = unsafe { self.opened.library().get::<Serial>(b"sknuth_Serial\0")? };
        self.chi_square(words, |generator, result| {
            // SAFETY: both pointers are valid during the call; the parameters are within what the test accepts.
            unsafe {
                test(
                    generator,
                    result,
                    1,
                    pairs as c_long,
                    0,
                    symbols as c_long,
                    2,
                );
            }
        })
    }

    /// `smarsa_BirthdaySpacings` of so many years, with so many birthdays each, in a year of 2^31 days: the words' top
    /// bits.
    ///
    /// # Errors
    /// [`OracleError::Refused`] unless there are 2 to 4096 birthdays and a mean of at most `2^(31/4) / 8` repeated
    /// spacings, [`OracleError::Refused`], [`OracleError::Unavailable`] if the library has no such test.
    pub fn birthday_spacings(
        &self,
        words: &[u32],
        years: usize,
        birthdays: usize,
    ) -> Result<Statistic, OracleError> {
        const DAYS: f64 = 2_147_483_648.0;
        let mean = years as f64 * (birthdays as f64).powi(3) / (4.0 * DAYS);
        if !(2..=4096).contains(&birthdays) || years == 0 || 8.0 * mean > DAYS.powf(0.25) {
            return Err(no_test(birthdays, years));
        }
        enough(words, birthdays, years, years)?;
        let _alone = alone();
        // SAFETY: the symbols have these signatures in `smarsa.h` and `sres.h`; the result is made and deleted by the
        // library, and read in between; the parameters are within what the test accepts.
        unsafe {
            let test = self
                .opened
                .library()
                .get::<Birthdays>(b"smarsa_BirthdaySpacings\0")?;
            let create = self
                .opened
                .library()
                .get::<Create<Poisson>>(b"sres_CreatePoisson\0")?;
            let delete = self
                .opened
                .library()
                .get::<Delete<Poisson>>(b"sres_DeletePoisson\0")?;
            let result = create();
            with_generator(words, |generator| {
                test(
                    generator,
                    result,
                    years as c_long,
                    birthdays as c_long,
                    0,
                    DAYS as c_long,
                    1,
                    1,
                );
            });
            let statistic = Statistic {
                value: (*result).statistic,
                p: (*result).p_right,
            };
            delete(result);
            Ok(statistic)
        }
    }

    /// The first `n` words of `umrg_CreateLagFib`, `x[i] = x[i - long] + x[i - short]` modulo 2^32, after these.
    ///
    /// # Errors
    /// [`OracleError::Refused`] if there are not `long` words or `short` is not less than that;
    /// [`OracleError::Unavailable`] if the library has no such generator.
    pub fn lagged_fibonacci(
        &self,
        long: usize,
        short: usize,
        words: &[u32],
        n: usize,
    ) -> Result<Vec<u32>, OracleError> {
        if words.len() != long || !(1..long).contains(&short) || long > 10_000 {
            return Err(OracleError::Refused(format!(
                "TestU01 has no lagged Fibonacci generator {long}, {short}"
            )));
        }
        let mut seeds: Vec<c_ulong> = words.iter().map(|&word| word.into()).collect();
        let _alone = alone();
        // SAFETY: the symbols have these signatures in `umrg.h`; the library copies the words, makes the generator and
        // deletes it.
        unsafe {
            let create = self
                .opened
                .library()
                .get::<CreateLagged>(b"umrg_CreateLagFib\0")?;
            let delete = self
                .opened
                .library()
                .get::<Delete<Generator>>(b"umrg_DeleteLagFib\0")?;
            let generator = create(
                32,
                long as c_int,
                short as c_int,
                b'+' as c_char,
                0,
                seeds.as_mut_ptr(),
            );
            let next = || ((*generator).bits)((*generator).param, (*generator).state) as u32;
            let outputs = core::iter::repeat_with(next).take(n).collect();
            delete(generator);
            Ok(outputs)
        }
    }

    fn chi_square(
        &self,
        words: &[u32],
        test: impl FnOnce(*mut Generator, *mut Chi2),
    ) -> Result<Statistic, OracleError> {
        let _alone = alone();
        // SAFETY: the symbols have these signatures in `sres.h`; the result is made and deleted by the library, and read
        // in between.
        unsafe {
            let create = self
                .opened
                .library()
                .get::<Create<Chi2>>(b"sres_CreateChi2\0")?;
            let delete = self
                .opened
                .library()
                .get::<Delete<Chi2>>(b"sres_DeleteChi2\0")?;
            let result = create();
            with_generator(words, |generator| test(generator, result));
            let statistic = Statistic {
                value: (*result).statistic[MEAN],
                p: (*result).p[MEAN],
            };
            delete(result);
            Ok(statistic)
        }
    }
}

fn alone() -> impl Drop {
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A parameter for which `TestU01` would end the program or give no result, or which asks for more words than can be counted.
fn no_test(count: usize, parameter: usize) -> OracleError {
    OracleError::Refused(format!(
        "TestU01 has no test of {count} tuples with the parameter {parameter}"
    ))
}

/// Whether there are `count` times `each` words, for a test with this parameter.
fn enough(words: &[u32], count: usize, each: usize, parameter: usize) -> Result<(), OracleError> {
    let need = count
        .checked_mul(each)
        .ok_or_else(|| no_test(count, parameter))?;
    if words.len() < need {
        Err(OracleError::Refused(format!(
            "{} words are too few: the test takes {need}",
            words.len()
        )))
    } else {
        Ok(())
    }
}

/// Lends a generator of these words.
fn with_generator(words: &[u32], call: impl FnOnce(*mut Generator)) {
    let mut state = Words { words, taken: 0 };
    let mut name = *b"words\0";
    let mut generator = Generator {
        state: (&raw mut state).cast(),
        param: ptr::null_mut(),
        name: name.as_mut_ptr().cast(),
        number: next_number,
        bits: next_bits,
        write: write_nothing,
    };
    call(&raw mut generator);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_words_than_can_be_counted_are_refused() {
        let error = enough(&[], 1 << 61, 8, 8).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "TestU01 has no test of {} tuples with the parameter 8",
                1u64 << 61
            )
        );
        assert!(enough(&[], usize::MAX, 2, 2).is_err());
        assert_eq!(
            enough(&[0; 7], 4, 2, 2).unwrap_err().to_string(),
            "7 words are too few: the test takes 8"
        );
        enough(&[0; 8], 4, 2, 2).unwrap();
    }
}
