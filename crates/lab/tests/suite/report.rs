//! The committed claims and evidence of the report; `conformance` tests the report itself.

use std::fs;
use std::path::{Path, PathBuf};

use findings::Documents;
use lab::fixtures::root;
use rogue::atlas::Atlas;
use subjects::conformance::comparisons;

/// The line of a fixture that begins with this word.
fn field(text: &str, name: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
    line.unwrap_or_else(|| panic!("no line `{name}`")).to_owned()
}

/// The evidence that is committed: the real game showed exactly the games of the dump.
#[test]
fn what_the_real_game_showed_is_the_canonical_dump() {
    let fixture = |name| fs::read_to_string(root().join("fixtures").join(name)).unwrap();
    let (game, atlas) = (fixture("game.txt"), fixture("atlas.txt"));
    assert_eq!(field(&game, "sha256"), field(&atlas, "sha256"));
    assert_eq!((field(&game, "games"), field(&game, "agree")), ("32768".into(), "32768".into()));
}

/// Every file of Rust below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| match path.extension() {
            _ if path.is_dir() => sources(&path),
            Some(extension) if extension == "rs" => vec![path],
            _ => Vec::new(),
        })
        .collect()
}

/// Whether a command of the claims shows something: a filter of tests fits a function or a module of its crate, a test target
/// is there.
fn shows(command: &str) -> bool {
    let words: Vec<&str> = command.split(' ').collect();
    match words[..] {
        ["cargo", "xtask", "report"] => true,
        ["cargo", "test", "-p", package, ref rest @ ..] => {
            let folder = root().join("crates").join(package);
            let target = rest.iter().position(|&word| word == "--test").map(|at| rest[at + 1]);
            if target.is_some_and(|target| !folder.join("tests").join(target).with_extension("rs").exists()) {
                return false;
            }
            let filter = rest.iter().find(|word| !word.starts_with("--") && Some(**word) != target);
            let compares = |filter: &str| comparisons().iter().any(|comparison| comparison.name().contains(filter));
            if target == Some("conformance") && filter.is_some_and(|filter| compares(filter)) {
                return true;
            }
            filter.is_none_or(|filter| {
                let module = filter.replace("::", "/");
                sources(&folder).iter().any(|path| {
                    let text = fs::read_to_string(path).unwrap();
                    let functions = text.split("fn ").skip(1).filter_map(|rest| rest.split('(').next());
                    functions.into_iter().any(|name| name.contains(filter))
                        || path.display().to_string().contains(&module)
                })
                // A subject's name is part of the names of its comparisons.
            })
        }
        _ => false,
    }
}

#[test]
fn every_claim_names_a_command_that_exists() {
    let documents = Documents::compute(&Atlas::new(), &|| ()).unwrap();
    let commands: Vec<_> =
        documents.all().iter().flat_map(|document| document.claims()).map(|it| it.reproduce.as_str()).collect();
    assert!(commands.len() > 60, "five documents have many claims");
    for command in commands {
        assert!(shows(command), "{command}");
    }
    for command in ["cargo test -p permute no_such_test", "cargo test -p lab --test nothing", "true"] {
        assert!(!shows(command), "{command}");
    }
}
