//! Implementations with known mistakes are wrong, differ from each other, and are named by their answers; without a mistake
//! they are right.

use std::collections::BTreeMap;

use answers::check::output_as_texts as texts;
use generators::catalogue;
use identify::mistakes::{self, Mistake, Side};
use lockstep::{Answer, Budget, CaseKind, Role, Subject, implementation};
use sha2::{Digest, Sha256};
use subjects::SUBJECTS;

use crate::program::{assert_has, run};

/// The subjects with known mistakes.
fn subjects() -> impl Iterator<Item = &'static dyn Subject> {
    SUBJECTS
        .iter()
        .copied()
        .filter(|subject| mistakes::right(subject.name()).is_some())
}

/// Golden and edge cases, some random ones, and those of the vector pack, as texts of ops.
fn cases(subject: &dyn Subject) -> Vec<Vec<String>> {
    let budget = Budget {
        cases: 20,
        ..Budget::default()
    };
    let kinds = [CaseKind::Golden, CaseKind::Edge, CaseKind::Random];
    let all = kinds
        .into_iter()
        .filter_map(|kind| subject.cases(kind, &budget));
    let mut cases: Vec<_> = all.flatten().map(Result::unwrap).collect();
    cases.extend(packed(subject));
    // A tenth of the long runs is enough, and faster.
    let shorter = |op: &mut String| *op = op.replace("randoms 1000", "randoms 100");
    cases.iter_mut().flatten().for_each(shorter);
    cases
}

/// The cases of the vector pack, as texts of ops.
fn packed(subject: &dyn Subject) -> Vec<Vec<String>> {
    subject.vectors().into_iter().map(|case| case.ops).collect()
}

/// The port, as a function from ops to what they show.
fn port(subject: &dyn Subject) -> impl FnMut(&str) -> Vec<String> {
    let mut side = implementation(subject, Role::Port)().unwrap();
    move |op| match side.apply(op) {
        Answer::Seen(seen) => texts(&seen.output),
        other => panic!("`{op}`: {other}"),
    }
}

/// A digest of all answers of a side in these cases.
fn answers(fresh: impl Fn() -> Side, cases: &[Vec<String>]) -> [u8; 32] {
    let mut digest = Sha256::new();
    for case in cases {
        let mut side = fresh();
        for op in case {
            digest.update(format!("{:?}", side(op)));
        }
    }
    digest.finalize().into()
}

#[test]
fn without_a_mistake_the_implementations_are_right() {
    for subject in subjects() {
        let mut compared = 0;
        for case in cases(subject) {
            let mut port = port(subject);
            let mut side = mistakes::right(subject.name()).unwrap();
            for op in &case {
                let expected = port(op);
                if let Some(answer) = side(op) {
                    assert_eq!(answer, expected, "{}: {op} in {case:?}", subject.name());
                    compared += 1;
                }
            }
        }
        assert!(compared > 400, "{}: {compared}", subject.name());
    }
}

#[test]
#[ignore = "slow: run in CI"]
fn every_mistake_is_wrong_and_no_two_are_the_same() {
    let mut alike = Vec::new();
    for subject in subjects() {
        let (name, cases) = (subject.name(), cases(subject));
        let mut seen = BTreeMap::from([(
            answers(|| mistakes::right(name).unwrap(), &cases),
            "nothing wrong",
        )]);
        for mistake in mistakes::of(name) {
            if let Some(same) = seen.insert(answers(|| mistake.side(name), &cases), &*mistake.key) {
                alike.push(format!("{name}: {same} and {}", mistake.key));
            }
        }
    }
    assert!(alike.is_empty(), "{alike:#?}");
}

#[test]
fn the_vector_pack_catches_every_mistake() {
    let mut missed = Vec::new();
    for subject in subjects() {
        let (name, cases) = (subject.name(), packed(subject));
        let right = answers(|| mistakes::right(name).unwrap(), &cases);
        let alike =
            mistakes::of(name).filter(|mistake| answers(|| mistake.side(name), &cases) == right);
        missed.extend(alike.map(|mistake| format!("{name}: {}", mistake.key)));
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

/// The answers of a mistaken port in the cases in which it is wrong, one after another.
fn transcript(mistake: &Mistake, subject: &dyn Subject) -> Vec<(String, Option<Vec<String>>)> {
    let name = subject.name();
    let mut transcript = Vec::new();
    for case in cases(subject) {
        let (mut wrong, mut right) = (mistake.side(name), mistakes::right(name).unwrap());
        let answered: Vec<_> = case
            .iter()
            .map(|op| (op.clone(), wrong(op), right(op)))
            .collect();
        if answered.iter().any(|(_, wrong, right)| wrong != right) && transcript.len() < 2000 {
            transcript.push(("reset".into(), None));
            transcript.extend(answered.into_iter().map(|(op, wrong, _)| (op, wrong)));
        }
    }
    transcript
}

#[test]
#[ignore = "slow: run in CI"]
fn every_mistake_is_named_by_its_answers() {
    for subject in subjects() {
        for mistake in mistakes::of(subject.name()) {
            let causes = mistakes::explaining(subject.name(), &transcript(mistake, subject));
            let keys: Vec<_> = causes.iter().map(|cause| &*cause.mistake.key).collect();
            assert!(
                keys.contains(&&*mistake.key) && keys.len() <= 2,
                "{}: {} is {keys:?}",
                subject.name(),
                mistake.key
            );
        }
    }
}

#[test]
fn right_answers_and_answers_of_nobody_have_no_cause() {
    for subject in subjects() {
        let name = subject.name();
        let case = &cases(subject)[0];
        let mut side = mistakes::right(name).unwrap();
        let mut transcript: Vec<_> = case.iter().map(|op| (op.clone(), side(op))).collect();
        assert!(mistakes::explaining(name, &transcript).is_empty(), "{name}");
        transcript.last_mut().unwrap().1 = Some(vec!["nobody's".into()]);
        assert!(mistakes::explaining(name, &transcript).is_empty(), "{name}");
    }
}

#[test]
fn words_alone_name_the_mistakes_that_are_in_them() {
    for subject in subjects().filter(|subject| subject.words().is_some()) {
        let name = subject.name();
        for seed in [42, 0xffff_ffff_8000_0001] {
            let mut right = mistakes::right_words(name, seed).unwrap();
            let right: Vec<u64> = (0..300).map(|_| right()).collect();
            assert!(mistakes::in_words(name, seed, &right).is_empty(), "{name}");
            for mistake in mistakes::of(name) {
                let mut stream = mistake.words(name, seed).unwrap();
                let words: Vec<u64> = (0..300).map(|_| stream()).collect();
                let keys: Vec<_> = mistakes::in_words(name, seed, &words)
                    .iter()
                    .map(|cause| cause.key.clone())
                    .collect();
                assert_eq!(
                    keys.contains(&mistake.key),
                    words != right,
                    "{name}: {} is {keys:?}",
                    mistake.key
                );
            }
        }
    }
}

#[test]
fn the_words_of_the_right_implementations_are_those_of_the_subjects() {
    for subject in subjects() {
        let Some(stream) = subject.words() else {
            continue;
        };
        for seed in [0, 1, 42, 1_700_000_000] {
            let mut port = port(subject);
            port(&stream.seed.replace("{}", &seed.to_string()));
            let expected = port(&format!("{} 700", stream.words));
            let mut words = mistakes::right_words(subject.name(), seed).unwrap();
            let own: Vec<String> = (0..700).map(|_| words().to_string()).collect();
            assert_eq!(own, expected, "{} {seed}", subject.name());
        }
    }
}

/// What `roguelab trace diff` says about these traces.
fn diverged(a: &str, b: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let paths = [("a", a), ("b", b)].map(|(name, text)| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    });
    run(&["trace", "diff", &paths[0], &paths[1]]).ended(1, &[])
}

#[test]
fn diverge_names_mistakes_in_results_and_none_where_no_mistake_explains_them() {
    let a = run(&["trace", "record", "get_rand", "--seed", "42", "-n", "200"]).ended(0, &[]);
    let of = |key| {
        let mistake = mistakes::of("get_rand")
            .find(|mistake| mistake.key == key)
            .unwrap();
        let mut side = mistake.side("get_rand");
        side("srrandom 42");
        let lines = (0..200).map(|_| format!("1 100 {}\n", side("get_rand 1 100").unwrap()[0]));
        std::iter::once("# roguelab trace 1\n# columns: lo hi result\n".to_owned())
            .chain(lines)
            .collect::<String>()
    };
    assert_has(
        &diverged(&a, &of("mask-of-15-bits")),
        &["likely cause: mask-of-15-bits: "],
    );
    let nobodys = of("no-mask").replacen("\n1 100 ", "\n1 100 1", 1);
    assert!(!diverged(&a, &nobodys).contains("accounts for"));
}

#[test]
fn without_a_mistake_the_rows_of_the_catalogue_are_right() {
    for row in catalogue::all().filter(|row| subjects().all(|subject| subject.name() != row.key)) {
        for seed in [1, 42, 0x0123_4567_89ab_cdef] {
            let mut right = (row.seeded)(seed & u64::MAX >> (64 - row.seed_bits));
            let mut own = mistakes::right_words(row.key, seed).unwrap();
            for place in 0..2000 {
                assert_eq!(own(), right(), "{}: {seed}, word {place}", row.key);
            }
        }
    }
}
