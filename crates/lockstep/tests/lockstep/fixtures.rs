//! Fixtures describe themselves, and every change to them is found.

use lockstep::{Basis, Budget, Cases, Failure, Fixture, Kind, Subject, run};
use proptest::prelude::*;

use crate::toy::{ABSENT, Defect, NAMELESS, Toy, ToyOp};

fn recorded(kind: Kind) -> Fixture {
    let toy = Toy::new(Defect::None);
    let cases = toy.cases(kind, &Budget { cases: 5, ..Budget::default() }).unwrap();
    Fixture::record(&toy, Basis::Reference, cases, "reference,\n C of the toy", "cargo xtask bless").unwrap()
}

fn check(text: &str) -> Result<(), String> {
    let fixture = Fixture::parse(text).map_err(|error| error.to_string())?;
    fixture.check(&Toy::new(Defect::None), Basis::Port).map(drop).map_err(|failure| failure.to_string())
}

#[test]
fn a_fixture_describes_itself_and_is_read_back_as_it_was() {
    let text = recorded(Kind::Random).to_string();
    let header = "\
# subject: toy
# kind: random
# seed: 0x524f4755454c4142
# source: reference, C of the toy
# command: cargo xtask bless
# cases: 5
# sha256: ";
    assert!(text.starts_with(header), "{text}");
    assert_eq!(text.lines().nth(7), Some("case 0"));
    let golden = recorded(Kind::Golden).to_string();
    let golden: Vec<&str> = golden.lines().collect();
    assert_eq!([golden[2], golden[8]], ["# seed: none", "seed 7 => nothing"]);
    assert!(golden[11].starts_with("words 40 => 40 words sha256 "), "{}", golden[11]);
    assert_eq!(golden[13], "names => [\"blue\" \"red\"]");
    for kind in [Kind::Golden, Kind::Random] {
        let fixture = recorded(kind);
        assert_eq!(Fixture::parse(&fixture.to_string()).unwrap(), fixture);
    }
}

#[test]
fn every_basis_reproduces_the_fixture_with_the_digest_of_a_run() {
    let toy = Toy::new(Defect::None);
    let fixture = recorded(Kind::Golden);
    let cases = toy.cases(Kind::Golden, &Budget::default()).unwrap();
    let tally = run(&toy, Basis::Reference, Basis::Port, cases).unwrap();
    for basis in [Basis::Port, Basis::Reference] {
        let checked = fixture.check(&toy, basis).unwrap();
        assert_eq!((checked.cases, checked.ops, checked.outputs), (tally.cases, tally.ops, tally.outputs));
        assert_eq!(checked.hex(), tally.hex());
    }
}

#[test]
fn a_fixture_is_compared_with_a_basis_up_to_what_that_cannot_answer() {
    let toy = Toy::new(Defect::None);
    let lists = [vec![ToyOp::Word, ToyOp::Names, ToyOp::Word], vec![ToyOp::Names]];
    let fixture = Fixture::record(&toy, Basis::Port, Cases::new(Kind::Golden, 2, lists), "port", "none").unwrap();
    let tally = fixture.check(&toy, NAMELESS).unwrap();
    assert_eq!((tally.cases, tally.ops, tally.outputs), (1, 1, 1));
    assert_eq!(fixture.check(&toy, Basis::Reference).unwrap().outputs, 2 + 2 * 2);
}

#[test]
fn a_defect_of_the_port_is_named_with_its_line() {
    let failure = recorded(Kind::Golden).check(&Toy::new(Defect::WordAt(1)), Basis::Port).unwrap_err();
    let text = failure.to_string();
    assert!(text.starts_with("line 10: toy, case 0: word\n  fixture   "), "{text}");
    assert!(text.contains("\n  port      "), "{text}");
}

#[test]
fn a_changed_output_is_named_with_its_line() {
    let text = recorded(Kind::Random).to_string();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| line.contains(" => ")) {
        let changed = if line.ends_with('0') { '1' } else { '0' };
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines[index].pop();
        lines[index].push(changed);
        let error = check(&(lines.join("\n") + "\n")).unwrap_err();
        assert!(error.starts_with(&format!("line {}: toy, case ", index + 1)), "{error}");
    }
}

proptest! {
    #[test]
    fn any_flipped_character_is_found(at: prop::sample::Index, bit in 0_u32..7) {
        let fixture = recorded(Kind::Random);
        let mut bytes = fixture.to_string().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        let text = String::from_utf8(bytes).unwrap();
        // What reads as the same fixture is the same fixture.
        prop_assume!(Fixture::parse(&text).ok().as_ref() != Some(&fixture));
        let error = check(&text).expect_err("a change goes unseen");
        prop_assert!(error.starts_with("line "), "{}", error);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text: String) {
        prop_assert!(Fixture::parse(&text).is_err());
    }
}

#[test]
fn a_truncated_fixture_is_an_error() {
    let text = recorded(Kind::Golden).to_string();
    let lines: Vec<&str> = text.lines().collect();
    for kept in 0..lines.len() {
        let error = check(&lines[..kept].join("\n")).expect_err("a truncated fixture passes");
        assert!(error.starts_with("line "), "{kept}: {error}");
    }
    let second = lines.iter().position(|&line| line == "case 1").unwrap();
    for (text, line, expected) in [
        (lines[..second].join("\n"), second + 1, "2 cases were promised, and there are only 1"),
        (lines[..=second].join("\n"), second + 2, "case 1 has no ops"),
        (text.clone() + "case 2\n", lines.len() + 1, "2 cases were promised, and there are more"),
    ] {
        assert_eq!(Fixture::parse(&text).unwrap_err().to_string(), format!("line {line}: {expected}"));
    }
}

#[test]
fn bad_lines_are_named() {
    let text = recorded(Kind::Golden).to_string();
    for (from, to, expected) in [
        ("# subject: toy", "subject: toy", "line 1: expected `# subject: ...`, not `subject: toy`"),
        ("# subject: toy", "# subject: boy", "line 1: the fixture is for `boy`, not for `toy`"),
        ("golden", "olden", "line 2: `olden` is no kind: expected golden, edge, sweep, random or exhaustive"),
        ("seed: none", "seed: 0y", "line 3: `0y` is no seed: expected `none` or a number from 0 to 2^64 - 1"),
        ("cases: 2", "cases: 0", "line 6: `0` is no cases: expected a whole number, at least 1"),
        ("C of the toy", "C of the boy", "line 7: the fixture was changed by hand"),
        ("case 0", "case 7", "line 8: expected `op => output` or `case 0`, not `case 7`"),
        ("seed 7 =>", "seed 7 >=", "line 9: expected `op => output` or `case 1`, not `seed 7 >= nothing`"),
        ("seed 7 =>", "sed 7 =>", "line 9: `sed 7`: no such op, did you mean `seed`?"),
    ] {
        let error = check(&text.replacen(from, to, 1)).unwrap_err();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn nothing_vacuous_is_recorded() {
    for (basis, promised, ops, expected) in [
        (Basis::Reference, 2, vec![ToyOp::Word], "2 cases were promised, and only 1 ran"),
        (Basis::Reference, 1, vec![], "case 0 has no ops"),
        (Basis::Reference, 1, vec![ToyOp::Seed { seed: 1 }], "nothing was compared"),
        (ABSENT, 1, vec![ToyOp::Word], "absent is not on this machine"),
    ] {
        let cases = Cases::new(Kind::Golden, promised, [ops]);
        let failure: Failure =
            Fixture::record(&Toy::new(Defect::None), basis, cases, "reference", "bless").unwrap_err();
        assert!(failure.to_string().starts_with(expected), "{failure}");
    }
}
