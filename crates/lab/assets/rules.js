"use strict";
// The exact bias of a rule that makes a number of a random word: the same weights as `roguelab bias`, for what a page can
// count. One global, `RoguelabRules`; the module's exports under Node.
//
// A rule is an expression of w, the word, and n, how many numbers are wanted: whole numbers, decimal or 0x..., with
// - * / % + << >> & ^ |, binding in this order as in Rust; 2^32 in one piece is the power of two, and / within floor(...)
// gives exact fractions. It is parsed into functions, never given to eval. From the range of the word follows the range
// of each part: what could leave the 53 bits that a double holds exactly is refused, so nothing is ever rounded.

const RoguelabRules = (() => {
  /** Words with at most so many bits are run, all of them. */
  const MOST_RUN = 24;
  const MOST_BITS = 52;
  const MOST_NUMBERS = 65536;
  const EXACT = 2 ** 53;
  const ASK = "`roguelab bias` can tell more";

  class RuleError extends Error {}

  function fail(message, at) {
    throw new RuleError(at === undefined ? message : `column ${at + 1}: ${message}`);
  }

  // Arithmetic on whole numbers below 2^53, where & ^ | of JavaScript see 32 bits alone.

  const floored = (a, b) => (a - (((a % b) + b) % b)) / b;
  const HALF = 2 ** 32;
  const bitwise = (of) => (a, b) =>
    of(floored(a, HALF), floored(b, HALF)) * HALF + (of(a % HALF, b % HALF) >>> 0);

  /** Each operator: how tightly it binds, its value, and whether its right side must be constant here. */
  const OPERATORS = {
    "|": { power: 4, value: bitwise((a, b) => a | b) },
    "^": { power: 5, value: bitwise((a, b) => a ^ b) },
    "&": { power: 6, value: bitwise((a, b) => a & b) },
    "<<": { power: 7, value: (a, b) => a * 2 ** b, constant: true },
    ">>": { power: 7, value: (a, b) => floored(a, 2 ** b), constant: true },
    "+": { power: 8, value: (a, b) => a + b },
    "-": { power: 8, value: (a, b) => a - b },
    "*": { power: 9, value: (a, b) => a * b },
    "/": { power: 9, value: (a, b) => (a - (a % b)) / b, constant: true },
    "%": { power: 9, value: (a, b) => a % b, constant: true },
  };
  const SIGN = 10;

  // A number is { op, a, b, low, high, run }: what it is made of, its range, and its value for a word.

  function number(op, a, b, [low, high], run, at) {
    if (low <= -EXACT || high >= EXACT) fail(`this may need more than 53 bits, too many for a page: ${ASK}`, at);
    // JavaScript has a zero below zero.
    return { op, a, b, low: low + 0, high: high + 0, run };
  }

  const constant = (value, at) => number("constant", undefined, undefined, [value, value], () => value, at);

  /** From where to where the values can be, as `roguelab bias` has it: never too narrow. */
  function range(op, a, b) {
    const extreme = ({ low, high }) => Math.max(Math.abs(low), Math.abs(high));
    if (op === "%") {
      const most = Math.min(extreme(a), Math.max(extreme(b) - 1, 0));
      return [a.low < 0 ? -most : 0, a.high > 0 ? most : 0];
    }
    if (op === "&" && (a.low >= 0 || b.low >= 0)) {
      return [0, Math.min(...[a, b].filter(({ low }) => low >= 0).map(({ high }) => high))];
    }
    if ("&|^".includes(op)) {
      let bits = 1;
      while (2 ** bits <= Math.max(extreme(a), extreme(b))) bits++;
      return [Math.min(a.low, b.low) < 0 ? -(2 ** bits) : 0, 2 ** bits - 1];
    }
    const { value } = OPERATORS[op];
    const ends = [value(a.low, b.low), value(a.low, b.high), value(a.high, b.low), value(a.high, b.high)];
    return [Math.min(...ends), Math.max(...ends)];
  }

  function binary(op, a, b, at) {
    const { value, constant: wantsConstant } = OPERATORS[op];
    if (wantsConstant && b.op !== "constant") fail(`the right side of ${op} must be constant here: ${ASK}`, at);
    if ("/%".includes(op) && b.low === 0) fail("this divides by zero", at);
    if ((op === "<<" || op === ">>") && (b.low < 0 || b.low > 52)) fail("a shift is by 0 to 52 bits", at);
    if (a.op === "constant" && b.op === "constant") return constant(value(a.low, b.low), at);
    const [left, right] = [a.run, b.run];
    if (b.op === "constant") return number(op, a, b, range(op, a, b), (w) => value(left(w), b.low), at);
    return number(op, a, b, range(op, a, b), (w) => value(left(w), right(w)), at);
  }

  // Within floor(...), a fraction is { over, by }: a number over a whole one above 0.

  const whole = (part) => ("over" in part ? part : { over: part, by: 1 });

  function fraction(op, a, b, at) {
    const [x, y] = [whole(a), whole(b)];
    const times = (part, by) => (by === 1 ? part : binary("*", part, constant(by), at));
    const by = x.by * y.by;
    if (by >= EXACT) fail(`this may need more than 53 bits, too many for a page: ${ASK}`, at);
    if (op === "*") return { over: binary("*", x.over, y.over, at), by };
    if (op === "/") {
      if (y.over.op !== "constant" || y.over.low <= 0) fail("within floor(...) this must divide by a constant above 0", at);
      const divisor = x.by * y.over.low;
      if (divisor >= EXACT) fail(`this may need more than 53 bits, too many for a page: ${ASK}`, at);
      return { over: times(x.over, y.by), by: divisor };
    }
    if (x.by === y.by) return { over: binary(op, x.over, y.over, at), by: x.by };
    return { over: binary(op, times(x.over, y.by), times(y.over, x.by), at), by };
  }

  function floor({ over, by }, at) {
    if (by === 1) return over;
    const { run } = over;
    if (over.op === "constant") return constant(floored(over.low, by), at);
    const ends = [floored(over.low, by), floored(over.high, by)];
    return number("floor", over, constant(by), ends, (w) => floored(run(w), by), at);
  }

  function tokens(text) {
    const found = [];
    const pattern = /\s*(?:(2\^\d+|0x[0-9a-fA-F]+|\d+)|([A-Za-z_]\w*)|(<<|>>|[-+*/%&^|()]))/y;
    while (text.slice(pattern.lastIndex).trim() !== "") {
      const from = pattern.lastIndex;
      const match = pattern.exec(text);
      if (match === null) {
        const at = from + (text.slice(from).length - text.slice(from).trimStart().length);
        fail(`a number, w, n, floor(...) or an operator belongs here: ${ASK}`, at);
      }
      if (found.length === 200) fail("a rule has at most 200 numbers, names and symbols");
      const [, digits, name, symbol] = match;
      found.push({ digits, name, symbol, at: pattern.lastIndex - (digits ?? name ?? symbol).length });
    }
    return found;
  }

  /** Reads a rule of words of so many bits that gives the numbers below n; without n, what its parts can give. */
  function parse(text, bits, n) {
    if (!Number.isInteger(bits) || bits < 1 || bits > MOST_BITS) fail(`words have 1 to ${MOST_BITS} bits here`);
    if (n !== undefined && !(Number.isInteger(n) && n >= 1 && n <= MOST_NUMBERS)) fail(`n is 1 to ${MOST_NUMBERS} here`);
    const list = tokens(text);
    let [next, inFloor] = [0, false];
    const here = () => list[next] ?? { at: text.length };
    const expect = (symbol) => {
      if (here().symbol !== symbol) fail(`\`${symbol}\` belongs here`, here().at);
      next++;
    };
    const plain = (part, at) => ("over" in part ? fail("a whole number belongs here, and this is a fraction", at) : part);

    function operand() {
      const { digits, name, symbol, at } = here();
      next++;
      if (digits !== undefined) {
        const value = digits.startsWith("2^") ? 2 ** Number(digits.slice(2)) : Number(digits);
        return constant(value, at);
      }
      if (name === "w") return number("w", undefined, undefined, [0, 2 ** bits - 1], (w) => w, at);
      if (name === "n") return n === undefined ? fail("how many numbers n is must be given", at) : constant(n, at);
      if (name === "floor") {
        const outer = inFloor;
        expect("(");
        inFloor = true;
        const inner = expression(0);
        inFloor = outer;
        expect(")");
        return floor(whole(inner), at);
      }
      if (symbol === "(") {
        const inner = expression(0);
        expect(")");
        return inner;
      }
      if (symbol === "-") {
        const part = expression(SIGN);
        return "over" in part ? fraction("-", constant(0), part, at) : binary("-", constant(0), part, at);
      }
      if (name !== undefined) return fail(`there are w, n and floor(...) here, and no \`${name}\`: ${ASK}`, at);
      return fail("a number belongs here", at);
    }

    function expression(least) {
      let left = operand();
      for (;;) {
        const { symbol, at } = here();
        const operator = OPERATORS[symbol];
        if (operator === undefined || operator.power <= least) return left;
        next++;
        const right = expression(operator.power);
        const isFraction = inFloor && "+-*/".includes(symbol) && (symbol === "/" || "over" in left || "over" in right);
        left = isFraction ? fraction(symbol, left, right, at) : binary(symbol, plain(left, at), plain(right, at), at);
      }
    }

    const value = plain(expression(0), 0);
    if (next < list.length) fail(`an operator or the end belongs here: ${ASK}`, here().at);
    const [first, last] = n === undefined ? [value.low, value.high] : [0, n - 1];
    if (last - first >= MOST_NUMBERS) {
      fail(`the rule may give ${first} to ${last}: say how many numbers n are meant, at most ${MOST_NUMBERS}`);
    }
    return { value, first, last };
  }

  /** A part of the word's bits: which bit is the lowest of the number, and from where to where it has bits of the word. */
  function part({ op, a, b }, bits) {
    if (op === "w") return { lowest: 0, from: 0, to: bits };
    const inner = ["<<", "floor"].includes(op) || b?.op !== "constant" || b.low <= 0 ? undefined : part(a, bits);
    if (inner === undefined) return undefined;
    const { lowest, from, to } = inner;
    if (op === ">>") return { lowest: lowest + b.low, from: Math.max(from, lowest + b.low), to };
    const isPower = Number.isInteger(Math.log2(b.low));
    if (op !== "&" && !(op === "%" && isPower)) return undefined;
    const mask = op === "&" ? b.low : b.low - 1;
    let [least, most] = [0, 0];
    while (mask > 0 && floored(mask, 2 ** least) % 2 === 0) least++;
    while (2 ** most <= mask) most++;
    return { lowest, from: Math.max(from, lowest + least), to: Math.min(to, lowest + most) };
  }

  /** The parts that a number reads. */
  function reads(value, bits) {
    const found = part(value, bits);
    if (found !== undefined) return found.to > found.from ? [found] : [];
    return [value.a, value.b].flatMap((inner) => (inner === undefined ? [] : reads(inner, bits)));
  }

  /** Whether it never decreases as the word grows, as far as its form tells. */
  function grows({ op, a, b }) {
    if (op === "w" || op === "constant") return true;
    if (!grows(a)) return false;
    if (op === "+") return grows(b);
    if (op === "*") return (grows(b) && a.low >= 0 && b.low >= 0) || (b.op === "constant" && b.low >= 0);
    if (op === "/" || op === "floor") return b.low > 0;
    return ["-", "<<", ">>"].includes(op) && b.op === "constant";
  }

  /** How often each number comes. `step` runs so many words; when it is true, all have been, and `counts` is whole. */
  class Law {
    constructor(text, bits, n) {
      const { value, first, last } = parse(text, bits, n);
      Object.assign(this, { value, bits, first, last, done: 0, runs: 0 });
      this.counts = new Float64Array(last - first + 1);
      const parts = reads(value, bits);
      const from = Math.min(bits, ...parts.map((part) => part.from));
      const length = Math.max(from, ...parts.map((part) => part.to)) - from;
      if (length <= MOST_RUN) {
        Object.assign(this, { runs: 2 ** length, spacing: 2 ** from, each: 2 ** (bits - length) });
        const what = length === bits ? "words" : "values of the bits it reads";
        this.how = `counted over all 2^${length} ${what}`;
      } else if (grows(value)) {
        this.search();
        this.how = `exact: it never decreases, and each number's first of the 2^${bits} words was searched for`;
      } else if (value.op === "%" && value.a.op === "w" && value.b.low > 0) {
        this.remainders(value.b.low);
        this.how = "exact by formula: a remainder of all words";
      } else {
        fail(`2^${length} words are too many for a page to run: \`roguelab bias\` counts up to 2^32`);
      }
    }

    add(value, words, word) {
      if (value < this.first || value > this.last) {
        fail(`the word ${word} gives ${value}, and the numbers are ${this.first} to ${this.last}`);
      }
      this.counts[value - this.first] += words;
    }

    step(count) {
      const { run } = this.value;
      for (const end = Math.min(this.done + count, this.runs); this.done < end; this.done++) {
        const word = this.done * this.spacing;
        this.add(run(word), this.each, word);
      }
      return this.done === this.runs;
    }

    search() {
      const { run } = this.value;
      const words = 2 ** this.bits;
      for (let before = 0; before < words; ) {
        const value = run(before);
        let [same, more] = [before, words];
        while (more - same > 1) {
          const middle = floored(same + more, 2);
          if (run(middle) === value) same = middle;
          else more = middle;
        }
        this.add(value, more - before, before);
        before = more;
      }
    }

    remainders(m) {
      const words = 2 ** this.bits;
      const [rounds, left] = [floored(words, m), words % m];
      for (let value = 0; value < Math.min(m, words); value++) this.add(value, rounds + (value < left ? 1 : 0), value);
    }

    /** The weights, greatest first, each with its numbers as ranges. */
    classes() {
      const classes = new Map();
      this.counts.forEach((weight, i) => {
        const value = this.first + i;
        if (!classes.has(weight)) classes.set(weight, { weight, howMany: 0, ranges: [] });
        const { ranges } = classes.get(weight);
        classes.get(weight).howMany++;
        if (ranges.at(-1)?.[1] === value - 1) ranges.at(-1)[1] = value;
        else ranges.push([value, value]);
      });
      return [...classes.values()].sort((one, other) => other.weight - one.weight);
    }

    /** The distance from equal shares, as a fraction in lowest terms: half the sum of |chance - 1/m|. */
    totalVariation() {
      const [words, m] = [2n ** BigInt(this.bits), BigInt(this.counts.length)];
      let sum = 0n;
      for (const { weight, howMany } of this.classes()) {
        const apart = BigInt(weight) * m - words;
        sum += BigInt(howMany) * (apart < 0n ? -apart : apart);
      }
      let [a, b] = [sum, 2n * words * m];
      while (b > 0n) [a, b] = [b, a % b];
      return { above: sum / a, below: (2n * words * m) / a };
    }
  }

  return { Law, RuleError };
})();

if (typeof module === "object") module.exports = RoguelabRules;
