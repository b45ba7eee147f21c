"""The answers, asked from the interpreter whose numbers they are about."""

import io
import json
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from array import array
from contextlib import redirect_stdout
from fractions import Fraction
from pathlib import Path
from typing import Any, Dict, List

import numpy as np
import pytest
import roguelab
from roguelab._answers import _items

ROOT = Path(__file__).parents[3]
ROWS: List[Dict[str, Any]] = json.loads((ROOT / "fixtures/languages.json").read_text())
PYTHON = [row for row in ROWS if row["needs"] in ("python3", "numpy")]


def options(arguments: List[str]) -> Dict[str, Any]:
    """The options of the program as arguments of `who`."""
    found: Dict[str, Any] = {}
    words = iter(arguments)
    for word in words:
        name = word.removeprefix("--")
        if name == "normal":
            found[name] = True
        elif name == "range":
            low, high = next(words).split(",")
            found[name] = (float(low), float(high))
        else:
            value = next(words)
            found[name] = int(value) if name in ("below", "base", "bits", "seed") else value
    return found


@pytest.mark.parametrize("row", PYTHON, ids=lambda row: row["name"])
def test_what_this_interpreter_draws_is_named(row: Dict[str, Any]) -> None:
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(row["run"][2], {})
    seconds = 600 if row["generator"] else 0.5
    answer = roguelab.who(printed.getvalue(), seconds=seconds, **options(row["arguments"]))
    assert (answer.generator or "") == row["generator"]
    if row["generator"] and row["seed"] is not None:
        assert answer.seed == row["seed"]


def test_numbers_go_on_as_the_interpreter_does() -> None:
    rng = random.Random(42)
    before = [rng.random() for _ in range(10)]
    answer = roguelab.who([rng.random() for _ in range(30)], only="mt19937-array", seconds=60)
    assert answer and (answer.generator, answer.seed, answer.state) == ("mt19937-array", 42, None)
    assert answer.next(3) == [rng.random() for _ in range(3)]
    assert answer.previous(10) == before
    assert answer.evidence and answer.evidence["matched"] == 30
    with pytest.raises(ValueError, match="how many outputs each number took"):
        roguelab.who([rng.randrange(100) for _ in range(30)], below=100, only="mt19937-array", seconds=60).previous()
    assert answer.json()["schema"].startswith("roguelab-who/")
    unknown = roguelab.who([3, 1, 4, 1, 5], seconds=0.1)
    assert not unknown and unknown.generator is None
    with pytest.raises(ValueError, match="^no generator is named, .* for what was tried$"):
        unknown.next()
    with pytest.raises(ValueError, match="n is 1000000: it must be an integer from 0 to 100000"):
        answer.next(10**6)


@pytest.mark.parametrize("seed", range(20))
def test_doubles_go_on_to_the_last_digit(seed: int) -> None:
    rng = random.Random(seed)
    answer = roguelab.who([rng.random() for _ in range(8)], only="mt19937-array", seed=seed)
    assert answer.next(50) == [rng.random() for _ in range(50)]


def test_numbers_come_in_any_form() -> None:
    numbers = [41, 18467, 6334, 26500, 19169, 15724]
    for form in (numbers, iter(numbers), tuple(numbers), "41, 18467, 6334, 26500, 19169, 15724", array("i", numbers)):
        assert roguelab.who(form).generator == "msvc-rand"
    for dtype in ("u2", "i4", ">i4", "u8", "f8"):
        assert roguelab.who(np.array(numbers, dtype)).generator == "msvc-rand"
    # As numpy 2 prints a list of its numbers.
    assert roguelab.who("[np.int64(41), np.int64(18467), np.int64(6334), np.int64(26500), np.int64(19169)]").generator == "msvc-rand"
    assert roguelab.who(numbers, below=np.int64(32768), seed=np.uint8(1)).generator == "msvc-rand"


def test_arrays_are_tested_as_their_numbers_are() -> None:
    die = random.Random(1)
    items = [die.randrange(6) for _ in range(3000)]
    found = {"in a list": roguelab.test(items, below=6)}
    for code in "BbHhIiLlQq":
        found[code] = roguelab.test(array(code, items), below=6)
    for dtype in ("u1", "i2", ">u4", "i8", "u8"):
        found[dtype] = roguelab.test(np.array(items, dtype), below=6)
    found["each second"] = roguelab.test(np.repeat(np.array(items), 2)[::2], below=6)
    tests = found["in a list"].json()["tests"]
    for form, answer in found.items():
        assert answer.verdict == "PASS" and answer.json()["tests"] == tests, form
    fractions = np.random.default_rng(1).random(2000)
    assert roguelab.test(fractions) and not roguelab.test(fractions**2)
    assert roguelab.test(np.random.default_rng(1).random(2000, dtype=np.float32))
    assert roguelab.test(np.random.default_rng(1).integers(0, 2**32, 2000, dtype=np.uint32))
    assert roguelab.test(np.random.default_rng(1).normal(3, 10, 2000), normal=(3, 10))
    decks = [random.Random(i).sample(range(5), 5) for i in range(500)]
    assert roguelab.test(decks, permutations=True)
    assert roguelab.test(np.array(decks), permutations=True)


def test_a_million_words_are_passed_in_a_fifth_of_the_time_of_their_test() -> None:
    words = np.random.default_rng(1).integers(0, 2**32, 10**6, dtype=np.uint32)
    start = time.process_time()
    _items(words, None)
    passed = time.process_time()
    assert roguelab.test(words)
    assert passed - start < (time.process_time() - passed) / 5


def test_input_that_cannot_be_read_is_named_with_its_place() -> None:
    for call, message in (
        (lambda: roguelab.test([0, 1, 7, 2], below=6), "7"),
        (lambda: roguelab.test("0 1 two", below=6), "two"),
        (lambda: roguelab.who([1]), "one number"),
        (lambda: roguelab.who([1, 2, 3], below=1), "^below is 1: give a whole number from 2"),
        (lambda: roguelab.who([1, 2, 3], below=6, dice="2d6"), "^below and dice contradict each other"),
        (lambda: roguelab.check("pcg23", 1, [1]), "no generator is called `pcg23`; the nearest names are pcg"),
        (lambda: roguelab.words("pcg23", 1), "no generator is called `pcg23`; the nearest names are pcg"),
        (lambda: roguelab.words("msvc-rand", 2**200), "seed is 1606938.*: it must be an integer from "),
        (lambda: roguelab.test([1 + i % 6 for i in range(100)]), "if they are dice or the like, say so, as with below 6 base 1"),
        (lambda: roguelab.words("msvc-rand", 1 << 99), "seed is "),
        (lambda: roguelab.bias("w % q", n=6), "q"),
    ):
        with pytest.raises(ValueError, match=message):
            call()


def test_ctrl_c_stops_a_search_while_others_work() -> None:
    numbers = [random.SystemRandom().getrandbits(40) for _ in range(300)]
    before = time.monotonic()
    # A shell starts what runs in the background with Ctrl-C ignored.
    inherited = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            roguelab.who(numbers, seconds=600)
    finally:
        signal.signal(signal.SIGINT, inherited)
    assert time.monotonic() - before < 60


def test_ports_are_checked_and_words_come_one_by_one() -> None:
    rng = random.Random(42)
    mine = [rng.getrandbits(32) for _ in range(2000)]
    assert [word for word, _ in zip(roguelab.words("mt19937-array", 42), mine)] == mine
    assert roguelab.check("mt19937-array", 42, mine)
    assert not roguelab.check("mt19937-array", 42, mine[1:])
    assert roguelab.check("MT19937-Array", 42, mine)
    for generator in roguelab.generators():
        assert next(roguelab.words(generator, 1)) >= 0


def test_laws_are_exact() -> None:
    # Published: https://github.com/tmewett/BrogueCE/issues/448, with 27 for 28.
    def naive(items: List[int], rng: random.Random) -> None:
        for i in range(len(items)):
            j = rng.randint(0, len(items) - 1)
            items[i], items[j] = items[j], items[i]

    law = roguelab.bias_of_shuffle(naive, 3)
    assert law.chances[(0, 1, 2)] == Fraction(4, 27) and law.chances[(0, 2, 1)] == Fraction(5, 27)
    fair = roguelab.bias_of_shuffle(lambda items, rng: rng.shuffle(items), 5)
    assert (fair.ways, fair.total_variation, len(fair.chances)) == (120, Fraction(0), 120)
    assert "120 of 120 arrangements" in str(fair)

    def sattolo(items: List[int], rng: Any) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = rng.integers(0, i - 1, endpoint=True) if hasattr(rng, "permutation") else rng.randrange(i)
            items[i], items[j] = items[j], items[i]

    cycles = roguelab.bias_of_shuffle(sattolo, 4)
    assert (len(cycles.chances), cycles.total_variation) == (6, Fraction(3, 4))
    assert "\n  never         [0, 1, 2, 3], and 17 others\n" in str(cycles) and "6 ways to 6 of 24" in repr(cycles)
    assert roguelab.bias_of_shuffle(sattolo, 4, rng="numpy").chances == cycles.chances
    fair = roguelab.bias_of_shuffle(lambda items, rng: rng.permutation(items), 4, rng="numpy")
    assert (fair.ways, fair.total_variation) == (24, Fraction(0))
    own = random.Random(1)
    for ignores in (lambda items, rng: own.shuffle(items), lambda items, rng: items[1:] + items[:1]):
        with pytest.raises(ValueError, match="the shuffle drew nothing from rng"):
            roguelab.bias_of_shuffle(ignores, 4)

    def shuffle_twice(items: List[int], rng: Any) -> None:
        rng.shuffle(items)
        own.shuffle(items)

    with pytest.raises(ValueError, match="another arrangement for the same draws"):
        roguelab.bias_of_shuffle(shuffle_twice, 4)
    with pytest.raises(ValueError, match="with integers, shuffle or permutation, and not with random"):
        roguelab.bias_of_shuffle(lambda items, rng: rng.random(), 4, rng="numpy")
    with pytest.raises(ValueError, match="must draw integers"):
        roguelab.bias_of_shuffle(lambda items, rng: sorted(items, key=lambda _: rng.random()), 3)
    with pytest.raises(ValueError, match="not a permutation"):
        roguelab.bias_of_shuffle(lambda items, rng: [0, 0], 2)


def test_the_wheel_brings_the_program() -> None:
    program = shutil.which("roguelab", path=str(Path(sys.executable).parent))
    assert program is not None
    asked = subprocess.run([program, "who", "--numbers", "41 18467 6334"], capture_output=True, text=True)
    assert asked.returncode == 0 and "msvc-rand" in asked.stdout, asked
    module = subprocess.run([sys.executable, "-m", "roguelab", "who", "--numbers", "41 18467 6334"], capture_output=True, text=True)
    assert (module.returncode, module.stdout) == (0, asked.stdout)
    wrong = subprocess.run([program, "who", "--no-such"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "--no-such" in wrong.stderr


def test_the_first_example_of_the_readme_runs() -> None:
    text = (ROOT / "crates/python/README.md").read_text()
    names: Dict[str, Any] = {}
    exec(text.split("```python\n")[1].split("```")[0], names)
    names["test_my_shuffle_is_fair"]()
