//! Every tuple of draws, and the permutation it gives.

use generators::draw::Tape;
use permute::directions::random_directions;
use permute::draws::permutation_of;
use permute::listless::ListlessIn;
use permute::rank::rank;

use crate::prelude::*;

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
        let mut of_size = vec![0; n + 1];
        for set in 1..1_usize << n {
            of_size[set.count_ones() as usize] += u64::from(came[set]);
        }
        Self {
            n: n as u32,
            tuples: seen.len() as u64,
            permutations: seen.iter().filter(|&&seen| seen).count() as u64,
            broken,
            sets: of_size.into_iter().max().unwrap_or_default(),
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
        let (mut pairs, mut matter) = (0, 0);
        for (at, matters) in matters.iter().enumerate() {
            for &matters in &matters[..n.min(at + 2) - 1] {
                pairs += 1;
                matter += u64::from(matters);
            }
        }
        Self {
            n: n as u32,
            pairs,
            matter,
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
}
