//! Operations, and their values.

/// What an expression does with its arguments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Operation {
    Constant(i64),
    /// A constant in a rounded fraction.
    Decimal(f64),
    /// Word `n` of a seed. In a rule, 0 is `w`, and `w0` to `w9` follow; in a joined rule, a part.
    Word(usize),
    GetRand {
        n: usize,
        x: i32,
        y: i32,
    },
    RandPercent {
        n: usize,
        percentage: i32,
    },
    CoinToss {
        n: usize,
    },
    Negative,
    Not,
    And,
    Or,
    Comparison(Comparison),
    /// Of two whole numbers, or of two rounded numbers.
    Arithmetic(Operator),
    /// The double that is nearest to a whole number, or the float.
    Converted {
        is_single: bool,
    },
    /// The greatest whole number not above a rounded one; whole numbers stay.
    Floor,
    /// The second value if the first is true, otherwise the third.
    If,
}

impl Operation {
    /// The operator with this symbol between two values.
    pub(super) fn infix(symbol: &str) -> Option<Self> {
        match symbol {
            "||" => return Some(Self::Or),
            "&&" => return Some(Self::And),
            _ => {}
        }
        for (comparison, known) in Comparison::ALL {
            if known == symbol {
                return Some(Self::Comparison(comparison));
            }
        }
        for (operator, known, _) in Operator::ALL {
            if known == symbol {
                return Some(Self::Arithmetic(operator));
            }
        }
        None
    }

    /// How tightly it binds: a comparison less tightly than all arithmetic, as in Rust.
    pub(super) const fn power(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Comparison(_) => 3,
            Self::Arithmetic(operator) => Operator::ALL[operator as usize].2,
            _ => SIGN,
        }
    }

    pub(super) const fn symbol(self) -> &'static str {
        match self {
            Self::Negative => "-",
            Self::Not => "!",
            Self::Or => "||",
            Self::And => "&&",
            Self::Comparison(comparison) => Comparison::ALL[comparison as usize].1,
            Self::Arithmetic(operator) => Operator::ALL[operator as usize].1,
            _ => "",
        }
    }

    /// Whether it becomes a constant when its arguments are: whether a rule uses the others says how its law is found.
    pub(super) const fn is_computed(self) -> bool {
        match self {
            Self::Arithmetic(operator) => !matches!(operator, Operator::Max | Operator::Min),
            _ => matches!(self, Self::Negative | Self::Converted { .. } | Self::Floor),
        }
    }

    /// Whether it is a constant, whole or rounded.
    pub(crate) const fn is_constant(self) -> bool {
        matches!(self, Self::Constant(_) | Self::Decimal(_))
    }
}

/// How tightly a sign and `!` bind.
pub(super) const SIGN: u8 = 10;

/// How two numbers compare.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Comparison {
    /// All comparisons, each with its symbol.
    const ALL: [(Self, &'static str); 6] = [
        (Self::Equal, "=="),
        (Self::NotEqual, "!="),
        (Self::Less, "<"),
        (Self::AtMost, "<="),
        (Self::Greater, ">"),
        (Self::AtLeast, ">="),
    ];

    pub(super) const fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Self::Equal => a == b,
            Self::NotEqual => a != b,
            Self::Less => a < b,
            Self::AtMost => a <= b,
            Self::Greater => a > b,
            Self::AtLeast => a >= b,
        }
    }
}

/// What makes a number from two.
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
    Max,
    Min,
}

impl Operator {
    /// All operators, each with its symbol or name and how tightly it binds.
    const ALL: [(Self, &'static str, u8); 12] = [
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
        (Self::Max, "max", SIGN),
        (Self::Min, "min", SIGN),
    ];

    pub(crate) const fn divides(self) -> bool {
        matches!(self, Self::Quotient | Self::Remainder)
    }

    pub(super) const fn shifts(self) -> bool {
        matches!(self, Self::ShiftLeft | Self::ShiftRight)
    }

    /// The value for any two numbers, if it fits 64 bits.
    pub(super) fn checked(self, a: i64, b: i64) -> Option<i64> {
        if self.divides() && b == 0 || self.shifts() && !(0..64).contains(&b) {
            return None;
        }
        self.value(a.into(), b.into()).try_into().ok()
    }

    /// The value, in 128 bits, where it cannot overflow: both numbers have 64 bits and a shift is by at most 63.
    pub(super) fn value(self, a: i128, b: i128) -> i128 {
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
            Self::Max => a.max(b),
            Self::Min => a.min(b),
        }
    }
}

/// A sum, difference, product or quotient, rounded to a double or to a float. One that is rounded to a double first is rounded
/// to the same float (Figueroa, *When is double rounding innocuous?*, 1995), so the columns need doubles alone.
#[inline]
pub(crate) fn round(operator: Operator, a: f64, b: f64, is_single: bool) -> f64 {
    let exact = match operator {
        Operator::Plus => a + b,
        Operator::Minus => a - b,
        Operator::Times => a * b,
        _ => a / b,
    };
    if is_single {
        f64::from(exact as f32)
    } else {
        exact
    }
}

/// The double that is nearest to a whole number, or the float.
#[inline]
pub(crate) fn convert(whole: i64, is_single: bool) -> f64 {
    if is_single {
        f64::from(whole as f32)
    } else {
        whole as f64
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
    pub(crate) fn new(x: i32, y: i32) -> Option<Self> {
        let (least, most) = (x.min(y), x.max(y));
        let width = most.wrapping_sub(least).wrapping_add(1).unsigned_abs();
        (width > 0).then_some(Self { least, width })
    }
}
