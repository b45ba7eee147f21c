#!/usr/bin/env node
// Measures how much processor time the page's WebAssembly takes for searches of different methods, and the program on one thread.
//
//     node speed.mjs roguelab.wasm PROGRAM CHECKOUT
//
// The least of three runs each, in turn; the WebAssembly is compiled anew for each, as on a page that was just opened. Exit code
// 1: an answer is not the expected one.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { Page } from "./page.mjs";

const [wasm, program, checkout] = process.argv.slice(2);
const recorded = JSON.parse(readFileSync(join(checkout, "fixtures/languages.json"), "utf8"));
const prints = (name) => recorded.find((row) => row.name === name).prints;
const words = (...of) => spawnSync(program, ["words", ...of, "--format", "text"], { encoding: "utf8" }).stdout;

/** Long enough for each search to end. */
const LONG = { seconds: "100" };
/** What is asked, of what, and what the answer must contain. */
const SEARCHES = [
  ["2^30 seeds of mulberry32", { ...LONG, only: "mulberry32" }, words("mulberry32", "--seed", "1073741000", "-n", "8"), "mulberry32"],
  ["state of the Mersenne Twister, linear algebra", LONG, prints("py-unseeded700"), "mt19937"],
  ["state of java.util.Random from dice, a lattice", { ...LONG, below: "6" }, prints("java-dice-unseeded"), "java-random"],
  ["seed of MT19937 from dice", { ...LONG, below: "6", base: "1" }, prints("py-randint6"), "mt19937-array"],
  ["known mistake in PCG32", { check: "pcg32", seed: "42" }, "0\n210066564\n199112357\n", "no-seeding-steps"],
];

/** The processor time of the program in seconds. */
function timeProgram({ check, ...options }, input, expected) {
  const arguments_ = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const command = [program, ...(check ? ["check", check] : ["who"]), ...arguments_, "--json"];
  const env = { ...process.env, RAYON_NUM_THREADS: "1", TIMEFORMAT: "%U %S" };
  const run = spawnSync("bash", ["-c", 'time "$@"', "", ...command], { input, env, encoding: "utf8" });
  checkAnswer(JSON.parse(run.stdout), expected);
  const [user, system] = run.stderr.trim().split("\n").at(-1).split(" ").map(Number);
  return user + system;
}

/** The processor time of the page in seconds. */
function timePage({ check, ...options }, input, expected) {
  const question = check ? { ask: "check", generator: check, ...options } : { ask: "who", ...options };
  const started = process.cpuUsage();
  const reply = new Page(wasm).ask(question, input);
  const { user, system } = process.cpuUsage(started);
  checkAnswer(reply.answer, expected);
  return (user + system) / 1e6;
}

/** What was found, not what was tried. */
function checkAnswer({ answers, failed }, expected) {
  const found = JSON.stringify(answers ?? failed);
  if (found.includes(expected)) return;
  console.log(`FAIL  no ${expected} in ${found.slice(0, 400)}`);
  process.exitCode = 1;
}

console.log("search".padEnd(56) + "page     program  ratio");
for (const [name, options, input, expected] of SEARCHES) {
  const [page, alone] = [[], []];
  for (let i = 0; i < 3; i++) {
    alone.push(timeProgram(options, input, expected));
    page.push(timePage(options, input, expected));
  }
  const [slow, fast] = [Math.min(...page), Math.min(...alone)];
  console.log(`${name.padEnd(56)}${slow.toFixed(2).padStart(5)} s  ${fast.toFixed(2).padStart(5)} s  ${(slow / fast).toFixed(1).padStart(5)}`);
}
