"""Writes seeds for the fuzz targets: what languages print, and the rules, traces, weights and ops that the docs show."""
import json
import pathlib
import re

root = pathlib.Path(__file__).parents[1]
printed = [row["prints"][:4096] for row in json.load((root / "fixtures/languages.json").open())]
shown = "\n".join(page.read_text() for page in [*root.glob("docs/*.md"), root / "crates/lockstep/src/notation.toml"])
quoted = re.findall(r"'([^'\n]+)'", shown)
blocks = re.findall(r"```\w*\n(.*?)```", shown, re.S)
seeds = {"who": printed, "test": printed, "check": blocks + quoted, "bias": quoted, "trace": blocks, "other": blocks + quoted}
for target, texts in seeds.items():
    folder = root / "fuzz/corpus" / target
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(texts):
        # The first byte is the command.
        (folder / f"seed-{number}").write_bytes(bytes([number % 64]) + text.encode())
