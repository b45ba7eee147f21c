M32, M64 = (1 << 32) - 1, (1 << 64) - 1
MULTIPLIER = 6364136223846793005
state, inc = 0, 0

def step():
    global state
    state = (state * MULTIPLIER + (inc | 1)) & M64

@op
def srandom(initstate, initseq):
    global state, inc
    state = 0
    inc = (initseq << 1 | 1) & M64
    step()
    state = state + initstate & M64
    step()
    return state

@op
def raw(start, increment):
    global state, inc
    state, inc = start, increment
    return state

@op
def random():
    old = state
    step()
    word = ((old >> 18 ^ old) >> 27) & M32
    turn = old >> 59
    return (word >> turn | word << (-turn & 31)) & M32

@op
def randoms(count):
    return [random() for _ in range(count)]

@op
def boundedrand(bound):
    threshold = 2**32 % bound
    # A generator that is wrong may never give such a word.
    for _ in range(1000):
        word = random()
        if word >= threshold:
            return word % bound
    return threshold % bound

