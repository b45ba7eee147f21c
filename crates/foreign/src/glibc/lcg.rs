//! Linear congruential generators by the C library's `nrand48_r`.
//!
//! The library steps a state of 48 bits, `state = a * state + c`, with any `a` and `c` that `lcong48_r` is given. Its low 32
//! bits depend on nothing above them, so they are those of the same generator modulo 2^32.
//!
//! ```
//! use foreign::glibc::{LinearCongruential, is_available};
//!
//! if is_available() {
//!     let mut lcg = LinearCongruential::new(11109, 13849, 42).unwrap();
//!     assert_eq!(lcg.step(), 42 * 11109 + 13849);
//! }
//! ```

use crate::OracleError;

/// A generator modulo 2^32.
pub struct LinearCongruential {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    constants: present::Drand48Data,
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    state: [u16; 3],
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod present {
    use core::ffi::{c_int, c_long, c_ulonglong, c_ushort};

    /// `struct drand48_data` of `<stdlib.h>`.
    #[repr(C)]
    #[derive(Default)]
    pub(super) struct Drand48Data {
        x: [c_ushort; 3],
        old_x: [c_ushort; 3],
        c: c_ushort,
        init: c_ushort,
        a: c_ulonglong,
    }

    unsafe extern "C" {
        pub(super) fn lcong48_r(param: *mut c_ushort, buffer: *mut Drand48Data) -> c_int;
        pub(super) fn nrand48_r(
            xsubi: *mut c_ushort,
            buffer: *mut Drand48Data,
            result: *mut c_long,
        ) -> c_int;
    }
}

impl LinearCongruential {
    /// The generator `state = multiplier * state + increment` from this state on.
    ///
    /// # Errors
    /// [`OracleError::Unavailable`] elsewhere than on Linux with the GNU C library.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    pub fn new(multiplier: u32, increment: u16, state: u32) -> Result<Self, OracleError> {
        let [low, high] = [multiplier as u16, (multiplier >> 16) as u16];
        let state = [state as u16, (state >> 16) as u16, 0];
        let mut constants = present::Drand48Data::default();
        let mut parameters = [state[0], state[1], state[2], low, high, 0, increment];
        // SAFETY: the library reads seven numbers and fills the structure.
        let status = unsafe { present::lcong48_r(parameters.as_mut_ptr(), &raw mut constants) };
        debug_assert_eq!(status, 0, "lcong48_r takes any numbers");
        Ok(Self { constants, state })
    }

    /// Refuses: this is not Linux with the GNU C library.
    ///
    /// # Errors
    /// [`OracleError::Unavailable`].
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    pub fn new(_: u32, _: u16, _: u32) -> Result<Self, OracleError> {
        Err(super::unavailable())
    }

    /// Takes a step, and returns the state after it.
    pub fn step(&mut self) -> u32 {
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        {
            let mut result = 0;
            // SAFETY: `new` has filled the structure; the library reads and writes three numbers, and writes the result.
            let status = unsafe {
                present::nrand48_r(
                    self.state.as_mut_ptr(),
                    &raw mut self.constants,
                    &raw mut result,
                )
            };
            debug_assert_eq!(status, 0, "nrand48_r takes any state");
        }
        self.state()
    }

    /// The state as it stands.
    pub fn state(&self) -> u32 {
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        return u32::from(self.state[1]) << 16 | u32::from(self.state[0]);
        #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
        0
    }
}
