"""The protocol of `roguelab check` (docs/protocol.md): a line in, a line out. Arguments come as int.

Packages come from the folder that is given as the argument: import this first.
"""

import os
import sys

sys.path.insert(0, sys.argv[1])


def shown(result):
    """What an op returns: None is `nothing`, a number or a list of them is shown."""
    if result is None:
        return "nothing"
    return "[" + " ".join(map(str, result)) + "]" if isinstance(result, list) else str(result)


def serve(ops, reset):
    def answer(line):
        name, *rest = line.split()
        if name == "reset":
            return shown(reset())
        if name not in ops:
            return "?"
        try:
            return shown(ops[name](*(int(argument, 0) for argument in rest)))
        except Exception as error:
            return "! " + repr(error)

    begun = b""
    while chunk := os.read(0, 1 << 16):
        *lines, begun = (begun + chunk).split(b"\n")
        for line in lines:
            print(answer(line.decode()))
        # Once no line waits; before that whenever the buffer is full.
        sys.stdout.flush()
