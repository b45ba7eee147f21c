#![doc = include_str!("comparison.md")]
