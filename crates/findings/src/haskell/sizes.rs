//! How large the rooms are.

use grids::rooms::{Room, sectors};

use super::both::{Both, under_both};
use super::extent::Extents;
use super::layout::MAP;
use crate::prelude::*;
use crate::prose::HASKELL as WORDS;
use crate::svg::columns::columns;

#[derive(Serialize)]
pub struct Sizes {
    pub map: (usize, usize),
    pub widths: Vec<Side>,
    pub heights: Vec<Side>,
    pub some: AtLeastOne,
}

/// The widths of rooms in one column of sectors, or the heights in one row.
#[derive(Serialize)]
pub struct Side {
    pub tiles: usize,
    pub lengths: Vec<Both>,
    pub mean: Exact,
}

/// Probabilities that at least one of the nine rooms is narrow.
#[derive(Serialize)]
pub struct AtLeastOne {
    pub one_wide: Both,
    pub one_high: Both,
    pub narrow: Both,
    pub single: Both,
}

impl Side {
    fn compute(tiles: usize) -> Result<Self> {
        let both = under_both(|rule| Ok(Extents::new(rule, tiles)?.lengths()))?;
        let mean: BigRational = (1..)
            .zip(&both[0])
            .map(|(length, share)| share * whole(length))
            .sum();
        Ok(Self {
            tiles,
            lengths: Both::zip(both),
            mean: mean.into(),
        })
    }
}

/// The probability that a room is one tile wide, by column of sectors, and that it is one tile high, by row.
type Ones = [Vec<BigRational>; 2];

impl AtLeastOne {
    fn compute(ones: &[Ones; 2]) -> Self {
        // All draws are independent, and so are the rooms, and the width and the height of a room.
        let some = |is: fn(&BigRational, &BigRational) -> BigRational| {
            Both::new(ones.each_ref().map(|[wide, high]| {
                let rooms = high
                    .iter()
                    .flat_map(|high| wide.iter().map(move |wide| is(wide, high)));
                whole(1) - rooms.map(|is| whole(1) - is).product::<BigRational>()
            }))
        };
        Self {
            one_wide: some(|wide, _| wide.clone()),
            one_high: some(|_, high| high.clone()),
            narrow: some(|wide, high| wide + high - wide * high),
            single: some(|wide, high| wide * high),
        }
    }
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
        let ones = under_both(|rule| {
            let one = |&tiles: &usize| Ok(Extents::new(rule, tiles)?.lengths().swap_remove(0));
            let [wide, high] = axes
                .each_ref()
                .map(|tiles| tiles.iter().map(one).collect::<Result<Vec<_>>>());
            Ok([wide?, high?])
        })?;
        Ok(Self {
            map: MAP,
            widths: widths?,
            heights: heights?,
            some: AtLeastOne::compute(&ones),
        })
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let charts = chart("width of a room", &self.widths[0])
            + &chart("height of a room", &self.heights[0]);
        WORDS.beside(self, json!({})).blocks("sizes", [charts])
    }
}

fn chart(label: &str, lengths: &Side) -> String {
    let values: Vec<f64> = lengths
        .lengths
        .iter()
        .map(|both| both.ideal.to_f64())
        .collect();
    let ticks: Vec<_> = (1..=lengths.tiles)
        .map(|length| (length - 1, length.to_string()))
        .collect();
    let fair = 1.0 / lengths.tiles as f64;
    columns(label, &values, Some((fair, "all alike")), &ticks)
}

pub(super) const fn is_narrow(room: &Room) -> bool {
    room.width() == 1 || room.height() == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nine rooms, each one tile wide or not: all 2^9 cases, and the same for height.
    #[test]
    fn some_room_is_as_counted_over_all_cases() {
        let wide = [ratio(1, 3), ratio(1, 5), ratio(1, 2)];
        let high = [ratio(1, 7), ratio(1, 4), ratio(2, 3)];
        let mut sum = whole(0);
        for case in 1..1u32 << 9 {
            let chance = |room: usize| {
                let wide = &wide[room % 3];
                if case >> room & 1 == 1 {
                    wide.clone()
                } else {
                    whole(1) - wide
                }
            };
            sum += (0..9).map(chance).product::<BigRational>();
        }
        let some_of = |high: Vec<BigRational>| {
            AtLeastOne::compute(&[[wide.to_vec(), high.clone()], [wide.to_vec(), high]])
        };
        let some = some_of(high.to_vec());
        assert_eq!(
            (some.one_wide.ideal, some.one_wide.added.as_str()),
            (sum.into(), "0")
        );
        let ordered = [&some.single, &some.one_high, &some.narrow].map(|both| both.ideal.to_f64());
        assert!(ordered.is_sorted(), "{ordered:?}");
        let none = some_of(vec![whole(0); 3]);
        assert_eq!(
            (none.narrow, none.single.ideal.fraction.as_str()),
            (none.one_wide, "0")
        );
    }
}
