//! Conditions on the words and draws of a seed.
//!
//! | written | value |
//! |---|---|
//! | `word(n)` | word `n`, counted from 0, below [`WORDS`] |
//! | `get_rand(n, x, y)` | the number that the game's `get_rand(x, y)` makes from word `n`: bounds in the wrong order are
//! swapped, and widths wrap as its `int` does |
//! | `rand_percent(n, p)`, `coin_toss(n)` | conditions: the results of these functions of the game for word `n` |
//! | `- * / % + << >> & ^ \|` | whole numbers, binding as in Rust, tightest first: sign; product; sum; shift; and; xor; or |
//! | `== != < <= > >=`, `! && \|\|` | conditions; a comparison binds weaker than all arithmetic, and does not chain |
//!
//! Numbers are decimal or `0x...`. Quotients are rounded toward zero and remainders have the sign of the dividend, as in C. A
//! shift to the right keeps the sign. Nothing wraps: the range of each part follows from the range of each word, and a part
//! that could leave 64 bits (or shift by less than 0 or more than 63) is refused before the scan; so is a constant divisor of
//! zero. **If a divisor is zero, the comparison around it is false**, whichever it is, even `!=`.
//!
//! ```
//! use roguelab_scan::{Predicate, Seeded};
//!
//! let rogue = Seeded::find("rrandom", None).unwrap();
//! let predicate = Predicate::parse("(word(0)%6)==0x3&&get_rand(1,2*50,1)>=42", rogue).unwrap();
//! assert_eq!(predicate.to_string(), "word(0) % 6 == 3 && get_rand(1, 100, 1) >= 42");
//! ```
//!
//! [`WORDS`]: super::seeded::WORDS

mod number;
mod parser;
mod real;
mod token;

use std::fmt;

pub(super) use number::{Float, FloatNode, Game, Node, Number, Operator, converted, rounded};
pub(super) use parser::{Infix, parse_formula};
pub(super) use token::{Token, Tokens};

use super::seeded::Seeded;

/// A condition on a seed. It is shown in canonical form: with constants computed, and no unneeded parentheses.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Predicate(pub(super) Condition);

impl Predicate {
    /// Reads a predicate about the words of this source.
    ///
    /// # Errors
    /// If the text is not a predicate: the error has the column, and says what was expected.
    pub fn parse(text: &str, source: Seeded) -> Result<Self, PredicateError> {
        parser::parse(text, source)
            .map(Self)
            .map_err(|fault| PredicateError::new("predicate", text, fault))
    }
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A condition, which is true or false for a seed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Condition {
    Comparison(Comparison, Number, Number),
    CoinToss { n: usize },
    RandPercent { n: usize, percentage: i32 },
    Not(Box<Self>),
    And(Box<Self>, Box<Self>),
    Or(Box<Self>, Box<Self>),
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Comparison {
    /// All comparisons, each with its symbol.
    pub(super) const ALL: [(Self, &'static str); 6] = [
        (Self::Equal, "=="),
        (Self::NotEqual, "!="),
        (Self::Less, "<"),
        (Self::AtMost, "<="),
        (Self::Greater, ">"),
        (Self::AtLeast, ">="),
    ];

    pub(super) const fn symbol(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    pub(super) fn of(symbol: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|comparison| comparison.1 == symbol)
            .map(|comparison| comparison.0)
    }

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

/// How tightly `||`, `&&` and a comparison bind; the operators of numbers bind more tightly, and a sign or `!` most tightly.
pub(super) mod power {
    pub(super) const OR: u8 = 1;
    pub(super) const AND: u8 = 2;
    pub(super) const COMPARISON: u8 = 3;
    pub(crate) const SIGN: u8 = 10;
}

impl Condition {
    const fn power(&self) -> u8 {
        match self {
            Self::Or(..) => power::OR,
            Self::And(..) => power::AND,
            Self::Comparison(..) => power::COMPARISON,
            Self::CoinToss { .. } | Self::RandPercent { .. } | Self::Not(_) => power::SIGN,
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

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chain = |a: &Self, symbol, b: &Self, power| {
            a.show(power, f)?;
            write!(f, " {symbol} ")?;
            b.show(power + 1, f)
        };
        match self {
            Self::Comparison(comparison, a, b) => write!(f, "{a} {} {b}", comparison.symbol()),
            Self::CoinToss { n } => write!(f, "coin_toss({n})"),
            Self::RandPercent { n, percentage } => write!(f, "rand_percent({n}, {percentage})"),
            Self::Not(a) => {
                f.write_str("!")?;
                a.show(power::SIGN, f)
            }
            Self::And(a, b) => chain(a, "&&", b, power::AND),
            Self::Or(a, b) => chain(a, "||", b, power::OR),
        }
    }
}

/// Why a text is not a predicate, or not a rule.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PredicateError {
    what: &'static str,
    text: String,
    fault: Fault,
}

/// An error, with its place in bytes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Fault {
    at: usize,
    what: String,
}

impl Fault {
    pub(super) fn new(at: usize, what: impl Into<String>) -> Self {
        Self {
            at,
            what: what.into(),
        }
    }
}

impl PredicateError {
    pub(super) fn new(what: &'static str, text: &str, fault: Fault) -> Self {
        Self {
            what,
            text: text.to_owned(),
            fault,
        }
    }

    /// The column, counted from 1.
    pub fn column(&self) -> usize {
        self.text[..self.fault.at].chars().count() + 1
    }
}

impl fmt::Display for PredicateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The text is shown on one line, with the caret below the place.
        let line: String = self
            .text
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        writeln!(
            f,
            "the {}, column {}: {}",
            self.what,
            self.column(),
            self.fault.what
        )?;
        writeln!(f, "  {line}")?;
        write!(f, "  {:1$}^", "", self.column() - 1)
    }
}

impl std::error::Error for PredicateError {}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use proptest::prelude::*;

    use super::super::formula::Formula;
    use super::super::seeded::Seeded;
    use super::super::tests::rows;
    use super::*;

    fn canonical(text: &str) -> String {
        let parsed = Predicate::parse(text, Seeded::Rogue("rrandom"));
        let shown = parsed
            .as_ref()
            .map_or_else(|error| panic!("{error}"), ToString::to_string);
        assert_eq!(
            Predicate::parse(&shown, Seeded::Rogue("rrandom")),
            parsed,
            "{shown} is read as {text} is"
        );
        shown
    }

    #[test]
    fn the_canonical_form_keeps_the_meaning_and_drops_the_rest() {
        for [given, shown] in rows("canonical") {
            assert_eq!(canonical(&given), shown);
        }
    }

    #[test]
    fn a_fault_has_its_column_and_what_belongs_there() {
        for [text, column, what] in rows("predicate_faults") {
            let error = Predicate::parse(&text, Seeded::Rogue("rrandom")).expect_err(&text);
            let said = &error.fault.what;
            assert!(
                said.starts_with(&what) || said.ends_with(&what),
                "{text}: {error}"
            );
            assert_eq!(error.column().to_string(), column, "{error}");
        }
    }

    #[test]
    fn the_caret_stands_below_the_column() {
        let error = Predicate::parse("word(0) = 3", Seeded::Type0).unwrap_err();
        assert!(
            error.to_string().ends_with("\n  word(0) = 3\n          ^"),
            "{error}"
        );
    }

    #[test]
    fn draws_of_the_game_are_of_its_own_words() {
        for source in [Seeded::Type0, Seeded::Pcg32 { stream: 54 }] {
            for text in [
                "get_rand(0, 1, 6) == 1",
                "coin_toss(0)",
                "rand_percent(0, 5)",
            ] {
                let error = Predicate::parse(text, source).unwrap_err();
                assert_eq!(error.column(), 1, "{error}");
                assert!(error.to_string().contains(source.name()), "{error}");
            }
        }
    }

    #[test]
    fn a_text_without_end_is_refused() {
        for part in ["(", "!", "-", "1+", "coin_toss(0)||"] {
            let error = Predicate::parse(&part.repeat(100_000), Seeded::Type0).unwrap_err();
            assert!(
                error.to_string().contains("more than"),
                "{}",
                &error.to_string()[..80]
            );
        }
    }

    /// Pieces of texts that are nearly predicates or rules.
    const PIECES: [&str; 26] = [
        "word(0)",
        "get_rand(1, 1, 6)",
        "coin_toss(2)",
        "w",
        "n",
        "floor(",
        "double(",
        "(",
        ")",
        " until ",
        "-",
        "*",
        "/",
        "%",
        "^",
        "<<",
        "==",
        "<",
        "&&",
        "||",
        "!",
        "0x",
        "0",
        "65",
        "1e999",
        "9223372036854775807",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_text_is_a_predicate_or_a_rule_or_is_refused_at_a_place(
            pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..12),
        ) {
            let text = pieces.concat();
            match Predicate::parse(&text, Seeded::Rogue("rrandom")) {
                Ok(predicate) => drop(canonical(&predicate.to_string())),
                Err(error) => prop_assert!(error.column() <= text.chars().count() + 1, "{error}"),
            }
            if let Ok(rule) = Formula::parse(&text, 7, Some(6))
                && rule.runs() <= 128
                && let Ok(Some(law)) = rule.count(1, &AtomicBool::new(false), &|_| ())
            {
                let outside = law.outside.map_or(0, |outside| outside.count);
                prop_assert_eq!(law.counts.iter().sum::<u128>() + law.rejected + outside, 128);
            }
        }
    }
}
