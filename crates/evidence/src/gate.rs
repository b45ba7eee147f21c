//! The sections of the [gate](cli::gate): what is compared with the committed fixtures.

mod canaries;
pub mod conformance;
pub mod fixtures;
mod statistics;
mod tables;

use cli::gate::Section;

/// All sections, in order.
pub(crate) static SECTIONS: &[Section] = &[
    conformance::SECTION,
    fixtures::SECTION,
    tables::SECTION,
    statistics::SECTION,
    canaries::SECTION,
];
