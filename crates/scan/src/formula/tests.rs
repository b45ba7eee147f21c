//! The rules over all words of few bits, compared with the same rules computed in Rust, one word at a time.

use super::*;
use crate::tests::rows;

fn law(text: &str, bits: u32, n: Option<u32>) -> Result<Law, FormulaError> {
    let rule = Formula::parse(text, bits, n)?;
    rule.count(2, &AtomicBool::new(false), &|_| ())
        .map(|law| law.expect("nothing stops it"))
}

fn refused(text: &str, bits: u32, n: Option<u32>) -> String {
    law(text, bits, n).unwrap_err().to_string()
}

/// A rule as text and as Rust: `None` for a word that is rejected.
type Same = (&'static str, fn(u64, u32, u64) -> Option<u64>);

/// The word, its bits and n.
const RULES: [Same; 16] = [
    ("w % n", |w, _, n| Some(w % n)),
    ("w / 5 % n", |w, _, n| Some(w / 5 % n)),
    ("(w >> 3) * n >> 5", |w, _, n| Some(((w >> 3) * n) >> 5)),
    ("w * n / 2^16", |w, _, n| Some(w * n / (1 << 16))),
    ("(w ^ w >> 3) % n", |w, _, n| Some((w ^ (w >> 3)) % n)),
    ("((w << 2) - w | 1) % n", |w, _, n| Some(((w * 3) | 1) % n)),
    ("(w & 3 ^ 5) % n", |w, _, n| Some(((w & 3) ^ 5) % n)),
    ("floor(w / 2^16 * n)", |w, _, n| Some((w * n) >> 16)),
    ("floor(w / 65535 * (n - 1) + 0.5)", |w, _, n| {
        Some((2 * w * (n - 1) + 65535) / 131_070)
    }),
    (
        "floor((w - 100) / 7) + 15 - floor(-100 / 7) * 0 + floor(-w / 3) * 0",
        |w, _, _| Some((w + 5) / 7),
    ),
    ("double(w / 2^16 * n)", |w, _, n| {
        Some((w as f64 / 65536.0 * n as f64) as u64)
    }),
    ("double(w / 65536.5 * n - 0.0)", |w, _, n| {
        Some((w as f64 / 65536.5 * n as f64) as u64)
    }),
    ("float(w / 65536.5 * n)", |w, _, n| {
        Some((w as f32 / 65536.5 * n as f32) as u64)
    }),
    ("double((w >> 3) * 0.1) % n", |w, _, n| {
        Some(((w >> 3) as f64 * 0.1) as u64 % n)
    }),
    ("w % n until w < 2^8 / n * n", |w, _, n| {
        (w < 256 / n * n).then_some(w % n)
    }),
    (
        "w % n until w >= 4 && !(w == 17 || w & 64 != 0)",
        |w, _, n| (w >= 4 && w != 17 && w & 64 == 0).then_some(w % n),
    ),
];

fn expected(rule: Same, bits: u32, n: u32, numbers: usize) -> (Vec<u128>, u128) {
    let (mut counts, mut rejected) = (vec![0; numbers], 0);
    for word in 0..1 << bits {
        match rule.1(word, bits, n.into()) {
            Some(value) => counts[value as usize] += 1,
            None => rejected += 1,
        }
    }
    (counts, rejected)
}

#[test]
fn counts_equal_the_same_rule_in_rust() {
    for rule in RULES {
        for (bits, n) in [(8, 6), (12, 7), (16, 6), (16, 100)] {
            // The values of these rules are below n only for few bits.
            if bits > 8 && (rule.0.contains("- 100") || rule.0.contains(">> 5")) {
                continue;
            }
            let law = law(rule.0, bits, (!rule.0.contains("- 100")).then_some(n)).unwrap();
            let (counts, rejected) = expected(rule, bits, n, law.counts.len());
            assert_eq!(
                (&law.counts, law.rejected),
                (&counts, rejected),
                "{} of {bits} bits, n = {n}",
                rule.0
            );
            assert_eq!(law.method, Method::Counted);
        }
    }
}

#[test]
fn a_wide_word_is_counted_by_the_bits_that_are_read() {
    for [text, from, to] in rows("formula_reads") {
        let reads = from.parse().unwrap()..to.parse().unwrap();
        let rule = Formula::parse(&text, 63, None).unwrap();
        assert_eq!(rule.reads(), reads, "{text}");
    }
    // The same bits of a narrower word.
    let wide = law("(w >> 47) % 6 until (w >> 50) > 5", 63, None).unwrap();
    let narrow = law("w % 6 until (w >> 3) > 5", 16, None).unwrap();
    let scaled: Vec<u128> = narrow.counts.iter().map(|count| count << 47).collect();
    assert_eq!(
        (wide.counts, wide.rejected, wide.method),
        (scaled, narrow.rejected << 47, Method::Read(47..63))
    );
}

#[test]
fn the_first_words_of_a_rule_that_grows_are_those_counted() {
    let stop = AtomicBool::new(false);
    for [text] in rows("formula_grows") {
        let rule = Formula::parse(&text, 16, None).unwrap();
        assert!(grows(&rule.value), "{text}");
        let program = FormulaProgram::new(&rule.value, None);
        let run = rule.run(&program, 0, 1, &stop, &|_| ());
        assert_eq!(rule.search(&program, &stop).counts, run.counts, "{text}");
        // Numbers outside at either end are counted.
        let cut = Formula {
            first: rule.first + 1,
            numbers: rule.numbers - 2,
            ..rule
        };
        let (run, found) = (
            cut.run(&program, 0, 1, &stop, &|_| ()),
            cut.search(&program, &stop),
        );
        assert_eq!(found.counts, run.counts, "{text}");
        assert_eq!(
            (found.outside, found.first_outside),
            (run.outside, run.first_outside),
            "{text}"
        );
        assert!(run.outside > 0, "{text}");
    }
    for [text] in rows("formula_falls") {
        let rule = Formula::parse(&text, 16, Some(9)).unwrap();
        assert!(!grows(&rule.value), "{text}");
    }
    // This takes a moment, not the minute that 2^32 words take.
    let double = law("double(w / 2^32 * n)", 32, Some(6)).unwrap();
    assert_eq!(double.method, Method::Searched);
    assert_eq!(double.counts[..2], [715_827_883, 715_827_883]);
    // 2^53 is 6 * 1501199875790165 + 2.
    let dice = law("floor(w / 2^53 * 6)", 53, None).unwrap();
    assert_eq!(dice.method, Method::Searched);
    assert_eq!(
        (dice.counts[0], dice.counts[1], dice.counts.iter().sum()),
        (1_501_199_875_790_166, 1_501_199_875_790_165, 1 << 53)
    );
}

#[test]
fn numbers_outside_are_counted_and_the_first_is_named() {
    // In the first rule a fraction can be 1: exactly one word gives too much.
    for [text, numbers @ ..] in rows::<6>("formula_outside") {
        let [bits, n, count, word, value] = numbers.map(|number| number.parse::<i64>().unwrap());
        let found = law(&text, bits as u32, Some(n as u32)).unwrap();
        let (count, word) = (count as u128, word as u64);
        let outside = Outside { count, word, value };
        assert_eq!(found.outside, Some(outside), "{text}");
        let inside: u128 = found.counts.iter().sum();
        assert_eq!(inside + count, 1 << bits, "{text}");
    }
    assert_eq!(law("w % 6", 16, Some(6)).unwrap().outside, None);
    // All 53 ones are rounded up in a float, to 1.
    let float = law("float(w / 2^53 * 6)", 53, Some(6)).unwrap();
    assert_eq!(float.outside.map(|outside| outside.value), Some(6));
}

#[test]
fn what_cannot_be_counted_is_refused_with_the_reason() {
    for [text, bits, n, said] in rows("formula_uncounted") {
        let error = refused(&text, bits.parse().unwrap(), n.parse().ok());
        assert!(error.contains(&said), "{error}");
    }
}

#[test]
fn a_fault_has_its_column_and_what_belongs_there() {
    for [text, column, what] in rows("formula_faults") {
        let error = refused(&text, 16, None);
        let place = format!("the rule, column {column}");
        assert!(
            error.starts_with(&place) && error.contains(&what),
            "{error}"
        );
    }
}

#[test]
fn a_count_that_is_stopped_has_no_law() {
    let rule = Formula::parse("w % 6", 32, None).unwrap();
    assert_eq!(
        rule.count(1, &AtomicBool::new(true), &|_| ()).unwrap(),
        None
    );
}
