//! The comparisons as data: which benchmark is compared with which, and the ratio that is required on each machine.

use std::fmt;
use std::fs;

/// The widest vectors of the processor for which the ports have a version.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Vectors {
    /// The portable version, on any processor.
    Portable,
    /// 256 bits.
    Avx2,
    /// 512 bits.
    Avx512,
}

impl Vectors {
    /// The version that the ports choose: by what the processor has, or without the feature `dispatch`, by what the target has.
    fn of_this_machine() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            macro_rules! has {
                ($feature:tt) => {
                    if cfg!(feature = "dispatch") {
                        std::is_x86_feature_detected!($feature)
                    } else {
                        cfg!(target_feature = $feature)
                    }
                };
            }
            if has!("avx512f") && has!("avx512dq") {
                return Self::Avx512;
            }
            if has!("avx2") {
                return Self::Avx2;
            }
        }
        Self::Portable
    }
}

/// A machine on which benchmarks run.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The name of its processor.
    pub cpu: String,
    /// The widest vectors that it has.
    pub vectors: Vectors,
}

impl Machine {
    /// The machine on which this program runs.
    pub fn this() -> Self {
        let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let name = cpuinfo
            .lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(key, _)| key.trim() == "model name");
        let name = name.map(|(_, name)| name.split_whitespace().collect::<Vec<_>>().join(" "));
        // Only Linux has this file.
        let cpu = name.unwrap_or_else(|| std::env::consts::ARCH.to_owned());
        Self {
            cpu,
            vectors: Vectors::of_this_machine(),
        }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let vectors = match self.vectors {
            Vectors::Portable => "without AVX2",
            Vectors::Avx2 => "AVX2",
            Vectors::Avx512 => "AVX-512",
        };
        write!(f, "{}, {vectors}", self.cpu)
    }
}

/// A comparison of the port with another implementation.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// A description of the work.
    pub what: &'static str,
    /// The name of the other implementation.
    pub beside: &'static str,
    /// The least ratio that the port should reach, by the least vectors for which it applies; both ascending.
    pub at_least: &'static [(Vectors, f64)],
    /// The port's benchmark: group and function.
    pub port: &'static str,
    /// The other implementation's benchmark.
    pub other: &'static str,
    /// The remark on both sides' work below the table.
    pub work: Work,
}

/// A remark on the work of the two sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Work {
    /// None, because the work is the same.
    Same,
    /// Only a part was timed; this is the number of items in the whole.
    Part(u64),
    /// Each side does its own work. The items are the bytes that it reads.
    Own,
}

impl Row {
    const fn new(
        [what, beside]: [&'static str; 2],
        [port, other]: [&'static str; 2],
        at_least: &'static [(Vectors, f64)],
    ) -> Self {
        Self {
            what,
            beside,
            at_least,
            port,
            other,
            work: Work::Same,
        }
    }

    /// The least ratio that the port should reach with these vectors.
    pub fn least(&self, vectors: Vectors) -> Option<f64> {
        self.at_least
            .iter()
            .rev()
            .find(|(from, _)| *from <= vectors)
            .map(|(_, least)| *least)
    }
}

const fn always(least: &'static (Vectors, f64)) -> &'static [(Vectors, f64)] {
    std::slice::from_ref(least)
}

/// The default battery compared with another one, in bytes per second of processor time.
const fn battery(
    sides: [&'static str; 2],
    benchmarks: [&'static str; 2],
    at_least: &'static [(Vectors, f64)],
) -> Row {
    Row {
        work: Work::Own,
        ..Row::new(sides, benchmarks, at_least)
    }
}

const AS_FAST: &[(Vectors, f64)] = always(&(Vectors::Portable, 1.0));
const RRANDOM: &[(Vectors, f64)] = &[(Vectors::Portable, 1.5), (Vectors::Avx2, 2.5)];
const PCG32: &[(Vectors, f64)] = &[(Vectors::Avx2, 3.0), (Vectors::Avx512, 8.0)];

const REFERENCE: &str = "C reference, word by word";

/// The table.
#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    Row::new(["rrandom words, bulk", REFERENCE], ["rrandom words/port, bulk", "rrandom words/C reference"], RRANDOM),
    Row::new(["rrandom words, bulk, combined", REFERENCE], ["rrandom words combined/port, bulk", "rrandom words combined/C reference"], RRANDOM),
    Row::new(["rrandom words, bulk", "glibc random()"], ["rrandom words/port, bulk", "rrandom words/glibc random"], always(&(Vectors::Portable, 15.0))),
    Row::new(["rrandom words, bulk", "glibc random_r()"], ["rrandom words/port, bulk", "rrandom words/glibc random_r"], &[]),
    Row::new(["rrandom words, bulk", "GSL random128-bsd"], ["rrandom words/port, bulk", "rrandom words/GSL"], &[]),
    Row::new(["random256 words, bulk", "GSL random256-bsd"], ["random256 words/port, bulk", "random256 words/GSL"], &[]),
    Row::new(["PCG32 words, bulk", "rand_pcg next_u32 loop"], ["PCG32 words/port, bulk", "PCG32 words/rand_pcg"], PCG32),
    Row::new(["PCG32 words, bulk", REFERENCE], ["PCG32 words/port, bulk", "PCG32 words/C reference"], PCG32),
    Row::new(["PCG32 words, bulk", "pcg-cpp's header"], ["PCG32 words/port, bulk", "PCG32 words/pcg-cpp"], &[]),
    Row::new(["rrandom, one word at a time", REFERENCE], ["rrandom words combined/port, one at a time", "rrandom words combined/C reference"], AS_FAST),
    Row::new(["PCG32, one word at a time", REFERENCE], ["PCG32 words/port, one at a time", "PCG32 words/C reference"], AS_FAST),
    Row::new(["all 32,768 games, one core", "C reference, game by game"], ["all games/port", "all games/reference"], always(&(Vectors::Portable, 20.0))),
    Row { work: Work::Part(1 << 32), ..Row::new(["first get_rand of 2^32 seeds, two cores", "C reference, seed by seed, one core"], ["scan/port", "scan/C reference"], always(&(Vectors::Portable, 300.0))) },
    battery(["battery, bytes of u8 per CPU second", "PractRand, core tests"], ["batteries/roguelab u8", "batteries/PractRand u8"], &[]),
    battery(["battery, bytes of u16 per CPU second", "PractRand, core tests"], ["batteries/roguelab u16", "batteries/PractRand u16"], &[]),
    battery(["battery, bytes of u32 per CPU second", "PractRand, core tests"], ["batteries/roguelab u32", "batteries/PractRand u32"], &[]),
    battery(["battery, bytes of u32 per CPU second", "SmokeRand, express"], ["batteries/roguelab u32", "batteries/SmokeRand u32"], AS_FAST),
    battery(["battery, bytes of u64 per CPU second", "PractRand, core tests"], ["batteries/roguelab u64", "batteries/PractRand u64"], &[]),
    battery(["battery, bytes of u64 per CPU second", "SmokeRand, express"], ["batteries/roguelab u64", "batteries/SmokeRand u64"], AS_FAST),
];

/// All benchmarks that a table shows.
pub fn benchmarks() -> impl Iterator<Item = &'static str> {
    ROWS.iter().flat_map(|row| [row.port, row.other])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_machines_are_asked_for_no_less() {
        for row in ROWS {
            let wanted = [Vectors::Portable, Vectors::Avx2, Vectors::Avx512]
                .map(|vectors| row.least(vectors));
            assert!(row.at_least.is_sorted(), "{}", row.what);
            assert!(wanted.is_sorted(), "{}", row.what);
        }
    }
}
