//! From what a player sees back to the seed: which of the 32,768 games it is, and when such a game starts.
//!
//! - [`Fact`]: something that is seen or ruled out, such as "the potion of healing is pink".
//! - [`Drawn`]: a result of `get_rand`, with its bounds.
//! - [`starts()`]: the times that seed a game, as the game takes its seed from the clock.
//!
//! ```
//! use roguelab_rogue::inverse::{Fact, Table, residues, starts};
//!
//! let facts = [
//!     Fact::parse(Table::Potion, "healing=blue").unwrap(),
//!     Fact::parse(Table::Wand, "slow monster=redwood").unwrap(),
//!     Fact::parse(Table::Scroll, "create monster!='ah bar'").unwrap(),
//! ];
//! assert!(residues(&facts[..1]).count() > residues(&facts).count());
//! assert_eq!(starts(&[5, 7], 0, 40_000).collect::<Vec<_>>(), [5, 7, 32_773, 32_775]);
//! ```

mod drawn;
mod fact;
mod starts;

pub use drawn::{Drawn, DrawnError, positions};
pub use fact::{Fact, FactError, Table};
pub use starts::{count_starts, starts};

use crate::atlas::GAMES;
use crate::identities::Identities;

/// The games in which all facts hold, by residue, in order.
pub fn residues(facts: &[Fact]) -> impl Iterator<Item = u16> {
    (0..GAMES as u16).filter(|&residue| {
        let game = Identities::deal(residue.into());
        facts.iter().all(|fact| fact.holds(&game))
    })
}
