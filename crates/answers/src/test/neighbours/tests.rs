use super::*;

const SEEDS: Seeds = Seeds {
    first: 0,
    count: 4096,
    words: 1,
    bits: 32,
};

/// A well-mixed word for a seed and a place (the finalizer of `SplitMix64`).
fn mixed(seed: u64, place: u64) -> u64 {
    let mut z = (seed << 8 | place)
        .wrapping_add(1)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) >> 32
}

/// For each test, the decimal logarithm of its two-sided p-value, and what it says.
fn found(words: u64, word: impl Fn(u64, u64) -> u64) -> HashMap<String, (f64, Option<String>)> {
    let mut tests = neighbour_tests(Seeds { words, ..SEEDS });
    for NamedTest { test, .. } in &mut tests {
        (0..words)
            .for_each(|place| (0..SEEDS.count).for_each(|seed| test.push(&word(seed, place))));
    }
    let mut found = HashMap::new();
    for NamedTest { name, test } in tests {
        let p = test.outcome().unwrap().p.two_sided().log10();
        found.insert(name, (p, test.worst()));
    }
    found
}

fn said(found: &HashMap<String, (f64, Option<String>)>, test: &str) -> String {
    assert!(found[test].0 < -10.0, "{test}: {found:?}");
    found[test].1.clone().unwrap()
}

#[test]
fn independent_streams_pass() {
    let found = found(8, mixed);
    assert_eq!(found.len(), 4);
    assert!(found.values().all(|(p, _)| *p > -3.0), "{found:?}");
}

#[test]
fn a_word_that_is_affine_in_its_seed_repeats_one_difference() {
    let found = found(4, |seed, place| {
        (seed.wrapping_mul(1_103_515_245 + 2 * place) + 12_345) & 0xffff_ffff
    });
    assert_eq!(
        said(&found, "differences"),
        "word 4 of a seed is that of the seed before plus 0x41c64e73 for 4095 of 4096 seeds"
    );
    assert!(
        said(&found, "avalanche").starts_with("bit 0 of word"),
        "{found:?}"
    );
}

#[test]
fn a_word_that_is_linear_in_the_bits_of_its_seed_repeats_few_exclusive_ors() {
    let xorshift = |seed: u64, _| {
        let x = seed ^ seed << 13 & 0xffff_ffff;
        let x = x ^ x >> 17;
        x ^ x << 5 & 0xffff_ffff
    };
    assert!(said(&found(1, xorshift), "exclusive-ors").contains("exclusive or 0x"));
}

#[test]
fn streams_that_are_equal_or_shifted_are_named() {
    let shifted = |seed, place| {
        if seed == 700 {
            mixed(30, place + 2)
        } else {
            mixed(seed, place)
        }
    };
    assert_eq!(
        said(&found(8, shifted), "overlaps"),
        "seed 30 from word 3 on gives the same words as seed 700 from word 1 on"
    );
    let found = found(8, |seed, place| mixed(seed & 2047, place));
    assert!(said(&found, "overlaps").contains("from word"));
}

#[test]
fn a_bit_that_flips_too_seldom_or_too_often_is_named() {
    // Bit 9 is the seed's lowest bit: it always flips, and the bits above it are fair.
    let found = found(2, |seed, place| mixed(seed, place) & !512 | (seed & 1) << 9);
    assert!(
        said(&found, "avalanche").contains("bit 9 of word")
            && said(&found, "avalanche").contains("in 100.00 %")
    );
}

/// What theory says about PCG32: seeding is affine, so the states of successive seeds are an additive sequence, each being the
/// one before plus the multiplier, or for the k-th word plus its k-th power. The output rotates by the top 5 bits, so the
/// rotations of neighbours always differ by 11 or 12: M / 2^59 is 11.04.
#[test]
fn neighbouring_seeds_of_pcg32_are_an_additive_sequence_and_fail() {
    const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
    let inc = 54 << 1 | 1;
    let state = |seed: u64| (seed + inc).wrapping_mul(MULTIPLIER).wrapping_add(inc);
    let word =
        |state: u64| (((state >> 18 ^ state) >> 27) as u32).rotate_right((state >> 59) as u32);
    for seed in 0..4096 {
        assert_eq!(
            word(state(seed)),
            generators::pcg32::Pcg32::srandom(seed, 54).next_word()
        );
        assert_eq!(state(seed + 1).wrapping_sub(state(seed)), MULTIPLIER);
        let turn = (state(seed + 1) >> 59).wrapping_sub(state(seed) >> 59) % 32;
        assert!(turn == 11 || turn == 12, "{turn}");
    }
    // Additive sequences are too even, and so are the ones at each place of the first word.
    let (count, words) = (1 << 16, 4);
    let mut bits = gof::battery::build_test::<u64>(32, "bits").unwrap();
    (0..count).for_each(|seed| bits.push(&word(state(seed)).into()));
    assert!(bits.outcome().unwrap().p.lower().log10() < -10.0);
    // The fourth word shows the constant step directly.
    let seeds = Seeds {
        count,
        words,
        ..SEEDS
    };
    let mut tests = neighbour_tests(seeds);
    let streams: Vec<[u32; 4]> = (0..count)
        .map(|seed| {
            let mut generator = generators::pcg32::Pcg32::srandom(seed, 54);
            std::array::from_fn(|_| generator.next_word())
        })
        .collect();
    for NamedTest { name, test } in &mut tests {
        (0..words as usize).for_each(|place| {
            for stream in &streams {
                test.push(&stream[place].into());
            }
        });
        let p = test.outcome().unwrap().p.two_sided().log10();
        assert_eq!(
            p < -100.0,
            name == "exclusive-ors" || name == "differences",
            "{name}: {p}"
        );
    }
}

/// Checked over all lists of five 3-bit words: no false alarm is more likely than stated.
#[test]
fn stated_chances_hold_for_every_small_case() {
    let seeds = Seeds {
        first: 0,
        count: 5,
        words: 1,
        bits: 3,
    };
    for (name, step) in STEPS {
        let mut ps: Vec<f64> = (0..1_u64 << 15)
            .map(|words| {
                let mut test = Steps::new(name, seeds, step);
                (0..5).for_each(|place| test.push(&(words >> (3 * place) & 7)));
                test.outcome().unwrap().p.upper().value()
            })
            .collect();
        holds(&mut ps);
    }
    let mut ps: Vec<f64> = (0..1_u64 << 15)
        .map(|words| {
            let mut test = Avalanche {
                seeds,
                before: 0,
                items: 0,
                flips: Vec::new(),
            };
            (0..5).for_each(|place| test.push(&(words >> (3 * place) & 7)));
            test.outcome().unwrap().p.two_sided().value()
        })
        .collect();
    holds(&mut ps);
}

fn holds(ps: &mut [f64]) {
    ps.sort_by(f64::total_cmp);
    let all = ps.len() as f64;
    for (place, p) in ps.iter().enumerate() {
        // The share of cases with a p-value of at most this one, taken at the last of equal ones.
        let share = (place + 1) as f64 / all;
        let is_last = ps.get(place + 1).is_none_or(|next| next > p);
        assert!(
            !is_last || share <= p + 1e-12,
            "{share} of the cases have p <= {p}"
        );
    }
}
