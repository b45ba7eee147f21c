"""The answers of the program `roguelab`, as functions."""

from __future__ import annotations

import builtins
import json
import operator
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, SupportsFloat, SupportsIndex, Tuple, Union

from . import _roguelab
from ._arguments import check_list, check_number, check_numbers, check_whole

#: Numbers: a text as the program reads it, bytes, a list, an iterator, an array of the module array, or one of numpy.
Numbers = Union[str, bytes, Iterable[Any]]
Number = Union[int, float, str]

#: How the program calls binary numbers of these formats of the module struct, by their sizes.
_KINDS = {"?1": "u8", "B1": "u8", "H2": "u16", "I4": "u32", "L4": "u32", "L8": "u64", "Q8": "u64", "f4": "f32", "d8": "f64"}


class Answer:
    """An answer: `str()` is what the program prints, `json()` what it prints with `--json`. It is true if all is well."""

    def __init__(self, reply: Dict[str, Any]) -> None:
        self._reply = reply

    @property
    def verdict(self) -> Optional[str]:
        """The verdict in a word, if the question has one."""
        verdict: Optional[str] = self._reply["verdict"]
        return verdict

    @property
    def command(self) -> str:
        """The command line of the program that says the same. Long input is in a file there, called numbers.txt."""
        return str(self._reply["command"])

    def json(self) -> Dict[str, Any]:
        """The answer as the program prints it with `--json`; docs/json.md describes the fields."""
        answer: Dict[str, Any] = self._reply["answer"]
        return answer

    def __str__(self) -> str:
        return str(self._reply["text"]).rstrip("\n")

    def __repr__(self) -> str:
        return f"<roguelab: {str(self).partition(chr(10))[0]}>"

    def __bool__(self) -> bool:
        return self.verdict in (None, "found", "agrees", "PASS")


class Found(Answer):
    """What made some numbers. It is false if nothing is named."""

    def __init__(self, reply: Dict[str, Any], question: Dict[str, Any], input: bytes) -> None:
        super().__init__(reply)
        self._question, self._input = question, input
        answers: List[Dict[str, Any]] = self.json()["answers"]
        self._named: Dict[str, Any] = answers[0] if answers else {}

    @property
    def generator(self) -> Optional[str]:
        """The name of the generator, one of `generators()`."""
        return self._named.get("generator")

    @property
    def seed(self) -> Optional[int]:
        """The seed, if one was found."""
        seed: Optional[str] = self._named.get("seed")
        return None if seed is None else int(seed, 16)

    @property
    def state(self) -> Optional[List[int]]:
        """The state before the first number, if it was found but no seed was."""
        state: Optional[List[str]] = self._named.get("state")
        return None if state is None else [int(word, 16) for word in state]

    @property
    def convention(self) -> Optional[str]:
        """How numbers are made of the outputs of the generator."""
        return self._named.get("convention")

    @property
    def evidence(self) -> Optional[Dict[str, Any]]:
        """Why this is certain: how many numbers fit, and the chance of a coincidence."""
        return self._named.get("evidence")

    def next(self, n: SupportsIndex = 10) -> List[Any]:
        """The n numbers that follow, at most 100,000, of the type that they had; a `ValueError` says why they are not known."""
        return self._around("next", n)

    def previous(self, n: SupportsIndex = 10) -> List[Any]:
        """The n numbers before the first, at most 100,000, in their order."""
        return self._around("previous", n)

    def _around(self, side: str, n: SupportsIndex) -> List[Any]:
        n = check_whole("n", n, 0, 100_000)
        if not self:
            raise ValueError("no generator is named, so no numbers around these are known: print the answer for what was tried")
        # The same question about this generator alone, which takes little of the time.
        known = {"only": self.generator, "seed": self._named["seed"] or self._question["seed"], "seconds": 60}
        more = {**self._question, **known, side: n}
        named = _ask(more, self._input)["answer"]["answers"][0]
        if not named[side] and n > 0:
            raise ValueError(str(named[f"why_no_{side}"]))
        return [_number(text) for text in named[side]]


def _number(text: str) -> Number:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def _plain(name: str, value: Any) -> Any:
    """A value of an option as JSON has it: numbers of numpy are those of Python."""
    if isinstance(value, (str, bool, list)):
        return value
    try:
        number = operator.index(value)
    except TypeError:
        return check_number(name, value)
    # Longer integers would be floats.
    return number if abs(number) < 2**63 else str(number)


def _ask(question: Dict[str, Any], input: bytes = b"") -> Dict[str, Any]:
    question = {name.replace("_", "-"): _plain(name, value) for name, value in question.items() if value is not None}
    reply: Dict[str, Any] = json.loads(_roguelab.ask(json.dumps(question), input))
    if reply["error"] is not None:
        raise ValueError(reply["argument_error"])
    return reply


def _text(name: str, numbers: Any) -> bytes:
    return "\n".join(map(str, check_list(name, numbers))).encode()


def _listed(values: Union[None, str, Iterable[Any]]) -> Optional[str]:
    """Values in a list with commas, as an option has it."""
    return values if values is None or isinstance(values, str) else ",".join(map(str, values))


def list_numbers(name: str, values: Any) -> Optional[str]:
    """Numbers in a list with commas."""
    return _listed(values if values is None or isinstance(values, str) else check_numbers(name, values))


def _read(name: str, numbers: Numbers, kind: Optional[str]) -> Tuple[bytes, Optional[str]]:
    """The numbers as an input of the program, and their kind."""
    if isinstance(numbers, str):
        return numbers.encode(), kind
    if isinstance(numbers, (bytes, bytearray)):
        return bytes(numbers), kind or "u8"
    return _text(name, numbers), kind


def who(
    numbers: Numbers,
    *,
    below: Optional[SupportsIndex] = None,
    base: Optional[SupportsIndex] = None,
    dice: Optional[str] = None,
    bits: Optional[SupportsIndex] = None,
    range: Optional[Tuple[float, float]] = None,
    normal: Union[None, bool, Tuple[float, float]] = None,
    rule: Optional[str] = None,
    alphabet: Union[None, str, Sequence[str]] = None,
    seed: Union[None, SupportsIndex, str] = None,
    times: Optional[str] = None,
    seconds: Optional[SupportsFloat] = None,
    within: Optional[SupportsIndex] = None,
    only: Optional[str] = None,
    kind: Optional[str] = None,
    all: bool = False,
) -> Found:
    """Says what made some numbers: the generator, its seed or state, and how numbers were made of its outputs.

    >>> import roguelab
    >>> answer = roguelab.who([41, 18467, 6334, 26500, 19169])
    >>> answer.generator, answer.seed, answer.next(2)
    ('msvc-rand', 1, [15724, 11478])

    Nothing is named that may be a coincidence; then the answer is false:

    >>> bool(roguelab.who([3, 1, 4, 1, 5], seconds=0.1))
    False

    Without options the numbers are outputs of the generator, fractions from 0 up to 1, a permutation, or names. Otherwise say
    one of these, and what else is known:

    - `below`: the numbers are integers from `base` (0) up to `base + below - 1`, such as dice
    - `dice`: they are sums of dice, as in `"3d6"`
    - `bits`: they are words of so many bits, 1 to 64
    - `range`: they are fractions between two numbers, as `uniform(a, b)` makes them
    - `normal`: they are normally distributed: `True`, or a mean and a deviation
    - `rule`: the rule by which they were made, as a program has it, such as `"int(random() * 6) + 1"`
    - `alphabet`: the characters or names that stand for 0, 1, 2 and so on, a text or a list
    - `kind`: how a text or bytes are written: `"text"`, `"float"`, `"trace"`, or in binary `"u8"` (for bytes, if it is not given),
      `"u16"`, `"u31"`, `"u32"`, `"u64"`, `"f32"` or `"f64"`
    - `seed`: a seed that may be the right one, two as in `"0..1000000"` of which one between may be, or a text
    - `times`: times of which one may be the seed, as in `"2022-01-01..2022-12-31"`
    - `only`: the beginning of names of `generators()`: no others are tried
    - `within`: how many outputs may have come before the first number: 1000, at most 10,000,000
    - `seconds`: how long to search: 10, at most 3600
    - `all`: whether to go on after the first answer; the others are in `json()["answers"]`
    """
    doubles = False
    if not isinstance(numbers, (str, bytes, bytearray)):
        numbers = list(check_list("numbers", numbers))
        # Those of numpy with 32 bits are no floats of Python, and have fewer digits.
        doubles = builtins.all(isinstance(number, (int, float)) for number in numbers)
    input, kind = _read("numbers", numbers, kind)
    question = dict(
        doubles=doubles, ask="who", below=below, base=base, dice=dice, bits=bits, range=list_numbers("range", range),
        normal=_moments(normal), rule=rule, alphabet=_listed(alphabet), seed=seed, times=times,
        seconds=seconds, within=within, only=only, kind=kind,
        all=bool(all),
    )  # fmt: skip
    return Found(_ask(question, input), question, input)


def _moments(normal: Union[None, bool, Tuple[float, float]]) -> Optional[str]:
    if normal is True:
        return "0,1"
    return list_numbers("normal", normal or None)


def who_differs(a: Numbers, b: Numbers, *, below: Optional[SupportsIndex] = None, seconds: Optional[SupportsFloat] = None) -> Answer:
    """Says how two lists differ that should have been the same. `below` and `seconds` are those of `who`.

    >>> import roguelab
    >>> print(roguelab.who_differs([41, 18467, 6334, 26500, 19169], [18467, 6334, 26500, 19169, 15724]))
    B begins 1 number later: from there on it is A.
    ...
    """
    (first, kind), (second, _) = _read("a", a, None), _read("b", b, None)
    question = dict(ask="who-differs", first=len(first), below=below, seconds=seconds, kind=kind)
    return Answer(_ask(question, first + second))


def check(
    generator: str,
    seed: Optional[SupportsIndex],
    words: Numbers,
    *,
    rule: Optional[str] = None,
    state: Optional[Iterable[SupportsIndex]] = None,
) -> Answer:
    """Compares the words of a port with those of a generator, one of `generators()`. The answer is true if they agree. With a rule,
    such as `"rand() % 6 + 1"`, they are numbers that it makes of the words.

    In place of a seed, `None`, the words of a `state` may be given, as `who` finds them.

    >>> import roguelab
    >>> bool(roguelab.check("pcg32", 42, [2707161783, 2068313097, 3122475824]))
    True
    """
    input, _ = _read("words", words, "text")
    seed = None if seed is None else check_whole("seed", seed, -(2**63))
    return Answer(_ask(dict(ask="check", generator=generator, seed=seed, rule=rule, state=_listed(state)), input))


def _items(items: Numbers, kind: Optional[str]) -> Tuple[bytes, Optional[str]]:
    """Items as an input of the program. Arrays of numbers that are not negative are passed as they are in memory."""
    if isinstance(items, (str, bytes, bytearray)):
        return _read("items", items, kind)
    try:
        view = memoryview(items)  # type: ignore[arg-type]
    except TypeError:
        rows = list(check_list("items", items))
        if rows and not isinstance(rows[0], (int, float, str)) and hasattr(rows[0], "__len__"):
            return "\n".join(" ".join(map(str, row)) for row in rows).encode(), kind
        return _text("items", rows), kind
    letter, is_signed = view.format.lstrip("@=<"), view.format[-1] in "bhilqn"
    name = _KINDS.get(f"{letter.upper() if is_signed else letter}{view.itemsize}")
    is_native = not view.format.startswith((">", "!"))
    if name is None or not is_native or view.ndim != 1 or (is_signed and _lowest(items) < 0):
        return _text("items", items), kind
    return view.tobytes(), kind or name


def _lowest(items: Iterable[Any]) -> int:
    lowest = getattr(items, "min", None)
    return int(lowest() if lowest and len(items) else min(items, default=0))  # type: ignore[arg-type]


def test(
    items: Numbers,
    *,
    below: Optional[SupportsIndex] = None,
    base: Optional[SupportsIndex] = None,
    weights: Optional[Iterable[SupportsFloat]] = None,
    permutations: bool = False,
    normal: Union[None, bool, Tuple[float, float]] = None,
    exponential: Optional[SupportsFloat] = None,
    bits: Optional[SupportsIndex] = None,
    kind: Optional[str] = None,
    alpha: Optional[SupportsFloat] = None,
) -> Answer:
    """Tests whether items are what a fair source gives. The answer is true if the verdict is PASS.

    >>> import random, roguelab
    >>> die = random.Random(1)
    >>> roguelab.test([die.randrange(5) for _ in range(6000)], below=6).verdict
    'FAIL'

    Without options the items are words of 32 bits, or fractions from 0 up to 1. Otherwise say one of these, and what else is
    known:

    - `below`: the items are integers from `base` (0) up to `base + below - 1`, such as dice
    - `weights`: they are indices, from `base` (0) on, that come as often as these numbers say
    - `permutations`: each is a permutation, in a list
    - `normal`: they are normally distributed: `True`, or a mean and a deviation
    - `exponential`: they are waiting times with this rate
    - `kind`: how a text or bytes are written: see `who`
    - `bits`: how many bits of a word or a fraction are random, 8 to 64
    - `alpha`: the chance that a fair source fails: 1e-6
    """
    input, kind = _items(items, kind)
    question = dict(
        ask="test", below=below, base=base, weights=list_numbers("weights", weights), permutations=bool(permutations),
        normal=_moments(normal), exponential=exponential, bits=bits, kind=kind, alpha=alpha,
    )  # fmt: skip
    return Answer(_ask(question, input))


def counts(
    observed: Iterable[Any],
    *,
    weights: Optional[Iterable[SupportsFloat]] = None,
    dice: Optional[str] = None,
    drawn: Optional[SupportsIndex] = None,
    alpha: Optional[SupportsFloat] = None,
) -> Answer:
    """Judges how often each value came: a list of counts, or a list of such lists, one for each run.

    The values should come as often as the `weights` say, or equally often; with dice such as "2d6" the counts are those of their
    sums, from the lowest on. Where each draw has several different values, as in a lottery, `drawn` says how many. A fair source
    fails with a chance of `alpha`, 1e-6.

    >>> import roguelab
    >>> roguelab.counts([8, 13, 6, 11, 14, 8]).verdict
    'PASS'
    >>> roguelab.counts([3, 4, 5, 15, 20, 9, 11, 5, 9, 1, 1], dice="2d6")
    <roguelab: 83 items of 11 values, the sums of 2d6>
    """
    rows = list(check_list("observed", observed))
    runs = {"observed": rows}
    if rows and hasattr(rows[0], "__len__"):
        runs = {f"observed[{place}]": row for place, row in enumerate(rows)}
    lists = [_listed(check_whole(f"{name}[{i}]", count) for i, count in enumerate(run)) for name, run in runs.items()]
    if drawn is not None:
        drawn = check_whole("drawn", drawn, 1)
    question = dict(ask="counts", counts=lists, weights=list_numbers("weights", weights), dice=dice, drawn=drawn, alpha=alpha)
    return Answer(_ask(question))


def rate(
    hits: SupportsIndex, tries: SupportsIndex, chance: SupportsFloat, *, alpha: Optional[SupportsFloat] = None
) -> Answer:
    """Judges how often an event came that should come with a chance. It fails wrongly with a chance of `alpha`, 1e-6.

    >>> import roguelab
    >>> roguelab.rate(0, 84, 0.5).verdict
    'FAIL'
    """
    tries = check_whole("tries", tries, 1)
    hits = check_whole("hits", hits, 0, tries)
    return Answer(_ask(dict(ask="rate", rate=f"{hits}/{tries}", chance=chance, alpha=alpha)))


def bias(
    rule: str,
    *,
    n: Optional[SupportsIndex] = None,
    bits: Optional[SupportsIndex] = None,
    rand_max: Optional[SupportsIndex] = None,
    pity: Optional[SupportsIndex] = None,
    all: bool = False,
) -> Answer:
    """Computes the exact law of a rule as a program has it, such as `"rand() % 6 + 1"` or `"4d6kh3"`, or one that makes numbers below
    `n` of a word `w` of `bits` bits, 32 unless they are given; `rand_max` is the greatest word.

    `pity` asks how many tries it takes until a rule such as `"w % 100 < 5"` is true, with so many tries at most. With `all`, the
    text has the chance of each number, and not only the greatest and the least. docs/bias.md describes rules.

    >>> import roguelab
    >>> roguelab.bias("w % n", n=6, bits=8).json()["total_variation"]["exact"]
    '1/192'
    """
    return Answer(_ask(dict(ask="bias", rule=rule, n=n, bits=bits, pity=pity, all=bool(all), **{"rand-max": rand_max})))


def generators() -> List[str]:
    """The names of all generators, which `words`, `check` and `who` take.

    >>> import roguelab
    >>> "pcg32" in roguelab.generators()
    True
    """
    listed = _ask(dict(ask="generators"))["answer"]["generators"]
    return [str(generator["name"]) for generator in listed if generator["has_words"]]


def words(generator: str, seed: SupportsIndex) -> Iterator[int]:
    """The words of a generator without end, from a seed.

    >>> import roguelab
    >>> next(roguelab.words("mt19937-array", 42))
    2746317213
    """
    return _roguelab.Words(generator, str(check_whole("seed", seed, -(2**63))))
