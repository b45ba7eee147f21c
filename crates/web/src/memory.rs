//! The memory that is shared with the page: all unsafe code is here, and only in WebAssembly.
//!
//! The page calls `allocate` for a question and for an input, writes both, calls `ask`, reads the reply and calls `release`.

use std::mem::ManuallyDrop;
use std::ptr;

use crate::{Drawn, Outside, ask as answer, check as check_assertion};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The time in milliseconds since 1970, which never goes back.
    safe fn now_ms() -> f64;
    /// Takes a text that says what is being tried, and 1 if that is another method.
    fn progress(text: *const u8, length: usize, is_method: u32);
    /// Takes the message of a panic, after which nothing can be asked any more.
    fn failed(text: *const u8, length: usize);
    /// Calls a function of the page that is sampled, and puts into the room what it returns: as many items of a permutation as
    /// this returns, or one of the values below. The page gives no sample after an exception of the function.
    fn sample(source: usize, room: *mut f64, capacity: usize) -> i32;
}

/// What `sample` returns for an integer: the room has its quotient by 2^32, and its remainder.
const INTEGER: i32 = -1;

/// What `sample` returns for another number.
const NUMBER: i32 = -2;

/// The most items of a permutation.
const CAPACITY: usize = 4096;

#[allow(clippy::cast_sign_loss, reason = "the page refuses items below 0")]
fn draw(source: usize, room: &mut [f64]) -> Option<Drawn> {
    // SAFETY: the page writes into the room, which is not moved, no more than its capacity.
    match unsafe { sample(source, room.as_mut_ptr(), room.len()) } {
        INTEGER => Some(Drawn::Integer(((room[0] as i128) << 32) + room[1] as i128)),
        NUMBER => Some(Drawn::Number(room[0])),
        length => {
            let items = room.get(..usize::try_from(length).ok()?)?;
            Some(Drawn::Permutation(
                items.iter().map(|item| *item as usize).collect(),
            ))
        }
    }
}

fn clock() -> f64 {
    now_ms()
}

fn show_progress(text: &str, is_method: bool) {
    // SAFETY: the page reads these bytes, which are valid during the call, and keeps nothing.
    unsafe { progress(text.as_ptr(), text.len(), is_method.into()) }
}

fn show_panic(panic: &std::panic::PanicHookInfo<'_>) {
    let text = panic.to_string();
    // SAFETY: as above.
    unsafe { failed(text.as_ptr(), text.len()) }
}

/// Gives away bytes, which are not freed until they are [taken back](take).
fn give(bytes: Vec<u8>) -> (*mut u8, usize) {
    let mut bytes = ManuallyDrop::new(bytes.into_boxed_slice());
    (bytes.as_mut_ptr(), bytes.len())
}

/// Takes back bytes.
///
/// # Safety
/// They were [given](give), in this length, and not taken back since.
unsafe fn take(bytes: *mut u8, length: usize) -> Vec<u8> {
    // SAFETY: `give` leaked a boxed slice of this length.
    unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(bytes, length)) }.into_vec()
}

/// Makes room for so many bytes, which are zero.
#[unsafe(no_mangle)]
extern "C" fn allocate(length: usize) -> *mut u8 {
    give(vec![0; length]).0
}

/// Takes a question and an input, both in rooms from [`allocate`], and returns the place of the reply in the upper 32 bits and
/// its length in the lower.
///
/// # Safety
/// Both rooms were allocated in these lengths, and not used for another question.
#[unsafe(no_mangle)]
unsafe extern "C" fn ask(
    question: *mut u8,
    question_length: usize,
    input: *mut u8,
    input_length: usize,
) -> u64 {
    std::panic::set_hook(Box::new(show_panic));
    // SAFETY: the caller promises it.
    let (question, input) = unsafe { (take(question, question_length), take(input, input_length)) };
    let outside = Outside {
        now_ms: clock,
        progress: show_progress,
        ..Outside::default()
    };
    let (reply, length) = give(answer(&question, input, outside));
    (reply as u64) << 32 | length as u64
}

/// Checks an assertion, whose question is in a room from [`allocate`], and returns a reply as [`ask`] does.
///
/// # Safety
/// The room was allocated in this length, and not used for another question.
#[unsafe(no_mangle)]
unsafe extern "C" fn check(question: *mut u8, length: usize) -> u64 {
    std::panic::set_hook(Box::new(show_panic));
    // SAFETY: the caller promises it.
    let question = unsafe { take(question, length) };
    let mut room = vec![0.0; CAPACITY];
    let (reply, length) = give(check_assertion(&question, &mut |source| {
        draw(source, &mut room)
    }));
    (reply as u64) << 32 | length as u64
}

/// Frees a reply.
///
/// # Safety
/// It was returned by [`ask`] or [`check`], in this length, and not released since.
#[unsafe(no_mangle)]
unsafe extern "C" fn release(reply: *mut u8, length: usize) {
    // SAFETY: the caller promises it.
    drop(unsafe { take(reply, length) });
}
