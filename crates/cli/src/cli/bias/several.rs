//! `roguelab bias` for a rule that takes several words.

use std::fmt::Write as _;
use std::io::Write as _;

use ::scan::several::Rule;
use anyhow::{Result, bail};
use exact::BigRational;
use exact::rational::{decimal, scientific, to_f64};
use gof::Verdict;
use lockstep::escaped;
use serde_json::json;

use super::super::output::{Output, counted, print_json};
use super::{BiasArgs, count, show};
use crate::bias::several::{Joined, Known, Row};
use crate::bias::{Draws, shown, words_of};
use answers::table::table;

/// The version of the document, which changes whenever a field changes its meaning or is removed.
const SCHEMA: &str = "roguelab-bias-several/1";

/// How the law of one draw, or of a chain of tries, was found.
const MARKS: [&str; 2] = [
    "exact: the laws of the parts, each of a word of its own, joined",
    "exact: a chain of tries, the chance of each from the laws of the parts, joined",
];

pub(super) fn run(text: &str, args: &BiasArgs) -> Result<Verdict> {
    if args.n.is_some() {
        bail!("a rule of several words or with a comparison cannot use n: write the number itself");
    }
    let bits = args.bits.unwrap_or(32);
    let law = |formula: &str| {
        let law = count(formula, bits, None)?;
        Ok(law.map(|law| (law.first..).zip(law.counts).collect()))
    };
    let joined = match args.pity {
        Some(most) => Joined::tries(text, most, bits, &law)?,
        None => Joined::new(&Rule::parse(text)?, bits, &mut Known::default(), &law)?,
    };
    let Some(joined) = joined else {
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

const fn mark(args: &BiasArgs) -> &'static str {
    MARKS[args.pity.is_some() as usize]
}

fn shown_as_text(text: &str, bits: u32, joined: &Joined, draws: &Draws, args: &BiasArgs) -> String {
    let rows = &joined.rows;
    let mut page = format!(
        "{}: {}\n{}\n",
        escaped(text.trim()),
        words_of(bits),
        mark(args)
    );
    for (word, formula, numbers) in &joined.parts {
        let _ = writeln!(
            page,
            "  {word}: {}, {}",
            escaped(formula),
            counted(numbers, "number")
        );
    }
    let mut table = table(
        &[
            if args.pity.is_some() { "try" } else { "number" },
            "chance",
            "with fair parts",
            "against that",
        ],
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
    let mut line = |name: &str, value: String| {
        let _ = writeln!(page, "{name:<18} {value}");
    };
    line("total variation", shown(&joined.total_variation()));
    let [mean, fair] = joined.means();
    let beside = |a: &BigRational, b: &BigRational| {
        format!("{} ({} with fair parts)", decimal(a, 6), decimal(b, 6))
    };
    line("mean", beside(&mean, &fair));
    if args.pity.is_some() {
        line("hits a try", beside(&mean.recip(), &fair.recip()));
    }
    if let Some(rejected) = &joined.rejected {
        line("drawn again", format!("with chance {}", shown(rejected)));
    }
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
        "mark": mark(args),
        "parts": joined.parts.iter().map(part).collect::<Vec<_>>(),
        "numbers": joined.rows.iter().map(row).collect::<Vec<_>>(),
        "total_variation": show::fraction(&joined.total_variation()),
        "mean": show::fraction(&joined.means()[0]),
        "drawn_again": joined.rejected.as_ref().map(show::fraction),
        "draws_to_notice": show::noticed_json(draws, args),
    })
}
