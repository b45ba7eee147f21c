//! What every subject must be.

use std::collections::HashSet;

use generators::catalogue;
use lockstep::{Budget, CaseKind, Failure, Missing, Role, Seen, show};
use roguelab_subjects::conformance::{Comparison, Outcome, comparisons, left_out};
use roguelab_subjects::oracles::Policy;
use roguelab_subjects::{SUBJECTS, registry};

#[test]
fn names_are_unique_and_every_subject_has_golden_edge_and_random_cases() {
    let names: HashSet<_> = comparisons().iter().map(Comparison::name).collect();
    assert_eq!(names.len(), comparisons().len());
    for subject in SUBJECTS {
        for kind in [CaseKind::Golden, CaseKind::Edge, CaseKind::Random] {
            let compared = comparisons()
                .iter()
                .any(|c| c.subject.name() == subject.name() && c.kind == kind);
            assert!(compared, "{} has no {kind} cases", subject.name());
        }
    }
}

#[test]
fn the_golden_mazes_end_in_every_way() {
    let maze = registry::find("amazing").unwrap();
    let golden = maze.cases(CaseKind::Golden, &Budget::default()).unwrap();
    let ops: Vec<String> = golden.flat_map(Result::unwrap).collect();
    let mut seen = String::new();
    show(maze, Role::Port, &ops, &mut |shown| {
        seen += &shown.output.to_string();
    })
    .unwrap();
    assert!(
        ["done", "endless", "past the list"]
            .iter()
            .all(|status| seen.contains(&format!("\"{status} at")))
    );
}

#[test]
fn every_row_of_the_catalogue_is_a_subject_that_shows_its_stream() {
    for row in catalogue::all() {
        let subject = registry::find(row.key).unwrap();
        let mut streams = Vec::new();
        if SUBJECTS.iter().all(|subject| subject.name() != row.key) {
            streams.push((subject, row.seeded));
        }
        for seeding in row.seedings {
            let name = format!("{}:{}", row.key, seeding.name);
            streams.push((registry::find(&name).unwrap(), seeding.seeded));
        }
        for (subject, seeded) in streams {
            let ops = ["next", "seed 18446744073709551615", "nexts 5"].map(str::to_owned);
            let mut shown = Vec::new();
            show(subject, Role::Port, &ops, &mut |seen| shown.push(seen)).unwrap();
            let mut stream = seeded(u64::MAX >> (64 - row.seed_bits));
            let words: Vec<u64> = (0..5).map(|_| stream()).collect();
            assert_eq!(
                shown,
                [
                    Seen::number(seeded(1)()),
                    Seen::nothing(),
                    Seen::words64(words)
                ],
                "{}",
                subject.name()
            );
            let budget = Budget {
                cases: 3,
                ..Budget::default()
            };
            for kind in subject.kinds() {
                for ops in subject.cases(kind, &budget).unwrap() {
                    assert!(subject.seeds(&ops.unwrap()[0]), "{}", subject.name());
                }
            }
        }
    }
}

fn absent() -> Result<(), Missing> {
    Err(Missing {
        role: Role::Oracle("gsl"),
        why: "not here".into(),
        remedy: "fetch it".into(),
    })
}

#[test]
fn a_missing_oracle_is_skipped_unless_it_is_required() {
    let oracle = Role::Oracle("gsl");
    assert!(
        left_out(Policy::Auto, oracle, absent)
            .unwrap()
            .contains("not here")
    );
    assert_eq!(left_out(Policy::Auto, oracle, || Ok(())), None);
    assert_eq!(left_out(Policy::Require, oracle, absent), None);
    assert_eq!(
        left_out(Policy::Off, oracle, || Ok(())).as_deref(),
        Some("oracles are off")
    );
    assert_eq!(left_out(Policy::Off, Role::Reference, absent), None);
    assert!(matches!(
        Outcome::of(Err(Failure::from(absent().unwrap_err()))),
        Outcome::Missing { .. }
    ));
    assert!(matches!(
        Outcome::of(Err(Failure::Empty)),
        Outcome::Broken { .. }
    ));
}
