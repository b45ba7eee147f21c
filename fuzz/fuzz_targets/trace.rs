//! Two traces for `roguelab trace diff`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let rows = ["", "--prefix", "--json"];
    roguelab_fuzz::run("trace diff A B", &rows, bytes);
});
