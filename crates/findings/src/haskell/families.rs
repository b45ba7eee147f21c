//! Parents to be split: five ways to get many of them, and how often their children share something.

use generators::haskell::{PCGen, Random};
use generators::pcg32::Pcg32;

use crate::prelude::*;

const SEED: u64 = 1;
/// The digits of pi with which counted states and increments begin.
const START: u64 = 0x243f_6a88_85a3_08d3;
pub(super) const PARENTS: usize = 1 << 17;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Family {
    Drawn,
    /// Generators made by the document's `random`.
    Made,
    /// The nodes at one depth in a tree of splits.
    Tree,
    /// Each generator is the left child of the one before.
    Chain,
    States,
    Increments,
}

impl Family {
    pub(super) const ALL: [Self; 6] = [
        Self::Drawn,
        Self::Made,
        Self::Tree,
        Self::Chain,
        Self::States,
        Self::Increments,
    ];

    /// The first `count` parents; for a tree, as many as the greatest power of two that is not above `count`.
    pub(super) fn parents(self, count: usize) -> Vec<PCGen> {
        let mut words = Pcg32::srandom(SEED, 0);
        let numbers = (0..count as u64).map(|i| START.wrapping_add(i));
        match self {
            Self::Drawn => (0..count)
                .map(|_| PCGen::new(u64::random(&mut words), u64::random(&mut words)))
                .collect(),
            Self::Made => (0..count).map(|_| PCGen::random(&mut words)).collect(),
            Self::Tree => (0..count.ilog2())
                .fold(vec![PCGen::random(&mut words)], |nodes, _| children(&nodes)),
            Self::Chain => {
                let root = PCGen::random(&mut words);
                std::iter::successors(Some(root), |parent| Some(parent.split().0))
                    .take(count)
                    .collect()
            }
            Self::States => numbers.map(|state| PCGen::new(state, START | 1)).collect(),
            Self::Increments => (0..count as u64)
                .map(|i| PCGen::new(START, (START | 1).wrapping_add(2 * i)))
                .collect(),
        }
    }
}

fn children(parents: &[PCGen]) -> Vec<PCGen> {
    parents
        .iter()
        .flat_map(|parent| <[PCGen; 2]>::from(parent.split()))
        .collect()
}

/// The number of pairs of equal numbers in a list.
fn equal_pairs(numbers: impl Iterator<Item = u64>) -> u64 {
    let mut numbers: Vec<u64> = numbers.collect();
    numbers.sort_unstable();
    numbers
        .chunk_by(|a, b| a == b)
        .map(|equal| pairs(equal.len() as u64))
        .sum()
}

const fn pairs(of: u64) -> u64 {
    of * (of - 1) / 2
}

pub(super) fn first_word(generator: &PCGen) -> u32 {
    generator.clone().step_gen()
}

#[derive(Serialize)]
pub struct Sharing {
    /// Pairs of children with the same increment, and so on the same stream.
    pub increments: u64,
    pub states: u64,
}

impl Sharing {
    fn compute(family: Family) -> Self {
        let parents = family.parents(PARENTS);
        let children = children(&parents);
        Self {
            increments: equal_pairs(children.iter().map(PCGen::inc)),
            states: equal_pairs(children.iter().map(PCGen::state)),
        }
    }
}

impl Sharing {
    /// Whether any children share anything.
    pub(super) const fn occurs(&self) -> bool {
        self.increments + self.states > 0
    }
}

#[derive(Serialize)]
pub struct Families {
    pub children: u64,
    pub pairs: u64,
    pub increments_ideal: Exact,
    pub states_ideal: Exact,
    pub sharing: Vec<Sharing>,
}

impl Families {
    pub(super) fn compute() -> Self {
        let children = 2 * PARENTS as u64;
        Self {
            children,
            pairs: pairs(children),
            increments_ideal: share(pairs(children), 1 << 63),
            states_ideal: ratio(pairs(children), 1u128 << 64).into(),
            sharing: parallel_map(Family::ALL, Sharing::compute),
        }
    }

    pub(super) fn sharing_of(&self, family: Family) -> &Sharing {
        &self.sharing[family as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_what_they_are_called_and_stand_where_they_are_sought() {
        let families = Family::ALL.map(|family| family.parents(8));
        assert!(families.iter().all(|parents| parents.len() == 8));
        let [_, made, tree, chain, states, increments] = families;
        assert!(made.iter().all(|parent| parent.state() == parent.inc()));
        assert_eq!(
            tree[5],
            made[0].split().1.split().0.split().1,
            "5 is right, left, right"
        );
        assert_eq!(chain[2], chain[0].split().0.split().0);
        assert_eq!(
            (states[7].state() - states[0].state(), states[7].inc()),
            (7, states[0].inc())
        );
        assert_eq!(
            (
                increments[7].inc() - increments[0].inc(),
                increments[7].state()
            ),
            (14, START)
        );
        assert!(
            Family::ALL
                .iter()
                .enumerate()
                .all(|(place, &family)| place == family as usize)
        );
    }
}
