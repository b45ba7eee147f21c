"""Our PCG32."""

M64 = 2**64 - 1


class Pcg32:
    def __init__(self):
        self.state = self.inc = 0

    def seed(self, initstate, initseq):
        self.state, self.inc = 0, (2 * initseq + 1) & M64
        self.random()
        self.state = (self.state + initstate) & M64
        self.random()

    def random(self):
        old = self.state
        self.state = (6364136223846793005 * old + (self.inc | 1)) & M64
        word, by = ((old >> 18) ^ old) >> 27 & 0xFFFFFFFF, old >> 59
        return (word >> by | word << (-by & 31)) & 0xFFFFFFFF

    def below(self, bound):
        while (word := self.random()) < 2**32 % bound:
            pass
        return word % bound
