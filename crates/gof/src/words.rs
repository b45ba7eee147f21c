//! Tests of words and of values below a bound.
//!
//! A [`Projection`] turns an item into a symbol below a small `d`: some bits of a word ([`Bits`]), a value or the group it is
//! in ([`Values`]). Under the null hypothesis the symbols are independent and uniform. A [`Classifier`] cuts the symbols into
//! independent pieces, puts each piece into a class, and knows the probability of every class. [`Classified`] counts the
//! classes and compares them with these probabilities by Pearson's chi-square, with cells pooled to an expectation of 5. The
//! others have no classes: [`spacings`] are Poisson, [`autocorrelation`], [`differences`], [`distances`], [`ends`], [`lags`],
//! [`rank`], [`large_rank`], [`near`], [`ones`], [`parities`], [`places`], [`thirds`] and [`weights`] binomial, [`complexity`] is negative binomial, and [`bits`] a sum
//! of squares. Expensive tests read a [`Share`] of a long stream: [`Test::read`] says how many items that were.
//!
//! An item that its kind does not allow, such as a word with a bit too many, falls into a class of probability zero: then no
//! test passes.
//!
//! ```
//! use roguelab_gof::Test;
//! use roguelab_gof::words::{Bits, Classified, permutation::Permutation};
//!
//! // Words in rising order: only one of the six patterns of three ever comes.
//! let mut test = Classified::new("permutation-3", Bits::top(32, 32)?, Permutation::<3>::new(1 << 32)?)?;
//! for word in 0..30_000_u64 {
//!     test.push(&(word * 100_000));
//! }
//! assert!(test.outcome()?.p.upper().log10() < -1000.0);
//! # Ok::<(), roguelab_gof::Error>(())
//! ```

mod alternate;
pub mod autocorrelation;
pub mod bits;
pub mod complexity;
mod counted;
pub mod differences;
pub mod distances;
pub mod ends;
mod folded;
pub mod frequency;
pub mod gap;
pub mod lags;
pub mod large_rank;
pub mod near;
pub mod ones;
pub mod parities;
pub mod permutation;
pub mod places;
mod projection;
pub mod rank;
pub mod serial;
mod share;
mod shared;
pub mod spacings;
pub mod thirds;
pub mod weights;

pub(crate) use alternate::Alternate;
pub(crate) use folded::{Fold, Folded};
pub use projection::{Bits, Projection, Symbol, Values, groups};
pub use share::Share;
pub(crate) use shared::Shared;

use crate::error::{check_range, out_of_range};
use crate::state::{Kept, kept};
use crate::test::check_enough;
use crate::{Cells, Error, Outcome, Test};
use crate::{extreme, pearson};

/// Cuts a stream of symbols into pieces and puts each into a class.
///
/// If the symbols are independent and uniform, the pieces are independent and have the stated probabilities.
pub trait Classifier: Kept + Send {
    /// How many symbols there are, `d`: every symbol is below it.
    fn symbols(&self) -> u64;

    /// The probability of each class.
    fn probabilities(&self) -> Vec<f64>;

    /// The most symbols that a piece can have.
    fn longest(&self) -> u64;

    /// The quantity with this distribution, in a few words.
    fn classes(&self) -> String;

    /// A class, in a few words; `name` describes a symbol.
    fn class_name(&self, class: usize, name: &dyn Fn(u32) -> String) -> String;

    /// Takes a symbol; if a piece ends with it, returns the piece's class.
    fn push(&mut self, symbol: u32) -> Option<usize>;

    /// Takes symbols one after the other, and calls `each` with the class of every piece that ends.
    fn push_all(&mut self, symbols: &[u32], mut each: impl FnMut(usize))
    where
        Self: Sized,
    {
        for class in symbols.iter().filter_map(|symbol| self.push(*symbol)) {
            each(class);
        }
    }
}

/// How many symbols are taken at once.
const BLOCK: usize = 512;

/// Pearson's chi-square over the classes of pieces.
#[derive(Clone, Debug)]
pub struct Classified<P, C> {
    name: &'static str,
    projection: P,
    classifier: C,
    cells: Cells,
    /// For too few items: how many neighbouring classes are taken together, and these cells.
    coarse: Option<(usize, Cells)>,
    /// A count for each class, and one more, of probability zero, for symbols that the null hypothesis does not allow at all.
    counts: Vec<u64>,
    items: u64,
}

impl<P, C: Classifier> Classified<P, C> {
    /// The test, with nothing counted yet.
    ///
    /// # Errors
    /// [`Error::NothingToTest`] if there is only one class; [`Error::Parameter`] if projection and classifier differ in
    /// their number of symbols.
    pub fn new<Item: ?Sized>(
        name: &'static str,
        projection: P,
        classifier: C,
    ) -> Result<Self, Error>
    where
        P: Projection<Item>,
    {
        if projection.symbols() != classifier.symbols() {
            return Err(out_of_range(
                "symbols",
                projection.symbols(),
                "the same for the projection and the classifier",
            ));
        }
        let mut probabilities = classifier.probabilities();
        probabilities.push(0.0);
        Ok(Self {
            name,
            projection,
            classifier,
            counts: vec![0; probabilities.len()],
            cells: Cells::from_probabilities(probabilities)?,
            coarse: None,
            items: 0,
        })
    }

    /// The same test, which takes this many neighbouring classes together while there are too few items for each class.
    ///
    /// # Errors
    /// As in [`Classified::new`].
    pub(crate) fn coarse_at_first(mut self, neighbours: usize) -> Result<Self, Error> {
        let mut probabilities: Vec<f64> = self
            .classifier
            .probabilities()
            .chunks(neighbours)
            .map(|together| together.iter().sum())
            .collect();
        probabilities.push(0.0);
        self.coarse = Some((neighbours, Cells::from_probabilities(probabilities)?));
        Ok(self)
    }

    /// The symbols that are needed for the cells.
    fn needed_symbols(&self, cells: &Cells) -> u64 {
        cells.needed().saturating_mul(self.classifier.longest())
    }

    /// How many classes are taken together, their counts and their cells.
    fn present(&self) -> (usize, Vec<u64>, &Cells) {
        match &self.coarse {
            Some((neighbours, coarse)) if self.items < self.needed_symbols(&self.cells) => {
                let together = self.counts().chunks(*neighbours);
                let mut counts: Vec<u64> = together.map(|counts| counts.iter().sum()).collect();
                counts.extend(self.counts.last());
                (*neighbours, counts, coarse)
            }
            _ => (1, self.counts.clone(), &self.cells),
        }
    }

    /// How many pieces of each class there were.
    pub fn counts(&self) -> &[u64] {
        self.counts.split_last().map_or(&[], |(_, classes)| classes)
    }
}

kept!(Classified<P, C> [P, C: Classifier] { counts, classifier, items } but { name, projection, cells, coarse });

impl<Item: ?Sized, P: Projection<Item>, C: Classifier> Test<Item> for Classified<P, C> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        format!(
            "{} are independent and uniform: {}",
            self.projection.about(),
            self.classifier.classes()
        )
    }

    #[inline]
    fn push(&mut self, item: &Item) {
        self.items += 1;
        match self.projection.symbol(item) {
            Symbol::Of(symbol) => {
                if let Some(class) = self.classifier.push(symbol) {
                    add(&mut self.counts, class);
                }
            }
            Symbol::Skipped => {}
            Symbol::Impossible => add(&mut self.counts, usize::MAX),
        }
    }

    fn push_all(&mut self, items: &[Item])
    where
        Item: Sized,
    {
        let mut symbols = [0; BLOCK];
        for block in items.chunks(BLOCK) {
            let (taken, impossible) = self.projection.project(block, &mut symbols);
            (0..impossible).for_each(|_| add(&mut self.counts, usize::MAX));
            self.classifier
                .push_all(&symbols[..taken], |class| add(&mut self.counts, class));
        }
        self.items += items.len() as u64;
    }

    fn items(&self) -> u64 {
        self.items
    }

    /// Enough for any stream without skipped items, as if all pieces had their greatest length.
    fn needed(&self) -> u64 {
        let cells = self
            .coarse
            .as_ref()
            .map_or(&self.cells, |(_, coarse)| coarse);
        self.projection.items(self.needed_symbols(cells))
    }

    fn worst(&self) -> Option<String> {
        let (together, counts, cells) = self.present();
        let (_, classes) = counts.split_last()?;
        let (class, count) = extreme::farthest_class(classes, cells.probabilities())?;
        let name = |class| {
            let of_symbol = |symbol| self.projection.name(symbol);
            self.classifier.class_name(class, &of_symbol)
        };
        let mut named = name(class * together);
        if together > 1 {
            named = format!("{named} to {}", name(class * together + together - 1));
        }
        Some(format!("{named}: {}", count.times()))
    }

    fn kept(&mut self) -> Option<&mut dyn Kept> {
        Some(self)
    }

    /// The outcome's items are pieces.
    fn outcome(&self) -> Result<Outcome, Error> {
        let need = Test::<Item>::needed(self);
        check_enough(self.items, need)?;
        let (_, counts, cells) = self.present();
        pearson::outcome(self.name, &counts, cells)
    }
}

/// Counts a piece in its class; a class that does not exist counts as not allowed.
#[inline]
fn add(counts: &mut [u64], class: usize) {
    let last = counts.len() - 1;
    counts[class.min(last)] += 1;
}

/// Refuses words of no bits, and of more than 64.
fn check_word_bits(bits: u32) -> Result<(), Error> {
    check_range("bits of a word", bits, 1..=64, "1 to 64")
}

/// The words of `size` bytes each, 1, 2, 4 or 8; the remaining bytes at the end are left out.
#[multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
pub fn read_words(bytes: &[u8], size: usize, big_endian: bool) -> Vec<u64> {
    fn words<const N: usize>(bytes: &[u8], word: impl Fn([u8; N]) -> u64) -> Vec<u64> {
        let words = bytes.as_chunks().0.iter();
        words.map(|bytes| word(*bytes)).collect()
    }
    match (size, big_endian) {
        (1, _) => words(bytes, |[byte]| byte.into()),
        (2, false) => words(bytes, |word| u16::from_le_bytes(word).into()),
        (2, true) => words(bytes, |word| u16::from_be_bytes(word).into()),
        (4, false) => words(bytes, |word| u32::from_le_bytes(word).into()),
        (4, true) => words(bytes, |word| u32::from_be_bytes(word).into()),
        (_, false) => words(bytes, u64::from_le_bytes),
        (_, true) => words(bytes, u64::from_be_bytes),
    }
}

/// The greatest of some words, and all bits that are set in any of them.
#[multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
pub fn extent(words: &[u64]) -> (u64, u64) {
    let (mut greatest, mut union) = (0, 0);
    for word in words {
        greatest = greatest.max(*word);
        union |= word;
    }
    (greatest, union)
}

/// Whether a word has more bits than this.
fn has_more(words: &[u64], bits: u32) -> bool {
    bits < 64 && union(words) >> bits != 0
}

/// All bits that are set in any word.
#[multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn union(words: &[u64]) -> u64 {
    words.iter().fold(0, |all, word| all | word)
}

#[cfg(test)]
pub(crate) mod check {
    //! The common parts of the tests of all classifiers.

    use super::Classifier;

    /// Computes the probability of each class by going through every string of symbols, and that of each pair of successive
    /// classes: the first must be what the classifier says, the second the product, as pieces are independent.
    pub(crate) fn is_exact<C: Classifier + Clone>(classifier: &C) {
        let stated = classifier.probabilities();
        assert!(
            (stated.iter().sum::<f64>() - 1.0).abs() < 1e-12,
            "{stated:?}"
        );
        let mut pairs = vec![vec![0.0; stated.len()]; stated.len()];
        descend(classifier, None, 1.0, 2 * classifier.longest(), &mut pairs);
        for (first, row) in pairs.iter().enumerate() {
            for (second, found) in row.iter().enumerate() {
                let expected = stated[first] * stated[second];
                assert!(
                    (found - expected).abs() < 1e-13,
                    "({first}, {second}): {found}, stated {expected}"
                );
            }
        }
    }

    fn descend<C: Classifier + Clone>(
        classifier: &C,
        first: Option<usize>,
        chance: f64,
        left: u64,
        pairs: &mut [Vec<f64>],
    ) {
        assert!(left > 0, "a piece longer than the longest");
        for symbol in 0..classifier.symbols() {
            let mut next = classifier.clone();
            let chance = chance / classifier.symbols() as f64;
            match (first, next.push(symbol as u32)) {
                (Some(first), Some(second)) => pairs[first][second] += chance,
                (None, Some(class)) => descend(&next, Some(class), chance, left - 1, pairs),
                (first, None) => descend(&next, first, chance, left - 1, pairs),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::frequency::Frequency;
    use super::{Bits, Classified, extent, has_more, read_words};
    use crate::fair::{Rng, fair};
    use crate::{Error, Reference, Test};

    #[test]
    fn words_are_read_from_bytes_in_both_orders() {
        let of = |size, big_endian| read_words(&[1, 2, 3, 4, 5, 6, 7, 8, 9], size, big_endian);
        assert_eq!(
            [of(1, true)[8], of(2, false)[1], of(2, true)[1]],
            [9, 0x403, 0x304]
        );
        assert_eq!(
            [of(4, false)[0], of(4, true)[1]],
            [0x0403_0201, 0x0506_0708]
        );
        assert_eq!(
            [of(8, false), of(8, true)].concat(),
            [0x0807_0605_0403_0201, 0x0102_0304_0506_0708]
        );
        assert_eq!(extent(&[5, 2, 9]), (9, 15));
        assert!(has_more(&[4, 4], 2));
    }

    #[test]
    fn too_few_items_have_no_p_value() {
        let mut test = Classified::new(
            "frequency",
            Bits::top(32, 8).unwrap(),
            Frequency::new(256).unwrap(),
        )
        .unwrap();
        let need = test.needed();
        for have in 0..need {
            assert_eq!(test.outcome(), Err(Error::TooFew { have, need }));
            test.push(&(have << 24 & 0xffff_ffff));
        }
        assert!(test.outcome().is_ok());
    }

    #[test]
    fn neighbouring_classes_are_taken_together_at_first() {
        let frequency = |top| {
            let symbols = Bits::top(32, top).unwrap();
            Classified::new("frequency", symbols, Frequency::new(1 << top).unwrap()).unwrap()
        };
        let mut fine = frequency(12).coarse_at_first(16).unwrap();
        let mut coarse = frequency(8);
        assert_eq!(fine.needed(), coarse.needed());
        let mut random = fair(86);
        for items in 1..=20_480 {
            let word = random.next_u64() >> 32;
            fine.push(&word);
            coarse.push(&word);
            if [1280, 20_479].contains(&items) {
                assert_eq!(fine.outcome(), coarse.outcome());
            }
        }
        let Reference::ChiSquare { freedom } = fine.outcome().unwrap().reference else {
            panic!("{fine:?}");
        };
        assert_eq!(freedom, 4095);
    }
}
