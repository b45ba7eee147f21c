//! Rules of `roguelab bias` over few bits.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let rows = [
        "--bits 8 -- TEXT",
        "--bits 8 -n 6 --all -- TEXT",
        "--bits 12 -n 100 --json -- TEXT",
        "--bits 1 -n 99999 -- TEXT",
        "--bits 4 --pity 9 --csv -- TEXT",
    ];
    roguelab_fuzz::run("bias", &rows, bytes);
});
