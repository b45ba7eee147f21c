//! The report as Markdown: tables and text. Pictures are named; they are in the HTML.

use experiments::block::{Block, Section, Table};

/// A whole page.
pub fn page(title: &str, sections: &[Section]) -> String {
    let mut page = format!("# {title}\n");
    for section in sections {
        page += &format!("\n## {}\n", section.title);
        for block in &section.blocks {
            page += &match block {
                Block::Text(text) => format!("\n{text}\n"),
                Block::Table(shown) => table(shown),
                Block::Figure(figure) => format!("\n*Picture in index.html.* {}\n", figure.caption),
            };
        }
    }
    page
}

fn table(table: &Table) -> String {
    let row =
        |cells: &[String]| format!("| {} |\n", cells.iter().map(|cell| escape(cell)).collect::<Vec<_>>().join(" | "));
    let rule = (0..table.head.len()).map(|column| if table.is_numeric(column) { "---:" } else { "---" });
    let rows: String = table.rows.iter().map(|cells| row(cells)).collect();
    format!("\n{}\n\n{}| {} |\n{rows}", table.caption, row(&table.head), rule.collect::<Vec<_>>().join(" | "))
}

/// A bar would end a cell, and a line break the row.
fn escape(cell: &str) -> String {
    cell.replace('|', "\\|").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use experiments::block;

    #[test]
    fn a_bar_in_a_cell_is_escaped_and_numbers_stand_to_the_right() {
        let table = block::table("caption", ["name", "n"], [["a|b".into(), "1".into()]]);
        let page = page("t", &[Section::new("s", vec![table])]);
        assert_eq!(page, "# t\n\n## s\n\ncaption\n\n| name | n |\n| --- | ---: |\n| a\\|b | 1 |\n");
    }
}
