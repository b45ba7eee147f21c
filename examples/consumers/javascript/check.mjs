#!/usr/bin/env node
// Holds ports in JavaScript against the vector pack.
//
//     node check.mjs [FOLDER or FILE ...]
//
// Without arguments it takes fixtures/vectors. It prints, for each file, how many steps agree, or the first step that
// does not, and exits with 1 then; with 2 if something cannot be read. Node 18 or later, no packages.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { u64 } from "./generators.mjs";
import { SUBJECTS } from "./subjects.mjs";

function unusable(why) {
  throw new Error(why);
}

/** An argument as its declared type wants it. */
function argument({ name, type, one_of }, args) {
  const value = args[name];
  const fits = {
    i32: () => (value | 0) === value,
    u32: () => value >>> 0 === value,
    i64: () => typeof value === "string" && String(BigInt.asIntN(64, BigInt(value))) === value,
    u64: () => typeof value === "string" && String(u64(BigInt(value))) === value,
    text: () => one_of.includes(value),
  };
  if (!fits[type]()) unusable(`${name} is ${JSON.stringify(value)}, and no ${type}`);
  return type === "i64" || type === "u64" ? BigInt(value) : value;
}

/** What differs between a step and what the port does, or undefined. */
function difference(port, op, step) {
  port.draws.length = 0;
  const args = Object.fromEntries(op.arguments.map((declared) => [declared.name, argument(declared, step.args)]));
  const shown = port[op.name](args);
  const output = op.output === "nothing" ? {} : { [op.output]: typeof shown === "bigint" ? String(shown) : shown };
  const parts = [["draws", op.draws ? port.draws : undefined, step.draws], ["output", output, step.output]];
  for (const [part, ours, theirs] of parts) {
    const [actual, expected] = [ours, theirs].map((value) => JSON.stringify(value) ?? "nothing");
    if (actual !== expected) return `${part}:\n  the file has ${expected}\n  this port has ${actual}`;
  }
  return undefined;
}

/** Checks a file, prints what became of it, and returns how many steps it has and how many agree. */
function check(path) {
  const pack = JSON.parse(readFileSync(path, "utf8"));
  if (pack.schema !== "roguelab-vectors/1") unusable(`its schema is ${pack.schema}`);
  const steps = pack.cases.reduce((sum, { steps }) => sum + steps.length, 0);
  if (steps === 0) unusable("it has no step: nothing can be compared");
  const Port = SUBJECTS[pack.subject];
  if (Port === undefined) {
    console.log(`${pack.subject}: not ported here`);
    return {};
  }
  const ops = new Map(pack.ops.map((op) => [op.name, op]));
  let agreed = 0;
  for (const { name, steps: list } of pack.cases) {
    const port = new Port(pack.tables);
    for (const [index, step] of list.entries()) {
      const op = ops.get(step.op) ?? unusable(`the op ${step.op} is not declared`);
      const differs = difference(port, op, step);
      if (differs !== undefined) {
        const args = JSON.stringify(step.args);
        console.log(`${pack.subject}: case \`${name}\`, step ${index}, ${op.name} ${args}, ${differs}`);
        return { steps, agreed };
      }
      agreed++;
    }
  }
  console.log(`${pack.subject}: ${agreed} steps agree`);
  return { steps, agreed };
}

/** The files that a path stands for. */
function files(path) {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => name.endsWith(".json") && name !== "schema.json");
  if (names.length === 0) unusable("no file of vectors is there");
  return names.sort().map((name) => join(path, name));
}

function main(paths) {
  const total = { steps: 0, agreed: 0 };
  let broken = false;
  const attempt = (path, action) => {
    try {
      return action(path);
    } catch (error) {
      console.error(`${path}: cannot be checked: ${error.message}`);
      broken = true;
      return [];
    }
  };
  for (const path of paths.flatMap((path) => attempt(path, files))) {
    const { steps = 0, agreed = 0 } = attempt(path, check);
    total.steps += steps;
    total.agreed += agreed;
  }
  if (broken) return 2;
  console.log(`${total.agreed} of ${total.steps} steps agree`);
  if (total.steps === 0) return 2;
  return total.agreed === total.steps ? 0 : 1;
}

const given = process.argv.slice(2);
const pack = fileURLToPath(new URL("../../../fixtures/vectors", import.meta.url));
process.exitCode = main(given.length > 0 ? given : [pack]);
