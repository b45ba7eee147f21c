//! What is named as the cause of wrong words, and what is not.

use std::collections::BTreeSet;

use generators::catalogue::{CATALOGUE, Generator, find, halves};

use super::side::{Flaw, General};
use super::{Step, explaining, in_words, known, model, searched};

/// The keys and descriptions of the causes of words that a port shows after an op that seeds.
fn causes(subject: &str, ops: [&str; 2], words: impl IntoIterator<Item = u64>) -> Vec<String> {
    let mut transcript: Vec<Step> = vec![(ops[0].into(), None)];
    let shown = words.into_iter().map(|word| Some(vec![word.to_string()]));
    transcript.extend(shown.map(|shown| (ops[1].to_owned(), shown)));
    let causes = explaining(subject, &transcript);
    let text = |cause: &super::Cause| format!("{}: {}", cause.mistake.key, cause.mistake.about);
    causes.iter().map(text).collect()
}

fn first(stream: impl FnMut() -> u64, count: usize) -> Vec<u64> {
    std::iter::repeat_with(stream).take(count).collect()
}

#[test]
fn words_of_another_plain_seed_are_said_to_be_so() {
    let mut named = 0;
    for row in CATALOGUE.iter().copied().flatten() {
        for seed in [0, 1, 5489, 7] {
            let mut stream = (row.seeded)(seed);
            let words = first(&mut stream, 20);
            let found = causes(row.key, ["seed 42", "nexts 1"], words.iter().copied());
            let fact =
                format!("seed-ignored: the seed is not used: these are the words of seed {seed}");
            let also = format!(" and of seed {seed}");
            let is_fact = |text: &String| text.starts_with(&fact) || text.contains(&also);
            let is_plain = [0, 1, 5489].contains(&seed);
            let is_right = found.is_empty() || is_plain && found.len() == 1 && is_fact(&found[0]);
            assert!(is_right, "{} of seed {seed}: {found:?}", row.key);
            let keys: Vec<_> = in_words(row.key, 42, &words)
                .into_iter()
                .map(|mistake| mistake.key)
                .collect();
            named += usize::from(!found.is_empty());
            assert!(
                keys.iter().all(|key| key == "seed-ignored"),
                "{} {keys:?}",
                row.key
            );
        }
    }
    // Nearly three for each row: some take no seed, or other words to seed them.
    assert!(named > 200, "{named}");
}

#[test]
fn state_before_any_seeding_is_a_fact_of_pcg32() {
    // imneme/pcg-c-basic without pcg32_srandom, as in thomcc/pcg-random#2.
    let words = [0x152c_a78d, 0x027c_6003, 0xcb07_bbf3];
    let fact = "seed-ignored: the seed is not used: these are the words of PCG32_INITIALIZER";
    assert_eq!(
        causes("pcg32", ["srandom 42 54", "randoms 1"], words),
        [fact]
    );
}

#[test]
fn seed_that_is_off_by_one_stays_a_cause() {
    let mut stream = (find("mt19937").unwrap().seeded)(1);
    let words = first(&mut stream, 20);
    let found = causes("mt19937", ["seed 2", "nexts 1"], words);
    assert_eq!(
        found,
        [
            "seed-ignored-or-seed-one-less: these are the words of seed 1: the seed is not used, or the seed is 1 less than it should be"
        ]
    );
}

#[test]
fn lost_seed_and_another_mistake_are_two() {
    // stackoverflow.com/questions/10986373: a filling that begins at 0, and a state that is not twisted first.
    let found = causes(
        "mt19937",
        ["seed 42", "nexts 1"],
        [0, 4_194_449, 1_288_460_453],
    );
    let (ignored, twist) = ("seed-ignored", "first-block-not-twisted");
    assert!(
        found.len() == 1 && found[0].contains(ignored) && found[0].contains(twist),
        "{found:?}"
    );
}

#[test]
fn one_shift_that_keeps_the_sign_is_told_from_all() {
    // What Node prints for Mulberry32 whose last line is `(t ^ t >> 14) >>> 0`.
    let words = [
        1_713_237_884,
        1_925_393_290,
        633_811_648,
        1_418_703_021,
        750_819_978,
        2_033_370_323,
        1_173_505_300,
        1_611_875_329,
    ];
    let found = causes("mulberry32", ["seed 42", "nexts 1"], words);
    assert!(
        found.len() == 1 && found[0].starts_with("third-shift-keeps-sign: "),
        "{found:?}"
    );
    // xorshift32 has one shift to the right, so all of them keep the sign.
    let mut x = 42_i32;
    let words = first(
        || {
            x ^= x << 13;
            x ^= x >> 17;
            x ^= x << 5;
            u64::from(x.cast_unsigned())
        },
        20,
    );
    let found = causes("xorshift32", ["seed 42", "nexts 1"], words);
    assert!(
        found.len() == 1 && found[0].starts_with("shift-keeps-sign: "),
        "{found:?}"
    );
}

#[test]
fn slips_in_published_ports_of_xoshiro_are_named() {
    // Seeded by halves of the outputs of splitmix64, low ones first, as the row is.
    let seeded: [u32; 4] = halves(42);
    // agb: `* 9` for `+ s[0]`; Julia: the first word is shifted; rand-seed: the first word is read.
    for (row, cause) in [
        ("xoshiro128++", "nine-for-sum"),
        ("xoshiro128+", "s0-shifted"),
        ("xoshiro128**", "made-of-s0"),
    ] {
        let mut s = seeded;
        let words = first(
            || {
                let word = match row {
                    "xoshiro128++" => s[0].wrapping_add(s[3]).rotate_left(7).wrapping_mul(9),
                    "xoshiro128+" => s[0].wrapping_add(s[3]),
                    _ => s[0].wrapping_mul(5).rotate_left(7).wrapping_mul(9),
                };
                let t = s[usize::from(row != "xoshiro128+")] << 9;
                s[2] ^= s[0];
                s[3] ^= s[1];
                s[1] ^= s[2];
                s[0] ^= s[3];
                s[2] ^= t;
                s[3] = s[3].rotate_left(11);
                word.into()
            },
            20,
        );
        let found = causes(row, ["seed 42", "nexts 1"], words);
        assert!(
            found.len() == 1 && found[0].starts_with(&format!("{cause}: ")),
            "{row}: {found:?}"
        );
    }
}

#[test]
fn high_bits_of_right_words_are_no_wrong_shift() {
    for key in ["java-random", "lrand48", "bsd-rand", "mmix"] {
        let row = find(key).unwrap();
        for bits in [3, 4, 7] {
            let mut stream = (row.seeded)(42);
            let words = first(|| stream() >> (row.bits - bits), 60);
            let found = causes(key, ["seed 42", "nexts 1"], words.iter().copied());
            assert!(found.is_empty(), "{key}: {found:?}");
            assert!(in_words(key, 42, &words).is_empty(), "{key}");
        }
    }
    // A lower bit is wrong.
    let mut stream = (find("java-random").unwrap().seeded)(42);
    let words = first(|| stream() >> 17 ^ 1, 60);
    assert!(causes("java-random", ["seed 42", "nexts 1"], words).is_empty());
}

#[test]
fn cut_seed_has_no_other_change_of_the_seed_beside_it() {
    let seed = 0x1234_5678_0000_1234_u64;
    // The increment is that of initseq 54, and the seeding takes two steps: pcg32_srandom_r with a narrower argument.
    let (step, inc) = (6_364_136_223_846_793_005_u64, 109);
    let mut state = (inc + (seed & 0xffff_ffff))
        .wrapping_mul(step)
        .wrapping_add(inc);
    let word = || {
        let old = state;
        state = old.wrapping_mul(step).wrapping_add(inc);
        let word = ((old >> 18 ^ old) >> 27) as u32;
        u64::from(word.rotate_right((old >> 59) as u32))
    };
    let words = first(word, 30);
    let found = causes("pcg32", [&format!("srandom {seed} 54"), "randoms 1"], words);
    assert_eq!(
        found,
        ["seed-of-32-bits: the seed is cut to 32 bits or fewer"]
    );
}

#[test]
fn values_that_give_the_same_words_are_not_a_range() {
    // `y << 7 & mask` does not depend on the low 7 bits of the mask: 128 masks give the words of 0x9d2c5600.
    let wrong = searched("mt19937", false).find(|mistake| {
        mistake
            .key
            .ends_with("first-mask-of-the-tempering-2636928512")
    });
    let mut stream = wrong.unwrap().words("mt19937", 42).unwrap();
    let words = first(&mut stream, 100);
    let found = causes("mt19937", ["seed 42", "nexts 1"], words);
    assert!(
        found[0].contains("at least 15 other values give these answers, such as"),
        "{found:?}"
    );
}

#[test]
fn signed_product_in_a_double_of_rogue_is_told_from_an_unsigned_one() {
    for is_signed in [false, true] {
        // random(3) of type 3, r[i] = r[i - 3] + r[i - 31], of which the first 310 are discarded.
        let mut ring = vec![3_000_000_000_u32];
        for at in 0..30 {
            let word = if is_signed {
                f64::from(ring[at] as i32)
            } else {
                f64::from(ring[at])
            };
            ring.push((word * 1_103_515_245.0 + 12_345.0) as i128 as u32);
        }
        let mut words = Vec::new();
        ring.extend_from_within(..3);
        for at in 34..344 + 20 {
            ring.push(ring[at - 31].wrapping_add(ring[at - 3]));
            words.push(u64::from(ring[at] >> 1));
        }
        let found = causes(
            "rrandom",
            ["srrandom 3000000000", "rrandoms 1"],
            words.split_off(310),
        );
        let key = if is_signed {
            "signed-product-in-double: "
        } else {
            "product-in-double: "
        };
        assert!(found.len() == 1 && found[0].starts_with(key), "{found:?}");
    }
}

#[test]
fn slips_in_published_packages_are_named() {
    // tinyrand 0.5.0, Xorshift; nanorand 0.8.0, Pcg64; and Marsaglia's xor128() as his paper has it, never seeded.
    let packages: [(&str, &str, &[u64]); 3] = [
        (
            "xorshift64",
            "state-stored-before-last-line",
            &[
                45_454_805_674,
                369_461_634_575_039,
                3_050_604_310_891_847_722,
                213_073_798_197_409_130,
            ],
        ),
        (
            "pcg64",
            "reseeded-and-not-rotated",
            &[
                17_123_307_321_882_681_938,
                5_496_036_283_835_743_820,
                6_129_229_969_227_595_050,
                3_737_599_065_904_022_254,
            ],
        ),
        (
            "xorshift128",
            "seed-ignored",
            &[3_701_687_786, 458_299_110, 2_500_872_618, 3_633_119_408],
        ),
    ];
    for (row, cause, words) in packages {
        let found = causes(row, ["seed 42", "nexts 1"], words.iter().copied());
        assert!(
            found.len() == 1 && found[0].starts_with(&format!("{cause}: ")),
            "{row}: {found:?}"
        );
    }
}

#[test]
fn blocks_from_the_wrong_end_and_words_left_out_are_named() {
    // Bouncy Castle's ISAAC: the first block is thrown away, and the others are handed out from the wrong end.
    let mut stream = (find("isaac").unwrap().seeded)(42);
    let mut words = first(&mut stream, 512).split_off(256);
    words.reverse();
    let found = causes("isaac", ["seed 42", "nexts 1"], words);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains("blocks-reversed") && found[0].contains("block-thrown-away"),
        "{found:?}"
    );
    for (key, count) in [("mt19937", 100), ("java-random", 1000), ("pcg32", 16)] {
        let mut stream = super::right_words(key, 42).unwrap();
        let words = first(&mut stream, count + 12).split_off(count);
        let ops = if key == "pcg32" {
            ["srandom 42 54", "randoms 1"]
        } else {
            ["seed 42", "nexts 1"]
        };
        let found = causes(key, ops, words);
        assert!(
            found.len() == 1 && found[0].starts_with(&format!("skipped-{count}: ")),
            "{found:?}"
        );
    }
}

#[test]
fn generators_seeded_anew_for_each_word_are_named() {
    let row = find("java-random").unwrap();
    let one = |seed| (row.seeded)(seed)();
    let mut word = 42;
    let chained = first(
        || {
            word = one(word);
            word
        },
        12,
    );
    let counted = (42..54).map(one).collect();
    for (cause, words) in [
        ("always-first-word", vec![one(42); 12]),
        ("reseeded-with-one-more", counted),
        ("reseeded-with-word", chained),
    ] {
        let found = causes(row.key, ["seed 42", "nexts 1"], words);
        assert!(
            found.len() == 1 && found[0].starts_with(&format!("{cause}: ")),
            "{found:?}"
        );
    }
}

#[test]
fn words_that_follow_from_the_first_have_causes_without_a_seed() {
    // @dicebear/core 9.4.3 from the text 42, whose hash is not the seed.
    let words = [
        "-969225576",
        "1918279852",
        "1847755309",
        "-226451746",
        "-902733805",
        "542282314",
    ];
    let mut transcript: Vec<Step> = vec![("seed 42".into(), None)];
    for word in words {
        transcript.push(("next".into(), Some(vec![word.into()])));
    }
    let found = super::explaining_from_first("xorshift32", &transcript);
    let keys: Vec<_> = found.iter().map(|cause| &*cause.mistake.key).collect();
    assert_eq!(keys, ["shift-keeps-sign+words-signed"]);
    assert!(explaining("xorshift32", &transcript).is_empty());
    // One word more that is nobody's.
    transcript.push(("next".into(), Some(vec!["5".into()])));
    assert!(super::explaining_from_first("xorshift32", &transcript).is_empty());
}

#[test]
fn every_mistake_has_a_key_and_a_sentence() {
    let mut count = 0;
    let rows = CATALOGUE.iter().copied().flatten();
    let of_rows = rows.flat_map(|row| searched(row.key, false));
    for mistake in known().iter().cloned().chain(of_rows) {
        let key = &mistake.key;
        assert!(
            !key.is_empty() && !mistake.about.is_empty(),
            "`{key}` has no sentence"
        );
        count += 1;
    }
    assert!(count > 10_000, "{count}");
}

/// The words of a row with a flaw, from some seeds; two blocks of the Mersenne Twister and of ISAAC are among them.
fn words_with(row: &'static Generator, flaw: Option<&'static Flaw>) -> Vec<i128> {
    let model = model::of(row);
    let general = General {
        flaw,
        ..General::right(model.constants)
    };
    let mut words = Vec::new();
    for seed in [1, 42, 0x1234_5678_9abc_def0] {
        let mut stream = model::words(row, general, seed);
        words.extend(std::iter::repeat_with(&mut stream).take(1300));
    }
    words
}

/// Rows of a family share a list of flaws, of which some mean nothing to some rows.
#[test]
fn every_flaw_changes_the_words_of_some_row() {
    let (mut all, mut noticed) = (BTreeSet::new(), BTreeSet::new());
    for row in CATALOGUE.iter().copied().flatten() {
        let right = words_with(row, None);
        for flaw in model::of(row).flaws {
            all.insert(flaw.key);
            if words_with(row, Some(flaw)) != right {
                noticed.insert(flaw.key);
            }
        }
    }
    let without_effect: Vec<_> = all.difference(&noticed).collect();
    assert!(
        without_effect.is_empty() && all.len() > 30,
        "{without_effect:?}, {}",
        all.len()
    );
}

#[test]
fn thrown_away_block_of_isaac_is_told_from_a_right_stream() {
    // NetHack hands out the block that seeding makes: 256 words, then others.
    let mut stream = (find("isaac64").unwrap().seeded)(42);
    let words = first(&mut stream, 256 + 20).split_off(256);
    let found = causes("isaac64", ["seed 42", "nexts 1"], words);
    let key = "block-thrown-away: ";
    assert!(found.len() == 1 && found[0].starts_with(key), "{found:?}");
}
