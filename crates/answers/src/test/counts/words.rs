//! The judgement of counts in English.

use std::fmt;

use gof::observed::Evidence;
use gof::{Reference, Tail};

use super::super::words::{
    describe_evidence, describe_excluded, describe_pooled, format_p, verdict_line,
};
use super::{CountedItems, CountsReport, ExpectedLaw, Simulations, Statistic, Worst};
use crate::number::counted;

impl fmt::Display for CountsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let p = self.outcome.p;
        let evidence = self.evidence_at_alpha();
        let verdict = verdict_line(self.verdict, evidence, p.two_sided());
        if f.alternate() {
            return f.write_str(&verdict);
        }
        writeln!(f, "{}", self.counts)?;
        let (place, upper, lower) = match self.counts {
            CountedItems::Values { runs: 2.., .. } => {
                (" in a run", "as uneven or more", "as even or more")
            }
            CountedItems::Values { .. } => ("", "as uneven or more", "as even or more"),
            CountedItems::Event { .. } => ("", "as often or more", "as rarely or more"),
        };
        for group in &self.pooled_names {
            writeln!(f, "{}", describe_pooled(group, place))?;
        }
        writeln!(
            f,
            "{}: p {} ({upper}), {} ({lower}), {} two-sided",
            self.statistic,
            format_p(p.upper()),
            format_p(p.lower()),
            format_p(p.two_sided())
        )?;
        if let Some(simulations) = &self.simulations {
            writeln!(f, "{simulations}")?;
        }
        writeln!(f, "farthest off: {}", self.worst)?;
        let decide = self.items_to_decide;
        writeln!(f, "{}", describe_evidence(evidence, p.two_sided(), decide))?;
        if let Some(excluded) = &self.excluded
            && evidence != Evidence::Strong
        {
            writeln!(f, "{}", describe_excluded(excluded))?;
        }
        writeln!(f, "{verdict}")
    }
}

impl fmt::Display for CountedItems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Values {
                items,
                runs,
                values,
                expected,
                drawn,
            } => {
                match runs {
                    1 => write!(f, "{} of {values} values, ", counted(items, "item"))?,
                    _ => write!(f, "{items} items in {runs} runs, of {values} values, ")?,
                }
                match expected {
                    ExpectedLaw::Equal => f.write_str("all equally likely")?,
                    ExpectedLaw::Weights { given, .. } => write!(f, "with the weights {given}")?,
                    ExpectedLaw::Dice { dice, sides, .. } => {
                        write!(f, "the sums of {dice}d{sides}")?;
                    }
                }
                match drawn {
                    Some(drawn) => write!(f, ", {drawn} different ones in each draw"),
                    None => Ok(()),
                }
            }
            Self::Event {
                hits,
                tries,
                chance,
            } => {
                let noun = if *tries == 1 { "try" } else { "tries" };
                write!(
                    f,
                    "{hits} of {tries} {noun}, with a chance of {chance} each"
                )
            }
        }
    }
}

impl fmt::Display for Simulations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number;
        if let Some(error) = self.standard_error {
            let error = format_p(Tail::new(error));
            return write!(
                f,
                "The p-values are estimates, from {number} simulated tables: the two-sided one has a standard error of {error}."
            );
        }
        if self.is_value_alone {
            return write!(
                f,
                "None of {number} simulated tables is as uneven: the p-value is that of one value alone, exactly, times the number of values."
            );
        }
        if self.none_as_uneven {
            return write!(
                f,
                "None of {number} simulated tables is as uneven: the p-value is the least that so many can show."
            );
        }
        write!(
            f,
            "The p-value of each run is an estimate, from {number} simulated tables, or that of one value alone if none is as uneven."
        )
    }
}

impl fmt::Display for Statistic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::ChiSquare {
            value,
            law,
            has_several_runs,
            has_pooled,
        } = self
        else {
            return f.write_str("binomial, exactly");
        };
        write!(f, "chi-square {value:.3}")?;
        match law {
            Reference::ChiSquare { freedom: 1 } => f.write_str(" with 1 degree of freedom")?,
            Reference::ChiSquare { freedom } => write!(f, " with {freedom} degrees of freedom")?,
            Reference::Convolved { freedom } => {
                write!(f, " with {freedom} degrees of freedom, exactly")?;
            }
            Reference::Simulated { .. } => f.write_str(", by simulations")?,
            Reference::TwoCells { .. } => f.write_str(", by the exact binomial law")?,
            _ => f.write_str(", exactly, among all counts of so few items")?,
        }
        if *has_several_runs {
            f.write_str(", of all runs together")?;
        }
        if *has_pooled {
            f.write_str(", and each pooled value alone")?;
        }
        Ok(())
    }
}

impl fmt::Display for Worst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value {
                value,
                name,
                values,
                count,
                expected,
            } => {
                match name {
                    Some(name) => write!(f, "{name}")?,
                    None => write!(f, "value {value} of {values}")?,
                }
                write!(f, " came {}", counted(count, "time"))?;
                if *expected > 0.0 {
                    write!(f, " instead of {expected:.1}")
                } else {
                    f.write_str(", though its weight is 0")
                }
            }
            Self::Event {
                hits,
                expected,
                least,
                most,
            } => write!(
                f,
                "it came {} instead of {expected:.1}; the chance is from {} to {}, with a confidence of 95 %",
                counted(hits, "time"),
                format_p(Tail::new(*least)),
                format_p(Tail::new(*most))
            ),
        }
    }
}
