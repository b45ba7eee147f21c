//! How much information numbers can carry, judged from the numbers alone.

/// The most bits that each of these numbers can carry, judged from how far they are apart, in units that divide all distances,
/// and how often numbers, their differences and second differences are equal.
pub(super) fn variety(numbers: &[i128]) -> f64 {
    let (Some(least), Some(greatest)) = (numbers.iter().min(), numbers.iter().max()) else {
        return 0.0;
    };
    // The distances of two or three random numbers may be short, or have a common divisor, by chance.
    let (from, unit) = if numbers.len() < 4 {
        let twos = numbers
            .iter()
            .map(|number| number.trailing_zeros())
            .min()
            .unwrap_or(0);
        (0, 1 << twos.min(126))
    } else {
        let distances = numbers
            .iter()
            .map(|number| number.saturating_sub(*least).unsigned_abs());
        (*least, distances.fold(0, gcd).max(1))
    };
    let values = greatest.saturating_sub(from).unsigned_abs() as f64 / unit as f64 + 1.0;
    let mut bits = values.log2();
    let mut steps = numbers.to_vec();
    for _ in 0..3 {
        bits = bits.min(repeated(&steps, values));
        steps = steps
            .windows(2)
            .map(|pair| pair[1].wrapping_sub(pair[0]))
            .collect();
    }
    bits
}

pub(crate) fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Minus the logarithm of the share of pairs that are equal, if more are equal than chance explains for this many values.
fn repeated(numbers: &[i128], values: f64) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    let equal: f64 = sorted
        .chunk_by(|a, b| a == b)
        .map(|run| run.len() as f64 * (run.len() - 1) as f64)
        .sum();
    let pairs = sorted.len() as f64 * (sorted.len() as f64 - 1.0);
    if is_usual(equal / 2.0, pairs / 2.0 / values) {
        f64::INFINITY
    } else {
        (pairs / equal).log2()
    }
}

/// Whether this many events, of which `expected` are expected, are no more than chance gives in all but one case in a thousand.
fn is_usual(events: f64, expected: f64) -> bool {
    if expected > 30.0 {
        return events <= expected + 3.1 * expected.sqrt();
    }
    // The chance of fewer, by Poisson's law.
    let (mut term, mut fewer, mut count) = ((-expected).exp(), 0.0, 0.0);
    while count < events && fewer < 0.999 {
        fewer += term;
        count += 1.0;
        term *= expected / count;
    }
    fewer < 0.999
}
