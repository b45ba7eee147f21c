//! Known mistakes of ports: each is a wrong implementation that can be run.

/// A known mistake in a port of a subject.
#[derive(Clone, Copy, Debug)]
pub struct Mistake {
    /// The subject, as in `pcg32`.
    pub subject: &'static str,
    /// Its name, as in `no-seeding-steps`.
    pub key: &'static str,
    /// What is wrong, in one sentence, and what would be right.
    pub about: &'static str,
    /// A fresh wrong implementation, which gives an op's answer in the notation of `replay`; `None` for an op it lacks.
    pub side: fn() -> Side,
}

/// A running wrong implementation.
pub type Side = Box<dyn FnMut(&str) -> Option<String>>;

/// All of them.
pub static MISTAKES: &[Mistake] = &[];

/// The mistakes of a subject that give every answer of a transcript: ops and answers, both as texts.
pub fn explaining(subject: &str, transcript: &[(String, String)]) -> Vec<&'static Mistake> {
    let explains = |mistake: &&Mistake| {
        let mut side = (mistake.side)();
        mistake.subject == subject && transcript.iter().all(|(op, answer)| side(op).is_none_or(|own| own == *answer))
    };
    MISTAKES.iter().filter(explains).collect()
}
