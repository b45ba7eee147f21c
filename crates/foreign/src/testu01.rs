//! An oracle: L'Ecuyer and Simard's `TestU01`, if it is found on this system.
//!
//! Its licence keeps it out of Debian's main archive, so nothing of it is here and nothing links with it: the shared library is
//! opened when a program runs. It is looked for in the folder that `ROGUELAB_TESTU01` names, otherwise where the system has its
//! libraries (Debian: `libtestu01-0`, in non-free). If it is not found, [`TestU01::find`] says so. A library that the
//! environment names is opened without further checks, as with `LD_PRELOAD`.
//! Words go in as they are: as numbers `word / 2^32`, each with all its 32 bits, in their order.
//! Words go in as they are: as numbers `word / 2^32`, each with all its 32 bits, in order.
//! Its chi-square statistics are scaled to the variance of the chi-square distribution: of Pearson's sum `X` over `n`
//! Its chi-square statistics are scaled to the variance of the chi-square distribution: Pearson's sum `X` over `n` tuples, with
//! `f` degrees of freedom, becomes `(X - f) / sqrt(1 - 1/n) + f`.
//! Among equal numbers in a tuple, `TestU01` sometimes takes the first and sometimes the last to be greater, as its search for
//! the greatest continues with swapped numbers; only without ties is it clear which pattern its permutation test counts.

use core::ffi::{c_char, c_int, c_long, c_ulong, c_void};
use core::ptr;
use std::sync::{Mutex, PoisonError};

use std::path::Path;

use crate::library::{self, Names, Opened, functions};
use crate::oracles::{OracleError, named_by};

/// The folder of the libraries.
pub const FOLDER: &str = "ROGUELAB_TESTU01";

/// The libraries that it needs, and its own.
const NAMES: &Names = &[
    &["libgmp.so.10"],
    &["libtestu01mylib.so.0"],
    &["libtestu01probdist.so.0"],
    &["libtestu01.so.0"],
];

/// A statistic and its upper tail, as `TestU01` gives them.
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

/// `gofw_NTestTypes` and `gofw_Mean` of `gofw.h`: how many statistics there are, and which one is that of a single sample.
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

functions! {
    Functions {
        // (gen, res, N, n, r, t)
        permutation = "sknuth_Permutation": fn(*mut Generator, *mut Chi2, c_long, c_long, c_int, c_int);
        // (gen, res, N, n, r, d, t)
        serial = "sknuth_Serial": fn(*mut Generator, *mut Chi2, c_long, c_long, c_int, c_long, c_int);
        // (gen, res, N, n, r, d, t, p)
        birthdays = "smarsa_BirthdaySpacings": fn(*mut Generator, *mut Poisson, c_long, c_long, c_int, c_long, c_int, c_int);
        create_chi2 = "sres_CreateChi2": fn() -> *mut Chi2;
        delete_chi2 = "sres_DeleteChi2": fn(*mut Chi2);
        create_poisson = "sres_CreatePoisson": fn() -> *mut Poisson;
        delete_poisson = "sres_DeletePoisson": fn(*mut Poisson);
        // (t, r, s, operation, luxury, words)
        create_lagged = "umrg_CreateLagFib": fn(c_int, c_int, c_int, c_char, c_int, *mut c_ulong) -> *mut Generator;
        delete_lagged = "umrg_DeleteLagFib": fn(*mut Generator);
    }
}

/// The words of a slice, one after the other.
struct Words<'a> {
    words: &'a [u32],
    taken: usize,
}

extern "C" fn next_bits(_: *mut c_void, state: *mut c_void) -> c_ulong {
    // SAFETY: `state` is the `Words` that `with_generator` lends for one test, and nobody else uses it.
    let words = unsafe { &mut *state.cast::<Words<'_>>() };
    // The length is checked before the test; a zero is better than a panic that crosses into C.
    let word = words.words.get(words.taken).copied().unwrap_or(0);
    words.taken += 1;
    c_ulong::from(word)
}

extern "C" fn next_number(param: *mut c_void, state: *mut c_void) -> f64 {
    next_bits(param, state) as f64 / 4_294_967_296.0
}

extern "C" fn write_nothing(_: *mut c_void) {}

/// `TestU01` keeps tables in static variables, so only one test can run at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// The library.
#[derive(Debug)]
pub struct TestU01 {
    functions: Functions,
    // The functions above belong to it.
    opened: Opened,
}

impl TestU01 {
    /// Opens the library.
    ///
    /// # Errors
    /// If it is not found or does not work.
    pub fn find() -> Result<Self, OracleError> {
        let _alone = alone();
        // SAFETY: the environment is the user's own; the functions have these signatures in `sknuth.h`, `smarsa.h`, `sres.h`
        // and `umrg.h`; `lebool swrite_Basic`, an int, is not written while no test runs.
        let open = || unsafe {
            let opened = library::open(NAMES, named_by(FOLDER).as_deref())?;
            **opened.library().get::<*mut c_int>(b"swrite_Basic\0")? = 0;
            let functions = Functions::of(opened.library())?;
            Ok(Self { functions, opened })
        };
        open().map_err(|why: OracleError| {
            OracleError::Unavailable(format!(
                "TestU01 cannot be opened: run `cargo xtask setup --accept-licence`, or name its folder in {FOLDER} ({why})"
            ))
        })
    }

    /// The file where it was found.
    pub fn place(&self) -> &Path {
        &self.opened.place
    }

    /// `sknuth_Permutation` of tuples of `t` words.
    ///
    /// # Errors
    /// [`OracleError::Refused`] unless `t` is 2 to 8 and there are at least ten tuples for each order, or for too few words.
    pub fn permutation(
        &self,
        words: &[u32],
        tuples: usize,
        t: usize,
    ) -> Result<Statistic, OracleError> {
        let orders: usize = (1..=t.min(9)).product();
        let served = (2..=8).contains(&t) && tuples >= 10 * orders;
        enough(words, served, tuples, t)?;
        Ok(self.chi_square(words, |generator, result| {
            // SAFETY: both pointers are valid during the call; the parameters are within what the test accepts.
            unsafe {
                (self.functions.permutation)(generator, result, 1, tuples as c_long, 0, t as c_int);
            }
        }))
    }

    /// `sknuth_Serial` of pairs of words, in `symbols` groups of neighbours.
    ///
    /// # Errors
    /// [`OracleError::Refused`] unless there are 2 to 1024 symbols and at least ten pairs for each class, or for too few words.
    pub fn serial_pairs(
        &self,
        words: &[u32],
        pairs: usize,
        symbols: usize,
    ) -> Result<Statistic, OracleError> {
        let served = (2..=1024).contains(&symbols) && pairs >= 10 * symbols.pow(2);
        enough(words, served, pairs, 2)?;
        let (n, d) = (pairs as c_long, symbols as c_long);
        Ok(self.chi_square(words, |generator, result| {
            // SAFETY: both pointers are valid during the call; the parameters are within what the test accepts.
            unsafe { (self.functions.serial)(generator, result, 1, n, 0, d, 2) }
        }))
    }

    /// `smarsa_BirthdaySpacings` of several years with the same number of birthdays, in a year of 2^31 days: the words' top bits.
    ///
    /// # Errors
    /// [`OracleError::Refused`] unless there are 2 to 4096 birthdays and a mean of at most `2^(31/4) / 8` repeated
    /// spacings, or for too few words.
    pub fn birthday_spacings(
        &self,
        words: &[u32],
        years: usize,
        birthdays: usize,
    ) -> Result<Statistic, OracleError> {
        const DAYS: f64 = 2_147_483_648.0;
        let mean = years as f64 * (birthdays as f64).powi(3) / (4.0 * DAYS);
        let served = (2..=4096).contains(&birthdays) && years > 0 && 8.0 * mean <= DAYS.powf(0.25);
        enough(words, served, birthdays, years)?;
        let (years, birthdays, days) = (years as c_long, birthdays as c_long, DAYS as c_long);
        let _alone = alone();
        // SAFETY: the result is made and deleted by the library, and read in between; the parameters are within what the test
        // accepts.
        unsafe {
            let result = (self.functions.create_poisson)();
            with_generator(words, |generator| {
                (self.functions.birthdays)(generator, result, years, birthdays, 0, days, 1, 1);
            });
            let (value, p) = ((*result).statistic, (*result).p_right);
            (self.functions.delete_poisson)(result);
            Ok(Statistic { value, p })
        }
    }

    /// The first `n` words of `umrg_CreateLagFib`, `x[i] = x[i - long] + x[i - short]` modulo 2^32, after these.
    ///
    /// # Errors
    /// [`OracleError::Refused`] if there are not `long` words or `short` is not less than `long`.
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
        let (create, plus) = (self.functions.create_lagged, b'+' as c_char);
        let _alone = alone();
        // SAFETY: the library copies the words, makes the generator and deletes it.
        unsafe {
            let generator = create(
                32,
                long as c_int,
                short as c_int,
                plus,
                0,
                seeds.as_mut_ptr(),
            );
            let next = || ((*generator).bits)((*generator).param, (*generator).state) as u32;
            let outputs = core::iter::repeat_with(next).take(n).collect();
            (self.functions.delete_lagged)(generator);
            Ok(outputs)
        }
    }

    fn chi_square(&self, words: &[u32], test: impl FnOnce(*mut Generator, *mut Chi2)) -> Statistic {
        let _alone = alone();
        // SAFETY: the result is made and deleted by the library, and read in between.
        unsafe {
            let result = (self.functions.create_chi2)();
            with_generator(words, |generator| test(generator, result));
            let (value, p) = ((*result).statistic[MEAN], (*result).p[MEAN]);
            (self.functions.delete_chi2)(result);
            Statistic { value, p }
        }
    }
}

fn alone() -> impl Drop {
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Checks that the test exists, and that there are `count` times `each` words: with other parameters `TestU01` would end the
/// program or give no result.
fn enough(words: &[u32], served: bool, count: usize, each: usize) -> Result<(), OracleError> {
    let need = count.checked_mul(each).filter(|_| served);
    match need.filter(|&need| c_long::try_from(need).is_ok()) {
        Some(need) if need <= words.len() => Ok(()),
        Some(need) => Err(OracleError::Refused(format!(
            "{} words are too few: the test takes {need}",
            words.len()
        ))),
        None => Err(OracleError::Refused(format!(
            "TestU01 has no such test of {count} times {each} words"
        ))),
    }
}

/// Lends a generator of these words to a call.
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
