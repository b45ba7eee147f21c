//! Compares the results of the seed explorer with the program's.

use std::collections::HashMap;

use rogue::atlas::Atlas;
use rogue::identities::Identities;
use rogue::inverse::{Fact, Table, residues, starts};
use rogue::tables::{POTIONS, RINGS, WANDS};
use serde_json::{Value, json};

use crate::{Failed, Outcome, asset, node, script};

/// The answers of the script.
fn answers(questions: &Value) -> Result<Vec<Value>, Failed> {
    let assets = asset("");
    let said = node(&[&script("seen.mjs"), &assets, questions.to_string().as_ref()])?;
    match serde_json::from_str(&said.stdout) {
        Ok(Value::Array(answers)) if said.code == Some(0) => Ok(answers),
        _ => Err(said.all().into()),
    }
}

fn same(what: &str, page: &Value, program: &Value) -> Outcome {
    if page == program {
        Ok(())
    } else {
        Err(format!("{what}: the page has {page}, the program {program}").into())
    }
}

/// A slot of the page: potions, wands, rings and scrolls in sequence.
fn slot(table: Table, kind: usize) -> usize {
    kind + match table {
        Table::Potion => 0,
        Table::Wand | Table::Staff => POTIONS,
        Table::Ring => POTIONS + WANDS,
        Table::Scroll => POTIONS + WANDS + RINGS,
    }
}

/// The name of a slot in a game.
fn name(game: &Identities, slot: usize) -> String {
    match slot {
        _ if slot < POTIONS => game.potion(slot).into(),
        _ if slot < POTIONS + WANDS => game.wand(slot - POTIONS).into(),
        _ if slot < POTIONS + WANDS + RINGS => game.ring(slot - POTIONS - WANDS).into(),
        _ => game.scroll(slot - POTIONS - WANDS - RINGS).to_string(),
    }
}

pub(crate) fn what_is_seen_leads_to_the_games_and_times_of_atlas_find() -> Outcome {
    let title = Identities::of_seed(12345).scroll(4).to_string();
    let cases: [(i64, &[(Table, &str)]); 6] = [
        (0, &[]),
        (1_700_000_000, &[(Table::Potion, "healing=pink")]),
        (
            -5,
            &[
                (Table::Potion, "healing!=pink"),
                (Table::Ring, "stealth=tiger-eye"),
            ],
        ),
        (
            1_700_000_000,
            &[(Table::Scroll, &format!("identify={title}"))],
        ),
        (
            4_000_000_000,
            &[
                (Table::Wand, "slow monster=redwood"),
                (Table::Scroll, "create monster!='ah bar'"),
            ],
        ),
        (
            7,
            &[
                (Table::Potion, "healing=pink"),
                (Table::Potion, "poison=pink"),
            ],
        ),
    ];
    let questions = cases.iter().map(|(from, facts)| {
        let facts = facts.iter().map(|&(table, text)| {
            let (kind, name) = text.split_once('=').expect("a fact has one");
            let (kind, has) = kind
                .strip_suffix('!')
                .map_or((kind, true), |kind| (kind, false));
            let kind = table
                .kinds()
                .iter()
                .position(|known| *known == kind)
                .expect("a kind of the table");
            json!([slot(table, kind), name, has])
        });
        json!({ "from": from, "facts": facts.collect::<Vec<_>>() })
    });
    let answers = answers(&questions.collect())?;
    let atlas = Atlas::new();
    for (answer, (from, facts)) in answers.iter().zip(cases) {
        let parsed: Vec<_> = facts
            .iter()
            .map(|&(table, text)| Fact::parse(table, text))
            .collect::<Result<_, _>>()?;
        let games: Vec<u16> = residues(&parsed).collect();
        same("games", &answer["games"], &json!(games))?;
        let times = starts(&games, from, from + 32_767).take(5);
        same(
            "starts",
            &answer["starts"],
            &times.map(|time| json!([time & 0x7fff, time])).collect(),
        )?;
        let next = answer["next"]
            .as_array()
            .ok_or("no list of what to look at")?;
        let known = facts.iter().filter(|(_, text)| !text.contains('!')).count();
        same("slots to look at", &json!(next.len()), &json!(49 - known))?;
        // For the first and the last one, the number of games left is counted again.
        for entry in [next.first(), next.last()]
            .into_iter()
            .flatten()
            .filter(|_| !games.is_empty())
        {
            let slot = entry[0].as_u64().unwrap_or_default() as usize;
            let mut counts = HashMap::<String, u64>::new();
            for &game in &games {
                *counts
                    .entry(name(&atlas.games()[usize::from(game)], slot))
                    .or_default() += 1;
            }
            same("names", &entry[1], &json!(counts.len()))?;
            let squares: u64 = counts.values().map(|count| count * count).sum();
            let expected = squares as f64 / games.len() as f64;
            same("expected", &json!(entry[2].as_f64()), &json!(expected))?;
        }
        let expected: Vec<_> = next.iter().filter_map(|entry| entry[2].as_f64()).collect();
        if !expected.is_sorted() {
            return Err("the best to look at is not first".into());
        }
    }
    Ok(())
}
