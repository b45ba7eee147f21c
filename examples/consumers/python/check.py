#!/usr/bin/env python3
"""Holds ports in Python against the vector pack.

    python3 check.py [FOLDER or FILE ...]

Without arguments it takes fixtures/vectors. It prints, for each file, how many steps agree, or the first step that does
not, and exits with 1 then; with 2 if something cannot be read. Python 3.8 or later, standard library only.

The ports below are written from fixtures/vectors/README.md and the texts in the files.
"""

import json
import pathlib
import struct
import sys

M32 = (1 << 32) - 1
M64 = (1 << 64) - 1


class BsdRandom:
    """BSD random(3), types 0 to 4."""

    RINGS = [(1, 0), (7, 3), (15, 1), (31, 3), (63, 1)]

    def __init__(self, kind, seed, glibc=False, multiplier=1103515245):
        degree, self.ahead = self.RINGS[kind]
        word = seed & M32
        if glibc and word == 0:
            word = 1
        self.ring = [word]
        for _ in range(degree - 1):
            word = self.schrage(word) if glibc else (multiplier * word + 12345) & M32
            self.ring.append(word)
        self.front, self.rear = self.ahead, 0
        if kind > 0:
            for _ in range(10 * degree):
                self.word()

    @staticmethod
    def schrage(word):
        word = word - (1 << 32) if word >> 31 else word
        high = abs(word) // 127773 * (-1 if word < 0 else 1)
        word = 16807 * (word - high * 127773) - 2836 * high
        return (word + 2147483647 if word < 0 else word) & M32

    def word(self):
        ring = self.ring
        if self.ahead == 0:
            ring[0] = (1103515245 * ring[0] + 12345) & 0x7FFFFFFF
            return ring[0]
        ring[self.front] = (ring[self.front] + ring[self.rear]) & M32
        word = ring[self.front] >> 1
        self.front = (self.front + 1) % len(ring)
        self.rear = (self.rear + 1) % len(ring)
        return word


class Subject:
    """A port: its methods are the ops, by name, and return what they show. Draws are noted in a list."""

    def __init__(self, tables):
        self.tables = tables
        self.draws = []

    def note(self, n, value):
        self.draws.append([n, value])
        return value


class Rrandom(Subject):
    KIND = 3

    def __init__(self, tables):
        super().__init__(tables)
        self.srrandom(1)

    def srrandom(self, seed):
        self.random = BsdRandom(self.KIND, seed)

    def rrandom(self):
        return self.random.word()

    def rrandoms(self, count):
        return [self.random.word() for _ in range(count)]


class RrandomType0(Rrandom):
    KIND = 0


class Bsd(Subject):
    def __init__(self, tables):
        super().__init__(tables)
        self.srandom(3, 1)

    def srandom(self, kind, seed):
        self.state = BsdRandom(kind, seed, glibc=True)

    def srrandom(self, kind, seed):
        self.state = BsdRandom(kind, seed)

    def srandom_libc5(self, kind, seed):
        self.state = BsdRandom(kind, seed, multiplier=1103515145)

    def random(self):
        return self.state.word()

    def randoms(self, count):
        return [self.state.word() for _ in range(count)]


class GetRand(Subject):
    def __init__(self, tables):
        super().__init__(tables)
        self.srrandom(1)

    def srrandom(self, seed):
        self.random = BsdRandom(3, seed)

    def get_rand(self, x, y):
        x, y = min(x, y), max(x, y)
        n = y - x + 1
        return x + self.note(n, (self.random.word() & 16383) % n)

    def get_rands(self, x, y, count):
        return [self.get_rand(x, y) & M32 for _ in range(count)]

    def rand_percent(self, percentage):
        return int(self.get_rand(1, 100) <= percentage)

    def coin_toss(self):
        return self.note(2, self.random.word() & 1)


class NewGame(GetRand):
    def __init__(self, tables):
        super().__init__(tables)
        self.colours = list(tables["potion_colours"])

    def mix_colors(self):
        colours = self.colours
        for _ in range(33):
            j = self.get_rand(0, 13)
            k = self.get_rand(0, 13)
            colours[j], colours[k] = colours[k], colours[j]
        return list(colours)

    def unused(self, picks, choices):
        chosen = []
        while len(chosen) < picks:
            number = self.get_rand(0, choices - 1)
            if number not in chosen:
                chosen.append(number)
        return chosen

    def get_wand_and_ring_materials(self):
        materials, gems = self.tables["wand_materials"], self.tables["gems"]
        wands = [f"{materials[i]} {'staff' if i > 14 else 'wand'}" for i in self.unused(11, 30)]
        return wands + [gems[i] for i in self.unused(11, 14)]

    def make_scroll_titles(self):
        titles = []
        for _ in range(13):
            count = self.get_rand(2, 5)
            titles.append("'" + " ".join(self.tables["syllables"][self.get_rand(1, 39)] for _ in range(count)) + "'")
        return titles

    def new_game(self, seed):
        self.srrandom(seed)
        self.colours = list(self.tables["potion_colours"])
        return self.mix_colors() + self.get_wand_and_ring_materials() + self.make_scroll_titles()

    def arrows(self):
        return self.get_rand(25, 35)


class Pcg32(Subject):
    MULTIPLIER = 6364136223846793005

    def __init__(self, tables):
        super().__init__(tables)
        self.state, self.inc = 0, 0

    def step(self):
        self.state = (self.MULTIPLIER * self.state + (self.inc | 1)) & M64

    def srandom(self, initstate, initseq):
        self.state, self.inc = 0, (2 * initseq + 1) & M64
        self.step()
        self.state = (self.state + initstate) & M64
        self.step()
        return self.state

    def raw(self, state, inc):
        self.state, self.inc = state, inc
        return state

    def random(self):
        before = self.state
        self.step()
        folded = (((before >> 18) ^ before) >> 27) & M32
        turn = before >> 59
        return (folded >> turn | folded << (32 - turn)) & M32

    def randoms(self, count):
        return [self.random() for _ in range(count)]

    def boundedrand(self, bound):
        threshold = (1 << 32) % bound
        word = self.random()
        while word < threshold:
            word = self.random()
        return word % bound

    def advance(self, delta):
        a, b = self.MULTIPLIER, self.inc | 1
        while delta > 0:
            if delta & 1:
                self.state = (a * self.state + b) & M64
            a, b = a * a & M64, (a + 1) * b & M64
            delta >>= 1
        return self.state

    def step_back(self):
        return self.advance(M64)


def rotate_right(word, by):
    return (word >> by | word << (64 - by)) & M64


class Haskell(Subject):
    def __init__(self, tables):
        super().__init__(tables)
        self.gen = Pcg32(tables)

    def raw(self, state, inc):
        self.gen.raw(state, inc)

    def next(self):
        word = self.gen.random()
        return word - (1 << 32) if word >> 31 else word

    def nexts(self, count):
        return self.gen.randoms(count)

    def split(self, by, words):
        quarters = self.gen.randoms(4)
        high, low = quarters[words : words + 2]
        self.gen.raw(rotate_right(self.gen.state, by), high << 32 | low | 1)
        return self.show()

    def split_left(self):
        return self.split(5, 0)

    def split_right(self):
        return self.split(3, 2)

    def random_r(self, l, h):
        l, h = min(l, h), max(l, h)
        k = h - l + 1
        count = 1
        while 1 << 32 * count < 1000 * k:
            count += 1
        v = 0
        for _ in range(count):
            v = v << 32 | self.gen.random() ^ 1 << 31
        return l + v % k

    def random_word64(self):
        return self.random_r(0, M64)

    def double(self):
        low = self.random_r(-(1 << 63), (1 << 63) - 1) & ((1 << 53) - 1)
        return low / (1 << 53)

    def random_double(self):
        return struct.unpack("<Q", struct.pack("<d", self.double()))[0]

    def uniform_may(self, n):
        u = self.double()
        p = 2.0 * (0.5 * 0.0 + u * (0.5 * n - 0.5 * 0.0))
        place = 0
        while place < n - 1 and p > place + 1:
            place += 1
        return place

    def show(self):
        return [f"PCGen {self.gen.state} {self.gen.inc}"]


class Dice(Subject):
    """What permutations and maps are drawn from."""

    def __init__(self, tables):
        super().__init__(tables)
        self.haskell = Haskell(tables)
        self.gen = self.haskell.gen
        self.rule = "modulo"

    def srandom(self, initstate, initseq, rule):
        self.rule = rule
        return self.gen.srandom(initstate, initseq)

    def raw(self, state, inc, rule):
        self.rule = rule
        return self.gen.raw(state, inc)

    def below(self, n):
        if self.rule == "haskell":
            return self.note(n, self.haskell.random_r(0, n - 1))
        word = self.gen.random()
        return self.note(n, word * n >> 32 if self.rule == "scaled" else word % n)

    def choose(self, n):
        return self.note(n, self.haskell.uniform_may(n)) if self.rule == "haskell" else self.below(n)

    def last_line(self):
        return [f"state {self.gen.state:016x}"]

    def refused(self, width, height):
        return [f"refused: no map is {width} by {height}"] + self.last_line()


class Permutation(Dice):
    def numbers(self, n, draws):
        r = [self.below(n - i) if i < draws else 0 for i in range(n)]
        numbers = []
        for i in range(n):
            number = r[i]
            for j in range(i - 1, -1, -1):
                number = (number + r[j] + 1) % (n - j)
            numbers.append(number)
        return numbers

    def permutation(self, n):
        return self.numbers(n, n)

    def listless(self, n):
        return self.numbers(n, n)

    def unrolled(self, n):
        return self.numbers(n, n - 1)

    def random_directions(self):
        d1, d2, d3, d4 = self.unrolled(4)
        return d1 * 64 + d2 * 16 + d3 * 4 + d4

    def state(self):
        return self.gen.state


class BossMaze(Permutation):
    OFFSETS = [(0, -1), (-1, 0), (0, 1), (1, 0)]

    def maze(self, width, height, order):
        if width == 0 or height == 0:
            return self.refused(width, height)
        rock = [[True] * width for _ in range(height)]
        visited = []

        def directions():
            if order == "packed":
                byte = self.random_directions()
                return [byte >> 2 * i & 3 for i in range(4)]
            dirs = [0, 1, 2, 3]
            for i in (3, 2, 1):
                k = self.below(i + 1)
                dirs[i], dirs[k] = dirs[k], dirs[i]
            return dirs[::-1]

        # max: a division rounded towards zero.
        column = 2 * self.below(max(width - 2, 0) // 2 + 1) + 1
        row = 2 * self.below(max(height - 2, 0) // 2 + 1) + 1
        start = (column, row)
        waiting = [(column, row, 0, 0)]
        while waiting:
            i, j, di, dj = waiting.pop()
            if not (0 <= i < width and 0 <= j < height and rock[j][i]):
                continue
            rock[j - dj][i - di] = rock[j][i] = False
            visited.append((i, j))
            steps = [self.OFFSETS[direction] for direction in directions()]
            waiting += [(i + 2 * di, j + 2 * dj, di, dj) for di, dj in reversed(steps)]

        def wall(i, j):
            return 0 <= i < width and 0 <= j < height and rock[j][i]

        def glyph(i, j):
            if not wall(i, j):
                return self.tables["joined"][0]
            place = 8 * wall(i, j - 1) + 4 * wall(i - 1, j) + 2 * wall(i, j + 1) + wall(i + 1, j)
            return self.tables["joined"][place]

        lines = ["start %d,%d" % start, "visited" + "".join(" %d,%d" % place for place in visited)]
        lines += ["".join("#" if tile else "." for tile in row) for row in rock]
        lines += ["".join(glyph(i, j) for i in range(width)) for j in range(height)]
        return lines + self.last_line()


class Amazing(Dice):
    def maze(self, width, height, restart):
        if width == 0 or height == 0:
            return self.refused(width, height)
        visited = [[0] * height for _ in range(width)]
        walls = [[0] * height for _ in range(width)]
        start = self.below(width)
        visited[start][0] = 1
        count, x, y, list_, exit_made, how = 2, start, 0, [], False, "done"

        def within(i, j):
            return 0 <= i < width and 0 <= j < height

        def good(i, j):
            around = [(i, j - 1), (i + 1, j), (i, j + 1), (i - 1, j)]
            return visited[i][j] > 0 and any(within(*cell) and visited[cell[0]][cell[1]] == 0 for cell in around)

        while count <= width * height and how == "done":
            if not good(x, y) and restart == "scan":
                while not good(x, y):
                    place = (y * width + x + 1) % (width * height)
                    x, y = place % width, place // width
            elif not good(x, y):
                if len(list_) < 2:
                    self.below(1)
                    how = "past the list"
                    break
                if not any(good(*cell) for cell in list_[1:]):
                    how = "endless"
                    break
                while not good(x, y):
                    x, y = list_[1 + self.below(len(list_) - 1)]
            while count <= width * height:
                valid = []
                for name, i, j in (("up", x, y - 1), ("right", x + 1, y), ("down", x, y + 1), ("left", x - 1, y)):
                    if visited[i][j] == 0 if within(i, j) else name == "down" and not exit_made:
                        valid.append((name, i, j))
                if not valid:
                    break
                name, i, j = valid[self.below(len(valid))]
                if not within(i, j):
                    exit_made = True
                    if walls[x][y] == 0:
                        walls[x][y] = 1
                        x, y = 0, 0
                    else:
                        walls[x][y] = 3
                    continue
                visited[i][j] = count
                count += 1
                list_.append((i, j))
                if name == "up":
                    walls[i][j] = 1
                elif name == "left":
                    walls[i][j] = 2
                else:
                    opened = 2 if name == "right" else 1
                    walls[x][y] = opened if walls[x][y] == 0 else 3
                x, y = i, j
        shown = list_ if restart == "random" else []
        lines = [f"{how} at {x},{y}, entered at {start}, next cell {count}"]
        lines.append("list" + "".join(" %d,%d" % cell for cell in shown))
        lines += ["walls" + "".join(f" {wall}" for wall in column) for column in walls]
        lines += ["visited" + "".join(f" {number}" for number in column) for column in visited]
        return lines + self.last_line()


class Rooms(Dice):
    BORDERS = [(1, 2), (2, 3), (4, 5), (5, 6), (7, 8), (8, 9), (1, 4), (4, 7), (2, 5), (5, 8), (3, 6), (6, 9)]

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def rooms(self, width, height, halls):
        if width < 7 or height < 7:
            return self.refused(width, height)
        floor = [[False] * width for _ in range(height)]

        def dig(x1, y1, x2, y2):
            room = (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
            for y in range(room[1], room[3] + 1):
                for x in range(room[0], room[2] + 1):
                    floor[y][x] = True
            return room

        def thirds(length):
            third = length // 3
            return [(1, third - 1), (third + 1, 2 * third - 1), (2 * third + 1, length - 2)]

        rooms = []
        for rows in thirds(height):
            for columns in thirds(width):
                x1, x2 = self.between(*columns), self.between(*columns)
                y1, y2 = self.between(*rows), self.between(*rows)
                rooms.append(dig(x1, y1, x2, y2))
        lines = ["room %d %d %d %d" % room for room in rooms]
        for first, second in self.BORDERS:
            a, b, down = rooms[first - 1], rooms[second - 1], second - first == 3
            side = 0 if down else 1
            shared = range(max(a[side], b[side]), min(a[side + 2], b[side + 2]) + 1)
            pieces = []
            if shared:
                at = shared[self.choose(len(shared))]
                other = 1 - side
                ends = (min(a[other], b[other]), max(a[other + 2], b[other + 2]))
                pieces = [(at, ends[0], at, ends[1]) if down else (ends[0], at, ends[1], at)]
            elif halls == "turned":
                ax, ay = self.between(a[0], a[2]), self.between(a[1], a[3])
                bx, by = self.between(b[0], b[2]), self.between(b[1], b[3])
                if down:
                    mid = (a[3] + b[1]) // 2
                    pieces = [(ax, ay, ax, mid), (ax, mid, bx, mid), (bx, mid, bx, by)]
                else:
                    mid = (a[2] + b[0]) // 2
                    pieces = [(ax, ay, mid, ay), (mid, ay, mid, by), (mid, by, bx, by)]
            lines.append("hall" + "".join(" %d %d %d %d" % dig(*piece) for piece in pieces))
        lines += ["".join("." if tile else "#" for tile in row) for row in floor]
        return lines + self.last_line()


class Spread(Subject):
    def sequence(self, a, b, na, nb):
        if na < nb:
            return self.sequence(b, a, nb, na)
        if nb == 0:
            return [a] * na
        if na == nb:
            return [a, b] * na
        small = na // (nb + 1)
        large_groups = na - (nb + 1) * small
        sizes = self.sequence(small, small + 1, nb + 1 - large_groups, large_groups)
        items = []
        for size in sizes:
            items += [a] * size + [b]
        return items[:-1]

    def spread(self, na, nb):
        return ["".join(self.sequence("a", "b", na, nb))]

    def lazy(self, na, nb):
        return self.spread(na, nb)


SUBJECTS = {
    "rrandom": Rrandom,
    "rrandom-type0": RrandomType0,
    "bsd-random": Bsd,
    "get_rand": GetRand,
    "new-game": NewGame,
    "pcg32": Pcg32,
    "permutation": Permutation,
    "haskell": Haskell,
    "boss-maze": BossMaze,
    "amazing": Amazing,
    "rooms": Rooms,
    "spread": Spread,
}


class Difference(Exception):
    """A step that does not agree."""


class Unusable(Exception):
    """A file that nothing can be compared with."""


def compare(pack):
    """The numbers of the steps that agree, one by one; a Difference at the first that does not."""
    declared = {op["name"]: op for op in pack["ops"]}
    agreed = 0
    for case in pack["cases"]:
        port = SUBJECTS[pack["subject"]](pack["tables"])
        for index, step in enumerate(case["steps"]):
            op = declared[step["op"]]
            kinds = {argument["name"]: argument["type"] for argument in op["arguments"]}
            args = {k: int(v) if kinds[k] in ("i64", "u64") else v for k, v in step["args"].items()}
            port.draws.clear()
            shown = getattr(port, op["name"])(**args)
            output = op["output"]
            if output in ("i64", "u64"):
                shown = str(shown)
            ours = {"output": {} if output == "nothing" else {output: shown}}
            if op["draws"]:
                ours["draws"] = port.draws
            for part in ("draws", "output"):
                # As texts: 1, 1.0 and true are equal in Python.
                theirs, own = (json.dumps(side.get(part), ensure_ascii=False) for side in (step, ours))
                if theirs != own:
                    raise Difference(
                        f"case `{case['name']}`, step {index}, {op['name']} {json.dumps(step['args'])}, {part}:\n"
                        f"  the file has {theirs}\n  this port has {own}"
                    )
            agreed += 1
            yield agreed


def check(path):
    """Prints what becomes of the file; how many steps agree, and how many it has."""
    with open(path, encoding="utf-8") as file:
        pack = json.load(file)
    if pack["schema"] != "roguelab-vectors/1":
        raise Unusable(f"its schema is {pack['schema']}")
    steps = sum(len(case["steps"]) for case in pack["cases"])
    if steps == 0:
        raise Unusable("it has no step: nothing can be compared")
    if pack["subject"] not in SUBJECTS:
        print(f"{pack['subject']}: not ported here")
        return 0, 0
    agreed = 0
    try:
        for agreed in compare(pack):
            pass
        print(f"{pack['subject']}: {agreed} steps agree")
    except Difference as difference:
        print(f"{pack['subject']}: {difference}")
    return agreed, steps


def main(arguments):
    default = pathlib.Path(__file__).resolve().parents[3] / "fixtures" / "vectors"
    files = []
    for path in [pathlib.Path(argument) for argument in arguments] or [default]:
        listed = sorted(file for file in path.glob("*.json") if file.name != "schema.json") if path.is_dir() else [path]
        # An empty folder is a file that cannot be read.
        files += listed or [path]
    readable, agreed, steps = True, 0, 0
    for path in files:
        try:
            of_file = check(path)
            agreed, steps = agreed + of_file[0], steps + of_file[1]
        except (Unusable, OSError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError) as error:
            print(f"{path}: cannot be checked: {error!r}", file=sys.stderr)
            readable = False
    if not readable:
        return 2
    print(f"{agreed} of {steps} steps agree")
    return 2 if steps == 0 else 0 if agreed == steps else 1


if __name__ == "__main__":
    # Map glyphs are not in every terminal's character set.
    sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(main(sys.argv[1:]))
