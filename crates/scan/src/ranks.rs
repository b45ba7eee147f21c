//! The processes that share a scan.

use thiserror::Error;

use super::Outcome;

/// The processes that share a scan: each takes a share of the seeds, and the first gathers the results of all.
pub trait Ranks {
    /// The number of this process, from 0.
    fn rank(&self) -> u32;

    /// How many processes there are, at least 1.
    fn size(&self) -> u32;

    /// Hands a text from each process to the first, in the order of ranks; the others get `None`. Every process calls it once.
    fn gather(&self, text: &str) -> Option<Vec<String>>;
}

/// Why there is no outcome of all processes.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RanksError {
    /// This process failed, or could not join the others.
    #[error("{0}")]
    Own(String),
    /// Another process failed.
    #[error("process {rank} of {size}: {why}")]
    Other {
        /// The number of the process that failed.
        rank: usize,
        /// How many processes there are.
        size: u32,
        /// The error of that process.
        why: String,
    },
    /// The message of a process cannot be read.
    #[error("a process sent something other than an outcome")]
    Sent(#[from] serde_json::Error),
}

/// Joins the processes that were started together, until it is dropped.
pub type Join = fn() -> Result<Box<dyn Ranks>, RanksError>;

/// The engines that can run a scan, beside the program's own threads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Engines {
    /// The processes that `mpirun` has started.
    pub mpi: Option<Join>,
}

/// A process that runs the scan alone.
#[derive(Clone, Copy, Debug)]
pub struct Alone;

impl Ranks for Alone {
    fn rank(&self) -> u32 {
        0
    }

    fn size(&self) -> u32 {
        1
    }

    fn gather(&self, text: &str) -> Option<Vec<String>> {
        Some(vec![text.to_owned()])
    }
}

/// Adds up the results of all processes, or returns why they failed; at most `keep` seeds are listed. The first process gets
/// the sum, or the error of one that failed; the others get `None`, even for their own errors: `mpirun` ends all processes as
/// soon as one fails, and the first must have time to report.
///
/// # Errors
/// In the first process, if any process failed.
pub fn gather(
    ranks: &dyn Ranks,
    found: Result<Outcome, String>,
    keep: usize,
) -> Result<Option<Outcome>, RanksError> {
    // This happens even after a failure, because the others wait for it.
    let Some(shares) = ranks.gather(&serde_json::to_string(&found)?) else {
        return Ok(None);
    };
    found.map_err(RanksError::Own)?;
    let mut sum = Outcome::default();
    // The seeds are in the order of the processes.
    for (rank, share) in shares.iter().enumerate() {
        let share: Result<Outcome, String> = serde_json::from_str(share)?;
        let size = ranks.size();
        sum.append(
            share.map_err(|why| RanksError::Other { rank, size, why })?,
            keep,
        );
    }
    Ok(Some(sum))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::super::{Predicate, Scan, Seeded, Span};
    use super::*;

    const KEEP: usize = 7;

    /// A rank that is a thread. The first one has the receiving ends.
    struct Thread {
        rank: u32,
        size: u32,
        send: Sender<String>,
        receive: Vec<Receiver<String>>,
    }

    impl Ranks for Thread {
        fn rank(&self) -> u32 {
            self.rank
        }

        fn size(&self) -> u32 {
            self.size
        }

        fn gather(&self, text: &str) -> Option<Vec<String>> {
            self.send.send(text.to_owned()).unwrap();
            (self.rank == 0).then(|| self.receive.iter().map(|end| end.recv().unwrap()).collect())
        }
    }

    /// The result of the first of `size` ranks, if each does `work` on its share.
    fn together(
        size: u32,
        work: impl Fn(u32, Option<Scan>) -> Result<Outcome, String> + Sync,
    ) -> Result<Option<Outcome>, RanksError> {
        let (sends, mut receive): (Vec<_>, Vec<_>) = (0..size).map(|_| channel()).unzip();
        let ranks = (0..size).zip(sends).map(|(rank, send)| {
            let receive = if rank == 0 {
                std::mem::take(&mut receive)
            } else {
                Vec::new()
            };
            Thread {
                rank,
                size,
                send,
                receive,
            }
        });
        std::thread::scope(|scope| {
            let work = &work;
            let mut threads = Vec::new();
            for ranks in ranks {
                threads.push(scope.spawn(move || {
                    let part = scan().share(ranks.rank() + 1, ranks.size());
                    gather(&ranks, work(ranks.rank(), part), KEEP)
                }));
            }
            let mut results = threads.into_iter().map(|thread| thread.join().unwrap());
            let first = results.next().unwrap();
            assert!(results.all(|other| other.unwrap().is_none()));
            first
        })
    }

    fn scan() -> Scan {
        let source = Seeded::find("rrandom", None).unwrap();
        let predicate = Predicate::parse("word(0) % 6 == 3", source).unwrap();
        Scan {
            source,
            predicate,
            span: Span::new(5, 4999).unwrap(),
            keep: KEEP,
        }
    }

    fn run(scan: Option<Scan>) -> Outcome {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .unwrap();
        scan.map_or_else(Outcome::default, |scan| {
            scan.run(&pool, &AtomicBool::new(false), &mut |_| ())
        })
    }

    #[test]
    fn any_number_of_ranks_finds_the_same() {
        let alone = gather(&Alone, Ok(run(Some(scan()))), KEEP).unwrap();
        for size in [1, 2, 4, 7] {
            assert_eq!(together(size, |_, part| Ok(run(part))).unwrap(), alone);
        }
    }

    fn run_or_fail(rank: u32, part: Option<Scan>) -> Result<Outcome, String> {
        if rank == 2 {
            return Err("no room".into());
        }
        Ok(run(part))
    }

    #[test]
    fn a_rank_that_fails_keeps_nobody_waiting() {
        let error = together(4, run_or_fail).unwrap_err();
        assert_eq!(error.to_string(), "process 2 of 4: no room");
    }
}
