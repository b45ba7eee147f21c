//! Reads the description of a subject. An error names the line, the key, and what was expected.

use anyhow::{Result, anyhow, bail};
use lockstep::program::RESET;
use lockstep::{Shows, Width, escaped, shown};
use subjects::SUBJECTS;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Argument, Described, Domain, Op, range};

/// The most ops, arguments, texts, edges and golden cases.
const MOST: usize = 1000;

/// The most characters of a name.
const LONGEST: usize = 40;

const WIDTHS: [Width; 4] = [Width::I32, Width::U32, Width::I64, Width::U64];

const SHOWS: [Shows; 8] = [
    Shows::Nothing,
    Shows::i32,
    Shows::u32,
    Shows::i64,
    Shows::u64,
    Shows::Words,
    Shows::Words64,
    Shows::Texts,
];

impl Described {
    /// Reads a description in TOML.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn read(text: &str) -> Result<Self> {
        let table = DeTable::parse(text).map_err(|error| {
            let line = error.span().map_or(1, |span| line(text, span.start));
            anyhow!("line {line}: {}", escaped(error.message()))
        })?;
        let file = Table {
            text,
            line: 1,
            what: "the file".into(),
            entries: table.get_ref(),
        };
        file.only(&["name", "about", "golden", "op"])?;
        let name = file.need("name", "a name")?;
        let about = file.need("about", "a line of text")?;
        let mut described = Self {
            name: name.name()?,
            about: about.line_of_text()?,
            ops: Vec::new(),
            golden: Vec::new(),
        };
        if SUBJECTS
            .iter()
            .any(|subject| subject.name() == described.name)
        {
            return Err(name.expected("a name that no built-in subject has"));
        }
        let ops = file.need("op", "a table [[op]] for each op")?;
        for value in ops.list()? {
            let op = op(&value.table("an op")?)?;
            if described.ops.iter().any(|known| known.name == op.name) {
                bail!(
                    "line {}: there are two ops `{}`: expected a name for each",
                    value.line,
                    op.name
                );
            }
            described.ops.push(op);
        }
        let seeds = described.ops.iter().find(|op| op.seeds).map(Op::form);
        for value in file
            .get("golden")
            .map_or(Ok(Vec::new()), |golden| golden.list())?
        {
            let ops: Vec<String> = value
                .string()?
                .split(';')
                .map(normal)
                .filter(|op| !op.is_empty())
                .collect();
            let wrong =
                |why: &dyn std::fmt::Display| anyhow!("line {}: `golden`: {why}", value.line);
            ops.iter()
                .try_for_each(|op| described.op(op).map(drop))
                .map_err(|why| wrong(&why))?;
            match (ops.first(), &seeds) {
                (None, _) => return Err(value.expected("ops separated by semicolons")),
                (Some(first), Some(form)) if !described.seeds(first) => {
                    return Err(wrong(&format!(
                        "expected an op that seeds first, such as `{form}`, not `{first}`"
                    )));
                }
                _ => described.golden.push(ops),
            }
        }
        Ok(described)
    }
}

fn normal(op: &str) -> String {
    op.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

fn op(table: &Table<'_>) -> Result<Op> {
    table.only(&["name", "does", "arguments", "shows", "seeds", "draws"])?;
    let name = table.need("name", "a name")?;
    let named = name.name()?;
    if named == RESET {
        return Err(name.expected("another name: `reset` begins every case"));
    }
    let mut arguments: Vec<Argument> = Vec::new();
    for value in table
        .get("arguments")
        .map_or(Ok(Vec::new()), |arguments| arguments.list())?
    {
        let argument = argument(&value.table("an argument")?)?;
        if arguments.iter().any(|known| known.name == argument.name) {
            bail!(
                "line {}: there are two arguments `{}`: expected a name for each",
                value.line,
                argument.name
            );
        }
        arguments.push(argument);
    }
    let shows = table.get("shows").map_or(Ok(Shows::Nothing), |shows| {
        shows.one_of(&SHOWS, Shows::name)
    })?;
    let flag = |key| table.get(key).map_or(Ok(false), |value| value.flag());
    let does = table
        .get("does")
        .map_or(Ok(String::new()), |does| does.string().map(normal))?;
    Ok(Op {
        name: named,
        does,
        arguments,
        shows,
        seeds: flag("seeds")?,
        draws: flag("draws")?,
    })
}

fn argument(table: &Table<'_>) -> Result<Argument> {
    table.only(&["name", "type", "least", "most", "cheap", "edges", "texts"])?;
    let name = table.need("name", "a name")?.name()?;
    if let Some(texts) = table.get("texts") {
        if let Some(key) = ["type", "least", "most", "cheap", "edges"]
            .iter()
            .find(|key| table.get(key).is_some())
        {
            bail!(
                "line {}: `{key}` is about numbers, and argument `{name}` has `texts`: leave one out",
                table.line
            );
        }
        let texts = texts
            .list()?
            .iter()
            .map(Value::word)
            .collect::<Result<Vec<_>>>()?;
        return Ok(Argument {
            name,
            domain: Domain::OneOf {
                texts,
                numbers: false,
            },
        });
    }
    let width = table
        .get("type")
        .map(|width| width.one_of(&WIDTHS, Width::name))
        .transpose()?;
    let widest = width.map_or((i64::MIN.into(), u64::MAX.into()), range);
    let number = |key: &str, (low, high): (i128, i128)| {
        table
            .get(key)
            .map(|value| value.number().and_then(|n| value.within(n, low, high)))
            .transpose()
    };
    let (least, most) = match (width, number("least", widest)?, number("most", widest)?) {
        (None, None, _) | (None, _, None) => {
            bail!(
                "line {}: argument `{name}`: expected `type`, or `least` and `most`, or `texts`",
                table.line
            )
        }
        (_, least, most) => (least.unwrap_or(widest.0), most.unwrap_or(widest.1)),
    };
    let fits = |width: &Width| range(*width).0 <= least && most <= range(*width).1;
    let width = match width.or_else(|| WIDTHS.into_iter().find(fits)) {
        Some(width) if least <= most => width,
        _ => bail!(
            "line {}: argument `{name}`: expected `least` and `most` in this order, of one type",
            table.line
        ),
    };
    let cheap = number("cheap", (least, most))?.unwrap_or(most);
    let edges = table
        .get("edges")
        .map_or(Ok(Vec::new()), |edges| edges.list())?;
    let edges = edges
        .iter()
        .map(|edge| edge.within(edge.number()?, least, most))
        .collect::<Result<Vec<_>>>()?;
    Ok(Argument {
        name,
        domain: Domain::Number {
            width,
            least,
            most,
            cheap,
            edges,
        },
    })
}

fn line(text: &str, at: usize) -> usize {
    text.as_bytes()
        .iter()
        .take(at)
        .filter(|byte| **byte == b'\n')
        .count()
        + 1
}

struct Table<'a> {
    text: &'a str,
    line: usize,
    what: String,
    entries: &'a DeTable<'a>,
}

impl<'a> Table<'a> {
    /// Refuses other keys.
    fn only(&self, keys: &[&str]) -> Result<()> {
        let Some(key) = self
            .entries
            .keys()
            .find(|key| !keys.contains(&key.get_ref().as_ref()))
        else {
            return Ok(());
        };
        let name = key.get_ref().as_ref();
        let near = keys
            .iter()
            .find(|known| strsim::levenshtein(known, name) <= 2);
        let meant = near
            .map(|known| format!(", did you mean `{known}`?"))
            .unwrap_or_default();
        let (line, name, keys) = (
            line(self.text, key.span().start),
            shown(name, LONGEST),
            keys.join(", "),
        );
        bail!(
            "line {line}: `{name}`: no such key{meant}; the keys of {} are: {keys}",
            self.what
        )
    }

    fn get(&self, key: &str) -> Option<Value<'a>> {
        self.entries
            .iter()
            .find(|(known, _)| known.get_ref() == key)
            .map(|(_, value)| Value::new(self.text, key, value))
    }

    fn need(&self, key: &str, expected: &str) -> Result<Value<'a>> {
        self.get(key).ok_or_else(|| {
            anyhow!(
                "line {}: {} has no `{key}`: expected {expected}",
                self.line,
                self.what
            )
        })
    }
}

struct Value<'a> {
    text: &'a str,
    key: String,
    line: usize,
    toml: &'a DeValue<'a>,
}

impl<'a> Value<'a> {
    fn new(text: &'a str, key: &str, value: &'a Spanned<DeValue<'a>>) -> Self {
        Self {
            text,
            key: key.to_owned(),
            line: line(text, value.span().start),
            toml: value.get_ref(),
        }
    }

    fn expected(&self, what: &str) -> anyhow::Error {
        let given = match self.toml {
            DeValue::String(text) => format!("`{}`", shown(text, LONGEST)),
            DeValue::Integer(number) => format!("`{}`", shown(number.as_str(), LONGEST)),
            DeValue::Array(list) if list.is_empty() => "an empty list".into(),
            DeValue::Boolean(flag) => format!("`{flag}`"),
            DeValue::Array(_) => "a list".into(),
            DeValue::Table(_) => "a table".into(),
            DeValue::Float(_) | DeValue::Datetime(_) => format!("a {}", self.toml.type_str()),
        };
        anyhow!(
            "line {}: `{}`: expected {what}, not {given}",
            self.line,
            self.key
        )
    }

    fn string(&self) -> Result<&'a str> {
        self.toml
            .as_str()
            .ok_or_else(|| self.expected("a text in quotes"))
    }

    fn line_of_text(&self) -> Result<String> {
        self.string()
            .ok()
            .filter(|text| !text.contains('\n'))
            .map(str::to_owned)
            .ok_or_else(|| self.expected("one line of text in quotes"))
    }

    /// A name that is one in most languages.
    fn name(&self) -> Result<String> {
        let is_name = |text: &&str| {
            text.len() <= LONGEST
                && text.starts_with(|c: char| c.is_ascii_lowercase())
                && text
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        };
        let name = self.string().ok().filter(is_name).map(str::to_owned);
        name.ok_or_else(|| {
            self.expected("a name of at most 40 letters a to z, digits and _, a letter first")
        })
    }

    /// A text that is one argument of an op.
    fn word(&self) -> Result<String> {
        let is_word = |text: &&str| {
            !text.is_empty()
                && !text.contains(|c: char| c.is_whitespace() || lockstep::is_obeyed(c) || c == ';')
        };
        let word = self.string().ok().filter(is_word).map(str::to_owned);
        word.ok_or_else(|| self.expected("texts in quotes, without blanks and semicolons"))
    }

    fn flag(&self) -> Result<bool> {
        self.toml
            .as_bool()
            .ok_or_else(|| self.expected("true or false"))
    }

    fn number(&self) -> Result<i128> {
        let number = self.toml.as_integer();
        let number =
            number.and_then(|number| i128::from_str_radix(number.as_str(), number.radix()).ok());
        number.ok_or_else(|| self.expected("a whole number"))
    }

    fn within(&self, number: i128, least: i128, most: i128) -> Result<i128> {
        let fits = (least..=most).contains(&number);
        fits.then_some(number)
            .ok_or_else(|| self.expected(&format!("a number from {least} to {most}")))
    }

    fn one_of<T: Copy>(&self, all: &[T], name: fn(T) -> &'static str) -> Result<T> {
        let found = self
            .toml
            .as_str()
            .and_then(|text| all.iter().copied().find(|one| name(*one) == text));
        found.ok_or_else(|| {
            let names: Vec<_> = all
                .iter()
                .map(|one| format!("\"{}\"", name(*one)))
                .collect();
            self.expected(&format!("one of {}", names.join(", ")))
        })
    }

    /// A list that has an item.
    fn list(&self) -> Result<Vec<Self>> {
        let list = self
            .toml
            .as_array()
            .filter(|list| (1..=MOST).contains(&list.len()));
        let list = list.ok_or_else(|| self.expected(&format!("a list of 1 to {MOST}")))?;
        Ok(list
            .iter()
            .map(|value| Self::new(self.text, &self.key, value))
            .collect())
    }

    fn table(&self, what: &str) -> Result<Table<'a>> {
        let entries = self
            .toml
            .as_table()
            .ok_or_else(|| self.expected("a table"))?;
        Ok(Table {
            text: self.text,
            line: self.line,
            what: what.to_owned(),
            entries,
        })
    }
}

#[cfg(test)]
mod tests {
    use lockstep::{Budget, Failure, Kind};
    use proptest::prelude::*;

    use super::*;
    use crate::shim::{self, LANGUAGES};

    const GOOD: &str = r#"name = "dice"
about = "dice"
golden = ["seed 0x"]
[[op]]
name = "seed"
seeds = true
arguments = [{ name = "seed", least = 0, most = 18446744073709551615 }]
[[op]]
name = "roll"
arguments = [{ name = "sides", type = "i32", least = 1, edges = [6] }]
shows = "u32"
"#;

    #[test]
    fn numbers_of_64_bits_are_read_and_types_follow_from_ranges() {
        let good = Described::read(&GOOD.replace("seed 0x", " seed  7;roll 6 ; ")).unwrap();
        assert_eq!(good.golden, [["seed 7", "roll 6"]]);
        let [seed, roll] = &good.ops[..] else {
            panic!("{good:?}")
        };
        let Domain::Number {
            width: Width::U64,
            most,
            ..
        } = &seed.arguments[0].domain
        else {
            panic!("{seed:?}")
        };
        assert_eq!(*most, u64::MAX.into());
        let Domain::Number {
            width: Width::I32,
            least: 1,
            most,
            ..
        } = &roll.arguments[0].domain
        else {
            panic!("{roll:?}")
        };
        assert_eq!(*most, i32::MAX.into());
        assert_eq!(
            (roll.form().as_str(), roll.shows),
            ("roll SIDES", Shows::u32)
        );
    }

    #[test]
    fn an_error_names_the_line_the_key_and_what_was_expected() {
        for (from, to, error) in [
            (
                "seed 0x",
                "seed -1",
                "line 3: `golden`: `seed -1`: expected `seed SEED`, where SEED is 0 to 18446744073709551615, not `-1`",
            ),
            (
                "seed 0x",
                "roll 3",
                "line 3: `golden`: expected an op that seeds first, such as `seed SEED`, not `roll 3`",
            ),
            (
                "seed 0x",
                "throw",
                "line 3: `golden`: `throw`: no such op; the ops are: seed SEED; roll SIDES",
            ),
            (
                "seed 0x",
                " ; ",
                "line 3: `golden`: expected ops separated by semicolons, not ` ; `",
            ),
            (
                "[\"seed 0x\"]",
                "[]",
                "line 3: `golden`: expected a list of 1 to 1000, not an empty list",
            ),
            (
                "edges",
                "edgs",
                "line 10: `edgs`: no such key, did you mean `edges`?; the keys of an argument are: name, type, least, most, cheap, edges, texts",
            ),
            (
                "edges = [6]",
                "edges = [0]",
                "line 10: `edges`: expected a number from 1 to 2147483647, not `0`",
            ),
            (
                "least = 1",
                "least = \"1\"",
                "line 10: `least`: expected a whole number, not `1`",
            ),
            (
                "least = 1",
                "most = -2147483649",
                "line 10: `most`: expected a number from -2147483648 to 2147483647, not `-2147483649`",
            ),
            (
                "type = \"i32\", least = 1",
                "least = 9, most = 1",
                "line 10: argument `sides`: expected `least` and `most` in this order, of one type",
            ),
            (
                "type = \"i32\", ",
                "",
                "line 10: argument `sides`: expected `type`, or `least` and `most`, or `texts`",
            ),
            (
                "least = 1, edges = [6]",
                "texts = [\"a\"]",
                "line 10: `type` is about numbers, and argument `sides` has `texts`: leave one out",
            ),
            (
                "type = \"i32\", least = 1, edges = [6]",
                "texts = [\"a b\"]",
                "line 10: `texts`: expected texts in quotes, without blanks and semicolons, not `a b`",
            ),
            (
                "\"i32\"",
                "\"i31\"",
                "line 10: `type`: expected one of \"i32\", \"u32\", \"i64\", \"u64\", not `i31`",
            ),
            (
                "\"u32\"",
                "32",
                "line 11: `shows`: expected one of \"nothing\", \"i32\", \"u32\", \"i64\", \"u64\", \"words\", \"words64\", \"texts\", not `32`",
            ),
            (
                "true",
                "1",
                "line 6: `seeds`: expected true or false, not `1`",
            ),
            (
                "\"roll\"",
                "\"seed\"",
                "line 8: there are two ops `seed`: expected a name for each",
            ),
            (
                "\"roll\"",
                "\"reset\"",
                "line 9: `name`: expected another name: `reset` begins every case, not `reset`",
            ),
            (
                "\"roll\"",
                "\"Roll me\"",
                "line 9: `name`: expected a name of at most 40 letters a to z, digits and _, a letter first, not `Roll me`",
            ),
            (
                "\"dice\"\n",
                "\"pcg32\"\n",
                "line 1: `name`: expected a name that no built-in subject has, not `pcg32`",
            ),
            (
                "about = \"dice\"",
                "",
                "line 1: the file has no `about`: expected a line of text",
            ),
        ] {
            let text = GOOD.replace(from, to);
            assert_ne!(text, GOOD, "{from}");
            let text = if error.contains("golden") {
                text
            } else {
                text.replace("seed 0x", "seed 1")
            };
            assert_eq!(
                Described::read(&text).unwrap_err().to_string(),
                error,
                "{text}"
            );
        }
        let broken = Described::read(&GOOD.replace("\"u32\"", ""))
            .unwrap_err()
            .to_string();
        assert!(broken.starts_with("line 11: "), "{broken}");
    }

    /// What stands in descriptions, and what should not.
    const PIECES: [&str; 14] = [
        "",
        "0",
        "-1",
        "1e308",
        "170141183460469231731687303715884105728",
        "\"",
        "[",
        "]",
        "{",
        "}",
        "=",
        "\n[[op]]\n",
        "\0",
        "seeds = true\n",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_damaged_description_is_refused_with_a_reason_or_has_cases_of_its_own_ops(
            (at, length) in (0..GOOD.len(), 0_usize..9),
            piece in prop::sample::select(&PIECES[..]),
        ) {
            let mut text = GOOD.to_owned();
            text.replace_range(at..(at + length).min(GOOD.len()), piece);
            match Described::read(&text) {
                Ok(described) => {
                    let budget = Budget { cases: 2, ..Budget::default() };
                    for cases in Kind::ALL.into_iter().filter_map(|kind| described.texts(kind, &budget)) {
                        let known = |ops: &[String]| ops.iter().all(|op| described.op(op).is_ok());
                        let visited: Result<_, Failure> = cases.each(|_, ops| {
                            assert!(known(&ops), "{ops:?} of {text}");
                            Ok(())
                        });
                        prop_assert!(visited.is_ok());
                    }
                    for language in &LANGUAGES {
                        let adapter = shim::write(&described, "subject.toml", language);
                        prop_assert!(described.ops.iter().all(|op| adapter.contains(&op.name)), "{}", language.name);
                    }
                }
                Err(error) => prop_assert!(!error.to_string().trim().is_empty()),
            }
        }
    }
}
