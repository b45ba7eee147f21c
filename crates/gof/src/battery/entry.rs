//! A row of the table of tests.

use crate::test::Made;

/// A kind of items.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Kind {
    /// Words, as `u64`.
    Words,
    /// Values below a bound, as `u32`.
    Values,
    /// Permutations of `0..n`, as `[u32]`.
    Permutations,
}

/// How a test is made from its name, what its items are, and its parameters in their order.
#[derive(Clone, Copy, Debug)]
pub enum Make {
    /// For words of so many bits.
    Words(fn(&'static str, u32, &[u64]) -> Made<u64>),
    /// For values below a bound.
    Values(fn(&'static str, u32, &[u64]) -> Made<u32>),
    /// For permutations of a length.
    Permutations(fn(&'static str, u32, &[u64]) -> Made<[u32]>),
}

/// A parameter of a test.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The default value.
    pub default: u64,
    /// The least it can be.
    pub least: u64,
    /// The most it can be. Some tests allow less, and say so.
    pub most: u64,
    /// A description, in a few words.
    pub about: &'static str,
}

/// A test of one kind of items, or a family of tests that differ by their parameters.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name, as in [`Test::name`](crate::Test::name); unique among those of its kind with or without parameters.
    pub name: &'static str,
    /// About how many nanoseconds an item it costs, measured once: a ranking of the tests of a kind.
    pub cost: u32,
    /// Its parameters. A test without any is in the battery of its kind, a family is only run by name.
    pub parameters: &'static [Parameter],
    /// The function that makes the test.
    pub make: Make,
}

impl Entry {
    /// The kind of its items.
    pub const fn kind(&self) -> Kind {
        match self.make {
            Make::Words(_) => Kind::Words,
            Make::Values(_) => Kind::Values,
            Make::Permutations(_) => Kind::Permutations,
        }
    }
}

/// The kinds of items that tests are for.
pub trait Item {
    /// Its kind.
    const KIND: Kind;

    /// The test of a row for items of this size (bits, bound or length), by this name and with these parameters; none if the
    /// row is for another kind.
    fn test(entry: &Entry, name: &'static str, size: u32, given: &[u64]) -> Option<Made<Self>>;
}

macro_rules! items {
    ($($item:ty: $kind:ident;)*) => {$(
        impl Item for $item {
            const KIND: Kind = Kind::$kind;

            fn test(entry: &Entry, name: &'static str, size: u32, given: &[u64]) -> Option<Made<Self>> {
                match entry.make {
                    Make::$kind(make) => Some(make(name, size, given)),
                    _ => None,
                }
            }
        }
    )*};
}

items! {
    u64: Words;
    u32: Values;
    [u32]: Permutations;
}
