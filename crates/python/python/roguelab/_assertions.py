"""Assertions about functions that draw random numbers: a fair one fails with a stated small chance, an unfair one is caught.

A function is given a generator and called as often as the error rates take. The seed is fixed, so a test gives the same result each
time; `ROGUELAB_FRESH=1` in the environment takes a fresh one, and `ROGUELAB_SEED=...` replays one.
"""

from __future__ import annotations

import json
import os
import random
from typing import Any, Callable, Iterable, List, Literal, Optional, SupportsFloat, SupportsIndex, Tuple, Union

from . import _roguelab
from ._answers import Answer, counts, list_numbers, rate
from ._arguments import check_chance, check_function, check_numbers, check_whole

# pytest shows the line of the test, not lines from here.
__tracebackhide__ = True

#: The seed if nothing sets one.
_FIXED = 1


#: The generator that a function is given: a `random.Random` or a `numpy.random.Generator`.
Rng = Literal["random", "numpy"]


class _Demand:
    """The error rates of an assertion, its seed, the generators it hands out, and the command that replays it."""

    def __init__(
        self,
        rng: Rng,
        false_alarms: SupportsFloat,
        power: SupportsFloat,
        against: Optional[SupportsFloat],
        seed: Optional[SupportsIndex],
    ) -> None:
        if rng not in ("random", "numpy"):
            raise ValueError(f'rng is {rng!r}: it must be "random" or "numpy"')
        test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" (")[0]
        self.command = f"pytest {test}".rstrip()
        if seed is None:
            seed = _seed_of_environment()
            self.command = f"ROGUELAB_SEED={seed} {self.command}"
        self.rng, self.seed = rng, check_whole("seed", seed)
        self.fields = {
            "false-alarms": check_chance("false_alarms", false_alarms),
            "power": check_chance("power", power),
            "against": None if against is None else check_chance("against", against),
            "seed": str(self.seed),
            "replay": self.command,
        }
        #: The functions that were given a generator, by their names, with its state before.
        self.given: List[Tuple[str, Any, Any]] = []

    def give(self, name: str, f: Any, seed: Optional[int] = None) -> Any:
        """A generator for a function, which is an argument of this name."""
        check_function(name, f)
        generator = _generator(self.rng, self.seed if seed is None else seed)
        self.given.append((name, generator, _state(generator)))
        return generator

    def check(self, about: Any, kind: str, *sources: Callable[[], Any]) -> str:
        """Checks an assertion about functions of which each call gives a sample of a kind."""
        question = json.dumps({"about": about, **self.fields})
        reply = json.loads(_roguelab.check(question, sources, kind))
        if reply["error"]:
            raise ValueError(reply["argument_error"])
        text = str(reply["text"])
        unused = " and ".join(name for name, generator, before in self.given if _state(generator) == before)
        if reply["verdict"] == "FAIL":
            # The message ends in the command, which replays nothing if the function brings its own randomness.
            raise AssertionError(f"{text.removesuffix(self.command)}none, as {unused} {_UNUSED}" if unused else text)
        return f"{text}\n  {unused} {_UNUSED}" if unused else text


#: What is said of a function that never used its generator.
_UNUSED = "took nothing from rng: the seed decides nothing, and another run may give another result"


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


def _generator(rng: Rng, seed: int) -> Any:
    if rng == "random":
        return random.Random(seed)
    import numpy

    return numpy.random.default_rng(seed)


def _state(generator: Any) -> Any:
    return generator.getstate() if isinstance(generator, random.Random) else generator.bit_generator.state


def assert_shuffle(
    f: Callable[[List[int], Any], Any],
    n: SupportsIndex,
    *,
    rng: Rng = "random",
    false_alarms: SupportsFloat = 1e-9,
    power: SupportsFloat = 0.999,
    against: Optional[SupportsFloat] = None,
    seed: Optional[SupportsIndex] = None,
) -> str:
    """Asserts that `f(items, rng)` shuffles a list of 2 to 2048 items fairly; it may return a new list in place of that.

    `rng` is a `random.Random`, or with `rng="numpy"` a `numpy.random.Generator`. A fair shuffle fails with a chance of at most
    `false_alarms`; one that is off by the total variation `against` (0.02 up to 5 items, 0.04 beyond) fails with a chance of at
    least `power`. The function is called about as often as 1 / `against`^2 says: docs/python.md has a table. `seed` replaces the
    fixed one. What is returned says which biases are excluded.

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
    demand = _Demand(rng, false_alarms, power, against, seed)
    generator, n = demand.give("f", f), check_whole("n", n, 2, 2048)

    def shuffled() -> Any:
        items = list(range(n))
        returned = f(items, generator)
        return items if returned is None else returned

    return demand.check({"shuffle": {"n": n}}, "permutation", shuffled)


def assert_draws(
    f: Callable[[Any], Any],
    n: SupportsIndex,
    *,
    rng: Rng = "random",
    false_alarms: SupportsFloat = 1e-9,
    power: SupportsFloat = 0.999,
    against: Optional[SupportsFloat] = None,
    seed: Optional[SupportsIndex] = None,
) -> str:
    """Asserts that `f(rng)` gives each of 0 to n - 1 equally often.

    `against` is 0.005 up to 256 values, and 0.01 beyond. See `assert_shuffle` for the other arguments.

    >>> import roguelab
    >>> roguelab.assert_draws(lambda rng: rng.getrandbits(8) % 6, 6)
    Traceback (most recent call last):
        ...
    AssertionError: the draw below 6 is biased, counted by all 6 values
    ...
    """
    demand = _Demand(rng, false_alarms, power, against, seed)
    generator = demand.give("f", f)
    return demand.check({"draws": {"below": check_whole("n", n, 2)}}, "integer", lambda: f(generator))


def assert_weighted(
    f: Callable[[Any], Any],
    weights: Iterable[SupportsFloat],
    *,
    rng: Rng = "random",
    false_alarms: SupportsFloat = 1e-9,
    power: SupportsFloat = 0.999,
    against: Optional[SupportsFloat] = None,
    seed: Optional[SupportsIndex] = None,
) -> str:
    """Asserts that `f(rng)` gives the indices of the weights as often as these say.

    Weights are numbers that are not negative, such as 95 or 0.5. `against` is 0.005 up to 256 values, and 0.01 beyond. See
    `assert_shuffle` for the other arguments.

    >>> import roguelab
    >>> passed = roguelab.assert_weighted(lambda rng: rng.choices([0, 1, 2], [1, 4, 95])[0], [1, 4, 95])
    """
    demand = _Demand(rng, false_alarms, power, against, seed)
    generator = demand.give("f", f)
    about = {"weighted": {"weights": list_numbers("weights", weights)}}
    return demand.check(about, "integer", lambda: f(generator))


def _place(number: Any, cdf: Callable[[Any], Any]) -> float:
    place = float(cdf(number))
    if not 0 <= place <= 1:
        raise ValueError(f"the distribution function is {place} for {number}: it must be from 0 to 1")
    return place


def assert_distribution(
    samples: Union[Callable[[Any], Any], Iterable[Any]],
    cdf: Callable[[Any], Any],
    *,
    rng: Rng = "random",
    false_alarms: SupportsFloat = 1e-9,
    power: SupportsFloat = 0.999,
    against: Optional[SupportsFloat] = None,
    seed: Optional[SupportsIndex] = None,
) -> str:
    """Asserts that `samples(rng)` gives numbers with a continuous distribution function, by 256 parts of equal chance.

    `against` is 0.01. See `assert_shuffle` for the other arguments. `samples` may also be the numbers, which Kolmogorov's test
    judges; their number decides then what is found, and what is returned says it. A hundred numbers or more fail as well if they
    fit too well to be random.

    >>> import roguelab, statistics
    >>> normal = statistics.NormalDist(3, 10)
    >>> passed = roguelab.assert_distribution(normal.samples(10000, seed=1), normal.cdf)
    >>> roguelab.assert_distribution(lambda rng: rng.random() ** 1.2, lambda x: x)
    Traceback (most recent call last):
        ...
    AssertionError: the draw by its distribution function is biased, counted by 256 ranges of equal chance
    ...
    """
    check_function("cdf", cdf)
    if not callable(samples):
        for name, is_given in (("rng", rng != "random"), ("power", power != 0.999), ("against", against), ("seed", seed)):
            if is_given not in (None, False):
                raise TypeError(f"{name} is for a function: numbers that you have are judged as they are")
        numbers = sorted(check_numbers("samples", samples))
        places = [_place(number, cdf) for number in numbers]
        demand = _Demand(rng, false_alarms, power, against, 1)
        return demand.check({"places": {"numbers": list(map(float, numbers)), "places": places}}, "number")
    demand = _Demand(rng, false_alarms, power, 0.01 if against is None else against, seed)
    draw, generator = samples, demand.give("samples", samples)
    last: Any = None

    def drawn() -> Any:
        nonlocal last
        last = draw(generator)
        return last

    return demand.check("distribution", "number", drawn, lambda: _place(last, cdf))


def assert_same(
    f: Callable[[Any], Any],
    g: Callable[[Any], Any],
    *,
    rng: Rng = "random",
    false_alarms: SupportsFloat = 1e-9,
    power: SupportsFloat = 0.999,
    against: Optional[SupportsFloat] = None,
    seed: Optional[SupportsIndex] = None,
) -> str:
    """Asserts that `f(rng)` and `g(rng)` give numbers, or permutations of 0 to n - 1, of one distribution.

    Each has a generator of its own. `against` is 0.02. See `assert_shuffle` for the other arguments.

    >>> import roguelab
    >>> two_dice = lambda rng: rng.randint(1, 6) + rng.randint(1, 6)
    >>> passed = roguelab.assert_same(two_dice, lambda rng: sum(rng.choices(range(1, 7), k=2)))
    """
    demand = _Demand(rng, false_alarms, power, against, seed)
    one, other = demand.give("f", f), demand.give("g", g, demand.seed ^ 1 << 63)
    return demand.check("same", "any", lambda: f(one), lambda: g(other))


def _assert_passed(answer: Answer) -> str:
    # The text ends in the verdict, which is known here.
    text = str(answer).removesuffix(f"\n{answer.verdict}")
    if answer.verdict == "FAIL":
        raise AssertionError(text)
    if answer.verdict != "PASS":
        raise ValueError(text)
    return text


def assert_counts(observed: Iterable[Any], weights: Optional[Iterable[SupportsFloat]] = None, *, false_alarms: SupportsFloat = 1e-9) -> str:
    """Asserts that counts that you have fit the weights, or are even without weights; several lists of counts are one sample.

    >>> import roguelab
    >>> passed = roguelab.assert_counts([103, 411, 9486], [1, 4, 95])
    """
    return _assert_passed(counts(observed, weights=weights, alpha=false_alarms))


def assert_rate(hits: SupportsIndex, tries: SupportsIndex, chance: SupportsFloat, *, false_alarms: SupportsFloat = 1e-9) -> str:
    """Asserts that an event with this chance came about as often as expected.

    >>> import roguelab
    >>> passed = roguelab.assert_rate(68, 1000, 0.07)
    """
    return _assert_passed(rate(hits, tries, chance, alpha=false_alarms))
