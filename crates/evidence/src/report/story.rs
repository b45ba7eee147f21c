//! The first page: the story with its interactive pieces, `assets/story.html`. Without scripts each piece is a picture or a
//! table; `assets/story.js` animates it.

use findings::story::mazes::{SIZE, STREAM};
use findings::story::{Chapter, SEED, Story};
use maud::{Markup, PreEscaped, html};
use rogue::tables::{POTION_KINDS, POTIONS, RINGS, SCROLL_KINDS, WANDS};

use super::appendix::CONTENTS;
use super::html::{inline, slug};
use super::site::{Page, data};

/// What the page shows of the game of the current second: a potion and a scroll.
const SHOWN: (usize, usize) = (2, 4);

/// The page.
pub(super) fn page(story: &Story) -> Page {
    Page {
        file: "index.html",
        name: "The story",
        title: format!("roguelab: {}", story.headline),
        body: body(story),
        assets: &["story.css", "games.js", "story.js"],
        appendix: false,
    }
}

fn body(story: &Story) -> Markup {
    html! {
        // The first picture is visible at once, even on a phone.
        (piece(story, "top"))
        @for (number, chapter) in story.chapters.iter().enumerate() { (self::chapter(story, chapter, number > 0)) }
        (piece(story, "end"))
        (data("story-data", &values(story)))
    }
}

fn paragraphs(texts: &[String]) -> Markup {
    html! { @for text in texts { p { (inline(text)) } } }
}

/// The piece with this name, filled in from the story; empty if there is none.
fn piece(story: &Story, name: &str) -> Markup {
    let titles = html! {
        @for (title, _) in &story.titles { button.title type="button" aria-pressed="false" { (title) } " " }
    };
    let at = &story.swaps[story.game_swaps];
    let [dug, fair] = &story.mazes;
    let values = [
        ("headline", html! { (story.headline) }),
        ("second", html! { (story.second) }),
        ("potion", html! { (POTION_KINDS[SHOWN.0]) }),
        ("potion-slot", html! { (SHOWN.0) }),
        ("scroll", html! { (SCROLL_KINDS[SHOWN.1]) }),
        ("scroll-slot", html! { (POTIONS + WANDS + RINGS + SHOWN.1) }),
        ("figure", figure(&story.chapters[0])),
        ("titles", titles),
        ("about", paragraphs(&story.about)),
        ("first", html! { (story.chapters[0].id) }),
        ("contents", html! { (CONTENTS) }),
        ("end", html! { (story.end.0) }),
        ("next", paragraphs(&story.end.1)),
        ("seed", html! { (SEED) }),
        ("sequences", html! { (story.coins.len()) }),
        ("most-swaps", html! { (story.swaps.len() - 1) }),
        ("swaps", html! { (story.game_swaps) }),
        ("variation", html! { (at.variation) }),
        ("separation", html! { (at.separation) }),
        ("keepers", html! { (at.keepers) }),
        ("dead-ends-1", html! { (dug.dead_ends) }),
        ("longest-1", html! { (dug.longest) }),
        ("dead-ends-2", html! { (fair.dead_ends) }),
        ("longest-2", html! { (fair.longest) }),
    ];
    let pieces = include_str!("../../assets/story.html").split('@');
    let text = pieces.filter_map(|piece| piece.strip_prefix(name)?.strip_prefix('\n'));
    let mut text: String = text.flat_map(str::lines).collect();
    for (name, value) in values {
        text = text.replace(&format!("{{{name}}}"), &value.into_string());
    }
    PreEscaped(text)
}

fn figure(chapter: &Chapter) -> Markup {
    html! { figure {
        div.pictures { (PreEscaped(&chapter.figure.svg)) }
        figcaption { (inline(&chapter.figure.caption)) }
    } }
}

/// A chapter, with its picture at the side unless that is shown elsewhere.
fn chapter(story: &Story, chapter: &Chapter, has_picture: bool) -> Markup {
    html! {
        section.chapter id=(chapter.id) {
            div.words {
                h2 { (chapter.title) }
                @for text in &chapter.text { p { (inline(text)) } }
                p.all { a href={ (chapter.page) "#" (slug(chapter.section)) } { "The whole table: " (chapter.section) } }
            }
            @if has_picture { div.shown { (figure(chapter)) (piece(story, chapter.id)) } }
        }
    }
}

/// The data that the scripts need.
fn values(story: &Story) -> serde_json::Value {
    let (width, height) = SIZE;
    serde_json::json!({
        "titles": story.titles.each_ref().map(|(_, games)| games),
        "coins": story.coins,
        "swaps": story.swaps,
        "potions": POTIONS,
        "maze": {"seed": SEED, "stream": STREAM, "width": width, "height": height},
    })
}
