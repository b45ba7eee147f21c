//! Files of another form are refused. The tests of the program alter files of the repository.

use proptest::prelude::*;

use super::*;

/// A file about the spread, with this step.
fn spread(step: &str) -> String {
    format!(
        r#"{{"schema": "roguelab-vectors/1", "subject": "spread", "cases": [{{"steps": [{{{step}}}]}}]}}"#
    )
}

const SOUND: &str = r#""op": "spread", "args": {"na": 2, "nb": 1}, "output": {"texts": ["aba"]}"#;

#[test]
fn what_cannot_be_checked_is_refused_and_the_place_is_named() {
    assert_eq!(check(&spread(SOUND)).unwrap().agreed, 1);
    let of = |old: &str, new: &str| spread(SOUND).replace(old, new);
    let mut cases = vec![
        (String::new(), "cut short"),
        (spread(SOUND)[..90].to_owned(), "cut short"),
        ("[]".into(), "not a vector file"),
        ("{}".into(), "missing field `schema`"),
        (
            spread(
                r#""op": "blob", "args": {"width": 8000, "height": 8000, "state": "1", "inc": "1"}"#,
            ),
            "at most",
        ),
    ];
    let wrong: toml::Table = include_str!("tests.toml").parse().unwrap();
    for wrong in wrong["wrong"].as_array().unwrap() {
        let [from, to, said] = ["from", "to", "said"].map(|key| wrong[key].as_str().unwrap());
        assert!(spread(SOUND).contains(from), "{from}");
        cases.push((of(from, to), said));
    }
    for (text, said) in cases {
        let error = format!("{:#}", check(&text).unwrap_err());
        assert!(error.contains(said), "{said}: {error}");
    }
}

#[test]
fn a_difference_has_its_place_and_both_values() {
    let wrong = check(&spread(&SOUND.replace("aba", "abb"))).unwrap();
    let [Change { place, was, is }] = &wrong.differences[..] else {
        panic!("{wrong:?}")
    };
    assert_eq!(place, "case `0`, step 0, `spread 2 1`: output/texts/0");
    assert_eq!((was.as_str(), is.as_str()), ("\"abb\"", "\"aba\""));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_file_is_checked_or_refused_and_never_passes_with_nothing_compared(
        at in any::<prop::sample::Index>(),
        length in 0_usize..9,
        piece in prop::sample::select(&["", "0", "-1", "7", "2.5", "1e308", "null", "\"", "[", "]", "{", "}", "\u{0}"][..]),
    ) {
        let mut bytes = spread(SOUND).into_bytes();
        let at = at.index(bytes.len());
        let end = (at + length).min(bytes.len());
        bytes.splice(at..end, piece.bytes());
        match check(&String::from_utf8_lossy(&bytes)) {
            Ok(checked) => prop_assert!(checked.agreed + checked.disagreed > 0),
            Err(error) => prop_assert!(!error.to_string().trim().is_empty()),
        }
    }
}
