//! Vectors of the Haskell generator: its steps and splits, and what random-1.1 and `MonadRandom` make of it.

use std::fmt::Debug;
use std::str::FromStr;

use anyhow::Result;
use generators::draw::Draw;
use generators::haskell::{HaskellDice, PCGen, Random};
use generators::pcg32::Pcg32;
use serde_json::{Map, Value, json};

use super::entry::{Entry, hexadecimal};

/// A generator as the files have it: state and increment.
pub(super) fn generator(entry: &Entry<'_>) -> Result<PCGen> {
    let (state, inc) = entry.pair()?;
    Ok(PCGen::new(state, inc))
}

/// And back.
pub(super) fn written(generator: &PCGen) -> Value {
    json!([hexadecimal(generator.state()), hexadecimal(generator.inc())])
}

fn words(mut generator: PCGen) -> Vec<u32> {
    (0..5).map(|_| generator.step_gen()).collect()
}

/// The keys of draws, for a person.
pub(super) const FORMS: &str = ", random_TYPE, randomR_TYPE_LOW_HIGH (m for minus, _reversed if they are), randomR_TYPE_full, \
                                uniformMay_sizes_A_to_B; types are Int, Int8 to Int64, Integer, Word, Word8 to Word64, Bool, \
                                Float, Double and PCGen, and bounds must fit their type";

/// A generator: everything the files know of it. The draws under a key (see [`FORMS`]) begin with the generator as it was.
pub(super) fn pcgen(entry: &Entry<'_>) -> Result<Value> {
    let start = generator(&entry.part("gen")?)?;
    let (least, greatest) = PCGen::gen_range();
    let mut walker = start.clone();
    let steps: Vec<_> = (0..entry.length("steps")?)
        .map(|_| {
            let next = walker.clone().next();
            json!({ "out": walker.step_gen(), "next": next, "state_after": hexadecimal(walker.state()) })
        })
        .collect();
    let mut parent = start.clone();
    let chain: Vec<_> = (0..entry.length("split_left_chain")?)
        .map(|_| {
            let (left, right) = parent.split();
            parent = left.clone();
            json!({
                "left": written(&left),
                "right": written(&right),
                "left_first5": words(left),
                "right_first5": words(right),
            })
        })
        .collect();
    let mut facts = json!({
        "gen": written(&start),
        "show": start.to_string(),
        "genRange": [least, greatest],
        "steps": steps,
        "split_left_chain": chain,
    });
    for key in entry.value.as_object().into_iter().flat_map(Map::keys) {
        let drawn = if let Some(sizes) = key.strip_prefix("uniformMay_sizes_") {
            uniform(start.clone(), sizes)
        } else if key.starts_with("random") {
            let given = entry.part(key)?.part("values")?.filled()?;
            Draws {
                generator: start.clone(),
                given: given.iter().map(|given| given.value).collect(),
            }
            .of_key(key)
        } else {
            None
        };
        if let Some((values, left)) = drawn {
            let calls = Pcg32::from(start.clone()).distance_to(&left.clone().into());
            facts[key] =
                json!({ "values": values, "gen_after": written(&left), "next_calls": calls });
        }
    }
    Ok(facts)
}

/// Values, and the generator after them.
type Drawn = Option<(Vec<Value>, PCGen)>;

/// A choice of each size, `LEAST_to_MOST`.
fn uniform(start: PCGen, sizes: &str) -> Drawn {
    let (least, most) = sizes.split_once("_to_")?;
    let (least, most): (u32, u32) = (
        least.parse().ok()?,
        most.parse().ok().filter(|&most| most <= 10_000)?,
    );
    let mut dice = HaskellDice::new(start);
    let choose = |size: u32| {
        size.try_into()
            .map_or(Value::Null, |size| (dice.choose(size) + 1).into())
    };
    Some(((least..=most).map(choose).collect(), dice.into_gen()))
}

struct Draws<'a> {
    generator: PCGen,
    /// The values of the file: as many are drawn, each written in the same form.
    given: Vec<&'a Value>,
}

impl Draws<'_> {
    fn of_key(self, key: &str) -> Drawn {
        let (name, range) = match key.strip_prefix("randomR_") {
            Some(rest) => rest
                .split_once('_')
                .map(|(name, range)| (name, Some(range)))?,
            None => (key.strip_prefix("random_")?, None),
        };
        match name {
            "Int8" => self.integers(range, i8::MIN, i8::MAX),
            "Int16" => self.integers(range, i16::MIN, i16::MAX),
            "Int32" => self.integers(range, i32::MIN, i32::MAX),
            // random-1.1 makes an Int by way of an Integer, and an Integer without bounds within those of Int.
            "Int" | "Int64" | "Integer" => self.integers(range, i64::MIN, i64::MAX),
            "Word8" => self.integers(range, u8::MIN, u8::MAX),
            "Word16" => self.integers(range, u16::MIN, u16::MAX),
            "Word32" => self.integers(range, u32::MIN, u32::MAX),
            "Word" | "Word64" => self.integers(range, u64::MIN, u64::MAX),
            "Bool" => self.draw(range, bools, |value, _| value.into()),
            "Float" => self.floats::<f32>(range, f32::MANTISSA_DIGITS),
            "Double" => self.floats::<f64>(range, f64::MANTISSA_DIGITS),
            // The range is ignored.
            "PCGen" => {
                let ignored = |text: &str| {
                    (text == "ignores_range").then(|| (PCGen::new(0, 0), PCGen::new(0, 0)))
                };
                self.draw(range, ignored, |value, _| written(&value))
            }
            _ => None,
        }
    }

    fn draw<T: Random + Clone>(
        mut self,
        range: Option<&str>,
        parse: impl Fn(&str) -> Option<(T, T)>,
        write: impl Fn(T, &Value) -> Value,
    ) -> Drawn {
        let range = match range {
            Some(text) => Some(parse(text)?),
            None => None,
        };
        let draw = |given: &&Value| {
            let value = match &range {
                Some(range) => T::random_r(range.clone(), &mut self.generator),
                None => T::random(&mut self.generator),
            };
            write(value, given)
        };
        let values = self.given.iter().map(draw).collect();
        Some((values, self.generator))
    }

    fn integers<T>(self, range: Option<&str>, least: T, most: T) -> Drawn
    where
        T: Random + Copy + FromStr + TryInto<u64> + Into<Value>,
    {
        let parse = |text: &str| {
            if text == "full" {
                Some((least, most))
            } else {
                bounds(text)
            }
        };
        // 64 unsigned bits are written in hexadecimal.
        let write = |value: T, given: &Value| match value.try_into() {
            Ok(bits) if given.is_string() => hexadecimal(bits).into(),
            _ => value.into(),
        };
        self.draw(range, parse, write)
    }

    /// Floats are written as a decimal, of which any that is nearest will do, and taken apart; or as the decimal alone.
    fn floats<T>(self, range: Option<&str>, digits: u32) -> Drawn
    where
        T: Random + Copy + FromStr + PartialEq + Into<f64> + Debug,
    {
        let parse = |text: &str| {
            bounds(text)
                .filter(|&(low, high): &(T, T)| low.into().is_finite() && high.into().is_finite())
        };
        let write = |value: T, given: &Value| {
            let shown = |given: &Value| {
                let decimal = given
                    .as_str()
                    .filter(|text| text.parse().is_ok_and(|number: T| number == value));
                decimal.map_or_else(|| format!("{value:?}"), str::to_owned)
            };
            match given {
                Value::Number(_) => value.into().into(),
                Value::String(_) => shown(given).into(),
                _ => json!([shown(&given[0]), taken_apart(value.into(), digits)]),
            }
        };
        self.draw(range, parse, write)
    }
}

/// Two bounds, `LOW_HIGH` or `LOW_HIGH_reversed`.
fn split(text: &str) -> Option<(&str, &str)> {
    text.strip_suffix("_reversed")
        .unwrap_or(text)
        .split_once('_')
}

fn bounds<T: FromStr>(text: &str) -> Option<(T, T)> {
    let number = |number: &str| number.replacen('m', "-", 1).parse().ok();
    let (low, high) = split(text)?;
    Some((number(low)?, number(high)?))
}

fn bools(text: &str) -> Option<(bool, bool)> {
    let named = |name: &str| name.to_lowercase().parse().ok();
    let (low, high) = if text == "full" {
        ("false", "true")
    } else {
        split(text)?
    };
    Some((named(low)?, named(high)?))
}

/// A float as Haskell's `decodeFloat` takes it apart: `(significand,exponent)`, the significand with all its `digits` bits.
fn taken_apart(number: f64, digits: u32) -> String {
    let (mut significand, mut exponent) = (number, 0);
    let most = f64::powi(2.0, digits as i32);
    while significand != 0.0 && significand.abs() < most / 2.0 {
        significand *= 2.0;
        exponent -= 1;
    }
    while significand.abs() >= most {
        significand /= 2.0;
        exponent += 1;
    }
    format!("({significand},{exponent})")
}
