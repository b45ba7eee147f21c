//! JSON without duplicate keys: the first of two would not be checked.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// A value without duplicate keys.
pub(super) struct Unambiguous(pub(super) Value);

impl<'de> Deserialize<'de> for Unambiguous {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader).map(Self)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Unambiguous(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut values = Map::new();
        while let Some(key) = object.next_key::<String>()? {
            if values.contains_key(&key) {
                return Err(A::Error::custom(format_args!(
                    "the key `{key}` appears twice"
                )));
            }
            let Unambiguous(value) = object.next_value()?;
            values.insert(key, value);
        }
        Ok(values.into())
    }
}

/// A whole number, also if written as 5.0 or 5e0.
pub(super) fn whole(value: &Value) -> Option<i128> {
    // From here on, a float stands for more than one whole number.
    const EXACT: f64 = (1u64 << f64::MANTISSA_DIGITS) as f64;
    let float = || {
        value
            .as_f64()
            .filter(|float| float.fract() == 0.0 && float.abs() < EXACT)
            .map(|float| float as i128)
    };
    value
        .as_u64()
        .map(i128::from)
        .or_else(|| value.as_i64().map(i128::from))
        .or_else(float)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_serde_json_does_and_a_duplicate_key_is_refused_at_any_depth() {
        let text = r#"[null, true, 0, -1, 18446744073709551615, 0.1, 1e3, "\u00e9", [], {}, {"a": {"b": [1]}}, {"a": 1}]"#;
        let read: Unambiguous = serde_json::from_str(text).unwrap();
        assert_eq!(read.0, serde_json::from_str::<Value>(text).unwrap());
        for text in [r#"{"a": 1, "a": 1}"#, r#"[{"b": {"a": 1, "\u0061": 2}}]"#] {
            let error = serde_json::from_str::<Unambiguous>(text).err().unwrap();
            assert!(
                error.is_data() && error.to_string().contains("`a` appears twice"),
                "{error}"
            );
        }
    }

    #[test]
    fn whole_numbers_may_be_written_as_floats() {
        let read = |text: &str| whole(&serde_json::from_str(text).unwrap());
        assert_eq!(
            ["5", "5.0", "50e-1", "-0.0", "-7"].map(read),
            [Some(5), Some(5), Some(5), Some(0), Some(-7)]
        );
        assert_eq!(read("18446744073709551615"), Some(u64::MAX.into()));
        assert_eq!(
            [
                "5.5",
                "1e300",
                "9007199254740992.0",
                "\"5\"",
                "true",
                "null"
            ]
            .map(read),
            [None; 6]
        );
    }
}
