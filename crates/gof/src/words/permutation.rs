//! Knuth's permutation test: in which order the members of a tuple are.
//!
//! Each `T` successive symbols, not overlapping, have one of `T!` patterns. Source: Knuth, *The Art of Computer Programming* 2,
//! 3.3.2 F. Degrees of freedom: `T! - 1`.
//!
//! **Ties.** Of two equal symbols the earlier one counts as smaller. Patterns are then not equally likely, and the null
//! distribution takes that into account exactly: a pattern whose inverse has `e` descents comes from
//! `C(d + T - 1 - e, T)` of the `d^T` tuples of `d` symbols. (It is the law of a riffle shuffle by `d` hands, read
//! backwards: Bayer and Diaconis, *Trailing the dovetail shuffle to its lair*, 1992.) So the test is as sound for two symbols
//! as for 2^32 of them, where the correction is below `T^2 / 2^32`.
//!
//! **Rank.** For each place the greater members before it are counted: from 0 to `j` at place `j`. These counts are the digits
//! of a number in the factorial number system. There is no branch, no division and nothing to swap.
//!
//! Words in memory are ranked in blocks of tuples, as many tuples at once as a vector register has lanes, with the instructions
//! that the machine turns out to have.

use multiversion::multiversion;

use super::Classifier;
use crate::Error;
use crate::error::check_range;

/// `0!` to `8!`.
const FACTORIALS: [u32; 9] = [1, 1, 2, 6, 24, 120, 720, 5040, 40_320];

/// This many tuples are ranked before they are counted: few enough to stay in the nearest memory.
const BLOCK: usize = 256;

/// The rank of a tuple's pattern. Members that a digit does not count are compared all the same: with the same comparisons at
/// every place the loops are unrolled, and only the lanes of the loop over tuples are left.
#[inline]
fn rank<const T: usize>(tuple: &[u32; T]) -> u32 {
    let mut rank = 0;
    for place in 0..T {
        let mut greater = 0;
        for before in 0..T {
            greater += u32::from(before < place && tuple[before] > tuple[place]);
        }
        rank += greater * FACTORIALS[place];
    }
    rank
}

/// The ranks of these tuples.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn rank_all<const T: usize>(tuples: &[[u32; T]], ranks: &mut [u32; BLOCK]) {
    for (place, tuple) in ranks.iter_mut().zip(tuples) {
        *place = rank(tuple);
    }
}

/// Each `T` symbols are a piece; classes are the ranks of their patterns.
#[derive(Clone, Copy, Debug)]
pub struct Permutation<const T: usize> {
    symbols: u64,
    tuple: [u32; T],
    held: usize,
}

impl<const T: usize> Permutation<T> {
    /// How many patterns there are, `T!`.
    const PATTERNS: usize = {
        assert!(2 <= T && T <= 8, "tuples of two to eight");
        FACTORIALS[T] as usize
    };

    /// The classifier of symbols below `symbols`.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless there are 2 to 2^32 symbols.
    pub fn new(symbols: u64) -> Result<Self, Error> {
        check_range("symbols", symbols, 2..=1 << 32, "2 to 2^32")?;
        const { assert!(Self::PATTERNS > 1) };
        Ok(Self {
            symbols,
            tuple: [0; T],
            held: 0,
        })
    }

    /// The rank of a tuple's pattern, below `T!`.
    #[inline]
    pub fn rank(tuple: &[u32; T]) -> usize {
        const { assert!(Self::PATTERNS > 1) };
        rank(tuple) as usize
    }

    /// Calls `each` with the rank of every tuple in turn.
    fn ranks(tuples: &[[u32; T]], mut each: impl FnMut(usize)) {
        const { assert!(Self::PATTERNS > 1) };
        let mut ranks = [0; BLOCK];
        for block in tuples.chunks(BLOCK) {
            rank_all(block, &mut ranks);
            ranks[..block.len()]
                .iter()
                .for_each(|rank| each(*rank as usize));
        }
    }

    /// The places of a pattern, in the order of their symbols.
    fn order(mut rank: usize) -> Vec<usize> {
        // Each is inserted so that the greater ones come after it.
        let mut order = Vec::with_capacity(T);
        for place in 0..T {
            let greater = rank % (place + 1);
            rank /= place + 1;
            order.insert(place - greater, place);
        }
        order
    }

    /// How many descents the inverse of a pattern has.
    fn descents_of_inverse(rank: usize) -> u32 {
        Self::order(rank)
            .windows(2)
            .filter(|pair| pair[0] > pair[1])
            .count() as u32
    }

    /// `C(d + T - 1 - e, T) / d^T`
    fn probability(symbols: u64, descents: u32) -> f64 {
        let d = symbols as f64;
        let top = d + T as f64 - 1.0 - f64::from(descents);
        (0..T)
            .map(|i| (top - i as f64).max(0.0) / (d * (i + 1) as f64))
            .product()
    }
}

crate::state::kept!(Permutation<T> [const T: usize] { tuple, held } but { symbols });

impl<const T: usize> Classifier for Permutation<T> {
    fn symbols(&self) -> u64 {
        self.symbols
    }

    fn probabilities(&self) -> Vec<f64> {
        let by_descents: [f64; T] =
            std::array::from_fn(|e| Self::probability(self.symbols, e as u32));
        (0..Self::PATTERNS)
            .map(|rank| by_descents[Self::descents_of_inverse(rank) as usize])
            .collect()
    }

    fn longest(&self) -> u64 {
        T as u64
    }

    fn class_name(&self, class: usize, _name: &dyn Fn(u32) -> String) -> String {
        let order = Self::order(class)
            .iter()
            .map(|place| (place + 1).to_string())
            .collect::<Vec<_>>()
            .join(" ");
        format!("{T} in a row of which the smallest to the largest are at {order}")
    }

    fn classes(&self) -> String {
        format!("all orders of {T} are as frequent as they are possible")
    }

    #[inline]
    fn push(&mut self, symbol: u32) -> Option<usize> {
        self.tuple[self.held] = symbol;
        self.held += 1;
        if self.held < T {
            return None;
        }
        self.held = 0;
        Some(Self::rank(&self.tuple))
    }

    fn push_all(&mut self, symbols: &[u32], mut each: impl FnMut(usize)) {
        // First the symbols that complete the open tuple, then whole tuples, then those that begin the next.
        let completing = if self.held == 0 {
            0
        } else {
            (T - self.held).min(symbols.len())
        };
        let (completing, symbols) = symbols.split_at(completing);
        let (tuples, rest) = symbols.as_chunks::<T>();
        if let Some(class) = completing
            .iter()
            .filter_map(|symbol| self.push(*symbol))
            .last()
        {
            each(class);
        }
        Self::ranks(tuples, &mut each);
        for symbol in rest {
            self.push(*symbol);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn probabilities_with_ties_are_exact() {
        check::is_exact(&Permutation::<2>::new(2).unwrap());
        check::is_exact(&Permutation::<2>::new(5).unwrap());
        check::is_exact(&Permutation::<3>::new(2).unwrap());
        check::is_exact(&Permutation::<3>::new(4).unwrap());
        check::is_exact(&Permutation::<4>::new(3).unwrap());
        check::is_exact(&Permutation::<5>::new(2).unwrap());
        check::is_exact(&Permutation::<6>::new(2).unwrap());
    }

    /// Ranks by insertion: which place each member takes among those before it.
    fn inserted<const T: usize>(tuple: &[u32; T]) -> usize {
        let mut sorted = Vec::new();
        let mut rank = 0;
        for (place, member) in tuple.iter().enumerate() {
            let at = sorted.partition_point(|before| *before <= member);
            rank += (sorted.len() - at) * (1..=place).product::<usize>();
            sorted.insert(at, member);
        }
        rank
    }

    /// Compares for lengths near those of blocks and of lanes; tuples have few symbols, so that members are often equal.
    fn blocks_rank_as_insertion_does<const T: usize>() {
        for tuples in [
            0,
            1,
            7,
            15,
            16,
            17,
            33,
            BLOCK - 1,
            BLOCK,
            BLOCK + 1,
            3 * BLOCK + 5,
        ] {
            for symbols in [3_u64, 10, 1 << 32] {
                let mut word = tuples as u32;
                let mut next = || {
                    word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    ((u64::from(word) * symbols) >> 32) as u32
                };
                let tuples: Vec<[u32; T]> = (0..tuples)
                    .map(|_| std::array::from_fn(|_| next()))
                    .collect();
                let mut ranks = Vec::new();
                Permutation::<T>::ranks(&tuples, |rank| ranks.push(rank));
                assert_eq!(ranks, tuples.iter().map(inserted).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn tuples_in_blocks_have_the_ranks_of_insertion() {
        blocks_rank_as_insertion_does::<2>();
        blocks_rank_as_insertion_does::<5>();
        blocks_rank_as_insertion_does::<8>();
    }
}
