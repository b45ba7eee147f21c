//! Words of BSD `random()`: the port one at a time and in bulk, the reference, GSL, and the C library's `random` and
//! `random_r`.
//!
//! In the groups of words every side writes its words into the same memory. In the combined group no words are written, except
//! in bulk, which cannot do otherwise; the words are combined by exclusive or, so that none can be optimised away. The loops of
//! the reference are in C.

use std::hint::black_box;

use super::filling::{WORDS, beside};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use foreign::glibc::{GlibcRandom, GlobalRandom};
use foreign::gsl::Gsl;
use foreign::reference::{Session, WordSize};
use generators::bsd_random::{Additive, Seeding, Type3, Type4};

/// A group of words with the port's benchmarks in it, and the port's words.
fn port<'a, const DEGREE: usize, const SEPARATION: usize>(
    criterion: &'a mut Criterion,
    name: &str,
    seeded: &Additive<DEGREE, SEPARATION>,
) -> (BenchmarkGroup<'a, WallTime>, Vec<u32>) {
    let mut stepped = seeded.clone();
    let expected: Vec<u32> = (0..WORDS).map(|_| stepped.next_word()).collect();
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(WORDS as u64));
    let mut one = seeded.clone();
    beside(&mut group, "port, bulk", &expected, |words| one.fill(words));
    let mut one = seeded.clone();
    beside(&mut group, "port, one at a time", &expected, |words| {
        words.fill_with(|| one.next_word());
    });
    (group, expected)
}

fn rrandom(criterion: &mut Criterion) {
    let (mut group, expected) = port(criterion, "rrandom words", &Type3::srrandom(1));
    let mut reference = Session::begin(WordSize::Native);
    reference.srrandom(1);
    beside(&mut group, "C reference", &expected, |words| {
        reference.rrandoms(words);
    });
    with_gsl(&mut group, 3, &expected);
    // The C library seeds in its own way, so its words are compared with the port's in that seeding; the recurrence, which is
    // all that is timed, is the same.
    let mut seeded = Type3::new(Seeding::Glibc, 1);
    let expected: Vec<u32> = (0..WORDS).map(|_| seeded.next_word()).collect();
    match (GlobalRandom::begin(), GlibcRandom::new(3, 1)) {
        (Ok(mut global), Ok(mut own)) => {
            beside(&mut group, "glibc random", &expected, |words| {
                global.fill(words);
            });
            beside(&mut group, "glibc random_r", &expected, |words| {
                own.fill(words);
            });
        }
        (Err(error), _) | (_, Err(error)) => println!("without glibc: {error}"),
    }
    group.finish();
}

fn random256(criterion: &mut Criterion) {
    let (mut group, expected) = port(criterion, "random256 words", &Type4::srrandom(1));
    with_gsl(&mut group, 4, &expected);
    group.finish();
}

fn with_gsl(group: &mut BenchmarkGroup<'_, WallTime>, kind: u8, expected: &[u32]) {
    match Gsl::find() {
        Ok(gsl) => {
            let mut random = gsl.random(kind, "bsd", 1).expect("GSL has all types");
            beside(group, "GSL", expected, |words| random.fill(words));
        }
        Err(error) => println!("without GSL: {error}"),
    }
}

fn combined(criterion: &mut Criterion) {
    let xor = |words: &[u32]| words.iter().fold(0, |all, word| all ^ word);
    let mut words = vec![0; WORDS];
    let (mut bulk, mut stepped) = (Type3::srrandom(1), Type3::srrandom(1));
    let mut bulk = move || {
        bulk.fill(&mut words);
        xor(black_box(&words))
    };
    let mut stepped = move || (0..WORDS).fold(0, |all, _| all ^ stepped.next_word());
    let mut reference = Session::begin(WordSize::Native);
    reference.srrandom(1);
    let expected = reference.rrandoms_xor(WORDS);
    assert_eq!(
        [bulk(), stepped()],
        [expected; 2],
        "what is timed is the same"
    );

    let mut group = criterion.benchmark_group("rrandom words combined");
    group.throughput(Throughput::Elements(WORDS as u64));
    group.bench_function("port, bulk", |bencher| bencher.iter(&mut bulk));
    group.bench_function("port, one at a time", |bencher| bencher.iter(&mut stepped));
    group.bench_function("C reference", |bencher| {
        bencher.iter(|| reference.rrandoms_xor(black_box(WORDS)));
    });
    group.finish();
}

pub(crate) fn benches(criterion: &mut Criterion) {
    rrandom(criterion);
    random256(criterion);
    combined(criterion);
}
