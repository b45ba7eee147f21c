// Assertions about functions that draw random numbers: see crates/gof/src/assertion.rs for what is counted, and how it is judged.

import { AssertionError, environment, fillRandom } from "#platform";

import { counts, rate } from "./answers.js";
import { makeRng } from "./rng.js";
import { check } from "./wasm.js";

/** The seed if nothing sets one. */
const FIXED = 1n;

/** What a sampler returns: see memory.rs. */
const [INTEGER, NUMBER] = [-1, -2];

const OPTIONS = ["falseAlarms", "power", "against", "seed", "patchMathRandom"];

/** The command that runs the tests again. */
function runner() {
  if (environment.VITEST !== undefined) return "npx vitest run";
  if (environment.JEST_WORKER_ID !== undefined) return "npx jest";
  return environment.NODE_TEST_CONTEXT !== undefined ? "node --test" : "npm test";
}

function seedOfEnvironment() {
  const text = environment.ROGUELAB_SEED;
  if (text !== undefined) {
    if (!/^\d+$/.test(text) || BigInt(text) >= 1n << 64n) {
      throw new RangeError(`ROGUELAB_SEED is \`${text}\`: it must be an integer below 2^64`);
    }
    return BigInt(text);
  }
  const fresh = environment.ROGUELAB_FRESH ?? "0";
  if (!["", "0", "1"].includes(fresh)) throw new RangeError(`ROGUELAB_FRESH is \`${fresh}\`: it must be 0 or 1`);
  return fresh === "1" ? fillRandom(new BigUint64Array(1))[0] : FIXED;
}

/** The error rates and the seed of an assertion. */
function demandOf(options) {
  for (const name of Object.keys(options)) {
    if (!OPTIONS.includes(name)) throw new TypeError(`there is no option ${name}: the options are ${OPTIONS.join(", ")}`);
  }
  const { falseAlarms = 1e-9, power = 0.999, against = null, patchMathRandom = false } = options;
  for (const [name, value] of Object.entries({ falseAlarms, power, against: against ?? 0.5 })) {
    if (!(value > 0 && value < 1)) throw new RangeError(`${name} is ${value}: it must lie between 0 and 1`);
  }
  let [seed, replay] = [options.seed, runner()];
  if (seed === undefined) {
    seed = seedOfEnvironment();
    replay = `ROGUELAB_SEED=${seed} ${replay}`;
  } else if (!(typeof seed === "bigint" || Number.isSafeInteger(seed)) || seed < 0 || BigInt(seed) >= 1n << 64n) {
    throw new RangeError(`the seed is ${seed}: it must be an integer below 2^64, as a BigInt from 2^53 on`);
  }
  return { rates: { "false-alarms": falseAlarms, power, against, seed: String(seed), replay }, seed: BigInt(seed), patchMathRandom };
}

/** Calls a function, which finds its generator in Math.random too if that is wanted. */
function callWith(rng, isPatched, f, items) {
  const before = Math.random;
  if (isPatched) Math.random = rng.random;
  try {
    const value = items === undefined ? f(rng) : f(items, rng);
    if (typeof value?.then === "function") throw new TypeError("the function returns a promise: it must return its sample at once");
    return value;
  } finally {
    if (isPatched) Math.random = before;
  }
}

function checkFunction(f, name) {
  if (typeof f !== "function") throw new TypeError(`${name} must be a function, and not ${typeof f}`);
}

function shown(value) {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

/** Puts an integer into a room, or refuses it. */
function putInteger(value, room) {
  if (typeof value === "bigint") {
    room[0] = Number(value >> 32n);
    room[1] = Number(value & 0xffffffffn);
  } else {
    const number = typeof value === "boolean" ? Number(value) : value;
    if (!Number.isSafeInteger(number)) throw new TypeError(`the function must return an integer, and not ${shown(value)}`);
    room[0] = Math.floor(number / 2 ** 32);
    room[1] = number - room[0] * 2 ** 32;
  }
  return INTEGER;
}

/** Puts a permutation into a room, or refuses it. */
function putPermutation(items, room) {
  if (typeof items?.length !== "number") throw new TypeError(`the function must return an array of 0 to n - 1, and not ${shown(items)}`);
  if (items.length > room.length) throw new RangeError(`the function returns ${items.length} items: at most ${room.length} are counted`);
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (!(Number.isSafeInteger(item) && item >= 0)) throw new TypeError(`item ${i} of a permutation of 0 to n - 1 is ${shown(item)}`);
    room[i] = item;
  }
  return items.length;
}

/** Checks an assertion, and throws the message of a failure. */
function judge(about, demand, sampler) {
  const { verdict, text } = check({ about, ...demand.rates }, sampler);
  if (verdict !== "PASS") throw new AssertionError(text);
  return text;
}

function judgeIntegers(f, about, options) {
  checkFunction(f, "f");
  const demand = demandOf(options);
  const rng = makeRng(demand.seed);
  return judge(about, demand, (_, room) => putInteger(callWith(rng, demand.patchMathRandom, f), room));
}

export function assertShuffle(f, n, options = {}) {
  checkFunction(f, "f");
  if (!(Number.isSafeInteger(n) && n >= 0 && n < 2 ** 32)) throw new RangeError(`n is ${n}: it must be an integer from 2 to 2048`);
  const demand = demandOf(options);
  const rng = makeRng(demand.seed);
  return judge({ shuffle: { n } }, demand, (_, room) => {
    const items = Array.from({ length: n }, (_, i) => i);
    return putPermutation(callWith(rng, demand.patchMathRandom, f, items) ?? items, room);
  });
}

export function assertDraws(f, n, options = {}) {
  if (!(Number.isSafeInteger(n) && n >= 0)) throw new RangeError(`n is ${n}: it must be an integer from 2 to 2^53 - 1`);
  return judgeIntegers(f, { draws: { below: n } }, options);
}

export function assertWeighted(f, weights, options = {}) {
  const list = [...weights];
  for (const [i, weight] of list.entries()) {
    if (!(Number.isSafeInteger(weight) && weight >= 0)) {
      throw new RangeError(`weights[${i}] is ${shown(weight)}: it must be an integer that is not negative`);
    }
  }
  return judgeIntegers(f, { weighted: { weights: list } }, options);
}

/** The number of parts of equal chance in which the numbers of a function are counted. */
const PARTS = 256;

/** The place of a number among all that could come. */
function placeOf(number, cdf) {
  const place = cdf(number);
  if (!(place >= 0 && place <= 1)) throw new RangeError(`the distribution function is ${shown(place)} for ${shown(number)}: it must be from 0 to 1`);
  return place;
}

export function assertDistribution(samples, cdf, options = {}) {
  checkFunction(cdf, "cdf");
  if (typeof samples !== "function") {
    const places = Array.from(samples, (number) => placeOf(number, cdf));
    return judge({ places: { places } }, demandOf(options));
  }
  const part = (rng) => Math.min(Math.floor(PARTS * placeOf(samples(rng), cdf)), PARTS - 1);
  const what = "the draw by its distribution function";
  return judgeIntegers(part, { draws: { below: PARTS, what } }, { ...options, against: options.against ?? 0.01 });
}

/** An integer was drawn first, and then a fraction: JavaScript has one type for both. */
class Mixed extends Error {}

export function assertSame(f, g, options = {}) {
  checkFunction(f, "f");
  checkFunction(g, "g");
  const demand = demandOf(options);
  try {
    return compare(f, g, demand, false);
  } catch (error) {
    if (!(error instanceof Mixed)) throw error;
    return compare(f, g, demand, true);
  }
}

/** Compares two functions, whose integers are taken as fractions if that is said or a fraction comes first. */
function compare(f, g, demand, hasFractions) {
  const functions = [f, g];
  const rngs = [makeRng(demand.seed), makeRng(demand.seed ^ (1n << 63n))];
  let hasIntegers = false;
  return judge("same", demand, (source, room) => {
    const value = callWith(rngs[source], demand.patchMathRandom, functions[source]);
    if (typeof value === "object" && value !== null) return putPermutation(value, room);
    if (typeof value !== "number" || (Number.isSafeInteger(value) && !hasFractions)) {
      hasIntegers = true;
      return putInteger(value, room);
    }
    if (Number.isNaN(value)) throw new TypeError("the function must return numbers, and not NaN");
    if (hasIntegers && !hasFractions) throw new Mixed();
    hasFractions = true;
    room[0] = value;
    return NUMBER;
  });
}

function passed(answer) {
  if (answer.verdict === "FAIL") throw new AssertionError(answer.toString());
  if (answer.verdict !== "PASS") throw new RangeError(answer.toString());
  return answer.toString();
}

export function assertCounts(observed, weights, { falseAlarms = 1e-9 } = {}) {
  return passed(counts(observed, { weights, alpha: falseAlarms }));
}

export function assertRate(hits, tries, chance, { falseAlarms = 1e-9 } = {}) {
  return passed(rate(hits, tries, chance, { alpha: falseAlarms }));
}
