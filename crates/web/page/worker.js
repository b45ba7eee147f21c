// Runs the program: gets its module once, then questions, and posts progress and replies. The functions of the program are in
// crates/web/src/memory.rs.

"use strict";

/** How often progress within a method is posted, in milliseconds. */
const PATIENCE = 100;

let instance;
let message;
let shown = 0;

const text = (at, length) => new TextDecoder().decode(new Uint8Array(instance.exports.memory.buffer, at, length));

const page = {
  now_ms: () => performance.timeOrigin + performance.now(),
  progress(at, length, isMethod) {
    const now = performance.now();
    if (!isMethod && now - shown < PATIENCE) return;
    shown = now;
    postMessage({ progress: text(at, length), isMethod: isMethod !== 0 });
  },
  failed(at, length) {
    message = text(at, length);
  },
  // The page asserts nothing.
  sample: () => -3,
};

/** Copies bytes into the program. */
function give(bytes) {
  const at = instance.exports.allocate(bytes.length);
  new Uint8Array(instance.exports.memory.buffer, at, bytes.length).set(bytes);
  return at;
}

function ask(question, input) {
  const words = new TextEncoder().encode(JSON.stringify(question));
  const reply = BigInt.asUintN(64, instance.exports.ask(give(words), words.length, give(input), input.length));
  const [at, length] = [Number(reply >> 32n), Number(reply & 0xffffffffn)];
  const answer = JSON.parse(text(at, length));
  instance.exports.release(at, length);
  return answer;
}

onmessage = ({ data }) => {
  if (data.module !== undefined) {
    instance = new WebAssembly.Instance(data.module, { page });
    return;
  }
  try {
    postMessage({ reply: ask(data.question, data.input) });
  } catch (error) {
    const why = message ?? `it ran out of memory or of its stack (${error.message})`;
    postMessage({ failed: true, reply: { error: `The program failed, which is a mistake of ours: ${why}`, text: "", command: "" } });
  }
};
