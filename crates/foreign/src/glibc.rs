//! An oracle: `random_r`, `random` and `nrand48_r` of the GNU C library, called as they are installed.
//!
//! These generators are of the same family as Rogue's, written by others and seeded differently. [`GlibcRandom`] gives the
//! words of all five types under its own seeding and, started from given words ([`GlibcRandom::with_words`]), the recurrence
//! under any seeding. [`GlobalRandom`] is the generator behind `random`, of which a process has one. [`LinearCongruential`] is
//! any congruence modulo 2^32, by the library's generator of 48 bits.
//!
//! On other systems [`is_available`] is false, and no generator can be made.
//!
//! ```
//! use roguelab_foreign::glibc::{GlibcRandom, GlobalRandom, LinearCongruential, is_available};
//!
//! if is_available() {
//!     assert_eq!(GlibcRandom::new(3, 1).unwrap().next(), 1_804_289_383);
//!     let mut random = GlobalRandom::begin().unwrap();
//!     random.srandom(3, 42).unwrap();
//!     assert_eq!(random.next(), 71_876_166);
//!     let mut lcg = LinearCongruential::new(11109, 13849, 42).unwrap();
//!     assert_eq!(lcg.step(), 42 * 11109 + 13849);
//! }
//! ```

use core::ffi::{CStr, c_char, c_int, c_long, c_uint, c_ulonglong, c_ushort};
use core::mem;
use core::ptr::NonNull;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::oracles::OracleError;

/// Words of state of the types 0 to 4.
const DEGREES: [usize; 5] = [1, 7, 15, 31, 63];

/// A label, then up to 63 words.
type Words = [i32; 64];

/// `struct random_data` of `<stdlib.h>`.
#[repr(C)]
struct RandomData {
    fptr: *mut i32,
    rptr: *mut i32,
    state: *mut i32,
    rand_type: c_int,
    rand_deg: c_int,
    rand_sep: c_int,
    end_ptr: *mut i32,
}

/// `struct drand48_data` of `<stdlib.h>`.
#[repr(C)]
#[derive(Default)]
struct Drand48Data {
    x: [c_ushort; 3],
    old_x: [c_ushort; 3],
    c: c_ushort,
    init: c_ushort,
    a: c_ulonglong,
}

unsafe extern "C" {
    fn gnu_get_libc_version() -> *const c_char;
    fn initstate_r(
        seed: c_uint,
        statebuf: *mut c_char,
        statelen: usize,
        buf: *mut RandomData,
    ) -> c_int;
    fn setstate_r(statebuf: *mut c_char, buf: *mut RandomData) -> c_int;
    fn random_r(buf: *mut RandomData, result: *mut i32) -> c_int;
    fn initstate(seed: c_uint, statebuf: *mut c_char, statelen: usize) -> *mut c_char;
    fn setstate(statebuf: *mut c_char) -> *mut c_char;
    fn srandom(seed: c_uint);
    fn random() -> c_long;
    fn lcong48_r(param: *mut c_ushort, buffer: *mut Drand48Data) -> c_int;
    fn nrand48_r(xsubi: *mut c_ushort, buffer: *mut Drand48Data, result: *mut c_long) -> c_int;
}

/// Whether the oracle is available on this system.
pub const fn is_available() -> bool {
    true
}

/// The version of the GNU C library, if it is the system's C library.
pub fn version() -> Option<String> {
    // SAFETY: the library gives a constant string.
    let version = unsafe { CStr::from_ptr(gnu_get_libc_version()) };
    Some(version.to_string_lossy().into_owned())
}

/// The replacement for a generator on systems other than Linux with the GNU C library.
pub fn unavailable() -> OracleError {
    OracleError::Unavailable("this system does not have random_r of the GNU C library".into())
}

/// How many bytes a state has, from which the library tells its type: a label and the words.
fn bytes(kind: u8) -> Result<usize, OracleError> {
    let degree = DEGREES.get(usize::from(kind)).ok_or_else(|| {
        OracleError::Refused(format!("random_r has the types 0 to 4, not {kind}"))
    })?;
    Ok(4 * (degree + 1))
}

/// Checks the result of a function of the library that cannot fail.
fn succeeded(status: c_int) {
    assert_eq!(status, 0);
}

/// A state of these words, after space for a label.
fn state(kind: u8, words: &[u32]) -> Result<Words, OracleError> {
    let expected = bytes(kind)? / 4 - 1;
    if expected != words.len() {
        let actual = words.len();
        return Err(OracleError::Refused(format!(
            "a state of this type has {expected} words, not {actual}"
        )));
    }
    let mut state = [0; 64];
    for (place, word) in state[1..].iter_mut().zip(words) {
        *place = word.cast_signed();
    }
    Ok(state)
}

/// A state that must not move: the pointers of `data` point into `words`.
struct Pinned {
    data: RandomData,
    words: Words,
}

/// A generator of `random_r`. It cannot be cloned: its parts point to each other.
pub struct GlibcRandom(NonNull<Pinned>);

impl GlibcRandom {
    /// A generator of a type, 0 to 4 (8, 32, 64, 128 or 256 bytes of state), with a seed.
    ///
    /// # Errors
    /// [`OracleError::Refused`] for any other type.
    pub fn new(kind: u8, seed: u32) -> Result<Self, OracleError> {
        let bytes = bytes(kind)?;
        // SAFETY: the library expects null pointers and zeros.
        let data = unsafe { mem::zeroed() };
        let words = [0; 64];
        let rng = Self(NonNull::from(Box::leak(Box::new(Pinned { data, words }))));
        let pinned = rng.0.as_ptr();
        // SAFETY: the allocation is this value's own, and stays where it is until it is dropped; `words` has at least this many
        // bytes, aligned for 32-bit words.
        let status = unsafe {
            let words = (&raw mut (*pinned).words).cast();
            initstate_r(seed, words, bytes, &raw mut (*pinned).data)
        };
        // initstate_r takes every size of state there is.
        succeeded(status);
        Ok(rng)
    }

    /// A generator of a type, started from these words instead of a seed: the state of another generator just after seeding, in
    /// memory order. They are set through `setstate_r`.
    ///
    /// # Errors
    /// [`OracleError::Refused`] for any other type or number of words.
    pub fn with_words(kind: u8, words: &[u32]) -> Result<Self, OracleError> {
        let mut state = state(kind, words)?;
        // Seeding leaves the two pointers where they belong: at the first word, and `sep` words on.
        let rng = Self::new(kind, 1)?;
        let pinned = rng.0.as_ptr();
        // SAFETY: the allocation is this value's own, with space for the words of any type after the label. When it leaves a
        // state, the library writes type and pointers into its label, and when it takes one, it reads them from its label: here
        // both are the same state.
        let status = unsafe {
            state[0] = (*pinned).words[0];
            (*pinned).words = state;
            setstate_r((&raw mut (*pinned).words).cast(), &raw mut (*pinned).data)
        };
        // setstate_r takes what initstate_r made.
        succeeded(status);
        Ok(rng)
    }

    /// The next word: 31 bits.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u32 {
        let mut word = 0;
        // SAFETY: `new` has initialised the data; the library writes one word.
        let status = unsafe { random_r(&raw mut (*self.0.as_ptr()).data, &raw mut word) };
        // random_r takes every initialised state.
        succeeded(status);
        word.cast_unsigned()
    }

    /// The next words.
    pub fn fill(&mut self, words: &mut [u32]) {
        for word in words {
            *word = self.next();
        }
    }
}

impl Drop for GlibcRandom {
    fn drop(&mut self) {
        // SAFETY: the pointer came from a box, and nobody else has it.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

/// The process's generator, for as long as this guard lives.
///
/// A second guard waits for the first to be dropped; in the same thread it would wait forever.
pub struct GlobalRandom {
    words: NonNull<Words>,
    former: *mut c_char,
    _lock: MutexGuard<'static, ()>,
}

impl GlobalRandom {
    /// Waits for the generator to be free and takes it, as a generator of type 3 with seed 1, like that of a new process.
    ///
    /// # Errors
    /// If there is no such generator on this system.
    pub fn begin() -> Result<Self, OracleError> {
        static LOCK: Mutex<()> = Mutex::new(());
        let lock = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
        let words = NonNull::from(Box::leak(Box::new([0; 64])));
        // SAFETY: type 3 has 128 bytes; the words stay where they are until the former state is restored.
        let former = unsafe { initstate(1, words.as_ptr().cast(), 128) };
        Ok(Self {
            words,
            former,
            _lock: lock,
        })
    }

    /// Takes a type, 0 to 4, and seeds it.
    ///
    /// # Errors
    /// [`OracleError::Refused`] for any other type.
    pub fn srandom(&mut self, kind: u8, seed: u32) -> Result<(), OracleError> {
        let bytes = bytes(kind)?;
        // SAFETY: there are enough bytes, aligned for words; the library saves the state it leaves into the same place before
        // it begins the new one. Every seed is valid.
        unsafe {
            initstate(1, self.words.as_ptr().cast(), bytes);
            srandom(seed);
        }
        Ok(())
    }

    /// Takes a type, and words for a state just after seeding, through `setstate`.
    ///
    /// # Errors
    /// [`OracleError::Refused`] for any other type or number of words.
    pub fn set_words(&mut self, kind: u8, words: &[u32]) -> Result<(), OracleError> {
        let mut state = state(kind, words)?;
        self.srandom(kind, 1)?;
        // SAFETY: after the label there is space for the words of any type. The label was written when the library left the
        // state; `setstate` writes it again, because it is the state in use, and reads it.
        unsafe {
            let words = self.words.as_ptr();
            state[0] = (*words)[0];
            *words = state;
            setstate(words.cast());
        }
        Ok(())
    }

    /// The next word: 31 bits.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u32 {
        // SAFETY: the guard has the generator. `random` gives no more than 31 bits.
        unsafe { random() as u32 }
    }

    /// The next words.
    pub fn fill(&mut self, words: &mut [u32]) {
        for word in words {
            *word = self.next();
        }
    }
}

impl Drop for GlobalRandom {
    fn drop(&mut self) {
        // SAFETY: `former` is the previous state, to which the library returns as it leaves ours; only then are our words
        // freed, which came from a box and which nobody else has.
        unsafe {
            setstate(self.former);
            drop(Box::from_raw(self.words.as_ptr()));
        }
    }
}

/// A linear congruential generator modulo 2^32, by `nrand48_r`.
///
/// The library steps a state of 48 bits, `state = a * state + c`, with any `a` and `c` that `lcong48_r` is given. Its low 32
/// bits depend on nothing above them, so they are those of the same generator modulo 2^32.
pub struct LinearCongruential {
    constants: Drand48Data,
    state: [u16; 3],
}

impl LinearCongruential {
    /// The generator `state = multiplier * state + increment` from this state on.
    ///
    /// # Errors
    /// If there is no such generator on this system.
    pub fn new(multiplier: u32, increment: u16, state: u32) -> Result<Self, OracleError> {
        let [low, high] = [multiplier as u16, (multiplier >> 16) as u16];
        let state = [state as u16, (state >> 16) as u16, 0];
        let mut constants = Drand48Data::default();
        let mut parameters = [state[0], state[1], state[2], low, high, 0, increment];
        // SAFETY: the library reads seven numbers and fills the structure.
        let status = unsafe { lcong48_r(parameters.as_mut_ptr(), &raw mut constants) };
        // lcong48_r takes any numbers.
        succeeded(status);
        Ok(Self { constants, state })
    }

    /// Takes a step, and returns the state after it.
    pub fn step(&mut self) -> u32 {
        let mut result = 0;
        let (state, constants) = (self.state.as_mut_ptr(), &raw mut self.constants);
        // SAFETY: `new` has filled the structure; the library reads and writes three numbers, and writes the result.
        let status = unsafe { nrand48_r(state, constants, &raw mut result) };
        // nrand48_r takes any state.
        succeeded(status);
        self.state()
    }

    /// The current state.
    pub fn state(&self) -> u32 {
        u32::from(self.state[1]) << 16 | u32::from(self.state[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generator_that_was_moved_gives_the_same_words() {
        for kind in 0..=4 {
            let [mut expected, rng] = [(); 2].map(|()| GlibcRandom::new(kind, 5).unwrap());
            let mut rng = Box::new(rng);
            assert_eq!(rng.next(), expected.next());
            let mut moved = *rng;
            assert!((0..200).all(|_| moved.next() == expected.next()));
        }
    }

    #[test]
    fn a_new_guard_begins_afresh() {
        let first = || GlobalRandom::begin().unwrap().next();
        assert_eq!([first(), first()], [1_804_289_383; 2]);
    }
}
