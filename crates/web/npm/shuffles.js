// The exact law of a shuffle: it is run once for every way in which its draws can come out.

import { checkFunction, checkList, checkWhole } from "./arguments.js";
import { checkBound } from "./rng.js";

/** The most ways that are run. */
const MOST = 2_000_000;

function divisor(a, b) {
  while (b > 0n) [a, b] = [b, a % b];
  return a;
}

/** A fraction in lowest terms. */
export class Fraction {
  constructor(numerator, denominator) {
    const common = divisor(numerator, denominator);
    this.numerator = numerator / common;
    this.denominator = denominator / common;
  }

  plus(other) {
    return new Fraction(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }

  valueOf() {
    return Number(this.numerator) / Number(this.denominator);
  }

  toString() {
    return this.denominator === 1n ? `${this.numerator}` : `${this.numerator}/${this.denominator}`;
  }
}

/** A generator that takes one branch of its draws after another. */
class Branches {
  /** Each draw of this run: its bound, and what came. */
  draws = [];
  #done = 0;

  int(n) {
    checkBound(n);
    if (this.#done === this.draws.length) this.draws.push({ bound: n, value: 0 });
    const { bound, value } = this.draws[this.#done++];
    if (bound !== n) throw new RangeError("the shuffle made other draws when it was run again: it must depend on its draws alone");
    return value;
  }

  uint32() {
    return this.int(2 ** 32);
  }

  /** Goes back to the beginning of the same branch. */
  repeat() {
    this.#done = 0;
  }

  /** Goes to the next branch: false if there is none. */
  advance() {
    this.#done = 0;
    while (this.draws.length > 0) {
      const { bound, value } = this.draws.pop();
      if (value + 1 < bound) {
        this.draws.push({ bound, value: value + 1 });
        return true;
      }
    }
    return false;
  }
}

export class ShuffleLaw {
  constructor(n, ways, chances) {
    this.n = n;
    this.ways = ways;
    this.chances = chances;
  }

  get #arrangements() {
    let product = 1n;
    for (let i = 2n; i <= this.n; i++) product *= i;
    return product;
  }

  get totalVariation() {
    const all = this.#arrangements;
    let sum = new Fraction(0n, 1n);
    for (const { numerator, denominator } of this.chances.values()) {
      const excess = numerator * all - denominator;
      if (excess > 0n) sum = sum.plus(new Fraction(excess, denominator * all));
    }
    return sum;
  }

  toString() {
    const sorted = [...this.chances].sort(([, a], [, b]) => {
      const difference = b.numerator * a.denominator - a.numerator * b.denominator;
      return difference > 0n ? 1 : difference < 0n ? -1 : 0;
    });
    const [most, chance] = sorted[0];
    const [, rarest] = sorted.at(-1);
    const missing = this.#arrangements - BigInt(this.chances.size);
    let last;
    if (missing > 0n) {
      last = `  never         [${firstMissing(this.n, this.chances)}]${missing > 1n ? `, and ${missing - 1n} others` : ""}`;
    } else {
      const [least] = sorted.find(([, other]) => other.numerator === rarest.numerator && other.denominator === rarest.denominator);
      last = `  most rarely   [${least}]: ${rarest}`;
    }
    return [
      `${this.ways} ways to ${this.chances.size} of ${this.#arrangements} arrangements of ${this.n} items`,
      `  most often    [${most}]: ${chance}`,
      last,
      `  total variation from fair: ${this.totalVariation}, which is ${Number(this.totalVariation).toPrecision(4)}`,
    ].join("\n");
  }
}

/** The first arrangement that has no chance, in the order of dictionaries. */
function firstMissing(n, chances, begun = []) {
  if (begun.length === n) return chances.has(begun.join(",")) ? undefined : begun;
  for (let item = 0; item < n; item++) {
    const found = begun.includes(item) ? undefined : firstMissing(n, chances, [...begun, item]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** How often the first way is run again, to see whether the shuffle depends on its draws alone. */
const AGAIN = 10;

export function biasOfShuffle(f, n) {
  checkFunction("f", f);
  checkWhole("n", n, 1, 20);
  const branches = new Branches();
  const fractions = () => {
    throw new RangeError("a shuffle whose law is computed must draw integers, with rng.int(n)");
  };
  const rng = Object.assign(() => fractions(), {
    random: fractions,
    int: (bound) => branches.int(bound),
    uint32: () => branches.uint32(),
  });
  const run = () => {
    const items = Array.from({ length: n }, (_, i) => i);
    const returned = f(items, rng) ?? items;
    checkList("what the shuffle gives", returned);
    const shuffled = [...returned];
    if (shuffled.length !== n || !Array.from({ length: n }, (_, i) => i).every((item) => shuffled.includes(item))) {
      throw new RangeError(`the shuffle gives [${shuffled}], which is not a permutation of 0 to ${n - 1}`);
    }
    return shuffled.join(",");
  };
  const first = run();
  if (n > 1 && branches.draws.length === 0) {
    throw new RangeError("the shuffle drew nothing from rng: it must take all its randomness from there");
  }
  for (let i = 0; i < AGAIN; i++) {
    branches.repeat();
    if (run() !== first) {
      throw new RangeError("the shuffle gave another arrangement for the same draws: it must take all its randomness from rng");
    }
  }
  branches.repeat();
  // By denominators, because fractions are slow to add.
  const found = new Map();
  let ways = 0;
  do {
    if (ways === MOST) {
      throw new RangeError(`the draws of the shuffle can come out in more than ${MOST} ways: take fewer items, or assertShuffle`);
    }
    const key = run();
    let denominator = 1n;
    for (const { bound } of branches.draws) denominator *= BigInt(bound);
    const counted = found.get(denominator) ?? new Map();
    found.set(denominator, counted);
    counted.set(key, (counted.get(key) ?? 0n) + 1n);
    ways++;
  } while (branches.advance());
  const chances = new Map();
  for (const [denominator, counted] of found) {
    for (const [key, count] of counted) {
      const chance = new Fraction(count, denominator);
      chances.set(key, chances.get(key)?.plus(chance) ?? chance);
    }
  }
  return new ShuffleLaw(n, ways, new Map([...chances].sort()));
}
