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
    pub narrow: u64,
    pub player_in_rock: u64,
    pub turned_connected: u64,
    pub turned_complete: u64,
}

/// A count compared with its probability.
#[derive(Serialize)]
pub struct Check {
    pub counted: u64,
    pub of: u64,
    pub probability: f64,
    /// The difference in standard errors; `None` if the outcome is certain.
    pub z: Option<f64>,
}

impl Check {
    fn new(counted: u64, of: u64, probability: f64) -> Self {
        let error = (of as f64 * probability * (1.0 - probability)).sqrt();
        let z = (error > 0.0).then(|| (counted as f64 - of as f64 * probability) / error);
        Self {
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

/// The document's map.
fn own(maps: &[Counted]) -> &Counted {
    first_where(maps, |counted| (counted.width, counted.height) == MAP)
}

impl Dungeons {
    pub(super) fn compute(joined: &Joined, sizes: &Sizes) -> Result<Self> {
        let maps = try_parallel_map(MAPS, Counted::count)?;
        let mut checks = Vec::new();
        for (counted, map) in maps.iter().zip(&joined.maps) {
            checks.push(Check::new(
                counted.connected,
                counted.dungeons,
                map.connected.rule.to_f64(),
            ));
        }
        let own = own(&maps);
        checks.push(Check::new(
            own.narrow,
            own.dungeons,
            sizes.some.narrow.rule.to_f64(),
        ));
        Ok(Self { maps, checks })
    }

    pub(super) fn own(&self) -> &Counted {
        own(&self.maps)
    }

    /// The number of dungeons of all sizes with straight halls; there are as many with turned ones.
    pub(super) fn dungeons(&self) -> u64 {
        self.maps.iter().map(|counted| counted.dungeons).sum()
    }

    /// How many dungeons of all sizes with turned halls are in one piece.
    pub(super) fn turned_connected(&self) -> u64 {
        self.maps
            .iter()
            .map(|counted| counted.turned_connected)
            .sum()
    }

    /// The largest difference between a count and its probability, in standard errors.
    pub(super) fn largest_z(&self) -> f64 {
        self.checks
            .iter()
            .filter_map(|check| check.z)
            .map(f64::abs)
            .fold(0.0, f64::max)
    }

    /// The standard error, in percent, of the share of dungeons on the document's map in which the player stands in rock.
    pub(super) fn player_error(&self) -> f64 {
        let own = self.own();
        let share = to_f64(&ratio(own.player_in_rock, own.dungeons));
        100.0 * (share * (1.0 - share) / own.dungeons as f64).sqrt()
    }
}
