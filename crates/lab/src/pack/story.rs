//! What the pack says of a subject's ops, and the lists of ops it runs: `subjects/SUBJECT.toml`.

use std::collections::HashSet;

use anyhow::{Context, Result, anyhow, ensure};
use rogue::tables;
use serde::Deserialize;
use serde_json::{Value, json};
use subjects::boss_maze::JOINED;
use subjects::registry::Entry;

use super::form::{Form, Shows};

/// A file of data.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    /// By op.
    ops: Vec<OpData>,
    /// The lists of ops.
    cases: Vec<CaseData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpData {
    name: String,
    shows: Shows,
    #[serde(default)]
    draws: bool,
    does: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseData {
    name: String,
    /// What to put for `{}` in name and ops, one case for each.
    each: Option<Vec<String>>,
    ops: String,
}

/// An op as the pack declares it.
pub struct Op {
    /// Its name.
    pub name: &'static str,
    /// Its arguments.
    pub arguments: Vec<(String, Form)>,
    /// What it shows.
    pub shows: Shows,
    /// Whether its draws are noted.
    pub draws: bool,
    /// What it does, for somebody who is to write it.
    pub does: String,
}

impl Op {
    /// Its declaration, without what it does.
    pub fn declared(&self) -> Value {
        let arguments: Vec<_> = self.arguments.iter().map(|(name, form)| form.declared(name)).collect();
        json!({"name": self.name, "arguments": arguments, "output": self.shows.name(), "draws": self.draws})
    }
}

/// A list of ops with its story.
pub struct Case {
    /// Its name.
    pub name: String,
    /// The ops, as texts.
    pub ops: Vec<String>,
}

/// Everything the pack has of a subject but what is shown.
pub struct Story {
    /// The lists of texts that the ops speak of, by name.
    pub tables: Value,
    /// The ops, in the subject's order.
    pub ops: Vec<Op>,
    /// The cases.
    pub cases: Vec<Case>,
}

/// The data of a subject.
fn data(subject: &str) -> Option<&'static str> {
    Some(match subject {
        "rrandom" => include_str!("subjects/rrandom.toml"),
        "rrandom-type0" => include_str!("subjects/rrandom-type0.toml"),
        "bsd-random" => include_str!("subjects/bsd-random.toml"),
        "get_rand" => include_str!("subjects/get_rand.toml"),
        "new-game" => include_str!("subjects/new-game.toml"),
        "pcg32" => include_str!("subjects/pcg32.toml"),
        "permutation" => include_str!("subjects/permutation.toml"),
        "haskell" => include_str!("subjects/haskell.toml"),
        "boss-maze" => include_str!("subjects/boss-maze.toml"),
        "amazing" => include_str!("subjects/amazing.toml"),
        "rooms" => include_str!("subjects/rooms.toml"),
        "spread" => include_str!("subjects/spread.toml"),
        _ => return None,
    })
}

/// The lists of texts that the ops of a subject speak of.
fn tables(subject: &str) -> Value {
    match subject {
        "new-game" => json!({
            "potion_colours": tables::POTION_COLOURS,
            "wand_materials": tables::WAND_MATERIALS,
            "gems": tables::GEMS,
            "syllables": tables::SYLLABLES.as_slice(),
        }),
        "boss-maze" => json!({"joined": JOINED}),
        _ => json!({}),
    }
}

impl Story {
    /// The story of a subject.
    ///
    /// # Errors
    /// If there is none, or it does not fit the subject's ops: it must tell of each, and each must be used.
    pub fn of(subject: &dyn Entry) -> Result<Self> {
        let name = subject.name();
        let text =
            data(name).with_context(|| format!("{name} has no vectors: add subjects/{name}.toml to lab::pack"))?;
        Self::parse(subject, text).with_context(|| format!("the vectors of {name}"))
    }

    fn parse(subject: &dyn Entry, text: &str) -> Result<Self> {
        let Data { ops: mut told, cases } = toml::from_str(text)?;
        let mut ops = Vec::new();
        for (form, types) in subject.forms().iter().zip(subject.types()) {
            let mut words = form.split_whitespace();
            let name = words.next().unwrap_or_default();
            let place = told.iter().position(|op| op.name == name);
            let OpData { name: _, shows, draws, does } =
                told.remove(place.with_context(|| format!("nothing is told of the op {name}"))?);
            let forms = words.map(str::to_lowercase).zip(types.iter());
            let arguments = forms.map(|(name, kind)| Ok((name, Form::of(kind)?))).collect::<Result<_>>()?;
            ops.push(Op { name, arguments, shows, draws, does });
        }
        ensure!(told.is_empty(), "something is told of `{}`, which is no op", told[0].name);
        let story =
            Self { tables: tables(subject.name()), ops, cases: cases.into_iter().flat_map(CaseData::cases).collect() };
        story.check()?;
        Ok(story)
    }

    fn check(&self) -> Result<()> {
        let mut names = HashSet::new();
        let twice = self.cases.iter().find(|case| !names.insert(&case.name));
        ensure!(twice.is_none(), "two cases are called `{}`", twice.map_or("", |case| &case.name));
        for op in &self.ops {
            let used = self.cases.iter().flat_map(|case| &case.ops).any(|text| name_of(text) == op.name);
            ensure!(used, "no case has the op {}", op.name);
        }
        Ok(())
    }

    /// The op of a text.
    ///
    /// # Errors
    /// If there is no such op.
    pub fn op(&self, text: &str) -> Result<&Op> {
        let op = self.ops.iter().find(|op| op.name == name_of(text));
        op.ok_or_else(|| anyhow!("no op is called `{}`", name_of(text)))
    }
}

fn name_of(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

impl CaseData {
    fn cases(self) -> Vec<Case> {
        let case = |with: &str| Case {
            name: self.name.replace("{}", with),
            ops: self.ops.replace("{}", with).split(';').map(|op| op.trim().to_owned()).collect(),
        };
        match &self.each {
            Some(each) => each.iter().map(|with| case(with)).collect(),
            None => vec![case("")],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use subjects::registry::{SUBJECTS, find};

    #[test]
    fn every_subject_has_a_story() {
        for subject in SUBJECTS {
            Story::of(subject).unwrap();
        }
    }

    const ALL: &str = r#"
        ops = [
            {name = "spread", shows = "texts", does = "a list"},
            {name = "lazy", shows = "texts", does = "the same"},
        ]
        cases = [{name = "{} and 1", each = ["0", "5"], ops = "spread {} 1; lazy {} 1"}]
    "#;

    #[test]
    fn a_case_is_there_once_for_each() {
        let cases = Story::parse(find("spread").unwrap(), ALL).unwrap().cases;
        assert_eq!((cases[0].name.as_str(), cases[1].name.as_str()), ("0 and 1", "5 and 1"));
        assert_eq!(cases[1].ops, ["spread 5 1", "lazy 5 1"]);
    }

    #[test]
    fn a_story_that_does_not_fit_is_refused() {
        let said = |text: &str| Story::parse(find("spread").unwrap(), text).err().unwrap().to_string();
        assert!(said(&ALL.replace("\"lazy\"", "\"lacy\"")).contains("nothing is told of the op lazy"));
        assert!(said(&ALL.replace("lazy {} 1", "spread {} 2")).contains("no case has the op lazy"));
        assert!(said(&ALL.replace("\"5\"", "\"0\"")).contains("two cases are called `0 and 1`"));
        let more = ALL.replace("ops = [\n", "ops = [{name = \"thin\", shows = \"words\", does = \"no\"},\n");
        assert!(said(&more).contains("`thin`, which is no op"));
    }
}
