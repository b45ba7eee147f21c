//! `roguelab vectors check` as a user meets it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::child::{ChildInTime as _, CommandInTime as _};

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

fn command(arguments: &[&Path]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roguelab"));
    command.args(["vectors", "check"]).args(arguments);
    command
}

fn check(arguments: &[&Path]) -> Output {
    command(arguments).stdin(Stdio::null()).output_in_time().unwrap()
}

/// Checks a file that has this in it.
fn check_text(text: &[u8], options: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("given.json");
    fs::write(&file, text).unwrap();
    check(&[&[file.as_path()][..], &options.iter().map(Path::new).collect::<Vec<_>>()].concat())
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn assert_refused(output: &Output, needles: &[&str]) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    for needle in needles {
        assert!(stderr.contains(needle), "`{needle}` is not in: {stderr}");
    }
}

#[test]
fn every_file_of_the_documents_agrees() {
    for (name, _, _, entries) in FILES {
        let output = check(&[&document(name)]);
        assert_eq!(output.status.code(), Some(0), "{name}");
        assert!(stdout(&output).ends_with(&format!("\n{entries} agreed, 0 disagreed\n")), "{}", stdout(&output));
    }
    let files = FILES.map(|file| document(file.0));
    let files: Vec<_> = files.iter().map(PathBuf::as_path).collect();
    let entries: usize = FILES.iter().map(|file| file.3).sum();
    let text = stdout(&check(&files));
    assert!(text.ends_with(&format!("\n{entries} agreed, 0 disagreed\n")), "{text}");
    let recorded = fs::read_dir(document(""))
        .unwrap()
        .filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|extension| extension == "json"));
    assert_eq!(recorded.count(), FILES.len(), "a file that is not in the list");
}

#[test]
fn a_changed_byte_in_any_of_them_fails_the_check() {
    for (name, value, changed, entries) in FILES {
        let text = fs::read_to_string(document(name)).unwrap();
        assert!(text.contains(value), "{name}");
        let output = check_text(text.replacen(value, changed, 1).as_bytes(), &[]);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let shown = stdout(&output);
        assert!(shown.ends_with(&format!("\n{} agreed, 1 disagreed\n", entries - 1)), "{shown}");
        assert!(shown.contains("the file has") && shown.contains("given.json"), "{shown}");
    }
}

#[test]
fn a_file_that_is_cut_anywhere_is_refused() {
    for (name, ..) in FILES {
        let text = fs::read(document(name)).unwrap();
        for end in [1, text.len() / 3, text.len() / 2, text.trim_ascii_end().len() - 1] {
            assert_refused(&check_text(&text[..end], &[]), &["given.json", "cut short", "copy it again"]);
        }
    }
}

#[test]
fn files_that_are_no_vectors_are_refused_by_name() {
    for (text, words) in [
        (&b""[..], "no entry"),
        (b"{}", "no entry"),
        (b"# Vectors", "no JSON"),
        (b"{\"2,1\": \"aba\"} x", "no JSON"),
        (b"[1]", "permutation_tables"),
        (b"{\"poems\": []}", "`poems`"),
        (b"{\"2,1\": \"aba\", \"2,1\": \"abb\"}", "twice"),
        (b"\xff\xfe{\x00}\x00", "UTF-8"),
        (b"{\"seeds\": [{\"seed\": 1.5, \"rings\": []}]}", "seeds[0].seed"),
    ] {
        assert_refused(&check_text(text, &[]), &["given.json", words]);
    }
    let nested = ["[".repeat(100_000), "]".repeat(100_000)].concat();
    assert_refused(&check_text(nested.as_bytes(), &[]), &["given.json", "no JSON"]);
}

#[test]
fn files_that_cannot_be_read_are_refused_and_the_others_are_checked() {
    let output = check(&[Path::new("no-such.json"), &document("pcg32.json")]);
    assert_refused(&output, &["cannot read the vectors no-such.json"]);
    assert!(stdout(&output).contains("7 agreed, 0 disagreed"));
    assert_refused(&check(&[]), &["FILE"]);
}

#[test]
fn a_folder_stands_for_its_files_without_the_schema() {
    let (documents, pack) = (document(""), document("../vectors"));
    let output = check(&[&documents]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(stdout(&output).contains("spread.json"));
    let output = check(&[&pack]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(stdout(&output).contains("rooms.json") && !stdout(&output).contains("schema.json"));
    let empty = tempfile::tempdir().unwrap();
    assert_refused(&check(&[empty.path()]), &["there is no JSON file of vectors"]);
}

#[test]
fn twenty_differences_are_shown_unless_all_are_asked_for() {
    let entries: Vec<_> = (1..=30).map(|n| format!("\"{n},0\": \"b\"")).collect();
    let text = format!("{{{}}}", entries.join(","));
    let some = stdout(&check_text(text.as_bytes(), &[]));
    assert_eq!(some.matches("the file has").count(), 20);
    assert!(some.contains("and 10 more differences") && some.ends_with("\n0 agreed, 30 disagreed\n"), "{some}");
    let all = stdout(&check_text(text.as_bytes(), &["--all"]));
    assert_eq!(all.matches("the file has").count(), 30);
    assert!(!all.contains("more differences"));
}

#[test]
fn standard_input_is_a_file_too() {
    let mut child = command(&[Path::new("-")]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(br#"{"5,2": "aabaaba", "2,1": "abb"}"#).unwrap();
    let output = child.output_in_time().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("2,1: the file has \"abb\", the port \"aba\""), "{}", stdout(&output));
}

#[test]
fn a_disagreement_is_not_hidden_by_a_file_that_cannot_be_checked() {
    let output = command(&[Path::new("-"), Path::new("no-such-file.json")]);
    let output = given(output, r#"{"2,1": "abb", "seeds": [{}]}"#);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("no-such-file.json") && stderr.contains("seeds[0]"), "{stderr}");
    assert!(stdout(&output).ends_with("\n0 agreed, 1 disagreed\n"), "{}", stdout(&output));
    let output = given(command(&[Path::new("-")]), r#"{"2,1": "aba", "seeds": [{}]}"#);
    assert_eq!(output.status.code(), Some(2), "what could not be checked is not passed over");
}

/// Runs the command with this as its standard input.
fn given(mut command: Command, input: &str) -> Output {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.output_in_time().unwrap()
}
