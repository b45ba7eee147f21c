//! States of the linear congruential generators in the catalogue.

mod halves;
mod lcg;

use multiversion::multiversion;

use self::lcg::Lcg;
use super::before::Before;
use super::lattice::Lattice;
use super::{Candidates, Search, recurrence};
use crate::convention::{Convention, Known, TESTED, lanes, ones};
use crate::parallel;
use generators::catalogue::Generator;

/// More states than are tried in the quick search, as a power of 2; one fraction of Java leaves 2^22.
const QUICK: f64 = 22.5;

/// The greatest number of states tried at all, as a power of 2.
const THOROUGH: f64 = 34.0;

/// How many numbers decide which states to keep.
const LOOKED_AT: usize = 96;

/// The number of states between looks at the time.
const STEP: u64 = 1 << 23;

/// The number of blocks of states that one thread takes at a time.
const CHUNK: usize = 1 << 8;

pub(super) fn find_states_quickly(search: &mut Search<'_>) {
    find_states(search, 0.0..QUICK);
}

pub(super) fn find_more_states(search: &mut Search<'_>) {
    find_states(search, QUICK..THOROUGH);
}

fn find_states(search: &mut Search<'_>, cost: std::ops::Range<f64>) {
    let mut found = None;
    for row in search
        .rows()
        .into_iter()
        .filter(|row| recurrence(row).is_some())
    {
        let Some(lcg) = Lcg::of(row) else { continue };
        // Other rows with the recurrence that makes the numbers may make them too, and one of them may have a seed.
        if found.is_some_and(|found| found != recurrence(row)) {
            continue;
        }
        let mut lattices = Lattices::new();
        for convention in search.conventions_for(row) {
            if convention.is_regular(search.numbers) {
                let known = convention.known(search.numbers, LOOKED_AT);
                let problem = Problem {
                    row,
                    lcg,
                    known: &known,
                };
                problem.consider_states(search, convention, &mut lattices, &cost);
                if !search.is_over() {
                    continue;
                }
                if search.found.unfinished {
                    return;
                }
                found = Some(recurrence(row));
                if search
                    .found
                    .answers
                    .iter()
                    .any(|answer| answer.generator == row.key)
                {
                    break;
                }
            }
        }
    }
}

/// Outputs that are possible: the first, the distance to the next, and how many there are.
#[derive(Clone, Copy)]
struct Outputs {
    first: u64,
    step: u64,
    count: u64,
}

impl Outputs {
    /// The outputs of this many bits of which this is known.
    fn of(known: Known, bits: u32) -> Option<Self> {
        match known {
            Known::Range(first, last) => Some(Self {
                first,
                step: 1,
                count: last.checked_sub(first)?.saturating_add(1),
            }),
            Known::Residue {
                shift: 0,
                bits: kept,
                modulus,
                residue,
            } if kept >= bits => Some(Self {
                first: residue,
                step: modulus,
                count: (ones(bits).checked_sub(residue)? / modulus).saturating_add(1),
            }),
            _ => None,
        }
    }

    /// The base-2 logarithm of how many states have them.
    fn cost(self, lcg: Lcg) -> f64 {
        (self.count as f64).log2() + f64::from(lcg.shift)
    }
}

/// Which states of a generator make what is known of its outputs?
struct Problem<'a> {
    row: &'static Generator,
    lcg: Lcg,
    known: &'a [(u64, Known)],
}

impl Problem<'_> {
    /// Considers the states, if finding them costs about this much.
    fn consider_states(
        &self,
        search: &mut Search<'_>,
        convention: Convention,
        lattices: &mut Lattices,
        cost: &std::ops::Range<f64>,
    ) {
        let (lcg, row) = (self.lcg, self.row);
        let Some(&(place, _)) = self.known.first() else {
            return;
        };
        let Some((states, is_exhaustive)) = self.solve(search, lattices, cost) else {
            return;
        };
        let bits = f64::from(lcg.bits());
        search.tries += 1;
        // States that differ only in bits that reach no output count as one. If more are found than are kept, the numbers
        // decide nothing.
        let all = is_exhaustive && !search.is_late() && states.len() < MOST;
        search.record_tried(Candidates::States(row.key), bits, all, &[convention]);
        let Some(back) = lcg.back() else { return };
        for x in states {
            // Step back to before output 0.
            let before = (0..=place).fold(x, |x, _| back.step(x));
            search.consider_state(&Before {
                row,
                convention,
                state: vec![before],
                bits: lcg.bits() as usize,
                candidates: bits,
                settled: true,
                is_only: true,
                stream: &|state| lcg.stream(state[0]),
                back: &|state| Some(vec![back.step(state[0])]),
            });
        }
    }

    /// The states at the first output of which something is known, and whether these are all; `None` if the cheapest approach
    /// costs more or less than this.
    fn solve(
        &self,
        search: &Search<'_>,
        lattices: &mut Lattices,
        cost: &std::ops::Range<f64>,
    ) -> Option<(Vec<u64>, bool)> {
        let lcg = self.lcg;
        let direct = Outputs::of(self.known[0].1, self.row.bits)
            .filter(|direct| lcg.shift < 34 && direct.cost(lcg) < THOROUGH);
        let direct_cost = direct.map_or(f64::INFINITY, |direct| direct.cost(lcg));
        if let Some(split) = split(lcg, self.known).filter(|split| split.cost(lcg) < direct_cost) {
            let states = cost
                .contains(&split.cost(lcg))
                .then(|| self.solve_halves(search, &split));
            return Some((states??, true));
        }
        if cost.contains(&LATTICE)
            && direct_cost > LATTICE
            && let Some(states) = from_intervals(lcg, self.row.bits, self.known, lattices)
        {
            return Some((states, false));
        }
        let Outputs { first, step, count } = direct.filter(|_| cost.contains(&direct_cost))?;
        let states = scan_all(search, lcg, self.known, count << lcg.shift, &|i| {
            (first + (i >> lcg.shift) * step) << lcg.shift | i & ones(lcg.shift)
        });
        Some((states, true))
    }

    /// The states whose low bits, of which few fit, alone determine the low bits of the outputs; `None` if more fit.
    fn solve_halves(&self, search: &Search<'_>, split: &Split) -> Option<Vec<u64>> {
        let (lcg, low) = (self.lcg, split.low);
        let small = Lcg {
            modulus: 1 << low,
            ..lcg
        };
        let low_halves = scan_all(search, small, &split.known, 1 << low, &|x| x);
        if low_halves.len() > MOST {
            return None;
        }
        let mut states = Vec::new();
        for x in low_halves {
            if states.len() >= MOST {
                break;
            }
            let (start, step) = lcg.high_halves(self.known[0].1, &|high| high << low | x);
            let count = (1_u64 << (lcg.bits() - low))
                .saturating_sub(start)
                .div_ceil(step);
            let conditions = halves::conditions(lcg, self.known, low, x);
            states.extend(scan(
                search,
                count,
                &|i| halves::possible(start + i * step, step, &conditions),
                &|i| Some((start + i * step) << low | x).filter(|x| lcg.makes(*x, self.known)),
            ));
        }
        states.truncate(MOST);
        Some(states)
    }
}

/// Reduced lattices, with the bases from which they were reduced.
type Lattices = Vec<(Vec<Vec<i128>>, Lattice)>;

/// The states at the first output of which something is known, from intervals that contain the states; `None` if the numbers
/// say too little about them.
fn from_intervals(
    lcg: Lcg,
    output: u32,
    known: &[(u64, Known)],
    lattices: &mut Lattices,
) -> Option<Vec<u64>> {
    // The high bits of a state must be visible in the output.
    if (lcg.modulus - 1) >> lcg.shift & !u128::from(lcg.mask) != 0 {
        return None;
    }
    let modulus = i128::try_from(lcg.modulus).ok()?;
    let (mut intervals, mut sum) = (Vec::new(), 0.0);
    for &(place, known) in known {
        let (first, last) = known.interval(output)?;
        let (low, high) = (
            i128::from(first) << lcg.shift,
            ((i128::from(last) + 1) << lcg.shift).min(modulus),
        );
        if low >= high {
            // No state is that great.
            return Some(Vec::new());
        }
        let bits = (modulus as f64 / (high - low) as f64).log2();
        if bits < LEAST_BITS {
            // One of a number's outputs may tell almost nothing.
            continue;
        }
        intervals.push((place, low, high - low));
        sum += bits - LOST_BITS;
        if sum > f64::from(lcg.bits()) + SPARE_BITS {
            break;
        }
    }
    if sum <= f64::from(lcg.bits()) + SPARE_BITS
        || intervals.len() > DIMENSIONS
        || intervals[0].0 != known[0].0
    {
        return None;
    }
    // Scale the dimensions, so that narrow intervals count as much as wide ones.
    let widest = intervals.iter().map(|(.., width)| *width).max()?;
    let (mut a, mut c, mut at) = (1, 0, known[0].0);
    let (mut base, mut point, mut square) = (
        vec![vec![0; intervals.len()]; intervals.len()],
        Vec::new(),
        0.0_f64,
    );
    for (i, (place, low, width)) in intervals.iter().enumerate() {
        while at < *place {
            a = super::recurrences::product(a, lcg.multiplier.into(), lcg.modulus);
            c = (super::recurrences::product(c, lcg.multiplier.into(), lcg.modulus)
                + u128::from(lcg.increment))
                % lcg.modulus;
            at += 1;
        }
        let weight = (widest + width / 2) / width;
        base[i][i] = modulus * weight;
        base[0][i] = a as i128 * weight;
        point.push((low + width / 2 - c as i128) * weight);
        square = square.max((width * weight) as f64);
    }
    let weight = base[0][0];
    let n = intervals.len() as f64;
    // The mean square of a distance from the middle plus four standard deviations, but at most the distance to the corner.
    let square = square * square * (n / 12.0 + 4.0 * (n / 180.0).sqrt()).min(n / 4.0);
    let i = lattices
        .iter()
        .position(|(other, _)| *other == base)
        .unwrap_or_else(|| {
            lattices.push((base.clone(), Lattice::reduced(base)));
            lattices.len() - 1
        });
    let near = lattices[i].1.near(&point, square);
    let mut states = Vec::new();
    for vector in near {
        let state = (vector[0] / weight).rem_euclid(modulus) as u64;
        if lcg.makes(state, known) {
            states.push(state);
        }
    }
    states.sort_unstable();
    states.dedup();
    states.truncate(MOST);
    Some(states)
}

/// A number that tells less than this is not worth a dimension.
const LEAST_BITS: f64 = 1.4;

/// The part of each number's bits that is lost because vectors are listed in a ball rather than in a box.
const LOST_BITS: f64 = 0.5;

/// With this many bits more than the state has, few vectors remain.
const SPARE_BITS: f64 = 6.0;

/// More dimensions take too long.
const DIMENSIONS: usize = 48;

/// The cost of a lattice, as the power of 2 of states that could be tried in the same time.
const LATTICE: f64 = 18.0;

/// The low bits of a state that alone determine the low bits of its outputs.
struct Split {
    /// The number of low bits.
    low: u32,
    /// The known low bits of the outputs.
    known: Vec<(u64, Known)>,
    /// Whether enough bits are known that no wrong low half remains.
    is_sure: bool,
}

impl Split {
    /// The base-2 logarithm of how many half states are tried.
    fn cost(&self, lcg: Lcg) -> f64 {
        let high = lcg.bits() - self.low;
        f64::from(if self.is_sure && high <= HIGH {
            self.low
        } else {
            self.low.max(high)
        })
    }
}

fn split(lcg: Lcg, known: &[(u64, Known)]) -> Option<Split> {
    let bits = lcg.bits();
    let low = known.iter().map(|(at, known)| match known {
        // A range tells high bits.
        Known::Range(..) => (*at, (0, 0)),
        _ => (*at, known.bits(bits)),
    });
    let mask = low.clone().fold(0, |union, (_, (mask, _))| union | mask);
    let count: u32 = low.clone().map(|(_, (mask, _))| mask.count_ones()).sum();
    let width = u64::BITS - mask.leading_zeros() + lcg.shift;
    if !lcg.modulus.is_power_of_two() || mask == 0 || width >= bits || count < width + SURE {
        return None;
    }
    let known = low
        .map(|(at, (mask, value))| (at, Known::Bits { mask, value }))
        .collect();
    Some(Split {
        low: width,
        known,
        is_sure: count >= width + NONE_ELSE,
    })
}

/// With this many more known bits than unknown ones, a wrong state remains once in a thousand times.
const NONE_ELSE: u32 = 10;

/// High halves of this many bits take some seconds, once the low half is right.
const HIGH: u32 = 31;

/// With this many more known bits than unknown ones, one state remains, or few.
const SURE: u32 = 6;

/// How many states are kept.
const MOST: usize = 64;

/// The states, of `count` candidates, that make the known outputs: at most [`MOST`], or slightly more.
fn scan_all(
    search: &Search<'_>,
    lcg: Lcg,
    known: &[(u64, Known)],
    count: u64,
    state: &(impl Fn(u64) -> u64 + Sync),
) -> Vec<u64> {
    scan(
        search,
        count,
        &|first| {
            let states = std::array::from_fn(|lane| state((first + lane as u64).min(count - 1)));
            possible(lcg, &states, known)
        },
        &|i| Some(state(i)).filter(|x| u128::from(*x) < lcg.modulus && lcg.makes(*x, known)),
    )
}

/// The states among `count` candidates: at most [`MOST`], or slightly more. `possible` is a first look at the block of
/// candidates that begins with this one.
fn scan(
    search: &Search<'_>,
    count: u64,
    possible: &(impl Fn(u64) -> u64 + Sync),
    state: &(impl Fn(u64) -> Option<u64> + Sync),
) -> Vec<u64> {
    let mut all = Vec::new();
    let mut from = 0;
    while from < count && all.len() <= MOST && !search.is_late() {
        let to = count.min(from + STEP);
        let chunks: Vec<u64> = (from..to).step_by(CHUNK * TESTED).collect();
        let step = parallel::take_any(chunks, MOST + 1, |chunk| {
            let end = to.min(chunk + (CHUNK * TESTED) as u64);
            (chunk..end).step_by(TESTED).flat_map(move |first| {
                let possible = possible(first);
                let lanes = (0..(TESTED as u64).min(end - first))
                    .filter(move |lane| possible >> lane & 1 == 1);
                lanes.filter_map(move |lane| state(first + lane))
            })
        });
        all.extend(step);
        from = to;
    }
    all.sort_unstable();
    all
}

/// The states of a block, one bit each, that make the first few known outputs; all states if the modulus is no power of 2.
#[multiversion(targets("x86_64+avx512f+avx512dq", "x86_64+avx2"))]
fn possible(lcg: Lcg, states: &[u64; TESTED], known: &[(u64, Known)]) -> u64 {
    const FEW: usize = 4;
    if !lcg.modulus.is_power_of_two() {
        return u64::MAX;
    }
    let cut = (lcg.modulus - 1) as u64;
    let (mut x, mut possible, mut at) = (*states, u64::MAX, known[0].0);
    for (place, part) in known.iter().take(FEW) {
        while at < *place {
            for x in &mut x {
                *x = x.wrapping_mul(lcg.multiplier).wrapping_add(lcg.increment) & cut;
            }
            at += 1;
        }
        let mut outputs = x;
        for output in &mut outputs {
            *output = *output >> lcg.shift & lcg.mask;
        }
        possible &= lanes(*part, &outputs);
        if possible == 0 {
            break;
        }
    }
    possible
}
