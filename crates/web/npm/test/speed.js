// Measures what it costs to hand a million numbers over: `node speed.js` beside the installed package, as in target/npm-test. Processor time
// of `test`, the least of five runs each, in turn, for a typed array, which is passed as it is in memory, and for what is passed otherwise.

import { makeRng, test } from "roguelab";

const rng = makeRng(1);
const words = Uint32Array.from({ length: 1_000_000 }, rng.uint32);
const inputs = {
  "`Uint32Array`": [words, {}],
  "its bytes in a `Uint8Array`": [new Uint8Array(words.buffer), { kind: "u32" }],
  "array": [Array.from(words), {}],
};
const least = {};
for (let run = 0; run < 5; run++) {
  for (const [name, [numbers, options]] of Object.entries(inputs)) {
    const begun = process.cpuUsage();
    if (!test(numbers, options).ok) throw new Error("fair numbers fail");
    const { user, system } = process.cpuUsage(begun);
    least[name] = Math.min(least[name] ?? Infinity, (user + system) / 1e6);
  }
}
for (const [name, seconds] of Object.entries(least)) console.log(`| ${name} | ${seconds.toFixed(2)} s |`);
