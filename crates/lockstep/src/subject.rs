//! Subjects: the things that are compared.

use crate::argument::Op;
use crate::budget::Budget;
use crate::cases::{Cases, NamedCase};
use crate::operation::{ParseOpError, find_op, op_name};
use crate::role::{CaseKind, Missing, Role};
use crate::side::Side;
use crate::trace::Sink;

/// One thing, compared across its implementations. Its ops are texts, as [`ops!`](crate::ops!) reads and writes them.
///
/// Only the name, the description, the ops and the cases are required: the implementations of a subject that a user describes
/// are programs.
pub trait Subject: Send + Sync {
    /// Its name, as given on a command line.
    fn name(&self) -> &str;

    /// A description, in one line.
    fn about(&self) -> &str;

    /// Its ops.
    fn ops(&self) -> &[Op];

    /// The cases of a kind; `None` if the subject has no such kind.
    fn cases(&self, kind: CaseKind, budget: &Budget) -> Option<Cases>;

    /// Its implementations, the port first.
    fn roles(&self) -> &[Role] {
        &[]
    }

    /// A fresh side. It need not be `Send`. A side that owns something shared, such as the globals of some C code, holds it
    /// until it is dropped; therefore a run never compares an implementation with itself.
    ///
    /// # Errors
    /// [`Missing`] if the implementation is an oracle that is not on this machine.
    fn side<'a>(&'a self, role: Role) -> Result<Box<dyn Side + 'a>, Missing> {
        Err(Missing {
            role,
            why: format!("{} has no implementation of its own", self.name()),
            remedy: "name a program".into(),
        })
    }

    /// Whether an implementation can perform the last of these ops, after those before it. By default every implementation can.
    ///
    /// An implementation may do less than the port: a library without bounded numbers, or one that reads some seeds differently.
    /// [`run`](crate::run) leaves such an op out on both sides and counts nothing.
    fn answers(&self, role: Role, ops: &[String]) -> bool {
        let _ = (role, ops);
        true
    }

    /// A description of what an op does, for implementers; by default that of its declaration.
    fn does(&self, op: &Op) -> &str {
        op.does
    }

    /// The cases of the vector pack.
    fn vectors(&self) -> Vec<NamedCase> {
        Vec::new()
    }

    /// The tables of texts to which ops refer, by name.
    fn tables(&self) -> &[(&'static str, &'static [&'static str])] {
        &[]
    }

    /// Its stream of words, if it has one.
    fn words(&self) -> Option<WordStream> {
        None
    }

    /// Writes its draws from a seed, with their places in the program and the words they are made from, if it has a trace.
    fn trace(&self) -> Option<fn(i32, &mut Sink<'_>)> {
        None
    }
}

impl dyn Subject + '_ {
    /// The kinds of cases it has.
    pub fn kinds(&self) -> Vec<CaseKind> {
        let budget = Budget::default();
        let mut kinds = CaseKind::ALL.to_vec();
        kinds.retain(|kind| self.cases(*kind, &budget).is_some());
        kinds
    }

    /// The declared op of a text, if its arguments are valid.
    ///
    /// # Errors
    /// If the text is not an op: the error says what was expected.
    pub fn op(&self, text: &str) -> Result<&Op, ParseOpError> {
        find_op(text, self.ops())
    }

    /// Whether an op seeds.
    pub fn seeds(&self, op: &str) -> bool {
        let name = op_name(op);
        self.ops().iter().any(|op| op.seeds && op.name == name)
    }

    /// Whether an implementation is on this machine.
    ///
    /// # Errors
    /// If it is missing: the error says what is missing, and what to do about it.
    pub fn probe(&self, role: Role) -> Result<(), Missing> {
        self.side(role).map(drop)
    }

    /// The ops that all of these implementations can perform. If an op that seeds is left out, so are all ops up to the next
    /// one that seeds, because the state is unknown.
    pub fn keep_answered(&self, roles: &[Role], ops: &[String]) -> Vec<String> {
        let mut is_unseeded = false;
        let mut kept = Vec::new();
        for (index, op) in ops.iter().enumerate() {
            let is_answered = roles.iter().all(|&role| self.answers(role, &ops[..=index]));
            if self.seeds(op) {
                is_unseeded = !is_answered;
            }
            if is_answered && !is_unseeded {
                kept.push(op.clone());
            }
        }
        kept
    }
}

/// The stream of words of a subject, in terms of its ops.
#[derive(Clone, Copy, Debug)]
pub struct WordStream {
    /// The bits of a word, 1 to 64.
    pub bits: u32,
    /// The bits of a seed, 1 to 64.
    pub seed_bits: u32,
    /// The op that seeds, with `{}` for the seed.
    pub seed: &'static str,
    /// The name of the op that shows as many words as its argument says.
    pub words: &'static str,
    /// A description of the seed.
    pub seeding: &'static str,
}
