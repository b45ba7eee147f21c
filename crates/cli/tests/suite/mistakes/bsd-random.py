M = 0xffffffff
RINGS = [(1, 0), (7, 3), (15, 1), (31, 3), (63, 1)]

def signed(x):
    return (x + 0x80000000 & M) - 0x80000000

def minstd(x):
    x = signed(x)
    x = 16807 * x % 2147483647
    return x & M

class Random:
    def __init__(self, kind, seed, after):
        degree, separation = RINGS[kind]
        self.ring = [seed & M]
        for _ in range(1, degree):
            self.ring.append(after(self.ring[-1]) & M)
        self.front, self.rear = separation, 0
        if degree > 1:
            for _ in range(10 * degree):
                self.next()

    def next(self):
        ring = self.ring
        if len(ring) == 1:
            ring[0] = (ring[0] * 1103515245 + 12345) & 0x7fffffff
            return ring[0]
        ring[self.front] = ring[self.front] + ring[self.rear] & M
        word = ring[self.front] >> 1
        self.front = (self.front + 1) % len(ring)
        self.rear = (self.rear + 1) % len(ring)
        return word

generator = None

@op
def srandom(kind, seed):
    global generator
    if seed == 0:
        seed = 1
    generator = Random(kind, seed, minstd)

@op
def srrandom(kind, seed):
    global generator
    generator = Random(kind, seed, lambda x: x * 1103515245 + 12345)

@op
def srandom_libc5(kind, seed):
    global generator
    generator = Random(kind, seed, lambda x: x * 1103515145 + 12345)

@op
def random():
    return generator.next()

@op
def randoms(count):
    return [generator.next() for _ in range(count)]

run()
