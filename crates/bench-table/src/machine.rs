//! The machine, named by its CPU.

use std::fmt;
use std::fs;

/// The widest vectors of the CPU that the ports have a version for.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Vectors {
    /// The portable version, whatever the CPU.
    Portable,
    /// 256 bits.
    Avx2,
    /// 512 bits.
    Avx512,
}

impl fmt::Display for Vectors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Portable => "without AVX2",
            Self::Avx2 => "AVX2",
            Self::Avx512 => "AVX-512",
        })
    }
}

/// A machine.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Machine {
    /// What the CPU calls itself.
    pub cpu: String,
    /// Its vectors.
    pub vectors: Vectors,
}

impl Machine {
    /// This one.
    pub fn this() -> Self {
        let cpu = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| model_name(&text));
        // Other systems do not tell it by a file: the architecture, then.
        Self { cpu: cpu.unwrap_or_else(|| std::env::consts::ARCH.to_owned()), vectors: vectors() }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.cpu, self.vectors)
    }
}

/// The first `model name` of Linux's list of CPUs.
fn model_name(cpuinfo: &str) -> Option<String> {
    let (_, name) =
        cpuinfo.lines().filter_map(|line| line.split_once(':')).find(|(key, _)| key.trim() == "model name")?;
    Some(name.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// As the ports choose: what the CPU has, or without the feature `dispatch` what the target has.
#[cfg(target_arch = "x86_64")]
fn vectors() -> Vectors {
    macro_rules! has {
        ($($feature:tt)*) => { $((if cfg!(feature = "dispatch") {
            std::is_x86_feature_detected!($feature)
        } else {
            cfg!(target_feature = $feature)
        }))&&* };
    }
    if has!("avx512f" "avx512dq") {
        Vectors::Avx512
    } else if has!("avx2") {
        Vectors::Avx2
    } else {
        Vectors::Portable
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn vectors() -> Vectors {
    Vectors::Portable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cpu_is_called_by_its_model_name() {
        let text = "processor\t: 0\nmodel\t\t: 143\nmodel name\t: Some CPU   at 3 GHz\n\nprocessor\t: 1\nmodel name\t: Other\n";
        assert_eq!(model_name(text).as_deref(), Some("Some CPU at 3 GHz"));
        assert_eq!(model_name("Features : fp asimd\n"), None);
    }

    #[test]
    fn this_machine_has_a_name() {
        assert!(!Machine::this().cpu.is_empty());
    }
}
