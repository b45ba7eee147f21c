"""Checks two JSON Schemas: that of the vector pack accepts every file of the pack and no broken copy of one, and that of
docs/json.schema.json accepts what the program prints, and neither less nor more.

Needs Python's module jsonschema, 4.0 or later, which nobody here wrote. Run by `cargo xtask ci schema`, with the program's path.
"""

import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from jsonschema import Draft202012Validator


def one_of_each_op(file):
    """For each op, a copy of the file in which a step of it is the only one: the whole file would take long."""
    steps = {step["op"]: (case, step) for case in file["cases"] for step in case["steps"]}
    for op, (case, step) in steps.items():
        yield op, {**file, "cases": [{**case, "steps": [step]}]}


def broken(file):
    """Copies of a file with one fault each, with what the fault is."""
    for key in file:
        yield f"without {key}", {name: value for name, value in file.items() if name != key}
    for op, short in one_of_each_op(file):

        def change(what, edit):
            changed = copy.deepcopy(short)
            edit(changed["cases"][0]["steps"][0])
            return f"{op}: {what}", changed

        step = short["cases"][0]["steps"][0]
        for key in ["op", "args", "output"]:
            yield change(f"without {key}", lambda step: step.pop(key))
        for part in ["args", "output"]:
            for key, value in step[part].items():
                other = 1 if isinstance(value, str) else "1"
                yield change(f"{part}.{key} is {other!r}", lambda step: step[part].update({key: other}))


MSVC = "41,18467,6334,26500,19169,15724"

# Commands whose answers have every part filled somewhere.
COMMANDS = [
    f"roguelab who --json --numbers {MSVC},11478,29358 --next 3 --previous 2",
    "roguelab who --json --numbers 41,18467,?,26500,19169,15724,11478,29358",
    f"roguelab who --json --numbers {MSVC},11479,29358,26962,24464",
    "roguelab who --json --numbers 3,1,4,1,5,9,2,6,5,3 --below 10 --seconds 0.2",
    "roguelab who --json --numbers 41,18467 --seconds 0.2 --all",
    "printf '3 1 4 2 5 0 9 7 8 6' | roguelab who --json --seconds 0.2",
    f"roguelab who --json --numbers {MSVC} --numbers {MSVC}",
    f"roguelab who --json --numbers {MSVC} --numbers 38,7719,21238,2437,8855,11797",
    "roguelab check new-game --actual port --json --kind golden",
    "roguelab check new-game --actual port --json --ops 'new_game 7'",
    "roguelab check pcg32 --json --kind golden -- sh -c 'while read op; do echo 0; done'",
    "printf '0 210066564 199112357' | roguelab check pcg32 --seed 42 --json",
    "printf '3 3 2 1 1' | roguelab check pcg32 --seed 42 --rule 'w % 6' --json",
    "printf '2707161783 2068313097' | roguelab check pcg32 --seed 42 --json",
    "printf '0.1 0.2 0.3' | roguelab check pcg32 --seed 42 --json",
    "roguelab words pcg32 --seed 1 -n 5000 | roguelab test --json --all-p-values",
    "roguelab words zoo/counter --seed 1 -n 5000 | roguelab test --json",
    "roguelab words pcg32 --seed 1 -n 3000 --below 6 --format text | roguelab test --below 6 --json",
    "roguelab test --counts 10,20,30,20,10,10 --json",
    "roguelab test --counts 95,4,1 --weights 95,4,1 --json",
    "roguelab test --counts 0,5,1,2,4,5,7,0,1,2,1 --weights 123457,3222,4330,51231,62333,73333,8334,93333,1222,1333,45333 --json",
    "roguelab test --chi-square 28.9 --df 9 --json",
    "roguelab test --mean 3.02 --of 96000 --deviation 10 --json",
    "roguelab test --rate 7/84 --chance 0.1 --json",
    "roguelab bias 'w % n' -n 6 --json",
    "roguelab bias lemire -n 6 --json",
    "roguelab bias 'w >> 29' -n 6 --json",
    "roguelab bias --shuffle naive -n 4 --json",
    "roguelab bias --state-bits 32 -n 52 --json",
    "roguelab bias 'max(w0 % 6, w1 % 6)' --json",
    "roguelab bias 'rand() % 6' --json",
    "roguelab bias 'randint(1, 6)' --json",
    "roguelab bias 'w % 100 < 5' --pity 10 --json",
    "roguelab atlas show 42 --json",
    "roguelab atlas find --potion healing=pink --json -n 2",
    "roguelab atlas draws 42 --json -n 2",
    "roguelab trace record get_rand --seed 1 -n 5 >a; roguelab trace record get_rand --seed 2 -n 5 >b; roguelab trace diff a b --json",
    "roguelab trace diff a a --json",
]


def answers(program):
    """What the commands print, with the commands."""
    path = os.pathsep.join([str(pathlib.Path(program).resolve().parent), os.environ["PATH"]])
    with tempfile.TemporaryDirectory() as folder:
        for command in COMMANDS:
            done = subprocess.run(command, shell=True, cwd=folder, env={**os.environ, "PATH": path}, capture_output=True)
            if not done.stdout:
                sys.exit(f"{command}: it printed nothing, and on standard error: {done.stderr.decode()}")
            yield command, json.loads(done.stdout)


def check_answers(program):
    """The faults of the schema of the program's JSON, and how many documents and broken copies it was asked about."""
    schema = json.loads((pathlib.Path(__file__).parents[3] / "docs/json.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    faults, copies, count, seen = [], 0, 0, set()
    for command, answer in answers(program):
        count += 1
        name = answer["schema"]
        seen.add(name)
        place = "#/$defs/" + name.replace("/", "~1")
        validator = Draft202012Validator({**schema, "oneOf": [{"$ref": place}]})
        for error in validator.iter_errors(answer):
            parts = error.context or [error]
            faults += [f"{command}: {part.message} at {part.json_path}" for part in parts]
        broken = [{key: value for key, value in answer.items() if key != left_out} for left_out in answer if left_out != "seed"]
        for copied in [*broken, {**answer, "surplus": 1}]:
            copies += 1
            if validator.is_valid(copied):
                faults.append(f"{command}: the schema accepts a broken copy")
    unseen = {name for name in schema["$defs"] if "/" in name} - seen
    faults += [f"no command prints {name}" for name in sorted(unseen)]
    return faults, copies, count


def main():
    folder = pathlib.Path(__file__).parents[3] / "fixtures/vectors"
    schema = json.loads((folder / "schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    files = sorted(path for path in folder.glob("*.json") if path.name != "schema.json")
    faults, copies = [], 0
    for path in files:
        file = json.loads(path.read_text())
        faults += [f"{path.name}: {error.message} at {error.json_path}" for error in validator.iter_errors(file)]
        for op, short in one_of_each_op(file):
            if not validator.is_valid(short):
                faults.append(f"{path.name} {op}: the schema refuses it alone")
        for what, copied in broken(file):
            copies += 1
            if validator.is_valid(copied):
                faults.append(f"{path.name} {what}: the schema accepts it")
    print(*faults, f"{len(files)} files, {copies} broken copies, {len(faults)} faults", sep="\n")
    more, broken_answers, count = check_answers(sys.argv[1])
    print(*more, f"{count} answers, {broken_answers} broken copies, {len(more)} faults", sep="\n")
    return 1 if faults or more or not files or not copies else 0


sys.exit(main())
