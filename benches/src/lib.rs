//! Port beside reference beside peers, in one run: `cargo bench -p benches`.
