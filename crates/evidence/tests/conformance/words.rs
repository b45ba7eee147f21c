//! What the documents' words must be.

use std::collections::BTreeSet;

use findings::story::{Chapter, Story};
use findings::{Document, Mark};

/// Checks that each claim of a document has an ID of its own, values, and grounds.
pub(crate) fn are_shown(document: &dyn Document) {
    let claims = document.claims();
    let ids: BTreeSet<_> = claims.iter().map(|claim| claim.id).collect();
    assert_eq!(ids.len(), claims.len());
    for claim in claims {
        let says_what =
            claim.mark == Mark::Exact || claim.on.contains(|c: char| c.is_ascii_digit());
        let says_seed = claim.mark != Mark::Measured || claim.on.contains("seed");
        assert!(
            says_what && says_seed && !claim.values.is_empty(),
            "{}: {}",
            claim.id,
            claim.grounds()
        );
    }
}

/// Checks that each chapter of a story has what a page needs, and that the story is short.
pub(crate) fn tell(story: &Story) {
    for Chapter {
        title,
        text,
        figure,
        section,
        question,
        ..
    } in &story.chapters
    {
        assert!(
            !title.contains('\n')
                && !title.ends_with('.')
                && !text.is_empty()
                && figure.caption.ends_with('.')
        );
        assert!(figure.svg.starts_with("<svg") && !section.is_empty());
        if let Some(question) = question {
            let answers: BTreeSet<_> = question.answers.iter().collect();
            assert!(answers.len() == question.answers.len() && question.right < answers.len());
        }
    }
    assert!(story.about.len() > 1 && story.end.1.len() > 1);
    let chapters = story.chapters.iter().flat_map(|chapter| {
        let around = [&chapter.title, &chapter.figure.caption];
        let question = chapter.question.iter().map(|asked| &asked.question);
        let texts = chapter.setup.iter().chain(question).chain(&chapter.text);
        around.into_iter().chain(texts)
    });
    let top = [&story.headline, &story.second]
        .into_iter()
        .chain(&story.about);
    let end = std::iter::once(&story.end.0).chain(&story.end.1);
    let texts = top.chain(chapters).chain(end);
    let words: usize = texts.map(|text| text.split_whitespace().count()).sum();
    assert!(words <= 1000, "{words} words are more than a few minutes");
}
