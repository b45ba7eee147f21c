//! The rules over all words of few bits, compared with the same rules computed in Rust, one word at a time.

use super::*;

fn law(text: &str, bits: u32, n: Option<u32>) -> Result<Law, FormulaError> {
    let rule = Formula::parse(text, bits, n)?;
    rule.count(2, &AtomicBool::new(false), &|_| ())
        .map(|law| law.expect("nothing stops it"))
}

fn run_all(rule: &Formula, program: &Program) -> Law {
    let run = Run {
        program,
        shift: 0,
        runs: 1 << rule.bits,
        next: AtomicU64::new(0),
        stop: &AtomicBool::new(false),
        progress: &|_| (),
    };
    rule.run(&run, 1)
}

fn refused(text: &str, bits: u32, n: Option<u32>) -> String {
    law(text, bits, n).unwrap_err().to_string()
}

/// Rules, with the first bit that they read and the one after the last.
const READS: [(&str, u32, u32); 6] = [
    ("(w >> 40) * 6 >> 23", 40, 63),
    ("(w >> 20 & 0xff0) % 6", 24, 32),
    ("(w & 0xff00) % 7 + (w >> 3) % 16", 3, 16),
    ("w % 2^10 % 6 until (w >> 9) % 4 != 0", 0, 11),
    ("floor((w >> 50) / 2^13 * 6)", 50, 63),
    ("1 + w * 0 until w & 0 == 0", 0, 63),
];

/// Rules that never decrease.
const GROWING: [&str; 7] = [
    "floor(w / 2^16 * 6)",
    "floor((w - 3) / 10000 + 1.5)",
    "double(w / 65536.5 * 100)",
    "float(w / 65536.5 * 100 + 0.3)",
    "w * w >> 20",
    "w / 3 - 2 >> 9",
    "(w << 3) / 5000",
];

/// Rules that decrease, or that do not show that they never do.
const FALLING: [&str; 7] = [
    "w % 5",
    "w & 6",
    "20 - w / 4096",
    "(w - 70000) * (w - 70000) >> 12",
    "-w",
    "w ^ 1",
    "double(3 - w)",
];

/// Rules, the bits of a word, n, how many words give a number outside, the first of them, and its number.
const OUTSIDE: [(&str, u32, u32, u128, u64, i64); 7] = [
    ("floor(w / (2^16 - 1) * n)", 16, 6, 1, 65535, 6),
    ("double(w / (2^32 - 1) * n)", 32, 6, 1, 4_294_967_295, 6),
    ("w % 7", 16, 6, 9362, 6, 6),
    ("3 - w % 5", 16, 6, 13107, 4, -1),
    (
        "w >> 44",
        53,
        6,
        8_901_646_138_474_496,
        105_553_116_266_496,
        6,
    ),
    ("floor(w / 2^50 - 1)", 53, 20, 1_125_899_906_842_624, 0, -1),
    (
        "(w >> 44) % 16",
        53,
        15,
        562_949_953_421_312,
        263_882_790_666_240,
        15,
    ),
];

/// Rules, the bits of a word, n, and why they are not counted.
const UNCOUNTED: [(&str, u32, Option<u32>, &str); 6] = [
    (
        "w % 100",
        64,
        None,
        "a rule takes words of 1 to 63 bits, not 64",
    ),
    ("w % 100 * 2", 53, None, "2^53 words are too many to run"),
    (
        "w >> 20",
        53,
        None,
        "give -n N if its numbers are 0 to N - 1",
    ),
    (
        "w % 6",
        16,
        Some(0),
        "a rule gives 1 to 4194304 numbers, not 0",
    ),
    (
        "w % 6 + 7",
        16,
        Some(6),
        "no word gives a number from 0 to 5; the word 0, for example, gives 7",
    ),
    (
        "w % 6 until w < 0",
        16,
        None,
        "no word satisfies the condition after `until`",
    ),
];

/// Texts that are not formulas: the column of the fault, and a part of its message.
const FORMULA_FAULTS: [(&str, usize, &str); 17] = [
    ("w % ", 5, "expected a number or a condition"),
    ("word(0) % 6", 1, "nothing is called `word`"),
    ("w % n", 5, "how many numbers n is must be given: -n N"),
    ("w % (w & 1)", 3, "this divides by zero"),
    ("w * 0.5", 5, "a fraction belongs in floor(...)"),
    ("floor(w / 2) % 3 /", 19, "expected a number or a condition"),
    (
        "floor(w / 3 >> 1)",
        7,
        "expected a whole number, found a fraction",
    ),
    ("floor(1 / w)", 9, "this must divide by a constant above 0"),
    ("double(1 / w)", 10, "this divides by zero"),
    ("w % 6 until w", 13, "expected a condition, found a number"),
    (
        "w % 6 while w > 3",
        7,
        "expected an operator, `until` or the end, found `while`",
    ),
    (
        "w % 6 until w > 3 until w > 4",
        19,
        "expected an operator or the end, found `until`",
    ),
    ("u * 0.5", 1, "expected a whole number, found a fraction"),
    ("floor(u * 6) + u % 2", 16, "expected a whole number"),
    ("d6 + 1", 1, "dice take no word"),
    ("w * 2^62 % 6", 3, "this may be beyond 64 bits"),
    ("floor(w * 1e-30)", 11, "this may be beyond 64 bits"),
];

/// A rule as text and as Rust: `None` for a word that is rejected.
type Same = (&'static str, fn(u64, u32, u64) -> Option<u64>);

/// The word, its bits and n.
const RULES: [Same; 26] = [
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
    ("max(w, 2 * n) % n + min(w, 3 - w) * 0", |w, _, n| {
        Some(w.max(2 * n) % n)
    }),
    ("if(w > 100 && w & 1 == 0, n - 1, w % 4)", |w, _, n| {
        Some(if w > 100 && w & 1 == 0 { n - 1 } else { w % 4 })
    }),
    ("ceil((w + 1) / 65536 * (n - 1))", |w, _, n| {
        Some(((w + 1) * (n - 1)).div_ceil(65536))
    }),
    ("round(w / 65535 * (n - 1))", |w, _, n| {
        Some((2 * w * (n - 1) + 65535) / 131_070)
    }),
    ("trunc((w - 100) / 7) + 14", |w, _, _| {
        Some(((w as i64 - 100) / 7 + 14) as u64)
    }),
    ("floor(u * n)", |w, bits, n| {
        Some((w as f64 / 2_f64.powi(bits as i32) * n as f64) as u64)
    }),
    ("double(round(u * (n - 1) * 0.7))", |w, bits, n| {
        let u = w as f64 / 2_f64.powi(bits as i32);
        Some((u * (n - 1) as f64 * 0.7).round() as u64)
    }),
    ("ceil(u * (n - 2)) % 4", |w, bits, n| {
        Some((w as f64 / 2_f64.powi(bits as i32) * (n - 2) as f64).ceil() as u64 % 4)
    }),
    ("if(u * 3 < 1, 1, 0) + round(u)", |w, bits, _| {
        let u = w as f64 / 2_f64.powi(bits as i32);
        Some(u64::from(u * 3.0 < 1.0) + u.round() as u64)
    }),
    ("trunc(u * 2 - 1) + (3 - floor(u * 3))", |w, bits, _| {
        let u = w as f64 / 2_f64.powi(bits as i32);
        Some((u * 2.0 - 1.0).trunc() as i64 as u64).map(|t| t.wrapping_add(3 - (u * 3.0) as u64))
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
            // A bare remainder is divided.
            assert!(matches!(law.method, Method::Counted | Method::Divided));
        }
    }
}

#[test]
fn a_wide_word_is_counted_by_the_bits_that_are_read() {
    for (text, from, to) in READS {
        let rule = Formula::parse(text, 63, None).unwrap();
        assert_eq!(rule.bits_read(), from..to, "{text}");
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
    for text in GROWING {
        let rule = Formula::parse(text, 16, None).unwrap();
        assert!(never_decreases(&rule.value), "{text}");
        let program = Program::new(&rule.value, None);
        let run = run_all(&rule, &program);
        assert_eq!(rule.search(&program, &stop).counts, run.counts, "{text}");
        // Numbers outside at either end are counted.
        let cut = Formula {
            first: rule.first + 1,
            numbers: rule.numbers - 2,
            ..rule
        };
        let (run, found) = (run_all(&cut, &program), cut.search(&program, &stop));
        assert_eq!(found.counts, run.counts, "{text}");
        assert_eq!(found.outside, run.outside, "{text}");
        assert!(run.outside.is_some(), "{text}");
    }
    for text in FALLING {
        let rule = Formula::parse(text, 16, Some(9)).unwrap();
        assert!(!never_decreases(&rule.value), "{text}");
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

/// Rules of a number that never decreases, which does not hold for themselves.
const OF_CORES: [&str; 6] = [
    "floor(u * 100) % 7",
    "6 - floor(w / 2^16 * 6)",
    "u < 0.3",
    "!(u <= 0.5)",
    "if(floor(u * 100) < 30, 9, floor(u * 100) % 5)",
    "(round(u * 50) & 6) == 2",
];

#[test]
fn rules_of_a_number_that_grows_are_searched_too() {
    let stop = AtomicBool::new(false);
    for text in OF_CORES {
        for n in [None, Some(2)] {
            let rule = Formula::parse(text, 16, n).unwrap();
            assert!(!rule.is_searched(), "{text}");
            let run = run_all(&rule, &Program::new(&rule.value, None));
            let found = rule.search_core(&stop).unwrap();
            assert_eq!(
                (found.counts, found.outside),
                (run.counts, run.outside),
                "{text}"
            );
        }
    }
    for text in ["(w % 5) * 2", "floor(u * 3) + w % 2", "ceil(u * 2^40) % 6"] {
        let rule = Formula::parse(text, 53, None).unwrap();
        assert!(Core::of(&rule.value, 53).is_none(), "{text}");
    }
    // 3/10 is between two multiples of 2^-53, and below the double next to it.
    let chance = law("u < 0.3", 53, None).unwrap();
    assert_eq!(chance.counts[1], 3 * (1 << 53) / 10 + 1);
}

#[test]
fn steps_are_those_of_all_words() {
    for text in [
        "round(u * 5 + 1)",
        "floor(u * 100) % 7",
        "6 - floor(w / 2^16 * 6)",
        "w >> 13",
    ] {
        let rule = Formula::parse(text, 16, None).unwrap();
        let steps = rule.steps().unwrap();
        let all = compute(
            &Program::new(&rule.value, None),
            0,
            1,
            1024,
            &mut Program::new(&rule.value, None).columns(),
        );
        for (word, value) in all.into_iter().enumerate() {
            let step = steps.partition_point(|(first, _)| *first <= word as u64);
            assert_eq!(steps[step - 1].1, value, "{text} of {word}");
        }
    }
    // A fraction that is 1 gives a seventh number.
    let dice = Formula::parse("floor(u * 6)", 53, None)
        .unwrap()
        .steps()
        .unwrap();
    assert_eq!((dice.len(), dice[6]), (7, (1 << 53, 6)));
    assert_eq!(Formula::parse("w % 6", 16, None).unwrap().steps(), None);
}

/// Factors of a product, with and without ties, above and below the doubles that are all whole.
const FACTORS: [&str; 12] = [
    "(2^53 - 1)",
    "(2^53 - 2^10)",
    "(2^53 - 2^16)",
    "(2^53 - 2^17)",
    "2^18",
    "9007199254740000.7",
    "(2^52 + 0.5)",
    "(2^52 + 1)",
    "4503599627370495.5",
    "1234567.891",
    "1e9",
    "(2^51 + 2^34 + 2^17 + 0.25)",
];

#[test]
fn remainders_of_products_are_those_of_all_words() {
    for factor in FACTORS {
        for text in [
            "floor(u * F) % 100",
            "round(u * F) % 7",
            "trunc(u * F) % 4096 * 2",
        ] {
            let text = text.replace('F', factor);
            let rule = Formula::parse(&text, 18, None).unwrap();
            let run = run_all(&rule, &Program::new(&rule.value, None));
            let found = rule.search_core(&AtomicBool::new(false)).unwrap();
            assert_eq!(found.counts, run.counts, "{text}");
        }
    }
    // From 0 to 2^52 the words are themselves, and above they are one less: 2^52 comes twice, and 2^53 - 1 does not. So the
    // 2^53 - 1 numbers leave the remainders 0 to 91 once more than the others, but 91 lost one to 2^52, which leaves 96.
    let law = law("round(u * (2^53 - 1)) % 100", 53, None).unwrap();
    let each = (1_u128 << 53) / 100;
    for (remainder, &count) in law.counts.iter().enumerate() {
        let is_more = remainder < 91 || remainder == 96;
        assert_eq!(count, each + u128::from(is_more), "{remainder}");
    }
    assert_eq!(law.method, Method::PartSearched);
}

#[test]
fn numbers_outside_are_counted_and_the_first_is_named() {
    // In the first rule a fraction can be 1: exactly one word gives too much.
    for (text, bits, n, count, word, value) in OUTSIDE {
        let found = law(text, bits, Some(n)).unwrap();
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
    for (text, bits, n, said) in UNCOUNTED {
        let error = refused(text, bits, n);
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn a_fault_has_its_column_and_what_belongs_there() {
    for (text, column, message) in FORMULA_FAULTS {
        let error = refused(text, 16, None);
        let place = format!("the rule, column {column}: ");
        assert!(
            error.starts_with(&place) && error.contains(message),
            "{error}"
        );
    }
}

#[test]
fn a_count_that_is_stopped_has_no_law() {
    let rule = Formula::parse("w % 6 * 2", 32, None).unwrap();
    assert_eq!(
        rule.count(1, &AtomicBool::new(true), &|_| ()).unwrap(),
        None
    );
}

#[test]
fn remainders_are_divided_as_all_words_are_counted() {
    for (text, bits, n) in [
        ("w % 20 + 1", 8, None),
        ("3 + w % 7 - 9", 10, None),
        ("w % 300", 8, None),
        ("w % 5 + 1", 8, Some(7)),
    ] {
        let rule = Formula::parse(text, bits, n).unwrap();
        let divided = rule.divided().unwrap();
        let all = run_all(&rule, &Program::new(&rule.value, None));
        assert_eq!(
            (divided.first, divided.counts),
            (all.first, all.counts),
            "{text}"
        );
    }
    // Its last number is not wanted.
    assert_eq!(
        Formula::parse("w % 6 + 1", 8, Some(6)).unwrap().divided(),
        None
    );
}
