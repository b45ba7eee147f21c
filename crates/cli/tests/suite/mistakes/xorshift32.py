class Generator:
    def __init__(self, seed):
        self.x = seed

    def next(self):
        x = self.x
        x ^= x << 13 & 0xffffffff
        x ^= x >> 17
        x ^= x << 5 & 0xffffffff
        self.x = x
        return x

