"""Broken ports, each with one mistake, and the right ones: `broken.py PCG32|BSD|ROGUE MISTAKE`.

They are written from the descriptions of the ops, not from our code, and answer the protocol of `roguelab check`.
"""

import sys

SUBJECT, BROKEN = sys.argv[1], sys.argv[2]
M64, M32 = 2**64 - 1, 2**32 - 1
MULTIPLIER = int("6364136223846793005", 16 if BROKEN == "wrong base" else 10)


def signed(word, bits):
    word &= 2**bits - 1
    return word - 2**bits if word >> bits - 1 else word


class Pcg32:
    def __init__(self):
        self.raw(0, 0)

    def raw(self, state, inc):
        self.state, self.inc = state, inc
        return state

    def added(self):
        return self.inc if BROKEN == "even increment" else self.inc | 1

    def step(self):
        self.state = (self.state * MULTIPLIER + self.added()) & M64

    def srandom(self, initstate, initseq):
        self.inc = initseq << 1 & M64 | (BROKEN != "even increment")
        if BROKEN == "no seeding steps":
            self.state = initstate
            return self.state
        self.state = 0
        self.step()
        self.state = self.state + initstate & M64
        self.step()
        return self.state

    def random(self):
        old = self.state
        self.step()
        number = signed(old, 64) if BROKEN == "arithmetic shift" else old
        word = ((number >> 18) ^ number) >> 27
        if BROKEN != "wider words":
            word &= M32
        rot = old >> 59
        word = word >> rot | word << (-rot & 31)
        return word if BROKEN == "no mask" else word & M32

    def randoms(self, count):
        return [self.random() for _ in range(count)]

    def boundedrand(self, bound):
        if BROKEN == "bound lost":
            # JavaScript's `word & (0 - 1)`, where the bound should have been.
            return signed(self.random() & 0 - 1, 32)
        # In Python as in Pascal's 64 bits, -bound keeps its sign.
        threshold = {
            "never rejects": -bound % bound,
            "threshold of all ones": M32 % bound,
        }.get(BROKEN, 2**32 % bound)
        while True:
            word = self.random()
            if word > threshold if BROKEN == "threshold rejected" else word >= threshold:
                return word % bound

    def advance(self, delta):
        factor, inc = MULTIPLIER, self.added()
        while delta:
            if delta & 1:
                self.state = self.state * factor + inc & M64
            inc = (factor + 1) * inc & M64
            factor = factor * factor & M64
            delta >>= 1
        return self.state

    def step_back(self):
        return self.advance(M64)


class Bsd:
    """TYPE_1 to TYPE_4 under glibc's seeding; the rest it does not have."""

    def srandom(self, kind, seed):
        if kind == 0:
            return None
        degree, ahead = [(7, 3), (15, 1), (31, 3), (63, 1)][kind - 1]
        if BROKEN == "seed clamped":
            seed = min(seed & M32, 2**31 - 1)
        word = 1 if seed == 0 and BROKEN != "seed 0 kept" else seed
        ring = [word & M32]
        for _ in range(degree - 1):
            if BROKEN == "unsigned Schrage":
                word = 16807 * (word & M32) % (2**31 - 1)
            else:
                # Python rounds down where C rounds towards zero.
                high = abs(word) // 127773 * (1 if word >= 0 else -1)
                word = 16807 * (word - high * 127773) - 2836 * high
                word += 2**31 - 1 if word < 0 else 0
            ring.append(word)
        self.ring, self.ahead = ring, ahead
        for _ in range(10 * degree - (BROKEN == "309 of 310")):
            self.random()
        return ()

    def random(self):
        ring, word = self.ring, (self.ring[self.ahead] + self.ring[0]) & M32
        ring[self.ahead] = word
        self.ring = ring[1:] + ring[:1]
        return word >> 1

    def randoms(self, count):
        return [self.random() for _ in range(count)]


class Rogue:
    """`get_rand` and its like."""

    def srrandom(self, seed):
        ring = [seed & M32]
        for _ in range(30):
            ring.append((1103515245 * ring[-1] + 12345) & M32)
        self.ring = ring
        for _ in range(310):
            self.word()
        return ()

    def word(self):
        ring, word = self.ring, (self.ring[3] + self.ring[0]) & M32
        ring[3] = word
        self.ring = ring[1:] + ring[:1]
        return word >> 1

    def get_rand(self, x, y):
        if abs(x - y) >= 2**31 - 1:
            return None
        x, y = min(x, y), max(x, y)
        mask = 0x7FFF if BROKEN == "15 bits" else 0x3FFF
        return x + (self.word() & mask) % (y - x + 1)

    def rand_percent(self, percentage):
        return int(self.get_rand(1, 100) <= percentage)

    def coin_toss(self):
        return self.word() & 1


MADE = {"pcg32": Pcg32, "bsd-random": Bsd, "get_rand": Rogue}[SUBJECT]
port, seeded = MADE(), SUBJECT == "pcg32"
for line in sys.stdin:
    name, *arguments = line.split()
    if name == "reset":
        port, seeded, shown = MADE(), SUBJECT == "pcg32", ()
    else:
        seeds = name.startswith("sr")
        has = hasattr(port, name) and (seeded or seeds)
        shown = getattr(port, name)(*map(int, arguments)) if has else None
        if seeds:
            # A type or a seeding that is not there leaves nothing that could go on.
            seeded = shown is not None
    if shown is None:
        print("?")
    elif shown == ():
        print("nothing")
    elif isinstance(shown, list):
        print("[" + " ".join(map(str, shown)) + "]")
    else:
        print(shown)
