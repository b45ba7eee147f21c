M = 0xffffffff
ring, front, rear = [0] * 31, 3, 0

@op
def srrandom(seed):
    global ring, front, rear
    ring = [seed & M]
    for _ in range(30):
        ring.append((ring[-1] * 1103515245 + 12345) & M)
    front, rear = 3, 0
    for _ in range(310):
        rrandom()

def rrandom():
    global front, rear
    ring[front] = ring[front] + ring[rear] & M
    word = ring[front] >> 1
    front, rear = (front + 1) % 31, (rear + 1) % 31
    return word

@op
def get_rand(x, y):
    if x > y:
        x, y = y, x
    word = rrandom()
    word = word & 0x3fff
    return word % (y - x + 1) + x

@op
def get_rands(x, y, count):
    return [get_rand(x, y) & M for _ in range(count)]

@op
def rand_percent(percentage):
    return int(get_rand(1, 100) <= percentage)

@op
def coin_toss():
    return rrandom() & 1

run()
