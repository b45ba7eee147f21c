// Questions to the WebAssembly, whose functions are in crates/web/src/memory.rs.

import { compile } from "#platform";

const decoder = new TextDecoder();
const encoder = new TextEncoder();

let module;
let instance;
let panic;
/** Puts a sample of a function into a room of numbers: see `draw` in memory.rs. */
let draw = () => -3;

function textAt(at, length) {
  return decoder.decode(new Uint8Array(instance.exports.memory.buffer, at, length));
}

const page = {
  now_ms: () => performance.timeOrigin + performance.now(),
  progress() {},
  failed(at, length) {
    panic = textAt(at, length);
  },
  sample: (source, at, capacity) => draw(source, new Float64Array(instance.exports.memory.buffer, at, capacity)),
};

function give(bytes) {
  const at = instance.exports.allocate(bytes.length);
  new Uint8Array(instance.exports.memory.buffer, at, bytes.length).set(bytes);
  return at;
}

/** Throws the error of a reply that refuses a question. */
function checked(reply) {
  if (reply.error !== null) throw new RangeError(reply.argument_error);
  return reply;
}

/** Calls a function with texts as UTF-8, or bytes, and reads its reply. */
function call(name, ...inputs) {
  module ??= compile();
  instance ??= new WebAssembly.Instance(module, { page });
  let reply;
  try {
    const rooms = [];
    for (const bytes of inputs) rooms.push(give(bytes), bytes.length);
    const place = BigInt.asUintN(64, instance.exports[name](...rooms));
    const [at, length] = [Number(place >> 32n), Number(place & 0xffffffffn)];
    reply = JSON.parse(textAt(at, length));
    instance.exports.release(at, length);
  } catch (error) {
    // Its memory is of no use any more.
    instance = undefined;
    const why = panic ?? `it ran out of memory or of its stack (${error.message})`;
    panic = undefined;
    throw new Error(`roguelab failed, which is a mistake of ours: ${why}`, { cause: error });
  }
  return reply;
}

/** A question in JSON, without what is not given. Integers of 64 bits are texts, and so is infinity, which is then refused. */
function write(question) {
  const isPlain = (value) => typeof value !== "bigint" && !(typeof value === "number" && !Number.isFinite(value));
  return encoder.encode(JSON.stringify(question, (_, value) => (isPlain(value) ? value : String(value))));
}

export const encode = (text) => encoder.encode(text);

/** Asks a question about bytes: see `ask` in lib.rs. The reply may be a refusal. */
export function send(question, input = new Uint8Array()) {
  return call("ask", write(question), input);
}

/** The same, but a refusal is thrown. */
export function ask(question, input) {
  return checked(send(question, input));
}

/** Checks an assertion about functions, which `sampler` samples. What it throws ends the assertion, and comes out unchanged. */
export function check(question, sampler) {
  const before = draw;
  let thrown;
  draw = (source, room) => {
    if (thrown !== undefined) return -3;
    try {
      return sampler(source, room);
    } catch (error) {
      thrown = { error };
      return -3;
    }
  };
  let reply;
  try {
    reply = checked(call("check", write(question)));
  } catch (error) {
    if (thrown === undefined) throw error;
  } finally {
    draw = before;
  }
  if (thrown !== undefined) throw thrown.error;
  return reply;
}
