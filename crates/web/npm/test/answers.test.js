// The answers, asked from the interpreter whose numbers they are about.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";

import * as roguelab from "roguelab";

const rows = JSON.parse(readFileSync(`${process.env.ROGUELAB_ROOT}/fixtures/languages.json`, "utf8"));
const MSVC = [41, 18467, 6334, 26500, 19169, 15724];

/** The options of the program as options of `who`. */
function optionsOf(words) {
  const options = {};
  for (let i = 0; i < words.length; i++) {
    const name = words[i].slice(2);
    if (name === "normal") options[name] = true;
    else if (name === "range") options[name] = words[++i].split(",").map(Number);
    else options[name] = words[++i];
  }
  return options;
}

/** What a script prints here, in a context of this process with its own Math.random. */
function printed(script) {
  const lines = [];
  runInNewContext(script, { console: { log: (...words) => lines.push(words.join(" ")) } });
  return lines.join("\n");
}

for (const { name, needs, run, arguments: words, generator } of rows) {
  if (needs !== "node") continue;
  test(`what this interpreter draws is named: ${name}`, () => {
    const seconds = generator === "" ? 0.5 : 600;
    const answer = roguelab.who(printed(run[2]), { seconds, ...optionsOf(words) });
    assert.equal(answer.generator ?? "", generator);
  });
}

test("numbers go on as the interpreter does", () => {
  // V8 hands out blocks of 64 backwards: where one ends shows in more than 64.
  const all = Array.from({ length: 140 }, Math.random);
  const answer = roguelab.who(all.slice(10, 130), { seconds: 60 });
  assert.equal(answer.generator, "v8-math-random");
  assert.deepEqual(answer.next(10), all.slice(130));
  assert.equal(answer.named && answer.evidence.matched, 120);
  const words = Array.from({ length: 30 }, roguelab.makeRng(5).uint32);
  assert.deepEqual(roguelab.who(words.slice(10), { only: "xoshiro128**" }).previous(10), words.slice(0, 10));
  const unknown = roguelab.who([3, 1, 4, 1, 5], { seconds: 0.1 });
  assert.deepEqual([unknown.named, unknown.generator, unknown.seed, unknown.state], [false, null, null, null]);
  assert.throws(() => unknown.next(), { name: "RangeError", message: /^no generator is named, .* for what was tried$/ });
  assert.throws(() => answer.next(10 ** 6), { name: "RangeError", message: "n is 1000000: it must be an integer from 0 to 100000" });
});

test("numbers come in any form", () => {
  const forms = [MSVC, new Set(MSVC), MSVC.values(), MSVC.map(BigInt), MSVC.map(String), MSVC.join(", ")];
  for (const array of [Int16Array, Uint16Array, Int32Array, Float64Array]) forms.push(array.from(MSVC));
  for (const form of forms) assert.equal(roguelab.who(form).generator, "msvc-rand");
  const answer = roguelab.who(MSVC);
  assert.deepEqual([answer.seed, answer.verdict, answer.convention], [1, "found", "an output as it is"]);
  assert.match(answer.command, /^roguelab who --numbers/);
  assert.match(`${answer}`, /^These are outputs 1 to 6 of msvc-rand/);
  assert.equal(JSON.parse(JSON.stringify(answer)).answers[0].generator, "msvc-rand");
});

test("what needs 64 bits is a BigInt", () => {
  // Published outputs of xoshiro256** are not at hand in Node: splitmix64 from 1234567 is that of Rosetta Code.
  const published = [6457827717110365317n, 3203168211198807973n, 9817491932198370423n, 4593380528125082431n, 16408922859458223821n];
  const words = roguelab.words("splitmix64", 1234567);
  assert.deepEqual(published, Array.from(published, () => words.next().value));
  const answer = roguelab.who(published);
  assert.deepEqual([answer.generator, answer.seed], ["splitmix64", 1234567]);
  assert.deepEqual(answer.next(2), [words.next().value, words.next().value]);
  const seed = 2n ** 64n - 2n;
  const large = roguelab.words("splitmix64", seed);
  assert.equal(roguelab.who([large.next().value, large.next().value, large.next().value]).seed, seed);
  assert.ok(roguelab.check("splitmix64", 1234567n, published).ok);
});

test("ports are checked, and words come one by one", () => {
  const words = [];
  for (const word of roguelab.words("xoshiro128**", 2n ** 63n + 5n)) if (words.push(word) === 3000) break;
  const rng = roguelab.makeRng(2n ** 63n + 5n);
  assert.deepEqual(words, Array.from({ length: 3000 }, () => rng.uint32()));
  assert.ok(roguelab.check("xoshiro128**", 2n ** 63n + 5n, words).ok);
  const wrong = roguelab.check("xoshiro128**", 2n ** 63n + 5n, words.slice(1));
  assert.deepEqual([wrong.ok, wrong.verdict], [false, "differs"]);
  assert.ok(roguelab.check("Xoshiro128**", 2n ** 63n + 5n, words).ok);
  for (const generator of roguelab.generators()) assert.ok(roguelab.words(generator, 1).next().value >= 0);
});

test("arrays are tested as their numbers are", () => {
  const rng = roguelab.makeRng(1);
  const items = Array.from({ length: 3000 }, () => rng.int(6));
  const { tests } = roguelab.test(items, { below: 6 }).json;
  const arrays = [Uint8Array, Uint8ClampedArray, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array, Float64Array];
  const forms = arrays.map((array) => array.from(items));
  forms.push(BigInt64Array.from(items, BigInt), BigUint64Array.from(items, BigInt), Buffer.from(items), items.join(" "));
  forms.push(new Uint32Array([9, ...items]).subarray(1), items.values());
  for (const form of forms.filter((form) => !(form instanceof Float64Array))) {
    assert.deepEqual(roguelab.test(form, { below: 6 }).json.tests, tests, form.constructor.name);
  }
  const fractions = Float64Array.from({ length: 2000 }, rng);
  assert.ok(roguelab.test(fractions).ok);
  assert.equal(roguelab.test(fractions.map((x) => x * x)).verdict, "FAIL");
  assert.ok(roguelab.test(Uint32Array.from({ length: 2000 }, rng.uint32)).ok);
  const decks = Array.from({ length: 500 }, () => [0, 1, 2, 3].sort(() => rng() - 0.5));
  assert.equal(roguelab.test(decks, { permutations: true }).verdict, "FAIL");
});

test("a million words are tested in at most 1.2 times the time of their bytes", () => {
  const words = Uint32Array.from({ length: 1e6 }, roguelab.makeRng(1).uint32);
  const measure = (items, options) => {
    const start = process.cpuUsage().user;
    assert.ok(roguelab.test(items, options).ok);
    return process.cpuUsage().user - start;
  };
  const [array, bytes] = [[], []];
  for (let i = 0; i < 3; i++) {
    array.push(measure(words));
    bytes.push(measure(new Uint8Array(words.buffer), { kind: "u32" }));
  }
  assert.ok(Math.min(...array) < 1.2 * Math.min(...bytes), `${array} and ${bytes} microseconds`);
});

test("input that cannot be read is named with its place", () => {
  const wrong = [
    [() => roguelab.test([0, 1, 7, 2], { below: 6 }), RangeError, /line 3, column 1: 7 is out of range/],
    [() => roguelab.test(Int16Array.of(0, -1, 2), { below: 6 }), RangeError, /-1 is out of range/],
    [() => roguelab.test("0 1 two", { below: 6 }), RangeError, /two/],
    [() => roguelab.test([[0, 1], [1, null]], { permutations: true }), TypeError, /items\[1\]\[1\] must be .* not null/],
    [() => roguelab.who([1]), RangeError, /one number/],
    [() => roguelab.who([1, 2, undefined]), TypeError, /numbers\[2\] must be .* not undefined/],
    [() => roguelab.who(5), TypeError, /numbers must be .* not 5/],
    [() => roguelab.who([1, 2, 3], { below: 1 }), RangeError, /^below is 1: give a whole number from 2/],
    [() => roguelab.who([1, 2, 3], { below: 6, dice: "2d6" }), RangeError, /^below and dice contradict each other/],
    [() => roguelab.who([1, 2, 3], 6), TypeError, /options is 6: it must be an object/],
    [() => roguelab.who(null), TypeError, /numbers must be .* not null/],
    [() => roguelab.test(Array.from({ length: 100 }, (_, i) => 1 + (i % 6))), RangeError, /say so, as with below 6 base 1/],
    [() => roguelab.counts(new Map([["a", 1]])), TypeError, /observed is a Map: it must be an array/],
    [() => roguelab.counts([1, -2]), RangeError, /observed\[1\] is -2: it must be an integer from 0 /],
    [() => roguelab.rate(2, 1, 0.5), RangeError, /hits is 2: it must be an integer from 0 to 1/],
    [() => roguelab.who([1, 2, 3], { sides: 6 }), TypeError, /no option sides/],
    [() => roguelab.check("pcg23", 1, [1]), RangeError, /no generator is called `pcg23`; the nearest names are pcg/],
    [() => roguelab.words("pcg23", 1), RangeError, /no generator is called `pcg23`; the nearest names are pcg/],
    [() => roguelab.words("msvc-rand", 1n << 99n), RangeError, /the seed 633825300114114700748351602688 is out of range/],
    [() => roguelab.words("msvc-rand", 0.5), RangeError, /seed is 0.5: it must be a whole number/],
    [() => roguelab.bias("w % q", { n: 6 }), RangeError, /q/],
  ];
  for (const [call, type, message] of wrong) assert.throws(call, (error) => error instanceof type && message.test(error.message));
});

test("laws are exact", () => {
  // Published: https://github.com/tmewett/BrogueCE/issues/448, with 27 for 28.
  const naive = (items, rng) => {
    for (let i = 0; i < items.length; i++) {
      const j = rng.int(items.length);
      [items[i], items[j]] = [items[j], items[i]];
    }
  };
  const law = roguelab.biasOfShuffle(naive, 3);
  assert.deepEqual([String(law.chances.get("0,1,2")), String(law.chances.get("0,2,1"))], ["4/27", "5/27"]);
  const fair = roguelab.biasOfShuffle((items, rng) => {
    for (let i = items.length - 1; i > 0; i--) {
      const j = rng.int(i + 1);
      [items[i], items[j]] = [items[j], items[i]];
    }
  }, 5);
  assert.deepEqual([fair.ways, Number(fair.totalVariation), fair.chances.size], [120, 0, 120]);
  assert.match(String(fair), /120 of 120 arrangements/);
  const cycles = roguelab.biasOfShuffle((items, rng) => {
    for (let i = items.length - 1; i > 0; i--) {
      const j = rng.int(i);
      [items[i], items[j]] = [items[j], items[i]];
    }
  }, 4);
  assert.deepEqual([cycles.chances.size, String(cycles.totalVariation)], [6, "3/4"]);
  assert.match(String(cycles), /\n {2}never {9}\[0,1,2,3\], and 17 others\n/);
  const byKeys = (items) => items.map((item) => [Math.random(), item]).sort(([a], [b]) => a - b).map(([, item]) => item);
  for (const ignores of [byKeys, (items) => [...items.slice(1), items[0]]]) {
    assert.throws(() => roguelab.biasOfShuffle(ignores, 4), /the shuffle drew nothing from rng/);
  }
  const uses = (items, rng) => (rng.int(2), byKeys(items));
  assert.throws(() => roguelab.biasOfShuffle(uses, 4), /another arrangement for the same draws/);
  assert.throws(() => roguelab.biasOfShuffle((items, rng) => items.sort(() => rng() - 0.5), 3), /must draw integers/);
  assert.throws(() => roguelab.biasOfShuffle(() => [0, 0], 2), /not a permutation/);
  assert.equal(roguelab.bias("w % n", { n: 6, bits: 8 }).json.total_variation.exact, "1/192");
});

test("other questions are answered", () => {
  assert.deepEqual(
    [roguelab.counts([8, 13, 6, 11, 14, 8]).verdict, roguelab.counts([103, 411, 9486], { weights: [1, 4, 95] }).verdict],
    ["PASS", "PASS"],
  );
  assert.equal(roguelab.rate(0, 84, 0.5).verdict, "FAIL");
  assert.match(String(roguelab.whoDiffers(MSVC.slice(0, 5), MSVC.slice(1))), /^B begins 1 number later/);
});

test("the program answers on a command line", () => {
  const program = fileURLToPath(new URL("./node_modules/.bin/roguelab", import.meta.url));
  const run = (words, input = "") => spawnSync(program, words, { input, encoding: "utf8", shell: process.platform === "win32" });
  assert.match(execFileSync(program, ["who", "--numbers", "41 18467 6334"], { encoding: "utf8" }), /msvc-rand, seed 1/);
  assert.equal(JSON.parse(run(["who", "--json"], MSVC.join(" ")).stdout).answers[0].generator, "msvc-rand");
  for (const [words, input, status] of [
    [["who", "--seconds", "0.1"], "3 1 4 1 5", 1],
    [["check", "pcg32", "--seed", "42"], "2707161783 2068313097 3122475824", 0],
    [["check", "pcg32", "--seed", "42"], "2707161783 2068313097 3122475825", 1],
    [["test", "--counts", "8,13,6,11,14,8"], "", 0],
    [["test", "--counts", "7=90,2=10", "--dice", "2d6"], "", 1],
    [["test", "--rate=0/84", "--chance", "0.5"], "", 1],
    [["test", "--below", "6"], "1 2 3", 2],
    [["bias", "w % n", "-n", "6"], "", 0],
    [["bias", "--shuffle", "naive", "-n", "3"], "", 0],
    [["who", "--no-such", "1"], "1 2 3", 2],
    [["atlas"], "", 2],
    [[], "", 2],
  ]) {
    const { status: found, stdout, stderr } = run(words, input);
    assert.equal(found, status, `${words}: ${stdout}${stderr}`);
  }
  assert.match(run(["atlas"]).stderr, /atlas is no command of this package.*\n$/);
  assert.match(run(["who", "41", "18467", "6334"]).stderr, /there is no file 41: numbers are given in a text, as in --numbers/);
  assert.match(run(["who", "--below", "1"], "1 2").stderr, /--below 1: give a whole number from 2/);
  assert.match(run(["--version"]).stdout, /^roguelab \d+\.\d+\.\d+\n$/);
  assert.match(run(["who", "--list"]).stdout, /^pcg32: /m);
  assert.doesNotMatch(run(["test", "--help"]).stdout, /--seed/);
});
