//! The processes of `mpirun` as ranks that share one scan.

use mpi::collective::Root;
use mpi::datatype::PartitionMut;
use mpi::environment::Universe;
use mpi::topology::{Communicator, SimpleCommunicator};
use scan::ranks::{Ranks, RanksError};

/// All processes. Dropping it finalizes MPI.
struct World {
    world: SimpleCommunicator,
    _universe: Universe,
}

/// Joins the processes that `mpirun` started; without `mpirun` there is one process.
pub(crate) fn join() -> Result<Box<dyn Ranks>, RanksError> {
    let universe = mpi::initialize()
        .ok_or_else(|| RanksError::Own("MPI can be initialized only once".into()))?;
    Ok(Box::new(World {
        world: universe.world(),
        _universe: universe,
    }))
}

impl Ranks for World {
    // MPI uses C ints, but ranks and sizes are never negative.
    fn rank(&self) -> u32 {
        self.world.rank().unsigned_abs()
    }

    fn size(&self) -> u32 {
        self.world.size().unsigned_abs()
    }

    fn gather(&self, text: &str) -> Option<Vec<String>> {
        let (first, bytes) = (self.world.process_at_rank(0), text.as_bytes());
        // A process keeps at most 65,536 seeds, so its text is far below 2 GiB.
        let length = bytes.len() as i32;
        if self.rank() > 0 {
            first.gather_into(&length);
            first.gather_varcount_into(bytes);
            return None;
        }
        let mut lengths = vec![0; self.size() as usize];
        first.gather_into_root(&length, &mut lengths[..]);
        let mut end = 0i32;
        let mut start = |length: &i32| {
            let next = end
                .checked_add(*length)
                .expect("MPI counts to 2 GiB: --keep fewer seeds, or use fewer processes");
            std::mem::replace(&mut end, next)
        };
        let starts: Vec<i32> = lengths.iter().map(&mut start).collect();
        let mut all = vec![0u8; lengths.iter().map(|&length| length as usize).sum()];
        first.gather_varcount_into_root(
            bytes,
            &mut PartitionMut::new(&mut all[..], &lengths[..], &starts[..]),
        );
        let text = |(&start, &length): (&i32, &i32)| &all[start as usize..][..length as usize];
        Some(
            starts
                .iter()
                .zip(&lengths)
                .map(text)
                .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
                .collect(),
        )
    }
}
