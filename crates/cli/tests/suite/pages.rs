//! README.md, CONTRIBUTING.md, ARCHITECTURE.md, and the pages of docs/ and of each crate name files and tasks that exist. The
//! commands that they show are run in `tests/snapshots.rs`.

use std::fs;
use std::path::PathBuf;

use subjects::oracles::root;

/// The page that says where everything is, and its greatest length in lines: two screens.
const MAP: &str = "ARCHITECTURE.md";
const MOST_LINES_OF_THE_MAP: usize = 90;

fn read(page: &str) -> String {
    fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// The contents of a folder in the repository.
fn listed(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// All pages. Every crate has one.
fn pages() -> Vec<PathBuf> {
    let mut pages = listed("docs");
    pages.retain(|path| path.extension().is_some_and(|end| end == "md"));
    pages.extend(["README.md", "CONTRIBUTING.md", MAP].map(|name| root().join(name)));
    pages.extend(listed("crates").iter().map(|path| path.join("README.md")));
    pages
}

#[test]
fn links_lead_to_files() {
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        for rest in page.split("](").skip(1) {
            let target = rest.split([')', '#']).next().unwrap();
            let is_there = target.contains("://") || path.parent().unwrap().join(target).exists();
            assert!(is_there, "{}: {target} is not there", path.display());
        }
    }
}

#[test]
fn tasks_that_pages_name_exist() {
    let tasks = read("xtask/src/main.rs");
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        let mut words = page.split(|c: char| c.is_whitespace() || c == '`');
        while let Some(word) = words.next() {
            if word == "cargo" && words.next() == Some("xtask") {
                let task = words.next().unwrap_or_default();
                let task = task.trim_matches(|c: char| !c.is_alphanumeric());
                let is_there = tasks.contains(&format!("(\"{task}\","));
                assert!(is_there, "{}: there is no task `{task}`", path.display());
            }
        }
    }
}

/// The files and folders named between backquotes on a page: whatever contains a slash and no blank.
fn named_files(page: &str) -> Vec<&str> {
    let quoted = page.split('`').skip(1).step_by(2);
    quoted
        .filter(|name| name.contains('/') && !name.contains(char::is_whitespace))
        .collect()
}

fn first_missing<'page>(names: &[&'page str]) -> Option<&'page str> {
    let mut names = names.iter().copied();
    names.find(|name| !root().join(name).exists())
}

#[test]
fn the_map_is_short_and_names_every_crate_and_only_files_that_exist() {
    let page = read(MAP);
    let lines = page.lines().count();
    assert!(lines <= MOST_LINES_OF_THE_MAP, "{lines} lines");
    let names = named_files(&page);
    assert!(names.len() >= 40, "{names:?}");
    assert_eq!(first_missing(&names), None);
    assert_eq!(first_missing(&named_files(&read("docs/sources.md"))), None);
    for path in listed("crates") {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap();
        let is_named = names.contains(&&*format!("crates/{name}"));
        assert!(is_named, "the crate {name} is not named");
    }
}

#[test]
fn a_wrong_name_is_found() {
    let wrong = named_files("`crates/cli/src/no_such_file.rs`, `crates/cli`, `cargo xtask a/b`");
    assert_eq!(wrong.len(), 2);
    assert_eq!(first_missing(&wrong), Some(wrong[0]));
}
