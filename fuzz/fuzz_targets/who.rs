//! What `roguelab who` is asked about, in any form.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    roguelab_fuzz::run(
        &[
            "who FILE --seconds 0.01",
            "who FILE --seconds 0.01 --below 6 --base 1",
            "who FILE --seconds 0.01 --below 18446744073709551615 --json",
            "who FILE --seconds 0.01 --dice 3d6",
            "who FILE --seconds 0.01 --range=-5,5 --next 9",
            "who FILE --seconds 0.01 --normal --all",
            "who FILE --seconds 0.01 --alphabet ABCdef",
            "who FILE --seconds 0.01 --bits 53 --previous 9",
            "who FILE --seconds 0.01 --seed=-1 --within 99",
            "who FILE --seconds 0.01 --kind trace",
            "who FILE --seconds 0.01 --kind u8",
            "who FILE --seconds 0.01 --kind u64 --endian big",
            "who FILE --seconds 0.01 --kind f32",
            "who FILE --seconds 0.01 --kind f64",
            "who --seconds 0.01 --numbers TEXT",
            "who --seconds 0.01 A B",
        ],
        bytes,
    );
});
