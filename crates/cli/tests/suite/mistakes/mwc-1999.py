M = 0xffffffff

class Generator:
    def __init__(self, seed):
        self.z, self.w = seed & M, seed >> 32

    def next(self):
        self.z = 36969 * (self.z & 0xffff) + (self.z >> 16) & M
        self.w = 18000 * (self.w & 0xffff) + (self.w >> 16) & M
        return (self.z << 16) + self.w & M
