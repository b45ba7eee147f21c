//! Items of every kind for `roguelab test`, and its counts, weights and laws.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let rows = [
        "FILE",
        "FILE --kind u8 --alpha 0.5",
        "FILE --kind u64 --endian big --json --keep-going",
        "FILE --kind text --verbose",
        "FILE --kind f32",
        "FILE --kind f64 --normal",
        "FILE --kind float --exponential=2",
        "FILE --below 6 --base 1 --strict",
        "FILE --permutations",
        "A --weights B",
        "A --symbols B",
        "A --symbols B --permutations",
        "A --cdf B",
        "A --against B",
        "A --against B --below 6",
        "--counts TEXT",
        "--counts 3,4,5 --weights TEXT",
        "--rate TEXT --chance 0.25",
        "--list --only TEXT",
    ];
    roguelab_fuzz::run("test", &rows, bytes);
});
