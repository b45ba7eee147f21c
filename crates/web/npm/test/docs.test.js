// The code blocks of the pages run, and print what the block after them shows, in which a line `...` stands for any lines; and the
// workflow to copy is green, and red with a mistake in the code.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";

const { log } = console;

function matches(printed, shown) {
  const parts = shown.split(/^ *\.\.\.\n/m).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^]*")}$`).test(printed);
}

for (const page of ["docs/javascript.md", "crates/web/npm/README.md"]) {
  const text = readFileSync(`${process.env.ROGUELAB_ROOT}/${page}`, "utf8");
  for (const [, code, , shown] of text.matchAll(/^```js\n([^]*?)^```\n(\n```text\n([^]*?)^```\n)?/gm)) {
    test(`${page}: ${code.trim().split("\n").at(-1)}`, async () => {
      const lines = [];
      console.log = (...words) => lines.push(`${words.join(" ")}\n`);
      try {
        const AsyncFunction = (async () => {}).constructor;
        const imports = code.replace(/^import (?:\* as )?(.*) from (".*");.*$/gm, "const $1 = await load($2);");
        await new AsyncFunction("load", imports)((name) => import(name));
      } finally {
        console.log = log;
      }
      if (shown !== undefined) assert.ok(matches(lines.join(""), shown), `it prints\n${lines.join("")}`);
    });
  }
}

test("the workflow to copy is green, and red with a mistake in the code", () => {
  // The installed package is in a folder above.
  const folder = mkdtempSync(`${process.cwd()}/ci-`);
  try {
    cpSync(`${process.env.ROGUELAB_ROOT}/examples/ci/javascript`, folder, { recursive: true });
    assert.match(readFileSync(`${folder}/.github/workflows/test.yml`, "utf8"), /npm test\n$/);
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const run = () => spawnSync("npm", ["test"], { cwd: folder, env, encoding: "utf8", shell: process.platform === "win32" });
    const green = run();
    assert.equal(green.status, 0, green.stdout + green.stderr);
    const code = readFileSync(`${folder}/deck.js`, "utf8");
    writeFileSync(`${folder}/deck.js`, code.replace("(i + 1)", "cards.length"));
    const red = run();
    assert.equal(red.status, 1);
    assert.match(red.stdout, /the shuffle of 6 items is biased[^]*replay: ROGUELAB_SEED=1 node --test/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
