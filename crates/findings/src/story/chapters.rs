//! The chapters of the story.

use ::rogue::atlas::GAMES;
use ::rogue::tables::{POTIONS, SCROLL_KINDS, WAND_MATERIALS};
use generators::closed_form::Affine;

use super::guess::{Guess, HEALING, YEAR};
use super::mazes::{self, Maze};
use super::{Carries, Chapter, FIRST_SWAPS, Question, Swaps, capital};
use crate::amazing::watch::RANDOM;
use crate::amazing::{self, Amazing};
use crate::block::Figure;
use crate::document::Document;
use crate::even::{self, Even};
use crate::listless::{self, Listless};
use crate::number::grouped;
use crate::rogue::materials::{chart, extremes};
use crate::rogue::{self, Rogue};
use crate::svg;
use crate::svg::ring::ring;

/// The rows below their head.
fn rows<const N: usize>(head: [&str; N], rows: Vec<[String; N]>) -> Vec<Vec<String>> {
    let mut all = vec![head.map(str::to_owned).to_vec()];
    all.extend(rows.into_iter().map(Vec::from));
    all
}

/// How long it takes to play once round the ring, at one game per second.
pub(super) fn once_round() -> String {
    let [hours, minutes, seconds] = [GAMES / 3600, GAMES / 60 % 60, GAMES % 60];
    format!("{hours} h {minutes} min {seconds} s")
}

/// The picture of all games and of those that fit what is seen.
pub(super) fn ring_figure(rogue: &Rogue, guess: &Guess) -> Figure {
    let (games, round) = (grouped(rogue.seed.games), once_round());
    let [potion, first, both] = guess.fit.each_ref().map(Vec::len);
    let colour = guess.game.potion(HEALING);
    let [(one_title, _), _] = guess.titles();
    let legends = [
        format!("all {games} games: once round in {round}"),
        format!("healing is {colour}: {}", grouped(potion as u64)),
        format!("{one_title}: {first}"),
    ];
    let middle = [
        &both.to_string()[..],
        if both == 1 { "game fits" } else { "games fit" },
    ];
    Figure {
        caption: "Counted: all games, clockwise from the top, and inside those that each legend names; innermost, those with both \
                  titles."
            .to_owned(),
        svg: ring("The ring of games", GAMES, &guess.fit, &legends, &middle),
    }
}

pub(super) fn ring_of_games(rogue: &Rogue, guess: &Guess, carries: &Carries) -> Chapter {
    let word = u32::BITS;
    let all_seeds = grouped(1 << word);
    let (bits, games, round) = (rogue.seed.bits, grouped(rogue.seed.games), once_round());
    let [potion, first, both] = guess
        .fit
        .each_ref()
        .map(|games| grouped(games.len() as u64));
    let second = guess.second.len();
    let colour = guess.game.potion(HEALING);
    let [one_kind, other_kind] = guess.scrolls.map(|scroll| SCROLL_KINDS[scroll]);
    let [(one_title, _), (other_title, _)] = guess.titles();
    let told = rogue.identification.identified_by_scrolls(2);
    let told_by_one = rogue.identification.identified_by_scrolls(1);
    let mut words = Vec::new();
    let mut factors = Vec::new();
    for (number, &[a, b]) in carries.words.iter().enumerate() {
        words.push(Affine { a, b });
        factors.push([(number + 1).to_string(), a.to_string(), b.to_string()]);
    }
    Chapter {
        id: "ring",
        title: "The ring of games".to_owned(),
        setup: Vec::new(),
        question: None,
        text: vec![
            format!(
                "Rogue takes its seed from the clock. A seed has {word} bits, so there should be {all_seeds} games. But the \
                 generator only adds and multiplies, and carries run upwards: the low bits of a number know nothing of the high \
                 bits of the seed. Low bits are what Rogue keeps. So {bits} bits of the seed decide every draw, and the games \
                 stand on a ring of {games}. The clock goes round it in {round}."
            ),
            format!(
                "Take the game that began with the year {YEAR}. Its potion of healing is {colour}, as in {potion} games. Its \
                 scroll of {one_kind} is titled {one_title}, as in {first}; its scroll of {other_kind}, {other_title}, as in \
                 {second}. Only {both} game has both titles. \
                 Over all games and pairs of scrolls, two titles leave one game in {told} of cases; a single title does in \
                 {told_by_one}."
            ),
        ],
        figure: Figure {
            caption: format!(
                "Exact: the seed of the first second of {YEAR} and the first {} words made of it. Filled: ones. \
                 Coloured: what the flip changes.",
                words.len()
            ),
            svg: svg::carries::carries(carries.seed, carries.flipped, &words, carries.kept),
        },
        numbers: rows(["word", "factor", "summand"], factors),
        page: rogue.about().page,
        section: rogue::identification::TITLE,
    }
}

pub(super) fn coins(rogue: &Rogue) -> Chapter {
    let streams = rogue.seed.coin_streams;
    let bits = rogue.seed.sights[0].bits;
    let (tosses, seeds) = (rogue.seed.coins[0].len(), rogue.seed.coins.len());
    let mut sequences = Vec::new();
    for (seed, row) in rogue.seed.coins.iter().enumerate() {
        sequences.push([seed.to_string(), row.clone()]);
    }
    Chapter {
        id: "coins",
        title: "A coin with few faces".to_owned(),
        setup: vec![format!(
            "To toss a coin, Rogue keeps one bit of a number. A seed has {} bits.",
            u32::BITS
        )],
        question: Some(Question {
            question: "In how many different sequences can the coin fall?".to_owned(),
            answers: vec![
                grouped(streams),
                grouped(rogue.seed.games),
                grouped(1 << u32::BITS),
            ],
            right: 0,
        }),
        text: vec![
            format!(
                "That bit depends on {bits} bits of the seed, so the coin falls \
                 in one of {streams} sequences, and every {streams} seeds they come again."
            ),
            "It matters: wherever the game draws from an even number of things, odd or even is a coin toss too."
                .to_owned(),
        ],
        figure: Figure {
            caption: format!(
                "Exact: the first {tosses} tosses of the lowest {seeds} seeds, filled for heads. Each sequence has its colour."
            ),
            svg: rogue.seed.picture(),
        },
        numbers: rows(["seed", "tosses, 1 for heads"], sequences),
        page: rogue.about().page,
        section: rogue::seed::TITLE,
    }
}

pub(super) fn swaps(rogue: &Rogue, by_number: &[Swaps]) -> Chapter {
    let colours = &rogue.mix_colors;
    let swaps = colours.draws_per_game / 2;
    let arrangements = grouped(colours.arrangements);
    let distance = colours.distances.total_variation.decimal(6);
    let thousandth = colours.distances.swaps_for_thousandth;
    let (keeps, keeps_fair) = (
        colours.keeps_ideal.decimal(6),
        colours.keeps_fair.decimal(6),
    );
    let keepers = &colours.distances.expected_keepers[FIRST_SWAPS];
    let mut distances = Vec::new();
    for (made, row) in by_number.iter().enumerate() {
        let Swaps {
            variation,
            separation,
            keepers,
        } = row;
        distances.push([&made.to_string(), variation, separation, keepers].map(String::clone));
    }
    Chapter {
        id: "swaps",
        title: "How long must you shuffle?".to_owned(),
        setup: vec![format!(
            "A new game hides which potion is which: it swaps the colours of two of its {POTIONS} potions at random, {swaps} \
             times. Is that enough?"
        )],
        question: Some(Question {
            question: "How many swaps come within a thousandth of a fair shuffle?".to_owned(),
            answers: [swaps as usize, thousandth, 10 * thousandth]
                .map(|swaps| swaps.to_string())
                .to_vec(),
            right: 1,
        }),
        text: vec![
            format!(
                "There are {arrangements} arrangements, too many to try. But random swaps are so symmetric that the exact \
                 distance from a fair shuffle can be computed. After {swaps} swaps it is {distance}: no bet has a probability \
                 that is off by more. To come within a thousandth, the game would have to swap {thousandth} times."
            ),
            format!(
                "What gives the shuffle away is the potion that nobody picks. It keeps its colour with probability {keeps}; in a \
                 fair shuffle, with {keeps_fair}."
            ),
        ],
        figure: Figure {
            caption: "Exact, for ideal draws: the distance from a fair shuffle by number of swaps (dashed: where the game stops), \
                      and how likely each potion has each colour: the darker, the likelier."
                .to_owned(),
            svg: colours.distances.picture()
                + &svg::places(POTIONS, keepers.to_f64() / POTIONS as f64),
        },
        numbers: rows(["swaps", "total variation", "separation", "potions that keep their colour"], distances),
        page: rogue.about().page,
        section: rogue::colours::TITLE,
    }
}

pub(super) fn materials(rogue: &Rogue) -> Chapter {
    let wands = &rogue.materials.wands.uses;
    let (often, rarely) = extremes(wands);
    let (above, below) = (100.0 * often.excess, -100.0 * rarely.excess);
    let (often, rarely) = (often.name, rarely.name);
    let (one, two) = (often.min(rarely), often.max(rarely));
    let materials = WAND_MATERIALS.len();
    let mut uses = Vec::new();
    for used in wands {
        uses.push([
            used.name.to_owned(),
            used.games.to_string(),
            format!("{:.6}", used.excess),
        ]);
    }
    Chapter {
        id: "materials",
        title: format!("{} or {}?", capital(one), two),
        setup: vec![
            "For wands the game draws a material, and draws again while that material is taken. With fair draws this is perfectly \
             fair."
                .to_owned(),
        ],
        question: Some(Question {
            question: "What is more often the material of a wand?".to_owned(),
            answers: vec![
                one.to_owned(),
                two.to_owned(),
                "neither: they are equally frequent".to_owned(),
            ],
            right: usize::from(often != one),
        }),
        text: vec![format!(
            "There are {materials} materials, an even number, so odd or even is a coin toss, and the coin has few sequences. Round \
             the ring, {often} comes {above:.1} % more often than its share, and {rarely} {below:.1} % less often."
        )],
        figure: Figure {
            caption: format!(
                "Counted over all games: how much more or less often than its fair share each material comes. {materials} bars \
                 tell one bit."
            ),
            svg: chart("materials of wands", wands),
        },
        numbers: rows(["material", "games", "above its fair share, as a fraction of it"], uses),
        page: rogue.about().page,
        section: rogue::materials::TITLE,
    }
}

pub(super) fn maze(listless: &Listless, [dug, fair]: &[Maze; 2]) -> Chapter {
    let on = listless.trees.shown();
    let (columns, rows, trees, made) = (on.columns, on.rows, on.trees, on.made);
    let (most, never) = (on.most.decimal(0), trees - made);
    let cells = (mazes::SIZE.0 / 2) * (mazes::SIZE.1 / 2);
    Chapter {
        id: "maze",
        title: "Is every maze possible?".to_owned(),
        setup: vec![format!(
            "Dig from cell to cell into solid rock, each time in a random direction; at a dead end, go back to the last place \
             that still has rock beside it. This is depth-first search. {columns} by {rows} cells have {trees} mazes without \
             loops."
        )],
        question: Some(Question {
            question: format!("With perfect dice, how many of the {trees} does it make?"),
            answers: vec![
                "all, equally often".to_owned(),
                "all, but not equally often".to_owned(),
                format!("{made}"),
            ],
            right: 2,
        }),
        text: vec![
            format!(
                "Depth-first search makes {made}, the likeliest {most} times as often as \
                 its share. The other {never} never come."
            ),
            "The second maze is fair. Its digger walks at random and opens a wall whenever he enters a cell for the first time; \
             then every maze is equally likely."
                .to_owned(),
        ],
        figure: Figure {
            caption: format!(
                "Made from the seed above with PCG32, {cells} cells each. Coloured: the longest way."
            ),
            svg: dug.picture("depth first") + &fair.picture("uniform spanning tree"),
        },
        numbers: Vec::new(),
        page: listless.about().page,
        section: listless::trees::TITLE,
    }
}

pub(super) fn without_exit(amazing: &Amazing) -> Chapter {
    let exact = amazing.fate.largest(RANDOM);
    let (size, no_exit) = (exact.size(), exact.fates.no_exit.percent());
    let two_trees = exact.fates.two_trees.percent();
    let (width, height) = amazing::fate::PICTURE;
    Chapter {
        id: "amazing",
        title: "Mazes without an exit".to_owned(),
        setup: Vec::new(),
        question: None,
        text: vec![format!(
            "Amazing, a maze program in BASIC rewritten in JavaScript, promises one path from the start to the exit. A digger walks \
             until every cell has been visited, and on the way he may break out through the bottom row, or not. With {size} cells \
             {no_exit} of all mazes have no exit, counted over every way the dice can fall. In {two_trees} the exit throws him \
             into the upper left corner, where he digs a second maze that is not joined to the first."
        )],
        figure: Figure {
            caption: format!(
                "Made by the document's rules, {width} by {height} cells. Coloured: what cannot be reached."
            ),
            svg: amazing.fate.pictures.clone(),
        },
        numbers: Vec::new(),
        page: amazing.about().page,
        section: amazing::fate::TITLE,
    }
}

pub(super) fn line(even: &Even) -> Chapter {
    let lines = &even.straightness;
    let side = lines.side;
    let [further, targets, nearer] = [lines.further, lines.targets, lines.nearer].map(grouped);
    let (strays, bresenham) = (lines.document.distance, lines.bresenham.distance);
    let other_way_back = grouped(lines.document.other_way_back);
    let (x, y) = lines.document.worst;
    Chapter {
        id: "line",
        title: "The line that is not the straightest".to_owned(),
        setup: Vec::new(),
        question: None,
        text: vec![
            format!(
                "No dice here. An arrow flies over a grid in straight and diagonal steps. Mix the two kinds as evenly as you can, \
                 says the document, and the line is as straight as it can be. It is not. On a board of {side} by {side} tiles, \
                 Bresenham's line stays closer to the true one at {further} of {targets} targets, the even line at {nearer}. The \
                 even line strays by up to {strays:.2} of a tile, Bresenham's by {bresenham:.2}."
            ),
            format!(
                "At {other_way_back} targets the line takes another way back: what you can shoot may be unable to shoot you."
            ),
        ],
        figure: Figure {
            caption: format!(
                "To ({x}, {y}), where the even line strays furthest: the even line, then Bresenham's. Dashed: the true line."
            ),
            svg: lines.picture(10),
        },
        numbers: Vec::new(),
        page: even.about().page,
        section: even::straightness::TITLE,
    }
}
