//! Proof that every name in an archive carries its prefix.
//!
//! `srandom` and `random` are in the C library. A reference with a bare name would link, silently, with another's
//! code: so the archive itself is read. Every global symbol that it defines must start with the prefix; every one
//! that it needs must start with it too, or be on the short list [`ALLOWED`].
//!
//! ```
//! use foreign::symbols::{ARCHIVES, check};
//!
//! for (path, prefix) in ARCHIVES {
//!     let symbols = check(&std::fs::read(path).unwrap(), prefix).unwrap();
//!     assert!(symbols.defined.contains(&format!("{prefix}srrandom")));
//! }
//! ```

use std::collections::BTreeSet;

use object::read::archive::ArchiveFile;
use object::{BinaryFormat, Object, ObjectSymbol};
use thiserror::Error;

/// The archives of the references: where the build put them, and their prefix.
pub const ARCHIVES: [(&str, &str); 2] = [(env!("ROGUE_REF_ARCHIVE"), "ref_"), (env!("ROGUE_REF32_ARCHIVE"), "ref32_")];

/// The names an archive may need that are not its own, and why.
pub const ALLOWED: &[(&str, &str)] = &[
    ("memcpy", "copies of structs and tables"),
    ("memset", "clearing of arrays"),
    ("memmove", "what a compiler makes of a copying loop"),
    ("strlen", "the length of a title"),
    ("strnlen", "the same, bounded"),
    ("__memcpy_chk", "memcpy, where the compiler hardens it"),
    ("__memset_chk", "memset, where the compiler hardens it"),
    ("__stack_chk_fail", "the compiler's guard of the stack"),
    ("__stack_chk_guard", "the same, on other targets"),
    ("_GLOBAL_OFFSET_TABLE_", "position-independent code"),
];

/// The global names of an archive, without the underscore that some formats put before all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbols {
    /// Those it defines.
    pub defined: BTreeSet<String>,
    /// Those it needs and does not define.
    pub undefined: BTreeSet<String>,
}

/// Why an archive is refused.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SymbolError {
    /// It is no archive, or a member is no object file.
    #[error("cannot read the archive: {0}")]
    Unreadable(#[from] object::Error),
    /// It defines no global name at all: there is nothing to prove.
    #[error("the archive defines no global symbol")]
    Empty,
    /// It defines names without the prefix.
    #[error("defined without the prefix {prefix}: {}", .names.join(", "))]
    Bare {
        /// The prefix they lack.
        prefix: String,
        /// The names, sorted.
        names: Vec<String>,
    },
    /// It needs names that are neither prefixed nor allowed.
    #[error("needed from elsewhere, and not on the list of what may be: {}", .names.join(", "))]
    Stray {
        /// The names, sorted.
        names: Vec<String>,
    },
}

/// Reads an archive and checks all its global symbols against the prefix.
///
/// # Errors
/// [`SymbolError`], naming every symbol that offends.
pub fn check(archive: &[u8], prefix: &str) -> Result<Symbols, SymbolError> {
    let symbols = read(archive)?;
    if symbols.defined.is_empty() {
        return Err(SymbolError::Empty);
    }
    let bare = |name: &&String| !name.starts_with(prefix);
    let names: Vec<String> = symbols.defined.iter().filter(bare).cloned().collect();
    if !names.is_empty() {
        return Err(SymbolError::Bare { prefix: prefix.to_owned(), names });
    }
    let stray = |name: &&String| bare(name) && !ALLOWED.iter().any(|(allowed, _)| allowed == name);
    let names: Vec<String> = symbols.undefined.iter().filter(stray).cloned().collect();
    if !names.is_empty() {
        return Err(SymbolError::Stray { names });
    }
    Ok(symbols)
}

fn read(archive: &[u8]) -> Result<Symbols, object::Error> {
    let (mut defined, mut undefined) = (BTreeSet::new(), BTreeSet::new());
    for member in ArchiveFile::parse(archive)?.members() {
        let object = object::File::parse(member?.data(archive)?)?;
        for symbol in object.symbols().filter(ObjectSymbol::is_global) {
            let name = symbol.name()?;
            let name = match object.format() {
                BinaryFormat::MachO => name.strip_prefix('_').unwrap_or(name),
                _ => name,
            };
            if symbol.is_undefined() { &mut undefined } else { &mut defined }.insert(name.to_owned());
        }
    }
    undefined.retain(|name| !defined.contains(name));
    Ok(Symbols { defined, undefined })
}
