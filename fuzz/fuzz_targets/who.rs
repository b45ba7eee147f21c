//! What `roguelab who` is asked about, in any form.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let rows = [
        "FILE",
        "FILE --below 6 --base 1",
        "FILE --below 18446744073709551615 --json",
        "FILE --dice 3d6",
        "FILE --range=-5,5 --next 9",
        "FILE --normal --all",
        "FILE --alphabet ABCdef",
        "FILE --bits 53 --previous 9",
        "FILE --seed=-1 --within 99",
        "FILE --kind trace",
        "FILE --kind u8",
        "FILE --kind u64 --endian big",
        "FILE --kind f32",
        "FILE --kind f64",
        "--numbers TEXT",
        "A B",
    ];
    roguelab_fuzz::run("who --seconds 0.01", &rows, bytes);
});
