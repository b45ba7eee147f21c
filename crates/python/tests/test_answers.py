"""The answers, asked from the interpreter whose numbers they are about."""

import random

import roguelab


def test_the_numbers_of_this_interpreter_are_named() -> None:
    rng = random.Random(42)
    answer = roguelab.who([rng.random() for _ in range(10)])
    assert answer
    assert (answer.generator, answer.seed) == ("mt19937-array", 42)
    assert answer.next(3) == [rng.random() for _ in range(3)]
