//! How large the rooms are.

use exact::explore::Rule;
use grids::rooms::{Room, sectors};

use super::both::{Both, under_both};
use super::extent::Extents;
use super::layout::MAP;
use crate::prelude::*;

#[derive(Serialize)]
pub struct Sizes {
    pub widths: Vec<Side>,
    pub heights: Vec<Side>,
    pub some: AtLeastOne,
}

/// The widths of rooms in one column of sectors, or the heights in one row.
#[derive(Serialize)]
pub struct Side {
    pub lengths: Vec<Both>,
}

/// Probabilities that at least one of the nine rooms is narrow.
#[derive(Serialize)]
pub struct AtLeastOne {
    pub narrow: Both,
    pub single: Both,
}

impl Side {
    fn compute(tiles: usize) -> Result<Self> {
        let [ideal, rule] = under_both(|rule| Ok(Extents::new(rule, tiles)?.lengths()))?;
        let lengths = ideal.into_iter().zip(rule);
        Ok(Self {
            lengths: lengths
                .map(|(ideal, rule)| Both::new(ideal, rule))
                .collect(),
        })
    }
}

/// The probability that a room is one tile wide, by column of sectors, and that it is one tile high, by row.
type Ones = [Vec<BigRational>; 2];

impl AtLeastOne {
    fn compute([ideal, rule]: &[Ones; 2]) -> Self {
        Self {
            narrow: Both::new(
                some_room(ideal, chance_of_narrow),
                some_room(rule, chance_of_narrow),
            ),
            single: Both::new(
                some_room(ideal, chance_of_single),
                some_room(rule, chance_of_single),
            ),
        }
    }
}

/// The probability that at least one room is as described, if one room is with probability `chance`. All draws are independent,
/// and so are the rooms, and the width and the height of a room.
fn some_room(
    [wide, high]: &Ones,
    chance: fn(&BigRational, &BigRational) -> BigRational,
) -> BigRational {
    let mut none = whole(1);
    for high in high {
        for wide in wide {
            none *= whole(1) - chance(wide, high);
        }
    }
    whole(1) - none
}

fn chance_of_narrow(wide: &BigRational, high: &BigRational) -> BigRational {
    wide + high - wide * high
}

fn chance_of_single(wide: &BigRational, high: &BigRational) -> BigRational {
    wide * high
}

/// For each of the extents, the probability that a room takes one tile of it.
fn one_tile(rule: &Rule, extents: [usize; 3]) -> Result<Vec<BigRational>> {
    let mut ones = Vec::new();
    for tiles in extents {
        ones.push(Extents::new(rule, tiles)?.lengths().swap_remove(0));
    }
    Ok(ones)
}

impl Sizes {
    pub(super) fn compute() -> Result<Self> {
        let rooms = sectors(MAP.0, MAP.1)?;
        let axes = [
            [0, 1, 2].map(|column| rooms[column].width()),
            [0, 3, 6].map(|row| rooms[row].height()),
        ];
        let [widths, heights] = axes.map(|tiles| {
            tiles
                .into_iter()
                .map(Side::compute)
                .collect::<Result<Vec<_>>>()
        });
        let ones = under_both(|rule| Ok([one_tile(rule, axes[0])?, one_tile(rule, axes[1])?]))?;
        Ok(Self {
            widths: widths?,
            heights: heights?,
            some: AtLeastOne::compute(&ones),
        })
    }
}

pub(super) const fn is_narrow(room: &Room) -> bool {
    room.width() == 1 || room.height() == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nine rooms, each as described or not: all 2^9 cases.
    fn counted(chances: &[BigRational]) -> BigRational {
        let mut sum = whole(0);
        for case in 1..1u32 << chances.len() {
            let mut product = whole(1);
            for (room, chance) in chances.iter().enumerate() {
                if case >> room & 1 == 1 {
                    product *= chance;
                } else {
                    product *= whole(1) - chance;
                }
            }
            sum += product;
        }
        sum
    }

    #[test]
    fn some_room_is_as_counted_over_all_cases() {
        let wide = vec![ratio(1, 3), ratio(1, 5), ratio(1, 2)];
        let high = vec![ratio(1, 7), ratio(1, 4), ratio(2, 3)];
        let (mut narrow, mut single) = (Vec::new(), Vec::new());
        for high in &high {
            for wide in &wide {
                narrow.push(whole(1) - (whole(1) - wide) * (whole(1) - high));
                single.push(wide * high);
            }
        }
        let ones = [wide, high];
        let some = AtLeastOne::compute(&[ones.clone(), ones]);
        assert_eq!(some.narrow.ideal, counted(&narrow).into());
        assert_eq!(some.single.ideal, counted(&single).into());
    }
}
