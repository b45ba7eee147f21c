//! Every tuple of draws, and the permutation it gives.

use generators::draw::Tape;
use permute::directions::random_directions;
use permute::draws::permutation_of;
use permute::listless::ListlessIn;
use permute::rank::rank;

use crate::prelude::*;
use crate::prose::LISTLESS as WORDS;

/// The greatest length of which every tuple is run.
const LONGEST: usize = 9;

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
fn tuple(n: usize, mut number: usize) -> Vec<u32> {
    let mut draws = vec![0; n];
    for (draw, choices) in draws.iter_mut().rev().zip(1..) {
        *draw = (number % choices) as u32;
        number /= choices;
    }
    draws
}

/// All tuples of draws for a permutation of n numbers.
fn tuples(n: usize) -> impl Iterator<Item = Vec<u32>> {
    (0..(1..=n).product()).map(move |number| tuple(n, number))
}

fn permutation(draws: &[u32]) -> Vec<u32> {
    let mut storage = vec![0; draws.len()];
    ListlessIn::new(draws.len() as u32, &mut storage, Tape::new(draws))
        .expect("a place for each draw")
        .collect()
}

impl Length {
    fn compute(n: usize) -> Self {
        let mut seen = vec![false; (1..=n).product()];
        let mut broken = 0;
        // A set of numbers, stored as bits.
        let mut came = vec![false; 1 << n];
        for draws in tuples(n) {
            let permutation = permutation(&draws);
            let mut set = 0;
            for number in &permutation {
                set |= 1 << number;
                came[set] = true;
            }
            match rank(&permutation) {
                Ok(rank) => seen[rank as usize] = true,
                Err(_) => broken += 1,
            }
        }
        let of_size = |size| {
            (0..1_usize << n)
                .filter(|&set| came[set] && set.count_ones() == size)
                .count() as u64
        };
        let sets = (1..=n as u32).map(of_size).max().unwrap_or_default();
        Self {
            n: n as u32,
            tuples: seen.len() as u64,
            permutations: seen.iter().filter(|&&seen| seen).count() as u64,
            broken,
            sets,
        }
    }
}

impl Dependence {
    fn compute(n: usize) -> Self {
        // matters[number][draw]
        let mut matters = vec![vec![false; n]; n];
        for draws in tuples(n) {
            let numbers = permutation(&draws);
            for changed in 0..n - 1 {
                // The other values up to the bound are reached from the tuples that have them.
                let mut other = draws.clone();
                other[changed] += 1;
                if (other[changed] as usize) < n - changed {
                    let others = permutation(&other);
                    for at in 0..n {
                        matters[at][changed] |= numbers[at] != others[at];
                    }
                }
            }
        }
        let pairs = |later: bool| {
            (0..n)
                .flat_map(move |at| (0..n - 1).map(move |draw| (at, draw)))
                .filter(move |&(at, draw)| (draw > at) == later)
        };
        let matter = |later| pairs(later).filter(|&(at, draw)| matters[at][draw]).count() as u64;
        Self {
            n: n as u32,
            pairs: pairs(false).count() as u64,
            matter: matter(false),
            matter_later: matter(true),
        }
    }
}

impl Directions {
    fn compute() -> Self {
        let mut bytes = [false; 256];
        let (mut triples, mut general) = (0, 0);
        for draws in tuples(4) {
            let packed = random_directions(&mut Tape::new(&draws[..3]));
            bytes[usize::from(packed.0)] = true;
            let draws = [draws[0], draws[1], draws[2], draws[3]];
            general += u64::from(permutation_of(draws) == Ok(packed.drawn().map(u32::from)));
            triples += 1;
        }
        Self {
            triples,
            bytes: bytes.iter().filter(|&&byte| byte).count() as u64,
            general,
        }
    }
}

impl Tuples {
    pub(super) fn compute() -> Self {
        Self {
            lengths: (1..=LONGEST).map(Length::compute).collect(),
            dependence: (2..=LONGEST_TRACED).map(Dependence::compute).collect(),
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
