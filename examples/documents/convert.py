#!/usr/bin/env python3
"""Turns outputs of the documents' own code, in the shapes in which they were recorded, into vectors.

    python3 convert.py FOLDER OUT        reads amazing.json, boss.json, ... of FOLDER, writes amazing.json, boss-maze.json, ... to OUT
    roguelab vectors check OUT           compares them with the ports

Every number of the old files is in the new ones, most of them as they were, and the others in a form that can be turned back:
a double as its bits, a fraction of 2^32 as the word, a pack of cards as the draws that shuffle it. What is a function of another
number (an order of directions of its byte, a digest of its text) is checked here. Nothing comes from the ports: where an output
of a subject shows more than a document, that is worked out here from the document.

The files of fixtures/documents were made by this.
"""
import hashlib, json, pathlib, struct, sys

MASK = 2**64 - 1


class Pcg32:
    """The generator of the documents, for the state after so many draws, and for seeds that give wanted draws."""

    def __init__(self, initstate, initseq):
        self.state, self.inc = 0, (initseq << 1 | 1) & MASK
        self.word()
        self.state = (self.state + initstate) & MASK
        self.word()

    def word(self):
        old = self.state
        self.state = (old * 6364136223846793005 + self.inc) & MASK
        word, rotation = ((old >> 18 ^ old) >> 27) & 0xFFFFFFFF, old >> 59
        return (word >> rotation | word << (-rotation & 31)) & 0xFFFFFFFF


WIDE = {"initstate", "initseq", "state", "inc", "l", "h", "delta"}


def step(op, output=None, draws=None, **args):
    line = {"op": op}
    if args:
        line["args"] = {name: str(value) if name in WIDE else value for name, value in args.items()}
    if output is not None:
        line["output"] = output
    if draws is not None:
        line["draws"] = draws
    return line


i32, u32, words = (lambda value, kind=kind: {kind: value} for kind in ("i32", "u32", "words"))
i64, u64 = (lambda value, kind=kind: {kind: str(value)} for kind in ("i64", "u64"))
texts = lambda *lines: {"texts": list(lines)}
bits = lambda text: int(text, 16)
places = lambda name, list_: " ".join([name] + [",".join(map(str, place)) for place in list_])
numbers = lambda name, list_: " ".join([name, *map(str, list_)])
said = lambda value: str(value).lower() if isinstance(value, bool) else str(value)
show = lambda generator: step("show", texts(f"PCGen {bits(generator[0])} {bits(generator[1])}"))
state_of = lambda generator: f"state {bits(generator[0]):016x}"

# An op that the document's code has and the subject has not: its arguments with their types, what it shows, and what it does.
OWN = {
    "new-game": [("game", "seed:i32", "texts", "The residue of the seed, how many numbers the names of its game take, and the SHA-256 of its line in the canonical dump.")],
    "haskell": [
        ("gen_range", "", "texts", "genRange: the least and the greatest number of next."),
        ("doubles", "state:u64 inc:u64 l:i64 h:i64 count:u32", "texts", "That many numbers of randomR (l, h) :: Double from this generator, as the bits of IEEE doubles in 16 hexadecimal digits, and the generator after them, as show does."),
    ],
    "rooms": [
        ("blob", "width:u32 height:u32 state:u64 inc:u64", "texts", "The first stage of the document, one room, from this generator: the rows, and the state after it."),
        ("sectors", "width:u32 height:u32 state:u64 inc:u64", "texts", "The second stage, nine rooms without halls: a line of corners as drawn for each, the rows, and the state after them."),
    ],
    "permutation": [
        ("second_of_ten", "r1:u32 r2:u32", "u32", "The second number of a permutation of 0 .. 9 whose first draws are these."),
        ("collisions", "n:u32", "words", "The formula as printed, without + 1: of how many triples of draws the third number is one of the first two, and how many triples there are."),
    ],
    "boss-maze": [("counts", "width:u32 height:u32 initstate:u64 initseq:u64", "texts", "Of the packed maze with the rule modulo: draws, calls of visit, the greatest depth of its recursion, cells, and whether the border is intact.")],
    "amazing": [
        ("run", "width:u32 height:u32 initstate:u64 initseq:u64", "texts", "The document's program with the rule scaled and drawn restarts: how it ended; the walls and the visits, column by column; what an analysis finds; then draws and both texts of a maze that ended, or for one that never does the first printed line, the list of visited cells and their count."),
        ("may_stand_at", "width:u32 height:u32 initstate:u64 initseq:u64 column:u32 row:u32", "u32", "1 if the visitor of this run, which never ends, comes by this place again and again, otherwise 0."),
    ],
}


def vectors(subject, document, language, cases, about=None):
    ops = [
        {"name": name, "arguments": [dict(zip(("name", "type"), argument.split(":"))) for argument in arguments.split()], "output": output, "draws": False, "does": does}
        for name, arguments, output, does in OWN.get(subject, [])
        if any(step["op"] == name for _, steps in cases for step in steps)
    ]
    source = {"outputs": "the document's own code", "document": document, "language": language}
    line = lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    text = f'{{\n "schema": "roguelab-vectors/1",\n "subject": {line(subject)},\n "source": {line(source)},\n'
    if ops:
        text += ' "ops": [\n  ' + ",\n  ".join(map(line, ops)) + "\n ],\n"
    case = lambda name, steps: f'  {{"name":{line(name)},"steps":[\n   ' + ",\n   ".join(map(line, steps)) + "\n  ]}"
    return text + ' "cases": [\n' + ",\n".join(case(name, steps) for name, steps in cases) + "\n ]\n}\n"


def rogue(file):
    unseeded = [("unseeded", [step("rrandoms", words(file["unseeded_type3_first64"]), count=64)])]
    type3, type0, rolls, games = unseeded, [], [], []
    for it in file["seeds"]:
        seed, name = it["seed"], f"seed {it['seed']}"
        seeding = step("srrandom", seed=seed)
        type3.append((name, [seeding, step("rrandoms", words(it["rrandom_type3_first64"]), count=64)]))
        type0.append((name, [seeding, step("rrandoms", words(it["type0_lcg_first64"]), count=64)]))
        rolls.append((name, [seeding, step("get_rands", words(it["get_rand_1_100_first32"]), x=1, y=100, count=32)]))
        rolls.append((f"{name}, coins", [seeding] + [step("coin_toss", u32(coin)) for coin in it["coin_toss_first32"]]))
        wands = [f"{material} {'wand' if material in METALS else 'staff'}" for material in it["wands"]]
        names = it["potions"] + wands + it["rings"] + it["scrolls"]
        facts = [f"residue {it['seed_mod_32768']}", f"draws {it['init_get_rand_calls']}", f"sha256 {it['canonical_line_sha256']}"]
        games.append((name, [step("new_game", texts(*names), seed=seed), step("game", texts(*facts), seed=seed)]))
    document = "Rogue Random Generator (2022-01-25)"
    return {
        "rrandom": vectors("rrandom", document, "C", type3),
        "rrandom-type0": vectors("rrandom-type0", document, "C", type0),
        "get_rand": vectors("get_rand", document, "C", rolls),
        "new-game": vectors("new-game", document, "C", games),
    }


# The metals of Rogue's table: a wand of another material is a staff.
METALS = "steel bronze gold silver copper nickel cobalt tin iron magnesium chrome carbon platinum silicon titanium".split()


def pcg32(file):
    cases = []
    for it in file["generators"]:
        first, second = map(bits, it["args"])
        names = ("initstate", "initseq") if it["kind"] == "srandom" else ("state", "inc")
        seeded = step(it["kind"], u64(bits(it["state"])), **dict(zip(names, (first, second))))
        far = it["advance_2pow40"]
        run = step("randoms", words(it["first64"]), count=64)
        cases.append((f"{it['kind']} {first} {second}", [
            seeded, run, step("advance", u64(bits(it["state_after_64"])), delta=0),
            seeded, step("advance", u64(bits(far["state"])), delta=2**40), step("randoms", words(far["next8"]), count=8),
            seeded, step("advance", u64(bits(it["advance_1000000_state"])), delta=10**6),
            seeded, step("step_back", u64(bits(it["state_one_step_back"]))),
            step("raw", u64(bits(it["state"])), state=bits(it["state"]), inc=bits(it["inc"])), run,
        ]))
    doubles = [x * 2**32 for x in file["uniform_double_u32_div_2pow32_first8_srandom_42_54"]]
    assert all(x == int(x) for x in doubles)
    cases.append(("eight fractions, each shown as the word over 2^32", [
        step("srandom", initstate=42, initseq=54), step("randoms", words([int(x) for x in doubles]), count=8)]))
    return {"pcg32": vectors("pcg32", "Week 3: Random Dungeons", "not recorded with the outputs", cases)}


def demonstration(file):
    it = file["demonstration"]
    steps = [step("srandom", initstate=bits(it["initstate"]), initseq=bits(it["initseq"]))]
    for one in it["rounds"]:
        steps += [step("randoms", words(one["words"]), count=6), step("advance", delta=2**64 - 6), step("randoms", words(one["words_again"]), count=6)]
        steps += [step("boundedrand", u32(int(coin == "H")), bound=2) for coin in one["coins"]]
        steps += [step("boundedrand", u32(roll - 1), bound=6) for roll in one["rolls"]]
        pack = ["A23456789TJQK".index(card[0]) * 4 + "hcds".index(card[1]) for card in one["cards"].split()]
        # The shuffle swaps place n - 1 with a drawn place below n, for n = 52, 51, ..., 2: place n - 1 is then as it will stay.
        cards = list(range(52))
        for n in range(52, 1, -1):
            draw = cards.index(pack[n - 1])
            cards[draw], cards[n - 1] = cards[n - 1], cards[draw]
            steps.append(step("boundedrand", u32(draw), bound=n))
        assert cards == pack
    name = "five rounds: six words, the same again, 65 coins, 33 rolls, the draws that shuffle a pack of 52 cards"
    return {"pcg32-demo": vectors("pcg32", "test-high/expected/check-pcg32.out of imneme/pcg-c", "C", [(name, steps)])}


def double_bits(pair):
    shown, (significand, exponent) = pair[0], json.loads(pair[1].replace("(", "[").replace(")", "]"))
    value = float(significand) * 2.0**exponent
    assert value == float(shown) and int(float(significand)) == significand
    return struct.unpack(">Q", struct.pack(">d", value))[0]


def haskell(file):
    cases, dungeons, full = [], [], (-(2**63), 2**63 - 1)
    for it in file["pcgen"]:
        raw = step("raw", state=bits(it["gen"][0]), inc=bits(it["gen"][1]))
        name = it["show"]
        steps = [raw, show(it["gen"])]
        assert it["show"] == steps[1]["output"]["texts"][0]
        for one in it["steps"]:
            steps += [step("next", i32(one["next"])), show([one["state_after"], it["gen"][1]])]
        steps += [raw, step("nexts", words([one["out"] for one in it["steps"]]), count=len(it["steps"]))]
        cases.append((f"{name}: steps", steps + [step("gen_range", texts(*map(str, it["genRange"])))]))
        steps, parent = [], it["gen"]
        for one in it["split_left_chain"]:
            for side in ("left", "right"):
                child = show(one[side])["output"]
                steps += [step("raw", state=bits(parent[0]), inc=bits(parent[1])), step(f"split_{side}", child), step("nexts", words(one[f"{side}_first5"]), count=5)]
            parent = one["left"]
        cases.append((f"{name}: children of children on the left", steps))
        for key, drawn in it.items():
            if not key.startswith(("random", "uniformMay")):
                continue
            values, after = drawn["values"], show(drawn["gen_after"])
            kind = key.split("_")[1]
            bounds = key.split("_")[2:4]
            if key.startswith("uniformMay"):
                assert values[0] is None
                draws = [step("uniform_may", u32(value - 1), n=n) for n, value in enumerate(values) if n]
            elif kind == "Double" and bounds:
                steps = texts(*[f"{double_bits(value):016x}" for value in values], *after["output"]["texts"])
                low, high = (int(bound.replace("m", "-")) for bound in bounds)
                cases.append((f"{name}: {key}", [step("doubles", steps, state=bits(it["gen"][0]), inc=bits(it["gen"][1]), l=low, h=high, count=len(values))]))
                continue
            elif kind == "Double":
                draws = [step("random_double", u64(double_bits(value))) for value in values]
            elif kind == "Word64":
                draws = [step("random_word64", u64(bits(value))) for value in values]
            elif kind == "PCGen":
                # A random generator is one random Word64, as its state and as its increment.
                assert all(state == inc for state, inc in values)
                draws = [step("random_word64", u64(bits(state))) for state, _ in values]
            else:
                if bounds in ([], ["full"]):
                    l, h = {"Bool": (0, 1), "Int": full, "Int64": full, "Int32": (-(2**31), 2**31 - 1), "Word32": (0, 2**32 - 1)}[kind]
                else:
                    l, h = (int(bound.replace("m", "-")) for bound in bounds)
                draws = [step("random_r", i64(int(value)), l=l, h=h) for value in values]
            steps = [raw, *draws, after]
            if "next_calls" in drawn:
                steps += [raw, step("nexts", count=drawn["next_calls"]), after]
            cases.append((f"{name}: {key}", steps))
    for it in file["dungeons"]:
        size, at = {"width": it["width"], "height": it["height"]}, {"state": bits(it["gen"][0]), "inc": bits(it["gen"][1])}
        name = f"{it['width']} by {it['height']}, PCGen {at['state']} {at['inc']}"
        steps = []
        if "v1_blob" in it:
            steps.append(step("blob", texts(*it["v1_blob"]["tiles"], state_of(it["v1_blob"]["gen_after"])), **size, **at))
        stage = it["v2_sectors"]
        corners = [numbers("room", room) for room in stage["sectors_x1_y1_x2_y2"]]
        steps.append(step("sectors", texts(*corners, *stage["tiles"], state_of(stage["gen_after"])), **size, **at))
        stage = it["v4_final"]
        rooms = [numbers("room", room) for room in stage["rooms_xl_yl_xh_yh"]]
        halls = [numbers("hall", hall or []) for hall in stage["halls_by_border_1_to_12"]]
        final = texts(*rooms, *halls, *stage["tiles"], state_of(stage["gen_after"]))
        steps += [step("raw", **at, rule="haskell"), step("rooms", final, **size, halls="straight")]
        dungeons.append((name, steps))
        assert all(state["gen_after"][1] == it["gen"][1] for state in it.values() if isinstance(state, dict))
    document, language = "Week 3: Random Dungeons", "Haskell, random-1.1 and MonadRandom-0.5.1.2"
    return {"haskell": vectors("haskell", document, language, cases), "rooms": vectors("rooms", document, language, dungeons)}


def seeded_for(draws):
    """A seeding after which the words, modulo the bounds, are these draws: (bound, draw)."""
    for initstate in range(10**6):
        pcg = Pcg32(initstate, 54)
        if all(pcg.word() % bound == draw for bound, draw in draws):
            return step("srandom", initstate=initstate, initseq=54, rule="modulo")


def boss(file):
    cases = []
    for n, table in file["permutation_tables"].items():
        steps, n = [], int(n)
        for row, permutation in table.items():
            draws = [[n - i, int(digit)] for i, digit in enumerate(row)]
            steps += [seeded_for(draws), step("permutation", words([int(digit) for digit in permutation]), draws, n=n)]
        cases.append((f"a permutation of {n} for each tuple of draws", steps))
    steps = []
    for it in file["random_directions"]:
        draws = [[4 - i, draw] for i, draw in enumerate(it["r"])]
        drawn = [it["byte"] >> shift & 3 for shift in (6, 4, 2, 0)]
        assert drawn == it["d1_to_d4"] and drawn[::-1] == it["order_visited"]
        steps += [seeded_for(draws), step("random_directions", u32(it["byte"]), draws)]
    cases.append(("the directions for each tuple of draws", steps))
    example, prose = file["document_example"], file["prose_n3_without_plus1_collisions"]
    cases.append(("the example of the text, and the formula as printed", [
        step("second_of_ten", u32(example["n2_expected"]), r1=example["r1"], r2=example["r2"]),
        step("collisions", words([prose["collisions"], prose["of"]]), n=10)]))
    mazes = []
    for it in file["mazes"]:
        size, seeds = {"width": it["width"], "height": it["height"]}, {"initstate": it["initstate"], "initseq": it["initseq"]}
        pcg = Pcg32(**seeds)
        for _ in range(it["draws"]):
            pcg.word()
        rows = [row.replace(" ", ".") for row in it["raw_rows"]]
        lines = [places("start", [it["start"]]), places("visited", it["visit_order"]), *rows, *it["final_rows"], f"state {pcg.state:016x}"]
        counts = [f"{name} {said(it[name])}" for name in ("draws", "visit_calls", "max_recursion_depth", "cells", "border_intact")]
        mazes.append((f"{it['width']} by {it['height']}, stream ({it['initstate']}, {it['initseq']})", [
            step("srandom", **seeds, rule="modulo"), step("maze", texts(*lines), **size, order="packed"), step("counts", texts(*counts), **size, **seeds)]))
    document, language = "Randomized Permutations Without Lists", "not recorded with the outputs"
    return {"permutation": vectors("permutation", document, language, cases), "boss-maze": vectors("boss-maze", document, language, mazes)}


def amazing(file):
    cases = []
    for it in file["runs"]:
        at = {"width": it["width"], "height": it["height"], "initstate": it["initstate"], "initseq": it["initseq"]}
        columns = lambda name: " ".join([name] + [",".join(map(str, column)) for column in it[{"walls": "vWalls", "visited": "wVisited"}[name]]])
        lines = [f"status {it['status']}", columns("walls"), columns("visited")]
        for name, value in it["analysis"].items():
            if name == "unvisited_cells":
                lines.append(places(name, value))
            else:
                lines.append(numbers(name, value) if isinstance(value, list) else f"{name} {said(value)}")
        steps = []
        if it["status"] != "hang":
            lines.append(f"random_calls {it['random_calls']}")
        if it["status"] == "ok":
            lines += [*it["text_literal"].splitlines(), *it["text_ws3"].splitlines()]
        else:
            assert it["selectable_all_locked"] == (it["status"] == "hang")
            lines += [it["printed_before_failure_literal"].rstrip("\n"), places("list", it["visitedCellList"]), f"cellCount {it['cellCount']}"]
        if it["status"] == "hang":
            steps = [step("may_stand_at", u32(1), **at, column=it["current"][0], row=it["current"][1])]
        name = f"{it['set']}: {it['width']} by {it['height']}, stream ({it['initstate']}, {it['initseq']})"
        cases.append((name, [step("run", texts(*lines), **at), *steps]))
    return {"amazing": vectors("amazing", "a port of the BASIC maze game Amazing", "JavaScript", cases)}


def spread_text(na, nb):
    """The text of a pair whose digest alone was recorded."""
    if na < nb:
        return spread_text(nb, na).translate(str.maketrans("ab", "ba"))
    if nb == 0:
        return "a" * na
    if na == nb:
        return "ab" * na
    small = na // (nb + 1)
    large = na - (nb + 1) * small
    groups = spread_text(nb + 1 - large, large)
    return "b".join("a" * (small + (group == "b")) for group in groups)


def spread(file):
    steps = []
    for pair, text in file.items():
        na, nb = map(int, pair.split(","))
        if text.startswith("sha256:"):
            digest, text = text[7:], spread_text(na, nb)
            assert hashlib.sha256(text.encode()).hexdigest() == digest
        steps.append(step("spread", texts(text), na=na, nb=nb))
    return {"spread": vectors("spread", "Even Separation Algorithm", "not recorded with the outputs", [("every pair up to 14, and two with larger ones", steps)])}


if __name__ == "__main__":
    source, out = map(pathlib.Path, sys.argv[1:])
    out.mkdir(parents=True, exist_ok=True)
    made = {"rogue": rogue, "pcg32": pcg32, "pcg32-demo": demonstration, "haskell": haskell, "boss": boss, "amazing": amazing, "spread": spread}
    for name, convert in made.items():
        path = source / f"{name}.json"
        if path.exists():
            for subject, text in convert(json.loads(path.read_text(encoding="utf-8"))).items():
                (out / f"{subject}.json").write_text(text, encoding="utf-8")
