import sys

ops = {}

def op(function):
    ops[function.__name__] = function
    return function

def run():
    for line in sys.stdin:
        name, *arguments = line.split()
        if name == "reset":
            answer = reset()
        elif name in ops:
            # A rule is a word, and everything else a number.
            answer = ops[name](*[int(text, 0) if text[-1].isdigit() or "0x" in text else text for text in arguments])
        else:
            answer = "?"
        if answer is None:
            answer = "nothing"
        if isinstance(answer, list):
            answer = "[" + " ".join(map(str, answer)) + "]"
        print(answer, flush=True)

def reset():
    return None

