//! What `roguelab trace` writes: the draws of a subject, or the words of a generator.
//!
//! ```
//! use lockstep::trace::Options;
//! let traced = lab::trace::find("new-game").unwrap();
//! let mut text = Vec::new();
//! traced.write(&Options::default(), &mut text)?;
//! // The seed is 1 where none is given.
//! let text = String::from_utf8(text)?;
//! assert!(text.lines().nth(3).unwrap().starts_with("0 mix_colors 0 13 "));
//! assert!(text.lines().last().unwrap().contains(" arrows 25 35 "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io::Write;

use anyhow::{Result, anyhow};
use lockstep::trace::{Call, Options, Sink, Taken, Trace};
use lockstep::{Basis, Subject};
use subjects::registry::SUBJECTS;
use zoo::sources::{self, Kind, Source};

use crate::words::SubjectWords;

/// Words that are made at once.
const BLOCK: usize = 1 << 12;

/// Something that can be traced.
pub struct Traced {
    /// Its name on the command line.
    pub name: String,
    /// What it is.
    pub about: String,
    /// How many bits its seed has, 32 or 64.
    pub seed_bits: u32,
    /// Whether its draws never end.
    pub endless: bool,
    made: Made,
}

enum Made {
    /// The draws of a subject.
    Draws(Trace),
    /// The words of a subject, of any width.
    Words(&'static dyn Subject),
    /// The words of a source of the zoo.
    Source(Source),
}

/// All that can be traced: subjects with bounded draws, then the words of all generators.
pub fn all() -> Vec<Traced> {
    let draws = SUBJECTS.iter().filter_map(|subject| {
        let trace = subject.trace()?;
        let (name, about) = (subject.name().into(), trace.about.into());
        Some(Traced {
            name,
            about,
            seed_bits: trace.seed_bits,
            endless: trace.endless,
            made: Made::Draws(trace),
        })
    });
    let sources = sources::all()
        .into_iter()
        .filter(|source| matches!(source.kind, Kind::Words { .. }));
    let sources = sources.map(|source| Traced {
        name: source.key.clone(),
        about: format!("words: {}", source.about),
        seed_bits: source.seed_bits,
        endless: true,
        made: Made::Source(source),
    });
    let mut all: Vec<_> = draws.chain(sources).collect();
    for &subject in SUBJECTS {
        if let Some(words) = subject
            .words()
            .filter(|_| !all.iter().any(|traced| traced.name == subject.name()))
        {
            all.push(Traced {
                name: subject.name().into(),
                about: format!("words: {}", subject.about()),
                seed_bits: words.seed_bits,
                endless: true,
                made: Made::Words(subject),
            });
        }
    }
    all
}

/// What has this name.
pub fn find(name: &str) -> Option<Traced> {
    all().into_iter().find(|traced| traced.name == name)
}

impl Traced {
    /// Whether an option concerns it.
    pub(crate) fn takes(&self, option: Taken) -> bool {
        matches!(&self.made, Made::Draws(trace) if trace.takes.contains(&option))
    }

    /// Writes its trace, up to where a map never ends. It ends quietly when nobody reads any more.
    pub fn write(&self, options: &Options, out: &mut dyn Write) -> Result<()> {
        let mut sink = Sink::new(out, &self.caption(options), options.limit);
        match &self.made {
            Made::Draws(trace) => {
                (trace.write)(options, &mut sink).map_err(|error| anyhow!(error))?;
            }
            Made::Words(subject) => {
                let mut words = SubjectWords::open(*subject, options.seed)?;
                while !sink.is_full() {
                    for &word in words.next_block()? {
                        write_word(word, &mut sink);
                    }
                }
            }
            Made::Source(source) => {
                let (mut stream, mut block) = (source.open(options.seed), [0; BLOCK]);
                while !sink.is_full() {
                    stream.fill(&mut block);
                    for &word in &block {
                        write_word(word.into(), &mut sink);
                    }
                }
            }
        }
        Ok(sink.finish()?)
    }

    /// What its trace says of itself.
    fn caption(&self, options: &Options) -> String {
        let mut text = format!("subject: {}, seed ", self.name);
        text += &if self.seed_bits == 32 {
            (options.seed as i32).to_string()
        } else {
            options.seed.to_string()
        };
        if self.takes(Taken::Stream) {
            text += &format!(", stream {}", options.stream);
        }
        if self.takes(Taken::Basis) {
            text += if options.basis == Basis::Port {
                ", port"
            } else {
                ", reference"
            };
        }
        text
    }
}

/// A word as a draw: without arguments, its own result.
fn write_word(word: u64, sink: &mut Sink<'_>) {
    // A result has a sign: one of 64 bits may not fit.
    sink.draw(
        "word",
        Call {
            word: Some(word),
            result: i64::try_from(word).ok(),
            ..Call::default()
        },
    );
}
