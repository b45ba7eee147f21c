//! When a stream is looked at, and what each look costs.
//!
//! There is a look at 2^8 items, at every doubling, and at the end. The j-th look at a test has the share 1/(j (j + 1)) of its
//! alpha, and these sum to one. So the p-value over all looks is the smallest `p j (j + 1)`, and by Bonferroni's inequality it
//! is valid however the looks depend on each other. A stream that ends before a test's first look has one look at it, with all
//! of the alpha. Sources: Lan and `DeMets` 1983, *Discrete sequential boundaries for clinical trials*, for alpha spending; the
//! looks at powers of two are those of `PractRand`.

use crate::state::kept;
use crate::{Error, Outcome, Tail};

/// The items at the first look.
pub const FIRST: u64 = 1 << 8;

/// The items at the next look after this many.
pub const fn next(items: u64) -> u64 {
    if items < FIRST {
        FIRST
    } else {
        (items + 1).next_power_of_two()
    }
}

/// The factor by which the j-th look multiplies a p-value: the inverse of its share of alpha.
pub const fn price(look: u64) -> f64 {
    (look * (look + 1)) as f64
}

/// The results of the looks at a test.
#[derive(Clone, Copy, Debug, Default)]
pub struct Looked {
    /// How many looks there were.
    pub looks: u64,
    /// The smallest priced p-value, and the items at its look.
    pub overall: Option<(Tail, u64)>,
}

impl Looked {
    /// Takes the outcome of a look after this many items: the only look, if the stream ends before the first.
    pub fn look(&mut self, outcome: &Result<Outcome, Error>, items: u64, is_end: bool) {
        let is_only = self.looks == 0 && is_end;
        self.looks += 1;
        let price = if is_only { 1.0 } else { price(self.looks) };
        if let Some(p) = outcome.as_ref().ok().and_then(two_sided) {
            let p = p.times(price);
            if self
                .overall
                .is_none_or(|(least, _)| p.log10() < least.log10())
            {
                self.overall = Some((p, items));
            }
        }
    }
}

kept!(Looked { looks, overall } but {});

/// The two-sided p-value; `None` if it is not a number.
pub fn two_sided(outcome: &Outcome) -> Option<Tail> {
    let p = outcome.p.two_sided();
    (!p.value().is_nan()).then_some(p)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_all_looks_sum_to_one() {
        let shares: f64 = (1..=1_000_000).map(|look| 1.0 / price(look)).sum();
        assert!(shares < 1.0 && shares > 0.999_998, "{shares}");
    }

    fn outcome(p: f64) -> Outcome {
        Outcome {
            test: "scripted",
            items: 1,
            statistic: 0.0,
            reference: crate::Reference::Kolmogorov { values: 1 },
            p: crate::PValue::new(Tail::new(1.0), Tail::new(p / 2.0)),
        }
    }

    /// The third look, at the end, has a twelfth of alpha: with all of it, all looks would have more than alpha.
    #[test]
    fn the_last_of_several_looks_has_its_share() {
        let mut looked = Looked::default();
        looked.look(&Ok(outcome(0.5)), 256, false);
        looked.look(&Ok(outcome(0.5)), 512, false);
        looked.look(&Ok(outcome(0.0625)), 700, true);
        assert_eq!(
            looked.overall.map(|(p, at)| (p.value(), at)),
            Some((0.75, 700))
        );
    }

    #[test]
    fn the_first_of_several_looks_has_half_of_alpha_and_an_only_one_all() {
        let overall = |looked: &Looked| looked.overall.map(|(p, at)| (p.value(), at));
        let (mut several, mut only) = (Looked::default(), Looked::default());
        for (p, items) in [(0.25, 256), (0.125, 512), (0.0625, 1024), (f64::NAN, 2048)] {
            several.look(&Ok(outcome(p)), items, false);
        }
        // The factors are 2, 6, 12: the first look has the smallest product.
        assert_eq!((several.looks, overall(&several)), (4, Some((0.5, 256))));
        only.look(&Ok(outcome(0.25)), 100, true);
        assert_eq!(overall(&only), Some((0.25, 100)));
        several.look(&Ok(outcome(0.0)), 4096, true);
        several.look(&Ok(outcome(0.0)), 8192, true);
        assert_eq!(overall(&several), Some((0.0, 4096)));
    }

    #[test]
    fn looks_are_at_doublings() {
        let looks: Vec<u64> = [0, 255, 256, 300, 512].map(next).into();
        assert_eq!(looks, [256, 256, 512, 512, 1024]);
    }
}
