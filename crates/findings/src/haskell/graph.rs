//! Nine rooms, and which of the twelve borders between them are crossed by a hall.

/// The number of borders. In the document's order, the six between neighbours in a row come first, row by row, then the six in
/// columns.
pub(super) const BORDERS: usize = 12;

/// The rooms on the two sides of a border.
pub(super) const fn rooms_at(border: usize) -> (usize, usize) {
    // Each line of three rooms has two borders.
    let (line, place) = (border / 2, border % 2);
    if line < 3 {
        (3 * line + place, 3 * line + place + 1)
    } else {
        (line - 3 + 3 * place, line + 3 * place)
    }
}

/// How many connected parts the rooms form if these borders are crossed; the lowest bit is the first border.
pub(super) fn parts(crossed: u16) -> usize {
    let mut part: [usize; 9] = std::array::from_fn(|room| room);
    for border in (0..BORDERS).filter(|border| crossed >> border & 1 == 1) {
        let (one, other) = rooms_at(border);
        let (kept, gone) = (part[one], part[other]);
        part.iter_mut()
            .filter(|part| **part == gone)
            .for_each(|part| *part = kept);
    }
    // A part keeps the number of one of its rooms.
    (0..9).filter(|number| part.contains(number)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Among the 2^12 graphs, those with one part and eight borders are the spanning trees of the 3x3 grid: by Kirchhoff, 192.
    #[test]
    fn graphs_of_one_part_and_eight_borders_are_the_spanning_trees() {
        let trees = (0..1u16 << BORDERS)
            .filter(|crossed| crossed.count_ones() == 8 && parts(*crossed) == 1);
        assert_eq!(trees.count(), 192);
    }
}
