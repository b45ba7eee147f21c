//! A library without std and without an allocator that uses generators and permute.
//!
//! It is never run. A static library must be complete, so the compiler refuses to
//! build this one as soon as something below it brings std (which has a panic
//! handler too) or alloc (for which there is no allocator here).
#![no_std]
#![forbid(unsafe_code)]

extern crate generators as _;
extern crate permute as _;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}
