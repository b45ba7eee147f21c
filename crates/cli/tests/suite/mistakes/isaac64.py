M = (1 << 64) - 1

def mix(x):
    for i, shift in enumerate([9, 9, 23, 15, 14, 20, 17, 14]):
        last = x[(i + 7) % 8]
        x[i] = x[i] - x[(i + 4) % 8] & M
        x[(i + 5) % 8] ^= last >> shift if i % 2 == 0 else last << shift & M
        x[(i + 7) % 8] = last + x[i] & M

class Isaac:
    def __init__(self, key):
        self.m = [key] + [0] * 255
        self.a = self.b = self.c = 0
        x = [0x9e3779b97f4a7c13] * 8
        for _ in range(4):
            mix(x)
        for _ in range(2):
            for at in range(0, 256, 8):
                for i in range(8):
                    x[i] = x[i] + self.m[at + i] & M
                mix(x)
                self.m[at:at + 8] = x
        self.block()

    def block(self):
        self.c = self.c + 1 & M
        self.b = self.b + self.c & M
        self.results = []
        for i in range(256):
            x, a = self.m[i], self.a
            a ^= [a << 21 & M, a >> 5, a << 12 & M, a >> 33][i % 4]
            if i % 4 == 0:
                a = ~a & M
            self.a = a + self.m[(i + 128) % 256] & M
            self.m[i] = y = self.m[x >> 3 & 255] + self.a + self.b & M
            self.b = self.m[y >> 11 & 255] + x & M
            self.results.append(self.b)

    def next(self):
        if not self.results:
            self.block()
        return self.results.pop()

isaac = Isaac(0)

def reset():
    global isaac
    isaac = Isaac(0)

@op
def init(key):
    global isaac
    isaac = Isaac(key & M)

@op
def next():
    return isaac.next()

@op
def nexts(count):
    return [isaac.next() for _ in range(count)]

@op
def rn2(bound):
    return isaac.next() % bound

@op
def rnd(bound):
    return isaac.next() % bound + 1

run()
