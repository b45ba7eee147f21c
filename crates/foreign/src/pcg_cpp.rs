//! An oracle: the PCG author's own C++ header, when it is found on this system.
//!
//! `pcg_random.hpp` is Melissa O'Neill's library. It is not needed to build anything here: `vendor-c/pcg_cpp.cpp`, which
//! gives it names of C, is compiled with it when a program asks for it, and opened as a shared library. The header is
//! looked for in the folder that `ROGUELAB_PCG_CPP` names, else where the system has such headers.
//!
//! A bounded number is what the library's own `rng(bound)` gives, a step back its own `backstep(1)`. State and increment
//! go in and out in the text form in which the header writes and reads a generator. It keeps an increment odd: an even
//! one is one less than what it reads back, and the same stream.
//!
//! ```
//! use foreign::pcg_cpp::PcgCpp;
//!
//! if let Ok(library) = PcgCpp::find() {
//!     assert_eq!(library.seeded(42, 54).unwrap().next(), 0xa15c_02b7);
//! }
//! ```

use core::num::NonZeroU32;
use core::ptr::NonNull;
use std::path::{Path, PathBuf};
use std::{fs, io};

use libloading::Library;

use crate::compiler::Compiler;
use crate::library::{self, Place};
use crate::oracles::OracleError;
use crate::private;

/// The variable that names the folder of the header.
pub const FOLDER: &str = "ROGUELAB_PCG_CPP";

/// The header.
const HEADER: &str = "pcg_random.hpp";

/// What the shared library is called.
const LIBRARY: &str = "libpcg_cpp_shim.so";

/// Where a system has headers.
const SYSTEM: [&str; 2] = ["/usr/include", "/usr/local/include"];

const SOURCE: &str = include_str!(concat!(env!("VENDOR_C"), "/pcg_cpp.cpp"));

fn not_in(places: &[PathBuf]) -> OracleError {
    let places: Vec<_> = places
        .iter()
        .map(|place| place.display().to_string())
        .collect();
    OracleError::Unavailable(format!("{HEADER} is not in {}", places.join(", ")))
}

fn unwritable(error: &io::Error) -> OracleError {
    OracleError::Unavailable(format!("cannot write a temporary file: {error}"))
}

/// `pcg32` of the header.
#[repr(C)]
struct Rng {
    _opaque: [u8; 0],
}

type Make = unsafe extern "C" fn(u64, u64) -> *mut Rng;
type Read = unsafe extern "C" fn(*const Rng) -> u64;

#[derive(Debug)]
struct Functions {
    seeded: Make,
    raw: Make,
    free: unsafe extern "C" fn(*mut Rng),
    next: unsafe extern "C" fn(*mut Rng) -> u32,
    fill: unsafe extern "C" fn(*mut Rng, *mut u32, usize),
    bounded: unsafe extern "C" fn(*mut Rng, u32) -> u32,
    advance: unsafe extern "C" fn(*mut Rng, u64),
    backstep: unsafe extern "C" fn(*mut Rng, u64),
    distance: unsafe extern "C" fn(*const Rng, *const Rng) -> u64,
    state: Read,
    increment: Read,
}

/// The header, compiled and opened.
#[derive(Debug)]
pub struct PcgCpp {
    functions: Functions,
    place: Place,
    // The functions above are its.
    _library: Library,
}

impl PcgCpp {
    /// Finds the header, compiles it, which takes a second or two, and opens what came of it.
    ///
    /// # Errors
    /// [`OracleError`].
    pub fn find() -> Result<Self, OracleError> {
        // SAFETY: the environment is the user's own.
        unsafe { Self::find_in(library::folder_named_by(FOLDER).as_deref()) }
    }

    /// # Safety
    /// If a folder is named, the header in it is the library's.
    unsafe fn find_in(named: Option<&Path>) -> Result<Self, OracleError> {
        if let Some(folder) = named {
            // SAFETY: the caller's promise.
            return unsafe { Self::compile(folder, Place::Named(folder.join(HEADER))) };
        }
        let folders = SYSTEM.map(PathBuf::from);
        match folders.iter().find(|folder| folder.join(HEADER).is_file()) {
            // SAFETY: what the system has under this name every program is given that asks for it.
            Some(folder) => unsafe { Self::compile(folder, Place::System(folder.join(HEADER))) },
            None => Err(not_in(&folders)),
        }
    }

    /// # Safety
    /// The header in this folder is the library's.
    unsafe fn compile(include: &Path, place: Place) -> Result<Self, OracleError> {
        if !include.join(HEADER).is_file() {
            return Err(not_in(&[include.to_owned()]));
        }
        // A library that has been opened does not need its file: the folder goes at the end of this function.
        let folder = private::folder().map_err(|error| unwritable(&error))?;
        let library = build(include, folder.path())?;
        // SAFETY: it was compiled just now, in a folder that nobody else can enter.
        unsafe { Self::open(&library, place) }
    }

    /// # Safety
    /// The library was compiled from `vendor-c/pcg_cpp.cpp` and the header.
    unsafe fn open(path: &Path, place: Place) -> Result<Self, OracleError> {
        // SAFETY: nothing runs when it is opened but what the C++ library does for any program; the functions have
        // these signatures in `vendor-c/pcg_cpp.cpp`, of which this library was compiled.
        unsafe {
            let library = Library::new(path)?;
            let functions = Functions {
                seeded: *library.get::<Make>(b"oracle_pcg_seeded\0")?,
                raw: *library.get::<Make>(b"oracle_pcg_raw\0")?,
                free: *library.get(b"oracle_pcg_free\0")?,
                next: *library.get(b"oracle_pcg_next\0")?,
                fill: *library.get(b"oracle_pcg_fill\0")?,
                bounded: *library.get(b"oracle_pcg_bounded\0")?,
                advance: *library.get(b"oracle_pcg_advance\0")?,
                backstep: *library.get(b"oracle_pcg_backstep\0")?,
                distance: *library.get(b"oracle_pcg_distance\0")?,
                state: *library.get::<Read>(b"oracle_pcg_state\0")?,
                increment: *library.get::<Read>(b"oracle_pcg_increment\0")?,
            };
            Ok(Self {
                functions,
                place,
                _library: library,
            })
        }
    }

    /// Where the header was found.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The address of the code behind [`PcgCppRandom::next`], as a number: for a test that two sides are different code.
    pub fn code_address(&self) -> usize {
        self.functions.next as usize
    }

    /// A generator from a state and a stream: what the header's constructor takes.
    ///
    /// # Errors
    /// [`OracleError::Unavailable`] if there is no memory.
    pub fn seeded(&self, state: u64, stream: u64) -> Result<PcgCppRandom<'_>, OracleError> {
        self.make(self.functions.seeded, state, stream)
    }

    /// A generator with this state and increment.
    ///
    /// # Errors
    /// [`OracleError::Unavailable`] if there is no memory.
    pub fn raw(&self, state: u64, increment: u64) -> Result<PcgCppRandom<'_>, OracleError> {
        self.make(self.functions.raw, state, increment)
    }

    fn make(&self, make: Make, first: u64, second: u64) -> Result<PcgCppRandom<'_>, OracleError> {
        // SAFETY: any numbers will do.
        let rng = NonNull::new(unsafe { make(first, second) })
            .ok_or_else(|| OracleError::Unavailable("the header made no generator".into()))?;
        Ok(PcgCppRandom {
            functions: &self.functions,
            rng,
        })
    }
}

/// Compiles the header in the folder `include` into a library in the folder `folder`.
fn build(include: &Path, folder: &Path) -> Result<PathBuf, OracleError> {
    let (source, library) = (folder.join("pcg_cpp.cpp"), folder.join(LIBRARY));
    fs::write(&source, SOURCE).map_err(|error| unwritable(&error))?;
    Compiler::find()?.shared_library(&source, include, &library)?;
    Ok(library)
}

/// A generator of the header.
pub struct PcgCppRandom<'a> {
    functions: &'a Functions,
    rng: NonNull<Rng>,
}

// SAFETY for all calls below: the generator lives as long as this value, which alone has it, and the library longer.
impl PcgCppRandom<'_> {
    /// The next word.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u32 {
        // SAFETY: see above.
        unsafe { (self.functions.next)(self.rng.as_ptr()) }
    }

    /// The next words.
    pub fn fill(&mut self, words: &mut [u32]) {
        // SAFETY: see above; so many words there are.
        unsafe { (self.functions.fill)(self.rng.as_ptr(), words.as_mut_ptr(), words.len()) }
    }

    /// A number below the bound.
    pub fn bounded(&mut self, bound: NonZeroU32) -> u32 {
        // SAFETY: see above; the header divides by the bound, which is not 0.
        unsafe { (self.functions.bounded)(self.rng.as_ptr(), bound.get()) }
    }

    /// So many steps, modulo 2^64: a negative number of them goes back.
    pub fn advance(&mut self, delta: u64) {
        // SAFETY: see above.
        unsafe { (self.functions.advance)(self.rng.as_ptr(), delta) }
    }

    /// So many steps back.
    pub fn backstep(&mut self, delta: u64) {
        // SAFETY: see above.
        unsafe { (self.functions.backstep)(self.rng.as_ptr(), delta) }
    }

    /// How many steps it takes to come to the other, if both are on one stream.
    pub fn distance_to(&self, other: &PcgCppRandom<'_>) -> Option<u64> {
        // SAFETY: see above; the header refuses only generators of different streams.
        (self.increment() == other.increment())
            .then(|| unsafe { (self.functions.distance)(self.rng.as_ptr(), other.rng.as_ptr()) })
    }

    /// The state.
    pub fn state(&self) -> u64 {
        // SAFETY: see above.
        unsafe { (self.functions.state)(self.rng.as_ptr()) }
    }

    /// The increment.
    pub fn increment(&self) -> u64 {
        // SAFETY: see above.
        unsafe { (self.functions.increment)(self.rng.as_ptr()) }
    }
}

impl Drop for PcgCppRandom<'_> {
    fn drop(&mut self) {
        // SAFETY: the library made it, and nobody else has it.
        unsafe { (self.functions.free)(self.rng.as_ptr()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_the_header_is_told() {
        let empty = tempfile::tempdir().unwrap();
        // SAFETY: the folder is empty.
        let error = unsafe { PcgCpp::find_in(Some(empty.path())) }.unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("{HEADER} is not in {}", empty.path().display())
        );
    }
}
