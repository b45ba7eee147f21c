//! The lines in which evidence is kept from run to run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::Evidence;

/// One run of one check: a line of JSON.
#[derive(Clone, Debug, PartialEq, serde::Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerEntry {
    /// The seed of the data. No check sees a seed twice: the product is evidence only if the data are independent.
    pub seed: u64,
    /// The check.
    pub check: String,
    /// How many draws.
    pub n: u64,
    /// The decimal logarithm of the e-value of this run.
    pub log10_e: f64,
    /// The decimal logarithm of the product over all runs of this check up to this one.
    pub log10_product: f64,
}

/// Evidence over runs: append-only lines, each held against those before it. Reading and writing the file is the
/// caller's.
///
/// ```
/// use gof::sequential::{Evidence, Ledger};
///
/// let mut ledger = Ledger::default();
/// let first = ledger.record("ranks-4", 17, 1000, Evidence::from_log10(0.5))?.to_line();
/// let second = ledger.record("ranks-4", 18, 1000, Evidence::from_log10(1.0))?.to_line();
/// assert_eq!(second, r#"{"seed":18,"check":"ranks-4","n":1000,"log10_e":1.0,"log10_product":1.5}"#);
///
/// let read = Ledger::parse(&format!("{first}\n{second}\n"))?;
/// assert_eq!(read.product("ranks-4"), Evidence::from_log10(1.5));
/// assert!(!read.product("ranks-4").at_least(1e-2));
/// # Ok::<(), gof::sequential::LedgerError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ledger {
    entries: Vec<LedgerEntry>,
    products: BTreeMap<String, f64>,
    seeds: BTreeSet<(String, u64)>,
    torn: Option<usize>,
}

/// A line that does not belong into a ledger.
#[derive(Clone, Debug, PartialEq)]
pub struct LedgerError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: LedgerFault,
}

/// What can be wrong with a line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LedgerFault {
    /// No entry at all.
    #[error("not an entry: {0}: restore the line, the ledger is append-only")]
    Malformed(String),
    /// The same data once more.
    #[error("seed {seed} was used for `{check}` before: evidence adds up only over fresh data; draw another seed")]
    SeedUsedTwice {
        /// The check.
        check: String,
        /// The seed.
        seed: u64,
    },
    /// The running product is not that of the lines before.
    #[error(
        "the product is given as 10^{given}, the lines up to here make 10^{computed}: a line is missing or changed"
    )]
    WrongProduct {
        /// As it stands there.
        given: f64,
        /// As computed.
        computed: f64,
    },
    /// An e-value of zero, which ends its process for good, or one that is not a number.
    #[error("an e-value of 10^{0} cannot be accumulated: bet on every cell that is possible, as a mixture does")]
    NotAccumulable(f64),
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ledger, line {}: {}", self.line, self.fault)
    }
}

// What is wrong is in the message: as a source it would be told twice.
impl std::error::Error for LedgerError {}

impl LedgerEntry {
    /// The line, without its newline.
    pub fn to_line(&self) -> String {
        // A string, two integers and two finite numbers always have a form in JSON.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Ledger {
    /// An infinite e-value is written as this many decimal digits: less evidence than there was, never more.
    const MOST_DIGITS: f64 = 1e6;
    /// Products are sums of logarithms, taken line by line in the same order: they agree to a few roundings.
    const ROUNDING: f64 = 1e-6;

    /// Reads lines and checks each. A last line without newline that is no entry was torn by a crash: it is left out,
    /// and [`Ledger::torn`] says where it starts.
    ///
    /// # Errors
    /// [`LedgerError`] for the first line that does not belong there.
    pub fn parse(text: &str) -> Result<Self, LedgerError> {
        let mut ledger = Self::default();
        let mut start = 0;
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let at = |fault| LedgerError { line: index + 1, fault };
            match serde_json::from_str::<LedgerEntry>(line) {
                Ok(entry) => ledger.append(entry).map_err(at)?,
                Err(_) if !line.ends_with('\n') => ledger.torn = Some(start),
                Err(error) => return Err(at(LedgerFault::Malformed(error.to_string()))),
            }
            start += line.len();
        }
        Ok(ledger)
    }

    /// Adds a run, and gives the entry to write.
    ///
    /// # Errors
    /// [`LedgerError`] if the seed was used before or the e-value is zero.
    pub fn record(&mut self, check: &str, seed: u64, n: u64, evidence: Evidence) -> Result<&LedgerEntry, LedgerError> {
        let log10_e = evidence.log10().min(Self::MOST_DIGITS);
        let log10_product = self.products.get(check).copied().unwrap_or(0.0) + log10_e;
        let line = self.entries.len() + 1;
        self.append(LedgerEntry { seed, check: check.to_owned(), n, log10_e, log10_product })
            .map_err(|fault| LedgerError { line, fault })?;
        Ok(&self.entries[line - 1])
    }

    fn append(&mut self, entry: LedgerEntry) -> Result<(), LedgerFault> {
        if !entry.log10_e.is_finite() {
            return Err(LedgerFault::NotAccumulable(entry.log10_e));
        }
        let computed = self.products.get(&entry.check).copied().unwrap_or(0.0) + entry.log10_e;
        let tolerance = Self::ROUNDING * computed.abs().max(1.0);
        if (entry.log10_product - computed).abs().partial_cmp(&tolerance).is_none_or(std::cmp::Ordering::is_gt) {
            return Err(LedgerFault::WrongProduct { given: entry.log10_product, computed });
        }
        if !self.seeds.insert((entry.check.clone(), entry.seed)) {
            return Err(LedgerFault::SeedUsedTwice { check: entry.check, seed: entry.seed });
        }
        self.products.insert(entry.check.clone(), entry.log10_product);
        self.entries.push(entry);
        Ok(())
    }

    /// All entries, in order.
    pub fn entries(&self) -> &[LedgerEntry] {
        &self.entries
    }

    /// The evidence of all runs of a check: its product.
    pub fn product(&self, check: &str) -> Evidence {
        Evidence::from_log10(self.products.get(check).copied().unwrap_or(0.0))
    }

    /// The largest product a check has had: by Ville's inequality it is ever at least `1 / alpha` under the null
    /// hypothesis with a chance of at most `alpha`.
    pub fn largest(&self, check: &str) -> Evidence {
        let products = self.entries.iter().filter(|entry| entry.check == check).map(|entry| entry.log10_product);
        Evidence::from_log10(products.fold(0.0, f64::max))
    }

    /// The checks that have entries, in the order of their names.
    pub fn checks(&self) -> impl Iterator<Item = &str> {
        self.products.keys().map(String::as_str)
    }

    /// Where, in bytes, a torn last line starts: cut the file there before appending.
    pub const fn torn(&self) -> Option<usize> {
        self.torn
    }
}
