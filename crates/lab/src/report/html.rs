//! Sections of the report as HTML.

use findings::block::{Block, Section, Table};
use maud::{Markup, PreEscaped, html};

/// A page with these sections and a list of their headings.
pub(super) fn body(title: &str, sections: &[Section]) -> Markup {
    html! {
        h1 { (title) }
        (contents(sections))
        @for (i, section) in sections.iter().enumerate() {
            h2 id={ "s" (i) } { (section.title) }
            @for block in &section.blocks { (self::block(block)) }
        }
    }
}

/// The headings as a list, those of one document as a list within it.
fn contents(sections: &[Section]) -> Markup {
    let numbered: Vec<_> = sections.iter().enumerate().collect();
    let document = |section: &Section| {
        let (number, _) = section.title.split_once(": ")?;
        number.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.to_owned())
    };
    html! {
        nav { ul { @for group in numbered.chunk_by(|(_, a), (_, b)| document(a).is_some() && document(a) == document(b)) {
            @match document(group[0].1) {
                Some(document) => li { "Document " (document) ul { @for (i, section) in group {
                    li { a href={ "#s" (i) } { (section.title[document.len() + 2..]) } }
                } } },
                None => li { a href={ "#s" (group[0].0) } { (group[0].1.title) } },
            }
        } } }
    }
}

fn block(block: &Block) -> Markup {
    match block {
        Block::Text(text) => html! { p { (inline(text)) } },
        Block::Table(shown) => table(shown),
        Block::Figure(figure) => html! {
            figure { div.pictures { (PreEscaped(&figure.svg)) } figcaption { (inline(&figure.caption)) } }
        },
    }
}

fn table(table: &Table) -> Markup {
    let class = |column| if table.is_numeric(column) { Some("n") } else { None };
    // Claims end in a command each.
    let is_claims = table.rows.iter().all(|row| row.last().is_some_and(|cell| cell.starts_with("`cargo ")));
    html! {
        p.caption { (inline(&table.caption)) }
        div.scroll.claims[is_claims] { table {
            thead { tr { @for (column, cell) in table.head.iter().enumerate() { th class=[class(column)] { (cell) } } } }
            tbody { @for row in &table.rows {
                tr { @for (column, cell) in row.iter().enumerate() { td class=[class(column)] { (inline(cell)) } } }
            } }
        } }
    }
}

/// Words between backquotes are code.
fn inline(text: &str) -> Markup {
    html! { @for (i, piece) in text.split('`').enumerate() {
        @if i % 2 == 1 { code { (piece) } } @else { (piece) }
    } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_backquotes_are_code() {
        assert_eq!(inline("a < `b & c`").into_string(), "a &lt; <code>b &amp; c</code>");
    }

    #[test]
    fn the_sections_of_a_document_are_a_list_within_the_list() {
        let section = |title: &str| Section::new(title, vec![]);
        let sections = ["All: x", "000: a", "000: b: c", "001: d"].map(section);
        let link = |i, text| format!("<li><a href=\"#s{i}\">{text}</a></li>");
        let list = format!(
            "<nav><ul>{}<li>Document 000<ul>{}{}</ul></li><li>Document 001<ul>{}</ul></li></ul></nav>",
            link(0, "All: x"),
            link(1, "a"),
            link(2, "b: c"),
            link(3, "d")
        );
        assert_eq!(contents(&sections).into_string(), list);
    }
}
