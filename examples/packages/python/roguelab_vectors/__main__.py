"""The command line of roguelab_vectors."""

import importlib
import os
import sys

from . import FOLDER, load, run, subjects

USAGE = """usage: python3 -m roguelab_vectors list                       the subjects
       python3 -m roguelab_vectors run SUBJECT MODULE:CLASS   compares that port
       python3 -m roguelab_vectors path                       the folder of the JSON files

exit codes: 0 all steps compared agree; 1 a step differs; 2 nothing could be compared"""


def carry_out(arguments):
    if arguments == ["list"]:
        for subject in subjects():
            print(f"{subject:14} {load(subject)['about']}")
        return 0
    if arguments == ["path"]:
        print(FOLDER)
        return 0
    if len(arguments) != 3 or arguments[0] != "run":
        is_help = arguments[:1] in (["--help"], ["-h"], ["help"])
        print(USAGE, file=sys.stdout if is_help else sys.stderr)
        return 0 if is_help else 2
    module, _, name = arguments[2].partition(":")
    if not name:
        raise ValueError(f"MODULE:CLASS belongs here, not {arguments[2]}")
    # The script of an installed package has no path to the folder it is called in.
    sys.path.insert(0, "")
    result = run(arguments[1], getattr(importlib.import_module(module), name))
    print(result)
    return 1 if result.difference else 0


def main():
    sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return carry_out(sys.argv[1:])
    except BrokenPipeError:
        # Whoever reads has enough; Python would complain again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    except Exception as error:
        print(f"roguelab-vectors: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
