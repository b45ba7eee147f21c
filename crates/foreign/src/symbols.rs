//! Proof that every name in an archive carries its prefix.
//!
//! The C library has `srandom` and `random`. A reference with a bare name would silently link with that code: so the archive
//! itself is read. Every global symbol that it defines must start with the prefix; every one that it needs must start with it
//! too, or be on the short list [`ALLOWED`].
//!
//! ```
//! use roguelab_foreign::symbols::{ARCHIVES, check};
//!
//! for (path, prefix) in ARCHIVES {
//!     let defined = check(&std::fs::read(path).unwrap(), prefix).unwrap();
//!     assert!(defined.contains(&format!("{prefix}srrandom")));
//! }
//! ```

use std::collections::BTreeSet;

use object::read::archive::ArchiveFile;
use object::{BinaryFormat, Object, ObjectSymbol};

/// The archives of the references: their paths and prefixes.
pub const ARCHIVES: [(&str, &str); 2] = [
    (env!("ROGUE_REF_ARCHIVE"), "ref_"),
    (env!("ROGUE_REF32_ARCHIVE"), "ref32_"),
];

/// The foreign names that an archive may need: functions that copy and clear structs and tables, that give the length of a
/// title, and that compilers add.
pub const ALLOWED: &[&str] = &[
    "memcpy",
    "memset",
    // Compilers make this from a copying loop.
    "memmove",
    "strlen",
    "strnlen",
    // The same, in the hardened form of some compilers.
    "__memcpy_chk",
    "__memset_chk",
    // The compiler's stack guard, on different targets.
    "__stack_chk_fail",
    "__stack_chk_guard",
    // For position-independent code.
    "_GLOBAL_OFFSET_TABLE_",
];

/// Reads an archive, checks all its global symbols against the prefix, and returns the names that it defines, without the
/// underscore that some formats put before all of them.
///
/// # Errors
/// If there is a fault: it is returned with every symbol that has it.
pub fn check(archive: &[u8], prefix: &str) -> Result<BTreeSet<String>, String> {
    let (defined, undefined) =
        read(archive).map_err(|error| format!("cannot read the archive: {error}"))?;
    if defined.is_empty() {
        return Err("the archive defines no global symbol".into());
    }
    let bare = |names: &BTreeSet<String>, allowed: &[&str]| {
        let offends =
            |name: &&String| !name.starts_with(prefix) && !allowed.contains(&name.as_str());
        names
            .iter()
            .filter(offends)
            .cloned()
            .collect::<Vec<_>>()
            .join(", ")
    };
    let names = bare(&defined, &[]);
    if !names.is_empty() {
        return Err(format!("defined without the prefix {prefix}: {names}"));
    }
    let names = bare(&undefined, ALLOWED);
    if !names.is_empty() {
        return Err(format!(
            "needed from elsewhere, and not on the list of allowed symbols: {names}"
        ));
    }
    Ok(defined)
}

/// The global names that an archive defines, and those that it needs but does not define.
fn read(archive: &[u8]) -> Result<(BTreeSet<String>, BTreeSet<String>), object::Error> {
    let (mut defined, mut undefined) = (BTreeSet::new(), BTreeSet::new());
    for member in ArchiveFile::parse(archive)?.members() {
        let object = object::File::parse(member?.data(archive)?)?;
        for symbol in object.symbols().filter(ObjectSymbol::is_global) {
            let name = symbol.name()?;
            let name = match object.format() {
                BinaryFormat::MachO => name.strip_prefix('_').unwrap_or(name),
                _ => name,
            };
            if symbol.is_undefined() {
                &mut undefined
            } else {
                &mut defined
            }
            .insert(name.to_owned());
        }
    }
    undefined.retain(|name| !defined.contains(name));
    Ok((defined, undefined))
}
