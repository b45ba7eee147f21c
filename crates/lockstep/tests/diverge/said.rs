//! What is said of traces that differ in other ways than by a few calls.

use super::*;

#[test]
fn another_seed_or_generator_is_another_stream_and_words_tell_it() {
    let list = calls(5, 300);
    let (a, b) = (drawn(&list, words(6)), drawn(&list, words(7)));
    for (shown, knows) in [("sawr", true), ("w", true), ("sar", false), ("r", false)] {
        let found = first(&a, &b, shown);
        let Cause::Stream {
            stream:
                Stream::Unrelated {
                    from_the_start: true,
                    ..
                },
            words,
            lacking,
        } = &found.causes[0]
        else {
            panic!("{shown}: {found}")
        };
        assert_eq!(
            (*words, lacking.contains(&Field::Word)),
            (knows, !knows),
            "{shown}"
        );
    }
    let few = first(&a[..5], &b[..5], "sar").to_string();
    assert!(few.contains("too few lines"), "{few}");
}

#[test]
fn a_program_that_seeds_again_and_says_so_is_taken_at_its_word() {
    let list = calls(1, 600);
    let a = drawn(&list, words(1));
    let mut b = a.clone();
    Edit::Reseeded.plant(&mut b, 400, 2);
    let line = text(&b[..400], "w").len();
    let mut said = text(&b, "w");
    said.insert_str(line, "event seed srandom 2\n");
    let found = &compare(&text(&a, "w"), &said, Settings::default())[0];
    assert_eq!(
        found.causes,
        [Cause::Seeded {
            side: Half::Actual,
            event: b"seed srandom 2".to_vec()
        }]
    );
}

#[test]
fn words_that_are_wrong_here_and_there_are_counted() {
    let a = drawn(&calls(1, 1000), words(42));
    let mut b = a.clone();
    b.iter_mut()
        .skip(19)
        .step_by(20)
        .for_each(|draw| draw.word = 7);
    let found = all(&a, &b, "w");
    assert_eq!(
        (found.len(), found[0].in_place),
        (50, Some((950, 1000))),
        "{:?}",
        found
            .iter()
            .map(|found| (found.a_line, found.alignment))
            .collect::<Vec<_>>()
    );
    assert!(
        found[0]
            .to_string()
            .contains("950 of 1000 draws agree line by line\n"),
        "{}",
        found[0]
    );
}

#[test]
fn a_call_that_a_loop_absorbs_is_counted_by_its_place() {
    let absorbed = (1..1000).map(|seed| (game(seed, 33, 14), game(seed, 33, 13)));
    let one = |(a, b): &(Vec<Draw>, Vec<Draw>)| {
        a.len() == b.len() && a.iter().zip(b).filter(|(a, b)| a != b).count() == 1
    };
    let (a, b) = absorbed.into_iter().find(one).unwrap();
    let said = first(&a, &b, "sawr").to_string();
    let needle = "A calls `wands 0 29` where B calls `rings 0 13`; up to where the traces agree again, B calls `rings` once \
                  more and `wands` once less";
    assert!(said.contains(needle), "{said}");
    let said = first(&a, &b, "awr").to_string();
    assert!(
        !said.contains("bound"),
        "without its place it is no other bound: {said}"
    );
}

#[test]
fn a_place_of_another_name_can_have_another_bound() {
    let list = calls(1, 300);
    let a = drawn(&list, words(1));
    let mut b = list.clone();
    let at = b.iter().position(|call| call.0 == "gold").unwrap() + 100;
    let at = at + b[at..].iter().position(|call| call.0 == "gold").unwrap();
    b[at].2 += 3;
    b.iter_mut()
        .filter(|call| call.0 == "gold")
        .for_each(|call| call.0 = "coins");
    let found = first(&a, &drawn(&b, words(1)), "sawr");
    assert!(
        matches!(
            found.causes[..],
            [Cause::Arguments {
                extent: Extent { differ: 1, .. },
                ..
            }]
        ),
        "{found}"
    );
}

#[test]
fn a_trace_that_ends_early_is_the_beginning_of_the_other_one() {
    let a = drawn(&calls(1, 500), words(1));
    let found = all(&a[..172], &a, "w");
    assert!(found.len() == 1 && found[0].is_prefix());
    assert_eq!(
        found[0].causes,
        [Cause::Ended {
            ended: Half::Expected,
            more: 328,
            whole: true
        }]
    );
    assert!(!all(&[], &a, "w")[0].is_prefix(), "nothing is no beginning");
    let settings = Settings {
        window: 50,
        ..Settings::default()
    };
    let found = compare(&text(&a, "w"), &text(&a[..100], "w"), settings);
    assert_eq!(
        found[0].causes,
        [Cause::Ended {
            ended: Half::Actual,
            more: 82,
            whole: false
        }]
    );
    assert_eq!(found[0].then, Then::Ended);
}

#[test]
fn a_trace_that_is_cut_short_is_compared_up_to_there() {
    let a = text(&drawn(&calls(1, 500), words(1)), "sawr");
    let whole: usize = a.split_inclusive('\n').take(30).map(str::len).sum();
    let cut = &a[..whole + 5];
    for (a, b, side) in [
        (a.as_str(), cut, Half::Actual),
        (cut, a.as_str(), Half::Expected),
    ] {
        let found = &compare(a, b, Settings::default())[0];
        assert_eq!(
            (found.agreed, &found.causes[1..]),
            (30, &[Cause::CutShort { side, line: 31 }][..])
        );
        assert!(
            matches!(found.causes[0], Cause::Ended { ended, .. } if ended == side),
            "{found}"
        );
    }
    // Nothing is said of two that are cut at the same line, or of a text that is no trace at all.
    for (a, b) in [(cut, cut), (cut, &a[..whole]), (a.as_str(), "wands")] {
        let mut comparison = Comparison::new(a.as_bytes(), b.as_bytes(), Settings::default());
        assert!(comparison.next_divergence().is_err());
    }
}

#[test]
fn sites_are_told_and_only_compared_on_request() {
    let a = text(&drawn(&[("roll", 1, 6); 300], words(1)), "sawr");
    let b = a.replace("roll", "rollDice");
    let mut comparison = Comparison::new(a.as_bytes(), b.as_bytes(), Settings::default());
    assert_eq!(comparison.next_divergence().unwrap(), None);
    let sites = comparison.tally().sites.clone().unwrap();
    assert_eq!((sites.lines, sites.first), (300, (1, 1)));
    assert_eq!(sites.sites, (b"roll".to_vec(), b"rollDice".to_vec()));
    let strict = Settings {
        fields: Fields {
            sites: true,
            ..Fields::default()
        },
        ..Settings::default()
    };
    let found = &compare(&a, &b, strict)[0];
    assert_eq!(
        (&found.causes[..], &found.fields[..]),
        (&[Cause::Sites][..], &[Field::Site][..])
    );
}

#[test]
fn what_is_not_compared_makes_no_difference() {
    let list = calls(1, 300);
    let (a, b) = (
        text(&drawn(&list, words(1)), "sawr"),
        text(&drawn(&list, words(2)), "sawr"),
    );
    let fields = Fields {
        words: false,
        results: false,
        ..Fields::default()
    };
    let mut comparison = Comparison::new(
        a.as_bytes(),
        b.as_bytes(),
        Settings {
            fields,
            ..Settings::default()
        },
    );
    assert_eq!(comparison.next_divergence().unwrap(), None);
    assert!(
        comparison.tally().is_void(),
        "no number of the generator was compared"
    );
}

#[test]
fn a_divergence_is_shown_as_a_diff() {
    let a = "0 mix 0 13 - 4\n1 mix 0 13 - 9\n2 wand 0 29 - 21\n3 wand 0 29 - 2\n4 ring 0 13 - 7\n";
    let b = a.replace("0 29 - 21", "0 28 - 21");
    let found = compare(
        a,
        &b,
        Settings {
            context: 1,
            ..Settings::default()
        },
    );
    let expected = "\
line 3 of A, line 3 of B: 2 draws agree before it
  A B
  2 2 = 1 mix 0 13 - 9
  3   - 2 wand 0 29 - 21
    3 + 2 wand 0 28 - 21
  4 4 = 3 wand 0 29 - 2
differ in: HI
likely cause: another bound: HI of B is HI of A -1: does one of them leave the upper bound out? (on this line; the next \
one agrees)
without one line of each: 2 draws agree to the end of both";
    assert_eq!(found[0].to_string(), expected);
}

#[test]
fn six_lines_are_too_few_for_a_bound_that_differs_everywhere() {
    let shuffle = |from: u64| {
        (0..6).fold(String::new(), |text, at| {
            text + &format!("shuffle 0 {} - 0\n", from - at)
        })
    };
    let said = compare(&shuffle(20), &shuffle(21), Settings::default())[0].to_string();
    assert!(
        said.contains("possible cause: another bound: HI of B is HI of A +1"),
        "{said}"
    );
    assert!(
        said.contains("(on all 6 lines that differ, of 6 compared: too few to tell)"),
        "{said}"
    );
}
