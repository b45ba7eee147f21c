"""Answers for any package of PyPI in fixtures/wild.toml, in the protocol of `roguelab check` (docs/protocol.md): a line in, a
line out. Its arguments are the folder of the packages, and the port as JSON: lines of setup, and an expression for each op,
whose arguments are int.
"""

import json
import os
import sys

folder, port = sys.argv[1:]
sys.path.insert(0, folder)
port = json.loads(port)


class Skipped(Exception):
    pass


def skip():
    """For arguments that the package does not take: the op is left out, and so is what follows up to the next seed."""
    raise Skipped


def splitmix64(seed, count):
    """Words of splitmix64, by which the catalogue fills states."""
    words = []
    for _ in range(count):
        seed = seed + 0x9E3779B97F4A7C15 & 2**64 - 1
        z = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 & 2**64 - 1
        z = (z ^ z >> 27) * 0x94D049BB133111EB & 2**64 - 1
        words.append(z ^ z >> 31)
    return words


names = {"skip": skip, "splitmix64": splitmix64}
exec(port["setup"], names)
ops = {}
for head, body in port["ops"].items():
    op, *parameters = head.split()
    ops[op] = parameters, compile(body, op, "eval")


def shown(result):
    """A number, or a list of them; what is neither is hidden."""
    if isinstance(result, list):
        return "[" + " ".join(map(str, result)) + "]"
    return str(result) if isinstance(result, int) else "-"


def run(op, numbers):
    parameters, code = ops[op]
    names.update(zip(parameters, numbers))
    return eval(code, names)


def answer(line):
    op, *rest = line.split()
    # Every case seeds first.
    if op == "reset":
        return "nothing"
    numbers = [int(number, 0) for number in rest]
    try:
        if op in ops:
            return shown(run(op, numbers))
        # `nexts 8` is `next`, eight times.
        if op[-1] == "s" and op[:-1] in ops:
            return shown([run(op[:-1], []) for _ in range(numbers[0])])
    except Skipped:
        pass
    except Exception as error:
        return "! " + repr(error)
    return "?"


begun = b""
while chunk := os.read(0, 1 << 16):
    *lines, begun = (begun + chunk).split(b"\n")
    for line in lines:
        print(answer(line.decode()))
    # Once no line waits; before that whenever the buffer is full.
    sys.stdout.flush()
