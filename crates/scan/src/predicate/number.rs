//! Numbers made from words: their forms and their ranges.
//!
//! Fractions occur within `floor(...)`, `double(...)` and `float(...)` of a rule.
//!
//! In `floor` they are exact: a whole number over a positive constant. In `double` and `float` each word, constant and
//! operation is rounded to the nearest number of 53 or 24 bits, ties to even, as IEEE 754 does. A sum, product or quotient of
//! two floats that is rounded to a double first is rounded to the same float (Figueroa, *When is double rounding innocuous?*,
//! 1995), so the columns need doubles alone.

use std::fmt;

use super::power;

/// A number for a seed, and its range. Every value in the range of a part is known to fit into 64 bits.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Number {
    node: Node,
    low: i64,
    high: i64,
}

/// The forms of a number.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Node {
    Constant(i64),
    Word(usize),
    /// The word of a rule that has only one.
    TheWord,
    GetRand {
        n: usize,
        x: i32,
        y: i32,
    },
    Negative(Box<Number>),
    Binary(Operator, Box<Number>, Box<Number>),
    Floor(Box<Float>),
}

/// An operator between two numbers.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Operator {
    Or,
    Xor,
    And,
    ShiftLeft,
    ShiftRight,
    Plus,
    Minus,
    Times,
    Quotient,
    Remainder,
}

/// Why a number is not allowed.
pub(super) type NoNumber = &'static str;

pub(super) const DIVISION_BY_ZERO: NoNumber = "this divides by zero";
const SHIFT: NoNumber = "the number of bits to shift by must be from 0 to 63: take `& 63` of it";
pub(super) const BEYOND: NoNumber =
    "this may be beyond 64 bits: take a remainder, or `&`, of its parts first";

impl Operator {
    /// All operators, each with its symbol and how tightly it binds: as in Rust, where a comparison binds less tightly than all
    /// of these.
    pub(super) const ALL: [(Self, &'static str, u8); 10] = [
        (Self::Or, "|", 4),
        (Self::Xor, "^", 5),
        (Self::And, "&", 6),
        (Self::ShiftLeft, "<<", 7),
        (Self::ShiftRight, ">>", 7),
        (Self::Plus, "+", 8),
        (Self::Minus, "-", 8),
        (Self::Times, "*", 9),
        (Self::Quotient, "/", 9),
        (Self::Remainder, "%", 9),
    ];

    pub(super) const fn symbol(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    pub(super) const fn power(self) -> u8 {
        Self::ALL[self as usize].2
    }

    /// The operator with this symbol.
    pub(crate) fn of(symbol: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|operator| operator.1 == symbol)
            .map(|operator| operator.0)
    }

    /// The value for any two numbers, if it fits 64 bits.
    pub(crate) fn checked(self, a: i64, b: i64) -> Option<i64> {
        let defined = match self {
            Self::Quotient | Self::Remainder => b != 0,
            Self::ShiftLeft | Self::ShiftRight => (0..64).contains(&b),
            _ => true,
        };
        defined
            .then(|| self.value(a.into(), b.into()))
            .and_then(|value| value.try_into().ok())
    }

    /// The value, in 128 bits, where it cannot overflow: both numbers have 64 bits and a shift is by at most 63.
    fn value(self, a: i128, b: i128) -> i128 {
        match self {
            Self::Or => a | b,
            Self::Xor => a ^ b,
            Self::And => a & b,
            Self::ShiftLeft => a << b,
            Self::ShiftRight => a >> b,
            Self::Plus => a + b,
            Self::Minus => a - b,
            Self::Times => a * b,
            Self::Quotient => a / b,
            Self::Remainder => a % b,
        }
    }

    /// The range of the values; never too narrow. A quotient or a remainder by zero counts as zero.
    fn range(self, a: &Number, b: &Number) -> (i128, i128) {
        let extreme = |number: &Number| {
            i128::from(number.low)
                .abs()
                .max(i128::from(number.high).abs())
        };
        let signs = |most: i128| {
            (
                if a.low < 0 { -most } else { 0 },
                if a.high > 0 { most } else { 0 },
            )
        };
        match self {
            Self::Remainder => signs(extreme(a).min((extreme(b) - 1).max(0))),
            Self::Quotient if b.low <= 0 => (-extreme(a), extreme(a)),
            Self::And if a.low >= 0 || b.low >= 0 => {
                let highs = [a, b]
                    .into_iter()
                    .filter(|number| number.low >= 0)
                    .map(|number| number.high.into());
                (0, highs.min().unwrap_or(0))
            }
            Self::And | Self::Or | Self::Xor => {
                // All bits of both, with the sign if there is one.
                let bits = 128 - (extreme(a) | extreme(b)).leading_zeros();
                (
                    if a.low.min(b.low) < 0 {
                        -(1 << bits)
                    } else {
                        0
                    },
                    (1 << bits) - 1,
                )
            }
            // These are monotonic in each argument: the extremes are at the ends.
            _ => {
                let end = |a: i64, b: i64| self.value(a.into(), b.into());
                let ends = [
                    end(a.low, b.low),
                    end(a.low, b.high),
                    end(a.high, b.low),
                    end(a.high, b.high),
                ];
                ends.into_iter().fold((ends[0], ends[0]), |(low, high), c| {
                    (low.min(c), high.max(c))
                })
            }
        }
    }
}

impl Number {
    pub(super) const fn constant(value: i64) -> Self {
        Self {
            node: Node::Constant(value),
            low: value,
            high: value,
        }
    }

    /// The word of a rule.
    pub(super) const fn the_word(largest: i64) -> Self {
        Self {
            node: Node::TheWord,
            low: 0,
            high: largest,
        }
    }

    pub(super) fn word(n: usize, largest: u32) -> Self {
        Self {
            node: Node::Word(n),
            low: 0,
            high: largest.into(),
        }
    }

    /// The number that `get_rand(x, y)` makes from word `n`; `None` for the range of all numbers.
    pub(super) fn get_rand(n: usize, x: i32, y: i32) -> Option<Self> {
        let Game { least, width } = Game::of(x, y)?;
        let low = i64::from(least);
        Some(Self {
            node: Node::GetRand { n, x, y },
            low,
            high: low + i64::from(width.min(1 << 14)) - 1,
        })
    }

    pub(super) fn negative(self) -> Result<Self, NoNumber> {
        if let Node::Constant(value) = self.node {
            return value.checked_neg().map(Self::constant).ok_or(BEYOND);
        }
        Self::within(
            Node::Negative(Box::new(self.clone())),
            -i128::from(self.high),
            -i128::from(self.low),
        )
    }

    pub(super) fn binary(operator: Operator, a: Self, b: Self) -> Result<Self, NoNumber> {
        let is_zero = b.node == Node::Constant(0);
        match operator {
            Operator::Quotient | Operator::Remainder if is_zero => return Err(DIVISION_BY_ZERO),
            Operator::ShiftLeft | Operator::ShiftRight if b.low < 0 || b.high > 63 => {
                return Err(SHIFT);
            }
            _ => {}
        }
        if let (&Node::Constant(a), &Node::Constant(b)) = (&a.node, &b.node) {
            let value = i64::try_from(operator.value(a.into(), b.into()));
            return value
                .ok()
                .filter(|&value| value > i64::MIN)
                .map(Self::constant)
                .ok_or(BEYOND);
        }
        let (low, high) = operator.range(&a, &b);
        Self::within(Node::Binary(operator, Box::new(a), Box::new(b)), low, high)
    }

    /// The greatest whole number that is not above `float`.
    pub(super) fn floor(float: Float) -> Result<Self, NoNumber> {
        let (low, high) = float.range();
        // The conversion maps values beyond 128 bits to the ends of that range, which `within` refuses.
        Self::within(
            Node::Floor(Box::new(float)),
            low.floor() as i128,
            high.floor() as i128,
        )
    }

    /// The smallest number of 64 bits is excluded, so that every number has its opposite.
    fn within(node: Node, low: i128, high: i128) -> Result<Self, NoNumber> {
        match (i64::try_from(low), i64::try_from(high)) {
            (Ok(low), Ok(high)) if low > i64::MIN => Ok(Self { node, low, high }),
            _ => Err(BEYOND),
        }
    }

    pub(crate) const fn node(&self) -> &Node {
        &self.node
    }

    /// The least and the greatest possible value.
    pub(crate) const fn range(&self) -> (i64, i64) {
        (self.low, self.high)
    }

    const fn power(&self) -> u8 {
        match &self.node {
            Node::Binary(operator, ..) => operator.power(),
            _ => power::SIGN,
        }
    }

    fn show(&self, least: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.power() < least {
            write!(f, "({self})")
        } else {
            write!(f, "{self}")
        }
    }
}

/// The game's `get_rand(x, y)`: the low 14 bits of a word, their remainder by `width`, plus `least`.
pub(crate) struct Game {
    pub(crate) least: i32,
    pub(crate) width: u32,
}

impl Game {
    /// Puts the bounds in order and wraps the width to an `int`, as [`rogue::random::get_rand`] does; `None` if that divides by
    /// zero. With a wrapped width `least` is below zero, so that least and remainder never overflow.
    pub(crate) fn of(x: i32, y: i32) -> Option<Self> {
        let (least, most) = (x.min(y), x.max(y));
        let width = most.wrapping_sub(least).wrapping_add(1).unsigned_abs();
        (width > 0).then_some(Self { least, width })
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.node {
            Node::Constant(value) => write!(f, "{value}"),
            Node::Word(n) => write!(f, "word({n})"),
            Node::TheWord => f.write_str("w"),
            // Only predicates are shown, and they have no fractions.
            Node::Floor(_) => f.write_str("floor(...)"),
            Node::GetRand { n, x, y } => write!(f, "get_rand({n}, {x}, {y})"),
            Node::Negative(a) => {
                f.write_str("-")?;
                a.show(power::SIGN, f)
            }
            Node::Binary(operator, a, b) => {
                a.show(operator.power(), f)?;
                write!(f, " {} ", operator.symbol())?;
                b.show(operator.power() + 1, f)
            }
        }
    }
}

/// A rounded number and its range: rounding keeps the order, so the ends come from ends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Float {
    pub(super) node: FloatNode,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) single: bool,
}

/// The forms of a rounded number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FloatNode {
    Constant(f64),
    Whole(Number),
    Binary(Operator, Box<Float>, Box<Float>),
}

// No end of a range is NaN.
impl Eq for Float {}

/// A sum, difference, product or quotient, computed as for a rule.
#[inline]
pub(crate) fn rounded(operator: Operator, a: f64, b: f64, single: bool) -> f64 {
    let exact = match operator {
        Operator::Plus => a + b,
        Operator::Minus => a - b,
        Operator::Times => a * b,
        _ => a / b,
    };
    if single {
        f64::from(exact as f32)
    } else {
        exact
    }
}

/// A whole number after conversion.
#[inline]
pub(crate) fn converted(whole: i64, single: bool) -> f64 {
    if single {
        f64::from(whole as f32)
    } else {
        whole as f64
    }
}

impl Float {
    pub(super) fn binary(operator: Operator, a: Self, b: Self) -> Result<Self, NoNumber> {
        let single = a.single;
        if operator == Operator::Quotient && b.low <= 0.0 && b.high >= 0.0 {
            return Err(DIVISION_BY_ZERO);
        }
        let ends = [
            (a.low, b.low),
            (a.low, b.high),
            (a.high, b.low),
            (a.high, b.high),
        ];
        let ends = ends.map(|(a, b)| rounded(operator, a, b, single));
        if !ends.iter().all(|end| end.is_finite()) {
            return Err(BEYOND);
        }
        let (low, high) = ends
            .into_iter()
            .fold((ends[0], ends[0]), |(low, high), end| {
                (low.min(end), high.max(end))
            });
        let node = match (&a.node, &b.node) {
            (FloatNode::Constant(_), FloatNode::Constant(_)) => FloatNode::Constant(low),
            _ => FloatNode::Binary(operator, Box::new(a), Box::new(b)),
        };
        Ok(Self {
            node,
            low,
            high,
            single,
        })
    }

    pub(crate) const fn node(&self) -> &FloatNode {
        &self.node
    }

    pub(crate) const fn range(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// Whether it is computed as a float instead of a double.
    pub(crate) const fn is_single(&self) -> bool {
        self.single
    }
}
