//! What a test has counted, as bytes, so that a long run can stop and go on later.
//!
//! A type says once what it keeps, and one pass over it saves or restores: the two cannot differ. The constants of a test are
//! not kept, since whoever restores builds the same test first.

use crate::{Outcome, PValue, Reference, Test};

/// The bytes that are saved to, or restored from.
#[derive(Debug)]
pub struct State {
    bytes: Vec<u8>,
    /// The place of the next byte to restore; `None` while saving.
    at: Option<usize>,
    is_whole: bool,
}

impl State {
    /// A state to save to.
    pub const fn saving() -> Self {
        Self {
            bytes: Vec::new(),
            at: None,
            is_whole: true,
        }
    }

    /// A state to restore from the bytes of a saved one.
    pub const fn restoring(bytes: Vec<u8>) -> Self {
        Self {
            bytes,
            at: Some(0),
            is_whole: true,
        }
    }

    /// The bytes, if everything was saved, or if all of them were restored.
    pub fn finish(self) -> Option<Vec<u8>> {
        let is_used = self.at.is_none_or(|at| at == self.bytes.len());
        (self.is_whole && is_used).then_some(self.bytes)
    }

    /// Saves these bytes, or restores them. Where too few are left they stay as they are, and the state is not whole.
    fn pass(&mut self, value: &mut [u8]) {
        let Some(at) = self.at else {
            return self.bytes.extend_from_slice(value);
        };
        match self.bytes.get(at..at + value.len()) {
            Some(bytes) => {
                value.copy_from_slice(bytes);
                self.at = Some(at + value.len());
            }
            None => self.is_whole = false,
        }
    }

    /// Saves this text, or compares it with the saved one.
    pub fn check(&mut self, text: &str) {
        let mut saved = text.as_bytes().to_vec();
        saved.keep(self);
        self.is_whole &= saved == text.as_bytes();
    }
}

/// Something that a state can hold.
pub trait Kept {
    /// Saves it, or restores it.
    fn keep(&mut self, state: &mut State);
}

macro_rules! kept_numbers {
    ($($number:ty),*) => {$(
        impl Kept for $number {
            fn keep(&mut self, state: &mut State) {
                let mut bytes = self.to_le_bytes();
                state.pass(&mut bytes);
                *self = Self::from_le_bytes(bytes);
            }
        }
    )*};
}

kept_numbers!(u8, u16, u32, u64, f64);

impl Kept for usize {
    fn keep(&mut self, state: &mut State) {
        let mut wide = *self as u64;
        wide.keep(state);
        *self = wide as Self;
    }
}

impl Kept for bool {
    fn keep(&mut self, state: &mut State) {
        let mut byte = u8::from(*self);
        byte.keep(state);
        *self = byte != 0;
    }
}

impl<T: Kept, const N: usize> Kept for [T; N] {
    fn keep(&mut self, state: &mut State) {
        for item in self {
            item.keep(state);
        }
    }
}

impl<T: Kept + Default> Kept for Vec<T> {
    fn keep(&mut self, state: &mut State) {
        let mut length = self.len();
        length.keep(state);
        // Each item has a byte at least: a length that was not saved cannot ask for all memory.
        state.is_whole &= state.at.is_none_or(|at| length <= state.bytes.len() - at);
        if state.is_whole {
            self.resize_with(length, T::default);
            for item in self {
                item.keep(state);
            }
        }
    }
}

impl<T: Kept + Default> Kept for Option<T> {
    fn keep(&mut self, state: &mut State) {
        let mut is_some = self.is_some();
        is_some.keep(state);
        *self = is_some.then(|| self.take().unwrap_or_default());
        if let Some(value) = self {
            value.keep(state);
        }
    }
}

impl<A: Kept, B: Kept> Kept for (A, B) {
    fn keep(&mut self, state: &mut State) {
        self.0.keep(state);
        self.1.keep(state);
    }
}

impl<Item: ?Sized> Kept for Box<dyn Test<Item>> {
    fn keep(&mut self, state: &mut State) {
        state.check(self.name());
        match self.kept() {
            Some(test) => test.keep(state),
            None => state.is_whole = false,
        }
    }
}

/// Says which fields of a type are kept; the compiler refuses one that is neither in this list nor among the constants.
macro_rules! kept {
    ($type:ty $([$($generic:tt)*])? { $($kept:ident),* $(,)? } but { $($constant:ident),* $(,)? }) => {
        impl $(<$($generic)*>)? $crate::state::Kept for $type {
            fn keep(&mut self, _state: &mut $crate::state::State) {
                let Self { $($kept,)* $($constant: _,)* } = self;
                $($crate::state::Kept::keep($kept, _state);)*
            }
        }
    };
}
pub(crate) use kept;

kept!(Outcome { items, statistic, reference, p } but { test });

impl Kept for PValue {
    fn keep(&mut self, state: &mut State) {
        let (mut lower, mut upper) = (self.lower(), self.upper());
        lower.keep(state);
        upper.keep(state);
        *self = Self::new(lower, upper);
    }
}

impl Kept for Reference {
    fn keep(&mut self, state: &mut State) {
        let (mut law, mut parameters) = self.parts();
        law.keep(state);
        parameters.keep(state);
        match Self::of_parts(law, parameters) {
            Some(reference) => *self = reference,
            None => state.is_whole = false,
        }
    }
}

impl Reference {
    /// The number of the law, and its parameters.
    const fn parts(self) -> (u8, (u64, f64)) {
        match self {
            Self::ChiSquare { freedom } => (0, (freedom, 0.0)),
            Self::Exact { outcomes } => (1, (outcomes, 0.0)),
            Self::Convolved { freedom } => (2, (freedom, 0.0)),
            Self::Simulated { runs, freedom } => (3, (runs, freedom as f64)),
            Self::Kolmogorov { values } => (4, (values, 0.0)),
            Self::Poisson { mean } => (5, (0, mean)),
            Self::Binomial { trials, chance } => (6, (trials, chance)),
            Self::TwoCells { trials, chance } => (7, (trials, chance)),
            Self::NegativeBinomial { successes, chance } => (8, (successes, chance)),
            Self::Farthest { counts } => (9, (counts, 0.0)),
        }
    }

    /// The law with this number and these parameters.
    const fn of_parts(law: u8, (count, number): (u64, f64)) -> Option<Self> {
        let (freedom, trials, chance) = (count, count, number);
        Some(match law {
            0 => Self::ChiSquare { freedom },
            1 => Self::Exact { outcomes: count },
            2 => Self::Convolved { freedom },
            3 => Self::Simulated {
                runs: count,
                freedom: number as u64,
            },
            4 => Self::Kolmogorov { values: count },
            5 => Self::Poisson { mean: number },
            6 => Self::Binomial { trials, chance },
            7 => Self::TwoCells { trials, chance },
            8 => Self::NegativeBinomial {
                successes: count,
                chance,
            },
            9 => Self::Farthest { counts: count },
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Rng, fair};
    use crate::{Tail, battery};

    fn tests(bits: u32) -> Vec<Box<dyn Test<u64>>> {
        let mut tests = battery::words(bits).unwrap();
        tests.extend(battery::halves(bits).unwrap());
        tests.extend(battery::folded(bits).unwrap());
        tests.push(Box::new(crate::uniformity::Distance::new(bits)));
        tests.push(battery::build_test(bits, "serial").unwrap());
        tests
    }

    fn saved(test: &mut Box<dyn Test<u64>>) -> Vec<u8> {
        let mut state = State::saving();
        test.keep(&mut state);
        state.finish().unwrap()
    }

    #[test]
    fn a_restored_test_goes_on_as_if_it_had_not_stopped() {
        for bits in [8, 31, 64] {
            let mut random = fair(81);
            // The lowest bit has a period of 2, so that every test that reads it has a worst run or matrix.
            let words = (0..300_000).map(|at| random.next_u64() >> (64 - bits) & !1 | at & 1);
            let words: Vec<u64> = words.collect();
            let (before, after) = words.split_at(123_457);
            for (mut whole, mut resumed) in tests(bits).into_iter().zip(tests(bits)) {
                whole.push_all(before);
                let bytes = saved(&mut whole);
                let mut state = State::restoring(bytes.clone());
                resumed.keep(&mut state);
                assert_eq!(state.finish(), Some(bytes));
                whole.push_all(after);
                resumed.push_all(after);
                let name = whole.name();
                assert_eq!(saved(&mut whole), saved(&mut resumed), "{name}");
                assert_eq!(whole.outcome(), resumed.outcome(), "{name}");
                assert_eq!(whole.worst(), resumed.worst(), "{name}");
                assert_eq!(whole.read(), resumed.read(), "{name}");
            }
        }
    }

    #[test]
    fn bytes_of_another_test_and_too_few_or_many_are_refused() {
        let mut all = tests(32);
        let bytes = saved(&mut all[1]);
        let mut restored = |bytes: &[u8], test: usize| {
            let mut state = State::restoring(bytes.to_vec());
            all[test].keep(&mut state);
            state.finish().is_some()
        };
        assert!(restored(&bytes, 1) && !restored(&bytes, 2));
        assert!(!restored(&bytes[1..], 1) && !restored(&bytes[..bytes.len() - 1], 1));
        assert!(!restored(&[&bytes[..], &[0]].concat(), 1));
    }

    #[test]
    fn every_law_is_kept() {
        for law in 0..10 {
            let reference = Reference::of_parts(law, (7, 2.0)).unwrap();
            assert_eq!(reference.parts().0, law);
            let mut state = State::saving();
            let mut outcome = Outcome {
                test: "kept",
                items: 3,
                statistic: -0.5,
                reference,
                p: PValue::new(Tail::new(0.25), Tail::from_ln(-5000.0)),
            };
            outcome.keep(&mut state);
            let mut restored = Outcome {
                items: 0,
                statistic: 0.0,
                reference: Reference::Poisson { mean: 0.0 },
                p: PValue::new(Tail::new(1.0), Tail::new(1.0)),
                ..outcome.clone()
            };
            let mut state = State::restoring(state.finish().unwrap());
            restored.keep(&mut state);
            assert_eq!((&restored, state.finish().is_some()), (&outcome, true));
        }
    }
}
