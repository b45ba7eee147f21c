//! A panic of a side is one failed case, explained like any other.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use lockstep::{
    Basis, Budget, Cases, Failure, Kind, Mismatch, Missing, Seen, Side, Subject, replay, run,
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
    breaks: &'static [Basis],
    unmade: Option<Basis>,
    /// What each side of the reference owns, as the globals of some C are owned.
    session: Mutex<()>,
}

impl Fragile {
    fn new(breaks: &'static [Basis], unmade: Option<Basis>) -> Self {
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

impl Side<CountOp> for Counter<'_> {
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
    type Op = CountOp;

    fn name(&self) -> &'static str {
        "fragile"
    }

    fn about(&self) -> &'static str {
        "counts until it breaks"
    }

    fn bases(&self) -> &'static [Basis] {
        &[Basis::Port, Basis::Reference]
    }

    fn side<'a>(&'a self, basis: Basis) -> Result<Box<dyn Side<CountOp> + 'a>, Missing> {
        let session = (basis == Basis::Reference).then(|| match self.session.try_lock() {
            Ok(session) => session,
            Err(TryLockError::Poisoned(poisoned)) => PoisonError::into_inner(poisoned),
            Err(TryLockError::WouldBlock) => panic!("a side that panicked still owns the session"),
        });
        assert!(self.unmade != Some(basis), "no memory");
        Ok(Box::new(Counter {
            breaks: self.breaks.contains(&basis),
            count: 0,
            _session: session,
        }))
    }

    fn cases(&self, kind: Kind, _: &Budget) -> Option<Cases<CountOp>> {
        Some(Cases::new(kind, 2, lists()))
    }
}

fn lists() -> [Vec<CountOp>; 2] {
    [
        vec![CountOp::Next],
        lockstep::parse_ops("next; break 1; next; next; break 3; next").unwrap(),
    ]
}

fn found(subject: &Fragile) -> Mismatch {
    match run(
        subject,
        Basis::Reference,
        Basis::Port,
        Cases::new(Kind::Edge, 2, lists()).seeded(9),
    ) {
        Err(Failure::Mismatch(mismatch)) => *mismatch,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_panic_is_a_failed_case_that_names_subject_basis_and_op_and_can_be_replayed() {
    let mismatch = found(&Fragile::new(&[Basis::Port], None));
    let text = mismatch.to_string();
    let expected = "\
fragile: port panicked, and reference did not
  case      1 of kind edge, seed 0x0000000000000009
  op        4: break 3
  expected  the number 3
  actual    a panic: no, room for 3 (at PLACE)
  before it 0: next
            1: break 1
            2: next
            3: next
  state of reference: count 3
  state of port: count 3
  shortest  3 ops: next; next; break 3
  replay    lockstep::replay(&subject, Basis::Reference, Basis::Port, &lockstep::parse_ops(\"next; next; break 3\")?)";
    let place = text
        .split_once("(at ")
        .unwrap()
        .1
        .split_once(')')
        .unwrap()
        .0
        .to_owned();
    assert!(place.contains("panics.rs:"), "{place}");
    assert_eq!(text.replace(&place, "PLACE"), expected);
}

#[test]
fn a_panic_of_the_other_side_or_of_both_fails_too() {
    let mismatch = found(&Fragile::new(&[Basis::Reference], None));
    assert!(
        mismatch
            .to_string()
            .starts_with("fragile: reference panicked, and port did not\n"),
        "{mismatch}"
    );
    assert_eq!(mismatch.shortest, ["next", "next", "break 3"]);
    let mismatch = found(&Fragile::new(&[Basis::Reference, Basis::Port], None));
    assert!(
        mismatch
            .to_string()
            .starts_with("fragile: port and reference panicked\n"),
        "{mismatch}"
    );
    assert_eq!((mismatch.case, mismatch.index), (1, 4));
}

#[test]
fn a_side_that_cannot_be_made_fails_at_the_first_op() {
    for basis in [Basis::Port, Basis::Reference] {
        let mismatch = found(&Fragile::new(&[], Some(basis)));
        assert_eq!(
            (mismatch.case, mismatch.index, mismatch.shortest.len()),
            (0, 0, 1)
        );
        assert!(
            mismatch
                .to_string()
                .contains("a panic: while the side was made: no memory (at "),
            "{mismatch}"
        );
    }
}

#[test]
fn a_replay_goes_on_to_its_end_after_a_panic() {
    let [_, ops] = lists();
    let replay = replay(
        &Fragile::new(&[Basis::Port], None),
        Basis::Reference,
        Basis::Port,
        &ops,
    )
    .unwrap();
    let text = &replay.text;
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 6);
    assert!(
        lines[4].starts_with("   4  break 3  3  <- port has a panic: no, room for 3 (at "),
        "{text}"
    );
    assert_eq!(
        lines[5],
        "   5  next     4  <- port has a panic: not run, after a panic before"
    );
    assert_eq!(replay.mismatch.unwrap().index, 4);
}
