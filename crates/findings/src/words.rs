//! The words of a document: its claims, captions and running text, kept in `words/*.toml` apart from the values that they show.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::LazyLock;

use crate::block::{Block, Figure, Table};
use crate::claim::{Claim, Mark, Verdict};

macro_rules! words {
    ($($name:ident $file:literal),*) => {
        $(pub(crate) static $name: LazyLock<Words> =
            LazyLock::new(|| Words::parse(include_str!(concat!("../words/", $file, ".toml"))));)*
    };
}

// The words of each document, and of the story.
words!(BOSS "boss", HASKELL "haskell", AMAZING "amazing", ROGUE "rogue", EVEN "even", ROGUE5 "rogue5", STORY "story");

/// Values by name. In a text, `{name}` stands for the value of that name.
pub(crate) type Values<'a> = &'a [(&'a str, &'a dyn Display)];

/// The texts of one document by name.
pub struct Words(toml::Table);

impl Words {
    /// Reads them.
    ///
    /// # Panics
    /// As all others here, if the text is not as the code needs it: a defect that a test finds, as every text is shown once.
    pub(crate) fn parse(text: &str) -> Self {
        Self(text.parse().expect("the words are TOML"))
    }

    fn get(&self, name: &str) -> Option<&str> {
        let (first, rest) = name.split_once('.')?;
        rest.split('.')
            .try_fold(self.0.get(first)?, |value, part| value.get(part))?
            .as_str()
    }

    pub(crate) fn words(&self, name: &str) -> &str {
        self.get(name)
            .unwrap_or_else(|| panic!("there are no words for {name}"))
    }

    pub(crate) fn render(&self, name: &str, values: Values) -> String {
        fill(self.words(name).to_owned(), values)
    }

    /// The titles of the sections.
    pub(crate) fn titles(&self) -> impl Iterator<Item = &str> {
        let titles = self.0["document"]["sections"]
            .as_array()
            .expect("the document has sections");
        titles.iter().filter_map(toml::Value::as_str)
    }

    /// Running text.
    pub(crate) fn text(&self, name: &str, values: Values) -> Block {
        Block::Text(self.render(name, values))
    }

    /// A picture with its caption.
    pub(crate) fn figure(&self, name: &str, values: Values, svg: String) -> Block {
        Block::Figure(Figure {
            caption: self.render(name, values),
            svg,
        })
    }

    /// A table. The values are those of its caption and headings.
    pub(crate) fn table<const N: usize>(
        &self,
        name: &str,
        values: Values,
        rows: impl IntoIterator<Item = [String; N]>,
    ) -> Block {
        let [caption, head] = ["caption", "head"].map(|part| self.words(&format!("{name}.{part}")));
        let both = fill(format!("{caption}\n{head}"), values);
        let (caption, head) = both.rsplit_once('\n').expect("there are two lines");
        let head: Vec<_> = head.split('|').map(|cell| cell.trim().to_owned()).collect();
        assert_eq!(head.len(), N, "a heading for each column of {name}");
        Block::Table(Table {
            caption: caption.to_owned(),
            head,
            rows: rows.into_iter().map(Vec::from).collect(),
        })
    }

    /// A table whose headings are values too.
    pub(crate) fn wide_table(
        &self,
        name: &str,
        head: Vec<String>,
        rows: Vec<Vec<String>>,
    ) -> Block {
        Block::Table(Table {
            caption: self.render(name, &[]),
            head,
            rows,
        })
    }

    /// A finding. Its words have a key named after its mark that says what was counted, checked or sampled; without one it is
    /// exact. One that nothing smaller than the report shows has no command.
    ///
    /// # Panics
    /// If the words have no such claim or do not show each value once or more.
    pub(crate) fn claim(&self, id: &'static str, verdict: Verdict, values: Values) -> Claim {
        let part = |part: &str| self.get(&format!("claims.{id}.{part}"));
        let (mark, on) = Mark::ALL
            .into_iter()
            .find_map(|mark| Some((mark, part(&mark.name().replace(' ', "-"))?)))
            .unwrap_or((Mark::Exact, ""));
        let finding = self.words(&format!("claims.{id}.finding"));
        let both = fill(format!("{finding}\n{on}"), values);
        let (finding, on) = both.rsplit_once('\n').expect("there are two lines");
        Claim {
            id,
            claim: self.render(&format!("claims.{id}.claim"), &[]),
            verdict,
            mark,
            on: on.to_owned(),
            values: values
                .iter()
                .map(|(name, value)| ((*name).to_owned(), value.to_string()))
                .collect::<BTreeMap<_, _>>(),
            finding: finding.to_owned(),
            reproduce: part("see").unwrap_or_default().to_owned(),
        }
    }

    /// How many claims, and how many texts and tables besides, there are words for.
    #[cfg(test)]
    pub(crate) fn counts(&self) -> (usize, usize) {
        let claims = self.0["claims"].as_table().map_or(0, toml::Table::len);
        let modules = self
            .0
            .iter()
            .filter(|(name, _)| !["claims", "document"].contains(&name.as_str()));
        (
            claims,
            modules
                .filter_map(|(_, module)| module.as_table())
                .map(toml::Table::len)
                .sum(),
        )
    }
}

/// Fills in the values. Each is shown, and nothing is left to fill in.
fn fill(text: String, values: Values) -> String {
    let text = values.iter().fold(text, |text, (key, value)| {
        let key = format!("{{{key}}}");
        assert!(text.contains(&key), "{key} is not shown in: {text}");
        text.replace(&key, &value.to_string())
    });
    assert!(!text.contains(['{', '}']), "a value is missing in: {text}");
    text
}
