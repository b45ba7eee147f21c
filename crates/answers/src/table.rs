//! The common look of all tables on a terminal.

use std::ops::Range;

use comfy_table::{CellAlignment, Table};

/// A table without lines. `head` holds the headings of the columns, if any; the columns in `numbers` are aligned right.
pub fn table(head: &[&str], numbers: Range<usize>) -> Table {
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    if !head.is_empty() {
        table.set_header(head);
    }
    for column in table
        .column_iter_mut()
        .skip(numbers.start)
        .take(numbers.len())
    {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
