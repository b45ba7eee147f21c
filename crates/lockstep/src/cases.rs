//! Lists of ops, and the choices that random ones are made from.

use std::fmt;
use std::ops::RangeInclusive;

use crate::budget::Budget;
use crate::failure::Failure;
use crate::operation::split_ops;
use crate::role::CaseKind;

/// Op lists as texts, one per case, with the promised number of them. It yields an error in place of a case without ops, and if
/// there are more or fewer cases than promised, or none.
///
/// ```
/// use roguelab_lockstep::{Budget, Cases};
/// let budget = Budget { seed: 7, cases: 3 };
/// let cases = Cases::random(&budget, |chooser| vec![format!("get_rand 0 {}", chooser.below(10)), "coin_toss".into()]);
/// let lists = cases.collect::<Result<Vec<_>, roguelab_lockstep::Failure>>()?;
/// assert_eq!((lists.len(), &*lists[0][1]), (3, "coin_toss"));
/// # Ok::<(), roguelab_lockstep::Failure>(())
/// ```
pub struct Cases {
    pub(crate) kind: CaseKind,
    promised: usize,
    pub(crate) seed: Option<u64>,
    iter: Option<Box<dyn Iterator<Item = Vec<String>> + Send>>,
    taken: usize,
}

fn ops_as_texts<O: fmt::Display>(ops: &[O]) -> Vec<String> {
    ops.iter().map(ToString::to_string).collect()
}

impl Cases {
    /// The lists of `iter`, of which there will be `promised`.
    pub fn new<O: fmt::Display>(
        kind: CaseKind,
        promised: usize,
        iter: impl IntoIterator<Item = Vec<O>, IntoIter: Send + 'static>,
    ) -> Self {
        let iter = iter.into_iter().map(|ops| ops_as_texts(&ops));
        Self {
            kind,
            promised,
            seed: None,
            iter: Some(Box::new(iter)),
            taken: 0,
        }
    }

    /// As many random lists as the budget has, each made from its own choices.
    pub fn random<O: fmt::Display>(
        budget: &Budget,
        mut make: impl FnMut(&mut Chooser) -> Vec<O> + Send + 'static,
    ) -> Self {
        let Budget { seed, cases } = *budget;
        Self::new(
            CaseKind::Random,
            cases,
            (0..cases).map(move |case| make(&mut Chooser::of_case(seed, case))),
        )
        .seeded(seed)
    }

    /// The same cases, with the seed from which the lists were made.
    #[must_use]
    pub fn seeded(self, seed: u64) -> Self {
        Self {
            seed: Some(seed),
            ..self
        }
    }

    /// How many cases there will be.
    pub const fn promised(&self) -> usize {
        self.promised
    }
}

impl Iterator for Cases {
    type Item = Result<Vec<String>, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.iter.as_mut()?.next();
        let (promised, taken) = (self.promised, self.taken);
        self.taken += 1;
        let why = match next {
            Some(_) if taken == promised => {
                format!("{promised} cases were promised, and there are more")
            }
            Some(ops) if ops.is_empty() => format!("case {taken} has no ops"),
            Some(ops) => return Some(Ok(ops)),
            None if taken < promised => {
                format!("{promised} cases were promised, and only {taken} ran")
            }
            None => {
                self.iter = None;
                return (taken == 0).then_some(Err(Failure::Empty));
            }
        };
        self.iter = None;
        Some(Err(Failure::Invalid(why)))
    }
}

impl fmt::Debug for Cases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, promised, .. } = self;
        write!(f, "{promised} cases of kind {kind}")
    }
}

/// A list of ops with a name.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NamedCase {
    /// The name.
    pub name: String,
    /// The ops, as texts.
    pub ops: Vec<String>,
}

impl NamedCase {
    /// A case from its name and its ops, separated by semicolons.
    pub fn new(name: impl Into<String>, ops: &str) -> Self {
        Self {
            name: name.into(),
            ops: split_ops(ops),
        }
    }
}

/// Makes the choices of random op lists, by `SplitMix64` (Steele, Lea, Flood, 2014), which is not one of the generators under
/// test. The same seed makes the same choices on every machine.
///
/// ```
/// use roguelab_lockstep::Chooser;
/// let mut chooser = Chooser::new(0);
/// assert_eq!(chooser.next_u64(), 0xe220_a839_7b1d_cdaf);
/// assert!((1..=6).contains(&chooser.number_in(1..=6)));
/// ```
#[derive(Clone, Debug)]
pub struct Chooser {
    state: u64,
}

impl Chooser {
    /// The choices of a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The choices for one case of a list, independent of the cases before it.
    pub fn of_case(seed: u64, case: usize) -> Self {
        // The case's own seed is an output, not a state: neighbouring cases must not be one stream shifted by one.
        Self::new(Self::new(seed ^ Self::new(case as u64).next_u64()).next_u64())
    }

    /// 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number from 0 to `n - 1`, biased by at most `n` in 2^64.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "there is no number below 0 to choose");
        ((u128::from(self.next_u64()) * u128::from(n)) >> 64) as u64
    }

    /// A number from the range.
    ///
    /// # Panics
    /// If the range is empty.
    pub fn number_in(&mut self, range: RangeInclusive<i64>) -> i64 {
        assert!(
            !range.is_empty(),
            "there is no number in an empty range to choose"
        );
        let (lo, hi) = range.into_inner();
        match hi.wrapping_sub(lo).cast_unsigned().checked_add(1) {
            Some(n) => lo.wrapping_add_unsigned(self.below(n)),
            None => self.next_u64().cast_signed(),
        }
    }

    /// One of the items.
    ///
    /// # Panics
    /// If there are no items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }

    /// Any 32-bit number.
    pub fn any_u32(&mut self) -> u32 {
        (self.next_u64() >> 32) as u32
    }

    /// Any 32-bit number with a sign.
    pub fn any_i32(&mut self) -> i32 {
        self.any_u32().cast_signed()
    }

    /// This many random bytes.
    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next_u64() as u8).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_chooser_reaches_everything_it_may_choose() {
        let mut chooser = Chooser::new(1);
        let chosen: Vec<i64> = (0..200).map(|_| chooser.number_in(-2..=2)).collect();
        assert!((-2..=2).all(|value| chosen.contains(&value)));
        assert!(chosen.iter().all(|value| (-2..=2).contains(value)));
        assert_eq!(chooser.number_in(i64::MAX..=i64::MAX), i64::MAX);
        chooser.number_in(i64::MIN..=i64::MAX);
        let picked: Vec<char> = (0..100).map(|_| *chooser.pick(&['a', 'b', 'c'])).collect();
        assert!(['a', 'b', 'c'].iter().all(|item| picked.contains(item)));
    }

    #[test]
    fn choices_are_the_same_in_every_version() {
        let mut chooser = Chooser::of_case(9, 1);
        let chosen = (chooser.any_u32(), chooser.any_i32(), chooser.bytes(3));
        assert_eq!(chosen, (1_811_983_897, -1_912_391_292, vec![73, 72, 32]));
        let cases = Cases::new(CaseKind::Edge, 2, [vec![1]]);
        assert_eq!(
            (cases.promised(), format!("{cases:?}").as_str()),
            (2, "2 cases of kind edge")
        );
    }

    #[test]
    fn cases_of_one_seed_differ_and_repeat() {
        let mut seen = HashSet::new();
        for case in 0..100 {
            let bits = Chooser::of_case(9, case).next_u64();
            assert_eq!(bits, Chooser::of_case(9, case).next_u64());
            assert!(seen.insert(bits), "case {case}");
        }
    }
}
