//! The C library's linear congruential generators, with the game's constants.

use foreign::glibc::LinearCongruential;
use lockstep::{Missing, Role, Seen, TypedSide};

use super::{Op, Version};

/// The C library's generators.
const LIBRARY: Role = Role::Oracle("glibc-nrand48");

pub(super) const ROLES: [Role; 2] = [Role::Port, LIBRARY];

pub(super) struct Library(Version, LinearCongruential);

impl Library {
    pub(super) fn new((seed, version): (i32, Version)) -> Result<Self, Missing> {
        // The constants of the game, not those of the port, which would agree with itself.
        let lcg = LinearCongruential::new(11109, 13849, seed.cast_unsigned());
        lcg.map(|lcg| Self(version, lcg)).map_err(|error| Missing {
            role: LIBRARY,
            why: error.to_string(),
            remedy: "run on Linux with the GNU C library".into(),
        })
    }

    fn word(&mut self) -> u32 {
        let seed = self.1.step();
        if self.0 == Version::Rogue3 {
            seed % 0x8000 / 2
        } else {
            seed / 0x1_0000
        }
    }

    fn rnd(&mut self, range: i32) -> i32 {
        if range == 0 {
            0
        } else {
            self.word() as i32 % range
        }
    }
}

impl TypedSide for Library {
    type Op = Op;

    fn apply(&mut self, op: &Op) -> Seen {
        match *op {
            Op::Seed { seed, version } => {
                *self = Self::new((seed, version)).expect("the library has started one before");
                Seen::nothing()
            }
            Op::Rn => Seen::number(self.word()),
            Op::Rns { count } => count.words(|| self.word()),
            Op::Rnd { range } => Seen::number(self.rnd(range)),
            Op::Roll { count, sides } => {
                let mut sum = 0_i32;
                for _ in 0..count.get() {
                    sum = sum.wrapping_add(self.rnd(sides) + 1);
                }
                Seen::number(sum)
            }
        }
    }

    fn state(&self) -> String {
        format!("seed {}, {}", self.1.state().cast_signed(), self.0)
    }
}
