// What Node has: the WebAssembly is compiled at once, and the environment can be read.

import { AssertionError as NodeError } from "node:assert";
import { randomFillSync } from "node:crypto";
import { readFileSync } from "node:fs";

export const environment = process.env;

export class AssertionError extends NodeError {
  constructor(message) {
    super({ message });
  }
}

export const fillRandom = (array) => randomFillSync(array);

export function compile() {
  return new WebAssembly.Module(readFileSync(new URL("./roguelab.wasm", import.meta.url)));
}

/** Nothing has to be loaded before the first question. */
export async function init() {}
