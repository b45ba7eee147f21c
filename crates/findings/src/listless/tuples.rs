//! Every tuple of draws, and the permutation it gives.

use generators::draw::Tape;
use permute::directions::random_directions;
use permute::draws::permutation_of;
use permute::listless::Listless;
use permute::rank::rank;

use crate::prelude::*;
use crate::prose::LISTLESS as WORDS;

/// The greatest length for which it is determined on which draws each number depends.
pub(super) const LONGEST_TRACED: usize = 7;

#[derive(Serialize)]
pub struct Tuples {
    pub lengths: Vec<Length>,
    pub dependence: Vec<Dependence>,
    pub directions: Directions,
}

#[derive(Serialize)]
pub struct Length {
    pub n: u32,
    pub tuples: u64,
    pub permutations: u64,
    pub broken: u64,
    /// The number of different sets of numbers that can have come so far, at the point where there are most.
    pub sets: u64,
}

/// Pairs of a number in the permutation and a draw that is made before it or for it.
#[derive(Serialize)]
pub struct Dependence {
    pub n: u32,
    pub pairs: u64,
    /// The pairs where changing only this draw changes the number for some tuple.
    pub matter: u64,
    /// The pairs of a number and a later draw where the same happens.
    pub matter_later: u64,
}

/// The document's closed form for four directions.
#[derive(Serialize)]
pub struct Directions {
    pub triples: u64,
    pub bytes: u64,
    /// The triples for which the byte holds the permutation that the general way gives.
    pub general: u64,
}

/// Tuple number `number` of draws below n, n - 1, ..., 1.
fn tuple<const N: usize>(mut number: usize) -> [u32; N] {
    let mut draws = [0; N];
    for (draw, choices) in draws.iter_mut().rev().zip(1..) {
        *draw = (number % choices) as u32;
        number /= choices;
    }
    draws
}

fn tuples<const N: usize>() -> usize {
    (1..=N).product()
}

fn permutation<const N: usize>(draws: &[u32; N]) -> [u32; N] {
    let mut numbers = Listless::<N, _>::new(Tape::new(draws));
    core::array::from_fn(|_| numbers.next().unwrap_or_default())
}

impl Length {
    fn compute<const N: usize>() -> Self {
        let mut seen = vec![false; tuples::<N>()];
        let mut broken = 0;
        // A set of numbers, stored as bits.
        let mut came = vec![false; 1 << N];
        for number in 0..tuples::<N>() {
            let permutation = permutation(&tuple::<N>(number));
            let mut set = 0;
            for number in permutation {
                set |= 1 << number;
                came[set] = true;
            }
            match rank(&permutation) {
                Ok(rank) => seen[rank as usize] = true,
                Err(_) => broken += 1,
            }
        }
        let permutations = seen.iter().filter(|&&seen| seen).count() as u64;
        let of_size = |size| {
            (0..1_usize << N)
                .filter(|&set| came[set] && set.count_ones() == size)
                .count() as u64
        };
        let sets = (1..=N as u32).map(of_size).max().unwrap_or_default();
        Self {
            n: N as u32,
            tuples: tuples::<N>() as u64,
            permutations,
            broken,
            sets,
        }
    }
}

impl Dependence {
    fn compute<const N: usize>() -> Self {
        const { assert!(N <= LONGEST_TRACED) };
        // matters[number][draw]
        let mut matters = [[false; N]; N];
        for draws in (0..tuples::<N>()).map(tuple::<N>) {
            let numbers = permutation(&draws);
            for changed in 0..N - 1 {
                // The other values up to the bound are reached from the tuples that have them.
                let mut other = draws;
                other[changed] += 1;
                if (other[changed] as usize) < N - changed {
                    let others = permutation(&other);
                    for at in 0..N {
                        matters[at][changed] |= numbers[at] != others[at];
                    }
                }
            }
        }
        let pairs = |later: bool| {
            (0..N)
                .flat_map(move |at| (0..N - 1).map(move |draw| (at, draw)))
                .filter(move |&(at, draw)| (draw > at) == later)
        };
        let matter = |later| pairs(later).filter(|&(at, draw)| matters[at][draw]).count() as u64;
        Self {
            n: N as u32,
            pairs: pairs(false).count() as u64,
            matter: matter(false),
            matter_later: matter(true),
        }
    }
}

impl Directions {
    fn compute() -> Self {
        let draws: Vec<[u32; 4]> = (0..tuples::<4>()).map(tuple::<4>).collect();
        let mut bytes = [false; 256];
        let mut general = 0;
        for draws in &draws {
            let packed = random_directions(&mut Tape::new(&draws[..3]));
            bytes[usize::from(packed.0)] = true;
            general += u64::from(permutation_of(*draws) == Ok(packed.drawn().map(u32::from)));
        }
        Self {
            triples: draws.len() as u64,
            bytes: bytes.iter().filter(|&&byte| byte).count() as u64,
            general,
        }
    }
}

impl Tuples {
    pub(super) fn compute() -> Self {
        let lengths = [
            Length::compute::<1>,
            Length::compute::<2>,
            Length::compute::<3>,
            Length::compute::<4>,
            Length::compute::<5>,
            Length::compute::<6>,
            Length::compute::<7>,
            Length::compute::<8>,
            Length::compute::<9>,
        ];
        let dependence = [
            Dependence::compute::<2>,
            Dependence::compute::<3>,
            Dependence::compute::<4>,
            Dependence::compute::<5>,
            Dependence::compute::<6>,
            Dependence::compute::<7>,
        ];
        Self {
            lengths: lengths.map(|compute| compute()).into(),
            dependence: dependence.map(|compute| compute()).into(),
            directions: Directions::compute(),
        }
    }

    pub(super) fn all_differ(&self) -> bool {
        self.lengths
            .iter()
            .all(|length| length.permutations == length.tuples && length.broken == 0)
    }

    pub(super) fn longest(&self) -> &Length {
        self.lengths.last().expect("there are lengths")
    }

    /// Whether each length has more sets to distinguish than the one before it.
    pub(super) fn sets_grow(&self) -> bool {
        self.lengths
            .is_sorted_by(|shorter, longer| shorter.sets < longer.sets)
    }

    pub(super) fn run(&self) -> u64 {
        self.lengths.iter().map(|length| length.tuples).sum()
    }

    /// The number of pairs that matter, and of all pairs, over all lengths.
    pub(super) fn pairs(&self) -> (u64, u64) {
        (
            self.dependence.iter().map(|row| row.matter).sum(),
            self.dependence.iter().map(|row| row.pairs).sum(),
        )
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let (matter, pairs) = self.pairs();
        WORDS
            .beside(
                self,
                json!({ "pairs": pairs, "matter": matter, "longest_traced": LONGEST_TRACED }),
            )
            .blocks("tuples", [])
    }
}
