//! Words, answers of programs and descriptions for `roguelab check`, and files for `roguelab vectors check`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    roguelab_fuzz::run(
        &[
            "check pcg32 --seed 42 --words FILE",
            "check bsd-random --seed=-1 --words FILE --json",
            "check new-game --words FILE --start TEXT",
            "check get_rand --actual port --ops TEXT",
            "check pcg32 --cases 9 --timeout 1 -- cat FILE",
            "check rooms --cases 9 --timeout 1 --json -- cat FILE",
            "check A --expected ./TEXT --timeout 1 -- cat B",
            "subjects FILE",
            "shim FILE --lang c",
            "vectors check FILE --all",
        ],
        bytes,
    );
});
