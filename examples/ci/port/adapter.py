"""An adapter between your code and `roguelab check pcg32`: PCG32: words, bounded numbers, jumps.

Fill in the ops of Game with calls of your code, then run: roguelab check pcg32 -- python3 adapter.py
An op returns None for nothing, a number, a list of numbers or a list of texts. Ops that return UNKNOWN are left out.
Call draw(lo, hi, value) for each bounded draw that an op takes, if you want draws compared too."""

import operator
import os
import sys

from pcg import Pcg32

UNKNOWN = NotImplemented


class Game:
    def __init__(self):
        self.pcg = Pcg32()

    # srandom INITSTATE INITSEQ
    # Seeds: inc = 2 * initseq + 1, state = 0; one step; state += initstate; one step. All mod 2^64. Shows
    # the state. A step is state = 6364136223846793005 * state + (inc | 1) mod 2^64.
    # INITSTATE: 0 to 18446744073709551615
    # INITSEQ: 0 to 18446744073709551615
    # Shows a number (u64); seeds.
    def srandom(self, initstate, initseq):
        self.pcg.seed(initstate, initseq)
        return self.pcg.state

    # raw STATE INC
    # Sets state and inc as they are, and shows the state. An even inc steps as the odd one above it.
    # STATE: 0 to 18446744073709551615
    # INC: 0 to 18446744073709551615
    # Shows a number (u64); seeds.
    def raw(self, state, inc):
        self.pcg.state, self.pcg.inc = state, inc
        return state

    # random
    # From the state before the step: ((state >> 18) ^ state) >> 27, its low 32 bits rotated right by
    # state >> 59. Then one step.
    # Shows a number (u32).
    def random(self):
        return self.pcg.random()

    # randoms COUNT
    # As many words of random as count says.
    # COUNT: 1 to 1048576
    # Shows a list of words of 32 bits.
    def randoms(self, count):
        return [self.pcg.random() for _ in range(count)]

    # boundedrand BOUND
    # A number below bound (1 to 2^32 - 1): words below 2^32 mod bound are thrown away, of the first other
    # one the remainder by bound.
    # BOUND: 1 to 4294967295
    # Shows a number (u32).
    def boundedrand(self, bound):
        return self.pcg.below(bound)

    # advance DELTA
    # delta steps at once, mod 2^64: 2^64 - 1 is one step back. Shows the state.
    # DELTA: 0 to 18446744073709551615
    # Shows a number (u64).
    def advance(self, delta):
        return UNKNOWN

    # step_back
    # One step back. Shows the state.
    # Shows a number (u64).
    def step_back(self):
        return UNKNOWN


OPS = {
    "srandom": (Game.srandom, int, int),
    "raw": (Game.raw, int, int),
    "random": (Game.random,),
    "randoms": (Game.randoms, int),
    "boundedrand": (Game.boundedrand, int),
    "advance": (Game.advance, int),
    "step_back": (Game.step_back,),
}

# Below is the protocol: `roguelab check --protocol`.

ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
draws = []


def draw(lo, hi, value):
    draws.append(f"{operator.index(lo)} {operator.index(hi)} {operator.index(value)}")


def quoted(text):
    return '"' + "".join(ESCAPES.get(c) or (c if c >= " " else f"\\u{{{ord(c):x}}}") for c in text) + '"'


def shown(result):
    if result is UNKNOWN:
        return "?"
    if result is None:
        return "nothing"
    if isinstance(result, (list, tuple)):
        return "[" + " ".join(quoted(item) if isinstance(item, str) else shown(item) for item in result) + "]"
    return str(operator.index(result))


def perform(game, line):
    name, *given = line.split() or [""]
    if name not in OPS:
        return "?"
    draws.clear()
    op, *types = OPS[name]
    try:
        if len(given) != len(types):
            raise ValueError(f"{name} has {len(types)} argument(s), not {len(given)}")
        answer = shown(op(game, *(read(text) for read, text in zip(types, given))))
        return answer + " | " + ", ".join(draws) if draws else answer
    except Exception as error:
        return "! " + " ".join(f"{type(error).__name__}: {error}".split())


def main():
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # What your code prints is no answer.
    game, rest = Game(), b""
    while chunk := os.read(0, 1 << 16):
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            line = line.decode().strip()
            if line == "reset":
                game = Game()
                answers.write(b"nothing\n")
            else:
                answers.write(perform(game, line).encode() + b"\n")
        answers.flush()


main()
