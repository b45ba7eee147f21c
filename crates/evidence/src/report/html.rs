//! Converts sections of the report to HTML.

use findings::block::{Block, Section, Table};
use maud::{Markup, PreEscaped, html};

/// The widest table that becomes a list of cards on a phone: a card with more lines would be no easier to read than a row that
/// scrolls.
const CARDS: usize = 9;

/// The most rows that are shown without a click. Rows with anchors are always shown, because they are the targets of links.
const SHOWN: usize = 12;

/// A part of a page, with its own heading.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The heading. Its slug is the anchor.
    pub title: String,
    /// The content below the heading.
    pub body: Markup,
}

impl Part {
    /// The part for a section of the report.
    pub(super) fn new(section: &Section) -> Self {
        Self {
            title: section.title.clone(),
            body: html! { @for block in &section.blocks { (self::block(block)) } },
        }
    }
}

/// A page with a list of its parts at the side.
pub(super) fn article(title: &str, about: &Markup, parts: &[Part]) -> Markup {
    html! {
        div.article {
            details.contents open { summary { "On this page" } nav aria-label="On this page" { ul { @for part in parts {
                li { a href={ "#" (slug(&part.title)) } { (part.title) } }
            } } } }
            article {
                h1 { (title) }
                (about)
                @for part in parts { section {
                    // The anchor is only for mouse users: everyone else has the list.
                    h2 id=(slug(&part.title)) { (part.title) " "
                        a.anchor href={ "#" (slug(&part.title)) } aria-hidden="true" tabindex="-1" { "#" } }
                    (part.body)
                } }
            }
        }
    }
}

/// The anchor of a heading: its letters and digits in lower case, with a dash for whatever separates them.
pub(super) fn slug(title: &str) -> String {
    let words = title
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_ascii_lowercase()
}

fn block(block: &Block) -> Markup {
    match block {
        Block::Text(text) => html! { p { (inline(text)) } },
        Block::Table(shown) => table(shown, None),
        Block::Figure(figure) => html! {
            figure {
                div.pictures tabindex="0" role="region" aria-label=(label(&figure.caption)) { (PreEscaped(&figure.svg)) }
                figcaption { (inline(&figure.caption)) }
            }
        },
    }
}

/// A table, whose rows may have anchors. Rows with a verdict or a result can be filtered by it.
pub(super) fn table(table: &Table, anchors: Option<&[String]>) -> Markup {
    let judged = table
        .head
        .iter()
        .position(|head| head == "verdict" || head == "result");
    let mut classes = Vec::new();
    for column in 0..table.head.len() {
        classes.push(if judged == Some(column) {
            Some("verdict")
        } else {
            table.is_numeric(column).then_some("n")
        });
    }
    let is_folded = anchors.is_none() && table.rows.len() > SHOWN;
    let grid = html! {
        div.scroll tabindex="0" role="region" aria-label=(label(&table.caption)) {
            table.cards[table.head.len() <= CARDS].anchored[anchors.is_some()] {
                @if !is_folded { caption { (inline(&table.caption)) } }
                thead { tr { @for (column, cell) in table.head.iter().enumerate() {
                    @if cell.trim().is_empty() { td {} } @else { th scope="col" class=[classes[column]] { (cell) } }
                } } }
                tbody { @for (number, row) in table.rows.iter().enumerate() {
                    tr id=[anchors.map(|anchors| &anchors[number])] data-verdict=[judged.map(|column| &row[column])] { @for (column, cell) in row.iter().enumerate() {
                        td class=[classes[column]] data-label=(table.head[column].trim()) { (inline(cell)) }
                    } }
                } }
            }
        }
    };
    if !is_folded {
        return grid;
    }
    let named = table.head.iter().filter(|cell| !cell.trim().is_empty());
    let named: Vec<_> = named.map(|cell| cell.trim()).collect();
    html! {
        p.faint { (inline(&table.caption)) }
        details.rows { summary { (table.rows.len()) " rows: " (named.join(", ")) } (grid) }
    }
}

/// The beginning of a caption, for readers who cannot see what the caption belongs to.
fn label(caption: &str) -> String {
    const LONGEST: usize = 100;
    let mut end = caption.len();
    if caption.len() > LONGEST {
        for (at, _) in caption.match_indices(' ') {
            if at < LONGEST {
                end = at;
            }
        }
    }
    caption[..end].replace('`', "")
}

/// Text in which words between backquotes become code, which may be broken after an underscore.
pub(super) fn inline(text: &str) -> Markup {
    html! { @for (i, piece) in text.split('`').enumerate() {
        @if i % 2 == 1 {
            code { @for part in piece.split_inclusive('_') { (part) @if part.ends_with('_') { wbr; } } }
        } @else { (piece) }
    } }
}

#[cfg(test)]
mod tests {
    use findings::block;

    use super::*;

    #[test]
    fn text_is_escaped_and_backquotes_are_code() {
        assert_eq!(
            inline("a_a < `b & c_d`").into_string(),
            "a_a &lt; <code>b &amp; c_<wbr>d</code>"
        );
    }

    #[test]
    fn an_anchor_is_made_of_the_heading_alone() {
        assert_eq!(
            slug("get_rand: the 14-bit mask"),
            "get-rand-the-14-bit-mask"
        );
        let parts = ["One", "Two"].map(|title| Part {
            title: title.into(),
            body: html! {},
        });
        for parts in [&parts[..], &parts[1..]] {
            let page = article("t", &html! {}, parts).into_string();
            assert!(
                page.contains("<h2 id=\"two\">") && page.contains("<a href=\"#two\">Two</a>"),
                "{page}"
            );
        }
    }

    /// The HTML of a table with this many rows.
    fn table_of(count: usize, anchors: Option<&[String]>) -> String {
        let rows = (0..count).map(|row| [row.to_string()]);
        let block::Block::Table(shown) = block::table("All.", ["n"], rows) else {
            panic!("no table")
        };
        table(&shown, anchors).into_string()
    }

    #[test]
    fn a_long_table_is_folded_and_its_caption_is_not() {
        let long = table_of(SHOWN + 1, None);
        assert!(
            long.starts_with(
                "<p class=\"faint\">All.</p><details class=\"rows\"><summary>13 rows: n</summary>"
            ),
            "{long}"
        );
        assert!(!table_of(SHOWN, None).contains("details"));
        let anchors = vec!["a".to_owned(); SHOWN + 1];
        assert!(!table_of(SHOWN + 1, Some(&anchors)).contains("details"));
    }

    #[test]
    fn a_table_labels_its_cells_and_scrolls_with_keys() {
        let block::Block::Table(shown) = block::table(
            "The `c`. More.",
            ["name", "verdict", " "],
            [["a".into(), "refuted".into(), "1".into()]],
        ) else {
            panic!("no table")
        };
        let page = table(&shown, Some(&["claim".to_owned()])).into_string();
        for part in [
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"The c. More.\">",
            "<caption>The <code>c</code>. More.</caption>",
            "<th scope=\"col\">name</th><th scope=\"col\" class=\"verdict\">verdict</th><td></td>",
            "<tr id=\"claim\" data-verdict=\"refuted\"><td data-label=\"name\">a</td>",
            "<td class=\"n\" data-label=\"\">1</td>",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
    }
}
