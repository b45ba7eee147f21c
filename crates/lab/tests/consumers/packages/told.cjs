const assert = require("node:assert");
const { existsSync, readFileSync } = require("node:fs");
const { execFileSync, spawnSync } = require("node:child_process");
const vectors = require("roguelab-vectors");

const { describe, run } = vectors;
const words = (random) => class { srrandom() {} rrandom() { return random(); } };
const actual = (random) => run("rrandom", words(random)).difference?.actual;

assert.strictEqual(actual(() => { throw new TypeError("no"); }), "an exception: TypeError: no");
assert.strictEqual(actual(() => 0.5), "0.5, which is not an integer");
assert.strictEqual(actual(() => "1"), "'1', which is not an integer");
assert.strictEqual(actual(() => Promise.resolve(1)), "Promise { 1 }, which is not an integer");
assert.match(actual(() => undefined), /^undefined, which/);

// Other draws are told before other outputs.
class Low {
  draws = [];
  srrandom() {}
  get_rand(x) { this.draws.push([1, 0]); return x; }
}
const other = run("get_rand", Low);
assert.strictEqual(other.difference.part, "draws");
assert.match(describe(other), /^get_rand: case `.*`, step \d+, get_rand \{"x":.*\}, draws:\n  the file has \[\[.*\]\]\n  the port has \[\[1,0\]\]\n/);

// An op that it lacks ends each of its cases.
const part = run("rrandom", class { srrandom() {} });
assert.strictEqual(part.difference, undefined);
assert.ok(part.agreed > 0 && part.leftOut.rrandom > 0);
assert.strictEqual(part.agreed + Object.values(part.leftOut).reduce((sum, count) => sum + count, 0), part.steps);
assert.match(describe(part), /\n  \d+ not compared: the port has no method rrandom$/m);

assert.throws(() => run("get_rand", class {}), /nothing was compared: the port lacks .*get_rand/);
assert.throws(() => run("../pack/rrandom", Low), RangeError);
assert.throws(() => vectors.load("schema"), RangeError);

// From the command line: a named export, a missing one, no such subject.
const cli = (...args) => spawnSync(process.execPath, ["node_modules/roguelab-vectors/cli.cjs", ...args], { encoding: "utf8" });
require("node:fs").writeFileSync("named.cjs", "exports.Zero = class { srrandom() {} rrandom() { return 0; } };");
assert.strictEqual(cli("run", "rrandom", "named.cjs#Zero").status, 1);
assert.strictEqual(cli("run", "rrandom", "named.cjs#One").status, 2);
assert.strictEqual(cli("run", "rrandoms", "named.cjs#Zero").status, 2);
assert.strictEqual(cli("run", "rrandom").status, 2);
assert.ok(existsSync(`${cli("path").stdout.trim()}/pcg32.json`));
assert.strictEqual(cli("list").stdout.trim().split("\n").length, vectors.subjects().length);

// The types declare what is exported, and both module systems export the same.
const types = readFileSync("node_modules/roguelab-vectors/index.d.ts", "utf8");
const declared = [...types.matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name).sort();
assert.deepStrictEqual(declared, Object.keys(vectors).sort());
const keys = "import * as all from 'roguelab-vectors'; console.log(Object.keys(all).sort().join())";
const exported = execFileSync(process.execPath, ["--input-type=module", "-e", keys], { encoding: "utf8" }).trim();
assert.strictEqual(exported, declared.join());

console.log("ok");
