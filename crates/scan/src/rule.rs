//! Rules: which number is made from words.
//!
//! A rule of one word is a [`Formula`]. A rule of several words, which are drawn independently, such as `max(w0 % 20, w1 % 20)`
//! or, of one word with a condition, `w % 100 < 5`, is joined from *parts*, each a formula of one word such as `w % 20`, which
//! makes a small number from a large one. Where a value is wanted, a condition is 1 if it is true and 0 otherwise. The law of
//! a part is counted like that of any formula; the laws are then joined.
//!
//! ```
//! use roguelab_scan::Rule;
//!
//! let rule = Rule::parse("max(w0 % 20, w1 % 20) + 1 >= 11", 32, None)?;
//! assert!(rule.is_joined());
//! let joined = rule.join()?;
//! let parts: Vec<_> = joined.parts.iter().map(|part| (part.word.as_str(), part.formula.as_str())).collect();
//! assert_eq!(parts, [("w0", "w % 20"), ("w1", "w % 20")]);
//! assert_eq!(joined.value.evaluate(&[3, 17]), Some(1));
//! # Ok::<(), roguelab_scan::ExpressionError>(())
//! ```

mod ideal;

use crate::expression::{
    Domain, Expression, ExpressionError, FIRST_DIE, Fault, Operation, Operator, Rounding, Scope,
    is_name_of_fraction, is_of_name, parse, refuse, sides_of_name,
};
use crate::formula::ShiftedRemainder;

/// A rule that makes a number from words.
#[derive(Clone, Debug)]
pub struct Rule {
    text: String,
    pub(crate) value: Expression,
    pub(crate) until: Option<Expression>,
    pub(crate) bits: u32,
    pub(crate) n: Option<u32>,
}

/// A rule that is joined from parts. In its expressions the words are the values of the parts.
#[derive(Clone, Debug)]
pub struct JoinedRule {
    /// How the value is made.
    pub value: Expression,
    /// All words are drawn again if this value is 0.
    pub until: Option<Expression>,
    /// The parts; no two are of the same word.
    pub parts: Vec<Part>,
}

/// A formula of one word.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Part {
    /// The name of the word in the rule.
    pub word: String,
    /// The formula, with `w` for the word.
    pub formula: String,
    /// What it would be if nothing were lost on the way from words to numbers.
    pub ideal: Ideal,
}

/// Equal draws, whose sum a rule is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Drawn {
    /// How many draws are added.
    pub dice: u32,
    /// How many numbers each draw may give.
    pub sides: u64,
    /// The lowest sum.
    pub first: i64,
}

impl Drawn {
    /// Adds dice and constants of a sum, with a sign.
    fn add(&mut self, value: &Expression, sign: i64) -> Option<()> {
        match (value.operation, &value.arguments[..]) {
            (Operation::Constant(constant), _) => {
                self.first = self.first.checked_add(constant.checked_mul(sign)?)?;
            }
            (Operation::Binary(Operator::Plus), [a, b]) => {
                self.add(a, sign)?;
                self.add(b, sign)?;
            }
            (Operation::Binary(Operator::Minus), [a, b]) => {
                self.add(a, sign)?;
                self.add(b, -sign)?;
            }
            _ if sign > 0 => {
                let (sides, low) = draw_of(value)?;
                if self.dice > 0 && self.sides != sides {
                    return None;
                }
                self.sides = sides;
                self.dice += 1;
                self.first = self.first.checked_add(low)?;
            }
            _ => return None,
        }
        Some(())
    }
}

/// How many numbers a die, `w % n` or `floor(u * n)` gives, and the lowest.
fn draw_of(value: &Expression) -> Option<(u64, i64)> {
    if value.is_die() {
        let (low, high) = value.range().ok()?;
        return Some((u64::try_from(high).ok()?, low));
    }
    match (value.operation, &value.arguments[..]) {
        (Operation::Binary(Operator::Remainder), [word, sides]) => {
            let Operation::Constant(sides @ 1..) = sides.operation else {
                return None;
            };
            word.word().map(|_| (sides as u64, 0))
        }
        (Operation::Whole(Rounding::Floor | Rounding::Trunc), [product]) => {
            let (Operation::Binary(Operator::Times), [fraction, sides]) =
                (product.operation, &product.arguments[..])
            else {
                return None;
            };
            let Operation::Decimal(sides) = sides.operation else {
                return None;
            };
            // With all 53 bits its product is below the sides.
            let is_fraction = matches!(fraction.domain, Ok(Domain::Rounded(low, high, _)) if low == 0.0 && (0.9..1.0).contains(&high));
            let is_whole = sides.fract() == 0.0 && (1.0..1e15).contains(&sides);
            (is_fraction && is_whole).then_some((sides as u64, 0))
        }
        _ => None,
    }
}

/// The law of a part that is not made of words of so many bits, but of a fair source.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Ideal {
    /// All of its numbers are equally likely.
    Equal,
    /// It is the roll of a die with so many sides, in fact too.
    Die(u32),
    /// A condition that is true with this chance: a numerator and a denominator.
    Chance(i128, i128),
    /// A condition, of which that is not known.
    Unknown,
}

impl Rule {
    /// Reads a rule for words of so many bits, which gives the numbers below `n` if that is given.
    ///
    /// # Errors
    /// If the text is not a rule: the error has the column, and says what was expected.
    pub fn parse(text: &str, bits: u32, n: Option<u32>) -> Result<Self, ExpressionError> {
        let (value, until) = parse(text, Scope::Rule { bits, n })?;
        let text = text.to_owned();
        Ok(Self {
            text,
            value,
            until,
            bits,
            n,
        })
    }

    /// How many bits a word of this rule has if nothing is said: 53 where it is a fraction, as doubles have, and otherwise 32.
    pub fn usual_bits(text: &str) -> u32 {
        if Self::has_fractions(text) { 53 } else { 32 }
    }

    /// Whether a rule has a word as a fraction.
    pub fn has_fractions(text: &str) -> bool {
        let mut names = text.split(|c| !is_of_name(c));
        names.any(is_name_of_fraction)
    }

    /// The same text with this number in place of each `t`, which stands for the number of a try.
    pub fn on_try(text: &str, t: u32) -> String {
        Self::replace_name(text, "t", &t.to_string())
    }

    /// The same text with this one in place of a name.
    pub fn replace_name(text: &str, name: &str, value: &str) -> String {
        let mut replaced = String::new();
        for piece in text.split_inclusive(|c| !is_of_name(c)) {
            match piece.strip_prefix(name) {
                Some(rest) if !rest.starts_with(is_of_name) => {
                    replaced += &format!("{value}{rest}");
                }
                _ => replaced += piece,
            }
        }
        replaced
    }

    /// Its value for these words, of which `w` is the first; `None` if it has none, or if fractions or `until` are in it.
    pub fn evaluate(&self, words: &[i64]) -> Option<i64> {
        match self.until {
            Some(_) => None,
            None => self.value.evaluate(words),
        }
    }

    /// The numbers of all words of its value, of which `w` is 0.
    pub fn words(&self) -> Vec<usize> {
        self.value.words()
    }

    /// Whether it must be joined: it has a word with a number, max, min or if, or a condition that is not after `until`.
    pub fn is_joined(&self) -> bool {
        match &self.until {
            Some(until) => self.value.contains(is_of_several) || until.contains(is_of_several),
            None => self.value.contains(is_of_several) || self.value.contains(is_condition),
        }
    }

    /// What is drawn, if the rule is a remainder of a word, or a sum of equal draws, to which a constant may be added.
    pub fn drawn(&self) -> Option<Drawn> {
        if self.until.is_some() {
            return None;
        }
        if let Some(ShiftedRemainder { modulus, shift }) = ShiftedRemainder::of(&self.value) {
            return Some(Drawn {
                dice: 1,
                sides: modulus,
                first: shift,
            });
        }
        let mut drawn = Drawn {
            dice: 0,
            sides: 0,
            first: 0,
        };
        drawn.add(&self.value, 1)?;
        // Each draw takes a word of its own, and a single fraction has steps.
        let words = self.value.words();
        let is_of_dice = words.iter().all(|word| *word >= FIRST_DIE);
        let are_independent = words.len() == drawn.dice as usize;
        (are_independent && (drawn.dice > 1 || drawn.dice == 1 && is_of_dice)).then_some(drawn)
    }

    /// Cuts the rule into parts where a large number first becomes a small one.
    ///
    /// # Errors
    /// If a word is used in two ways, or a fraction has several words: the error has the column.
    pub fn join(&self) -> Result<JoinedRule, ExpressionError> {
        let mut parts = Vec::new();
        let value = self.cut(&self.value, &mut parts);
        let until = self.until.as_ref().map(|until| self.cut(until, &mut parts));
        Ok(JoinedRule {
            value: value.map_err(|fault| self.locate(fault))?,
            until: until.transpose().map_err(|fault| self.locate(fault))?,
            parts,
        })
    }

    pub(crate) fn locate(&self, fault: Fault) -> ExpressionError {
        fault.in_text("rule", &self.text)
    }

    /// The same expression of parts, to which new ones are added.
    fn cut(&self, value: &Expression, parts: &mut Vec<Part>) -> Result<Expression, Fault> {
        use Operator::{And, Quotient, Remainder, ShiftRight};
        let is_of_fractions = match value.operation {
            Operation::Whole(_) => true,
            Operation::Binary(operator) if operator.compares() => {
                value.arguments.iter().any(Expression::is_rounded)
            }
            _ => false,
        };
        let is_part = match value.operation {
            _ if is_of_fractions => true,
            Operation::Word(_) => true,
            Operation::Binary(And | Quotient | Remainder | ShiftRight) => {
                !value.arguments.iter().any(has_small_draw)
            }
            _ => false,
        };
        let (mut operation, mut arguments) = (value.operation, Vec::new());
        if is_part && let [word] = value.words()[..] {
            operation = Operation::Word(self.add_part(value, word, parts)?);
        } else if is_of_fractions {
            let message = "a fraction has several words in it: use one word in each fraction";
            return refuse(value.place.start, message);
        } else {
            for argument in &value.arguments {
                arguments.push(self.cut(argument, parts)?);
            }
        }
        Ok(Expression {
            operation,
            arguments,
            domain: value.domain.clone(),
            place: value.place.clone(),
        })
    }

    /// The number of the part with this value.
    fn add_part(
        &self,
        value: &Expression,
        word: usize,
        parts: &mut Vec<Part>,
    ) -> Result<usize, Fault> {
        let formula = &self.text[value.place.clone()];
        let (word, formula) = match word {
            0 => (String::from("w"), formula.to_owned()),
            die @ FIRST_DIE.. => (format!("die {}", die - FIRST_DIE + 1), formula.to_owned()),
            _ => {
                let number = word - 1;
                let formula = formula.replace(&format!("w{number}"), "w");
                (
                    format!("w{number}"),
                    formula.replace(&format!("u{number}"), "u"),
                )
            }
        };
        let is_condition = matches!(value.domain, Ok(Domain::Condition));
        let ideal = match (sides_of_name(&formula), ideal::chance(value)) {
            (Some(sides), _) => Ideal::Die(sides),
            (None, Some((part, whole))) => Ideal::Chance(part, whole),
            (None, None) if is_condition => Ideal::Unknown,
            (None, None) => Ideal::Equal,
        };
        let part = Part {
            word,
            formula,
            ideal,
        };
        let known = parts.iter().position(|known| known.word == part.word);
        let Some(known) = known else {
            parts.push(part);
            return Ok(parts.len() - 1);
        };
        if parts[known] == part {
            return Ok(known);
        }
        let message = format!(
            "{} is used in two ways, and the other is `{}`: use each word in one way, and take as many words as you need",
            part.word, parts[known].formula
        );
        refuse(value.place.start, message)
    }
}

fn is_of_several(operation: Operation) -> bool {
    match operation {
        Operation::Word(word) => word > 0,
        Operation::Binary(Operator::Max | Operator::Min) => true,
        _ => matches!(operation, Operation::If | Operation::Kept(_)),
    }
}

const fn is_condition(operation: Operation) -> bool {
    match operation {
        Operation::Binary(operator) => operator.compares() || operator.is_logical(),
        _ => matches!(operation, Operation::Not),
    }
}

/// Whether a part of it is a draw of a few numbers, such as `w % 6` or `w & 7`: what is done with that is the rule's and not
/// the word's. Remainders by larger powers of two only make a word narrower.
fn has_small_draw(value: &Expression) -> bool {
    if value.is_die() {
        return true;
    }
    if matches!(value.operation, Operation::Whole(_)) {
        return false;
    }
    let constants = value.arguments.iter().map(|part| part.operation);
    let constants: Vec<Operation> = constants.collect();
    let numbers = match (value.operation, &constants[..]) {
        (Operation::Binary(Operator::Remainder), [_, Operation::Constant(n)]) => *n,
        (
            Operation::Binary(Operator::And),
            [_, Operation::Constant(mask)] | [Operation::Constant(mask), _],
        ) => mask.saturating_add(1),
        _ => i64::MAX,
    };
    let most = if numbers.count_ones() == 1 { 16 } else { 4096 };
    numbers <= most && !value.words().is_empty() || value.arguments.iter().any(has_small_draw)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_equal_draws_are_told() {
        let drawn = |text: &str| {
            let drawn = Rule::parse(text, 32, None).unwrap().drawn();
            drawn.map(|drawn| (drawn.dice, drawn.sides, drawn.first))
        };
        assert_eq!(drawn("w % 20 + 1"), Some((1, 20, 1)));
        assert_eq!(drawn("(d6 - 1) + 1"), Some((1, 6, 1)));
        assert_eq!(drawn("d6 + 2 + d6 + d6"), Some((3, 6, 5)));
        assert_eq!(drawn("w0 % 6 + w1 % 6 + 2"), Some((2, 6, 2)));
        assert_eq!(drawn("floor(u0 * 6) + floor(u1 * 6) + 2"), Some((2, 6, 2)));
        for other in [
            "d6 + d8",
            "4 - d6",
            "d6 * 2",
            "w0 % 6 + w0 % 6",
            "3",
            "floor(u * 6)",
        ] {
            assert_eq!(drawn(other), None, "{other}");
        }
    }

    /// Rules, the values of their parts, and their own.
    const VALUES: [(&str, &[i64], i64); 11] = [
        ("floor(7 / 2) + w0 % 2", &[1], 4),
        ("w0 % 6 + w1 % 6 + 2", &[3, 4], 9),
        ("max(w0 % 20, w1 % 20, 7) * 2", &[3, 4], 14),
        ("w0 % 6 + w1 % 6 - min(w0 % 6, w1 % 6)", &[3, 4], 4),
        ("if(w0 % 6 == 0, w1 % 6, w0 % 6)", &[0, 5], 5),
        ("if(w0 % 6 == 0, w1 % 6, w0 % 6)", &[2, 5], 2),
        ("w % 100 < 5 || !(w1 & 1 != 0)", &[70, 1], 0),
        ("w % 100 < 5 || !(w1 & 1 != 0)", &[70, 0], 1),
        ("-(w0 % 3) - -2 << 1", &[1], 2),
        (
            "(w0 % 6 == 5) == (w1 % 6 == 5) && w2 % 2 != 0",
            &[1, 2, 1],
            1,
        ),
        (
            "floor(w0 / 2^32 * 6) >= (w1 >> 3) % 6 && w2 % 2 == 0",
            &[3, 3, 0],
            1,
        ),
    ];

    /// Rules, and whether they are joined.
    const IS_JOINED: [(&str, bool); 11] = [
        ("w % 6", false),
        ("w % n until w < 6", false),
        ("double(w / 2^53 * 6)", false),
        ("w & 3 ^ 5", false),
        ("(", false),
        ("lemire", false),
        ("w0 % 6", true),
        ("w % 100 < 5", true),
        ("max(w % 6, 3)", true),
        ("!(w % 2)", true),
        ("w0 % 6 until w0 % 6 > 0", true),
    ];

    /// Texts that are not rules of several words, and a part of the message.
    const FAULTS: [(&str, &str); 11] = [
        ("max(w0 % 6)", "at least two"),
        (
            "w0 % 6 == 5 & w1 % 6 == 5",
            "a comparison of a comparison: join conditions with &&",
        ),
        ("if(w0 % 6, 1)", "if takes"),
        ("w0 % 6 +", "expected"),
        ("x + w0 % 2", "nothing is called `x`"),
        ("floor(w0 / w1) + 1", "several words"),
        ("w0 % 6 )", "an operator, `until` or the end"),
        (
            "w0 % 6 until w0 % 6 until 1",
            "an operator or the end, found `until`",
        ),
        ("floor(w0 / 3", "expected `)`"),
        ("max(w0 % 6; 3)", "expected"),
        (
            "(w0 >> 11) % 6 + floor(w1 / 2^32 * 6) + w0 % 2",
            "used in two ways",
        ),
    ];

    /// Rules, and the formulas of their parts.
    const PARTS: [(&str, [&str; 2]); 6] = [
        ("(w0) % 4 + max(w1, 3) % 5", ["(w) % 4", "max(w, 3) % 5"]),
        ("(w0 % (2 * 3) + 1) / 2 + w1 % 2", ["w % (2 * 3)", "w % 2"]),
        (
            "max((w0 >> 11) % 6, floor((w1 + 1) / 2^32 * 6))",
            ["(w >> 11) % 6", "floor((w + 1) / 2^32 * 6)"],
        ),
        ("(w0 % 6 + 1) / 2 + w1 % 2", ["w % 6", "w % 2"]),
        ("w0 % 100 % 6 + ((w1 & 7) + 1 >> 1)", ["w % 100", "(w & 7)"]),
        (
            "(w0 & 16383) % 6 + (w1 % 2^10 * 6 >> 10)",
            ["(w & 16383) % 6", "(w % 2^10 * 6 >> 10)"],
        ),
    ];

    fn join(text: &str) -> Result<JoinedRule, ExpressionError> {
        Rule::parse(text, 32, None)?.join()
    }

    #[test]
    fn values_are_those_of_the_expression() {
        for (text, parts, value) in VALUES {
            let found = join(text).unwrap().value.evaluate(parts);
            assert_eq!(found, Some(value), "{text} of {parts:?}");
        }
        let divided = join("5 / (w0 % 3 - w1 % 2)").unwrap().value;
        assert_eq!(divided.evaluate(&[1, 1]), None);
        assert_eq!(divided.evaluate(&[2, 1]), Some(5));
    }

    #[test]
    fn a_try_has_its_number() {
        assert_eq!(
            Rule::on_try("w % 100 < t * 5 + max(0, t-9)", 12),
            "w % 100 < 12 * 5 + max(0, 12-9)"
        );
    }

    #[test]
    fn rules_are_cut_where_numbers_become_small() {
        for (text, formulas) in PARTS {
            let parts = join(text).unwrap().parts;
            let found: Vec<_> = parts.iter().map(|part| &*part.formula).collect();
            assert_eq!(found, formulas);
        }
        for (text, is_joined) in IS_JOINED {
            let rule = Rule::parse(text, 32, Some(6));
            assert_eq!(rule.is_ok_and(|rule| rule.is_joined()), is_joined, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_joined_is_refused_with_the_reason() {
        for (text, said) in FAULTS {
            let error = join(text).unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
        assert!(join(&"(".repeat(900)).is_err());
    }
}
