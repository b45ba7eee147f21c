//! The JSON forms of arguments, outputs and draws: each has one JSON type, and none needs more than 53 bits of a number.

use anyhow::{Context, Result, bail, ensure};
use lockstep::{Output, Seen};
use serde::Deserialize;
use serde_json::{Value, json};
use subjects::amazing::Restart;
use subjects::boss_maze::Order;
use subjects::dice::Rule;
use subjects::rooms::Halls;

/// What an argument is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Form {
    /// A number, of a type that fits 32 bits.
    Number(&'static str),
    /// A number in decimal, as a text, of a type that does not.
    Wide(&'static str),
    /// One of a few texts.
    Text(Vec<String>),
}

/// The texts of all of these.
fn texts<T: ToString>(all: &[T]) -> Form {
    Form::Text(all.iter().map(ToString::to_string).collect())
}

impl Form {
    /// The form of an argument whose type is written so in an op's source.
    ///
    /// # Errors
    /// If the type has none yet.
    pub fn of(kind: &str) -> Result<Self> {
        Ok(match kind {
            "i32" => Self::Number("i32"),
            "u16" | "u32" | "NonZeroU32" | "Count" | "Items" | "Length" | "TypeNumber" | "Fixed" | "Unrolled" => {
                Self::Number("u32")
            }
            "i64" => Self::Wide("i64"),
            "u64" => Self::Wide("u64"),
            "Rule" => texts(Rule::ALL),
            "Restart" => texts(Restart::ALL),
            "Order" => texts(Order::ALL),
            "Halls" => texts(Halls::ALL),
            _ => bail!("an argument of type {kind} has no JSON form: give it one in lab::pack::form"),
        })
    }

    /// Its declaration.
    pub fn declared(&self, name: &str) -> Value {
        match self {
            Self::Number(kind) | Self::Wide(kind) => json!({"name": name, "type": kind}),
            Self::Text(all) => json!({"name": name, "type": "text", "one_of": all}),
        }
    }

    /// The JSON of an argument that an op's text has.
    ///
    /// # Errors
    /// If the text is not of this form.
    pub fn write(&self, text: &str) -> Result<Value> {
        Ok(match self {
            Self::Number(_) => text.parse::<i64>()?.into(),
            Self::Wide(_) | Self::Text(_) => text.into(),
        })
    }

    /// The text of an argument that a file has; none if its JSON type is another.
    pub fn read(&self, value: &Value) -> Option<String> {
        match self {
            Self::Number(_) => value.as_i64().map(|number| number.to_string()),
            Self::Wide(_) => value.as_str().filter(|text| text.parse::<i128>().is_ok()).map(str::to_owned),
            Self::Text(all) => value.as_str().filter(|text| all.iter().any(|one| one == text)).map(str::to_owned),
        }
    }

    /// What belongs there, for a person.
    pub fn expected(&self) -> String {
        match self {
            Self::Number(kind) => format!("a number, of type {kind}, belongs here"),
            Self::Wide(kind) => format!("a number of type {kind} belongs here, in decimal and as a text"),
            Self::Text(all) => format!("one of the texts {} belongs here", all.join(", ")),
        }
    }
}

/// What an op shows, always the same.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Shows {
    /// Nothing.
    Nothing,
    /// A number with a sign, of 32 bits.
    I32,
    /// A number of 32 bits.
    U32,
    /// A number with a sign, of 64 bits.
    I64,
    /// A number of 64 bits.
    U64,
    /// A list of numbers of 32 bits.
    Words,
    /// A list of texts.
    Texts,
}

impl Shows {
    /// Its name, which is also the key of what an op shows.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::I32 => "i32",
            Self::U32 => "u32",
            Self::I64 => "i64",
            Self::U64 => "u64",
            Self::Words => "words",
            Self::Texts => "texts",
        }
    }

    /// The JSON of an output.
    ///
    /// # Errors
    /// If the op shows something else.
    pub fn write(self, output: &Output) -> Result<Value> {
        let name = self.name();
        let other = || format!("it shows {output}, which is not {name}");
        Ok(match (self, output) {
            (Self::Nothing, Output::Nothing) => json!({}),
            (Self::I32, &Output::Number(number)) => json!({name: i32::try_from(number).with_context(other)?}),
            (Self::U32, &Output::Number(number)) => json!({name: u32::try_from(number).with_context(other)?}),
            (Self::I64, &Output::Number(number)) => {
                json!({name: i64::try_from(number).with_context(other)?.to_string()})
            }
            (Self::U64, &Output::Number(number)) => {
                json!({name: u64::try_from(number).with_context(other)?.to_string()})
            }
            (Self::Words, Output::Words(words)) => json!({name: words}),
            (Self::Texts, Output::Texts(texts)) => json!({name: texts}),
            _ => bail!(other()),
        })
    }
}

/// The JSON of the draws that were taken: what was drawn below, and what came.
///
/// # Errors
/// If there are some and the op is not declared to take any, or none are noted and it is.
pub fn draws(declared: bool, seen: &Seen) -> Result<Option<Value>> {
    let Some(draws) = seen.draws.as_deref().filter(|draws| declared || !draws.is_empty()) else {
        ensure!(!declared, "its draws are not noted");
        return Ok(None);
    };
    ensure!(declared, "it takes draws, and is not declared to");
    let pair = |draw: &lockstep::Drawn| {
        ensure!(draw.lo == 0, "a draw from {} to {}, which does not begin at 0", draw.lo, draw.hi);
        Ok(json!([draw.hi + 1, draw.value]))
    };
    draws.iter().map(pair).collect::<Result<Vec<_>>>().map(|draws| Some(draws.into()))
}

#[cfg(test)]
mod tests {
    use lockstep::Drawn;

    use super::*;

    #[test]
    fn wide_numbers_are_texts_and_narrow_ones_are_not() {
        let (wide, narrow) = (Form::of("u64").unwrap(), Form::of("i32").unwrap());
        assert_eq!(wide.write("18446744073709551615").unwrap(), json!("18446744073709551615"));
        assert_eq!(narrow.write("-1").unwrap(), json!(-1));
        assert_eq!((wide.read(&json!(1)), narrow.read(&json!("1"))), (None, None));
        assert_eq!((wide.read(&json!("1 2")), narrow.read(&json!(1.5))), (None, None));
        assert_eq!(Form::of("Rule").unwrap().read(&json!("modulo; state")), None);
        assert!(Form::of("f64").is_err());
    }

    #[test]
    fn an_output_of_another_kind_is_refused() {
        assert_eq!(Shows::U64.write(&Output::Number(1 << 63)).unwrap(), json!({"u64": "9223372036854775808"}));
        assert!(Shows::U32.write(&Output::Number(-1)).is_err());
        assert!(Shows::Words.write(&Output::Texts(Vec::new())).is_err());
    }

    #[test]
    fn draws_are_there_exactly_where_they_are_declared() {
        let seen = Seen::nothing().with_draws(vec![Drawn { lo: 0, hi: 9, value: 3 }]);
        assert_eq!(draws(true, &seen).unwrap(), Some(json!([[10, 3]])));
        assert!(draws(false, &seen).is_err());
        assert!(draws(true, &Seen::nothing()).is_err());
        assert_eq!(draws(false, &Seen::nothing().with_draws(Vec::new())).unwrap(), None);
    }
}
