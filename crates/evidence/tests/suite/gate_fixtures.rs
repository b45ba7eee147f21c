//! A change to any fixture makes the gate fail: by its digest, and by recomputation where there is one.

use std::fs;

use cli::gate::{Check, Context};
use gof::Verdict;
use roguelab_evidence::fixtures::manifest::{self, Manifest};
use roguelab_evidence::gate::fixtures;
use subjects::oracles::Policy;
use tempfile::TempDir;

use super::gate::{change, copied};
use crate::folders::files;
use crate::program::assert_has;

fn context(folder: &TempDir) -> Context<'static> {
    Context {
        fixtures: folder.path().join("fixtures"),
        policy: Policy::Off,
        tick: &|| (),
    }
}

/// The check on a file, by its name below `fixtures`.
fn about<'a>(checks: &'a [Check], name: &str) -> Option<&'a Check> {
    checks
        .iter()
        .find(|check| check.name == format!("SHA256SUMS: {name}"))
}

#[test]
fn one_changed_digit_in_any_fixture_is_red_and_names_the_file() {
    let folder = copied();
    let context = context(&folder);
    let green = fixtures::manifest(&context);
    assert_eq!(
        green.iter().map(|check| check.verdict).collect::<Vec<_>>(),
        [Verdict::Pass],
        "{green:?}"
    );

    let all = files(&context.fixtures);
    assert_eq!(
        green[0].finding,
        format!("{} files have their committed digests", all.len() - 1)
    );
    for path in all {
        let name = path
            .strip_prefix(&context.fixtures)
            .unwrap()
            .to_str()
            .unwrap()
            .replace('\\', "/");
        let bytes = fs::read(&path).unwrap();
        let digits: Vec<_> = (0..bytes.len())
            .filter(|&at| bytes[at].is_ascii_digit())
            .collect();
        assert!(!digits.is_empty(), "{name} has no digit to change");
        // In the list of digests itself, the digits in the middle and at both ends are tried.
        let places = [digits.len() / 2, 0, digits.len() - 1];
        for at in places
            .into_iter()
            .take(if name == manifest::NAME { 3 } else { 1 })
            .map(|place| digits[place])
        {
            let mut changed = bytes.clone();
            changed[at] = if bytes[at] == b'9' {
                b'0'
            } else {
                bytes[at] + 1
            };
            fs::write(&path, &changed).unwrap();
            let checks = fixtures::manifest(&context);
            assert!(checks.iter().all(Check::is_red), "{name}: {checks:?}");
            if name == manifest::NAME {
                assert!(
                    !checks.is_empty(),
                    "the digest or the name of a file was changed"
                );
                continue;
            }
            let check =
                about(&checks, &name).unwrap_or_else(|| panic!("{name} is not named: {checks:?}"));
            assert_eq!((checks.len(), check.verdict), (1, Verdict::Fail));
            assert!(check.file.as_ref().unwrap().ends_with(&name) && check.finding.contains(&name));
            assert_has(&check.finding, &["committed sha256 ", "now sha256 "]);
        }
        fs::write(&path, bytes).unwrap();
    }
    assert_eq!(fixtures::manifest(&context), green);
}

#[test]
fn a_missing_file_a_new_file_and_a_missing_manifest_are_red() {
    let folder = copied();
    let context = context(&folder);
    fs::remove_file(context.fixtures.join("gof/testu01.json")).unwrap();
    fs::write(context.fixtures.join("vectors/new.txt"), "").unwrap();
    let checks = fixtures::manifest(&context);
    assert_eq!(checks.len(), 2);
    let said = |name| about(&checks, name).unwrap().finding.clone();
    assert_has(
        &said("gof/testu01.json"),
        &["is missing", "run `cargo xtask bless`", "`git restore`"],
    );
    assert_has(
        &said("vectors/new.txt"),
        &[
            "is not in the list of digests",
            "run `cargo xtask bless`",
            "remove it",
        ],
    );

    fs::remove_file(context.fixtures.join(manifest::NAME)).unwrap();
    let [check] = &fixtures::manifest(&context)[..] else {
        panic!("one check")
    };
    assert_eq!(check.verdict, Verdict::Invalid);
    assert_has(
        &check.finding,
        &["cannot read", "SHA256SUMS", "`git restore`"],
    );
}

#[test]
fn changed_fixtures_with_new_digests_are_still_caught_where_the_port_recomputes_them() {
    let folder = copied();
    change(&folder, "vectors/get_rand.json", "{\"i32\":", "{\"i32\":1");
    change(&folder, "atlas.txt", "lines 32768", "lines 32769");
    change(
        &folder,
        "game.txt",
        "same-after 1000 x 32768 seconds: 32768",
        "same-after 1000 x 32768 seconds: 32767",
    );
    change(
        &folder,
        "documents/rrandom.json",
        "1990395451",
        "1990395452",
    );
    let context = context(&folder);
    let digests = Manifest::of_folder(&context.fixtures).unwrap().text();
    fs::write(context.fixtures.join(manifest::NAME), digests).unwrap();

    let checks = (fixtures::SECTION.run)(&context).unwrap();
    let red: Vec<_> = checks.iter().filter(|check| check.is_red()).collect();
    let names: Vec<_> = red.iter().map(|check| check.name.as_str()).collect();
    let expected = [
        "documents/rrandom.json",
        "vectors/get_rand.json",
        "atlas.txt",
        "game.txt",
    ];
    assert_eq!(names, expected, "{red:#?}");
    assert!(
        red.iter().all(|check| check.verdict == Verdict::Fail),
        "{red:#?}"
    );
    let shown = |check: &Check| (check.changes[0].place.clone(), check.changes[0].was.clone());
    assert_eq!(shown(red[2]), ("line 5".into(), "lines 32769".into()));
    assert_eq!(shown(red[3]).1, "same-after 1000 x 32768 seconds: 32767");
}
