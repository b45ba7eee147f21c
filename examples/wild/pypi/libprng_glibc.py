"""libprng 0.0.1: glibc's random. The size of the buffer selects the type, as in C. A seed is the C function's: unsigned."""

from protocol import serve

from libprng.glibc import GlibcRandom

SIZES = [8, 32, 64, 128, 256]
random = GlibcRandom()


def srandom(kind, seed):
    global random
    random = GlibcRandom(seed & 0xFFFFFFFF, SIZES[kind])


serve(
    {
        "srandom": srandom,
        "random": lambda: random.generate(),
        "randoms": lambda count: [random.generate() for _ in range(count)],
    },
    lambda: srandom(3, 1),
)
