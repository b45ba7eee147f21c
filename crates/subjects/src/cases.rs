//! The cases of a subject with ops of its own are made by functions in its module `cases`.

use lockstep::{Budget, CaseKind, Cases, Chooser, NamedCase};

use crate::dice::DiceRule;

/// The ops of one case.
pub(crate) type Case = Vec<String>;

/// The functions that make the cases of a subject.
pub(crate) struct CaseMakers {
    pub(crate) golden: fn() -> Vec<Case>,
    pub(crate) edge: fn() -> Vec<Case>,
    pub(crate) sweep: Option<fn() -> Vec<Case>>,
    pub(crate) random: fn(&mut Chooser) -> Case,
    pub(crate) exhaustive: Option<fn() -> Vec<Case>>,
    /// The cases of the vector pack.
    pub(crate) vectors: fn() -> Vec<NamedCase>,
}

/// Whether programs can be compared here. In WebAssembly they cannot, and cases would be a twentieth of the page.
pub(crate) const COMPARES: bool = !cfg!(target_family = "wasm");

impl CaseMakers {
    /// The cases of a kind, if the subject has any.
    pub(crate) fn cases(&self, kind: CaseKind, budget: &Budget) -> Option<Cases> {
        if !COMPARES {
            return None;
        }
        let make = match kind {
            CaseKind::Golden => self.golden,
            CaseKind::Edge => self.edge,
            CaseKind::Sweep => self.sweep?,
            CaseKind::Random => return Some(Cases::random(budget, self.random)),
            CaseKind::Exhaustive => self.exhaustive?,
        };
        let cases = make();
        Some(Cases::new(kind, cases.len(), cases))
    }

    /// The cases of the vector pack.
    pub(crate) fn vectors(&self) -> Vec<NamedCase> {
        if !COMPARES {
            return Vec::new();
        }
        (self.vectors)()
    }
}

/// Seeds at the ends of an `int` and of 16 bits, and one such as the clock gives.
pub(crate) const SIGNED_SEEDS: [i32; 9] = [
    0,
    1,
    -1,
    i32::MIN,
    i32::MAX,
    32767,
    32768,
    -32768,
    1_700_000_000,
];

/// Seeds the dice in any way.
pub(crate) fn random_dice_seeding(chooser: &mut Chooser) -> String {
    let rule = chooser.pick(DiceRule::ALL);
    let (initstate, initseq) = (chooser.next_u64(), chooser.next_u64());
    format!("srandom {initstate} {initseq} {rule}")
}
