//! The one look of the tables on a terminal.

use std::ops::Range;

use comfy_table::{CellAlignment, Table};

/// A table without lines; its columns have these heads, if any, and numbers are at the right of theirs.
pub(crate) fn table(head: &[&str], numbers: Range<usize>) -> Table {
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
