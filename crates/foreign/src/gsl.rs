//! An oracle: the generators of the BSD family in the GNU Scientific Library, if it is found on this system.
//!
//! GSL has them in three versions, each in five sizes of state (8, 32, 64, 128 and 256 bytes, the types 0 to 4), not written by
//! the authors of glibc's: [`SEEDINGS`] names them. Its licence is the GPL, so nothing of it is here and nothing links with it:
//! the shared library is opened when a program runs. It is looked for in the folder that `ROGUELAB_GSL` names, otherwise among
//! the oracles that were set up, otherwise where the system has its libraries. A library that the environment names is opened
//! without further checks, as with `LD_PRELOAD`.
//!
//! # What it cannot answer
//!
//! Observed with version 2.7.1:
//!
//! - To `gsl_rng_set` a seed of 0 means the generator's default seed, which is 1 here. The originals take 0 as it is, except
//!   glibc, where it is 1 as well. So seed 0 says nothing about weak seeding or libc5's.
//! - A seed is unsigned, and if its top bit is set, the quotient in glibc's seeding differs from glibc's own. So negative seeds
//!   say nothing about that seeding; `TYPE_0` has no such quotient.
//!
//! [`answers`] excludes both.
//!
//! ```
//! use roguelab_foreign::gsl::Gsl;
//!
//! // If it is found, it agrees with the words of the original.
//! if let Ok(gsl) = Gsl::find() {
//!     let mut random = gsl.random(3, "glibc2", 1).unwrap();
//!     assert_eq!(random.next(), 1_804_289_383);
//! }
//! ```

use core::ffi::{CStr, c_char, c_ulong, c_void};
use core::ptr::NonNull;

use std::path::Path;

use crate::library::{self, Names, Opened, functions};
use crate::oracles::{OracleError, named_by};

/// The variable that names the folder of the library.
pub const FOLDER: &str = "ROGUELAB_GSL";

/// The library that GSL needs, and GSL: the names in Debian 12 and Ubuntu 24.04, in later ones, in earlier ones, and as
/// installed by hand.
const NAMES: &Names = &[
    &["libgslcblas.so.0", "libgslcblas.so", "libgslcblas.dylib"],
    &[
        "libgsl.so.27",
        "libgsl.so.28",
        "libgsl.so.25",
        "libgsl.so",
        "libgsl.dylib",
    ],
];

/// GSL's names for the seedings: as in 4.2BSD and Rogue, as in glibc, and as in the C library that Linux had before glibc.
pub const SEEDINGS: [&str; 3] = ["bsd", "glibc2", "libc5"];

/// Bytes of state of the types 0 to 4.
const BYTES: [u32; 5] = [8, 32, 64, 128, 256];

/// Whether GSL's answer for a seed holds for the original: see the module's documentation.
pub fn answers(kind: u8, seeding: &str, seed: i32) -> bool {
    match seeding {
        "glibc2" => kind == 0 || seed >= 0,
        _ => seed != 0,
    }
}

functions! {
    Functions {
        types = "gsl_rng_types_setup": fn() -> *const *const c_void;
        alloc = "gsl_rng_alloc": fn(*const c_void) -> *mut c_void;
        free = "gsl_rng_free": fn(*mut c_void);
        set = "gsl_rng_set": fn(*const c_void, c_ulong);
        get = "gsl_rng_get": fn(*const c_void) -> c_ulong;
    }
}

/// The library.
#[derive(Debug)]
pub struct Gsl {
    functions: Functions,
    version: String,
    // The functions above belong to it.
    opened: Opened,
}

impl Gsl {
    /// Opens the library.
    ///
    /// # Errors
    /// If it is not found or does not work.
    pub fn find() -> Result<Self, OracleError> {
        // SAFETY: the environment is the user's own; the symbols have these types in `gsl_rng.h` and `gsl_version.h`, and
        // `gsl_version` is a constant string.
        unsafe {
            let opened = library::open(NAMES, named_by(FOLDER).as_deref())?;
            let gsl = opened.library();
            let version = CStr::from_ptr(**gsl.get::<*const *const c_char>(b"gsl_version\0")?);
            Ok(Self {
                functions: Functions::of(gsl)?,
                version: version.to_string_lossy().into_owned(),
                opened,
            })
        }
    }

    /// Its version, as it reports it.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The file where it was found.
    pub fn place(&self) -> &Path {
        &self.opened.place
    }

    /// A generator of a type, 0 to 4, and of one of [`SEEDINGS`], with a seed.
    ///
    /// # Errors
    /// If GSL does not have it.
    pub fn random(&self, kind: u8, seeding: &str, seed: u32) -> Result<GslRandom<'_>, OracleError> {
        let bytes = BYTES
            .get(usize::from(kind))
            .ok_or(OracleError::Refused(format!(
                "GSL has the types 0 to 4 of BSD random, not {kind}"
            )))?;
        self.generator(&format!("random{bytes}-{seeding}"), seed)
    }

    /// The generator that the library calls by this name, such as `mt19937`, with a seed. For most of them a seed of 0 means
    /// their default seed.
    ///
    /// # Errors
    /// [`OracleError::Refused`] if it has no generator with this name.
    pub fn generator(&self, name: &str, seed: u32) -> Result<GslRandom<'_>, OracleError> {
        // SAFETY: it fills its own table, always in the same way.
        let mut types = unsafe { (self.functions.types)() };
        // SAFETY: a null ends the table, and the name of a generator is the first field of its description.
        let kind = unsafe {
            while !(*types).is_null()
                && CStr::from_ptr(*(*types).cast::<*const c_char>()).to_bytes() != name.as_bytes()
            {
                types = types.add(1);
            }
            *types
        };
        if kind.is_null() {
            return Err(OracleError::Refused(format!(
                "GSL has no generator called {name}"
            )));
        }
        // SAFETY: it is the description of a generator, and `alloc` takes one.
        let rng = unsafe { (self.functions.alloc)(kind) };
        let rng = GslRandom {
            functions: &self.functions,
            rng: NonNull::new(rng)
                .ok_or(OracleError::Unavailable("GSL made no generator".into()))?,
        };
        // SAFETY: the generator was made just now.
        unsafe { (self.functions.set)(rng.rng.as_ptr(), c_ulong::from(seed)) };
        Ok(rng)
    }
}

/// A generator of the library.
pub struct GslRandom<'a> {
    functions: &'a Functions,
    rng: NonNull<c_void>,
}

impl GslRandom<'_> {
    /// The next word: 31 bits of BSD random, at most 32 of others.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u32 {
        // SAFETY: the generator lives, and nobody else has it. No word has more than 32 bits.
        unsafe { (self.functions.get)(self.rng.as_ptr()) as u32 }
    }

    /// The next words.
    pub fn fill(&mut self, words: &mut [u32]) {
        for word in words {
            *word = self.next();
        }
    }
}

impl Drop for GslRandom<'_> {
    fn drop(&mut self) {
        // SAFETY: the library made it, and nobody else has it.
        unsafe { (self.functions.free)(self.rng.as_ptr()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_reads_otherwise_is_not_asked() {
        assert!(!answers(3, "bsd", 0) && answers(3, "bsd", -1));
        assert!(answers(3, "glibc2", 0) && !answers(3, "glibc2", -1) && answers(0, "glibc2", -1));
    }
}
