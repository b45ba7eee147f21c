//! The process's own generator: `srandom`, `random`, `initstate`, `setstate`.
//!
//! There is one of it in a process. [`GlobalRandom`] is a guard: who has it is the only one here to use it, and when it
//! is dropped the process has the generator back that it had before.
//!
//! ```
//! use foreign::glibc::{GlobalRandom, is_available};
//!
//! if is_available() {
//!     let mut random = GlobalRandom::begin().unwrap();
//!     random.srandom(3, 42).unwrap();
//!     assert_eq!(random.next(), 71_876_166);
//! }
//! ```

use core::ffi::{c_char, c_long, c_uint};
use core::ptr::NonNull;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{OracleError, degree, words_fit};

unsafe extern "C" {
    fn initstate(seed: c_uint, statebuf: *mut c_char, statelen: usize) -> *mut c_char;
    fn setstate(statebuf: *mut c_char) -> *mut c_char;
    fn srandom(seed: c_uint);
    fn random() -> c_long;
}

/// A label, then up to 63 words.
type Words = [i32; 64];

/// The process's generator, for as long as this guard lives.
///
/// A second guard waits for the first to be dropped; in the same thread it would wait for ever.
pub struct GlobalRandom {
    words: NonNull<Words>,
    former: *mut c_char,
    _lock: MutexGuard<'static, ()>,
}

impl GlobalRandom {
    /// Waits for the generator to be free and takes it, as a generator of type 3 with seed 1: what a process has.
    ///
    /// # Errors
    /// None on this system.
    pub fn begin() -> Result<Self, OracleError> {
        static LOCK: Mutex<()> = Mutex::new(());
        let lock = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
        let words = NonNull::from(Box::leak(Box::new([0; 64])));
        // SAFETY: 128 bytes are those of type 3; the words stay where they are until the former state is back.
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
    /// [`OracleError::Refused`] for another type.
    pub fn srandom(&mut self, kind: u8, seed: u32) -> Result<(), OracleError> {
        let bytes = 4 * (degree(kind)? + 1);
        // SAFETY: there are so many bytes, aligned for words; the library saves the state it leaves into the same
        // place before it begins the new one. Every seed is good.
        unsafe {
            initstate(1, self.words.as_ptr().cast(), bytes);
            srandom(seed);
        }
        Ok(())
    }

    /// Takes a type, and words that stand for a state just after seeding, through `setstate`.
    ///
    /// # Errors
    /// [`OracleError::Refused`] for another type or number of words.
    pub fn set_words(&mut self, kind: u8, words: &[u32]) -> Result<(), OracleError> {
        words_fit(kind, words)?;
        self.srandom(kind, 1)?;
        // SAFETY: behind the label there is room for the words of any type. The label was written when the library
        // left the state; `setstate` writes it again, for it is the state in use, and reads it.
        unsafe {
            let first = self.words.as_ptr().cast::<i32>().add(1);
            for (i, &word) in words.iter().enumerate() {
                first.add(i).write(word.cast_signed());
            }
            setstate(self.words.as_ptr().cast());
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
        // SAFETY: `former` is the state of before, which the library writes back to as it leaves ours; only then do
        // our words go, which came from a box and which nobody else has.
        unsafe {
            setstate(self.former);
            drop(Box::from_raw(self.words.as_ptr()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::glibc::GlibcRandom;

    #[test]
    fn it_gives_what_random_r_gives() {
        let mut global = GlobalRandom::begin().unwrap();
        for kind in 0..=4 {
            for seed in [0, 1, u32::MAX] {
                global.srandom(kind, seed).unwrap();
                let mut own = GlibcRandom::new(kind, seed).unwrap();
                assert!(
                    (0..1000).all(|_| global.next() == own.next()),
                    "type {kind}, seed {seed}"
                );
            }
        }
    }

    #[test]
    fn given_words_come_out() {
        let mut global = GlobalRandom::begin().unwrap();
        // The front pointer is at the word `separation`, and the rear one at the first.
        let words: Vec<u32> = (0..31).map(|i| 1 << i).collect();
        global.set_words(3, &words).unwrap();
        assert_eq!(global.next(), (words[3] + words[0]) >> 1);
        assert!(global.set_words(3, &words[1..]).is_err() && global.srandom(5, 1).is_err());
    }

    #[test]
    fn a_new_guard_begins_afresh() {
        let first = || GlobalRandom::begin().unwrap().next();
        assert_eq!([first(), first()], [1_804_289_383; 2]);
    }
}
