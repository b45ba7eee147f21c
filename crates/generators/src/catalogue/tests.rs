use alloc::vec::Vec;

use super::*;

#[test]
fn keys_are_unique_and_every_field_and_seeding_is_filled() {
    let mut keys: Vec<&str> = all().map(|generator| generator.key).collect();
    keys.sort_unstable();
    assert!(keys.windows(2).all(|pair| pair[0] != pair[1]), "{keys:?}");
    for generator in all() {
        let key = generator.key;
        assert!(!generator.about.is_empty(), "{key} has no `about`");
        assert!(!generator.source.is_empty(), "{key} has no `source`");
        for seeding in generator.seedings {
            let name = seeding.name;
            assert!(
                !seeding.about.is_empty() && !name.contains([':', ' ']),
                "{key}"
            );
            let [default, other] = [generator.seeded, seeding.seeded].map(|seeded| seeded(42)());
            assert_ne!(default, other, "{key}: {name} is the default seeding");
        }
    }
}

#[test]
fn blocks_are_the_streams_of_their_seeds_and_outputs_are_in_range() {
    for generator in all() {
        let (key, range) = (generator.key, generator.range());
        assert!(range <= 1 << generator.bits, "{key}");
        let (middle, end) = ((1 << (generator.seed_bits - 1)) - 10, generator.seeds());
        // Some seedings take a seed of more than 32 bits in two words.
        let high = middle.min((1 << 32) - 10);
        let last = end - LANES as u64;
        for (first, words) in [(0, 1), (middle, 5), (high, 2), (last, 9), (7, 300)] {
            let mut outputs = alloc::vec![[0; LANES]; words];
            (generator.block)(first, &mut outputs);
            for lane in (0..LANES).filter(|lane| words == 1 || lane % 51 == 0) {
                let mut stream = (generator.seeded)(first + lane as u64);
                for row in &outputs {
                    assert_eq!(row[lane], stream(), "{key} {first} {lane}");
                    assert!(u128::from(row[lane]) < range, "{key}");
                }
            }
        }
    }
}

#[test]
fn seeds_are_taken_as_their_libraries_take_them() {
    for (key, said, taken) in [
        // Python's random.seed.
        ("mt19937-array", -7, Some(7)),
        ("mt19937-array", -(1 << 64), None),
        // std::mt19937 takes an unsigned number.
        ("mt19937", -7, Some((1 << 32) - 7)),
        ("mt19937", 1 << 32, None),
        // A long, of which Java keeps 48 bits.
        (
            "java-random",
            8_682_522_807_148_012,
            Some(8_682_522_807_148_012 % (1 << 48)),
        ),
        ("java-random", 1 << 64, None),
        // srand takes an unsigned int; its highest bit reaches no output.
        ("msvc-rand", 0xffff_ffff, Some(0x7fff_ffff)),
        ("minstd-16807", 1 << 31, Some(1)),
        ("minstd-16807", (1 << 31) - 1, Some((1 << 31) - 1)),
        // It depends on the width of unsigned long.
        ("minstd-16807", -5, None),
        ("wichmann-hill", 1 << 44, None),
    ] {
        assert_eq!(find(key).unwrap().taken(said), taken, "{key} {said}");
    }
}

/// The first outputs of some seeds.
fn samples(generator: &Generator, n: usize) -> impl Iterator<Item = Vec<u64>> {
    let high = (1 << (generator.seed_bits - 1)) - 1;
    let outputs = move |seed| core::iter::repeat_with((generator.seeded)(seed)).take(n);
    let seeds = [1, 4, 42, 12345, high].into_iter();
    seeds.map(move |seed| outputs(seed).collect())
}

#[test]
fn no_seed_of_ranlux_is_a_multiple_of_its_modulus() {
    let ranlux = all().find(|generator| generator.key == "ranlux24-base");
    let [mut one, mut modulus] = [1, 2_147_483_563].map(ranlux.unwrap().seeded);
    assert_eq!(one(), modulus());
}

#[test]
fn what_structures_say_is_true_of_the_streams() {
    for generator in all() {
        let key = generator.key;
        match generator.structure {
            Structure::Congruential {
                multiplier,
                increment,
                modulus,
                shift: 0,
                mask: u64::MAX,
            } => {
                let next = |x: u64| u128::from(x) * u128::from(multiplier) + u128::from(increment);
                for outputs in samples(generator, 9) {
                    assert!(
                        outputs
                            .windows(2)
                            .all(|pair| next(pair[0]) % modulus == pair[1].into()),
                        "{key}"
                    );
                }
            }
            // The parameters are those of the stream.
            Structure::Congruential { .. } | Structure::Seeds => {}
            Structure::Additive {
                long,
                short,
                minus,
                shift,
                ..
            } => {
                for outputs in samples(generator, 3 * long) {
                    for at in long..outputs.len() {
                        let [older, newer] =
                            [outputs[at - long], outputs[at - short]].map(u128::from);
                        let range = generator.range();
                        let exact = if minus {
                            older + range - newer
                        } else {
                            older + newer
                        } % range;
                        let carried = (exact + 1) % range;
                        let output = u128::from(outputs[at]);
                        assert!(
                            output == exact || shift > 0 && output == carried,
                            "{key} at {at}"
                        );
                    }
                }
            }
            Structure::Linear {
                state,
                bits,
                mask,
                unscrambled,
                from_state,
            } => {
                let word = |n: u64, i: usize| {
                    (n + i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)
                };
                let states = [7, 1000].map(|n| (0..state).map(|i| word(n, i)).collect::<Vec<_>>());
                let sum: Vec<u64> = states[0]
                    .iter()
                    .zip(&states[1])
                    .map(|(a, b)| a ^ b)
                    .collect();
                let [mut a, mut b, mut both] =
                    [&states[0], &states[1], &sum].map(|of| from_state(of));
                let mut seen = 0;
                for at in 0..3 * state + 9 {
                    let [a, b, both] = [a(), b(), both()].map(|output| unscrambled(output) & mask);
                    assert_eq!(a ^ b, both, "{key} at {at}");
                    seen |= a;
                }
                assert_ne!(seen, 0, "{key}");
            }
            Structure::Invertible {
                needs,
                state,
                from_state,
            } => {
                for outputs in samples(generator, 3 * needs) {
                    let mut again = from_state(&state(&outputs[..needs]).unwrap());
                    assert!(outputs.iter().all(|&output| again() == output), "{key}");
                }
            }
        }
    }
}
