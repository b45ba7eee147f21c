M = 0xffffffff

def splitmix(seed):
    while True:
        seed = (seed + 0x9e3779b97f4a7c15) % 2**64
        z = seed
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9 % 2**64
        z = (z ^ z >> 27) * 0x94d049bb133111eb % 2**64
        yield z ^ z >> 31

def rotl(x, k):
    return (x << k | x >> 32 - k) & M

class Generator:
    def __init__(self, seed):
        words = splitmix(seed)
        self.s = []
        for _ in range(2):
            z = words.__next__()
            self.s += [z & M, z >> 32]

    def next(self):
        s = self.s
        result = (rotl(s[0] + s[3] & M, 7) + s[0]) & M
        t = s[1] << 9 & M
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 11)
        return result

