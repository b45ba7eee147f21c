//! The words of a document (claims, captions and text), kept in `words/*.toml` apart from the values that they show.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Serialize;
use serde_json::{Value, json};

use crate::block::{Block, Figure, Section, Table};
use crate::claim::{Claim, Conclusion, Mark};
use crate::number::{Exact, grouped, share};

macro_rules! words {
    ($($name:ident $file:literal),*) => {
        $(pub(crate) static $name: LazyLock<Prose> =
            LazyLock::new(|| Prose::parse(include_str!(concat!("../words/", $file, ".toml"))));)*
    };
}

// The words of each document and of the story.
words!(RINGS "rings", STORY "story");

/// The texts of one document, by name.
pub struct Prose(toml::Table);

impl Prose {
    /// Reads the words of a document.
    ///
    /// # Panics
    /// Like all functions here, if the words are not what the code needs, which a test would find, since every text is shown
    /// once.
    pub fn parse(text: &str) -> Self {
        Self(text.parse().expect("the words are TOML"))
    }

    fn get(&self, name: &str) -> Option<&toml::Value> {
        let (first, rest) = name.split_once('.')?;
        rest.split('.')
            .try_fold(self.0.get(first)?, |value, part| value.get(part))
    }

    pub(crate) fn words(&self, name: &str) -> &str {
        self.text(name)
            .unwrap_or_else(|| panic!("there are no words for {name}"))
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(toml::Value::as_str)
    }

    pub(crate) fn about(&'static self) -> crate::document::About {
        let text = |name: &str| self.text(&format!("document.{name}"));
        crate::document::About {
            number: text("number").unwrap(),
            name: text("name").unwrap(),
            page: text("page").unwrap(),
            short: text("short").unwrap(),
            source: text("title").map(|title| crate::document::Source {
                title,
                by: text("by").unwrap(),
                address: text("address"),
            }),
        }
    }

    /// The titles of the sections.
    pub fn titles(&self) -> impl Iterator<Item = &str> {
        texts(&self.0["document"]["sections"])
    }

    /// The words together with what was computed, and with the names in `more`, which must be an object.
    ///
    /// In a text, `{a.b.0}` stands for the value at that path, and `{a.b.0:FORM}` for the value in that form, as [`shown`]
    /// explains.
    ///
    /// # Panics
    /// If what was computed is not JSON.
    pub fn beside(&self, computed: &impl Serialize, more: Value) -> Filled<'_> {
        self.filled(serde_json::to_value(computed), more)
    }

    /// What does not depend on the type of the values, which would be compiled once for each.
    fn filled(&self, computed: serde_json::Result<Value>, more: Value) -> Filled<'_> {
        let mut values = computed.expect("what is computed is JSON");
        if let (Some(values), Value::Object(more)) = (values.as_object_mut(), more) {
            values.extend(more);
        }
        Filled {
            words: self,
            values,
        }
    }

    /// How many claims, and how many other texts and tables, have words.
    pub fn counts(&self) -> (usize, usize) {
        let claims = self.0["claims"].as_table().map_or(0, toml::Table::len);
        let modules = self
            .0
            .iter()
            .filter(|(name, _)| !["claims", "document"].contains(&name.as_str()));
        let blocks = modules
            .filter_map(|(_, module)| module.as_table())
            .map(|module| module.keys().filter(|key| *key != "blocks").count());
        (claims, blocks.sum())
    }
}

/// The rows of a table: a value for each of the items.
pub(crate) fn rows<T, R: Serialize>(
    items: impl IntoIterator<Item = T>,
    row: impl Fn(T) -> R,
) -> Value {
    let rows = items.into_iter().map(row);
    rows.map(|row| json!(row)).collect()
}

fn texts(list: &toml::Value) -> impl Iterator<Item = &str> {
    let list = list.as_array().into_iter().flatten();
    list.map(|text| text.as_str().expect("a list of texts"))
}

/// The words of a document with its values.
pub struct Filled<'a> {
    words: &'a Prose,
    values: Value,
}

impl Filled<'_> {
    /// A text with its values filled in.
    pub fn render(&self, name: &str) -> String {
        filled(self.words.words(name), &self.values)
    }

    /// A section: the title of a part, and its blocks.
    pub fn section(&self, part: &str) -> Section {
        let title = self.words.words(&format!("{part}.title"));
        Section::new(title, self.blocks(part, []))
    }

    /// The blocks of a part, in the order of its list `blocks`: texts, tables, and these pictures.
    ///
    /// # Panics
    /// If the words are not what the code needs.
    pub fn blocks(&self, part: &str, pictures: impl IntoIterator<Item = String>) -> Vec<Block> {
        let mut pictures = pictures.into_iter();
        let list = self.words.get(&format!("{part}.blocks"));
        let block = |key: &str| {
            let name = format!("{part}.{key}");
            if self.words.get(&name).is_some_and(toml::Value::is_table) {
                return Block::Table(self.table(&name));
            }
            match self.render(&name) {
                caption if key.starts_with("figure") => Block::Figure(Figure {
                    caption,
                    svg: pictures.next().expect("there is a picture"),
                }),
                text => Block::Text(text),
            }
        };
        texts(list.unwrap_or_else(|| panic!("{part} has blocks")))
            .map(block)
            .collect()
    }

    /// A table. Its `rows` are texts of cells, or the path of a list, each item of which is shown by the text of cells `row`,
    /// or is itself the cells if there is no `row`.
    fn table(&self, name: &str) -> Table {
        let part = |part: &str| format!("{name}.{part}");
        let cells = |text: &str, values: &Value| {
            let cells = text.split('|').map(|cell| filled(cell.trim(), values));
            cells.collect::<Vec<_>>()
        };
        let list = |path: &str| at(&self.values, path).as_array().expect("rows are a list");
        let rows: Vec<Vec<String>> =
            match (self.words.get(&part("rows")), self.words.get(&part("row"))) {
                (Some(toml::Value::String(path)), None) => list(path)
                    .iter()
                    .map(|row| serde_json::from_value(row.clone()).expect("cells are texts"))
                    .collect(),
                (Some(toml::Value::String(path)), Some(_)) => (0..)
                    .zip(list(path))
                    .map(|(place, row)| {
                        let text = self
                            .words
                            .words(&part("row"))
                            .replace("{#}", &format!("{place}"));
                        cells(&text.replace("{#1}", &format!("{}", place + 1)), row)
                    })
                    .collect(),
                (rows, _) => texts(rows.unwrap_or_else(|| panic!("{name} has rows")))
                    .map(|row| cells(row, &self.values))
                    .collect(),
            };
        let head = self.render(&part("head"));
        let head: Vec<_> = head.split('|').map(|cell| cell.trim().to_owned()).collect();
        assert!(
            rows.iter().all(|row| row.len() == head.len()),
            "a heading for each column of {name}"
        );
        Table {
            caption: self.render(&part("caption")),
            head,
            rows,
        }
    }

    /// The findings by name, with the verdict on each claim.
    pub(crate) fn claims(
        &self,
        concluded: impl IntoIterator<Item = (&'static str, Conclusion)>,
    ) -> Vec<Claim> {
        let claims = concluded.into_iter();
        claims
            .map(|(id, verdict)| self.claim(id, verdict))
            .collect()
    }

    /// A finding. Its words have a key named after its mark that says what was counted, checked or sampled; without such a key
    /// it is exact. Its `values` are named texts, which the other texts show. If nothing smaller than the report shows the
    /// finding, it has no command.
    ///
    /// # Panics
    /// If there is no such claim in the words, or if they do not show each value at least once.
    fn claim(&self, id: &'static str, verdict: Conclusion) -> Claim {
        let part = |part: &str| self.words.get(&format!("claims.{id}.{part}"));
        let text = |name: &str| part(name).and_then(toml::Value::as_str);
        let (mark, on) = Mark::ALL
            .into_iter()
            .find_map(|mark| Some((mark, text(&mark.name().replace(' ', "-"))?)))
            .unwrap_or((Mark::Exact, ""));
        let named = part("values")
            .and_then(toml::Value::as_table)
            .into_iter()
            .flatten();
        let value = |(name, text): (&String, &toml::Value)| {
            let text = text.as_str().expect("a value is a text");
            (name.clone(), filled(text, &self.values))
        };
        let values: BTreeMap<_, _> = named.map(value).collect();
        let finding = text("finding").unwrap_or_else(|| panic!("the claim {id} has a finding"));
        let both = format!("{finding}\n{on}");
        for name in values.keys() {
            assert!(
                both.contains(&format!("{{{name}}}")),
                "{name} is not shown in: {both}"
            );
        }
        let both = filled(&both, &json!(values));
        let (finding, on) = both.rsplit_once('\n').expect("there are two lines");
        Claim {
            id,
            claim: text("claim").unwrap_or_default().to_owned().leak(),
            verdict,
            mark,
            on: on.to_owned(),
            finding: finding.to_owned(),
            reproduce: text("see").unwrap_or_default().to_owned().leak(),
            values: values
                .into_iter()
                .map(|(name, value)| (&*name.leak(), value))
                .collect(),
        }
    }
}

/// The value at a path of field names and list indices, one of which may be `last`.
fn at<'a>(values: &'a Value, path: &str) -> &'a Value {
    let parts = path.split('.').filter(|part| !part.is_empty());
    parts.fold(values, |value, part| match (value, part.parse::<usize>()) {
        (Value::Array(list), Ok(place)) => &list[place],
        (Value::Array(list), _) if part == "last" => &list[list.len() - 1],
        (value, _) => value
            .get(part)
            .unwrap_or_else(|| panic!("there is no {part} of {path}")),
    })
}

/// A value in a form, `PATH:FORM`. Without a form it is written as Rust writes it. `,` groups thousands, `%` is percent with
/// two decimal places, `.4` has four decimal places, `+.4` also has a sign, `e3` has a power of ten and three decimal places,
/// `z3` is the same except for zero, `e` is as short as possible, and `s3` has three significant digits of an exact number. A
/// path after a slash divides exactly. `?yes/no` has a word for true and one for false.
fn shown(what: &str, values: &Value) -> String {
    let (path, form) = what.split_once(':').unwrap_or((what, ""));
    let value = at(values, path);
    if let Some((yes, no)) = form
        .strip_prefix('?')
        .and_then(|words| words.split_once('/'))
    {
        return if value == &Value::Bool(true) { yes } else { no }.to_owned();
    }
    let whole = |value: &Value| {
        value
            .as_u64()
            .unwrap_or_else(|| panic!("{what} is not whole"))
    };
    let (form, exact) = match form.split_once('/') {
        Some((form, by)) => (form, Some(share(whole(value), whole(at(values, by))))),
        None => (form, Exact::of_value(value)),
    };
    let number = || {
        exact
            .as_ref()
            .map_or_else(|| value.as_f64().expect("a number"), Exact::to_f64)
    };
    let places = form
        .trim_start_matches(|c: char| !c.is_ascii_digit())
        .parse()
        .unwrap_or(0);
    match (form.chars().next(), &exact) {
        (None, _) => match value {
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            Value::Number(number) if number.is_f64() => {
                number.as_f64().unwrap_or_default().to_string()
            }
            value => value.to_string(),
        },
        (Some(','), _) => grouped(whole(value)),
        (Some('%'), Some(exact)) => exact.percent(),
        (Some('.'), Some(exact)) => exact.decimal(places),
        (Some('s'), Some(exact)) => exact.scientific(places),
        (Some('.'), None) => format!("{:.places$}", number()),
        (Some('+'), _) => format!("{:+.places$}", number()),
        (Some('z'), _) if number() == 0.0 => "0".to_owned(),
        (Some('e'), _) if form == "e" => format!("{:e}", number()),
        (Some('e' | 'z'), _) => format!("{:.places$e}", number()),
        _ => panic!("{what} has no such form"),
    }
}

/// A text with its paths replaced by the values there.
fn filled(text: &str, values: &Value) -> String {
    let mut pieces = text.split('{');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| {
        let (what, rest) = piece.split_once('}').expect("a brace is closed");
        text + &shown(what, values) + rest
    })
}
