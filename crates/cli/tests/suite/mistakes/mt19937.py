N, M = 624, 397

class Generator:
    def __init__(self, seed):
        self.mt = [seed & 0xffffffff]
        for i in range(1, N):
            x = self.mt[i - 1]
            self.mt.append((1812433253 * (x ^ x >> 30) + i) & 0xffffffff)
        self.at = N

    def twist(self):
        mt = self.mt
        for i in range(N):
            y = mt[i] & 0x80000000 | mt[(i + 1) % N] & 0x7fffffff
            mt[i] = mt[(i + M) % N] ^ y >> 1
            if y & 1:
                mt[i] ^= 0x9908b0df
        self.at = 0

    def next(self):
        if self.at >= N:
            self.twist()
        y = self.mt[self.at]
        self.at += 1
        y ^= y >> 11
        y ^= y << 7 & 0x9d2c5680
        y ^= y << 15 & 0xefc60000
        y ^= y >> 18
        return y

