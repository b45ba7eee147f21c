//! The seed of an assertion: fixed, fresh, or replayed.

use std::hash::BuildHasher;

use super::failure::Failure;

/// A seed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Seed {
    pub(super) value: u64,
    /// Whether the source code pins it.
    pinned: bool,
}

/// The seed if nothing sets one.
const FIXED: u64 = 1;

impl Seed {
    /// The pinned seed; otherwise the one that `GOF_SEED` gives; otherwise a fresh one, which is printed, if `GOF_FRESH` is 1;
    /// otherwise a fixed one.
    pub(super) fn choose(pinned: Option<u64>) -> Result<Self, Failure> {
        match pinned {
            Some(value) => Ok(Self {
                value,
                pinned: true,
            }),
            None => Self::from_environment(|name| {
                Some(std::env::var_os(name)?.to_string_lossy().into_owned())
            }),
        }
    }

    const fn unpinned(value: u64) -> Self {
        Self {
            value,
            pinned: false,
        }
    }

    fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Result<Self, Failure> {
        if let Some(text) = variable("GOF_SEED") {
            return match text.parse() {
                Ok(value) => Ok(Self::unpinned(value)),
                Err(_) => Err(Failure::Environment(format!(
                    "GOF_SEED is `{text}`: it must be an integer below 2^64"
                ))),
            };
        }
        match variable("GOF_FRESH").as_deref() {
            None | Some("" | "0") => Ok(Self::unpinned(FIXED)),
            Some("1") => {
                // The keys of a hash map come from the operating system.
                let seed = Self::unpinned(std::hash::RandomState::new().hash_one(0));
                eprintln!("gof: a fresh seed; replay: {}", seed.replay());
                Ok(seed)
            }
            Some(text) => Err(Failure::Environment(format!(
                "GOF_FRESH is `{text}`: it must be 0 or 1"
            ))),
        }
    }

    /// The command that runs the same test with the same seed.
    pub(super) fn replay(self) -> String {
        // The test harness names the thread of a test after it.
        let test = std::thread::current()
            .name()
            .filter(|name| *name != "main")
            .map_or(String::new(), |name| format!(" {name}"));
        if self.pinned {
            format!("cargo test{test}")
        } else {
            format!("GOF_SEED={} cargo test{test}", self.value)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(seed: Option<&str>, fresh: Option<&str>) -> Result<u64, Failure> {
        let found = Seed::from_environment(|name| {
            if name == "GOF_SEED" { seed } else { fresh }.map(str::to_owned)
        });
        found.map(|seed| seed.value)
    }

    #[test]
    fn is_fixed_unless_the_environment_says_otherwise() {
        assert_eq!(choose(None, None).unwrap(), FIXED);
        assert_eq!(choose(None, Some("0")).unwrap(), FIXED);
        assert_eq!(
            choose(Some("18446744073709551615"), None).unwrap(),
            u64::MAX
        );
        assert_eq!(
            choose(Some("12"), Some("1")).unwrap(),
            12,
            "a replay is not fresh"
        );
        assert_ne!(
            choose(None, Some("1")).unwrap(),
            choose(None, Some("1")).unwrap()
        );
    }

    #[test]
    fn bad_values_in_the_environment_are_refused() {
        for text in ["x", "-1", "", "18446744073709551616"] {
            assert!(
                choose(Some(text), None)
                    .unwrap_err()
                    .to_string()
                    .starts_with("GOF_SEED is"),
                "{text}"
            );
        }
        let error = choose(None, Some("yes")).unwrap_err();
        assert_eq!(error.to_string(), "GOF_FRESH is `yes`: it must be 0 or 1");
    }
}
