"""An adapter between your code and `roguelab check @SUBJECT@`: @ABOUT@.

Fill in the ops of Game with calls of your code, then run: roguelab check @ARGUMENT@ -- python3 adapter.py
An op returns None for nothing, a number, a list of numbers or a list of texts. Ops that return UNKNOWN are left out.
Call draw(lo, hi, value) for each bounded draw that an op takes, if you want draws compared too."""

import operator
import os
import sys

UNKNOWN = NotImplemented


class Game:
    def __init__(self):
        """Your state, as in a program just started: `reset` makes a new Game."""

@STUBS@


OPS = {
@ROWS@
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
