// The answers of the program `roguelab`, as functions.

import { checkList, checkOptions, checkWhole, isIterable, shown } from "./arguments.js";
import { ask, encode } from "./wasm.js";

/** How the program calls the binary numbers of these arrays; those with a sign are so called if no number is negative. */
const KINDS = {
  Uint8Array: "u8",
  Uint8ClampedArray: "u8",
  Int8Array: "u8",
  Uint16Array: "u16",
  Int16Array: "u16",
  Uint32Array: "u32",
  Int32Array: "u32",
  BigUint64Array: "u64",
  BigInt64Array: "u64",
  Float32Array: "f32",
  Float64Array: "f64",
};

/** The verdicts of answers by which all is well. */
const GOOD = [null, "found", "agrees", "PASS"];

export class Answer {
  #reply;

  constructor(reply) {
    this.#reply = reply;
  }

  get verdict() {
    return this.#reply.verdict;
  }

  get ok() {
    return GOOD.includes(this.verdict);
  }

  get command() {
    return this.#reply.command;
  }

  get json() {
    return this.#reply.answer;
  }

  toJSON() {
    return this.json;
  }

  toString() {
    return this.#reply.text.trimEnd();
  }

  [Symbol.for("nodejs.util.inspect.custom")]() {
    return `[roguelab: ${this.toString().split("\n", 1)[0]}]`;
  }
}

/** A whole number of hexadecimal digits. */
function wholeOf(hexadecimal) {
  const number = BigInt(hexadecimal.startsWith("0x") ? hexadecimal : `0x${hexadecimal}`);
  return number <= Number.MAX_SAFE_INTEGER ? Number(number) : number;
}

const INTEGER = /^-?\d+$/;

/** The numbers of a list of texts. Integers are all BigInt if one of them has to be. */
function numbersOf(texts) {
  const isLarge = texts.some((text) => INTEGER.test(text) && !Number.isSafeInteger(Number(text)));
  return texts.map((text) => {
    if (INTEGER.test(text)) return isLarge ? BigInt(text) : Number(text);
    return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
  });
}

export class Found extends Answer {
  #question;
  #input;
  #named;

  constructor(reply, question, input) {
    super(reply);
    this.#question = question;
    this.#input = input;
    this.#named = this.json.answers[0] ?? {};
  }

  get named() {
    return this.ok;
  }

  get generator() {
    return this.#named.generator ?? null;
  }

  get seed() {
    const seed = this.#named.seed ?? null;
    return seed === null ? null : wholeOf(seed);
  }

  get state() {
    return this.#named.state?.map(wholeOf) ?? null;
  }

  get convention() {
    return this.#named.convention ?? null;
  }

  get evidence() {
    return this.#named.evidence ?? null;
  }

  next(n = 10) {
    return this.#around("next", n);
  }

  previous(n = 10) {
    return this.#around("previous", n);
  }

  #around(side, n) {
    checkWhole("n", n, 0, 100_000);
    if (!this.named) {
      throw new RangeError("no generator is named, so no numbers around these are known: print the answer for what was tried");
    }
    // The same question about this generator alone, which takes little of the time.
    const known = { only: this.generator, seed: this.#named.seed ?? this.#question.seed, seconds: 60 };
    const named = ask({ ...this.#question, ...known, [side]: n }, this.#input).answer.answers[0];
    if (named[side].length === 0 && n > 0) throw new RangeError(named[`why_no_${side}`]);
    return numbersOf(named[side]);
  }
}

/** Numbers in a text, with a blank or a line between two. */
function textOf(numbers, name, between = "\n") {
  if (!isIterable(numbers)) throw new TypeError(`${name} must be a text, an array or another iterable, and not ${shown(numbers)}`);
  const texts = [];
  for (const number of numbers) {
    if (!["number", "bigint", "string"].includes(typeof number)) {
      throw new TypeError(`${name}[${texts.length}] must be a number, a BigInt or a text, and not ${shown(number)}`);
    }
    texts.push(number);
  }
  return texts.join(between);
}

/** The memory of an array, without a copy. */
function bytesOf(array) {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** Numbers as an input of the program, with their kind. */
function read(numbers, name, kind) {
  if (typeof numbers === "string") return { input: encode(numbers), kind };
  if (numbers instanceof Uint8Array) return { input: bytesOf(numbers), kind: kind ?? "u8" };
  return { input: encode(textOf(numbers, name)), kind };
}

/** The same for items: arrays without negative numbers are passed as they are in memory, and arrays of arrays are lines. */
function readItems(items, kind) {
  if (ArrayBuffer.isView(items)) {
    const named = KINDS[items.constructor.name] ?? KINDS[Object.prototype.toString.call(items).slice(8, -1)];
    const isSigned = /^(Big)?Int/.test(Object.prototype.toString.call(items).slice(8));
    if (named !== undefined && !(isSigned && items.some((item) => item < 0))) return { input: bytesOf(items), kind: kind ?? named };
  }
  if (typeof items === "string" || !isIterable(items)) return read(items, "items", kind);
  const rows = Array.isArray(items) ? items : [...items];
  if (!isIterable(rows[0])) return read(rows, "items", kind);
  const lines = rows.map((row, place) => textOf(row, `items[${place}]`, " "));
  return { input: encode(lines.join("\n")), kind };
}

/** Values in a list with commas, as an option has it. */
export function listed(values, name) {
  if (values === undefined || values === null || typeof values === "string") return values;
  checkList(name, values);
  return textOf(values, name, ",");
}

function moments(normal) {
  return normal === true ? "0,1" : listed(normal || undefined, "normal");
}

export function who(numbers, options = {}) {
  const names = ["below", "base", "dice", "bits", "range", "normal", "rule", "alphabet", "seed"];
  names.push("times", "seconds", "within", "only", "kind", "all");
  checkOptions(options, names);
  const given = typeof numbers !== "string" && isIterable(numbers) && !(numbers instanceof Uint8Array) ? [...numbers] : numbers;
  const { input, kind } = read(given, "numbers", options.kind);
  // Numbers of JavaScript are written with all their digits, but those of 32 bits have fewer.
  const doubles = given !== numbers && !(numbers instanceof Float32Array) && given.every((number) => typeof number === "number");
  const [range, normal, alphabet] = [listed(options.range, "range"), moments(options.normal), listed(options.alphabet, "alphabet")];
  const question = { ask: "who", ...options, range, normal, alphabet, kind, doubles };
  return new Found(ask(question, input), question, input);
}

export function whoDiffers(a, b, options = {}) {
  checkOptions(options, ["below", "seconds"]);
  const [one, other] = [read(a, "a"), read(b, "b")];
  const input = new Uint8Array(one.input.length + other.input.length);
  input.set(one.input);
  input.set(other.input, one.input.length);
  return new Answer(ask({ ask: "who-differs", first: one.input.length, kind: one.kind, ...options }, input));
}

export function check(generator, seed, words, options = {}) {
  checkOptions(options, ["rule", "state"]);
  const input = typeof words === "string" ? words : textOf(words, "words");
  return new Answer(ask({ ask: "check", generator, seed, rule: options.rule, state: options.state?.join(",") }, encode(input)));
}

export function test(items, options = {}) {
  const names = ["below", "base", "weights", "permutations", "normal", "exponential", "bits", "kind", "alpha"];
  checkOptions(options, names);
  const { input, kind } = readItems(items, options.kind);
  const [weights, normal] = [listed(options.weights, "weights"), moments(options.normal)];
  return new Answer(ask({ ask: "test", ...options, weights, normal, kind }, input));
}

export function counts(observed, options = {}) {
  checkOptions(options, ["weights", "dice", "drawn", "alpha"]);
  checkList("observed", observed);
  const rows = [...observed];
  const runs = isIterable(rows[0]) ? rows.map((row, place) => [`observed[${place}]`, [...row]]) : [["observed", rows]];
  for (const [name, run] of runs) run.forEach((count, i) => checkWhole(`${name}[${i}]`, count, 0, Number.MAX_SAFE_INTEGER));
  const lists = runs.map(([name, run]) => textOf(run, name, ","));
  return new Answer(ask({ ask: "counts", counts: lists, ...options, weights: listed(options.weights, "weights") }));
}

export function rate(hits, tries, chance, options = {}) {
  checkOptions(options, ["alpha"]);
  checkWhole("tries", tries, 1, Number.MAX_SAFE_INTEGER);
  checkWhole("hits", hits, 0, tries);
  return new Answer(ask({ ask: "rate", rate: `${hits}/${tries}`, chance, ...options }));
}

export function bias(rule, options = {}) {
  checkOptions(options, ["n", "bits", "randMax", "pity", "all"]);
  const { randMax, ...others } = options;
  return new Answer(ask({ ask: "bias", rule, "rand-max": randMax, ...others }));
}

/** How many words are asked for at once, at first and at most. */
const BLOCK = { first: 64, most: 1 << 20 };

/** Begins to check its arguments when it is called, not when the first word is taken. */
export function words(generator, seed) {
  const block = (skip, number) => ask({ ask: "words", generator, seed, skip, number });
  const { verdict, text } = block(0, BLOCK.first);
  return iterate(block, text, Number(verdict) > 53 ? BigInt : Number);
}

function* iterate(block, text, read) {
  let [done, number] = [0, BLOCK.first];
  for (;;) {
    for (const word of text.trimEnd().split("\n")) yield read(word);
    done += number;
    number = Math.min(2 * number, BLOCK.most);
    text = block(done, number).text;
  }
}

export function generators() {
  const { answer } = ask({ ask: "generators" });
  return answer.generators.filter((generator) => generator.has_words).map((generator) => generator.name);
}
