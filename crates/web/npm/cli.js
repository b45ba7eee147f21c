#!/usr/bin/env node
// The program `roguelab`, as far as the WebAssembly has it: `npx roguelab who --numbers "41 18467 6334"`. The options are those of
// the program, whose names the questions have too.

import { readFileSync } from "node:fs";

import { encode, send } from "./wasm.js";

/** What each command is called with, and answers. */
const COMMANDS = {
  who: `who [FILE]
    what made these numbers? Two files: how do they differ? --numbers TEXT in place of a file, --list names the generators
    the numbers: --below N [--base B], --bits B, --dice KdN, --range A,B, --normal[=MEAN,DEVIATION], --alphabet CHARACTERS,
    --kind KIND; the line of a program that made them: --rule RULE
    the search: --seed S, --times FROM..TO, --only NAME, --within OUTPUTS, --seconds S, --all; the numbers around: --next N, --previous N`,
  check: `check GENERATOR --seed S, or --state WORD,... [--rule RULE]
    are these the words of a generator, or numbers made of them? --words FILE in place of standard input`,
  test: `test [FILE]
    is it fair? --below N [--base B], --weights LIST, --permutations, --normal[=MEAN,DEVIATION], --exponential RATE, --bits B, --kind KIND
    two streams: --against FILE; counts: --counts LIST; an event: --rate K/N --chance P; false alarms: --alpha CHANCE`,
  bias: `bias RULE [-n N]
    the exact law of a rule, as a program has it: --bits B or --rand-max MAX, --pity N, --all; of a shuffle: --shuffle NAME -n N`,
};

/** The usage of commands. */
function usage(names) {
  return `usage: npx roguelab COMMAND [OPTION...] [--json]

${names.map((name) => `  ${COMMANDS[name]}`).join("\n")}

A file \`-\`, or none, is the standard input. The options are those of the program, which does more, with all cores, and is
installed with \`pip install roguelab\` or from its repository; docs/javascript.md there says what this package is.
Exit codes: 0 it holds or was found, 1 it does not, 2 it cannot be said.`;
}

/** The options without a value. */
const FLAGS = ["--json", "--all", "--permutations", "--list"];

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
    if (/^-?[\d.]+,?$/.test(name)) {
      throw new Misuse(`there is no file ${name}: numbers are given in a text, as in --numbers "41 18467 6334"`);
    }
    throw new Misuse(`${name} cannot be read: ${error.message}`);
  }
}

function join(one, other) {
  return { first: one.length, input: Buffer.concat([one, other]) };
}

/** The question of a command, and its input. */
function questionOf(command, { options, rest }) {
  const { json, list, numbers, counts, words, against, ...question } = options;
  const most = { who: 2, check: 1, test: 1, bias: 1 }[command];
  if (most === undefined) {
    const names = Object.keys(COMMANDS).join(", ");
    throw new Misuse(`${command} is no command of this package, which has ${names}: the program roguelab has the others`);
  }
  if (list) return { question: { ask: "generators" } };
  if (command === "who" && rest.length > 2) rest.slice(0, 1).map(readInput);
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
  if (command === "--version") {
    const { version } = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8"));
    console.log(`roguelab ${version}`);
    return 0;
  }
  if (command === undefined || words.some((word) => ["--help", "-h"].includes(word))) {
    console.log(usage(command in COMMANDS ? [command] : Object.keys(COMMANDS)));
    return command === undefined ? 2 : 0;
  }
  try {
    const parsed = parse(rest);
    const { question, input } = questionOf(command, parsed);
    const { error, verdict, text, answer } = send(question, input);
    if (error !== null) throw new Misuse(error);
    process.stdout.write(parsed.options.json ? `${JSON.stringify(answer, null, 2)}\n` : text);
    return exitCode(verdict);
  } catch (error) {
    if (!(error instanceof Misuse)) throw error;
    console.error(`roguelab: ${error.message}`);
    return 2;
  }
}

process.exitCode = run(process.argv.slice(2));
