//! Words of PCG32: the port one at a time and in bulk, the reference, `rand_pcg`, and the PCG author's C++ header.
//!
//! Every side writes its words into the same memory; the loops of the reference and the header are in C and C++.

use super::filling::{WORDS, beside};
use criterion::{Criterion, Throughput};
use foreign::pcg_cpp::PcgCpp;
use foreign::reference::ReferencePcg32;
use generators::pcg32::Pcg32;
use rand_pcg::Lcg64Xsh32;
use rand_pcg::rand_core::Rng;

/// The state and the sequence with which each side is seeded.
const SEED: (u64, u64) = (42, 54);

pub(crate) fn benches(criterion: &mut Criterion) {
    let (state, stream) = SEED;
    let mut expected = vec![0; WORDS];
    let mut reference = ReferencePcg32::srandom(state, stream);
    reference.fill(&mut expected);

    let mut group = criterion.benchmark_group("PCG32 words");
    group.throughput(Throughput::Elements(WORDS as u64));
    let mut port = Pcg32::srandom(state, stream);
    beside(&mut group, "port, bulk", &expected, |words| {
        port.fill(words);
    });
    let mut port = Pcg32::srandom(state, stream);
    beside(&mut group, "port, one at a time", &expected, |words| {
        words.fill_with(|| port.next_word());
    });
    let mut reference = ReferencePcg32::srandom(state, stream);
    beside(&mut group, "C reference", &expected, |words| {
        reference.fill(words);
    });
    let mut peer = Lcg64Xsh32::new(state, stream);
    beside(&mut group, "rand_pcg", &expected, |words| {
        words.fill_with(|| peer.next_u32());
    });
    match PcgCpp::find() {
        Ok(header) => {
            let mut random = header
                .seeded(state, stream)
                .expect("there is memory for a generator");
            beside(&mut group, "pcg-cpp", &expected, |words| random.fill(words));
        }
        Err(error) => println!("without pcg-cpp: {error}"),
    }
    group.finish();
}
