"""A port of mygame with a mistake: a roll takes 16 bits of the state, and the original takes 15."""

import sys

COLOURS = ["red", "blue", "green", "clear"]
state = 0


def roll(sides):
    global state
    state = (1103515245 * state + 12345) % 2**32
    return (state >> 16 & 0xFFFF) % sides + 1


def texts(items):
    return "[" + " ".join(f'"{item}"' for item in items) + "]"


for line in sys.stdin:
    op, *given = line.split()
    answer = "nothing"
    if op == "reset":
        state = 0
    elif op == "seed":
        state = int(given[0])
    elif op == "roll":
        answer = roll(int(given[0]))
    elif op == "flip":
        answer = texts(["heads" if roll(2) == 1 else "tails"])
    elif op == "potions":
        answer = texts(COLOURS[roll(4) - 1] for _ in range(int(given[0])))
    elif op == "state":
        answer = state
    else:
        answer = "?"
    print(answer, flush=True)
