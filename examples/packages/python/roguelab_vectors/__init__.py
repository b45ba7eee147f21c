"""The vector pack of roguelab: its files, and a runner that compares a port with them.

pack/README.md describes the format.
"""

import dataclasses
import json
import operator
import pathlib
from typing import Any, Callable, Dict, List, Optional

__all__ = ["FOLDER", "Difference", "Result", "load", "run", "subjects"]

#: Where the JSON files, their schema and their page are.
FOLDER = pathlib.Path(__file__).resolve().parent / "pack"


def subjects() -> List[str]:
    """The names of all subjects."""
    return sorted(path.stem for path in FOLDER.glob("*.json") if path.name != "schema.json")


def load(subject: str) -> Dict[str, Any]:
    """The file of a subject, parsed; a LookupError if there is none."""
    if subject not in subjects():
        raise LookupError(f"no subject is called {subject}; there are {', '.join(subjects())}")
    return json.loads((FOLDER / f"{subject}.json").read_text(encoding="utf-8"))


@dataclasses.dataclass
class Difference:
    """A step that differs."""

    case: str
    #: The place of the step in its case, from 0.
    step: int
    op: str
    args: Dict[str, Any]
    #: draws or output
    part: str
    expected: str
    actual: str


@dataclasses.dataclass
class Result:
    """What came of a comparison; str() has it in words."""

    subject: str
    #: The steps in the file.
    steps: int
    #: The steps that agree; those after a difference are not run.
    agreed: int = 0
    #: The steps not compared, by the op that the port lacks.
    left_out: Dict[str, int] = dataclasses.field(default_factory=dict)
    #: The steps that agree of which the draws were not compared.
    without_draws: int = 0
    #: The first difference.
    difference: Optional[Difference] = None

    def __str__(self):
        lines = []
        if self.difference:
            at = self.difference
            args = json.dumps(at.args, separators=(",", ":"), ensure_ascii=False)
            lines.append(f"{self.subject}: case `{at.case}`, step {at.step}, {at.op} {args}, {at.part}:")
            lines += [f"  the file has {at.expected}", f"  the port has {at.actual}"]
        lines.append(f"{self.subject}: {self.agreed} of {self.steps} steps agree")
        lines += [f"  {count} not compared: the port has no method {op}" for op, count in self.left_out.items()]
        if self.without_draws:
            lines.append(f"  the draws of {self.without_draws} not compared: the port has no list `draws`")
        return "\n".join(lines)


class _WrongType(Exception):
    """What a port shows is not of the declared type."""

    def __init__(self, value, wanted):
        super().__init__(f"{value!r:.100}, which is not {wanted}")


def _integer(value):
    try:
        # Of numpy too; no float has this.
        return operator.index(value)
    except TypeError:
        raise _WrongType(value, "an integer") from None


def _text(value):
    if isinstance(value, str):
        return value
    raise _WrongType(value, "a string")


def _list(of):
    def items(value):
        if isinstance(value, str) or not hasattr(value, "__iter__"):
            raise _WrongType(value, "a list")
        return [of(item) for item in value]

    return items


def _large(value):
    return str(_integer(value))


#: What a port shows, as the files write it.
_AS_WRITTEN = {
    "nothing": lambda _: None,
    "i32": _integer,
    "u32": _integer,
    "i64": _large,
    "u64": _large,
    "words": _list(_integer),
    "words64": _list(_large),
    "texts": _list(_text),
}

_pairs = _list(_list(_integer))


def _shown(value):
    if value is None:
        return "nothing"
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _parts(port, op, step):
    """The parts of a step to compare, draws before the output: what the file has, and what the port has."""
    has_draws = op["draws"] and isinstance(getattr(port, "draws", None), list)
    if has_draws:
        port.draws.clear()
    kinds = [(argument["name"], argument["type"]) for argument in op["arguments"]]
    args = [int(step["args"][name]) if kind in ("i64", "u64") else step["args"][name] for name, kind in kinds]
    result = getattr(port, op["name"])(*args)
    if has_draws:
        yield "draws", step["draws"], lambda: _pairs(port.draws)
    yield "output", step["output"].get(op["output"]), lambda: _AS_WRITTEN[op["output"]](result)


def _differs(port, op, step):
    """Part, expected and actual of the first part that differs, or None."""
    part, expected = "output", step["output"].get(op["output"])
    try:
        for part, expected, ours in _parts(port, op, step):
            actual = ours()
            # As texts: 1, 1.0 and True are equal in Python.
            if _shown(actual) != _shown(expected):
                return part, _shown(expected), _shown(actual)
    except _WrongType as error:
        return part, _shown(expected), str(error)
    except Exception as error:  # Whatever the port raises.
        return part, _shown(expected), f"an exception: {error!r}"
    return None


def run(subject: str, port: Callable[..., Any]) -> Result:
    """Compares a port with every step of a subject, up to the first that differs.

    Each case starts from a new port, `port()`; or `port(tables)` where the subject has tables of names. Its methods have
    the names of the ops and take their arguments in the declared order. A list `draws` of (n, value) is emptied before
    each op and compared after it. A case ends where the port lacks an op. Raises ValueError if nothing could be compared.
    """
    pack = load(subject)
    tables = [pack["tables"]] if pack["tables"] else []
    declared = {op["name"]: op for op in pack["ops"]}
    result = Result(subject, sum(len(case["steps"]) for case in pack["cases"]))
    for case in pack["cases"]:
        started = port(*tables)
        for index, step in enumerate(case["steps"]):
            op = declared[step["op"]]
            if not callable(getattr(started, op["name"], None)):
                # What comes after it starts from a state that only this op makes.
                left = len(case["steps"]) - index
                result.left_out[op["name"]] = result.left_out.get(op["name"], 0) + left
                break
            differs = _differs(started, op, step)
            if differs:
                result.difference = Difference(case["name"], index, op["name"], step["args"], *differs)
                return result
            result.without_draws += op["draws"] and not isinstance(getattr(started, "draws", None), list)
            result.agreed += 1
    if result.agreed == 0:
        raise ValueError(f"{subject}: nothing was compared: the port lacks {', '.join(result.left_out)}")
    return result
