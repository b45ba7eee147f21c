"""The exact law of a shuffle: it is run once for every way in which its draws can come out."""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import Any, Callable, Dict, List, Optional, SupportsIndex, Tuple

from ._arguments import check_function, check_list, check_whole
from ._assertions import Rng

#: The most ways that are run.
_MOST = 2_000_000


class _Branch(random.Random):
    """A generator that takes one branch of its draws after another."""

    def __init__(self) -> None:
        super().__init__()
        #: Each draw of this run: its bound, and what came.
        self.draws: List[Tuple[int, int]] = []
        self.done = 0

    def _randbelow(self, n: int) -> int:
        if self.done == len(self.draws):
            self.draws.append((n, 0))
        bound, value = self.draws[self.done]
        if bound != n:
            raise ValueError("the shuffle made other draws when it was run again: it must depend on its draws alone")
        self.done += 1
        return value

    def random(self) -> float:
        raise ValueError("a shuffle whose law is computed must draw integers, with randrange, randint, choice or shuffle")

    def getrandbits(self, k: int) -> int:
        return self._randbelow(1 << k)

    def advance(self) -> bool:
        """Goes to the next branch: false if there is none."""
        self.done = 0
        while self.draws:
            bound, value = self.draws.pop()
            if value + 1 < bound:
                self.draws.append((bound, value + 1))
                return True
        return False


class _NumpyBranch:
    """What a shuffle needs of a `numpy.random.Generator`."""

    def __init__(self, branch: _Branch) -> None:
        self._branch = branch

    def integers(self, low: int, high: Optional[int] = None, *, endpoint: bool = False) -> int:
        least, end = (0, low) if high is None else (low, high)
        return self._branch.randrange(least, end + endpoint)

    def shuffle(self, items: Any) -> None:
        self._branch.shuffle(items)

    def permutation(self, items: Any) -> List[Any]:
        listed = list(items) if hasattr(items, "__len__") else list(range(items))
        self._branch.shuffle(listed)
        return listed

    def __getattr__(self, name: str) -> Any:
        raise ValueError(f"a shuffle whose law is computed must draw with integers, shuffle or permutation, and not with {name}")


class ShuffleLaw:
    """The exact chance of each arrangement that a shuffle makes."""

    def __init__(self, n: int, ways: int, chances: Dict[Tuple[int, ...], Fraction]) -> None:
        self.n, self.ways = n, ways
        #: The chance of each arrangement of 0 to n - 1 that can come.
        self.chances = chances

    @property
    def total_variation(self) -> Fraction:
        """Half the sum of the differences from the fair chances."""
        fair = Fraction(1, factorial(self.n))
        return sum((max(chance - fair, Fraction(0)) for chance in self.chances.values()), Fraction(0))

    def __str__(self) -> str:
        most = min(self.chances, key=lambda items: (-self.chances[items], items))
        lines = [
            f"{self.ways} ways to {len(self.chances)} of {factorial(self.n)} arrangements of {self.n} items",
            f"  most often    {list(most)}: {self.chances[most]}",
        ]
        missing = factorial(self.n) - len(self.chances)
        if missing:
            never = next(items for items in permutations(range(self.n)) if items not in self.chances)
            lines.append(f"  never         {list(never)}" + (f", and {missing - 1} others" if missing > 1 else ""))
        else:
            least = min(self.chances, key=lambda items: (self.chances[items], items))
            lines.append(f"  most rarely   {list(least)}: {self.chances[least]}")
        lines.append(f"  total variation from fair: {self.total_variation}, which is {float(self.total_variation):.4g}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<roguelab: {str(self).partition(chr(10))[0]}>"


#: How often the first way is run again, to see whether the shuffle depends on its draws alone.
_AGAIN = 10


def bias_of_shuffle(f: Callable[[List[int], Any], Any], n: SupportsIndex, *, rng: Rng = "random") -> ShuffleLaw:
    """Computes the exact law of `f(items, rng)`, which shuffles a list of n items, or gives a shuffled one.

    It must draw integers, and from `rng` alone: a `random.Random`, or with `rng="numpy"` a part of a `numpy.random.Generator`. It
    is run for every way in which its draws can come out, at most 2,000,000: 3^3 ways for this one.

    >>> import roguelab
    >>> def naive(items, rng):
    ...     for i in range(len(items)):
    ...         j = rng.randrange(len(items))
    ...         items[i], items[j] = items[j], items[i]
    >>> law = roguelab.bias_of_shuffle(naive, 3)
    >>> law.chances[(1, 2, 0)], law.total_variation
    (Fraction(5, 27), Fraction(1, 18))
    """
    check_function("f", f)
    n = check_whole("n", n, 1, 20)
    branch = _Branch()
    generator = branch if rng == "random" else _NumpyBranch(branch)

    def run() -> Tuple[int, ...]:
        items = list(range(n))
        returned = f(items, generator)
        shuffled = tuple(check_list("what the shuffle gives", items if returned is None else returned))
        if sorted(shuffled) != list(range(n)):
            raise ValueError(f"the shuffle gives {list(shuffled)}, which is not a permutation of 0 to {n - 1}")
        return shuffled

    first = run()
    if n > 1 and not branch.draws:
        raise ValueError("the shuffle drew nothing from rng: it must take all its randomness from there")
    for _ in range(_AGAIN):
        branch.done = 0
        if run() != first:
            raise ValueError("the shuffle gave another arrangement for the same draws: it must take all its randomness from rng")
    branch.done = 0
    # By denominators, because fractions are slow to add.
    found: Dict[int, Dict[Tuple[int, ...], int]] = defaultdict(lambda: defaultdict(int))
    ways = 0
    while True:
        shuffled = run()
        denominator = 1
        for bound, _ in branch.draws:
            denominator *= bound
        found[denominator][shuffled] += 1
        ways += 1
        if not branch.advance():
            break
        if ways == _MOST:
            raise ValueError(f"the draws of the shuffle can come out in more than {_MOST} ways: take fewer items, or assert_shuffle")
    chances: Dict[Tuple[int, ...], Fraction] = defaultdict(Fraction)
    for denominator, counted in found.items():
        for shuffled, count in counted.items():
            chances[shuffled] += Fraction(count, denominator)
    return ShuffleLaw(n, ways, dict(chances))
