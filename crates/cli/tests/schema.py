"""Checks the JSON Schema of the vector pack: it accepts every file of the pack and no broken copy of one.

Needs Python's module jsonschema, 4.0 or later, which nobody here wrote. Run by `cargo xtask ci schema`.
"""

import copy
import json
import pathlib
import sys

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
    return 1 if faults or not files or not copies else 0


sys.exit(main())
