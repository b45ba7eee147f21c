//! Reports in English.

use std::collections::BTreeSet;
use std::fmt;

use gof::observed::Evidence;
use gof::{Reference, Tail, Verdict};

use super::findings::Finding;
use super::judgement::{Effect, STRONG};
use super::report::{End, Report};
use super::source::Items;
use crate::number::counted;
use crate::table::table;

/// What is said of a PASS if no kind was given.
const ASSUMED: &str = "Without --kind these are words of 32 bits: if the generator makes others, or writes the high byte first, give \
    --kind u64, u16 or u8, or --endian big, and more is seen.";

/// How many looks are in one table.
const LOOKS_IN_TABLE: usize = 10;

/// How many values are listed at most.
const SHOWN: usize = 12;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return f.write_str(&self.verdict_line());
        }
        self.describe_input(f)?;
        self.describe_tests(f)?;
        self.describe_end(f)?;
        for group in self.pooled.iter().flatten() {
            let values: Vec<String> = group.iter().map(usize::to_string).collect();
            writeln!(f, "{}", describe_pooled(&values, ""))?;
        }
        writeln!(f, "{}", self.verdict_line())?;
        if let Some(fact) = &self.fact {
            writeln!(f, "{fact}")?;
        }
        self.describe_findings(f)?;
        if let Some(origin) = &self.origin {
            writeln!(f, "{origin}")?;
        }
        if let Some(note) = &self.input.note {
            writeln!(f, "note: {note}")?;
        }
        if self.verdict == Verdict::Pass {
            self.describe_pass(f)?;
        }
        self.describe_missing(f)?;
        if let (Verdict::Fail, Some(again)) = (self.verdict, &self.again) {
            writeln!(f, "again, with the same input: {again}")?;
        }
        Ok(())
    }
}

impl Report {
    fn verdict_line(&self) -> String {
        match self.judgement().strongest() {
            Some(strongest) => verdict_line(self.verdict, strongest.evidence, strongest.p),
            None => self.verdict.to_string(),
        }
    }

    /// How many looks there were at the test that had the most.
    fn looks(&self) -> u64 {
        let looks = self.findings.rows.iter().map(|row| row.looks);
        looks.max().unwrap_or(0)
    }

    fn describe_input(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let input = &self.input;
        writeln!(
            f,
            "{} from {}: {}, {}",
            counted(input.items, "item"),
            input.origin.shown,
            input.what,
            counted(input.bytes, "byte")
        )?;
        let spent = if self.looks() <= 1 && self.end != End::Failed {
            "one look"
        } else {
            "looks at doublings, of which the j-th at a test has the share 1/(j (j + 1)) of its alpha"
        };
        writeln!(
            f,
            "The chance of any false alarm in this run is at most {:e} (Holm over {}, two-sided; {spent}).\n",
            self.alpha,
            counted(self.findings.rows.len(), "test")
        )
    }

    fn describe_tests(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = [
            "test",
            "items",
            "statistic",
            "degrees of freedom",
            "p lower",
            "p upper",
            "p",
            "p, all looks",
            "verdict",
        ];
        let mut table = table(&header, 1..8);
        for finding in &self.findings.rows {
            table.add_row(finding.cells());
        }
        writeln!(f, "{}\n", table.trim_fmt())?;
        self.describe_looks(f)
    }

    /// The p-values of all looks, if they are asked for, in tables that are not too wide.
    fn describe_looks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = &self.findings.rows;
        let looks = rows.iter().flat_map(|row| &row.p_values);
        let looks: BTreeSet<u64> = looks.map(|look| look.look_at).collect();
        for looks in Vec::from_iter(looks).chunks(LOOKS_IN_TABLE) {
            let mut head = vec!["p after items".to_owned()];
            head.extend(looks.iter().map(u64::to_string));
            let head: Vec<&str> = head.iter().map(String::as_str).collect();
            let mut table = table(&head, 1..head.len());
            for row in rows {
                let mut cells = vec![row.test.clone()];
                for items in looks {
                    let mut at_look = row.p_values.iter().filter(|look| look.look_at == *items);
                    cells.push(
                        at_look
                            .next()
                            .map_or("-".to_owned(), |look| format_p(look.p)),
                    );
                }
                table.add_row(cells);
            }
            writeln!(f, "{}\n", table.trim_fmt())?;
        }
        Ok(())
    }

    fn describe_end(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let items = self.input.items;
        match self.end {
            End::Whole => Ok(()),
            End::Failed => {
                let are_lists = matches!(self.items, Some(Items::Permutations { .. }));
                let more = if are_lists && self.fact.is_none() {
                    ", and may tell which known shuffle it is"
                } else {
                    ""
                };
                writeln!(
                    f,
                    "Stopped at the look at {}, as a test fails; --keep-going reads on{more}.",
                    counted(items, "item")
                )
            }
            End::Stopped if self.looks() > 1 || self.was_decided_before(items) => writeln!(
                f,
                "Stopped by Ctrl-C: the verdicts are those of the last look; what came after it is not judged."
            ),
            End::Stopped => writeln!(
                f,
                "Stopped by Ctrl-C: the chance above holds for a length that is fixed beforehand; give --limit."
            ),
        }
    }

    /// Whether a p-value arose at an earlier look.
    fn was_decided_before(&self, items: u64) -> bool {
        let mut overall = self.findings.rows.iter().filter_map(|row| row.overall);
        overall.any(|overall| overall.look_at < items)
    }

    /// What the notable tests found.
    fn describe_findings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let notable = self.judgement().notable();
        for finding in &notable.findings {
            if let Some(worst) = &finding.worst {
                writeln!(f, "{}: {worst}", finding.test)?;
            }
        }
        if !notable.by_frequency.is_empty() {
            let names: Vec<&str> = notable.by_frequency.iter().map(|row| &*row.test).collect();
            writeln!(
                f,
                "{}: no more than the frequencies alone may cause",
                names.join(", ")
            )?;
        }
        let are_values_named =
            !notable.findings.is_empty() || self.pooled.iter().flatten().count() > 0;
        match self.items {
            Some(Items::Values { base, .. }) if base > 0 && are_values_named => {
                writeln!(f, "(the tests count from 0: value 0 is {base})")
            }
            _ => Ok(()),
        }
    }

    /// What a PASS means, and what it excludes.
    fn describe_pass(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(strongest) = self.judgement().strongest() {
            let decide = self.items_to_decide;
            writeln!(
                f,
                "{}",
                describe_evidence(strongest.evidence, strongest.p, decide)
            )?;
        }
        if let Some(Items::Words {
            is_assumed: true, ..
        }) = self.items
        {
            writeln!(f, "{ASSUMED}")?;
        }
        if let Some(excluded) = &self.excluded {
            writeln!(f, "{}", describe_excluded(excluded))?;
        }
        Ok(())
    }

    /// How many items are missing, if any.
    fn describe_missing(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = &self.findings.rows;
        let mut short: Vec<u64> = rows.iter().map(Finding::more).collect();
        short.retain(|more| *more > 0);
        let (Some(least), Some(most)) = (short.iter().min(), short.iter().max()) else {
            return Ok(());
        };
        if self.end == End::Failed {
            return Ok(());
        }
        let all = format!("{most} more needed, {} in all", self.input.items + most);
        let tests = rows.len();
        if short.len() < tests {
            write!(
                f,
                "too few items for {} of {tests} tests: {all}",
                short.len()
            )?;
        } else if least == most {
            write!(f, "too few items: {all}")?;
        } else {
            write!(
                f,
                "too few items: {least} more for a first test; for all {tests}, {all}"
            )?;
        }
        writeln!(f, " (--list says what each needs)")
    }
}

impl Finding {
    /// The cells of the table.
    fn cells(&self) -> [String; 9] {
        let mut cells = std::array::from_fn(|_| "-".to_owned());
        cells[0].clone_from(&self.test);
        cells[1] = self.read.to_string();
        if let Ok(outcome) = &self.outcome {
            cells[2] = format_statistic(outcome.statistic);
            cells[3] = format_freedom(outcome.reference);
            cells[4] = format_p(outcome.p.lower());
            cells[5] = format_p(outcome.p.upper());
        }
        if let Some(p) = self.p() {
            cells[6] = format_p(p);
        }
        if let Some(overall) = self.overall {
            cells[7] = format_p(overall.p);
        }
        cells[8] = self.verdict_in_table();
        cells
    }

    fn verdict_in_table(&self) -> String {
        let verdict = self.verdict;
        match (&self.outcome, self.overall) {
            // The row shows the last look.
            (_, Some(overall)) if verdict == Verdict::Fail && overall.look_at < self.items => {
                format!("FAIL at {} items", overall.look_at)
            }
            (Err(_), _) if verdict != Verdict::Fail && self.more() > 0 => {
                format!("{verdict}: needs {} more", self.more())
            }
            (Err(error), _) if verdict != Verdict::Fail => format!("{verdict}: {error}"),
            _ => verdict.to_string(),
        }
    }
}

/// A p-value, or its decimal logarithm if it is too small for a double.
pub(super) fn format_p(p: Tail) -> String {
    match p.value() {
        value if value >= 1e-3 => format!("{value:.4}"),
        value if value >= f64::MIN_POSITIVE => format!("{value:.2e}"),
        _ if p.log10().is_finite() => format!("10^{:.1}", p.log10()),
        _ => "0".into(),
    }
}

fn format_statistic(value: f64) -> String {
    if value.abs() < 1e7 {
        format!("{value:.3}")
    } else {
        format!("{value:.3e}")
    }
}

/// The degrees of freedom, or the distribution if it has no such parameter.
fn format_freedom(reference: Reference) -> String {
    match reference {
        Reference::ChiSquare { freedom } => freedom.to_string(),
        Reference::Exact { outcomes } => format!("exact, {outcomes} outcomes"),
        Reference::Kolmogorov { .. } => "Kolmogorov".into(),
        Reference::Poisson { mean } => format!("Poisson, mean {}", format_statistic(mean)),
        Reference::Binomial { trials, chance } | Reference::TwoCells { trials, chance } => {
            format!("binomial, {trials} of {}", (chance * 1e6).round() / 1e6)
        }
        Reference::NegativeBinomial { successes, chance } => {
            format!("negative binomial, {successes} of {chance}")
        }
        Reference::Farthest { counts } => format!("farthest of {counts}"),
        _ => "-".into(),
    }
}

/// The verdict of a source or of counts, with the evidence if a PASS is unusual.
pub(super) fn verdict_line(verdict: Verdict, evidence: Evidence, p: Tail) -> String {
    if verdict != Verdict::Pass || evidence != Evidence::Weak {
        return verdict.to_string();
    }
    format!("{verdict} (unusual: {})", describe_rarity(p))
}

/// How rare a fair run is that is as far out.
fn describe_rarity(p: Tail) -> String {
    format!(
        "one fair run in {} is as far out",
        round_runs(1.0 / p.value())
    )
}

/// A number of runs, of which three digits are enough.
pub(super) fn round_runs(runs: f64) -> f64 {
    let unit = 10_f64.powf((runs.log10() - 2.0).floor()).max(1.0);
    (runs / unit).round() * unit
}

/// The excluded effects, in a sentence.
pub(super) fn describe_excluded(excluded: &Effect) -> String {
    format!("With so many items, {excluded} would fail about nine times in ten.")
}

/// The evidence in words, and how many new items would decide. Judged together with those that were seen they would be another
/// look, for which the chance of a false alarm does not allow.
pub(super) fn describe_evidence(evidence: Evidence, p: Tail, decide: Option<u64>) -> String {
    match (evidence, decide) {
        (Evidence::Nothing, _) => {
            "Nothing is unusual: more than one fair run in a hundred is as far out.".into()
        }
        (Evidence::Weak, Some(items)) => format!(
            "The evidence is weak: about {items} new items, judged without these, would decide it, if they come in the same proportions."
        ),
        (Evidence::Weak, None) => {
            "The evidence is weak: new items, judged without these, would decide it.".into()
        }
        (Evidence::Strong, _) if p.value() > STRONG => {
            format!("It fails at this --alpha, but {}.", describe_rarity(p))
        }
        (Evidence::Strong, _) => "The evidence is strong.".into(),
    }
}

/// Some values, by their names, that are counted as one.
pub(super) fn describe_pooled(group: &[String], place: &str) -> String {
    let shown: Vec<&str> = group.iter().take(SHOWN).map(String::as_str).collect();
    let more = match group.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(
        "values {}{more} are counted as one{place}, because at least one of them expects fewer than 5; each is judged alone as well",
        shown.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_p_value_is_shown_at_any_size() {
        let shown = [
            (0.25, "0.2500"),
            (1.0, "1.0000"),
            (1e-3, "0.0010"),
            (2.5e-7, "2.50e-7"),
            (0.0, "0"),
        ];
        for (value, text) in shown {
            assert_eq!(format_p(Tail::new(value)), text);
        }
        assert_eq!(
            format_p(Tail::from_ln(-1000.0 * std::f64::consts::LN_10)),
            "10^-1000.0"
        );
    }
}
