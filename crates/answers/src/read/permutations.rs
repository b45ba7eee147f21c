//! Permutations, one on each line.

use super::error::{Place, Problem, ReadError};
use super::text::{Scanner, Token};
use super::written::{parse_whole, show};
use super::{
    BLOCK, Digits, Domain, Input, InputSummary, LONGEST_ROW as LONGEST, Names, Reader, Rows,
};

type Result<T> = std::result::Result<T, ReadError>;

const NAMED: usize = 5;

/// A stream of permutations of one length, given as permutations of `0..n`.
///
/// The first line shows whether the entries count from 0 or from 1: only in the first case does it contain a 0. If the entries
/// are not numbers, the first line shows which names there are. Names count in alphabetical order, which does not depend on the
/// first permutation. Empty lines are skipped.
pub struct PermutationReader {
    text: Scanner,
    base: u32,
    guessed: bool,
    names: Option<Names>,
    length: usize,
    first_line: u64,
    /// The entries of the line read last, and its number.
    row: Vec<u32>,
    line: u64,
    /// Whether that line has not been returned yet.
    pending: bool,
    /// For each entry, the last line that contained it.
    had: Vec<u64>,
}

impl PermutationReader {
    /// Reads the first permutation, which determines the length and, unless given, the names or the base: 0 or 1.
    pub fn new(input: Input, base: Option<u32>, names: Option<Names>) -> Result<Self> {
        let mut permutations = Self {
            text: Scanner::new(
                input,
                names
                    .clone()
                    .map_or(Domain::up_to(u32::MAX.into()), Domain::Named),
            ),
            base: 0,
            guessed: base.is_none() && names.is_none(),
            names,
            length: 0,
            first_line: 0,
            row: Vec::new(),
            line: 0,
            pending: true,
            had: Vec::new(),
        };
        permutations.first(base)?;
        permutations.length = permutations
            .names
            .as_ref()
            .map_or(permutations.row.len(), Names::count);
        permutations.first_line = permutations.line;
        permutations.had = vec![0; permutations.length];
        permutations.check()?;
        Ok(permutations)
    }

    /// Another stream of such permutations, with the same base or names.
    pub fn alike(&self, input: Input) -> Result<Self> {
        let other = Self::new(
            input,
            self.names.is_none().then_some(self.base),
            self.names.clone(),
        )?;
        if other.length != self.length {
            let problem = Problem::OtherStream(other.length, self.length);
            return Err(problem.in_line(other.first_line));
        }
        Ok(other)
    }

    /// Reads the first line.
    fn first(&mut self, base: Option<u32>) -> Result<()> {
        if self.names.is_some() {
            return if self.read()? {
                Ok(())
            } else {
                Err(Problem::Empty("permutation").into())
            };
        }
        let (line, texts) = self.text.texts(LONGEST)?;
        self.line = line;
        if texts.is_empty() {
            return Err(Problem::Empty("permutation").into());
        }
        let number =
            |text: &Vec<u8>| parse_whole(text).and_then(|number| u32::try_from(number).ok());
        if let Some(row) = texts.iter().map(number).collect() {
            self.row = row;
            self.base = base.unwrap_or_else(|| u32::from(!self.row.contains(&0)));
            return Ok(());
        }
        if let Some(text) = texts.iter().find(|text| !is_name(text)) {
            return Err(Problem::NeitherNumberNorName.at(Place::Line(line), show(text)));
        }
        if base.is_some() {
            return Err(Problem::NamesAndBase.in_line(line));
        }
        let mut sorted = texts.clone();
        sorted.sort_unstable();
        let names = Names::new(sorted).map_err(|error| error.in_place(Place::Line(line)))?;
        let domain = Domain::Named(names.clone());
        self.row = texts
            .iter()
            .filter_map(|text| domain.number(text, &mut Digits::default()).ok())
            .map(|number| number as u32)
            .collect();
        (self.names, self.guessed) = (Some(names), false);
        self.text.expect(domain);
        Ok(())
    }

    /// A description of the entries.
    pub fn about(&self) -> String {
        match &self.names {
            Some(names) => format!(
                "permutations of {} symbols: {}",
                names.count(),
                names.shown()
            ),
            None => format!(
                "permutations of {} to {}, as text",
                self.base,
                self.base as usize + self.length - 1
            ),
        }
    }

    /// The number of entries in each permutation.
    pub const fn length(&self) -> usize {
        self.length
    }

    /// Reads the next line that has an entry. Returns whether there was one.
    fn read(&mut self) -> Result<bool> {
        self.row.clear();
        loop {
            self.line = self.text.line();
            match self.text.next()? {
                Token::Number(_) if self.row.len() == LONGEST => {
                    return Err(Problem::TooManyOfPermutation(LONGEST).in_line(self.line));
                }
                // The domain has already refused larger numbers.
                Token::Number(number) => self.row.push(number as u32),
                Token::Line if self.row.is_empty() => {}
                Token::Line => return Ok(true),
                Token::End => return Ok(!self.row.is_empty()),
            }
        }
    }

    fn check(&mut self) -> Result<()> {
        if self.row.len() != self.length {
            let (line, length, first_line, first_length) =
                (self.line, self.row.len(), self.first_line, self.length);
            if line == first_line {
                return Err(Problem::OtherSymbols(length, first_length).in_line(line));
            }
            return Err(Problem::OtherLength(length, first_line, first_length).in_line(line));
        }
        for &entry in &self.row {
            match entry
                .checked_sub(self.base)
                .and_then(|entry| self.had.get_mut(entry as usize))
            {
                Some(had) if *had != self.line => *had = self.line,
                _ => return Err(self.flawed()),
            }
        }
        Ok(())
    }

    /// An error for a line that is not a permutation: the first few flaws of each kind.
    fn flawed(&self) -> ReadError {
        let (first, last) = (self.base, self.base + (self.length - 1) as u32);
        let mut times = vec![0_u32; self.length];
        let mut strange = Vec::new();
        for &entry in &self.row {
            match entry
                .checked_sub(first)
                .and_then(|entry| times.get_mut(entry as usize))
            {
                Some(times) => *times += 1,
                None => strange.push(entry),
            }
        }
        let those = |wanted: fn(u32) -> bool| {
            times
                .iter()
                .zip(first..)
                .filter(|(times, _)| wanted(**times))
                .map(|(_, entry)| entry)
                .collect::<Vec<_>>()
        };
        let flaws = [
            (strange, "out of range"),
            (those(|times| times > 1), "double"),
            (those(|times| times == 0), "missing"),
        ];
        let flaws = flaws
            .into_iter()
            .filter(|(entries, _)| !entries.is_empty())
            .map(|(mut entries, what)| {
                entries.truncate(NAMED);
                let is = if entries.len() == 1 { "is" } else { "are" };
                let name = |entry: &u32| {
                    self.names
                        .as_ref()
                        .map_or_else(|| entry.to_string(), |names| names.of(*entry))
                };
                format!(
                    "{} {is} {what}",
                    entries.iter().map(name).collect::<Vec<_>>().join(", ")
                )
            });
        let flaws = flaws.collect::<Vec<_>>().join("; ");
        let all = if self.names.is_some() {
            "the symbols".into()
        } else {
            format!("{first} to {last}")
        };
        let problem = Problem::NotPermutation {
            all,
            flaws,
            guessed_base: self.guessed.then_some(first),
        };
        problem.in_line(self.line)
    }
}

/// Whether the text can be a name: printable, and with a character that no number has.
fn is_name(text: &[u8]) -> bool {
    str::from_utf8(text).is_ok_and(|text| {
        !text.contains(|c: char| c.is_control() || lockstep::is_obeyed(c))
            && text.contains(|c: char| c.is_alphabetic() || !c.is_ascii())
            || text.chars().all(|c| c.is_ascii_digit())
    })
}

impl Reader for PermutationReader {
    type Block = Rows;

    fn next_block(&mut self, most: u64) -> Result<Rows> {
        let (mut rows, patience) = (Rows::new(self.length), self.text.patience());
        for _ in 0..most {
            let slow = self.text.is_drained() && patience.is_over();
            if rows.entries() >= BLOCK || (rows.entries() > 0 && slow) {
                break;
            }
            if !std::mem::take(&mut self.pending) {
                if !self.read()? {
                    break;
                }
                self.check()?;
            }
            rows.push(self.row.iter().map(|entry| entry - self.base));
        }
        Ok(rows)
    }

    fn summary(&self) -> InputSummary {
        InputSummary {
            bytes: self.text.bytes(),
            ..InputSummary::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Block;
    use super::*;

    fn rows(text: &'static str, base: Option<u32>) -> Result<Vec<Vec<u32>>> {
        let mut permutations = PermutationReader::new(Input::of_bytes(text.into()), base, None)?;
        let mut rows = Vec::new();
        loop {
            let block = permutations.next_block(2)?;
            if block.count() == 0 {
                return Ok(rows);
            }
            block.for_each(|row| rows.push(row.to_vec()));
        }
    }

    #[test]
    fn the_first_line_tells_what_is_counted_from() {
        let expected = [[2, 0, 1], [0, 1, 2], [1, 0, 2]];
        assert_eq!(
            rows("2 0 1\n0,1,2\n\n# and\n1, 0, 2", None).unwrap(),
            expected
        );
        assert_eq!(rows("\n3 1 2\n1,2,3\n2, 1, 3\n", None).unwrap(), expected);
        assert_eq!(rows("3 1 2\n1 2 3\n2 1 3\n", Some(1)).unwrap(), expected);
    }

    #[test]
    fn brackets_are_blanks_and_names_count_by_the_alphabet() {
        assert_eq!(
            rows("[3, 1, 2]\n[1,2,3]\n", None).unwrap(),
            [[2, 0, 1], [0, 1, 2]]
        );
        assert_eq!(
            rows("['KH', \"10 S\", 7]\n10S", None)
                .unwrap_err()
                .to_string()
                .split(';')
                .next(),
            Some("line 2, column 1: `10S` is not one of the 3 symbols: 10 S, 7, KH")
        );
        let expected = [[2, 0, 1], [0, 1, 2]];
        assert_eq!(
            rows("Q A K\nA K Q\n", None).unwrap(),
            expected.map(|row| row.to_vec())
        );
        let names = Names::new(vec![b"Q".to_vec(), b"K".to_vec(), b"A".to_vec()]).unwrap();
        let mut given =
            PermutationReader::new(Input::of_bytes(b"Q A K\n".to_vec()), None, Some(names))
                .unwrap();
        assert_eq!(
            given.next_block(9).unwrap(),
            Rows {
                entries: vec![0, 2, 1],
                length: 3
            }
        );
        assert!(
            refusal("Q A A\n", None).contains("`A` occurs twice")
                || refusal("Q A A\n", None).contains("line 1")
        );
        assert!(
            refusal("Q A K\nQ A A\n", None).starts_with(
                "line 2 is not a permutation of the symbols: A is double; K is missing"
            )
        );
        assert!(refusal("1 -2 3\n", None).contains("`-2` is neither a whole number nor a name"));
    }

    fn refusal(text: &'static str, base: Option<u32>) -> String {
        rows(text, base).unwrap_err().to_string()
    }

    #[test]
    fn what_is_no_permutation_is_named() {
        let found = refusal("0 1 2 3\n# one\n3 0 1 1\n", None);
        assert!(
            found.starts_with(
                "line 3 is not a permutation of 0 to 3: 1 is double; 2 is missing (the first"
            ),
            "{found}"
        );
        assert!(found.ends_with("give --base 1)"), "{found}");
        let found = refusal("1 2 3 4\n0 5 1 1\n", Some(1));
        assert_eq!(
            found,
            "line 2 is not a permutation of 1 to 4: 0, 5 are out of range; 1 is double; 2, 3, 4 are missing"
        );
        assert!(
            refusal("2 3 4", None).starts_with(
                "line 1 is not a permutation of 1 to 3: 4 is out of range; 1 is missing"
            )
        );
        assert!(refusal("1 2 3", Some(0)).contains("3 is out of range; 0 is missing"));
    }

    #[test]
    fn another_length_is_named_with_the_first() {
        let text = "\n1 2 3\n3 2 1\n1 2\n";
        assert!(
            refusal(text, None).starts_with("line 4 has 2 entries, line 2 has 3:"),
            "{}",
            refusal(text, None)
        );
    }
}
