//! The section of exact tables: every number in the report must equal the one in `fixtures/baseline.json`.

use answers::change::of_values;
use answers::number::grouped;
use anyhow::{Context as _, Result};
use cli::gate::{Check, Context, Section};
use findings::Documents;
use rogue::atlas::Atlas;
use serde_json::Value;

use crate::baseline;

pub(crate) const SECTION: Section = Section {
    name: "exact-tables",
    about: "every number of the report, as it is committed",
    run,
};

fn run(context: &Context) -> Result<Vec<Check>> {
    let name = baseline::NAME;
    let committed = baseline::parse(&context.read(name, "make it with `cargo xtask bless`")?)
        .with_context(|| context.shown(name))?;
    let mut checks = match Documents::compute(&Atlas::new(), context.tick) {
        Ok(documents) => checks(
            &committed,
            &baseline::parse(&baseline::baseline(&documents)?)?,
        ),
        // Nothing is missing on this machine, so the code no longer does what it did when the baseline was made.
        Err(error) => vec![Check::fail(
            "computation",
            format!("the numbers cannot be computed: {error:#}"),
        )],
    };
    for check in &mut checks {
        check.file = Some(context.shown(name));
    }
    Ok(checks)
}

/// A check for each part of the report; a part that was added or removed is a change too.
fn checks(committed: &Value, now: &Value) -> Vec<Check> {
    let parts = |value: &Value| {
        value
            .as_object()
            .map(|parts| parts.keys().cloned().collect())
            .unwrap_or_default()
    };
    let mut names: Vec<String> = parts(now);
    let gone: Vec<String> = parts(committed)
        .into_iter()
        .filter(|name| !names.contains(name))
        .collect();
    names.extend(gone);
    let check = |name: &String| {
        let mut changes = Vec::new();
        of_values(
            &format!("/{name}"),
            committed.get(name),
            now.get(name),
            &mut changes,
        );
        let values = grouped(now.get(name).map_or(0, leaves));
        if changes.is_empty() {
            return Check::pass(name, format!("{values} values equal"));
        }
        let finding = format!(
            "{} of {values} values changed",
            grouped(changes.len() as u64)
        );
        Check::fail(name, finding).changed(changes)
    };
    names.iter().map(check).collect()
}

/// The number of values: numbers, texts and truth values.
fn leaves(value: &Value) -> u64 {
    match value {
        Value::Object(parts) => parts.values().map(leaves).sum(),
        Value::Array(parts) => parts.iter().map(leaves).sum(),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use gof::Verdict;
    use serde_json::json;

    use super::*;
    use answers::change::Change;

    #[test]
    fn a_changed_number_fails_its_part_alone() {
        let (old, new) = (
            json!({"a": [1, 2], "b": {"c": "1/3"}}),
            json!({"a": [1, 3], "b": {"c": "1/3"}}),
        );
        let [a, b] = &checks(&old, &new)[..] else {
            panic!("two parts")
        };
        assert_eq!((a.verdict, b.verdict), (Verdict::Fail, Verdict::Pass));
        assert_eq!(
            a.changes,
            [Change {
                place: "/a/1".into(),
                was: "2".into(),
                is: "3".into()
            }]
        );
        assert_eq!(
            (a.headline(), b.headline()),
            ("1 of 2 values changed", "1 values equal")
        );
    }

    #[test]
    fn a_value_that_is_new_or_gone_is_named_by_its_place() {
        let checks = checks(
            &json!({"a": {"b": [1], "c": "1/3"}, "gone": 1}),
            &json!({"a": {"b": [1, 4]}, "new": 1}),
        );
        let shown: Vec<_> = checks
            .iter()
            .flat_map(|check| &check.changes)
            .map(|c| (&*c.place, &*c.was, &*c.is))
            .collect();
        assert_eq!(
            shown,
            [
                ("/a/b/1", "nothing", "4"),
                ("/a/c", "\"1/3\"", "nothing"),
                ("/new", "nothing", "1"),
                ("/gone", "1", "nothing"),
            ]
        );
    }
}
