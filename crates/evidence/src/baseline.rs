//! The exact numbers in the report, as committed: only values, without the sentences and labels that go with them. A large table
//! is a digest.

use anyhow::Result;
use findings::Documents;
use lockstep::hex;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// The version of `report.json`, which changes when a field changes its meaning or is removed.
pub(crate) const SCHEMA: &str = "roguelab-report/3";

/// The baseline's name below `fixtures`.
pub(crate) const NAME: &str = "baseline.json";

/// Fields of a table row that only label it; they are wording, and may change without a bless.
const LABELS: [&str; 10] = [
    "between", "draw", "family", "measure", "name", "rules", "things", "used", "way", "what",
];

/// The numbers that must not change: everything about the documents. Comparisons with oracles depend on the machine and are
/// left out.
pub fn baseline(documents: &Documents) -> Result<String> {
    let mut baseline = Map::new();
    baseline.insert("schema".to_owned(), json!(SCHEMA));
    let documents = serde_json::to_value(documents)?;
    for (name, document) in documents.as_object().into_iter().flatten() {
        baseline.insert(name.clone(), unlabelled_values(document));
    }
    Ok(serde_json::to_string_pretty(&baseline)? + "\n")
}

/// The values of a document in `report.json`: its tables without labels, and its claims by id with verdict, mark and numbers.
pub(crate) fn unlabelled_values(report: &Value) -> Value {
    match report {
        Value::Object(fields) => {
            let mut kept = Map::new();
            for (name, value) in fields {
                if name == "claims" {
                    kept.insert(name.clone(), claims_by_id(value));
                } else if !LABELS.contains(&name.as_str()) || !value.is_string() {
                    kept.insert(name.clone(), unlabelled_values(value));
                }
            }
            Value::Object(kept)
        }
        Value::Array(items) => digest_if_large(items.iter().map(unlabelled_values).collect()),
        leaf => leaf.clone(),
    }
}

/// The most characters that a table has in the baseline.
const LARGE: usize = 1500;

/// The digest of a large table in its place.
fn digest_if_large(rows: Vec<Value>) -> Value {
    let count = rows.len();
    let table = Value::Array(rows);
    let text = table.to_string();
    if text.len() <= LARGE {
        return table;
    }
    json!({"rows": count, "sha256": hex(&Sha256::digest(text))})
}

fn claims_by_id(claims: &Value) -> Value {
    let mut by_id = Map::new();
    for claim in claims.as_array().into_iter().flatten() {
        if let Some(id) = claim["id"].as_str() {
            by_id.insert(
                id.to_owned(),
                json!({"verdict": claim["verdict"], "basis": claim["basis"], "values": claim["values"]}),
            );
        }
    }
    Value::Object(by_id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> Value {
        json!({
            "claims": [{
                "id": "swaps", "claim": "It swaps 32 times.", "verdict": "refuted", "basis": "exact",
                "values": {"swaps": "33"}, "finding": "It makes 33 swaps.", "reproduce": "cargo xtask report",
            }],
            "uses": [{"name": "steel", "games": 14910}, {"name": 7, "games": 3}],
            "large": (0..2 * LARGE).collect::<Vec<_>>(),
        })
    }

    #[test]
    fn changed_sentences_commands_and_labels_change_nothing() {
        let mut reworded = document();
        for field in ["claim", "finding", "reproduce"] {
            reworded["claims"][0][field] = json!("in other words");
        }
        reworded["uses"][0]["name"] = json!("iron");
        assert_ne!(reworded, document());
        assert_eq!(unlabelled_values(&reworded), unlabelled_values(&document()));
    }

    #[test]
    fn a_changed_number_verdict_mark_or_id_is_a_change() {
        let changes: [fn(&mut Value); 7] = [
            |it| it["large"][LARGE] = json!(0),
            |it| it["claims"][0]["values"]["swaps"] = json!("32"),
            |it| it["claims"][0]["verdict"] = json!("confirmed"),
            |it| it["claims"][0]["basis"] = json!("measured"),
            |it| it["claims"][0]["id"] = json!("other"),
            |it| it["uses"][0]["games"] = json!(14911),
            |it| it["uses"][1]["name"] = json!(8),
        ];
        for change in changes {
            let mut changed = document();
            change(&mut changed);
            assert_ne!(
                unlabelled_values(&changed),
                unlabelled_values(&document()),
                "{changed}"
            );
        }
    }
}
