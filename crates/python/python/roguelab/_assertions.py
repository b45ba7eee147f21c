"""Assertions about functions that draw random numbers: a fair one fails with a stated small chance, an unfair one is caught.

A function is given a generator and called as often as the error rates take. The seed is fixed, so a test gives the same result each
time; `ROGUELAB_FRESH=1` in the environment takes a fresh one, and `ROGUELAB_SEED=...` replays one.
"""

from __future__ import annotations

import json
import operator
import os
import random
from typing import Any, Callable, Iterable, List, Optional, Sequence, Union

from . import _roguelab
from ._answers import Answer, counts, rate

# pytest shows the line of the test, not lines from here.
__tracebackhide__ = True

#: The seed if nothing sets one.
_FIXED = 1


class _Demand:
    """The error rates of an assertion, its seed, and the command that replays it."""

    def __init__(self, false_alarms: float, power: float, against: Optional[float], seed: Optional[int]) -> None:
        test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" (")[0]
        command = f"pytest {test}".rstrip()
        if seed is None:
            seed = _seed_of_environment()
            command = f"ROGUELAB_SEED={seed} {command}"
        self.seed = seed
        self.fields = {
            "false-alarms": false_alarms, "power": power, "against": against, "seed": str(seed), "replay": command,
        }

    def check(self, about: Any, *sources: Callable[[], Any], only_integers: bool = False) -> str:
        """Checks an assertion about functions of which each call gives a sample."""
        question = json.dumps({"about": about, **self.fields})
        reply = json.loads(_roguelab.check(question, sources, only_integers))
        if reply["error"]:
            raise ValueError(reply["error"])
        if reply["verdict"] == "FAIL":
            raise AssertionError(reply["text"])
        return str(reply["text"])


def _seed_of_environment() -> int:
    text = os.environ.get("ROGUELAB_SEED")
    if text is not None:
        if not (text.isdecimal() and int(text) < 2**64):
            raise ValueError(f"ROGUELAB_SEED is `{text}`: it must be an integer below 2^64")
        return int(text)
    fresh = os.environ.get("ROGUELAB_FRESH", "0")
    if fresh not in ("", "0", "1"):
        raise ValueError(f"ROGUELAB_FRESH is `{fresh}`: it must be 0 or 1")
    return random.SystemRandom().getrandbits(64) if fresh == "1" else _FIXED


def _generator(rng: str, seed: int) -> Any:
    if rng == "random":
        return random.Random(seed)
    if rng == "numpy":
        import numpy

        return numpy.random.default_rng(seed)
    raise ValueError(f'rng is {rng!r}: it must be "random" or "numpy"')


def assert_shuffle(
    f: Callable[[List[int], Any], Any],
    n: int,
    *,
    rng: str = "random",
    false_alarms: float = 1e-9,
    power: float = 0.999,
    against: Optional[float] = None,
    seed: Optional[int] = None,
) -> str:
    """Asserts that `f(items, rng)` shuffles a list of n items fairly; it may return a new list in place of that.

    `rng` is a `random.Random`, or with `rng="numpy"` a `numpy.random.Generator`. A fair shuffle fails with a chance of at most
    `false_alarms`; one that is off by the total variation `against` (0.02 up to 5 items, 0.04 beyond) fails with a chance of at
    least `power`. What is returned says which biases are excluded.

    >>> import roguelab
    >>> passed = roguelab.assert_shuffle(lambda items, rng: rng.shuffle(items), 4)
    >>> def naive(items, rng):
    ...     for i in range(len(items)):
    ...         j = rng.randrange(len(items))
    ...         items[i], items[j] = items[j], items[i]
    >>> roguelab.assert_shuffle(naive, 4)
    Traceback (most recent call last):
        ...
    AssertionError: the shuffle of 4 items is biased, counted by all 24 permutations
    ...
    """
    demand = _Demand(false_alarms, power, against, seed)
    generator = _generator(rng, demand.seed)

    def shuffled() -> Any:
        items = list(range(n))
        returned = f(items, generator)
        return items if returned is None else returned

    return demand.check({"shuffle": {"n": n}}, shuffled)


def assert_draws(
    f: Callable[[Any], Any],
    n: int,
    *,
    rng: str = "random",
    false_alarms: float = 1e-9,
    power: float = 0.999,
    against: Optional[float] = None,
    seed: Optional[int] = None,
) -> str:
    """Asserts that `f(rng)` gives each of 0 to n - 1 equally often. See `assert_shuffle` for the other arguments.

    >>> import roguelab
    >>> roguelab.assert_draws(lambda rng: rng.getrandbits(8) % 6, 6)
    Traceback (most recent call last):
        ...
    AssertionError: the draw below 6 is biased, counted by all 6 values
    ...
    """
    demand = _Demand(false_alarms, power, against, seed)
    generator = _generator(rng, demand.seed)
    return demand.check({"draws": {"below": n, "what": None}}, lambda: f(generator), only_integers=True)


def assert_weighted(
    f: Callable[[Any], Any],
    weights: Sequence[int],
    *,
    rng: str = "random",
    false_alarms: float = 1e-9,
    power: float = 0.999,
    against: Optional[float] = None,
    seed: Optional[int] = None,
) -> str:
    """Asserts that `f(rng)` gives the indices of the weights as often as these say. See `assert_shuffle` for the other arguments.

    >>> import roguelab
    >>> passed = roguelab.assert_weighted(lambda rng: rng.choices([0, 1, 2], [1, 4, 95])[0], [1, 4, 95])
    """
    demand = _Demand(false_alarms, power, against, seed)
    generator = _generator(rng, demand.seed)
    about = {"weighted": {"weights": [operator.index(weight) for weight in weights]}}
    return demand.check(about, lambda: f(generator), only_integers=True)


#: The number of parts of equal chance in which the numbers of a function are counted.
_PARTS = 256


def _place(number: Any, cdf: Callable[[Any], Any]) -> float:
    place = float(cdf(number))
    if not 0 <= place <= 1:
        raise ValueError(f"the distribution function is {place} for {number}: it must be from 0 to 1")
    return place


def assert_distribution(
    samples: Union[Callable[[Any], Any], Iterable[Any]],
    cdf: Callable[[Any], Any],
    *,
    rng: str = "random",
    false_alarms: float = 1e-9,
    power: float = 0.999,
    against: float = 0.01,
    seed: Optional[int] = None,
) -> str:
    """Asserts that `samples(rng)` gives numbers with a continuous distribution function, by 256 parts of equal chance.

    See `assert_shuffle` for the other arguments. `samples` may also be the numbers, which Kolmogorov's test judges; their number
    decides then what is found, and what is returned says it.

    >>> import roguelab, statistics
    >>> normal = statistics.NormalDist(3, 10)
    >>> passed = roguelab.assert_distribution(normal.samples(10000, seed=1), normal.cdf)
    >>> roguelab.assert_distribution(lambda rng: rng.random() ** 1.2, lambda x: x)
    Traceback (most recent call last):
        ...
    AssertionError: the draw by its distribution function is biased, counted by all 256 values
    ...
    """
    demand = _Demand(false_alarms, power, against, seed)
    if not callable(samples):
        return demand.check({"places": {"places": [_place(number, cdf) for number in samples]}})
    draw, generator = samples, _generator(rng, demand.seed)
    return demand.check(
        {"draws": {"below": _PARTS, "what": "the draw by its distribution function"}},
        lambda: min(int(_PARTS * _place(draw(generator), cdf)), _PARTS - 1),
        only_integers=True,
    )


def assert_same(
    f: Callable[[Any], Any],
    g: Callable[[Any], Any],
    *,
    rng: str = "random",
    false_alarms: float = 1e-9,
    power: float = 0.999,
    against: Optional[float] = None,
    seed: Optional[int] = None,
) -> str:
    """Asserts that `f(rng)` and `g(rng)` give numbers, or permutations of 0 to n - 1, of one distribution.

    Each has a generator of its own. See `assert_shuffle` for the other arguments.

    >>> import roguelab
    >>> two_dice = lambda rng: rng.randint(1, 6) + rng.randint(1, 6)
    >>> passed = roguelab.assert_same(two_dice, lambda rng: sum(rng.choices(range(1, 7), k=2)))
    """
    demand = _Demand(false_alarms, power, against, seed)
    one, other = _generator(rng, demand.seed), _generator(rng, demand.seed ^ 1 << 63)
    return demand.check("same", lambda: f(one), lambda: g(other))


def _assert_passed(answer: Answer) -> str:
    if answer.verdict == "FAIL":
        raise AssertionError(str(answer))
    if answer.verdict != "PASS":
        raise ValueError(str(answer))
    return str(answer)


def assert_counts(observed: Sequence[Any], weights: Optional[Sequence[float]] = None, *, false_alarms: float = 1e-9) -> str:
    """Asserts that counts that you have fit the weights, or are even without weights; several lists of counts are one sample.

    >>> import roguelab
    >>> passed = roguelab.assert_counts([103, 411, 9486], [1, 4, 95])
    """
    return _assert_passed(counts(observed, weights=weights, alpha=false_alarms))


def assert_rate(hits: int, tries: int, chance: float, *, false_alarms: float = 1e-9) -> str:
    """Asserts that an event with this chance came about as often as expected.

    >>> import roguelab
    >>> passed = roguelab.assert_rate(68, 1000, 0.07)
    """
    return _assert_passed(rate(hits, tries, chance, alpha=false_alarms))
