//! The appendix: a page for each document, and pages for comparisons, statistics and published packages.

use findings::block::{self, Block, Section};
use findings::story::capital;
use findings::{Claim, Document, Source, counts};
use maud::{Markup, html};

use super::html::{Part, article, table};
use super::site::{APPENDIX, Page};
use super::{Report, broken, wild};

/// The page that lists the other pages.
pub(super) const CONTENTS: &str = "appendix.html";

/// The scripts of these pages.
const ASSETS: &[&str] = &["appendix.js"];

/// The file name of a document's page.
pub(super) fn file(document: &dyn Document) -> &'static str {
    document.about().page
}

/// A description of the document, with a link to it.
fn about(document: &dyn Document) -> Markup {
    let Some(Source { title, by, address }) = document.about().source else {
        return html! { "A subject of this project, not one of the five documents." };
    };
    html! {
        @match address {
            Some(address) => { a href=(address) rel="noreferrer" { "“" (title) "”" } }
            None => { "“" (title) "”" },
        }
        " (" (by) ")"
    }
}

/// All pages, in the order of the navigation.
pub(super) fn pages(report: &Report) -> Vec<Page> {
    let mut statistics = vec![report.instruments.section()];
    statistics.extend(report.zoo.as_ref().map(broken::section));
    let packages = report.wild.as_ref().map(wild::section);
    let evidence = [
        (
            "comparisons.html",
            "Comparisons",
            "What was compared with what, and how much of it.",
            vec![report.conformance_section()],
        ),
        (
            "statistics.html",
            "Statistics",
            "Whether the tests themselves can be trusted: how often they raise a false alarm, and what they catch.",
            statistics,
        ),
        (
            "packages.html",
            "Published packages",
            "Libraries that others published, compared with the same references.",
            packages.into_iter().collect(),
        ),
    ];
    let mut pages = vec![contents(report)];
    pages.extend(report.documents.all().map(document));
    for (file, name, about, sections) in evidence {
        let parts: Vec<_> = sections.iter().map(Part::new).collect();
        pages.push(page(
            file,
            name,
            name,
            &html! { p.about { (about) } },
            &parts,
        ));
    }
    pages
}

fn page(
    file: &'static str,
    name: &'static str,
    title: &str,
    about: &Markup,
    parts: &[Part],
) -> Page {
    Page {
        file,
        name,
        title: format!("{title} - roguelab"),
        body: article(title, about, parts),
        assets: ASSETS,
        appendix: true,
    }
}

fn contents(report: &Report) -> Page {
    let documents = Part {
        title: "The documents".into(),
        body: html! { ul.documents { @for document in report.documents.all() { li {
            a href=(file(document)) { (heading(document)) }
            p { (about(document)) }
        } } } },
    };
    let rows = report.documents.all().map(cells_of_document);
    let caption = "How many claims were tested, and what became of them.";
    let claims = Section::new(
        "The claims",
        vec![block::table(
            caption,
            ["document", "claims", "confirmed", "refined", "refuted"],
            rows,
        )],
    );
    let rest = Part {
        title: "The evidence".into(),
        body: html! { ul {
            li { a href="comparisons.html" { "Comparisons" } ": every port with its reference and its oracles." }
            li { a href="statistics.html" { "Statistics" } ": the tests, what they catch, and how often they are wrong." }
            li { a href="packages.html" { "Published packages" } ": which agree with their originals." }
            li { a href="report.json" { "report.json" } ": every number, exact ones as fractions; " a href="run.json" { "run.json" } ": commit, date and machine of this run." }
        } },
    };
    let reading = Part::new(&Report::reading());
    let parts = [reading, documents, Part::new(&claims), rest];
    let about =
        html! { p.about { "Every claim that was tested, every comparison and every table." } };
    page(CONTENTS, APPENDIX, APPENDIX, &about, &parts)
}

/// How many claims of a document were tested, and what became of them.
fn cells_of_document(document: &dyn Document) -> [String; 5] {
    let [confirmed, refined, refuted] = counts(document.claims());
    [
        heading(document),
        document.claims().len().to_string(),
        confirmed.to_string(),
        refined.to_string(),
        refuted.to_string(),
    ]
}

fn document(document: &dyn Document) -> Page {
    let Block::Table(claims) = claims(document) else {
        unreachable!("claims are a table")
    };
    let mut anchors = Vec::new();
    for claim in document.claims() {
        anchors.push(format!("claim-{}", claim.id));
    }
    let claims = Part {
        title: "Claims and verdicts".into(),
        body: table(&claims, Some(&anchors)),
    };
    let mut parts = vec![claims];
    parts.extend(document.sections().iter().map(Part::new));
    let title = heading(document);
    let [confirmed, refined, refuted] = counts(document.claims());
    let is_of_the_five = document.about().source.is_some();
    let about = html! { p.about {
        @if is_of_the_five { "Document " (document.about().number) ": " }
        (about(document)) @if is_of_the_five { ". " (document.claims().len()) " claims: " (confirmed) " confirmed, "
            (refined) " refined, " (refuted) " refuted." }
    } };
    page(
        file(document),
        document.about().short,
        &title,
        &about,
        &parts,
    )
}

/// The claims with their verdicts, and a command for each claim that has one.
fn claims(document: &dyn Document) -> Block {
    let caption = "What the document says, in our words; the verdict; what we found; how we know; and a command that shows it.";
    block::table(
        caption,
        [
            "claim",
            "verdict",
            "what we found",
            "how we know",
            "to see it",
        ],
        document.claims().iter().map(cells_of_claim),
    )
}

fn cells_of_claim(claim: &Claim) -> [String; 5] {
    let command = if claim.reproduce.is_empty() {
        String::new()
    } else {
        format!("`{}`", claim.reproduce)
    };
    [
        claim.claim.to_owned(),
        claim.verdict.name().to_owned(),
        claim.finding.clone(),
        claim.grounds(),
        command,
    ]
}

/// The topic of the document, without the part in brackets.
fn heading(document: &dyn Document) -> String {
    let name = document.about().name;
    capital(name.split(" (").next().unwrap_or(name))
}
