def signed(x):
    return (x + 0x80000000 & 0xffffffff) - 0x80000000

class Generator:
    def __init__(self, seed):
        self.x = seed

    def next(self):
        self.x = (self.x * 214013 + 2531011) & 0xffffffff
        return self.x >> 16 & 0x7fff

