//! What a trace may look like, and how other texts are refused.

use std::io::{self, Read};

use proptest::prelude::*;
use roguelab_lockstep::trace::{Call, HEADER, LONGEST_LINE, Reader, TraceError};

/// The draws of a text, or the error.
fn read(text: &[u8]) -> Result<Vec<(u64, Call)>, String> {
    let mut reader = Reader::new(text);
    let mut calls = Vec::new();
    while let Some(line) = reader.next_draw().map_err(|error| error.to_string())? {
        calls.push((line.number, line.call));
    }
    Ok(calls)
}

fn numbers(text: &str) -> Vec<[Option<i64>; 4]> {
    let calls = read(text.as_bytes()).unwrap_or_else(|error| panic!("{text:?}: {error:?}"));
    calls
        .into_iter()
        .map(
            |(
                _,
                Call {
                    lo,
                    hi,
                    word,
                    result,
                    ..
                },
            )| [lo, hi, word.map(u64::cast_signed), result],
        )
        .collect()
}

#[test]
fn what_programs_print_is_taken() {
    let same = [
        "0 mix 0 13 22 4",
        "mix 0 13 22 4\n",
        "0\tmix\t0\t13\t0x16\t4\r\n",
        "\u{feff}0 mix 0 13 22 4\n",
        "\n\n# anything: at all\n  - - 0 13 +22 4  \n\n",
        "# columns: result word hi lo\n4 22 13 0\n",
        "# Columns: - lo HI word - result\nx 0 13 22 y 4\n",
        "# columns: lo hi word result - - - - - - - - - - - -\n0 13 22 4 a b c d e f g h i j k l\n",
    ];
    for text in same {
        assert_eq!(
            numbers(text),
            [[Some(0), Some(13), Some(22), Some(4)]],
            "{text:?}"
        );
    }
    assert_eq!(numbers("- - - - - -\n#\n"), [[None; 4]]);
    assert_eq!(
        numbers("# columns: result\n-3\n"),
        [[None, None, None, Some(-3)]]
    );
    assert_eq!(numbers(""), [[None; 4]; 0]);
}

#[test]
fn a_line_may_be_a_word_and_events_are_passed_over() {
    let words: Vec<_> = numbers("# my words\n12\nevent level 2\n0x10\n-1\n")
        .iter()
        .map(|call| call[2])
        .collect();
    assert_eq!(words, [Some(12), Some(16), Some(0xffff_ffff)]);
}

#[test]
fn a_last_line_that_is_cut_off_is_left_out() {
    assert_eq!(numbers("mix 0 13 22 4\nmix 0 1").len(), 1);
    assert!(read(b"mix 0 1").is_err(), "no trace at all");
}

#[test]
fn what_is_no_trace_is_refused_with_its_line() {
    for (text, error) in [
        (
            "1 2\n",
            "line 1: the line has 2 fields, and should have 6 (INDEX",
        ),
        (
            "mix 0 13 22 four\n",
            "line 1: RESULT is `four`, and should be a whole number",
        ),
        ("#\nx mix 0 13 22 4\n", "line 2: INDEX is `x`, and"),
        ("mix 0 1.5 22 4", "line 1: HI is `1.5`, and"),
        (
            "mix 0 13 0x1ffffffffffffffff 4\n",
            "line 1: WORD is `0x1ffffffffffffffff`, and",
        ),
        (
            "# columns: lo hi\n",
            "line 1: neither word nor result is among the columns",
        ),
        (
            "# columns: lo hi word result - - - - - - - - - - - - -\n",
            "line 1: the line has 17 fields, and should have 16 at most",
        ),
        (
            "# columns: result value\n",
            "line 1: `value` cannot be declared here: columns are index, site, lo, hi, word, result, each once, and -",
        ),
        (
            "# columns: result result\n",
            "line 1: `result` cannot be declared here: columns are index, site, lo, hi, word, result, each once, and -",
        ),
        (
            "mix 0 13 22 4\n# columns: result\n",
            "line 2: the columns change after the first draw",
        ),
        (
            "# columns: lo result\n1 2 3\n",
            "line 2: the line has 3 fields, and should have 2, like the lines before it",
        ),
        (
            "0 mix 0 13 22 4\nmix 0 13 22 4\n",
            "line 2: the line has 5 fields, and should have 6, like",
        ),
        ("12\ntwelve\n", "line 2: WORD is `twelve`"),
    ] {
        let found = read(text.as_bytes()).unwrap_err();
        assert!(found.starts_with(error), "{text:?}: {found}");
    }
    // The columns may be declared again in the same way, so traces can be joined.
    let twice = format!("{HEADER}0 mix 0 13 22 4\n").repeat(2);
    assert_eq!(numbers(&twice).len(), 2);
}

#[test]
fn a_line_has_an_end() {
    let with = |bytes| format!("#{}\nmix 0 13 22 4\n", "x".repeat(bytes));
    assert_eq!(numbers(&with(LONGEST_LINE - 2)).len(), 1);
    for text in [
        with(LONGEST_LINE - 1),
        with(10 * LONGEST_LINE),
        "9".repeat(LONGEST_LINE),
    ] {
        let error = read(text.as_bytes()).unwrap_err();
        assert!(
            error.starts_with("line 1: the line is longer than 4096 bytes"),
            "{error}"
        );
    }
    // No line is cut off there by chance.
    assert!(read(("mix 0 13 22 4\n".to_owned() + &"x".repeat(LONGEST_LINE)).as_bytes()).is_err());
}

/// An input whose reading fails.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::PermissionDenied.into())
    }
}

#[test]
fn an_input_that_fails_is_no_end() {
    assert!(matches!(
        Reader::new(Broken).next_draw(),
        Err(TraceError::Read { line: 0, .. })
    ));
}

/// Fragments of the lines in traces.
const PIECES: [&str; 20] = [
    "0",
    "-1",
    "7",
    "0x16",
    "0X",
    "18446744073709551615",
    "-9223372036854775808",
    "1e9",
    "-",
    "mix",
    "\u{e4}",
    "\u{feff}",
    "# columns:",
    " lo",
    " word",
    " result",
    "event",
    " ",
    "\t",
    "\n",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_a_trace_that_is_read_as_it_is_written_or_is_refused(
        pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..30),
    ) {
        let Ok(calls) = read(pieces.concat().as_bytes()) else { return Ok(()) };
        let mut written = HEADER.as_bytes().to_vec();
        for (_, call) in &calls {
            call.write("", &mut written);
        }
        let again = read(&written).map(|calls| calls.into_iter().map(|(_, call)| call).collect::<Vec<_>>());
        prop_assert_eq!(again, Ok(calls.into_iter().map(|(_, call)| call).collect()));
    }
}
