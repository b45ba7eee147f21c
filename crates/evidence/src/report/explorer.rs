//! `explorer.html`: from a date to the names of its game, and back.
//!
//! It computes in JavaScript that a reader can read, not in Rust compiled to WebAssembly: the page is built on machines that
//! have a C compiler and Rust for their own target only, and it is opened as a file, where browsers refuse to fetch a binary.
//! Tests check that the two agree, and so does the page each time it is opened.

use answers::number::grouped;
use jiff::Timestamp;
use maud::{Markup, PreEscaped, html};
use rogue::atlas::{Atlas, GAMES, residue};
use rogue::identities::Identities;
use rogue::tables::{POTION_KINDS, POTIONS, RING_KINDS, RINGS, SCROLL_KINDS, WAND_KINDS, WANDS};

use super::site::Page;
use crate::fixtures::atlas_digest;

/// The game that the page shows without JavaScript. With JavaScript, it starts with the game of the current second.
const SEED: i32 = 1_700_000_000;

/// The tables in the order in which the page shows them: the name of an item, the kinds, and the slot of the first kind,
/// counted as in `games.js`, in the order in which the game draws.
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

/// The body of the page, with the names of a game filled in.
fn body(atlas: &Atlas) -> Markup {
    let names = atlas.game_of_seed(SEED);
    let time = Timestamp::from_second(SEED.into())
        .map(|time| time.strftime("%FT%T").to_string())
        .unwrap_or_default();
    let tables = html! {
        @for (name, kinds, first) in TABLES { table {
            caption { (name) "s" @if name == "wand" { " and staffs" } }
            thead { tr { th scope="col" { "kind" } th scope="col" { "looks like" } } }
            tbody { @for (kind, text) in kinds.iter().enumerate() { tr {
                th scope="row" { (text) }
                td id={ "name-" (first + kind) } { (appearance(names, name, kind)) }
            } } }
        } }
    };
    let options = html! {
        @for (name, kinds, first) in TABLES {
            optgroup label={ (name) "s" } { @for (kind, text) in kinds.iter().enumerate() {
                option value=(first + kind) selected[name == "potion" && kind == 2] { (name) " of " (text) }
            } }
        }
    };
    let values = [
        ("{games}", grouped(GAMES as u64)),
        ("{all}", GAMES.to_string()),
        ("{seed}", SEED.to_string()),
        ("{game}", grouped(residue(SEED).into())),
        ("{time}", time),
        ("{tables}", tables.into_string()),
        ("{options}", options.into_string()),
        ("{digest}", atlas_digest(atlas)),
    ];
    let mut page = include_str!("../../assets/explorer.html").to_owned();
    for (name, value) in values {
        page = page.replace(name, &value);
    }
    PreEscaped(page)
}

/// What a kind of item looks like in a game.
fn appearance(game: &Identities, table: &str, kind: usize) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

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
