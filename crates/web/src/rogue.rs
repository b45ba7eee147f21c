//! Which game of Rogue is this?

use std::fmt;

use answers::atlas::{FIND_SCHEMA, FindOptions, GAME_SCHEMA, Seen, TableNames};
use answers::atlas::{find, game_of_save, game_of_seed, table_names};
use serde::Serialize;

use crate::command::{Command, file_name, whole32};
use crate::outside::Outside;
use crate::question::{FindQuestion, GameQuestion, SaveQuestion};
use crate::reply::{Refusal, Reply};

/// The version of the JSON of a [`NameList`].
const NAMES_SCHEMA: &str = "roguelab-page-rogue-names/1";

/// Names everything in the game of a seed.
pub(crate) fn name_game(question: &GameQuestion) -> Result<Reply, Refusal> {
    let text = question.seed.0.trim();
    let Ok(seed) = text.parse::<i32>() else {
        return Err(Refusal::new(format!(
            "`{text}` is not a seed: give a C int, a whole number from {} to {}",
            i32::MIN,
            i32::MAX
        )));
    };
    let mut command = Command::new("atlas show");
    command.word(text);
    Reply::new(&game_of_seed(seed), GAME_SCHEMA, command.finish())
}

/// Names everything in the game of a save file.
pub(crate) fn read_save(question: &SaveQuestion, input: &[u8]) -> Result<Reply, Refusal> {
    let mut command = Command::new("atlas save");
    command.text(&file_name(&question.file, "rogue.save"));
    Reply::new(&game_of_save(input)?, GAME_SCHEMA, command.finish())
}

/// Finds the games that fit what was seen.
pub(crate) fn find_games(question: FindQuestion, outside: Outside<'_>) -> Result<Reply, Refusal> {
    let mut command = Command::new("atlas find");
    for (option, texts) in [
        ("--potion", &question.potion),
        ("--scroll", &question.scroll),
        ("--wand", &question.wand),
        ("--staff", &question.staff),
        ("--ring", &question.ring),
        ("--draw", &question.draw),
    ] {
        for text in texts {
            command.word(option);
            command.word(text);
        }
    }
    let from = command.option("--from", &question.from, unix_time)?;
    let most = command.option("--number", &question.number, whole32(0..=100_000))?;
    let found = find(&FindOptions {
        seen: Seen {
            potions: question.potion,
            scrolls: question.scroll,
            wands: question.wand,
            staffs: question.staff,
            rings: question.ring,
            draws: question.draw,
        },
        skip: 0,
        after_names: false,
        within: 1,
        from: from.unwrap_or(outside.now()),
        to: None,
        most: most.unwrap_or(10) as usize,
    })?;
    Reply::new(&found, FIND_SCHEMA, command.finish())
}

fn unix_time(text: &str) -> Result<i64, String> {
    text.parse()
        .map_err(|_| "give a time in seconds since 1970".to_owned())
}

/// What can be seen in a game.
#[derive(Serialize)]
struct NameList {
    tables: [TableNames; 4],
}

impl fmt::Display for NameList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for TableNames { what, kinds, names } in &self.tables {
            writeln!(f, "{what}: {}; {}", kinds.join(", "), names.join(", "))?;
        }
        Ok(())
    }
}

/// Lists what can be seen in a game.
pub(crate) fn list_names() -> Result<Reply, Refusal> {
    let tables = table_names();
    let command = "roguelab atlas find --help".to_owned();
    Reply::new(&NameList { tables }, NAMES_SCHEMA, command)
}
