//! The section of the statistical plan: every check in `fixtures/plan.toml` on its committed seeds.

use ::zoo::plan::{self, NAME, reproduce};
use anyhow::{Context as _, Result};
use cli::gate::{Check, Context, Section};

pub(crate) const SECTION: Section = Section {
    name: "statistics",
    about: "the checks of fixtures/plan.toml, declared before their data",
    run,
};

fn run(context: &Context) -> Result<Vec<Check>> {
    let text = context.read(NAME, "it is committed: take it from the repository")?;
    let plan = plan::read(&text).with_context(|| context.shown(NAME))?;
    let found = plan::run(&plan, context.tick)?;
    let mut checks = vec![Check::pass("plan", plan.header())];
    checks.extend(found.checks.iter().map(|check| {
        Check::new(check.verdict, check.name.clone(), check.why.clone())
            .in_file(context.shown(NAME))
            .reproduced_by(reproduce(&check.name))
    }));
    Ok(checks)
}
