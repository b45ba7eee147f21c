//! Relations: whether a sum of neighbours, each times a whole number, is uneven modulo the number of symbols.
//!
//! With `q` symbols a relation has a coefficient for each of the last `t` symbols: `a[0] x[n] + a[1] x[n-1] + ...` modulo `q`.
//! Raise the root of unity `e^(2 pi i / q)` to that power, and add these numbers over the whole stream. The sums of all
//! relations are the Fourier transform of the counts of all windows of `t` symbols, over the group of `q^t` elements; `t` grows
//! with the stream.
//!
//! Whatever came before the last symbol that has a coefficient, the mean of the next power is zero, and its size is one. So the
//! part of a sum in any direction exceeds `s` after `n` windows with a chance of at most `exp(-s^2 / 2n)` (Hoeffding,
//! *Probability inequalities for sums of bounded random variables*, 1963, theorem 1 and its remark on martingales), for every
//! `n`. A sum of length `s` has a part of `s cos(pi / 8)` in one of eight directions, four for each of two conjugate relations;
//! with two symbols there are two directions and nothing is lost. The p-value is that chance times the number of relations and
//! directions (Bonferroni).
//!
//! Sources: Hellekalek and Niederreiter, *The weighted spectral test: diaphony*, 1998, for characters of windows as tests of
//! generators; Coveyou and `MacPherson`, *Fourier analysis of uniform random number generators*, 1967, for what these find.
//!
//! The test finds: exclusive ors of earlier coins, even of only some of them; congruential generators, whose points lie on few
//! planes.

use crate::test::check_enough;
use crate::{Error, Outcome, PValue, Reference, Tail, Test};

/// The most relations: those of 6 symbols in windows of 9. Their transform takes half a second.
const RELATIONS: usize = 10_077_696;

/// The same for 2 symbols, whose transform takes more memory for each.
const RELATIONS_OF_TWO: usize = 1 << 21;

/// At most this many relations for each symbol of the stream.
const FOR_EACH: u64 = 16;

/// After this many symbols windows stop growing.
const EARLY: u64 = RELATIONS as u64 / FOR_EACH;

/// How many symbols there must be before there is an outcome.
const NEEDED: u64 = 100;

/// The greatest number of different symbols.
pub const SYMBOLS: u32 = 8;

/// A complex number: its real and its imaginary part.
type Number = [f32; 2];

/// Counts windows of symbols.
pub struct Relations {
    name: &'static str,
    /// How many symbols there are.
    symbols: usize,
    /// The length of the longest window.
    longest: u32,
    /// All symbols so far, while there are too few for the longest window.
    early: Vec<u8>,
    /// The counts of the longest windows, once there are enough symbols.
    windows: Windows,
    taken: u64,
}

/// How often each window came, modulo 2^16: only how far that is from the mean counts, and no fair stream is so far from it.
struct Windows {
    /// The window with which the stream ends: its last symbol is the lowest digit.
    last: usize,
    counts: Vec<u16>,
}

impl Windows {
    /// The windows of this length in these symbols below `symbols`, counted.
    fn count(symbols: usize, length: u32, came: &[u8]) -> Self {
        let mut windows = Self {
            last: 0,
            counts: vec![0; symbols.pow(length)],
        };
        for (at, symbol) in (1..).zip(came) {
            windows.push(symbols, (*symbol).into(), at >= length);
        }
        windows
    }

    fn push(&mut self, symbols: usize, symbol: usize, is_whole: bool) {
        // A division of 32 bits is faster, and the product has fewer.
        let next = (self.last * symbols + symbol) as u32 % self.counts.len() as u32;
        self.last = next as usize;
        let count = &mut self.counts[self.last];
        *count = count.wrapping_add(is_whole.into());
    }
}

/// The relation with the longest sum.
struct Strongest {
    /// The coefficients, first that of the last symbol.
    coefficients: Vec<usize>,
    /// How many relations there are.
    relations: u64,
    windows: u64,
    /// The square of the length of its sum.
    square: f64,
}

impl Relations {
    /// A test of symbols below `symbols`, which is 2 to [`SYMBOLS`].
    pub fn new(name: &'static str, symbols: u32) -> Self {
        let symbols = symbols.clamp(2, SYMBOLS) as usize;
        Self {
            name,
            symbols,
            longest: match symbols {
                2 => RELATIONS_OF_TWO.ilog2(),
                _ => RELATIONS.ilog(symbols),
            },
            early: Vec::new(),
            windows: Windows::count(symbols, 0, &[]),
            taken: 0,
        }
    }

    /// The strongest relation in windows as long as this number of symbols allows.
    fn strongest(&self) -> Strongest {
        let (mut length, mut windows) = (self.longest, &self.windows);
        let early;
        if !self.early.is_empty() {
            length = length.min((self.taken * FOR_EACH).ilog(self.symbols as u64));
            early = Windows::count(self.symbols, length, &self.early);
            windows = &early;
        }
        let counts = &windows.counts;
        let windows = (self.taken + 1).saturating_sub(length.into());
        let mean = windows as f64 / counts.len() as f64;
        let (mut at, square) = match self.symbols {
            2 => longest(real_sums(counts, mean)),
            3 => longest(sums::<3>(counts, mean)),
            4 => longest(sums::<4>(counts, mean)),
            5 => longest(sums::<5>(counts, mean)),
            6 => longest(sums::<6>(counts, mean)),
            7 => longest(sums::<7>(counts, mean)),
            _ => longest(sums::<8>(counts, mean)),
        };
        let mut coefficients = Vec::new();
        while at > 0 {
            coefficients.push(at % self.symbols);
            at /= self.symbols;
        }
        Strongest {
            coefficients,
            relations: counts.len() as u64 - 1,
            windows,
            square,
        }
    }
}

/// The place of the longest sum but the first, and the square of its length.
fn longest(sums: impl IntoIterator<Item = Number>) -> (usize, f64) {
    let mut longest = (0, 0.0);
    for (at, [real, imaginary]) in sums.into_iter().enumerate().skip(1) {
        let square = f64::from(real).powi(2) + f64::from(imaginary).powi(2);
        if longest.0 == 0 || square.total_cmp(&longest.1).is_ge() {
            longest = (at, square);
        }
    }
    longest
}

/// How far a count, which is known modulo 2^16, is from the mean: small sums lose nothing.
#[inline]
fn deviation(count: u16, mean: f64) -> f32 {
    let near = mean.round();
    let above = count.wrapping_sub(near as u64 as u16).cast_signed();
    f32::from(above) - (mean - near) as f32
}

/// The same as [`sums`] for two symbols, whose sums are real: half of them at a time.
fn real_sums(counts: &[u16], mean: f64) -> impl Iterator<Item = Number> {
    let (low, high) = counts.split_at(counts.len() / 2);
    [1.0, -1.0].into_iter().flat_map(move |sign| {
        let mut sums = Vec::with_capacity(low.len());
        for (x, y) in low.iter().zip(high) {
            sums.push(deviation(*x, mean) + sign * deviation(*y, mean));
        }
        real_transform(&mut sums);
        sums.into_iter().map(|sum| [sum, 0.0])
    })
}

/// The Walsh-Hadamard transform in place.
fn real_transform(block: &mut [f32]) {
    // The last steps have a length that the compiler knows.
    if let Ok(last) = <&mut [f32; 16]>::try_from(&mut *block) {
        for stride in [8, 4, 2, 1] {
            for i in (0..16).filter(|i| i & stride == 0) {
                let [x, y] = [last[i], last[i + stride]];
                (last[i], last[i + stride]) = (x + y, x - y);
            }
        }
        return;
    }
    let (low, high) = block.split_at_mut(block.len() / 2);
    if low.is_empty() {
        return;
    }
    for (x, y) in low.iter_mut().zip(&mut *high) {
        (*x, *y) = (*x + *y, *x - *y);
    }
    real_transform(low);
    real_transform(high);
}

/// The sums of all relations for the counts of `Q^t` windows. Relations whose last coefficient is above `Q / 2` are left out:
/// they are the conjugates of others. Only those with the same two last coefficients are in memory together.
fn sums<const Q: usize>(counts: &[u16], mean: f64) -> impl Iterator<Item = Number> {
    let roots: [Number; Q] = std::array::from_fn(|k| {
        let angle = std::f64::consts::TAU * k as f64 / Q as f64;
        [angle.cos() as f32, angle.sin() as f32]
    });
    let last = (0..=Q / 2).flat_map(|last| (0..Q).map(move |before| (last, before)));
    last.flat_map(move |(last, before)| {
        let powers: [[Number; Q]; Q] =
            std::array::from_fn(|j| std::array::from_fn(|i| roots[(j * last + i * before) % Q]));
        let mut sums = sums_over_last(counts, mean, &powers);
        transform(&mut sums, &roots);
        sums
    })
}

/// The sums over the last two symbols of a window, whose powers are these.
fn sums_over_last<const Q: usize>(
    counts: &[u16],
    mean: f64,
    powers: &[[Number; Q]; Q],
) -> Vec<Number> {
    let mut sums = vec![[0.0; 2]; counts.len() / (Q * Q)];
    let blocks = counts.chunks_exact(sums.len());
    for (counts, power) in blocks.zip(powers.as_flattened()) {
        for (sum, count) in sums.iter_mut().zip(counts) {
            let count = deviation(*count, mean);
            sum[0] += count * power[0];
            sum[1] -= count * power[1];
        }
    }
    sums
}

/// The Fourier transform in place. Each part is finished before the next, as it is still in the processor's cache.
fn transform<const Q: usize>(block: &mut [Number], roots: &[Number; Q]) {
    // The last step has a length that the compiler knows.
    if let Ok(last) = <&mut [Number; Q]>::try_from(&mut *block) {
        *last = transform_few(last, roots);
        return;
    }
    let stride = block.len() / Q;
    if stride == 0 {
        return;
    }
    for i in 0..stride {
        let x: [Number; Q] = std::array::from_fn(|j| block[j * stride + i]);
        for (k, y) in transform_few(&x, roots).into_iter().enumerate() {
            block[k * stride + i] = y;
        }
    }
    for part in block.chunks_exact_mut(stride) {
        transform(part, roots);
    }
}

/// The Fourier transform of a few numbers: those at the same distance from the first are taken together.
fn transform_few<const Q: usize>(x: &[Number; Q], roots: &[Number; Q]) -> [Number; Q] {
    let mut all = [[0.0; 2]; Q];
    for k in 0..=Q / 2 {
        let (mut even, mut odd) = (x[0], [0.0; 2]);
        for part in 0..2 {
            for j in 1..=(Q - 1) / 2 {
                let [cosine, sine] = roots[j * k % Q];
                even[part] += (x[j][part] + x[Q - j][part]) * cosine;
                odd[part] += (x[j][part] - x[Q - j][part]) * sine;
            }
            if Q.is_multiple_of(2) {
                even[part] += x[Q / 2][part] * roots[Q / 2 * k % Q][0];
            }
        }
        all[(Q - k) % Q] = [even[0] - odd[1], even[1] + odd[0]];
        all[k] = [even[0] + odd[1], even[1] - odd[0]];
    }
    all
}

impl Test<u64> for Relations {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        format!(
            "sums of up to {} neighbours, each times a number, are uniform modulo {}",
            self.longest, self.symbols
        )
    }

    #[inline]
    fn push(&mut self, symbol: &u64) {
        self.taken += 1;
        if self.taken > EARLY {
            self.windows.push(self.symbols, *symbol as usize, true);
            return;
        }
        self.early.push(*symbol as u8);
        if self.taken == EARLY {
            self.windows = Windows::count(self.symbols, self.longest, &self.early);
            self.early = Vec::new();
        }
    }

    fn items(&self) -> u64 {
        self.taken
    }

    fn needed(&self) -> u64 {
        NEEDED
    }

    fn worst(&self) -> Option<String> {
        let Strongest {
            coefficients,
            windows,
            square,
            ..
        } = self.strongest();
        let mut terms = Vec::new();
        for (lag, &factor) in coefficients.iter().enumerate() {
            if factor == 0 {
                continue;
            }
            let symbol = match lag {
                0 => "x[n]".into(),
                _ => format!("x[n-{lag}]"),
            };
            terms.push(match factor {
                1 => symbol,
                _ => format!("{factor} {symbol}"),
            });
        }
        Some(format!(
            "{} modulo {} is uneven: its correlation is {:.5}",
            terms.join(" + "),
            self.symbols,
            square.sqrt() / windows as f64
        ))
    }

    /// The statistic is the length of the longest sum, divided by the number of windows.
    fn outcome(&self) -> Result<Outcome, Error> {
        check_enough(self.taken, NEEDED)?;
        let Strongest {
            relations,
            windows,
            square,
            ..
        } = self.strongest();
        let (directions, share) = if self.symbols == 2 {
            (2.0, 1.0)
        } else {
            (4.0, std::f64::consts::FRAC_PI_8.cos().powi(2))
        };
        let tail = Tail::from_ln(-share * square / (2 * windows) as f64);
        let p = PValue::new(Tail::new(1.0), tail.times(directions * relations as f64));
        Ok(Outcome {
            test: self.name,
            items: self.taken,
            statistic: square.sqrt() / windows as f64,
            reference: Reference::Farthest { counts: relations },
            p,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{die, fair};

    /// Checks that every sum is that of the powers, window by window.
    #[test]
    fn the_transform_gives_the_sum_of_every_relation() {
        fn check<const Q: usize>(length: u32, sums: impl Fn(&[u16]) -> Vec<Number>) {
            let mut random = fair(9);
            let mut counts = vec![0; Q.pow(length)];
            let windows: Vec<usize> = (0..500)
                .map(|_| die(&mut random, counts.len()) as usize)
                .collect();
            for window in &windows {
                counts[*window] += 1;
            }
            for (at, [real, imaginary]) in sums(&counts).into_iter().enumerate() {
                let (mut cosines, mut sines) = (0.0, 0.0);
                for window in &windows {
                    let places = (0..length).map(|place| Q.pow(place));
                    let terms = places.map(|unit| at / unit % Q * (window / unit % Q));
                    let power = terms.sum::<usize>() as f64 / Q as f64;
                    let (sine, cosine) = (-std::f64::consts::TAU * power).sin_cos();
                    cosines += cosine;
                    sines += sine;
                }
                assert!((f64::from(real) - cosines).abs() < 1e-3, "{Q} {at}");
                assert!((f64::from(imaginary) - sines).abs() < 1e-3, "{Q} {at}");
            }
        }
        check::<2>(6, |counts| real_sums(counts, 0.0).collect());
        check::<3>(3, |counts| sums::<3>(counts, 0.0).collect());
        check::<4>(3, |counts| sums::<4>(counts, 0.0).collect());
        check::<5>(3, |counts| sums::<5>(counts, 0.0).collect());
        check::<6>(3, |counts| sums::<6>(counts, 0.0).collect());
        check::<7>(3, |counts| sums::<7>(counts, 0.0).collect());
        check::<8>(3, |counts| sums::<8>(counts, 0.0).collect());
    }

    #[test]
    fn every_window_is_counted_when_windows_no_longer_grow() {
        let mut test = Relations::new("", 2);
        (0..=EARLY).for_each(|at| test.push(&(at % 2)));
        let windows: u64 = test
            .windows
            .counts
            .iter()
            .map(|count| u64::from(*count))
            .sum();
        // There are two windows, each nearly 2^19 / 1.7 times: more than a count holds.
        assert_eq!(
            (windows + u64::from(test.longest)) % (1 << 16),
            (EARLY + 2) % (1 << 16)
        );
        assert!((deviation(65_000, 65_700.25) + 700.25).abs() < 1e-9);
        assert!((deviation(100, 65_700.25) + 64.25).abs() < 1e-9);
    }

    #[test]
    fn a_relation_that_holds_half_of_the_time_is_named() {
        let mut random = fair(10);
        let mut test = Relations::new("relations", 2);
        let mut coins = vec![0; 17];
        for n in 17..20_000 {
            let coin = match die(&mut random, 2) {
                0 => coins[n - 5] ^ coins[n - 17],
                _ => die(&mut random, 2),
            };
            coins.push(coin);
            test.push(&coin.into());
        }
        let outcome = test.outcome().unwrap();
        let worst = test.worst().unwrap();
        assert!(outcome.p.upper().log10() < -900.0, "{outcome:?}");
        assert!(
            worst.starts_with("x[n] + x[n-5] + x[n-17] modulo 2 is uneven"),
            "{worst}"
        );
    }
}
