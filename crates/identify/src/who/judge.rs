//! Whether a candidate makes the numbers, and whether it does so by more than coincidence.

use super::recurrences::LAGGED;
use super::{Answer, Candidate, Derivation, MOST_MADE, Next, Search, Why, lagged_sum};
use crate::convention::{Convention, Tape};
use crate::evidence::Evidence;
use crate::numbers::Numbers;

/// So many outputs before the first number may have been left out.
const MOST_LEFT_OUT: u64 = 16;

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
        let matched = best.0;
        // Numbers that only determined the candidate are not predictions.
        if self.information[..matched].iter().sum::<f64>() <= candidate.candidates {
            return false;
        }
        let fits = if matched == self.numbers.len() {
            self.fits(candidate, best.1, &mut tape)
        } else {
            vec![(candidate.position, best.1)]
        };
        let (position, convention) = fits[0];
        let right = self.right(convention.made(self.numbers, &mut tape, position));
        let most_bits =
            |(i, most): (usize, &f64)| most.min(convention.information(self.numbers, i));
        let bits: Vec<f64> = self.information.iter().enumerate().map(most_bits).collect();
        let candidates = candidate.candidates + (conventions_tried as f64).log2();
        let evidence = self.evidence(&right, &bits, candidates);
        let whole = evidence.is_whole();
        // Where blocks end is known from their seed, or by 20 bits of numbers after the first one.
        let is_known = candidate.seed.is_some() && position.is_multiple_of(64);
        let after = |first| bits.iter().skip(first).sum::<f64>();
        let is_open = !is_known && convention.first_block().is_some_and(|n| after(n) < 20.0);
        let about = match candidate.seed {
            Some(_) => candidate.row.about,
            None => candidate.row.algorithm(),
        };
        let mut answer = Answer {
            seed: candidate.seed,
            state: candidate.state.clone().filter(|_| candidate.seed.is_none()),
            position,

            is_of_language: convention.rank(candidate.row.key) < usize::MAX,
            mistake: candidate.mistake.map(Into::into),
            filled: convention
                .made(self.numbers, &mut tape, position)
                .zip(0..self.numbers.len())
                .filter(|(_, i)| whole && self.numbers.is_gap(*i))
                .map(|(made, i)| (i + 1, made))
                .collect(),
            previous: self.previous(candidate, (position, convention), whole),
            next: self.next(whole, |count| match self.numbers {
                _ if !candidate.settled => Err(Why::OtherStates),
                _ if is_open => Err(Why::BlockIsOpen),
                Numbers::Bounded(given)
                    if given.iter().any(|number| number.bound != given[0].bound) =>
                {
                    Err(Why::BoundsDiffer)
                }
                numbers => {
                    let made = convention.made(numbers, &mut tape, position);
                    Ok(made.skip(numbers.len()).take(count).collect())
                }
            }),
            ..Answer::new(candidate.row.key, about, evidence)
        };
        // A state does not say which of the libraries that share it made it.
        let shared = lagged_sum(candidate.row).filter(|_| candidate.seed.is_none());
        if let Some((lags, about)) = shared {
            answer.generator = LAGGED.into();
            (answer.parameters, answer.about) = (Some(lags), about);
            answer.state = answer.state.filter(|_| candidate.settled);
        }
        if whole && (self.options.next.max(self.options.previous) > 0 || !answer.filled.is_empty())
        {
            let made = convention.made(self.numbers, &mut tape, position);
            answer.made = made.take(self.numbers.len().min(MOST_MADE)).collect();
        }
        let mut ways = vec![convention];
        for &(at, other) in &fits[1..] {
            if at != position && other != convention {
                answer.or.push((at, other));
            }
            let is_same = |way: &Convention| way.is_same(&other, self.numbers);
            // Only browsers have blocks.
            let is_possible = other.first_block().is_none() || other.is_browsers();
            if at == position && is_possible && !ways.iter().any(is_same) {
                ways.push(other);
            }
            let after = other
                .made(self.numbers, &mut tape, at)
                .skip(self.numbers.len());
            let next = after.take(self.options.next).collect();
            let previous = self.previous(candidate, (at, other), whole);
            answer.agree(self.numbers, Ok(next), previous);
        }
        if matches!(self.numbers, Numbers::Words { .. }) {
            ways.truncate(1);
        }
        answer.derivation = Some(Derivation::Converted(ways));
        if whole && self.options.bound_is_guessed && self.options.next > 0 {
            for numbers in self.numbers.below_other_bounds() {
                // The first outputs may have been left out below the guessed bound only.
                for start in position..position + MOST_LEFT_OUT {
                    if convention.matched(&numbers, &mut tape, start, usize::MAX) < numbers.len() {
                        continue;
                    }
                    let made = convention.made(&numbers, &mut tape, start);
                    let next = made.skip(numbers.len()).take(self.options.next).collect();
                    answer.agree(self.numbers, Ok(next), answer.previous.clone());
                    break;
                }
            }
        }
        self.keep(answer)
    }

    /// The starts and conventions by which a candidate makes all the numbers, beginning with the one to be named: what makes
    /// them exactly comes before what is as near as their digits tell, then what a language does, from a start at which it
    /// may begin. Where numbers take two outputs, the low half of one may be the high half of the next.
    fn fits(
        &self,
        candidate: &Candidate<'_>,
        first: Convention,
        tape: &mut Tape,
    ) -> Vec<(u64, Convention)> {
        let (from, mut conventions) = (candidate.position, self.conventions(candidate.row));
        // What looks like one number of two outputs may be every second number.
        if candidate.seed.is_some() && first.outputs() == Some(2) {
            let every_second = conventions.iter().filter_map(|other| other.every_second());
            let suiting = every_second.filter(|other| other.suits(candidate.row.key));
            conventions.extend(suiting.collect::<Vec<_>>());
        }
        let mut fits = vec![(from, first)];
        let starts = match candidate.seed {
            Some(_) => [Some(from), from.checked_sub(1), Some(from + 1)],
            None => [Some(from), None, None],
        };
        for start in starts.into_iter().flatten() {
            for &other in &conventions {
                if !fits.contains(&(start, other))
                    && other.matched(self.numbers, tape, start, usize::MAX) == self.numbers.len()
                {
                    fits.push((start, other));
                }
            }
        }
        if let Numbers::Fractions(given) = self.numbers {
            // Whether all are made exactly, are cut or rounded, or are only as near as their digits tell.
            let mut far = |&(start, other): &(u64, Convention)| {
                let made = other.made(self.numbers, tape, start).zip(given);
                let apart = made.map(|(made, given)| f64::from_bits(made) - given.value);
                let known = apart.zip(given).filter(|(_, given)| given.within < 0.5);
                let (mut is_exact, mut is_rounded, mut is_cut) = (true, true, true);
                for (apart, given) in known {
                    let part = apart / given.within;
                    is_exact &= apart == 0.0;
                    is_rounded &= part.abs() < 0.500_001;
                    is_cut &= (-1e-6..1.000_001).contains(&part);
                }
                if is_exact {
                    0
                } else {
                    1 + u8::from(!is_rounded && !is_cut)
                }
            };
            let near: Vec<_> = fits.iter().map(&mut far).collect();
            let least = near.iter().min().copied();
            let mut near = near.into_iter();
            fits.retain(|_| near.next() == least);
        }
        let rank = |other: Convention| other.rank(candidate.row.key);
        fits.sort_by_key(|&(start, other)| {
            let each = other.outputs().unwrap_or(1);
            (
                rank(other) == usize::MAX,
                other.one_of,
                !start.is_multiple_of(each),
                rank(other),
            )
        });
        // What no language does is no rival of what one does.
        if rank(fits[0].1) < usize::MAX {
            fits.retain(|(_, other)| rank(*other) < usize::MAX);
        }
        fits
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
            _ if !whole => Err(Why::NotAsPredicted),
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
            let is_new = |(other, _): &(Answer, usize)| {
                (&other.generator, other.seed, &other.state)
                    != (&answer.generator, answer.seed, &answer.state)
            };
            if evidence.chance <= FITS
                && self.found.fits.len() < MOST_FITS
                && self.found.fits.iter().all(is_new)
            {
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
