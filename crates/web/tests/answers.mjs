#!/usr/bin/env node
// Asks the WebAssembly of the page and the program the same questions, and compares the JSON: equal, with real numbers to 12
// digits. What a person reads is compared as well, but for the recorded inputs.
//
//     node answers.mjs roguelab.wasm PROGRAM CHECKOUT [--all]
//
// The questions: inputs of fixtures/languages.json that a known generator made, with --all every one of them, which takes many
// minutes, and without it some of the short ones that have a seed below 2^16; the examples of README.md, docs/*.md and
// the program's help, from where they stand; laws and counts; and random inputs, of which nothing may be named. What was tried
// of a random input depends on the time that it took, and is not compared. Exit code 1: an answer differs, or fewer questions
// than expected were compared.

import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

import { Page } from "./page.mjs";

const [wasm, program, checkout, all] = process.argv.slice(2);

/** An example that tries every pair of mistakes, which takes half a minute: with --all alone. */
const SLOW = /check rrandom --seed 0 --json$/;

/** What the program prints. */
function roguelab(words, input) {
  const env = { ...process.env, RAYON_NUM_THREADS: "1" };
  const { stdout, stderr, error } = spawnSync(program, words, { input, env, encoding: "utf8", maxBuffer: 2 ** 26 });
  if (error) throw error;
  if (stdout === "") throw new Error(stderr);
  return stdout;
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

/** The question that the program is asked by a command; undefined if the page does not ask it. */
function questionOf(words) {
  const [command, ...options] = words;
  const [question, counts, lists, places] = [{}, [], [], []];
  while (options.length > 0) {
    const option = options.shift();
    const name = option.replace(/^--?/, "");
    if (name === option) places.push(option);
    else if (name === "counts") counts.push(options.shift());
    else if (name === "numbers") lists.push(options.shift());
    else if (name === "normal") question.normal = "0,1";
    else if (name === "all" || name === "permutations") question[name] = true;
    else if (name !== "json") question[name] = options.shift();
  }
  // The page reads no file by its name.
  if (counts.some((list) => /\.[a-z]+$/.test(list))) return undefined;
  const input = lists.length === 0 ? undefined : lists.join("");
  if (command === "who" && places.length === 0) {
    if (lists.length < 2) return { question: { ask: "who", ...question }, input };
    return { question: { ask: "who-differs", first: lists[0].length, ...question }, input };
  }
  if (command === "check" && places.length === 1 && "seed" in question && !("words" in question)) {
    return { question: { ask: "check", generator: places[0], ...question } };
  }
  if (command === "test" && counts.length > 0) return { question: { ask: "counts", counts, ...question }, input: "" };
  if (command === "test" && places.length === 0) return { question: { ask: "rate" in question ? "rate" : "test", ...question } };
  if (command !== "bias") return undefined;
  const ask = ["shuffle", "state-bits"].find((name) => name in question) ?? "bias";
  const rule = places.length === 1 ? { rule: places[0] } : {};
  return { question: { ask: ask === "state-bits" ? "reach" : ask, ...rule, ...question }, input: "" };
}

/** The question of a shell's command line, which is run with the input that it makes; undefined if the page does not ask it. */
function questionOfLine(line, folder) {
  const script = `
    roguelab() {
      case "$1" in
        who | check | test | bias) printf '%s\\0' "$@" >${folder}/words; if [ -p /dev/stdin ]; then cat; fi >${folder}/input ;;
        *) "$PROGRAM" "$@" ;;
      esac
    }
    ${line}`;
  rmSync(join(folder, "words"), { force: true });
  spawnSync("bash", ["-c", script], { env: { ...process.env, PROGRAM: program }, input: "", timeout: 60_000 });
  const words = readFileSync(join(folder, "words"), "utf8").split("\0").slice(0, -1);
  const asked = questionOf(words);
  if (asked === undefined) return undefined;
  const input = readFileSync(join(folder, "input"), "utf8");
  if (asked.input === undefined && input === "") return undefined;
  const plain = words.filter((word) => word !== "--json");
  return { name: line, words: plain, question: asked.question, input: asked.input ?? input, stdin: input };
}

/** The examples of documentation. */
function examples() {
  const folder = mkdtempSync(join(tmpdir(), "answers-"));
  const pages = readdirSync(join(checkout, "docs")).filter((name) => name.endsWith(".md"));
  const texts = ["README.md", ...pages.map((name) => `docs/${name}`)].map((name) => readFileSync(join(checkout, name), "utf8"));
  const lines = texts.flatMap((text) => text.replaceAll("\\\n", " ").match(/^\$ .*$/gm) ?? []).map((line) => line.slice(2));
  for (const command of ["who", "check", "test", "bias"]) {
    const help = spawnSync(program, [command, "--help"], { encoding: "utf8" }).stdout;
    lines.push(...(help.match(/^ +.*\broguelab .*$/gm) ?? []).map((line) => line.trim()));
  }
  // The first command that is a question of the page; other programs that read its answer do not matter.
  const asking = /^(printf [^|]*\| *|roguelab words [^|]*-n [^|]*\| *)?roguelab (who|check|test|bias)\b/;
  const isOfShell = (line) => line.includes("$(");
  const questions = new Set(lines.filter((line) => asking.test(line) && !isOfShell(line) && (all === "--all" || !SLOW.test(line))));
  const found = [...questions].map((line) => questionOfLine(line, folder)).filter((one) => one !== undefined);
  rmSync(folder, { recursive: true });
  return found;
}

/** The recorded inputs. */
function recorded() {
  const rows = JSON.parse(readFileSync(join(checkout, "fixtures/languages.json"), "utf8"));
  const known = rows.filter((row) => row.generator !== "");
  const quick = known.filter(({ seed, prints }) => seed !== null && seed < 2 ** 16 && prints.length <= 400);
  const asked = all === "--all" ? known : quick.filter((_, i) => i % 12 === 0);
  return asked.map(({ name, arguments: options, prints }) => {
    // So long that what is found does not depend on the time.
    const words = ["who", ...options, "--seconds", "300"];
    return { name, words, ...questionOf(words), input: prints, stdin: prints, isRecorded: true };
  });
}

/** Random inputs, five at a time: words, dice, fractions, bits, letters. */
function random() {
  const found = [];
  const numbers = (count, make) => Array.from({ length: count }, () => make(randomBytes(8))).join(" ");
  const double = (bytes) => Number(bytes.readBigUInt64LE() >> 11n) / 2 ** 53;
  for (let i = 0; i < 10; i++) {
    const inputs = [
      [["who"], numbers(5 + 10 * i, (bytes) => bytes.readUInt32LE())],
      [["who", "--below", "6", "--base", "1"], numbers(20 + 30 * i, (bytes) => Math.floor(double(bytes) * 6) + 1)],
      [["who"], numbers(2 + 8 * i, double)],
      [["who", "--bits", "1"], numbers(30 + 40 * i, (bytes) => bytes[0] & 1)],
      [["who", "--bits", "16"], numbers(10 + 10 * i, (bytes) => bytes.readUInt16LE())],
    ];
    for (const [options, input] of inputs) {
      const words = [...options, "--seconds", "0.1"];
      found.push({ name: `random: ${words.join(" ")} of ${input}`, words, ...questionOf(words), input, stdin: input, isRandom: true });
    }
  }
  return found;
}

/** Questions that stand nowhere else. */
function others() {
  const found = [];
  const ask = (input, ...words) => found.push({ name: words.join(" "), words, input, stdin: input, ...questionOf(words) });
  ask("", "test", "--counts", "103,411,9486", "--weights", "1,4,95");
  // A die that never shows its last face.
  const rolls = Array.from({ length: 6000 }, (_, i) => ((i * 7) % 5) + 1).join(" ");
  ask(rolls, "test", "--below", "6", "--base", "1");
  // rand() of Microsoft's C library, from two seeds.
  ask("", "who", "--numbers", "41 18467 6334 26500 19169 15724", "--numbers", "45 29216 24198 17795 29484 19650");
  const askAtlas = (question, ...words) => found.push({ name: words.join(" "), words: ["atlas", ...words], input: "", stdin: "", question });
  askAtlas({ ask: "game", seed: -5 }, "show", "-5");
  const seen = { ring: ["stealth=tiger-eye"], potion: ["healing!=pink"], staff: ["cold=oak"] };
  const facts = Object.entries(seen).flatMap(([what, [fact]]) => [`--${what}`, fact]);
  askAtlas({ ask: "find", ...seen, from: -5 }, "find", ...facts, "--from", "-5");
  return found;
}

/** What of an answer does not depend on the time that it took. */
function timeless(answer) {
  return { ...answer, tried: undefined, unfinished: undefined, linear_complexity: undefined, more_numbers: undefined };
}

/** What is wrong with the page's answer to a question. */
function mistake(page, { words, question, input, stdin, isRecorded, isRandom }) {
  const reply = page.ask(question, input);
  if (reply.error !== null) return reply.error;
  const json = JSON.parse(roguelab([...words, "--json"], stdin));
  // The command that repeats it has all its options.
  if (typeof json.again === "string") json.again = json.again.replace(" --json", "");
  if (isRandom) {
    if (reply.answer.answers.length + json.answers.length > 0) return `named: ${JSON.stringify(reply.answer)}`;
    return difference(timeless(reply.answer), timeless(json));
  }
  const found = difference(reply.answer, json);
  if (found !== undefined || isRecorded) return found;
  const text = roguelab(words, stdin);
  return reply.text === text ? undefined : `the text is\n${reply.text}and not\n${text}`;
}

/** How many questions are expected of each kind at least. */
const LEAST = { recorded: all === "--all" ? 250 : 15, examples: 35, random: 50, others: 5 };

function ask() {
  const kinds = { recorded: recorded(), examples: examples(), random: random(), others: others() };
  const questions = Object.values(kinds).flat();
  const next = new SharedArrayBuffer(4);
  let failed = 0;
  for (const [kind, least] of Object.entries(LEAST)) {
    if (kinds[kind].length < least) {
      console.log(`FAIL  ${kind}: ${kinds[kind].length} questions, of at least ${least}`);
      failed++;
    }
  }
  let compared = 0;
  for (let i = 0; i < 2; i++) {
    const worker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), workerData: { questions, next } });
    worker.on("message", ({ name, wrong }) => {
      compared++;
      if (wrong === undefined) return;
      failed++;
      console.log(`FAIL  ${name}: ${wrong}`);
    });
  }
  process.on("exit", () => {
    const sizes = Object.entries(kinds).map(([kind, list]) => `${list.length} ${kind}`).join(", ");
    console.log(`the page's answers: ${compared} compared with the program's (${sizes}), ${failed} differ`);
    process.exitCode = failed === 0 && compared === questions.length ? 0 : 1;
  });
}

function work({ questions, next }) {
  const page = new Page(wasm);
  const place = new Int32Array(next);
  for (let i = Atomics.add(place, 0, 1); i < questions.length; i = Atomics.add(place, 0, 1)) {
    const started = performance.now();
    const wrong = mistake(page, questions[i]);
    const took = performance.now() - started;
    if (process.env.SLOW && took > 1000) console.log(`${(took / 1000).toFixed(1)} s  ${questions[i].name.slice(0, 90)}`);
    parentPort.postMessage({ name: questions[i].name, wrong });
  }
}

if (isMainThread) ask();
else work(workerData);
