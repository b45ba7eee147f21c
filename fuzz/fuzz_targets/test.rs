//! Items of every kind for `roguelab test`, and its counts, weights and laws.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    roguelab_fuzz::run(
        &[
            "test FILE",
            "test FILE --kind u8 --alpha 0.5",
            "test FILE --kind u64 --endian big --json --keep-going",
            "test FILE --kind text --verbose",
            "test FILE --kind f32",
            "test FILE --kind f64 --normal",
            "test FILE --kind float --exponential=2",
            "test FILE --below 6 --base 1 --strict",
            "test FILE --permutations",
            "test A --weights B",
            "test A --symbols B",
            "test A --symbols B --permutations",
            "test A --cdf B",
            "test A --against B",
            "test A --against B --below 6",
            "test --counts TEXT",
            "test --counts 3,4,5 --weights TEXT",
            "test --rate TEXT --chance 0.25",
            "test /dev/null --list --only TEXT",
        ],
        bytes,
    );
});
