//! Whether a candidate makes the numbers, and whether it does so by more than coincidence.

use super::recurrences::LAGGED;
use super::{Answer, Candidate, Next, OPEN, Search, lagged_sum};
use crate::convention::{Convention, Tape};
use crate::evidence::Evidence;
use crate::numbers::Numbers;

impl Search<'_> {
    /// Runs a candidate on all the numbers in all conventions of its row, and keeps it if it is an answer. Returns whether it is.
    pub(super) fn consider(&mut self, candidate: &Candidate<'_>) -> bool {
        self.consider_in(candidate, self.conventions(candidate.row))
    }

    /// Like [`Search::consider`], in the candidate's own convention and these, which were not counted among the candidates.
    pub(super) fn consider_in(
        &mut self,
        candidate: &Candidate<'_>,
        mut conventions: Vec<Convention>,
    ) -> bool {
        let mut best = (0, candidate.convention);
        let conventions_tried = conventions.len().max(1);
        conventions.insert(0, candidate.convention);
        let mut tape = Tape::new((candidate.stream)());
        for convention in conventions {
            // A wrong convention may agree with the earlier numbers, and differ only later.
            let matched =
                convention.matched(self.numbers, &mut tape, candidate.position, usize::MAX);
            if matched > best.0 {
                best = (matched, convention);
            }
            if matched == self.numbers.len() {
                break;
            }
        }
        let (matched, convention) = best;
        // Numbers that only determined the candidate are not predictions.
        if self.information[..matched].iter().sum::<f64>() <= candidate.candidates {
            return false;
        }
        let right = self.right(convention.made(self.numbers, &mut tape, candidate.position));
        let most_bits =
            |(i, most): (usize, &f64)| most.min(convention.information(self.numbers, i));
        let bits: Vec<f64> = self.information.iter().enumerate().map(most_bits).collect();
        let candidates = candidate.candidates + (conventions_tried as f64).log2();
        let evidence = self.evidence(&right, &bits, candidates);
        let whole = evidence.is_whole();
        // Where blocks end is known from their seed, or by 20 bits of numbers after the first one.
        let is_known = candidate.seed.is_some() && candidate.position.is_multiple_of(64);
        let after = |first| bits.iter().skip(first).sum::<f64>();
        let is_open = !is_known && convention.first_block().is_some_and(|n| after(n) < 20.0);
        let mut answer = Answer {
            seed: candidate.seed,
            state: candidate.state.clone().filter(|_| candidate.seed.is_none()),
            position: candidate.position,
            convention: Some(convention.to_string()),
            is_of_language: convention.rank(candidate.row.key) < usize::MAX,
            mistake: candidate.mistake.map(Into::into),
            filled: convention
                .made(self.numbers, &mut tape, candidate.position)
                .zip(0..self.numbers.len())
                .filter(|(_, i)| whole && self.numbers.is_gap(*i))
                .map(|(made, i)| (i + 1, made))
                .collect(),
            previous: self.previous(candidate, convention, whole),
            next: self.next(whole, |count| match self.numbers {
                _ if !candidate.settled => Err(OPEN),
                _ if is_open => Err("it is not known where a block of 64 ends"),
                Numbers::Bounded(given)
                    if given.iter().any(|number| number.bound != given[0].bound) =>
                {
                    Err("the numbers have different bounds")
                }
                numbers => {
                    let made = convention.made(numbers, &mut tape, candidate.position);
                    Ok(made.skip(numbers.len()).take(count).collect())
                }
            }),
            ..Answer::new(candidate.row.key, candidate.row.about, evidence)
        };
        // A state does not say which of the libraries that share it made it.
        let shared = lagged_sum(candidate.row).filter(|_| candidate.seed.is_none());
        if let Some((lags, about)) = shared {
            answer.generator = LAGGED.into();
            (answer.parameters, answer.about) = (Some(lags), about);
            answer.state = answer.state.filter(|_| candidate.settled);
        }
        self.keep(answer)
    }

    /// The evidence for one of this many candidates, counting all ways and readings.
    pub(super) fn evidence(&self, right: &[bool], bits: &[f64], candidates: f64) -> Evidence {
        let tried = self.ways.max(1) * self.readings;
        let mut evidence = Evidence::new(right, bits, candidates, tried);
        if !evidence.is_whole() && evidence.is_enough() {
            // The numbers that are as predicted are no more evidence than they would be without the others: they may be alike.
            let known = (0..right.len()).filter(|i| right[*i] && !self.numbers.is_gap(*i));
            let alone = self.numbers.information_of(&known.collect::<Vec<_>>());
            let bits: Vec<f64> = bits.iter().zip(alone).map(|(a, b)| a.min(b)).collect();
            evidence = Evidence::new(right, &bits, candidates, tried);
        }
        // Unknown numbers were not predicted.
        let gaps: Vec<usize> = self.numbers.gaps().collect();
        let as_predicted = (0..right.len()).filter(|i| right[*i]);
        let among = |count| {
            let first = as_predicted.clone().take(count);
            first.filter(|i| gaps.binary_search(i).is_ok()).count()
        };
        let [matched, used] = [evidence.matched, evidence.used].map(among);
        evidence.matched -= matched;
        evidence.used -= used;
        evidence
    }

    /// Whether each number is as predicted.
    pub(super) fn right(&self, made: impl Iterator<Item = u64>) -> Vec<bool> {
        let mut right: Vec<bool> = made
            .zip(0..self.numbers.len())
            .map(|(made, i)| self.numbers.is(i, made))
            .collect();
        right.resize(self.numbers.len(), false);
        right
    }

    /// The following numbers, provided that every number is as predicted (`whole`).
    pub(super) fn next(&self, whole: bool, follow: impl FnOnce(usize) -> Next) -> Next {
        match self.options.next {
            0 => Ok(Vec::new()),
            _ if !whole => Err("a number is not as predicted"),
            count => follow(count),
        }
    }

    /// Keeps an answer if a coincidence is unlikely enough, or else among those that fit. Returns whether it is an answer.
    pub(super) fn keep(&mut self, answer: Answer) -> bool {
        let evidence = &answer.evidence;
        if evidence.is_enough() {
            let start = |answer: &Answer| {
                (
                    answer.generator.clone(),
                    answer.seed,
                    answer.state.clone(),
                    answer.position,
                )
            };
            if !self
                .found
                .answers
                .iter()
                .any(|other| start(other) == start(&answer))
            {
                self.found.answers.push(answer);
            }
            return true;
        }
        let mean = self.information.iter().sum::<f64>() / self.information.len() as f64;
        if evidence.is_whole()
            && evidence.predicted() > 0
            && let Some(missing) = evidence.missing(mean)
        {
            self.found.too_few = Some(
                self.found
                    .too_few
                    .map_or(missing, |least| least.min(missing)),
            );
            if evidence.chance <= FITS && self.found.fits.len() < MOST_FITS {
                self.found.fits.push((answer, missing));
            }
        }
        false
    }
}

/// A candidate that fits is shown if the base-2 logarithm of the chance of a coincidence is at most this.
const FITS: f64 = -7.0;

/// How many candidates are listed when the evidence is too weak.
const MOST_FITS: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_before_a_wrong_one_are_no_evidence() {
        let values = [vec![3 << 30; 9], vec![4_123_456_789]].concat();
        let right: Vec<bool> = values.iter().map(|value| *value == 3 << 30).collect();
        let numbers = Numbers::words(values);
        let search = Search::new(&numbers, crate::Options::default());
        assert!(!search.evidence(&right, &[32.0; 10], 1.0).is_enough());
    }
}
