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
//!     let defined = check(&std::fs::read(path).unwrap(), prefix).unwrap();
//!     assert!(defined.contains(&format!("{prefix}srrandom")));
//! }
//! ```

use std::collections::BTreeSet;

use object::read::archive::ArchiveFile;
use object::{BinaryFormat, Object, ObjectSymbol};

/// The archives of the references: where the build put them, and their prefix.
pub const ARCHIVES: [(&str, &str); 2] = [
    (env!("ROGUE_REF_ARCHIVE"), "ref_"),
    (env!("ROGUE_REF32_ARCHIVE"), "ref32_"),
];

/// The names an archive may need that are not its own: copies and clearing of structs and tables, lengths of titles, and what
/// compilers put in.
pub const ALLOWED: &[&str] = &[
    "memcpy",
    "memset",
    // What a compiler makes of a copying loop.
    "memmove",
    "strlen",
    "strnlen",
    // The same, where the compiler hardens them.
    "__memcpy_chk",
    "__memset_chk",
    // The compiler's guard of the stack, on one target and on others.
    "__stack_chk_fail",
    "__stack_chk_guard",
    // Position-independent code.
    "_GLOBAL_OFFSET_TABLE_",
];

/// Reads an archive, checks all its global symbols against the prefix, and gives the names that it defines, without the
/// underscore that some formats put before all of them.
///
/// # Errors
/// A fault, with every symbol that has it.
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

/// The global names that an archive defines, and those that it needs and does not define.
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
