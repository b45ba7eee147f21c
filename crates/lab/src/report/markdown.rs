//! The report as Markdown: tables and text. Pictures are named; they are in the HTML.

use findings::block::{Block, Section, Table};

pub(crate) fn page(title: &str, sections: &[Section]) -> String {
    let mut page = format!("# {}\n", escape(title));
    for section in sections {
        page += &format!("\n## {}\n", escape(&section.title));
        for block in &section.blocks {
            page += &match block {
                Block::Text(text) => format!("\n{}\n", escape(text)),
                Block::Table(shown) => table(shown),
                Block::Figure(figure) => {
                    format!("\n*Picture in index.html.* {}\n", escape(&figure.caption))
                }
            };
        }
    }
    page
}

fn table(table: &Table) -> String {
    let row = |cells: &[String]| {
        format!(
            "| {} |\n",
            cells
                .iter()
                .map(|text| cell(text))
                .collect::<Vec<_>>()
                .join(" | ")
        )
    };
    let rule = (0..table.head.len()).map(|column| {
        if table.is_numeric(column) {
            "---:"
        } else {
            "---"
        }
    });
    let rows: String = table.rows.iter().map(|cells| row(cells)).collect();
    format!(
        "\n{}\n\n{}| {} |\n{rows}",
        escape(&table.caption),
        row(&table.head),
        rule.collect::<Vec<_>>().join(" | ")
    )
}

/// A bar would end a cell, and a line break the row.
fn cell(text: &str) -> String {
    escape(text).replace('|', "\\|").replace('\n', " ")
}

/// Markdown lets HTML through as it is: what looks like a tag or an entity is text here. Between two backticks it is text
/// already, and an escape would show.
fn escape(text: &str) -> String {
    let outside = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    // Where it takes a parser to tell which backticks belong together, everything is escaped.
    if ["``", "\\`", "\n"]
        .iter()
        .any(|unclear| text.contains(unclear))
    {
        return outside(text);
    }
    let pieces: Vec<_> = text.split('`').collect();
    let is_code = |place: usize| place % 2 == 1 && place + 1 < pieces.len();
    let escaped = pieces.iter().enumerate();
    let escaped: Vec<_> = escaped
        .map(|(place, piece)| {
            if is_code(place) {
                (*piece).to_owned()
            } else {
                outside(piece)
            }
        })
        .collect();
    escaped.join("`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use findings::block;

    #[test]
    fn a_bar_in_a_cell_is_escaped_and_numbers_stand_to_the_right() {
        let table = block::table("caption", ["name", "n"], [["a|b".into(), "1".into()]]);
        let page = page("t", &[Section::new("s", vec![table])]);
        assert_eq!(
            page,
            "# t\n\n## s\n\ncaption\n\n| name | n |\n| --- | ---: |\n| a\\|b | 1 |\n"
        );
    }

    #[test]
    fn html_is_text_wherever_it_stands() {
        let tag = "<script>1 & 2</script>";
        let table = block::table(tag, [tag], [[tag.into()]]);
        let page = page(tag, &[Section::new(tag, vec![block::text(tag), table])]);
        assert!(!page.contains('<'), "{page}");
        assert_eq!(
            page.matches("&lt;script>1 &amp; 2&lt;/script>").count(),
            6,
            "{page}"
        );
    }

    #[test]
    fn html_in_code_is_left_to_markdown_where_it_is_surely_code() {
        assert_eq!(escape("a < b is `a < b`"), "a &lt; b is `a < b`");
        for unclear in ["` <b> ``", "\\` <b> `", "a ` <b>", "`\n\n<b>`", "`a` ` <b>"] {
            assert!(!escape(unclear).contains('<'), "{unclear:?}");
        }
    }
}
