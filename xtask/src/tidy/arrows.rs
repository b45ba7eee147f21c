//! The arrows of the design: which of our crates may use which others.

use super::Violation;

/// The crates that a crate may use.
enum Uses {
    /// Any of our crates, and any others.
    All,
    /// These of our crates, and any others.
    Only(&'static [&'static str]),
    /// No crate.
    Nothing,
}

/// The arrows. A crate that is missing here has no place in the design yet.
const ARROWS: &[(&str, Uses)] = &[
    (
        "answers",
        Uses::Only(&[
            "exact",
            "generators",
            "gof",
            "grids",
            "identify",
            "lockstep",
            "permute",
            "rogue",
            "scan",
            "subjects",
        ]),
    ),
    ("benches", Uses::All),
    ("evidence", Uses::All),
    ("exact", Uses::Only(&["generators"])),
    (
        "findings",
        Uses::Only(&["exact", "generators", "gof", "grids", "permute", "rogue"]),
    ),
    ("foreign", Uses::Only(&["lockstep"])),
    ("fuzz", Uses::All),
    ("generators", Uses::Only(&[])),
    ("gof", Uses::Only(&[])),
    ("grids", Uses::Only(&["generators"])),
    ("identify", Uses::Only(&["generators"])),
    ("cli", Uses::All),
    ("lockstep", Uses::Only(&[])),
    ("permute", Uses::Only(&["generators"])),
    (
        "python",
        Uses::Only(&["answers", "cli", "generators", "web"]),
    ),
    ("rogue", Uses::Only(&["generators"])),
    ("scan", Uses::Only(&["generators", "rogue"])),
    (
        "zoo",
        Uses::Only(&["exact", "generators", "gof", "grids", "permute", "rogue"]),
    ),
    (
        "subjects",
        Uses::Only(&[
            "foreign",
            "generators",
            "grids",
            "lockstep",
            "permute",
            "rogue",
        ]),
    ),
    ("web", Uses::Only(&["answers", "generators", "gof"])),
    ("xtask", Uses::Nothing),
];

/// The crates that tests may use in addition: exact enumeration, tests of samples, and temporary folders.
const FOR_TESTS: &[(&str, &str)] = &[
    ("grids", "exact"),
    ("permute", "gof"),
    ("rogue", "gof"),
    ("xtask", "tempfile"),
];

/// Checks two outputs of `cargo tree --workspace --depth 1 --prefix depth`: a line `0NAME ...` for each member, then a line
/// `1NAME ...` for each of its dependencies. The first has the dependencies of the build, the second those of the tests, which
/// count as well, with a few exceptions.
pub(super) fn check(built: &str, tests: &str) -> Vec<Violation> {
    let mut found = check_edges(built, &[]);
    found.extend(check_edges(tests, FOR_TESTS));
    found
}

fn check_edges(tree: &str, also: &[(&str, &str)]) -> Vec<Violation> {
    let ours: Vec<&str> = tree.lines().filter_map(|line| package(line, '0')).collect();
    let mut found = Vec::new();
    let mut user = "";
    for line in tree.lines() {
        if let Some(member) = package(line, '0') {
            user = member;
            if allowed_uses(member).is_none() {
                found.push(violation(
                    member,
                    format!("the crate {member} is not in the design's arrows"),
                ));
            }
        } else if let Some(used) = package(line, '1')
            && let Some(allowed) = allowed_uses(user)
        {
            let fine = match allowed {
                _ if also.contains(&(user, used)) => true,
                Uses::All => true,
                // Tests request more features of their own crate by an edge to it.
                Uses::Only(list) => used == user || list.contains(&used) || !ours.contains(&used),
                Uses::Nothing => false,
            };
            if !fine {
                found.push(violation(
                    user,
                    format!("{user} -> {used} is no arrow of the design"),
                ));
            }
        }
    }
    found
}

fn allowed_uses(user: &str) -> Option<&'static Uses> {
    ARROWS
        .iter()
        .find(|(name, _)| *name == user)
        .map(|(_, uses)| uses)
}

/// The package on a line at this depth, by the name of the crate if it is one of ours.
fn package(line: &str, depth: char) -> Option<&str> {
    let name = line.strip_prefix(depth)?.split_whitespace().next()?;
    Some(if name == "roguelab" {
        "cli"
    } else {
        name.strip_prefix("roguelab-").unwrap_or(name)
    })
}

/// A violation in the manifest of a crate. Cargo does not say on which line the edge is.
fn violation(user: &str, what: String) -> Violation {
    let folder = if matches!(user, "benches" | "fuzz" | "xtask") {
        ""
    } else {
        "crates/"
    };
    Violation::new("arrows", &format!("{folder}{user}/Cargo.toml"), 1, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = "\
0roguelab-exact v0.1.0 (crates/exact)
1roguelab-generators v0.1.0 (crates/generators)
1num-bigint v0.4.6

0generators v0.1.0 (crates/generators)
1rand_core v0.10.1

0roguelab v0.1.0 (crates/cli)
1exact v0.1.0 (crates/exact)

0lockstep v0.1.0 (crates/lockstep)

0rogue v0.1.0 (crates/rogue)
1generators v0.1.0 (crates/generators)

0xtask v0.1.0 (xtask)
";

    fn violations(built: &str, tests: &str) -> Vec<String> {
        check(built, tests)
            .into_iter()
            .map(|violation| violation.what)
            .collect()
    }

    fn edges(tree: &str) -> Vec<String> {
        violations(tree, "")
    }

    #[test]
    fn the_arrows_of_the_design_pass() {
        assert_eq!(edges(SOUND), [""; 0]);
        assert_eq!(violations("", SOUND), [""; 0]);
    }

    #[test]
    fn an_edge_for_tests_alone_is_not_one_for_what_is_built() {
        let tree = format!("{SOUND}1tempfile v3.0.0\n");
        assert_eq!(violations("", &tree), [""; 0]);
        assert_eq!(
            edges(&tree),
            ["xtask -> tempfile is no arrow of the design"]
        );
        let tree = SOUND.replace("1rand_core", "1lockstep v0.1.0\n1rand_core");
        assert_eq!(
            violations("", &tree),
            ["generators -> lockstep is no arrow of the design"]
        );
    }

    #[test]
    fn an_edge_against_the_arrows_is_named() {
        for (user, edge, found) in [
            (
                "1rand_core",
                "1rogue v0.1.0",
                &["generators -> rogue is no arrow of the design"][..],
            ),
            (
                "1num-bigint",
                "1lockstep v0.1.0",
                &["exact -> lockstep is no arrow of the design"],
            ),
            ("1rand_core", "1generators v0.1.0", &[]),
        ] {
            assert_eq!(
                edges(&SOUND.replace(user, &format!("{edge}\n{user}"))),
                found
            );
        }
        assert_eq!(
            edges(&format!("{SOUND}1serde v1.0.0\n")),
            ["xtask -> serde is no arrow of the design"]
        );
        let unknown = format!("{SOUND}\n0mazes v0.1.0 (crates/mazes)\n1serde v1.0.0\n");
        assert_eq!(
            edges(&unknown),
            ["the crate mazes is not in the design's arrows"]
        );
    }
}
