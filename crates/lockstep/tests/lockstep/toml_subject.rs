//! Subjects described in TOML.

use proptest::prelude::*;
use roguelab_lockstep::{Budget, CaseKind, Domain, Shows, Subject, TomlSubject, Width};

/// Reads a description; only pcg32 is built in.
fn read(text: &str) -> Result<Box<dyn Subject>, String> {
    match TomlSubject::read(text, &|name| name == "pcg32") {
        Ok(toml_subject) => Ok(Box::new(toml_subject)),
        Err(error) => Err(error.to_string()),
    }
}

const DICE: &str = include_str!("dice.toml");

/// The cases of a kind, after checking that there are as many as promised.
fn cases(subject: &dyn Subject, kind: CaseKind) -> Vec<Vec<String>> {
    let cases = subject.cases(kind, &Budget::default()).unwrap();
    cases.collect::<Result<_, _>>().unwrap()
}

#[test]
fn cases_of_every_kind_are_as_promised_and_seed_first() {
    let dice = read(DICE).unwrap();
    for (kind, count) in [
        (CaseKind::Golden, 2),
        (CaseKind::Edge, 10),
        (CaseKind::Sweep, 64),
        (CaseKind::Random, 64),
    ] {
        let cases = cases(&*dice, kind);
        assert_eq!(cases.len(), count, "{kind}");
        for ops in &cases {
            assert!(dice.seeds(&ops[0]), "{kind}: {ops:?}");
            for op in ops {
                assert!(dice.op(op).is_ok(), "{op}");
            }
        }
    }
    assert!(
        dice.cases(CaseKind::Exhaustive, &Budget::default())
            .is_none()
    );
}

#[test]
fn the_cases_of_a_description_are_the_same_in_every_version() {
    let unseeded = DICE
        .replace("seeds = true", "")
        .replace("golden", "#")
        .replace("least = 1,", "least = -9,");
    let digests = [DICE, &unseeded].map(|text| {
        let subject = read(text).unwrap();
        [CaseKind::Edge, CaseKind::Sweep, CaseKind::Random].map(|kind| {
            let all = cases(&*subject, kind).concat().join("\n");
            all.bytes().fold(0_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
            })
        })
    });
    assert_eq!(
        digests,
        [
            [
                11_442_251_467_712_182_787,
                2_646_572_777_880_140_668,
                11_954_389_440_882_850_459
            ],
            [
                3_393_048_223_039_289_179,
                4_310_468_918_734_837_085,
                7_133_089_108_417_043_590
            ],
        ]
    );
    let dice = read(DICE).unwrap();
    assert_eq!((dice.name(), dice.about()), ("dice", "dice"));
    assert_eq!(dice.vectors(), []);
    assert_eq!(dice.does(&dice.ops()[0]), dice.ops()[0].does);
    let kinds = [
        CaseKind::Golden,
        CaseKind::Edge,
        CaseKind::Sweep,
        CaseKind::Random,
    ];
    assert_eq!(dice.kinds(), kinds);
    assert_eq!(kinds.map(|kind| kind.name().parse()), kinds.map(Ok));
}

#[test]
fn edges_have_the_ends_of_every_domain_in_all_combinations() {
    let dice = read(DICE).unwrap();
    let edges = cases(&*dice, CaseKind::Edge);
    let seeds: Vec<&str> = edges.iter().map(|ops| ops[0].as_str()).collect();
    assert_eq!(seeds[..2], ["seed 0", "seed 1"]);
    assert_eq!(seeds.last(), Some(&"seed 18446744073709551615"));
    let rolls = [
        "1 wood",
        "1 bone",
        "2 wood",
        "2 bone",
        "500 wood",
        "500 bone",
        "999 wood",
        "999 bone",
        "1000 wood",
        "1000 bone",
    ];
    assert_eq!(edges[0][1..], rolls.map(|roll| format!("roll {roll}")));
}

#[test]
fn sweeps_and_random_cases_reach_the_cheap_ends_and_the_edges() {
    let dice = read(DICE).unwrap();
    for kind in [CaseKind::Sweep, CaseKind::Random] {
        let ops: Vec<String> = cases(&*dice, kind).concat();
        let sides = |op: &String| op.strip_prefix("roll ")?.split(' ').next()?.parse().ok();
        let sides: Vec<u32> = ops.iter().filter_map(sides).collect();
        assert!((1..=20).all(|side| sides.contains(&side)), "{kind}");
        assert_eq!(sides.contains(&500), kind == CaseKind::Random);
        assert!(
            sides.iter().all(|side| *side <= 20 || *side == 500),
            "{kind}"
        );
    }
}

#[test]
fn too_many_combinations_are_reduced_to_the_ends() {
    let three = include_str!("three.toml");
    let edges = cases(&*read(three).unwrap(), CaseKind::Edge);
    let (least, most) = (i64::MIN, i64::MAX);
    assert_eq!(edges.len(), 1);
    assert_eq!(
        edges[0].len(),
        62,
        "each of 11 points in 3 places beside both ends, 4 of them twice"
    );
    for op in [
        format!("add {least} {least} {most}"),
        format!("add {most} 0 {most}"),
    ] {
        assert!(edges[0].contains(&op), "{op}");
    }
}

const GOOD: &str = include_str!("good.toml");

#[test]
fn numbers_of_64_bits_are_read_and_types_follow_from_ranges() {
    let good = read(&GOOD.replace("seed 0x", " seed  7;roll 6 ; ")).unwrap();
    assert_eq!(cases(&*good, CaseKind::Golden), [["seed 7", "roll 6"]]);
    let [seed, roll] = good.ops() else { panic!() };
    let Domain::Number {
        width: Width::U64,
        most,
        ..
    } = seed.arguments[0].domain
    else {
        panic!()
    };
    assert_eq!(most, u64::MAX.into());
    let Domain::Number {
        width: Width::I32,
        least: 1,
        most,
        ..
    } = roll.arguments[0].domain
    else {
        panic!()
    };
    assert_eq!(most, i32::MAX.into());
    assert_eq!((roll.form, roll.shows), ("roll SIDES", Shows::u32));
}

/// A piece of the good description, what stands there instead, and what is said of that.
const WRONG: [(&str, &str, &str); 19] = [
    (
        "seed 0x",
        "roll 3",
        r#"line 3, `golden = ["roll 3"]`: expected an op that seeds first, such as `seed SEED`, not `"roll 3"`"#,
    ),
    (
        "seed 0x",
        " ; ",
        r#"line 3, `golden = [" ; "]`: expected ops separated by semicolons, not `" ; "`"#,
    ),
    (
        r#"["seed 0x"]"#,
        "[]",
        "line 3, `golden = []`: expected a list of 1 to 1000, not `[]`",
    ),
    (
        "edges",
        "edgs",
        "line 10, `arguments = [{ name = \"sides\", type = \"i32\", least = 1, edgs = [6] }]`: unknown field `edgs`, \
         expected one of `name`, `type`, `least`, `most`, `cheap`, `edges`, `texts`",
    ),
    (
        "least = 1",
        "most = -2147483649",
        "line 10, `arguments = [{ name = \"sides\", type = \"i32\", most = -2147483649, edges = [6] }]`: expected a \
         number from -2147483648 to 2147483647, not `-2147483649`",
    ),
    (
        r#"type = "i32", "#,
        "",
        "line 10, `arguments = [{ name = \"sides\", least = 1, edges = [6] }]`: expected `type`, or `least` and \
         `most`, or `texts`, not `{ name = \"sides\", least = 1, edges = [6]...`",
    ),
    (
        "least = 1, edges = [6]",
        r#"texts = ["a"]"#,
        "line 10, `arguments = [{ name = \"sides\", type = \"i32\", texts = [\"a\"] }]`: expected either `texts` or \
         the keys about numbers, not `{ name = \"sides\", type = \"i32\", texts = ...`",
    ),
    (
        r#""u32""#,
        r#""word""#,
        r#"line 11, `shows = "word"`: expected one of nothing, i32, u32, i64, u64, words, words64, texts, not `"word"`"#,
    ),
    (
        r#""roll""#,
        r#""seed""#,
        r#"line 9, `name = "seed"`: expected a name of its own for each op, not `"seed"`"#,
    ),
    (
        r#""roll""#,
        r#""reset""#,
        r#"line 9, `name = "reset"`: expected another name: `reset` begins every case, not `"reset"`"#,
    ),
    (
        r#""roll""#,
        r#""Roll me""#,
        r#"line 9, `name = "Roll me"`: expected a name of at most 40 letters a to z, digits and _, a letter first, not `"Roll me"`"#,
    ),
    (
        "\"dice\"\n",
        "\"pcg32\"\n",
        r#"line 1, `name = "pcg32"`: expected a name that no built-in subject has, not `"pcg32"`"#,
    ),
    (
        r#""roll""#,
        r#""roll me""#,
        r#"line 9, `name = "roll me"`: expected a name of at most 40 letters a to z, digits and _, a letter first, not `"roll me"`"#,
    ),
    (
        r#""roll""#,
        r#""2roll""#,
        r#"line 9, `name = "2roll"`: expected a name of at most 40 letters a to z, digits and _, a letter first, not `"2roll"`"#,
    ),
    (
        r#""roll""#,
        r#""rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr""#,
        "line 9, `name = \"rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr\"`: expected a name of at most 40 letters a to \
         z, digits and _, a letter first, not `\"rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr...`",
    ),
    (
        r#"type = "i32", least = 1, edges = [6]"#,
        r#"texts = [""]"#,
        r#"line 10, `arguments = [{ name = "sides", texts = [""] }]`: expected texts without blanks and semicolons, not `""`"#,
    ),
    (
        r#"type = "i32", least = 1, edges = [6]"#,
        r#"texts = ["a b"]"#,
        r#"line 10, `arguments = [{ name = "sides", texts = ["a b"] }]`: expected texts without blanks and semicolons, not `"a b"`"#,
    ),
    (
        r#"type = "i32", least = 1, edges = [6]"#,
        r#"texts = ["a;b"]"#,
        r#"line 10, `arguments = [{ name = "sides", texts = ["a;b"] }]`: expected texts without blanks and semicolons, not `"a;b"`"#,
    ),
    (
        r#"type = "i32", least = 1, edges = [6]"#,
        "least = 2, most = 1",
        "line 10, `arguments = [{ name = \"sides\", least = 2, most = 1 }]`: expected `least` and `most` in this \
         order, of one type, not `{ name = \"sides\", least = 2, most = 1 }`",
    ),
];

#[test]
fn an_error_shows_the_line_and_says_what_was_expected() {
    for (from, to, error) in WRONG {
        let text = GOOD.replace(from, to);
        assert_ne!(text, GOOD, "{from}");
        let text = if from.contains("seed 0x") {
            text
        } else {
            text.replace("seed 0x", "seed 1")
        };
        assert_eq!(read(&text).err().as_deref(), Some(error), "{text}");
    }
    let broken = read(&GOOD.replace("\"u32\"", "")).err().unwrap();
    assert!(broken.starts_with("line 11, "), "{broken}");
}

/// Fragments of descriptions, right and wrong.
const PIECES: [&str; 14] = [
    "",
    "0",
    "-1",
    "1e308",
    "170141183460469231731687303715884105728",
    "\"",
    "[",
    "]",
    "{",
    "}",
    "=",
    "\n[[op]]\n",
    "\0",
    "seeds = true\n",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_description_is_refused_with_a_reason_or_has_cases_of_its_own_ops(
        (at, length) in (0..GOOD.len(), 0_usize..9),
        piece in prop::sample::select(&PIECES[..]),
    ) {
        let mut text = GOOD.to_owned();
        text.replace_range(at..(at + length).min(GOOD.len()), piece);
        match read(&text) {
            Ok(subject) => {
                let budget = Budget { cases: 2, ..Budget::default() };
                for cases in CaseKind::ALL.into_iter().filter_map(|kind| subject.cases(kind, &budget)) {
                    for ops in cases {
                        prop_assert!(ops.unwrap().iter().all(|op| subject.op(op).is_ok()), "{}", text);
                    }
                }
            }
            Err(error) => prop_assert!(!error.trim().is_empty()),
        }
    }
}
