//! `gof` must be quick to build in other people's tests.

use std::collections::BTreeSet;

use super::Violation;

/// The manifest that names the dependencies.
const MANIFEST: &str = "crates/gof/Cargo.toml";

/// How many packages `gof` without features may consist of. Another project's test also needs `rand`, which is seven packages,
/// and itself: at most twenty in total.
const MOST: usize = 12;

/// Checks an output of `cargo tree -p roguelab-gof --prefix none --format '{p};{f}'`.
pub(super) fn check(tree: &str) -> Vec<Violation> {
    let packages: BTreeSet<&str> = tree
        .lines()
        .filter_map(|line| line.split(' ').next())
        .filter(|p| !p.is_empty())
        .collect();
    // An empty list proves nothing.
    if packages.contains("roguelab-gof") && packages.len() <= MOST {
        return Vec::new();
    }
    let list = packages.iter().copied().collect::<Vec<_>>().join(", ");
    let what = format!(
        "gof without features is {} packages, at most {MOST} are allowed: {list}",
        packages.len()
    );
    vec![Violation::new("light", MANIFEST, 1, what)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(packages: usize) -> String {
        let mut tree = String::from("roguelab-gof v0.1.0 (crates/gof);\n");
        for i in 1..packages {
            tree += &format!("p{i} v1.0.0;std\np{i} v1.0.0;std (*)\n");
        }
        tree + "\n"
    }

    #[test]
    fn too_many_packages_and_none_at_all_are_found() {
        assert_eq!(check(&tree(MOST)), []);
        assert_eq!(check(&tree(MOST + 1)).len(), 1);
        assert_eq!(check("").len(), 1);
    }
}
