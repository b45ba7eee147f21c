"""The answers of the program `roguelab`, as functions."""

from __future__ import annotations

import builtins
import json
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from . import _roguelab

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
        """The command line of the program that says the same."""
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
        """The name of the generator, as in `roguelab who --list`."""
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

    def next(self, n: int = 10) -> List[Number]:
        """The numbers that follow."""
        return self._around("next", n)

    def previous(self, n: int = 10) -> List[Number]:
        """The numbers before the first."""
        return self._around("previous", n)

    def _around(self, side: str, n: int) -> List[Number]:
        if not self:
            raise ValueError("no generator is named: " + str(self))
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


def _ask(question: Dict[str, Any], input: bytes = b"") -> Dict[str, Any]:
    question = {key.rstrip("_").replace("_", "-"): value for key, value in question.items() if value is not None}
    reply: Dict[str, Any] = json.loads(_roguelab.ask(json.dumps(question), input))
    if reply["error"] is not None:
        raise ValueError(reply["error"])
    return reply


def _text(numbers: Iterable[Any]) -> bytes:
    return "\n".join(map(str, numbers)).encode()


def _listed(values: Union[None, str, Iterable[Any]]) -> Optional[str]:
    """Values in a list with commas, as an option has it."""
    return values if values is None or isinstance(values, str) else ",".join(map(str, values))


def _read(numbers: Numbers, kind: Optional[str]) -> Tuple[bytes, Optional[str]]:
    """The numbers as an input of the program, and their kind."""
    if isinstance(numbers, str):
        return numbers.encode(), kind
    if isinstance(numbers, (bytes, bytearray)):
        return bytes(numbers), kind or "u8"
    return _text(numbers), kind


def who(
    numbers: Numbers,
    *,
    below: Optional[int] = None,
    base: Optional[int] = None,
    dice: Optional[str] = None,
    bits: Optional[int] = None,
    range: Optional[Tuple[float, float]] = None,
    normal: Union[None, bool, Tuple[float, float]] = None,
    alphabet: Union[None, str, Sequence[str]] = None,
    seed: Optional[int] = None,
    seconds: Optional[float] = None,
    within: Optional[int] = None,
    only: Optional[str] = None,
    kind: Optional[str] = None,
    all: bool = False,
) -> Found:
    """Says what made some numbers: the generator, its seed or state, and how numbers were made of its outputs.

    >>> import roguelab
    >>> answer = roguelab.who([41, 18467, 6334, 26500, 19169])
    >>> answer.generator, answer.seed, answer.next(2)
    ('msvc-rand', 1, [15724, 11478])

    The options are those of `roguelab who`. Bytes are numbers of 8 bits, unless `kind` says what they are. Nothing is named that may be
    a coincidence; then the answer is false:

    >>> bool(roguelab.who([3, 1, 4, 1, 5], seconds=0.1))
    False
    """
    doubles = False
    if not isinstance(numbers, (str, bytes, bytearray)):
        numbers = list(numbers)
        # Those of numpy with 32 bits are no floats of Python, and have fewer digits.
        doubles = builtins.all(isinstance(number, (int, float)) for number in numbers)
    input, kind = _read(numbers, kind)
    question = dict(
        doubles=doubles, ask="who", below=below, base=base, dice=dice, bits=bits, range=_listed(range), normal=_moments(normal),
        alphabet=_listed(alphabet), seed=seed, seconds=seconds, within=within, only=only, kind=kind, all=all,
    )  # fmt: skip
    return Found(_ask(question, input), question, input)


def _moments(normal: Union[None, bool, Tuple[float, float]]) -> Optional[str]:
    if normal is True:
        return "0,1"
    return _listed(normal or None)


def who_differs(a: Numbers, b: Numbers, *, below: Optional[int] = None, seconds: Optional[float] = None) -> Answer:
    """Says how two lists differ that should have been the same.

    >>> import roguelab
    >>> print(roguelab.who_differs([41, 18467, 6334, 26500, 19169], [18467, 6334, 26500, 19169, 15724]))
    B begins 1 number later: from there on it is A.
    ...
    """
    (first, kind), (second, _) = _read(a, None), _read(b, None)
    question = dict(ask="who-differs", first=len(first), below=below, seconds=seconds, kind=kind)
    return Answer(_ask(question, first + second))


def check(generator: str, seed: int, words: Numbers) -> Answer:
    """Compares the words of a port with those of a generator. The answer is true if they agree.

    >>> import roguelab
    >>> bool(roguelab.check("pcg32", 42, [2707161783, 2068313097, 3122475824]))
    True
    """
    input, _ = _read(words, "text")
    return Answer(_ask(dict(ask="check", generator=generator, seed=seed), input))


def _items(items: Numbers, kind: Optional[str]) -> Tuple[bytes, Optional[str]]:
    """Items as an input of the program. Arrays of numbers that are not negative are passed as they are in memory."""
    if isinstance(items, (str, bytes, bytearray)):
        return _read(items, kind)
    try:
        view = memoryview(items)  # type: ignore[arg-type]
    except TypeError:
        rows = list(items)
        if rows and not isinstance(rows[0], (int, float, str)) and hasattr(rows[0], "__len__"):
            return "\n".join(" ".join(map(str, row)) for row in rows).encode(), kind
        return _text(rows), kind
    letter, is_signed = view.format.lstrip("@=<"), view.format[-1] in "bhilqn"
    name = _KINDS.get(f"{letter.upper() if is_signed else letter}{view.itemsize}")
    is_native = not view.format.startswith((">", "!"))
    if name is None or not is_native or view.ndim != 1 or (is_signed and _lowest(items) < 0):
        return _text(items), kind
    return view.tobytes(), kind or name


def _lowest(items: Iterable[Any]) -> int:
    lowest = getattr(items, "min", None)
    return int(lowest() if lowest and len(items) else min(items, default=0))  # type: ignore[arg-type]


def test(
    items: Numbers,
    *,
    below: Optional[int] = None,
    base: Optional[int] = None,
    weights: Optional[Sequence[float]] = None,
    permutations: bool = False,
    normal: Union[None, bool, Tuple[float, float]] = None,
    exponential: Optional[float] = None,
    bits: Optional[int] = None,
    kind: Optional[str] = None,
    alpha: Optional[float] = None,
) -> Answer:
    """Tests whether items are what a fair source gives. The answer is true if the verdict is PASS.

    >>> import random, roguelab
    >>> die = random.Random(1)
    >>> roguelab.test([die.randrange(5) for _ in range(6000)], below=6).verdict
    'FAIL'
    """
    input, kind = _items(items, kind)
    question = dict(
        ask="test", below=below, base=base, weights=_listed(weights), permutations=permutations, normal=_moments(normal),
        exponential=exponential, bits=bits, kind=kind, alpha=alpha,
    )  # fmt: skip
    return Answer(_ask(question, input))


def counts(
    observed: Sequence[Any], *, weights: Optional[Sequence[float]] = None, dice: Optional[str] = None, alpha: Optional[float] = None
) -> Answer:
    """Judges how often each value came: a list of counts, or a list of such lists, one for each run.

    With dice such as "2d6" the counts are those of their sums, from the lowest on.

    >>> import roguelab
    >>> roguelab.counts([8, 13, 6, 11, 14, 8]).verdict
    'PASS'
    >>> roguelab.counts([3, 4, 5, 15, 20, 9, 11, 5, 9, 1, 1], dice="2d6")
    <roguelab: 83 items of 11 values, the sums of 2d6>
    """
    runs = observed if len(observed) and hasattr(observed[0], "__len__") else [observed]
    question = dict(ask="counts", counts=[_listed(run) for run in runs], weights=_listed(weights), dice=dice, alpha=alpha)
    return Answer(_ask(question))


def rate(hits: int, tries: int, chance: float, *, alpha: Optional[float] = None) -> Answer:
    """Judges how often an event came that should come with a chance.

    >>> import roguelab
    >>> roguelab.rate(0, 84, 0.5).verdict
    'FAIL'
    """
    return Answer(_ask(dict(ask="rate", rate=f"{hits}/{tries}", chance=chance, alpha=alpha)))


def bias(rule: str, *, n: Optional[int] = None, bits: Optional[int] = None, pity: Optional[int] = None, all: bool = False) -> Answer:
    """Computes the exact law of a rule that makes numbers of words.

    >>> import roguelab
    >>> roguelab.bias("w % n", n=6, bits=8).json()["total_variation"]["exact"]
    '1/192'
    """
    return Answer(_ask(dict(ask="bias", rule=rule, n=n, bits=bits, pity=pity, all=all)))
