"""Fair functions pass, and broken ones fail with a message that says how to replay them."""

import random
import runpy
from collections import Counter
from functools import cmp_to_key
from pathlib import Path
from statistics import NormalDist
from typing import Any, Callable, List, Tuple, Type

import numpy as np
import pytest
import roguelab

Shuffle = Callable[[List[int], Any], Any]


def fisher_yates(items: List[int], rng: Any) -> None:
    for i in range(len(items) - 1, 0, -1):
        j = rng.randrange(i + 1)
        items[i], items[j] = items[j], items[i]


def naive(items: List[int], rng: Any) -> None:
    for i in range(len(items)):
        j = rng.randrange(len(items))
        items[i], items[j] = items[j], items[i]


def sattolo(items: List[int], rng: Any) -> None:
    for i in range(len(items) - 1, 0, -1):
        j = rng.randrange(i)
        items[i], items[j] = items[j], items[i]


def without_the_last(items: List[int], rng: Any) -> None:
    for i in range(len(items) - 2, 0, -1):
        j = rng.randrange(i + 1)
        items[i], items[j] = items[j], items[i]


def by_a_coin(items: List[int], rng: Any) -> List[int]:
    return sorted(items, key=cmp_to_key(lambda a, b: 1 if rng.random() < 0.5 else -1))


def by_remainders(items: List[int], rng: Any) -> None:
    for i in range(len(items) - 1, 0, -1):
        j = rng.getrandbits(3) % (i + 1)
        items[i], items[j] = items[j], items[i]


def three_swaps(items: List[int], rng: Any) -> None:
    for _ in range(3):
        i, j = rng.randrange(len(items)), rng.randrange(len(items))
        items[i], items[j] = items[j], items[i]


FAIR: List[Shuffle] = [
    fisher_yates,
    lambda items, rng: rng.shuffle(items),
    lambda items, rng: rng.sample(items, len(items)),
    lambda items, rng: sorted(items, key=lambda _: rng.random()),
]
BROKEN: List[Shuffle] = [naive, sattolo, without_the_last, by_a_coin, by_remainders, three_swaps]


@pytest.mark.parametrize("shuffle", FAIR)
@pytest.mark.parametrize("n", [5, 12])
def test_fair_shuffles_pass(shuffle: Shuffle, n: int) -> None:
    passed = roguelab.assert_shuffle(shuffle, n, against=0.1)
    assert "nothing found in" in passed and "\n  10.0" in passed


@pytest.mark.parametrize("shuffle", BROKEN)
@pytest.mark.parametrize("n", [5, 12])
def test_broken_shuffles_fail(shuffle: Shuffle, n: int) -> None:
    with pytest.raises(AssertionError, match=f"the shuffle of {n} items is biased"):
        roguelab.assert_shuffle(shuffle, n)


def test_a_failure_says_its_rates_and_how_to_replay_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**options: Any) -> str:
        with pytest.raises(AssertionError) as failure:
            roguelab.assert_shuffle(naive, 4, **options)
        return str(failure.value)

    name = "test_assertions.py::test_a_failure_says_its_rates_and_how_to_replay_it"
    message = fail(false_alarms=1e-6, power=0.99, against=0.05)
    assert "a fair source fails with a chance of at most 1e-6" in message
    assert "a total variation of 0.05 is found with a chance of at least 0.99" in message
    assert "replay: ROGUELAB_SEED=1 pytest " in message and message.endswith(name)
    monkeypatch.setenv("ROGUELAB_SEED", "77")
    replayed = fail()
    assert "ROGUELAB_SEED=77" in replayed and replayed == fail()
    assert "seed       5; replay: pytest " in fail(seed=5)
    monkeypatch.delenv("ROGUELAB_SEED")
    monkeypatch.setenv("ROGUELAB_FRESH", "1")
    assert fail() != fail()
    for variable, value in [("ROGUELAB_FRESH", "yes"), ("ROGUELAB_SEED", "-1")]:
        monkeypatch.setenv(variable, value)
        with pytest.raises(ValueError, match=f"{variable} is `{value}`: it must be"):
            roguelab.assert_shuffle(naive, 4)


def test_numpy_generators_are_handed_out() -> None:
    roguelab.assert_shuffle(lambda items, rng: rng.permutation(len(items)), 5, rng="numpy", against=0.1)
    roguelab.assert_draws(lambda rng: rng.integers(6), 6, rng="numpy", against=0.05)
    roguelab.assert_same(lambda rng: rng.permutation(4), lambda rng: list(rng.permutation(4)), rng="numpy", against=0.1)
    roguelab.assert_same(lambda rng: rng.integers(6), lambda rng: int(6 * rng.random()), rng="numpy", against=0.1)
    with pytest.raises(AssertionError):
        roguelab.assert_draws(lambda rng: rng.binomial(5, 0.5), 6, rng="numpy", against=0.05)
    with pytest.raises(ValueError, match='it must be "random" or "numpy"'):
        roguelab.assert_draws(lambda rng: 0, 6, rng="torch")  # type: ignore[arg-type]


def test_impossible_samples_are_named() -> None:
    with pytest.raises(AssertionError, match="the draw below 6: sample 1 is 6, which is not below 6"):
        roguelab.assert_draws(lambda rng: 6, 6)
    with pytest.raises(AssertionError, match="sample 1 is -1"):
        roguelab.assert_draws(lambda rng: -1, 6)
    with pytest.raises(AssertionError, match=r"sample 1 is \[0, 0, 0\], which is not a permutation of 0 to 2"):
        roguelab.assert_shuffle(lambda items, rng: [0, 0, 0], 3)
    with pytest.raises(AssertionError, match="sample 1 is 1, whose weight is 0"):
        roguelab.assert_weighted(lambda rng: 1, [5, 0, 5])
    with pytest.raises(AssertionError, match="cannot be compared with the first"):
        roguelab.assert_same(lambda rng: 1, lambda rng: 1.5)


def test_errors_of_the_function_and_of_the_arguments_are_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        roguelab.assert_draws(lambda rng: 1 // 0, 6)
    with pytest.raises(ZeroDivisionError):
        roguelab.assert_shuffle(lambda items, rng: 1 // 0, 6)
    with pytest.raises(ZeroDivisionError):
        roguelab.assert_same(lambda rng: 1, lambda rng: 1 // 0)


TEXTS: List[Any] = ["a", "b"]
WRONG: List[Tuple[Callable[[], Any], Type[Exception], str]] = [
    (lambda: roguelab.assert_draws(lambda rng: 0.5, 6), TypeError, "the function must return an integer, and not 0.5"),
    (lambda: roguelab.assert_draws(lambda rng: "a", 6), TypeError, "the function must return an integer, and not 'a'"),
    (lambda: roguelab.assert_draws(lambda rng: 0, 1), ValueError, "n is 1: it must be an integer from 2 to "),
    (lambda: roguelab.assert_draws(lambda rng: 0, 6, power=2), ValueError, "power is 2: it must lie between 0 and 1"),
    (lambda: roguelab.assert_draws(lambda rng: 0, 6, against=0), ValueError, "against is 0: it must lie between 0 and 1"),
    (lambda: roguelab.assert_draws(lambda rng: 0, 6, false_alarms=5), ValueError, "false_alarms is 5: it must lie"),
    (lambda: roguelab.assert_draws(lambda rng: 0, 6, seed=-1), ValueError, "seed is -1: it must be an integer from 0 to "),
    (lambda: roguelab.assert_shuffle(6, fisher_yates), TypeError, "f is 6: it must be a function"),  # type: ignore[arg-type]
    (lambda: roguelab.assert_shuffle(fisher_yates, -1), ValueError, "n is -1: it must be an integer from 2 to 2048"),
    (lambda: roguelab.assert_shuffle(fisher_yates, 2.0), TypeError, "n is 2.0: it must be an integer"),  # type: ignore[arg-type]
    (lambda: roguelab.assert_shuffle(fisher_yates, "6"), TypeError, "n is '6': it must be an integer"),  # type: ignore[arg-type]
    (lambda: roguelab.assert_shuffle(lambda items, rng: 5, 6), TypeError, "must return a list of 0 to n - 1, and not 5"),
    (lambda: roguelab.assert_shuffle(lambda items, rng: True, 6), TypeError, "must return a list of 0 to n - 1, and not True"),
    (lambda: roguelab.assert_shuffle(lambda items, rng: [0.5], 6), TypeError, "item 0 of a permutation of 0 to n - 1 is 0.5"),
    (lambda: roguelab.assert_weighted(lambda rng: 0, [1, -1]), ValueError, "weights is 1,-1: "),
    (lambda: roguelab.assert_weighted(lambda rng: 0, TEXTS), TypeError, r"weights\[0\] is 'a': it must be a number"),
    (lambda: roguelab.assert_weighted(lambda rng: 0, dict.fromkeys(TEXTS)), TypeError, "weights is a dict: it must be a list"),
    (lambda: roguelab.assert_weighted(lambda rng: 0, [0, 0]), ValueError, "weights is 0,0: at least two weights must be above 0"),
    (lambda: roguelab.assert_same(lambda rng: "a", lambda rng: 0), TypeError, "must return a number, or a list .*, and not 'a'"),
    (lambda: roguelab.assert_distribution([0.5, 1.5], lambda x: x), ValueError, "it must be from 0 to 1"),
    (lambda: roguelab.assert_distribution([0.5], lambda x: x, against=0.1), TypeError, "against is for a function"),
    (lambda: roguelab.assert_distribution([0.5], lambda x: x, rng="numpy"), TypeError, "rng is for a function"),
    (lambda: roguelab.assert_distribution([0.1, 0.5], lambda x: 1 - x), ValueError, "0.9 for 0.1, and 0.5 for 0.5: it must not"),
    (lambda: roguelab.assert_counts(Counter([1, 1, 2])), TypeError, "observed is a Counter: it must be a list"),
    (lambda: roguelab.assert_counts([1, -2]), ValueError, r"observed\[1\] is -2: it must be an integer from 0 "),
    (lambda: roguelab.assert_rate(2, 1, 0.5), ValueError, "hits is 2: it must be an integer from 0 to 1"),
]


@pytest.mark.parametrize("call, error, message", WRONG)
def test_errors_name_the_argument_and_its_value(call: Callable[[], Any], error: Type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_numbers_of_numpy_are_arguments() -> None:
    roguelab.assert_draws(lambda rng: rng.randrange(6), np.int64(6), against=0.1)
    roguelab.assert_shuffle(lambda items, rng: rng.shuffle(items), np.uint8(4), against=np.float32(0.1), seed=np.uint64(3))
    roguelab.assert_counts(np.array([8, 13, 6, 11, 14, 8]))
    roguelab.assert_weighted(lambda rng: rng.choices(range(2), [1, 3])[0], np.array([0.25, 0.75]), against=0.1)


def test_a_function_that_ignores_its_generator_is_named() -> None:
    own = random.Random(3)
    passed = roguelab.assert_shuffle(lambda items, rng: own.shuffle(items), 4, against=0.1)
    assert passed.endswith("\n  f took nothing from rng: the seed decides nothing, and another run may give another result")
    with pytest.raises(AssertionError, match="seed       1; replay: none, as f took nothing from rng") as failure:
        roguelab.assert_shuffle(lambda items, rng: naive(items, own), 4)
    assert "ROGUELAB_SEED" not in str(failure.value)
    assert "took nothing" not in roguelab.assert_draws(lambda rng: rng.random() < 0.5, 2, against=0.1)
    both = roguelab.assert_same(lambda rng: own.randrange(3), lambda rng: own.randrange(3), rng="numpy", against=0.1)
    assert "f and g took nothing from rng" in both


def test_numbers_that_fit_too_well_fail_if_there_are_many() -> None:
    for few in ([0.5], [0.25, 0.75], [0.3]):
        passed = roguelab.assert_distribution(few, lambda x: x)
        assert "nothing is found" in passed and "they are too few to exclude any distribution" in passed
    with pytest.raises(AssertionError, match="1000 numbers by their distribution function: they fit it too well to be random"):
        roguelab.assert_distribution([(i + 0.5) / 1000 for i in range(1000)], lambda x: x)
    with pytest.raises(AssertionError, match="they do not fit it, and many are equal, so they are not continuous"):
        roguelab.assert_distribution([1, 2] * 50, lambda x: x / 3)


def test_what_a_distribution_lacks_is_named_by_its_numbers() -> None:
    with pytest.raises(AssertionError, match=r"worst      numbers from \S+ to 0\.003"):
        roguelab.assert_distribution(lambda rng: rng.random() ** 1.1, lambda x: x, against=0.05)
    with pytest.raises(AssertionError, match="has many equal numbers, so it is not continuous"):
        roguelab.assert_distribution(lambda rng: rng.randint(1, 6), lambda x: x / 6, against=0.05)
    normal = NormalDist()
    with pytest.raises(AssertionError, match="it must not decrease"):
        roguelab.assert_distribution(lambda rng: rng.gauss(0, 1), normal.pdf, against=0.05)


def test_weights_may_be_fractions() -> None:
    draw = lambda rng: rng.choices(range(4), [10, 6, 3, 1])[0]
    passed = roguelab.assert_weighted(draw, [0.5, 0.3, 0.15, 0.05], against=0.05)
    assert passed == roguelab.assert_weighted(draw, [50, 30, 15, 5], against=0.05)


def test_each_assertion_passes_and_fails() -> None:
    roguelab.assert_weighted(lambda rng: rng.choices(range(3), [1, 2, 7])[0], [1, 2, 7], against=0.05)
    with pytest.raises(AssertionError, match="the draw of 3 weighted values is biased"):
        roguelab.assert_weighted(lambda rng: rng.choices(range(3), [1, 3, 6])[0], [1, 2, 7], against=0.05)
    roguelab.assert_same(lambda rng: rng.random(), lambda rng: 1 - rng.random(), against=0.05)
    with pytest.raises(AssertionError, match="the two sources of numbers differ"):
        roguelab.assert_same(lambda rng: rng.random(), lambda rng: rng.random() ** 2, against=0.05)
    normal = NormalDist(3, 10)
    roguelab.assert_distribution(lambda rng: rng.gauss(3, 10), normal.cdf, against=0.05)
    with pytest.raises(AssertionError, match="the draw by its distribution function is biased"):
        roguelab.assert_distribution(lambda rng: rng.gauss(3, 11), normal.cdf, against=0.05)
    samples = normal.samples(5000, seed=1)
    assert "5000 numbers" in roguelab.assert_distribution(samples, normal.cdf)
    with pytest.raises(AssertionError, match="they do not fit it"):
        roguelab.assert_distribution(samples, NormalDist(5, 10).cdf)
    roguelab.assert_counts([8, 13, 6, 11, 14, 8])
    # A fifth of a thousand, where a tenth is promised.
    with pytest.raises(AssertionError):
        roguelab.assert_counts([200, 800], [1, 9])
    with pytest.raises(AssertionError, match="The evidence is strong.$"):
        roguelab.assert_rate(200, 1000, 0.1)
    with pytest.raises(ValueError):
        roguelab.assert_counts([1, 0, 1], [1, 2])


def failures(check: Callable[[int], Any], seeds: int) -> int:
    """In how many of these seeds a check fails."""
    failed = 0
    for seed in range(seeds):
        try:
            check(seed)
        except AssertionError:
            failed += 1
    return failed


@pytest.mark.slow
@pytest.mark.parametrize("shuffle", BROKEN)
def test_broken_shuffles_fail_with_2000_seeds(shuffle: Shuffle) -> None:
    assert failures(lambda seed: roguelab.assert_shuffle(shuffle, 5, against=0.08, seed=seed), 2000) == 2000


@pytest.mark.slow
@pytest.mark.parametrize("shuffle", FAIR)
def test_fair_shuffles_pass_with_2000_seeds(shuffle: Shuffle) -> None:
    assert failures(lambda seed: roguelab.assert_shuffle(shuffle, 5, against=0.1, seed=seed), 2000) == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cells", "password", "normal"])
def test_examples_hold_with_1000_seeds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = runpy.run_path(str(Path(__file__).parents[3] / f"examples/pytest/test_{name}.py"))
    (test,) = (module[key] for key in module if key.startswith("test_") and "counts" not in key)

    def run(seed: int) -> None:
        monkeypatch.setenv("ROGUELAB_SEED", str(seed))
        test()

    assert failures(run, 1000) == 0


@pytest.mark.slow
def test_the_promised_rates_hold() -> None:
    """Five standard deviations around 5 % of 2000 are 49; around 90 %, 67."""

    def coin(chance: float) -> Callable[[int], Any]:
        return lambda seed: roguelab.assert_draws(
            lambda rng: rng.random() < chance, 2, false_alarms=0.05, power=0.9, against=0.1, seed=seed
        )

    assert failures(coin(0.5), 2000) <= 149
    assert failures(coin(0.6), 2000) >= 1733
