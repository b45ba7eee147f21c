//! Which game of Rogue is this?

use answers::atlas::{FIND_SCHEMA, FindOptions, GAME_SCHEMA, Seen};
use answers::atlas::{find, game_of_save, game_of_seed, time};

use crate::command::{Command, file_name, whole32};
use crate::outside::Outside;
use crate::question::{FindQuestion, GameQuestion, SaveQuestion};
use crate::reply::{Refusal, Reply};

/// Names everything in the game of a seed.
pub(crate) fn name_game(question: &GameQuestion) -> Result<Reply, Refusal> {
    let text = question.seed.0.trim();
    let Ok(seed) = text.parse::<i32>() else {
        return Err(Refusal(format!(
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
    command.text(&file_name(&question.file));
    Reply::new(&game_of_save(input)?, GAME_SCHEMA, command.finish())
}

/// Finds the games that fit what was seen.
pub(crate) fn find_games(question: FindQuestion, outside: Outside) -> Result<Reply, Refusal> {
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
    let from = command.option("--from", &question.from, time::read)?;
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
