//! Runs and replays.

use roguelab_lockstep::{
    Budget, CaseKind, Cases, Failure, Role, Seen, Subject, Tally, replay, run, show, split_ops,
};

use crate::toy::{ABSENT, Defect, NAMELESS, Toy, difference};

fn run_toy(defect: Defect, cases: Cases) -> Result<Tally, Failure> {
    run(&Toy::new(defect), Role::Reference, Role::Port, cases)
}

fn golden() -> Cases {
    Toy::new(Defect::None)
        .cases(CaseKind::Golden, &Budget::default())
        .unwrap()
}

fn words(ops: usize) -> Vec<&'static str> {
    vec!["word"; ops]
}

#[test]
fn equal_sides_are_tallied_and_the_digest_tells_outputs_apart() {
    let tally = run_toy(Defect::None, golden()).unwrap();
    // Each of 2 cases has 1 + 3 + 40 words, a sum, two names, and the draws of the sum.
    assert_eq!(
        (tally.cases, tally.ops, tally.outputs, tally.draws),
        (2, 12, 2 * 47, 12)
    );
    let mut same = tally.clone();
    same.add(&Tally::default());
    assert_eq!(same, tally);
    (same.outputs, same.draws) = (1, 1);
    assert!(!same.is_empty());
    let digest = |list: Vec<&'static str>| {
        let tally = run_toy(Defect::None, Cases::new(CaseKind::Edge, 1, [list])).unwrap();
        tally.sha256
    };
    assert_eq!(
        digest(words(3)),
        "66a7c229c009d78625b511ce79af224bc632d185d0b8e54ad0c510db0152aa8f",
    );
    assert_ne!(digest(words(3)), digest(words(4)));
    // The same three numbers, but as words.
    assert_eq!(
        [digest(vec!["words 3"]), digest(vec!["names"])],
        [
            "0be4002e210a2d31a02b7b04a207c98a16e546b1bbf529c81cbf9b265959609c",
            "7543d9ef28e1be60018668ff0d04dcadefe128f1c50613bab694b527bab4ff58",
        ]
    );
}

#[test]
fn a_difference_tells_everything() {
    let other = || words(1);
    let lists = [other(), vec!["names", "seed 7", "word", "word"], other()];
    let failure = run_toy(
        Defect::WordAt(2),
        Cases::new(CaseKind::Random, 3, lists).seeded(0x1234),
    )
    .unwrap_err();
    let expected = include_str!("difference.txt").trim_end();
    assert_eq!(failure.to_string(), expected);
    let Failure::Differs(found) = failure else {
        panic!("{failure}")
    };
    assert_eq!((found.op_of_case, found.verdict), (3, "differs"));
    assert_eq!(
        found.command(),
        "roguelab check toy --expected reference --actual port --ops 'word; word'"
    );
    for (ops, end) in [("walk 7", " and 2 more"), ("walk 6", "0 15 1")] {
        let found = difference(Defect::Swapped, &format!("seed 7; {ops}")).unwrap();
        assert!(found.notes[0].ends_with(end), "{}", found.notes[0]);
    }
}

#[test]
fn a_replay_goes_on_to_its_end_and_repeats_a_difference() {
    let toy = Toy::new(Defect::WordAt(1));
    let ops = "seed 1; word; word; names";
    let (rows, judged) = replay(&toy, Role::Reference, Role::Port, ops).unwrap();
    let agree: Vec<bool> = rows.iter().map(|row| row.agrees).collect();
    assert_eq!(
        agree,
        [true, true, false, true, true],
        "`reset` comes first"
    );
    let found = judged.difference.as_ref().unwrap();
    assert_eq!(
        (found.op_of_case, found.shortest.join("; ")),
        (1, "seed 1; word".to_owned())
    );
    let mut again = difference(Defect::WordAt(1), "seed 1; word").unwrap();
    assert_eq!(again.to_string(), found.to_string());
    assert!(!again.to_string().contains("case"));
    again.seed = Some(3);
    assert!(again.to_string().contains("  case      0, seed 0x"));
    // The seed, the second word and the names agree.
    let total = judged.kinds.values().next().unwrap();
    assert_eq!((total.ops, total.outputs, total.is_empty()), (3, 3, false));
    assert_eq!(toy.does(&toy.ops()[1]), "One word.");
}

#[test]
fn the_expected_side_takes_its_resources_first() {
    let toy = Toy::new(Defect::None);
    replay(&toy, Role::Reference, Role::Port, "word; reset; word").unwrap();
    // Both are probed, and made for each of two cases.
    assert_eq!(
        *toy.made.lock().unwrap(),
        [Role::Reference, Role::Port].repeat(3)
    );
}

#[test]
fn an_implementation_shows_its_outputs_up_to_an_op_that_fails() {
    let (toy, ops) = (Toy::new(Defect::None), split_ops("names; wrd"));
    let mut seen = Vec::new();
    let failure = show(&toy, Role::Reference, &ops, &mut |shown| seen.push(shown)).unwrap_err();
    assert_eq!(seen, [Seen::texts(["blue", "red"])]);
    let said = failure.to_string();
    assert!(
        said.ends_with("at op 1, `wrd`\n  ops       names; wrd"),
        "{said}"
    );
}

#[test]
fn runs_that_prove_nothing_fail() {
    let (reference, port) = (Role::Reference, Role::Port);
    let nothing = "nothing was compared: no op showed an output or a draw";
    for (expected, actual, promised, lists, why) in [
        (
            reference,
            port,
            3,
            vec![words(1); 2],
            "3 cases were promised, and only 2 ran",
        ),
        (
            reference,
            port,
            1,
            vec![words(1); 2],
            "1 cases were promised, and there are more",
        ),
        (
            reference,
            port,
            2,
            vec![words(1), vec![]],
            "case 1 has no ops",
        ),
        (reference, port, 0, vec![], nothing),
        (reference, port, 1, vec![vec!["seed 1"]], nothing),
        (
            port,
            port,
            1,
            vec![words(1)],
            "port was to be compared with itself, which proves nothing",
        ),
        (
            ABSENT,
            port,
            1,
            vec![words(1)],
            "absent is not on this machine: no libabsent.so; install absent",
        ),
        (
            Role::Reference32,
            port,
            1,
            vec![words(1)],
            "toy has no implementation reference32",
        ),
    ] {
        let cases = Cases::new(CaseKind::Edge, promised, lists);
        let failure = run(&Toy::new(Defect::None), expected, actual, cases).unwrap_err();
        assert_eq!(failure.to_string(), why);
    }
    for (ops, why) in [
        ("", nothing),
        (
            "word; names",
            "one of the two sides has no answer of its own to op 1, `names`",
        ),
        (
            "wrd",
            "`wrd`: no such op, did you mean `word`?; the ops are: seed SEED; word; words COUNT; walk STEPS; names",
        ),
    ] {
        let failure = replay(&Toy::new(Defect::None), NAMELESS, port, ops).unwrap_err();
        assert_eq!(failure.to_string(), why);
    }
}

#[test]
fn what_a_role_cannot_answer_is_neither_compared_nor_counted() {
    let toy = Toy::new(Defect::None);
    let tally = run(&toy, NAMELESS, Role::Port, golden()).unwrap();
    // As above, without the two names in each case.
    assert_eq!(
        (tally.cases, tally.ops, tally.outputs, tally.draws),
        (2, 10, 2 * 45, 12)
    );
    // A case with nothing else is not counted, and a run of such cases proves nothing.
    let with = |lists: Vec<Vec<&'static str>>| {
        run(
            &toy,
            NAMELESS,
            Role::Port,
            Cases::new(CaseKind::Edge, lists.len(), lists),
        )
    };
    assert_eq!(with(vec![vec!["names"], words(3)]).unwrap().cases, 1);
    assert!(matches!(with(vec![vec!["names"]]), Err(Failure::Empty)));
    // What remains is still compared.
    let lists = Cases::new(CaseKind::Edge, 1, [vec!["word", "names", "word"]]);
    let failure = run(&Toy::new(Defect::WordAt(2)), NAMELESS, Role::Port, lists).unwrap_err();
    let Failure::Differs(found) = failure else {
        panic!("{failure}")
    };
    assert_eq!(found.shortest, ["word", "word"]);
}
