import os
import subprocess
import sys

import roguelab_vectors
from roguelab_vectors import run


def expect(condition, said):
    if not condition:
        sys.exit(f"{said}")


def raises(kind, action):
    try:
        action()
    except kind as error:
        return str(error)
    sys.exit(f"no {kind.__name__}")


class Words:
    def srrandom(self, seed):
        pass


def actual(random):
    port = type("Port", (Words,), {"rrandom": lambda self: random()})
    return run("rrandom", port).difference.actual


expect(actual(lambda: [][0]) == "an exception: IndexError('list index out of range')", "an exception")
expect(actual(lambda: 0.5) == "0.5, which is not an integer", "a float")
expect(actual(lambda: "1") == "'1', which is not an integer", "a text")
expect(actual(lambda: None) == "None, which is not an integer", "nothing")


# Other draws are told before other outputs.
class Low(Words):
    def __init__(self):
        self.draws = []

    def get_rand(self, x, y):
        self.draws.append((1, 0))
        return x


other = run("get_rand", Low)
expect((other.difference.part, other.difference.actual) == ("draws", "[[1,0]]"), other)
expect(", draws:\n  the file has [[" in str(other) and "\n  the port has [[1,0]]\n" in str(other), other)

# An op that it lacks ends each of its cases.
part = run("rrandom", Words)
expect(part.difference is None and part.agreed > 0 and part.left_out["rrandom"] > 0, part)
expect(part.agreed + sum(part.left_out.values()) == part.steps, part)
expect(" not compared: the port has no method rrandom\n" in f"{part}\n", part)

lacks = raises(ValueError, lambda: run("get_rand", object))
expect("nothing was compared: the port lacks " in lacks, lacks)
raises(LookupError, lambda: run("../pack/rrandom", Low))
raises(LookupError, lambda: roguelab_vectors.load("schema"))


# From the command line, of the module and of the script that was installed beside it.
def cli(*args):
    return subprocess.run([sys.executable, "-m", "roguelab_vectors", *args], capture_output=True, text=True)


with open("zero.py", "w") as file:
    file.write("class Zero:\n    def srrandom(self, seed): pass\n    def rrandom(self): return 0\n")
for code, *args in [(1, "rrandom", "zero:Zero"), (2, "rrandom", "zero:One"), (2, "rrandoms", "zero:Zero"), (2, "rrandom", "zero")]:
    said = cli("run", *args)
    expect(said.returncode == code, (args, said))
expect(cli().returncode == 2, "no command")
expect(os.path.exists(os.path.join(cli("path").stdout.strip(), "pcg32.json")), "path")
expect(len(cli("list").stdout.splitlines()) == len(roguelab_vectors.subjects()), "list")
script = subprocess.run(["bin/roguelab-vectors", "run", "rrandom", "zero:Zero"], env={**os.environ, "PYTHONPATH": "."}, capture_output=True)
expect(script.returncode == 1, script)

print("ok")
