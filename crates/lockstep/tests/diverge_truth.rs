//! What `diverge` says of a pair of traces holds for them.

use lockstep::diverge::{Cause, Comparison, Divergence, Extent, InPlace, Settings, Then};
use lockstep::{Half, Hint};
use proptest::prelude::*;

fn scrambled(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

fn stream(seed: u64) -> impl Iterator<Item = u64> {
    (1..).map(move |index: u64| scrambled(seed.wrapping_add(index.wrapping_mul(0x9e37_79b9_7f4a_7c15))) >> 32)
}

/// PCG32 from a seed; `shift` is that of the word before it is rotated.
fn pcg32(seed: u64, shift: impl Fn(u64) -> u64) -> Vec<u64> {
    let mut state = seed;
    let word = |_| {
        let old = state;
        state = old.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(109);
        let mixed = ((shift(old) ^ old) >> 27) as u32;
        u64::from(mixed.rotate_right((old >> 59) as u32))
    };
    (0..1000).map(word).collect()
}

fn text<T: ToString>(words: &[T]) -> String {
    words.iter().fold(String::from("# columns: word\n"), |text, word| text + &word.to_string() + "\n")
}

fn results(values: &[u64], sides: u64) -> String {
    values.iter().fold(String::new(), |text, value| text + &format!("roll 1 {sides} - {}\n", 1 + value % sides))
}

fn all(a: &str, b: &str) -> Vec<Divergence> {
    let mut comparison = Comparison::new(a.as_bytes(), b.as_bytes(), Settings::default());
    std::iter::from_fn(|| comparison.next_divergence().unwrap()).collect()
}

#[test]
fn every_twentieth_word_wrong_is_counted_and_its_spacing_named() {
    let right: Vec<_> = stream(42).take(1000).collect();
    let mut wrong = right.clone();
    wrong.iter_mut().skip(19).step_by(20).for_each(|word| *word = 7);
    let found = all(&text(&right), &text(&wrong));
    assert_eq!(found.len(), 50, "each is found, and the traces agree in between");
    let in_place = InPlace { words: true, agree: 950, of: 1000, draws: 950, first: 20, every: Some(20), whole: true };
    assert_eq!(found[0].in_place, Some(in_place));
    let said = found[0].to_string();
    assert!(said.contains("950 of 1000 words agree line by line; every 20th differs, first at draw 20\n"), "{said}");
    assert!(!said.contains("by chance") && !said.contains("seeded"), "{said}");

    // The same with dice, where lines agree by chance too.
    let mut wrong = right.clone();
    wrong.iter_mut().skip(19).step_by(20).for_each(|word| *word += 1);
    let found = all(&results(&right, 6), &results(&wrong, 6));
    assert_eq!(found.len(), 50);
    assert!(found[0].to_string().contains("950 of 1000 draws agree line by line; every 20th differs"), "{}", found[0]);
    // And in half of the lines, at no regular distance.
    let mut wrong = right.clone();
    wrong
        .iter_mut()
        .enumerate()
        .filter(|(at, _)| scrambled(*at as u64).is_multiple_of(2))
        .for_each(|(_, word)| *word ^= 0xff);
    let agree = right.iter().zip(&wrong).filter(|(a, b)| a == b).count();
    let said = all(&text(&right), &text(&wrong))[0].to_string();
    assert!(said.contains(&format!("{agree} of 1000 words agree line by line; the first that differs is")), "{said}");
}

#[test]
fn an_arithmetic_shift_leaves_half_of_the_words_and_is_no_other_seed() {
    let right = pcg32(1, |state| state >> 18);
    let wrong = pcg32(1, |state| (state.cast_signed() >> 18).cast_unsigned());
    let agree = right.iter().zip(&wrong).filter(|(a, b)| a == b).count();
    assert!((400..600).contains(&agree), "{agree}");
    for found in all(&text(&right), &text(&wrong)) {
        assert!(matches!(found.causes[..], [Cause::Words { .. }]), "{found}");
    }
    let said = all(&text(&right), &text(&wrong))[0].to_string();
    assert!(said.contains(&format!("{agree} of 1000 words agree line by line")), "{said}");
}

/// A game that swaps names at one place, and then draws until it has enough at another.
fn game(swaps: usize) -> String {
    let mut words = stream(9);
    let mut text = String::new();
    let mut draw = |site: &str, hi: u64| {
        let word = words.next().unwrap();
        text += &format!("{site} 0 {hi} {word} {}\n", word % (hi + 1));
        word % (hi + 1)
    };
    for _ in 0..2 * swaps {
        draw("mix_colors", 13);
    }
    for (site, hi) in [("wands", 29), ("rings", 13)] {
        let mut used = Vec::new();
        while used.len() < 12 {
            let number = draw(site, hi);
            if !used.contains(&number) {
                used.push(number);
            }
        }
    }
    for room in 0..20 {
        draw("rooms", 3 + scrambled(room) % 50);
    }
    text
}

#[test]
fn fewer_swaps_are_fewer_calls_while_the_words_agree() {
    for (a, b, longer, count) in [(33, 32, "A", 2), (32, 33, "B", 2), (40, 33, "A", 14)] {
        let said = all(&game(a), &game(b))[0].to_string();
        assert!(said.contains("words agree throughout"), "{said}");
        let calls = format!("{longer} makes {count} more calls at `mix_colors`");
        let shifted = format!("{longer} makes {count} calls that");
        assert!(said.contains(&calls) || said.contains(&shifted), "{said}");
        assert!(!said.contains("by chance"), "{said}");
    }
}

#[test]
fn a_trace_that_ends_early_is_the_beginning_of_the_other_one() {
    let words: Vec<_> = stream(42).take(500).collect();
    let found = all(&text(&words[..172]), &text(&words));
    assert_eq!(found.len(), 1);
    assert!(found[0].is_prefix());
    assert_eq!(found[0].causes, [Cause::Ended { ended: Half::Expected, more: 328, whole: true }]);
    let mut edited = words[..172].to_vec();
    edited[170] += 1;
    assert!(all(&text(&edited), &text(&words)).iter().all(|found| found.agreed < 172 || !found.is_prefix()));
    assert!(all("", &text(&words)).iter().all(|found| !found.is_prefix()), "nothing is no beginning");
}

#[test]
fn six_lines_are_too_few_for_a_cause() {
    let shuffle = |from: u64, count: u64| {
        let draw = |hi: u64| format!("shuffle 0 {hi} - {}\n", scrambled(hi ^ from) % 3);
        (0..count).map(|at| draw(from - at)).collect::<String>()
    };
    let said = all(&shuffle(20, 6), &shuffle(21, 6))[0].to_string();
    assert!(said.contains("possible cause: other range: HI of B is HI of A +1"), "{said}");
    assert!(said.contains("(on all 6 lines that differ, of 6 looked at: too few to tell)"), "{said}");
    let few = all(&text(&[11, 12, 13]), &text(&[21, 3, 8]))[0].to_string();
    assert!(few.contains("other numbers: too few lines to tell why"), "{few}");
}

#[test]
fn a_game_that_seeds_again_is_named_so_if_it_says_so() {
    let words = |seed, count| stream(seed).take(count).collect::<Vec<_>>();
    let right = text(&words(1, 6000));
    let again = text(&words(2, 500)).replace("# columns: word\n", "");
    let half: String = right.split_inclusive('\n').take(5001).collect();
    let said = all(&right, &format!("{half}{again}"))[0].to_string();
    assert!(said.starts_with("line 5002 of A, line 5002 of B: 5000 draws agree before it"), "{said}");
    assert!(
        said.contains("no more words agree line by line than by chance from here on: the generator was seeded again"),
        "{said}"
    );
    let found = all(&right, &format!("{half}event seed srandom 2\n{again}"));
    let event = b"seed srandom 2".to_vec();
    assert_eq!(found[0].causes[0], Cause::Seeded { side: Half::Actual, event });
    assert!(found[0].to_string().contains("cause: seeded again: B says `seed srandom 2` before this draw"));
}

/// What can be done to a stream of numbers.
#[derive(Clone, Copy, Debug)]
enum Edit {
    Drop,
    Double,
    Swap,
    Change,
    Reseed,
}

const EDITS: [Edit; 5] = [Edit::Drop, Edit::Double, Edit::Swap, Edit::Change, Edit::Reseed];

impl Edit {
    fn make(self, words: &mut Vec<u64>, at: usize, seed: u64) {
        match self {
            Self::Drop => drop(words.remove(at)),
            Self::Double => words.insert(at, words[at - 1]),
            Self::Swap => words.swap(at, at + 1),
            Self::Change => words[at] ^= 1 + seed % 0xffff,
            Self::Reseed => {
                words.truncate(at);
                words.extend(stream(seed).take(300));
            }
        }
    }
}

/// Why a divergence does not hold for the two lists of numbers, if it does not.
fn falsehood(found: &Divergence, a: &[u64], b: &[u64]) -> Option<String> {
    // A line stands before the numbers.
    let (at_a, at_b) = (found.a_line as usize - 2, found.b_line as usize - 2);
    let (rest_a, rest_b) = (a.get(at_a..)?, b.get(at_b..)?);
    let agree = |a: &[u64], b: &[u64]| a.iter().zip(b).take_while(|(a, b)| a == b).count();
    if rest_a.first() == rest_b.first() {
        return Some("it starts at lines that agree".into());
    }
    if let (Some(alignment), Then::Agree { draws } | Then::Part { draws, .. }) = (found.alignment, found.then) {
        let agree = agree(&rest_a[alignment.a..], &rest_b[alignment.b..]);
        if agree as u64 != draws {
            return Some(format!("{agree} draws agree after it"));
        }
    }
    if let Some(InPlace { agree, of, first, every, .. }) = found.in_place {
        let differ: Vec<_> = (1..=of as usize).filter(|&at| a[at - 1] != b[at - 1]).collect();
        let spacing = every.is_none_or(|every| differ.windows(2).all(|two| two[1] - two[0] == every as usize));
        if (of as usize - differ.len(), differ.first()) != (agree as usize, Some(&(first as usize))) || !spacing {
            return Some(format!("{} of {of} differ in place", differ.len()));
        }
    }
    let holds = found.causes.iter().all(|cause| match cause {
        Cause::Ended { ended: Half::Expected, more, .. } => rest_a.is_empty() && rest_b.len() == *more,
        Cause::Ended { ended: Half::Actual, more, .. } => rest_b.is_empty() && rest_a.len() == *more,
        Cause::Lines { longer, count, repeated } => {
            let (longer, shorter, whole) =
                if *longer == Half::Expected { (rest_a, rest_b, a) } else { (rest_b, rest_a, b) };
            let before = whole.len() - longer.len();
            let repeats = before > 0 && whole[before - 1] == longer[0];
            agree(&longer[*count..], shorter) > 0 && (!repeated || repeats)
                || longer.len() == *count && shorter.is_empty()
        }
        Cause::Swapped { lines } => *lines && rest_a[0] == rest_b[1] && rest_a[1] == rest_b[0],
        Cause::Words { hints, extent: Extent::Once } => {
            hints.iter().all(|hint| holds_once(*hint, rest_a[0], rest_b[0]))
        }
        Cause::Words { hints, .. } => {
            let differ = || rest_a.iter().zip(rest_b).filter(|(a, b)| a != b).take(256);
            hints.iter().all(|hint| differ().all(|(a, b)| holds_once(*hint, *a, *b)))
        }
        Cause::Replaced { a, b } => rest_a.len() == *a && rest_b.len() == *b || rest_a.get(*a) == rest_b.get(*b),
        // Nothing agrees in place, and at no shift a quarter of the lines.
        Cause::Unrelated { few: false, .. } => {
            let some = |a: &[u64], b: &[u64]| {
                4 * a.iter().zip(b).take(32).filter(|(a, b)| a == b).count() >= a.len().min(b.len()).clamp(1, 32)
            };
            let shifts = || 1..rest_a.len().min(rest_b.len()).saturating_sub(32);
            rest_a.iter().zip(rest_b).filter(|(a, b)| a == b).count() <= 1
                && shifts().all(|by| !some(&rest_a[by..], rest_b) && !some(rest_a, &rest_b[by..]))
        }
        Cause::Unrelated { few: true, .. } => rest_a.len().min(rest_b.len()) < 2,
        Cause::Ahead { ahead, by } => {
            let (behind, ahead) = if *ahead == Half::Actual { (rest_a, rest_b) } else { (rest_b, rest_a) };
            agree(&behind[*by..], ahead) >= 8
        }
        _ => false,
    });
    (!holds).then(|| "a cause does not hold".into())
}

fn holds_once(hint: Hint, a: u64, b: u64) -> bool {
    let (signed_a, signed_b) = (i128::from(a), i128::from(b));
    match hint {
        Hint::OffByOne { by } => signed_b == signed_a + i128::from(by),
        Hint::Mask { masked, bits } => {
            let (low, whole) = if masked == Half::Actual { (b, a) } else { (a, b) };
            low == whole & u64::MAX >> (64 - bits)
        }
        Hint::Shift { shifted, left, by } => {
            let (from, to) = if shifted == Half::Actual { (a, b) } else { (b, a) };
            if left { to == from << by || to == from << by & 0xffff_ffff } else { to == from >> by }
        }
        _ => false,
    }
}

proptest! {
    #[test]
    fn what_is_said_after_one_edit_is_true_and_names_it(
        seed in any::<u64>(),
        (edit, at) in (prop::sample::select(EDITS.as_slice()), 1_usize..300),
    ) {
        let a: Vec<_> = stream(seed).take(400).collect();
        let mut b = a.clone();
        edit.make(&mut b, at, !seed);
        let found = all(&text(&a), &text(&b));
        for divergence in &found {
            prop_assert_eq!(falsehood(divergence, &a, &b), None, "{:?} at {}: {}", edit, at, divergence);
        }
        let named = matches!(
            (edit, &found[0].causes[0]),
            (Edit::Drop, Cause::Lines { longer: Half::Expected, count: 1, .. })
                | (Edit::Double, Cause::Lines { longer: Half::Actual, count: 1, repeated: true })
                | (Edit::Swap, Cause::Swapped { lines: true })
                | (Edit::Change, Cause::Words { extent: Extent::Once, .. })
                | (Edit::Reseed, Cause::Unrelated { .. })
        );
        prop_assert!(named && found.len() == 1, "{edit:?} at {at}: {found:?}");
    }

    #[test]
    fn what_is_said_after_many_edits_is_true(
        seed in any::<u64>(),
        edits in prop::collection::vec((prop::sample::select(EDITS.as_slice()), 1_usize..300), 1..12),
    ) {
        let a: Vec<_> = stream(seed).take(400).collect();
        let mut b = a.clone();
        for (count, (edit, at)) in edits.iter().enumerate() {
            let at = (*at).min(b.len() - 2).max(1);
            edit.make(&mut b, at, seed ^ (count as u64 + 1) << 40);
        }
        for divergence in all(&text(&a), &text(&b)) {
            prop_assert_eq!(falsehood(&divergence, &a, &b), None, "{:?}: {}", edits, divergence);
        }
    }
}
