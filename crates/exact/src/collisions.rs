//! Whether independent draws are all distinct, when outcomes are too many to list but fall into classes.
//!
//! With outcome probabilities `p`, `m` draws are all distinct with probability `m! e_m(p)`, `e_m` being the elementary
//! symmetric polynomial: the coefficient of `z^m` in the product of `1 + p z` over all outcomes. A class of `c`
//! outcomes contributes `(1 + p z)^c`, whose coefficients are binomial, so only the number of classes matters.
//!
//! All numbers are integers over the `m`-th power of the total weight; the cost is `m^2` products of long numbers per class.
//! Sources:
//! Feller 1, section II.3 (birthdays); Stanley, *Enumerative Combinatorics* 2, section 7.4.
//!
//! ```
//! use roguelab_exact::{Weights, collisions::Outcomes};
//!
//! // Rogue's scroll titles: 2 to 5 syllables of 39. Are the 13 titles of a game distinct?
//! let titles = Outcomes::words(2, &Weights::low_bits(14, 4)?, &Weights::low_bits(14, 39)?)?;
//! let repeated = roguelab_exact::rational::to_f64(&titles.some_equal(13));
//! assert!((repeated - 0.0033).abs() < 0.0001);
//! # Ok::<(), roguelab_exact::Error>(())
//! ```

use crate::counting::binomials;
use crate::distance::absolute_difference;
use crate::error::Error;
use crate::rational::ratio;
use crate::weights::Weights;
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero, pow};
use std::collections::BTreeMap;

/// Outcomes of equal weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeClass {
    /// How many outcomes there are.
    pub outcomes: BigUint,
    /// The weight of each single one, over the total weight of all outcomes.
    pub weight: BigUint,
}

/// A distribution on outcomes too many to list, given by classes of equally likely ones.
#[derive(Clone, Debug)]
pub struct Outcomes {
    classes: Vec<OutcomeClass>,
    total: BigUint,
}

impl Outcomes {
    /// Outcomes with probabilities proportional to the weights of their classes.
    ///
    /// # Errors
    /// [`Error::ZeroTotal`] if all weigh nothing.
    pub fn new(classes: Vec<OutcomeClass>) -> Result<Self, Error> {
        let total: BigUint = classes
            .iter()
            .map(|class| &class.outcomes * &class.weight)
            .sum();
        if total.is_zero() {
            Err(Error::ZeroTotal)
        } else {
            Ok(Self { classes, total })
        }
    }

    /// The classes, in no promised order; some may have weight zero.
    pub fn classes(&self) -> &[OutcomeClass] {
        &self.classes
    }

    /// The weight of all outcomes together: the denominator of every class's weight.
    pub fn total(&self) -> &BigUint {
        &self.total
    }

    /// How many outcomes there are in all classes, those of weight zero included.
    pub fn outcomes(&self) -> BigUint {
        self.classes.iter().map(|class| &class.outcomes).sum()
    }

    /// Total variation distance to the uniform distribution on all outcomes.
    pub fn total_variation(&self) -> BigRational {
        let outcomes = self.outcomes();
        let mut difference = BigUint::zero();
        for class in &self.classes {
            let of_one = absolute_difference(&class.weight * &outcomes, self.total.clone());
            difference += of_one * &class.outcomes;
        }
        ratio(difference, (&outcomes * &self.total) << 1_u32)
    }

    /// Pearson's chi-square per draw against the uniform distribution on all outcomes.
    pub fn chi_square_per_draw(&self) -> BigRational {
        ratio(
            self.sum_squares() * self.outcomes(),
            &self.total * &self.total,
        ) - BigRational::one()
    }

    /// The sum of the squares of the weights of all outcomes.
    fn sum_squares(&self) -> BigUint {
        let mut squares = BigUint::zero();
        for class in &self.classes {
            squares += &class.outcomes * &class.weight * &class.weight;
        }
        squares
    }

    /// Words of random length: length `shortest + i` has weight `lengths[i]`, and each letter the weight `letters[j]`.
    ///
    /// Words differ as sequences of letters. They are classed by length and by how many letters they have of
    /// each weight.
    ///
    /// # Errors
    /// There are none that [`Weights`] has not already excluded.
    pub fn words(shortest: usize, lengths: &Weights, letters: &Weights) -> Result<Self, Error> {
        let longest = shortest + lengths.outcomes() - 1;
        let groups = count_weights(letters);
        let mut classes = Vec::new();
        for (length, &length_weight) in (shortest..).zip(lengths.counts()) {
            // A shorter word leaves letters undrawn: those factors of the common denominator stay whole.
            let undrawn = pow(BigUint::from(letters.total()), longest - length);
            for class in words_of_length(length, &groups) {
                classes.push(OutcomeClass {
                    weight: class.weight * length_weight * &undrawn,
                    ..class
                });
            }
        }
        Self::new(classes)
    }

    /// Probability that `draws` independent draws are all distinct.
    pub fn all_distinct(&self, draws: usize) -> BigRational {
        let mut product = vec![BigUint::one()];
        for class in &self.classes {
            product = multiply_truncated(&product, &class_polynomial(class, draws), draws);
        }
        let orders: BigUint = (1..=draws).product();
        let symmetric = product.get(draws).cloned().unwrap_or_default();
        ratio(orders * symmetric, pow(self.total.clone(), draws))
    }

    /// Probability that at least two of `draws` independent draws are equal.
    pub fn some_equal(&self, draws: usize) -> BigRational {
        BigRational::one() - self.all_distinct(draws)
    }

    /// Expected number of equal pairs among `draws` independent draws.
    pub fn expected_equal_pairs(&self, draws: usize) -> BigRational {
        let pairs = BigUint::from(draws) * draws.saturating_sub(1) / 2_u32;
        ratio(pairs * self.sum_squares(), pow(self.total.clone(), 2))
    }
}

/// The distinct weights and how many outcomes have each.
fn count_weights(weights: &Weights) -> BTreeMap<u128, usize> {
    let mut groups = BTreeMap::new();
    for &weight in weights.counts() {
        *groups.entry(weight).or_default() += 1;
    }
    groups
}

/// Words of one length, classed by how many letters they have of each group (weight of a letter, number of letters).
fn words_of_length(length: usize, groups: &BTreeMap<u128, usize>) -> Vec<OutcomeClass> {
    // Places that are still free, and the words so far; a group takes some of these places and fills them freely.
    let nothing = OutcomeClass {
        outcomes: BigUint::one(),
        weight: BigUint::one(),
    };
    let mut partial = vec![(length, nothing)];
    for (&letter_weight, &letters) in groups {
        let mut longer = Vec::new();
        for (free, words) in &partial {
            let ways = binomials(&BigUint::from(*free), *free);
            for (taken, ways) in ways.into_iter().enumerate() {
                let class = OutcomeClass {
                    outcomes: &words.outcomes * ways * pow(BigUint::from(letters), taken),
                    weight: &words.weight * pow(BigUint::from(letter_weight), taken),
                };
                longer.push((free - taken, class));
            }
        }
        partial = longer;
    }
    partial.retain(|(free, _)| *free == 0);
    partial.into_iter().map(|(_, words)| words).collect()
}

/// Coefficients of `(1 + weight z)^outcomes` up to `z^highest`.
fn class_polynomial(class: &OutcomeClass, highest: usize) -> Vec<BigUint> {
    let binomials = binomials(&class.outcomes, highest);
    binomials
        .into_iter()
        .enumerate()
        .map(|(power, ways)| ways * pow(class.weight.clone(), power))
        .collect()
}

/// The product of two polynomials without the powers above `highest`.
fn multiply_truncated(left: &[BigUint], right: &[BigUint], highest: usize) -> Vec<BigUint> {
    let mut product = vec![BigUint::zero(); (left.len() + right.len() - 1).min(highest + 1)];
    for (i, a) in left.iter().enumerate() {
        for (j, b) in right
            .iter()
            .enumerate()
            .take(product.len().saturating_sub(i))
        {
            product[i + j] += a * b;
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group_outcomes(weights: &Weights) -> Outcomes {
        let mut classes = Vec::new();
        for (weight, outcomes) in count_weights(weights) {
            classes.push(OutcomeClass {
                outcomes: outcomes.into(),
                weight: weight.into(),
            });
        }
        Outcomes::new(classes).unwrap()
    }

    /// The probability that all draws are distinct, and the expected equal pairs.
    fn computed(outcomes: &Outcomes, draws: usize) -> (BigRational, BigRational) {
        (
            outcomes.all_distinct(draws),
            outcomes.expected_equal_pairs(draws),
        )
    }

    /// All `n^draws` sequences one by one: probability that all are distinct, and expected equal pairs.
    fn enumerated(probabilities: &[BigRational], draws: usize) -> (BigRational, BigRational) {
        let n = probabilities.len();
        let (mut distinct, mut pairs) = (ratio(0, 1), ratio(0, 1));
        for mut code in 0..n.pow(draws as u32) {
            let mut sequence = Vec::new();
            for _ in 0..draws {
                sequence.push(code % n);
                code /= n;
            }
            let probability: BigRational = sequence
                .iter()
                .map(|&outcome| probabilities[outcome].clone())
                .product();
            let mut equal = 0_u64;
            for j in 0..draws {
                equal += (0..j).filter(|&i| sequence[i] == sequence[j]).count() as u64;
            }
            if equal == 0 {
                distinct += &probability;
            }
            pairs += probability * ratio(equal, 1);
        }
        (distinct, pairs)
    }

    /// Every word of the builder's distribution with its probability, letter by letter.
    fn every_word(shortest: usize, lengths: &Weights, letters: &Weights) -> Vec<BigRational> {
        let mut words = Vec::new();
        for place in 0..lengths.outcomes() {
            let mut these = vec![lengths.probability(place)];
            for _ in 0..shortest + place {
                let mut longer = Vec::new();
                for word in &these {
                    for letter in 0..letters.outcomes() {
                        longer.push(word * letters.probability(letter));
                    }
                }
                these = longer;
            }
            words.extend(these);
        }
        words
    }

    #[test]
    fn distinct_draws_equal_enumeration() {
        for counts in [vec![1, 1, 1], vec![5, 2, 2, 1], vec![3, 0, 1, 1], vec![7]] {
            let weights = Weights::new(counts).unwrap();
            let outcomes = group_outcomes(&weights);
            let probabilities: Vec<_> = (0..weights.outcomes())
                .map(|i| weights.probability(i))
                .collect();
            for draws in 0..=5 {
                assert_eq!(
                    computed(&outcomes, draws),
                    enumerated(&probabilities, draws),
                    "{weights:?}, {draws} draws"
                );
            }
        }
    }

    #[test]
    fn words_equal_enumeration() {
        let letters = Weights::new(vec![3, 2, 2]).unwrap();
        for (shortest, lengths) in [
            (0, vec![1, 2, 1]),
            (1, vec![1, 4]),
            (2, vec![3]),
            (1, vec![0, 1]),
        ] {
            let lengths = Weights::new(lengths).unwrap();
            let words = Outcomes::words(shortest, &lengths, &letters).unwrap();
            let all = every_word(shortest, &lengths, &letters);
            let listed: BigUint = words.classes().iter().map(|class| &class.outcomes).sum();
            assert_eq!(listed, BigUint::from(all.len()));
            let longest = shortest + lengths.outcomes() - 1;
            let total = pow(BigUint::from(letters.total()), longest) * lengths.total();
            assert_eq!(words.total(), &total);
            for draws in 0..=3 {
                assert_eq!(
                    computed(&words, draws),
                    enumerated(&all, draws),
                    "{lengths:?}, {draws} draws"
                );
            }
        }
    }

    #[test]
    fn distances_of_classes_are_those_of_their_outcomes() {
        for counts in [vec![3, 1, 1, 5, 0, 3], vec![1, 1], vec![7], vec![2, 9, 9]] {
            let weights = Weights::new(counts).unwrap();
            let uniform = crate::Distribution::from(&Weights::uniform(weights.outcomes()).unwrap());
            let (classes, listed) = (
                group_outcomes(&weights),
                crate::Distribution::from(&weights),
            );
            let variation = crate::distance::total_variation(&listed, &uniform).unwrap();
            let effect = crate::distance::chi_square_per_draw(&listed, &uniform).unwrap();
            assert_eq!(
                (classes.total_variation(), classes.chi_square_per_draw()),
                (variation, effect)
            );
        }
    }
}
