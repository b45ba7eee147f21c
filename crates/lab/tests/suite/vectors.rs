//! `roguelab vectors check` as a user meets it. What it says about an entry is tested in `lab::vectors`.

use std::fs;
use std::path::PathBuf;

use crate::program::{Said, assert_has, fed};

use lab::fixtures::root;

fn document(name: &str) -> PathBuf {
    root().join("fixtures/documents").join(name)
}

fn check(arguments: &[&str], input: &str) -> Said {
    let said = fed(
        &[&["vectors", "check"], arguments].concat(),
        input.as_bytes(),
    );
    assert!(!said.stderr.contains("panicked"), "{}", said.stderr);
    said
}

#[test]
fn a_folder_stands_for_its_files_without_the_schema() {
    check(&[document("").to_str().unwrap()], "").ended(0, &["\n317 agreed, 0 disagreed\n"]);
    let shown = check(&[document("../vectors").to_str().unwrap()], "").ended(0, &["rooms.json"]);
    assert!(!shown.contains("schema.json"), "{shown}");
    let empty = tempfile::tempdir().unwrap();
    check(&[empty.path().to_str().unwrap()], "").refused(&["there is no JSON file of vectors"]);
    check(&[], "").refused(&["FILE"]);
}

#[test]
fn a_changed_byte_in_a_document_fails_the_check_and_a_cut_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("given.json");
    let given = [path.to_str().unwrap()];
    let text = fs::read_to_string(document("haskell.json")).unwrap();
    fs::write(
        &path,
        text.replacen("\"show\":\"PCGen ", "\"show\":\"PCGem ", 1),
    )
    .unwrap();
    let shown = check(&given, "").ended(1, &["the file has", "given.json"]);
    assert!(shown.ends_with("\n5 agreed, 1 disagreed\n"), "{shown}");
    fs::write(&path, &text[..text.len() / 2]).unwrap();
    check(&given, "").refused(&["given.json", "cut short", "copy it again"]);
    fs::write(&path, b"\xff\xfe{\x00}\x00").unwrap();
    check(&given, "").refused(&["given.json", "UTF-8"]);
}

#[test]
fn twenty_differences_are_shown_unless_all_are_asked_for() {
    let entries: Vec<_> = (1..=30).map(|n| format!("\"{n},0\": \"b\"")).collect();
    let text = format!("{{{}}}", entries.join(","));
    let some = check(&["-"], &text).ended(
        1,
        &["and 10 more differences", "\n0 agreed, 30 disagreed\n"],
    );
    assert_eq!(some.matches("the file has").count(), 20);
    let all = check(&["-", "--all"], &text).ended(1, &[]);
    assert!(
        all.matches("the file has").count() == 30 && !all.contains("more differences"),
        "{all}"
    );
}

#[test]
fn what_cannot_be_checked_hides_no_disagreement_and_is_not_passed_over() {
    let files = ["-", "no-such-file.json"];
    let said = check(&files, r#"{"2,1": "abb", "seeds": [{}]}"#);
    assert_has(
        &said.stderr,
        &["cannot read the vectors no-such-file.json", "seeds[0]"],
    );
    said.ended(
        1,
        &[
            "2,1: the file has \"abb\", the port \"aba\"",
            "\n0 agreed, 1 disagreed\n",
        ],
    );
    for input in [r#"{"2,1": "aba", "seeds": [{}]}"#, r#"{"2,1": "aba"}"#] {
        check(&files, input).refused(&[]);
    }
}
