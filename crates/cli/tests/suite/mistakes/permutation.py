rule = None
pcg_srandom = srandom

@op
def srandom(initstate, initseq, name):
    global rule
    rule = name
    return pcg_srandom(initstate, initseq)

def draw(n):
    word = random()
    if rule == "scaled":
        return word * n >> 32
    if rule == "haskell":
        word ^= 0x80000000
    return word % n

def numbers(n, count):
    draws = [draw(n - i) for i in range(count)]
    made = []
    for i in range(count):
        number = draws[i]
        for j in reversed(range(i)):
            number = (number + draws[j] + 1) % (n - j)
        made.append(number)
    return made

@op
def permutation(n):
    return numbers(n, n)

listless = ops["listless"] = permutation

@op
def unrolled(n):
    made = numbers(n, n - 1)
    return made + [sum(range(n)) - sum(made) & M32]

@op
def random_directions():
    a, b, c, d = unrolled(4)
    return a * 64 + b * 16 + c * 4 + d

ops["state"] = lambda: state

