//! Every public function of the ports is run by the vectors of a subject, or `fixtures/vectors/coverage.toml` says why not.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use lab::fixtures::root;
use lab::pack;
use serde::Deserialize;
use subjects::registry;

/// The crates of the ports.
const PORTS: [&str; 4] = ["generators", "rogue", "permute", "grids"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Coverage {
    exercised: Vec<Exercised>,
    unneeded: Vec<Unneeded>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exercised {
    subject: String,
    functions: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unneeded {
    reason: String,
    functions: Vec<String>,
}

/// The public functions of a source file, with their types or traits before them.
///
/// The sources are formatted: what is at the left margin is of the module, what is four blanks in is of the `impl` or
/// `trait` above it.
fn functions(module: &str, source: &str) -> Vec<String> {
    let (mut found, mut owner) = (Vec::new(), None);
    for line in source.lines() {
        let public = |line: &str, before: &str| {
            let rest = line.strip_prefix(before)?;
            let rest = rest.strip_prefix("const ").unwrap_or(rest).strip_prefix("fn ")?;
            Some(rest.split(['(', '<']).next()?.to_owned())
        };
        if line == "#[cfg(test)]" {
            break;
        } else if line.starts_with('}') {
            owner = None;
        } else if line.ends_with('{') && line.starts_with("impl") && !line.contains(" for ") {
            owner = Some((name_of_impl(line), "    pub "));
        } else if let Some(rest) = line.strip_prefix("pub trait ") {
            owner = Some((rest.split([':', '<', ' ']).next().unwrap_or_default().to_owned(), "    "));
        } else if let Some(name) = public(line, "pub ") {
            found.push(format!("{module}::{name}"));
        } else if let Some((owner, before)) = &owner {
            found.extend(public(line, before).map(|name| format!("{module}::{owner}::{name}")));
        }
    }
    found
}

/// The type of `impl<...> path::Type<...> {`.
fn name_of_impl(line: &str) -> String {
    let mut depth = 0;
    let outside: String = line["impl".len()..]
        .chars()
        .filter(|&c| {
            depth += i32::from(c == '<');
            let outside = depth == 0;
            depth -= i32::from(c == '>');
            outside
        })
        .collect();
    let name = outside.trim_end_matches('{').trim();
    name.rsplit("::").next().unwrap_or_default().trim_matches(['\'', '&']).to_owned()
}

/// Those of all files in a folder and below.
fn functions_below(folder: &Path, module: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let inner = if stem == "lib" { module.to_owned() } else { format!("{module}::{stem}") };
        if path.is_dir() {
            found.extend(functions_below(&path, &inner));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.extend(functions(&inner, &fs::read_to_string(&path).unwrap()));
        }
    }
    found
}

fn public_functions() -> Vec<String> {
    PORTS.iter().flat_map(|&port| functions_below(&root().join("crates").join(port).join("src"), port)).collect()
}

/// What is wrong with a list of entries over these functions.
fn complaints(functions: &[String], entries: &[&str]) -> Vec<String> {
    let fits = |entry: &str, function: &str| match entry.strip_suffix('*') {
        Some(start) => function.starts_with(start),
        None => function == entry,
    };
    let in_rows = |function: &&String| entries.iter().filter(|entry| fits(entry, function)).count();
    let unnamed = functions.iter().filter(|function| in_rows(function) == 0).map(|f| format!("{f} is in no row"));
    let twice = functions.iter().filter(|function| in_rows(function) > 1).map(|f| format!("{f} is in two rows"));
    let stale = entries.iter().filter(|entry| !functions.iter().any(|function| fits(entry, function)));
    unnamed.chain(twice).chain(stale.map(|entry| format!("{entry} names nothing"))).collect()
}

fn coverage() -> Coverage {
    let path = root().join("fixtures").join(pack::FOLDER).join("coverage.toml");
    toml::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn every_public_function_of_the_ports_is_in_one_row_and_every_row_names_some() {
    let Coverage { exercised, unneeded } = coverage();
    let entries = exercised.iter().flat_map(|row| &row.functions).chain(unneeded.iter().flat_map(|row| &row.functions));
    let entries: Vec<&str> = entries.map(String::as_str).collect();
    let complaints = complaints(&public_functions(), &entries);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_row_has_a_subject_or_a_reason_of_its_own() {
    let Coverage { exercised, unneeded } = coverage();
    let mut rows = BTreeMap::new();
    for Exercised { subject, functions } in exercised {
        assert!(registry::find(&subject).is_ok(), "{subject}");
        rows.insert(subject, functions.len());
    }
    assert_eq!(rows.len(), registry::SUBJECTS.len() - 1, "bsd-random runs the functions of rrandom and no other");
    for Unneeded { reason, functions } in unneeded {
        assert!(reason.len() > 20 && !functions.is_empty(), "{reason}");
        assert_eq!(rows.insert(reason, functions.len()), None);
    }
}

#[test]
fn a_function_without_a_row_a_row_without_a_function_and_a_function_with_two_are_found() {
    let functions = ["a::b", "a::c", "d::e"].map(String::from);
    assert_eq!(complaints(&functions, &["a::*", "d::e"]), [""; 0]);
    assert_eq!(complaints(&functions, &["a::b", "d::*"]), ["a::c is in no row"]);
    assert_eq!(complaints(&functions, &["a::*", "a::b", "d::e"]), ["a::b is in two rows"]);
    assert_eq!(complaints(&functions, &["a::*", "d::e", "d::f", "g::*"]), ["d::f names nothing", "g::* names nothing"]);
}

#[test]
fn functions_are_read_with_their_modules_types_and_traits() {
    let source = "pub fn free<T>(t: T) {}\nfn own() {}\n\nimpl<'a, D: Draw<u8>> m::Tape<'a, D> {\n    pub const fn new() {\n    \
                  }\n    fn own() {}\n    pub(crate) fn inner() {}\n}\n\npub trait Draw: Sized {\n    fn draw(&self);\n}\n\nimpl A \
                  for B {\n    fn draw(&self) {}\n}\n\n#[cfg(test)]\nmod tests {\n    pub fn none() {}\n}\n";
    assert_eq!(functions("c::m", source), ["c::m::free", "c::m::Tape::new", "c::m::Draw::draw"]);
}

#[test]
fn the_ports_have_functions_to_cover() {
    let functions = public_functions();
    assert!(functions.len() > 150, "{}", functions.len());
    for known in ["generators::draw::Draw::draw", "rogue::new_game::mix_colors", "grids::amazing::walk::Walk::begin"] {
        assert!(functions.iter().any(|function| function == known), "{known}");
    }
}
