//! `roguelab atlas`: looks up games of Rogue.

use std::path::Path;

use crate::ending::Ending;
use answers::atlas::{self, FIND_SCHEMA, FindOptions, GAME_SCHEMA, Game, Seen, time};
use anyhow::{Context as _, Result};
use clap::Args;

use super::output::{print_answer, print_data};
use crate::clock::unix_time;
use crate::files::read;

/// Find the games that fit what a player has seen, and when they start
///
/// Describe a game of Rogue by what a player has seen: --potion healing=pink, --scroll "identify='foo bar'", --wand cold=steel,
/// --staff cold=oak, --ring stealth=opal, with != for what has been ruled out, and --draw 1,100=37 for draws. The answer lists
/// which of the 32,768 games fit, and when such a game starts.
#[derive(Args)]
#[command(group(clap::ArgGroup::new("seen").multiple(true).required(true)))]
pub(super) struct FindArgs {
    /// A potion's colour
    #[arg(long, value_name = "KIND=COLOUR", group = "seen")]
    potion: Vec<String>,
    /// A scroll's title
    #[arg(long, value_name = "KIND=TITLE", group = "seen")]
    scroll: Vec<String>,
    /// A wand's material, wood or metal
    #[arg(long, value_name = "KIND=MATERIAL", group = "seen")]
    wand: Vec<String>,
    /// A staff's wood
    #[arg(long, value_name = "KIND=WOOD", group = "seen")]
    staff: Vec<String>,
    /// A ring's gem
    #[arg(long, value_name = "KIND=GEM", group = "seen")]
    ring: Vec<String>,
    /// A draw: the bounds of a `get_rand` and its result; several are consecutive draws, such as "1,100=37 1,6=3"
    #[arg(
        long,
        value_name = "X,Y=RESULT",
        allow_hyphen_values = true,
        group = "seen"
    )]
    draw: Vec<String>,
    /// How many draws came before the first one that is given
    #[arg(long, value_name = "DRAWS", default_value_t = 0)]
    skip: u32,
    /// Count --skip from the last draw of the names; how many draws the names take depends on the game
    #[arg(long)]
    after_names: bool,
    /// The draws may start at any of this many places after --skip
    #[arg(long, value_name = "PLACES", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=100_000))]
    within: u32,
    /// List starts from this time on: seconds since 1970, or 2024-05-01, 2024-05-01T20:15 or 2024-05-01T20:15+02:00; without an
    /// offset it is in UTC [default: now]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = time::read)]
    from: Option<i64>,
    /// List starts up to this time [default: when every game has started once]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = time::read)]
    to: Option<i64>,
    /// How many games and starts to list at most
    #[arg(short = 'n', long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    number: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl FindArgs {
    fn options(&self) -> FindOptions {
        FindOptions {
            seen: Seen {
                potions: self.potion.clone(),
                scrolls: self.scroll.clone(),
                wands: self.wand.clone(),
                staffs: self.staff.clone(),
                rings: self.ring.clone(),
                draws: self.draw.clone(),
            },
            skip: self.skip,
            after_names: self.after_names,
            within: self.within,
            from: self.from.unwrap_or(unix_time() as i64),
            to: self.to,
            most: self.number as usize,
        }
    }
}

pub(super) fn find(args: &FindArgs) -> Result<Ending> {
    let found = atlas::find(&args.options())?;
    print_answer(&found, FIND_SCHEMA, args.json)?;
    Ok(Ending::of(found.games > 0))
}

pub(super) fn show(seed: i32, as_json: bool) -> Result<Ending> {
    show_game(&atlas::game_of_seed(seed), as_json)
}

pub(super) fn save(file: &Path, as_json: bool) -> Result<Ending> {
    let bytes = read::bytes(file, read::SAVE)?;
    let game = atlas::game_of_save(&bytes).with_context(|| read::name(file))?;
    show_game(&game, as_json)
}

fn show_game(game: &Game, as_json: bool) -> Result<Ending> {
    print_data(game, GAME_SCHEMA, as_json)?;
    Ok(Ending::Success)
}
