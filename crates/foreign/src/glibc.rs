//! An oracle: `random_r` of the GNU C library, called as it is installed.
//!
//! It is the same family of generators as Rogue's, written by others and seeded in another way. It gives the words of all
//! five types under its own seeding ([`GlibcRandom::new`]) and, started from given words ([`GlibcRandom::with_words`]), the
//! recurrence under any seeding. [`GlobalRandom`] is the generator behind `random`.
//!
//! On other systems [`is_available`] is false, and no generator can be made.
//!
//! ```
//! use foreign::glibc::{GlibcRandom, is_available};
//!
//! if is_available() {
//!     let mut rng = GlibcRandom::new(3, 1).unwrap();
//!     assert_eq!(rng.next(), 1_804_289_383);
//! }
//! ```

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod global;
mod lcg;

#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub use global::GlobalRandom;
pub use lcg::LinearCongruential;

use crate::OracleError;

/// Words of state of the types 0 to 4.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const DEGREES: [usize; 5] = [1, 7, 15, 31, 63];

/// Whether the oracle can be asked on this system.
pub const fn is_available() -> bool {
    cfg!(all(target_os = "linux", target_env = "gnu"))
}

/// Which version of the GNU C library this is, if it is that.
pub fn version() -> Option<String> {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        unsafe extern "C" {
            fn gnu_get_libc_version() -> *const core::ffi::c_char;
        }
        // SAFETY: the library gives a constant string.
        let version = unsafe { core::ffi::CStr::from_ptr(gnu_get_libc_version()) };
        Some(version.to_string_lossy().into_owned())
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    None
}

/// What there is instead of a generator elsewhere than on Linux with the GNU C library.
pub fn unavailable() -> OracleError {
    OracleError::Unavailable("random_r of the GNU C library is not there on this system".into())
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn degree(kind: u8) -> Result<usize, OracleError> {
    let degree = DEGREES.get(usize::from(kind)).copied();
    degree.ok_or_else(|| OracleError::Refused(format!("random_r has the types 0 to 4, not {kind}")))
}

/// That these are the words of such a state.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn words_fit(kind: u8, words: &[u32]) -> Result<(), OracleError> {
    let (expected, actual) = (degree(kind)?, words.len());
    if expected == actual {
        return Ok(());
    }
    Err(OracleError::Refused(format!(
        "a state of this type has {expected} words, not {actual}"
    )))
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub use present::GlibcRandom;

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod present {
    use core::ffi::{c_char, c_int, c_uint};
    use core::ptr::{self, NonNull};

    use super::{OracleError, degree, words_fit};

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

    unsafe extern "C" {
        fn initstate_r(
            seed: c_uint,
            statebuf: *mut c_char,
            statelen: usize,
            buf: *mut RandomData,
        ) -> c_int;
        fn setstate_r(statebuf: *mut c_char, buf: *mut RandomData) -> c_int;
        fn srandom_r(seed: c_uint, buf: *mut RandomData) -> c_int;
        fn random_r(buf: *mut RandomData, result: *mut i32) -> c_int;
    }

    /// What must not move: the pointers of `data` point into `words`.
    struct Pinned {
        data: RandomData,
        /// A label, then up to 63 words.
        words: [i32; 64],
    }

    /// A generator of the C library. It cannot be cloned: its parts point to each other.
    pub struct GlibcRandom(NonNull<Pinned>);

    impl GlibcRandom {
        /// A generator of a type, 0 to 4 (8, 32, 64, 128 or 256 bytes of state), with a seed.
        ///
        /// # Errors
        /// [`OracleError::Refused`] for another type.
        pub fn new(kind: u8, seed: u32) -> Result<Self, OracleError> {
            // The library tells the type by the size: a label and the words.
            let bytes = 4 * (degree(kind)? + 1);
            let data = RandomData {
                fptr: ptr::null_mut(),
                rptr: ptr::null_mut(),
                state: ptr::null_mut(),
                rand_type: 0,
                rand_deg: 0,
                rand_sep: 0,
                end_ptr: ptr::null_mut(),
            };
            let pinned = NonNull::from(Box::leak(Box::new(Pinned {
                data,
                words: [0; 64],
            })));
            let rng = Self(pinned);
            let pinned = pinned.as_ptr();
            // SAFETY: the allocation is this value's own, and stays where it is until it is dropped; `data` is zeroed, as
            // the library wants it; `words` has at least `bytes` bytes, aligned for 32-bit words.
            let status = unsafe {
                initstate_r(
                    seed,
                    (&raw mut (*pinned).words).cast::<c_char>(),
                    bytes,
                    &raw mut (*pinned).data,
                )
            };
            debug_assert_eq!(status, 0, "initstate_r takes every size of state there is");
            Ok(rng)
        }

        /// A generator of a type, started from these words instead of a seed: the state of another generator just
        /// after seeding, in the order of memory. They are put in through `setstate_r`.
        ///
        /// # Errors
        /// [`OracleError::Refused`] for another type or number of words.
        pub fn with_words(kind: u8, words: &[u32]) -> Result<Self, OracleError> {
            words_fit(kind, words)?;
            // Seeding leaves the two pointers where they belong: at the first word, and `sep` words on.
            let rng = Self::new(kind, 1)?;
            let pinned = rng.0.as_ptr();
            // SAFETY: the allocation is this value's own; behind the label there is room for the words of any type.
            // Leaving a state, the library writes type and pointers into its label, and reads them from that of the one
            // it takes: here they are the same.
            let status = unsafe {
                for (i, &word) in words.iter().enumerate() {
                    (*pinned).words[i + 1] = word.cast_signed();
                }
                setstate_r(
                    (&raw mut (*pinned).words).cast::<c_char>(),
                    &raw mut (*pinned).data,
                )
            };
            debug_assert_eq!(status, 0, "setstate_r takes what initstate_r made");
            Ok(rng)
        }

        /// Seeds the generator again.
        pub fn reseed(&mut self, seed: u32) {
            // SAFETY: `new` has initialised the data.
            let status = unsafe { srandom_r(seed, &raw mut (*self.0.as_ptr()).data) };
            debug_assert_eq!(status, 0, "srandom_r takes every initialised state");
        }

        /// The next word: 31 bits.
        #[allow(clippy::should_implement_trait)]
        pub fn next(&mut self) -> u32 {
            let mut word = 0;
            // SAFETY: `new` has initialised the data; the library writes one word.
            let status = unsafe { random_r(&raw mut (*self.0.as_ptr()).data, &raw mut word) };
            debug_assert_eq!(status, 0, "random_r takes every initialised state");
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
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub use absent::{GlibcRandom, GlobalRandom};

/// Other systems have neither generator.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod absent {
    #![allow(
        missing_docs,
        clippy::missing_errors_doc,
        clippy::should_implement_trait
    )]

    use std::convert::Infallible;

    use super::{OracleError, unavailable};

    pub type GlibcRandom = Absent<false>;
    pub type GlobalRandom = Absent<true>;

    /// There is no value of it.
    pub struct Absent<const GLOBAL: bool>(Infallible);

    impl<const GLOBAL: bool> Absent<GLOBAL> {
        pub fn new(_: u8, _: u32) -> Result<Self, OracleError> {
            Err(unavailable())
        }

        pub fn with_words(_: u8, _: &[u32]) -> Result<Self, OracleError> {
            Err(unavailable())
        }

        pub fn begin() -> Result<Self, OracleError> {
            Err(unavailable())
        }

        pub fn reseed(&mut self, _: u32) {
            match self.0 {}
        }

        pub fn srandom(&mut self, _: u8, _: u32) -> Result<(), OracleError> {
            match self.0 {}
        }

        pub fn set_words(&mut self, _: u8, _: &[u32]) -> Result<(), OracleError> {
            match self.0 {}
        }

        pub fn next(&mut self) -> u32 {
            match self.0 {}
        }

        pub fn fill(&mut self, _: &mut [u32]) {
            match self.0 {}
        }
    }
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::{GlibcRandom, OracleError};

    fn first<const N: usize>(rng: &mut GlibcRandom) -> [u32; N] {
        let mut words = [0; N];
        rng.fill(&mut words);
        words
    }

    #[test]
    fn a_moved_generator_goes_on_where_it_was() {
        for kind in 0..=4 {
            let expected: [u32; 200] = first(&mut GlibcRandom::new(kind, 5).unwrap());
            let mut rng = Box::new(GlibcRandom::new(kind, 5).unwrap());
            let start: [u32; 100] = first(&mut rng);
            let mut moved = *rng;
            let rest: [u32; 100] = first(&mut moved);
            assert_eq!([start, rest].concat(), expected);
        }
    }

    #[test]
    fn reseeding_equals_seeding() {
        for kind in 0..=4 {
            let mut rng = GlibcRandom::new(kind, 5).unwrap();
            rng.next();
            rng.reseed(6);
            assert_eq!(
                first::<100>(&mut rng),
                first::<100>(&mut GlibcRandom::new(kind, 6).unwrap())
            );
        }
    }

    #[test]
    fn a_wrong_type_or_length_is_refused() {
        let refused = |made: Result<GlibcRandom, OracleError>| made.err().unwrap().to_string();
        assert_eq!(
            refused(GlibcRandom::new(5, 1)),
            "random_r has the types 0 to 4, not 5"
        );
        assert_eq!(
            refused(GlibcRandom::with_words(5, &[])),
            "random_r has the types 0 to 4, not 5"
        );
        assert_eq!(
            refused(GlibcRandom::with_words(3, &[0; 32])),
            "a state of this type has 31 words, not 32"
        );
    }
}
