"""FlagGems#4385: normal numbers with a mean of 3 and a deviation of 10.

It was: `assert abs(mean(96000 numbers) - 3) < 0.1`, which a right source misses in 0.195 % of runs, and a wrong deviation passes.
"""

from statistics import NormalDist
from typing import Any

from roguelab import assert_distribution

NORMAL = NormalDist(3, 10)


def draw(rng: Any) -> float:
    number: float = rng.gauss(3, 10)
    return number


def test_normal_numbers_are_normal() -> None:
    assert_distribution(draw, NORMAL.cdf, against=0.05)
