//! Rules of `roguelab bias` over few bits, and predicates of `roguelab scan`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    roguelab_fuzz::run(
        &[
            "bias --bits 8 -- TEXT",
            "bias --bits 8 -n 6 --all -- TEXT",
            "bias --bits 12 -n 100 --json -- TEXT",
            "bias --bits 1 -n 4194304 -- TEXT",
            "bias --bits 4 --pity 9 --csv -- TEXT",
            "scan --subject rrandom --to 9 --where TEXT",
            "scan --subject pcg32 --to 9 --json --where TEXT",
        ],
        bytes,
    );
});
