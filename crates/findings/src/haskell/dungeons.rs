//! Real dungeons, made as the game makes them: counts compared with exact probabilities.

use exact::rational::to_f64;
use generators::haskell::{HaskellDice, PCGen, Random};
use generators::pcg32::Pcg32;
use grids::rooms::{Dungeon, Halls, generate};

use super::graph::{BORDERS, parts};
use super::joined::Joined;
use super::layout::{MAP, MAPS};
use super::sizes::{Sizes, is_narrow};
use crate::prelude::*;
use crate::prose::HASKELL as WORDS;
use crate::svg::tiles;

/// The number of games played for each size.
const GAMES: u64 = 16;
const DUNGEONS: u64 = 256;
/// The number of dungeons in each game on the document's own map.
const DUNGEONS_OF_OWN: u64 = 1024;
const PLAYER: (usize, usize) = (5, 5);

#[derive(Serialize)]
pub struct Dungeons {
    pub maps: Vec<Counted>,
    /// Comparisons with exact probabilities, with differences in standard errors.
    pub checks: Vec<Check>,
    /// The generator of a dungeon that straight halls leave in several parts.
    pub example: String,
    /// That dungeon, with straight halls and with turned ones.
    #[serde(skip)]
    pictures: [Dungeon; 2],
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Counted {
    pub width: usize,
    pub height: usize,
    /// How many dungeons were made with straight halls, and again with turned ones.
    pub dungeons: u64,
    pub connected: u64,
    /// Dungeons in which the rooms are joined exactly if the graph of rooms and halls is connected.
    pub like_graph: u64,
    pub missing: u64,
    pub narrow: u64,
    pub player_in_rock: u64,
    pub turned_connected: u64,
    pub turned_complete: u64,
}

/// A count compared with its probability.
#[derive(Serialize)]
pub struct Check {
    pub what: String,
    pub counted: u64,
    pub of: u64,
    pub probability: f64,
    /// The difference in standard errors; `None` if the outcome is certain.
    pub z: Option<f64>,
}

impl Check {
    fn new(what: String, counted: u64, of: u64, probability: f64) -> Self {
        let error = (of as f64 * probability * (1.0 - probability)).sqrt();
        let z = (error > 0.0).then(|| (counted as f64 - of as f64 * probability) / error);
        Self {
            what,
            counted,
            of,
            probability,
            z,
        }
    }
}

fn crossed(dungeon: &Dungeon) -> u16 {
    let halls = dungeon.halls().iter().enumerate();
    halls
        .filter(|(_, pieces)| !pieces.is_empty())
        .fold(0, |crossed, (border, _)| crossed | 1 << border)
}

/// The dice of a game: its generator is made by `random`, as in the game's `main`.
fn dice(game: u64) -> HaskellDice {
    HaskellDice::new(PCGen::random(&mut Pcg32::srandom(game, 0)))
}

impl Counted {
    fn play(&mut self, game: u64, dungeons: u64) -> Result<()> {
        let (width, height) = (self.width, self.height);
        let mut straight = dice(game);
        // Turned halls get other dungeons than straight ones.
        let mut turned = dice(game + GAMES);
        for _ in 0..dungeons {
            let dungeon = generate(width, height, Halls::Straight, &mut straight)?;
            let (connected, crossed) = (dungeon.connected(), crossed(&dungeon));
            self.connected += u64::from(connected);
            self.like_graph += u64::from(connected == (parts(crossed) == 1));
            self.missing += BORDERS as u64 - u64::from(crossed.count_ones());
            self.narrow += u64::from(dungeon.rooms().iter().any(is_narrow));
            self.player_in_rock += u64::from(!dungeon.grid().is_open(PLAYER.0, PLAYER.1));
            let dungeon = generate(width, height, Halls::Turned, &mut turned)?;
            self.turned_connected += u64::from(dungeon.connected());
            self.turned_complete +=
                u64::from(self::crossed(&dungeon).count_ones() == BORDERS as u32);
        }
        Ok(())
    }

    fn count((width, height): (usize, usize)) -> Result<Self> {
        let dungeons = if (width, height) == MAP {
            DUNGEONS_OF_OWN
        } else {
            DUNGEONS
        };
        let mut counted = Self {
            width,
            height,
            dungeons: GAMES * dungeons,
            ..Self::default()
        };
        for game in 0..GAMES {
            counted.play(game, dungeons)?;
        }
        Ok(counted)
    }
}

/// The first generator of the first game whose dungeon is not in one piece.
fn example() -> Result<PCGen> {
    let mut dice = dice(0);
    for _ in 0..1000 {
        let start = dice.as_gen().clone();
        if !generate(MAP.0, MAP.1, Halls::Straight, &mut dice)?.connected() {
            return Ok(start);
        }
    }
    None.ok_or(Error::Missing("a dungeon in parts, of a thousand"))
}

/// The document's map.
fn own(maps: &[Counted]) -> &Counted {
    among(maps, |counted| (counted.width, counted.height) == MAP)
}

impl Dungeons {
    pub(super) fn compute(joined: &Joined, sizes: &Sizes) -> Result<Self> {
        let maps = try_each(MAPS, Counted::count)?;
        let connected = maps.iter().zip(&joined.maps).map(|(counted, map)| {
            let what = format!("all rooms joined, {} by {}", map.width, map.height);
            Check::new(
                what,
                counted.connected,
                counted.dungeons,
                map.connected.rule.to_f64(),
            )
        });
        let own = own(&maps);
        let narrow = format!(
            "a room one tile wide or high, {} by {}",
            own.width, own.height
        );
        let narrow = Check::new(
            narrow,
            own.narrow,
            own.dungeons,
            sizes.some.narrow.rule.to_f64(),
        );
        let checks = connected.chain([narrow]).collect();
        let example = example()?;
        let made = |halls| generate(MAP.0, MAP.1, halls, &mut HaskellDice::new(example.clone()));
        let pictures = [made(Halls::Straight)?, made(Halls::Turned)?];
        Ok(Self {
            maps,
            checks,
            example: example.to_string(),
            pictures,
        })
    }

    pub(super) fn own(&self) -> &Counted {
        own(&self.maps)
    }

    pub(super) fn sum(&self, count: fn(&Counted) -> u64) -> u64 {
        self.maps.iter().map(count).sum()
    }

    /// The number of dungeons of all sizes with straight halls; there are as many with turned ones.
    pub(super) fn all(&self) -> u64 {
        self.sum(|counted| counted.dungeons)
    }

    /// The largest difference between a count and its probability, in standard errors.
    pub(super) fn largest_z(&self) -> f64 {
        self.checks
            .iter()
            .filter_map(|check| check.z)
            .map(f64::abs)
            .fold(0.0, f64::max)
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let [straight, turned] = &self.pictures;
        let own = self.own();
        let shown = rows(&self.checks, |check| {
            [
                check.what.clone(),
                grouped(check.counted),
                grouped(check.of),
                format!("{:.1}", check.of as f64 * check.probability),
                check.z.map_or_else(String::new, |z| format!("{z:.2}")),
            ]
        });
        let more = json!({
            "width": MAP.0,
            "height": MAP.1,
            "missing": BORDERS as u32 - crossed(straight).count_ones(),
            "straight": parts(crossed(straight)),
            "games": GAMES,
            "all": self.all(),
            "like_graph": self.sum(|counted| counted.like_graph),
            "shown": shown,
            "own": own,
            "unreachable": own.dungeons - own.connected,
        });
        let pictures = tiles("straight halls", straight.grid(), 10, "")
            + &tiles("turned halls", turned.grid(), 10, "");
        WORDS.beside(self, more).blocks("dungeons", [pictures])
    }

    /// The standard error, in percent, of the share of dungeons on the document's map in which the player stands in rock.
    pub(super) fn player_error(&self) -> f64 {
        let own = self.own();
        let share = to_f64(&ratio(own.player_in_rock, own.dungeons));
        100.0 * (share * (1.0 - share) / own.dungeons as f64).sqrt()
    }
}
