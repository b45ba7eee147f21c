//! Rules of several words, which are drawn independently: `max(w0 % 20, w1 % 20)`, or `w % 100 < 5`.
//!
//! The language is that of [formulas](crate::formula), with `w0` to `w9` for the words (`w` is one more), `max(...)`,
//! `min(...)`, `if(CONDITION, VALUE, VALUE)`, and comparisons, which are 1 if they are true and 0 otherwise. `VALUE until
//! CONDITION` draws all words again until the condition is true.
//!
//! A rule is read as an expression of *parts*, each a formula of one word such as `w % 20`, which makes a small number from a
//! large one. The law of a part is counted like that of any formula; the laws are then joined.
//!
//! ```
//! use roguelab_scan::several::Rule;
//!
//! let rule = Rule::parse("max(w0 % 20, w1 % 20) + 1 >= 11")?;
//! let parts: Vec<_> = rule.parts.iter().map(|part| (part.word.as_str(), part.formula.as_str())).collect();
//! assert_eq!(parts, [("w0", "w % 20"), ("w1", "w % 20")]);
//! assert_eq!(rule.value.of(&[3, 17]), Some(1));
//! # Ok::<(), roguelab_scan::PredicateError>(())
//! ```

use crate::predicate::{Comparison, Fault, Infix, Operator, PredicateError, Token, Tokens, power};

/// How deeply a rule may be nested.
const DEEPEST: u32 = 100;

/// A rule, and the parts from which it is made.
#[derive(Clone, Debug)]
pub struct Rule {
    /// How the value is made from the values of the parts.
    pub value: Value,
    /// All words are drawn again if this value is 0.
    pub until: Option<Value>,
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
}

/// How a rule makes its value from the values of its parts.
#[derive(Clone, Debug)]
pub enum Value {
    /// A number.
    Constant(i64),
    /// The value of this part.
    Part(usize),
    /// An operation on other values.
    Of(Operation, Vec<Self>),
}

/// An operation on one value, two or three.
#[derive(Clone, Copy, Debug)]
pub struct Operation(Kind);

#[derive(Clone, Copy, Debug)]
enum Kind {
    Infix(Infix),
    Negative,
    Not,
    Max,
    Min,
    If,
}

impl Operation {
    /// Its value; `None` if it is beyond 64 bits, divides by zero, or shifts by less than 0 or more than 63.
    pub fn of(self, values: &[i64]) -> Option<i64> {
        let truth = |value: bool| Some(i64::from(value));
        match (self.0, values) {
            (Kind::Negative, [a]) => a.checked_neg(),
            (Kind::Not, [a]) => truth(*a == 0),
            (Kind::Max, [a, b]) => Some(*a.max(b)),
            (Kind::Min, [a, b]) => Some(*a.min(b)),
            (Kind::If, [condition, then, other]) => {
                Some(if *condition == 0 { *other } else { *then })
            }
            (Kind::Infix(infix), [a, b]) => match infix {
                Infix::And => truth(*a != 0 && *b != 0),
                Infix::Or => truth(*a != 0 || *b != 0),
                Infix::Comparison(comparison) => truth(comparison.holds(*a, *b)),
                Infix::Arithmetic(operator) => operator.checked(*a, *b),
            },
            _ => None,
        }
    }
}

impl Value {
    /// Its value, given those of all parts; `None` as for [`Operation::of`].
    pub fn of(&self, parts: &[i64]) -> Option<i64> {
        match self {
            Self::Constant(value) => Some(*value),
            Self::Part(part) => parts.get(*part).copied(),
            Self::Of(operation, values) => {
                let mut found = [0; 3];
                for (found, value) in found.iter_mut().zip(values) {
                    *found = value.of(parts)?;
                }
                operation.of(&found[..values.len()])
            }
        }
    }

    /// The parts from which it is made, in order.
    pub fn parts(&self) -> Vec<usize> {
        let mut parts = match self {
            Self::Constant(_) => Vec::new(),
            Self::Part(part) => vec![*part],
            Self::Of(_, values) => values.iter().flat_map(Self::parts).collect(),
        };
        parts.sort_unstable();
        parts.dedup();
        parts
    }
}

impl Rule {
    /// Whether a text is such a rule rather than a formula: it names a word by number, or compares, or has a function of this
    /// language. If it has `until`, only the first of these counts.
    pub fn is_one(text: &str) -> bool {
        let Ok(tokens) = Tokens::of(text, true) else {
            return false;
        };
        let is_until = |token: &Token<'_>| matches!(token, Token::Name("until"));
        let all = || tokens.all.iter().map(|placed| placed.token);
        let has_until = all().any(|token| is_until(&token));
        all().any(|token| match token {
            Token::Name(name) => {
                ["max", "min", "if"].contains(&name) || is_word(name) && name != "w"
            }
            Token::Symbol(symbol) => {
                !has_until
                    && (["!", "&&", "||"].contains(&symbol) || Comparison::of(symbol).is_some())
            }
            _ => false,
        })
    }

    /// The same text with this number in place of each `t`, which stands for the number of a try.
    pub fn on_try(text: &str, t: u32) -> String {
        let tokens = Tokens::of(text, true).map_or_else(|_| Vec::new(), |tokens| tokens.all);
        let tries = tokens
            .iter()
            .filter(|placed| placed.token == Token::Name("t"));
        let mut text = text.to_owned();
        for placed in tries.rev() {
            text.replace_range(placed.at..=placed.at, &t.to_string());
        }
        text
    }

    /// Reads a rule.
    ///
    /// # Errors
    /// If the text is not a rule: the error has the column, and says what was expected.
    pub fn parse(text: &str) -> Result<Self, PredicateError> {
        let read = || -> Result<Self, Fault> {
            let mut parser = Parser {
                tokens: Tokens::of(text, true)?,
                depth: 0,
            };
            let mut parts = Vec::new();
            let value = split(&parser.expression(0)?, text, &mut parts)?;
            let mut until = None;
            if parser.tokens.peek().token == Token::Name("until") {
                parser.tokens.take();
                until = Some(split(&parser.expression(0)?, text, &mut parts)?);
            }
            parser.tokens.end("an operator, `until` or the end")?;
            Ok(Self {
                value,
                until,
                parts,
            })
        };
        read().map_err(|fault| PredicateError::new("rule", text, fault))
    }
}

fn is_word(name: &str) -> bool {
    name.strip_prefix('w').is_some_and(|number| {
        number.is_empty() || number.len() == 1 && number.as_bytes()[0].is_ascii_digit()
    })
}

/// An expression as written: its form, and its range in the text.
struct Tree<'t> {
    node: Node<'t>,
    at: usize,
    end: usize,
}

enum Node<'t> {
    Constant(i64),
    Word(&'t str),
    /// `floor(...)` and the like: only a formula can read its content; this has the words in it.
    Call(Vec<(&'t str, usize)>),
    Of(Kind, Vec<Tree<'t>>),
}

impl<'t> Tree<'t> {
    /// The words in it, and their places.
    fn words(&self) -> Vec<(&'t str, usize)> {
        match &self.node {
            Node::Constant(_) => Vec::new(),
            Node::Word(word) => vec![(word, self.at)],
            Node::Call(words) => words.clone(),
            Node::Of(_, trees) => trees.iter().flat_map(Tree::words).collect(),
        }
    }

    /// Whether a part of it is a draw of a few numbers, such as `w % 6` or `w & 7`: what is done with that is the rule's and not
    /// the word's. Remainders by larger powers of two only make a word narrower.
    fn has_small_draw(&self) -> bool {
        let Node::Of(kind, trees) = &self.node else {
            return false;
        };
        let numbers = match (kind, &trees[..]) {
            (Kind::Infix(Infix::Arithmetic(operator)), [a, b]) => {
                match (operator, &a.node, &b.node) {
                    (Operator::Remainder, _, Node::Constant(n)) => *n,
                    (Operator::And, _, Node::Constant(mask))
                    | (Operator::And, Node::Constant(mask), _) => mask.saturating_add(1),
                    _ => i64::MAX,
                }
            }
            _ => i64::MAX,
        };
        let most = if numbers.count_ones() == 1 { 16 } else { 4096 };
        numbers <= most && !self.words().is_empty() || trees.iter().any(Tree::has_small_draw)
    }
}

/// Cuts an expression into parts where a large number first becomes a small one.
fn split(tree: &Tree<'_>, text: &str, parts: &mut Vec<Part>) -> Result<Value, Fault> {
    use Operator::{And, Quotient, Remainder, ShiftRight};
    let words = tree.words();
    let cuts = match &tree.node {
        Node::Constant(value) => return Ok(Value::Constant(*value)),
        Node::Word(_) | Node::Call(_) => true,
        Node::Of(Kind::Infix(Infix::Arithmetic(operator)), trees) => {
            matches!(operator, And | Quotient | Remainder | ShiftRight)
                && !trees.iter().any(Tree::has_small_draw)
        }
        Node::Of(..) => false,
    };
    let is_of_one = words.windows(2).all(|pair| pair[0].0 == pair[1].0);
    if let (true, true, Some((word, _))) = (cuts, is_of_one, words.first()) {
        let mut formula = text[tree.at..tree.end].to_owned();
        for (word, at) in words.iter().rev() {
            let at = at - tree.at;
            formula.replace_range(at..at + word.len(), "w");
        }
        let part = Part {
            word: (*word).to_owned(),
            formula,
        };
        return match parts.iter().position(|known| known.word == part.word) {
            Some(known) if parts[known] == part => Ok(Value::Part(known)),
            Some(known) => Err(Fault::new(
                tree.at,
                format!(
                    "{word} is used in two ways, and the other is `{}`: use each word in one way, and take as many words as you need",
                    parts[known].formula
                ),
            )),
            None => {
                parts.push(part);
                Ok(Value::Part(parts.len() - 1))
            }
        };
    }
    match &tree.node {
        Node::Of(kind, trees) => {
            let values = trees.iter().map(|tree| split(tree, text, parts));
            Ok(Value::Of(
                Operation(*kind),
                values.collect::<Result<_, _>>()?,
            ))
        }
        _ => Err(Fault::new(
            tree.at,
            "a fraction has several words in it: use one word in each fraction",
        )),
    }
}

struct Parser<'t> {
    tokens: Tokens<'t>,
    depth: u32,
}

impl<'t> Parser<'t> {
    /// An expression whose operators all bind more tightly than `least`.
    fn expression(&mut self, least: u8) -> Result<Tree<'t>, Fault> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Fault::new(
                self.tokens.peek().at,
                "the rule is nested too deeply",
            ));
        }
        let mut left = self.operand()?;
        let mut before = None;
        while let Some(infix) = Infix::of(self.tokens.peek().token)
            && infix.power() > least
        {
            infix.refuse_chain(before.replace(infix), self.tokens.take().at)?;
            let right = self.expression(infix.power())?;
            let (at, end) = (left.at, right.end);
            let node = Node::Of(Kind::Infix(infix), vec![left, right]);
            left = Tree { node, at, end };
        }
        self.depth -= 1;
        Ok(left)
    }

    fn operand(&mut self) -> Result<Tree<'t>, Fault> {
        let taken = self.tokens.take();
        let (token, at, end) = (taken.token, taken.at, taken.end());
        let (node, end) = match token {
            Token::Number(value) => (Node::Constant(value), end),
            Token::Symbol("(") => {
                let inner = self.expression(0)?;
                return Ok(Tree {
                    end: self.tokens.expect(")")?.end(),
                    at,
                    ..inner
                });
            }
            Token::Symbol(sign @ ("-" | "!")) => {
                let inner = self.expression(power::SIGN)?;
                let end = inner.end;
                let kind = if sign == "-" {
                    Kind::Negative
                } else {
                    Kind::Not
                };
                (Node::Of(kind, vec![inner]), end)
            }
            Token::Name(name) if is_word(name) => (Node::Word(name), end),
            Token::Name("floor" | "double" | "float") => self.call()?,
            Token::Name(name @ ("max" | "min" | "if")) => self.function(name, at)?,
            Token::Name(name) => {
                return Err(Fault::new(
                    at,
                    format!(
                        "nothing is called `{name}`: there are w, w0 to w9, floor(...), double(...), float(...), max(...), min(...) \
                         and if(CONDITION, VALUE, VALUE), and with --pity t"
                    ),
                ));
            }
            _ => {
                return Err(Fault::new(at, "expected a number, a word or a function"));
            }
        };
        Ok(Tree { node, at, end })
    }

    /// The text between the parentheses of a fraction, which is not parsed.
    fn call(&mut self) -> Result<(Node<'t>, usize), Fault> {
        self.tokens.expect("(")?;
        let (mut open, mut words) = (1, Vec::new());
        loop {
            let taken = self.tokens.take();
            match taken.token {
                Token::Symbol("(") => open += 1,
                Token::Symbol(")") => {
                    open -= 1;
                    if open == 0 {
                        return Ok((Node::Call(words), taken.end()));
                    }
                }
                Token::Name(name) if is_word(name) => words.push((taken.text, taken.at)),
                Token::End => return Err(Fault::new(taken.at, "expected `)`")),
                _ => {}
            }
        }
    }

    fn function(&mut self, name: &str, at: usize) -> Result<(Node<'t>, usize), Fault> {
        self.tokens.expect("(")?;
        let mut values = vec![self.expression(0)?];
        let end = loop {
            let taken = self.tokens.take();
            match taken.token {
                Token::Symbol(",") => values.push(self.expression(0)?),
                Token::Symbol(")") => break taken.end(),
                _ => return Err(Fault::new(taken.at, "expected `,` or `)`")),
            }
        };
        if name == "if" {
            return if values.len() == 3 {
                Ok((Node::Of(Kind::If, values), end))
            } else {
                Err(Fault::new(
                    at,
                    "if takes a condition, the value where it is true, and the other value",
                ))
            };
        }
        let kind = if name == "max" { Kind::Max } else { Kind::Min };
        let mut values = values.into_iter();
        let first = values.next().filter(|_| values.len() > 0);
        let first =
            first.ok_or_else(|| Fault::new(at, format!("{name} takes at least two values")))?;
        // They are taken two at a time, as joining the laws of few values is faster than joining those of many.
        let joined = values.fold(first, |a, b| {
            let (at, end) = (a.at, b.end);
            let node = Node::Of(kind, vec![a, b]);
            Tree { node, at, end }
        });
        Ok((joined.node, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    fn of(text: &str, values: &[i64]) -> Option<i64> {
        Rule::parse(text).unwrap().value.of(values)
    }

    #[test]
    fn values_are_those_of_the_expression() {
        for [text, values, expected] in rows("several_values") {
            let values: Vec<i64> = values.split(' ').flat_map(str::parse).collect();
            assert_eq!(
                of(&text, &values),
                expected.parse().ok(),
                "{text} of {values:?}"
            );
        }
        assert_eq!(of("5 / (w0 % 3 - w1 % 2)", &[1, 1]), None);
        assert_eq!(
            Rule::on_try("w % 100 < t * 5 + max(0, t-9)", 12),
            "w % 100 < 12 * 5 + max(0, 12-9)"
        );
        let parts = Rule::parse("(w0 >> 11) % 6 + floor(w1 / 2^32 * 6) + w0 % 2").unwrap_err();
        assert!(parts.to_string().contains("used in two ways"), "{parts}");
        let rule = Rule::parse("max((w0 >> 11) % 6, floor((w1 + 1) / 2^32 * 6))").unwrap();
        let formulas: Vec<_> = rule.parts.iter().map(|part| &*part.formula).collect();
        assert_eq!(formulas, ["(w >> 11) % 6", "floor((w + 1) / 2^32 * 6)"]);
    }

    #[test]
    fn what_is_a_formula_is_not_taken() {
        for [text, is_one] in rows("one_or_several") {
            assert_eq!(Rule::is_one(&text).to_string(), is_one, "{text}");
        }
        for (text, expected) in [
            ("(w0 % 6 + 1) / 2 + w1 % 2", ["w % 6", "w % 2"]),
            ("w0 % 100 % 6 + ((w1 & 7) + 1 >> 1)", ["w % 100", "(w & 7)"]),
            (
                "(w0 & 16383) % 6 + (w1 % 2^10 * 6 >> 10)",
                ["(w & 16383) % 6", "(w % 2^10 * 6 >> 10)"],
            ),
        ] {
            let parts = Rule::parse(text).unwrap().parts;
            assert_eq!(
                parts.iter().map(|part| &*part.formula).collect::<Vec<_>>(),
                expected
            );
        }
        for [text, said] in rows("several_faults") {
            let error = Rule::parse(&text).unwrap_err().to_string();
            assert!(error.contains(&said), "{text}: {error}");
        }
        assert!(Rule::parse(&"(".repeat(900)).is_err());
    }
}
