//! What a trace may look like, and how other texts are refused.

use std::io::{self, Read};

use lockstep::trace::{Call, HEADER, LONGEST_LINE, Reader, TraceError};
use proptest::prelude::*;

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
fn other_notations_are_told_from_the_first_line_that_says_so() {
    assert_eq!(
        numbers("# my words\n12\n0x10\n-1\n")
            .iter()
            .map(|call| call[2])
            .collect::<Vec<_>>(),
        [Some(12), Some(16), Some(0xffff_ffff)]
    );
    let draws = [
        [Some(0), Some(9), None, Some(7)],
        [Some(-3), Some(3), None, Some(-1)],
    ];
    for text in [
        "\n#12, 0 to 9: 7\n\tNew level\n#13, -3 to 3: -1\n",
        "{\"site\": \"hit\", \"LO\": 0, \"Hi\": \"9\", \"value\": 7, \"turn\": 5}\n{\"low\":-3,\"max\":3,\"result\":-1}\n",
        "event seed srandom 1\nhit 0 9 - 7\nevent level 2\nhit -3 3 - -1\n",
    ] {
        assert_eq!(numbers(text), draws, "{text}");
    }
    assert_eq!(numbers("{\"raw\": 18446744073709551615}")[0][2], Some(-1));
}

#[test]
fn a_line_in_another_notation_than_the_first_is_refused() {
    for (text, error) in [
        ("12\ntwelve\n", "line 2: WORD is `twelve`"),
        ("12\n1 2\n", "line 2: the line has 2 fields"),
        (
            "#1, 0 to 9: 7\n#2, 0 to 9\n",
            "line 2: a line of an audit log is",
        ),
        (
            "{\"word\": 1}\n2\n",
            "line 2: the line should be a JSON object",
        ),
        ("{\"word\": 1.5}\n", "line 1: WORD is `1.5`"),
        (
            "{\"lo\": 1}\n",
            "line 1: the object has no word and no result; keys that are read are index,",
        ),
        (
            "{\"word\": 1, \"RAW\": 1}\n",
            "line 1: two keys of the object are WORD",
        ),
    ] {
        let found = read(text.as_bytes()).unwrap_err();
        assert!(found.starts_with(error), "{text:?}: {found}");
    }
}

#[test]
fn events_and_states_stand_beside_the_draws() {
    let text = "# columns: word state\nevent hp 12\nevent level  2\n5 ab12\n6 -\nevent end\n";
    let json = "{\"event\": \"hp 12\"}\n{\"event\": \"level 2\"}\n{\"word\": 5, \"state\": \"ab12\"}\n{\"word\": 6}\n\
                {\"event\": \"end\"}";
    for text in [text, json] {
        let mut reader = Reader::new(text.as_bytes());
        let first = reader.next_draw().unwrap().unwrap();
        assert_eq!(first.state(), Some(&b"ab12"[..]));
        assert_eq!(
            first.events().unwrap().iter().collect::<Vec<_>>(),
            [&b"hp 12"[..], b"level 2"]
        );
        let second = reader.next_draw().unwrap().unwrap();
        assert_eq!((second.state(), second.events()), (None, None));
        assert!(reader.next_draw().unwrap().is_none());
        assert_eq!(
            reader.events().unwrap().iter().collect::<Vec<_>>(),
            [&b"end"[..]]
        );
    }
}

#[test]
fn what_is_no_trace_is_refused_with_its_line() {
    let column = "cannot be declared here: columns are index, site, lo, hi, word, result, state, each once, and -";
    for (text, error) in [
        (
            "0 mix 0 13 22 4\nmix 0 13 22 4\n1 2\n",
            "line 3: the line has 2 fields, and should have 6 (INDEX",
        ),
        (
            "mix 0 13 22 four\n",
            "line 1: RESULT is `four`, and should be a whole number",
        ),
        ("#\nx mix 0 13 22 4\n", "line 2: INDEX is `x`, and"),
        ("mix 0 1.5 22 4", "line 1: HI is `1.5`, and"),
        (
            "mix 0 13 0x1ffffffffffffffff 4",
            "line 1: WORD is `0x1ffffffffffffffff`, and",
        ),
        (
            "# columns: lo hi\n",
            "line 1: neither word nor result is among the columns",
        ),
        (
            "# columns: result value\n",
            &format!("line 1: `value` {column}"),
        ),
        (
            "# columns: result result\n",
            &format!("line 1: `result` {column}"),
        ),
        (
            "mix 0 13 22 4\n# columns: result\n",
            "line 2: the columns change after the first draw",
        ),
        (
            "# columns: lo result\n1 2 3\n",
            "line 2: the line has 3 fields, and should have 2, as the columns are declared",
        ),
    ] {
        let found = read(text.as_bytes()).unwrap_err();
        assert!(found.starts_with(error), "{text:?}: {found}");
    }
    // The same columns may be declared again: traces can be joined.
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
}

/// A pipe that gives a few bytes at a time, and is interrupted.
struct Pipe<'a> {
    rest: &'a [u8],
    turn: usize,
}

impl Read for Pipe<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.turn += 1;
        if self.turn.is_multiple_of(5) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let count = (self.turn * self.turn % 37 + 1)
            .min(self.rest.len())
            .min(buffer.len());
        let (now, rest) = self.rest.split_at(count);
        buffer[..count].copy_from_slice(now);
        self.rest = rest;
        Ok(count)
    }
}

#[test]
fn a_pipe_that_gives_a_few_bytes_at_a_time_is_read_all_the_same() {
    let text = (0..20_000).fold(String::new(), |text, index| {
        text + &format!("{index} site {} {index} - 5\n", -index)
    });
    let mut reader = Reader::new(Pipe {
        rest: text.as_bytes(),
        turn: 0,
    });
    let mut index = 0;
    while let Some(line) = reader.next_draw().unwrap() {
        assert_eq!(
            (line.call.lo, line.call.hi, line.number),
            (Some(-index), Some(index), index as u64 + 1)
        );
        assert_eq!(line.site(), Some(&b"site"[..]));
        index += 1;
    }
    assert_eq!(index, 20_000);
}

/// An input that fails.
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

/// What lines of traces are made of, in every notation.
const PIECES: [&str; 28] = [
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
    " state",
    "event",
    " seed",
    "#12,",
    " 0 to 9:",
    "{\"lo\":",
    "\"raw\": ",
    "}",
    ",",
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
