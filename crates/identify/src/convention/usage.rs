//! The conventions of each language, and how they are described.

use std::fmt;

use super::{Convention, Order, Rule};
use generators::rule::Unit;

/// How languages make numbers from a 32-bit Mersenne Twister: fractions in R, in Python, numpy, PHP and Ruby, in C++ (and their
/// products, of which `bernoulli_distribution` is one), and in torch; numbers below a bound in C, by a product, in Python, in numpy and Ruby, in C++, in R, by a fraction, and in older
/// C++.
const OF_TWISTERS: &[(Order, Rule)] = &[
    (Order::Plain, Rule::Fraction(Unit::High(32))),
    (Order::Plain, Rule::Fraction(Unit::Pair(27, 26))),
    (Order::FirstIsLow, Rule::Fraction(Unit::High(64))),
    (Order::FirstIsLow, Rule::Multiply),
    (Order::Plain, Rule::Fraction(Unit::Low(24))),
    (Order::FirstIsHigh, Rule::Fraction(Unit::Low(53))),
    (Order::Plain, Rule::Modulo { shift: 0, bits: 32 }),
    (Order::Plain, Rule::Multiply),
    (
        Order::Plain,
        Rule::Bits {
            high: true,
            of_bound: true,
        },
    ),
    (
        Order::Plain,
        Rule::Bits {
            high: false,
            of_bound: false,
        },
    ),
    (Order::Plain, Rule::Lemire),
    (Order::Plain, Rule::OfSixteen),
    (Order::Plain, Rule::Floor(Unit::Pair(27, 26))),
    (Order::Plain, Rule::Divide),
];

/// The Mersenne Twisters, in each of their seedings.
const TWISTERS: &[&str] = &[
    "mt19937",
    "mt19937-array",
    "mt19937-64",
    "numpy-mt19937",
    "r-mersenne-twister",
];

/// How Java and Kotlin make numbers from their generators: below a bound, and fractions.
const OF_JAVA: &[(Order, Rule)] = &[
    (Order::Plain, Rule::Java),
    (Order::Plain, Rule::Fraction(Unit::Pair(26, 27))),
];

/// The generators of C libraries, whose outputs programs reduce with a remainder.
const RANDS_OF_C: &[&str] = &[
    "ansi-c-rand",
    "borland-rand",
    "bsd-rand",
    "lrand48",
    "minstd-16807",
    "msvc-rand",
    "musl-rand",
    "newlib-rand",
    "random-bsd",
    "random-glibc",
];

impl Convention {
    /// Whether this convention may be used with the generator of this key: some conventions belong to one library, and
    /// fit other outputs by accident.
    pub(crate) fn suits(&self, key: &str) -> bool {
        match self.rule.unit() {
            // No fraction of Python is made of one output, so none of those left out was.
            Some(_) if self.one_of > 1 && key == "mt19937-array" => false,
            // Conventions of gawk, of OCaml before 5, of Guile, and of busybox.
            Some(Unit::TwoOf { least: 0, .. }) => {
                ["gawk-random", "guile-random", "ocaml-random"].contains(&key)
            }
            Some(Unit::ThreeOf) => key == "random-glibc",
            // That of Baagoe's generators.
            Some(Unit::Pair(32, _)) => ["alea", "uheprng"].contains(&key),
            // Conventions of torch and of Firefox.
            Some(Unit::Low(_)) => key == "mt19937" || key == "xorshift128+",
            _ => true,
        }
    }

    /// Whether programs in any language make numbers so.
    pub(crate) const fn is_usual(&self) -> bool {
        let is_usual = match self.rule {
            Rule::Multiply | Rule::Divide | Rule::Modulo { shift: 0, .. } => true,
            Rule::Floor(unit) | Rule::Fraction(unit) => match unit {
                Unit::High(bits) => bits == self.word,
                unit => matches!(unit, Unit::Closed | Unit::By(_)),
            },
            _ => false,
        };
        is_usual && self.one_of == 1 && matches!(self.order, Order::Plain)
    }

    /// Whether outputs of the generator with this key may be read in blocks that were made in advance: only V8 does so.
    pub(crate) fn has_blocks(key: &str) -> bool {
        ["v8-math-random", "v8-mwc1616"].contains(&key)
    }

    /// The rank of this convention among those that languages use with this generator; the last rank if no language uses it.
    pub(crate) fn rank(&self, key: &str) -> usize {
        let of_c = [(
            Order::Plain,
            Rule::Modulo {
                shift: 0,
                bits: self.word,
            },
        )];
        let used = match key {
            "java-random" | "kotlin-random" => OF_JAVA,
            "drand48" => &[
                (Order::Plain, Rule::Fraction(Unit::High(48))),
                (Order::Plain, Rule::Multiply),
            ],
            "alea" | "rot-js" => &[
                (Order::Plain, Rule::Fraction(Unit::High(32))),
                (Order::Plain, Rule::Fraction(Unit::Pair(32, 21))),
            ],
            "seedrandom" => &[(Order::Plain, Rule::Fraction(Unit::High(64)))],
            "uheprng" => &[(Order::Plain, Rule::Fraction(Unit::Pair(32, 21)))],
            "mysql-rand" => &[(Order::Plain, Rule::Floor(Unit::By((1 << 30) - 1)))],
            // No C++ seeds it so.
            "mt19937-array" if self.order == Order::FirstIsLow => &[],
            key if TWISTERS.contains(&key) => OF_TWISTERS,
            key if RANDS_OF_C.contains(&key) => &of_c,
            _ => &[],
        };
        let place = used.iter().position(|one| *one == (self.order, self.rule));
        place.unwrap_or(usize::MAX)
    }
}

/// Describes conventions of which any may be right: the first, and the most usual other one.
pub(crate) fn join(conventions: &[Convention]) -> String {
    let Some((first, rest)) = conventions.split_first() else {
        return String::new();
    };
    let usual = rest.iter().find(|convention| convention.is_usual());
    let Some(other) = usual.or(rest.first()) else {
        return first.to_string();
    };
    let more = if rest.len() > 1 {
        ", or in another way"
    } else {
        ""
    };
    format!("{first} or {other}{more}")
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.rule.of_words(self.word))?;
        f.write_str(match self.order {
            Order::Plain => "",
            Order::BytesSwapped => ", of outputs with their bytes reversed",
            Order::HalvesSwapped => ", of outputs with their halves exchanged",
            Order::LowHalfFirst => ", of half outputs, the low half first",
            Order::HighHalfFirst => ", of half outputs, the high half first",
            Order::FirstIsHigh => ", of pairs of outputs, the high half first",
            Order::FirstIsLow => ", of pairs of outputs, the low half first",
            Order::FirstIsHighAndSigned => {
                ", of pairs of outputs, the high half first and the low half with a sign"
            }
            Order::Blocks(_) => ", of outputs in blocks of 64, each from its last to its first",
        })?;
        if let Order::Blocks(taken @ 1..) = self.order {
            write!(f, ", {taken} of the first block having been taken before")?;
        }
        f.write_str(if self.one_of == 2 {
            ", every second number left out"
        } else {
            ""
        })
    }
}
