//! States of MT19937 from pieces of its outputs, such as fractions of 53 bits or 20,000 coins.
//!
//! Every bit of an output is a sum modulo 2 of bits of the state, which has 19,937. That many bits of outputs, and some more,
//! give a system of equations. It is solved 64 columns at a time, with the sums of eight rows in tables ("the method of the
//! four Russians").

use super::twister::{self, MATRIX, SIZE};
use super::{Candidate, Candidates, Search};
use crate::convention::{Bits, Convention, Known, Order, Rule, ones};
use crate::numbers::Numbers;
use crate::parallel;
use generators::catalogue;
use generators::rule::Unit;

/// The distance to the later word from which, among others, a word is made.
const LAG: usize = 397;

/// The number of bits in the state; no output but the first depends on the low 31 of them.
const UNKNOWN: usize = 32 * SIZE;
const RANK: usize = UNKNOWN - FIRST_ONLY;
const FIRST_ONLY: usize = 31;

/// How many more equations than unknowns are needed: with another generator, each of them is wrong half of the time.
const SURE: usize = 64;

/// How many bits of outputs must be known for certain.
pub(super) const BITS_NEEDED: usize = RANK + SURE;

/// The words of an equation: the bits of the state, then the bit that is their sum.
const COLUMNS: usize = UNKNOWN / 64;
const WIDTH: usize = COLUMNS + 1;

/// At most this many equations are solved; there are more than unknowns because those of neighbouring bits often depend on each
/// other.
const MOST_EQUATIONS: usize = 5 * UNKNOWN / 2;

/// Within this many outputs, every bit of the state is involved in several.
const ALL_INVOLVED: u64 = 1_400;

/// The most outputs that are looked at: a coin may be one bit of an output.
const MOST_OUTPUTS: u64 = 1 << 16;

type Row = [u64; WIDTH];

/// Each bit of a word, as a sum of bits of the state.
type Word = Vec<Row>;

fn sum(into: &mut Row, from: &Row) {
    for (into, from) in into.iter_mut().zip(from) {
        *into ^= from;
    }
}

/// A word of the state, each of whose bits is itself.
fn word_itself(word: usize) -> Word {
    let mut rows = vec![[0; WIDTH]; 32];
    for (bit, row) in rows.iter_mut().enumerate() {
        let bit = 32 * word + bit;
        row[bit / 64] = 1 << (bit % 64);
    }
    rows
}

/// The words of the state in sequence, with their bits as sums.
struct Symbols {
    /// The latest words, in a ring.
    words: Vec<Word>,
    next: usize,
    /// For each bit of the output, the bits of the word whose sum it is.
    tempering: [u32; 32],
}

impl Symbols {
    fn new() -> Self {
        let mut tempering = [0; 32];
        for from in 0..32 {
            let output = catalogue::tempered(1 << from);
            for (to, mask) in tempering.iter_mut().enumerate() {
                *mask |= (output >> to & 1) << from;
            }
        }
        Self {
            words: (0..SIZE).map(word_itself).collect(),
            next: 0,
            tempering,
        }
    }

    /// Advances to the next word; after the first 624, each is made from earlier ones.
    fn advance(&mut self) -> usize {
        let at = self.next % SIZE;
        if self.next >= SIZE {
            let (later, far) = ((at + 1) % SIZE, (at + LAG) % SIZE);
            // The high bit of this word and the other bits of the next, shifted right by one.
            let mut new: Word = (0..32)
                .map(|bit| match bit {
                    31 => [0; WIDTH],
                    30 => self.words[at][31],
                    bit => self.words[later][bit + 1],
                })
                .collect();
            let low = self.words[later][0];
            for (bit, row) in new.iter_mut().enumerate() {
                if MATRIX >> bit & 1 == 1 {
                    sum(row, &low);
                }
                sum(row, &self.words[far][bit]);
            }
            self.words[at] = new;
        }
        self.next += 1;
        at
    }

    /// A bit of the output made from the word at this place of the ring.
    fn output(&self, at: usize, bit: u32) -> Row {
        let mut row = [0; WIDTH];
        for from in 0..32 {
            if self.tempering[bit as usize] >> from & 1 == 1 {
                sum(&mut row, &self.words[at][from]);
            }
        }
        row
    }
}

/// How many bits are known.
fn count_bits(known: &[Bits]) -> usize {
    let each = known.iter().map(|(_, mask, _)| mask.count_ones() as usize);
    each.sum()
}

/// The equations of these bits, which are in the order of the outputs: all from the first 624 outputs, and as many as are
/// wanted from the later ones, spread evenly over enough outputs to involve every bit of the state.
fn equations(known: &[Bits], stop: &dyn Fn() -> bool) -> Option<Vec<Row>> {
    let (first, spread) = known.split_at(known.partition_point(|(at, ..)| *at < SIZE as u64));
    let wanted = MOST_EQUATIONS.saturating_sub(count_bits(first));
    let (mut enough, mut summed) = (0, 0);
    while enough < spread.len() && (summed < wanted || enough == 0) {
        summed += spread[enough].1.count_ones() as usize;
        enough += 1;
    }
    let involved = known.partition_point(|(at, ..)| *at < ALL_INVOLVED);
    let spread = &spread[..enough.max(involved - first.len())];
    let of_spread = count_bits(spread).max(1);
    let mut symbols = Symbols::new();
    let mut rows = Vec::with_capacity(MOST_EQUATIONS);
    let (mut at, mut passed) = (0, 0);
    for (i, &(output, mask, value)) in first.iter().chain(spread).enumerate() {
        while symbols.next as u64 <= output {
            at = symbols.advance();
            if stop() {
                return None;
            }
        }
        for bit in (0..32).filter(|bit| mask >> bit & 1 == 1) {
            if i >= first.len() {
                passed += 1;
                let is_due = passed * wanted / of_spread > (passed - 1) * wanted / of_spread;
                if !is_due {
                    continue;
                }
            }
            let mut row = symbols.output(at, bit);
            row[COLUMNS] = value >> bit & 1;
            rows.push(row);
        }
    }
    Some(rows)
}

/// A state that gives the outputs.
#[derive(Debug, PartialEq)]
struct Solution {
    /// The bits of the state; those that the equations leave open are 0.
    state: Vec<u64>,
    /// How many bits the equations determine, of those on which later outputs depend.
    rank: usize,
}

/// A state that gives the outputs; `None` if no state does, or if the search is over.
fn solve(mut rows: Vec<Row>, stop: &dyn Fn() -> bool) -> Option<Solution> {
    let mut rank = 0;
    let mut pivots: Vec<(usize, usize)> = Vec::with_capacity(UNKNOWN);
    for column in 0..COLUMNS {
        if stop() {
            return None;
        }
        let found = pivot_rows(&mut rows[rank..], column);
        pivots.extend(
            found
                .iter()
                .enumerate()
                .map(|(i, bit)| (rank + i, 64 * column + bit)),
        );
        rank += found.len();
    }
    if rows[rank..].iter().any(|row| row[COLUMNS] != 0) {
        return None;
    }
    let mut state = vec![0_u64; COLUMNS];
    for &(row, bit) in pivots.iter().rev() {
        let row = &rows[row];
        let from = bit / 64;
        let known = row[from..COLUMNS].iter().zip(&state[from..]);
        let masked = known.fold(0, |sum, (row, state)| sum ^ row & state);
        let value = (u64::from(masked.count_ones()) ^ row[COLUMNS]) & 1;
        state[bit / 64] |= value << (bit % 64);
    }
    // The low bits of the first word were eliminated first, so no equation of the others contains them.
    let lasting = pivots.iter().filter(|(_, bit)| *bit >= FIRST_ONLY);
    Some(Solution {
        rank: lasting.count(),
        state,
    })
}

/// Eliminates 64 columns: moves a row with a pivot for each to the front, and clears these columns in all other rows. Returns
/// the columns, in the order of the rows.
fn pivot_rows(rows: &mut [Row], column: usize) -> Vec<usize> {
    // Each row's bits in these columns, and the pivot rows that have been added to it.
    let mut small: Vec<(u64, u64)> = rows.iter().map(|row| (row[column], 0)).collect();
    let (mut bits, mut chosen) = (Vec::new(), Vec::new());
    let mut is_chosen = vec![false; rows.len()];
    for bit in 0..64 {
        let Some(pivot) = (0..rows.len()).find(|&i| !is_chosen[i] && small[i].0 >> bit & 1 == 1)
        else {
            continue;
        };
        let (left, sums) = small[pivot];
        let with_pivot = sums ^ 1 << chosen.len();
        for (i, (word, sums)) in small.iter_mut().enumerate() {
            if i != pivot && *word >> bit & 1 == 1 {
                *word ^= left;
                *sums ^= with_pivot;
            }
        }
        is_chosen[pivot] = true;
        chosen.push(pivot);
        bits.push(bit);
    }
    let originals: Vec<Row> = chosen.iter().map(|&i| rows[i]).collect();
    let tables: Vec<Vec<Row>> = parallel::map(originals.chunks(8).collect(), sums_of);
    parallel::map(rows.iter_mut().zip(&small).collect(), |(row, (_, sums))| {
        for (i, table) in tables.iter().enumerate() {
            let index = (sums >> (8 * i) & 0xff) as usize;
            if index != 0 {
                let from = &table[index];
                for (into, from) in row[column..].iter_mut().zip(&from[column..]) {
                    *into ^= from;
                }
            }
        }
    });
    // A pivot row that moves to the front may displace another pivot row.
    let mut places: Vec<usize> = chosen;
    for front in 0..places.len() {
        let from = places[front];
        rows.swap(front, from);
        for place in &mut places[front + 1..] {
            if *place == front {
                *place = from;
            }
        }
    }
    bits
}

/// The sums of all subsets of up to eight rows.
fn sums_of(rows: &[Row]) -> Vec<Row> {
    let mut sums = vec![[0; WIDTH]];
    for row in rows {
        let mut more = sums.clone();
        for one in &mut more {
            sum(one, row);
        }
        sums.append(&mut more);
    }
    sums
}

pub(super) fn solve_states(search: &mut Search<'_>) {
    let Some(row) = catalogue::find("mt19937").filter(|row| search.options.includes(row.key))
    else {
        return;
    };
    let Some(from_state) = row.from_state() else {
        return;
    };
    for convention in search.conventions_for(row) {
        let known = bits(search, convention);
        if count_bits(&known) < BITS_NEEDED {
            continue;
        }
        search.tries += 1;
        let rows = equations(&known, &|| search.is_late());
        let solution = rows.and_then(|rows| solve(rows, &|| search.is_late()));
        if search.is_over() && solution.is_none() {
            return;
        }
        // If several states remain, only one of them is tried.
        let is_exhaustive = solution.as_ref().is_none_or(|one| one.rank == RANK);
        search.record_tried(
            Candidates::States("mt19937"),
            RANK as f64,
            is_exhaustive,
            &[convention],
        );
        let Some(Solution { state, rank }) = solution else {
            continue;
        };
        let words: Vec<u64> = state
            .iter()
            .flat_map(|pair| [pair & 0xffff_ffff, pair >> 32])
            .collect();
        // With a lower rank this is one of several states, which may go on differently.
        let is_only = rank == RANK;
        search.consider(&Candidate {
            state: Some(words.clone()),
            settled: is_only,
            earlier: is_only.then_some(&|outputs| from_state(&twister::earlier(&words, outputs))),
            ..Candidate::new(row, &|| from_state(&words), convention, rank as f64)
        });
        if search.is_over() {
            return;
        }
    }
}

/// The bits of outputs that the numbers determine for certain.
fn bits(search: &Search<'_>, convention: Convention) -> Vec<Bits> {
    if !convention.is_regular(search.numbers) {
        return Vec::new();
    }
    if let (Order::Plain, Rule::Fraction(Unit::Pair(first, second))) =
        (convention.order, convention.rule)
        && first + second == 53
        && let Some(steps) = exact_steps(search.numbers)
    {
        return bits_of_pairs(&steps, first, second);
    }
    let known = convention.known(search.numbers, MOST_EQUATIONS);
    // A number that no word makes, such as a fraction of 53 bits from a word of 32.
    let mut bits = Vec::new();
    for (at, known) in known {
        if matches!(known, Known::Range(first, last) if first > last) {
            return Vec::new();
        }
        if at < MOST_OUTPUTS {
            let (mask, value) = known.bits(32);
            bits.push((at, mask, value));
        }
    }
    bits
}

/// So many fractions below 1/2 that are multiples of 2^-53 are no coincidence.
const MANY_EXACT: usize = 64;

/// Fractions as multiples of 2^-53, without the doubt in their digits: languages print as few digits as tell a double from all
/// others, so if all these doubles are such multiples, they are what was printed.
fn exact_steps(numbers: &Numbers) -> Option<Vec<u64>> {
    let Numbers::Fractions(given) = numbers else {
        return None;
    };
    let (mut all, mut small) = (Vec::with_capacity(given.len()), 0);
    for fraction in given {
        let steps = fraction.value * 2_f64.powi(53);
        if fraction.within > 1e-12 || steps.fract() != 0.0 {
            return None;
        }
        all.push(steps as u64);
        small += usize::from(fraction.value < 0.5);
    }
    (small >= MANY_EXACT).then_some(all)
}

/// The bits of the outputs of which each number has the high bits of one and the high bits of the next.
fn bits_of_pairs(steps: &[u64], first: u32, second: u32) -> Vec<Bits> {
    let mut bits = Vec::with_capacity(2 * steps.len());
    for (at, steps) in (0..).step_by(2).zip(steps) {
        for (at, count, value) in [
            (at, first, steps >> second),
            (at + 1, second, steps & ones(second)),
        ] {
            if at < MOST_OUTPUTS {
                let unknown = u32::BITS - count;
                bits.push((at, ones(count) << unknown, value << unknown));
            }
        }
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The high bits of the outputs of a seed, some of which are left out.
    fn outputs(key: &str, bits: u32, count: u64) -> Vec<Bits> {
        let mut stream = (catalogue::find(key).unwrap().seeded)(42);
        let mask = u64::from(u32::MAX << (32 - bits));
        (0..count).map(|at| (at, mask, stream() & mask)).collect()
    }

    #[test]
    #[ignore = "slow: run in CI"]
    fn pieces_of_a_twister_determine_its_state_and_those_of_others_none() {
        let known = outputs("mt19937", 27, 1_400);
        let rows = equations(&known, &|| false).unwrap();
        let Solution { state, rank } = solve(rows, &|| false).unwrap();
        assert_eq!(rank, RANK);
        let words: Vec<u64> = state
            .iter()
            .flat_map(|pair| [pair & 0xffff_ffff, pair >> 32])
            .collect();
        let mut stream = catalogue::find("mt19937").unwrap().from_state().unwrap()(&words);
        assert!(
            known
                .iter()
                .all(|(_, mask, value)| stream() & mask == *value)
        );
        let noise = equations(&outputs("jsf32", 27, 1_400), &|| false).unwrap();
        assert_eq!(solve(noise, &|| false), None);
    }
}
