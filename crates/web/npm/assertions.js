// Assertions about functions that draw random numbers: see crates/gof/src/assertion.rs for what is counted, and how it is judged.

import { AssertionError, environment, fillRandom } from "#platform";

import { counts, listed, rate } from "./answers.js";
import { checkChance, checkFunction, checkList, checkNumber, checkOptions, checkWhole, shown } from "./arguments.js";
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
  checkOptions(options, OPTIONS);
  const { falseAlarms = 1e-9, power = 0.999, against = null, patchMathRandom = false } = options;
  for (const [name, value] of Object.entries({ falseAlarms, power, against: against ?? 0.5 })) checkChance(name, value);
  let [seed, replay] = [options.seed, runner()];
  if (seed === undefined) {
    seed = seedOfEnvironment();
    replay = `ROGUELAB_SEED=${seed} ${replay}`;
  } else if (!(typeof seed === "bigint" || Number.isSafeInteger(seed)) || seed < 0 || BigInt(seed) >= 1n << 64n) {
    throw new RangeError(`seed is ${shown(seed)}: it must be an integer below 2^64, as a BigInt from 2^53 on`);
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

/** A function with a generator of its own, and the name of the argument. */
function give(name, f, demand, seed = demand.seed) {
  checkFunction(name, f);
  const rng = makeRng(seed);
  const isUnused = () => {
    const fresh = makeRng(seed);
    return rng.uint32() === fresh.uint32() && rng.uint32() === fresh.uint32();
  };
  return { name, isUnused, draw: (items) => callWith(rng, demand.patchMathRandom, f, items) };
}

/** What is said of a function that never used its generator. */
const UNUSED = "took nothing from rng: the seed decides nothing, and another run may give another result";

/** Checks an assertion about functions, and throws the message of a failure. */
function judge(about, demand, functions, sampler) {
  const { verdict, text } = check({ about, ...demand.rates }, sampler);
  const unused = functions.filter(({ isUnused }) => isUnused()).map(({ name }) => name).join(" and ");
  if (verdict === "PASS") return unused === "" ? text : `${text}\n  ${unused} ${UNUSED}`;
  if (unused === "") throw new AssertionError(text);
  // The message ends in the command, which replays nothing if the function brings its own randomness.
  throw new AssertionError(`${text.slice(0, -demand.rates.replay.length)}none, as ${unused} ${UNUSED}`);
}

function judgeIntegers(f, about, options) {
  const demand = demandOf(options);
  const given = give("f", f, demand);
  return judge(about, demand, [given], (_, room) => putInteger(given.draw(), room));
}

export function assertShuffle(f, n, options = {}) {
  const demand = demandOf(options);
  const given = give("f", f, demand);
  checkWhole("n", n, 2, 2048);
  return judge({ shuffle: { n } }, demand, [given], (_, room) => {
    const items = Array.from({ length: n }, (_, i) => i);
    return putPermutation(given.draw(items) ?? items, room);
  });
}

export function assertDraws(f, n, options = {}) {
  checkFunction("f", f);
  checkWhole("n", n, 2, Number.MAX_SAFE_INTEGER);
  return judgeIntegers(f, { draws: { below: n } }, options);
}

export function assertWeighted(f, weights, options = {}) {
  checkFunction("f", f);
  return judgeIntegers(f, { weighted: { weights: listed(weights, "weights") } }, options);
}

/** The place of a number among all that could come. */
function placeOf(number, cdf) {
  const place = cdf(number);
  if (place >= 0 && place <= 1) return place;
  throw new RangeError(`the distribution function is ${shown(place)} for ${shown(number)}: it must be from 0 to 1`);
}

/** Judges numbers that are given. */
function judgeNumbers(numbers, cdf, options) {
  for (const name of ["power", "against", "seed", "patchMathRandom"]) {
    if (name in options) throw new TypeError(`${name} is for a function: numbers that you have are judged as they are`);
  }
  checkList("samples", numbers);
  const list = [...numbers];
  list.forEach((number, i) => checkNumber(`samples[${i}]`, number));
  list.sort((a, b) => a - b);
  return judge({ places: { numbers: list, places: list.map((number) => placeOf(number, cdf)) } }, demandOf(options), []);
}

export function assertDistribution(samples, cdf, options = {}) {
  checkFunction("cdf", cdf);
  if (typeof samples !== "function") return judgeNumbers(samples, cdf, options);
  const demand = demandOf({ ...options, against: options.against ?? 0.01 });
  const given = give("samples", samples, demand);
  let last;
  return judge("distribution", demand, [given], (source, room) => {
    if (source === 0) {
      last = given.draw();
      if (typeof last !== "number") throw new TypeError(`the function must return a number, and not ${shown(last)}`);
    }
    room[0] = source === 0 ? last : placeOf(last, cdf);
    return NUMBER;
  });
}

/** An integer was drawn first, and then a fraction: JavaScript has one type for both. */
class Mixed extends Error {}

export function assertSame(f, g, options = {}) {
  checkFunction("f", f);
  checkFunction("g", g);
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
  const given = [give("f", f, demand), give("g", g, demand, demand.seed ^ (1n << 63n))];
  let hasIntegers = false;
  return judge("same", demand, given, (source, room) => {
    const value = given[source].draw();
    if (typeof value === "object" && value !== null) return putPermutation(value, room);
    if (!["number", "bigint", "boolean"].includes(typeof value)) {
      throw new TypeError(`the function must return a number, or an array of 0 to n - 1, and not ${shown(value)}`);
    }
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
  // The text ends in the verdict, which is known here.
  const text = answer.toString().replace(new RegExp(`\\n${answer.verdict}$`), "");
  if (answer.verdict === "FAIL") throw new AssertionError(text);
  if (answer.verdict !== "PASS") throw new RangeError(text);
  return text;
}

export function assertCounts(observed, weights, { falseAlarms = 1e-9 } = {}) {
  return passed(counts(observed, { weights, alpha: falseAlarms }));
}

export function assertRate(hits, tries, chance, { falseAlarms = 1e-9 } = {}) {
  return passed(rate(hits, tries, chance, { alpha: falseAlarms }));
}
