//! What a rule says about what its numbers are made of.

use std::fmt;
use std::sync::Arc;

use identify::Numbers;
use identify::numbers::Steps;
use scan::formula::Formula;
use scan::{Drawn, ExpressionError, Rule};

use super::{KnownOfRule, RuleReading, read_rule};

/// A rule by which numbers were made.
#[derive(Clone, Debug)]
pub struct NumberRule {
    /// The rule in our language.
    pub text: String,
    /// How it was read, if it was pasted from a program.
    pub reading: Option<RuleReading>,
    /// What a number says about what it is made of.
    pub form: RuleForm,
}

/// What the numbers of a rule say.
#[derive(Clone, Debug)]
pub enum RuleForm {
    /// They are remainders or sums of dice.
    Draws(Drawn),
    /// Each is that of a step of a fraction.
    Steps(Arc<Steps>),
}

/// Why numbers cannot be asked by a rule.
#[derive(Clone, Debug)]
pub enum RuleError {
    /// It is none.
    Syntax(ExpressionError),
    /// It is neither a draw nor has it steps.
    NoSteps(String),
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::NoSteps(rule) => write!(
                f,
                "`{rule}` says too little about single words: numbers can be of a remainder (`w % 20 + 1`), of equal dice (`3d6`), or of \
                 one fraction with steps (`round(u * 5 + 1)`, `floor(u * 100) % 7`, `u < 0.3`)"
            ),
        }
    }
}

impl NumberRule {
    /// Reads a rule of our own or of another language, whose words have so many bits if that is given.
    pub fn parse(text: &str, bits: Option<u32>) -> Result<Self, RuleError> {
        let known = KnownOfRule {
            bits,
            ..KnownOfRule::default()
        };
        let usual = bits.unwrap_or_else(|| Rule::usual_bits(text));
        match Rule::parse(text, usual, None) {
            Ok(rule) => Self::of_rule(text.trim(), rule, usual, None),
            Err(error) => {
                let Some(reading) = read_rule(text, known) else {
                    return Err(RuleError::Syntax(error));
                };
                let own = reading.rule.clone();
                let bits = reading.bits.unwrap_or_else(|| Rule::usual_bits(&own));
                let rule = Rule::parse(&own, bits, None).map_err(RuleError::Syntax)?;
                Self::of_rule(&own, rule, bits, Some(reading))
            }
        }
    }

    fn of_rule(
        text: &str,
        rule: Rule,
        bits: u32,
        reading: Option<RuleReading>,
    ) -> Result<Self, RuleError> {
        let form = if let Some(drawn) = rule.drawn() {
            RuleForm::Draws(drawn)
        } else {
            let formula = Formula::new(rule).ok();
            let steps = formula.and_then(|formula| formula.steps());
            let steps = steps.ok_or_else(|| RuleError::NoSteps(text.to_owned()))?;
            let scale = 2_f64.powi(bits as i32);
            let starts = steps.iter().map(|step| (step.0 as f64 / scale, step.1));
            RuleForm::Steps(Arc::new(Steps::new(starts.collect())))
        };
        Ok(Self {
            text: text.to_owned(),
            reading,
            form,
        })
    }
}

impl NumberRule {
    /// A number of it as it is drawn: the bits of a fraction, or a place from 0 on.
    pub(crate) fn write(&self, drawn: u64) -> String {
        match &self.form {
            RuleForm::Steps(steps) => steps.value(f64::from_bits(drawn)).to_string(),
            RuleForm::Draws(draws) => (i128::from(draws.first) + i128::from(drawn)).to_string(),
        }
    }

    /// Its numbers, as they were given.
    pub(crate) fn written(&self, numbers: &Numbers) -> Vec<String> {
        match numbers {
            Numbers::Stepped(given) => given.values.iter().map(ToString::to_string).collect(),
            Numbers::Bounded(given) => given.iter().map(|one| self.write(one.value)).collect(),
            _ => Vec::new(),
        }
    }
}

impl RuleForm {
    /// Whether this number can be one of the rule.
    pub fn gives(&self, value: i64) -> bool {
        match self {
            Self::Steps(steps) => steps.gives(value),
            Self::Draws(drawn) => {
                let most = u64::from(drawn.dice).saturating_mul(drawn.sides - 1);
                value >= drawn.first && value.abs_diff(drawn.first) <= most
            }
        }
    }

    /// How many draws a number takes.
    pub(crate) const fn draws(&self) -> usize {
        match self {
            Self::Draws(drawn) => drawn.dice as usize,
            Self::Steps(_) => 1,
        }
    }

    /// The lowest number of a draw.
    pub const fn first(&self) -> Option<i64> {
        match self {
            Self::Draws(drawn) => Some(drawn.first),
            Self::Steps(_) => None,
        }
    }
}

/// How the numbers were read.
impl fmt::Display for NumberRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.text;
        write!(f, "The numbers were read as `{text}`")?;
        if matches!(self.form, RuleForm::Steps(_)) && !Rule::has_fractions(text) {
            f.write_str(", where u is w over its range")?;
        }
        f.write_str(".")
    }
}
