//! Subjects described by their users: a TOML file says which ops two programs have, and cases follow from it.

mod cases;
mod read;

pub use read::DescriptionError;

use self::read::Description;
use crate::argument::Op;
use crate::budget::Budget;
use crate::cases::Cases;
use crate::role::CaseKind;
use crate::subject::Subject;

/// A subject that two programs have in common. The texts of its ops are kept until the process ends.
#[derive(Clone, Debug)]
pub struct TomlSubject(Description);

impl TomlSubject {
    /// Reads a description in TOML; `is_taken` says which names are taken.
    ///
    /// # Errors
    /// If it is wrong: the error names the line and the key of the first fault, and what was expected.
    pub fn read(text: &str, is_taken: &dyn Fn(&str) -> bool) -> Result<Self, DescriptionError> {
        read::read(text, is_taken).map(Self)
    }
}

impl Subject for TomlSubject {
    fn name(&self) -> &str {
        &self.0.name
    }

    fn about(&self) -> &str {
        &self.0.about
    }

    fn ops(&self) -> &[Op] {
        &self.0.ops
    }

    /// Golden cases are those of the file. Edge cases have the ends and edges of all domains: one case for each way to seed,
    /// with each op in each way. A sweep walks through the domains in even steps. In each case an op that seeds comes first, if
    /// there is one.
    fn cases(&self, kind: CaseKind, budget: &Budget) -> Option<Cases> {
        let Description { ops, golden, .. } = &self.0;
        if kind == CaseKind::Golden {
            return (!golden.is_empty()).then(|| Cases::new(kind, golden.len(), golden.clone()));
        }
        cases::cases(ops, kind, budget)
    }
}
