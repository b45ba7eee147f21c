//! The assertions of `gof` about functions of a host, such as JavaScript, which is asked for each sample.

use std::cell::RefCell;
use std::fmt;

use gof::assertion::{Drawn, Failure, Passed};
use gof::observed::{Evidence, distance_excluded};
use gof::uniformity::kolmogorov;
use gof::{Distribution, Draws, Effect, Permutations, Same, Weighted};
use serde::Deserialize;

use crate::command::refuse_option;
use crate::fair::parse_weights;
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
    /// It gives integers below a bound.
    Draws { below: u64 },
    /// It gives indices of the weights, a list with commas.
    Weighted { weights: Text },
    /// Function 0 gives numbers, and function 1 the distribution function of the last one.
    Distribution,
    /// Two functions, 0 and 1, give integers, numbers or permutations.
    Same,
    /// Numbers are given in ascending order, with their places among all that could come.
    Places { numbers: Vec<f64>, places: Vec<f64> },
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

fn number(drawn: Option<&Drawn>) -> f64 {
    match drawn {
        Some(Drawn::Number(number)) => *number,
        Some(Drawn::Integer(integer)) => *integer as f64,
        _ => f64::NAN,
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
        Refusal::new(format!(
            "the seed is `{seed}`: it must be an integer below 2^64"
        ))
    })?;
    let mut name = None;
    let result = match &given.about {
        Source::Shuffle { n } => {
            name = Some(format!("the shuffle of {n} items"));
            with_rates!(Permutations::of(*n), given, seed).check(|_| permutation(sample(0)))
        }
        Source::Draws { below } => {
            with_rates!(Draws::below(*below), given, seed).check(|_| integer(sample(0).as_ref()))
        }
        Source::Weighted { weights } => {
            let text = weights.0.trim();
            let (weights, _) =
                parse_weights(text).map_err(|error| refuse_option("--weights", text, &error))?;
            with_rates!(Weighted::of(&weights), given, seed).check(|_| integer(sample(0).as_ref()))
        }
        Source::Distribution => {
            let sample = RefCell::new(sample);
            with_rates!(Distribution::new(), given, seed).check(
                |_| number((sample.borrow_mut())(1).as_ref()),
                |_| number((sample.borrow_mut())(0).as_ref()),
            )
        }
        Source::Same => {
            let sample = RefCell::new(sample);
            with_rates!(Same::new(), given, seed)
                .check(|_| one_of_two(&sample, 0), |_| one_of_two(&sample, 1))
        }
        Source::Places { numbers, places } => {
            return judge_places(numbers, places, given.false_alarms);
        }
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

/// Fewer numbers than this do not fail because they fit too well: rounded ones may happen to do that.
const MANY_NUMBERS: u64 = 100;

/// The number at which the share of numbers is farthest from a distribution function.
struct Farthest {
    number: f64,
    place: f64,
    /// The share of the numbers up to this one, without it if it is `below`.
    share: f64,
    is_below: bool,
}

/// Finds the farthest number of numbers in ascending order, each with its place, or says where the function decreases.
fn find_farthest(numbers: &[f64], places: &[f64]) -> Result<Farthest, Refusal> {
    let mut farthest = Farthest {
        number: 0.0,
        place: 0.0,
        share: 0.0,
        is_below: false,
    };
    let (mut least, mut before) = (0.0, 0.0);
    for (index, (&number, &place)) in numbers.iter().zip(places).enumerate() {
        if place < before {
            return Err(Refusal::new(format!(
                "the distribution function is {before} for {least}, and {place} for {number}: it must not decrease"
            )));
        }
        (least, before) = (number, place);
        for (count, is_below) in [(index + 1, false), (index, true)] {
            let share = count as f64 / numbers.len() as f64;
            if (share - place).abs() > (farthest.share - farthest.place).abs() {
                farthest = Farthest {
                    number,
                    place,
                    share,
                    is_below,
                };
            }
        }
    }
    Ok(farthest)
}

/// Judges numbers by their places with Kolmogorov's test.
fn judge_places(numbers: &[f64], places: &[f64], false_alarms: f64) -> Result<Reply, Refusal> {
    let found = kolmogorov(places)?;
    let farthest = find_farthest(numbers, places)?;
    let repeated = numbers.windows(2).filter(|two| two[0] >= two[1]).count();
    let count = places.len() as u64;
    let p = if count < MANY_NUMBERS {
        found.p.upper()
    } else {
        found.p.two_sided()
    };
    let is_strong = Evidence::from_p(p, false_alarms) == Evidence::Strong;
    let finding = if !is_strong {
        "nothing is found"
    } else if p.log10() < found.p.upper().log10() {
        "they fit it too well to be random"
    } else if 2 * repeated > numbers.len() {
        "they do not fit it, and many are equal, so they are not continuous"
    } else {
        "they do not fit it"
    };
    let below = if farthest.is_below { "below" } else { "up to" };
    let chance = if p.value() > 0.0 {
        format!("{:.1e}", p.value())
    } else {
        "below 1e-300".to_owned()
    };
    let mut text = format!(
        "{count} numbers by their distribution function: {finding}\n  \
         farthest   {:.4} of them are {below} {:?}, where it is {:.4}\n  \
         p          {chance}\n",
        farthest.share, farthest.number, farthest.place,
    );
    if is_strong {
        text += &format!("  numbers that have it fail with a chance of at most {false_alarms:e}");
        return Ok(reply("FAIL", text));
    }
    let excluded = distance_excluded(count, false_alarms);
    text += &if excluded < 1.0 {
        format!(
            "  one that is off by {excluded:.4} at some number is found in nine of ten such lists"
        )
    } else {
        "  they are too few to exclude any distribution".to_owned()
    };
    Ok(reply("PASS", text))
}
