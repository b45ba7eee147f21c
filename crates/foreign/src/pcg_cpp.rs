//! An oracle: the PCG author's own C++ header, if it is found on this system.
//!
//! `pcg_random.hpp` is Melissa O'Neill's library. It is not needed to build anything here: `vendor-c/pcg_cpp.cpp`, which gives
//! its functions C names, is compiled with it when a program asks for it, and opened as a shared library. The header is looked
//! for in the folder that `ROGUELAB_PCG_CPP` names, otherwise where the system has such headers.
//!
//! A bounded number is the result of the library's own `rng(bound)`, a step back that of `backstep(1)`. State and increment go
//! in and out in the text form in which the header writes and reads a generator. It keeps an increment odd: an even one becomes
//! the odd one above it, and is the same stream.
//!
//! ```
//! use roguelab_foreign::pcg_cpp::PcgCpp;
//!
//! if let Ok(library) = PcgCpp::find() {
//!     assert_eq!(library.seeded(42, 54).unwrap().next(), 0xa15c_02b7);
//! }
//! ```

use core::num::NonZeroU32;
use core::ptr::NonNull;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use libloading::Library;

use crate::library::functions;
use crate::oracles::{OracleError, named_by, temporary_folder};

/// The variable that names the folder of the header.
pub const FOLDER: &str = "ROGUELAB_PCG_CPP";

/// The header.
const HEADER: &str = "pcg_random.hpp";

/// The variable that names the C++ compiler, with its arguments if there are any.
pub const COMPILER: &str = "CXX";

/// Its names if no variable names it.
pub const COMPILERS: [&str; 3] = ["c++", "g++", "clang++"];

/// Where a system has headers.
const SYSTEM: [&str; 2] = ["/usr/include", "/usr/local/include"];

const SOURCE: &str = include_str!(concat!(env!("VENDOR_C"), "/pcg_cpp.cpp"));

fn unavailable(why: impl Into<String>) -> OracleError {
    OracleError::Unavailable(why.into())
}

/// `pcg32` of the header.
#[repr(C)]
struct Rng {
    _opaque: [u8; 0],
}

type Make = unsafe extern "C" fn(u64, u64) -> *mut Rng;

functions! {
    Functions {
        seeded = "oracle_pcg_seeded": fn(u64, u64) -> *mut Rng;
        raw = "oracle_pcg_raw": fn(u64, u64) -> *mut Rng;
        free = "oracle_pcg_free": fn(*mut Rng);
        next = "oracle_pcg_next": fn(*mut Rng) -> u32;
        fill = "oracle_pcg_fill": fn(*mut Rng, *mut u32, usize);
        bounded = "oracle_pcg_bounded": fn(*mut Rng, u32) -> u32;
        advance = "oracle_pcg_advance": fn(*mut Rng, u64);
        backstep = "oracle_pcg_backstep": fn(*mut Rng, u64);
        distance = "oracle_pcg_distance": fn(*const Rng, *const Rng) -> u64;
        state = "oracle_pcg_state": fn(*const Rng) -> u64;
        increment = "oracle_pcg_increment": fn(*const Rng) -> u64;
    }
}

/// The header, compiled and opened.
#[derive(Debug)]
pub struct PcgCpp {
    functions: Functions,
    place: PathBuf,
    // The functions above belong to it.
    _library: Library,
}

impl PcgCpp {
    /// Finds the header, compiles it, which takes a second or two, and opens the result.
    ///
    /// # Errors
    /// If it is not found or cannot be compiled.
    pub fn find() -> Result<Self, OracleError> {
        let named = named_by(FOLDER);
        let folders = named
            .clone()
            .map_or(SYSTEM.map(PathBuf::from).to_vec(), |named| vec![named]);
        let found = folders.iter().find(|folder| folder.join(HEADER).is_file());
        let include = found.ok_or_else(|| {
            let places: Vec<_> = folders
                .iter()
                .map(|place| place.display().to_string())
                .collect();
            unavailable(format!("{HEADER} is not in {}", places.join(", ")))
        })?;
        // A library that has been opened does not need its file: the folder is removed at the end of this function.
        let unwritable = |error| unavailable(format!("cannot write a temporary file: {error}"));
        let folder = temporary_folder().map_err(unwritable)?;
        let (source, library) = (
            folder.path().join("pcg.cpp"),
            folder.path().join("libpcg.so"),
        );
        fs::write(&source, SOURCE).map_err(unwritable)?;
        compile(include, &source, &library)?;
        // SAFETY: it was compiled just now, in a folder that no other user can enter; when it is opened, only the C++ library's
        // own initialization runs; the functions have these signatures in `vendor-c/pcg_cpp.cpp`.
        unsafe {
            let library = Library::new(&library)?;
            Ok(Self {
                functions: Functions::of(&library)?,
                place: include.join(HEADER),
                _library: library,
            })
        }
    }

    /// Where the header was found.
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// A generator from a state and a stream, as the header's constructor takes them.
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
        // SAFETY: any numbers are valid.
        let rng = NonNull::new(unsafe { make(first, second) })
            .ok_or_else(|| unavailable("the header made no generator"))?;
        Ok(PcgCppRandom {
            functions: &self.functions,
            rng,
        })
    }
}

/// Compiles a source text into a shared library, with headers from the folder `include`, by the compiler that `CXX` names or
/// the first of the usual ones that starts.
fn compile(include: &Path, source: &Path, library: &Path) -> Result<(), OracleError> {
    let named = env::var(COMPILER)
        .ok()
        .filter(|named| !named.trim().is_empty());
    let tried = named.map_or(COMPILERS.map(str::to_owned).to_vec(), |named| vec![named]);
    for compiler in &tried {
        let mut words = compiler.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or_default());
        command
            .args(words)
            .args(["-std=c++11", "-O2", "-fPIC", "-shared", "-I"])
            .args([include, source])
            .arg("-o")
            .arg(library)
            .env("LC_ALL", "C")
            .stdin(Stdio::null());
        match command.output() {
            Ok(output) if output.status.success() => return Ok(()),
            Ok(output) => {
                let said = String::from_utf8_lossy(&output.stderr);
                return Err(unavailable(format!(
                    "{compiler} did not compile the header: {}",
                    said.trim_end()
                )));
            }
            Err(_) => {}
        }
    }
    Err(unavailable(format!(
        "no C++ compiler was found (tried: {}): install one (Debian: g++), or set {COMPILER} to the one to use",
        tried.join(", ")
    )))
}

/// A generator of the header.
pub struct PcgCppRandom<'a> {
    functions: &'a Functions,
    rng: NonNull<Rng>,
}

// SAFETY for all calls below: the generator lives as long as this value, which alone has it, and the library lives longer.
impl PcgCppRandom<'_> {
    /// The next word.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u32 {
        // SAFETY: see above.
        unsafe { (self.functions.next)(self.rng.as_ptr()) }
    }

    /// The next words.
    pub fn fill(&mut self, words: &mut [u32]) {
        // SAFETY: see above; the slice has this many words.
        unsafe { (self.functions.fill)(self.rng.as_ptr(), words.as_mut_ptr(), words.len()) }
    }

    /// A number below the bound.
    pub fn bounded(&mut self, bound: NonZeroU32) -> u32 {
        // SAFETY: see above; the header divides by the bound, which is not 0.
        unsafe { (self.functions.bounded)(self.rng.as_ptr(), bound.get()) }
    }

    /// Advances by this many steps, modulo 2^64: a negative number goes back.
    pub fn advance(&mut self, delta: u64) {
        // SAFETY: see above.
        unsafe { (self.functions.advance)(self.rng.as_ptr(), delta) }
    }

    /// Goes back by this many steps.
    pub fn backstep(&mut self, delta: u64) {
        // SAFETY: see above.
        unsafe { (self.functions.backstep)(self.rng.as_ptr(), delta) }
    }

    /// How many steps it takes to reach the other generator, if both are on one stream.
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
