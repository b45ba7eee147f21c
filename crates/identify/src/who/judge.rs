//! Whether a candidate makes the numbers, and whether it does so by more than coincidence.

use super::recurrences::LAGGED;
use super::{Answer, Candidate, Derivation, MOST_MADE, Next, Search, Why};
use super::{add_every_second, shared_lagged_sum};
use crate::convention::{Convention, Rule, Tape};
use crate::evidence::Evidence;
use crate::numbers::{Fraction, Numbers};

/// How many numbers of V8 are one block.
const BLOCK: usize = 64;

/// So many bits of numbers after the first block show where it ends.
const BITS_AFTER_BLOCK: f64 = 20.0;

/// So many outputs before the first number may have been left out.
const MOST_LEFT_OUT: u64 = 16;

impl Search<'_> {
    /// Runs a candidate on all the numbers in all conventions of its row, and keeps it if it is an answer. Returns whether it is.
    pub(super) fn consider(&mut self, candidate: &Candidate<'_>) -> bool {
        self.consider_in(candidate, self.conventions_for(candidate.source))
    }

    /// Like [`Search::consider`], in the candidate's own convention and these, which were not counted among the candidates.
    pub(super) fn consider_in(
        &mut self,
        candidate: &Candidate<'_>,
        conventions: Vec<Convention>,
    ) -> bool {
        let conventions_tried = conventions.len().max(1) as f64;
        let mut tape = Tape::new((candidate.stream)());
        let (matched, best) = self.best_convention(candidate, conventions, &mut tape);
        // Numbers that only determined the candidate are not predictions.
        if self.information[..matched].iter().sum::<f64>() <= candidate.candidates {
            return false;
        }
        let fits = if matched == self.numbers.len() {
            self.find_fits(candidate, best, &mut tape)
        } else {
            vec![(candidate.position, best)]
        };
        let (position, convention) = fits[0];
        let right = self.are_as_predicted(convention.made(self.numbers, &mut tape, position));
        let mut bits = Vec::new();
        for (i, most) in self.information.iter().enumerate() {
            bits.push(most.min(convention.information(self.numbers, i)));
        }
        let candidates = candidate.candidates + conventions_tried.log2();
        let evidence = self.evidence(&right, &bits, candidates);
        let whole = evidence.is_whole();
        let open = self.why_next_is_open(candidate, fits[0], &bits);
        let mut answer = self.answer_of(candidate, fits[0], evidence, &mut tape);
        // A state that was one of a few to try is more of a coincidence than any state.
        let is_any_state = candidate.state.is_some() && candidate.candidates > FEW_STATES;
        if is_any_state && answer.is_of_language {
            let told = (0..self.numbers.len()).map(|i| convention.information(self.numbers, i));
            let one_in = (told.sum::<f64>() - candidate.candidates).exp2();
            answer.one_in = (one_in >= FEWEST_INPUTS).then_some(one_in as u64);
        }
        answer.next = self.numbers_after(whole, |count| {
            if let Some(why) = open {
                return Err(why);
            }
            let made = convention.made(self.numbers, &mut tape, position);
            Ok(made.skip(self.numbers.len()).take(count).collect())
        });
        self.agree_with_fits(&mut answer, candidate, &fits, &mut tape);
        let around = self.options.next.max(self.options.previous);
        if whole && self.options.bound_is_guessed && around > 0 {
            self.agree_with_other_bounds(&mut answer, convention, &mut tape);
        }
        if self.options.bound_is_guessed
            && let Numbers::Words { values, .. } = self.numbers
            && matches!(convention.rule, Rule::High(_) | Rule::Low(_))
        {
            // Greater ones may be rejected, as in Python's `randrange`, below a bound that no given number shows.
            answer.keep_up_to(values.iter().max().copied().unwrap_or(0));
        }
        self.keep(answer)
    }

    /// How many numbers match at most, and by which convention: the candidate's own or one of these.
    fn best_convention(
        &self,
        candidate: &Candidate<'_>,
        conventions: Vec<Convention>,
        tape: &mut Tape,
    ) -> (usize, Convention) {
        let mut best = (0, candidate.convention);
        for convention in std::iter::once(candidate.convention).chain(conventions) {
            // A wrong convention may agree with the earlier numbers, and differ only later.
            let matched = convention.matched(self.numbers, tape, candidate.position, usize::MAX);
            if matched > best.0 {
                best = (matched, convention);
            }
            if matched == self.numbers.len() {
                break;
            }
        }
        best
    }

    /// The answer that a candidate is with this start and convention, without the numbers that follow.
    fn answer_of(
        &self,
        candidate: &Candidate<'_>,
        (position, convention): (u64, Convention),
        evidence: Evidence,
        tape: &mut Tape,
    ) -> Answer {
        let source = candidate.source;
        let whole = evidence.is_whole();
        let about = match candidate.seed {
            Some(_) => source.about,
            None => source.algorithm,
        };
        let mut answer = Answer {
            seed: candidate.seed,
            state: candidate.state.clone().filter(|_| candidate.seed.is_none()),
            raw_state: candidate.state.clone().filter(|_| candidate.settled),
            text: candidate.text,
            position,
            is_of_language: convention.rank(source.key) < usize::MAX,
            mistake: candidate.mistake.map(Into::into),
            previous: self.numbers_before(candidate, (position, convention), whole),
            ..Answer::new(source.key, about, evidence)
        };
        if whole {
            let made = convention.made(self.numbers, tape, position);
            for (i, made) in made.take(self.numbers.len()).enumerate() {
                if self.numbers.is_gap(i) {
                    answer.filled.push((i + 1, made));
                }
            }
        }
        // A state does not say which of the libraries that share it made it.
        if candidate.seed.is_none()
            && let Some((lags, about)) = shared_lagged_sum(source.structure)
        {
            answer.generator = LAGGED.into();
            (answer.parameters, answer.about) = (Some(lags), about);
            answer.state = answer.state.filter(|_| candidate.settled);
        }
        if whole && (self.options.next.max(self.options.previous) > 0 || !answer.filled.is_empty())
        {
            let made = convention.made(self.numbers, tape, position);
            answer.made = made.take(self.numbers.len().min(MOST_MADE)).collect();
        }
        answer
    }

    /// Why a candidate does not tell the following numbers, if it does not; `bits` has the information of each number.
    fn why_next_is_open(
        &self,
        candidate: &Candidate<'_>,
        (position, convention): (u64, Convention),
        bits: &[f64],
    ) -> Option<Why> {
        if !candidate.settled {
            return Some(Why::OtherStates);
        }
        // Where blocks end is known from their seed, or by numbers after the first one.
        let is_known = candidate.seed.is_some() && position.is_multiple_of(64);
        if let Some(first) = convention.first_block()
            && !is_known
            && bits.iter().skip(first).sum::<f64>() < BITS_AFTER_BLOCK
        {
            let each = bits.iter().sum::<f64>() / bits.len() as f64;
            return Some(Why::BlockIsOpen(
                BLOCK + (BITS_AFTER_BLOCK / each).ceil() as usize,
            ));
        }
        let bound = self.numbers.bound(0);
        let is_one_bound = (1..self.numbers.len()).all(|i| self.numbers.bound(i) == bound);
        (!is_one_bound).then_some(Why::BoundsDiffer)
    }

    /// Adds to an answer the other starts and conventions that fit, and keeps what all of them say of the numbers around.
    fn agree_with_fits(
        &self,
        answer: &mut Answer,
        candidate: &Candidate<'_>,
        fits: &[(u64, Convention)],
        tape: &mut Tape,
    ) {
        let (position, convention) = fits[0];
        let whole = answer.evidence.is_whole();
        let mut conventions = vec![convention];
        for &(start, other) in &fits[1..] {
            if start != position && other != convention {
                answer.or.push((start, other));
            }
            // Only browsers have blocks.
            let is_possible = other.first_block().is_none() || other.is_browsers();
            if start == position
                && is_possible
                && !conventions
                    .iter()
                    .any(|one| one.is_same(&other, self.numbers))
            {
                conventions.push(other);
            }
            let made = other.made(self.numbers, tape, start);
            let next = made.skip(self.numbers.len()).take(self.options.next);
            let next = next.collect();
            // With the same convention, the outputs between the two starts were rejected.
            let previous = if other == convention {
                answer.previous.clone()
            } else {
                self.numbers_before(candidate, (start, other), whole)
            };
            if answer.previous == Err(Why::FirstOfSeed) && previous == Err(Why::OutputsAreOpen) {
                answer.previous = Err(Why::OtherAnswers);
            }
            answer.agree(self.numbers, Ok(next), previous);
        }
        if matches!(self.numbers, Numbers::Words { .. }) {
            conventions.truncate(1);
        }
        answer.derivation = Some(Derivation::Converted(conventions));
    }

    /// Keeps of the following numbers those that do not depend on the bound that was guessed, and of the preceding ones none
    /// if another bound is possible.
    fn agree_with_other_bounds(
        &self,
        answer: &mut Answer,
        convention: Convention,
        tape: &mut Tape,
    ) {
        for numbers in self.numbers.below_other_bounds() {
            // The first outputs may have been left out below the guessed bound only.
            for start in answer.position..answer.position + MOST_LEFT_OUT {
                if convention.matched(&numbers, tape, start, usize::MAX) < numbers.len() {
                    continue;
                }
                let made = convention.made(&numbers, tape, start);
                let next = made.skip(numbers.len()).take(self.options.next).collect();
                answer.agree(self.numbers, Ok(next), Err(Why::OtherAnswers));
                break;
            }
        }
    }

    /// The starts and conventions by which a candidate makes all the numbers, beginning with the one to be named: what makes
    /// them exactly comes before what is as near as their digits tell, then what a language does, from a start at which it
    /// may begin. Where numbers take two outputs, the low half of one may be the high half of the next.
    fn find_fits(
        &self,
        candidate: &Candidate<'_>,
        first: Convention,
        tape: &mut Tape,
    ) -> Vec<(u64, Convention)> {
        let (from, source) = (candidate.position, candidate.source);
        let mut conventions = self.conventions_for(source);
        // What looks like one number of two outputs may be every second number.
        if candidate.seed.is_some() && first.outputs() == Some(2) {
            add_every_second(&mut conventions, source.key);
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
            let mut distances = Vec::new();
            for &(start, other) in &fits {
                distances.push(distance(given, other.made(self.numbers, tape, start)));
            }
            let least = distances.iter().min();
            let mut each = distances.iter();
            fits.retain(|_| each.next() == least);
        }
        fits.sort_by_key(|&(start, other)| {
            let rank = other.rank(source.key);
            let each = other.outputs().unwrap_or(1);
            (
                rank == usize::MAX,
                other.one_of,
                !start.is_multiple_of(each),
                rank,
            )
        });
        // What no language does is no rival of what one does.
        if fits[0].1.rank(source.key) < usize::MAX {
            fits.retain(|(_, other)| other.rank(source.key) < usize::MAX);
        }
        fits
    }

    /// The evidence for one of this many candidates, counting all tries and readings.
    pub(super) fn evidence(&self, right: &[bool], bits: &[f64], candidates: f64) -> Evidence {
        let tried = self.tries.max(1) * self.readings;
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
        let (matched, used) = (evidence.matched, evidence.used);
        let predicted = (0..right.len()).filter(|i| right[*i]);
        for (count, i) in predicted.take(matched.max(used)).enumerate() {
            if gaps.binary_search(&i).is_ok() {
                evidence.matched -= usize::from(count < matched);
                evidence.used -= usize::from(count < used);
            }
        }
        evidence
    }

    /// Whether each number is as predicted.
    pub(super) fn are_as_predicted(&self, made: impl Iterator<Item = u64>) -> Vec<bool> {
        let mut right = vec![false; self.numbers.len()];
        for (i, made) in made.take(right.len()).enumerate() {
            right[i] = self.numbers.is(i, made);
        }
        right
    }

    /// The following numbers, provided that every number is as predicted (`whole`).
    pub(super) fn numbers_after(&self, whole: bool, follow: impl FnOnce(usize) -> Next) -> Next {
        match self.options.next {
            0 => Ok(Vec::new()),
            _ if !whole => Err(Why::NotAsPredicted),
            count => follow(count),
        }
    }

    /// Keeps an answer if a coincidence is unlikely enough, or else among those that fit. Returns whether it is an answer.
    pub(super) fn keep(&mut self, mut answer: Answer) -> bool {
        let evidence = &answer.evidence;
        if evidence.is_enough() {
            if !self
                .found
                .answers
                .iter()
                .any(|other| is_same_start(other, &answer))
            {
                self.found.answers.push(answer);
            }
            return true;
        }
        // A state that only fits is shown as such, unless it is even less of a coincidence.
        if evidence.chance <= FITS {
            answer.one_in = None;
        }
        let is_shown = evidence.chance <= FITS || answer.one_in.is_some();
        let mean = self.information.iter().sum::<f64>() / self.information.len() as f64;
        if evidence.is_whole()
            && (evidence.predicted() > 0 || answer.one_in.is_some())
            && let Some(missing) = evidence.missing(mean)
        {
            let least = self.found.too_few.unwrap_or(missing);
            self.found.too_few = Some(least.min(missing));
            let fits = &mut self.found.fits;
            if is_shown
                && fits.len() < MOST_FITS
                && !fits.iter().any(|(other, _)| is_same_origin(other, &answer))
            {
                fits.push((answer, missing));
            }
        }
        false
    }
}

/// Whether two answers have the same generator and seed or state.
fn is_same_origin(one: &Answer, other: &Answer) -> bool {
    (&one.generator, one.seed, &one.state) == (&other.generator, other.seed, &other.state)
}

/// Whether they also have the same position.
fn is_same_start(one: &Answer, other: &Answer) -> bool {
    is_same_origin(one, other) && one.position == other.position
}

/// How near fractions are to the given ones: 0 if all are made exactly, 1 if all are cut or all rounded, and 2 if they are only
/// as near as their digits tell.
fn distance(given: &[Fraction], made: impl Iterator<Item = u64>) -> u8 {
    let (mut is_exact, mut is_rounded, mut is_cut) = (true, true, true);
    for (made, given) in made.zip(given).filter(|(_, given)| given.within < 0.5) {
        let apart = f64::from_bits(made) - given.value;
        let part = apart / given.within;
        is_exact &= apart == 0.0;
        is_rounded &= part.abs() < 0.500_001;
        is_cut &= (-1e-6..1.000_001).contains(&part);
    }
    match (is_exact, is_rounded || is_cut) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    }
}

/// The base-2 logarithm of fewer states than a generator has.
const FEW_STATES: f64 = 12.0;

/// A candidate that fits is shown if the base-2 logarithm of the chance of a coincidence is at most this.
const FITS: f64 = -7.0;

/// A state of a language's generator that fits is shown if some state fits at most one random input of so many.
const FEWEST_INPUTS: f64 = 8.0;

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
