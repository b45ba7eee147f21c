//! The arguments about a game; a misspelling is answered with the nearest names.

use anyhow::{Result, anyhow};
use rogue::inverse::{Drawn, Fact, FactError, Table};

use super::{FindArgs, nearest, shortened};

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
    anyhow!("{about}: {error}; the nearest are: {}", nearest.join(", "))
}

pub(super) fn draws(args: &FindArgs) -> Result<Vec<Drawn>> {
    if args
        .draws
        .as_ref()
        .is_some_and(|draws| draws.trim().is_empty())
    {
        return Err(anyhow!(
            "--draws: there are no draws; give X,Y=RESULT, as 1,100=37"
        ));
    }
    let all = args.draws.iter().flat_map(|draws| draws.split_whitespace());
    all.chain(args.draw.iter().map(String::as_str))
        .map(draw)
        .collect()
}

fn draw(text: &str) -> Result<Drawn> {
    let form = || {
        anyhow!(
            "`{}` is not a draw: give X,Y=RESULT, as 1,100=37",
            shortened(text)
        )
    };
    let (bounds, result) = text.split_once([':', '=']).ok_or_else(form)?;
    let (x, y) = bounds.split_once(',').ok_or_else(form)?;
    let number = |text: &str| text.trim().parse::<i32>().map_err(|_| form());
    Ok(Drawn::new(number(x)?, number(y)?, number(result)?)?)
}
