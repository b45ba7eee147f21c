//! The declarations of the C, once for each prefix.

use core::ffi::{c_char, c_int, c_longlong, c_short, c_uint, c_ushort};

/// A kind of thing: `struct id` of `rogue.h`.
#[repr(C)]
pub(super) struct Id {
    pub(super) value: c_short,
    pub(super) title: [c_char; 64],
    pub(super) real: *const c_char,
    pub(super) status: c_ushort,
}

/// A draw: `struct drawn_entry` of `harness.c`.
#[repr(C)]
pub(super) struct DrawnEntry {
    pub(super) lo: c_int,
    pub(super) hi: c_int,
    pub(super) value: c_int,
}

/// The state of PCG32: `pcg32_random_t` of `pcg_basic.h`.
#[repr(C)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pcg32 {
    pub(super) state: u64,
    pub(super) inc: u64,
}

/// Declares the functions and globals of the C: a struct [`Bindings`] that holds one build's, and for each build a
/// module with the `extern` declarations and that struct filled in.
macro_rules! bindings {
    (builds { $($module:ident = $prefix:literal),* } $declarations:tt) => {
        bindings!(@table $declarations);
        $(bindings!(@build $module $prefix $declarations);)*
    };
    (@table {
        $(fn $function:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*
        $(static $global:ident: $global_type:ty;)*
    }) => {
        /// One build of the C.
        pub(super) struct Bindings {
            $(pub(super) $function: unsafe extern "C" fn($($type),*) $(-> $result)?,)*
            $(pub(super) $global: *const $global_type,)*
        }

        // SAFETY: the pointers point to globals of the C, which live as long as the program. Only the holder of the lock reads
        // them.
        unsafe impl Sync for Bindings {}
    };
    (@build $module:ident $prefix:literal {
        $(fn $function:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*
        $(static $global:ident: $global_type:ty;)*
    }) => {
        pub(super) mod $module {
            use super::{Bindings, DrawnEntry, Id, Pcg32, c_char, c_int, c_longlong, c_uint};

            unsafe extern "C" {
                $(
                    #[link_name = concat!($prefix, stringify!($function))]
                    fn $function($($argument: $type),*) $(-> $result)?;
                )*
                $(
                    #[link_name = concat!($prefix, stringify!($global))]
                    static $global: $global_type;
                )*
            }

            pub(in super::super) static BINDINGS: Bindings =
                Bindings { $($function,)* $($global: &raw const $global,)* };
        }
    };
}

bindings! {
    builds { wide = "ref_", narrow = "ref32_" }
    {
        fn srrandom(x: c_int);
        fn get_rand(x: c_int, y: c_int) -> c_int;
        fn rand_percent(percentage: c_int) -> c_int;
        fn coin_toss() -> c_int;
        fn mix_colors();
        fn get_wand_and_ring_materials();
        fn make_scroll_titles();
        fn pcg32_srandom_r(rng: &mut Pcg32, initstate: u64, initseq: u64);
        fn pcg32_random_r(rng: &mut Pcg32) -> u32;
        fn pcg32_boundedrand_r(rng: &mut Pcg32, bound: u32) -> u32;
        fn pcg32_advance_r(rng: &mut Pcg32, delta: u64);
        fn start_up();
        fn set_kind(kind: c_int);
        fn next_word() -> c_longlong;
        fn words_into(words: *mut u32, n: usize);
        fn words_xor(n: usize) -> c_uint;
        fn draws_into(x: c_int, y: c_int, values: *mut i32, n: usize);
        fn new_games(first_seed: c_int, count: usize);
        fn ring_words(words: *mut u32);
        fn pcg32_words_into(rng: &mut Pcg32, words: *mut u32, n: usize);
        fn draws_logged(first: &mut *const DrawnEntry, count: &mut usize) -> c_int;
        fn draws_forget();
        static id_potions: [Id; 14];
        static id_scrolls: [Id; 13];
        static id_wands: [Id; 11];
        static id_rings: [Id; 11];
        static is_wood: [c_char; 11];
    }
}
