//! Mistakes planted in right ports, one at a time: the cause that `roguelab check` names is the mistake, or it names none.

use std::fs;
use std::process::Command;

use rayon::prelude::*;
use serde_json::Value;

use crate::child::CommandInTime as _;
use crate::program::run;

/// A right port in Python: its subject and its text.
const PORTS: &[(&str, &[&str])] = &[
    ("mt19937", &[include_str!("mt19937.py"), ROW]),
    ("java-random", &[include_str!("java-random.py"), ROW]),
    ("minstd-16807", &[include_str!("minstd-16807.py"), ROW]),
    ("msvc-rand", &[include_str!("msvc-rand.py"), ROW]),
    ("splitmix64", &[include_str!("splitmix64.py"), ROW]),
    ("xoshiro128++", &[include_str!("xoshiro128++.py"), ROW]),
    ("xorshift32", &[include_str!("xorshift32.py"), ROW]),
    ("isaac64", &[include_str!("isaac64.py")]),
    ("bsd-random", &[include_str!("bsd-random.py")]),
    ("get_rand", &[include_str!("get_rand.py")]),
    ("pcg32", &[PCG32, "run()\n"]),
    (
        "permutation",
        &[PCG32, include_str!("permutation.py"), "run()\n"],
    ),
];

const PROTOCOL: &str = include_str!("protocol.py");
const ROW: &str = include_str!("row.py");
const PCG32: &str = include_str!("pcg32.py");

/// The subject, a part of its port, the mistake in its place, and the keys of the cause: more than one where two causes are the
/// same mistake in other words. It is right if it is the first that is named: those after it explain the same answers.
type Planted = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

#[rustfmt::skip]
const PLANTED: &[Planted] = &[
    // Constants: a shift, a mask and a matrix with a wrong digit or two exchanged, a distance.
    ("mt19937", "y >> 11", "y >> 12", &["first-shift-of-the-tempering-12"]),
    ("mt19937", "0x9d2c5680", "0x9d2c5608", &["first-mask-of-the-tempering"]),
    ("mt19937", "0x9908b0df", "0x9908b0fd", &["matrix-of-the-twist-2567483645"]),
    ("mt19937", "N, M = 624, 397", "N, M = 624, 396", &["distance-of-the-twist-396"]),
    ("mt19937", "y ^= y << 7 & 0x9d2c5680\n        y ^= y << 15 & 0xefc60000", "y ^= y << 15 & 0xefc60000\n        y ^= y << 7 & 0x9d2c5680", &["lines-2-and-3-exchanged"]),
    ("mt19937", "y << 7 & 0x9d2c5680\n        y ^= y << 15 & 0xefc60000", "y << 7 & 0xefc60000\n        y ^= y << 15 & 0x9d2c5680", &["tempering-masks-exchanged"]),
    ("mt19937", "if y & 1", "if mt[i] & 1", &["twist-by-the-new-word"]),
    ("mt19937", "            mt[i] = mt[(i + M) % N] ^ y >> 1\n            if y & 1", "            low = mt[i] & 1\n            mt[i] = mt[(i + M) % N] ^ y >> 1\n            if low", &["twist-by-the-word-itself"]),
    ("mt19937", "1812433253 * (x ^ x >> 30) + i", "69069 * x", &["filled-by-69069"]),
    ("mt19937", "(x ^ x >> 30) + i", "(x ^ x >> 30)", &["filled-without-place"]),
    ("mt19937", "(1812433253 * (x ^ x >> 30) + i)", "int(1812433253.0 * (x ^ x >> 30) + i)", &["product-in-double"]),
    ("mt19937", "self.at = N", "self.at = 0", &["first-block-not-twisted"]),
    ("mt19937", "self.at >= N", "self.at >= N - 1", &["last-word-of-a-block-lost"]),
    ("mt19937", "mt = self.mt\n        for i in range(N):\n            y = mt[i] & 0x80000000 | mt[(i + 1) % N] & 0x7fffffff\n            mt[i] = mt[(", "mt, old = self.mt, self.mt[:]\n        for i in range(N):\n            y = old[i] & 0x80000000 | old[(i + 1) % N] & 0x7fffffff\n            mt[i] = old[(", &["twist-of-a-copy"]),
    ("mt19937", "[seed & 0xffffffff]", "[seed - 1 & 0xffffffff]", &["seed-one-less"]),
    ("mt19937", "return y", "return y - (y >> 31 << 32)", &["words-signed"]),
    ("java-random", "+ 0xb", "+ 0xd", &["increment-13"]),
    ("java-random", "self.seed * 0x5deece66d", "self.seed * 0x5deecc66d", &["multiplier-25214895725"]),
    ("java-random", "(seed ^ 0x5deece66d) & MASK", "seed & MASK", &["seed-as-it-is"]),
    ("java-random", "(self.seed * 0x5deece66d + 0xb)", "int(float(self.seed) * 0x5deece66d + 0xb)", &["product-in-double"]),
    ("java-random", "self.bits(32)", "self.bits(31)", &["words-halved", "shift-17"]),
    ("java-random", "return self.bits(32)", "word = self.bits(32)\n        return word - (word >> 31 << 32)", &["words-signed"]),
    ("java-random", "+ 0xb) & MASK", "+ 0xb) % MASK", &["modulus-2^48-1"]),
    ("java-random", "(seed ^ 0x5deece66d)", "(seed & 0xffffffff ^ 0x5deece66d)", &["seed-of-32-bits"]),
    ("minstd-16807", "16807", "16087", &["multiplier-16087"]),
    ("minstd-16807", "M = 2147483647", "M = 2147483648", &["modulus-2^31"]),
    ("minstd-16807", "self.x = 16807 * self.x % M", "self.x = 16807 * (self.x - int(self.x / 127773) * 127773) - 2836 * int(self.x / 127773)", &["schrage-negative-kept"]),
    ("minstd-16807", "self.x = 16807 * self.x % M\n        return self.x", "x = self.x\n        self.x = 16807 * x % M\n        return x", &["word-before-step"]),
    ("minstd-16807", "16807 * self.x % M", "(16807 * self.x & 0xffffffff) % M", &["product-of-32-bits"]),
    ("minstd-16807", "return self.x", "return self.x - 1", &["one-too-little"]),
    ("msvc-rand", ">> 16", ">> 15", &["shift-15"]),
    ("msvc-rand", " & 0x7fff\n", "\n", &["output-not-masked"]),
    ("msvc-rand", "214013", "241013", &["multiplier-241013"]),
    ("msvc-rand", "(self.x * 214013 + 2531011) & 0xffffffff\n        return self.x >> 16 & 0x7fff", "signed(self.x * 214013 + 2531011)\n        high = int(self.x / 65536)\n        return high - int(high / 32768) * 32768", &["remainder-signed"]),
    ("splitmix64", "z >> 27", "z >> 28", &["second-shift-28"]),
    ("splitmix64", "0x94d049bb133111eb", "0x94d049bb123111eb", &["second-multiplier-10723151780582068715"]),
    ("splitmix64", "self.x = (self.x + 0x9e3779b97f4a7c15) & M\n        z = self.x\n", "z = self.x\n        self.x = (self.x + 0x9e3779b97f4a7c15) & M\n", &["word-before-step"]),
    ("splitmix64", "z ^= z >> 31", "pass", &["line-3-left-out"]),
    ("splitmix64", "0xbf58476d1ce4e5b9 & M", "0xbf58476d1ce4e5b9", &["first-product-not-cut"]),
    ("xoshiro128++", "s[1] << 9", "s[1] << 11", &["shift-of-a-step-11"]),
    ("xoshiro128++", "rotl(s[3], 11)", "rotl(s[3], 13)", &["rotation-of-a-step-13"]),
    ("xoshiro128++", "s[2] ^= t", "pass", &["line-5-left-out"]),
    ("xoshiro128++", "s[3] ^= s[1]\n        s[1] ^= s[2]", "s[1] ^= s[2]\n        s[3] ^= s[1]", &["lines-2-and-3-exchanged"]),
    ("xoshiro128++", "x >> 32 - k)", "x - (x >> 31 << 32) >> 32 - k)", &["shift-keeps-sign"]),
    ("xoshiro128++", "for _ in range(2):\n            z = words.__next__()\n            self.s += [z & M, z >> 32]", "for _ in range(4):\n            self.s.append(words.__next__() & M)", &["state-from-low-halves"]),
    ("xoshiro128++", "(x << k | x >> 32 - k) & M", "x << k | x >> 32 - k", &["rotation-not-cut"]),
    ("xoshiro128++", "s[0] + s[3] & M, 7", "s[0] ^ s[3], 7", &["word-by-xor"]),
    ("xorshift32", "x << 13 & 0xffffffff\n        x ^= x >> 17\n        x ^= x << 5 & 0xffffffff\n        self.x = x", "x << 13\n        x ^= x >> 17\n        x ^= x << 5\n        x &= 0xffffffff\n        self.x = x", &["left-shift-not-cut"]),
    ("xorshift32", "x << 5", "x << 15", &["third-shift-15"]),
    ("isaac64", "x >> 3", "x >> 2", &["shift-to-the-first-index-2"]),
    ("isaac64", "self.results.pop()", "self.results.pop(0)", &["first-result-first"]),
    ("isaac64", "a = ~a & M", "pass", &["not-inverted"]),
    ("isaac64", "for _ in range(2):", "for _ in range(1):", &["number-of-times-that-memory-is-mixed-1"]),
    ("isaac64", "for _ in range(2):\n            for at in range(0, 256, 8):\n                for i in range(8):\n                    x[i] = x[i] + self.m[at + i] & M\n                mix(x)", "for _ in range(1):\n            for at in range(0, 256, 8):\n                mix(x)", &["seed-array-not-used"]),
    ("bsd-random", "ring[self.front] >> 1", "ring[self.front]", &["not-shifted"]),
    ("bsd-random", "10 * degree", "8 * degree", &["number-of-words-discarded-for-each-of-the-ring-8"]),
    ("bsd-random", "x = 16807 * x % 2147483647", "x = 16807 * x - int(16807 * x / 2147483647) * 2147483647", &["remainder-negative-kept"]),
    ("bsd-random", "seed = 1", "pass", &["seed-0-kept"]),
    ("bsd-random", "ring[self.front] + ring[self.rear]", "ring[self.front] ^ ring[self.rear]", &["xor-for-sum"]),
    ("get_rand", "0x3fff", "0x7fff", &["mask-of-15-bits"]),
    ("get_rand", "word = word & 0x3fff", "pass", &["no-mask", "bounded-by-remainder"]),
    ("get_rand", "(y - x + 1) + x", "max(y - x, 1) + x", &["upper-bound-excluded"]),
    ("get_rand", "word = word & 0x3fff\n    return word % (y - x + 1) + x", "return (word * (y - x + 1) >> 31) + x", &["bounded-by-product"]),
    ("get_rand", "[seed & M]", "[abs(seed)]", &["seed-absolute"]),
    ("get_rand", "1103515245", "1103515345", &["multiplier-1103515345"]),
    ("pcg32", "old >> 18", "old >> 19", &["first-shift-of-a-word-19"]),
    ("pcg32", "initseq << 1 | 1", "initseq | 1", &["increment-not-shifted"]),
    ("pcg32", "(state * MULTIPLIER + (inc | 1))", "(int(float(state) * MULTIPLIER) + (inc | 1))", &["product-in-double"]),
    ("pcg32", "word >> turn | word << (-turn & 31)", "word << turn | word >> (-turn & 31)", &["rotated-left"]),
    ("pcg32", "threshold = 2**32 % bound", "threshold = 0", &["never-rejects"]),
    ("pcg32", "        word = random()\n        if word >= threshold:\n            return word % bound", "        return random() * bound >> 32", &["bounded-by-product"]),
    ("permutation", "+ draws[j] + 1)", "+ draws[j])", &["no-plus-1"]),
    ("permutation", "reversed(range(i))", "range(i)", &["loop-forwards"]),
    ("permutation", "draw(n - i)", "draw(n)", &["bounds-all-n"]),
    ("permutation", "draw(n - i)", "draw(max(n - i - 1, 1))", &["bounds-one-less"]),
    ("permutation", "    made = []\n    for i in range(count):\n        number = draws[i]\n        for j in reversed(range(i)):\n            number = (number + draws[j] + 1) % (n - j)\n        made.append(number)\n    return made", "    made = list(range(n))\n    for i in range(count):\n        j, k = n - 1 - i, draws[i]\n        made[j], made[k] = made[k], made[j]\n    return made[:count]", &["shuffled-backwards"]),
    ("permutation", "    made = []\n    for i in range(count):\n        number = draws[i]\n        for j in reversed(range(i)):\n            number = (number + draws[j] + 1) % (n - j)\n        made.append(number)\n    return made", "    made = list(range(n))\n    for i in range(count):\n        j, k = i, i + draws[i]\n        made[j], made[k] = made[k], made[j]\n    return made[:count]", &["shuffled-forwards"]),
    ("permutation", "word ^= 0x80000000", "pass", &["highest-bit-not-flipped"]),
];

/// Whether there is a Python to run the ports. Where everything is required, there must be one.
pub(crate) fn has_python() -> bool {
    let version = Command::new("python3").arg("--version").output_in_time();
    let is_there = version.is_ok_and(|said| said.status.success());
    let is_required = std::env::var("ROGUELAB_ORACLES").is_ok_and(|policy| policy == "require");
    assert!(
        is_there || !is_required,
        "there is no python3 to run the ports"
    );
    is_there
}

fn text(subject: &str) -> String {
    let (_, parts) = PORTS.iter().find(|(name, _)| *name == subject).unwrap();
    PROTOCOL.to_owned() + &parts.concat()
}

/// What `roguelab check` says of a port.
fn checked(subject: &str, text: &str) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let port = folder.path().join("port.py");
    fs::write(&port, text).unwrap();
    let port = port.to_str().unwrap();
    let said = run(&[
        "check", subject, "--json", "--cases", "20", "--", "python3", port,
    ]);
    serde_json::from_str(&said.stdout).unwrap()
}

/// The keys of the causes named for a planted mistake.
fn named(&(subject, old, new, _): &Planted) -> Vec<String> {
    let right = text(subject);
    assert_eq!(right.matches(old).count(), 1, "{subject}: {old}");
    let said = checked(subject, &right.replace(old, new));
    assert_ne!(said["verdict"], "agrees", "{subject}: {new}");
    causes(&said)
}

/// The keys of the causes that are named.
fn causes(said: &Value) -> Vec<String> {
    let causes = said["failed"]["causes"].as_array();
    let key = |cause: &Value| cause["key"].as_str().unwrap().to_owned();
    causes.into_iter().flatten().map(key).collect()
}

#[test]
#[ignore = "slow: run in CI"]
fn the_ports_are_right_before_a_mistake_is_planted() {
    for (subject, _) in PORTS.iter().filter(|_| has_python()) {
        assert_eq!(
            checked(subject, &text(subject))["verdict"],
            "agrees",
            "{subject}"
        );
    }
}

/// Of this many planted mistakes at least so many are named.
const LEAST: usize = PLANTED.len() - 2;

#[test]
#[ignore = "slow: run in CI"]
fn planted_mistakes_are_named_and_no_wrong_cause_is() {
    if !has_python() {
        return;
    }
    let (mut none, mut wrong) = (Vec::new(), Vec::new());
    let all: Vec<_> = PLANTED.par_iter().map(named).collect();
    for (planted, named) in PLANTED.iter().zip(all) {
        let line = format!("{}: {:?}: {named:?}", planted.0, planted.2);
        if named.is_empty() {
            none.push(line);
        } else if !planted.3.contains(&&*named[0]) {
            wrong.push(line);
        }
    }
    let right = PLANTED.len() - none.len() - wrong.len();
    println!("{right} right, {} none, {} wrong", none.len(), wrong.len());
    println!("none: {none:#?}");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(right >= LEAST, "{none:#?}");
}

#[test]
#[ignore = "slow: run in CI"]
fn two_mistakes_at_once_have_no_third_one_as_their_cause() {
    if !has_python() {
        return;
    }
    let both = |pair: &'static [Planted]| {
        let [first, second] = [&pair[0], &pair[1]];
        let once = text(first.0).replace(first.1, first.2);
        let twice = once.replace(second.1, second.2);
        // One mistake may be in the place of the other.
        (first.0 == second.0 && twice != once).then_some((first, second, twice))
    };
    let ports: Vec<_> = PLANTED.windows(2).filter_map(both).step_by(3).collect();
    assert!(ports.len() > 12, "{}", ports.len());
    let wrong: Vec<_> = ports
        .par_iter()
        .filter_map(|(first, second, port)| {
            let named = causes(&checked(first.0, port));
            let planted = |key: &String| first.3.contains(&&**key) || second.3.contains(&&**key);
            named
                .first()
                .is_some_and(|key| !planted(key))
                .then(|| format!("{}: {:?} and {:?}: {named:?}", first.0, first.2, second.2))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
