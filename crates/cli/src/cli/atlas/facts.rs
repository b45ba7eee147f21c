//! The arguments that describe a game; a misspelled name is answered with the nearest ones.

use anyhow::{Result, anyhow};
use lockstep::nearest;
use rogue::inverse::{Drawn, Fact, FactError, Table};

use super::FindArgs;

pub(super) fn facts(args: &FindArgs) -> Result<Vec<Fact>> {
    let given = [
        (Table::Potion, &args.potion),
        (Table::Scroll, &args.scroll),
        (Table::Wand, &args.wand),
        (Table::Staff, &args.staff),
        (Table::Ring, &args.ring),
    ];
    let texts = given
        .into_iter()
        .flat_map(|(table, texts)| texts.iter().map(move |text| (table, text)));
    texts
        .map(|(table, text)| Fact::parse(table, text).map_err(|error| explained(table, error)))
        .collect()
}

fn explained(table: Table, error: FactError) -> anyhow::Error {
    let about = format!("--{}", table.name());
    let nearest = match &error {
        FactError::Unknown { given, known, .. } => nearest(given, known.to_vec()),
        _ => return anyhow!(error).context(about),
    };
    anyhow!(
        "{about}: {error}; the nearest are: {}",
        nearest[..3].join(", ")
    )
}

pub(super) fn draws(args: &FindArgs) -> Result<Vec<Drawn>> {
    let all = args.draw.iter().flat_map(|text| {
        // An empty text is refused, since it is no draw.
        let first = Some(text.as_str()).filter(|text| text.trim().is_empty());
        first.into_iter().chain(text.split_whitespace())
    });
    all.map(draw).collect()
}

fn draw(text: &str) -> Result<Drawn> {
    let form = || {
        anyhow!(
            "`{}` is not a draw: give X,Y=RESULT, such as 1,100=37",
            lockstep::shown(text, 40)
        )
    };
    let (bounds, result) = text.split_once([':', '=']).ok_or_else(form)?;
    let (x, y) = bounds.split_once(',').ok_or_else(form)?;
    let number = |text: &str| text.trim().parse::<i32>().map_err(|_| form());
    Ok(Drawn::new(number(x)?, number(y)?, number(result)?)?)
}
