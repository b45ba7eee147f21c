//! Words one at a time: port, reference, and peers, each over the same number of words in one run.
//!
//! Each side combines its words by exclusive or, so that none can be left out. The reference's loop is in C.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use foreign::glibc::GlibcRandom;
use foreign::reference::{ReferencePcg32, Session, WordSize};
use generators::bsd_random::Type3;
use generators::pcg32::Pcg32;
use rand_pcg::Lcg64Xsh32;
use rand_pcg::rand_core::Rng;

/// Words in one measurement.
const WORDS: usize = 1 << 16;

fn rrandom(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rrandom");
    group.throughput(Throughput::Elements(WORDS as u64));
    let (mut port, mut reference) = (Type3::srrandom(1), Session::begin(WordSize::Native));
    reference.srrandom(1);
    assert_eq!(xor(|| port.next_word()), reference.rrandoms_xor(WORDS), "what is timed is the same");

    group.bench_function("port", |bencher| bencher.iter(|| xor(|| port.next_word())));
    group.bench_function("reference", |bencher| bencher.iter(|| reference.rrandoms_xor(black_box(WORDS))));
    if let Ok(mut glibc) = GlibcRandom::new(3, 1) {
        group.bench_function("glibc random_r", |bencher| bencher.iter(|| xor(|| glibc.next())));
    }
    group.finish();
}

fn pcg32(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pcg32");
    group.throughput(Throughput::Elements(WORDS as u64));
    let (mut port, mut reference) = (Pcg32::srandom(42, 54), ReferencePcg32::srandom(42, 54));
    let mut peer = Lcg64Xsh32::new(42, 54);
    let mut words = vec![0; WORDS];
    reference.fill(&mut words);
    let expected = words.iter().fold(0, |all, word| all ^ word);
    assert_eq!(xor(|| port.next_word()), expected, "what is timed is the same");

    group.bench_function("port", |bencher| bencher.iter(|| xor(|| port.next_word())));
    group.bench_function("reference", |bencher| bencher.iter(|| reference.fill(black_box(&mut words))));
    group.bench_function("rand_pcg", |bencher| bencher.iter(|| xor(|| peer.next_u32())));
    group.finish();
}

/// The exclusive or of so many words.
fn xor(mut word: impl FnMut() -> u32) -> u32 {
    (0..WORDS).fold(0, |all, _| all ^ word())
}

criterion_group!(benches, rrandom, pcg32);
criterion_main!(benches);
