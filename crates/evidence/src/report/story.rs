//! The first page: the story with its interactive pieces, `assets/story.html`. Without scripts each piece is a picture or a
//! table; `assets/story.js` animates it.

use findings::block::Figure;
use findings::story::{Chapter, FIRST_SWAPS, Question, Story};
use maud::{Markup, PreEscaped, html};
use rogue::atlas::GAMES;
use rogue::tables::{POTION_KINDS, POTIONS, SCROLL_KINDS};

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
        assets: &["story.css", "ask/solver.js", "story.js"],
        appendix: false,
    }
}

fn body(story: &Story) -> Markup {
    html! {
        // The first picture is visible at once, even on a phone.
        (piece(story, "top"))
        @for chapter in &story.chapters { (self::chapter(story, chapter)) }
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
    let at = &story.swaps[FIRST_SWAPS];
    let most_swaps = story.swaps.len() - 1;
    let [dug, fair] = &story.mazes[0];
    let values = [
        ("headline", html! { (story.headline) }),
        ("second", html! { (story.second) }),
        ("potion", html! { (POTION_KINDS[SHOWN.0]) }),
        ("scroll", html! { (SCROLL_KINDS[SHOWN.1]) }),
        ("figure", figure(&story.ring)),
        ("titles", titles),
        ("about", paragraphs(&story.about)),
        ("first", html! { (story.chapters[0].id) }),
        ("contents", html! { (CONTENTS) }),
        ("end", html! { (story.end.0) }),
        ("next", paragraphs(&story.end.1)),
        ("mazes", html! { (story.mazes.len()) }),
        ("flipped", html! { (story.carries.flipped) }),
        ("sequences", html! { (story.coin_sequences) }),
        ("most-swaps", html! { (most_swaps) }),
        ("swaps", html! { (FIRST_SWAPS) }),
        ("game-swaps", html! { (story.game_swaps) }),
        (
            "mark",
            html! { (story.game_swaps as f64 / most_swaps as f64) },
        ),
        ("potions", html! { (POTIONS) }),
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

fn figure(figure: &Figure) -> Markup {
    html! { figure {
        div.pictures { (PreEscaped(&figure.svg)) }
        figcaption { (inline(&figure.caption)) }
    } }
}

/// A chapter, with its piece and its picture at the side. A script hides what answers its question until that was guessed.
fn chapter(story: &Story, chapter: &Chapter) -> Markup {
    html! {
        section.chapter id=(chapter.id) {
            div.words { h2 { (chapter.title) } (paragraphs(&chapter.setup)) }
            @if let Some(question) = &chapter.question { (self::question(question)) }
            div.words.answer {
                (paragraphs(&chapter.text))
                p.all { a href={ (chapter.page) "#" (slug(chapter.section)) } { "The whole table: " (chapter.section) } }
            }
            div.shown.answer { (piece(story, chapter.id)) (figure(&chapter.figure)) }
        }
    }
}

fn question(question: &Question) -> Markup {
    html! { fieldset.guess hidden {
        legend { (question.question) }
        @for (number, answer) in question.answers.iter().enumerate() {
            button type="button" aria-pressed="false" data-right[number == question.right] { (answer) } " "
        }
        button type="button" aria-pressed="false" data-tell { "Just tell me" }
        p role="status" {}
    } }
}

/// The data that the scripts need.
fn values(story: &Story) -> serde_json::Value {
    let mut numbers = serde_json::Map::new();
    for chapter in &story.chapters {
        if !chapter.numbers.is_empty() {
            numbers.insert(chapter.id.to_owned(), serde_json::json!(chapter.numbers));
        }
    }
    let mut titles = vec![["title".to_owned(), "game".to_owned()]];
    for (title, games) in &story.titles {
        for game in games {
            titles.push([title.clone(), game.to_string()]);
        }
    }
    numbers.insert("games".to_owned(), serde_json::json!(titles));
    serde_json::json!({
        "games": GAMES,
        "titles": story.titles.each_ref().map(|(_, games)| games),
        "carries": story.carries,
        "potions": POTIONS,
        "mazes": story.mazes,
        "numbers": numbers,
    })
}
