#!/usr/bin/env node
// The program `roguelab`, as far as the WebAssembly has it: `npx roguelab who --numbers "41 18467 6334"`. The options are those of
// the program, whose names the questions have too.

import { readFileSync } from "node:fs";

import { ask, encode } from "./wasm.js";

const USAGE = `usage: npx roguelab COMMAND [OPTION...] [--json]

  who [FILE]                       what made these numbers? Two files: how do they differ? --numbers TEXT in place of a file
  check GENERATOR --seed S         are these the words of a generator? --words FILE
  test [FILE]                      is it fair? --below N, --weights LIST, --permutations; --against FILE; --counts LIST; --rate K/N --chance P
  bias RULE [-n N]                 the exact law of a rule; --shuffle NAME -n N

A file \`-\`, or none, is the standard input. The options are those of the program, which does more, with all cores, and is
installed with \`pip install roguelab\` or from its repository; docs/javascript.md there says what this package is.
Exit codes: 0 it holds or was found, 1 it does not, 2 it cannot be said.`;

/** The options without a value. */
const FLAGS = ["--json", "--all", "--permutations", "--help"];

/** The options that may be given more than once. */
const LISTS = ["--numbers", "--counts"];

class Misuse extends Error {}

/** The options, by their names without dashes, and the other words. */
function parse(words) {
  const [options, rest] = [{ numbers: [], counts: [] }, []];
  for (let i = 0; i < words.length; i++) {
    const [name, ...more] = words[i].split("=");
    const key = name.replace(/^--?/, "");
    if (!/^-[-a-z]/.test(name)) rest.push(words[i]);
    else if (FLAGS.includes(name)) options[key] = true;
    else if (name === "--normal" && more.length === 0) options[key] = "0,1";
    else {
      const value = more.length > 0 ? more.join("=") : words[++i];
      if (value === undefined) throw new Misuse(`${name} needs a value`);
      if (LISTS.includes(name)) options[key].push(value);
      else options[key] = value;
    }
  }
  return { options, rest };
}

/** The bytes of a file, or of the standard input. */
function readInput(name = "-") {
  try {
    return readFileSync(name === "-" ? 0 : name);
  } catch (error) {
    throw new Misuse(`${name} cannot be read: ${error.message}`);
  }
}

function join(one, other) {
  return { first: one.length, input: Buffer.concat([one, other]) };
}

/** The question of a command, and its input. */
function questionOf(command, { options, rest }) {
  const { json, numbers, counts, words, against, ...question } = options;
  const most = { who: 2, check: 1, test: 1, bias: 1 }[command];
  if (most === undefined) throw new Misuse(`${command} is no command of this package: it has who, check, test and bias`);
  if (rest.length > most) throw new Misuse(`${rest[most]} is one argument too many`);
  if (command === "who") {
    const inputs = numbers.length > 0 ? numbers.map(encode) : (rest.length > 0 ? rest : ["-"]).map(readInput);
    if (inputs.length > 2) throw new Misuse("at most two lists are compared");
    if (inputs.length === 1) return { question: { ask: "who", ...question }, input: inputs[0] };
    const { first, input } = join(...inputs);
    return { question: { ask: "who-differs", first, ...question }, input };
  }
  if (command === "check") return { question: { ask: "check", generator: rest[0], ...question }, input: readInput(words) };
  if (command === "bias") {
    const kind = question.shuffle !== undefined ? "shuffle" : question["state-bits"] !== undefined ? "reach" : "bias";
    return { question: { ask: kind, rule: rest[0], ...question } };
  }
  if (counts.length > 0) return { question: { ask: "counts", counts, ...question } };
  if (question.rate !== undefined) return { question: { ask: "rate", ...question } };
  if (against === undefined) return { question: { ask: "test", ...question }, input: readInput(rest[0]) };
  const { first, input } = join(readInput(rest[0]), readInput(against));
  return { question: { ask: "test-against", first, ...question }, input };
}

/** The exit code of a verdict. */
function exitCode(verdict) {
  if ([null, "found", "agrees", "PASS"].includes(verdict)) return 0;
  return ["INVALID", "SKIP"].includes(verdict) ? 2 : 1;
}

function run(words) {
  const [command, ...rest] = words;
  if (command === undefined || words.includes("--help")) {
    console.log(USAGE);
    return command === undefined ? 2 : 0;
  }
  try {
    const parsed = parse(rest);
    const { question, input } = questionOf(command, parsed);
    const { verdict, text, answer } = ask(question, input);
    process.stdout.write(parsed.options.json ? `${JSON.stringify(answer, null, 2)}\n` : text);
    return exitCode(verdict);
  } catch (error) {
    if (!(error instanceof Misuse || error instanceof RangeError)) throw error;
    console.error(`roguelab: ${error.message}\n\nnpx roguelab --help says what this package can do; the program roguelab does the rest.`);
    return 2;
  }
}

process.exitCode = run(process.argv.slice(2));
