//! The block of the README is of the form that the program makes; its numbers are of some machine.

use std::fs;

use bench_table::error::Error;
use bench_table::{readme, table};

/// Which row of the table the block lacks, from the top.
fn missing(block: &str) -> Option<[&'static str; 2]> {
    let squeezed = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut lines = block.lines().map(squeezed);
    table::labels().find(|[what, beside]| {
        let start = squeezed(&format!("{what} {beside} "));
        !lines.any(|line| line.strip_prefix(&start).is_some_and(|rest| rest.starts_with(' ')))
    })
}

#[test]
fn the_readme_shows_every_row_in_order() {
    let readme = fs::read_to_string(bench_table::benches().join("../README.md")).unwrap();
    let [_, block, _] = readme::split(&readme).expect("the README has the marked block");
    assert_eq!(missing(block), None, "run `cargo xtask bench` and `cargo xtask bench --table`");
    let first = block.lines().next().unwrap_or_default();
    assert!(first.ends_with("; items per second, medians of one run"), "{first}");
    // What is looked for can be missing.
    let last = table::labels().last().unwrap();
    let cut: Vec<&str> = block.lines().filter(|line| !line.trim_start().starts_with(last[0])).collect();
    assert_eq!(missing(&cut.join("\n")), Some(last));
}

#[test]
fn the_block_is_replaced_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("README.md");
    let around =
        |content: &str| format!("Before.\n\n{}\n```text\n{content}```\n\nAfter.\n```text\nkept\n```\n", readme::MARKER);
    fs::write(&path, around("old\nlines\n")).unwrap();
    readme::write(&path, "new\n").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), around("new\n"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn a_readme_without_the_block_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("README.md");
    for text in [
        "",
        "```text\n```\n",
        &format!("{}\n\n```text\n```\n", readme::MARKER),
        &format!("{}\n```text\n", readme::MARKER),
    ] {
        fs::write(&path, text).unwrap();
        let error = readme::write(&path, "new\n").unwrap_err();
        assert!(matches!(error, Error::NoBlock { .. }), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}
