//! The first page: the story, with its live pieces. Without scripts each piece is a picture or a table; `assets/story.js`
//! sets it in motion.

use findings::story::mazes::{Maze, SIZE, STREAM};
use findings::story::{Chapter, SEED, Story};
use maud::{Markup, PreEscaped, html};
use rogue::tables::{POTION_KINDS, POTIONS, RINGS, SCROLL_KINDS, WANDS};

use super::appendix::CONTENTS;
use super::html::{inline, slug};
use super::site::{Page, data};

/// What the page shows of the game of this second: a potion and a scroll.
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
        header.top {
            div.title {
                h1 { (story.headline) }
                p.second { (story.second) }
                (now())
            }
            // The first picture is in sight at once, on a phone too.
            div.shown #games { (figure(&story.chapters[0])) (tap(story)) }
            div.words {
                @for text in &story.about { p { (inline(text)) } }
                p.ways {
                    a.way href="explorer.html" { "Find your game" } " "
                    a.way href={ "#" (story.chapters[0].id) } { "Read the story" } " "
                    a.way href=(CONTENTS) { "See the evidence" }
                }
            }
        }
        @for (number, chapter) in story.chapters.iter().enumerate() { (self::chapter(story, chapter, number > 0)) }
        section id="end" {
            h2 { (story.end.0) }
            @for text in &story.end.1 { p { (inline(text)) } }
            p.ways {
                a.way href="explorer.html" { "Find your game" } " "
                a.way href=(CONTENTS) { "See the evidence" }
            }
        }
        (data("story-data", &values(story)))
    }
}

fn figure(chapter: &Chapter) -> Markup {
    html! { figure {
        div.pictures { (PreEscaped(&chapter.figure.svg)) }
        figcaption { (inline(&chapter.figure.caption)) }
    } }
}

/// A chapter, with its picture beside it unless that is shown elsewhere.
fn chapter(story: &Story, chapter: &Chapter, has_picture: bool) -> Markup {
    html! {
        section.chapter id=(chapter.id) {
            div.words {
                h2 { (chapter.title) }
                @for text in &chapter.text { p { (inline(text)) } }
                p.all { a href={ (chapter.page) "#" (slug(&chapter.section)) } { "The whole table: " (chapter.section) } }
            }
            @if has_picture { div.shown {
                (figure(chapter))
                @match chapter.id {
                    "coins" => (toss(story)),
                    "swaps" => (slider(story)),
                    "maze" => (seeds(&story.mazes)),
                    _ => {},
                }
            } }
        }
    }
}

/// The game of this second. The script fills it in.
fn now() -> Markup {
    let (potion, scroll) = SHOWN;
    html! {
        p.live #now hidden {
            "Start Rogue this second, and you play game " b #now-game {} ": the potion of " (POTION_KINDS[potion]) " is "
            b data-slot=(potion) {} ", the scroll of " (SCROLL_KINDS[scroll]) " is titled "
            b data-slot=(POTIONS + WANDS + RINGS + scroll) {} "."
        }
    }
}

/// Two titles to tap, and how many games fit. The script draws the games that fit on the innermost ring.
fn tap(story: &Story) -> Markup {
    html! {
        p.live hidden {
            "Tap the titles that you have read: "
            @for (title, _) in &story.titles { button.title type="button" aria-pressed="false" { (title) } " " }
            output #fit {} ". The hand shows the game of this second."
        }
    }
}

/// Any seed, and which of the sequences its coins fall in. The script fills it in.
fn toss(story: &Story) -> Markup {
    html! {
        p.live hidden {
            label for="coin-seed" { "Toss the coins of any seed:" }
            input #coin-seed type="number" min="0" max=(u32::MAX) step="1" value=(SEED);
            " They fall in sequence " output #coin-sequence for="coin-seed" {} " of " (story.coins.len()) "."
        }
    }
}

/// The distance at a number of swaps: the game's, until the slider is moved.
fn slider(story: &Story) -> Markup {
    let at = &story.swaps[story.game_swaps];
    html! {
        div.live {
            p hidden {
                label for="swaps-range" { "Move the slider: number of swaps " }
                input #swaps-range type="range" min="0" max=(story.swaps.len() - 1) value=(story.game_swaps);
            }
            table {
                caption { "After " output #swaps-made for="swaps-range" { (story.game_swaps) } " swaps" }
                tbody {
                    tr { th scope="row" { "distance from a fair shuffle (total variation)" } td.n #variation { (at.variation) } }
                    tr { th scope="row" { "how much rarer the rarest arrangement is (separation)" } td.n #separation { (at.separation) } }
                    tr { th scope="row" { "potions that keep their colour, on average" } td.n #keepers { (at.keepers) } }
                }
            }
        }
    }
}

/// What is told of the two mazes, and the way to the next ones.
fn seeds(mazes: &[Maze; 2]) -> Markup {
    html! {
        div.live {
            table {
                caption { "Seed " output #maze-seed { (SEED) } }
                thead { tr { th scope="col" { "method" } th scope="col" { "dead ends" } th scope="col" { "longest way, cells" } } }
                tbody { @for (name, maze) in ["depth first", "uniform spanning tree"].iter().zip(mazes) {
                    tr.maze { th scope="row" { (name) } td.n { (maze.dead_ends) } td.n { (maze.longest) } }
                } }
            }
            p hidden { button #next-seed type="button" { "Next seed" } }
        }
    }
}

/// What the script needs.
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
