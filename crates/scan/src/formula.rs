//! Rules of one word, and how often they make each number.
//!
//! The compiled rule is run over all words of up to 32 bits ([`Method::Counted`]). For wider words, up to 63 bits, it is run
//! over those that differ in the bits that it reads, if these are at most 32 ([`Method::Read`]). If a rule never decreases and
//! its words have more than 24 bits, the first word of each number is searched for ([`Method::Searched`]). A remainder such as
//! `w % 20 + 1` is divided ([`Method::Divided`]). A rule may also make its number of one that never decreases. Others are refused.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use roguelab_scan::formula::Formula;
//!
//! let rule = Formula::parse("w % n until w < 2^8 / n * n", 8, Some(6))?;
//! let law = rule.count(2, &AtomicBool::new(false), &|_| ())?.unwrap();
//! assert_eq!((&law.counts[..], law.rejected), (&[42; 6][..], 4));
//!
//! // The same fraction from a double's 53 bits: there are too many words to run, but it never decreases.
//! let dice = Formula::parse("double(w / 2^53 * 6)", 53, None)?.count(1, &AtomicBool::new(false), &|_| ())?.unwrap();
//! assert_eq!(dice.counts.iter().sum::<u128>(), 1 << 53);
//! # Ok::<(), roguelab_scan::formula::FormulaError>(())
//! ```

mod core;
mod form;
mod product;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use thiserror::Error;

use self::core::{Core, whole_range};
pub(crate) use self::form::ShiftedRemainder;
use self::form::{bits_read, never_decreases};
use self::product::Product;
use crate::columns::{BLOCK, Columns, Program};
use crate::expression::{Expression, ExpressionError, FIRST_DIE, Operation, refuse};
use crate::rule::Rule;

/// The most numbers that a rule can make.
pub const MOST_NUMBERS: u64 = 1 << 22;

/// The most bits of a word.
pub const MOST_BITS: u32 = 63;

/// The most bits of words that are all run.
const MOST_RUN: u32 = 32;

/// Words of up to this many bits are all run, which takes a moment, even if the rule could be searched.
const ALWAYS_RUN: u32 = 24;

/// The most numbers whose first words are searched for.
const MOST_SEARCHED: u64 = 1 << 16;

/// How many words one thread takes at a time.
const CHUNK: u64 = 1 << 18;

/// Why a text is not a rule, or why the law of a rule cannot be computed.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum FormulaError {
    /// The text cannot be read.
    #[error(transparent)]
    Syntax(#[from] ExpressionError),
    /// The words are too short or too long.
    #[error("a rule takes words of 1 to {MOST_BITS} bits, not {0}")]
    Bits(u32),
    /// No numbers are wanted, or too many.
    #[error("a rule gives 1 to {MOST_NUMBERS} numbers, not {0}")]
    Numbers(u64),
    /// There is no n, and the range of the rule is too large.
    #[error(
        "by the ranges of its parts the rule may give {0} to {1}: give -n N if its numbers are 0 to N - 1"
    )]
    Range(i64, i64),
    /// The rule gives none of the wanted numbers.
    #[error(
        "no word gives a number from {first} to {last}; the word {word}, for example, gives {value}"
    )]
    Outside {
        /// The first word that is not drawn again.
        word: u64,
        /// The number that this word gives.
        value: i64,
        /// The least number wanted.
        first: i64,
        /// The greatest number wanted.
        last: i64,
    },
    /// The condition is not true for any word.
    #[error("no word satisfies the condition after `until`")]
    NoWord,
    /// The rule can neither be counted nor searched.
    #[error(
        "2^{bits} words are too many to run: up to {MOST_RUN} bits all are run; of wider words a rule can be counted that reads \
         at most {MOST_RUN} bits of them (as `w >> k` or `w & mask`), or that has no `until` and never decreases, with at most \
         {MOST_SEARCHED} numbers"
    )]
    TooManyWords {
        /// The bits of a word.
        bits: u32,
    },
}

/// How the words were counted.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Method {
    /// All words were run.
    Counted,
    /// All words that differ in these bits were run; the rule reads no others.
    Read(Range<u32>),
    /// The rule never decreases: the first word of each number was searched for.
    Searched,
    /// The rule makes its numbers of one that never decreases, or of a remainder of a product with a fraction: it is that of
    /// which the words were searched for or counted.
    PartSearched,
    /// The rule is a remainder, to which a constant may be added: the words of each follow by division.
    Divided,
}

/// How often each number comes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Law {
    /// The first number.
    pub first: i64,
    /// How many words give each number from the first on.
    pub counts: Vec<u128>,
    /// How many words are drawn again.
    pub rejected: u128,
    /// The words that give a number outside those wanted.
    pub outside: Option<Outside>,
    /// How they were counted.
    pub method: Method,
}

/// Words that give a number outside those wanted: a fraction that can be 1 gives n, for instance.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Outside {
    /// How many such words there are.
    pub count: u128,
    /// The first of them.
    pub word: u64,
    /// The number that it gives.
    pub value: i64,
}

/// What the threads share that run the words from 0 to `runs`, shifted by some bits.
struct Run<'a> {
    program: &'a Program,
    shift: u32,
    runs: u64,
    next: AtomicU64,
    stop: &'a AtomicBool,
    progress: &'a (dyn Fn(u64) + Sync),
}

/// A rule for words of a number of bits.
#[derive(Clone, Debug)]
pub struct Formula {
    value: Expression,
    until: Option<Expression>,
    bits: u32,
    first: i64,
    numbers: u64,
}

impl Formula {
    /// Reads a rule of one word that gives the numbers below `n`; without `n`, those that the ranges of its parts allow.
    ///
    /// # Errors
    /// [`FormulaError::Syntax`] with the place; as for [`Formula::new`].
    pub fn parse(text: &str, bits: u32, n: Option<u32>) -> Result<Self, FormulaError> {
        Self::new(Rule::parse(text, bits, n)?)
    }

    /// The formula of a rule of one word.
    ///
    /// # Errors
    /// [`FormulaError::Bits`], [`FormulaError::Numbers`], [`FormulaError::Range`]; [`FormulaError::Syntax`] if the rule is not
    /// a number, or may be beyond 64 bits.
    pub fn new(rule: Rule) -> Result<Self, FormulaError> {
        if !(1..=MOST_BITS).contains(&rule.bits) {
            return Err(FormulaError::Bits(rule.bits));
        }
        if rule.value.contains(is_of_dice) {
            let message = "dice take no word, and these are not of a rule of several words";
            let fault = refuse::<()>(rule.value.place.start, message);
            fault.map_err(|fault| rule.locate(fault))?;
        }
        let (low, high) = match whole_range(&rule.value) {
            Some(range) => range,
            None => rule.value.range().map_err(|fault| rule.locate(fault))?,
        };
        if let Some(until) = &rule.until {
            let condition = until.expect_condition();
            condition.map_err(|fault| rule.locate(fault))?;
        }
        let (first, numbers) = match rule.n {
            Some(n) => (0, n.into()),
            None => (low, high.abs_diff(low).saturating_add(1)),
        };
        if !(1..=MOST_NUMBERS).contains(&numbers) {
            return Err(match rule.n {
                Some(_) => FormulaError::Numbers(numbers),
                None => FormulaError::Range(low, high),
            });
        }
        Ok(Self {
            value: rule.value,
            until: rule.until,
            bits: rule.bits,
            first,
            numbers,
        })
    }

    const fn last(&self) -> i64 {
        self.first + (self.numbers as i64 - 1)
    }

    /// How it can be counted.
    ///
    /// # Errors
    /// [`FormulaError::TooManyWords`].
    pub fn method(&self) -> Result<Method, FormulaError> {
        let read = self.bits_read();
        if self.divided().is_some() {
            Ok(Method::Divided)
        } else if self.bits > ALWAYS_RUN && self.until.is_none() && self.is_searched() {
            Ok(Method::Searched)
        } else if self.bits > ALWAYS_RUN
            && self.until.is_none()
            && Core::of(&self.value, self.bits).is_some()
        {
            Ok(Method::PartSearched)
        } else if self.bits <= MOST_RUN {
            Ok(Method::Counted)
        } else if read.len() <= MOST_RUN as usize {
            Ok(Method::Read(read))
        } else {
            Err(FormulaError::TooManyWords { bits: self.bits })
        }
    }

    /// Whether the first word of each number can be searched for.
    fn is_searched(&self) -> bool {
        self.numbers <= MOST_SEARCHED && never_decreases(&self.value)
    }

    /// How many words are run.
    pub fn runs(&self) -> u64 {
        let method = self.method().ok();
        let bits = method.and_then(|method| self.bits_run(&method));
        bits.map_or(0, |bits| 1 << bits.len())
    }

    /// The bits in which the words differ that are run, if any are.
    fn bits_run(&self, method: &Method) -> Option<Range<u32>> {
        match method {
            Method::Counted => Some(0..self.bits),
            Method::Read(bits) => Some(bits.clone()),
            Method::Searched | Method::PartSearched | Method::Divided => None,
        }
    }

    /// The law of a remainder to which a constant may be added, if it gives only numbers that are wanted.
    fn divided(&self) -> Option<Law> {
        let ShiftedRemainder { modulus, shift } = ShiftedRemainder::of(&self.value)?;
        let words = 1_u128 << self.bits;
        let numbers = words.min(modulus.into()) as u64;
        let start = u64::try_from(shift.checked_sub(self.first)?).ok()?;
        if self.until.is_some() || start.checked_add(numbers)? > self.numbers {
            return None;
        }
        let (each, more) = (words / u128::from(modulus), words % u128::from(modulus));
        let mut counts = vec![0; self.numbers as usize];
        for remainder in 0..numbers {
            counts[(start + remainder) as usize] = each + u128::from(u128::from(remainder) < more);
        }
        Some(Law {
            first: self.first,
            counts,
            rejected: 0,
            outside: None,
            method: Method::Divided,
        })
    }

    /// Counts how often each number comes, on this many threads; `None` if `stop` has become true. `progress` is called with
    /// the number of words run.
    ///
    /// # Errors
    /// [`FormulaError::Outside`] for the first such word, [`FormulaError::NoWord`], [`FormulaError::TooManyWords`].
    pub fn count(
        &self,
        threads: usize,
        stop: &AtomicBool,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Option<Law>, FormulaError> {
        if let Some(law) = self.divided() {
            return Ok(Some(law));
        }
        let method = self.method()?;
        let program = Program::new(&self.value, self.until.as_ref());
        let mut law = match self.bits_run(&method) {
            None if self.is_searched() => self.search(&program, stop),
            None => self
                .search_core(stop)
                .ok_or(FormulaError::TooManyWords { bits: self.bits })?,
            Some(bits) => {
                let run = Run {
                    program: &program,
                    shift: bits.start,
                    runs: 1 << bits.len(),
                    next: AtomicU64::new(0),
                    stop,
                    progress,
                };
                let mut law = self.run(&run, threads);
                law.scale(1 << (self.bits - bits.len() as u32));
                law
            }
        };
        law.method = method;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if law.counts.iter().all(|&count| count == 0) {
            return Err(match law.outside {
                None => FormulaError::NoWord,
                Some(Outside { word, value, .. }) => FormulaError::Outside {
                    word,
                    value,
                    first: self.first,
                    last: self.last(),
                },
            });
        }
        Ok(Some(law))
    }

    /// Runs all words on this many threads, of which this is one.
    fn run(&self, run: &Run<'_>, threads: usize) -> Law {
        std::thread::scope(|scope| {
            let mut workers = Vec::new();
            for _ in 1..threads {
                workers.push(scope.spawn(|| self.run_chunks(run)));
            }
            let mut sum = self.run_chunks(run);
            for worker in workers {
                let joined = worker.join();
                sum.add(joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            sum
        })
    }

    /// Runs words as long as there are more.
    fn run_chunks(&self, run: &Run<'_>) -> Law {
        // Equal numbers often come one after the other: four counters for each number do not wait for one another.
        let ways = if self.numbers <= 1 << 12 { 4 } else { 1 };
        let mut counts = vec![0_u64; ways * self.numbers as usize];
        let (mut rejected, mut outside) = (0_u64, None);
        let mut columns = run.program.columns();
        loop {
            let start = run.next.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= run.runs || run.stop.load(Ordering::Relaxed) {
                break;
            }
            let end = run.runs.min(start + CHUNK);
            for first in (start..end).step_by(BLOCK) {
                let mut i = 0;
                let length = (end - first).min(BLOCK as u64) as usize;
                let (word, step) = (first << run.shift, 1 << run.shift);
                run.program.run(word, step, length, &mut columns, |value| {
                    if let Some(value) = value {
                        let at = value.wrapping_sub(self.first) as u64;
                        if at < self.numbers {
                            counts[at as usize * ways + i % ways] += 1;
                        } else {
                            let word = word + step * i as u64;
                            let count = 0;
                            let first = Outside { count, word, value };
                            outside.get_or_insert(first).count += 1;
                        }
                    } else {
                        rejected += 1;
                    }
                    i += 1;
                });
            }
            (run.progress)(end - start);
        }
        let counts = counts.chunks(ways);
        Law {
            first: self.first,
            counts: counts.map(|ways| ways.iter().sum::<u64>().into()).collect(),
            rejected: rejected.into(),
            outside,
            method: Method::Counted,
        }
    }

    /// The law of a rule that never decreases: the words of a number are then neighbours, from the first that gives more than
    /// the number before on. [`never_decreases`] proves this from the form of the rule, since sums, products with a number that
    /// is not negative, quotients by a positive number, shifts and the floor keep the order of their arguments, and so does
    /// rounding: the larger of two numbers is never rounded to the smaller result (IEEE 754). Bisection is certain to find the
    /// first word.
    fn search(&self, program: &Program, stop: &AtomicBool) -> Law {
        let (words, mut columns) = (1_u64 << self.bits, program.columns());
        let below = first_above(program, self.first - 1, 0..words, &mut columns);
        let (mut before, mut counts) = (below, Vec::with_capacity(self.numbers as usize));
        for number in self.first..=self.last() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let after = first_above(program, number, before..words, &mut columns);
            counts.push(u128::from(after - before));
            before = after;
        }
        let mut outside = None;
        if below > 0 || before < words {
            let word = if below > 0 { 0 } else { before };
            let value = compute(program, word, 0, 1, &mut columns)[0];
            let count = u128::from(below + (words - before));
            outside = Some(Outside { count, word, value });
        }
        Law {
            first: self.first,
            counts,
            rejected: 0,
            outside,
            method: Method::Searched,
        }
    }

    /// The law of a rule that makes its numbers of one that never decreases, of which the words of each are neighbours, or of a
    /// remainder of a product; `None` if it has none, or the first word of a number that is not wanted is not known.
    fn search_core(&self, stop: &AtomicBool) -> Option<Law> {
        let core = Core::of(&self.value, self.bits)?;
        let product = Product::of(&core.value, self.bits);
        let counts = if let Some(product) = &product {
            product.count(self.bits)?
        } else {
            let program = Program::new(&core.value, None);
            let inner = Self {
                value: core.value,
                until: None,
                bits: self.bits,
                first: core.first,
                numbers: core.numbers,
            };
            inner.search(&program, stop).counts
        };
        let mut law = Law {
            first: self.first,
            counts: vec![0; self.numbers as usize],
            rejected: 0,
            outside: None,
            method: Method::Searched,
        };
        let mut word = 0;
        for (number, words) in (core.first..).zip(counts) {
            if words == 0 {
                continue;
            }
            let value = core.outer.evaluate(&[number]).unwrap_or(i64::MIN);
            let at = value.wrapping_sub(self.first) as u64;
            if at < self.numbers {
                law.counts[at as usize] += words;
            } else if product.is_some() {
                return None;
            } else {
                let count = 0;
                let first = Outside { count, word, value };
                law.outside.get_or_insert(first).count += words;
            }
            word += words as u64;
        }
        Some(law)
    }

    /// The steps of a rule whose numbers are those of neighbouring words: the first word of each, and its number. After the last
    /// word one more is taken, which is that of the fraction 1. `None` for rules that are not searched.
    pub fn steps(&self) -> Option<Vec<(u64, i64)>> {
        let stop = AtomicBool::new(false);
        let core = Core::of(&self.value, self.bits);
        let (value, first, outer) = match core {
            _ if self.until.is_some() => return None,
            _ if self.is_searched() => (&self.value, self.first, None),
            Some(ref core) if Product::of(&core.value, self.bits).is_none() => {
                (&core.value, core.first, Some(&core.outer))
            }
            _ => return None,
        };
        let program = Program::new(value, None);
        let inner = Self {
            value: value.clone(),
            until: None,
            bits: self.bits,
            first,
            numbers: whole_range(value).map_or(1, |(low, high)| high.abs_diff(low) + 1),
        };
        let mut steps: Vec<(u64, i64)> = Vec::new();
        let mut word = 0;
        let mut add = |word: u64, number: i64| {
            let number = outer.map_or(Some(number), |outer| outer.evaluate(&[number]));
            match (number, steps.last()) {
                (Some(number), Some((_, before))) if *before == number => {}
                (Some(number), _) => steps.push((word, number)),
                (None, _) => {}
            }
        };
        for (number, words) in (first..).zip(inner.search(&program, &stop).counts) {
            if words > 0 {
                add(word, number);
            }
            word += words as u64;
        }
        let one = 1_u64 << self.bits;
        let last = compute(&program, one, 0, 1, &mut program.columns())[0];
        add(one, last);
        Some(steps)
    }

    /// The range of bits that the rule reads, from the lowest to the highest.
    fn bits_read(&self) -> Range<u32> {
        let mut read = bits_read(&self.value, u64::MAX);
        if let Some(until) = &self.until {
            read |= bits_read(until, u64::MAX);
        }
        read &= u64::MAX >> (u64::BITS - self.bits);
        let end = u64::BITS - read.leading_zeros();
        read.trailing_zeros().min(end)..end
    }
}

/// Whether dice are rolled for it.
fn is_of_dice(operation: Operation) -> bool {
    matches!(operation, Operation::Word(word) if word >= FIRST_DIE)
        || matches!(operation, Operation::Kept(_))
}

impl Law {
    fn add(&mut self, other: Self) {
        for (sum, count) in self.counts.iter_mut().zip(other.counts) {
            *sum += count;
        }
        self.rejected += other.rejected;
        let found = self.outside.into_iter().chain(other.outside);
        let count = found.clone().map(|outside| outside.count).sum();
        let first = found.min_by_key(|outside| outside.word);
        self.outside = first.map(|first| Outside { count, ..first });
    }

    /// Counts each word so many times.
    fn scale(&mut self, times: u128) {
        for count in &mut self.counts {
            *count *= times;
        }
        self.rejected *= times;
        if let Some(outside) = &mut self.outside {
            outside.count *= times;
        }
    }
}

/// The numbers of the words `first`, `first + step`, ..., except those that are rejected.
fn compute(
    program: &Program,
    first: u64,
    step: u64,
    length: usize,
    columns: &mut Columns,
) -> Vec<i64> {
    let mut values = Vec::with_capacity(length);
    program.run(first, step, length, columns, |value| values.extend(value));
    values
}

/// The first of these words that gives more than `number`; all before them give at most that.
fn first_above(
    program: &Program,
    number: i64,
    mut words: Range<u64>,
    columns: &mut Columns,
) -> u64 {
    while !words.is_empty() {
        let left = words.end - words.start;
        let step = left.div_ceil(BLOCK as u64);
        let length = left.div_ceil(step) as usize;
        let tried = compute(program, words.start, step, length, columns);
        let below = tried.partition_point(|&value| value <= number) as u64;
        if below == 0 {
            return words.start;
        }
        words = words.start + (below - 1) * step + 1..words.end.min(words.start + below * step);
    }
    words.end
}

#[cfg(test)]
mod tests;
