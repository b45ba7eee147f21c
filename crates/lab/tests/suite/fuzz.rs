//! The bodies of the fuzz targets, over inputs from a fixed seed. The search that follows coverage is `cargo xtask fuzz`.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use lab::fuzzing::{TARGETS, Target, differ, find, mutated, write_seeds};
use lockstep::Chooser;
use subjects::registry::SUBJECTS;

/// Inputs of each target.
const INPUTS: usize = 3000;

/// Inputs of each subject.
const OP_LISTS: usize = 150;

/// Runs the body over one input; a panic is passed on after the input was shown.
fn feed(target: &Target, input: &[u8]) {
    let shown = || format!("{} over b\"{}\"", target.name, input.escape_ascii());
    match catch_unwind(AssertUnwindSafe(|| (target.body)(input))) {
        Ok(Ok(())) => {}
        Ok(Err(defect)) => panic!("{}: {defect}", shown()),
        Err(panic) => {
            eprintln!("{} panics", shown());
            resume_unwind(panic)
        }
    }
}

fn feed_many(name: &str) {
    let target = find(name).expect("a target of this name");
    let seeds = (target.seeds)();
    assert!(!seeds.is_empty() && seeds.iter().all(|seed| seed.len() <= target.most), "{name}");
    for seed in &seeds {
        feed(target, seed);
    }
    for case in 0..INPUTS {
        feed(target, &mutated(&mut Chooser::of_case(1, case), &seeds, target.most));
    }
}

/// A test of each target but `ops`, by the fact that it shows.
macro_rules! targets {
    ($($fact:ident = $target:literal,)+) => {
        $(#[test]
        fn $fact() {
            feed_many($target);
        })+
    };
}

targets! {
    any_bytes_are_a_save_file_or_an_error = "savefile",
    any_text_is_checked_as_vectors_or_refused = "vectors",
    any_text_is_a_plan_or_said_to_be_none = "plan",
    any_text_is_a_predicate_or_refused_at_a_place = "predicates",
    numbers_are_read_the_same_however_they_are_cut = "numbers",
    any_line_is_an_answer_or_none_with_a_reason = "answers",
    any_bytes_are_numbers_that_can_be_asked_about_or_refused = "who",
    any_text_describes_a_subject_or_is_refused = "subjects",
    any_text_is_a_trace_or_refused_and_traces_are_compared_to_their_end = "traces",
}

#[test]
fn bases_agree_over_any_ops() {
    for &subject in SUBJECTS {
        for case in 0..OP_LISTS {
            let bytes = Chooser::of_case(2, case).bytes(200);
            assert_eq!(differ(subject, &bytes).map_err(|defect| defect.to_string()), Ok(()));
        }
    }
}

#[test]
fn seeds_are_written_one_file_each() {
    for target in &TARGETS {
        let folder = tempfile::tempdir().unwrap();
        write_seeds(target, &folder.path().join("seeds")).unwrap();
        let files = std::fs::read_dir(folder.path().join("seeds")).unwrap().count();
        assert_eq!(files, (target.seeds)().len(), "{}", target.name);
    }
}

#[test]
fn every_target_has_a_program_of_its_name() {
    let programs = std::fs::read_dir(lab::fixtures::root().join("fuzz/fuzz_targets")).unwrap();
    let mut programs: Vec<_> =
        programs.map(|file| file.unwrap().file_name().into_string().unwrap().replace(".rs", "")).collect();
    let mut targets: Vec<_> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    programs.sort();
    targets.sort();
    assert_eq!(programs, targets);
}
