//! A subject whose port is wrong at an edge.

use lockstep::{Basis, Cases, Kind, Missing, Op, Operation as _, Seen, Side, Subject, TypedSide};
use subjects::conformance::Comparison;

lockstep::ops! {
    /// An op on a counter.
    pub enum CounterOp {
        /// Starts at a value.
        Start { value: i32 } = "start",
        /// Counts up and shows the count.
        Next = "next",
    }
}

/// A counter, and how it counts.
struct Counter(i32, fn(i32, i32) -> i32);

impl TypedSide for Counter {
    type Op = CounterOp;

    fn apply(&mut self, op: &CounterOp) -> Seen {
        match *op {
            CounterOp::Start { value } => {
                self.0 = value;
                Seen::nothing()
            }
            CounterOp::Next => {
                self.0 = (self.1)(self.0, 1);
                Seen::number(self.0)
            }
        }
    }

    fn state(&self) -> String {
        format!("count {}", self.0)
    }
}

/// A counter of 32 bits; the port of it saturates.
pub(crate) struct Counters;

impl Subject for Counters {
    fn name(&self) -> &'static str {
        "counter"
    }

    fn about(&self) -> &'static str {
        "counts up by one"
    }

    fn ops(&self) -> &[Op] {
        CounterOp::OPS
    }

    fn bases(&self) -> &[Basis] {
        &[Basis::Port, Basis::Reference]
    }

    fn side<'a>(&'a self, basis: Basis) -> Result<Box<dyn Side + 'a>, Missing> {
        let add = if basis == Basis::Port {
            i32::saturating_add
        } else {
            i32::wrapping_add
        };
        Ok(Box::new(Counter(0, add)))
    }

    fn cases(&self, kind: Kind, _: &lockstep::Budget) -> Option<Cases> {
        let ops = vec![CounterOp::Start { value: i32::MAX }, CounterOp::Next];
        (kind == Kind::Golden).then(|| Cases::new(kind, 1, [ops]))
    }
}

/// Its port with its reference.
pub(crate) const COMPARISON: Comparison = Comparison {
    subject: &Counters,
    kind: Kind::Golden,
    expected: Basis::Reference,
    actual: Basis::Port,
};
