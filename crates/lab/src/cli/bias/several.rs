//! `roguelab bias` of a rule of several words.

use std::fmt::Write as _;
use std::io::Write as _;

use ::scan::several::Rule;
use anyhow::{Result, bail};
use exact::rational::{scientific, to_f64};
use lockstep::escaped;
use serde_json::json;

use super::super::Verdict;
use super::super::output::{Output, print_json};
use super::{BiasArgs, counted, show};
use crate::bias::several::{Joined, Row};
use crate::bias::{Draws, shown};
use crate::table::table;

/// The version of the document: it changes whenever a field changes its meaning or goes.
const SCHEMA: &str = "roguelab-bias-several/1";

const MARK: &str = "exact: the laws of the parts, each of a word of its own, joined";

pub(super) fn run(text: &str, args: &BiasArgs) -> Result<Verdict> {
    if args.n.is_some() {
        bail!("a rule of several words, or with a comparison, has no n: write the number");
    }
    if args.svg.is_some() {
        bail!("--svg draws rules of one word alone");
    }
    let bits = args.bits.unwrap_or(32);
    let law = |formula: &str| {
        let law = counted(formula, bits, None)?;
        Ok(law.map(|law| (law.first..).zip(law.counts).collect()))
    };
    let Some(joined) = Joined::new(&Rule::parse(text)?, bits, law)? else {
        return Ok(crate::interrupt::stopped());
    };
    let draws = joined.draws(args.alpha, args.power)?;
    if args.json {
        print_json(SCHEMA, document(text, bits, &joined, &draws, args))?;
    } else {
        writeln!(
            Output::new(),
            "{}",
            shown_as_text(text, bits, &joined, &draws, args)
        )?;
    }
    Ok(Verdict::Pass)
}

fn shown_as_text(text: &str, bits: u32, joined: &Joined, draws: &Draws, args: &BiasArgs) -> String {
    let rows = &joined.rows;
    let mut page = format!("{}: words of {bits} bits\n{MARK}\n", escaped(text.trim()));
    for (word, formula, numbers) in &joined.parts {
        let _ = writeln!(page, "  {word}: {}, {numbers} numbers", escaped(formula));
    }
    let mut table = table(
        &["number", "chance", "with fair parts", "against that"],
        0..4,
    );
    let ends = show::ends(rows.len(), args.all);
    for (i, row) in rows.iter().enumerate() {
        if i < ends || i >= rows.len() - ends {
            table.add_row([
                row.number.to_string(),
                scientific(&row.chance, 6),
                scientific(&row.fair, 6),
                format!("{:+.4e}", to_f64(&row.excess())),
            ]);
        } else if i == ends {
            table.add_row([format!("... {} more", rows.len() - 2 * ends)]);
        }
    }
    let _ = writeln!(page, "\n{}\n", table.trim_fmt());
    let _ = writeln!(
        page,
        "{:<18} {}",
        "total variation",
        shown(&joined.total_variation())
    );
    page + &show::noticed(draws, args)
}

fn document(
    text: &str,
    bits: u32,
    joined: &Joined,
    draws: &Draws,
    args: &BiasArgs,
) -> serde_json::Value {
    let part = |(word, formula, numbers): &(String, String, usize)| json!({ "word": word, "formula": formula, "numbers": numbers });
    let row = |row: &Row| {
        json!({
            "number": row.number,
            "chance": show::fraction(&row.chance),
            "with_fair_parts": show::fraction(&row.fair),
        })
    };
    json!({
        "what": text.trim(),
        "bits": bits,
        "mark": MARK,
        "parts": joined.parts.iter().map(part).collect::<Vec<_>>(),
        "numbers": joined.rows.iter().map(row).collect::<Vec<_>>(),
        "total_variation": show::fraction(&joined.total_variation()),
        "draws_to_notice": show::noticed_json(draws, args),
    })
}
