M = (1 << 64) - 1

class Generator:
    def __init__(self, seed):
        self.x = seed

    def next(self):
        self.x = (self.x + 0x9e3779b97f4a7c15) & M
        z = self.x
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9 & M
        z = (z ^ z >> 27) * 0x94d049bb133111eb & M
        z ^= z >> 31
        return z

