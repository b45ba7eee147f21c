MASK = (1 << 48) - 1

class Generator:
    def __init__(self, seed):
        self.seed = (seed ^ 0x5deece66d) & MASK

    def bits(self, count):
        self.seed = (self.seed * 0x5deece66d + 0xb) & MASK
        return self.seed >> 48 - count

    def next(self):
        return self.bits(32)

