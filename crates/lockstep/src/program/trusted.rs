//! A program that is taken to be right.

use std::sync::Arc;

use crate::answer::{Answer, Gone};
use crate::failure::Failure;
use crate::output::Seen;
use crate::shown;
use crate::side::{RESET, Side, Start};
use crate::subject::Subject;

/// Starts a program that is taken to be right: it may show only what the subject's ops may show. A program that answers `reset`
/// with `?` is started again for every case.
pub fn start_trusted<'a>(subject: &'a dyn Subject, start: Start<'a>) -> Start<'a> {
    let start = Arc::new(start);
    Box::new(move || {
        let side = match start() {
            Ok(side) => side,
            Err(error) => return Err(Failure::Invalid(format!("the expected side: {error}"))),
        };
        let start = Arc::clone(&start);
        Ok(Box::new(Trusted {
            subject,
            start: Box::new(move || start()),
            side,
            trouble: None,
        }))
    })
}

/// A program that is taken to be right.
struct Trusted<'a> {
    subject: &'a dyn Subject,
    start: Box<dyn Fn() -> Result<Box<dyn Side + 'a>, Failure> + 'a>,
    side: Box<dyn Side + 'a>,
    /// Why the case could not begin; it is reported at the first op.
    trouble: Option<String>,
}

impl Trusted<'_> {
    /// How the program ended, with the last line of its standard error.
    fn describe_end(&self, gone: &Gone) -> String {
        match self.side.errors().trim().lines().last() {
            Some(last) => format!("{gone}; it wrote: {last}"),
            None => gone.to_string(),
        }
    }
}

impl Side for Trusted<'_> {
    fn apply(&mut self, op: &str) -> Answer {
        if op == RESET {
            let answer = if self.side.is_gone() {
                Answer::Unknown
            } else {
                self.side.apply(RESET)
            };
            self.trouble = match answer {
                Answer::Seen(seen) if Seen::nothing().agrees(&seen) => None,
                Answer::Unknown => match (self.start)() {
                    Ok(side) => {
                        self.side = side;
                        None
                    }
                    Err(error) => Some(error.to_string()),
                },
                Answer::Gone(gone) => Some(self.describe_end(&gone)),
                other => Some(format!(
                    "`reset` was answered with {other}, and `nothing` was expected"
                )),
            };
            return Answer::Seen(Seen::nothing());
        }
        if let Some(why) = &self.trouble {
            return Answer::Error(why.clone());
        }
        match (self.side.apply(op), self.subject.op(op)) {
            (Answer::Seen(seen), Ok(known)) if !known.may_show(&seen.output) => {
                Answer::Error(format!(
                    "it shows {}, and the description says {}",
                    shown(&seen.output.to_string(), 60),
                    known.shows.name()
                ))
            }
            (Answer::Gone(gone), _) => Answer::Error(self.describe_end(&gone)),
            (answer, _) => answer,
        }
    }
}
