//! What criterion measured, read from the JSON files that it leaves: `<home>/**/new/{benchmark,estimates}.json`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::error::Error;
use crate::run;

/// One benchmark.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// How many items one iteration works on.
    pub items: u64,
    /// The median time of an iteration, in nanoseconds.
    pub median: f64,
    /// Criterion's bootstrap interval of the median, of 95 % unless the run was told otherwise.
    pub interval: (f64, f64),
    /// When it was written.
    time: SystemTime,
}

impl Measurement {
    /// The median time for one item, in nanoseconds.
    pub fn per_item(&self) -> f64 {
        self.median / self.items as f64
    }
}

/// All benchmarks that were ever run, by name: group and function.
#[derive(Debug)]
pub struct Measurements {
    home: PathBuf,
    by_name: BTreeMap<String, Measurement>,
}

#[derive(Deserialize)]
struct Benchmark {
    full_id: String,
    throughput: Option<Throughput>,
}

#[derive(Deserialize)]
struct Throughput {
    #[serde(rename = "Elements")]
    elements: Option<u64>,
}

#[derive(Deserialize)]
struct Estimates {
    median: Estimate,
}

#[derive(Deserialize)]
struct Estimate {
    point_estimate: f64,
    confidence_interval: Interval,
}

#[derive(Deserialize)]
struct Interval {
    lower_bound: f64,
    upper_bound: f64,
}

impl Measurements {
    /// Reads what is in criterion's folder; nothing if there is no such folder. Benchmarks without a number of items are
    /// left out.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::Json`], [`Error::Unusable`], each with the name of the file.
    pub fn read(home: &Path) -> Result<Self, Error> {
        let mut by_name = BTreeMap::new();
        if home.is_dir() {
            walk(home, &mut by_name)?;
        }
        Ok(Self { home: home.to_owned(), by_name })
    }

    /// The benchmark of this name.
    pub fn get(&self, name: &str) -> Option<&Measurement> {
        self.by_name.get(name)
    }

    /// Where they were read.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Whether all of these that are there are of one run.
    ///
    /// # Errors
    /// [`Error::Mixed`] if not.
    pub fn of_one_run<'a>(&self, names: impl Iterator<Item = &'a str>) -> Result<(), Error> {
        // Some names come more than once.
        let found: BTreeMap<_, _> = names.filter_map(|name| self.get(name).map(|found| (name, found.time))).collect();
        let Some(newest) = found.values().max() else { return Ok(()) };
        let beginning = run::beginning(&self.home, *newest);
        let old: Vec<_> = found.iter().filter(|(_, time)| **time < beginning).collect();
        match old.first() {
            None => Ok(()),
            Some((example, _)) => {
                Err(Error::Mixed { old: old.len(), all: found.len(), example: (**example).to_owned() })
            }
        }
    }
}

/// Looks through a folder and those in it; `new` has the last measurement, its neighbours have earlier ones.
fn walk(folder: &Path, found: &mut BTreeMap<String, Measurement>) -> Result<(), Error> {
    let at = |cause| Error::Io { path: folder.to_owned(), cause };
    for entry in fs::read_dir(folder).map_err(at)? {
        let path = entry.map_err(at)?.path();
        if path.join("benchmark.json").is_file() {
            if path.file_name().is_some_and(|name| name == "new") {
                found.extend(measurement(&path)?);
            }
        } else if path.is_dir() {
            walk(&path, found)?;
        }
    }
    Ok(())
}

fn measurement(folder: &Path) -> Result<Option<(String, Measurement)>, Error> {
    let benchmark: Benchmark = json(&folder.join("benchmark.json"))?;
    let Some(items) = benchmark.throughput.and_then(|throughput| throughput.elements) else { return Ok(None) };
    let path = folder.join("estimates.json");
    let Estimates { median } = json(&path)?;
    let Interval { lower_bound, upper_bound } = median.confidence_interval;
    if items == 0 || ![median.point_estimate, lower_bound, upper_bound].iter().all(|time| *time > 0.0) {
        return Err(Error::Unusable { path, what: "its times and its number of items are not all above 0" });
    }
    let time = fs::metadata(&path).and_then(|data| data.modified()).map_err(|cause| Error::Io { path, cause })?;
    let interval = (lower_bound, upper_bound);
    Ok(Some((benchmark.full_id, Measurement { items, median: median.point_estimate, interval, time })))
}

fn json<T: DeserializeOwned>(path: &Path) -> Result<T, Error> {
    let bytes = fs::read(path).map_err(|cause| Error::Io { path: path.to_owned(), cause })?;
    serde_json::from_slice(&bytes).map_err(|cause| Error::Json { path: path.to_owned(), cause })
}
