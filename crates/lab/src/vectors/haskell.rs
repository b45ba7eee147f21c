//! Vectors of the Haskell generator: its steps and splits, and what random-1.1 and `MonadRandom` make of it.

use std::str::FromStr;

use generators::draw::Draw;
use generators::haskell::{HaskellDice, PCGen, Random};
use generators::pcg32::Pcg32;
use serde_json::{Map, Value, json};

use super::VectorError;
use super::entry::{Entry, hexadecimal};

/// A generator as the files have it: state and increment.
pub(super) fn generator(entry: &Entry<'_>) -> Result<PCGen, VectorError> {
    let (state, inc) = entry.pair(Entry::bits)?;
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

/// A generator: everything the files know of it. A key of draws is `random_TYPE`, `randomR_TYPE_LOW_HIGH` (`m` for minus, and
/// `_reversed` if the bounds are), `randomR_TYPE_full` or `uniformMay_sizes_LEAST_to_MOST`, and each begins with the
/// generator as it was.
pub(super) fn pcgen(entry: &Entry<'_>) -> Result<Value, VectorError> {
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
    let mut facts = Map::new();
    facts.insert("gen".into(), written(&start));
    facts.insert("show".into(), start.to_string().into());
    facts.insert("genRange".into(), json!([least, greatest]));
    facts.insert("steps".into(), steps.into());
    facts.insert("split_left_chain".into(), chain.into());
    for key in entry.value.as_object().into_iter().flat_map(Map::keys) {
        if let Some(draws) = draws(&start, key) {
            let (values, left) = draws(&entry.part(key)?)?;
            let calls = Pcg32::from(start.clone()).distance_to(&left.clone().into());
            let fact = json!({ "values": values, "gen_after": written(&left), "next_calls": calls });
            facts.insert(key.clone(), fact);
        }
    }
    Ok(facts.into())
}

/// What is drawn under a key: the values, and the generator then.
type Draws<'a> = Box<dyn Fn(&Entry<'_>) -> Result<(Vec<Value>, PCGen), VectorError> + 'a>;

fn draws<'a>(start: &'a PCGen, key: &'a str) -> Option<Draws<'a>> {
    if let Some(sizes) = key.strip_prefix("uniformMay_sizes_") {
        let (least, most) = sizes.split_once("_to_")?;
        let (least, most): (u32, u32) = (least.parse().ok()?, most.parse().ok().filter(|&most| most <= 10_000)?);
        return Some(Box::new(move |_| {
            let mut dice = HaskellDice::new(start.clone());
            let choose = |size: u32| size.try_into().map_or(Value::Null, |size| (dice.choose(size) + 1).into());
            Ok(((least..=most).map(choose).collect(), dice.into_gen()))
        }));
    }
    let (name, range) = match key.strip_prefix("randomR_") {
        Some(rest) => rest.split_once('_').map(|(name, range)| (name, Some(range)))?,
        None => (key.strip_prefix("random_")?, None),
    };
    match name {
        "Int8" => values::<i8>(start, range),
        "Int16" => values::<i16>(start, range),
        "Int32" => values::<i32>(start, range),
        // random-1.1 makes an Int by way of an Integer, and an Integer without bounds within those of Int.
        "Int" | "Int64" | "Integer" => values::<i64>(start, range),
        "Word8" => values::<u8>(start, range),
        "Word16" => values::<u16>(start, range),
        "Word32" => values::<u32>(start, range),
        "Word" | "Word64" => values::<u64>(start, range),
        "Bool" => values::<bool>(start, range),
        "Float" => values::<f32>(start, range),
        "Double" => values::<f64>(start, range),
        "PCGen" => values::<PCGen>(start, range),
        _ => None,
    }
}

/// As many values as the file has.
fn values<'a, T: Written + 'a>(start: &'a PCGen, range: Option<&str>) -> Option<Draws<'a>> {
    let range = match range {
        Some(text) => Some(T::range(text)?),
        None => None,
    };
    Some(Box::new(move |entry| {
        let mut generator = start.clone();
        let mut draw = |given: &Entry<'_>| {
            let value = match &range {
                Some(range) => T::random_r(range.clone(), &mut generator),
                None => T::random(&mut generator),
            };
            value.written_like(given.value)
        };
        let values = entry.part("values")?.filled()?.iter().map(&mut draw).collect();
        Ok((values, generator))
    }))
}

/// A type of the files.
trait Written: Random + Clone {
    /// The value in the form that the file has it in.
    fn written_like(self, given: &Value) -> Value;

    /// Its bounds, as a key writes them.
    fn range(text: &str) -> Option<(Self, Self)>;
}

fn bounds<T: FromStr>(text: &str) -> Option<(T, T)> {
    let (low, high) = text.strip_suffix("_reversed").unwrap_or(text).split_once('_')?;
    let number = |number: &str| number.replacen('m', "-", 1).parse().ok();
    Some((number(low)?, number(high)?))
}

macro_rules! written_integers {
    ($($integer:ty)*) => {$(
        impl Written for $integer {
            fn written_like(self, given: &Value) -> Value {
                // 64 unsigned bits are written in hexadecimal.
                match u64::try_from(self) {
                    Ok(bits) if given.is_string() => hexadecimal(bits).into(),
                    _ => self.into(),
                }
            }

            fn range(text: &str) -> Option<(Self, Self)> {
                if text == "full" { Some((Self::MIN, Self::MAX)) } else { bounds(text) }
            }
        }
    )*};
}

written_integers!(i8 i16 i32 i64 u8 u16 u32 u64);

impl Written for bool {
    fn written_like(self, _: &Value) -> Value {
        self.into()
    }

    fn range(text: &str) -> Option<(Self, Self)> {
        let named = |name| match name {
            "False" => Some(false),
            "True" => Some(true),
            _ => None,
        };
        if text == "full" {
            return Some((false, true));
        }
        let (low, high) = text.strip_suffix("_reversed").unwrap_or(text).split_once('_')?;
        Some((named(low)?, named(high)?))
    }
}

/// A floating-point number as Haskell's `decodeFloat` takes it apart: `(significand,exponent)`, the significand having all of
/// `digits` bits.
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

macro_rules! written_floats {
    ($($float:ty)*) => {$(
        impl Written for $float {
            /// As a decimal, of which any that is nearest to this number will do, and taken apart; or the decimal alone.
            fn written_like(self, given: &Value) -> Value {
                let shown = |given: &Value| {
                    let decimal = given.as_str().filter(|text| text.parse() == Ok(self));
                    decimal.map_or_else(|| format!("{self:?}"), str::to_owned)
                };
                match given {
                    Value::Number(_) => f64::from(self).into(),
                    Value::String(_) => shown(given).into(),
                    _ => json!([shown(&given[0]), taken_apart(self.into(), Self::MANTISSA_DIGITS)]),
                }
            }

            fn range(text: &str) -> Option<(Self, Self)> {
                bounds(text).filter(|(low, high): &(Self, Self)| low.is_finite() && high.is_finite())
            }
        }
    )*};
}

written_floats!(f64 f32);

/// The range is ignored.
impl Written for PCGen {
    fn written_like(self, _: &Value) -> Value {
        written(&self)
    }

    fn range(text: &str) -> Option<(Self, Self)> {
        (text == "ignores_range").then_some((Self::new(0, 0), Self::new(0, 0)))
    }
}
