//! The report as one HTML file: no script, no other file, light and dark.

use findings::block::{Block, Section, Table};
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1c2128; --paper: #fdfdfb; --faint: #6a737d; --rule: #d8dbe0; --more: #b3461f;
  --less: #1f6fb3; --line: #1f6fb3; --head: #f1f1ec; }
@media (prefers-color-scheme: dark) { :root { --ink: #dfe3e8; --paper: #15181c; --faint: #97a0aa; --rule: #343a42;
  --more: #f08a5d; --less: #6db5f0; --line: #6db5f0; --head: #1f242a; } }
body { font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 62rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; } h2 { font-size: 1.2rem; margin-top: 2.6rem; border-bottom: 1px solid var(--rule); }
nav ul { padding-left: 1.2rem; } nav ul ul { columns: 20rem; }
p { max-width: 46rem; }
code { font: 0.92em ui-monospace, monospace; } td code { overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.86rem; margin: 0 0 1.4rem; }
p.caption, figcaption { color: var(--faint); font-size: 0.86rem; max-width: 46rem; margin: 1.2rem 0 0.3rem; }
th, td { text-align: left; vertical-align: top; padding: 0.22rem 0.6rem; border-bottom: 1px solid var(--rule); }
th { background: var(--head); font-weight: 600; } td { white-space: pre-line; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; } td.n { white-space: pre; }
.claims table { table-layout: fixed; width: 100%; min-width: 50rem; }
.claims th:nth-child(1) { width: 21%; } .claims th:nth-child(2) { width: 9%; } .claims th:nth-child(3) { width: 35%; }
.claims th:nth-child(4) { width: 9%; }
figure { margin: 1.4rem 0; }
svg { max-width: 100%; height: auto; } svg text.label { font-weight: 600; } .pictures { display: flex; flex-wrap: wrap; align-items: flex-start;
  gap: 1rem; overflow-x: auto; }
svg text { font: 11px system-ui, sans-serif; fill: var(--ink); } svg g[font-size] text { font: inherit; }
.more { fill: var(--more); } .less { fill: var(--less); } .bit { fill: var(--ink); }
.grid { stroke: var(--rule); fill: none; } .mark { stroke: var(--more); stroke-dasharray: 4 3; fill: none; }
polyline { fill: none; stroke-width: 2; }
a { color: var(--less); }
";

pub(crate) fn page(title: &str, sections: &[Section]) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                (contents(sections))
                @for (i, section) in sections.iter().enumerate() {
                    h2 id={ "s" (i) } { (section.title) }
                    @for block in &section.blocks { (self::block(block)) }
                }
            }
        }
    };
    page.into_string() + "\n"
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

    #[test]
    fn a_page_asks_for_no_other_file_and_runs_no_script() {
        let page = page("t", &[Section::new("s", vec![Block::Text("x".into())])]);
        for needle in ["<script", "src=", "http", "@import", "url("] {
            assert!(!page.contains(needle), "{needle}");
        }
    }
}
