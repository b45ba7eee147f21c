//! The assertions of `gof` about functions of Python. What these raise ends the assertion, and is raised again.
#![allow(clippy::needless_pass_by_value, reason = "PyO3 passes lists by value")]

use std::cell::RefCell;
use std::fmt;

use gof::assertion::{Drawn, Failure, Passed};
use gof::observed::{Evidence, distance_excluded};
use gof::uniformity::kolmogorov;
use gof::{Draws, Effect, Permutations, Same, Weighted};
use pyo3::exceptions::{PyAssertionError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList};

/// After how many samples the signals of Python are looked at.
const SAMPLES_BETWEEN_SIGNALS: u32 = 1024;

/// The error rates of an assertion, its seed, and the command that replays it.
#[derive(FromPyObject)]
pub(crate) struct Demand {
    false_alarms: f64,
    power: f64,
    total_variation: Option<f64>,
    seed: u64,
    replay: String,
}

/// Sets the error rates and the seed of an assertion.
macro_rules! with_demand {
    ($assertion:expr, $demand:expr) => {{
        let assertion = $assertion
            .false_alarms($demand.false_alarms)
            .power($demand.power)
            .seed($demand.seed);
        match $demand.total_variation {
            Some(distance) => assertion.against(Effect::TotalVariation(distance)),
            None => assertion,
        }
    }};
}

/// A function of Python that is sampled, with the generator it is given.
struct Source<'py> {
    function: Bound<'py, PyAny>,
    rng: Bound<'py, PyAny>,
    calls: u32,
}

impl<'py> Source<'py> {
    fn new(function: Bound<'py, PyAny>, rng: Bound<'py, PyAny>) -> Self {
        Self {
            function,
            rng,
            calls: 0,
        }
    }

    /// What the function gives.
    fn draw(&mut self) -> PyResult<Bound<'py, PyAny>> {
        self.look_at_signals()?;
        self.function.call1((&self.rng,))
    }

    fn integer(&mut self) -> PyResult<i128> {
        whole(&self.draw()?)
    }

    /// An integer, a float or a permutation.
    fn drawn(&mut self) -> PyResult<Drawn> {
        let value = self.draw()?;
        if is_whole(&value)? {
            return whole(&value).map(Drawn::Integer);
        }
        if let Ok(number) = value.extract::<f64>() {
            return Ok(Drawn::Number(number));
        }
        permutation(&value).map(Drawn::Permutation).map_err(|_| {
            let given = value.get_type();
            PyTypeError::new_err(format!(
                "a source gives integers, floats or permutations of 0 to n - 1, and not {given}"
            ))
        })
    }

    /// The list after the function has shuffled it, or what the function returns in its place.
    fn shuffle(&mut self, items: &Bound<'py, PyList>) -> PyResult<Vec<usize>> {
        self.look_at_signals()?;
        let returned = self.function.call1((items, &self.rng))?;
        let shuffled = if returned.is_none() {
            items.as_any()
        } else {
            &returned
        };
        permutation(shuffled)
    }

    fn look_at_signals(&mut self) -> PyResult<()> {
        self.calls += 1;
        if self.calls.is_multiple_of(SAMPLES_BETWEEN_SIGNALS) {
            self.function.py().check_signals()?;
        }
        Ok(())
    }
}

/// An integer that a function of Python gave; `None` if it gave none, and an error is kept.
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

/// Whether a value is an integer. Those of numpy say so with `__index__`, which its arrays have too.
fn is_whole(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    if value.is_instance_of::<PyInt>() {
        return Ok(true);
    }
    Ok(value.hasattr("__index__")? && !value.hasattr("__len__")?)
}

/// An integer. Python 3.9 would round a float towards 0.
fn whole(value: &Bound<'_, PyAny>) -> PyResult<i128> {
    if !is_whole(value)? {
        let given = value.get_type();
        return Err(PyTypeError::new_err(format!(
            "a draw is an integer, and not {given}"
        )));
    }
    match value.extract::<i64>() {
        Ok(small) => Ok(small.into()),
        Err(_) => value.extract(),
    }
}

/// The integers of a list, a tuple or an array.
fn permutation(items: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    items.try_iter()?.map(|item| item?.extract()).collect()
}

/// Keeps an error that ends an assertion, and gives the value without the error.
fn keep<T>(result: PyResult<T>, kept: &mut Option<PyErr>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            kept.get_or_insert(error);
            None
        }
    }
}

/// What a success says, or the error of Python, or that of the assertion. `what` is the source, if the assertion has another
/// name for it.
fn report(
    result: Result<Passed, Failure>,
    what: Option<String>,
    raised: Option<PyErr>,
    demand: Demand,
) -> PyResult<String> {
    if let Some(error) = raised {
        return Err(error);
    }
    let failure = match result {
        Ok(mut passed) => {
            passed.what = what.unwrap_or(passed.what);
            return Ok(passed.to_string());
        }
        Err(Failure::Biased(mut bias)) => {
            bias.what = what.unwrap_or(bias.what);
            bias.replay = demand.replay;
            Failure::Biased(bias)
        }
        Err(Failure::BadResult {
            what: usual,
            sample,
            found,
            ..
        }) => Failure::BadResult {
            what: what.unwrap_or(usual),
            sample,
            found,
            replay: demand.replay,
        },
        Err(failure) => return Err(PyValueError::new_err(failure.to_string())),
    };
    Err(PyAssertionError::new_err(failure.to_string()))
}

/// Checks a function of a list and a generator that shuffles the list, or gives a shuffled one.
#[pyfunction]
pub(crate) fn check_shuffle(
    function: Bound<'_, PyAny>,
    rng: Bound<'_, PyAny>,
    items: usize,
    demand: Demand,
) -> PyResult<String> {
    let sorted = PyList::new(function.py(), 0..items)?;
    let (mut source, mut raised) = (Source::new(function, rng), None);
    let assertion = with_demand!(Permutations::of(items), demand);
    let result = assertion.check(|_| {
        let shuffled = source.shuffle(&sorted.get_slice(0, items));
        keep(shuffled, &mut raised).unwrap_or_default()
    });
    let what = format!("the shuffle of {items} items");
    report(result, Some(what), raised, demand)
}

/// Checks a function of a generator that gives an integer below a bound. `what` is the source, if it has another name.
#[pyfunction]
pub(crate) fn check_draws(
    function: Bound<'_, PyAny>,
    rng: Bound<'_, PyAny>,
    below: u64,
    what: Option<String>,
    demand: Demand,
) -> PyResult<String> {
    let (mut source, mut raised) = (Source::new(function, rng), None);
    let assertion = with_demand!(Draws::below(below), demand);
    let result = assertion.check(|_| Integer(keep(source.integer(), &mut raised)));
    report(result, what, raised, demand)
}

/// Checks a function of a generator that gives an index of the weights.
#[pyfunction]
pub(crate) fn check_weighted(
    function: Bound<'_, PyAny>,
    rng: Bound<'_, PyAny>,
    weights: Vec<u64>,
    demand: Demand,
) -> PyResult<String> {
    let (mut source, mut raised) = (Source::new(function, rng), None);
    let assertion = with_demand!(Weighted::of(&weights), demand);
    let result = assertion.check(|_| Integer(keep(source.integer(), &mut raised)));
    report(result, None, raised, demand)
}

/// Checks two functions of a generator, each with one of its own, that give integers, floats or permutations.
#[pyfunction]
pub(crate) fn check_same(
    functions: [Bound<'_, PyAny>; 2],
    rngs: [Bound<'_, PyAny>; 2],
    demand: Demand,
) -> PyResult<String> {
    let [one, other] = functions;
    let [one_rng, other_rng] = rngs;
    let (mut one, mut other) = (Source::new(one, one_rng), Source::new(other, other_rng));
    // Both closures keep an error.
    let raised = RefCell::new(None);
    let result = with_demand!(Same::new(), demand).check(
        |_| keep_drawn(one.drawn(), &raised),
        |_| keep_drawn(other.drawn(), &raised),
    );
    report(result, None, raised.into_inner(), demand)
}

/// What was drawn, or a number that ends the assertion after an error.
fn keep_drawn(drawn: PyResult<Drawn>, raised: &RefCell<Option<PyErr>>) -> Drawn {
    keep(drawn, &mut raised.borrow_mut()).unwrap_or(Drawn::Number(f64::NAN))
}

/// Checks that numbers, of which the places among all that could come are given, have their distribution function.
#[pyfunction]
pub(crate) fn check_places(places: Vec<f64>, false_alarms: f64) -> PyResult<String> {
    let numbers = places.len() as u64;
    let found = kolmogorov(&places).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let p = found.p.two_sided();
    let text = format!(
        "{numbers} numbers by their distribution function: the largest distance is {:.4}, the two-sided p-value {:.1e}",
        found.statistic,
        p.value()
    );
    if Evidence::from_p(p, false_alarms) == Evidence::Strong {
        return Err(PyAssertionError::new_err(format!(
            "{text}; numbers that have it give at most {false_alarms:e} with that chance"
        )));
    }
    Ok(format!(
        "{text}; a function that is off by {:.4} at some number is found in nine of ten such lists",
        distance_excluded(numbers, false_alarms)
    ))
}
