//! Plans and save files, and games to find.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    roguelab_fuzz::run(
        &[
            "checkout plan FILE",
            "atlas save FILE",
            "atlas find --potion TEXT",
            "atlas find --draw TEXT --within 9",
        ],
        bytes,
    );
});
