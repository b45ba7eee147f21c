//! `split`: how its children are related to their parent and to each other.

use generators::haskell::PCGen;

use super::correlation::Correlation;
use super::families::{Families, Family, first_word};
use crate::prelude::*;

/// The number of parents on which relations are tried and words compared.
const PARENTS: usize = 1 << 16;
/// The number of words of each child that are compared after the first.
const LATER: usize = 7;

#[derive(Serialize)]
pub struct Split {
    /// The number of parents, drawn from a fixed seed, on which the relations were tried.
    pub parents: u64,
    pub relations: Vec<Relation>,
    /// How many bits of a child's increment are bits of the parent's outputs.
    pub bits_visible: u32,
    /// First words that are similar up to a rotation, whatever the state.
    pub likenesses: [Likeness; 1],
    pub relatives: Vec<Relatives>,
    pub families: Families,
}

#[derive(Serialize)]
pub struct Relation {
    /// For how many of the parents the relation holds.
    pub held: u64,
}

/// Two states, one being a rotation of the other, whose outputs are similar up to a rotation: exact over all `2^64` states.
#[derive(Serialize)]
pub struct Likeness {
    /// By how many bits the second state is rotated to the left.
    pub rotation: u32,
    /// How many of the 32 bits can differ between the words at all. Each of them differs for half of all states.
    pub may_differ: u32,
    /// How many of 32 bits are equal between the words as they are, on average over all states.
    pub equal_bits_as_they_are: Exact,
}

/// Words of two generators that come from one parent.
#[derive(Serialize)]
pub struct Relatives {
    /// Whether the first words are left out.
    pub later: bool,
    pub words: Correlation,
}

/// The output of a state before its rotation: a linear function of the state over GF(2).
fn unrotated(state: u64) -> u32 {
    first_word(&PCGen::new(state, 0)).rotate_left((state >> 59) as u32)
}

/// The bits in which the output of the rotated state differs from the rotated output of the state, both before their own
/// rotations.
fn unlike_rotated(state: u64, rotation: u32) -> u32 {
    unrotated(state.rotate_left(rotation)) ^ unrotated(state).rotate_left(rotation)
}

impl Likeness {
    fn new(rotation: u32) -> Self {
        // The difference is linear in the state, so a bit that any single bit of the state sets is set by half of all states.
        let mut differing = 0;
        for bit in 0..64 {
            differing |= unlike_rotated(1 << bit, rotation);
        }
        Self {
            rotation,
            may_differ: differing.count_ones(),
            equal_bits_as_they_are: equal_bits(rotation).into(),
        }
    }
}

/// How many of 32 bits are equal between the outputs of a state and of the same state rotated to the left, on average over all
/// `2^64` states.
///
/// If the bits that decide how far the two outputs are rotated are given, both outputs are affine functions of the other bits.
/// A bit of their difference that depends on any of those is set for half of the states, and every other bit for all or none.
fn equal_bits(rotation: u32) -> BigRational {
    let top = 31 << 59;
    let (deciding, mut given) = (top | u64::rotate_right(top, rotation), 0_u64);
    let (mut halves, mut cases) = (0, 0);
    loop {
        let mut varying = 0;
        for bit in 0..64 {
            if deciding >> bit & 1 == 0 {
                varying |= difference(1 << bit, given, rotation);
            }
        }
        let always_equal = !varying & !difference(given, given, rotation);
        halves += varying.count_ones() + 2 * always_equal.count_ones();
        cases += 2;
        // The next value of the deciding bits.
        given = given.wrapping_sub(deciding) & deciding;
        if given == 0 {
            return ratio(halves, cases);
        }
    }
}

/// The bits in which the outputs of a state and of the rotated state differ, if both are rotated as the bits `given` decide.
fn difference(state: u64, given: u64, rotation: u32) -> u32 {
    let turned = given.rotate_left(rotation);
    unrotated(state).rotate_right((given >> 59) as u32)
        ^ unrotated(state.rotate_left(rotation)).rotate_right((turned >> 59) as u32)
}

/// A relation between a parent and its children.
type Law = fn(&PCGen) -> bool;

const LAWS: [Law; 5] = [
    has_rotated_children,
    has_left_child_four_steps_on,
    has_outputs_as_increments,
    has_odd_increments,
    has_children_of_other_increment,
];

/// Whether the right child's state is the left child's, rotated left by 2.
fn has_rotated_children(parent: &PCGen) -> bool {
    let (left, right) = parent.split();
    right.state() == left.state().rotate_left(2)
}

/// Whether the left child's state is the parent's four steps on, rotated right by 5.
fn has_left_child_four_steps_on(parent: &PCGen) -> bool {
    parent.split().0.state() == later(parent, 4).state().rotate_right(5)
}

/// Whether the increments are the parent's next four outputs, except for their lowest bits.
fn has_outputs_as_increments(parent: &PCGen) -> bool {
    unlike_outputs(parent) & !1 == 0
}

fn has_odd_increments(parent: &PCGen) -> bool {
    let (left, right) = parent.split();
    left.inc() & right.inc() & 1 == 1
}

/// Whether the parent with the lowest bit of its increment flipped has the same children.
fn has_children_of_other_increment(parent: &PCGen) -> bool {
    let (left, right) = parent.split();
    let (other_left, other_right) = PCGen::new(parent.state(), parent.inc() ^ 1).split();
    (left.state(), left.inc()) == (other_left.state(), other_left.inc())
        && (right.state(), right.inc()) == (other_right.state(), other_right.inc())
}

fn later(parent: &PCGen, steps: usize) -> PCGen {
    let mut later = parent.clone();
    for _ in 0..steps {
        later.step_gen();
    }
    later
}

/// The bits in which the children's increments differ from the parent's outputs.
fn unlike_outputs(parent: &PCGen) -> u64 {
    let mut words = parent.clone();
    let (left, right) = parent.split();
    [left, right].into_iter().fold(0, |unlike, child| {
        let [high, low] = [words.step_gen(), words.step_gen()].map(u64::from);
        unlike | (child.inc() ^ (high << 32 | low))
    })
}

/// The words after the first of two generators that come from one parent.
fn compare_later(parents: &[PCGen], relatives: fn(&PCGen) -> (PCGen, PCGen)) -> Relatives {
    let mut words = Vec::new();
    for parent in parents {
        let (mut one, mut other) = relatives(parent);
        one.step_gen();
        other.step_gen();
        for _ in 0..LATER {
            words.push((one.step_gen(), other.step_gen()));
        }
    }
    Relatives {
        later: true,
        words: Correlation::compute(words.into_iter()),
    }
}

fn relatives(parents: &[PCGen]) -> Vec<Relatives> {
    let siblings = parents.iter().map(|parent| {
        let (left, right) = parent.split();
        (first_word(&left), first_word(&right))
    });
    vec![
        Relatives {
            later: false,
            words: Correlation::compute(siblings),
        },
        compare_later(parents, PCGen::split),
        compare_later(parents, |parent| (later(parent, 4), parent.split().0)),
        compare_later(parents, |parent| (later(parent, 4), parent.split().1)),
    ]
}

impl Split {
    pub(super) fn compute() -> Self {
        let parents = Family::Drawn.parents(PARENTS);
        let (families, relatives) = join!(Families::compute, || relatives(&parents));
        Self {
            parents: parents.len() as u64,
            relations: LAWS
                .iter()
                .map(|law| Relation {
                    held: parents.iter().filter(|parent| law(parent)).count() as u64,
                })
                .collect(),
            bits_visible: parents
                .iter()
                .fold(0, |unlike, parent| unlike | unlike_outputs(parent))
                .count_zeros(),
            // The right child's state is the left child's, rotated by two.
            likenesses: [Likeness::new(2)],
            relatives,
            families,
        }
    }

    pub(super) fn is_related(&self) -> bool {
        self.relations
            .iter()
            .all(|relation| relation.held == self.parents)
    }

    pub(super) fn siblings(&self) -> &Correlation {
        &self.relatives[0].words
    }

    /// The largest distance from chance of the words after the first, in standard errors.
    pub(super) fn largest_later_z(&self) -> f64 {
        self.relatives
            .iter()
            .filter(|relatives| relatives.later)
            .map(|relatives| relatives.words.z())
            .fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn siblings_have_so_many_equal_bits_on_average() {
        assert_eq!(equal_bits(2), ratio(2105, 128));
        let states = Family::Drawn.parents(4096);
        let mean = |bits: &dyn Fn(u64) -> u32| {
            let counts = states.iter().map(|parent| bits(parent.state()));
            f64::from(counts.sum::<u32>()) / states.len() as f64
        };
        for rotation in [1, 2, 9, 18, 32, 59, 61] {
            let likeness = Likeness::new(rotation);
            let word = |state: u64| first_word(&PCGen::new(state, 0));
            let seen = states.iter().fold(0, |seen, parent| {
                seen | unlike_rotated(parent.state(), rotation)
            });
            assert_eq!(seen.count_ones(), likeness.may_differ, "{rotation}");
            // The error of a mean over 4096 is at most 1/4, even if all 32 bits change together.
            for (measured, exact) in [
                (
                    mean(&|state| unlike_rotated(state, rotation).count_zeros()),
                    32.0 - f64::from(likeness.may_differ) / 2.0,
                ),
                (
                    mean(&|state| (word(state) ^ word(state.rotate_left(rotation))).count_zeros()),
                    likeness.equal_bits_as_they_are.to_f64(),
                ),
            ] {
                assert!(
                    (measured - exact).abs() < 1.0,
                    "{rotation}: {measured}, {exact}"
                );
            }
        }
    }
}
