// The WebAssembly of the page, asked without a browser.

import { readFileSync } from "node:fs";

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The time in milliseconds, which passes as processor time does, so that other programs take none of a search's time. */
function now() {
  const { user, system } = process.cpuUsage();
  return performance.timeOrigin + (user + system) / 1000;
}

export class Page {
  constructor(file) {
    const page = {
      now_ms: now,
      progress() {},
      sample: () => -3,
      failed: (at, length) => console.log(this.#text(at, length)),
    };
    this.exports = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), { page }).exports;
  }

  #text(at, length) {
    return decoder.decode(new Uint8Array(this.exports.memory.buffer, at, length));
  }

  #give(bytes) {
    const at = this.exports.allocate(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    return at;
  }

  /** The reply to a question about an input. */
  ask(question, input) {
    const [words, bytes] = [encoder.encode(JSON.stringify(question)), encoder.encode(input)];
    const reply = BigInt.asUintN(64, this.exports.ask(this.#give(words), words.length, this.#give(bytes), bytes.length));
    const [at, length] = [Number(reply >> 32n), Number(reply & 0xffffffffn)];
    const answer = JSON.parse(this.#text(at, length));
    this.exports.release(at, length);
    return answer;
  }
}
