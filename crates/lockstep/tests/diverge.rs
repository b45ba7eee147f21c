//! Edits planted in traces are named, with their lines.

use lockstep::diverge::{Cause, Comparison, Divergence, Extent, Fields, Relation, Settings, Then};
use lockstep::trace::Field;
use lockstep::{Half, Hint};
use proptest::prelude::*;

/// One draw of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Draw {
    lo: i64,
    hi: i64,
    word: i64,
    result: i64,
}

fn scrambled(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// A word of 31 bits.
fn word(seed: u64, index: usize) -> i64 {
    (scrambled(seed.wrapping_add((index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))) >> 33) as i64
}

fn bounded(lo: i64, hi: i64, word: i64) -> i64 {
    lo + (word & 0x3fff) % (hi - lo + 1)
}

impl Draw {
    fn new((lo, hi): (i64, i64), word: i64) -> Self {
        Self { lo, hi, word, result: bounded(lo, hi, word) }
    }
}

/// The calls of a program that does not look at its results. Neighbours differ.
fn call(program: u64, index: usize) -> (i64, i64) {
    let lo = (scrambled(program ^ index as u64) % 50) as i64 + 1;
    (lo, lo + 40 + 100 * (index as i64 % 3))
}

fn trace(program: u64, seed: u64, len: usize) -> Vec<Draw> {
    (0..len).map(|index| Draw::new(call(program, index), word(seed, index))).collect()
}

/// How a program prints its trace.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Copy, Debug)]
struct Print {
    index: bool,
    sites: bool,
    words: bool,
    hexadecimal: bool,
    end: &'static str,
}

const PLAIN: Print = Print { index: true, sites: true, words: true, hexadecimal: false, end: "\n" };

fn print(draws: &[Draw], print: Print) -> String {
    let mut text = format!("# a program{}{}", print.end, print.end);
    for (index, Draw { lo, hi, word, result }) in draws.iter().enumerate() {
        if print.index {
            text += &format!("{index}\t");
        }
        let site = if print.sites { "roll" } else { "-" };
        let word = match (print.words, print.hexadecimal) {
            (false, _) => "-".into(),
            (true, false) => word.to_string(),
            (true, true) => format!("{word:#X}").replace("0X", "0x"),
        };
        text += &format!("{site} {lo}  {hi} {word} {result}{}", print.end);
    }
    text
}

fn prints(words: bool) -> impl Strategy<Value = Print> {
    (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()).prop_map(move |(index, sites, hexadecimal, crlf)| {
        Print { index, sites, words, hexadecimal, end: if crlf { "\r\n" } else { "\n" } }
    })
}

fn compare(a: &str, b: &str, settings: Settings) -> (Vec<Divergence>, u64) {
    let mut comparison = Comparison::new(a.as_bytes(), b.as_bytes(), settings);
    let mut found = Vec::new();
    while let Some(divergence) = comparison.next_divergence().unwrap() {
        assert!(!divergence.causes.is_empty());
        found.push(divergence);
    }
    (found, comparison.tally().agreed)
}

/// An edit of B, and where it first shows.
#[derive(Clone, Copy, Debug)]
enum Edit {
    Dropped,
    Doubled,
    Inserted,
    Range,
    NegatedResult,
    NegatedArgument,
    SwappedArguments,
    SwappedLines,
    SwappedDraws,
    ExtraCall,
    MissingCall,
    Unseen(usize),
    OtherSeed,
    Cut,
}

const EDITS: [Edit; 15] = [
    Edit::Dropped,
    Edit::Doubled,
    Edit::Inserted,
    Edit::Range,
    Edit::NegatedResult,
    Edit::NegatedArgument,
    Edit::SwappedArguments,
    Edit::SwappedLines,
    Edit::SwappedDraws,
    Edit::ExtraCall,
    Edit::MissingCall,
    Edit::Unseen(1),
    Edit::Unseen(100),
    Edit::OtherSeed,
    Edit::Cut,
];

impl Edit {
    /// B with the edit at draw `at`, for A a trace of this program and seed.
    fn plant(self, a: &[Draw], at: usize, program: u64, seed: u64) -> Vec<Draw> {
        let mut b = a.to_vec();
        let mut calls: Vec<_> = a.iter().map(|draw| (draw.lo, draw.hi)).collect();
        match self {
            Self::Dropped => drop(b.remove(at)),
            Self::Doubled => b.insert(at, a[at - 1]),
            Self::Inserted => b.insert(at, Draw::new((1000, 2000), 77)),
            Self::Range => b[at] = Draw::new((a[at].lo, a[at].hi + 3), a[at].word),
            Self::NegatedResult => b[at].result = -a[at].result,
            Self::NegatedArgument => b[at].lo = -a[at].lo,
            Self::SwappedArguments => (b[at].lo, b[at].hi) = (a[at].hi, a[at].lo),
            Self::SwappedLines => b.swap(at, at + 1),
            Self::SwappedDraws => calls.swap(at, at + 1),
            Self::ExtraCall => calls.insert(at, (1000, 2000)),
            Self::MissingCall => drop(calls.remove(at)),
            Self::Unseen(_) | Self::OtherSeed => {
                let words =
                    |index| if let Self::Unseen(by) = self { word(seed, index + by) } else { word(!seed, index) };
                b.truncate(at);
                b.extend((at..a.len()).map(|index| Draw::new(call(program, index), words(index))));
            }
            Self::Cut => b.truncate(at),
        }
        if matches!(self, Self::SwappedDraws | Self::ExtraCall | Self::MissingCall) {
            return calls.into_iter().enumerate().map(|(index, call)| Draw::new(call, word(seed, index))).collect();
        }
        b
    }

    /// The cause that names it, for traces with words or without.
    fn is(self, cause: &Cause, words: bool, left: usize) -> bool {
        let once = |expected| *cause == Cause::Arguments { relation: expected, extent: Extent::Once };
        let lines = |longer, repeated| *cause == Cause::Lines { longer, count: 1, repeated };
        let calls = |longer| *cause == Cause::Calls { longer, count: 1, words_in_step: words.then_some(true) };
        match self {
            Self::Dropped => lines(Half::Expected, false),
            Self::Doubled => lines(Half::Actual, true),
            Self::Inserted => lines(Half::Actual, false),
            Self::Range => once(Relation::More { field: Field::Hi, by: 3 }),
            Self::NegatedResult => {
                matches!(cause, Cause::Results { hints, extent: Extent::Once } if hints.contains(&Hint::Negated))
            }
            Self::NegatedArgument => once(Relation::Negated(Field::Lo)),
            Self::SwappedArguments => once(Relation::Swapped),
            Self::SwappedLines => *cause == Cause::Swapped { lines: true },
            Self::SwappedDraws => *cause == Cause::Swapped { lines: false },
            Self::ExtraCall => calls(Half::Actual),
            Self::MissingCall => calls(Half::Expected),
            Self::Unseen(by) if words => *cause == Cause::Ahead { ahead: Half::Actual, by },
            Self::Unseen(_) | Self::OtherSeed => {
                *cause == Cause::Unrelated { words, from_the_start: false, few: false }
            }
            Self::Cut => *cause == Cause::Ended { ended: Half::Actual, more: left, whole: true },
        }
    }

    /// Whether the traces agree again after it.
    fn ends(self) -> bool {
        !matches!(self, Self::ExtraCall | Self::MissingCall | Self::Unseen(_) | Self::OtherSeed)
    }
}

proptest! {
    #[test]
    fn a_planted_edit_is_named_with_its_line(
        (edit, words) in (prop::sample::select(EDITS.as_slice()), any::<bool>()),
        (program, seed) in (any::<u64>(), any::<u64>()),
        (len, at) in (260_usize..400, 1_usize..150),
        (print_a, print_b) in (prints(true), prints(true)),
    ) {
        let a = trace(program, seed, len);
        let b = edit.plant(&a, at, program, seed);
        let shown = |draw: &Draw| (draw.lo, draw.hi, draw.result, words.then_some(draw.word));
        let first = a.iter().zip(&b).position(|(a, b)| shown(a) != shown(b)).unwrap_or(at);
        // Without words, other words may give the same results by chance,
        prop_assume!(first == at);
        // and draws that changed places those of lines that did.
        let lines_swapped = matches!(edit, Edit::SwappedDraws) && [(at, at + 1), (at + 1, at)].iter().all(|&(i, j)| shown(&a[i]) == shown(&b[j]));
        prop_assume!(!lines_swapped);
        let print_a = Print { words, ..print_a };
        let (text_a, text_b) = (print(&a, print_a), print(&b, print_b));
        let (found, agreed) = compare(&text_a, &text_b, Settings::default());
        let divergence = &found[0];
        prop_assert_eq!(divergence.agreed, at as u64);
        // Two lines stand before the draws.
        prop_assert_eq!((divergence.a_line, divergence.b_line), (at as u64 + 3, at as u64 + 3));
        prop_assert!(edit.is(&divergence.causes[0], words, len - at), "{edit:?}: {divergence}");
        prop_assert_eq!(found.len(), 1);
        prop_assert_eq!(matches!(divergence.then, Then::Agree { .. }), edit.ends());
        if edit.ends() {
            let Then::Agree { draws } = divergence.then else { unreachable!() };
            prop_assert_eq!(agreed, at as u64 + draws);
            let most = a.len().min(b.len()) as u64;
            prop_assert!((most.saturating_sub(2)..=most).contains(&agreed), "{agreed} of {most}");
        }
    }

    #[test]
    fn traces_that_are_printed_in_other_ways_are_equal(
        (program, seed, len) in (any::<u64>(), any::<u64>(), 1_usize..2000),
        (print_a, print_b) in (prints(true), prints(true)),
        words in any::<bool>(),
    ) {
        let draws = trace(program, seed, len);
        let (a, b) = (print(&draws, print_a), print(&draws, Print { words, ..print_b }));
        let (found, agreed) = compare(&a, b.trim_end(), Settings::default());
        prop_assert_eq!(found, []);
        prop_assert_eq!(agreed, len as u64);
    }

    #[test]
    fn two_edits_far_apart_are_two_divergences(
        (first, second) in (0_usize..10, 0_usize..10),
        (program, seed) in (any::<u64>(), any::<u64>()),
    ) {
        // Those that leave what comes after them as it is.
        let (first, second) = (EDITS[first.min(7)], EDITS[second.min(7)]);
        let a = trace(program, seed, 900);
        let mut b = first.plant(&a, 50, program, seed);
        let tail = second.plant(&a[100..], 600, program, seed);
        b.truncate(b.len() + 100 - a.len());
        b.extend(tail);
        // The second one lies behind the window of the first.
        let settings = Settings { window: 200, ..Settings::default() };
        let (found, _) = compare(&print(&a, PLAIN), &print(&b, Print { end: "\r\n", ..PLAIN }), settings);
        let causes: Vec<_> = found.iter().map(|divergence| &divergence.causes[0]).collect();
        prop_assert!(causes.len() == 2 && first.is(causes[0], true, 0) && second.is(causes[1], true, 0), "{causes:?}");
        let then = found.iter().map(|divergence| matches!(divergence.then, Then::Agree { .. }));
        prop_assert_eq!(then.collect::<Vec<_>>(), [false, true]);
    }

    #[test]
    fn lines_of_few_numbers_never_make_a_comparison_panic_or_loop(
        a in prop::collection::vec((0_u8..2, 0_u8..2, 0_u8..3), 0..120),
        b in prop::collection::vec((0_u8..2, 0_u8..2, 0_u8..3), 0..120),
        window in 0_usize..40,
    ) {
        let text = |draws: &[(u8, u8, u8)]| {
            let number = |n: u8| if n == 2 { "-".into() } else { n.to_string() };
            draws.iter().fold(String::new(), |text, &(lo, hi, word)| text + &format!("- {lo} {hi} {} {hi}\n", number(word)))
        };
        let (found, agreed) = compare(&text(&a), &text(&b), Settings { window, ..Settings::default() });
        prop_assert!(found.len() as u64 + agreed <= (a.len() + b.len()) as u64 + 1);
        prop_assert!(found.iter().all(|divergence| !divergence.to_string().is_empty()));
    }
}

const A_FORMULA: &str = "LO + (WORD & 0x3fff) % (HI - LO + 1)";

fn bounding(formula: Option<&str>) -> Cause {
    Cause::Bounding { expected: Some(A_FORMULA.into()), actual: formula.map(str::to_owned), silent: None }
}

fn every(differ: usize) -> Extent {
    Extent::All { differ, of: differ }
}

/// An edit of every draw of B.
type EditAll = fn(usize, &mut Draw);

#[test]
fn an_edit_of_every_line_has_one_cause() {
    let shift = Hint::Shift { shifted: Half::Actual, left: false, by: 1 };
    let hi = Relation::More { field: Field::Hi, by: 1 };
    let moved = Relation::Moved { by: -1 };
    let table: [(EditAll, Cause); 10] = [
        (
            |_, draw| draw.result = draw.lo + (draw.word & 0x7fff) % (draw.hi - draw.lo + 1),
            bounding(Some("LO + (WORD & 0x7fff) % (HI - LO + 1)")),
        ),
        (
            |_, draw| draw.result = draw.lo + (draw.word & 0x3fff) % (draw.hi - draw.lo),
            bounding(Some("LO + (WORD & 0x3fff) % (HI - LO)")),
        ),
        (
            |_, draw| draw.result = draw.lo + (draw.word >> 1) % (draw.hi - draw.lo + 1),
            bounding(Some("LO + (WORD >> 1) % (HI - LO + 1)")),
        ),
        (
            |_, draw| draw.result = draw.lo + ((draw.word * (draw.hi - draw.lo + 1)) >> 31),
            bounding(Some("LO + WORD * (HI - LO + 1) / 2^31")),
        ),
        (|index, draw| draw.result = (scrambled(index as u64) % 1000) as i64, bounding(None)),
        (|_, draw| draw.hi += 1, Cause::Arguments { relation: hi, extent: every(300) }),
        (
            |_, draw| (draw.lo, draw.hi, draw.result) = (draw.lo - 1, draw.hi - 1, draw.result - 1),
            Cause::Arguments { relation: moved, extent: every(300) },
        ),
        (|_, draw| draw.word >>= 1, Cause::Words { hints: vec![shift], extent: every(256) }),
        (
            |index, draw| *draw = Draw::new((draw.lo, draw.hi), word(6, 2 * index + 1)),
            Cause::Stride { longer: Half::Actual, by: 2 },
        ),
        (
            |index, draw| *draw = Draw::new(call(if index < 40 { 5 } else { 99 }, index), draw.word),
            Cause::OtherPath { words_in_step: true, more: None },
        ),
    ];
    for (edit, cause) in table {
        let a = trace(5, 6, 300);
        let mut b = a.clone();
        b.iter_mut().enumerate().for_each(|(index, draw)| edit(index, draw));
        assert_eq!(first_cause(&a, &b, PLAIN), cause);
    }
}

fn first_cause(a: &[Draw], b: &[Draw], how: Print) -> Cause {
    compare(&print(a, how), &print(b, how), Settings::default()).0.swap_remove(0).causes.swap_remove(0)
}

#[test]
fn edits_that_no_formula_of_one_line_makes_are_named() {
    let a = trace(5, 6, 300);
    let less: Vec<_> = a.iter().map(|draw| Draw { result: draw.result - 1, ..*draw }).collect();
    let hints = vec![Hint::OffByOne { by: -1 }];
    let silent = Print { words: false, ..PLAIN };
    assert_eq!(first_cause(&a, &less, silent), Cause::Results { hints, extent: every(256) });

    let fast: Vec<_> =
        a.iter().enumerate().map(|(i, draw)| Draw::new((draw.lo, draw.hi), word(6, 2 * i + 1))).collect();
    assert_eq!(first_cause(&fast, &a, PLAIN), Cause::Stride { longer: Half::Expected, by: 2 });
    let other_seed = Cause::Unrelated { words: true, from_the_start: true, few: false };
    assert_eq!(first_cause(&a, &trace(5, 7, 300), PLAIN), other_seed);

    let mut replaced = a.clone();
    replaced.splice(20..25, (0..3).map(|index| Draw::new((1, 6), index)));
    assert_eq!(first_cause(&a, &replaced, PLAIN), Cause::Replaced { a: 5, b: 3 });
}

#[test]
fn sites_are_told_and_only_compared_on_request() {
    let a = print(&trace(5, 6, 300), PLAIN);
    let b = a.replace("roll", "rollDice");
    let mut comparison = Comparison::new(a.as_bytes(), b.as_bytes(), Settings::default());
    assert_eq!(comparison.next_divergence().unwrap(), None);
    let sites = comparison.tally().sites.clone().unwrap();
    assert_eq!((sites.lines, sites.first), (300, (3, 3)));
    assert_eq!(sites.sites, (b"roll".to_vec(), b"rollDice".to_vec()));
    let strict = Settings { fields: Fields { sites: true, ..Fields::default() }, ..Settings::default() };
    let (found, agreed) = compare(&a, &b, strict);
    assert_eq!((&found[0].causes[0], &found[0].fields[..], agreed), (&Cause::Sites, &[Field::Site][..], 0));
}

#[test]
fn what_is_not_compared_makes_no_difference() {
    let a = trace(5, 6, 300);
    let b: Vec<_> = a.iter().map(|draw| Draw { word: draw.word + 1, result: draw.result - 1, ..*draw }).collect();
    let (a, b) = (print(&a, PLAIN), print(&b, PLAIN));
    let fields = Fields { words: false, results: false, ..Fields::default() };
    let mut comparison = Comparison::new(a.as_bytes(), b.as_bytes(), Settings { fields, ..Settings::default() });
    assert_eq!(comparison.next_divergence().unwrap(), None);
    assert!(comparison.tally().is_void(), "no number of the generator was compared");
}

#[test]
fn the_end_of_a_long_rest_is_not_looked_for() {
    let a = print(&trace(5, 6, 300), PLAIN);
    let b = print(&trace(5, 6, 100), PLAIN);
    let (found, agreed) = compare(&a, &b, Settings { window: 50, ..Settings::default() });
    let ended = Cause::Ended { ended: Half::Actual, more: 82, whole: false };
    assert_eq!((&found[0].causes[0], found[0].then, agreed), (&ended, Then::Ended, 100));
}

#[test]
fn a_divergence_is_shown_as_a_diff() {
    let a = "0 mix 0 13 - 4\n1 mix 0 13 - 9\n2 wand 0 29 - 21\n3 wand 0 29 - 2\n4 ring 0 13 - 7\n";
    let b = "0 mix 0 13 - 4\n1 mix 0 13 - 9\n2 wand 0 28 - 21\n3 wand 0 29 - 2\n4 ring 0 13 - 7\n";
    let (found, _) = compare(a, b, Settings { context: 1, ..Settings::default() });
    let expected = "\
line 3 of A, line 3 of B: 2 draws agree before it
  A B
  2 2 = 1 mix 0 13 - 9
  3   - 2 wand 0 29 - 21
    3 + 2 wand 0 28 - 21
  4 4 = 3 wand 0 29 - 2
differ in: HI
likely cause: other range: HI of B is HI of A -1: does one of them leave the upper bound out? (on this line only: the \
next one agrees)
without 1 line of each: 2 draws agree to the end of both";
    assert_eq!(found[0].to_string(), expected);
}
