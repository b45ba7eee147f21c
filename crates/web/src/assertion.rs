//! The assertions of `gof` about functions of a host, such as JavaScript, which is asked for each sample.

use std::cell::RefCell;
use std::fmt;

use gof::assertion::{Drawn, Failure, Passed};
use gof::observed::{Evidence, distance_excluded};
use gof::uniformity::kolmogorov;
use gof::{Draws, Effect, Permutations, Same, Weighted};
use serde::Deserialize;

use crate::question::Text;
use crate::reply::{Refusal, Reply};

/// An assertion, as it comes in JSON.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Assertion {
    about: Source,
    false_alarms: f64,
    power: f64,
    /// The total variation that has to be found; that of `gof`, if it is not given.
    against: Option<f64>,
    seed: Text,
    /// The command that replays a failure.
    replay: String,
}

/// The function that is sampled.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Source {
    /// It gives permutations of `0..n`.
    Shuffle { n: usize },
    /// It gives integers below a bound. `what` is its name in place of `the draw below N`.
    Draws { below: u64, what: Option<String> },
    /// It gives indices of the weights.
    Weighted { weights: Vec<u64> },
    /// Two functions, 0 and 1, give integers, numbers or permutations.
    Same,
    /// Numbers are given, by their places among all that could come.
    Places { places: Vec<f64> },
}

/// Gives a sample of a function, which has a number; `None` ends the assertion.
type Sample<'a> = dyn FnMut(usize) -> Option<Drawn> + 'a;

/// An integer of the host; `None` if there is none.
#[derive(Clone, Copy)]
struct Integer(Option<i128>);

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(value) => write!(f, "{value}"),
            None => f.write_str("no integer"),
        }
    }
}

impl TryFrom<Integer> for u64 {
    type Error = ();

    fn try_from(integer: Integer) -> Result<Self, ()> {
        integer.0.and_then(|value| value.try_into().ok()).ok_or(())
    }
}

fn integer(drawn: Option<&Drawn>) -> Integer {
    match drawn {
        Some(Drawn::Integer(value)) => Integer(Some(*value)),
        _ => Integer(None),
    }
}

fn permutation(drawn: Option<Drawn>) -> Vec<usize> {
    match drawn {
        Some(Drawn::Permutation(items)) => items,
        _ => Vec::new(),
    }
}

/// Sets the error rates and the seed.
macro_rules! with_rates {
    ($assertion:expr, $given:expr, $seed:expr) => {{
        let assertion = $assertion
            .false_alarms($given.false_alarms)
            .power($given.power)
            .seed($seed);
        match $given.against {
            Some(distance) => assertion.against(Effect::TotalVariation(distance)),
            None => assertion,
        }
    }};
}

/// Checks an assertion in JSON. The reply has the verdict PASS or FAIL.
pub(crate) fn check(question: &[u8], sample: &mut Sample<'_>) -> Result<Reply, Refusal> {
    let given: Assertion = serde_json::from_slice(question)?;
    let seed = given.seed.0.parse::<u64>().map_err(|_| {
        let seed = &given.seed.0;
        Refusal(format!(
            "the seed is `{seed}`: it must be an integer below 2^64"
        ))
    })?;
    let mut name = None;
    let result = match &given.about {
        Source::Shuffle { n } => {
            name = Some(format!("the shuffle of {n} items"));
            with_rates!(Permutations::of(*n), given, seed).check(|_| permutation(sample(0)))
        }
        Source::Draws { below, what } => {
            name.clone_from(what);
            with_rates!(Draws::below(*below), given, seed).check(|_| integer(sample(0).as_ref()))
        }
        Source::Weighted { weights } => {
            with_rates!(Weighted::of(weights), given, seed).check(|_| integer(sample(0).as_ref()))
        }
        Source::Same => {
            let sample = RefCell::new(sample);
            with_rates!(Same::new(), given, seed)
                .check(|_| one_of_two(&sample, 0), |_| one_of_two(&sample, 1))
        }
        Source::Places { places } => return judge_places(places, given.false_alarms),
    };
    report(result, name, given.replay)
}

/// A sample, or a number that ends the assertion.
fn one_of_two(sample: &RefCell<&mut Sample<'_>>, source: usize) -> Drawn {
    (sample.borrow_mut())(source).unwrap_or(Drawn::Number(f64::NAN))
}

fn reply(verdict: &str, text: String) -> Reply {
    Reply {
        text,
        ..Reply::default()
    }
    .with_verdict(verdict)
}

/// `name` is the name of the source, if `gof` has another one for it.
fn report(
    result: Result<Passed, Failure>,
    name: Option<String>,
    command: String,
) -> Result<Reply, Refusal> {
    let mut failure = match result {
        Ok(mut passed) => {
            passed.what = name.unwrap_or(passed.what);
            return Ok(reply("PASS", passed.to_string()));
        }
        Err(failure) => failure,
    };
    match &mut failure {
        Failure::Biased(bias) => {
            bias.replay = command;
            if let Some(name) = name {
                bias.what = name;
            }
        }
        Failure::BadResult { what, replay, .. } => {
            *replay = command;
            if let Some(name) = name {
                *what = name;
            }
        }
        _ => return Err(failure.into()),
    }
    Ok(reply("FAIL", failure.to_string()))
}

/// Judges numbers by their places with Kolmogorov's test.
fn judge_places(places: &[f64], false_alarms: f64) -> Result<Reply, Refusal> {
    let numbers = places.len() as u64;
    let found = kolmogorov(places)?;
    let p = found.p.two_sided();
    let text = format!(
        "{numbers} numbers by their distribution function: the largest distance is {:.4}, the two-sided p-value {:.1e}",
        found.statistic,
        p.value()
    );
    if Evidence::from_p(p, false_alarms) == Evidence::Strong {
        let text =
            format!("{text}; numbers that have it give at most {false_alarms:e} with that chance");
        return Ok(reply("FAIL", text));
    }
    let excluded = distance_excluded(numbers, false_alarms);
    let text = format!(
        "{text}; a function that is off by {excluded:.4} at some number is found in nine of ten such lists"
    );
    Ok(reply("PASS", text))
}
