//! One build for the program and the tests: every dependency must have the same features in both.
//!
//! If the tests enable another feature, cargo builds the dependency and everything above it twice.

use std::collections::BTreeSet;

use super::Violation;

/// The manifest that requests the features.
pub(super) const MANIFEST: &str = "crates/cli/Cargo.toml";

/// Checks two outputs of `cargo tree --prefix none --format '{p};{f}'`: for the program, and for all default members with their
/// tests.
pub(super) fn check(program: &str, tests: &str) -> Vec<Violation> {
    let tests: BTreeSet<(&str, &str)> = tests.lines().filter_map(package).collect();
    let program: BTreeSet<(&str, &str)> = program.lines().filter_map(package).collect();
    let alone = program.difference(&tests);
    let violations = alone.map(|(name, features)| {
        let what = format!(
            "{name} has the features `{features}` in roguelab and not in the tests: see `cargo tree --edges features --invert`"
        );
        Violation::new("features", MANIFEST, 1, what)
    });
    violations.collect()
}

/// A package (name and version), with its features.
fn package(line: &str) -> Option<(&str, &str)> {
    let (package, features) = line.split_once(';')?;
    // After name and version comes the path, and after the features whether the package was shown before.
    let end = package
        .match_indices(' ')
        .nth(1)
        .map_or(package.len(), |(at, _)| at);
    Some((&package[..end], features.trim_end_matches("(*)").trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str =
        "cli v0.1.0 (crates/cli);\nrand v0.10.3;alloc,std\nsyn v2.0.1 (proc-macro);full\n\n";

    #[test]
    fn a_package_with_other_features_in_the_tests_or_none_is_named() {
        let tests = "cli v0.1.0 (crates/cli);\nsyn v2.0.1 (proc-macro);full\n";
        for (more, violations) in [
            ("rand v0.10.3;alloc,std (*)\nproptest v1.12.0;std\n", 0),
            ("rand v0.10.3;alloc,std,sys_rng\n", 1),
            ("", 1),
        ] {
            let found = check(PROGRAM, &(tests.to_owned() + more));
            assert_eq!(found.len(), violations, "{more}");
            assert!(found.iter().all(|one| one.what.contains("rand v0.10.3")));
        }
    }
}
