//! `roguelab bias` as a user meets it.

use crate::program::{assert_has, run};

fn bias(arguments: &[&str]) -> String {
    run(&[&["bias"], arguments].concat()).ended(0, &[])
}

fn refused(arguments: &[&str], needles: &[&str]) {
    let said = run(&[&["bias"], arguments].concat());
    said.refused(needles);
    assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""));
}

#[test]
fn an_expression_is_counted_over_all_words() {
    // 2^16 = 655 * 100 + 36.
    let said = bias(&["w % 100", "--bits", "16"]);
    assert_has(
        &said,
        &[
            "counted over all 2^16 words",
            "0 to 35",
            "656/655",
            "9/25600",
            "99 degrees of freedom",
            "likelihood ratio",
        ],
    );
    let said = bias(&["w % n until w < 65532", "--bits", "16", "-n", "6"]);
    assert_has(&said, &["fair", "1/16384", "knows these weights: never"]);
    assert_has(
        &bias(&["double(w / 2^53 * 6)", "--bits", "53"]),
        &["exact: it never decreases", "1501199875790166"],
    );
}

#[test]
fn shuffles_and_states_have_the_published_figures() {
    assert_has(
        &bias(&["--shuffle", "riffle", "-n", "52"]),
        &["52 cards after 7 riffles", "3.341e-1"],
    );
    assert_has(
        &bias(&["--shuffle", "naive", "-n", "3"]),
        &["5/4", "1/18", "3 of 6 arrangements"],
    );
    assert_has(
        &bias(&["--shuffle", "transpositions", "-n", "14"]),
        &["after 33 swaps", "3.030e-2"],
    );
    assert_has(
        &bias(&["--shuffle", "sattolo", "-n", "14"]),
        &["13/14", "some arrangements never come"],
    );
    assert_has(
        &bias(&["--state-bits", "32", "-n", "52"]),
        &["at most 4294967296", "5.325e-59", "12 cards"],
    );
}

#[test]
fn a_picture_is_one_file_of_svg() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rule.svg");
    bias(&["get_rand", "-n", "100", "--svg", file.to_str().unwrap()]);
    let svg = std::fs::read_to_string(file).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("xmlns=") && svg.ends_with("</svg>\n"));
    assert_eq!(
        svg.matches("V204z").count(),
        84,
        "1 to 84 come more often than the others"
    );
}

#[test]
fn what_cannot_be_answered_is_refused_with_the_reason() {
    refused(
        &["w % 7 +", "--bits", "8"],
        &["the rule, column 8", "  w % 7 +\n         ^"],
    );
    refused(
        &["w % 8", "--bits", "8", "-n", "6"],
        &["the word 6 gives 6, and the numbers are 0 to 5"],
    );
    refused(&["w % n"], &["-n N"]);
    refused(&["modulo"], &["modulo needs -n N"]);
    refused(&["modlo", "-n", "6"], &["no rule is called `modlo`"]);
    refused(&["w % 100", "--bits", "64"], &["1 to 63 bits", "by name"]);
    refused(
        &["w % 100", "--bits", "53"],
        &["2^53 words are too many to run"],
    );
    refused(
        &["--shuffle", "naive", "-n", "9"],
        &["9 cards: this is exact up to 8"],
    );
    refused(&["--shuffle", "riffle"], &["-n"]);
    refused(&[], &["<RULE"]);
}
