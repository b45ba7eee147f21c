// The vector pack of roguelab: its files, and a runner that compares a port with them. pack/README.md describes the format.

"use strict";

const { readFileSync, readdirSync } = require("node:fs");
const { join } = require("node:path");
const { inspect } = require("node:util");

/** Where the JSON files are. */
const folder = join(__dirname, "pack");

/** The names of all subjects. */
function subjects() {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json") && name !== "schema.json");
  return names.map((name) => name.slice(0, -".json".length)).sort();
}

/** The file of a subject, parsed. */
function load(subject) {
  const names = subjects();
  if (!names.includes(subject)) throw new RangeError(`no subject is called ${subject}; there are ${names.join(", ")}`);
  return JSON.parse(readFileSync(join(folder, `${subject}.json`), "utf8"));
}

/** What a port shows that is not of the declared type. */
class WrongType extends Error {
  constructor(value, wanted) {
    super(`${inspect(value).slice(0, 100)}, which is not ${wanted}`);
  }
}

function integer(value) {
  if (typeof value === "bigint" || typeof value === "boolean" || Number.isSafeInteger(value)) return BigInt(value);
  throw new WrongType(value, "an integer");
}

function text(value) {
  if (typeof value === "string") return value;
  throw new WrongType(value, "a string");
}

const list = (of) => (value) => {
  if (typeof value !== "string" && value?.[Symbol.iterator]) return Array.from(value, (item) => of(item));
  throw new WrongType(value, "a list");
};

const small = (value) => Number(integer(value));
const large = (value) => String(integer(value));

/** What a port shows, as the files write it. */
const AS_WRITTEN = {
  nothing: () => undefined,
  i32: small,
  u32: small,
  i64: large,
  u64: large,
  words: list(small),
  words64: list(large),
  texts: list(text),
};

const pairs = list(list(small));
const shown = (value) => (typeof value === "string" ? value : JSON.stringify(value) ?? "nothing");

/** The parts of a step to compare, draws before the output: what the file has, and what the port has. */
function* parts(port, op, step) {
  const hasDraws = op.draws && Array.isArray(port.draws);
  if (hasDraws) port.draws.length = 0;
  const given = op.arguments.map(({ name, type }) => (/64$/.test(type) ? BigInt(step.args[name]) : step.args[name]));
  const result = port[op.name](...given);
  if (hasDraws) yield ["draws", step.draws, () => pairs(port.draws)];
  yield ["output", step.output[op.output], () => AS_WRITTEN[op.output](result)];
}

/** The first part in which a port and a step differ, or undefined. */
function differs(port, op, step) {
  let part = "output";
  let expected = step.output[op.output];
  try {
    for (const [name, theirs, ours] of parts(port, op, step)) {
      [part, expected] = [name, theirs];
      const actual = ours();
      if (shown(actual) !== shown(expected)) return { part, expected: shown(expected), actual: shown(actual) };
    }
  } catch (error) {
    const actual = error instanceof WrongType ? error.message : `an exception: ${error}`;
    return { part, expected: shown(expected), actual };
  }
  return undefined;
}

/** Compares a port with every step of a subject, up to the first that differs. */
function run(subject, Port) {
  const { tables, ops, cases } = load(subject);
  const declared = new Map(ops.map((op) => [op.name, op]));
  const result = { subject, steps: cases.reduce((sum, { steps }) => sum + steps.length, 0), agreed: 0, leftOut: {}, withoutDraws: 0 };
  for (const { name, steps } of cases) {
    // An arrow function cannot be called with `new`.
    const port = Port.prototype === undefined ? Port(tables) : new Port(tables);
    for (const [index, step] of steps.entries()) {
      const op = declared.get(step.op);
      if (typeof port[op.name] !== "function") {
        // What comes after it starts from a state that only this op makes.
        result.leftOut[op.name] = (result.leftOut[op.name] ?? 0) + steps.length - index;
        break;
      }
      const difference = differs(port, op, step);
      if (difference) return { ...result, difference: { case: name, step: index, op: op.name, args: step.args, ...difference } };
      if (op.draws && !Array.isArray(port.draws)) result.withoutDraws++;
      result.agreed++;
    }
  }
  if (result.agreed === 0) throw new Error(`${subject}: nothing was compared: the port lacks ${Object.keys(result.leftOut).join(", ")}`);
  return result;
}

/** A result in words. */
function describe({ subject, steps, agreed, leftOut, withoutDraws, difference }) {
  const lines = [];
  if (difference) {
    const { op, args, part, expected, actual } = difference;
    lines.push(`${subject}: case \`${difference.case}\`, step ${difference.step}, ${op} ${JSON.stringify(args)}, ${part}:`);
    lines.push(`  the file has ${expected}`, `  the port has ${actual}`);
  }
  lines.push(`${subject}: ${agreed} of ${steps} steps agree`);
  for (const [op, count] of Object.entries(leftOut)) lines.push(`  ${count} not compared: the port has no method ${op}`);
  if (withoutDraws > 0) lines.push(`  the draws of ${withoutDraws} not compared: the port has no array \`draws\``);
  return lines.join("\n");
}

module.exports = { describe, folder, load, run, subjects };
