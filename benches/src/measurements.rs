//! The measurements of criterion: `<home>/**/new/{benchmark,estimates}.json`.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use serde_json::Value;

use crate::{Result, mark, of};

/// The measurement of one benchmark.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// The number of items that one iteration processes.
    pub items: u64,
    /// The median time of an iteration, in nanoseconds.
    pub median: f64,
    /// Criterion's bootstrap interval for the median, at 95 % unless the run was told otherwise.
    pub interval: (f64, f64),
    /// When the measurement was written.
    time: SystemTime,
}

impl Measurement {
    /// The median time for one item, in nanoseconds.
    pub fn per_item(&self) -> f64 {
        self.median / self.items as f64
    }
}

/// All measurements by name (group and function), and when the last run began.
#[derive(Debug)]
pub struct Measurements {
    by_name: BTreeMap<String, Measurement>,
    beginning: SystemTime,
}

impl Measurements {
    /// Reads criterion's folder. Benchmarks without a number of items are left out.
    ///
    /// # Errors
    /// If a file cannot be read or makes no sense; the error names it.
    pub fn read(home: &Path) -> Result<Self> {
        let mut by_name = BTreeMap::new();
        if home.is_dir() {
            walk(home, &mut by_name)?;
        }
        let beginning = fs::metadata(mark(home))
            .and_then(|data| data.modified())
            .unwrap_or(SystemTime::UNIX_EPOCH);
        Ok(Self { by_name, beginning })
    }

    /// The measurement with this name.
    pub fn get(&self, name: &str) -> Option<&Measurement> {
        self.by_name.get(name)
    }

    /// The names of these benchmarks whose measurements are from an earlier run.
    pub fn old<'a>(&self, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
        names
            .filter(|name| {
                self.get(name)
                    .is_some_and(|found| found.time < self.beginning)
            })
            .collect()
    }
}

/// Searches a folder and its subfolders; `new` has the last measurement, its siblings have earlier ones.
fn walk(folder: &Path, found: &mut BTreeMap<String, Measurement>) -> Result<()> {
    for entry in fs::read_dir(folder).map_err(of(folder))? {
        let path = entry.map_err(of(folder))?.path();
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

fn measurement(folder: &Path) -> Result<Option<(String, Measurement)>> {
    let benchmark = json(&folder.join("benchmark.json"))?;
    let (Some(name), Some(items)) = (
        benchmark["full_id"].as_str(),
        benchmark["throughput"]["Elements"].as_u64(),
    ) else {
        return Ok(None);
    };
    let path = folder.join("estimates.json");
    let median = &json(&path)?["median"];
    let interval = &median["confidence_interval"];
    let times = [
        &median["point_estimate"],
        &interval["lower_bound"],
        &interval["upper_bound"],
    ];
    let [median, low, high] = times.map(|time| time.as_f64().unwrap_or_default());
    if items == 0 || [median, low, high].iter().any(|time| *time <= 0.0) {
        return Err(of(&path)(format!(
            "the measurement has no time or no number of items; {AGAIN}"
        )));
    }
    let time = fs::metadata(&path).and_then(|data| data.modified());
    let measurement = Measurement {
        items,
        median,
        interval: (low, high),
        time: time.map_err(of(&path))?,
    };
    Ok(Some((name.to_owned(), measurement)))
}

const AGAIN: &str = "remove its folder and run `cargo xtask bench` again";

fn json(path: &Path) -> Result<Value> {
    let again = |error: &dyn Display| of(path)(format!("{error}; {AGAIN}"));
    let text = fs::read(path).map_err(|error| again(&error))?;
    serde_json::from_slice(&text).map_err(|error| again(&error))
}
