//! Packages whose digest is known.

use super::SetupError;
use super::apt::Distribution;
use super::record::Package;

/// A build of a package that was looked at.
struct Pin {
    name: &'static str,
    version: &'static str,
    architecture: &'static str,
    sha256: &'static str,
}

/// Those of Debian 12 for amd64.
#[rustfmt::skip]
const DEBIAN: [Pin; 9] = [
    Pin { name: "bsdgames-nonfree", version: "2.17-9",               architecture: "amd64", sha256: "b23b90338b5adf38aa7a7a21eec7f7dd063aba790844a05128266a0e9d826e3e" },
    Pin { name: "libfaketime",      version: "0.9.10-2.1",           architecture: "amd64", sha256: "b09481e7690680966005330c3f907bba4b5eefc35e1faaea4783cc55655d1150" },
    Pin { name: "libncurses6",      version: "6.4-4",                architecture: "amd64", sha256: "72300f09f02669c06c99b641ea795d52300ec7eb65eaccddf7bc3b72934f0ef5" },
    Pin { name: "libtinfo6",        version: "6.4-4",                architecture: "amd64", sha256: "072d908f38f51090ca28ca5afa3b46b2957dc61fe35094c0b851426859a49a51" },
    Pin { name: "libgsl27",         version: "2.7.1+dfsg-5+deb12u1", architecture: "amd64", sha256: "7a2ac4431a1bfa2e1776961d4f3d82d6b660fc3fa62e7bfbc4a14aaf013fa422" },
    Pin { name: "libgslcblas0",     version: "2.7.1+dfsg-5+deb12u1", architecture: "amd64", sha256: "46bd7671bbf548b0d13be8523a8ac7e453009fd2e7a480d07458aad99828f393" },
    Pin { name: "libpcg-cpp-dev",   version: "0.98.1-2",             architecture: "all",   sha256: "62d7d8fc0defa91beb48dfbd469e6e4b120816f0beb82e69a6c2dbac3153b410" },
    Pin { name: "libtestu01-0",     version: "1.2.3+ds1-2",          architecture: "amd64", sha256: "d07f231ecadcddf51eb9eb8230ea4ee953b72ae91c12ce2b17a260d8e2302ace" },
    Pin { name: "libgmp10",         version: "2:6.2.1+dfsg1-1.1",    architecture: "amd64", sha256: "187aedef2ed763f425c1e523753b9719677633c7eede660401739e9c893482bd" },
];

/// Compares a package with the known one of its name, version and architecture. The answer says what stands behind it:
/// for a build that nobody looked at, another release's or Ubuntu's own, it is apt's check of the signature alone.
pub(super) fn verify(distribution: Distribution, package: &Package) -> Result<String, SetupError> {
    let known = |pin: &&Pin| {
        distribution == Distribution::Debian
            && (pin.name, pin.version, pin.architecture) == (&package.name, &package.version, &package.architecture)
    };
    match DEBIAN.iter().find(known) {
        None => Ok(format!(
            "{package}: no SHA-256 is known for this build; apt's own signature check is all that stands behind it."
        )),
        Some(pin) if pin.sha256 == package.sha256 => Ok(format!("{package}: the SHA-256 is the known one.")),
        Some(pin) => Err(SetupError::Checksum {
            package: package.to_string(),
            expected: pin.sha256.to_owned(),
            found: package.sha256.clone(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(version: &str, architecture: &str, sha256: &str) -> Package {
        let [name, version, architecture, sha256] = ["libgsl27", version, architecture, sha256].map(str::to_owned);
        Package { name, version, architecture, sha256 }
    }

    #[test]
    fn a_package_with_another_digest_is_refused() {
        for pin in &DEBIAN {
            let [name, version, architecture] = [pin.name, pin.version, pin.architecture].map(str::to_owned);
            let mut package = Package { name, version, architecture, sha256: "0123".into() };
            let error = verify(Distribution::Debian, &package).unwrap_err().to_string();
            assert!(
                error.contains(pin.name) && error.contains(pin.sha256) && error.contains("found    0123"),
                "{error}"
            );
            package.sha256 = pin.sha256.into();
            let known = verify(Distribution::Debian, &package).unwrap();
            assert!(known.contains("is the known one"), "{known}");
        }
    }

    #[test]
    fn an_unknown_build_stands_on_the_signature_alone() {
        let version = DEBIAN[4].version;
        for (distribution, version, architecture) in [
            (Distribution::Debian, version, "arm64"),
            (Distribution::Debian, "2.8-1", "amd64"),
            (Distribution::Ubuntu, version, "amd64"),
        ] {
            let said = verify(distribution, &package(version, architecture, "0123")).unwrap();
            assert!(said.contains("apt's own signature check is all"), "{said}");
        }
    }
}
