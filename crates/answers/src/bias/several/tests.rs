use scan::formula::Formula;

use super::*;

fn of(text: &str, bits: u32) -> Result<Joined> {
    let rule = Rule::parse(text, bits, None)?;
    Ok(Joined::new(&rule, bits, &mut Known::default(), &|formula| {
        count(formula, bits)
    })?
    .unwrap())
}

fn count(formula: &str, bits: u32) -> Result<Option<Vec<(i64, u128)>>> {
    let formula = Formula::parse(formula, bits, None)?;
    let law = formula.count(1, &std::sync::atomic::AtomicBool::new(false), &|_| ())?;
    Ok(law.map(|law| (law.first..).zip(law.counts).collect()))
}

/// The same law, counted word by word.
fn by_words(words: u32, bits: u32, rule: impl Fn(&[i64]) -> i64) -> BTreeMap<i64, u64> {
    let mut counts = BTreeMap::new();
    let mask = (1 << bits) - 1;
    for all in 0..1_i64 << (words * bits) {
        let words: Vec<i64> = (0..words).map(|i| all >> (i * bits) & mask).collect();
        *counts.entry(rule(&words)).or_default() += 1;
    }
    counts
}

#[test]
fn laws_are_those_of_all_words() {
    type Case = (&'static str, u32, u32, fn(&[i64]) -> i64);
    let cases: [Case; 6] = [
        ("max(w0 % 6, w1 % 6)", 2, 5, |w| (w[0] % 6).max(w[1] % 6)),
        (
            "w0 % 6 + w1 % 6 + w2 % 6 - min(w0 % 6, w1 % 6, w2 % 6)",
            3,
            4,
            |w| {
                let d = [w[0] % 6, w[1] % 6, w[2] % 6];
                d.iter().sum::<i64>() - d.iter().min().unwrap()
            },
        ),
        ("if(w0 % 6 == 0, w1 % 6, w0 % 6)", 2, 5, |w| {
            if w[0] % 6 == 0 { w[1] % 6 } else { w[0] % 6 }
        }),
        ("w0 % 10 < 3 && floor(w1 / 2^5 * 6) >= 4", 2, 5, |w| {
            i64::from(w[0] % 10 < 3 && (w[1] * 6) >> 5 >= 4)
        }),
        ("(w0 >> 2) * (w1 % 3) + 1", 2, 5, |w| {
            (w[0] >> 2) * (w[1] % 3) + 1
        }),
        ("w % 10 < 3", 1, 5, |w| i64::from(w[0] % 10 < 3)),
    ];
    for (text, words, bits, rule) in cases {
        let expected = by_words(words, bits, rule);
        let found = of(text, bits).unwrap();
        let total = 1_u64 << (words * bits);
        let chances = found
            .rows
            .iter()
            .map(|row| (row.number, row.chance.clone()));
        let expected = expected
            .iter()
            .map(|(&number, &count)| (number, ratio(count, total)));
        assert!(chances.eq(expected), "{text}");
    }
}

#[test]
fn words_are_not_blamed_for_the_rule() {
    // Of the 12 outcomes of a fair die and a fair coin, 1, 3, 4, 3 and 1 give 0 to 4.
    let found = of("(w0 % 6 + 1) / 2 + w1 % 2", 32).unwrap();
    let fair: Vec<_> = found.rows.iter().map(|row| row.fair.to_string()).collect();
    assert_eq!(fair, ["1/12", "1/4", "1/3", "1/4", "1/12"]);
    assert!(to_f64(&found.total_variation()) < 1e-8);
}

#[test]
fn words_are_drawn_again_until_the_condition_is_true() {
    let found = of("w0 % 6 + w1 % 6 until w0 % 6 + w1 % 6 >= 3", 5).unwrap();
    let mut expected = by_words(2, 5, |w| w[0] % 6 + w[1] % 6);
    let again: u64 = (0..3).filter_map(|sum| expected.remove(&sum)).sum();
    let kept = 1024 - again;
    assert_eq!(found.rejected, Some(ratio(again, 1024)));
    let chances = found
        .rows
        .iter()
        .map(|row| (row.number, row.chance.clone()));
    assert!(
        chances.eq(expected
            .iter()
            .map(|(&sum, &count)| (sum, ratio(count, kept))))
    );
    assert!(of("w0 % 6 until w0 % 6 > 7", 5).is_err());
}

#[test]
fn tries_end_at_the_last_and_their_chances_are_those_of_all_words() {
    let tries = |text: &str, most| {
        Joined::tries(text, most, 4, &|formula| count(formula, 4))
            .unwrap()
            .unwrap()
    };
    let compare = |text: &str, rule: fn(&[i64]) -> i64| {
        let expected = by_words(3, 4, rule).into_iter();
        let found = tries(text, 3);
        let expected = expected.map(|(t, count)| (t, ratio(count, 4096)));
        assert!(
            found
                .rows
                .iter()
                .map(|row| (row.number, row.chance.clone()))
                .eq(expected),
            "{text}"
        );
    };
    compare("w % 10 < 3", |w| {
        1 + (0..2).take_while(|&t| w[t] % 10 >= 3).count() as i64
    });
    // A probability that grows: at the second try it is three in five.
    compare("w % 5 < 2 * t - 1", |w| {
        1 + (0..2).take_while(|&t| w[t] % 5 > 2 * t as i64).count() as i64
    });
    // Fair ones succeed with 1/4 per try, so 1 + 3/4 + 9/16 tries on average; 4 divides 16.
    let [mean, fair] = tries("w % 4 == 0", 3).means();
    assert_eq!(
        (mean.to_string(), fair.to_string()),
        ("37/16".into(), "37/16".into())
    );
    assert!(Joined::tries("max(w % 6, 2)", 3, 4, &|formula| count(formula, 4)).is_err());
    // A certain success ends the chain.
    assert_eq!(tries("w % 4 < t * 2", 9).rows.len(), 2);
}

#[test]
fn fair_parts_are_what_it_is_compared_with() {
    let crit = of("w % 100 < 5", 32).unwrap();
    assert_eq!(crit.rows[1].fair.to_string(), "1/20");
    // 2^32 is 42,949,672 times 100 plus 96: each number below 96 occurs once more.
    assert_eq!(
        crit.rows[1].chance.to_string(),
        ratio(5 * 42_949_673_u64, 1_u64 << 32).to_string()
    );
    let even = of("w0 % 8 + w1 % 8", 32).unwrap();
    assert_eq!(even.total_variation().to_string(), "0");
    assert!(even.draws(1e-6, 0.9).unwrap().optimal.draws.is_infinite());
    for (text, said) in [
        ("8 / (w0 % 2 - w1 % 2)", "no value for some words"),
        ("w0 % 3000 + w1 % 3000", "combinations"),
        ("w0 + w1", "-n"),
    ] {
        let error = of(text, 32)
            .err()
            .map(|error| format!("{error:#}"))
            .unwrap();
        assert!(error.contains(said), "{text}: {error}");
    }
}
