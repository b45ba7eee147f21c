//! Texts seed generators as other programs have them do.

use roguelab_generators::catalogue::{Stream, TEXT_HASHES, TEXT_SEEDINGS};

/// The streams of a row from a text.
fn streams(key: &str, text: &str) -> Vec<Stream> {
    let all = TEXT_SEEDINGS.iter().filter(|seeding| seeding.key == key);
    all.map(|seeding| (seeding.seeded)(text)).collect()
}

#[test]
fn texts_seed_as_other_programs_have_them_do() {
    let long = "x".repeat(300);
    let long_key = "abc".repeat(900);
    for (key, text, outputs) in [
        // Python 3.11: random.seed(text), getrandbits(32).
        (
            "mt19937-array",
            "hello",
            &[1_519_453_933, 3_618_488_475, 2_848_416_207][..],
        ),
        (
            "mt19937-array",
            "",
            &[4_124_137_760, 1_951_988_028, 2_557_274_880],
        ),
        ("mt19937-array", &long_key, &[1_784_033_137]),
        // npm: alea 1.0.1, random-seed 0.3.0, seedrandom 3.0.5.
        (
            "alea",
            "hello",
            &[3_758_378_484, 1_445_292_626, 2_853_064_090],
        ),
        ("uheprng", "hello", &[4_054_412_866]),
        ("seedrandom-int32", "hello", &[2_346_625_720]),
    ] {
        let [stream] = &mut streams(key, text)[..] else {
            panic!("{key} has one seeding")
        };
        let made: Vec<u64> = outputs.iter().map(|_| stream()).collect();
        assert_eq!(made, outputs, "{key} {text}");
    }
    // The first is of the package's README.
    for (text, fraction) in [
        ("hello.", 0.928_257_879_579_245_4),
        ("hello", 0.546_366_376_814_073_4),
        (&long, 0.952_495_823_023_581),
    ] {
        let made = streams("seedrandom", text)[0]() as f64 / 2_f64.powi(64);
        assert_eq!(made.to_bits(), f64::to_bits(fraction), "{text}");
    }
    // bryc's functions in node 18.
    let mut of_apples = streams("sfc32", "apples");
    assert_eq!([of_apples[0](), of_apples[0]()], [751_787_986, 626_690_681]);
    assert_eq!(
        [of_apples[1](), of_apples[1]()],
        [3_475_372_976, 3_807_539_056]
    );
}

#[test]
fn hashes_of_texts_are_those_of_other_programs() {
    let numbers =
        |text: &str| -> Vec<i128> { TEXT_HASHES.iter().map(|hash| (hash.number)(text)).collect() };
    // Java 17, bryc's functions in node 18, and the vectors of FNV's and Bernstein's hash.
    assert_eq!(
        numbers("hello"),
        [
            99_162_322,
            3_588_693_721,
            1_690_739_734,
            0x4f9f_2cab,
            261_238_937
        ]
    );
    // Java's is negative.
    assert_eq!(numbers("polygenelubricants")[0], i128::from(i32::MIN));
    assert_eq!(numbers("grüße")[1], 765_577_009);
}
