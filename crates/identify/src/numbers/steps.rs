//! Numbers that a rule makes of fractions, where each is the value of a step of the rule.

use std::collections::BTreeMap;
use std::sync::Arc;

/// A rule that makes whole numbers of fractions from 0 to 1: from each start on, up to the next, it gives one value.
#[derive(Clone, Debug, PartialEq)]
pub struct Steps {
    starts: Vec<(f64, i64)>,
    /// The intervals of each value, without their ends.
    intervals: BTreeMap<i64, Vec<(f64, f64)>>,
}

impl Steps {
    /// The steps with these starts, in order, of which the first is 0, and these values.
    pub fn new(starts: Vec<(f64, i64)>) -> Self {
        let mut intervals = BTreeMap::<i64, Vec<(f64, f64)>>::new();
        for (i, &(start, value)) in starts.iter().enumerate() {
            // Some fractions can be 1.
            let end = starts.get(i + 1).map_or(1.0_f64.next_up(), |next| next.0);
            intervals.entry(value).or_default().push((start, end));
        }
        Self { starts, intervals }
    }

    /// The value of a fraction.
    pub fn value(&self, fraction: f64) -> i64 {
        let after = self.starts.partition_point(|(start, _)| *start <= fraction);
        self.starts[after.saturating_sub(1)].1
    }

    /// The first fraction with the same value.
    pub(crate) fn first_like(&self, fraction: f64) -> f64 {
        self.intervals[&self.value(fraction)][0].0
    }

    /// Whether it gives this value for some fraction.
    pub fn gives(&self, value: i64) -> bool {
        self.intervals.contains_key(&value)
    }

    /// The interval of a value, without its end, if it has only one.
    pub(crate) fn interval(&self, value: i64) -> Option<(f64, f64)> {
        match &self.intervals.get(&value)?[..] {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// Minus the base-2 logarithm of how likely a value is, or is at most if fractions have only so many bits.
    pub(crate) fn bits(&self, value: i64, of_fractions: u32) -> f64 {
        let Some(intervals) = self.intervals.get(&value) else {
            return 0.0;
        };
        let grain = 2_f64.powi(-(of_fractions.min(53) as i32));
        let mut chance = 0.0;
        for (start, end) in intervals {
            chance += end - start + grain;
        }
        -f64::log2(chance.min(1.0))
    }
}

/// Numbers, each the value of a step of one rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Stepped {
    /// The numbers.
    pub values: Vec<i64>,
    /// The rule.
    pub steps: Arc<Steps>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_begins_at_its_start_and_ends_before_the_next() {
        // round(u * 5 + 1), of which the fraction 1 gives 6 too, and a rule that gives 0 twice.
        let dice = Steps::new(vec![
            (0.0, 1),
            (0.1, 2),
            (0.3, 3),
            (0.5, 4),
            (0.7, 5),
            (0.9, 6),
        ]);
        let values = [0.0, 0.099, 0.1, 0.5_f64.next_down(), 0.5, 0.9, 1.0].map(|u| dice.value(u));
        assert_eq!(values, [1, 1, 2, 3, 4, 6, 6]);
        assert_eq!(dice.interval(3), Some((0.3, 0.5)));
        assert!((dice.bits(1, 53) - 10_f64.log2()).abs() < 1e-9);
        let twice = Steps::new(vec![(0.0, 0), (0.25, 1), (0.5, 0)]);
        assert_eq!(
            (twice.interval(0), twice.interval(1)),
            (None, Some((0.25, 0.5)))
        );
        assert!((twice.bits(0, 53) - (4_f64 / 3.0).log2()).abs() < 1e-9);
        assert!(twice.gives(1) && !twice.gives(2));
    }
}
