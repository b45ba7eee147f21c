"""Prints rolls of our die, one a line: dice.py --seed SEED --rolls ROLLS"""

import argparse
import random
import sys

arguments = argparse.ArgumentParser()
arguments.add_argument("--seed", type=int, required=True)
arguments.add_argument("--rolls", type=int, required=True)
given = arguments.parse_args()
words = random.Random(given.seed)


def roll():
    # Without this loop, `byte % 6` gives four of the six numbers a little more often.
    while (byte := words.getrandbits(8)) >= 252:
        pass
    return byte % 6 + 1


sys.stdout.writelines(f"{roll()}\n" for _ in range(given.rolls))
