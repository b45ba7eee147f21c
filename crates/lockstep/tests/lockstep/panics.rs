//! A panic of a side is one failed case, explained like any other.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use lockstep::{
    Budget, Cases, Failure, Kind, Missing, Op, Operation as _, Role, Seen, Side, Subject,
    TypedSide, replay, run,
};

lockstep::ops! {
    /// An op on a counter.
    enum CountOp {
        /// Counts one up.
        Next = "next",
        /// Panics on the implementations that do so, after two counts or more.
        Break { width: u32 } = "break",
    }
}

/// A counter of which some implementations break, at an op or while they are made.
struct Fragile {
    breaks: &'static [Role],
    unmade: Option<Role>,
    /// What each side of the reference owns, as the globals of some C are owned.
    session: Mutex<()>,
}

impl Fragile {
    fn new(breaks: &'static [Role], unmade: Option<Role>) -> Self {
        Self {
            breaks,
            unmade,
            session: Mutex::new(()),
        }
    }
}

struct Counter<'a> {
    breaks: bool,
    count: u32,
    _session: Option<MutexGuard<'a, ()>>,
}

impl TypedSide for Counter<'_> {
    type Op = CountOp;

    fn apply(&mut self, op: &CountOp) -> Seen {
        match *op {
            CountOp::Next => self.count += 1,
            CountOp::Break { width } => {
                assert!(!self.breaks || self.count < 2, "no\nroom for {width}");
            }
        }
        Seen::number(self.count)
    }

    fn state(&self) -> String {
        format!("count {}", self.count)
    }
}

impl Subject for Fragile {
    fn name(&self) -> &'static str {
        "fragile"
    }

    fn about(&self) -> &'static str {
        "counts until it breaks"
    }

    fn ops(&self) -> &[Op] {
        CountOp::OPS
    }

    fn roles(&self) -> &[Role] {
        &[Role::Port, Role::Reference]
    }

    fn side<'a>(&'a self, role: Role) -> Result<Box<dyn Side + 'a>, Missing> {
        let session = (role == Role::Reference).then(|| match self.session.try_lock() {
            Ok(session) => session,
            Err(TryLockError::Poisoned(poisoned)) => PoisonError::into_inner(poisoned),
            Err(TryLockError::WouldBlock) => panic!("a side that panicked still owns the session"),
        });
        assert!(self.unmade != Some(role), "no memory");
        Ok(Box::new(Counter {
            breaks: self.breaks.contains(&role),
            count: 0,
            _session: session,
        }))
    }

    fn cases(&self, kind: Kind, _: &Budget) -> Option<Cases> {
        let lists = ["next", BREAKS].map(lockstep::split_ops);
        Some(Cases::new(kind, 2, lists).seeded(9))
    }
}

const BREAKS: &str = "next; break 1; next; next; break 3; next";

fn failed(subject: &Fragile) -> Failure {
    let cases = subject.cases(Kind::Edge, &Budget::default()).unwrap();
    run(subject, Role::Reference, Role::Port, cases).unwrap_err()
}

/// A text with places in the source as PLACE.
fn without_places(text: &str) -> String {
    let mut parts = text.split("(at ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (place, rest) = part.split_once(')').unwrap();
        assert!(place.contains("panics.rs:"), "{place}");
        text + "(at PLACE)" + rest
    })
}

#[test]
fn a_panic_is_a_failed_case_that_can_be_replayed() {
    let subject = Fragile::new(&[Role::Port], None);
    let expected = "\
fragile: port panicked: no, room for 3 (at PLACE)
  case      1 of kind edge, seed 0x0000000000000009
  op        2: break 3
  expected  2
  state of reference: count 2
  state of port: count 2
  shortest  3 ops: next; next; break 3
  replay    lockstep::replay(&subject, expected, actual, \"next; next; break 3\")";
    assert_eq!(without_places(&failed(&subject).to_string()), expected);
    let (rows, judged) = replay(&subject, Role::Reference, Role::Port, BREAKS).unwrap();
    let shown: Vec<_> = rows[4..]
        .iter()
        .map(|row| without_places(&row.actual.to_string()))
        .collect();
    assert_eq!(
        shown,
        [
            "3",
            "a panic: no, room for 3 (at PLACE)",
            "a panic: not run, after a panic before"
        ]
    );
    assert_eq!(judged.difference.unwrap().op_of_case, 4);
}

#[test]
fn a_panic_of_the_expected_side_proves_nothing() {
    let failure = failed(&Fragile::new(&[Role::Reference], None));
    assert_eq!(
        without_places(&failure.to_string()),
        "the expected side failed at `break 3`: it panicked: no, room for 3 (at PLACE)"
    );
}

#[test]
fn a_side_that_cannot_be_made_fails_at_the_first_op() {
    let failure = failed(&Fragile::new(&[], Some(Role::Port)));
    let Failure::Differs(found) = failure else {
        panic!("{failure}")
    };
    assert_eq!(
        (found.case, found.op_of_case, found.shortest.len()),
        (0, 0, 1)
    );
    assert!(found.trouble.unwrap().contains("no memory (at "));
    let failure = failed(&Fragile::new(&[], Some(Role::Reference)));
    assert!(
        failure
            .to_string()
            .contains("the expected side failed at `next`: it panicked: no memory"),
        "{failure}"
    );
}
