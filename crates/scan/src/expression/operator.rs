//! Operations, and their values.

use std::cmp::Ordering;

use Operator::{
    And, AtLeast, AtMost, Both, Either, Equal, Floored, Greater, Less, Max, Min, Minus, NotEqual,
    Or, Plus, Quotient, Remainder, ShiftLeft, ShiftRight, Times, Xor,
};

/// What an expression does with its arguments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Operation {
    Constant(i64),
    /// A constant in a rounded fraction.
    Decimal(f64),
    /// Word `n` of a seed. In a rule, 0 is `w`, and `w0` to `w9` follow; in a joined rule, a part.
    Word(usize),
    /// A draw of the game, with this name: its value is the first argument, and the others are those that were written.
    Draw(&'static str),
    Negative,
    Not,
    /// Of two values of the same kind: whole numbers, rounded numbers, or conditions.
    Binary(Operator),
    /// A whole number rounded to a double or a float.
    Converted(Precision),
    /// A whole number near a rounded one; whole numbers stay.
    Whole(Rounding),
    /// The sum of so many of its arguments: of the highest, or of the lowest.
    Kept(Kept),
    /// The second value if the first is true, otherwise the third.
    If,
}

impl Operation {
    pub(super) fn power(self) -> u8 {
        match self {
            Self::Binary(operator) => operator.power(),
            _ => SIGN,
        }
    }

    /// Whether it is a constant, whole or rounded.
    pub(crate) const fn is_constant(self) -> bool {
        matches!(self, Self::Constant(_) | Self::Decimal(_))
    }
}

/// Which whole number is made of a fraction.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Rounding {
    /// The greatest that is not above it.
    Floor,
    /// The least that is not below it.
    Ceil,
    /// The nearest; of two, the greater.
    Round,
    /// The next toward 0.
    Trunc,
}

impl Rounding {
    /// The whole number of a double; beyond 64 bits, an end of their range.
    #[inline]
    pub(crate) fn apply(self, value: f64) -> i64 {
        let cut = value as i64;
        let floor = cut.saturating_sub((cut as f64 > value).into());
        match self {
            Self::Floor => floor,
            Self::Ceil => cut.saturating_add(((cut as f64) < value).into()),
            // What is above the floor is computed without rounding.
            Self::Round => floor.saturating_add((value - floor as f64 >= 0.5).into()),
            Self::Trunc => cut,
        }
    }
}

/// Which of several values are added.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Kept {
    pub(crate) highest: bool,
    pub(crate) number: usize,
}

impl Kept {
    /// The sum of those of these values.
    pub(super) fn apply(self, values: &[i64]) -> Option<i64> {
        let mut sorted = values.to_vec();
        sorted.sort_unstable();
        if self.highest {
            sorted.reverse();
        }
        let mut sum = 0_i64;
        for value in sorted.iter().take(self.number) {
            sum = sum.checked_add(*value)?;
        }
        Some(sum)
    }
}

/// How fractions are computed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Precision {
    Exact,
    Double,
    Single,
}

/// What makes a value from two.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Operator {
    Either,
    Both,
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
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
    /// The quotient by a positive constant, rounded down.
    Floored,
    Max,
    Min,
}

/// How tightly a sign and `!` bind.
pub(super) const SIGN: u8 = 10;

/// All operators, each with its symbol or name and how tightly it binds: as in Rust.
const OPERATORS: [(Operator, &str, u8); 21] = [
    (Either, "||", 1),
    (Both, "&&", 2),
    (Equal, "==", 3),
    (NotEqual, "!=", 3),
    (Less, "<", 3),
    (AtMost, "<=", 3),
    (Greater, ">", 3),
    (AtLeast, ">=", 3),
    (Or, "|", 4),
    (Xor, "^", 5),
    (And, "&", 6),
    (ShiftLeft, "<<", 7),
    (ShiftRight, ">>", 7),
    (Plus, "+", 8),
    (Minus, "-", 8),
    (Times, "*", 9),
    (Quotient, "/", 9),
    (Remainder, "%", 9),
    (Floored, "floor", SIGN),
    (Max, "max", SIGN),
    (Min, "min", SIGN),
];

impl Operator {
    /// The operator whose symbol is the longest with which a text begins, if that does not begin with a name.
    pub(super) fn at_start(text: &str) -> Option<Self> {
        let symbols = OPERATORS.iter().filter(|row| text.starts_with(row.1));
        symbols.max_by_key(|row| row.1.len()).map(|row| row.0)
    }

    fn row(self) -> (Self, &'static str, u8) {
        OPERATORS[self as usize]
    }

    pub(super) fn symbol(self) -> &'static str {
        self.row().1
    }

    /// How tightly it binds.
    pub(super) fn power(self) -> u8 {
        self.row().2
    }

    pub(crate) const fn compares(self) -> bool {
        matches!(self, Equal | NotEqual | Less | AtMost | Greater | AtLeast)
    }

    /// Whether it joins two conditions.
    pub(crate) const fn is_logical(self) -> bool {
        matches!(self, Either | Both)
    }

    pub(crate) const fn divides(self) -> bool {
        matches!(self, Quotient | Remainder)
    }

    pub(super) const fn shifts(self) -> bool {
        matches!(self, ShiftLeft | ShiftRight)
    }

    /// The value for any two numbers, if it fits 64 bits. A condition is 1 or 0, and a number other than 0 is true.
    pub(super) fn checked(self, a: i64, b: i64) -> Option<i64> {
        if self.divides() && b == 0 || self.shifts() && !(0..64).contains(&b) {
            return None;
        }
        self.value(a.into(), b.into()).try_into().ok()
    }

    /// The value, in 128 bits, where it cannot overflow: both numbers have 64 bits and a shift is by at most 63.
    pub(super) fn value(self, a: i128, b: i128) -> i128 {
        match self {
            Either => (a != 0 || b != 0).into(),
            Both => (a != 0 && b != 0).into(),
            Equal => (a == b).into(),
            NotEqual => (a != b).into(),
            Less => (a < b).into(),
            AtMost => (a <= b).into(),
            Greater => (a > b).into(),
            AtLeast => (a >= b).into(),
            Or => a | b,
            Xor => a ^ b,
            And => a & b,
            ShiftLeft => a << b,
            ShiftRight => a >> b,
            Plus => a + b,
            Minus => a - b,
            Times => a * b,
            Quotient => a / b,
            Remainder => a % b,
            Floored => a.div_euclid(b),
            Max => a.max(b),
            Min => a.min(b),
        }
    }
}

impl Precision {
    /// A sum, difference, product or quotient, rounded. One that is rounded to a double first is rounded to the same float
    /// (Figueroa, *When is double rounding innocuous?*, 1995), so the columns need doubles alone.
    #[inline]
    pub(crate) fn apply(self, operator: Operator, a: f64, b: f64) -> f64 {
        self.round(match operator {
            Plus => a + b,
            Minus => a - b,
            Times => a * b,
            _ => a / b,
        })
    }

    /// Whether this comparison of two numbers holds.
    #[inline]
    pub(crate) fn compare(operator: Operator, a: f64, b: f64) -> bool {
        let order = a.partial_cmp(&b);
        match operator {
            Less => a < b,
            AtMost => a <= b,
            Greater => a > b,
            AtLeast => a >= b,
            NotEqual => order != Some(Ordering::Equal),
            _ => order == Some(Ordering::Equal),
        }
    }

    /// The nearest double or float.
    #[inline]
    pub(crate) fn convert(self, whole: i64) -> f64 {
        match self {
            Self::Single => f64::from(whole as f32),
            _ => whole as f64,
        }
    }

    #[inline]
    fn round(self, value: f64) -> f64 {
        match self {
            Self::Single => f64::from(value as f32),
            _ => value,
        }
    }
}
