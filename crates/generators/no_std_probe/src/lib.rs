//! A library without std and without an allocator that uses generators and permute.
//!
//! It is never run. A static library must be complete, so the compiler refuses to
//! build this one as soon as something below it brings std (which has a panic
//! handler too) or alloc (for which there is no allocator here).
#![no_std]
#![forbid(unsafe_code)]

use core::num::NonZeroU32;
use core::panic::PanicInfo;

use generators::bounding::{LowBits, Threshold};
use generators::bsd_random::{BsdRandom, Kind, Seeding, Type3};
use generators::closed_form::Table;
use generators::draw::{Dice, Draw};
use generators::pcg32::Pcg32;
use permute::directions::random_directions;
use permute::listless::Listless;

#[panic_handler]
fn panic(_info: &PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}

/// One of Rogue's draws below `n`; 0 if `n` is 0.
pub extern "C" fn rogue_draw(seed: i32, n: u32) -> u32 {
    NonZeroU32::new(n).map_or(0, |n| Dice::<_, LowBits<14>>::new(Type3::srrandom(seed)).draw(n))
}

/// A word of the smallest kind with glibc's seeding.
pub extern "C" fn bsd_word(seed: i32) -> u32 {
    BsdRandom::new(Kind::Type1, Seeding::Glibc, seed).next_word()
}

/// Word 15 by the closed form, without stepping there.
pub extern "C" fn closed_form_word(seed: i32) -> u32 {
    Table::<16>::additive::<31, 3>().nth(seed, 15)
}

/// A draw below `n` from PCG32, far along its stream; 0 if `n` is 0.
pub extern "C" fn pcg32_draw(state: u64, stream: u64, n: u32) -> u32 {
    let mut generator = Pcg32::srandom(state, stream);
    generator.advance(1 << 40);
    NonZeroU32::new(n).map_or(0, |n| Dice::<_, Threshold>::new(generator).draw(n))
}

/// A permutation of 0 to 9, as a decimal number with the first of them in the lowest place.
pub extern "C" fn permutation(initstate: u64, initseq: u64) -> u64 {
    let dice = Dice::<_, Threshold>::new(Pcg32::srandom(initstate, initseq));
    Listless::<10, _>::new(dice).zip(0..).map(|(number, place)| u64::from(number) * 10u64.pow(place)).sum()
}

/// Four directions in a byte.
pub extern "C" fn directions(initstate: u64, initseq: u64) -> u8 {
    random_directions(&mut Dice::<_, Threshold>::new(Pcg32::srandom(initstate, initseq))).0
}
