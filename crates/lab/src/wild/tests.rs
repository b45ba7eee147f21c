use std::fs;

use tempfile::TempDir;

use super::*;
use crate::fixtures::{committed, root};

fn packages() -> Vec<Package> {
    table(&root()).unwrap()
}

fn results() -> Results {
    Results::parse(&committed(RESULTS).unwrap()).unwrap()
}

#[test]
fn the_committed_results_are_those_of_the_table_and_as_it_expects() {
    let (packages, results) = (packages(), results());
    assert!(packages.len() >= 10);
    assert_eq!(packages.len(), results.packages.len());
    for (package, row) in packages.iter().zip(&results.packages) {
        assert!(
            row.is_of(package),
            "{} in the place of {}",
            row.title(),
            package.title()
        );
        assert_eq!(
            surprises(package, row, &results),
            [""; 0],
            "{}",
            package.title()
        );
        assert_eq!(row.about, package.about);
    }
    let from = |registry| packages.iter().any(|package| package.from == registry);
    assert!(
        [Registry::Npm, Registry::Pypi, Registry::Crates]
            .into_iter()
            .all(from)
    );
}

#[test]
fn another_verdict_than_expected_is_a_surprise() {
    let results = results();
    let known = |title: &str| {
        packages()
            .into_iter()
            .find(|package| package.title() == title)
            .unwrap()
    };

    let mut package = known("npm pcg-random 2.0.1");
    package.differs.clear();
    let row = results.of(&package).unwrap();
    assert_eq!(
        surprises(&package, row, &results),
        ["`boundedrand` differs and is expected to agree"]
    );

    let mut package = known("npm pcg 3.0.0");
    package.differs.push("random".into());
    let row = results.of(&package).unwrap();
    assert_eq!(
        surprises(&package, row, &results),
        ["`random` agrees and is expected to differ"]
    );

    let package = known("npm pcg 3.0.0");
    let found = Row {
        ops: row.ops - 1,
        ..row.clone()
    };
    assert!(surprises(&package, &found, &results)[0].contains("another result"));
    assert!(surprises(&package, row, &Results::default())[0].contains("does not have it"));
    let found = Row {
        ops: 0,
        values: 0,
        ..row.clone()
    };
    assert_eq!(
        surprises(&package, &found, &results),
        ["nothing was compared"]
    );
}

#[test]
fn a_row_of_the_table_is_refused_if_something_is_missing_or_unknown() {
    let text = fs::read_to_string(root().join(TABLE)).unwrap();
    let error = |text: &str, root: &Path| format!("{:#}", checked(text, root).unwrap_err());
    assert_eq!(
        error(&text, TempDir::new().unwrap().path()),
        "npm pcg-random 1.0.0 has no adapter: examples/wild/npm/pcg-random-1.js is missing"
    );
    for (from, to, why) in [
        (
            "version = \"1.0.0\"",
            "version = \"2.0.1\"",
            "npm pcg-random 2.0.1 is listed twice",
        ),
        (
            "subject = \"pcg32\"",
            "subject = \"pcg33\"",
            "npm pcg-random 1.0.0: no subject is called `pcg33`",
        ),
        (
            "\"raw\", \"random\"",
            "\"raw\", \"rundom\"",
            "npm pcg-random 1.0.0: pcg32 has no op `rundom`",
        ),
        (
            "differs = []",
            "differs = [\"advance\"]",
            "npm pcg-random 1.0.0: `advance` is to differ, and is not among the ops",
        ),
        (
            "digest = \"sha512-",
            "digest = \"sha256-",
            "npm pcg-random 1.0.0: the digest of pcg-random",
        ),
    ] {
        let found = error(&text.replacen(from, to, 1), &root());
        assert!(found.contains(why), "{found}");
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_differs_in_one_op_agrees_in_the_others() {
    use std::sync::atomic::AtomicBool;

    static STOP: AtomicBool = AtomicBool::new(false);
    let package = Package {
        subject: "pcg32".into(),
        has: vec!["srandom".into(), "boundedrand".into()],
        ..packages().remove(0)
    };
    // It seeds nothing, and every number is 0.
    let script = "while read -r op bound rest; do case $op in reset) echo nothing;; boundedrand) echo 0;; *) echo -;; esac; done";
    let command = ["sh", "-c", script].map(str::to_owned);
    let row = judge(&package, &command, &STOP).unwrap();
    let [difference] = &row.differences[..] else {
        panic!("{row:?}")
    };
    assert_eq!((&*difference.op, &*difference.actual), ("boundedrand", "0"));
    assert!(
        difference.shortest.starts_with("srandom "),
        "{difference:?}"
    );
    assert_eq!(
        (row.agrees.len(), row.values),
        (0, 0),
        "a seeding that cannot be seen is no agreement"
    );
}
