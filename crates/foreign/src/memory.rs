//! The system's allocator, except that memory which runs out ends the program with a message instead of a signal.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::c_int;
use std::io::Write as _;

/// A larger request is answered as usual: who makes one asks whether it can be had.
const LARGEST: usize = 1 << 32;

unsafe extern "C" {
    /// Ends the process at once.
    safe fn _exit(code: c_int) -> !;
}

/// The allocator of a program that ends with exit code 2 if there is no memory left.
#[derive(Debug)]
pub struct OrExit;

// SAFETY: every call is passed on to the system's allocator.
unsafe impl GlobalAlloc for OrExit {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller promises what the system's allocator asks for; this holds for the others as well.
        or_exit(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        or_exit(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        or_exit(unsafe { System.realloc(at, layout, size) }, size)
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }
}

fn or_exit(at: *mut u8, size: usize) -> *mut u8 {
    if at.is_null() && size < LARGEST {
        // Neither this nor the exit needs memory.
        let _ = std::io::stderr().write_all(b"roguelab: there is not enough memory\n");
        _exit(2);
    }
    at
}
