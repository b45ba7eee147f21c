//! Other files and texts that commands read.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let rows = [
        "vectors check FILE --all",
        "subjects FILE",
        "shim FILE --lang c",
        "checkout plan FILE",
        "atlas save FILE",
        "atlas find --potion TEXT",
        "atlas find --draw TEXT --within 9",
        "scan --subject rrandom --to 9 --where TEXT",
        "scan --subject pcg32 --to 9 --json --where TEXT",
    ];
    roguelab_fuzz::run("--quiet", &rows, bytes);
});
