//! Words, answers of programs and descriptions for `roguelab check`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let rows = [
        "pcg32 --seed 42 --words FILE",
        "bsd-random --seed=-1 --words FILE --json",
        "new-game --words FILE --start TEXT",
        "get_rand --actual port --ops TEXT",
        "pcg32 --cases 9 --timeout 1 -- cat FILE",
        "rooms --cases 9 --timeout 1 --json -- cat FILE",
        "A --expected cat --timeout 1 -- cat B",
    ];
    roguelab_fuzz::run("check", &rows, bytes);
});
