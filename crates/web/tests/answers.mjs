#!/usr/bin/env node
// Asks the WebAssembly of the page and the program the same questions, and compares the JSON: equal, with real numbers to 12
// digits.
//
//     node answers.mjs roguelab.wasm PROGRAM languages.json [--all]
//
// Of the recorded inputs it asks some of the short ones that have a seed below 2^16, since WebAssembly has one thread; with
// --all every one that has such a seed. Normal numbers are asked about with --all alone: WebAssembly has its own logarithm,
// which differs in the last digit, and how exactly such numbers fit, in `evidence.bits`, then differs in the fifth: these are
// reported. Exit code 1: an answer differs, or nothing was compared.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [wasm, program, recorded, ...rest] = process.argv.slice(2);
/** The most characters of an input that is asked about. */
const SHORT = rest.includes("--all") ? Infinity : 400;
/** Every how manieth of these is asked about. */
const STEP = rest.includes("--all") ? 1 : 12;

const decoder = new TextDecoder();
let exports_;
const text = (at, length) => decoder.decode(new Uint8Array(exports_.memory.buffer, at, length));
const page = {
  now_ms: () => performance.timeOrigin + performance.now(),
  progress() {},
  failed: (at, length) => console.log(text(at, length)),
};
exports_ = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasm)), { page }).exports;

function give(bytes) {
  const at = exports_.allocate(bytes.length);
  new Uint8Array(exports_.memory.buffer, at, bytes.length).set(bytes);
  return at;
}

function ask(question, input) {
  const [words, bytes] = [JSON.stringify(question), input].map((text) => new TextEncoder().encode(text));
  const reply = BigInt.asUintN(64, exports_.ask(give(words), words.length, give(bytes), bytes.length));
  const [at, length] = [Number(reply >> 32n), Number(reply & 0xffffffffn)];
  const answer = JSON.parse(text(at, length));
  exports_.release(at, length);
  return answer;
}

/** What the program prints about an input, as JSON and as text. */
function roguelab(words, input) {
  const run = (more) => {
    const { stdout, stderr, error } = spawnSync(program, [...words, ...more], { input, encoding: "utf8", maxBuffer: 2 ** 26 });
    if (error) throw error;
    if (stdout === "") throw new Error(stderr);
    return stdout;
  };
  const json = JSON.parse(run(["--json"]));
  // The command that repeats it has all its options.
  if (typeof json.again === "string") json.again = json.again.replace(" --json", "");
  return { json, text: run([]) };
}

/** Where two values differ; undefined if they do not. */
function difference(one, other, place = "") {
  if (typeof one === "number" && typeof other === "number") {
    if (one === other || Math.abs(one - other) <= 1e-12 * Math.max(Math.abs(one), Math.abs(other))) return undefined;
  } else if (typeof one === "object" && typeof other === "object" && one !== null && other !== null) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const found = difference(one[key], other[key], `${place}.${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  } else if (one === other) {
    return undefined;
  }
  return `${place || "the whole"} is ${JSON.stringify(one)} on the page, and ${JSON.stringify(other)} in the program`;
}

let [compared, failed] = [0, 0];

/** Asks both. The words of the program are made of the question, unless they are given. */
function compare(name, question, words, input, stdin = input) {
  compared++;
  const reply = ask(question, input);
  let wrong = reply.error;
  if (wrong === null) {
    const { json, text } = roguelab(words, stdin);
    wrong = difference(reply.answer, json) ?? (reply.text === text ? undefined : `the text is\n${reply.text}and not\n${text}`);
  }
  if (wrong === undefined) return;
  failed++;
  console.log(`FAIL  ${name}: ${wrong}`);
}

/** The question that is the same as some arguments. */
function questionOf(kind, words) {
  const question = { ask: kind };
  for (let i = 0; i < words.length; i++) {
    const name = words[i].slice(2);
    question[name] = name === "normal" ? "0,1" : words[++i];
  }
  return question;
}

const rows = JSON.parse(readFileSync(recorded, "utf8"));
const isNormal = (name) => /gauss|normal|randn/.test(name);
const usable = rows.filter(({ name, generator, seed, prints }) => {
  const isQuick = generator !== "" && seed !== null && seed < 2 ** 16 && prints.length <= SHORT;
  return isQuick && (STEP === 1 || !isNormal(name));
});
for (let i = 0; i < usable.length; i += STEP) {
  const { name, arguments: words, prints } = usable[i];
  compare(name, questionOf("who", words), ["who", ...words], prints);
}

const COUNTS = [["10,9,11,12"], ["15,3,2,1,10,3,3,5,7,9,8,5,10,7,5,1,9,1,5,10"]];
for (const counts of COUNTS) {
  compare(`counts ${counts}`, { ask: "counts", counts }, ["test", ...counts.flatMap((run) => ["--counts", run])], "");
}
const weighted = { ask: "counts", counts: ["103,411,9486"], weights: "1,4,95" };
compare("weighted counts", weighted, ["test", "--counts", "103,411,9486", "--weights", "1,4,95"], "");
compare("a rate", { ask: "rate", rate: "0/84", chance: "0.06" }, ["test", "--rate", "0/84", "--chance", "0.06"], "");

const RULES = [
  { rule: "(w >> 3) * n >> 13", bits: 16, n: 6 },
  { rule: "w % 6 + 1", bits: 8 },
  { rule: "floor(w / 2^32 * 52)" },
  { rule: "double(w / 2^53 * 6)", bits: 53 },
  { rule: "floor(w / (2^16 - 1) * n)", bits: 16, n: 6 },
  { rule: "max(w0 % 6, w1 % 6) + 1", bits: 8 },
  { rule: "w % 100 < 5" },
  { rule: "w % 100 < 30", bits: 8, pity: 4 },
];
for (const law of RULES) {
  const words = Object.entries(law).flatMap(([name, value]) => {
    if (name === "rule") return [value];
    return [name === "n" ? "-n" : `--${name}`, String(value)];
  });
  compare(law.rule, { ask: "bias", ...law }, ["bias", ...words], "");
}
const riffle = { ask: "shuffle", shuffle: "riffle", times: 7, n: 52 };
compare("riffles", riffle, ["bias", "--shuffle", "riffle", "--times", "7", "-n", "52"], "");
compare("reach", { ask: "reach", "state-bits": 32, n: 52 }, ["bias", "--state-bits", "32", "-n", "52"], "");

const words = "0\n210066564\n199112357\n";
compare("a port", { ask: "check", generator: "pcg32", seed: 42 }, ["check", "pcg32", "--seed", "42"], words);
// A die that never shows its last face.
const rolls = Array.from({ length: 6000 }, (_, i) => ((i * 7) % 5) + 1).join(" ");
compare("rolls", { ask: "test", below: 6, base: 1 }, ["test", "--below", "6", "--base", "1"], rolls);
// rand() of Microsoft's C library, from two seeds.
const lists = ["41 18467 6334 26500 19169 15724", "45 29216 24198 17795 29484 19650"];
const pair = { ask: "who-differs", first: lists[0].length };
compare("two lists", pair, ["who", "--numbers", lists[0], "--numbers", lists[1]], lists.join(""), "");

compare("a game", { ask: "game", seed: -5 }, ["atlas", "show", "-5"], "");
const seen = { ring: ["stealth=tiger-eye"], potion: ["healing!=pink"], staff: ["cold=oak"] };
const options = Object.entries(seen).flatMap(([what, [fact]]) => [`--${what}`, fact]);
compare("names that were seen", { ask: "find", ...seen, from: -5 }, ["atlas", "find", ...options, "--from", "-5"], "");

console.log(`the page's answers: ${compared} compared with the program's, ${failed} differ`);
process.exitCode = failed === 0 && compared > 20 ? 0 : 1;
