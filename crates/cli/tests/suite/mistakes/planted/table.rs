//! Right ports in Python, and the mistakes that are planted in them, one at a time.

/// A port, made of the files beside this one with these names, after `protocol.py`.
pub(crate) struct Port {
    pub(crate) subject: &'static str,
    pub(crate) files: &'static [&'static str],
    pub(crate) mistakes: &'static [Planted],
}

/// A part of a port's text, the mistake in its place, and the keys of the cause: more than one where two causes are the same mistake
/// in other words. What is named is right if the first cause has one of these keys: those after it explain the same answers.
pub(crate) struct Planted {
    pub(crate) right: &'static str,
    pub(crate) wrong: &'static str,
    pub(crate) keys: &'static [&'static str],
}

const fn plant(right: &'static str, wrong: &'static str, keys: &'static [&'static str]) -> Planted {
    Planted { right, wrong, keys }
}

const fn port(
    subject: &'static str,
    files: &'static [&'static str],
    mistakes: &'static [Planted],
) -> Port {
    Port {
        subject,
        files,
        mistakes,
    }
}

/// How the port of permutations makes each number.
const LOOP: &str = concat!(
    "    made = []\n",
    "    for i in range(count):\n",
    "        number = draws[i]\n",
    "        for j in reversed(range(i)):\n",
    "            number = (number + draws[j] + 1) % (n - j)\n",
    "        made.append(number)\n",
    "    return made"
);

pub(crate) const PORTS: &[Port] = &[
    port(
        "mt19937",
        &["mt19937", "row"],
        &[
            plant("y >> 11", "y >> 12", &["first-shift-of-the-tempering-12"]),
            plant("0x9d2c5680", "0x9d2c5608", &["first-mask-of-the-tempering"]),
            plant(
                "0x9908b0df",
                "0x9908b0fd",
                &["matrix-of-the-twist-2567483645", "matrix-of-the-twist"],
            ),
            plant(
                "N, M = 624, 397",
                "N, M = 624, 396",
                &["distance-of-the-twist-396"],
            ),
            plant(
                "y ^= y << 7 & 0x9d2c5680\n        y ^= y << 15 & 0xefc60000",
                "y ^= y << 15 & 0xefc60000\n        y ^= y << 7 & 0x9d2c5680",
                &["lines-2-and-3-exchanged"],
            ),
            plant(
                "y << 7 & 0x9d2c5680\n        y ^= y << 15 & 0xefc60000",
                "y << 7 & 0xefc60000\n        y ^= y << 15 & 0x9d2c5680",
                &["tempering-masks-exchanged"],
            ),
            plant("if y & 1", "if mt[i] & 1", &["twist-by-the-new-word"]),
            plant(
                "            mt[i] = mt[(i + M) % N] ^ y >> 1\n            if y & 1",
                "            low = mt[i] & 1\n            mt[i] = mt[(i + M) % N] ^ y >> 1\n            if low",
                &["twist-by-the-word-itself"],
            ),
            plant(
                "1812433253 * (x ^ x >> 30) + i",
                "69069 * x",
                &["filled-by-69069"],
            ),
            plant(
                "(x ^ x >> 30) + i",
                "(x ^ x >> 30)",
                &["filled-without-place"],
            ),
            plant(
                "(1812433253 * (x ^ x >> 30) + i)",
                "int(1812433253.0 * (x ^ x >> 30) + i)",
                &["product-in-double"],
            ),
            plant("self.at = N", "self.at = 0", &["first-block-not-twisted"]),
            plant(
                "self.at >= N",
                "self.at >= N - 1",
                &["last-word-of-a-block-lost"],
            ),
            plant(
                concat!(
                    "mt = self.mt\n",
                    "        for i in range(N):\n",
                    "            y = mt[i] & 0x80000000 | mt[(i + 1) % N] & 0x7fffffff\n",
                    "            mt[i] = mt[("
                ),
                concat!(
                    "mt, old = self.mt, self.mt[:]\n",
                    "        for i in range(N):\n",
                    "            y = old[i] & 0x80000000 | old[(i + 1) % N] & 0x7fffffff\n",
                    "            mt[i] = old[("
                ),
                &["twist-of-a-copy"],
            ),
            plant(
                "[seed & 0xffffffff]",
                "[seed - 1 & 0xffffffff]",
                &["seed-one-less"],
            ),
            plant("return y", "return y - (y >> 31 << 32)", &["words-signed"]),
            plant("[seed & 0xffffffff]", "[5489]", &["seed-ignored"]),
            plant(
                "[seed & 0xffffffff]\n        for i in range(1, N):\n            x = self.mt[i - 1]\n            self.mt.append((1812433253 * (x ^ x >> 30) + i) & 0xffffffff)\n        self.at = N",
                "[0]\n        for i in range(1, N):\n            x = self.mt[i - 1]\n            self.mt.append((1812433253 * (x ^ x >> 30) + i) & 0xffffffff)\n        self.at = 0",
                &["seed-ignored+first-block-not-twisted"],
            ),
            plant(
                "self.at = N",
                "self.twist()\n        self.at = N",
                &["block-thrown-away"],
            ),
            plant(
                "self.mt[self.at]",
                "self.mt[N - 1 - self.at]",
                &["blocks-reversed"],
            ),
            plant(
                "(1812433253 * (x ^ x >> 30) + i)",
                "int(1812433253.0 * ((x ^ x >> 30) - ((x ^ x >> 30) >> 31 << 32)) + i)",
                &["signed-product-in-double"],
            ),
        ],
    ),
    port(
        "java-random",
        &["java-random", "row"],
        &[
            plant("+ 0xb", "+ 0xd", &["increment-13"]),
            plant(
                "self.seed * 0x5deece66d",
                "self.seed * 0x5deecc66d",
                &["multiplier-25214895725"],
            ),
            plant(
                "(seed ^ 0x5deece66d) & MASK",
                "seed & MASK",
                &["seed-as-it-is"],
            ),
            plant(
                "(self.seed * 0x5deece66d + 0xb)",
                "int(float(self.seed) * 0x5deece66d + 0xb)",
                &["product-in-double"],
            ),
            plant(
                "self.bits(32)",
                "self.bits(31)",
                &["words-halved", "shift-17"],
            ),
            plant(
                "return self.bits(32)",
                "word = self.bits(32)\n        return word - (word >> 31 << 32)",
                &["words-signed"],
            ),
            plant("+ 0xb) & MASK", "+ 0xb) % MASK", &["modulus-2^48-1"]),
            plant(
                "(seed ^ 0x5deece66d)",
                "(seed & 0xffffffff ^ 0x5deece66d)",
                &["seed-of-32-bits"],
            ),
            plant(
                "return self.bits(32)",
                "word = self.bits(32)\n        self.__init__(word)\n        return word",
                &["reseeded-with-word"],
            ),
            plant(
                "(seed ^ 0x5deece66d) & MASK",
                "(seed ^ 0x5deece66d) & MASK\n        for _ in range(10):\n            self.bits(32)",
                &["skipped-10"],
            ),
            plant(
                "self.seed = (self.seed * 0x5deece66d + 0xb) & MASK\n        return self.seed >> 48 - count",
                "return (self.seed * 0x5deece66d + 0xb & MASK) >> 48 - count",
                &["always-first-word"],
            ),
        ],
    ),
    port(
        "minstd-16807",
        &["minstd-16807", "row"],
        &[
            plant("16807", "16087", &["multiplier-16087"]),
            plant("M = 2147483647", "M = 2147483648", &["modulus-2^31"]),
            plant(
                "self.x = 16807 * self.x % M",
                "self.x = 16807 * (self.x - int(self.x / 127773) * 127773) - 2836 * int(self.x / 127773)",
                &["schrage-negative-kept"],
            ),
            plant(
                "self.x = 16807 * self.x % M\n        return self.x",
                "x = self.x\n        self.x = 16807 * x % M\n        return x",
                &["word-before-step"],
            ),
            plant(
                "16807 * self.x % M",
                "(16807 * self.x & 0xffffffff) % M",
                &["product-of-32-bits"],
            ),
            plant("return self.x", "return self.x - 1", &["one-too-little"]),
            plant(
                "seed % 2147483647 or 1",
                "seed % 2147483647 or 1\n        for _ in range(100):\n            self.next()",
                &["skipped-100"],
            ),
            plant(
                "seed % 2147483647 or 1",
                "(seed * 7 + 5) % 2147483647 or 1",
                &["seeding"],
            ),
        ],
    ),
    port(
        "msvc-rand",
        &["msvc-rand", "row"],
        &[
            plant(">> 16", ">> 15", &["shift-15"]),
            plant(" & 0x7fff\n", "\n", &["output-not-masked"]),
            plant("214013", "241013", &["multiplier-241013"]),
            plant(
                "(self.x * 214013 + 2531011) & 0xffffffff\n        return self.x >> 16 & 0x7fff",
                concat!(
                    "signed(self.x * 214013 + 2531011)\n",
                    "        high = int(self.x / 65536)\n",
                    "        return high - int(high / 32768) * 32768"
                ),
                &["remainder-signed"],
            ),
            plant(
                "self.x = seed\n\n    def next(self):\n        self.x = (self.x * 214013 + 2531011) & 0xffffffff\n        return self.x >> 16",
                "self.x = seed + 1\n\n    def next(self):\n        self.x = (self.x * 214013 + 2531011) & 0xffffffff\n        return self.x >> 15",
                &["seed-one-more+shift-15"],
            ),
        ],
    ),
    port(
        "splitmix64",
        &["splitmix64", "row"],
        &[
            plant("z >> 27", "z >> 28", &["second-shift-28"]),
            plant(
                "0x94d049bb133111eb",
                "0x94d049bb123111eb",
                &["second-multiplier-10723151780582068715"],
            ),
            plant(
                "self.x = (self.x + 0x9e3779b97f4a7c15) & M\n        z = self.x\n",
                "z = self.x\n        self.x = (self.x + 0x9e3779b97f4a7c15) & M\n",
                &["word-before-step"],
            ),
            plant("z ^= z >> 31", "pass", &["line-3-left-out"]),
            plant(
                "0xbf58476d1ce4e5b9 & M",
                "0xbf58476d1ce4e5b9",
                &["first-product-not-cut"],
            ),
            plant(
                "return z\n",
                "self.x = z\n        return z\n",
                &["mixed-state-kept", "reseeded-with-word"],
            ),
            plant(
                "self.x = seed\n",
                "self.x = seed & 0xffffffff\n",
                &["seed-of-32-bits"],
            ),
        ],
    ),
    port(
        "xoshiro128++",
        &["xoshiro128++", "row"],
        &[
            plant("s[1] << 9", "s[1] << 11", &["shift-of-a-step-11"]),
            plant(
                "rotl(s[3], 11)",
                "rotl(s[3], 13)",
                &["rotation-of-a-step-13"],
            ),
            plant("s[2] ^= t", "pass", &["line-5-left-out"]),
            plant(
                "s[3] ^= s[1]\n        s[1] ^= s[2]",
                "s[1] ^= s[2]\n        s[3] ^= s[1]",
                &["lines-2-and-3-exchanged"],
            ),
            plant(
                "x >> 32 - k)",
                "x - (x >> 31 << 32) >> 32 - k)",
                &["shift-keeps-sign"],
            ),
            plant(
                "for _ in range(2):\n            z = words.__next__()\n            self.s += [z & M, z >> 32]",
                "for _ in range(4):\n            self.s.append(words.__next__() & M)",
                &["state-from-low-halves"],
            ),
            plant(
                "(x << k | x >> 32 - k) & M",
                "x << k | x >> 32 - k",
                &["rotation-not-cut"],
            ),
            plant("s[0] + s[3] & M, 7", "s[0] ^ s[3], 7", &["word-by-xor"]),
            plant(
                "(rotl(s[0] + s[3] & M, 7) + s[0])",
                "(rotl(s[0] + s[3] & M, 7) * 9)",
                &["nine-for-sum"],
            ),
            plant("t = s[1]", "t = s[0]", &["s0-shifted"]),
            plant("s[0] + s[3] & M, 7", "s[0] + s[1] & M, 7", &["sum-with-s1"]),
        ],
    ),
    port(
        "xorshift32",
        &["xorshift32", "row"],
        &[
            plant(
                "x << 13 & 0xffffffff\n        x ^= x >> 17\n        x ^= x << 5 & 0xffffffff\n        self.x = x",
                "x << 13\n        x ^= x >> 17\n        x ^= x << 5\n        x &= 0xffffffff\n        self.x = x",
                &["left-shift-not-cut"],
            ),
            plant("x << 5", "x << 15", &["third-shift-15"]),
            plant(
                "x >> 17",
                "(x - (x >> 31 << 32)) >> 17 & 0xffffffff",
                &["shift-keeps-sign"],
            ),
            plant(
                "x ^= x << 5 & 0xffffffff\n        self.x = x",
                "self.x = x\n        x ^= x << 5 & 0xffffffff",
                &["state-stored-before-last-line"],
            ),
            plant(
                "self.x = seed",
                "self.x = seed * 747796405 + 1 & 0xffffffff",
                &["seeding"],
            ),
            plant("self.x = seed", "self.x = 2463534242", &["seed-ignored"]),
        ],
    ),
    port(
        "isaac64",
        &["isaac64"],
        &[
            plant("x >> 3", "x >> 2", &["shift-to-the-first-index-2"]),
            plant(
                "self.results.pop()",
                "self.results.pop(0)",
                &["blocks-reversed"],
            ),
            plant("a = ~a & M", "pass", &["not-inverted"]),
            plant(
                "for _ in range(2):",
                "for _ in range(1):",
                &["number-of-times-that-memory-is-mixed-1"],
            ),
            plant(
                concat!(
                    "for _ in range(2):\n",
                    "            for at in range(0, 256, 8):\n",
                    "                for i in range(8):\n",
                    "                    x[i] = x[i] + self.m[at + i] & M\n",
                    "                mix(x)"
                ),
                "for _ in range(1):\n            for at in range(0, 256, 8):\n                mix(x)",
                &["seed-array-not-used"],
            ),
            plant(
                "self.block()\n\n    def block",
                "self.block()\n        self.block()\n\n    def block",
                &["block-thrown-away"],
            ),
        ],
    ),
    port(
        "bsd-random",
        &["bsd-random"],
        &[
            plant(
                "ring[self.front] >> 1",
                "ring[self.front]",
                &["not-shifted"],
            ),
            plant(
                "10 * degree",
                "8 * degree",
                &["number-of-words-discarded-for-each-of-the-ring-8"],
            ),
            plant(
                "x = 16807 * x % 2147483647",
                "x = 16807 * x - int(16807 * x / 2147483647) * 2147483647",
                &["remainder-negative-kept"],
            ),
            plant("seed = 1", "pass", &["seed-0-kept"]),
            plant(
                "ring[self.front] + ring[self.rear]",
                "ring[self.front] ^ ring[self.rear]",
                &["xor-for-sum"],
            ),
        ],
    ),
    port(
        "get_rand",
        &["get_rand"],
        &[
            plant("0x3fff", "0x7fff", &["mask-of-15-bits"]),
            plant(
                "word = word & 0x3fff",
                "pass",
                &["no-mask", "bounded-by-remainder"],
            ),
            plant(
                "(y - x + 1) + x",
                "max(y - x, 1) + x",
                &["upper-bound-excluded"],
            ),
            plant(
                "word = word & 0x3fff\n    return word % (y - x + 1) + x",
                "return (word * (y - x + 1) >> 31) + x",
                &["bounded-by-product"],
            ),
            plant("[seed & M]", "[abs(seed)]", &["seed-absolute"]),
            plant("1103515245", "1103515345", &["multiplier-1103515345"]),
        ],
    ),
    port(
        "pcg32",
        &["pcg32", "run"],
        &[
            plant("old >> 18", "old >> 19", &["first-shift-of-a-word-19"]),
            plant(
                "initseq << 1 | 1",
                "initseq | 1",
                &["increment-not-shifted"],
            ),
            plant(
                "(state * MULTIPLIER + (inc | 1))",
                "(int(float(state) * MULTIPLIER) + (inc | 1))",
                &["product-in-double"],
            ),
            plant(
                "word >> turn | word << (-turn & 31)",
                "word << turn | word >> (-turn & 31)",
                &["rotated-left"],
            ),
            plant(
                "threshold = 2**32 % bound",
                "threshold = 0",
                &["never-rejects"],
            ),
            plant(
                "        word = random()\n        if word >= threshold:\n            return word % bound",
                "        return random() * bound >> 32",
                &["bounded-by-product"],
            ),
            plant(
                "state = state + initstate & M64\n    step()\n    return state",
                "state, inc = 0x853c49e6748fea9b, 0xda3e39cb94b95bdb\n    return state",
                &["seed-ignored"],
            ),
            plant(
                "old >> 18",
                "(old - (old >> 63 << 64)) >> 18 & M64",
                &["arithmetic-shift"],
            ),
            plant(
                "& M64\n    step()\n    return state",
                "& M64\n    step()\n    for _ in range(16):\n        step()\n    return state",
                &["skipped-16"],
            ),
        ],
    ),
    port(
        "permutation",
        &["pcg32", "permutation", "run"],
        &[
            plant("+ draws[j] + 1)", "+ draws[j])", &["no-plus-1"]),
            plant("reversed(range(i))", "range(i)", &["loop-forwards"]),
            plant("draw(n - i)", "draw(n)", &["bounds-all-n"]),
            plant(
                "draw(n - i)",
                "draw(max(n - i - 1, 1))",
                &["bounds-one-less"],
            ),
            plant(
                LOOP,
                concat!(
                    "    made = list(range(n))\n",
                    "    for i in range(count):\n",
                    "        j, k = n - 1 - i, draws[i]\n",
                    "        made[j], made[k] = made[k], made[j]\n",
                    "    return made[:count]"
                ),
                &["shuffled-backwards"],
            ),
            plant(
                LOOP,
                concat!(
                    "    made = list(range(n))\n",
                    "    for i in range(count):\n",
                    "        j, k = i, i + draws[i]\n",
                    "        made[j], made[k] = made[k], made[j]\n",
                    "    return made[:count]"
                ),
                &["shuffled-forwards"],
            ),
            plant("word ^= 0x80000000", "pass", &["highest-bit-not-flipped"]),
        ],
    ),
    port(
        "mwc-1999",
        &["mwc-1999", "row"],
        &[
            plant(
                "(self.z >> 16) & M\n        self.w = 18000 * (self.w & 0xffff) + (self.w >> 16)",
                "(self.z - (self.z >> 31 << 32) >> 16) & M\n        self.w = 18000 * (self.w & 0xffff) + (self.w - (self.w >> 31 << 32) >> 16)",
                &["shift-keeps-sign"],
            ),
            plant(
                "seed & M, seed >> 32",
                "362436069, 521288629",
                &["seed-ignored"],
            ),
            plant(
                "seed & M, seed >> 32",
                "seed >> 32, seed & M",
                &["seed-halves-exchanged"],
            ),
        ],
    ),
];
