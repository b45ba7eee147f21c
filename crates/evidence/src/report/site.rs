//! The pages of the report, and the files that they load.
//!
//! The pages work from a folder of files, without modules, other hosts or anything fetched, and also without JavaScript. To add
//! a page, write a function that gives its body, and a row in the list of the report; to add a style or script, add a row to
//! [`ASSETS`].

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// A page.
#[derive(Clone, Debug)]
pub(super) struct Page {
    /// The file name of the page.
    pub file: &'static str,
    /// The name of the page in the navigation.
    pub name: &'static str,
    /// The title shown in a browser's tab. The heading is part of the body.
    pub title: String,
    /// The content of the `main` element.
    pub body: Markup,
    /// The page's own styles and scripts, by their names in [`ASSETS`]; scripts run in this order, after the page has been
    /// parsed.
    pub assets: &'static [&'static str],
    /// Whether the page belongs to the appendix, whose pages have their own navigation.
    pub appendix: bool,
}

/// The name of the page that lists the pages of the appendix.
pub(super) const APPENDIX: &str = "Appendix";

/// What the navigation links to besides: the page of `crates/web`, and its tab about games of Rogue.
const ASK: [(&str, &str); 2] = [
    ("Ask", "ask/index.html"),
    ("Seed explorer", "ask/index.html#games"),
];

/// The style that every page loads.
const STYLE: &str = "style.css";

/// The description shown below the title where the page is linked.
const ABOUT: &str = "Three questions about random numbers, answered with evidence: is the port faithful, is it fair, and \
                     what made these numbers?";

/// The picture shown where a page is linked: the first 1200 by 630 pixels of `index.html` without scripts, as Chromium showed
/// them, with the 48 colours that `pngquant --nofs` chose. Many sites want its whole address, which it has once the pages have
/// a place on the web.
pub(super) const CARD: (&str, &[u8]) = ("card.png", include_bytes!("../../assets/card.png"));

/// The icon in a browser's tab, a ring with a hand, as data so that nothing more is loaded.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' \
    stroke-width='3'%3E%3Ccircle cx='8' cy='8' r='6' stroke='%231f6fb3'/%3E%3Cpath d='M8 8V0' stroke='%23d9622b'/%3E%3C/svg%3E";

/// Pages load styles, scripts, pictures and the program of `ask` that lie beside them, and nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self' file: 'wasm-unsafe-eval'; \
    worker-src 'self' blob:; connect-src 'self'; style-src 'self' file: 'unsafe-inline'; img-src 'self' file: data: blob:; base-uri 'none'; form-action 'none'";

/// Every file that a page loads, with its text.
const ASSETS: &[(&str, &str)] = &[
    (STYLE, include_str!("../../assets/style.css")),
    ("appendix.js", include_str!("../../assets/appendix.js")),
    ("story.css", include_str!("../../assets/story.css")),
    ("story.js", include_str!("../../assets/story.js")),
    // What stands there until `cargo xtask page` is built.
    ("ask/index.html", include_str!("../../assets/ask.html")),
    ("ask/solver.js", include_str!("../../assets/ask.js")),
];

/// The files of the site with their texts.
pub(super) fn files(pages: &[Page]) -> Vec<(&'static str, String)> {
    let mut files = Vec::new();
    for page in pages {
        files.push((page.file, render(page, pages)));
    }
    for &(name, text) in ASSETS {
        files.push((name, text.to_owned()));
    }
    files
}

/// Data for a script on the page: `JSON.parse(document.getElementById(id).textContent)`.
pub(super) fn data(id: &str, value: &serde_json::Value) -> Markup {
    // The text must not contain what looks like the end of the element.
    let text = value.to_string().replace('<', "\\u003c");
    html! { script type="application/json" id=(id) { (PreEscaped(text)) } }
}

fn assets_of_page(page: &Page, extension: &str) -> Vec<&'static str> {
    let mut assets = page.assets.to_vec();
    assets.retain(|name| name.ends_with(extension));
    assets
}

fn render(page: &Page, pages: &[Page]) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (page.title) }
                meta name="description" property="og:description" content=(ABOUT);
                meta property="og:title" content=(page.title);
                meta property="og:image" content=(CARD.0);
                meta property="og:type" content="website";
                meta property="og:site_name" content="roguelab";
                link rel="icon" href=(ICON);
                link rel="stylesheet" href=(STYLE);
                @for style in assets_of_page(page, ".css") { link rel="stylesheet" href=(style); }
                @for script in assets_of_page(page, ".js") { script src=(script) defer {} }
            }
            body {
                a.skip href="#main" { "Skip to the content" }
                header {
                    (nav(page, "Pages", "pages", pages.iter().filter(|other| !other.appendix || other.name == APPENDIX)))
                    @if page.appendix {
                        (nav(page, APPENDIX, "appendix", pages.iter().filter(|other| other.appendix && other.name != APPENDIX)))
                    }
                }
                main id="main" { (page.body) }
            }
        }
    };
    page.into_string() + "\n"
}

/// How a navigation marks another page. On the pages of the appendix, the appendix is marked as current.
fn current_mark(page: &Page, other: &Page) -> Option<&'static str> {
    if other.file == page.file {
        Some("page")
    } else if page.appendix && other.name == APPENDIX {
        Some("true")
    } else {
        None
    }
}

fn nav<'a>(page: &Page, label: &str, class: &str, to: impl Iterator<Item = &'a Page>) -> Markup {
    html! { nav class=(class) aria-label=(label) { ul { @for other in to {
        li { a href=(other.file) aria-current=[current_mark(page, other)] { (other.name) } }
    } @if class == "pages" { @for (name, link) in ASK {
        li { a href=(link) { (name) } }
    } } } } }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: Page = Page {
        file: "a.html",
        name: "A",
        title: String::new(),
        body: PreEscaped(String::new()),
        assets: &["x.js"],
        appendix: false,
    };

    #[test]
    fn pages_link_to_each_other_and_load_only_their_own_files() {
        let other = Page {
            file: "b.html",
            name: "B",
            assets: &[],
            ..PAGE
        };
        let files = files(&[PAGE, other]);
        let text = |name: &str| &files.iter().find(|(file, _)| *file == name).unwrap().1;
        assert!(text("a.html").contains("<a href=\"a.html\" aria-current=\"page\">A</a>"));
        assert!(text("a.html").contains("<a href=\"b.html\">B</a>"));
        assert!(text("a.html").contains("<script src=\"x.js\" defer></script>"));
        assert!(!text("b.html").contains("<script"));
        let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ";
        assert!(text("a.html").contains(policy), "{}", text("a.html"));
        assert!(text(STYLE).contains("prefers-color-scheme"));
    }

    #[test]
    fn data_cannot_end_its_element() {
        let data = data("d", &serde_json::json!({"a": "</script><b>"})).into_string();
        assert_eq!(data.matches('<').count(), 2, "{data}");
    }
}
