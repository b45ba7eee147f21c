/** A text as the program reads it, bytes, or numbers. */
export type Numbers = string | Uint8Array | Iterable<number | bigint | string>;

/** Items to test: numbers, or one array for each permutation. Typed arrays are passed as they are in memory. */
export type Items = Numbers | Iterable<Iterable<number | bigint | string>>;

/** An answer; `String(answer)` is what the program prints. */
export interface Answer {
  /** The verdict in a word, if the question has one. */
  readonly verdict: string | null;
  /** Whether all is well: something is found, words agree, or the verdict is PASS. */
  readonly ok: boolean;
  /** The command line of the program that says the same. Long input is in a file there, called numbers.txt. */
  readonly command: string;
  /** The answer as the program prints it with `--json`: docs/json.md describes the fields. */
  readonly json: any;
  toJSON(): any;
  toString(): string;
}

/** What made some numbers. */
export interface Found extends Answer {
  /** Whether a generator is named. Nothing is named that may be a coincidence. */
  readonly named: boolean;
  /** The name of the generator, one of `generators()`. */
  readonly generator: string | null;
  /** The seed, if one was found: a BigInt from 2^53 on. */
  readonly seed: number | bigint | null;
  /** The state before the first number, if it was found but no seed was. */
  readonly state: (number | bigint)[] | null;
  /** How numbers are made of the outputs of the generator. */
  readonly convention: string | null;
  /** Why this is certain: how many numbers fit, and the chance of a coincidence. */
  readonly evidence: any;
  /**
   * The n numbers that follow, 10 unless n is given and at most 100,000; a RangeError says why they are not known. They have the
   * type that you say: numbers, but if one of them is an integer from 2^53 on, all are BigInt, and names are texts.
   */
  next<T extends number | bigint | string = number>(n?: number): T[];
  /** The n numbers before the first, in their order. */
  previous<T extends number | bigint | string = number>(n?: number): T[];
}

/** How a text or bytes are written. */
export type Kind = "text" | "float" | "trace" | "u8" | "u16" | "u31" | "u32" | "u64" | "f32" | "f64";

/**
 * What is known about the numbers, and how to search. Without options they are outputs of the generator, fractions from 0 up to 1,
 * a permutation, or names.
 */
export interface WhoOptions {
  /** The numbers are integers from `base` up to `base + below - 1`, such as dice. */
  below?: number | bigint;
  /** The least number: 0. */
  base?: number | bigint;
  /** They are sums of dice, as in `"3d6"`. */
  dice?: string;
  /** They are words of so many bits, 1 to 64. */
  bits?: number;
  /** They are fractions between two numbers, as `uniform(a, b)` makes them. */
  range?: readonly [number, number];
  /** They are normally distributed: `true`, or a mean and a deviation. */
  normal?: boolean | readonly [number, number];
  /** The rule by which they were made, as a program has it: `"Math.round(Math.random() * 5 + 1)"`. */
  rule?: string;
  /** The characters or names that stand for 0, 1, 2 and so on. */
  alphabet?: string | readonly string[];
  /** A seed that may be the right one, two as in "0..1000000" of which one between may be, or a text. */
  seed?: number | bigint | string;
  /** Times of which one may be the seed, as in "2022-01-01..2022-12-31". */
  times?: string;
  /** How long to search: 10, at most 3600. */
  seconds?: number;
  /** How many outputs may have come before the first number: 1000, at most 10,000,000. */
  within?: number;
  /** The beginning of names of `generators()`: no others are tried. */
  only?: string;
  /** How a text or bytes are written: `"u8"` for bytes, if it is not given. */
  kind?: Kind;
  /** Whether to go on after the first answer; the others are in `json.answers`. */
  all?: boolean;
}

/** Says what made some numbers: the generator, its seed or state, and how numbers were made of its outputs. */
export function who(numbers: Numbers, options?: WhoOptions): Found;

/** Says how two lists differ that should have been the same. The options are those of `who`. */
export function whoDiffers(a: Numbers, b: Numbers, options?: { below?: number | bigint; seconds?: number }): Answer;

/**
 * Compares the words of a port, or numbers that a rule makes of them, with those of a generator, one of `generators()`. In place of a
 * seed, `null`, a state may be given.
 */
export function check(
  generator: string,
  seed: number | bigint | null,
  words: Numbers,
  options?: { rule?: string; state?: (number | bigint)[] },
): Answer;

/** What the items should be. Without options they are words of 32 bits, or fractions from 0 up to 1. */
export interface TestOptions {
  /** The items are integers from `base` up to `base + below - 1`, such as dice. */
  below?: number | bigint;
  /** The least number: 0. */
  base?: number;
  /** They are indices, from `base` on, that come as often as these numbers say. */
  weights?: readonly number[];
  /** Each is a permutation, in an array. */
  permutations?: boolean;
  /** They are normally distributed: `true`, or a mean and a deviation. */
  normal?: boolean | readonly [number, number];
  /** They are waiting times with this rate. */
  exponential?: number;
  /** How many bits of a word or a fraction are random, 8 to 64. */
  bits?: number;
  /** How a text or bytes are written. */
  kind?: Kind;
  /** The chance that a fair source fails: 1e-6. */
  alpha?: number;
}

/** Tests whether items are what a fair source gives. */
export function test(items: Items, options?: TestOptions): Answer;

/**
 * Judges how often each value came: counts, or an array of counts for each run. The values should come as often as the `weights`
 * say, or equally often; with `dice` such as "2d6" the counts are those of their sums, from the lowest on. Where each draw has
 * several different values, as in a lottery, `drawn` says how many. A fair source fails with a chance of `alpha`, 1e-6.
 */
export function counts(
  observed: Iterable<number> | Iterable<Iterable<number>>,
  options?: { weights?: readonly number[]; dice?: string; drawn?: number; alpha?: number },
): Answer;

/** Judges how often an event came that should come with a chance. It fails wrongly with a chance of `alpha`, 1e-6. */
export function rate(hits: number, tries: number, chance: number, options?: { alpha?: number }): Answer;

/**
 * Computes the exact law of a rule as a program has it, such as `Math.floor(Math.random() * 6) + 1` or `4d6kh3`, or one that makes
 * numbers below `n` of a word `w` of `bits` bits or up to `randMax`, 32 bits unless they are given, such as `w % n`. `pity` asks
 * how many tries it takes until a rule such as `w % 100 < 5` is true, with so many tries at most. With `all`, the text has the chance of each number, and not only the greatest and the least. docs/bias.md describes rules.
 */
export function bias(rule: string, options?: { n?: number; bits?: number; randMax?: number; pity?: number; all?: boolean }): Answer;

/** The words of a generator without end: numbers, or BigInts if a word has more than 53 bits, as you say. */
export function words<T extends number | bigint = number>(generator: string, seed: number | bigint): IterableIterator<T>;

/** The names of all generators, which `words`, `check` and `who` take. */
export function generators(): string[];

/** A generator with a seed. It is itself a function like Math.random. */
export interface Rng {
  (): number;
  /** A fraction from 0 to below 1 with 53 bits. */
  random(): number;
  /** An integer below n, each equally often. */
  int(n: number): number;
  /** The next word of 32 bits. */
  uint32(): number;
}

/** The generator that assertions hand out: xoshiro128**, as `words("xoshiro128**", seed)`. */
export function makeRng(seed: number | bigint): Rng;

export interface Options {
  /** The greatest chance that a fair function fails: 1e-9. */
  falseAlarms?: number;
  /** The least chance that a function fails which is off by `against`: 0.999. */
  power?: number;
  /**
   * The total variation that has to be found: 0.02 for shuffles of up to 5 items and 0.04 beyond, 0.005 for draws and weights of up
   * to 256 values and 0.01 beyond, 0.01 for a distribution, 0.02 for two functions. The function is called about as often as
   * 1 / against^2 says: docs/javascript.md has a table.
   */
  against?: number;
  /** The seed, whatever the environment says. */
  seed?: number | bigint;
  /** Whether Math.random is `rng.random` while the function runs. */
  patchMathRandom?: boolean;
}

/** A failure is an AssertionError; a success is a text that says which biases are excluded. */
export type Passed = string;

/**
 * Asserts that `f(items, rng)` shuffles an array of 0 to n - 1 fairly, for n from 2 to 2048; it may return a new array.
 */
export function assertShuffle(f: (items: number[], rng: Rng) => ArrayLike<number> | void, n: number, options?: Options): Passed;

/** Asserts that `f(rng)` gives each of 0 to n - 1 equally often. */
export function assertDraws(f: (rng: Rng) => number | bigint | boolean, n: number, options?: Options): Passed;

/** Asserts that `f(rng)` gives the indices of the weights as often as these say: numbers that are not negative, such as 95 or 0.5. */
export function assertWeighted(f: (rng: Rng) => number | bigint | boolean, weights: Iterable<number>, options?: Options): Passed;

/**
 * Asserts that `samples(rng)` gives numbers with a continuous distribution function, by 256 parts of equal chance. `samples` may
 * also be the numbers, which Kolmogorov's test judges; their number decides then what is found, and no option but `falseAlarms` is
 * for them. A hundred numbers or more fail as well if they fit too well to be random.
 */
export function assertDistribution(
  samples: ((rng: Rng) => number) | Iterable<number>,
  cdf: (number: number) => number,
  options?: Options,
): Passed;

/** Asserts that two functions give numbers, or permutations of 0 to n - 1, of one distribution. Each has a generator of its own. */
export function assertSame(
  f: (rng: Rng) => number | bigint | boolean | ArrayLike<number>,
  g: (rng: Rng) => number | bigint | boolean | ArrayLike<number>,
  options?: Options,
): Passed;

/** Asserts that counts that you have fit the weights, or are even; several arrays of counts are one sample. */
export function assertCounts(
  observed: Iterable<number> | Iterable<Iterable<number>>,
  weights?: readonly number[],
  options?: { falseAlarms?: number },
): Passed;

/** Asserts that an event with this chance came about as often as expected. */
export function assertRate(hits: number, tries: number, chance: number, options?: { falseAlarms?: number }): Passed;

/** A fraction in lowest terms; `Number(fraction)` is its value. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
  toString(): string;
}

/** The exact chance of each arrangement that a shuffle makes. */
export interface ShuffleLaw {
  readonly n: number;
  readonly ways: number;
  /** By arrangements of 0 to n - 1 with commas, such as `0,2,1`. */
  readonly chances: ReadonlyMap<string, Fraction>;
  /** Half the sum of the differences from the fair chances. */
  readonly totalVariation: Fraction;
  toString(): string;
}

/**
 * Computes the exact law of a shuffle by running it for every way in which its draws can come out, at most 2,000,000. It must draw
 * with `rng.int(n)`, and take no randomness from elsewhere.
 */
export function biasOfShuffle(f: (items: number[], rng: Rng) => ArrayLike<number> | void, n: number): ShuffleLaw;

/** Loads the WebAssembly: `await init()` is needed in a browser, before anything else, and does nothing in Node. */
export function init(url?: string | URL): Promise<void>;
