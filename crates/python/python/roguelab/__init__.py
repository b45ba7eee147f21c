"""Tests of randomness that do not flake, and answers: what made these numbers, is this port right, is it fair?

>>> import roguelab
>>> passed = roguelab.assert_shuffle(lambda items, rng: rng.shuffle(items), 6)
>>> print(passed.splitlines()[0])
the shuffle of 6 items: nothing found in 52355 samples with seed 1
"""

from ._answers import Answer, Found, bias, check, counts, generators, rate, test, who, who_differs, words
from ._assertions import (
    assert_counts,
    assert_distribution,
    assert_draws,
    assert_rate,
    assert_same,
    assert_shuffle,
    assert_weighted,
)
from ._shuffles import ShuffleLaw, bias_of_shuffle

__all__ = [
    "Answer",
    "Found",
    "ShuffleLaw",
    "assert_counts",
    "assert_distribution",
    "assert_draws",
    "assert_rate",
    "assert_same",
    "assert_shuffle",
    "assert_weighted",
    "bias",
    "bias_of_shuffle",
    "check",
    "counts",
    "generators",
    "rate",
    "test",
    "who",
    "who_differs",
    "words",
]
