//! Runs and replays.

use lockstep::{Basis, Budget, Cases, Failure, Kind, Subject, Tally, replay, run};

use crate::toy::{ABSENT, Defect, NAMELESS, Toy, ToyOp};

fn run_toy(defect: Defect, cases: Cases<ToyOp>) -> Result<Tally, Failure> {
    run(&Toy::new(defect), Basis::Reference, Basis::Port, cases)
}

fn golden() -> Cases<ToyOp> {
    Toy::new(Defect::None)
        .cases(Kind::Golden, &Budget::default())
        .unwrap()
}

fn words(ops: usize) -> Vec<ToyOp> {
    vec![ToyOp::Word; ops]
}

#[test]
fn equal_sides_are_tallied() {
    let tally = run_toy(Defect::None, golden()).unwrap();
    // In each of 2 cases 1 + 3 + 40 words, a sum, two names; and the draws of the sum.
    assert_eq!(
        (tally.cases, tally.ops, tally.outputs, tally.draws),
        (2, 12, 2 * 47, 12)
    );
    assert_eq!(tally.hex().len(), 64);
}

#[test]
fn the_digest_tells_outputs_apart() {
    let digest = |lists: Vec<Vec<ToyOp>>| {
        run_toy(Defect::None, Cases::new(Kind::Edge, lists.len(), lists))
            .unwrap()
            .hex()
    };
    assert_eq!(digest(vec![words(3)]), digest(vec![words(3)]));
    assert_ne!(digest(vec![words(3)]), digest(vec![words(4)]));
    // The same three numbers, but as words.
    assert_ne!(
        digest(vec![words(3)]),
        digest(vec![vec![ToyOp::Words { count: 3 }]])
    );
}

#[test]
fn a_planted_difference_is_named() {
    for planted in 0..25 {
        let list = || vec![words(30)];
        let failure = run_toy(
            Defect::WordAt(planted + 1),
            Cases::new(Kind::Edge, 1, list()),
        )
        .unwrap_err();
        let Failure::Mismatch(mismatch) = failure else {
            panic!("{failure}")
        };
        assert_eq!((mismatch.case, mismatch.index), (0, planted as usize));
        assert_eq!(mismatch.before.len(), 10.min(planted as usize));
        assert_eq!(mismatch.shortest.len(), planted as usize + 1);
    }
}

#[test]
fn a_difference_in_a_later_case_is_named() {
    let lists = [words(3), words(2), words(6), words(9)];
    let failure = run_toy(
        Defect::WordAt(5),
        Cases::new(Kind::Sweep, 4, lists).seeded(9),
    )
    .unwrap_err();
    let Failure::Mismatch(mismatch) = failure else {
        panic!("{failure}")
    };
    assert_eq!(
        (mismatch.case, mismatch.index, mismatch.kind, mismatch.seed),
        (2, 4, Some(Kind::Sweep), Some(9))
    );
}

#[test]
fn a_mismatch_tells_everything() {
    let lists = [vec![
        ToyOp::Names,
        ToyOp::Seed { seed: 7 },
        ToyOp::Word,
        ToyOp::Word,
    ]];
    let failure = run_toy(
        Defect::WordAt(2),
        Cases::new(Kind::Random, 1, lists).seeded(0x1234),
    )
    .unwrap_err();
    let expected = "\
toy: port differs from reference
  case      0 of kind random, seed 0x0000000000001234
  op        3: word
  expected  1730379728 = 0x67237fd0
  actual    1730379760 = 0x67237ff0
  differ in 0x00000020: bits 5
  before it 0: names
            1: seed 7
            2: word
  state of reference: 0x67237fd0af729e40
  state of port: 0x67237fd0af729e40 after 2 words
  shortest  2 ops: word; word
  replay    lockstep::replay(&subject, Basis::Reference, Basis::Port, &lockstep::parse_ops(\"word; word\")?)";
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines(&failure.to_string()), lines(expected));
}

#[test]
fn a_replay_repeats_the_mismatch_of_a_run() {
    let toy = Toy::new(Defect::Increment);
    let cases = toy.cases(Kind::Random, &Budget::default()).unwrap();
    let Err(Failure::Mismatch(first)) = run(&toy, Basis::Reference, Basis::Port, cases) else {
        panic!()
    };
    let ops = lockstep::parse_ops::<ToyOp>(&first.shortest.join("; ")).unwrap();
    let replayed = replay(&toy, Basis::Reference, Basis::Port, &ops).unwrap();
    let again = replayed.mismatch.unwrap();
    assert_eq!(again.shortest, first.shortest);
    assert_eq!(again.index + 1, first.shortest.len());
    assert_eq!(again.command(), first.command());
}

#[test]
fn a_replay_shows_every_op_to_the_end() {
    let ops = lockstep::parse_ops("seed 1; word; word; names").unwrap();
    let replay = replay(
        &Toy::new(Defect::WordAt(1)),
        Basis::Reference,
        Basis::Port,
        &ops,
    )
    .unwrap();
    assert_eq!(replay.mismatch.as_ref().unwrap().index, 1);
    let lines: Vec<&str> = replay.text.lines().collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0], "   0  seed 1  nothing");
    assert!(lines[1].contains("  <- port has "), "{}", lines[1]);
    assert!(!lines[2].contains("<-"), "{}", lines[2]);
    assert_eq!(lines[3], "   3  names   [\"blue\" \"red\"]");
}

#[test]
fn runs_that_prove_nothing_fail() {
    let (reference, port) = (Basis::Reference, Basis::Port);
    let one = || vec![words(1)];
    for (expected, actual, promised, lists, why) in [
        (
            reference,
            port,
            3,
            vec![words(1), words(1)],
            "3 cases were promised, and only 2 ran",
        ),
        (
            reference,
            port,
            1,
            vec![words(1), words(1)],
            "1 cases were promised, and there are more",
        ),
        (
            reference,
            port,
            2,
            vec![words(1), vec![]],
            "case 1 has no ops",
        ),
        (
            reference,
            port,
            0,
            vec![],
            "nothing was compared: no op showed an output or a draw",
        ),
        (
            reference,
            port,
            1,
            vec![vec![ToyOp::Seed { seed: 1 }]],
            "nothing was compared: no op showed an output or a draw",
        ),
        (
            port,
            port,
            1,
            one(),
            "port was to be compared with itself, which proves nothing",
        ),
        (
            ABSENT,
            port,
            1,
            one(),
            "absent is not on this machine: no libabsent.so; install absent",
        ),
        (
            Basis::Reference32,
            port,
            1,
            one(),
            "toy has no implementation reference32",
        ),
    ] {
        let cases = Cases::new(Kind::Edge, promised, lists);
        let failure = run(&Toy::new(Defect::None), expected, actual, cases).unwrap_err();
        assert_eq!(failure.to_string(), why);
    }
    let replayed =
        |basis, ops: &[ToyOp]| replay(&Toy::new(Defect::None), basis, port, ops).unwrap_err();
    assert!(matches!(replayed(reference, &[]), Failure::Empty));
    let failure = replayed(NAMELESS, &[ToyOp::Word, ToyOp::Names]);
    assert_eq!(
        failure.to_string(),
        "nameless has no answer of its own to op 1, `names`"
    );
}

#[test]
fn what_a_basis_cannot_answer_is_neither_compared_nor_counted() {
    let toy = Toy::new(Defect::None);
    let tally = run(&toy, NAMELESS, Basis::Port, golden()).unwrap();
    // As in `equal_sides_are_tallied`, without the two names of each case.
    assert_eq!(
        (tally.cases, tally.ops, tally.outputs, tally.draws),
        (2, 10, 2 * 45, 12)
    );

    // A case of nothing else is not counted, and a run of nothing else proves nothing.
    let lists = || Cases::new(Kind::Edge, 2, [vec![ToyOp::Names], words(3)]);
    assert_eq!(run(&toy, NAMELESS, Basis::Port, lists()).unwrap().cases, 1);
    let names = || Cases::new(Kind::Edge, 1, [vec![ToyOp::Names]]);
    assert!(matches!(
        run(&toy, NAMELESS, Basis::Port, names()),
        Err(Failure::Empty)
    ));

    // What is left is still compared.
    let lists = Cases::new(
        Kind::Edge,
        1,
        [vec![ToyOp::Word, ToyOp::Names, ToyOp::Word]],
    );
    let failure = run(&Toy::new(Defect::WordAt(2)), NAMELESS, Basis::Port, lists).unwrap_err();
    let Failure::Mismatch(mismatch) = failure else {
        panic!("{failure}")
    };
    assert_eq!(mismatch.shortest, ["word", "word"]);
}

#[test]
fn kinds_and_corners_are_read_by_name() {
    for kind in Kind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    assert!("gold".parse::<Kind>().is_err());
    let bases = Toy::new(Defect::None).bases();
    for &basis in bases {
        assert_eq!(Basis::parse(&basis.to_string(), bases), Ok(basis));
    }
    assert!(Basis::parse("reference32", bases).is_err());
}
