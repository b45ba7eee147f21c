//! Properties of every page of the report: its links lead somewhere, it loads nothing from other hosts, and its tables have
//! captions.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// What is wrong with the pages in a folder; empty if all is well.
pub(crate) fn faults(folder: &Path) -> Vec<String> {
    let mut files = BTreeSet::new();
    for below in ["", "ask/"] {
        for entry in fs::read_dir(folder.join(below)).unwrap() {
            files.insert(below.to_owned() + entry.unwrap().file_name().to_str().unwrap());
        }
    }
    let read = |name: &String| (name.clone(), fs::read_to_string(folder.join(name)).unwrap());
    let pages: BTreeMap<_, _> = files
        .iter()
        .filter(|name| is(name, "html"))
        .map(read)
        .collect();
    let mut faults = Vec::new();
    for (name, page) in &pages {
        faults.extend(
            of_page(page)
                .into_iter()
                .map(|fault| format!("{name}: {fault}")),
        );
        for link in values(page, "href").chain(values(page, "src")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            // The one page below links upwards.
            let file = file.strip_prefix("../").unwrap_or(file);
            let found = match file {
                // A picture embedded in the page.
                _ if link.starts_with("data:image/") => true,
                _ if link.starts_with("http") => page.contains(&format!("<a href=\"{link}\"")),
                "" => values(page, "id").any(|id| id == anchor),
                _ if anchor.is_empty() => files.contains(file),
                _ => pages
                    .get(file)
                    .is_some_and(|page| values(page, "id").any(|id| id == anchor)),
            };
            if !found {
                faults.push(format!("{name}: {link} leads nowhere"));
            }
        }
    }
    for name in files
        .iter()
        .filter(|name| is(name, "css") || is(name, "js"))
    {
        let (_, text) = read(name);
        let asks = [
            "@import",
            "url(",
            "http://",
            "https://",
            "fetch(",
            "XMLHttpRequest",
            "eval(",
        ];
        faults.extend(
            asks.iter()
                .filter(|asks| text.contains(**asks))
                .map(|asks| format!("{name} has {asks}")),
        );
    }
    faults
}

fn is(name: &str, extension: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, found)| found == extension)
}

fn of_page(page: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let mut ids = BTreeSet::new();
    faults.extend(
        values(page, "id")
            .filter(|id| !ids.insert(*id))
            .map(|id| format!("two are called {id}")),
    );
    for (what, number) in [("<main", 1), ("<h1", 1), ("<html lang=", 1)] {
        if page.matches(what).count() != number {
            faults.push(format!("not {number} of {what}"));
        }
    }
    // The caption of a folded table comes before the part that is folded.
    let (tables, captions) = (
        page.matches("<table").count(),
        page.matches("<caption>").count() + page.matches("</p><details class=\"rows\">").count(),
    );
    if tables != captions {
        faults.push(format!("{tables} tables, {captions} captions"));
    }
    if page.matches("<th").count()
        != page.matches("<thead").count() + page.matches("<th scope=").count()
    {
        faults.push("a heading of a table without a scope".to_owned());
    }
    faults
}

/// The values of an attribute on a page.
fn values<'a>(page: &'a str, attribute: &str) -> impl Iterator<Item = &'a str> {
    page.split(&format!(" {attribute}=\""))
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect::<Vec<_>>()
        .into_iter()
}
