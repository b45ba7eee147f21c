//! From items to symbols.

use crate::Error;
use crate::error::check_range;

/// How a test sees an item.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Symbol {
    /// A symbol, below the number of symbols.
    Of(u32),
    /// The item is left out, so that all symbols have the same chance.
    Skipped,
    /// The null hypothesis does not allow the item.
    Impossible,
}

/// Turns an item into a symbol; if items are independent and uniform, so are the symbols.
pub trait Projection<Item: ?Sized>: Send {
    /// Whether every item that the null hypothesis allows gives a symbol.
    const OF_EVERY_ITEM: bool = false;

    /// How many symbols there are, at most 2^32.
    fn symbols(&self) -> u64;

    /// A description of the symbols, in a few words.
    fn about(&self) -> String;

    /// A symbol, in a few words.
    fn name(&self, symbol: u32) -> String {
        format!("symbol {symbol}")
    }

    /// The symbol of an item.
    fn symbol(&self, item: &Item) -> Symbol;

    /// How many items give at least this many symbols.
    fn items(&self, symbols: u64) -> u64;

    /// Writes the symbols of items to `symbols`, in order, and returns how many there are, and how many items are impossible.
    ///
    /// It reads no more items than `symbols` has room for.
    fn project(&self, items: &[Item], symbols: &mut [u32]) -> (usize, usize)
    where
        Item: Sized,
    {
        let (mut taken, mut impossible) = (0, 0);
        for item in items.iter().take(symbols.len()) {
            match self.symbol(item) {
                Symbol::Of(symbol) => {
                    symbols[taken] = symbol;
                    taken += 1;
                }
                Symbol::Skipped => {}
                Symbol::Impossible => impossible += 1,
            }
        }
        (taken, impossible)
    }
}

/// Some neighbouring bits of a word.
#[derive(Clone, Copy, Debug)]
pub struct Bits {
    /// How many bits a word has.
    word: u32,
    /// How many bits are below those that are taken.
    shift: u32,
    /// How many bits are taken.
    taken: u32,
}

impl Bits {
    /// The top `taken` bits of a word of `word` bits.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless `taken` is 1 to 32, and `word` is `taken` to 64.
    pub fn top(word: u32, taken: u32) -> Result<Self, Error> {
        let low = Self::low(word, taken)?;
        Ok(Self {
            shift: word - taken,
            ..low
        })
    }

    /// The low `taken` bits of a word of `word` bits.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless `taken` is 1 to 32, and `word` is `taken` to 64.
    pub fn low(word: u32, taken: u32) -> Result<Self, Error> {
        check_range("bits taken", taken, 1..=32, "1 to 32")?;
        check_range(
            "bits of a word",
            word,
            taken..=64,
            "at most 64, and no fewer than are taken",
        )?;
        Ok(Self {
            word,
            shift: 0,
            taken,
        })
    }
}

impl Projection<u64> for Bits {
    const OF_EVERY_ITEM: bool = true;

    fn symbols(&self) -> u64 {
        1 << self.taken
    }

    fn about(&self) -> String {
        let end = if self.taken == self.word {
            return format!("words of {} bits", self.word);
        } else if self.shift > 0 {
            "top"
        } else {
            "low"
        };
        format!("the {end} {} of {} bits", self.taken, self.word)
    }

    fn name(&self, symbol: u32) -> String {
        format!("{symbol:#x} in {}", self.about())
    }

    #[inline]
    fn symbol(&self, word: &u64) -> Symbol {
        if self.word < 64 && word >> self.word != 0 {
            return Symbol::Impossible;
        }
        Symbol::Of((word >> self.shift & ((1 << self.taken) - 1)) as u32)
    }

    fn items(&self, symbols: u64) -> u64 {
        symbols
    }

    /// Checks all words together, so that the processor can take several at once.
    fn project(&self, words: &[u64], symbols: &mut [u32]) -> (usize, usize) {
        let above = if self.word < 64 {
            u64::MAX << self.word
        } else {
            0
        };
        let mask = u32::MAX >> (32 - self.taken);
        let taken = words.len().min(symbols.len());
        if take_bits(words, symbols, self.shift, mask) & above == 0 {
            return (taken, 0);
        }
        let possible = words.iter().take(taken).filter(|word| *word & above == 0);
        let count = possible.clone().count();
        for (symbol, word) in symbols.iter_mut().zip(possible) {
            *symbol = (word >> self.shift) as u32 & mask;
        }
        (count, taken - count)
    }
}

/// Takes some bits of each word for which there is room, and returns all bits that are set in any of these words.
#[multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn take_bits(words: &[u64], symbols: &mut [u32], shift: u32, mask: u32) -> u64 {
    let mut union = 0;
    for (symbol, word) in symbols.iter_mut().zip(words) {
        *symbol = (word >> shift) as u32 & mask;
        union |= word;
    }
    union
}

/// Values below a bound, in groups of neighbours or of equal remainders.
///
/// All groups are equally large; the values at the end that would make some of them larger are left out.
#[derive(Clone, Copy, Debug)]
pub struct Values {
    below: u32,
    groups: u32,
    remainders: bool,
}

impl Values {
    /// The values in `groups` groups of neighbours; if there are as many groups as values, the values themselves.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless `groups` is 1 to `below`.
    pub fn new(below: u32, groups: u32) -> Result<Self, Error> {
        check_range(
            "groups of values",
            groups,
            1..=below,
            "at least 1 and at most the number of values",
        )?;
        Ok(Self {
            below,
            groups,
            remainders: false,
        })
    }

    /// The values in `groups` groups by their remainder by `groups`.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless `groups` is 1 to `below`.
    pub fn remainders(below: u32, groups: u32) -> Result<Self, Error> {
        Ok(Self {
            remainders: true,
            ..Self::new(below, groups)?
        })
    }

    /// How many values are in each group.
    const fn size(&self) -> u32 {
        self.below / self.groups
    }
}

impl Projection<u32> for Values {
    fn symbols(&self) -> u64 {
        u64::from(self.groups)
    }

    fn about(&self) -> String {
        match (self.groups == self.below, self.remainders) {
            (true, _) => format!("values below {}", self.below),
            (false, false) => format!(
                "values below {} in {} groups of neighbours",
                self.below, self.groups
            ),
            (false, true) => format!(
                "values below {} by their remainder by {}",
                self.below, self.groups
            ),
        }
    }

    fn name(&self, symbol: u32) -> String {
        match (self.size(), self.remainders) {
            (1, _) => format!("value {symbol}"),
            (_, true) => format!("remainder {symbol} by {}", self.groups),
            (size, false) => format!("value {} to {}", symbol * size, (symbol + 1) * size - 1),
        }
    }

    #[inline]
    fn symbol(&self, value: &u32) -> Symbol {
        if *value >= self.below {
            Symbol::Impossible
        } else if *value >= self.size() * self.groups {
            Symbol::Skipped
        } else if self.remainders {
            Symbol::Of(value % self.groups)
        } else {
            Symbol::Of(value / self.size())
        }
    }

    /// Fewer than half of the values are ever left out, so twice as many items are needed if any are.
    fn items(&self, symbols: u64) -> u64 {
        if self.below.is_multiple_of(self.groups) {
            symbols
        } else {
            symbols.saturating_mul(2)
        }
    }
}

/// How many groups, at most `limit`, leave the fewest of the values out; each value has its own group if there are few enough.
pub fn groups(below: u32, limit: u32) -> u32 {
    if below <= limit {
        return below;
    }
    (limit / 2 + 1..=limit)
        .rev()
        .min_by_key(|groups| below % groups)
        .unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_the_top_or_the_low_ones() {
        assert_eq!(
            Bits::top(32, 8).unwrap().symbol(&0xab00_00cd),
            Symbol::Of(0xab)
        );
        assert_eq!(
            Bits::low(32, 8).unwrap().symbol(&0xab00_00cd),
            Symbol::Of(0xcd)
        );
        assert_eq!(
            Bits::top(64, 32).unwrap().symbol(&u64::MAX),
            Symbol::Of(u32::MAX)
        );
        assert_eq!(
            Bits::top(31, 31).unwrap().symbol(&(1 << 31)),
            Symbol::Impossible
        );
        assert!(
            Bits::top(8, 9).is_err() && Bits::top(65, 8).is_err() && Bits::low(64, 33).is_err()
        );
        assert!(Bits::low(8, 0).is_err());
    }

    #[test]
    fn words_all_together_are_as_they_are_one_by_one() {
        let mut word = 1_u64;
        let mut words: Vec<u64> = (0..100)
            .map(|_| {
                word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                word >> 33
            })
            .collect();
        for impossible in [0, 3] {
            words
                .iter_mut()
                .take(impossible)
                .for_each(|word| *word |= 1 << 40);
            for bits in [
                Bits::top(31, 31).unwrap(),
                Bits::top(31, 7).unwrap(),
                Bits::low(31, 7).unwrap(),
            ] {
                let one_by_one: Vec<Symbol> = words
                    .iter()
                    .map(|word| bits.symbol(word))
                    .filter(|symbol| *symbol != Symbol::Impossible)
                    .collect();
                let mut symbols = [0; 100];
                assert_eq!(
                    bits.project(&words, &mut symbols),
                    (100 - impossible, impossible)
                );
                let together: Vec<Symbol> = symbols[..100 - impossible]
                    .iter()
                    .map(|s| Symbol::Of(*s))
                    .collect();
                assert_eq!(together, one_by_one);
                assert_eq!(
                    bits.project(&words, &mut symbols[..10]),
                    (10 - impossible, impossible)
                );
            }
        }
    }

    #[test]
    fn groups_are_equally_large() {
        for below in 1..=200 {
            for groups in 1..=below {
                for values in [
                    Values::new(below, groups).unwrap(),
                    Values::remainders(below, groups).unwrap(),
                ] {
                    let mut sizes = vec![0; groups as usize];
                    let mut skipped = 0;
                    for value in 0..below {
                        match values.symbol(&value) {
                            Symbol::Of(symbol) => sizes[symbol as usize] += 1,
                            Symbol::Skipped => skipped += 1,
                            Symbol::Impossible => panic!("{value} is below {below}"),
                        }
                    }
                    assert!(sizes.iter().all(|size| *size == below / groups));
                    assert_eq!(skipped, below % groups);
                    assert!(2 * skipped < below);
                    assert_eq!(values.symbol(&below), Symbol::Impossible);
                }
            }
        }
        assert!(Values::new(0, 0).is_err() && Values::new(5, 6).is_err());
    }
}
