//! `roguelab vectors check` as a user meets it. What it says about an entry is tested in `lab::vectors`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::child::ChildInTime as _;

use lab::fixtures::root;

/// Each file of the documents: a value in it, the same with one byte changed, and how many entries the file has.
const FILES: [(&str, &str, &str, usize); 7] = [
    ("amazing.json", r#""status":"ok""#, r#""status":"oK""#, 39),
    ("boss.json", r#""0010":"0132""#, r#""0010":"0133""#, 33),
    ("haskell.json", r#""show":"PCGen "#, r#""show":"PCGem "#, 6),
    ("pcg32-demo.json", "HHTTTHTHHH", "HHTTTHTHHT", 1),
    ("pcg32.json", "2707161783", "2707161784", 7),
    ("rogue.json", "1990395451", "1990395452", 5),
    ("spread.json", r#""0,2":"bb""#, r#""0,2":"ba""#, 226),
];

fn document(name: &str) -> PathBuf {
    root().join("fixtures/documents").join(name)
}

/// Runs it with this on standard input; the exit code, what was printed, and the errors.
fn given(arguments: &[&Path], input: &[u8]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roguelab"));
    command.args(["vectors", "check"]).args(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that has ended reads no more.
    let _ = child.stdin.take().unwrap().write_all(input);
    let Output { status, stdout, stderr } = child.output_in_time().unwrap();
    let [stdout, stderr] = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(!stderr.contains("panicked"), "{stderr}");
    (status.code(), stdout, stderr)
}

fn check(arguments: &[&Path]) -> (Option<i32>, String, String) {
    given(arguments, b"")
}

fn assert_refused((code, _, stderr): &(Option<i32>, String, String), needles: &[&str]) {
    assert_eq!(*code, Some(2), "{stderr}");
    for needle in needles {
        assert!(stderr.contains(needle), "`{needle}` is not in: {stderr}");
    }
}

#[test]
fn a_folder_stands_for_its_files_without_the_schema() {
    let entries: usize = FILES.iter().map(|file| file.3).sum();
    let (code, shown, _) = check(&[&document("")]);
    assert!(code == Some(0) && shown.ends_with(&format!("\n{entries} agreed, 0 disagreed\n")), "{shown}");
    let (code, shown, _) = check(&[&document("../vectors")]);
    assert!(code == Some(0) && shown.contains("rooms.json") && !shown.contains("schema.json"), "{shown}");
    let empty = tempfile::tempdir().unwrap();
    assert_refused(&check(&[empty.path()]), &["there is no JSON file of vectors"]);
    assert_refused(&check(&[]), &["FILE"]);
}

#[test]
fn a_changed_byte_in_any_document_fails_the_check_and_a_cut_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("given.json");
    for (name, value, changed, entries) in FILES {
        let text = fs::read_to_string(document(name)).unwrap();
        assert!(text.contains(value), "{name}");
        fs::write(&file, text.replacen(value, changed, 1)).unwrap();
        let (code, shown, stderr) = check(&[&file]);
        assert_eq!(code, Some(1), "{name}: {stderr}");
        assert!(shown.ends_with(&format!("\n{} agreed, 1 disagreed\n", entries - 1)), "{shown}");
        assert!(shown.contains("the file has") && shown.contains("given.json"), "{shown}");
        for end in [1, text.len() / 2, text.trim_end().len() - 1] {
            fs::write(&file, &text[..end]).unwrap();
            assert_refused(&check(&[&file]), &["given.json", "cut short", "copy it again"]);
        }
    }
    fs::write(&file, b"\xff\xfe{\x00}\x00").unwrap();
    assert_refused(&check(&[&file]), &["given.json", "UTF-8"]);
}

#[test]
fn twenty_differences_are_shown_unless_all_are_asked_for() {
    let entries: Vec<_> = (1..=30).map(|n| format!("\"{n},0\": \"b\"")).collect();
    let text = format!("{{{}}}", entries.join(","));
    let (_, some, _) = given(&[Path::new("-")], text.as_bytes());
    assert_eq!(some.matches("the file has").count(), 20);
    assert!(some.contains("and 10 more differences") && some.ends_with("\n0 agreed, 30 disagreed\n"), "{some}");
    let (_, all, _) = given(&[Path::new("-"), Path::new("--all")], text.as_bytes());
    assert!(all.matches("the file has").count() == 30 && !all.contains("more differences"), "{all}");
}

#[test]
fn what_cannot_be_checked_hides_no_disagreement_and_is_not_passed_over() {
    let files = [Path::new("-"), Path::new("no-such-file.json")];
    let (code, shown, stderr) = given(&files, br#"{"2,1": "abb", "seeds": [{}]}"#);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("cannot read the vectors no-such-file.json") && stderr.contains("seeds[0]"), "{stderr}");
    assert!(shown.contains("2,1: the file has \"abb\", the port \"aba\""), "{shown}");
    assert!(shown.ends_with("\n0 agreed, 1 disagreed\n"), "{shown}");
    for input in [&br#"{"2,1": "aba", "seeds": [{}]}"#[..], br#"{"2,1": "aba"}"#] {
        assert_eq!(given(&files, input).0, Some(2));
    }
}
