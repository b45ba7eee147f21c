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
  /** The command line of the program that says the same. */
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
  /** The name of the generator, as in `roguelab who --list`. */
  readonly generator: string | null;
  /** The seed, if one was found: a BigInt from 2^53 on. */
  readonly seed: number | bigint | null;
  /** The state before the first number, if it was found but no seed was. */
  readonly state: (number | bigint)[] | null;
  /** How numbers are made of the outputs of the generator. */
  readonly convention: string | null;
  /** Why this is certain: how many numbers fit, and the chance of a coincidence. */
  readonly evidence: any;
  /** The numbers that follow: 10, unless it is said. Integers are all BigInt if one of them needs it. */
  next(n?: number): (number | bigint | string)[];
  /** The numbers before the first. */
  previous(n?: number): (number | bigint | string)[];
}

export interface WhoOptions {
  below?: number | bigint;
  base?: number | bigint;
  dice?: string;
  bits?: number;
  range?: readonly [number, number];
  normal?: boolean | readonly [number, number];
  alphabet?: string | readonly string[];
  seed?: number | bigint;
  seconds?: number;
  within?: number;
  only?: string;
  kind?: string;
  all?: boolean;
}

/** Says what made some numbers. The options are those of `roguelab who`. */
export function who(numbers: Numbers, options?: WhoOptions): Found;

/** Says how two lists differ that should have been the same. */
export function whoDiffers(a: Numbers, b: Numbers, options?: { below?: number | bigint; seconds?: number }): Answer;

/** Compares the words of a port with those of a generator. */
export function check(generator: string, seed: number | bigint, words: Numbers): Answer;

export interface TestOptions {
  below?: number | bigint;
  base?: number;
  weights?: readonly number[];
  permutations?: boolean;
  normal?: boolean | readonly [number, number];
  exponential?: number;
  bits?: number;
  kind?: string;
  alpha?: number;
}

/** Tests whether items are what a fair source gives. */
export function test(items: Items, options?: TestOptions): Answer;

/** Judges how often each value came: counts, or an array of counts for each run. `dice` such as "2d6" expects their sums. */
export function counts(
  observed: Iterable<number> | Iterable<Iterable<number>>,
  options?: { weights?: readonly number[]; dice?: string; alpha?: number },
): Answer;

/** Judges how often an event came that should come with a chance. */
export function rate(hits: number, tries: number, chance: number, options?: { alpha?: number }): Answer;

/** Computes the exact law of a rule that makes numbers of words, such as `w % n`. */
export function bias(rule: string, options?: { n?: number; bits?: number; pity?: number; all?: boolean }): Answer;

/** The words of a generator without end: BigInts if a word has more than 53 bits. */
export function words(generator: string, seed: number | bigint): IterableIterator<number | bigint>;

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
  /** The total variation that has to be found. */
  against?: number;
  /** The seed, whatever the environment says. */
  seed?: number | bigint;
  /** Whether Math.random is `rng.random` while the function runs. */
  patchMathRandom?: boolean;
}

/** A failure is an AssertionError; a success is a text that says which biases are excluded. */
export type Passed = string;

/**
 * Asserts that `f(items, rng)` shuffles an array of 0 to n - 1 fairly; it may return a new array. A total variation of 0.02 is
 * found up to 5 items, and of 0.04 beyond.
 */
export function assertShuffle(f: (items: number[], rng: Rng) => ArrayLike<number> | void, n: number, options?: Options): Passed;

/** Asserts that `f(rng)` gives each of 0 to n - 1 equally often. */
export function assertDraws(f: (rng: Rng) => number | bigint | boolean, n: number, options?: Options): Passed;

/** Asserts that `f(rng)` gives the indices of the weights as often as these say. */
export function assertWeighted(f: (rng: Rng) => number | bigint, weights: Iterable<number>, options?: Options): Passed;

/**
 * Asserts that `samples(rng)` gives numbers with a continuous distribution function, by 256 parts of equal chance. `samples` may
 * also be the numbers, which Kolmogorov's test judges.
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

/** Computes the exact law of a shuffle that draws with `rng.int(n)`, by running it for every way in which its draws can come out. */
export function biasOfShuffle(f: (items: number[], rng: Rng) => ArrayLike<number> | void, n: number): ShuffleLaw;

/** Loads the WebAssembly: `await init()` is needed in a browser, before anything else, and does nothing in Node. */
export function init(url?: string | URL): Promise<void>;
