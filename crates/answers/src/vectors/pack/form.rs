//! The JSON forms of arguments, outputs and draws: each has one JSON type, and no number needs more than 53 bits.

use lockstep::{Argument, Domain, Output, Seen, Shows, Width};
use serde_json::{Value, json};

use crate::vectors::error::{Result, VectorsError};

/// The JSON form of an argument.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Form {
    /// A number.
    Number(Width),
    /// A 64-bit number, as a decimal text.
    Wide(Width),
    /// One of a few texts.
    Text(&'static [&'static str]),
}

impl Form {
    fn of(domain: Domain) -> Self {
        match domain {
            Domain::Number {
                width: width @ (Width::I32 | Width::U32),
                ..
            } => Self::Number(width),
            Domain::Number { width, .. } => Self::Wide(width),
            Domain::OneOf { numbers: true, .. } => Self::Number(Width::U32),
            Domain::OneOf { texts, .. } => Self::Text(texts),
        }
    }
}

/// The declaration of an argument.
pub(crate) fn declared(argument: &Argument) -> Value {
    match Form::of(argument.domain) {
        Form::Number(width) | Form::Wide(width) => {
            json!({"name": argument.name, "type": width.name()})
        }
        Form::Text(texts) => json!({"name": argument.name, "type": "text", "one_of": texts}),
    }
}

/// The schema of an argument's values.
pub(crate) fn schema(argument: &Argument) -> Value {
    match Form::of(argument.domain) {
        Form::Number(width) | Form::Wide(width) => {
            json!({"$ref": format!("#/$defs/{}", width.name())})
        }
        Form::Text(texts) => json!({"enum": texts}),
    }
}

/// The JSON value of an argument, from its text in an op.
pub(crate) fn write(argument: &Argument, text: &str) -> Result<Value> {
    Ok(match Form::of(argument.domain) {
        Form::Number(_) => text.parse::<i64>().map_err(VectorsError::new)?.into(),
        Form::Wide(_) | Form::Text(_) => text.into(),
    })
}

/// The text of an argument, from its value in a file.
pub(crate) fn read(argument: &Argument, value: &Value) -> Result<String, String> {
    let form = Form::of(argument.domain);
    let text = match form {
        Form::Number(_) => value.as_i64().map(|number| number.to_string()),
        Form::Wide(_) => value
            .as_str()
            .filter(|text| text.parse::<i128>().is_ok())
            .map(str::to_owned),
        Form::Text(texts) => value
            .as_str()
            .filter(|text| texts.contains(text))
            .map(str::to_owned),
    };
    text.ok_or_else(|| match form {
        Form::Number(width) => format!("expected a number of type {}", width.name()),
        Form::Wide(width) => format!(
            "expected a number of type {}, in decimal and as a text",
            width.name()
        ),
        Form::Text(texts) => format!("expected one of the texts {}", texts.join(", ")),
    })
}

pub(crate) fn output(shows: Shows, output: &Output) -> Result<Value> {
    let name = shows.name();
    let other = || VectorsError::new(format_args!("it shows {output}, which is not {name}"));
    Ok(match (shows, output) {
        (Shows::Nothing, Output::Nothing) => json!({}),
        (Shows::Number(Width::I32), &Output::Number(n)) => {
            json!({name: i32::try_from(n).map_err(|_| other())?})
        }
        (Shows::Number(Width::U32), &Output::Number(n)) => {
            json!({name: u32::try_from(n).map_err(|_| other())?})
        }
        (Shows::Number(Width::I64), &Output::Number(n)) => {
            json!({name: i64::try_from(n).map_err(|_| other())?.to_string()})
        }
        (Shows::Number(Width::U64), &Output::Number(n)) => {
            json!({name: u64::try_from(n).map_err(|_| other())?.to_string()})
        }
        (Shows::Words, Output::Words(words)) => json!({name: words}),
        (Shows::Words64, Output::Words64(words)) => {
            json!({name: words.iter().map(ToString::to_string).collect::<Vec<_>>()})
        }
        (Shows::Texts, Output::Texts(texts)) => json!({name: texts}),
        _ => return Err(other()),
    })
}

/// The numbers, words or texts in a file's output, each as text; `None` if they are not known.
pub(crate) fn texts(shows: Shows, output: &serde_json::Map<String, Value>) -> Option<Vec<String>> {
    let text = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    match (shows, output.get(shows.name())) {
        (Shows::Nothing, _) => Some(Vec::new()),
        (_, Some(Value::Array(list))) => Some(list.iter().map(text).collect()),
        (_, value) => value.map(|value| vec![text(value)]),
    }
}

/// The draws as JSON: the bound and the result of each.
pub(crate) fn draws(declared: bool, seen: &Seen) -> Result<Option<Value>> {
    let Some(draws) = seen
        .draws
        .as_deref()
        .filter(|draws| declared || !draws.is_empty())
    else {
        return if declared {
            Err(VectorsError::new("its draws are not logged"))
        } else {
            Ok(None)
        };
    };
    if !declared {
        return Err(VectorsError::new("it takes draws, and is not declared to"));
    }
    let mut pairs = Vec::with_capacity(draws.len());
    for draw in draws {
        if draw.lo != 0 {
            return Err(VectorsError::new(format_args!(
                "a draw from {} to {}, which does not begin at 0",
                draw.lo, draw.hi
            )));
        }
        pairs.push(json!([draw.hi + 1, draw.value]));
    }
    Ok(Some(pairs.into()))
}

#[cfg(test)]
mod tests {
    use lockstep::{ArgumentType, Drawn};

    use super::*;

    #[test]
    fn numbers_of_64_bits_are_texts_and_others_are_not() {
        let of = |domain| Argument { name: "n", domain };
        let (wide, narrow) = (of(u64::DOMAIN), of(i32::DOMAIN));
        assert_eq!(
            write(&wide, "18446744073709551615").unwrap(),
            json!("18446744073709551615")
        );
        assert_eq!(write(&narrow, "-1").unwrap(), json!(-1));
        assert!(read(&wide, &json!(1)).is_err() && read(&narrow, &json!("1")).is_err());
        assert!(read(&wide, &json!("1 2")).is_err() && read(&narrow, &json!(1.5)).is_err());
        assert!(read(&of(Domain::one_of(&["modulo"])), &json!("modulo; state")).is_err());
        assert_eq!(
            read(&of(Domain::one_of(&["1", "4"])), &json!(4)),
            Ok("4".into())
        );
    }

    #[test]
    fn an_output_of_another_kind_is_refused() {
        assert_eq!(
            output(Shows::u64, &Output::Number(1 << 63)).unwrap(),
            json!({"u64": "9223372036854775808"})
        );
        assert!(output(Shows::u32, &Output::Number(-1)).is_err());
        assert!(output(Shows::Words, &Output::Texts(Vec::new())).is_err());
    }

    #[test]
    fn draws_are_there_exactly_where_they_are_declared() {
        let seen = Seen::nothing().with_draws(vec![Drawn {
            lo: 0,
            hi: 9,
            value: 3,
        }]);
        assert_eq!(draws(true, &seen).unwrap(), Some(json!([[10, 3]])));
        assert!(draws(false, &seen).is_err());
        assert!(draws(true, &Seen::nothing()).is_err());
        assert_eq!(
            draws(false, &Seen::nothing().with_draws(Vec::new())).unwrap(),
            None
        );
    }
}
