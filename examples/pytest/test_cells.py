"""apache/mxnet#9843: uniform numbers fall into five cells of equal chance.

It was: five times a million draws, the chi-square of each against a p-value, and a success if enough of the five pass.
"""

from typing import Any

from roguelab import assert_counts, assert_draws


def cell(rng: Any) -> int:
    return int(5 * rng.random())


def test_uniform_numbers_fall_into_five_cells() -> None:
    assert_draws(cell, 5, against=0.01)


def test_the_counts_of_the_report_fit() -> None:
    # Five runs, judged as one.
    assert_counts(
        [
            [200561, 200496, 199515, 200039, 199389],
            [198895, 200007, 200598, 200780, 199720],
            [200509, 200524, 199203, 200596, 199168],
            [199922, 200497, 200741, 199937, 198903],
            [199609, 200258, 199725, 201138, 199270],
        ]
    )
