//! The words of a weakly seeded generator as functions of the seed, from any place on.

use crate::bsd_random::{Additive, BsdRandom, Kind, WEAK};
use crate::closed_form::{Affine, seeded_ring};

/// Yields `(a_n, b_n)` for each word in turn, before its lowest bit is shifted out.
///
/// The coefficients of an additive generator obey its recurrence: they are the words of two more such generators.
#[derive(Clone, Debug)]
pub(super) struct Coefficients {
    /// The last function, for `TYPE_0`.
    linear: Affine,
    /// For the other types: one generator whose words are the factors, and one whose words are the summands.
    additive: Option<[BsdRandom; 2]>,
}

impl Coefficients {
    /// The coefficients from word `at` on.
    pub(super) fn new(kind: Kind, at: u64) -> Self {
        let additive = match kind {
            Kind::Type0 => None,
            Kind::Type1 => Some(additive(at).map(BsdRandom::Type1)),
            Kind::Type2 => Some(additive(at).map(BsdRandom::Type2)),
            Kind::Type3 => Some(additive(at).map(BsdRandom::Type3)),
            Kind::Type4 => Some(additive(at).map(BsdRandom::Type4)),
        };
        let linear = if additive.is_none() {
            WEAK.power(at)
        } else {
            Affine::IDENTITY
        };
        Self { linear, additive }
    }

    /// The function of the next word.
    pub(super) const fn next(&mut self) -> Affine {
        if let Some([a, b]) = &mut self.additive {
            a.next_word();
            b.next_word();
            Affine {
                a: a.last_whole(),
                b: b.last_whole(),
            }
        } else {
            self.linear = self.linear.then(WEAK);
            self.linear
        }
    }
}

fn additive<const DEGREE: usize, const SEPARATION: usize>(
    at: u64,
) -> [Additive<DEGREE, SEPARATION>; 2] {
    let ring = const { seeded_ring::<DEGREE, SEPARATION>() };
    [ring.map(|word| word.a), ring.map(|word| word.b)].map(|ring| {
        let mut random = Additive::of_ring(ring, SEPARATION);
        random.jump(at);
        random
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::closed_form::Table;

    #[test]
    fn coefficients_from_any_place_are_those_of_the_table() {
        let tables = [
            *Table::<200>::linear().coefficients(),
            *Table::<200>::additive::<7, 3>().coefficients(),
            *Table::<200>::additive::<15, 1>().coefficients(),
            *Table::<200>::additive::<31, 3>().coefficients(),
            *Table::<200>::additive::<63, 1>().coefficients(),
        ];
        for (kind, table) in Kind::ALL.into_iter().zip(tables) {
            for at in [0, 1, 30, 31, 62, 63, 64, 150] {
                let mut words = Coefficients::new(kind, at);
                for &expected in &table[at as usize..] {
                    assert_eq!(words.next(), expected, "{kind:?} from {at}");
                }
            }
        }
    }
}
