//! `explorer.html`: from a date to the names of its game and back.
//!
//! What it works out is JavaScript that a reader can read, and not the Rust compiled to WebAssembly: the page is built where
//! there is a C compiler and Rust for that machine alone, and it loads as a file, where browsers refuse to fetch a binary.
//! That the two agree is checked by tests, and by the page itself each time it is opened.

use findings::number::grouped;
use jiff::Timestamp;
use maud::{Markup, html};
use rogue::atlas::{Atlas, GAMES, residue};
use rogue::identities::Identities;
use rogue::tables::{POTION_KINDS, POTIONS, RING_KINDS, RINGS, SCROLL_KINDS, WAND_KINDS, WANDS};

use super::site::Page;
use crate::fixtures::atlas_digest;

/// The game that the page shows at first, and without JavaScript.
const SEED: i32 = 1_700_000_000;

/// The tables in the order in which the page shows them: what one is called, its kinds, and the slot of the first of these,
/// counted as `games.js` does, in the order in which the game draws.
const TABLES: [(&str, &[&str], usize); 4] = [
    ("potion", &POTION_KINDS, 0),
    ("scroll", &SCROLL_KINDS, POTIONS + WANDS + RINGS),
    ("wand", &WAND_KINDS, POTIONS),
    ("ring", &RING_KINDS, POTIONS + WANDS),
];

pub(super) fn page() -> Page {
    let atlas = Atlas::new();
    Page {
        file: "explorer.html",
        name: "Seed explorer",
        title: "roguelab: seed explorer".into(),
        body: body(&atlas),
        assets: &["explorer.css", "games.js", "seen.js", "explorer.js"],
        appendix: false,
    }
}

fn body(atlas: &Atlas) -> Markup {
    html! {
        h1 { "Seed explorer" }
        p {
            "A game of Rogue takes its seed from the clock, and what its potions, scrolls, wands and rings look like depends on the \
             low 15 bits of that seed alone: there are " (grouped(GAMES as u64)) " games. This page draws them all in your browser."
        }
        noscript { p.notice {
            "The forms of this page need JavaScript, which is off. The names below are those of one game; the program answers the \
             same questions: " code { "roguelab atlas show SEED" } " and " code { "roguelab atlas find" } "."
        } }
        (game(atlas))
        (seen())
        (check(atlas))
    }
}

/// The names of the game that a time or a seed gives.
fn game(atlas: &Atlas) -> Markup {
    let names = atlas.game_of_seed(SEED);
    let time = Timestamp::from_second(SEED.into())
        .map(|time| time.strftime("%FT%T").to_string())
        .unwrap_or_default();
    html! {
        section aria-labelledby="game" {
            h2 id="game" { "The game of a moment" }
            form.fields data-script hidden {
                p { label for="time" { "Date and time of the start" }
                    input id="time" type="datetime-local" step="1" value=(time); }
                p { label for="zone" { "Zone" }
                    select id="zone" { option value="utc" { "UTC" } option value="local" { "this computer's" } } }
                p { label for="seed" { "or its seed, a C int" }
                    input id="seed" inputmode="numeric" autocomplete="off" value=(SEED); }
                p { button id="now" type="button" { "Now" } }
            }
            p id="game-said" role="status" {
                "Seed " (SEED) " is game " (grouped(u64::from(residue(SEED)))) " of " (grouped(GAMES as u64)) ", counted from 0."
            }
            div.names {
                @for (name, kinds, first) in TABLES { table {
                    caption { (name) "s" @if name == "wand" { " and staffs" } }
                    thead { tr { th scope="col" { "kind" } th scope="col" { "looks like" } } }
                    tbody { @for (kind, text) in kinds.iter().enumerate() { tr {
                        th scope="row" { (text) }
                        td id={ "name-" (first + kind) } { (looks(names, name, kind)) }
                    } } }
                } }
            }
            p {
                "The same game starts again every " (grouped(GAMES as u64)) " seconds, which is 9 hours, 6 minutes and 8 seconds. The \
                 program shows it with " code { "roguelab atlas show " (SEED) } "."
            }
        }
    }
}

/// What a kind looks like in a game.
fn looks(game: &Identities, table: &str, kind: usize) -> String {
    match table {
        "potion" => game.potion(kind).into(),
        "scroll" => game.scroll(kind).to_string(),
        "wand" => format!(
            "{} {}",
            game.wand(kind),
            if game.is_wood(kind) { "staff" } else { "wand" }
        ),
        _ => game.ring(kind).into(),
    }
}

/// From what is seen to the games.
fn seen() -> Markup {
    html! {
        section aria-labelledby="seen" {
            h2 id="seen" { "Which game is this?" }
            p {
                "Say what you know of a game. The page finds the games that fit, when such a game starts next, and which name tells \
                 them apart best. Two scroll titles are almost always enough."
            }
            form.fields id="seen-form" hidden {
                p { label for="kind" { "The" }
                    select id="kind" { @for (name, kinds, first) in TABLES {
                        optgroup label={ (name) "s" } { @for (kind, text) in kinds.iter().enumerate() {
                            option value=(first + kind) selected[name == "potion" && kind == 2] { (name) " of " (text) }
                        } }
                    } } }
                p { label for="has" { "is or is not" }
                    select id="has" { option { "is" } option { "is not" } } }
                p id="look-field" { label for="look" id="look-label" { "colour" } select id="look" {} }
                p id="title-field" hidden { label for="title" { "title" }
                    input id="title" placeholder="foo bar" autocomplete="off" spellcheck="false"; }
                p { button { "Add" } }
            }
            ul id="facts" aria-label="What you have seen" {}
            p id="fit-said" role="status" {}
            div id="fitting" {}
            p { "The program also takes draws, and lists more: " code { "roguelab atlas find --potion healing=pink" } "." }
        }
    }
}

/// The check of the page by itself.
fn check(atlas: &Atlas) -> Markup {
    html! {
        section id="check" aria-labelledby="checked" {
            h2 id="checked" { "This page checks itself" }
            p {
                "Both digests are the SHA-256 of the names of all games, a line each, as " code { "roguelab atlas dump" } " prints them. \
                 The first was computed by the Rust program that wrote this page, which is compared with the C and with the real game; \
                 the second is computed by your browser. " code { "roguelab atlas dump | sha256sum" } " computes it again."
            }
            dl {
                dt { "Rust program" } dd { code id="digest-rust" { (atlas_digest(atlas)) } }
                dt { "this page" } dd { code id="digest-page" { "not computed" }
                    progress id="dealt" aria-label="Games drawn" max=(GAMES) value="0" data-script hidden {} }
            }
            p id="check-said" role="status" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_the_digest_and_the_names_that_the_program_has() {
        let atlas = Atlas::new();
        let page = page().body.into_string();
        assert!(page.contains(&atlas_digest(&atlas)));
        let game = Identities::of_seed(SEED);
        for (id, name) in [
            (0, game.potion(0).to_owned()),
            (35, game.ring(10).into()),
            (48, game.scroll(12).to_string()),
        ] {
            assert!(
                page.contains(&format!("<td id=\"name-{id}\">{name}</td>")),
                "{id}: {name}"
            );
        }
    }

    #[test]
    fn every_element_that_the_script_looks_for_is_on_the_page() {
        let page = page().body.into_string();
        let script = include_str!("../../assets/explorer.js");
        let ids = script
            .split("byId(\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next());
        for id in ids {
            assert!(page.contains(&format!("id=\"{id}\"")), "{id}");
        }
    }
}
