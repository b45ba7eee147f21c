"""Fair functions pass, and broken ones fail with a message that says how to replay them."""

import random
from typing import List

import pytest
import roguelab


def fisher_yates(items: List[int], rng: random.Random) -> None:
    for i in range(len(items) - 1, 0, -1):
        j = rng.randrange(i + 1)
        items[i], items[j] = items[j], items[i]


def naive(items: List[int], rng: random.Random) -> None:
    for i in range(len(items)):
        j = rng.randrange(len(items))
        items[i], items[j] = items[j], items[i]


def test_a_fair_shuffle_passes_and_a_naive_one_fails() -> None:
    passed = roguelab.assert_shuffle(fisher_yates, 6)
    assert "nothing found in" in passed
    with pytest.raises(AssertionError) as failure:
        roguelab.assert_shuffle(naive, 6)
    message = str(failure.value)
    assert message.startswith("the shuffle of 6 items is biased, counted by all 720 permutations")
    assert "a fair source fails with a chance of at most 1e-9" in message
    assert "replay: ROGUELAB_SEED=1 pytest tests/test_assertions.py::test_a_fair_shuffle" in message
