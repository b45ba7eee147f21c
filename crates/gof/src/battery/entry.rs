//! A row of the table of tests.

use crate::test::BuiltTest;

/// A kind of items.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum BatteryKind {
    /// Words, as `u64`.
    Words,
    /// Values below a bound, as `u32`.
    Values,
    /// Permutations of `0..n`, as `[u32]`.
    Permutations,
}

/// How a test is made from its name, the size of its items, and its parameters in order.
#[derive(Clone, Copy, Debug)]
pub enum Make {
    /// A test of words of this many bits.
    Words(fn(&'static str, u32, &[u64]) -> BuiltTest<u64>),
    /// A test of values below a bound.
    Values(fn(&'static str, u32, &[u64]) -> BuiltTest<u32>),
    /// A test of permutations of a length.
    Permutations(fn(&'static str, u32, &[u64]) -> BuiltTest<[u32]>),
}

/// A parameter of a test.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Parameter {
    /// The name of the parameter.
    pub name: &'static str,
    /// The default value.
    pub default: u64,
    /// The least it can be.
    pub least: u64,
    /// The most it can be. Some tests allow less, and their errors say so.
    pub most: u64,
    /// A description, in a few words.
    pub about: &'static str,
}

/// A test of one kind of items, or a family of tests that differ by their parameters.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name, as in [`Test::name`](crate::Test::name); unique among the tests of its kind that have, or do not have,
    /// parameters.
    pub name: &'static str,
    /// About how many nanoseconds it costs per item, measured once: it ranks the tests of a kind.
    pub cost: u32,
    /// Its parameters. A test without parameters is in the battery of its kind; a family is only run by name.
    pub parameters: &'static [Parameter],
    /// The function that makes the test.
    pub make: Make,
}

impl Entry {
    /// The kind of its items.
    pub const fn kind(&self) -> BatteryKind {
        match self.make {
            Make::Words(_) => BatteryKind::Words,
            Make::Values(_) => BatteryKind::Values,
            Make::Permutations(_) => BatteryKind::Permutations,
        }
    }
}

/// A kind of items that tests are for.
pub trait Item {
    /// The kind as a value.
    const KIND: BatteryKind;

    /// The test of a row for items of this size (bits, bound or length), with this name and these parameters; none if the row
    /// is for another kind.
    fn test(entry: &Entry, name: &'static str, size: u32, given: &[u64])
    -> Option<BuiltTest<Self>>;
}

macro_rules! items {
    ($($item:ty: $kind:ident;)*) => {$(
        impl Item for $item {
            const KIND: BatteryKind = BatteryKind::$kind;

            fn test(entry: &Entry, name: &'static str, size: u32, given: &[u64]) -> Option<BuiltTest<Self>> {
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
