"""Measures what it costs to hand a million numbers over: `python speed.py PROGRAM`, with the installed package and a release build.

Processor time of `roguelab.test` in Python, and of the program that reads the same numbers from a file; the least of five runs each, in
turn.
"""

import array
import resource
import subprocess
import sys
import tempfile
import time
from typing import Any

import numpy as np

import roguelab


def python_seconds(numbers: Any) -> float:
    begun = time.process_time()
    assert roguelab.test(numbers), "fair numbers fail"
    return time.process_time() - begun


def program_seconds(program: str, kind: str, path: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, "test", "--kind", kind, path], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(name: str, numbers: Any, kind: str, path: str) -> None:
    inside, alone = [], []
    for _ in range(5):
        inside.append(python_seconds(numbers))
        alone.append(program_seconds(sys.argv[1], kind, path))
    print(f"| {name} | {min(inside):.2f} s | {min(alone):.2f} s | {min(inside) / min(alone):.2f} |")


def main() -> None:
    words: Any = np.random.default_rng(1).integers(0, 2**32, 1_000_000, dtype=np.uint32)
    fractions: Any = np.random.default_rng(1).random(1_000_000)
    for name, values, kind in [("`uint32`", words, "u32"), ("`float64`", fractions, "f64")]:
        with tempfile.NamedTemporaryFile() as file:
            file.write(values.tobytes())
            file.flush()
            compare(f"numpy, {name}", values, kind, file.name)
            if kind == "u32":
                compare(f"`array`, {name}", array.array("I", values.tobytes()), kind, file.name)
            compare(f"list, {name}", values.tolist(), kind, file.name)


# pytest imports this file to look for examples.
if __name__ == "__main__":
    main()
