//! Whether the rooms are joined when only straight halls are dug, exactly.

use exact::explore::Rule;
use grids::rooms::sectors;

use super::both::{Both, under_both};
use super::extent::Extents;
use super::graph::{BORDERS, parts};
use super::layout::{MAP, MAPS};
use crate::prelude::*;

#[derive(Serialize)]
pub struct Joined {
    pub maps: Vec<Map>,
    pub detail: Detail,
}

#[derive(Serialize)]
pub struct Map {
    pub width: usize,
    pub height: usize,
    pub connected: Both,
    pub missing: Both,
}

#[derive(Serialize)]
pub struct Detail {
    /// With ideal draws, the probability that two points, one drawn in each room, are in one row,
    pub aligned_in_row: Vec<Exact>,
    pub aligned_in_column: Vec<Exact>,
}

/// The extents of the rooms on a map: for each row of sectors, what rooms take of its rows, and for each column, of its columns.
struct Lines {
    rows: [Extents; 3],
    columns: [Extents; 3],
}

impl Lines {
    fn new(rule: &Rule, width: usize, height: usize) -> Result<Self> {
        let sectors = sectors(width, height)?;
        Ok(Self {
            rows: [
                Extents::new(rule, sectors[0].height())?,
                Extents::new(rule, sectors[3].height())?,
                Extents::new(rule, sectors[6].height())?,
            ],
            columns: [
                Extents::new(rule, sectors[0].width())?,
                Extents::new(rule, sectors[1].width())?,
                Extents::new(rule, sectors[2].width())?,
            ],
        })
    }

    /// The weight of each set of crossed borders along three lines, two bits per line, and the sum of the weights.
    fn patterns(lines: &[Extents; 3]) -> (Vec<BigUint>, BigUint) {
        let weights = lines.each_ref().map(Extents::line);
        let mut patterns = Vec::new();
        for pattern in 0..64_usize {
            let mut product = BigUint::from(1_u32);
            for (line, weights) in weights.iter().enumerate() {
                product *= &weights[pattern >> (2 * line) & 1][pattern >> (2 * line + 1) & 1];
            }
            patterns.push(product);
        }
        (patterns, lines.iter().map(Extents::line_total).product())
    }

    /// The probability of each pair of a number of missing halls, up to 12, and a number of parts, up to 9.
    fn outcomes(&self) -> Vec<Vec<BigRational>> {
        let ((rows, row_total), (columns, column_total)) =
            (Self::patterns(&self.rows), Self::patterns(&self.columns));
        let mut sums = vec![vec![BigUint::default(); 10]; BORDERS + 1];
        for (row_pattern, row_weight) in rows.iter().enumerate() {
            for (column_pattern, column_weight) in columns.iter().enumerate() {
                // Rows and columns are drawn independently.
                let crossed = (row_pattern | column_pattern << 6) as u16;
                sums[BORDERS - crossed.count_ones() as usize][parts(crossed)] +=
                    row_weight * column_weight;
            }
        }
        let total = row_total * column_total;
        sums.into_iter()
            .map(|row| {
                row.into_iter()
                    .map(|sum| ratio(sum, total.clone()))
                    .collect()
            })
            .collect()
    }

    /// The probability that the rooms are in one part, and the mean number of missing halls.
    fn summary(&self) -> [BigRational; 2] {
        let outcomes = self.outcomes();
        let connected: BigRational = outcomes.iter().map(|row| &row[1]).sum();
        let mut missing = whole(0);
        for (halls, parts) in outcomes.iter().enumerate() {
            missing += parts.iter().sum::<BigRational>() * whole(halls);
        }
        [connected, missing]
    }
}

impl Map {
    fn compute(width: usize, height: usize) -> Result<Self> {
        let [ideal, rule] = under_both(|rule| Ok(Lines::new(rule, width, height)?.summary()))?;
        let ([connected, missing], [connected_by_rule, missing_by_rule]) = (ideal, rule);
        Ok(Self {
            width,
            height,
            connected: Both::new(connected, connected_by_rule),
            missing: Both::new(missing, missing_by_rule),
        })
    }
}

impl Detail {
    fn compute() -> Result<Self> {
        let lines = Lines::new(&Rule::ideal(), MAP.0, MAP.1)?;
        Ok(Self {
            aligned_in_row: lines
                .rows
                .iter()
                .map(|line| line.aligned().into())
                .collect(),
            aligned_in_column: lines
                .columns
                .iter()
                .map(|line| line.aligned().into())
                .collect(),
        })
    }
}

impl Joined {
    pub(super) fn compute() -> Result<Self> {
        let maps = try_parallel_map(MAPS, |(width, height)| Map::compute(width, height))?;
        Ok(Self {
            maps,
            detail: Detail::compute()?,
        })
    }

    pub(super) fn documents(&self) -> &Map {
        first_where(&self.maps, |map| (map.width, map.height) == MAP)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On 9 by 9 tiles, the first two sectors of a line have two tiles and the last has one. Two rooms in two tiles are apart
    /// with probability 2/16; the four lines of two tiles have two borders each.
    #[test]
    fn missing_halls_of_a_small_map_are_as_counted_by_hand() {
        let map = Map::compute(9, 9).unwrap();
        assert_eq!(map.missing.ideal.fraction, "1");
    }
}
