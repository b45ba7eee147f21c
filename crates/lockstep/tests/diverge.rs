//! Mistakes planted in traces are named, and nothing false is said about them.

#[path = "diverge/draws.rs"]
mod draws;
#[path = "diverge/edits.rs"]
mod edits;

use proptest::prelude::*;
use roguelab_lockstep::Half;
use roguelab_lockstep::diverge::{Alignment, Divergence, NumberShift, Parting, Rest, compare};
use roguelab_lockstep::trace::Field;

use draws::{CALLS, Draw, calls, drawn, first, found, game, text, words};
use edits::{EDITS, Edit, edited, what_is_said_holds};

#[test]
fn missing_calls_are_not_reported_as_extra_calls() {
    for (less, more) in [(20, 33), (31, 33), (32, 33)] {
        for seed in 0..10 {
            let (a, b) = (game(seed, more, 14), game(seed, less, 14));
            for shown in ["sawr", "sar", "awr", "ar", "swr", "sr"] {
                for (a, b) in [(&a, &b), (&b, &a)] {
                    what_is_said_holds(&first(a, b, shown), a, b, shown).unwrap();
                }
            }
        }
    }
    // The calls repeat, so leaving out four of five looks like one too many, except at the ends.
    let periodic: Vec<_> = CALLS[..5].iter().copied().cycle().take(2000).collect();
    let a = drawn(&periodic, words(7));
    for count in [1, 4, 9] {
        let b = drawn(
            &[&periodic[..1000], &periodic[1000 + count..]].concat(),
            words(7),
        );
        let in_step = |longer| Parting::Calls {
            longer,
            count,
            numbers: NumberShift::InPlace,
            follow: 1000 - count,
        };
        assert_eq!(first(&a, &b, "sawr").causes, [in_step(Half::Expected)]);
        assert_eq!(first(&b, &a, "sawr").causes, [in_step(Half::Actual)]);
    }
    // Without the ends the two cannot be told apart.
    let endless: Vec<_> = CALLS[..5].iter().copied().cycle().take(20_000).collect();
    let less = [&endless[..1000], &endless[1004..]].concat();
    let (a, b) = (drawn(&endless, words(7)), drawn(&less, words(7)));
    assert_eq!(first(&a, &b, "sawr").causes, []);
}

#[test]
fn words_or_results_alone_do_not_tell_a_lost_word_from_a_line() {
    let list = calls(1, 2000);
    let a = drawn(&list, words(7));
    let step = drawn(&list, words(7).take(700).chain(words(7).skip(701)));
    let ahead = Parting::Ahead {
        ahead: Half::Actual,
        by: 1,
    };
    let said = first(&a, &step, "w").causes;
    assert!(
        matches!(&said[..], [Parting::Calls { count: 1, .. }, other] if *other == ahead),
        "{said:?}"
    );
    // Results alone decide nothing: the message says so, and says what would decide.
    let said = first(&a, &step, "r").to_string();
    let needle = "cause: not known; LO, HI, WORD in both traces would tell more";
    assert!(said.contains(needle), "{said}");
}

#[test]
fn swapped_calls_are_not_other_calls() {
    let list = calls(2, 900);
    let a = drawn(&list, words(7));
    for apart in [2, 9, 40] {
        let mut moved = a.clone();
        moved.swap(600, 600 + apart);
        let swapped = Parting::Swapped {
            lines: apart + 1,
            along: true,
        };
        assert_eq!(first(&a, &moved, "sawr").causes, [swapped]);
    }
}

#[test]
fn two_lines_before_the_end_of_a_trace_are_no_evidence() {
    let edits = [
        (Edit::Cut, 71),
        (Edit::LinesSwapped, 68),
        (Edit::LeftOut, 68),
    ];
    let (a, b) = edited(&edits, 0, 0);
    let found = first(&a, &b, "awr");
    assert_eq!((found.agreed, &found.causes[..]), (68, &[][..]), "{found}");
}

proptest! {
    #[test]
    fn a_planted_edit_is_named_and_what_is_said_is_true(
        edit in prop::sample::select(EDITS.as_slice()),
        (program, seed) in (any::<u64>(), any::<u64>()),
        (len, place) in (200_usize..400, 0.0..1.0_f64),
        shown in prop::sample::select(["sawr", "awr"].as_slice()),
    ) {
        // At the very start there is no line to repeat, and near the end there is little evidence.
        let last = if matches!(edit, Edit::Stepped | Edit::Reseeded) { len - 40 } else { len - 12 };
        let at = 1 + (place * (last - 1) as f64) as usize;
        let a = drawn(&calls(program, len), words(seed));
        let mut b = a.clone();
        edit.plant(&mut b, at, !seed);
        let found = first(&a, &b, shown);
        prop_assert_eq!(found.agreed, at as u64);
        match &found.causes[..] {
            [] => prop_assert_eq!(edit, Edit::Changed),
            [cause] => prop_assert!(edit.is(cause, len - at), "{edit:?} at {at} of {len}: {found}"),
            _ => prop_assert!(false, "{edit:?} at {at} of {len}: {found}"),
        }
        what_is_said_holds(&found, &a, &b, shown).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn what_is_said_after_many_edits_is_true(
        edits in prop::collection::vec((prop::sample::select(EDITS.as_slice()), 1_usize..250), 1..8),
        (program, seed) in (any::<u64>(), any::<u64>()),
        shown in prop::sample::select(["sawr", "sar", "awr", "ar", "swr", "sr", "wr", "w"].as_slice()),
    ) {
        let (a, b) = edited(&edits, program, seed);
        if let Some(found) = found(&text(&a, shown), &text(&b, shown)) {
            what_is_said_holds(&found, &a, &b, shown).map_err(TestCaseError::fail)?;
        }
    }

    #[test]
    fn lines_of_few_numbers_never_make_a_comparison_panic(
        a in prop::collection::vec((0_u8..2, 0_u8..2, 0_u8..3), 0..120),
        b in prop::collection::vec((0_u8..2, 0_u8..2, 0_u8..3), 0..120),
    ) {
        let text = |draws: &[(u8, u8, u8)]| {
            let number = |n: u8| if n == 2 { "-".into() } else { n.to_string() };
            draws.iter().fold(String::new(), |text, &(lo, hi, word)| text + &format!("- {lo} {hi} {} {hi}\n", number(word)))
        };
        let found = found(&text(&a), &text(&b));
        prop_assert!(found.is_none_or(|found| !found.to_string().is_empty()));
    }
}

#[test]
fn words_show_that_a_seed_or_generator_is_another() {
    let list = calls(5, 300);
    let (a, b) = (drawn(&list, words(6)), drawn(&list, words(7)));
    for shown in ["sawr", "w"] {
        let causes = first(&a, &b, shown).causes;
        assert_eq!(causes, [Parting::OtherStream { words: 300 }], "{shown}");
    }
    for (a, b, shown) in [
        (&a[..], &b[..], "sar"),
        (&a, &b, "r"),
        (&a[..5], &b[..5], "sawr"),
    ] {
        assert_eq!(first(a, b, shown).causes, [], "{shown}");
    }
    // The same words in other forms are not another stream.
    let other = |change: fn(u64) -> u64| {
        let mut b = a.clone();
        for draw in &mut b {
            draw.word = change(draw.word);
        }
        first(&a, &b, "sawr").causes
    };
    let related = other(|word| word >> 1);
    assert!(
        matches!(
            related[..],
            [Parting::Related {
                field: Field::Word,
                differ: 256,
                ..
            }]
        ),
        "{related:?}"
    );
    let every_second = drawn(&list, words(6).step_by(2));
    assert_eq!(first(&a, &every_second, "sawr").causes, []);
}

#[test]
fn words_tell_a_bound_that_differs_everywhere_from_an_extra_call() {
    let shuffle = |from: i64| {
        (0..40)
            .map(|at| ("shuffle", 0, from - at))
            .collect::<Vec<_>>()
    };
    let a = drawn(&shuffle(50), words(1));
    let found = first(&a, &drawn(&shuffle(51), words(1)), "sawr");
    let [
        Parting::Calls { count: 1, .. },
        Parting::Bound {
            hi: 1, differ: 40, ..
        },
    ] = found.causes[..]
    else {
        panic!("both explain it: {found}")
    };
    let mut calls = calls(1, 300);
    let a = drawn(&calls, words(1));
    for call in &mut calls {
        call.2 += 1;
    }
    let b = drawn(&calls, words(1));
    let bound = Parting::Bound {
        lo: 0,
        hi: 1,
        differ: 300,
        of: 300,
        anywhere: false,
    };
    assert_eq!(first(&a, &b, "sawr").causes, [bound]);
}

#[test]
fn a_call_of_another_place_is_no_other_bound() {
    let absorbed = (1..1000).map(|seed| (game(seed, 33, 14), game(seed, 33, 13)));
    let one = |(a, b): &(Vec<Draw>, Vec<Draw>)| {
        a.len() == b.len() && a.iter().zip(b).filter(|(a, b)| a != b).count() == 1
    };
    let (a, b) = absorbed.into_iter().find(one).unwrap();
    assert_eq!(first(&a, &b, "sawr").causes, []);
    let said = first(&a, &b, "awr").to_string();
    assert!(said.contains("or the call of another place"), "{said}");
}

#[test]
fn words_that_are_wrong_here_and_there_are_counted() {
    let a = drawn(&calls(1, 1000), words(42));
    let mut b = a.clone();
    b.iter_mut()
        .skip(19)
        .step_by(20)
        .for_each(|draw| draw.word = 7);
    let said = first(&a, &b, "w").to_string();
    assert!(
        said.contains("\n931 of the 981 draws ahead agree line by line\n"),
        "{said}"
    );
}

#[test]
fn a_trace_that_ends_early_is_the_beginning_of_the_other_one() {
    let a = drawn(&calls(1, 500), words(1));
    let (whole, cut) = (text(&a, "w"), text(&a[..172], "w"));
    let found = compare(cut.as_bytes(), whole.as_bytes()).unwrap();
    assert!(found.is_prefix());
    let ended = |ended, more, whole| [Parting::Ended { ended, more, whole }];
    let divergence = found.divergence.unwrap();
    assert_eq!(divergence.causes, ended(Half::Expected, 328, true));
    assert_eq!(divergence.alignment, Some(Alignment { a: 0, b: 328 }));
    let nothing = compare(&b""[..], whole.as_bytes()).unwrap();
    assert!(!nothing.is_prefix(), "nothing is no beginning");
    // A line left unfinished by a killed program is ignored.
    let a = text(&drawn(&calls(1, 5000), words(1)), "sawr");
    let whole: usize = a.split_inclusive('\n').take(30).map(str::len).sum();
    let said = first_of(&a, &a[..whole + 5]);
    assert_eq!(said.causes, ended(Half::Actual, 4096, false));
    assert_eq!((said.agreed, said.then), (30, Rest::Apart));
    assert!(
        compare(a.as_bytes(), &b"wands"[..]).is_err(),
        "no trace at all"
    );
}

#[test]
fn causes_of_edits_are_the_same_in_every_version() {
    let mut digest = 0_u64;
    for (number, edit) in EDITS.into_iter().enumerate() {
        for (turn, at) in [1, 3, 60, 240, 285, 294].into_iter().enumerate() {
            let next = (
                EDITS[(number + 3 * turn) % EDITS.len()],
                at + 2 + number % 4,
            );
            for edits in [&[(edit, at)][..], &[(edit, at), next]] {
                let (a, b) = edited(edits, at as u64, number as u64);
                for shown in ["sawr", "sar", "awr", "ar", "swr", "sr", "wr", "w"] {
                    let found = found(&text(&a, shown), &text(&b, shown));
                    let said = found.map_or_else(String::new, |found| found.to_string());
                    digest = said.bytes().fold(digest, |digest, byte| {
                        (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
                    });
                }
            }
        }
    }
    assert_eq!(
        digest, 8_258_647_653_378_162_376,
        "a change that is meant changes this number"
    );
}

/// Lines of a trace: how many, and the line, with `#` for its number from 0.
type Lines = (usize, &'static str);

/// Two traces and what is said of them.
const CAUSES: [(&[Lines], &[Lines], &str); 7] = [
    // Four numbers of ten bits are enough.
    (
        &[
            (1, "- 0 1023 - 9"),
            (4, "- 0 1023 - #"),
            (1, "- 0 1023 - 7"),
        ],
        &[
            (1, "- 0 1023 - 1"),
            (1, "- 0 1023 - 2"),
            (1, "- 0 1023 - 3"),
            (1, "- 0 1023 - 4"),
            (1, "- 0 1023 - 8"),
        ],
        "likely cause: missing call: B lacks one call, here or among equal calls just before; the next 4 calls of \
         both are the same, and so",
    ),
    // What is rare in A is frequent in B.
    (
        &[
            (1, "- 0 1023 - 9"),
            (4, "- 0 1023 - #"),
            (1, "- 0 1023 - 7"),
        ],
        &[
            (1, "- 0 1023 - 1"),
            (1, "- 0 1023 - 2"),
            (1, "- 0 1023 - 3"),
            (1, "- 0 1023 - 4"),
            (1, "- 0 1023 - 1"),
            (1, "- 0 1023 - 2"),
            (1, "- 0 1023 - 3"),
            (1, "- 0 1023 - 4"),
            (1, "- 0 1023 - 1"),
            (1, "- 0 1023 - 2"),
            (1, "- 0 1023 - 3"),
            (1, "- 0 1023 - 4"),
        ],
        "cause: not known",
    ),
    // Words that only A shows are no evidence.
    (
        &[
            (1, "- 0 9 4000000009 9"),
            (4, "- 0 9 400000000# #"),
            (1, "- 0 9 4000000007 7"),
        ],
        &[
            (1, "- 0 9 - 1"),
            (1, "- 0 9 - 2"),
            (1, "- 0 9 - 3"),
            (1, "- 0 9 - 4"),
            (1, "- 0 9 - 8"),
        ],
        "cause: not known",
    ),
    // Lines beyond the first 256 add nothing: 257 would be just enough.
    (
        &[(359, "- 0 9 7 -"), (41, "- 0 9 1# -")],
        &[(257, "- 0 8 7 -"), (143, "- 0 8 2# -")],
        "cause: not known",
    ),
    // Calls that are swapped at the end leave the words as evidence.
    (
        &[(1, "- 0 5 4000000001 -"), (1, "- 0 9 4000000002 -")],
        &[(1, "- 0 9 4000000001 -"), (1, "- 0 5 4000000002 -")],
        "likely cause: swapped calls: this call and the next one have changed places; the numbers stay in step",
    ),
    // A relation holds in equal calls alone.
    (
        &[(10, "- 0 99 - #7"), (1, "- 0 9 - 3")],
        &[(10, "- 0 99 - #8"), (1, "- 0 7 - 6")],
        "likely cause: RESULT differs: off by one: actual == expected + 1 (on all 10 lines that differ, of 11)",
    ),
    // Two of 32 words may be the same by chance.
    (
        &[(40, "5#")],
        &[(9, "6#"), (1, "521"), (10, "6#"), (1, "56"), (11, "6#")],
        "likely cause: another stream: of the next 32 words of B",
    ),
];

#[test]
fn each_cause_needs_its_evidence() {
    for (a, b, said) in CAUSES {
        let found = first_of(&trace_of(a), &trace_of(b)).to_string();
        assert!(found.contains(said), "{found}");
    }
}

fn trace_of(parts: &[Lines]) -> String {
    let mut text = String::new();
    let mut number = 0;
    for &(count, line) in parts {
        for _ in 0..count {
            text += &line.replace('#', &number.to_string());
            text.push('\n');
            number += 1;
        }
    }
    text
}

fn first_of(a: &str, b: &str) -> Divergence {
    found(a, b).unwrap()
}

#[test]
fn a_divergence_is_shown_as_a_diff() {
    let a = "0 mix 0 13 60 4\n1 mix 0 13 51 9\n2 wand 0 29 31 1\n3 wand 0 29 1000002 12\n4 ring 0 13 9999997 9\n\
             5 ring 0 13 89 5\n";
    let b = a.replace("0 29 31 1", "0 28 31 2");
    let shown = include_str!("diverge/diff.txt").trim_end();
    assert_eq!(first_of(a, &b).to_string(), shown);
}

#[test]
fn few_columns_and_a_trace_that_ends_are_shown_too() {
    let trace = |draws: &[u32]| {
        let line = |n: &u32| format!("0 1000 {n}\n");
        "# columns: lo hi result\n".to_owned() + &draws.iter().map(line).collect::<String>()
    };
    let odd: Vec<u32> = (0..40).map(|n| (n + 9) * 31 % 999).collect();
    let even: Vec<u32> = (0..40).map(|n| (n + 5) * 37 % 997).collect();
    let shown = [
        (&odd[..], &even[..]),
        (&odd[..1], &odd[..2]),
        (&odd[..3], &odd[..1]),
    ]
    .map(|(a, b)| first_of(&trace(a), &trace(b)).to_string());
    let expected: Vec<&str> = include_str!("diverge/shown.txt")
        .trim_end()
        .split("\n\n")
        .collect();
    assert_eq!(expected, shown);
    let ended = |more: usize| first_of(&trace(&odd[..=more]), &trace(&odd[..1])).to_string();
    assert!(!ended(8).contains("...") && ended(10).contains("... 2 more\n"));
    let few = first_of(
        "# columns: hi result\n9 5\n",
        "# columns: lo word result\n0 7 6\n",
    );
    let said = few.to_string();
    assert!(
        said.contains("LO, HI, WORD in both traces would tell more"),
        "{said}"
    );
    let apart = compare(
        &b"# columns: hi word\n9 5\n"[..],
        &b"# columns: hi result\n9 5\n"[..],
    )
    .unwrap();
    assert!(apart.is_void());
    for (line, met) in [("0 9 5\n", 1), ("0 9 -\n", 0)] {
        let text = "# columns: lo hi result\n".to_owned() + line;
        let found = compare(text.as_bytes(), text.as_bytes()).unwrap();
        assert_eq!((found.met, found.is_void()), (met, met == 0));
    }
}
