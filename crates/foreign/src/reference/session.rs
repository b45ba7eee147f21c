//! The owner of the globals of one build of Rogue's C.

use core::cell::Cell;
use core::ffi::{CStr, c_int};
use core::ptr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use lockstep::Drawn;

use super::bindings::{Bindings, Id, narrow, wide};
use crate::oracles::OracleError;

/// A build of the C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WordSize {
    /// The original's: the generator's words are C's `long`, 64 bits on most 64-bit systems.
    Native,
    /// The words have 32 bits. This build also notes every draw.
    Bits32,
}

/// Which of two generators `rrandom` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Type 0: one linear congruential word.
    Type0,
    /// Type 3: additive feedback over 31 words. This is the game's.
    Type3,
}

/// Owns the process-wide globals of one build of the C, from [`begin`](Self::begin) until it is dropped.
///
/// It begins in the state of a program that was just started: an unseeded generator of type 3, tables of a game not yet drawn,
/// no draws noted. Nothing is left over from the session before.
///
/// A second session of the same build waits for the first to end. Code that needs both builds at once must always begin
/// [`WordSize::Native`] first, or two threads could wait for each other. The guard stays in its thread:
///
/// ```compile_fail,E0277
/// let session = roguelab_foreign::reference::Session::begin(roguelab_foreign::reference::WordSize::Native);
/// std::thread::spawn(move || drop(session));
/// ```
pub struct Session {
    size: WordSize,
    kind: Kind,
    c: &'static Bindings,
    _lock: MutexGuard<'static, ()>,
}

thread_local! {
    /// Whether this thread has a session of the native build, and one of the 32-bit build.
    static HELD: [Cell<bool>; 2] = const { [Cell::new(false), Cell::new(false)] };
}

impl Drop for Session {
    fn drop(&mut self) {
        HELD.with(|held| held[self.size as usize].set(false));
    }
}

impl Session {
    /// Waits for the build to be free, takes it and resets it.
    ///
    /// # Panics
    /// If waiting might never end: if this thread has a session of the build already, or one of [`WordSize::Bits32`] as it
    /// begins one of [`WordSize::Native`].
    pub fn begin(size: WordSize) -> Self {
        static WIDE: Mutex<()> = Mutex::new(());
        static NARROW: Mutex<()> = Mutex::new(());
        let (c, lock) = match size {
            WordSize::Native => (&wide::BINDINGS, &WIDE),
            WordSize::Bits32 => (&narrow::BINDINGS, &NARROW),
        };
        HELD.with(|[native, narrow]| {
            assert!(
                !narrow.get(),
                "this thread has a session of the 32-bit build: no other can be begun before it ends"
            );
            assert!(size == WordSize::Bits32 || !native.get(), "this thread has a session of the native build already");
        });
        // A thread that panicked in a session leaves the globals in some state, and all of it is reset here.
        let lock = lock.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the lock makes this the only caller of this build.
        unsafe { (c.start_up)() };
        HELD.with(|held| held[size as usize].set(true));
        Self {
            size,
            kind: Kind::Type3,
            c,
            _lock: lock,
        }
    }

    /// Chooses the generator. Its words stay as they are: seed it afterwards.
    pub fn set_kind(&mut self, kind: Kind) {
        self.kind = kind;
        let number = match kind {
            Kind::Type0 => 0,
            Kind::Type3 => 3,
        };
        // SAFETY: the session owns the globals; 0 and 3 are the existing types.
        unsafe { (self.c.set_kind)(number) }
    }

    /// Seeds the generator.
    pub fn srrandom(&mut self, seed: i32) {
        // SAFETY: the session owns the globals; every seed is valid.
        unsafe { (self.c.srrandom)(seed) }
    }

    /// The next word: 31 bits, as C's `long`.
    pub fn rrandom(&mut self) -> i64 {
        // SAFETY: the session owns the globals.
        unsafe { (self.c.next_word)() }
    }

    /// The next words, in a loop in C.
    pub fn rrandoms(&mut self, words: &mut [u32]) {
        // SAFETY: the session owns the globals; the C writes as many words as the slice has.
        unsafe { (self.c.words_into)(words.as_mut_ptr(), words.len()) }
    }

    /// The next `n` words, combined by exclusive or, in a loop in C, for a benchmark.
    pub fn rrandoms_xor(&mut self, n: usize) -> u32 {
        // SAFETY: the session owns the globals.
        unsafe { (self.c.words_xor)(n) }
    }

    /// One value of the range from `x` to `y`, both included, in either order.
    ///
    /// # Errors
    /// [`OracleError::Refused`] if the range has more than `i32::MAX` values. Then nothing is drawn.
    pub fn get_rand(&mut self, x: i32, y: i32) -> Result<i32, OracleError> {
        check_range(x, y)?;
        // SAFETY: the session owns the globals; the C divides by the width of the range, which was checked.
        Ok(unsafe { (self.c.get_rand)(x, y) })
    }

    /// As many values of the range as the slice has, in a loop in C. It may draw more than the log of draws holds; call
    /// [`forget_draws`](Self::forget_draws) then, as the log is incomplete.
    ///
    /// # Errors
    /// As in [`get_rand`](Self::get_rand).
    pub fn get_rands(&mut self, x: i32, y: i32, values: &mut [i32]) -> Result<(), OracleError> {
        check_range(x, y)?;
        // SAFETY: the same as in get_rand; the C writes as many values as the slice has.
        unsafe { (self.c.draws_into)(x, y, values.as_mut_ptr(), values.len()) };
        Ok(())
    }

    /// Whether a draw of 1 to 100 is at most `percentage`.
    pub fn rand_percent(&mut self, percentage: i32) -> bool {
        // SAFETY: the session owns the globals.
        unsafe { (self.c.rand_percent)(percentage) != 0 }
    }

    /// The lowest bit of the next word.
    pub fn coin_toss(&mut self) -> bool {
        // SAFETY: the session owns the globals.
        unsafe { (self.c.coin_toss)() != 0 }
    }

    /// Swaps the titles of the potions, in place.
    pub fn mix_colors(&mut self) {
        // SAFETY: the session owns the globals.
        unsafe { (self.c.mix_colors)() }
    }

    /// Draws a material for each wand and a gem for each ring.
    ///
    /// The C draws until it finds an unused one. With [`Kind::Type0`] that ends as well: the congruence has full period, and
    /// every material comes within it.
    pub fn get_wand_and_ring_materials(&mut self) {
        // SAFETY: the session owns the globals.
        unsafe { (self.c.get_wand_and_ring_materials)() }
    }

    /// Draws a title for each scroll.
    pub fn make_scroll_titles(&mut self) {
        // SAFETY: the session owns the globals.
        unsafe { (self.c.make_scroll_titles)() }
    }

    /// Draws a whole new game from fresh tables, as the game does when it is started with this seed.
    pub fn new_game(&mut self, seed: i32) {
        self.new_games(seed, 1);
    }

    /// Draws `count` games with consecutive seeds, in a loop in C, each from fresh tables. The last game and its draws are
    /// left. `i32::MAX` is followed by `i32::MIN`.
    pub fn new_games(&mut self, first_seed: i32, count: usize) {
        // SAFETY: the session owns the globals.
        unsafe { (self.c.new_games)(first_seed, count) }
    }

    /// The titles of the 14 potions, without the trailing blank.
    pub fn potions(&self) -> Vec<String> {
        // SAFETY: the session owns the globals, and nobody else writes to them while it is borrowed.
        titles(unsafe { &*self.c.id_potions })
    }

    /// The titles of the 13 scrolls, with both quotes, without the trailing blank.
    pub fn scrolls(&self) -> Vec<String> {
        // SAFETY: the same as in potions.
        titles(unsafe { &*self.c.id_scrolls })
    }

    /// The titles of the 11 wands, without the trailing blank.
    pub fn wands(&self) -> Vec<String> {
        // SAFETY: the same as in potions.
        titles(unsafe { &*self.c.id_wands })
    }

    /// The titles of the 11 rings, without the trailing blank.
    pub fn rings(&self) -> Vec<String> {
        // SAFETY: the same as in potions.
        titles(unsafe { &*self.c.id_rings })
    }

    /// Which of the 11 wands are made of wood.
    pub fn is_wood(&self) -> [bool; 11] {
        // SAFETY: the same as in potions.
        unsafe { *self.c.is_wood }.map(|wood| wood != 0)
    }

    /// The draws made since this was last called, in order, or since the session began or the last new game; `None` for the
    /// native build, which does not note them. A coin toss is a draw of 0 or 1.
    ///
    /// # Panics
    /// If there were more than the 65,536 draws for which the C has space: an incomplete list would pass for a complete one.
    pub fn take_draws(&mut self) -> Option<Vec<Drawn>> {
        let mut first = ptr::null();
        let mut count = 0;
        // SAFETY: the session owns the globals; the C writes to both references and keeps neither.
        let status: c_int = unsafe { (self.c.draws_logged)(&mut first, &mut count) };
        if status < 0 {
            return None;
        }
        // SAFETY: the C gave the start and the number of the entries that it has written, and nothing has touched them since.
        let entries = unsafe { core::slice::from_raw_parts(first, count) };
        let draws = entries
            .iter()
            .map(|entry| Drawn {
                lo: entry.lo.into(),
                hi: entry.hi.into(),
                value: entry.value.into(),
            })
            .collect();
        self.forget_draws();
        assert!(
            status == 0,
            "the reference drew more than its log of {count} draws holds"
        );
        Some(draws)
    }

    /// Empties the log of draws without reading it, so it may be incomplete. It does nothing for the native build, which has no
    /// log.
    pub fn forget_draws(&mut self) {
        // SAFETY: the session owns the globals.
        unsafe { (self.c.draws_forget)() }
    }

    /// The words of the generator in memory order, their low 32 bits: 31 words, or one for [`Kind::Type0`].
    pub fn ring(&self) -> Vec<u32> {
        let mut words = vec![0; 31];
        // SAFETY: the session owns the globals; the C writes 31 words.
        unsafe { (self.c.ring_words)(words.as_mut_ptr()) };
        if self.kind == Kind::Type0 {
            words.truncate(1);
        }
        words
    }
}

/// Refuses a range whose width overflows an `int`, as the C would divide by the wrapped width.
fn check_range(x: i32, y: i32) -> Result<(), OracleError> {
    if x.abs_diff(y) < i32::MAX.unsigned_abs() {
        return Ok(());
    }
    Err(OracleError::Refused(format!(
        "get_rand({x}, {y}): the range has more than {} values",
        i32::MAX
    )))
}

fn titles(kinds: &[Id]) -> Vec<String> {
    kinds.iter().map(title).collect()
}

/// A title without the blank that the game adds at its end.
fn title(kind: &Id) -> String {
    let bytes = kind.title.map(c_char_to_u8);
    let text = CStr::from_bytes_until_nul(&bytes)
        .unwrap_or_default()
        .to_string_lossy();
    text.strip_suffix(' ').unwrap_or(&text).to_owned()
}

/// The byte of a `char`, which is signed or unsigned depending on the target.
#[allow(clippy::unnecessary_cast)]
fn c_char_to_u8(c: core::ffi::c_char) -> u8 {
    c as u8
}
