use super::*;

fn random(seed: i32, words: usize) -> Vec<String> {
    let mut random = BsdRandom::new(Kind::Type3, Seeding::Glibc, seed);
    (0..words)
        .map(|_| format!("random - - {} -", random.next_word()))
        .collect()
}

#[test]
fn a_word_that_the_generator_does_not_give_is_named() {
    let mut lines = random(1, 50);
    lines[20] = "random - - 5 -".into();
    let found = judge(lines.join("\n").as_bytes(), &|_| None).unwrap();
    assert_eq!(
        (found[0].seeded.as_deref(), found[0].differs, found.len()),
        (None, Some(20), 1)
    );
}

#[test]
fn what_has_no_seed_is_compared_with_nothing() {
    let text = "event forked\ndrand48 - - 5 -\narc4random - - 5 -\nevent setstate\nrandom - - 5 -\nerand48 7 - 5 -\n";
    let found = judge(text.as_bytes(), &|_| None).unwrap();
    assert!(found.iter().all(|stretch| stretch.compared.is_none()));
    assert_eq!(
        found
            .iter()
            .map(|stretch| stretch.words)
            .collect::<Vec<_>>(),
        [1, 1, 1, 1]
    );
}

#[test]
fn a_child_begins_where_its_parent_stood() {
    let all = random(7, 30);
    let parent = [&["event seed srandom 7".to_owned()], &all[..20]]
        .concat()
        .join("\n");
    // After its second line the parent continued alone.
    let child = [&["event forked 5 2".to_owned()], &all[1..3]]
        .concat()
        .join("\n");
    let open = |process| (process == 5).then_some(parent.as_bytes());
    let found = judge(child.as_bytes(), &open).unwrap();
    let shown: Vec<String> = found.iter().map(ToString::to_string).collect();
    let expected = "random(), rand(): srandom(7) before the fork, at draw 0; then 2 words, all of them those of glibc's \
                    random(), TYPE_3";
    assert_eq!(shown, [expected]);
    let found = judge(child.replace(" 2\n", " 3\n").as_bytes(), &open).unwrap();
    assert_eq!(
        found[0].differs,
        Some(0),
        "one line more of the parent is another state"
    );
}

#[test]
fn a_program_that_replaces_itself_starts_afresh() {
    let text = [random(1, 2), vec!["event exec".into()], random(1, 2)]
        .concat()
        .join("\n");
    let found = judge(text.as_bytes(), &|_| None).unwrap();
    assert_eq!(
        found
            .iter()
            .map(|stretch| (stretch.words, stretch.differs))
            .collect::<Vec<_>>(),
        [(2, None); 2]
    );
}
