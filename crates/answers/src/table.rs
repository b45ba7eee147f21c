//! The common look of all tables on a terminal.

use std::ops::Range;

/// A table without lines.
pub struct Table {
    rows: Vec<Vec<String>>,
    numbers: Range<usize>,
}

/// A table without rows. `head` holds the headings of the columns, if any; the columns in `numbers` are aligned right.
pub fn table(head: &[&str], numbers: Range<usize>) -> Table {
    let mut table = Table {
        rows: Vec::new(),
        numbers,
    };
    if !head.is_empty() {
        table.add_row(head);
    }
    table
}

impl Table {
    /// Adds a row, which may have fewer cells than others.
    pub fn add_row(&mut self, cells: impl IntoIterator<Item: ToString>) {
        self.rows
            .push(cells.into_iter().map(|cell| cell.to_string()).collect());
    }

    /// Adds rows.
    pub fn add_rows(&mut self, rows: impl IntoIterator<Item: IntoIterator<Item: ToString>>) {
        for row in rows {
            self.add_row(row);
        }
    }

    /// The table as lines without spaces at their ends.
    pub fn trim_fmt(&self) -> String {
        let mut widths: Vec<usize> = Vec::new();
        for row in &self.rows {
            widths.resize(widths.len().max(row.len()), 0);
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.chars().count().max(*width);
            }
        }
        let mut lines = Vec::new();
        for row in &self.rows {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                let width = widths[column];
                line += &if self.numbers.contains(&column) {
                    format!(" {cell:>width$} ")
                } else {
                    format!(" {cell:width$} ")
                };
            }
            lines.push(line.trim_end().to_owned());
        }
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_aligned_right_and_short_rows_end_early() {
        let mut table = table(&["name", "n"], 1..2);
        table.add_rows([["é", "100"], ["longer", "7"]]);
        table.add_row(["..."]);
        let lines = [" name      n", " é       100", " longer    7", " ..."];
        assert_eq!(table.trim_fmt(), lines.join("\n"));
    }
}
