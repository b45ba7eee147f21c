//! From words to the state that gives them, whatever it was seeded with.

use core::ops::ControlFlow;

use super::low_bits::{Carry, End, Equations, Form};
use super::{InverseError, check};
use crate::bsd_random::{Additive, BsdRandom, Kind, Type0};

/// How many carries are used to find the lowest bits; later words are only compared. As many words as [`super::enough_words`]
/// says have at most 126 carries.
const MOST_CARRIES: usize = 256;

/// A state that gives some words.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Recovered {
    /// The generator that gives them next.
    pub before: BsdRandom,
    /// The generator that has just given them.
    pub after: BsdRandom,
}

/// The state of `kind` that gives these words.
///
/// # Errors
/// If the words do not come from such a generator, or do not determine its state: see [`InverseError`].
pub fn recover(kind: Kind, words: &[u32]) -> Result<Recovered, InverseError> {
    let (mut only, mut several) = (None, false);
    states_of_words(kind, words, &mut |state| {
        several = only.replace(state).is_some();
        if several {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    match only {
        Some(state) if !several => Ok(state),
        _ => Err(InverseError::Ambiguous {
            kind,
            given: words.len(),
        }),
    }
}

/// Calls `found` with every state of `kind` that gives these words, until it breaks off.
///
/// # Errors
/// If there are fewer words than a state has, no state gives them, or the search for those left was given up.
pub fn states_of_words(
    kind: Kind,
    words: &[u32],
    found: &mut dyn FnMut(Recovered) -> ControlFlow<()>,
) -> Result<(), InverseError> {
    check(words)?;
    match kind {
        Kind::Type0 => linear(words, found),
        Kind::Type1 => additive::<7, 3>(kind, words, BsdRandom::Type1, found),
        Kind::Type2 => additive::<15, 1>(kind, words, BsdRandom::Type2, found),
        Kind::Type3 => additive::<31, 3>(kind, words, BsdRandom::Type3, found),
        Kind::Type4 => additive::<63, 1>(kind, words, BsdRandom::Type4, found),
    }
}

/// A word of `TYPE_0` is its state.
fn linear(
    words: &[u32],
    found: &mut dyn FnMut(Recovered) -> ControlFlow<()>,
) -> Result<(), InverseError> {
    let mut before = Type0 { word: words[0] };
    before.step_back();
    let mut after = before.clone();
    if let Some(at) = words.iter().position(|&word| after.next_word() != word) {
        return Err(InverseError::OtherKind {
            kind: Kind::Type0,
            at,
        });
    }
    // One state only: whether the caller wants more does not matter.
    let _ = found(Recovered {
        before: before.into(),
        after: after.into(),
    });
    Ok(())
}

/// The constraints that the carries give, and the number of carries.
struct Carries([Carry; MOST_CARRIES], usize);

impl Carries {
    fn read<const DEGREE: usize, const SEPARATION: usize>(
        kind: Kind,
        words: &[u32],
    ) -> Result<Self, InverseError> {
        let mut carries = Self([Carry::default(); MOST_CARRIES], 0);
        // The lowest bits of the last `DEGREE` words, word `n` at place `n` modulo `DEGREE`.
        let mut forms: [Form; DEGREE] = core::array::from_fn(|i| 1 << i);
        for at in DEGREE..words.len() {
            let (oldest, newer) = (at % DEGREE, (at - SEPARATION) % DEGREE);
            let sum = words[at - DEGREE].wrapping_add(words[at - SEPARATION]);
            let carry = words[at].wrapping_sub(sum) & 0x7fff_ffff;
            if carry > 1 {
                return Err(InverseError::OtherKind { kind, at });
            }
            if let Some(next) = carries.0.get_mut(carries.1) {
                *next = Carry {
                    bits: [forms[oldest], forms[newer]],
                    both: carry == 1,
                };
                carries.1 += 1;
                forms[oldest] ^= forms[newer];
            }
        }
        Ok(carries)
    }
}

fn additive<const DEGREE: usize, const SEPARATION: usize>(
    kind: Kind,
    words: &[u32],
    any: fn(Additive<DEGREE, SEPARATION>) -> BsdRandom,
    found: &mut dyn FnMut(Recovered) -> ControlFlow<()>,
) -> Result<(), InverseError> {
    let given = words.len();
    let Some(first) = words.first_chunk::<DEGREE>() else {
        return Err(InverseError::TooShort { kind, given });
    };
    let Carries(carries, len) = Carries::read::<DEGREE, SEPARATION>(kind, words)?;
    let mut some = false;
    let done = Equations::new(DEGREE).solve(&carries[..len], &mut |low_bits| {
        let ring = core::array::from_fn(|i| first[i] << 1 | (low_bits >> i & 1) as u32);
        let mut before = Additive::of_ring(ring, 0);
        for _ in 0..DEGREE {
            before.step_back();
        }
        let mut after = before.clone();
        if words.iter().any(|&word| after.next_word() != word) {
            return None;
        }
        some = true;
        Some(found(Recovered {
            before: any(before),
            after: any(after),
        }))
    });
    match done {
        Err(End::Spent) => Err(InverseError::TooHard { kind }),
        _ if some => Ok(()),
        _ => Err(InverseError::Contradiction { kind }),
    }
}
