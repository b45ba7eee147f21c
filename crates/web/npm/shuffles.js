// The exact law of a shuffle: it is run once for every way in which its draws can come out.

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
    const least = sorted.find(([, other]) => other.numerator === sorted.at(-1)[1].numerator && other.denominator === sorted.at(-1)[1].denominator);
    return [
      `${this.ways} ways to ${this.chances.size} of ${this.#arrangements} arrangements of ${this.n} items`,
      `  most often    [${most}]: ${chance}`,
      `  most rarely   [${least[0]}]: ${least[1]}`,
      `  total variation from fair: ${this.totalVariation}, which is ${Number(this.totalVariation).toPrecision(4)}`,
    ].join("\n");
  }
}

export function biasOfShuffle(f, n) {
  const branches = new Branches();
  const fractions = () => {
    throw new RangeError("a shuffle whose law is computed must draw integers, with rng.int(n)");
  };
  const rng = Object.assign(() => fractions(), {
    random: fractions,
    int: (bound) => branches.int(bound),
    uint32: () => branches.uint32(),
  });
  // By denominators, because fractions are slow to add.
  const found = new Map();
  let ways = 0;
  do {
    if (ways === MOST) {
      throw new RangeError(`the draws of the shuffle can come out in more than ${MOST} ways: take fewer items, or assertShuffle`);
    }
    const items = Array.from({ length: n }, (_, i) => i);
    const shuffled = [...(f(items, rng) ?? items)];
    if (shuffled.length !== n || !items.every((_, i) => shuffled.includes(i))) {
      throw new RangeError(`the shuffle gives [${shuffled}], which is not a permutation of 0..${n}`);
    }
    let denominator = 1n;
    for (const { bound } of branches.draws) denominator *= BigInt(bound);
    const counted = found.get(denominator) ?? new Map();
    found.set(denominator, counted);
    const key = shuffled.join(",");
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
