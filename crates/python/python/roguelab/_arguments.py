"""The arguments of functions: each error names the argument, and shows its value."""

from __future__ import annotations

import math
import operator
from numbers import Number
from typing import Any, Iterable, List, Mapping, Tuple


def check_whole(name: str, value: Any, least: int = 0, most: int = 2**64 - 1) -> int:
    """An integer in a range. Those of numpy are integers too, and a truth value is none."""
    expected = f"{name} is {value!r}: it must be an integer from {least} to {most}"
    if isinstance(value, bool):
        raise TypeError(expected)
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(expected) from None
    if not least <= number <= most:
        raise ValueError(expected)
    return number


def check_number(name: str, value: Any) -> float:
    """A number that is not infinite."""
    if not isinstance(value, Number) or not -math.inf < value < math.inf:  # type: ignore[operator]
        raise TypeError(f"{name} is {value!r}: it must be a number")
    return float(value)  # type: ignore[arg-type]


def check_chance(name: str, value: Any) -> float:
    """A number between 0 and 1."""
    chance = check_number(name, value)
    if not 0 < chance < 1:
        raise ValueError(f"{name} is {value!r}: it must lie between 0 and 1")
    return chance


def check_function(name: str, value: Any) -> None:
    """What can be called."""
    if not callable(value):
        raise TypeError(f"{name} is {value!r}: it must be a function")


def check_list(name: str, values: Any) -> Iterable[Any]:
    """What has its items in an order that counts."""
    if isinstance(values, Mapping):
        raise TypeError(f"{name} is a {type(values).__name__}: it must be a list, with an item for each value in their order")
    try:
        iter(values)
    except TypeError:
        raise TypeError(f"{name} is {values!r}: it must be a list") from None
    return values  # type: ignore[no-any-return]


def check_numbers(name: str, values: Any) -> List[Any]:
    """A list of numbers."""
    items = list(check_list(name, values))
    for place, item in enumerate(items):
        check_number(f"{name}[{place}]", item)
    return items


def check_pair(name: str, values: Any) -> Tuple[float, float]:
    """Two numbers."""
    items = check_numbers(name, values)
    if len(items) != 2:
        raise ValueError(f"{name} is {values!r}: it must be two numbers")
    return items[0], items[1]
