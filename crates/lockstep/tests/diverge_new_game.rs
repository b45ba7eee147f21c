//! Mistakes of porters, planted in the trace of a program that hands out names before a game begins.

use lockstep::Half;
use lockstep::diverge::{Cause, Comparison, Divergence, Extent, Relation, Settings, Then};

struct Draw {
    site: &'static str,
    lo: i64,
    hi: i64,
    word: u64,
    result: i64,
}

/// A linear congruential generator: the low bits of its states do not depend on the high ones.
struct Program {
    state: u64,
    draws: Vec<Draw>,
}

impl Program {
    fn draw(&mut self, site: &'static str, lo: i64, hi: i64) -> i64 {
        self.state = (self.state * 1_103_515_245 + 12_345) & 0x7fff_ffff;
        let result = lo + (self.state as i64 & 0x7fff) % (hi - lo + 1);
        self.draws.push(Draw { site, lo, hi, word: self.state, result });
        result
    }

    /// Draws until so many numbers have come.
    fn distinct(&mut self, site: &'static str, below: i64, count: usize) {
        let mut used = Vec::new();
        while used.len() < count {
            let number = self.draw(site, 0, below - 1);
            if !used.contains(&number) {
                used.push(number);
            }
        }
    }
}

fn new_game(seed: u64, wands: usize) -> Vec<Draw> {
    let mut program = Program { state: seed, draws: Vec::new() };
    program.distinct("mix_colors", 27, 14);
    program.distinct("wands", 30, wands);
    program.distinct("rings", 14, 12);
    for room in 0..100 {
        program.draw("rooms", room % 3, 40 + room % 5);
    }
    program.draws
}

fn text(draws: &[Draw], words: bool) -> String {
    draws.iter().fold(String::new(), |text, Draw { site, lo, hi, word, result }| {
        let word = if words { word.to_string() } else { "-".into() };
        text + &format!("{site} {lo} {hi} {word} {result}\n")
    })
}

fn all(a: &str, b: &str) -> Vec<Divergence> {
    let mut comparison = Comparison::new(a.as_bytes(), b.as_bytes(), Settings::default());
    std::iter::from_fn(|| comparison.next_divergence().unwrap()).collect()
}

fn only(a: &str, b: &str) -> Divergence {
    let mut found = all(a, b);
    assert_eq!(found.len(), 1);
    found.remove(0)
}

/// A game, and the same one with a wand less, where the loop over the rings absorbs the difference in one line.
fn absorbed() -> (Vec<Draw>, Vec<Draw>) {
    let one_line = |(a, b): &(Vec<Draw>, Vec<Draw>)| {
        a.len() == b.len() && a.iter().zip(b).filter(|(a, b)| a.site != b.site).count() == 1
    };
    (1..1000).map(|seed| (new_game(seed, 14), new_game(seed, 13))).find(one_line).unwrap()
}

fn wands(longer: Half, count: usize) -> [Cause; 1] {
    [Cause::Absorbed { longer, count, site: b"wands".to_vec(), taker: b"rings".to_vec() }]
}

#[test]
fn a_call_that_a_loop_absorbs_is_named_with_its_place() {
    let (mut whole, mut less) = absorbed();
    let texts = (text(&whole, true), text(&less, true));
    let missing = only(&texts.0, &texts.1);
    assert_eq!(missing.causes, wands(Half::Expected, 1));
    assert!(missing.to_string().contains("missing call: B makes one `wands` call fewer; in B `rings` takes its word"));
    let extra = only(&texts.1, &texts.0);
    assert_eq!(extra.causes, wands(Half::Actual, 1));
    assert!(extra.to_string().contains("extra call: B makes one `wands` call more; in A `rings` takes its word"));

    // Without places it is still an absorbed call, before another range.
    whole.iter_mut().chain(&mut less).for_each(|draw| draw.site = "-");
    let found = only(&text(&whole, true), &text(&less, true));
    let calls = Cause::Calls { longer: Half::Expected, count: 1, words_in_step: Some(true) };
    assert_eq!(found.causes[0], calls, "{found}");
    assert!(matches!(found.causes[1], Cause::Arguments { extent: Extent::Once, .. }), "{found}");
}

#[test]
fn an_absorbed_call_is_counted_where_the_lines_after_it_differ_too() {
    let mut several = 0;
    for seed in 1..300 {
        let (a, b) = (new_game(seed, 14), new_game(seed, 12));
        let differ = a.iter().zip(&b).filter(|(a, b)| a.site != b.site).count();
        if a.len() != b.len() || differ == 1 {
            continue;
        }
        let found = only(&text(&a, true), &text(&b, true));
        assert_eq!(found.causes, wands(Half::Expected, differ), "{found}");
        several += 1;
    }
    assert!(several > 0);
}

#[test]
fn a_skipped_call_is_never_another_range() {
    for seed in 1..100 {
        let (a, b) = (text(&new_game(seed, 14), true), text(&new_game(seed, 13), true));
        for found in all(&a, &b).into_iter().chain(all(&b, &a)) {
            assert!(!found.to_string().contains("range"), "seed {seed}: {found}");
        }
    }
}

#[test]
fn draws_of_different_places_are_no_other_range() {
    let a = new_game(3, 14);
    let mut b = new_game(3, 14);
    let at = a.iter().position(|draw| draw.site == "wands").unwrap() + 4;
    (b[at].site, b[at].hi) = ("rings", 13);
    let found = only(&text(&a, true), &text(&b, true));
    assert_eq!(found.causes, [Cause::OtherCall { a: b"wands".to_vec(), b: b"rings".to_vec() }]);
    assert!(found.to_string().contains("likely cause: other call here: A calls `wands`, B calls `rings`"));
    // The last line, where nothing comes after it.
    let found = only(&text(&a[..=at], true), &text(&b[..=at], true));
    assert!(matches!(found.causes[..], [Cause::OtherCall { .. }]), "{found}");
}

#[test]
fn a_place_of_another_name_can_have_another_range() {
    let a = new_game(3, 14);
    let mut b = new_game(3, 14);
    b.iter_mut().filter(|draw| draw.site == "wands").for_each(|draw| draw.site = "initWands");
    let at = b.iter().position(|draw| draw.site == "initWands").unwrap() + 4;
    b[at].hi += 3;
    let found = only(&text(&a, true), &text(&b, true));
    assert!(matches!(found.causes[..], [Cause::Arguments { extent: Extent::Once, .. }]), "{found}");
}

#[test]
fn others_that_are_not_the_same_everywhere_are_no_range_on_all_lines() {
    let ranges = |mixed: bool| -> (Vec<Draw>, Vec<Draw>) {
        let (a, mut b) = (new_game(3, 14), new_game(3, 14));
        let (mut a, at) = (a, 60);
        for (index, (a, b)) in a.iter_mut().zip(&mut b).enumerate().skip(at) {
            (a.site, b.site) = ("roll", "roll");
            let crossed = mixed && (index * index / 7) % 3 == 0;
            ((a.lo, a.hi), (b.lo, b.hi)) = if crossed { ((2, 5), (1, 39)) } else { ((1, 39), (2, 5)) };
        }
        (a, b)
    };
    let (a, b) = ranges(true);
    let found = only(&text(&a, true), &text(&b, true));
    assert!(!found.causes.iter().any(|cause| matches!(cause, Cause::Arguments { .. })), "{found}");
    let (a, b) = ranges(false);
    let found = only(&text(&a, true), &text(&b, true));
    let differ = a.len() - 60;
    let extent = Extent::All { differ, of: differ };
    assert_eq!(found.causes, [Cause::Arguments { relation: Relation::Other, extent }]);
}

#[test]
fn another_mask_is_named_though_one_trace_shows_no_words() {
    let a = new_game(5, 14);
    let mut b = new_game(5, 14);
    for Draw { lo, hi, word, result, .. } in &mut b {
        *result = *lo + (*word as i64 & 0x3fff) % (*hi - *lo + 1);
    }
    let (low, lower) = ("LO + (WORD & 0x7fff) % (HI - LO + 1)", "LO + (WORD & 0x3fff) % (HI - LO + 1)");
    let bounding = |expected: &str, actual: &str, silent| {
        [Cause::Bounding { expected: Some(expected.into()), actual: Some(actual.into()), silent: Some(silent) }]
    };
    let found = only(&text(&a, true), &text(&b, false));
    assert_eq!(found.causes, bounding(low, lower, Half::Actual));
    assert!(found.to_string().contains("B shows no words; those of A explain its results"));
    assert_eq!(only(&text(&b, false), &text(&a, true)).causes, bounding(lower, low, Half::Expected));
    // Another seed stays one.
    let other = only(&text(&a, true), &text(&new_game(6, 14), false));
    assert_eq!(other.causes, [Cause::Unrelated { words: false, from_the_start: true, few: false }]);
}

#[test]
fn seeds_that_share_their_low_bits_make_the_same_draws() {
    let (a, b) = (new_game(5, 14), new_game(5 + (3 << 15), 14));
    let found = only(&text(&a, true), &text(&b, true));
    assert_eq!(found.causes, [Cause::LowBits { bits: 15 }]);
    let said =
        "the low 15 bits of the words agree and so do all results: the same draws; `--ignore words` leaves words out";
    assert!(found.to_string().contains(said), "{found}");
}

#[test]
fn traces_within_the_window_are_apart_to_their_end() {
    let (a, b) = (text(&new_game(5, 14), true), text(&new_game(6, 14), true));
    let found = only(&a, &b);
    assert_eq!(found.then, Then::Apart { window: None });
    assert!(found.to_string().ends_with("after it: no alignment found up to the end of both"), "{found}");
    let settings = Settings { window: 20, ..Settings::default() };
    let found = Comparison::new(a.as_bytes(), b.as_bytes(), settings).next_divergence().unwrap().unwrap();
    assert_eq!(found.then, Then::Apart { window: Some(20) });
}

#[test]
fn a_trace_that_is_cut_short_is_compared_up_to_there() {
    let a = text(&new_game(5, 14), true);
    let whole: usize = a.split_inclusive('\n').take(30).map(str::len).sum();
    let cut = &a[..whole + 5];
    for (a, b, side) in [(a.as_str(), cut, Half::Actual), (cut, a.as_str(), Half::Expected)] {
        let found = only(a, b);
        assert_eq!((found.agreed, &found.causes[1..]), (30, &[Cause::CutShort { side, line: 31 }][..]));
        assert!(matches!(found.causes[0], Cause::Ended { ended, .. } if ended == side), "{found}");
    }
    // Nothing is said of two that are cut at the same line, or of a text that is no trace at all.
    for (a, b) in [(cut, cut), (cut, &a[..whole]), (a.as_str(), "wands")] {
        let mut comparison = Comparison::new(a.as_bytes(), b.as_bytes(), Settings::default());
        assert!(comparison.next_divergence().is_err());
    }
}
