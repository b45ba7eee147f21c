//! Tables of a few lines: names and weights.

use super::error::{Place, Problem, ReadError};
use super::text::Scanner;
use super::written::{parse_whole, show};
use super::{Domain, Input, LONGEST_ROW, Names};

/// Names, one or more on each line.
pub fn names(input: Input) -> Result<Names, ReadError> {
    let (mut scanner, mut names) = (Scanner::new(input, Domain::up_to(0)), Vec::new());
    loop {
        match scanner.texts(LONGEST_ROW)?.1 {
            line if line.is_empty() => break,
            line => names.extend(line),
        }
    }
    if names.len() < 2 {
        return Err(Problem::TooFewNames(names.len()).into());
    }
    Names::new(names)
}

/// A loot table: a weight, or a name and its weight, on each line.
pub fn weights(input: Input) -> Result<(Vec<u64>, Option<Names>), ReadError> {
    let mut scanner = Scanner::new(input, Domain::up_to(0));
    let (mut weights, mut names) = (Vec::new(), Vec::new());
    loop {
        let (line, mut texts) = scanner.texts(LONGEST_ROW)?;
        let Some(weight) = texts.pop() else { break };
        match parse_whole(&weight).map(u64::try_from) {
            Some(Ok(weight)) => weights.push(weight),
            _ => return Err(Problem::NotWeight.at(Place::Line(line), show(&weight))),
        }
        if texts.len() > 1 {
            return Err(Problem::TableEntries(texts.len() + 1).in_line(line));
        }
        names.extend(texts);
        if !names.is_empty() && names.len() < weights.len() {
            return Err(Problem::SomeNamed.in_line(line));
        }
    }
    let names = if names.is_empty() {
        None
    } else {
        Some(Names::new(names)?)
    };
    Ok((weights, names))
}

#[cfg(test)]
mod tests {
    use super::super::Digits;
    use super::*;

    fn table(text: &'static str) -> Result<(Vec<u64>, Option<Names>), ReadError> {
        weights(Input::of_bytes(text.into()))
    }

    #[test]
    fn a_loot_table_has_weights_with_or_without_names() {
        assert_eq!(
            table("# common\n 95\n4\n\n1").unwrap(),
            (vec![95, 4, 1], None)
        );
        let (weights, names) = table("gold 95\n'magic ring', 5\n").unwrap();
        let names = names.unwrap();
        assert_eq!(
            (weights, names.shown()),
            (vec![95, 5], "gold, magic ring".into())
        );
        let place = Domain::Named(names).number(b"magic ring", &mut Digits::default());
        assert_eq!(place.ok(), Some(1));
        for (text, error) in [
            ("gold 0.5", "line 1: `0.5` is not a weight"),
            ("1\ngold 2\n", "line 2 has a name and others have none"),
            ("gold 2\n\n1\n", "line 3 has a name and others have none"),
            ("magic ring 2\n", "line 1 has 3 entries"),
            ("a 1\na 2", "`a` occurs twice"),
        ] {
            let found = table(text).unwrap_err().to_string();
            assert!(found.starts_with(error), "{found}");
        }
    }
}
