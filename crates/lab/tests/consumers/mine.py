state, inc = 42, 54 << 1 | 1
for _ in range(1000):
    x = ((state >> 18 ^ state) >> 27) & 0xffffffff
    rot = state >> 59
    print((x >> rot | x << (-rot & 31)) & 0xffffffff)
    state = (state * 6364136223846793005 + inc) % 2**64
