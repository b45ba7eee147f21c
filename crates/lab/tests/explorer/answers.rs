//! What the seed explorer works out, beside what the program says.

use std::collections::HashMap;

use lockstep::diverge::{Comparison, Settings};
use rogue::atlas::Atlas;
use rogue::identities::Identities;
use rogue::inverse::{Fact, Table, residues, starts};
use rogue::tables::{POTIONS, RINGS, WANDS};
use serde_json::{Value, json};

use super::program::run;
use super::{Failed, Outcome, asset, node, script};

/// The answers of the scripts.
fn answers(questions: &Value) -> Result<Vec<Value>, Failed> {
    let assets = asset("");
    let said = node(&[&script("tools.mjs"), &assets, questions.to_string().as_ref()])?;
    match serde_json::from_str(&said.stdout) {
        Ok(Value::Array(answers)) if said.code == Some(0) => Ok(answers),
        _ => Err(said.all().into()),
    }
}

fn same(what: &str, page: &Value, program: &Value) -> Outcome {
    if page == program { Ok(()) } else { Err(format!("{what}: the page has {page}, the program {program}").into()) }
}

/// A slot of the page: potions, wands, rings and scrolls one after the other.
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
        (-5, &[(Table::Potion, "healing!=pink"), (Table::Ring, "stealth=tiger-eye")]),
        (1_700_000_000, &[(Table::Scroll, &format!("identify={title}"))]),
        (4_000_000_000, &[(Table::Wand, "slow monster=redwood"), (Table::Scroll, "create monster!='ah bar'")]),
        (7, &[(Table::Potion, "healing=pink"), (Table::Potion, "poison=pink")]),
    ];
    let questions = cases.iter().map(|(from, facts)| {
        let facts = facts.iter().map(|&(table, text)| {
            let (kind, name) = text.split_once('=').expect("a fact has one");
            let (kind, has) = kind.strip_suffix('!').map_or((kind, true), |kind| (kind, false));
            let kind = table.kinds().iter().position(|known| *known == kind).expect("a kind of the table");
            json!([slot(table, kind), name, has])
        });
        json!({ "from": from, "facts": facts.collect::<Vec<_>>() })
    });
    let answers = answers(&questions.collect())?;
    let atlas = Atlas::new();
    for (answer, (from, facts)) in answers.iter().zip(cases) {
        let parsed: Vec<_> = facts.iter().map(|&(table, text)| Fact::parse(table, text)).collect::<Result<_, _>>()?;
        let games: Vec<u16> = residues(&parsed).collect();
        same("games", &answer["games"], &json!(games))?;
        let times = starts(&games, from, from + 32_767).take(5);
        same("starts", &answer["starts"], &times.map(|time| json!([time & 0x7fff, time])).collect())?;
        let next = answer["next"].as_array().ok_or("no list of what to look at")?;
        let known = facts.iter().filter(|(_, text)| !text.contains('!')).count();
        same("slots to look at", &json!(next.len()), &json!(49 - known))?;
        // Of the first and the last one the number of games left is counted again.
        for entry in [next.first(), next.last()].into_iter().flatten().filter(|_| !games.is_empty()) {
            let slot = entry[0].as_u64().unwrap_or_default() as usize;
            let mut counts = HashMap::<String, u64>::new();
            for &game in &games {
                *counts.entry(name(&atlas.games()[usize::from(game)], slot)).or_default() += 1;
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

/// Rules, the bits of a word, n, and what `bias` is asked for if it would run too many words for a test.
const RULES: [(&str, u32, Option<u32>, Option<&str>); 14] = [
    ("w % 100", 32, None, Some("modulo")),
    ("floor(w / 2^32 * 52)", 32, None, Some("multiply-shift")),
    ("(w & 0x3fff) % n", 18, Some(100), None),
    ("w * n >> 16", 16, Some(52), None),
    ("(w >> 5) * n >> 11", 16, Some(6), None),
    ("w % 6", 3, None, None),
    ("-w + 5", 3, None, None),
    ("(w & 7) - (w >> 2)", 5, None, None),
    ("(w ^ 5) | (w >> 1)", 8, None, None),
    ("floor(w / 2^16 * 7 / 3)", 16, None, None),
    ("floor((w - 9) / 4 + 1 / 3) << 1", 6, None, None),
    ("-(w % 7) / 2 - w % 3", 10, None, None),
    ("w & 0x0f0", 12, None, None),
    ("w / 7 % 0x10 * (w % 2)", 14, None, None),
];

pub(crate) fn rules_have_the_weights_of_bias() -> Outcome {
    let question =
        |&(rule, bits, n, _): &(&str, u32, Option<u32>, Option<&str>)| json!({ "rule": rule, "bits": bits, "n": n });
    let answers = answers(&RULES.iter().map(question).collect())?;
    for (answer, (rule, bits, n, named)) in answers.iter().zip(RULES) {
        let bits = bits.to_string();
        let numbers = n.or(named.map(|name| if name == "modulo" { 100 } else { 52 })).map(|n| n.to_string());
        let mut arguments = vec!["bias", "--json", "--bits", &bits, named.unwrap_or(rule)];
        arguments.extend(numbers.iter().flat_map(|n| ["-n", n]));
        let said = run(&arguments);
        let law: Value = serde_json::from_str(&said.stdout).map_err(|error| format!("{error}: {}", said.all()))?;
        let classes = law["weights"].as_array().ok_or("no weights")?.iter();
        let mut classes: Vec<_> =
            classes.map(|class| json!([class["weight"], class["how_many"], class["numbers"]])).collect();
        classes
            .sort_by_key(|class| std::cmp::Reverse(class[0].as_str().and_then(|weight| weight.parse::<u128>().ok())));
        same(rule, &answer["classes"], &Value::Array(classes))?;
        same(rule, &answer["variation"], &law["total_variation"]["exact"])?;
    }
    refuses_what_it_cannot_count()
}

/// Nothing is rounded, and nothing runs for minutes.
fn refuses_what_it_cannot_count() -> Outcome {
    let refused = [
        ("w * w", 32, "53 bits"),
        ("w % 100 + (w >> 30)", 32, "too many"),
        ("w % n", 8, "n is"),
        ("w % 0", 8, "zero"),
        ("w % (w + 1)", 8, "constant"),
        ("w / 2 +", 8, "a number belongs here"),
        ("w 5", 8, "an operator or the end"),
        ("(w", 8, "`)`"),
        ("alert(1)", 8, "no `alert`"),
        ("w + 0.5", 8, "belongs here"),
        ("floor(w / (w + 1))", 8, "constant"),
        ("1 << 60", 8, "shift"),
        ("w", 20, "how many numbers"),
        ("w", 60, "bits"),
        ("", 8, "a number belongs here"),
    ];
    let question = |&(rule, bits, _): &(&str, u32, &str)| json!({ "rule": rule, "bits": bits });
    let outside = json!({ "rule": "w", "bits": 8, "n": 10 });
    let answers = answers(&refused.iter().map(question).chain([outside]).collect())?;
    let outside = ("w", 8, "the word 10 gives 10");
    for (answer, (rule, _, why)) in answers.iter().zip(refused.into_iter().chain([outside])) {
        if !answer["refused"].as_str().is_some_and(|refused| refused.contains(why)) {
            return Err(format!("`{rule}` should be refused: {why}; it is {answer}").into());
        }
    }
    Ok(())
}

pub(crate) fn traces_differ_where_diverge_says() -> Outcome {
    let trace = run(&["trace", "new-game", "--seed", "7"]).stdout;
    let without = |place: usize| {
        trace.lines().enumerate().filter(move |&(i, _)| i != place).map(|(_, line)| format!("{line}\r\n"))
    };
    let draws: Vec<_> = trace.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).collect();
    let changed = trace.replacen(draws[40], &draws[40].replace(" 13 ", " 12 "), 1);
    let cases: [(String, String); 8] = [
        (trace.clone(), trace.clone()),
        (trace.clone(), without(30).collect()),
        (trace.clone(), changed),
        (trace.clone(), run(&["trace", "new-game", "--seed", "8"]).stdout),
        (
            "m 0 5 - 3\nm 0 5 0xffffffff 4\nm - - -1 -1\n".into(),
            "0 x 0 5 9 3\n1 x 0 5 -1 4\n2 x 1 2 4294967295 -2\n".into(),
        ),
        ("1\n2\n-1\n".into(), "1\n2\n4294967295\n".into()),
        ("# columns: result - lo\n4 5 6\n4 5 6\n".into(), "a 6 7 - 4\nevent b\n\na 7 7 - 4\n".into()),
        ("a 0 1 - 1\na 0 1 - 0\n".into(), "a 0 1 - 1\n".into()),
    ];
    let answers = answers(&cases.iter().map(|(a, b)| json!({ "a": a, "b": b })).collect())?;
    for (place, (answer, (a, b))) in answers.iter().zip(&cases).enumerate() {
        let mut comparison = Comparison::new(a.as_bytes(), b.as_bytes(), Settings::default());
        let expected = match comparison.next_divergence()? {
            None => json!({ "agreed": comparison.tally().agreed }),
            Some(found) => {
                let fields: Vec<_> = found.fields.iter().map(|field| field.name().to_lowercase()).collect();
                json!({ "agreed": found.agreed, "lines": [found.a_line, found.b_line], "fields": fields })
            }
        };
        let mut answer = answer.clone();
        // Where a text has ended, the program names the line after its last one.
        if let (Some(lines), Some(expected)) =
            (answer.get_mut("lines").and_then(Value::as_array_mut), expected["lines"].as_array())
        {
            for (line, expected) in lines.iter_mut().zip(expected).filter(|(line, _)| line.is_null()) {
                *line = expected.clone();
            }
        }
        same(&format!("pair {place}"), &answer, &expected)?;
    }
    Ok(())
}
