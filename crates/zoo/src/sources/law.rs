//! Exact distributions over the cells of a view.

use crate::error::{Context, Result, ensure};
use exact::explore::{Branch, Limits, Rule, explore};
use exact::{BigUint, Distribution};

use super::{Kind, View};

/// The distribution of what `make` writes, over every branch of its draws.
///
/// # Errors
/// If the view does not apply, an outcome has no cell, or there are too many branches.
pub(crate) fn of_branches(
    kind: Kind,
    view: View,
    rule: &Rule,
    mut make: impl FnMut(&mut [u32], &mut Branch),
) -> Result<Distribution> {
    let mut item = vec![0; kind.width()];
    let explored = explore(rule, &Limits::default(), |draws| {
        make(&mut item, draws);
        view.cell(kind, &item)
    })?;
    // The limits allow no branch to be left out; a run that never ends is not in the distribution.
    let came = explored.distribution(explored.outcomes())?;
    let mut cells = vec![BigUint::default(); view.cells(kind).context("the view applies")?];
    for ((cell, _), numerator) in explored.probabilities().zip(came.numerators()) {
        cells[cell.context("an outcome is of the kind")?].clone_from(numerator);
    }
    Ok(Distribution::new(cells)?)
}

/// The distribution of an item drawn from these, each being equally likely; `None` if the view does not apply.
///
/// # Errors
/// If there are no items, or one is not of the kind.
pub(crate) fn of_population<'a>(
    kind: Kind,
    view: View,
    population: impl IntoIterator<Item = &'a [u32]>,
) -> Result<Option<Distribution>> {
    let Some(cells) = view.cells(kind) else {
        return Ok(None);
    };
    let mut counts = vec![0_u64; cells];
    for item in population {
        ensure!(kind.holds(item), "{item:?} is not of the kind {kind}");
        counts[view.cell(kind, item).context("an item has a cell")?] += 1;
    }
    Ok(Some(Distribution::new(
        counts.into_iter().map(BigUint::from).collect(),
    )?))
}
