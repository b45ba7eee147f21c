use super::{KnownOfRule, read_rule};

/// Rules as people write them, what they are here, and the bits of a word.
const READ: [(&str, &str, Option<u32>); 50] = [
    (
        "Math.floor(Math.random() * 6) + 1",
        "floor(u * 6) + 1",
        Some(53),
    ),
    (
        "Math.floor(Math.random() * (6 - 1 + 1)) + 1",
        "floor(u * (6 - 1 + 1)) + 1",
        Some(53),
    ),
    (
        "const x = Math.round(Math.random() * 5 + 1);",
        "round(u * 5 + 1)",
        Some(53),
    ),
    ("return ~~(Math.random() * 6);", "trunc(u * 6)", Some(53)),
    ("Math.random() * 6 | 0", "trunc(u * 6)", Some(53)),
    (
        "parseInt(Math.random() * 10, 10)",
        "trunc(u * 10)",
        Some(53),
    ),
    (
        "() => Math.ceil(Math.random()*20)",
        "ceil(u * 20)",
        Some(53),
    ),
    ("Math.random() < 0.5 ? 1 : 0", "if(u < 0.5, 1, 0)", Some(53)),
    (
        "Math.ceil((i + 1) / 32 * 20)",
        "ceil((w + 1) / 32 * 20)",
        Some(5),
    ),
    (
        "Math.round(x * (2**53 - 1)) % 100",
        "round(u * (2^53 - 1)) % 100",
        Some(53),
    ),
    (
        "Math.floor(rng() * 100) % 7",
        "floor(u * 100) % 7",
        Some(53),
    ),
    ("int(random() * 6)", "trunc(u * 6)", Some(53)),
    ("int(random.random() * 6) + 1", "trunc(u * 6) + 1", Some(53)),
    ("random.random() * n", "floor(u * n)", Some(53)),
    (
        "random() < 0.3 and random() < 0.1",
        "u0 < 0.3 && u1 < 0.1",
        Some(53),
    ),
    ("random.randint(1, 6)", "d6", None),
    ("randint(1, 6) + randint(1, 6)", "d6 + d6", None),
    ("np.random.randint(1, 7)", "d6", None),
    ("random.randrange(10)", "d10 - 1", None),
    ("random.uniform(1, 7)", "floor(1 + (7 - 1) * u)", Some(53)),
    ("random.getrandbits(16) % 6", "w % 6", Some(16)),
    ("rand() % 20 + 1", "w % 20 + 1", Some(31)),
    ("int roll = rand() % 6 + 1;", "w % 6 + 1", Some(31)),
    ("std::rand() % 6", "w % 6", Some(31)),
    (
        "rand() / (RAND_MAX / 6 + 1)",
        "w / (2147483647 / 6 + 1)",
        Some(31),
    ),
    (
        "1 + (int)(6.0 * rand() / (RAND_MAX + 1.0))",
        "1 + trunc(6.0 * w / (2147483647 + 1.0))",
        Some(31),
    ),
    (
        "(int)((double)rand() / RAND_MAX * 6)",
        "trunc(w / 2147483647 * 6)",
        Some(31),
    ),
    ("(unsigned int)rand() % 6u", "w % 6", Some(31)),
    ("static_cast<int>(x)", "", None),
    ("lrand48() % 6", "w % 6", Some(31)),
    ("arc4random() % 6", "w % 6", Some(32)),
    ("(int)(Math.random() * 6) + 1", "trunc(u * 6) + 1", Some(53)),
    ("new Random().nextInt(6) + 1", "(d6 - 1) + 1", None),
    ("nextInt(n)", "d9 - 1", None),
    ("random.nextInt() % 6", "(w - 2^31) % 6", Some(32)),
    ("Random.Range(1, 7)", "d6", None),
    ("rng.gen_range(1..=6)", "d6", None),
    ("rng.random_range(0..6)", "d6 - 1", None),
    ("rand::random::<f64>() < 0.3", "u < 0.3", Some(53)),
    ("rand(1..6)", "d6", None),
    ("(rand() * 6).floor", "floor(u * 6)", Some(53)),
    ("math.random(2, 12)", "d11 + 1", None),
    ("mt_rand(1, 6)", "d6", None),
    ("Random(255)", "d255 - 1", None),
    ("int(random(6))", "trunc(u * 6)", Some(53)),
    ("3d6", "d6 + d6 + d6", None),
    ("2d20kl1+5", "lowest(1, d20, d20) + 5", None),
    ("4d6dl1", "highest(3, d6, d6, d6, d6)", None),
    ("d% <= 30", "d100 <= 30", None),
    ("12.5%", "u < 0.125", Some(53)),
];

/// Texts that are not read.
const UNREAD: [&str; 9] = [
    "foo",
    "Math.foo(6)",
    "x + y",
    "rand() % 6 + Math.random()",
    "'a'",
    "4d6kh5",
    "rand(6",
    "random.choice([1, 2])",
    "",
];

/// How many numbers are wanted.
const NINE: KnownOfRule = KnownOfRule {
    bits: None,
    rand_max: None,
    n: Some(9),
};

#[test]
fn rules_are_read_as_they_are_written_in_languages() {
    for (text, rule, bits) in READ {
        let reading = read_rule(text, NINE);
        let found = reading.map(|reading| (reading.rule, reading.bits));
        let expected = (!rule.is_empty()).then(|| (rule.to_owned(), bits));
        assert_eq!(found, expected, "{text}");
    }
    for text in UNREAD {
        assert!(read_rule(text, KnownOfRule::default()).is_none(), "{text}");
    }
}

#[test]
fn given_bits_are_those_of_rand() {
    for (bits, rand_max, most) in [(Some(15), None, 32767), (None, Some(14), 14)] {
        let known = KnownOfRule {
            bits,
            rand_max,
            n: None,
        };
        let reading = read_rule("rand() / (RAND_MAX + 1)", known).unwrap();
        assert_eq!(reading.rule, format!("w / ({most} + 1)"));
        assert!(reading.assumptions.is_empty());
    }
}
